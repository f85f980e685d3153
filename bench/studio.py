"""Measure how fast a studio answers while a 15×15 is constructed, from empty to clued.

    python3 scripts/bench.py studio [--write] [--letters N] [--no-browser]

Starts `crosswright studio` as a process and does what a person and the page would: draws the blocks
of a pattern of 78 words on an empty grid, types a fill letter by letter, asks after each for the
candidates of the slot and of its crossing, says that it looks at the first hundred of each, and
waits for the first verdict, at times for all of the slot's: so edits cancel a search. It types
a letter that cannot be now and then, and writes a clue for every slot. It types on in a half-filled
grid, and waits after each letter until every letter of every cell is decided, or given up. A few
letters of both are typed once more with the plain engine. Then it types in a browser (Chromium),
and measures from the key to the paint.
Prints medians and 95th percentiles: of the time until the answer was there, and of the processor
time that all of it took in the studio, which other work on the machine does not change. --write
puts them into docs/benchmarks-studio.md. Needs Linux, for the clocks of other processes.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.client import HTTPResponse
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.commits import measured_on  # noqa: E402
from bench.studio_growth import Client  # noqa: E402
from bench.text import table, write_figures  # noqa: E402
from crosswright.filling.fill import fill  # noqa: E402
from crosswright.grids.grid import Grid  # noqa: E402
from crosswright.words import lexicon  # noqa: E402

DOCUMENT = ROOT / "docs" / "benchmarks-studio.md"
PATTERN = ROOT / "bench" / "grids" / "daily15_78.txt"
IMPOSSIBLE_EVERY = 10
"""Letters between two that cannot be."""

STOP_EVERY = 12
"""Letters between two fills that are stopped."""

FILL_SECONDS = 0.4
"""How long a fill is let work."""

MAPPED, MAPPED_PLAIN = 12, 3
"""Letters that are typed into a half-filled grid, each followed by a whole truth map."""

BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
LATE = ("verdicts.js", "certificate.js", "heat.js", "truth.css")
"""Parts of the page that are loaded once a search has something to say."""

MAP_FLOOR = 50
"""The lowest score of the words there."""

PLAIN, PLAIN_LETTERS = ", plain engine", 16
"""What rows of the table for the plain engine end in, and the letters that are typed for it."""

ROWS = 100
"""Candidates that are tried by search."""

VERDICTS_EVERY = 8
"""Letters between two for which all verdicts are waited for."""

OPENINGS = 10
"""Times that the editor is opened in a fresh browser context."""

PREVIEW = "preview after a letter"
BLOCKED = "preview after a block"
DEAD = "preview of what is proved impossible"
CANDIDATES = "candidates of a slot"
FILTERED = "candidates with a filter"
STOPPED = "end of a fill that is stopped"
OPENED, TRUTH = "whole truth map of a half-filled grid", "the same after each further letter"
CANCELLED = "from an edit to the end of the search before"
VERDICT = "first verdict after a letter"
VERDICTS = f"verdicts on {ROWS} candidates, or all there are"
PAINT, FIRST = "key to paint", "first paint of the editor"
GOALS = {
    OPENED: 1000,
    TRUTH: 1000,
    PREVIEW: 30,
    BLOCKED: 30,
    DEAD: 30,
    CANDIDATES: 50,
    FILTERED: 50,
    STOPPED: 20,
    CANCELLED: 20,
    VERDICT: 100,
    VERDICTS: 1000,
    FIRST: 1000,
}
"""Milliseconds at the 95th percentile that were aimed for."""


class Times:
    """How long each kind of question took: to the answer, and of the processor."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._clock = ~process.pid << 3 | 2  # as clock_getcpuclockid makes it on Linux
        self.by_name: dict[str, list[tuple[float, float]]] = {}

    @contextmanager
    def of(self, name: str) -> Iterator[None]:
        """Measure what happens in a block."""
        since, spent = time.perf_counter(), self.spent()
        yield
        self.since(name, since, spent)

    def since(self, name: str, began: float, spent: float) -> None:
        """Add a measurement that began at a time, when so much of the processor was spent."""
        self.add(name, (time.perf_counter() - began) * 1000, self.spent() - spent)

    def add(self, name: str, waited: float, spent: float = 0.0) -> None:
        """Add a measurement, in milliseconds."""
        self.by_name.setdefault(name, []).append((waited, spent))

    def spent(self) -> float:
        """Return the processor time of the studio, in milliseconds."""
        return time.clock_gettime(self._clock) * 1000

    def rows(self) -> Iterator[list[str]]:
        """Yield the rows of the table."""
        for name, values in self.by_name.items():
            waited, spent = zip(*values, strict=True)
            goal = f"{GOALS[name]} ms" if name in GOALS else "–"
            yield [
                *(name, str(len(values)), *_figures(waited)),
                *(_figures(spent) if any(spent) else ("–", "–")),
                goal,
            ]


def _figures(values: tuple[float, ...]) -> tuple[str, str]:
    """Return the median and the 95th percentile."""
    high = (
        statistics.quantiles(values, n=20, method="inclusive")[-1] if len(values) > 1 else values[0]
    )
    return f"{statistics.median(values):.1f} ms", f"{high:.1f} ms"


def events(response: HTTPResponse) -> Iterator[tuple[str, Any]]:
    """Yield the events of a stream."""
    name = ""
    for line in response:
        field, _, value = line.decode().rstrip("\n").partition(": ")
        if field == "event":
            name = value
        elif field == "data":
            yield name, json.loads(value)


# -- the server -----------------------------------------------------------------------------------


class Construction:
    """A puzzle under construction, and the measurements of it."""

    def __init__(self, client: Client, filled: Grid, times: Times, engine: str = "") -> None:
        self._client, self._filled, self._times, self._engine = client, filled, times, engine
        self._grid = filled.without_letters()
        body = {"kind": "blank", "height": filled.height, "width": filled.width}
        self.identity = client.post("/api/documents", body)["id"]
        self._path = f"/api/documents/{self.identity}"
        self._connection = client.stream(f"{self._path}/events")
        self._stream = events(self._connection.getresponse())
        self._revision = 0
        self.verdicts: Counter[str] = Counter()
        """Verdicts by kind, where all were waited for."""

    def shares(self) -> str:
        """Return how many of the verdicts that were waited for say what."""
        told, total = self.verdicts, self.verdicts.total()
        undecided = told["undecided"] / max(1, total)
        shares = f"{told['fills']:,} fill, {told['dead']:,} are dead"
        return f"of {total:,}, {shares} and {told['undecided']:,} undecided ({undecided:.1%})"

    def run(self, most_letters: int, *, clues: bool = True) -> None:
        """Draw, type and clue."""
        blocks = sorted(self._grid.blocks)
        for cell in blocks[: (len(blocks) + 1) // 2]:
            block = {"op": "toggle_block", "cells": [list(cell)], "to": "block"}
            self._edit("a block", block, BLOCKED)
        for number, cell in enumerate(self._grid.open_cells[:most_letters], 1):
            since = time.perf_counter(), self._times.spent()
            self._letter(cell, self._filled.letters[cell], PREVIEW)
            self._look(cell, since, all_of_them=number % VERDICTS_EVERY == 0)
            if number % IMPOSSIBLE_EVERY == 0:
                index = self._grid.slots_at(cell)[-1]
                self._candidates(FILTERED, self._grid.slots[index].label, "?filter=*e*")
                self._letter(cell, "Q", DEAD)
                self._letter(cell, self._filled.letters[cell], PREVIEW)
            if number % STOP_EVERY == 0:
                self._stop_a_fill()
        for slot in self._grid.slots if clues else ():
            clue = {"op": "set_clue", "slot": slot.label, "text": f"A clue for {slot.label}"}
            self._edit("a clue", clue)
            with self._times.of("check and statistics"):
                self._client.get(f"{self._path}/check")
        self._connection.close()

    def _letter(self, cell: tuple[int, int], letter: str, preview: str) -> None:
        self._edit("a letter", {"op": "set_cells", "cells": [[*cell, letter]]}, preview)

    def _edit(self, name: str, operation: dict[str, Any], preview: str = "") -> None:
        body = {"base": self._revision, "ops": [operation]}
        if not preview:
            with self._times.of(name):
                self._revision = self._client.post(f"{self._path}/ops", body)["revision"]
            return
        with self._times.of(preview + self._engine):
            with self._times.of(name + self._engine):
                self._revision = self._client.post(f"{self._path}/ops", body)["revision"]
            for kind, data in self._stream:
                if kind == "preview" and data["revision"] == self._revision:
                    self._times.add(CANCELLED + self._engine, data["waited"])
                    return

    def _stop_a_fill(self) -> None:
        """Start a fill, let it work for a while, stop it, and clear what it wrote."""
        body = {"kind": "fill", "base": self._revision, "seconds": 60}
        job = self._client.post(f"{self._path}/jobs", body)["job"]
        time.sleep(FILL_SECONDS)
        with self._times.of(STOPPED + self._engine):
            self._client.delete(f"/api/jobs/{job}")
            for kind, data in self._stream:
                if kind == "job.end" and data["job"] == job:
                    break
        self._revision = self._client.get(self._path)["revision"]
        self._edit(f"clear the pencil{self._engine}", {"op": "erase_pencil"}, "")

    def _candidates(self, name: str, label: str, query: str = "") -> list[str]:
        with self._times.of(name + self._engine):
            answer = self._client.get(f"{self._path}/slots/{label}/candidates{query}")
        return [each["word"] for each in answer["words"] if each["fits"]]

    def _look(
        self, cell: tuple[int, int], since: tuple[float, float], *, all_of_them: bool
    ) -> None:
        """Look at the candidates of the slots of a cell; wait for verdicts on the first slot's."""
        labels = [self._grid.slots[index].label for index in self._grid.slots_at(cell)]
        slots = [
            {"slot": label, "words": self._candidates(CANDIDATES, label)[:ROWS]} for label in labels
        ]
        looked = time.perf_counter(), self._times.spent()
        self._client.post(f"{self._path}/look", {"revision": self._revision, "slots": slots})
        left = set(slots[0]["words"])
        wanted = len(left)
        verdicts: dict[str, str] = {}
        for kind, data in self._stream if wanted else ():
            if kind != "candidate" or data["slot"] != labels[0]:
                continue
            if not verdicts:
                self._times.since(VERDICT + self._engine, *since)
            verdicts |= {each["word"]: each["verdict"] for each in data["verdicts"]}
            if not all_of_them:
                return
            if len(verdicts) == wanted:
                break
        if wanted and all_of_them:
            self._times.since(VERDICTS + self._engine, *looked)
            self.verdicts.update(verdicts.values())


def map_truth(client: Client, filled: Grid, times: Times, count: int, engine: str = "") -> str:
    """Type on in a half-filled grid; return what the truth maps have decided."""
    cells = filled.open_cells
    half = len(cells) // 2
    rows = filled.without_letters(cells[half:]).rows()
    path = f"/api/documents/{client.post('/api/documents', {'kind': 'rows', 'rows': rows})['id']}"
    rules = {"op": "set_rules", "min_score": MAP_FLOOR}
    client.post(f"{path}/ops", {"base": 0, "ops": [rules]})
    totals = dict.fromkeys(("left", "dead", "open"), 0)

    def wait_for(revision: int) -> dict[str, Any]:
        for kind, data in stream:
            if kind == "letter" and data["revision"] == revision and data["done"]:
                return dict(data)
        raise SystemExit("the stream has ended")

    with times.of(OPENED + engine):
        connection = client.stream(f"{path}/events")
        stream = events(connection.getresponse())
        wait_for(1)
    for revision, cell in enumerate(cells[half : half + count], 2):
        edit = {"op": "set_cells", "cells": [[*cell, filled.letters[cell]]]}
        with times.of(TRUTH + engine):
            client.post(f"{path}/ops", {"base": revision - 1, "ops": [edit]})
            told = wait_for(revision)
        for total in totals:
            totals[total] += told[total]
    connection.close()
    left, dead, undecided = totals.values()
    said = f"{left / count:.0f} letters left by propagation, {dead / left:.0%} of them dead"
    return f"{said}, {undecided / left:.1%} undecided"


def warm_up(client: Client) -> None:
    """Have the studio read the word list, which happens once."""
    made = client.post("/api/documents", {"kind": "pattern", "index": 0})
    for look in ("preview", "check", "slots/1A/candidates"):
        client.get(f"/api/documents/{made['id']}/{look}")


# -- the page -------------------------------------------------------------------------------------

LISTEN = """() => {
    window.paints = [];
    document.addEventListener("keydown", () => {
        const since = performance.now();
        requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => window.paints.push(performance.now() - since);
            channel.port2.postMessage(0);
        });
    }, true);
}"""
"""Measures from a key to the moment after the next frame was drawn."""

FIRST_PAINT = """() => new Promise((done) => {
    new PerformanceObserver((list) => {
        const entry = list.getEntriesByName("first-contentful-paint")[0];
        if (entry) done(entry.startTime);
    }).observe({ type: "paint", buffered: true });
})"""


def browse(client: Client, rows: list[str], filled: Grid, times: Times) -> str:
    """Type a puzzle in a browser; return what the page weighs."""
    from playwright.sync_api import sync_playwright

    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    identity = client.post("/api/documents", {"kind": "rows", "rows": rows})["id"]
    origin = f"http://{client.host}:{client.port}"
    name, _, value = client.cookie.partition("=")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        weight = ""
        for number in range(OPENINGS):
            context = browser.new_context(viewport={"width": 1280, "height": 800})
            context.add_cookies([{"name": name, "value": value, "url": origin}])
            page = context.new_page()
            loaded: list[Any] = []
            page.on("response", partial(list.append, loaded))
            page.goto(f"{origin}/documents/{identity}")
            page.locator(".board-row").first.wait_for()
            times.add(FIRST, page.evaluate(FIRST_PAINT))
            page.wait_for_load_state("networkidle")
            files = {each.url: len(each.body()) for each in loaded if "/api/" not in each.url}
            after = sum(size for url, size in files.items() if url.endswith(LATE))
            weight = f"{(sum(files.values()) - after) / 1000:.0f} kB for the editor"
            late = f"{after / 1000:.0f} kB"
            if number < OPENINGS - 1:
                context.close()
        page.evaluate(LISTEN)
        page.locator(".board-row .square:not(.block)").first.click()
        for slot in filled.slots[:20]:
            for letter in filled.word(slot) or "":
                page.keyboard.press(letter)
                page.wait_for_timeout(60)
            page.keyboard.press("Tab")
        for waited in page.evaluate("window.paints"):
            times.add(PAINT, waited)
        browser.close()
    return f"{weight} (goal: less than 200 kB), and {late} to show what searches say, once they do"


# -- the figures ----------------------------------------------------------------------------------


@contextmanager
def studio(engine: str = "compiled") -> Iterator[tuple[Client, subprocess.Popen[str]]]:
    """Run a studio in a process of its own."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "crosswright", "studio", "--no-browser", "--port", "0"]
        environment = {**os.environ, "CROSSWRIGHT_ENGINE": engine}
        process = subprocess.Popen(
            [*command, "--root", folder], stdout=subprocess.PIPE, text=True, env=environment
        )
        try:
            assert process.stdout is not None
            client = Client(process.stdout.readline().strip())
            warm_up(client)
            yield client, process
        finally:
            process.terminate()  # a shell may have it ignore Ctrl-C
            process.wait(60)


def main() -> None:
    """Start a studio, construct a puzzle in it, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--letters", type=int, default=1000, help="type only this many letters")
    parser.add_argument("--no-browser", action="store_true", help="leave the page out")
    parser.add_argument("--write", action="store_true", help="record the figures in the docs")
    options = parser.parse_args()
    grid = Grid.parse(PATTERN.read_text()).without_letters()
    filled = fill(grid, lexicon.english(), min_score=40, seed=1).grid
    harder = fill(grid, lexicon.english(), min_score=MAP_FLOOR, seed=1).grid
    weight = ""
    with studio() as (client, process):
        times = Times(process)
        construction = Construction(client, filled, times)
        construction.run(options.letters)
        decided = map_truth(client, harder, times, MAPPED)
        if not options.no_browser:
            weight = browse(client, grid.rows(), filled, times)
    with studio("python") as (client, process):
        plain = Times(process)
        slowly = Construction(client, filled, plain, PLAIN)
        slowly.run(min(PLAIN_LETTERS, options.letters), clues=False)
        plainly = map_truth(client, harder, plain, MAPPED_PLAIN, PLAIN)
    head = ["", "times", "median", "p95", "processor, median", "p95", "goal (p95)"]
    figures = table(head, [*times.rows(), *plain.rows()])
    figures += (
        f"\nThe verdicts: {construction.shares()}; with the plain engine, {slowly.shares()}.\n"
    )
    figures += f"\nThe truth maps: {decided}; with the plain engine, {plainly}.\n"
    if weight:
        figures += f"\nOpening the editor loads {weight}.\n"
    figures += measured_on()
    print(figures)
    if options.write:
        write_figures(DOCUMENT, figures)


if __name__ == "__main__":
    main()
