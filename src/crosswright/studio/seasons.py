"""The seasons below the folder that was opened, read from their ledgers and never written to.

A folder may come from anybody, and a season may be running: a ledger is opened for reading alone,
closed at once, and whatever is wrong with it is one line beside the others.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from crosswright.errors import CrosswrightError, SeriesError
from crosswright.formats.format import MAX_BYTES
from crosswright.formats.registry import by_suffix
from crosswright.grids.grid import Grid
from crosswright.puzzles.difficulty import level_of
from crosswright.puzzles.puzzle import Puzzle
from crosswright.series.ledger import LEDGER, Ledger, LedgerEntry, LedgerFile, is_running
from crosswright.series.pages import long_date
from crosswright.series.plan import Plan
from crosswright.series.report import charts
from crosswright.series.report.figures import SeasonFigures, WeekdayFigures, figures
from crosswright.studio.conversion import state_of
from crosswright.studio.opened import picture_rows
from crosswright.studio.paths import Root
from crosswright.studio.refusals import Refusal
from crosswright.support.files import read_regular
from crosswright.support.records import Record, replace
from crosswright.support.wording import quote

MAX_SEASONS: Final = 40
"""Seasons that are listed."""

MAX_PUZZLES: Final = 20_000
"""Puzzles of a season that is shown: fifty years of them."""

MAX_LEDGER: Final = 256 << 20
"""Bytes of a ledger that is read."""

KEPT: Final = 4
"""Seasons that are kept in memory while their ledgers stay the same."""

HERE: Final = "."
"""The path of a season in the folder that was opened itself."""

PREFERRED: Final = (".ipuz", ".jpz", ".puz", ".xd")
"""The files to open a puzzle from, that which knows most first."""

_SENSELESS: Final = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, OSError)
"""What reading a ledger that was made up, or damaged, may end in."""


class SeasonRecord(Record):
    """A season as its ledger has it."""

    path: str
    folder: Path
    stamp: str
    """What changes whenever the ledger does."""
    figures: SeasonFigures

    @property
    def plan(self) -> Plan:
        """The plan."""
        return self.figures.plan


class SeasonPuzzle(Record):
    """A puzzle of a season, to make a document of."""

    key: str
    """What tells it from all others below the root."""
    name: str
    data: bytes | None
    """A file of it, if there is one."""
    file: str
    puzzle: Puzzle
    """What the ledger has of it."""
    notes: tuple[str, ...] = ()


class Seasons:
    """All seasons of a root."""

    def __init__(self, root: Root) -> None:
        self._root = root
        self._kept: OrderedDict[str, SeasonRecord] = OrderedDict()
        self._lock = threading.Lock()

    def paths(self) -> Iterator[str]:
        """Yield the paths of the folders that have a ledger."""
        for path in self._root.files(frozenset({Path(LEDGER).suffix})):
            if path.name == LEDGER:
                yield self._root.name(path.parent)

    def all(self) -> list[dict[str, Any]]:
        """Return what to show of all seasons."""
        summaries = []
        for path in self.paths():
            try:
                summaries.append(summary(self.read(path)))
            except CrosswrightError as error:
                summaries.append({"path": path, "name": _name(path), "error": str(error)})
            if len(summaries) == MAX_SEASONS:
                break
        return sorted(summaries, key=lambda each: (each.get("first", "~"), each["path"]))

    def read(self, path: str) -> SeasonRecord:
        """Return a season; CrosswrightError, in one line, if it cannot be read."""
        folder, stamp = self._folder(path)
        with self._lock:
            season = self._kept.get(path)
            if season is not None and season.stamp == stamp:
                self._kept.move_to_end(path)
                return season
        season = self._read(path, folder, stamp)
        with self._lock:
            self._kept[path] = season
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return season

    def _folder(self, path: str) -> tuple[Path, str]:
        """Return the folder of a season, and what its ledger was when it was looked at."""
        missing = Refusal("not_found", f"there is no season in {quote(path)}")
        ledger = self._root.path(LEDGER if path == HERE else f"{path}/{LEDGER}")
        if ledger.name != LEDGER or not ledger.is_file():
            raise missing
        try:
            status = ledger.stat()
        except OSError:
            raise missing from None
        if status.st_size > MAX_LEDGER:
            raise Refusal("too_large", f"{_name(path)}/{LEDGER} is too large to be shown")
        return ledger.parent, f"{status.st_mtime_ns}-{status.st_size}"

    def _read(self, path: str, folder: Path, stamp: str) -> SeasonRecord:
        try:
            with Ledger.open(folder, recover=False) as ledger:
                plan = ledger.plan
                calendar = plan.calendar
                days = {*calendar.weekdays}
                if not (days <= {*range(7)} and days and 0 < calendar.puzzles <= MAX_PUZZLES):
                    raise ValueError("its calendar makes no sense")
                if ledger.committed > calendar.puzzles:
                    raise ValueError("it has more puzzles than were planned")
                return SeasonRecord(path, folder, stamp, figures(plan, ledger.entries()))
        except SeriesError as error:  # names the file with the folders above the root
            raise SeriesError(str(error).replace(f"{folder}{os.sep}", "")) from None
        except (CrosswrightError, *_SENSELESS) as error:
            raise SeriesError(f"{LEDGER} is damaged ({error}); restore it from a copy") from None

    # -- one puzzle -------------------------------------------------------------------------------

    def _entry(self, path: str, number: int) -> tuple[SeasonRecord, LedgerEntry]:
        season = self.read(path)
        entry = season.figures.entries.get(number)
        if entry is None or entry.is_hole:
            what = "is a hole" if entry is not None else "is not made yet"
            raise Refusal("not_found", f"number {number} of {season.plan.name} {what}")
        return season, entry

    def rows(self, path: str, number: int) -> list[str]:
        """Return the rows of a small picture of a puzzle."""
        _, entry = self._entry(path, number)
        return picture_rows(state_of(Puzzle.from_filled(Grid.parse(entry.grid))))

    def puzzle(self, path: str, number: int) -> SeasonPuzzle:
        """Return a puzzle of a season; a Refusal if there is none."""
        season, entry = self._entry(path, number)
        notes = []
        data, name = None, ""
        for file in _readable(entry):
            try:
                found = self._root.path(file.path if path == HERE else f"{path}/{file.path}")
                data, name = read_regular(found, MAX_BYTES), found.name
            except (OSError, CrosswrightError):
                continue
            if hashlib.sha256(data).hexdigest() != file.sha256:
                notes.append(f"{name} is not what the ledger knows: it was changed afterwards.")
            break
        grid = Grid.parse(entry.grid)
        title = f"{season.plan.name}, {long_date(entry.date)}"
        puzzle = replace(Puzzle.from_filled(grid), title=title, date=entry.date.isoformat())
        return SeasonPuzzle(f"{path}#{number}", title, data, name, puzzle, tuple(notes))


def _readable(entry: LedgerEntry) -> list[LedgerFile]:
    """Return the files that a puzzle can be read from, the best first."""
    files = []
    for file in entry.files:
        try:
            if by_suffix(file.path).read is not None:
                files.append(file)
        except CrosswrightError:
            continue
    ends = [Path(file.path).suffix.lower() for file in files]
    order = {end: index for index, end in enumerate(PREFERRED)}
    ranked = sorted(range(len(files)), key=lambda index: order.get(ends[index], len(order)))
    return [files[index] for index in ranked if ends[index] in order]


def season_above(root: Root, path: Path) -> str | None:
    """Return the folder of the season that a file is inside of, or would be."""
    for folder in path.parents:
        if not folder.is_relative_to(root.folder):
            return None
        if (folder / LEDGER).is_file():
            return root.name(folder)
    return None


def _name(path: str) -> str:
    """Return what a season is called by its folder."""
    return "this folder" if path == HERE else path


# -- for the page ---------------------------------------------------------------------------------


def summary(season: SeasonRecord) -> dict[str, Any]:
    """Return what the list of seasons shows."""
    all_figures = season.figures
    return {
        "path": season.path,
        "name": season.plan.name,
        "first": all_figures.planned[0].date.isoformat(),
        "last": all_figures.planned[-1].date.isoformat(),
        "planned": len(all_figures.planned),
        "done": len(all_figures.done),
        "holes": len(all_figures.holes),
        "mean": _rounded(all_figures.mean),
        "lowest": all_figures.lowest,
        "repeats": len(all_figures.violations),
        "running": is_running(season.folder),
        "stamp": season.stamp,
    }


def details(season: SeasonRecord) -> dict[str, Any]:
    """Return all that the view of a season shows."""
    entries = season.figures.entries
    return {
        **summary(season),
        "days": [
            {"number": puzzle.number, "date": puzzle.date.isoformat(), "theme": [*puzzle.theme]}
            | _day(entries.get(puzzle.number))
            for puzzle in season.figures.planned
        ],
        "weekdays": [_weekday(day) for day in season.figures.weekdays],
        "charts": {
            "scores": charts.scores([*entries.values()]),
            "weekdays": charts.weekdays(season.figures.weekdays),
        }
        if season.figures.done
        else {},
    }


def _day(entry: LedgerEntry | None) -> dict[str, Any]:
    if entry is None:
        return {"state": "planned"}
    if entry.is_hole:
        explanation = entry.explanation or "No explanation was recorded."
        return {"state": "hole", "explanation": explanation}
    return {
        "state": "done",
        "mean": _rounded(entry.mean),
        "lowest": entry.lowest,
        "floor": entry.min_score,
        "words": len(entry.answers),
        "difficulty": _rounded(entry.difficulty),
        "level": None if entry.difficulty is None else level_of(entry.difficulty),
        "repair": entry.repair,
    }


def _weekday(day: WeekdayFigures) -> dict[str, Any]:
    return {
        "name": day.name,
        "asked": day.asked,
        "puzzles": day.puzzles,
        "holes": day.holes,
        "mean": _rounded(day.mean),
        "lowest": day.lowest,
        "level": None if day.difficulty is None else level_of(day.difficulty),
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)
