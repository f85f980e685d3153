"""The statistics of a puzzle: words, blocks, lengths, letters, scores."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from string import ascii_uppercase

from crosswright.grids.letters import split_letters
from crosswright.puzzles.difficulty import Difficulty, estimate
from crosswright.puzzles.puzzle import Puzzle, require_puzzle
from crosswright.words.wordlist import WordList, WordsLike

BAND = 10
"""Points in one band of the histogram of scores."""


@dataclass(frozen=True)
class AnswerScores:
    """The scores of a puzzle's answers in a word list."""

    by_label: dict[str, int]
    unlisted: tuple[str, ...]
    """Labels of the answers that are not in the list."""

    @property
    def mean(self) -> float | None:
        """The mean of all scores."""
        return sum(self.by_label.values()) / len(self.by_label) if self.by_label else None

    @property
    def lowest(self) -> str | None:
        """The label of the answer with the lowest score."""
        return min(self.by_label, key=lambda label: self.by_label[label], default=None)

    @property
    def histogram(self) -> dict[int, int]:
        """How many answers each band of ten points has, by its lowest score, highest first."""
        bands = Counter(score // BAND * BAND for score in self.by_label.values())
        if not bands:
            return {}
        return {band: bands[band] for band in range(max(bands), min(bands) - 1, -BAND)}


@dataclass(frozen=True)
class PuzzleStatistics:
    """What `describe` counts."""

    height: int
    width: int
    words: int
    across: int
    down: int
    blocks: int
    cells: int
    checked: int
    lengths: dict[int, int]
    mean_length: float
    symmetries: tuple[str, ...]
    parts: int
    letters: dict[str, int]
    """How many cells have each letter, most frequent first; a rebus counts as a whole."""
    answers: int
    clues: int
    drafts: int
    """Clues that nobody has edited yet."""
    scores: AnswerScores | None = None
    difficulty_estimate: Difficulty | None = None
    """How hard the fill is, where there are scores to tell by."""

    @property
    def block_share(self) -> float:
        """The share of the grid's cells that are blocks."""
        return self.blocks / (self.height * self.width)

    @property
    def missing(self) -> str:
        """The letters from A to Z that the grid lacks; none of them for a grid without letters.

        Of a grid in Greek or Cyrillic letters, those of its own alphabet.
        """
        from crosswright.words.lexicon.folding import CYRILLIC, GREEK

        present = {letter for token in self.letters for letter in split_letters(token)}
        alphabets = (ascii_uppercase, GREEK, CYRILLIC)
        alphabet = max(alphabets, key=lambda letters: len(present.intersection(letters)))
        missing = "".join(letter for letter in alphabet if letter not in present)
        return missing if self.letters else ""


def describe(puzzle: Puzzle, words: WordsLike | None = None) -> PuzzleStatistics:
    """Return the statistics of a puzzle; with a word list, the scores of its answers too."""
    require_puzzle(puzzle)
    grid = puzzle.filled_grid
    lengths = Counter(map(len, grid.slots))
    directions = Counter(slot.direction for slot in grid.slots)
    letters = Counter(grid.letters.values())
    listed = None if words is None else WordList.of(words)
    return PuzzleStatistics(
        height=grid.height,
        width=grid.width,
        words=len(grid.slots),
        across=directions["across"],
        down=directions["down"],
        blocks=len(grid.blocks),
        cells=len(grid.open_cells),
        checked=len(grid.checked_cells),
        lengths=dict(sorted(lengths.items())),
        mean_length=sum(n * count for n, count in lengths.items()) / max(1, len(grid.slots)),
        symmetries=grid.symmetries(),
        parts=len(grid.components()),
        letters=dict(sorted(letters.items(), key=lambda item: (-item[1], item[0]))),
        answers=len(puzzle.answers),
        clues=sum(bool(entry.text) for entry in puzzle.entries),
        drafts=sum(entry.clue.draft for entry in puzzle.entries),
        scores=None if listed is None else _scores(puzzle, listed),
        difficulty_estimate=None if listed is None else _difficulty(puzzle, listed),
    )


def _difficulty(puzzle: Puzzle, words: WordList) -> Difficulty | None:
    """Estimate it for a puzzle that is filled; half a puzzle would seem easier than it is."""
    is_filled = puzzle.answers and len(puzzle.answers) == len(puzzle.grid.slots)
    return estimate(puzzle.filled_grid, words.score) if is_filled else None


def _scores(puzzle: Puzzle, words: WordList) -> AnswerScores:
    scores = {label: words.score(answer) for label, answer in puzzle.answers.items()}
    return AnswerScores(
        {label: score for label, score in scores.items() if score is not None},
        tuple(label for label, score in scores.items() if score is None),
    )
