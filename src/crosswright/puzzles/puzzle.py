"""A puzzle: a grid with its solution, clues, and what is printed around it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from crosswright.errors import GridError, PuzzleError
from crosswright.grids.grid import Grid, Slot
from crosswright.grids.notation import Cell, where
from crosswright.support.pictures import drawn_by

DRAFT_MARK: Final = "[draft]"
"""What stands behind a draft where it is plain text."""


@dataclass(frozen=True, slots=True)
class Clue:
    """A clue's text; a draft is a proposal that a person has yet to edit."""

    text: str
    draft: bool = False

    @classmethod
    def read(cls, text: str) -> Clue:
        """Read a clue that is plain text: a draft ends in its mark.

        >>> Clue.read("Sister [draft]")
        Clue(text='Sister', draft=True)
        """
        bare = text.removesuffix(DRAFT_MARK).rstrip()
        return cls(bare, draft=True) if bare and text.endswith(f" {DRAFT_MARK}") else cls(text)

    @property
    def marked(self) -> str:
        """The text, with a mark where it is a draft."""
        return f"{self.text} {DRAFT_MARK}" if self.draft else self.text

    def __str__(self) -> str:
        return self.text


NO_CLUE = Clue("")


class Entry(NamedTuple):
    """A slot with its answer, None while a cell of it is unknown, and its clue."""

    slot: Slot
    answer: str | None
    clue: Clue

    @property
    def label(self) -> str:
        """Name the entry: 17A, 3D, X1."""
        return self.slot.label


@dataclass(frozen=True)
class Puzzle:
    """A crossword as it is published.

    The letters of `grid` are those given to the solver; `solution` has them too, and all others.
    Clues go by slot label. `extras` holds, under a format's name, what only that format knows; it
    does not count when puzzles are compared.

    >>> puzzle = Puzzle.from_filled(Grid.parse("NO\\nU#\\nN#"), {"1A": "Not yes", "1D": "Sister"})
    >>> puzzle.answers
    {'1A': 'NO', '1D': 'NUN'}
    >>> str(puzzle.clue("1D"))
    'Sister'
    """

    grid: Grid
    solution: Mapping[Cell, str] = field(default_factory=dict)
    clues: Mapping[str, Clue | str] = field(default_factory=dict)
    title: str = ""
    author: str = ""
    copyright: str = ""
    notes: str = ""
    extras: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)

    _repr_html_ = drawn_by("puzzle_html")

    def __post_init__(self) -> None:
        try:
            filled = self.grid.with_letters(self.solution)
            clues = {self.grid.index(label): clue for label, clue in self.clues.items()}
        except GridError as error:
            raise PuzzleError(str(error)) from None
        for cell, token in self.grid.letters.items():
            if filled.letters[cell] != token:
                raise PuzzleError(
                    f"{where(cell)}: the given letter {token} is not that of the solution, "
                    f"{filled.letters[cell]}"
                )
        by_label = {
            self.grid.slots[index].label: Clue.read(clue) if isinstance(clue, str) else clue
            for index, clue in sorted(clues.items(), key=lambda item: item[0])
        }
        object.__setattr__(self, "solution", dict(sorted(filled.letters.items())))
        object.__setattr__(self, "clues", by_label)
        object.__setattr__(self, "_filled", filled)

    @classmethod
    def from_filled(
        cls,
        grid: Grid,
        clues: Mapping[str, Clue | str] | None = None,
        *,
        given: Iterable[Cell] = (),
        **details: Any,
    ) -> Puzzle:
        """Make a puzzle whose solution is the letters of `grid`; only `given` cells show theirs."""
        shown = frozenset(given)
        blank = grid.without_letters(cell for cell in grid.letters if cell not in shown)
        return cls(blank, grid.letters, clues or {}, **details)

    def __hash__(self) -> int:
        return hash((self.filled_grid, self.title, self.author))

    @property
    def blank_grid(self) -> Grid:
        """The grid as the solver gets it."""
        return self.grid

    @property
    def filled_grid(self) -> Grid:
        """The grid with the whole solution in it."""
        filled: Grid = self.__dict__["_filled"]
        return filled

    @property
    def is_complete(self) -> bool:
        """Whether the solution has every cell."""
        return self.filled_grid.is_filled

    @property
    def answers(self) -> dict[str, str]:
        """The answers by slot label, without those that miss a letter."""
        return {entry.label: entry.answer for entry in self.entries if entry.answer is not None}

    @property
    def entries(self) -> list[Entry]:
        """All slots in order, each with answer and clue."""
        filled = self.filled_grid
        return [Entry(slot, filled.word(slot), self._clue(slot.label)) for slot in self.grid.slots]

    def clue(self, label: str) -> Clue:
        """Return the clue of a slot; its text is empty when there is none."""
        return self._clue(self.grid.slot(label).label)

    def _clue(self, label: str) -> Clue:
        clue = self.clues.get(label, NO_CLUE)
        return Clue.read(clue) if isinstance(clue, str) else clue

    def with_clues(self, clues: Mapping[str, Clue | str]) -> Puzzle:
        """Return this puzzle with clues added by slot label, over any that were there."""
        known = {self.grid.slot(label).label: clue for label, clue in clues.items()}
        return replace(self, clues={**self.clues, **known})

    def with_clues_for(self, clues: Mapping[str, Clue | str]) -> Puzzle:
        """Return this puzzle with clues added by answer ({"NUN": "Sister"})."""
        found = {label: clues[answer] for label, answer in self.answers.items() if answer in clues}
        return self.with_clues(found)

    def __str__(self) -> str:
        by = f" by {self.author}" if self.author else ""
        return f"{self.title or 'Untitled'}{by}\n\n{self.filled_grid}"
