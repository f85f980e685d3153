"""What a plan says: the records of a season, and the digest of all that decides it.

>>> plan = Plan(calendar=Calendar(datetime.date(2027, 1, 1), 7))
>>> plan.windows.of(3), plan.days[0].min_score, len(plan.digest)
(7, 50, 64)
"""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from crosswright.support.records import Record, field

VERSION: Final = 1
"""The version of the format of plans."""

WEEKDAYS: Final = (*("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),)
PATTERN_SOURCES: Final = ("built-in", "made", "folder")
DIFFICULTIES: Final = ("easy", "medium", "hard")
AT_HOLE: Final = ("stop", "skip", "lower")

PuzzleNumber: TypeAlias = int
"""The number of a puzzle in its season: 1 for the first."""


class Calendar(Record):
    """On which dates puzzles appear."""

    start: datetime.date
    """The first day that may have a puzzle."""
    puzzles: int
    weekdays: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6)
    """The weekdays with a puzzle, of which Monday is 0."""


class Day(Record):
    """What the puzzles of a weekday are like."""

    height: int = 15
    width: int = 15
    min_score: int = 50
    """The floor: the lowest score of an answer."""
    goal: int | None = 80
    """The mean score at which a draft stops improving; None: the first fill is taken."""
    difficulty: str | None = None
    """What the puzzle should be by the estimate: easy, medium or hard."""
    words: tuple[int, int] | None = None
    """The fewest and most words of a pattern that is made."""
    style: str = "american"


class PatternSource(Record):
    """Where patterns come from: built in, made for each puzzle, or the files of a folder."""

    source: str = "built-in"
    """One of `PATTERN_SOURCES`; days of a size or style that is not built in get made ones."""
    folder: str = ""
    window: int | None = None
    """No pattern appears again within this many puzzles; None: not before all others have."""


class WordSources(Record):
    """The words that answers are chosen from."""

    lists: tuple[str, ...] = ("english",)
    """Files, or "english" for the built-in list; the first takes precedence."""
    language: str | None = None
    """The built-in list of another language, after all others."""
    ban: tuple[str, ...] = ()
    """Words, or files of words, that are never used."""
    own: bool = False
    """Whether the personal list takes precedence: then the season depends on who makes it."""
    taste: str = "newspaper"
    """What the built-in list lets through: "family", "newspaper" or "any"."""
    lively: int | None = None
    """How much lively words count, from 0 to 100; None: as usual with the lists."""
    variety: int | None = None
    """How much chance counts, likewise."""
    shared_stems: bool = False
    """Whether two answers of a puzzle may be forms of one word."""

    @property
    def no_shared_stem(self) -> bool | None:
        """The rule for fills: off, or where the list knows it."""
        return False if self.shared_stems else None


class Windows(Record):
    """How soon an answer may come again, by its length.

    With a window of 7, the 7 puzzles before one share no such answer with it; with 0, there is no
    window, and the next puzzle may have the answer again.
    """

    by_length: tuple[tuple[int, int], ...] = ((3, 7), (4, 14), (5, 30))
    """Lengths, and the windows of their words, in order."""
    longer: int = 365
    """The window of words of any other length."""

    def of(self, length: int) -> int:
        """Return the window of words of a length."""
        return dict(self.by_length).get(length, self.longer)

    @property
    def longest(self) -> int:
        """How many puzzles back any window reaches."""
        return max(self.longer, *(window for _, window in self.by_length), 0)


class HistorySources(Record):
    """What has been published before the season."""

    puzzles: tuple[str, ...] = ()
    """Folders, files and globs of puzzles, oldest first by their names, and files of words, which
    are out for the whole season."""


class SheetFile(Record):
    """A sheet of each puzzle to print or to play."""

    suffix: str
    """What the file's name ends with, such as ".pdf" or "-large.pdf"."""
    options: tuple[tuple[str, Any], ...] = ()
    """Fields of `RenderOptions`, in the order of their names."""


class Outputs(Record):
    """The files of a season."""

    folder: str = "season"
    names: str = "{year}/{month}/{date}"
    """The names of a puzzle's files without their suffixes."""
    formats: tuple[str, ...] = ("puz",)
    """Suffixes of puzzle files, without the dot."""
    sheets: tuple[SheetFile, ...] = ()
    site: bool = False
    """Whether a site of players is made after the last puzzle."""
    solutions: bool = True
    """Whether the pages of the site have the solutions inside."""


class ClueSources(Record):
    """Where clues come from."""

    tables: tuple[str, ...] = ()
    """Tables of answers and clues; the first takes precedence."""
    drafts: bool = False
    """Whether missing clues are drafted, and marked as drafts."""


class Texts(Record):
    """The texts around a puzzle; placeholders such as {n} and {date} are filled in."""

    title: str = ""
    author: str = ""
    copyright: str = ""
    publisher: str = ""
    notes: str = ""
    difficulty: str = ""


class SearchSettings(Record):
    """How hard to search. Nothing here is a time: the same plan gives the same season anywhere."""

    lag: int = 16
    """Drafts in flight: a draft knows the answers of all puzzles but the last `lag - 1`."""
    nodes: int | None = None
    failures: int | None = 40_000
    """What a draft may spend."""
    repair_failures: int = 40_000
    """What a repair may spend on filling the whole grid anew, and a quarter of it on a part."""
    at_hole: str = "skip"
    """What to do where no puzzle can be made: stop, skip, or lower the floor first."""
    lowest_score: int = 30
    """The lowest floor, if it may be lowered."""


class PlannedPuzzle(Record):
    """One puzzle of the season: when it appears, and what it should be like."""

    number: PuzzleNumber
    date: datetime.date
    day: Day
    theme: tuple[str, ...] = ()


class Plan(Record):
    """Everything that decides a season, apart from what its files hold."""

    calendar: Calendar
    name: str = "Series"
    seed: int = 1
    days: tuple[Day, ...] = (Day(),) * len(WEEKDAYS)
    """One for each weekday, Monday first."""
    patterns: PatternSource = PatternSource()
    themes: tuple[tuple[datetime.date, tuple[str, ...]], ...] = ()
    words: WordSources = WordSources()
    windows: Windows = Windows()
    history: HistorySources = HistorySources()
    outputs: Outputs = Outputs()
    clues: ClueSources = ClueSources()
    texts: Texts = Texts()
    search: SearchSettings = SearchSettings()
    version: int = VERSION
    base: str = field(default="", compare=False)
    """The folder of the plan file, which its paths are relative to; it decides nothing."""

    @property
    def digest(self) -> str:
        """The SHA-256 of everything that decides the season: not where it is written."""
        values = self.as_object()
        del values["outputs"]["folder"]
        text = json.dumps(values, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def as_object(self) -> dict[str, Any]:
        """Return the plan, without its base, as what JSON can hold."""
        values: dict[str, Any] = _plain(self)
        del values["base"]
        return values

    @classmethod
    def from_object(cls, values: Mapping[str, Any], base: str = "") -> Plan:
        """Return the plan that `as_object` has described."""
        values = dict(values)
        calendar = dict(values.pop("calendar"))
        start = datetime.date.fromisoformat(calendar.pop("start"))
        outputs = dict(values.pop("outputs"))
        sheets = tuple(_record(SheetFile, sheet) for sheet in outputs.pop("sheets"))
        return cls(
            calendar=_record(Calendar, calendar, start=start),
            days=tuple(_record(Day, day) for day in values.pop("days")),
            themes=tuple(
                (datetime.date.fromisoformat(date), tuple(entries))
                for date, entries in values.pop("themes")
            ),
            outputs=_record(Outputs, outputs, sheets=sheets),
            **{name: _record(kind, values.pop(name)) for name, kind in _PARTS.items()},
            **values,
            base=base,
        )


_PARTS: Final[Mapping[str, type[Record]]] = {
    "patterns": PatternSource,
    "words": WordSources,
    "windows": Windows,
    "history": HistorySources,
    "clues": ClueSources,
    "texts": Texts,
    "search": SearchSettings,
}


def _plain(value: Any) -> Any:
    """Return a value of a plan as what JSON can hold."""
    if isinstance(value, Record):
        return {name: _plain(part) for name, part in vars(value).items()}
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return value.isoformat() if isinstance(value, datetime.date) else value


def _record(kind: Any, values: Mapping[str, Any], **fields: Any) -> Any:
    """Return a record of what JSON has given back."""
    return kind(**{name: _tuples(value) for name, value in values.items()}, **fields)


def _tuples(value: Any) -> Any:
    """Return a value with tuples for lists."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
