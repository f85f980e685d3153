"""The textbook's variants against each other: what each heuristic buys, as a table and a chart."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from typing import Any
from xml.etree import ElementTree

from crosswright.grids.grid import Grid
from crosswright.limits import Status
from crosswright.tracing.textbook import VALUES, VARIABLES, Counters, OutOfTime, Textbook, Variant
from crosswright.words.wordlist import WordList

SECONDS = 5.0
"""Time for each variant unless told otherwise."""

COLUMNS = ("inference", "variable", "value", "assignments", "backtracks", "revisions", "time")

ROW, LABELS, BARS, FIGURES = 22, 250, 300, 210
"""Pixels of the chart: the height of a row, the widths of its parts."""

COLOURS = {Status.FILLED: "#1756c9", Status.IMPOSSIBLE: "#8b3fb5", Status.LIMIT: "#b9c1ce"}
FONT = "Helvetica, Arial, sans-serif"


@dataclass(frozen=True)
class Outcome:
    """What one variant did."""

    variant: Variant
    status: Status
    counters: Counters
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            **asdict(self.variant),
            "status": str(self.status),
            **asdict(self.counters),
            "seconds": round(self.seconds, 4),
        }


def variants() -> Iterator[Variant]:
    """Yield all variants, the textbook's best choice of each first."""
    for inference, variable, value in product((True, False), VARIABLES, VALUES):
        yield Variant(inference, variable, value)


def compare(
    grid: Grid,
    words: WordList,
    *,
    seconds: float = SECONDS,
    seed: int = 0,
    among: Iterable[Variant] | None = None,
) -> Iterator[Outcome]:
    """Yield what each variant does with a grid, within so many seconds each."""
    for variant in variants() if among is None else among:
        solver = Textbook(grid, words, variant, seed=seed, seconds=seconds)
        begun = time.perf_counter()
        try:
            status = Status.IMPOSSIBLE if solver.solve() is None else Status.FILLED
        except OutOfTime:
            status = Status.LIMIT
        yield Outcome(variant, status, solver.counters, time.perf_counter() - begun)


def table(outcomes: Sequence[Outcome]) -> str:
    """Write outcomes as a table; a variant that ran out of time has `more than` signs."""
    rows = [COLUMNS, *(_cells(outcome) for outcome in outcomes)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(COLUMNS))]
    lines = []
    for row in rows:
        words = [f"{cell:<{width}}" for cell, width in zip(row[:3], widths, strict=False)]
        figures = [f"{cell:>{width}}" for cell, width in zip(row[3:], widths[3:], strict=True)]
        lines.append("  ".join([*words, *figures]))
    return "\n".join(lines)


def _cells(outcome: Outcome) -> tuple[str, ...]:
    variant, counters = outcome.variant, outcome.counters
    more = ">" if outcome.status is Status.LIMIT else ""
    figures = (counters.assignments, counters.backtracks, counters.revisions)
    return (
        "yes" if variant.inference else "no",
        variant.variable,
        variant.value,
        *(f"{more}{figure:,}" for figure in figures),
        f"{more}{_time(outcome.seconds)}",
    )


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.1f} ms"


def chart(outcomes: Sequence[Outcome]) -> str:
    """Draw outcomes as SVG: a bar for the assignments of each, on a logarithmic scale."""
    width, height = LABELS + BARS + FIGURES, ROW * (len(outcomes) + 2)
    root = ElementTree.Element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=str(width),
        height=str(height),
    )
    ElementTree.SubElement(root, "rect", width="100%", height="100%", fill="white")
    most = max((outcome.counters.assignments for outcome in outcomes), default=1)
    _text(root, LABELS, ROW * 0.7, "words assigned (logarithmic); backtracks; time", "#555")
    for place, outcome in enumerate(outcomes, 1):
        _bar(root, place * ROW, outcome, most)
    note = "grey: the time ran out before a fill was found"
    if any(outcome.status is Status.LIMIT for outcome in outcomes):
        _text(root, LABELS, ROW * (len(outcomes) + 1.7), note, "#555")
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _bar(root: ElementTree.Element, top: int, outcome: Outcome, most: int) -> None:
    """Draw the row of one outcome."""
    assignments = outcome.counters.assignments
    length = BARS * math.log10(1 + assignments) / math.log10(1 + max(most, 1))
    middle = top + ROW * 0.7
    _text(root, LABELS - 8, middle, str(outcome.variant), "#222", "end")
    ElementTree.SubElement(
        root,
        "rect",
        x=str(LABELS),
        y=str(top + 3),
        width=f"{max(length, 1):.1f}",
        height=str(ROW - 6),
        fill=COLOURS[outcome.status],
    )
    _, _, _, done, back, _, spent = _cells(outcome)
    _text(root, LABELS + length + 6, middle, f"{done}; {back}; {spent}", "#222")


def _text(
    root: ElementTree.Element, x: float, y: float, text: str, ink: str, anchor: str = "start"
) -> None:
    attributes = {"font-size": "12", "font-family": FONT, "text-anchor": anchor}
    ElementTree.SubElement(
        root, "text", {"x": f"{x:.1f}", "y": f"{y:.1f}", "fill": ink, **attributes}
    ).text = text
