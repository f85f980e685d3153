"""Measure layouts against those of genxword, on the same lists, in the same time.

    python3 -m pip install --no-deps genxword==2.2.0    # in the environment, .venv
    python3 scripts/bench.py layout [--write] [--proofs] [--seconds 3] [--lists 20]

Prints a table; --write puts it into docs/benchmarks-layout.md. With --proofs, it is about lists of
up to fourteen words, of which the most crossings can be proved; with --longer, about what a search
of ten times as long finds. Both programs are timed by processor
time, so that a busy machine does not matter. genxword (GPL-3.0) is run as installed; only its
drawing libraries, which a layout does not need, are stubbed out.
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType, SimpleNamespace

from crosswright.layouts.crisscross import Layout
from crosswright.layouts.layout import layout
from crosswright.limits import Limit

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import proofs  # noqa: E402
from bench.text import table as text_table  # noqa: E402
from bench.text import write_figures  # noqa: E402

DOCUMENT = ROOT / "docs" / "benchmarks-layout.md"
SIZES = (10, 20, 40, 80)


@dataclass(frozen=True)
class Figures:
    """What a layout is measured by."""

    words: int
    crossings: int
    area: int

    @property
    def rank(self) -> tuple[int, int, int]:
        """Sort layouts, the best first."""
        return -self.words, -self.crossings, self.area


def lists(size: int, count: int) -> Iterator[list[str]]:
    """Yield lists of common English words, always the same ones."""
    words = (ROOT / "data/words2.txt").read_text("utf-8").upper().split()
    for number in range(count):
        yield random.Random(f"layout {size} {number}").sample(words, size)


def ours(words: list[str], seconds: float) -> Figures:
    """Lay words out with Crosswright, and check the outcome."""
    best = layout(words, limit=Limit(cpu_seconds=seconds)).best
    check(best, words)
    return Figures(len(best.placements), best.crossings, best.area)


def check(crisscross: Layout, words: list[str]) -> None:
    grid = crisscross.grid
    runs = [grid.word(slot) for slot in grid.slots]
    assert grid.is_connected()
    assert len(set(runs)) == len(runs)
    assert set(runs) <= set(words)


class Genxword:
    """genxword's own steps from a list to a layout, as its command `genxword -a` takes them."""

    def __init__(self) -> None:
        for name in ("gi", "gi.repository", "cairo"):
            sys.modules.setdefault(name, ModuleType(name))
        vars(sys.modules["gi"]).setdefault("require_version", lambda *_: None)
        for name in ("Pango", "PangoCairo"):
            vars(sys.modules["gi.repository"]).setdefault(name, None)
        try:
            from genxword import calculate, control
        except ImportError:
            raise SystemExit("Install genxword first: see the top of bench/layout.py") from None
        calculate.time = SimpleNamespace(time=time.process_time)
        self.calculate, self.control = calculate, control

    def once(self, words: list[str]) -> Figures:
        """Return the layout that the command would show."""
        task = self.control.Genxword(auto=True)
        task.wlist([f"{word} clue" for word in words], nwords=len(words))
        task.grid_size()
        for _ in range(6):  # the command enlarges the grid until nine words in ten are placed
            crossword = self.calculate.Crossword(task.nrow, task.ncol, "-", task.wordlist)
            crossword.compute_crossword()
            if len(crossword.best_wordlist) >= 0.9 * len(words):
                break
            task.nrow += 2
            task.ncol += 2
        return figures(crossword.best_wordlist)

    def repeated(self, words: list[str], seconds: float) -> Figures:
        """Return the best of as many layouts as time allows."""
        end = time.process_time() + seconds
        best = self.once(words)
        while time.process_time() < end:
            best = min(best, self.once(words), key=lambda figures: figures.rank)
        return best


def figures(placed: list[list]) -> Figures:
    """Measure a layout by genxword: word, clue, row, column, whether it runs down."""
    cells: dict[tuple[int, int], int] = {}
    for word, _, row, column, down, *_ in placed:
        for n in range(len(word)):
            cell = (row + n, column) if down else (row, column + n)
            cells[cell] = cells.get(cell, 0) + 1
    rows, columns = zip(*cells, strict=True)
    area = (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1)
    return Figures(len(placed), sum(count > 1 for count in cells.values()), area)


@dataclass(frozen=True)
class Row:
    """The layouts of one list."""

    size: int
    ours: Figures
    once: Figures
    repeated: Figures
    most: int | None = None
    """The most crossings that any layout of the list has, if that is proved."""


def measure(seconds: float, count: int, sizes: Iterable[int], *, proves: bool = False) -> list[Row]:
    peer = Genxword()
    random.seed(1)  # genxword draws from the module's own generator
    rows = []
    for size in sizes:
        for words in lists(size, count):
            best = ours(words, seconds)
            most = None
            if proves and best.words == size:
                most = proofs.most_crossings(words, best.crossings)
            row = Row(size, best, peer.once(words), peer.repeated(words, seconds), most)
            print(row, file=sys.stderr, flush=True)
            rows.append(row)
    return rows


Choice = Callable[[Row], Figures]


def compared(rows: list[Row], theirs: Choice) -> str:
    """Return the cells of the table that compare our layouts with theirs."""
    fewer = sum(row.ours.words < theirs(row).words for row in rows)
    more = sum(row.ours.words > theirs(row).words for row in rows)
    equal = [row for row in rows if row.ours.words == theirs(row).words]
    crossings = [row.ours.crossings / theirs(row).crossings for row in equal]
    areas = [row.ours.area / theirs(row).area for row in equal]
    smaller = sum(area < 1 for area in areas)
    return (
        f"{fewer} / {more} | {statistics.median(crossings):.3f}× ({min(crossings):.2f}–"
        f"{max(crossings):.2f}) | {statistics.median(areas):.3f}× ({min(areas):.2f}–"
        f"{max(areas):.2f}), smaller on {smaller} of {len(equal)}"
    )


def table(rows: list[Row]) -> str:
    lines = []
    choices: tuple[tuple[str, Choice], ...] = (
        ("genxword as it comes", lambda row: row.once),
        ("the best of genxword in the same time", lambda row: row.repeated),
    )
    for name, theirs in choices:
        lines += [f"Against {name}:", ""]
        lines.append("| words in a list | lists with fewer / more words | crossings | area |")
        lines.append("|---|---|---|---|")
        lines += [
            f"| {size} | {compared([row for row in rows if row.size == size], theirs)} |"
            for size in SIZES
        ]
        lines += [f"| all | {compared(rows, theirs)} |", ""]
    return "\n".join(lines)


def bound(rows: list[Row]) -> str:
    """Return what the most crossings of short lists would be, beside genxword's."""
    sides = (("as it comes", lambda row: row.once), ("at its best", lambda row: row.repeated))
    lines = []
    for size in proofs.BOUND_SIZES:
        for name, theirs in sides:
            equal = [
                row for row in rows if row.size == size and row.ours.words == theirs(row).words
            ]
            known = [row for row in equal if row.most]
            most = statistics.median(row.most / theirs(row).crossings for row in known)
            reached = statistics.median(row.ours.crossings / theirs(row).crossings for row in known)
            proved = f"{len(known)} of {len(equal)}"
            lines.append([str(size), name, f"{reached:.3f}×", f"{most:.3f}×", proved])
    head = ["words", "against genxword", "reached", "most possible, proved", "lists proved"]
    return text_table(head, lines)


LONGER = 10  # times as long


def longer(seconds: float, count: int, sizes: Iterable[int]) -> str:
    """Return what a longer search finds of lists too long for a proof, beside genxword's."""
    peer = Genxword()
    random.seed(1)
    lines = []
    for size in sizes:
        ratios = []
        for words in lists(size, count):
            theirs = peer.once(words)
            found = [ours(words, limit) for limit in (seconds, LONGER * seconds)]
            print(size, theirs, *found, file=sys.stderr, flush=True)
            if {each.words for each in found} == {theirs.words}:
                ratios.append([each.crossings / theirs.crossings for each in found])
        medians = [statistics.median(column) for column in zip(*ratios, strict=True)]
        lines.append([str(size), *(f"{ratio:.3f}×" for ratio in medians), str(len(ratios))])
    head = ["words", f"in {seconds:g} s", f"in {LONGER * seconds:g} s", "lists"]
    return text_table(head, lines)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--proofs", action="store_true")
    parser.add_argument("--longer", action="store_true")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--lists", type=int, default=20)
    asked = parser.parse_args()
    section = "figures"
    if asked.proofs:
        section = "proofs"
        rows = measure(asked.seconds, asked.lists, proofs.BOUND_SIZES, proves=True)
        text = f"{bound(rows)}\n{proofs.figures(asked.lists)}"
    elif asked.longer:
        section = "longer"
        text = longer(asked.seconds, asked.lists, SIZES[1:])
    else:
        text = table(measure(asked.seconds, asked.lists, SIZES))
    print(text, end="")
    if asked.write:
        write_figures(DOCUMENT, text, section)


if __name__ == "__main__":
    main()
