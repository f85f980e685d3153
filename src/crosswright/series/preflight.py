"""The preflight: everything that can be known about a season before any of it is made.

Files that are missing, words that do not suffice, patterns that cannot be filled, themes that do
not fit, and files that cannot hold what they should: all of it at once, with the numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any, Final

from crosswright.constructing.theme import read_theme
from crosswright.errors import CrosswrightError
from crosswright.filling.fill import fill
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Run, Status
from crosswright.puzzles.check import Finding, Severity
from crosswright.series import outputs, patterns
from crosswright.series.calendar import dated
from crosswright.series.inputs import (
    BUILT_IN,
    Inputs,
    is_file_name,
    path_of,
    plan_clues,
    plan_history,
    plan_patterns,
    plan_themes,
    plan_words,
)
from crosswright.series.ledger import LEDGER
from crosswright.series.plan import WEEKDAYS, Day, Plan, PlannedPuzzle
from crosswright.series.supply import (
    LengthSupply,
    drawn_pattern,
    supply,
    supply_findings,
)
from crosswright.series.tasks import Season, draft
from crosswright.series.windows import blocked
from crosswright.support.records import Record
from crosswright.support.wording import plural
from crosswright.words.wordlist import WordList

PROOF_FAILURES: Final = 5000
"""What filling a pattern once may spend; most take a few dozen failures."""

HARD_FLOOR: Final = 20
"""A puzzle without words below this is hardly ever hard by the estimate."""

_EXPECTED_LOSSES: Final = ("date:", "difficulty:")
"""What plans add to every puzzle, and few formats hold."""


class PatternProof(Record):
    """Whether a pattern can be filled at a floor, by itself."""

    pattern: str
    floor: int
    puzzles: int
    """How many puzzles of the season have it."""
    first: PlannedPuzzle
    status: Status


class PreflightProgress(Record):
    """What the preflight is doing."""

    stage: str
    done: int
    total: int


class Preflight(Record):
    """What is known about a season before it is made."""

    plan: Plan
    puzzles: tuple[PlannedPuzzle, ...]
    findings: tuple[Finding, ...]
    supply: tuple[LengthSupply, ...]
    proofs: tuple[PatternProof, ...]
    is_readable: bool
    """Whether all files could be read."""
    notes: tuple[str, ...] = ()
    """What is worth knowing, and may well be meant."""

    @property
    def is_possible(self) -> bool:
        """Whether nothing was found that keeps the season from being made."""
        return all(finding.severity is not Severity.ERROR for finding in self.findings)


class PreflightRun(Run[PreflightProgress, Preflight]):
    """A preflight under way; `failures` is what filling each pattern may spend, 0 not to try."""

    def __init__(self, plan: Plan, *, failures: int = PROOF_FAILURES) -> None:
        super().__init__()
        self.plan = plan
        self.failures = failures
        self._puzzles = dated(plan)
        self._findings: list[Finding] = []
        self._supply: tuple[LengthSupply, ...] = ()
        self._proofs: list[PatternProof] = []
        self._is_readable = False
        self._notes: list[str] = []

    def _outcome(self) -> Preflight:
        findings = sorted(self._findings, key=lambda finding: finding.severity.value)
        return Preflight(
            plan=self.plan,
            puzzles=self._puzzles,
            findings=tuple(findings),
            supply=self._supply,
            proofs=tuple(self._proofs),
            is_readable=self._is_readable,
            notes=tuple(self._notes),
        )

    def _note(self, severity: Severity, rule: str, where: str, message: str) -> None:
        self._findings.append(Finding(severity, rule, where, message))

    def _work(self) -> Generator[PreflightProgress, None, None]:
        yield PreflightProgress("reading files", 0, 0)
        self._findings += settings_findings(self.plan)
        reader = _InputReader(self.plan)
        inputs = reader.inputs()
        self._findings += reader.findings
        if inputs is None:
            return
        self._is_readable = not reader.findings
        self._findings += theme_findings(self.plan, inputs, self._puzzles)
        self._notes += clue_notes(self.plan, inputs)
        drawable = [*self._drawable(inputs)]
        yield PreflightProgress("counting words", 0, 0)
        if drawable:
            self._supply = supply(self.plan, inputs, drawable)
            self._findings += supply_findings(self._supply)
            self._findings += turn_findings(self.plan, inputs, drawable)
            self._findings += output_findings(self.plan, inputs, drawable)
        if self.failures:
            yield from self._fill_patterns(inputs, drawable)
            yield from self._make_patterns(inputs, drawable)
            yield from self._construct_themes(inputs)

    def _drawable(self, inputs: Inputs) -> Iterator[PlannedPuzzle]:
        """Yield the puzzles that there are patterns for; note the days without one."""
        plan, lacking = self.plan, Counter[int]()
        for puzzle in self._puzzles:
            folder = plan.patterns.source == "folder" and not puzzle.theme
            if folder and not patterns.pool_of(plan, inputs, puzzle.day):
                lacking[puzzle.date.weekday()] += 1
            else:
                yield puzzle
        for weekday, count in sorted(lacking.items()):
            day, name = plan.days[weekday], WEEKDAYS[weekday]
            self._note(
                Severity.ERROR,
                "patterns",
                "patterns.folder",
                f"{plan.patterns.folder} has no pattern for the {plural(count, 'puzzle')} on "
                f"{name.capitalize()}s, {_description(day.height, day.width, day.words)}; add one, "
                f"or change days.{name}",
            )

    def _fill_patterns(
        self, inputs: Inputs, puzzles: list[PlannedPuzzle]
    ) -> Generator[PreflightProgress, None, None]:
        """Fill each pattern once at each of its floors, with all words."""
        uses: dict[tuple[str, int], list[PlannedPuzzle]] = {}
        for puzzle in puzzles:
            if not puzzle.theme and patterns.pool_of(self.plan, inputs, puzzle.day):
                text = str(patterns.pattern(self.plan, inputs, puzzle))
                uses.setdefault((text, puzzle.day.min_score), []).append(puzzle)
        for done, ((text, floor), users) in enumerate(uses.items()):
            yield PreflightProgress("filling patterns", done, len(uses))
            if self.budget.is_stopped:
                return
            result = fill(
                text,
                inputs.words,
                Rules(
                    min_score=floor,
                    used=inputs.history.words,
                    no_shared_stem=self.plan.words.no_shared_stem,
                ),
                seed=self.plan.seed,
                limit=self.budget.part(failures=self.failures),
            )
            proof = PatternProof(text, floor, len(users), users[0], result.status)
            self._proofs.append(proof)
            self._findings += proof_findings(proof, self.failures)

    def _construct_themes(self, inputs: Inputs) -> Generator[PreflightProgress, None, None]:
        """Construct each puzzle with a theme once, as the run will, but with all words."""
        errors = (each for each in self._findings if each.severity is Severity.ERROR)
        mistaken = {finding.where for finding in errors if finding.rule == "themes"}
        themed = [puzzle for puzzle in self._puzzles if puzzle.theme]
        season = Season(self.plan, inputs)
        for done, puzzle in enumerate(themed):
            key = f"themes.{puzzle.date}"
            yield PreflightProgress("constructing themes", done, len(themed))
            if self.budget.is_stopped:
                return
            if key in mistaken:
                continue
            result = draft(season, puzzle.number, season.blocked(puzzle.number, []))
            if not result.grid:
                reason = result.reason or "its grid cannot be filled with the words of the plan"
                message = f"{key}: {reason}; change the entries, the day or [search]"
                self._note(Severity.ERROR, "themes", key, message)

    def _make_patterns(
        self, inputs: Inputs, puzzles: list[PlannedPuzzle]
    ) -> Generator[PreflightProgress, None, None]:
        """Make a pattern for each kind of day whose patterns are made."""
        first: dict[Day, PlannedPuzzle] = {}
        for puzzle in puzzles:
            if not puzzle.theme and not patterns.pool_of(self.plan, inputs, puzzle.day):
                first.setdefault(puzzle.day, puzzle)
        for done, puzzle in enumerate(first.values()):
            yield PreflightProgress("making patterns", done, len(first))
            if self.budget.is_stopped:
                return
            name = WEEKDAYS[puzzle.date.weekday()]
            if drawn_pattern(self.plan, puzzle) is None:
                message = f"{puzzle.date}: no pattern was drawn; change the size, style or words of"
                self._note(Severity.WARNING, "patterns", f"days.{name}", f"{message} days.{name}")
                continue
            try:
                patterns.pattern(self.plan, inputs, puzzle)
            except CrosswrightError as error:
                message = (
                    f"{puzzle.date}: {error}; lower days.{name}.min_score, use more words, or "
                    "change the size"
                )
                self._note(Severity.WARNING, "patterns", f"days.{name}", message)


# -- files --------------------------------------------------------------------------------------


class _InputReader:
    """Reads the files of a plan as `Inputs.of` does, but notes all problems, not just the first."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.findings: list[Finding] = []

    def inputs(self) -> Inputs | None:
        """Return what could be read; None if not even words could."""
        plan = self.plan
        for name in plan.words.lists:
            if name != BUILT_IN:
                self._try("words.lists", WordList.load, path_of(plan, name))
        for name in plan.words.ban:
            if is_file_name(name):
                self._try("words.ban", WordList.load, path_of(plan, name))
        words = None if self.findings else self._try("words.language", plan_words, plan)
        clues = self._try("clues.tables", plan_clues, plan) or {}
        found = self._try("patterns.folder", plan_patterns, plan)
        if plan.clues.drafts:
            self._try("clues.drafts", _require_dictionary)
        history = self._try("history.puzzles", plan_history, plan, words or _NO_WORDS)
        if words is None or history is None or found is None:
            return None
        return Inputs(words, history, found, tuple(clues.items()), plan_themes(plan, words))

    def _try(self, key: str, read: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return read(*arguments)
        except CrosswrightError as error:
            self.findings.append(Finding(Severity.ERROR, "files", key, f"{key}: {error}"))
        except OSError as error:
            message = f"{key}: {error.filename}: {error.strerror or error}"
            self.findings.append(Finding(Severity.ERROR, "files", key, message))
        return None


_NO_WORDS: Final = WordList.from_words([])


def _require_dictionary() -> None:
    from crosswright.clues import wordnet

    wordnet.folder()


# -- findings -----------------------------------------------------------------------------------


def settings_findings(plan: Plan) -> Iterator[Finding]:
    """Yield settings that cannot be meant."""
    weekdays = plan.calendar.weekdays
    for weekday in weekdays:
        day, name = plan.days[weekday], WEEKDAYS[weekday]
        if day.goal is not None and day.goal < day.min_score:
            message = (
                f"{name.capitalize()}s have a goal of {day.goal}, but no answer scores less than "
                f"{day.min_score}; raise the goal, or write goal = 0"
            )
            yield Finding(Severity.WARNING, "days", f"days.{name}.goal", message)
        if day.difficulty == "hard" and day.min_score > HARD_FLOOR:
            message = (
                f"{name.capitalize()}s should be hard, but words with scores of {day.min_score} or "
                "more are too well known for that; write min_score = 10"
            )
            yield Finding(Severity.WARNING, "days", f"days.{name}.difficulty", message)
        if plan.search.at_hole == "lower" and plan.search.lowest_score >= day.min_score:
            message = (
                f"the floor of {name.capitalize()}s, {day.min_score}, cannot be lowered to "
                f"{plan.search.lowest_score}; write a lower lowest_score"
            )
            yield Finding(Severity.WARNING, "search", "search.lowest_score", message)
    if plan.words.own:
        message = "the season depends on your personal list; elsewhere it may be another one"
        yield Finding(Severity.WARNING, "words", "words.own", message)
    folder = path_of(plan, plan.outputs.folder)
    if folder.exists() and not folder.is_dir():
        message = f"{folder} is a file; choose another folder"
        yield Finding(Severity.ERROR, "output", "output.folder", message)
    elif (folder / LEDGER).exists():
        message = f"{folder} has a season already; resume it, or choose another folder"
        yield Finding(Severity.WARNING, "output", "output.folder", message)


def clue_notes(plan: Plan, inputs: Inputs) -> Iterator[str]:
    """Yield how many words will have a clue, if not all."""
    if plan.clues.drafts:
        return
    if not plan.clues.tables:
        yield "no clues: [clues] has no tables, and drafts is false; all clues will be empty"
        return
    floor = min(plan.days[weekday].min_score for weekday in plan.calendar.weekdays)
    words = inputs.words.filter(min_score=floor)
    clued = sum(answer in words for answer in inputs.clues_by_answer)
    yield (
        f"clues: the tables have {clued:,} of the {plural(len(words), 'word')} that may be used; "
        "the others will have none"
    )


def theme_findings(
    plan: Plan, inputs: Inputs, puzzles: tuple[PlannedPuzzle, ...]
) -> Iterator[Finding]:
    """Yield themes that do not fit their grids, or that repeat what appears around them."""
    themes = inputs.themes_by_number
    for puzzle in puzzles:
        if not puzzle.theme:
            continue
        key = f"themes.{puzzle.date}"
        try:
            entries = read_theme(puzzle.theme, inputs.words)
        except CrosswrightError as error:
            yield Finding(Severity.ERROR, "themes", key, f"{key}: {error}")
            continue
        longest = max(puzzle.day.height, puzzle.day.width)
        for entry in entries:
            if len(entry.tokens) > longest:
                message = (
                    f"{key}: {entry} has {len(entry.tokens)} letters, and the grid "
                    f"{longest} cells in a row; shorten it, or make the day larger"
                )
                yield Finding(Severity.ERROR, "themes", key, message)
        others = {number: words for number, words in themes.items() if number != puzzle.number}
        out = blocked(plan.windows, puzzle.number, [], inputs.history, others)
        for word in themes[puzzle.number]:
            if word in out:
                message = f"{key}: {word} is in another puzzle within its window, all the same"
                yield Finding(Severity.WARNING, "themes", key, message)


def turn_findings(plan: Plan, inputs: Inputs, puzzles: list[PlannedPuzzle]) -> Iterator[Finding]:
    """Yield pools of patterns that are too small for the window."""
    window = plan.patterns.window
    if window is None:
        return
    plain = (puzzle for puzzle in puzzles if not puzzle.theme)
    pools = Counter(patterns.pool_of(plan, inputs, puzzle.day) for puzzle in plain)
    for pool, count in pools.items():
        if pool and len(pool) <= window and count > len(pool):
            message = (
                f"{plural(len(pool), 'pattern')} for {plural(count, 'puzzle')}: some come again "
                f"within {window} puzzles; add patterns, or write window = {len(pool) - 1}"
            )
            yield Finding(Severity.WARNING, "patterns", "patterns.window", message)


def proof_findings(proof: PatternProof, failures: int) -> Iterator[Finding]:
    """Yield that a pattern cannot be filled, or was not."""
    puzzle = proof.first
    name = WEEKDAYS[puzzle.date.weekday()]
    others = "" if proof.puzzles == 1 else f" and of {plural(proof.puzzles - 1, 'other puzzle')}"
    subject = f"the pattern of {puzzle.date}{others}"
    remedy = f"lower days.{name}.min_score, use more words, or leave the pattern out"
    if proof.status is Status.IMPOSSIBLE:
        message = f"{subject} cannot be filled with scores of {proof.floor} or more; {remedy}"
        yield Finding(Severity.ERROR, "patterns", f"days.{name}", message)
    elif proof.status is Status.LIMIT:
        message = (
            f"{subject} was not filled with scores of {proof.floor} or more within "
            f"{plural(failures, 'failure')}; {remedy}"
        )
        yield Finding(Severity.WARNING, "patterns", f"days.{name}", message)


def output_findings(
    plan: Plan, inputs: Inputs, puzzles: Sequence[PlannedPuzzle]
) -> Iterator[Finding]:
    """Yield what the formats of a plan cannot hold, by writing a puzzle of nonsense per style."""
    by_style = {puzzle.day.style: puzzle for puzzle in reversed(puzzles)}
    said: set[str] = set()
    for planned in sorted(by_style.values(), key=lambda puzzle: puzzle.number):
        try:
            puzzle = outputs.puzzle(plan, inputs, planned, _nonsense(plan, inputs, planned))
            for path, losses in outputs.losses(plan, planned, puzzle):
                more = [loss for loss in losses if not loss.startswith(_EXPECTED_LOSSES)]
                name = PurePosixPath(path)
                message = f"{name.name} does not hold {'; '.join(more)}"
                if more and (kind := message.removeprefix(name.stem)) not in said:
                    said.add(kind)
                    yield Finding(Severity.WARNING, "output", "output", message)
        except CrosswrightError as error:
            yield Finding(Severity.ERROR, "output", "output", f"output: {error}")


def _nonsense(plan: Plan, inputs: Inputs, planned: PlannedPuzzle) -> Grid:
    """Return a grid such as that of a puzzle, with any letters in its cells."""
    day, grid = planned.day, None
    if not planned.theme and patterns.pool_of(plan, inputs, day):
        grid = patterns.pattern(plan, inputs, planned)
    grid = grid or drawn_pattern(plan, planned) or Grid.of(f"{'.' * day.width}\n" * day.height)
    tokens = inputs.words.alphabet.tokens
    cells = dict.fromkeys(cell for slot in grid.slots for cell in slot.cells)
    return grid.with_letters(
        {cell: tokens[index % len(tokens)] for index, cell in enumerate(cells)}
    )


def _description(height: int, width: int, words: tuple[int, int] | None) -> str:
    size = f"{height} rows and {width} columns"
    return size if words is None else f"{size} with {words[0]} to {words[1]} words"
