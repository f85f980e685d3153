"""Words and clues to a criss-cross: `layout()` and its handle `start()`.

>>> result = layout([("OAK", "Acorns grow on it"), ("PALM", "Tree of the oasis"), "ELM"])
>>> result.status
<Status.FILLED: 'FILLED'>
>>> sorted(placement.entry.text for placement in result.best.placements)
['ELM', 'OAK', 'PALM']
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from typing import TypeAlias

from crosswright.errors import LayoutError
from crosswright.layouts.entries import LayoutWord
from crosswright.layouts.run import LayoutResult, LayoutRun
from crosswright.limits import Budget, Limit
from crosswright.support.wording import quote

LayoutWords: TypeAlias = Mapping[str, str] | Iterable[LayoutWord | tuple[str, str] | str]
"""Words, pairs of word and clue, a dict of clues, or what `read_words` returns."""


def start(
    words: LayoutWords,
    *,
    width: int | None = None,
    height: int | None = None,
    candidates: int = 1,
    seed: int = 0,
    limit: Limit | Budget | None = None,
) -> LayoutRun:
    """Begin a search for layouts, to watch or stop it; the keywords are those of `layout`."""
    return LayoutRun(
        layout_words(words),
        width=width,
        height=height,
        candidates=candidates,
        seed=seed,
        limit=limit,
    )


def layout(
    words: LayoutWords,
    *,
    width: int | None = None,
    height: int | None = None,
    candidates: int = 1,
    seed: int = 0,
    limit: Limit | Budget | None = None,
) -> LayoutResult:
    """Lay words out as a criss-cross.

    `width` and `height` bound the grid; `candidates` asks for several layouts that differ. Without
    a limit, or with one on nodes or failures (both count steps here), the same seed gives the same
    layouts everywhere, whatever the order of the words; with a limit on time alone, the search uses
    the time there is, unless it proves before that the best layout is found.
    """
    with start(
        words, width=width, height=height, candidates=candidates, seed=seed, limit=limit
    ) as run:
        return run.result()


def layout_words(words: LayoutWords) -> list[LayoutWord]:
    """Return words in whatever form they are given as a layout has them."""
    if isinstance(words, str | bytes | PathLike):
        raise LayoutError(
            f"{quote(str(words))} is not a list of words; give one, or read a file with "
            "read_words()"
        )
    if not isinstance(words, Iterable):
        raise TypeError(f"expected words to lay out, not {type(words).__name__}")
    if isinstance(words, Mapping):
        words = words.items()
    return [_layout_word(word) for word in words]


def _layout_word(word: LayoutWord | tuple[str, str] | str) -> LayoutWord:
    if isinstance(word, LayoutWord):
        return word
    match word:
        case str() as text:
            return LayoutWord(text)
        case (str() as text, str() as clue):
            return LayoutWord(text, clue)
    raise LayoutError(f"expected a word, or a pair of word and clue, not {word!r}")
