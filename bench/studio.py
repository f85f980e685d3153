"""Measure how fast a studio answers while a 15×15 is constructed, from empty to clued.

    python3 scripts/bench.py studio [--letters N]

Starts `crosswright studio` as a process and does what the page would: types a fill of a pattern of
78 words letter by letter, and asks after each for the candidates of the slot and of its crossing;
then writes a clue for every slot. Prints medians and 95th percentiles, in milliseconds as the
client waits for them: the answer to an edit, the preview that follows it, a list of candidates, and
the checks.
"""

import argparse
import json
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from http.client import HTTPResponse
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.studio_growth import Client  # noqa: E402
from bench.text import table  # noqa: E402
from crosswright.filling.fill import fill  # noqa: E402
from crosswright.grids.grid import Grid  # noqa: E402
from crosswright.words import lexicon  # noqa: E402

PATTERN = ROOT / "bench" / "grids" / "daily15_78.txt"
GOALS = {"preview": 30, "candidates": 50}
"""Milliseconds at the 95th percentile that the specification asks for."""


class Times:
    """How long each kind of question took."""

    def __init__(self) -> None:
        self.by_name: dict[str, list[float]] = {}

    def add(self, name: str, since: float) -> None:
        """Add the time since a moment."""
        self.by_name.setdefault(name, []).append((time.perf_counter() - since) * 1000)

    def rows(self) -> Iterator[list[str]]:
        """Yield the rows of the table."""
        for name, values in self.by_name.items():
            middle, high = statistics.median(values), statistics.quantiles(values, n=20)[-1]
            goal = f"{GOALS[name]} ms" if name in GOALS else "–"
            yield [name, str(len(values)), f"{middle:.1f} ms", f"{high:.1f} ms", goal]


def events(response: HTTPResponse) -> Iterator[tuple[str, Any]]:
    """Yield the events of a stream."""
    name = ""
    for line in response:
        field, _, value = line.decode().rstrip("\n").partition(": ")
        if field == "event":
            name = value
        elif field == "data":
            yield name, json.loads(value)


def construct(client: Client, filled: Grid, times: Times, most_letters: int) -> None:
    """Construct a puzzle as a person would, and measure every answer."""
    grid = filled.without_letters()
    made = client.post("/api/documents", {"kind": "rows", "rows": grid.rows()})
    path = f"/api/documents/{made['id']}"
    connection = client.stream(f"{path}/events")
    stream = events(connection.getresponse())
    revision = 0
    for cell in grid.open_cells[:most_letters]:
        operation = {"op": "set_cells", "cells": [[*cell, filled.letters[cell]]]}
        since = time.perf_counter()
        revision = client.post(f"{path}/ops", {"base": revision, "ops": [operation]})["revision"]
        times.add("edit", since)
        wait_for(stream, "preview", revision)
        times.add("preview", since)
        for index in grid.slots_at(cell):
            since = time.perf_counter()
            client.get(f"{path}/slots/{grid.slots[index].label}/candidates")
            times.add("candidates", since)
    for slot in grid.slots:
        operation = {"op": "set_clue", "slot": slot.label, "text": f"A clue for {slot.label}"}
        since = time.perf_counter()
        revision = client.post(f"{path}/ops", {"base": revision, "ops": [operation]})["revision"]
        times.add("clue", since)
        since = time.perf_counter()
        client.get(f"{path}/check")
        times.add("check", since)
    connection.close()


def wait_for(stream: Iterator[tuple[str, Any]], name: str, revision: int) -> None:
    """Read events until the one that is about a revision."""
    for kind, data in stream:
        if kind == name and data["revision"] == revision:
            return


def main() -> None:
    """Start a studio, construct a puzzle in it, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--letters", type=int, default=1000, help="type only this many letters")
    options = parser.parse_args()
    times = Times()
    grid = Grid.parse(PATTERN.read_text()).without_letters()
    filled = fill(grid, lexicon.english(), min_score=40, seed=1).grid
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "crosswright", "studio", "--no-browser", "--port", "0"]
        process = subprocess.Popen([*command, "--root", folder], stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            client = Client(process.stdout.readline().strip())
            construct(client, filled, times, options.letters)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(60)
    print(table(["", "times", "median", "p95", "goal (p95)"], times.rows()))


if __name__ == "__main__":
    main()
