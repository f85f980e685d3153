"""A comparison of search variants as a bar chart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from crosswright.limits import Status
from crosswright.rendering.canvas import Canvas
from crosswright.tracing.compare import Outcome

ROW, LABELS, BARS, FIGURES = 22, 250, 300, 210
"""Pixels of the chart: the height of a row, and the widths of its parts."""

COLOURS: Final = {Status.FILLED: "#1756c9", Status.IMPOSSIBLE: "#8b3fb5", Status.LIMIT: "#b9c1ce"}
INK, QUIET = "#222", "#555"


def chart(outcomes: Sequence[Outcome]) -> str:
    """Draw outcomes as SVG: one bar each for the words assigned, on a logarithmic scale."""
    width, height = LABELS + BARS + FIGURES, ROW * (len(outcomes) + 2)
    canvas = Canvas(width, height)
    canvas.rectangle((0, 0), (width, height), "white")
    title = "words assigned (logarithmic); backtracks; time"
    canvas.write((LABELS, _baseline(0)), title, QUIET)
    most = max((outcome.counters.assignments for outcome in outcomes), default=1)
    for row, outcome in enumerate(outcomes, 1):
        _bar(canvas, row, outcome, most)
    if any(outcome.status is Status.LIMIT for outcome in outcomes):
        note = "grey: the time ran out before a fill was found"
        canvas.write((LABELS, _baseline(len(outcomes) + 1)), note, QUIET)
    return canvas.text()


def _bar(canvas: Canvas, row: int, outcome: Outcome, most: int) -> None:
    """Draw the row of one outcome."""
    assignments = outcome.counters.assignments
    length = BARS * math.log10(1 + assignments) / math.log10(1 + max(most, 1))
    canvas.write((LABELS - 8, _baseline(row)), str(outcome.variant), INK, anchor="end")
    size = round(max(length, 1), 1), ROW - 6
    canvas.rectangle((LABELS, row * ROW + 3), size, COLOURS[outcome.status])
    figures = outcome.figures()
    text = f"{figures['assignments']}; {figures['backtracks']}; {figures['time']}"
    canvas.write((LABELS + round(length, 1) + 6, _baseline(row)), text, INK)


def _baseline(row: int) -> float:
    """Return the height of the line on which a row's text is written."""
    return round((row + 0.7) * ROW, 1)
