"""Words and clues to a criss-cross: `layout()` and its handle `start()`.

>>> from crosswright.layouts.layout import layout
>>> result = layout([("OAK", "Acorns grow on it"), ("PALM", "Tree of the oasis"), "ELM"])
>>> result.status
<Status.FILLED: 'FILLED'>
>>> sorted(place.entry.text for place in result.best.placements)
['ELM', 'OAK', 'PALM']
"""

from __future__ import annotations

from collections.abc import Iterable

from crosswright.layouts.crisscross import Layout, LeftOut, Placement, Reason
from crosswright.layouts.entries import LayoutWord, parse_words, read_words
from crosswright.layouts.run import LayoutProgress, LayoutResult, LayoutRun, LayoutStatistics
from crosswright.limits import Limit, Status

__all__ = [
    "Layout",
    "LayoutProgress",
    "LayoutResult",
    "LayoutRun",
    "LayoutStatistics",
    "LayoutWord",
    "LeftOut",
    "Limit",
    "Placement",
    "Reason",
    "Status",
    "layout",
    "parse_words",
    "read_words",
    "start",
]

Words = Iterable[LayoutWord | tuple[str, str] | str]
"""Words, words with clues, or entries as `read_words` returns them."""


def start(
    words: Words,
    *,
    width: int | None = None,
    height: int | None = None,
    candidates: int = 1,
    seed: int = 0,
    limit: Limit | None = None,
) -> LayoutRun:
    """Begin a search for layouts: iterate its progress, stop it, take its result.

    `width` and `height` bound the grid. `candidates` asks for so many layouts that differ. Without
    a limit, or with one of `nodes` (steps, here), the same seed gives the same layouts everywhere
    and in whatever order the words come; a limit of seconds alone uses the time that there is.
    """
    return LayoutRun(
        [_entry(word) for word in words],
        width=width,
        height=height,
        candidates=candidates,
        seed=seed,
        limit=limit or Limit(),
    )


def layout(
    words: Words,
    *,
    width: int | None = None,
    height: int | None = None,
    candidates: int = 1,
    seed: int = 0,
    limit: Limit | None = None,
) -> LayoutResult:
    """Lay words out as a criss-cross; the keywords are those of `start`."""
    with start(
        words, width=width, height=height, candidates=candidates, seed=seed, limit=limit
    ) as run:
        return run.result()


def _entry(word: LayoutWord | tuple[str, str] | str) -> LayoutWord:
    if isinstance(word, LayoutWord):
        return word
    return LayoutWord(word) if isinstance(word, str) else LayoutWord(*word)
