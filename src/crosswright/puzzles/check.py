"""Checking a puzzle: its grid by the rules of its style, its answers and its clues.

>>> from crosswright.puzzles.puzzle import Puzzle
>>> for finding in check(Puzzle.from_filled("NUN\\nU#O\\nNEW"), "free"):
...     print(finding)
error: distinct: 1A NUN appears again at 1D
warning: clue: the puzzle has no clues
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import combinations, islice

from crosswright.grids.grid import Grid
from crosswright.grids.letters import normalise_answer
from crosswright.grids.notation import where
from crosswright.grids.styles import faults, recognise_style
from crosswright.puzzles.puzzle import Entry, Puzzle, require_puzzle
from crosswright.puzzles.runs import NoticedRuns
from crosswright.words.stems import runs
from crosswright.words.wordlist import WordList, WordsLike

SHARED_LETTERS = 5
"""Two answers that share a run of this many letters are reported."""

MIN_NAMED = 3
"""Letters of a word that two answers share by which it is known; shorter ones may be chance."""

MIN_SEEN = 5
"""Letters of a word at an end of two related answers that is surely what they share."""

MAX_PAIRS = 500
"""Pairs of answers that are compared; in no real puzzle do that many share anything."""

NAMED_DRAFTS = 6
"""Drafts among the clues that are named; the others are only counted."""

MIN_GIVEN_AWAY = 3
"""Letters of the shortest answer that is reported when its own clue contains it."""


class Severity(Enum):
    """How bad a finding is: an editor would refuse the puzzle, or frown."""

    ERROR = "error"
    WARNING = "warning"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Finding:
    """Something wrong with a puzzle: which rule, where (a slot, a cell, or ""), and in words."""

    severity: Severity
    rule: str
    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.severity}: {self.rule}: {self.message}"


def check(
    puzzle: Puzzle,
    style: str | None = None,
    words: WordsLike | None = None,
    *,
    symmetry: str | None = None,
    min_score: int | None = None,
    unlisted: Severity = Severity.ERROR,
    shared_letters: int = SHARED_LETTERS,
) -> list[Finding]:
    """Return what is wrong with a puzzle, errors first.

    Without a `style`, it is the one that the grid suggests. A grid without
    letters is checked as a pattern. `symmetry` is the one that it must have, or
    "none"; by default an American grid must have some symmetry. `words` is the list that should
    have the answers, with a score of `min_score` or more; `unlisted` is how bad it is if not.
    """
    require_puzzle(puzzle)
    word_list = None if words is None else WordList.of(words)
    findings = [*_shape(puzzle.grid, style or recognised_style(puzzle), symmetry)]
    if puzzle.filled_grid.letters:
        answered = [entry for entry in puzzle.entries if entry.answer is not None]
        findings += _unfilled(puzzle.filled_grid)
        if word_list is not None:
            findings += _listed(answered, word_list, min_score, unlisted)
        findings += _repeated(answered, word_list, shared_letters)
        findings += _clues(puzzle.entries)
    return sorted(findings, key=lambda finding: finding.severity is Severity.WARNING)


def recognised_style(puzzle: Puzzle) -> str:
    """Return the name of the style that a puzzle is checked by unless told otherwise."""
    return "free" if puzzle.kind == "word-search" else recognise_style(puzzle.grid)


def _shape(grid: Grid, style: str, symmetry: str | None) -> Iterator[Finding]:
    # An American grid must have some symmetry; which one is its author's choice.
    if symmetry is None and style == "american" and not grid.symmetries():
        symmetry = "180"
    for fault in faults(grid, style, symmetry):
        severity = Severity.WARNING if fault.warning else Severity.ERROR
        cell = where(fault.cells[0]) if fault.cells else ""
        yield Finding(severity, fault.rule, cell, fault.message)


# -- the answers ----------------------------------------------------------------------------------


def _unfilled(grid: Grid) -> Iterator[Finding]:
    empty = [cell for cell in grid.open_cells if cell not in grid.letters]
    if empty:
        more = "" if len(empty) == 1 else f" and {len(empty) - 1} more"
        message = f"{where(empty[0])}{more}: no letter"
        yield Finding(Severity.ERROR, "filled", where(empty[0]), message)


def _listed(
    entries: Iterable[Entry], words: WordList, min_score: int | None, unlisted: Severity
) -> Iterator[Finding]:
    for entry in entries:
        answer = entry.answer or ""
        score = words.score(answer)
        if score is None:
            yield Finding(
                unlisted, "listed", entry.label, f"{entry.label} {answer} is not in the list"
            )
        elif min_score is not None and score < min_score:
            message = f"{entry.label} {answer} has a score of {score}, below {min_score}"
            yield Finding(unlisted, "score", entry.label, message)


def _repeated(
    entries: list[Entry], words: WordList | None, shared_letters: int
) -> Iterator[Finding]:
    """Report answers that appear twice, share a run of letters, or share a stem."""
    same: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        same[entry.answer or ""].append(entry)
    for answer, (first, *others) in same.items():
        if others:
            labels = ", ".join(other.label for other in others)
            message = f"{first.label} {answer} appears again at {labels}"
            yield Finding(Severity.ERROR, "distinct", first.label, message)
    different = [first for first, *_ in same.values()]
    pairs = {}
    if words is not None:
        for one, other in _pairs(different, words.stem_keys):
            pairs[one, other] = Finding(
                Severity.WARNING,
                "stem",
                one.label,
                f"{one.label} {one.answer} and {other.label} {other.answer} "
                f"{_relation(one.answer or '', other.answer or '', words)}",
            )
    noticed = NoticedRuns(words) if words is not None else None
    for one, other in _pairs(different, lambda answer: runs(answer, shared_letters)):
        run = _shared_run(one.answer or "", other.answer or "", shared_letters, noticed)
        if run and (one, other) not in pairs:
            message = f"{one.label} {one.answer} shares {run} with {other.label} {other.answer}"
            pairs[one, other] = Finding(Severity.WARNING, "shared", one.label, message)
    yield from pairs.values()


def _pairs(
    entries: Iterable[Entry], keys: Callable[[str], Iterable[Hashable]]
) -> list[tuple[Entry, Entry]]:
    """Return pairs of entries that have a key in common, at most `MAX_PAIRS`."""
    groups: defaultdict[Hashable, list[Entry]] = defaultdict(list)
    for entry in entries:
        for key in keys(entry.answer or ""):
            groups[key].append(entry)
    pairs = (pair for group in groups.values() for pair in combinations(group, 2))
    return [*dict.fromkeys(islice(pairs, MAX_PAIRS))]


def _relation(one: str, other: str, words: WordList) -> str:
    """Return how two answers with a common stem are related, naming it only if that is right."""
    whole = _whole_word(one, other, words)
    if whole:
        return f"share the word {whole}"
    bases = [words.base(one), words.base(other)]
    name = bases[0] if bases[0] == bases[1] else words.shared_stem(one, other)
    if name in one and name in other and (len(name) >= MIN_NAMED or name in bases):
        return f"share the word {name}"
    if name in bases and name not in (one, other):
        return f"are forms of {name}" if bases[0] == bases[1] else f"both have a form of {name}"
    return "are forms of one word" if bases[0] == bases[1] else "are related words"


def _whole_word(one: str, other: str, words: WordList) -> str:
    """Return the longest word of their family that is seen at an end of both answers, or "".

    An answer that is inside the other is such a word wherever it is.
    """
    short, long = sorted((one, other), key=len)
    if short in long and len(short) >= MIN_SEEN:
        return short
    keys = {*words.stem_keys(one)}.intersection(words.stem_keys(other))

    def is_shared(run: str) -> bool:
        is_seen = long.startswith(run) or long.endswith(run)
        return is_seen and run in words and not keys.isdisjoint(words.stem_keys(run))

    for length in range(len(short) - 1, MIN_SEEN - 1, -1):
        for run in (short[:length], short[-length:]):
            if is_shared(run):
                return run[1:] if is_shared(run[1:]) else run  # BOOK, not EBOOK, in CASEBOOK
    return ""


def _shared_run(one: str, other: str, size: int, noticed: NoticedRuns | None) -> str:
    """Return the longest run of this many letters or more that two answers share.

    With a list of words, it must be one that a solver would notice.
    """
    short, long = sorted((one, other), key=len)
    for length in range(len(short), size - 1, -1):
        for start in range(len(short) - length + 1):
            run = short[start : start + length]
            if run in long and (noticed is None or noticed.in_both(run, (one, other))):
                return run
    return ""


# -- the clues ------------------------------------------------------------------------------------


def _clues(entries: list[Entry]) -> Iterator[Finding]:
    if not any(entry.clue.text for entry in entries):
        yield Finding(Severity.WARNING, "clue", "", "the puzzle has no clues")
        return
    drafts = [entry.label for entry in entries if entry.clue.draft]
    if drafts:
        named = ", ".join(drafts[:NAMED_DRAFTS]) + (" …" if len(drafts) > NAMED_DRAFTS else "")
        message = f"{len(drafts)} of {len(entries)} clues are drafts: {named}"
        yield Finding(Severity.WARNING, "draft", drafts[0], message)
    for entry in entries:
        if not entry.text:
            yield Finding(Severity.WARNING, "clue", entry.label, f"{entry.label} has no clue")
        elif entry.answer and _gives_away(entry.answer, entry.clue.text):
            message = f"the clue of {entry.label} contains its answer: {entry.clue.text}"
            yield Finding(Severity.WARNING, "clue", entry.label, message)


def _gives_away(answer: str, clue: str) -> bool:
    return len(answer) >= MIN_GIVEN_AWAY and answer in map(normalise_answer, clue.split())
