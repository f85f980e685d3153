"""The rules of a fill: what words may, must and must not stand where."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from crosswright.errors import RuleError
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell


@dataclass(frozen=True, kw_only=True)
class Rules:
    """All optional; slots are named by their labels ("17A").

    A slot whose letters the grid gives whole is taken as it is: the rules on scores and lists
    are for the words that the fill chooses.
    """

    min_score: int | None = None
    """The lowest score of a word in the puzzle."""
    slot_scores: Mapping[str, int] = field(default_factory=dict)
    """The lowest score in single slots, in place of `min_score`."""
    required: Collection[str] = ()
    """Words that must stand somewhere, listed or not, whatever their score."""
    banned: Collection[str] = ()
    """Words that must not."""
    used: Collection[str] = ()
    """Words of earlier puzzles of a series, not to be used again."""
    fixed: Mapping[str, str] = field(default_factory=dict)
    """Words for slots, listed or not."""
    allowed: Mapping[str, Collection[str]] = field(default_factory=dict)
    """The only words, listed or not, that single slots may take."""
    matching: Mapping[str, str] = field(default_factory=dict)
    """Regular expressions that the words of single slots match as a whole."""
    region: Collection[str | Cell] | None = None
    """Slots or cells to fill anew; all letters elsewhere stay, and nothing else is filled.

    A cell gets its letter with one of its slots: it stays open when they all have empty cells
    beyond the region.
    """
    distinct: bool = True
    """No word twice."""
    no_shared_letters: int | None = None
    """No two words, nor the same one twice, may share a run of this many letters."""
    no_shared_stem: bool = False
    """No two words may be inflections of one another; nor may the same one stand twice."""

    @property
    def is_empty(self) -> bool:
        """Whether there is no rule beyond using no word twice."""
        return self.distinct and all(
            rule is None or rule is False or (isinstance(rule, Collection) and not rule)
            for name, rule in vars(self).items()
            if name != "distinct"
        )

    def check(self, grid: Grid) -> None:
        """Raise RuleError or GridError when the rules do not fit the grid."""
        self._check_kinds()
        for label in (*self.slot_scores, *self.fixed, *self.allowed, *self.matching):
            grid.index(label)
        for label, pattern in self.matching.items():
            try:
                re.compile(pattern)
            except re.error as error:
                raise RuleError(f"{label}: {pattern!r} is no regular expression: {error}") from None
        if self.no_shared_letters is not None and self.no_shared_letters < 2:
            raise RuleError("no_shared_letters needs a run of 2 letters or more")
        for place in self.region or ():
            if not isinstance(place, str) and place not in grid.open_cells:
                raise RuleError(f"the region's cell {place} is not an open cell of the grid")

    def _check_kinds(self) -> None:
        """Refuse a text for a list, and floors between two scores."""
        lists = {name: getattr(self, name) for name in ("required", "banned", "used", "region")}
        for name, value in {**lists, **self.allowed}.items():
            if isinstance(value, str):
                raise RuleError(f"{name} takes a list, not the text {value!r} alone")
        for floor in (self.min_score, *self.slot_scores.values()):
            if floor is not None and not hasattr(floor, "__index__"):
                raise RuleError(f"a lowest score of {floor!r} is not a whole number")

    def region_cells(self, grid: Grid) -> frozenset[Cell]:
        """Return the cells to fill anew: those of the region, or all."""
        if self.region is None:
            return frozenset(grid.open_cells)
        cells: set[Cell] = set()
        for place in self.region:
            cells.update(grid.slot(place).cells if isinstance(place, str) else [place])
        return frozenset(cells)
