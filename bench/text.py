"""Figures as text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path

BEGIN, END = "<!-- figures: begin -->\n", "<!-- figures: end -->\n"
"""What is around the figures of a page."""


def ms(seconds: float) -> str:
    """Return a time in milliseconds, or in seconds from one second on."""
    if seconds >= 10:
        return f"{seconds:.0f} s"
    if seconds >= 1:
        return f"{seconds:.1f} s"
    return f"{1000 * seconds:.1f} ms" if seconds < 0.0995 else f"{1000 * seconds:.0f} ms"


def times(ratio: float) -> str:
    """Return a ratio, as in `12×`."""
    return f"{ratio:,.0f}×" if ratio >= 9.5 else f"{ratio:.1f}×"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines) + "\n"


def paragraph(text: str) -> str:
    """Wrap a text to lines of a hundred characters."""
    return textwrap.fill(text, 100, break_on_hyphens=False, break_long_words=False) + "\n"


def write_figures(page: Path, figures: str, name: str = "figures") -> None:
    """Put figures into a page, in place of those of that name that it has."""
    begin, end = (mark.replace("figures", name) for mark in (BEGIN, END))
    before, rest = page.read_text("utf-8").split(begin)
    after = rest.split(end)[1]
    page.write_text(f"{before}{begin}{figures}{end}{after}", "utf-8")
