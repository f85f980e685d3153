"""Plan files: TOML in, and one line for each mistake, with the file, the key and what to do.

>>> draft = parse_draft("version = 1\\n[calendar]\\nstart = 2027-01-04\\npuzles = 7", "plan.toml")
>>> draft.mistakes[0]
'plan.toml: calendar.puzles: unknown key; did you mean puzzles?'
"""

from __future__ import annotations

import datetime
import os
import tomllib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any, Final, NamedTuple

from crosswright.errors import CrosswrightError, PlanError
from crosswright.filling.preference import LIVELY, MOST, VARIETY
from crosswright.formats.files import DRAWINGS
from crosswright.formats.format import require_writer
from crosswright.formats.registry import by_suffix
from crosswright.patterns.spec import Spec
from crosswright.rendering.options import RenderFields, RenderOptions
from crosswright.series import outputs
from crosswright.series.calendar import dated, dates
from crosswright.series.inputs import own_source
from crosswright.series.plan import (
    AT_HOLE,
    DIFFICULTIES,
    PATTERN_SOURCES,
    VERSION,
    WEEKDAYS,
    Calendar,
    ClueSources,
    Day,
    HistorySources,
    Outputs,
    PatternSource,
    Plan,
    SearchSettings,
    SheetFile,
    Texts,
    Windows,
    WordSources,
)
from crosswright.series.sections import PlanSection, parse_date, unknown
from crosswright.support import placeholders
from crosswright.support.decoding import decode
from crosswright.support.files import read_limited
from crosswright.support.names import unportable
from crosswright.support.records import replace
from crosswright.support.shipped import shipped_text
from crosswright.support.sizes import MAX_LENGTH, MAX_SCORE
from crosswright.support.wording import quote, quote_value
from crosswright.words.lexicon.tastes import NEWSPAPER, TASTES

MAX_BYTES: Final = 1 << 20
"""More than any plan has."""

MAX_PUZZLES: Final = 10_000
MAX_WINDOW: Final = 1_000_000
MAX_LAG: Final = 1000
MAX_SEED: Final = (1 << 63) - 1
MAX_SPENT: Final = 1 << 40
LAST_YEAR: Final = 9000
"""Calendars end long before dates do."""

MAX_NAME: Final = 200
"""Bytes of the name of a file: systems allow 255, and a file that is being written has more."""

SHEET_SUFFIXES: Final = (*DRAWINGS, ".txt")
_NO_OPTIONS: Final = ("fonts",)
"""Options of sheets that name files, which not every worker has."""


class PlanDraft(NamedTuple):
    """A plan as far as it could be understood, with defaults for the rest, and all mistakes."""

    plan: Plan
    mistakes: tuple[str, ...]


def template() -> str:
    """Return a plan with comments, which works as it is."""
    return shipped_text(__name__, "template.toml")


def read_plan(path: str | os.PathLike[str]) -> Plan:
    """Read a plan file; PlanError has all mistakes."""
    return _whole(read_draft(path))


def parse(text: str, name: str = "plan", base: str = "") -> Plan:
    """Read a plan from a text; `name` is for errors, and paths are relative to `base`."""
    return _whole(parse_draft(text, name, base))


def _whole(draft: PlanDraft) -> Plan:
    if draft.mistakes:
        raise PlanError(*draft.mistakes)
    return draft.plan


def read_draft(path: str | os.PathLike[str]) -> PlanDraft:
    """Read a plan file with its mistakes; PlanError if it is not TOML, or of a newer version."""
    name = os.fspath(path)
    try:
        data = read_limited(path, MAX_BYTES)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or error
        message = f"{name}: cannot be read: {reason}; crosswright series new makes a plan"
        raise PlanError(message) from None
    return draft_of(data, name, str(Path(path).parent))


def draft_of(data: bytes, name: str, base: str = "") -> PlanDraft:
    """Read a plan with its mistakes from the bytes of a file."""
    if len(data) > MAX_BYTES:
        raise PlanError(f"{name}: larger than {MAX_BYTES >> 20} MiB, which no plan is")
    try:
        text = decode(data)
    except CrosswrightError as error:
        raise PlanError(f"{name}: {error}") from None
    return parse_draft(text, name, base)


def parse_draft(text: str, name: str = "plan", base: str = "") -> PlanDraft:
    """Read a plan with its mistakes from a text."""
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: a number of 5,000 digits, too
        raise PlanError(f"{name}: not valid TOML: {error}") from None
    version = values.get("version")
    if type(version) is int and version > VERSION:
        raise PlanError(
            f"{name}: version {version}: a newer Crosswright made this plan, and this one reads "
            f"up to version {VERSION}; update it with pip install --upgrade crosswright"
        )
    mistakes: list[str] = []
    plan = _plan(PlanSection("", values, mistakes), base)
    return PlanDraft(plan, tuple(f"{name}: {mistake}" for mistake in mistakes))


def _plan(top: PlanSection, base: str) -> Plan:
    if top.whole("version", None, 1, VERSION) is None and "version" not in top:
        top.mistake("version", f"missing; write version = {VERSION} at the top")
    name = top.text("name", "Series")
    seed = top.whole("seed", 1, 0, MAX_SEED)
    plan = Plan(
        calendar=_calendar(top.section("calendar")),
        name=name,
        seed=seed,
        days=_days(top.section("days")),
        patterns=_patterns(top.section("patterns")),
        words=_words(top.section("words")),
        windows=_windows(top.section("windows")),
        history=_history(top.section("history")),
        clues=_clues(top.section("clues")),
        texts=_texts(top.section("metadata")),
        search=_search(top.section("search")),
        base=base,
    )
    plan = replace(plan, themes=_themes(top.section("themes"), plan.calendar))
    plan = replace(plan, outputs=_outputs(top.section("output"), plan))
    top.finish()
    return plan


# -- when ---------------------------------------------------------------------------------------


def _calendar(section: PlanSection) -> Calendar:
    start = section.date("start")
    end = section.date("end")
    puzzles = section.whole("puzzles", None, 1, MAX_PUZZLES, "puzzles = 28")
    names = section.texts("weekdays", WEEKDAYS)
    for name in names:
        if name.lower() not in WEEKDAYS:
            section.mistake("weekdays", unknown(name, WEEKDAYS, quote(name)))
    weekdays = tuple(n for n, weekday in enumerate(WEEKDAYS) if weekday in map(str.lower, names))
    section.finish()
    if not names:
        section.mistake("weekdays", "no weekday at all; name one or more, or drop the key")
    if "start" not in section:
        section.mistake("start", "missing; write, say, start = 2027-01-04")
    start = start or datetime.date(2027, 1, 4)
    if start.year > LAST_YEAR:
        section.mistake("start", f"{start} is too far away; the last year is {LAST_YEAR}")
        start = start.replace(year=LAST_YEAR, day=1)
    calendar = Calendar(start, puzzles or 1, weekdays or (*range(len(WEEKDAYS)),))
    if end is not None and puzzles is None:
        return replace(calendar, puzzles=_puzzles_until(section, calendar, end))
    if end is not None:
        section.mistake("end", "puzzles says already how many there are; drop one of the two")
    elif "puzzles" not in section and "end" not in section:
        section.mistake("puzzles", "missing; write, say, puzzles = 28 or end = 2027-01-31")
    return calendar


def _puzzles_until(section: PlanSection, calendar: Calendar, end: datetime.date) -> int:
    if end < calendar.start:
        section.mistake("end", f"{end} is before the start, {calendar.start}")
        return 1
    count = 0
    for date in dates(replace(calendar, puzzles=MAX_PUZZLES + 1)):
        if date > end:
            break
        count += 1
    if not count:
        section.mistake("end", f"no weekday with a puzzle from {calendar.start} to {end}")
    if count > MAX_PUZZLES:
        section.mistake("end", f"{end} is more than {MAX_PUZZLES:,} puzzles away")
    return min(max(count, 1), MAX_PUZZLES)


def _themes(
    section: PlanSection, calendar: Calendar
) -> tuple[tuple[datetime.date, tuple[str, ...]], ...]:
    with_puzzle = {*dates(calendar)}
    themes = {}
    for key in section.values:
        date = parse_date(key)
        entries = section.texts(key)
        if date is None:
            section.mistake(key, "not a date; write, say, 2027-02-14 = ['HEART', 'ROSE']")
        elif date not in with_puzzle:
            section.mistake(key, f"{_no_puzzle(date, calendar)}; move the theme or the calendar")
        elif not entries or not all(any(map(str.isalnum, entry)) for entry in entries):
            section.mistake(key, "a theme without entries; name them, or drop the date")
        else:
            themes[date] = entries
    return tuple(sorted(themes.items()))


def _no_puzzle(date: datetime.date, calendar: Calendar) -> str:
    if date < calendar.start:
        return f"no puzzle appears on {date}: the calendar starts on {calendar.start}"
    if date.weekday() not in calendar.weekdays:
        return f"no puzzle appears on a {WEEKDAYS[date.weekday()].capitalize()}"
    return f"no puzzle appears on {date}: the calendar has ended by then"


# -- what ---------------------------------------------------------------------------------------


def _days(section: PlanSection) -> tuple[Day, ...]:
    default = _day(section.section("default"), Day())
    days = tuple(_day(section.section(weekday), default) for weekday in WEEKDAYS)
    section.finish()
    return days


def _day(section: PlanSection, default: Day) -> Day:
    height, width = _size(section, default)
    goal = section.whole("goal", default.goal or 0, 0, MAX_SCORE)
    day = Day(
        height=height,
        width=width,
        min_score=section.whole("min_score", default.min_score, -MAX_SCORE, MAX_SCORE),
        goal=goal or None,
        difficulty=section.choice("difficulty", DIFFICULTIES, default.difficulty),
        words=_range(section, "words", default.words),
        style=section.text("style", default.style),
    )
    section.finish()
    key, mistake = _wrong_shape(day)
    if mistake:
        if section.values:  # else it is a mistake of the default
            section.mistake(key, mistake)
        return replace(default, min_score=day.min_score)
    return day


def _wrong_shape(day: Day) -> tuple[str, str]:
    """Return which key of a day no pattern can have, and why; or nothing."""
    height, width = day.height, day.width
    key = "size"
    try:
        Spec.of(height, width)
        key = "style"
        spec = Spec.of(height, width, style=day.style)
        key = "words"
        Spec.of(height, width, style=day.style, word_count=day.words)
    except CrosswrightError as error:
        return key, str(error)
    most = 2 * height * width // spec.style.min_length
    if day.words is not None and day.words[0] > most:
        return key, f"a grid of {height}×{width} has at most {most} words, not {day.words[0]}"
    return "", ""


def _size(section: PlanSection, default: Day) -> tuple[int, int]:
    value = section.any("size")
    match value:
        case None:
            return default.height, default.width
        case int() if type(value) is int:
            return value, value
        case [int(height), int(width)] if bool not in map(type, value):
            return height, width
    section.mistake(
        "size", f"{quote_value(value)} is not a size; write 15, or rows and columns: [15, 17]"
    )
    return default.height, default.width


def _range(
    section: PlanSection, key: str, default: tuple[int, int] | None
) -> tuple[int, int] | None:
    value = section.any(key)
    match value:
        case None:
            return default
        case [int(low), int(high)] if bool not in map(type, value) and 0 < low <= high:
            return low, high
    section.mistake(key, f"{quote_value(value)} is not a range; write, say, {key} = [72, 78]")
    return default


def _patterns(section: PlanSection) -> PatternSource:
    source = section.choice("from", PATTERN_SOURCES, "built-in")
    folder = section.text("folder")
    window = section.whole("window", None, 0, MAX_WINDOW, "window = 10")
    section.finish()
    if source == "folder" and not folder:
        section.mistake("folder", 'missing; write, say, folder = "grids"')
        source = "built-in"
    if source != "folder" and folder:
        section.mistake("folder", 'only with from = "folder"; write that, or drop the key')
    if source == "made" and window is not None:
        section.mistake("window", "made patterns are all new; drop the key")
    return PatternSource(source, folder, window)


def _words(section: PlanSection) -> WordSources:
    sources = WordSources(
        lists=section.texts("lists", WordSources().lists),
        language=section.text("language", None),
        ban=section.texts("ban"),
        own=section.flag("own", False),
        taste=section.choice("taste", TASTES, NEWSPAPER),
        lively=section.whole("lively", None, 0, MOST, f"lively = {LIVELY}"),
        variety=section.whole("variety", None, 0, MOST, f"variety = {VARIETY}"),
        shared_stems=section.flag("shared_stems", False),
    )
    section.finish()
    return sources


def _windows(section: PlanSection) -> Windows:
    if not section.values:
        return Windows()
    longer = section.whole("longer", Windows().longer, 0, MAX_WINDOW)
    if "longer" not in section:
        section.mistake("longer", "missing; write, say, longer = 365, for all other lengths")
    by_length = {}
    for key in section.values:
        if key.isdecimal() and len(key) < 4 and 0 < int(key) <= MAX_LENGTH:
            by_length[int(key)] = section.whole(key, longer, 0, MAX_WINDOW, f"{key} = 7")
        elif key != "longer":
            section.any(key)
            section.mistake(key, f"not a length; write 1 to {MAX_LENGTH}, or longer for the rest")
    return Windows(tuple(sorted(by_length.items())), longer)


def _history(section: PlanSection) -> HistorySources:
    sources = HistorySources(section.texts("puzzles"))
    section.finish()
    return sources


def _clues(section: PlanSection) -> ClueSources:
    sources = ClueSources(section.texts("tables"), section.flag("drafts", False))
    section.finish()
    return sources


def _texts(section: PlanSection) -> Texts:
    texts = {}
    for key in vars(Texts()):
        text = section.text(key)
        if problem := placeholders.problem(text, outputs.PLACEHOLDERS):
            section.mistake(key, problem)
            text = ""
        texts[key] = text
    section.finish()
    return Texts(**texts)


def _search(section: PlanSection) -> SearchSettings:
    default = SearchSettings()
    given_nodes = "nodes" in section and "failures" not in section
    settings: dict[str, Any] = {
        "lag": section.whole("lag", default.lag, 1, MAX_LAG),
        "at_hole": section.choice("at_hole", AT_HOLE, default.at_hole),
        "lowest_score": section.whole("lowest_score", default.lowest_score, -MAX_SCORE, MAX_SCORE),
    }
    for key in vars(default):
        if key not in settings:
            settings[key] = section.whole(
                key, getattr(default, key), 1, MAX_SPENT, f"{key} = 20_000"
            )
    if given_nodes:  # nodes decide, then
        settings["failures"] = None
    section.finish()
    return SearchSettings(**settings)


# -- files --------------------------------------------------------------------------------------


def _outputs(section: PlanSection, plan: Plan) -> Outputs:
    default = Outputs()
    result = Outputs(
        folder=section.text("folder", default.folder),
        names=section.text("names", default.names),
        formats=tuple(_formats(section)),
        sheets=tuple(_sheets(section)),
        site=section.flag("site", False),
        solutions=section.flag("solutions", True),
    )
    section.finish()
    folder = result.folder
    if not folder or os.path.realpath(Path(plan.base, folder)) == os.path.realpath(plan.base):
        section.mistake("folder", "give the season a folder of its own, such as 'daily'")
        result = replace(result, folder=default.folder)
    if name := own_source(plan, Path(plan.base, result.folder)):
        section.mistake("folder", f"the season is made of {quote(name)}; choose a folder elsewhere")
    if section.values.get("formats") == [] and not result.sheets:
        section.mistake("formats", 'no files at all; write, say, formats = ["puz"]')
    if mistake := wrong_names(replace(plan, outputs=result)):
        section.mistake("names", mistake)
        result = replace(result, names=default.names)
    return result


def _formats(section: PlanSection) -> Iterator[str]:
    for name in section.texts("formats", Outputs().formats):
        suffix = name.lower().removeprefix(".")
        if "/" in suffix or "\\" in suffix:
            section.mistake("formats", f"{quote(name)} is not a suffix; write, say, puz")
            continue
        if f".{suffix}" in DRAWINGS:
            section.mistake(
                "formats",
                f"{quote(name)} is a drawing; write [[{section.path('sheets')}]] and "
                f'suffix = ".{suffix}"',
            )
            continue
        try:
            require_writer(by_suffix(f"puzzle.{suffix}"))
        except CrosswrightError as error:
            section.mistake("formats", str(error).removeprefix("puzzle"))
            continue
        yield suffix


def _sheets(section: PlanSection) -> Iterator[SheetFile]:
    for sheet in section.sections("sheets"):
        suffix = sheet.text("suffix", None)
        options = dict(_sheet_options(sheet))
        sheet.finish()
        if suffix is None:
            sheet.mistake("suffix", 'missing; write, say, suffix = ".pdf" or "-large.pdf"')
            continue
        if "/" in suffix or "\\" in suffix:
            message = f"{quote(suffix)} is not the end of a name; write, say, -large.pdf"
            sheet.mistake("suffix", message)
            continue
        if PurePosixPath(f"x{suffix}").suffix.lower() not in SHEET_SUFFIXES:
            choices = ", ".join(SHEET_SUFFIXES)
            sheet.mistake("suffix", f"{quote(suffix)} does not end in {choices}")
            continue
        try:
            RenderOptions(**options)
        except CrosswrightError as error:
            sheet.mistake("suffix", str(error))
            continue
        yield SheetFile(suffix, tuple(sorted(options.items())))


def _sheet_options(sheet: PlanSection) -> Iterator[tuple[str, Any]]:
    defaults = RenderOptions()
    for key in RenderFields.__annotations__:
        default = getattr(defaults, key)
        if key in _NO_OPTIONS or key not in sheet:
            if key not in _NO_OPTIONS:
                sheet.any(key)
        elif default is None or isinstance(default, bool):
            yield key, sheet.flag(key, bool(default))
        elif isinstance(default, int):
            yield key, sheet.whole(key, default, 1, MAX_SCORE)
        elif isinstance(default, tuple):
            yield key, sheet.texts(key)
        else:
            yield key, sheet.text(key, default)


def wrong_names(plan: Plan) -> str:
    """Return what is wrong with the names of files; or ""."""
    if problem := placeholders.problem(plan.outputs.names, outputs.NAME_PLACEHOLDERS):
        return problem
    seen: set[str] = set()
    folders: set[str] = set()
    for planned in dated(plan):
        for path in outputs.paths(plan, planned):
            if problem := _wrong_path(path):
                return problem
            key = path.casefold()
            if key in seen:
                return f"two files would be called {path}; add {{n}} or {{date}}, or a suffix"
            seen.add(key)
            folders.update(map(str, PurePosixPath(key).parents))
    if both := sorted(seen & folders):
        return f"{both[0]} would be a file and a folder"
    return ""


def _wrong_path(path: str) -> str:
    """Return what is wrong with the path of a file in the folder of a season; or ""."""
    parts = path.split("/")
    if not {"", ".", ".."}.isdisjoint(parts):
        return f"{quote(path)} is not a name in the folder of the season"
    if problem := next(filter(None, map(unportable, parts)), ""):
        return f"{quote(path)} {problem}"
    if any(len(part.encode()) > MAX_NAME for part in parts):
        return f"{quote(path)} is too long; a name has up to {MAX_NAME} bytes"
    if parts[0].casefold() in outputs.RESERVED:
        return f"{path} has a name that the season needs for itself"
    return ""
