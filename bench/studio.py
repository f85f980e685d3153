"""Measure how fast a studio answers while a 15×15 is constructed, from empty to clued.

    python3 scripts/bench.py studio [--write] [--letters N] [--no-browser]

Starts `crosswright studio` as a process and does what a person and the page would: draws the blocks
of a pattern of 78 words on an empty grid, types a fill letter by letter, asks after each for the
candidates of the slot and of its crossing, types a letter that cannot be now and then, and writes a
clue for every slot. Then it types in a browser (Chromium), and measures from the key to the paint.
Prints medians and 95th percentiles: of the time until the answer was there, and of the processor
time that all of it took in the studio, which other work on the machine does not change. --write
puts them into docs/benchmarks-studio.md. Needs Linux, for the clocks of other processes.
"""

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.client import HTTPResponse
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

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

OPENINGS = 10
"""Times that the editor is opened in a fresh browser context."""

PREVIEW = "preview after a letter"
BLOCKED = "preview after a block"
DEAD = "preview of what is proved impossible"
CANDIDATES = "candidates of a slot"
FILTERED = "candidates with a filter"
STOPPED = "end of a fill that is stopped"
PAINT, FIRST = "key to paint", "first paint of the editor"
GOALS = {PREVIEW: 30, BLOCKED: 30, DEAD: 30, CANDIDATES: 50, FILTERED: 50, STOPPED: 20, FIRST: 1000}
"""Milliseconds at the 95th percentile that were aimed for."""


class Times:
    """How long each kind of question took: to the answer, and of the processor."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._clock = ~process.pid << 3 | 2  # as clock_getcpuclockid makes it on Linux
        self.by_name: dict[str, list[tuple[float, float]]] = {}

    @contextmanager
    def of(self, name: str) -> Iterator[None]:
        """Measure what happens in a block."""
        since, spent = time.perf_counter(), self._spent()
        yield
        self.add(name, (time.perf_counter() - since) * 1000, self._spent() - spent)

    def add(self, name: str, waited: float, spent: float = 0.0) -> None:
        """Add a measurement, in milliseconds."""
        self.by_name.setdefault(name, []).append((waited, spent))

    def _spent(self) -> float:
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

    def __init__(self, client: Client, filled: Grid, times: Times) -> None:
        self._client, self._filled, self._times = client, filled, times
        self._grid = filled.without_letters()
        body = {"kind": "blank", "height": filled.height, "width": filled.width}
        self.identity = client.post("/api/documents", body)["id"]
        self._path = f"/api/documents/{self.identity}"
        self._connection = client.stream(f"{self._path}/events")
        self._stream = events(self._connection.getresponse())
        self._revision = 0

    def run(self, most_letters: int) -> None:
        """Draw, type and clue."""
        blocks = sorted(self._grid.blocks)
        for cell in blocks[: (len(blocks) + 1) // 2]:
            block = {"op": "toggle_block", "cells": [list(cell)], "to": "block"}
            self._edit("a block", block, BLOCKED)
        for number, cell in enumerate(self._grid.open_cells[:most_letters], 1):
            self._letter(cell, self._filled.letters[cell], PREVIEW)
            for index in self._grid.slots_at(cell):
                self._candidates(CANDIDATES, self._grid.slots[index].label)
            if number % IMPOSSIBLE_EVERY == 0:
                self._candidates(FILTERED, self._grid.slots[index].label, "?filter=*e*")
                self._letter(cell, "Q", DEAD)
                self._letter(cell, self._filled.letters[cell], PREVIEW)
            if number % STOP_EVERY == 0:
                self._stop_a_fill()
        for slot in self._grid.slots:
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
        with self._times.of(preview):
            with self._times.of(name):
                self._revision = self._client.post(f"{self._path}/ops", body)["revision"]
            for kind, data in self._stream:
                if kind == "preview" and data["revision"] == self._revision:
                    return

    def _stop_a_fill(self) -> None:
        """Start a fill, let it work for a while, stop it, and clear what it wrote."""
        body = {"kind": "fill", "base": self._revision, "seconds": 60}
        job = self._client.post(f"{self._path}/jobs", body)["job"]
        time.sleep(FILL_SECONDS)
        with self._times.of(STOPPED):
            self._client.delete(f"/api/jobs/{job}")
            for kind, data in self._stream:
                if kind == "job.end" and data["job"] == job:
                    break
        self._revision = self._client.get(self._path)["revision"]
        self._edit("clear the pencil", {"op": "erase_pencil"}, "")

    def _candidates(self, name: str, label: str, query: str = "") -> None:
        with self._times.of(name):
            self._client.get(f"{self._path}/slots/{label}/candidates{query}")


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

    path = shutil.which("chromium") or shutil.which("google-chrome")
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
            files = [len(each.body()) for each in loaded if "/api/" not in each.url]
            weight = f"{sum(files) / 1000:.0f} kB in {len(files)} files"
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
    return weight


# -- the figures ----------------------------------------------------------------------------------


def main() -> None:
    """Start a studio, construct a puzzle in it, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--letters", type=int, default=1000, help="type only this many letters")
    parser.add_argument("--no-browser", action="store_true", help="leave the page out")
    parser.add_argument("--write", action="store_true", help="record the figures in the docs")
    options = parser.parse_args()
    grid = Grid.parse(PATTERN.read_text()).without_letters()
    filled = fill(grid, lexicon.english(), min_score=40, seed=1).grid
    weight = ""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "crosswright", "studio", "--no-browser", "--port", "0"]
        process = subprocess.Popen([*command, "--root", folder], stdout=subprocess.PIPE, text=True)
        times = Times(process)
        try:
            assert process.stdout is not None
            client = Client(process.stdout.readline().strip())
            warm_up(client)
            Construction(client, filled, times).run(options.letters)
            if not options.no_browser:
                weight = browse(client, grid.rows(), filled, times)
        finally:
            process.terminate()  # a shell may have it ignore Ctrl-C
            process.wait(60)
    head = ["", "times", "median", "p95", "processor, median", "p95", "goal (p95)"]
    figures = table(head, times.rows())
    if weight:
        figures += f"\nOpening the editor loads {weight} (goal: less than 200 kB).\n"
    print(figures)
    if options.write:
        write_figures(DOCUMENT, figures)


if __name__ == "__main__":
    main()
