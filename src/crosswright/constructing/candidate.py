"""What a construction comes to: candidates, ranked, or the reason why there are none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Unpack

from crosswright.clues.drafts import DraftSources, with_drafts
from crosswright.errors import ClueError, ThemeError
from crosswright.filling.floors import FLOORS
from crosswright.filling.result import FillResult
from crosswright.grids.grid import Grid
from crosswright.grids.letters import normalise_answer
from crosswright.grids.symmetry import NO_SYMMETRY, symmetry_name
from crosswright.limits import Status
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.puzzle import Puzzle, PuzzleTexts
from crosswright.support.pictures import drawn_by
from crosswright.support.wording import either

BELOW_FLOOR = 0.5
"""What each point that the lowest score is under the floor takes off a candidate's mean score."""


@dataclass(frozen=True)
class Candidate:
    """A filled grid with the theme in it, and how good it is."""

    fill: FillResult
    theme: Mapping[str, str]
    """The theme entries by slot label."""
    spell: Callable[[str], str] = field(default=normalise_answer, repr=False, compare=False)
    """How answers are spelled: `words.spell` of the list that filled the grid."""
    worths: Mapping[str, int] = field(default_factory=dict, repr=False)
    """What words are worth, by slot label, where that is not their score: lively ones more."""

    _repr_svg_ = drawn_by("candidate_svg")

    @classmethod
    def of(
        cls,
        fill: FillResult,
        theme: Iterable[str],
        spell: Callable[[str], str] = normalise_answer,
        worth: Callable[[str], int | None] | None = None,
    ) -> Candidate | None:
        """Return a fill as a candidate; None if it is incomplete or lacks an entry of the theme.

        `worth` says what a word is worth, if that is not its score.
        """
        entries = set(theme)
        labels = {label: word for label, word in fill.answers.items() if word in entries}
        if fill.status is not Status.FILLED or entries != set(labels.values()):
            return None
        worths = {} if worth is None else {label: worth(w) for label, w in fill.answers.items()}
        known = {label: value for label, value in worths.items() if value is not None}
        return cls(fill, labels, spell, known)

    @property
    def grid(self) -> Grid:
        """The filled grid."""
        return self.fill.grid

    @property
    def chosen_scores(self) -> dict[str, int]:
        """The scores of the words that the fill chose, by slot label: all but the theme's."""
        return {
            label: score
            for label, score in self.fill.scores.items()
            if score is not None and label not in self.theme
        }

    @property
    def lowest(self) -> int | None:
        """The lowest score of the words that the fill chose."""
        return min(self.chosen_scores.values(), default=None)

    @property
    def score(self) -> float:
        """What the words that the fill chose are worth, less if the lowest score of them is low.

        It is their mean score unless lively words are preferred.
        """
        scores = self.chosen_scores
        if not scores:
            return 0.0
        worths = [self.worths.get(label, score) for label, score in scores.items()]
        below = max(0, (FLOORS[0] or 0) - min(scores.values()))
        return sum(worths) / len(worths) - BELOW_FLOOR * below

    def puzzle(
        self,
        clues: Mapping[str, Clue | str] | None = None,
        *,
        drafts: bool | DraftSources = True,
        **texts: Unpack[PuzzleTexts],
    ) -> Puzzle:
        """Return the puzzle, with clues by answer and, where WordNet is installed, draft clues.

        `drafts` may say where these come from: from your clue bank, say. Further keywords are
        title, author and the other texts of a puzzle.
        """
        puzzle = Puzzle.from_filled(self.grid, **texts).with_clues_for(clues or {}, self.spell)
        try:
            sources = drafts if isinstance(drafts, DraftSources) else None
            return with_drafts(puzzle, sources) if drafts else puzzle
        except ClueError:
            return puzzle


@dataclass(frozen=True)
class Alternative:
    """A request much like one that was refused, and a puzzle that shows that it works."""

    kind: str
    """What is different: "size", "symmetry", "subset" of the theme, or "floor"."""
    candidate: Candidate
    theme: tuple[str, ...]
    left_out: tuple[str, ...]
    """The theme entries that it does without."""
    size: tuple[int, int]
    symmetry: str
    min_score: int | None
    """The lowest score that it allows."""

    @property
    def text(self) -> str:
        """What to do, in words."""
        if self.kind == "size":
            height, width = self.size
            return f"{height} rows and {width} columns"
        if self.kind == "symmetry":
            return "no symmetry" if self.symmetry == NO_SYMMETRY else symmetry_name(self.symmetry)
        if self.kind == "floor":
            return f"words that score {self.min_score} or more"
        return f"the theme without {either(self.left_out, 'and')}"

    @property
    def options(self) -> str:
        """What to add to the command line; "" for a part of the theme."""
        if self.kind == "size":
            height, width = self.size
            return f"--size {height}" if height == width else f"--size {height}x{width}"
        if self.kind == "symmetry":
            return f"--symmetry {self.symmetry}"
        return f"--min-score {self.min_score}" if self.kind == "floor" else ""


@dataclass(frozen=True)
class Construction:
    """The candidates, the best first; or why there are none, and what would work.

    IMPOSSIBLE is proved. `alternatives` are requests much like the refused one that were
    constructed. `subset` is the largest part of the theme that was found to work: then the
    candidates are those for it, while `status` is still that of the whole theme.
    """

    status: Status
    candidates: Sequence[Candidate] = ()
    theme: Sequence[str] = ()
    reason: str = ""
    subset: Sequence[str] = ()
    seed: int = 0
    attempts: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    alternatives: Sequence[Alternative] = ()
    """What would work instead, if there is no candidate for the whole theme."""
    aim: int | None = None
    """The lowest score that was allowed at first, before stepping down."""
    is_advised: bool = False
    """Whether the reason says what there is to do about it."""

    _repr_html_ = drawn_by("construction_html")

    @property
    def is_stepped_down(self) -> bool:
        """Whether the best candidate has words below the floor that was tried first."""
        floor = self.candidates[0].fill.min_score if self.candidates else self.aim
        return self.aim is not None and (floor is None or floor < self.aim)

    @property
    def best(self) -> Candidate:
        """The first candidate."""
        if not self.candidates:
            raise ThemeError(f"there is no candidate: {self.reason}")
        return self.candidates[0]
