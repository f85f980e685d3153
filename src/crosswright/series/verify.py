"""A season checked from scratch: every row, file, answer and digest, whoever made them.

Nothing is taken on trust: the rows of the ledger are compared with the plan, the files with the
rows and with what they hold, and the answers with one another and with the lists.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from crosswright._version import __version__
from crosswright.errors import CrosswrightError
from crosswright.formats.files import from_bytes, to_bytes
from crosswright.formats.registry import by_suffix
from crosswright.grids.grid import Grid
from crosswright.limits import Run
from crosswright.puzzles.check import Finding, Severity
from crosswright.puzzles.difficulty import estimate
from crosswright.puzzles.puzzle import Puzzle
from crosswright.series import outputs, patterns
from crosswright.series.calendar import dated
from crosswright.series.inputs import Inputs
from crosswright.series.ledger import DONE, HOLE, LEDGER, Ledger, LedgerEntry, LedgerFile
from crosswright.series.plan import Plan, PlannedPuzzle, PuzzleNumber
from crosswright.series.planfile import read_plan
from crosswright.series.windows import NOTHING_EARLIER, repeats
from crosswright.support.files import TEMPORARY, read_regular
from crosswright.support.records import Record
from crosswright.support.wording import plural, quote

MAX_BYTES: Final = 1 << 30
"""More than any file of a puzzle has."""

ROUNDING: Final = 0.01
"""How far a mean may be from what it is computed to be."""

_SIDE_FILES: Final = tuple(LEDGER + end for end in ("-journal", "-wal", "-shm"))
_NOT_PUZZLES: Final = ("csv", "tsv")
"""Formats without a grid, which cannot be read as a puzzle again."""


class VerifyProgress(Record):
    """How many puzzles have been verified."""

    done: int
    total: int


class Verification(Record):
    """What was verified, and what is wrong with it."""

    plan: Plan
    entries: tuple[LedgerEntry, ...]
    findings: tuple[Finding, ...]
    files: int
    """Files that were read."""
    has_inputs: bool
    """Whether the plan's files were there, so that answers could be looked up in the lists."""

    @property
    def is_faultless(self) -> bool:
        """Whether no error was found."""
        return all(finding.severity is not Severity.ERROR for finding in self.findings)

    @property
    def holes(self) -> int:
        """How many numbers have no puzzle."""
        return sum(entry.is_hole for entry in self.entries)


class VerifyRun(Run[VerifyProgress, Verification]):
    """A verification under way; with `rebuild`, all files are made again and compared."""

    def __init__(self, folder: str | os.PathLike[str], *, rebuild: bool = False) -> None:
        super().__init__()
        self.folder = Path(folder)
        self._findings: list[Finding] = []
        self._rebuild = rebuild
        self._files_read = 0
        with Ledger.open(self.folder) as ledger:
            self.plan = ledger.plan
            self._entries = ledger.entries()
            self._findings += ledger_findings(ledger)
            self._has_its_plan = ledger.plan_digest == self.plan.digest
            self._inputs_digest = ledger.inputs_digest
            self._version = ledger.crosswright
            self._has_plan_file = bool(ledger.plan_text)
        self._planned: dict[PuzzleNumber, PlannedPuzzle] = {}
        self._inputs: Inputs | None = None

    def _outcome(self) -> Verification:
        return Verification(
            plan=self.plan,
            entries=tuple(self._entries),
            findings=tuple(sorted(self._findings, key=lambda finding: finding.severity.value)),
            files=self._files_read,
            has_inputs=self._inputs is not None,
        )

    def _note(self, rule: str, where: str, message: str) -> None:
        self._findings.append(Finding(Severity.ERROR, rule, where, message))

    def _work(self) -> Generator[VerifyProgress, None, None]:
        total = len(self._entries)
        yield VerifyProgress(0, total)
        if not self._has_its_plan:
            message = "the plan in the ledger is not the one that its digest belongs to"
            self._note("ledger", LEDGER, f"{message}, so nothing could be verified against it")
            return
        self._planned = {puzzle.number: puzzle for puzzle in dated(self.plan)}
        self._read_inputs()
        self._findings += calendar_findings(self._entries, self._planned)
        self._findings += window_findings(self.plan, self._inputs, self._entries)
        for done, entry in enumerate(self._entries, 1):
            planned = self._planned.get(entry.number)
            if planned is not None:
                self._findings += row_findings(self.plan, self._inputs, planned, entry)
                self._verify_files(planned, entry)
            yield VerifyProgress(done, total)
            if self.budget.is_stopped:
                return
        self._findings += copy_findings(self.folder, self.plan, is_due=self._has_plan_file)
        self._findings += stray_findings(self.folder, self.plan, self._entries)

    def _read_inputs(self) -> None:
        """Read the files of the plan, if they are still what they were."""
        try:
            inputs = Inputs.of(self.plan)
        except (CrosswrightError, OSError) as error:
            message = f"the lists are not at hand, so answers were not looked up: {error}"
            self._findings.append(Finding(Severity.WARNING, "inputs", "", message))
            return
        if inputs.digest != self._inputs_digest:
            self._note(
                "inputs",
                "",
                "the plan's lists, history, patterns or clue tables have changed since the season "
                "was begun, so answers were not looked up; put them back",
            )
            return
        self._inputs = inputs

    # -- files ----------------------------------------------------------------------------------

    def _verify_files(self, planned: PlannedPuzzle, entry: LedgerEntry) -> None:
        """Compare the files of a puzzle with its row."""
        expected = [] if entry.is_hole else outputs.paths(self.plan, planned)
        rows = {file.path: file for file in entry.files}
        for path in sorted({*expected} - {*rows}):
            self._note("files", path, f"{path} is not in the ledger's row of number {entry.number}")
        for path in sorted({*rows} - {*expected}):
            self._note("files", path, f"{path} is in the ledger, but the plan names no such file")
        contents = {
            path: data
            for path in expected
            if path in rows and (data := self._verified(rows[path])) is not None
        }
        for path in outputs.puzzle_paths(self.plan, planned):
            if path in contents:
                self._findings += content_findings(self._inputs, entry, path, contents[path])
        if self._rebuild and contents:
            self._compare_rebuilt(planned, entry, contents)

    def _verified(self, file: LedgerFile) -> bytes | None:
        """Return what a file holds, or None if it cannot be read; note if it has changed."""
        try:
            data = read_regular(self.folder / file.path, MAX_BYTES)
        except FileNotFoundError:
            self._note("files", file.path, f"{file.path} is missing")
            return None
        except OSError as error:
            reason = error.strerror or error
            self._note("files", file.path, f"{file.path} cannot be read: {reason}")
            return None
        self._files_read += 1
        if (self.folder / file.path).is_symlink():
            message = f"{file.path} is a link to another file; copy that file here"
            self._findings.append(Finding(Severity.WARNING, "files", file.path, message))
        if len(data) != file.size:
            message = f"{file.path} has {len(data):,} bytes; the ledger says {file.size:,}"
            self._note("files", file.path, message)
        elif hashlib.sha256(data).hexdigest() != file.sha256:
            message = f"{file.path} has changed: its SHA-256 is not that of the ledger"
            self._note("files", file.path, message)
        return data

    def _compare_rebuilt(
        self, planned: PlannedPuzzle, entry: LedgerEntry, contents: dict[str, bytes]
    ) -> None:
        """Make the files of a puzzle again, and compare them byte by byte."""
        if self._inputs is None or self._version != __version__:
            return
        try:
            puzzle = outputs.puzzle(self.plan, self._inputs, planned, Grid.parse(entry.grid))
            rebuilt = outputs.files(self.plan, planned, puzzle)
        except CrosswrightError as error:
            self._note("files", str(entry.date), f"{entry.date} cannot be made again: {error}")
            return
        for path, data in contents.items():
            if rebuilt[path] != data:
                self._note("files", path, f"{path} is not what the plan and the ledger give")


# -- the ledger ---------------------------------------------------------------------------------


def ledger_findings(ledger: Ledger) -> Iterator[Finding]:
    """Yield what is wrong with the ledger itself."""
    if ledger.crosswright != __version__:
        message = f"the season was begun with crosswright {ledger.crosswright}, not {__version__}"
        yield Finding(Severity.WARNING, "ledger", LEDGER, message)
    for problem in ledger.problems():
        yield Finding(Severity.ERROR, "ledger", LEDGER, f"{LEDGER}: {problem}")


def calendar_findings(
    entries: Sequence[LedgerEntry], planned: dict[PuzzleNumber, PlannedPuzzle]
) -> Iterator[Finding]:
    """Yield rows that the plan does not know, or knows differently, and rows that are missing."""
    for entry in entries:
        puzzle = planned.get(entry.number)
        if puzzle is None:
            message = f"number {entry.number} ({entry.date}) is not in the plan: a row too many"
            yield Finding(Severity.ERROR, "calendar", str(entry.number), message)
        elif puzzle.date != entry.date:
            message = f"number {entry.number} has the date {entry.date}, but the plan {puzzle.date}"
            yield Finding(Severity.ERROR, "calendar", str(entry.number), message)
    numbers = {entry.number for entry in entries}
    for number in range(1, max(numbers, default=0)):
        if number not in numbers:
            message = f"number {number} is missing, though later ones are committed"
            yield Finding(Severity.ERROR, "calendar", str(number), message)


# -- answers ------------------------------------------------------------------------------------


def window_findings(
    plan: Plan, inputs: Inputs | None, entries: Sequence[LedgerEntry]
) -> Iterator[Finding]:
    """Yield answers that come again within their window."""
    answers = {entry.number: entry.answers for entry in entries}
    dates = {entry.number: entry.date for entry in entries}
    season = [answers.get(number, ()) for number in range(1, max(answers, default=0) + 1)]
    history = NOTHING_EARLIER if inputs is None else inputs.history
    themes = dict(_themes(plan)) if inputs is None else inputs.themes_by_number
    for repeat in repeats(plan.windows, season, history, themes):
        if repeat.earlier is None:
            earlier = "is in a list of the history"
        elif repeat.earlier > 0:
            earlier = f"was in that of {dates[repeat.earlier]}"
        else:
            earlier = f"was published {plural(repeat.number - repeat.earlier, 'puzzle')} before"
        message = (
            f"{repeat.answer} is in the puzzle of {dates[repeat.number]} and {earlier}: its window "
            f"is {plural(repeat.window, 'puzzle')}"
        )
        yield Finding(Severity.ERROR, "windows", repeat.answer, message)


def _themes(plan: Plan) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the themes as they are most likely spelled, where there is no list to ask."""
    for puzzle in dated(plan):
        if puzzle.theme:
            yield puzzle.number, tuple(_letters(entry) for entry in puzzle.theme)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.upper()))


def row_findings(
    plan: Plan, inputs: Inputs | None, planned: PlannedPuzzle, entry: LedgerEntry
) -> Iterator[Finding]:
    """Yield what does not fit together in a row: pattern, grid, answers, scores and floor."""

    def finding(rule: str, message: str) -> Finding:
        return Finding(Severity.ERROR, rule, str(entry.date), f"{entry.date}: {message}")

    if entry.status not in (DONE, HOLE):
        yield finding("ledger", f"{quote(entry.status)} is neither a puzzle nor a hole")
    if entry.is_hole:
        if entry.grid or entry.answers:
            yield finding("grid", "a hole has a grid or answers")
        return
    try:
        grid = Grid.parse(entry.grid)
    except CrosswrightError as error:
        yield finding("grid", f"the grid of the ledger cannot be read: {error}")
        return
    if str(grid.without_letters()) != entry.pattern:
        yield finding("grid", "the grid of the ledger does not have the blocks of its pattern")
    words = [grid.word(slot.label) or "" for slot in grid.slots]
    if words != [*entry.answers]:
        wrong = next((w for w, a in zip(words, entry.answers, strict=False) if w != a), "")
        quoted = f"; it has {wrong}" if wrong else ""
        yield finding("grid", f"the answers of the ledger are not those of its grid{quoted}")
    for answer, count in Counter(entry.answers).items():
        if count > 1:
            yield finding("grid", f"{answer} is in the grid {count} times")
    day = planned.day
    if (grid.height, grid.width) != (day.height, day.width):
        size = f"{grid.height}×{grid.width}, not {day.height}×{day.width}"
        yield finding("grid", f"the grid is {size}")
    lowest = plan.search.lowest_score if plan.search.at_hole == "lower" else day.min_score
    if entry.min_score < min(lowest, day.min_score):
        yield finding("scores", f"a floor of {entry.min_score} is lower than the plan allows")
    if inputs is not None:
        for rule, message in _looked_up(plan, inputs, planned, entry):
            yield finding(rule, message)


def _looked_up(
    plan: Plan, inputs: Inputs, planned: PlannedPuzzle, entry: LedgerEntry
) -> Iterator[tuple[str, str]]:
    """Yield what is wrong by the lists, themes and patterns of the plan."""
    theme = inputs.themes_by_number.get(entry.number, ())
    for word in theme:
        if word not in entry.answers:
            yield "themes", f"the theme entry {word} is missing"
    pool = () if theme else patterns.pool_of(plan, inputs, planned.day)
    if pool and str(patterns.pattern(plan, inputs, planned)) != entry.pattern:
        yield "grid", "the pattern is not the one that the plan chooses"
    scores = {answer: inputs.words.score(answer) for answer in entry.answers}
    for answer, score in scores.items():
        if answer in theme:
            continue
        if score is None:
            yield "scores", f"{answer} is not in the lists"
        elif score < entry.min_score:
            yield "scores", f"{answer} has a score of {score}, below the floor of {entry.min_score}"
    listed = [score for answer in entry.answers if (score := scores[answer]) is not None]
    figures = {
        "lowest score": (entry.lowest, min(listed, default=None)),
        "mean score": (entry.mean, sum(listed) / len(listed) if listed else None),
        "difficulty": (
            entry.difficulty,
            estimate(Grid.parse(entry.grid), inputs.words.score).number,
        ),
    }
    for name, (noted, actual) in figures.items():
        if not _is_close(noted, actual):
            yield "scores", f"the {name} is {_figure(actual)}; the ledger says {_figure(noted)}"


def _is_close(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return abs(one - other) <= ROUNDING


def _figure(value: float | None) -> str:
    return "none" if value is None else f"{value:.2f}".removesuffix(".00")


def content_findings(
    inputs: Inputs | None, entry: LedgerEntry, path: str, data: bytes
) -> Iterator[Finding]:
    """Yield that a puzzle file cannot be read, or that its answers are not those of its row."""
    kind = by_suffix(path).name
    if kind in _NOT_PUZZLES:
        return
    try:
        answers = [*from_bytes(data, kind, path).answers.values()]
    except CrosswrightError as error:
        yield Finding(Severity.ERROR, "files", path, str(error))
        return
    spelled = _spelled(answers, inputs)
    if spelled != _spelled(entry.answers, inputs) and spelled != _given_back(entry, kind, inputs):
        message = f"{path} has other answers than the ledger"
        yield Finding(Severity.ERROR, "answers", path, message)


def _given_back(entry: LedgerEntry, kind: str, inputs: Inputs | None) -> list[str]:
    """Return the answers as a format gives them back that cannot hold all of a grid, say, bars."""
    try:
        data, losses = to_bytes(Puzzle.from_filled(entry.grid), kind)
        answers = from_bytes(data, kind).answers.values() if losses else ()
    except CrosswrightError:
        return []
    return _spelled(answers, inputs)


def _spelled(answers: Iterable[str], inputs: Inputs | None) -> list[str]:
    spell = _letters if inputs is None else inputs.words.spell
    return [*map(spell, answers)]


def copy_findings(folder: Path, plan: Plan, *, is_due: bool) -> Iterator[Finding]:
    """Yield that the copy of the plan is missing, or is not the plan of the season."""
    path = folder / outputs.PLAN_COPY
    if not path.exists():
        if is_due:
            message = f"{outputs.PLAN_COPY}, the copy of the plan, is missing; resume writes it"
            yield Finding(Severity.WARNING, "files", outputs.PLAN_COPY, message)
        return
    try:
        is_same = read_plan(path).digest == plan.digest
    except CrosswrightError:
        is_same = False
    if not is_same:
        message = f"{outputs.PLAN_COPY} is not the plan that the season was made from"
        yield Finding(Severity.ERROR, "ledger", outputs.PLAN_COPY, message)


# -- files that nobody knows --------------------------------------------------------------------


def stray_findings(folder: Path, plan: Plan, entries: Sequence[LedgerEntry]) -> Iterator[Finding]:
    """Yield files in the folder of a season that are not part of it."""
    known = {file.path for entry in entries for file in entry.files}
    committed = {entry.number for entry in entries}
    ahead = {
        path
        for puzzle in dated(plan)
        if puzzle.number not in committed
        for path in outputs.paths(plan, puzzle)
    }
    for path in _all_files(folder):
        if path in known or path in outputs.RESERVED or path in _SIDE_FILES:
            continue
        if path in ahead:
            message = f"{path} is written, but not committed: resume writes it again"
            yield Finding(Severity.WARNING, "files", path, message)
        elif path.removesuffix(outputs.CHANGED) in known:
            message = f"{path} is what resume found in place of a file; look at it, then remove it"
            yield Finding(Severity.WARNING, "files", path, message)
        elif re.fullmatch(TEMPORARY, path.rpartition("/")[2]):
            message = f"{path} was left by a crash; resume removes it"
            yield Finding(Severity.WARNING, "files", path, message)
        else:
            message = f"{path} is not part of the season; nobody knows it"
            yield Finding(Severity.ERROR, "files", path, message)


def _all_files(folder: Path) -> Iterator[str]:
    """Yield the files below a folder in order, but for those of the site."""
    for parent, folders, names in os.walk(folder):
        base = Path(parent).relative_to(folder)
        if base == Path():
            folders[:] = [name for name in folders if name != outputs.SITE]
        folders.sort()
        yield from ((base / name).as_posix() for name in sorted(names))
