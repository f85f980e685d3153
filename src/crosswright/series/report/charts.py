"""The charts of a report as SVG, in colours that the page sets for light, dark and paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Final

from crosswright.rendering.canvas import Canvas
from crosswright.series.ledger import LedgerEntry
from crosswright.series.pages import month_name
from crosswright.series.report.figures import RepeatFigures, WeekdayFigures

INK, QUIET, RULE = "var(--ink)", "var(--quiet)", "var(--rule)"
MEAN, LOWEST, BAR, ALARM = "var(--mean)", "var(--lowest)", "var(--bar)", "var(--alarm)"

LEFT, TOP, BOTTOM = 42, 18, 34
"""Pixels around a chart for the scale, the headroom and the names below."""

NARROW: Final = 340
"""The width of a chart that fits a telephone."""

WIDE: Final = 940
"""The least width of a chart with a point for each puzzle."""

STEP: Final = 2.5
"""Pixels from one puzzle to the next, where there are many."""

HEIGHT: Final = 150
"""The height of the area between the scales."""

MAX_BARS: Final = 45
"""Bars in the chart of repeats; more distances share one."""

BEST: Final = 100

MONTH_WIDTH: Final = 100
"""Room for the longest name of a month."""


def scores(entries: Sequence[LedgerEntry]) -> str:
    """Draw the mean and the lowest score of each puzzle; a hole is a mark on the line below."""
    width = int(max(WIDE, STEP * len(entries) + LEFT + 10))
    canvas = _chart(width, "Mean and lowest score of each puzzle")
    lows = [entry.lowest for entry in entries if entry.lowest is not None]
    floor = min([*lows, 50]) // 10 * 10
    _scale(canvas, width, [*range(floor, BEST + 1, 10)])
    step = (width - LEFT - 10) / max(1, len(entries))
    size = max(2.0, min(5.0, step - 1))
    for index, entry in enumerate(entries):
        x = LEFT + (index + 0.5) * step
        if entry.is_hole:
            mark = (x - size / 2, TOP + HEIGHT + 2.0)
            canvas.rectangle(mark, (size, 8), ALARM, title=f"{entry.date}: hole")
            continue
        for value, colour, name in ((entry.lowest, LOWEST, "lowest"), (entry.mean, MEAN, "mean")):
            if value is not None:
                corner = (x - size / 2, _height(value, floor, BEST) - size / 2)
                title = f"{entry.date}: {name} {value:.0f}"
                canvas.rectangle(corner, (size, size), colour, title=title)
    _months(canvas, entries, step)
    return canvas.text()


def weekdays(figures: Sequence[WeekdayFigures]) -> str:
    """Draw the range of mean scores of each weekday, and their mean."""
    shown = [day for day in figures if day.means]
    canvas = _chart(NARROW, "Range and mean of the puzzles' mean scores by weekday")
    floor = int(min((min(day.means) for day in shown), default=50)) // 10 * 10
    _scale(canvas, NARROW, [*range(floor, BEST + 1, 10)])
    step = (NARROW - LEFT) / max(1, len(shown))
    for index, day in enumerate(shown):
        x = LEFT + (index + 0.5) * step
        top, bottom = _height(max(day.means), floor, BEST), _height(min(day.means), floor, BEST)
        title = f"{day.name}: {min(day.means):.1f} to {max(day.means):.1f}, mean {day.mean:.1f}"
        canvas.rectangle((x - 9, top), (18, max(2, bottom - top)), BAR, title=title)
        y = _height(day.mean or 0, floor, BEST)
        canvas.line((x - 12, y), (x + 12, y), INK, 2)
        canvas.write((x, TOP + HEIGHT + 16), day.name[:3], INK, anchor="middle")
    return canvas.text()


def bars(counts: Mapping[str, int], label: str) -> str:
    """Draw a bar for each count."""
    canvas = _chart(NARROW, label)
    most = max(counts.values(), default=1)
    _scale(canvas, NARROW, _ticks(most))
    top = _ticks(most)[-1]
    step = (NARROW - LEFT) / max(1, len(counts))
    for index, (name, count) in enumerate(counts.items()):
        x, y = LEFT + index * step, _height(count, 0, top)
        size = (max(1.0, step - min(4.0, step / 4)), TOP + HEIGHT - y)
        canvas.rectangle((x, y), size, BAR, title=f"{name}: {count:,}")
        middle = (x + size[0] / 2, TOP + HEIGHT + 16)
        canvas.write(middle, name, INK, size=11 if step > 14 else 9, anchor="middle")
    return canvas.text()


def repeats(figures: RepeatFigures, name: str) -> str:
    """Draw how many answers came again after how many puzzles, with a line where they may."""
    last = max([*figures.distances, min(figures.window + 1, 10)])
    width = ceil(last / MAX_BARS)
    counts = [0] * (last // width + 1)
    for distance, count in figures.distances.items():
        counts[distance // width] += count
    canvas = _chart(NARROW, f"Repeats of {name} by distance in puzzles")
    ticks = _ticks(max(counts))
    _scale(canvas, NARROW, ticks)
    step = (NARROW - LEFT) / len(counts)
    for index, count in enumerate(counts):
        x, y = LEFT + index * step, _height(count, 0, ticks[-1])
        first, end = index * width, index * width + width - 1
        after = f"{first}" if first == end else f"{first} to {end}"
        colour = ALARM if end <= figures.window else BAR
        size = (max(1.0, step * 0.8), TOP + HEIGHT - y)
        canvas.rectangle((x, y), size, colour, title=f"after {after}: {count:,}")
    border = LEFT + (figures.window + 1) / width * step
    if border <= NARROW:
        canvas.line((border, TOP - 6), (border, TOP + HEIGHT), ALARM, 1)
        anchor = "start" if border < NARROW / 2 else "end"
        canvas.write(
            (border + (4 if anchor == "start" else -4), TOP - 6),
            "window",
            QUIET,
            size=11,
            anchor=anchor,
        )
    for mark in (0, last // 2, last):
        x = LEFT + (mark // width + 0.4) * step
        canvas.write((min(x, NARROW - 10), TOP + HEIGHT + 16), str(mark), INK, anchor="middle")
    return canvas.text()


# -- what all of them have ------------------------------------------------------------------------


def _chart(width: int, label: str) -> Canvas:
    canvas = Canvas(width, TOP + HEIGHT + BOTTOM)
    canvas.root.set("role", "img")
    canvas.root.set("aria-label", label)
    return canvas


def _height(value: float, low: float, high: float) -> float:
    return TOP + HEIGHT * (1 - (value - low) / max(1, high - low))


def _scale(canvas: Canvas, width: int, ticks: Sequence[int]) -> None:
    for tick in ticks:
        y = _height(tick, ticks[0], ticks[-1])
        canvas.line((LEFT, y), (width, y), RULE, 1)
        canvas.write((LEFT - 5, y + 4), f"{tick:,}", QUIET, size=11, anchor="end")


def _ticks(most: int) -> list[int]:
    """Return four or five round numbers from 0 to at least the largest count.

    >>> _ticks(3), _ticks(37), _ticks(1234)
    ([0, 1, 2, 3], [0, 10, 20, 30, 40], [0, 500, 1000, 1500])
    """
    power = 10 ** max(0, len(str(most)) - 1)
    units = [power // 10, power // 5, power // 2, power, 2 * power, 5 * power]
    unit = next(unit for unit in units if unit and most <= 4 * unit)
    return [*range(0, ceil(max(1, most) / unit) * unit + 1, unit)]


def _months(canvas: Canvas, entries: Sequence[LedgerEntry], step: float) -> None:
    """Write the name of a month below its first puzzle, where there is room."""
    free, seen = 0.0, None
    for index, entry in enumerate(entries):
        month = (entry.date.year, entry.date.month)
        x = LEFT + index * step
        if month != seen and x >= free:
            canvas.write((x, TOP + HEIGHT + 24), month_name(entry.date), INK)
            free = x + MONTH_WIDTH
        seen = month
