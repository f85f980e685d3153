"""What the files of a plan hold, read once: word lists, history, patterns and clues.

Whoever makes puzzles gets these with the plan, and needs none of the files.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch
from functools import cached_property
from glob import has_magic
from itertools import takewhile
from pathlib import Path
from typing import Final

from crosswright.errors import CrosswrightError, PlanError, WordListError
from crosswright.formats.cluetable import read_clues
from crosswright.formats.files import read
from crosswright.formats.history import EarlierAnswers, read_history
from crosswright.grids.grid import Grid
from crosswright.grids.letters import normalise_answer
from crosswright.series.calendar import dated
from crosswright.series.plan import Plan, PuzzleNumber
from crosswright.support.records import Record
from crosswright.words import lexicon
from crosswright.words.spelling import Fold
from crosswright.words.tools.lists import fold_for, load_lists, why_empty
from crosswright.words.wordlist import WordList

BUILT_IN: Final = "english"
"""What plans call the built-in list."""


class Inputs(Record):
    """What a season is made of besides its plan."""

    words: WordList
    """All lists in one, without what is banned."""
    history: EarlierAnswers = EarlierAnswers()
    patterns: tuple[str, ...] = ()
    """The patterns of the plan's folder as text, in the order of their files' names."""
    clues: tuple[tuple[str, str], ...] = ()
    """Answers as the tables write them, and their clues."""
    themes: tuple[tuple[PuzzleNumber, tuple[str, ...]], ...] = ()
    """The entries of themes, as the list spells them, by the numbers of their puzzles."""

    @classmethod
    def of(cls, plan: Plan) -> Inputs:
        """Read all files of a plan; a CrosswrightError names the first that cannot be."""
        words = plan_words(plan)
        return cls(
            words,
            plan_history(plan, words),
            plan_patterns(plan),
            tuple(plan_clues(plan).items()),
            plan_themes(plan, words),
        )

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of what the files hold, wherever they are."""
        parts = [
            self.words.digest,
            self.history.puzzles,
            self.history.words,
            self.patterns,
            self.clues,
        ]
        text = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()

    @property
    def clues_by_answer(self) -> Mapping[str, str]:
        """The clues of the tables."""
        return dict(self.clues)

    @property
    def themes_by_number(self) -> Mapping[PuzzleNumber, tuple[str, ...]]:
        """The entries of themes by the numbers of their puzzles."""
        return dict(self.themes)


def path_of(plan: Plan, name: str) -> Path:
    """Return the path of a file that a plan names."""
    return Path(plan.base, name)


def own_source(plan: Plan, folder: Path) -> str | None:
    """Return what a plan reads that is in the folder of its season, or around it.

    Such a season would change what it is made of with every file.
    """
    season = Path(os.path.realpath(folder))
    sources = [*plan.history.puzzles, *filter(None, [plan.patterns.folder])]
    return next((name for name in sources if _reaches(plan, name, season)), None)


def _reaches(plan: Plan, name: str, season: Path) -> bool:
    parts = Path(name).parts
    fixed = [*takewhile(lambda part: not has_magic(part), parts)]
    start = Path(os.path.realpath(path_of(plan, str(Path(*fixed)))))
    if season in (start, *start.parents):
        return True
    if start not in season.parents or len(fixed) == len(parts):
        return start in season.parents
    # A glob that begins above the season: does it go into the season's folder?
    wild, below = parts[len(fixed)], season.relative_to(start).parts[0]
    return wild == "**" or (len(parts) > len(fixed) + 1 and fnmatch(below, wild))


# -- words --------------------------------------------------------------------------------------


def plan_words(plan: Plan) -> WordList:
    """Load the lists of a plan into one, without what it bans."""
    sources = plan.words
    fold = fold_for(sources.language)
    lists = [
        lexicon.load("en", taste=sources.taste)
        if name == BUILT_IN
        else _own_words(path_of(plan, name), fold)
        for name in sources.lists
    ]
    words = load_lists(lists, language=sources.language, own=sources.own, taste=sources.taste)
    return words.without(_banned(plan, words)) if sources.ban else words


def _own_words(path: Path, fold: Fold) -> WordList:
    """Load a list, which must have words."""
    words = WordList.load(path, fold=fold)
    if not words:
        raise WordListError(f"{path}: {why_empty(words)}")
    return words


def _banned(plan: Plan, words: WordList) -> Iterator[str]:
    """Yield what is banned: words, and those of files."""
    for name in plan.words.ban:
        if is_file_name(name):
            listed = WordList.load(path_of(plan, name), fold=fold_for(plan.words.language))
            yield from (word for word, _ in listed)
        else:
            yield name


def is_file_name(text: str) -> bool:
    """Return whether what is banned is a file of words, not a word."""
    return "/" in text or "\\" in text or bool(Path(text).suffix)


# -- everything else ----------------------------------------------------------------------------


def plan_history(plan: Plan, words: WordList) -> EarlierAnswers:
    """Read what was published before the season, spelled as the words of the plan."""
    if not plan.history.puzzles:
        return EarlierAnswers()
    history = read_history(plan.history.puzzles, base=plan.base)
    spell = words.spell
    return EarlierAnswers(
        puzzles=tuple(tuple(map(spell, answers)) for answers in history.puzzles),
        words=tuple(map(spell, history.words)),
    )


def plan_patterns(plan: Plan) -> tuple[str, ...]:
    """Read the patterns of the plan's folder, if it has one: grids and puzzles without letters."""
    if plan.patterns.source != "folder":
        return ()
    folder = path_of(plan, plan.patterns.folder)
    try:
        paths = sorted(path for path in folder.iterdir() if path.is_file())
    except OSError as error:
        reason = error.strerror or error
        raise PlanError(f"{folder}: the folder of patterns cannot be read: {reason}") from None
    paths = [path for path in paths if not path.name.startswith(".")]
    patterns = dict.fromkeys(str(_pattern(path)) for path in paths)
    if not patterns:
        raise PlanError(f'{folder}: no patterns in this folder; add some, or use from = "made"')
    return tuple(patterns)


def _pattern(path: Path) -> Grid:
    try:
        grid = read(path).grid
    except CrosswrightError as error:
        raise PlanError(f"{error}; a folder of patterns has nothing else in it") from None
    return grid.without_letters(grid.letters)


def plan_clues(plan: Plan) -> dict[str, str]:
    """Read the tables of clues; the first clue of an answer counts."""
    clues: dict[str, tuple[str, str]] = {}
    for name in plan.clues.tables:
        for answer, clue in read_clues(path_of(plan, name)).items():
            clues.setdefault(normalise_answer(answer), (answer, clue))
    return dict(clues.values())


def plan_themes(plan: Plan, words: WordList) -> tuple[tuple[PuzzleNumber, tuple[str, ...]], ...]:
    """Return the entries of themes as the words are spelled, by the numbers of their puzzles."""
    return tuple(
        (puzzle.number, tuple(map(words.spell, puzzle.theme)))
        for puzzle in dated(plan)
        if puzzle.theme
    )
