"""What a session assumes, and what that amounts to for the slots and cells of its model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from crosswright.engine.problem import CellIndex, SlotIndex, SlotRow
from crosswright.grids.notation import Cell
from crosswright.words.table import WordRow


@dataclass(frozen=True)
class Assumptions:
    """What is assumed beyond the grid and the rules that a session was built for."""

    letters: Mapping[Cell, str] = field(default_factory=dict)
    """Letters in cells."""
    words: Mapping[str, str] = field(default_factory=dict)
    """Words in slots, by label."""
    banned: frozenset[str] = frozenset()
    """Words that must not be used, as the list spells them."""
    min_score: int | None = None
    """The lowest score of a word in the puzzle."""
    slot_scores: Mapping[str, int] = field(default_factory=dict)
    """The lowest score in single slots, in place of `min_score`."""


@dataclass(frozen=True, eq=False)
class Restrictions:
    """What floors and bans leave to each slot."""

    floors: tuple[int, ...]
    """The lowest score in each slot."""
    live: tuple[bytes | None, ...]
    """The rows left to each slot as a little-endian bitset, None for all."""

    def reach(self, other: Restrictions) -> bool:
        """Return whether no floor is lower than another's."""
        return self is other or all(
            mine >= its for mine, its in zip(self.floors, other.floors, strict=True)
        )


@dataclass(frozen=True, eq=False)
class Situation:
    """Some assumptions in terms of the problem: a slot with all its letters is taken as it is."""

    assumptions: Assumptions
    texts: Mapping[Cell, str]
    """All letters that are assumed, of words and alone, as they were given."""
    given: Mapping[CellIndex, int]
    """Their codes."""
    full: Mapping[SlotIndex, WordRow | None]
    """The slots with all their letters, and the row of each word that the slot's table has."""
    scores: Mapping[SlotIndex, int]
    """The scores of these words."""
    restrictions: Restrictions
    """What floors and bans leave."""
    waived: frozenset[SlotIndex]
    """The slots of the full ones that the solver does without.

    What they hold is not a word of their tables, or shares a stem with another word that is given.
    """

    def accepts(self, slot_index: SlotIndex, row: WordRow) -> bool:
        """Return whether floors and bans leave a row to a slot."""
        rows = self.restrictions.live[slot_index]
        return rows is None or bool(rows[row >> 3] >> (row & 7) & 1)

    @cached_property
    def exempt(self) -> frozenset[SlotIndex]:
        """The slots that hold a word which they could not have been filled with."""
        return frozenset(
            slot for slot, row in self.full.items() if row is None or not self.accepts(slot, row)
        )

    def tightens(self, other: Situation) -> bool:
        """Return whether every fill of this situation is one of the other.

        Then what is impossible there is impossible here.
        """
        return (
            self.restrictions.reach(other.restrictions)
            and self._assumes_all_of(other)
            and all(other.accepts(slot, row) for slot, row in self._newly_full(other))
        )

    def tightens_above(
        self, other: Situation, floor: int, open_slots: Iterable[SlotIndex] = ()
    ) -> bool:
        """Return the same for the fills that have a floor, whatever floors there are in general.

        Only for slots that stay open, whose words a fill does not choose, the general floors count.
        """
        mine, its = self.restrictions.floors, other.restrictions.floors
        return (
            self.assumptions.slot_scores == other.assumptions.slot_scores
            and all(mine[slot] >= its[slot] for slot in open_slots)
            and self._assumes_all_of(other)
            and all(
                other.accepts(slot, row) and self.scores[slot] >= floor
                for slot, row in self._newly_full(other)
            )
        )

    def _assumes_all_of(self, other: Situation) -> bool:
        """Return whether this has the letters and bans of another, and no word of its own kind."""
        return (
            other.given.items() <= self.given.items()
            and other.assumptions.banned <= self.assumptions.banned
            and self.waived <= other.waived
        )

    def _newly_full(self, other: Situation) -> Iterator[SlotRow]:
        """Yield the words in slots that have all their letters only here."""
        for slot, row in self.full.items():
            if row is not None and slot not in other.full:
                yield slot, row
