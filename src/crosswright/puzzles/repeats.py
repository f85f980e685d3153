"""When a word of an earlier puzzle may be used again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crosswright.grids.letters import split_letters
from crosswright.support.records import Record


class Repeats(Record):
    """How soon words come again: never, unless it says otherwise.

    >>> sorted(Repeats().excluded([["CAT", "HOUSE"], ["DOG", "HORSE"]]))
    ['CAT', 'DOG', 'HORSE', 'HOUSE']
    >>> sorted(Repeats(window=1).excluded([["CAT", "HOUSE"], ["DOG", "HORSE"]]))
    ['DOG', 'HORSE']
    >>> sorted(Repeats(window=1, below=4).excluded([["CAT", "HOUSE"], ["DOG", "HORSE"]]))
    ['DOG', 'HORSE', 'HOUSE']
    """

    window: int | None = None
    """How many puzzles must have passed before a word is used again; None is never."""
    below: int | None = None
    """Only words with fewer letters come again, after the window or, without one, at once."""

    @property
    def allow_any(self) -> bool:
        """Whether any word may come again at all."""
        return self.window is not None or self.below is not None

    def excluded(self, earlier: Sequence[Iterable[str]]) -> set[str]:
        """Return the words that the next puzzle must not use, by the answers of earlier ones."""
        window = len(earlier) if not self.allow_any else self.window or 0
        recent = {word for answers in earlier[max(0, len(earlier) - window) :] for word in answers}
        if self.below is None:
            return recent
        below = self.below
        return recent | {
            word for answers in earlier for word in answers if len(split_letters(word)) >= below
        }
