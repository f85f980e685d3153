"""Puzzle files put into the clue bank: whole folders, again and again."""

from __future__ import annotations

import datetime
import hashlib
import os
import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from crosswright.clues.bank import BankedPuzzle, ClueBank, storable
from crosswright.clues.columns import WORD_HEADINGS, fold_heading
from crosswright.clues.tables import TAB_SUFFIXES, ClueRow, parse_table
from crosswright.errors import CrosswrightError, FormatError, FormatWarning
from crosswright.formats.files import read_data
from crosswright.formats.format import MAX_BYTES
from crosswright.formats.history import files_of
from crosswright.grids.letters import normalise_answer
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.dates import find_date
from crosswright.support.files import read_regular
from crosswright.support.records import Record

TABLES = (".csv", ".tsv", ".tab", ".xlsx")
"""Suffixes of tables of words and clues."""
SCORE = re.compile(r"[+-]?\d+([.,]\d+)?\s*%?\s*([;,\t].*)?$")
"""A score, with or without what another column says."""
PROSE = re.compile(r"\d+, \S")
"""What one of several columns does not look like, but "2001, for one" does."""
SCORE_HEADINGS = frozenset(
    ("SCORE", "SCORES", "VALUE", "RANK", "RATING", "FREQUENCY", "FREQ", "WEIGHT", "POINTS")
)
"""What the column of scores in a word list is called."""
GROUPS = ("added", "updated", "unchanged", "empty", "failed")
BATCH = 200  # puzzles that are written at once


class BankImport(Record):
    """What became of the files of an import."""

    added: tuple[str, ...]
    updated: tuple[str, ...]
    unchanged: tuple[str, ...]
    empty: tuple[str, ...]
    """Files without a clue of their own: no answers, no clues, or drafts alone."""
    failed: tuple[str, ...]
    """What is wrong with each file or folder that could not be read, in one line."""
    clues: int
    """How many clues were read."""


def import_clues(
    sources: Iterable[str | os.PathLike[str]],
    bank: ClueBank,
    *,
    encoding: str | None = None,
    dry_run: bool = False,
) -> BankImport:
    """Put the clues of puzzle files and tables, and of folders and globs of them, into a bank.

    A file that the bank has, and that has not changed, is not read again. Damaged files are passed
    over and reported. Clues marked as drafts are left out. FormatError for a source without files.
    Without the encoding of the tables, it is guessed, with a TableWarning where that is not
    certain; with it, all tables are read again. With `dry_run`, nothing is put in.
    """
    known = {puzzle.path: puzzle for puzzle in bank.puzzles()}
    groups: dict[str, list[str]] = {name: [] for name in GROUPS}
    waiting: list[BankedPuzzle] = []
    clues = 0
    for path in _paths(sources, groups["failed"]):
        name = storable(str(path))
        try:
            puzzle = _read(path, known.get(name), encoding)
        except CrosswrightError as error:
            groups["failed"].append(storable(str(error)))
            continue
        groups[_group(puzzle, name in known)].append(name)
        if puzzle is not None:
            clues += len(puzzle.clues)
            waiting += [] if dry_run else [puzzle]
        if len(waiting) >= BATCH:
            bank.put(waiting)
            waiting = []
    if waiting:
        bank.put(waiting)
    return BankImport(clues=clues, **{name: tuple(names) for name, names in groups.items()})


def _group(puzzle: BankedPuzzle | None, is_known: bool) -> str:
    """Return what became of a file that could be read."""
    if puzzle is None:
        return "unchanged"
    if not puzzle.clues:
        return "empty"
    return "updated" if is_known else "added"


def _paths(sources: Iterable[str | os.PathLike[str]], failed: list[str]) -> Iterator[Path]:
    """Yield the files that are meant, each once; add what is wrong with folders to `failed`."""
    unread: list[str] = []
    paths = (path for source in sources for path, _ in files_of(Path(source), TABLES, unread))
    yield from dict.fromkeys(Path(os.path.realpath(path)) for path in paths)
    failed += map(storable, unread)


def _read(path: Path, known: BankedPuzzle | None, encoding: str | None) -> BankedPuzzle | None:
    """Read a file; None if it is as the bank knows it, and was not read in a wrong encoding."""
    is_table = path.suffix.lower() in TABLES
    try:
        status = path.stat()
        is_same = known and (known.size, known.modified) == (status.st_size, status.st_mtime_ns)
        if is_same and not (is_table and encoding):
            return None
        data = read_regular(path, MAX_BYTES)
    except OSError as error:
        raise FormatError(f"{path}: cannot be read: {error.strerror or error}") from None
    digest = hashlib.blake2b(data, digest_size=20).hexdigest()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)
        if is_table:
            tabs = path.suffix.lower() in TAB_SUFFIXES
            rows = parse_table(data, str(path), tabs=tabs, encoding=encoding)
            clues = [*_clues_of_table(rows)]
            texts = {"title": path.name, "author": "", "date": ""}
        else:
            puzzle = read_data(path, data)
            clues = [*_clues(puzzle)]
            texts = {"title": puzzle.title, "author": puzzle.author, "date": puzzle.date}
    date = _date(texts["date"], path, texts["title"])
    if not date and not is_table:  # a table is changed long after its clues were used
        date = datetime.date.fromtimestamp(status.st_mtime).isoformat()
    return BankedPuzzle(
        storable(str(path)),
        status.st_size,
        status.st_mtime_ns,
        digest,
        texts["title"],
        texts["author"],
        date,
        tuple(clues),
    )


def _clues_of_table(rows: Sequence[ClueRow]) -> Iterator[tuple[str, str, str]]:
    """Yield the clues of a table, unless it is a word list with scores."""
    for row in () if _is_word_list(rows) else rows:
        clue = Clue.read(row.clue or "")
        if clue.text and not clue.draft:
            yield normalise_answer(row.word), "", clue.text


def _is_word_list(rows: Sequence[ClueRow]) -> bool:
    """Return whether a table has scores for clues: only numbers, or mostly below a heading."""
    if not rows:
        return False
    if all(map(_is_score, rows)):
        return len(rows) > 1 or not PROSE.match(rows[0].clue or "")
    heading, *others = rows
    second, *_ = re.split(r"[;,\t]", heading.clue or "")
    first, second = fold_heading(heading.word), fold_heading(second)
    if second in WORD_HEADINGS and first in SCORE_HEADINGS:  # the scores are taken for words
        return sum(bool(SCORE.match(row.word)) for row in others) * 2 >= len(others)
    if not others or re.split(r"\W", second)[0] not in SCORE_HEADINGS:
        return False
    scores = sum(map(_is_score, others))
    return scores == len(others) or (first in WORD_HEADINGS and scores * 2 >= len(others))


def _is_score(row: ClueRow) -> bool:
    """Return whether a row has a score for a clue, or nothing."""
    return not row.clue or SCORE.match(row.clue) is not None


def _clues(puzzle: Puzzle) -> Iterator[tuple[str, str, str]]:
    for entry in puzzle.entries:
        if entry.answer and entry.text and not entry.clue.draft:
            yield normalise_answer(entry.answer), entry.label, entry.text


def _date(stated: str, path: Path, title: str) -> str:
    """Return the date of a puzzle: as it states, as its file's name or its title has it; or ""."""
    for text in (stated, path.name, title):
        date = find_date(text)
        if date is not None:
            return date.isoformat()
    return ""
