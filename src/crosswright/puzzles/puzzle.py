"""A puzzle: a grid with its solution, clues, and what is printed around it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from crosswright.errors import GridError, PuzzleError
from crosswright.grids.grid import Grid, GridLike, Slot
from crosswright.grids.letters import normalise_answer
from crosswright.grids.notation import Cell, where
from crosswright.puzzles.clue import NO_CLUE, Clue
from crosswright.puzzles.enumeration import enumerate_words, says_more
from crosswright.puzzles.parts import (
    KINDS,
    ClueGroup,
    Link,
    UnplacedClue,
    check_references,
    checked_entered,
    checked_groups,
    checked_labels,
    checked_links,
    checked_marks,
    checked_progress,
    standard_groups,
)
from crosswright.support.hints import TYPE_CHECKING, Any, Final, NamedTuple, TypedDict, Unpack
from crosswright.support.keywords import unknown_keyword
from crosswright.support.pictures import drawn_by
from crosswright.support.records import Record, field, replace
from crosswright.support.wording import quote, quote_value

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

_SHORT: Final = {"across": "ac", "down": "dn"}


def require_puzzle(value: object) -> None:
    """Refuse what is not a puzzle, with advice for those who have a grid."""
    if not isinstance(value, Puzzle):
        kind = type(value).__name__
        raise TypeError(f"expected a Puzzle, not {kind}; make one with Puzzle.from_filled(grid)")


class Entry(NamedTuple):
    """A slot with its answer, which is None while a cell is unknown, its clue, and how it prints.

    `number` is printed before the clue: "17", "2,9" for a linked entry, or the clue's own label.
    `see` is the number of the entry that this one continues, if it has no clue of its own.
    `entered` is the answer as people write it ("red blood cell"), where that is known.
    """

    slot: Slot
    answer: str | None
    clue: Clue
    number: str = ""
    see: str = ""
    enumeration: str = ""
    entered: str = ""

    @property
    def label(self) -> str:
        """The label of the slot: 17A, 3D, X1."""
        return self.slot.label

    @property
    def text(self) -> str:
        """The clue as it is printed, in English: "See 2" where the answer continues another."""
        return f"See {self.see}" if self.see else self.clue.text


class PuzzleTexts(TypedDict, total=False):
    """What is printed around the grid, as keywords for functions that make a puzzle."""

    title: str
    author: str
    editor: str
    copyright: str
    publisher: str
    date: str
    difficulty: str
    notes: str
    language: str


TEXTS: Final = tuple(PuzzleTexts.__annotations__)
"""The names of all texts, in the order in which they are printed and reported."""


class PuzzleParts(PuzzleTexts, total=False):
    """What a puzzle can have besides grid, solution and clues, as keywords."""

    labels: Mapping[Cell, str]
    marks: Mapping[Cell, Mapping[str, str]]
    groups: tuple[ClueGroup, ...]
    links: tuple[Link, ...]
    entered: Mapping[str, str]
    kind: str
    progress: Mapping[Cell, str]
    unplaced: tuple[UnplacedClue, ...]


KEYWORDS: Final = (*TEXTS, *PuzzleParts.__annotations__)
"""The names of all texts and parts."""


class Puzzle(Record):
    """A crossword as it is published.

    The letters of `grid` are those given to the solver; `solution` has these and all others;
    `progress` has those that a solver has entered. Clues are listed by slot label. `extras` holds,
    under the name of a format, what only that format knows; it does not count when puzzles are
    compared.

    `labels` is what cells show instead of their numbers; if it is not empty, a cell that it lacks
    shows nothing. `marks` are further small texts in the corners of cells. `groups` are the lists
    of clues where they are not simply Across and Down. `links` are answers that run through several
    slots, and `entered` has answers as people write them, with spaces and hyphens.

    >>> puzzle = Puzzle.from_filled("NO\\nU#\\nN#", {"1A": "Not yes", "1D": "Sister"})
    >>> puzzle.answers
    {'1A': 'NO', '1D': 'NUN'}
    >>> str(puzzle.clue("1D"))
    'Sister'
    """

    grid: Grid
    solution: Mapping[Cell, str] = field(default_factory=dict)
    clues: Mapping[str, Clue | str] = field(default_factory=dict)
    _: KW_ONLY
    labels: Mapping[Cell, str] = field(default_factory=dict)
    marks: Mapping[Cell, Mapping[str, str]] = field(default_factory=dict)
    groups: tuple[ClueGroup, ...] = ()
    links: tuple[Link, ...] = ()
    entered: Mapping[str, str] = field(default_factory=dict)
    kind: str = "crossword"
    progress: Mapping[Cell, str] = field(default_factory=dict)
    unplaced: tuple[UnplacedClue, ...] = ()
    title: str = ""
    author: str = ""
    editor: str = ""
    copyright: str = ""
    publisher: str = ""
    date: str = ""
    difficulty: str = ""
    notes: str = ""
    language: str = ""
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
            self.grid.slots[index].label: self._as_clue(clue)
            for index, clue in sorted(clues.items(), key=lambda item: item[0])
        }
        self.__dict__.update(
            solution=dict(sorted(filled.letters.items())), clues=by_label, _filled=filled
        )
        self._check_parts(filled, by_label)

    def _check_parts(self, filled: Grid, clues: Mapping[str, Clue]) -> None:
        if self.kind not in KINDS:
            raise PuzzleError(f"unknown kind {quote(self.kind)}; choose from {', '.join(KINDS)}")
        links = checked_links(self.grid, self.links)
        listed = [label for label, clue in clues.items() if clue.text]
        self.__dict__.update(
            labels=checked_labels(self.grid, self.labels),
            marks=checked_marks(self.grid, self.marks),
            links=links,
            groups=checked_groups(self.grid, self.groups, frozenset(listed).union(*links)),
            entered=checked_entered(filled, self.entered, links),
            progress=checked_progress(self.grid, self.progress),
            unplaced=tuple(UnplacedClue(*unplaced) for unplaced in self.unplaced),
        )
        check_references(self.grid, clues)
        clues = {label: self._without_needless_label(label, clue) for label, clue in clues.items()}
        self.__dict__["clues"] = {label: clue for label, clue in clues.items() if clue != NO_CLUE}

    def _without_needless_label(self, label: str, clue: Clue) -> Clue:
        """Return a clue whose label says more than the number that it would have anyway."""
        if not clue.label:
            return clue
        number = self._own_number(self.grid.slot(label), _SHORT)
        return replace(clue, label="") if clue.label == number else clue

    @classmethod
    def from_filled(
        cls,
        grid: GridLike,
        clues: Mapping[str, Clue | str] | None = None,
        *,
        given: Iterable[Cell] = (),
        **others: Unpack[PuzzleParts],
    ) -> Puzzle:
        """Make a puzzle whose solution is the letters of `grid`; the solver gets the `given` ones.

        Further keywords are the texts (title, author, editor, copyright, publisher, date,
        difficulty, notes, language) and parts (labels, marks, groups, links, entered, kind,
        progress, unplaced) of a puzzle.
        """
        for keyword in others:
            if keyword not in KEYWORDS:
                own = ("grid", "clues", "given", *KEYWORDS)
                raise unknown_keyword("from_filled", keyword, own)
        filled, kept = Grid.of(grid), frozenset(given)
        blank = filled.without_letters(cell for cell in filled.letters if cell not in kept)
        return cls(blank, filled.letters, clues or {}, **others)

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
        """All slots in order, each with its answer, its clue and how it is printed."""
        return self.entries_with(_SHORT)

    def entries_with(self, short: Mapping[str, str]) -> list[Entry]:
        """Return all entries; `short` has what follows a number in another direction: "9ac"."""
        return [self._entry(slot, short) for slot in self.grid.slots]

    def entry(self, label: str) -> Entry:
        """Return the entry of a slot."""
        return self._entry(self.grid.slot(label), _SHORT)

    def _entry(self, slot: Slot, short: Mapping[str, str]) -> Entry:
        label = slot.label
        return Entry(
            slot,
            self.filled_grid.word(slot),
            self._clue(label),
            self._number(slot, short),
            self._continues(slot, short),
            self._enumeration(slot),
            self.entered.get(label, ""),
        )

    def clue(self, label: str) -> Clue:
        """Return the clue of a slot; without one, its text is empty."""
        return self._clue(self.grid.slot(label).label)

    def _clue(self, label: str) -> Clue:
        return self._as_clue(self.clues.get(label, NO_CLUE))

    @staticmethod
    def _as_clue(clue: Clue | str) -> Clue:
        if isinstance(clue, str):
            return Clue.read(clue)
        if not isinstance(clue, Clue):
            raise TypeError(f"a clue is a text or a Clue, not {quote_value(clue)}")
        return clue

    # -- what is printed ------------------------------------------------------------------------

    @cached_property
    def cell_labels(self) -> Mapping[Cell, str]:
        """What each cell shows in its corner: its own label, or else its number."""
        if self.labels:
            return {cell: label for cell, label in self.labels.items() if label}
        return {cell: str(number) for cell, number in self.grid.numbers.items()}

    @property
    def author_name(self) -> str:
        """The author without the "By" that many files have before the name."""
        name = self.author.strip()
        return name[3:].lstrip() if name[:3].casefold() == "by " else name

    @property
    def clue_groups(self) -> tuple[ClueGroup, ...]:
        """The lists of clues in which every puzzle is printed: its own, or Across and Down."""
        return self.groups or standard_groups(self.grid)

    @cached_property
    def _links(self) -> Mapping[str, Link]:
        return {label: link for link in self.links for label in link}

    def link(self, label: str) -> Link:
        """Return the labels of all slots that the answer of this one runs through."""
        own = self.grid.slot(label).label
        return self._links.get(own, (own,))

    def _cell_label(self, slot: Slot) -> str:
        if slot.direction == "extra":
            return self._clue(slot.label).label or slot.label
        return self.cell_labels.get(slot.cells[0], "")

    def _seen_from(self, slot: Slot, other: str, short: Mapping[str, str]) -> str:
        """Return the number of another slot as the clue of this one has it: "9", "9ac"."""
        target = self.grid.slot(other)
        name = self._cell_label(target)
        if not name or target.direction in (slot.direction, "extra"):
            return name or other
        return f"{name}{short[target.direction]}"

    def _number(self, slot: Slot, short: Mapping[str, str]) -> str:
        return self._clue(slot.label).label or self._own_number(slot, short)

    def _own_number(self, slot: Slot, short: Mapping[str, str]) -> str:
        """Return the number of a slot whose clue has no label: "17", "2,9" where it is linked."""
        own = slot.label if slot.direction == "extra" else self.cell_labels.get(slot.cells[0], "")
        link = self._links.get(slot.label, ())
        if link[:1] != (slot.label,):
            return own
        others = [self._seen_from(slot, label, short) for label in link[1:]]
        return ",".join([own or slot.label, *others])

    def _continues(self, slot: Slot, short: Mapping[str, str]) -> str:
        link = self._links.get(slot.label, ())
        if not link or link[0] == slot.label or self._clue(slot.label).text:
            return ""
        return self._seen_from(slot, link[0], short)

    def enumeration(self, label: str) -> str:
        """Return the lengths of the words of an answer: "3,5,4"; "" where it continues another."""
        return self._enumeration(self.grid.slot(label))

    def _enumeration(self, slot: Slot) -> str:
        label = slot.label
        link = self._links.get(label, (label,))
        own = self._clue(label).enumeration or enumerate_words(self.entered.get(label, ""))
        if own:
            return own
        if label != link[0]:
            return str(len(slot)) if self._clue(label).text else ""
        return ",".join(str(len(self.grid.slot(part))) for part in link)

    # -- changes --------------------------------------------------------------------------------

    def with_clues(self, clues: Mapping[str, Clue | str]) -> Puzzle:
        """Return this puzzle with clues added by slot label, in place of any that were there.

        A text changes no more than the text: the clue keeps its label, enumeration and so on.
        """
        if not clues:
            return self
        changed = {
            (own := self.grid.slot(label).label): self._clue(own).with_text(clue)
            if isinstance(clue, str)
            else clue
            for label, clue in clues.items()
        }
        return replace(self, clues={**self.clues, **changed})

    def with_clues_for(
        self, clues: Mapping[str, Clue | str], spell: Callable[[str], str] = normalise_answer
    ) -> Puzzle:
        """Return this puzzle with clues added by answer ({"nun": "Sister"}).

        `spell` says how answers are spelled, where a word list has rules of its own: `words.spell`.
        An answer that is written with spaces or hyphens is entered so.
        """
        if not clues:
            return self
        written = {spell(answer): answer for answer in clues}
        answers = self.answers
        matches = {
            label: written[spelled]
            for label, answer in answers.items()
            if (spelled := spell(answer)) in written
        }
        entered = {
            label: answer
            for label, answer in matches.items()
            if says_more(answer, answers[label]) and self.link(label) == (label,)
        }
        puzzle = self.with_clues({label: clues[answer] for label, answer in matches.items()})
        return replace(puzzle, entered={**puzzle.entered, **entered}) if entered else puzzle

    def __str__(self) -> str:
        by = f" by {self.author_name}" if self.author else ""
        return f"{self.title or 'Untitled'}{by}\n\n{self.filled_grid}"
