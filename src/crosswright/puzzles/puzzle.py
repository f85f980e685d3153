"""A puzzle: a grid with its solution, clues, and what is printed around it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, TypedDict, Unpack

from crosswright.errors import GridError, PuzzleError
from crosswright.grids.grid import Grid, GridLike, Slot
from crosswright.grids.letters import normalise_answer
from crosswright.grids.notation import Cell, where
from crosswright.support.keywords import unknown_keyword
from crosswright.support.pictures import drawn_by

DRAFT_MARK: Final = "[draft]"
"""What follows the text of a draft in plain text."""


@dataclass(frozen=True, slots=True)
class Clue:
    """A clue's text; a draft is a proposal that a person has yet to edit."""

    text: str
    draft: bool = False

    @classmethod
    def read(cls, text: str) -> Clue:
        """Read a clue from plain text: a draft ends with a mark.

        >>> Clue.read("Sister [draft]")
        Clue(text='Sister', draft=True)
        """
        bare = text.removesuffix(DRAFT_MARK).rstrip()
        return cls(bare, draft=True) if bare and text.endswith(f" {DRAFT_MARK}") else cls(text)

    @property
    def marked(self) -> str:
        """The text, with a mark if it is a draft."""
        return f"{self.text} {DRAFT_MARK}" if self.draft else self.text

    def __str__(self) -> str:
        return self.text


NO_CLUE = Clue("")


def require_puzzle(value: object) -> None:
    """Refuse what is not a puzzle, with advice for those who have a grid."""
    if not isinstance(value, Puzzle):
        kind = type(value).__name__
        raise TypeError(f"expected a Puzzle, not {kind}; make one with Puzzle.from_filled(grid)")


class Entry(NamedTuple):
    """A slot with its answer, which is None while a cell is unknown, and its clue."""

    slot: Slot
    answer: str | None
    clue: Clue

    @property
    def label(self) -> str:
        """The label of the slot: 17A, 3D, X1."""
        return self.slot.label


class PuzzleTexts(TypedDict, total=False):
    """What is printed around the grid, as keywords for functions that make a puzzle."""

    title: str
    author: str
    copyright: str
    notes: str


@dataclass(frozen=True)
class Puzzle:
    """A crossword as it is published.

    The letters of `grid` are those given to the solver; `solution` has these and all others. Clues
    are listed by slot label. `extras` holds, under the name of a format, what only that format
    knows; it does not count when puzzles are compared.

    >>> puzzle = Puzzle.from_filled("NO\\nU#\\nN#", {"1A": "Not yes", "1D": "Sister"})
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
                    f"{where(cell)}: the given letter is {token}, "
                    f"but the solution has {filled.letters[cell]}"
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
        grid: GridLike,
        clues: Mapping[str, Clue | str] | None = None,
        *,
        given: Iterable[Cell] = (),
        **texts: Unpack[PuzzleTexts],
    ) -> Puzzle:
        """Make a puzzle whose solution is the letters of `grid`; the solver gets the `given` ones.

        Further keywords are title, author, copyright and notes.
        """
        for keyword in texts:
            if keyword not in PuzzleTexts.__annotations__:
                own = ("grid", "clues", "given", *PuzzleTexts.__annotations__)
                raise unknown_keyword("from_filled", keyword, own)
        filled, kept = Grid.of(grid), frozenset(given)
        blank = filled.without_letters(cell for cell in filled.letters if cell not in kept)
        return cls(blank, filled.letters, clues or {}, **texts)

    def __hash__(self) -> int:
        return hash((self.filled_grid, self.title, self.author))

    @property
    def filled_grid(self) -> Grid:
        """The grid with the whole solution in it."""
        filled: Grid = self.__dict__["_filled"]
        return filled

    @property
    def is_complete(self) -> bool:
        """Whether the solution has a letter for every cell."""
        return self.filled_grid.is_filled

    @property
    def answers(self) -> dict[str, str]:
        """The complete answers by slot label."""
        return {entry.label: entry.answer for entry in self.entries if entry.answer is not None}

    @property
    def entries(self) -> list[Entry]:
        """All slots in order, each with its answer and clue."""
        filled = self.filled_grid
        return [Entry(slot, filled.word(slot), self._clue(slot.label)) for slot in self.grid.slots]

    def clue(self, label: str) -> Clue:
        """Return the clue of a slot; without one, its text is empty."""
        return self._clue(self.grid.slot(label).label)

    def _clue(self, label: str) -> Clue:
        clue = self.clues.get(label, NO_CLUE)
        return Clue.read(clue) if isinstance(clue, str) else clue

    def with_clues(self, clues: Mapping[str, Clue | str]) -> Puzzle:
        """Return this puzzle with clues added by slot label, in place of any that were there."""
        by_label = {self.grid.slot(label).label: clue for label, clue in clues.items()}
        return replace(self, clues={**self.clues, **by_label})

    def with_clues_for(
        self, clues: Mapping[str, Clue | str], spell: Callable[[str], str] = normalise_answer
    ) -> Puzzle:
        """Return this puzzle with clues added by answer ({"nun": "Sister"}).

        `spell` says how answers are spelled, where a word list has rules of its own: `words.spell`.
        """
        spelled = {spell(answer): clue for answer, clue in clues.items()}
        answers = {label: spell(answer) for label, answer in self.answers.items()}
        return self.with_clues(
            {label: spelled[answer] for label, answer in answers.items() if answer in spelled}
        )

    def __str__(self) -> str:
        by = f" by {self.author}" if self.author else ""
        return f"{self.title or 'Untitled'}{by}\n\n{self.filled_grid}"
