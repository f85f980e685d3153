"""The proof that a layout of a few words is the best: `prove()` searches all layouts there are.

`plain` and `compiled` are the search, `setup` is what it starts with.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final

from crosswright.layouts.core.setup import PlacedWord, Word
from crosswright.layouts.proving.setup import (
    MAX_LENGTH,
    MAX_LETTERS,
    ProofSetup,
    crossings_within,
    cycles_of,
    has_few_joins,
)
from crosswright.support.twins import pick

__all__ = ["Proof", "ProofSearch", "is_provable", "most_crossings", "name", "prove"]

_twin, name = pick(__name__)
if TYPE_CHECKING:
    from crosswright.layouts.proving.plain import ProofSearch
else:
    ProofSearch = _twin.ProofSearch

PROVED_WORDS: Final = 10
"""More words take too long for a search that somebody waits for: fourteen, about five seconds."""

SLICE: Final = 1000
"""Nodes between two looks at the limit: about a millisecond, compiled."""

NO_SCORE: Final = -(1 << 60)
"""Lower than that of every layout."""

BoxCost = Callable[[int, int], int]
"""What a box of a height and a width costs, in sixteenths of a cell: not less than its area."""


@dataclass(frozen=True)
class Proof:
    """What came of a search in all layouts.

    The words of the best layout, if it is better than what was known; whether it, or else what was
    known, is proved to be the best; and whether it is proved that no layout has all words.
    """

    placed: tuple[PlacedWord, ...] = ()
    is_complete: bool = False
    is_impossible: bool = False


def is_provable(words: Sequence[Word]) -> bool:
    """Return whether words are few and short enough for a proof."""
    return (
        1 <= len(words) <= PROVED_WORDS
        and max(map(len, words)) <= MAX_LENGTH
        and sum(map(len, words)) <= MAX_LETTERS
        and has_few_joins(words)
    )


def most_crossings(words: Sequence[Word]) -> int:
    """Return a number of crossings that no layout of provable words exceeds."""
    return crossings_within(_setup(words, (1, 1), 0, lambda *_: 0))[-1]


def prove(
    words: Sequence[Word],
    bounds: tuple[int, int],
    worth: int,
    cost: BoxCost,
    known: tuple[int, int],
    spend: Callable[[int], int],
) -> Proof:
    """Search all layouts of words in a box (height, width) for one with more words, or better.

    `known` is how many words are placed already, and the score of that. `spend` is called with the
    nodes that a slice took, and returns how many are left.
    """
    known_count, known_score = known
    is_impossible = False
    for count in range(len(words), max(known_count, 1) - 1, -1):
        best: tuple[PlacedWord, ...] = ()
        best_score = known_score if count == known_count else NO_SCORE
        for chosen in combinations(range(len(words)), count):
            setup = _setup([words[n] for n in chosen], bounds, worth, cost)
            search = ProofSearch(*setup, best_score)
            is_over = _search_all(search, setup, spend)
            if search.layout():
                best = tuple((chosen[n], d, row, column) for n, d, row, column in search.layout())
                best_score = search.best
            if not is_over:
                return Proof(best, is_impossible=is_impossible)
        if best or count == known_count:
            return Proof(best, True, is_impossible)
        is_impossible = True
    return Proof(is_complete=True, is_impossible=is_impossible)


def _search_all(search: ProofSearch, setup: ProofSetup, spend: Callable[[int], int]) -> bool:
    """Search from every root; return whether that was possible within the limit."""
    looks = spent = 0
    left = spend(0)
    for root in cycles_of(setup):
        if not left:
            return False
        if root is None:
            looks += 1
        else:
            search.begin(*root)
        while True:
            done = search.nodes + looks - spent
            if done >= min(SLICE, left):
                left, spent = spend(done), spent + done
            if not left or not search.is_under_way:
                break
            search.advance(min(SLICE, left) - (search.nodes + looks - spent))
    spend(search.nodes + looks - spent)
    return not search.is_under_way


def _setup(words: Sequence[Word], bounds: tuple[int, int], worth: int, cost: BoxCost) -> ProofSetup:
    letters = sum(map(len, words))
    height, width = min(bounds[0], letters), min(bounds[1], letters)
    costs = [[cost(y, x) for x in range(width + 1)] for y in range(height + 1)]
    return ProofSetup.of(words, (height, width), worth, costs)
