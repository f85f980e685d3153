"""What a season looks like in numbers: scores, repeats, lengths, letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean

from crosswright.grids.grid import Grid
from crosswright.grids.letters import normalise_answer
from crosswright.series.calendar import dated
from crosswright.series.ledger import LedgerEntry
from crosswright.series.plan import WEEKDAYS, Plan, PlannedPuzzle, PuzzleNumber, Windows
from crosswright.series.windows import Repeat, length_of, repeats
from crosswright.support.records import Record

LONGER = "longer"
"""The name of all lengths that have no window of their own."""


class WeekdayFigures(Record):
    """The scores of the puzzles of one weekday."""

    name: str
    """Such as "Monday"."""
    asked: str
    """What the plan asks for, in words."""
    puzzles: int
    holes: int
    means: tuple[float, ...]
    """The mean score of each puzzle, in order of their dates."""
    lowest: int | None
    difficulty: float | None
    """The mean estimate."""

    @property
    def mean(self) -> float | None:
        """The mean of all puzzles."""
        return fmean(self.means) if self.means else None

    @property
    def first_and_last(self) -> tuple[float, float] | None:
        """The means of the first third and of the last third of the puzzles, if there are some."""
        third = len(self.means) // 3
        return (fmean(self.means[:third]), fmean(self.means[-third:])) if third else None


class RepeatFigures(Record):
    """How soon the answers of some length came again."""

    length: str
    """Such as "3", or `LONGER`."""
    window: int
    answers: int
    """How many answers of this length there are."""
    distances: dict[int, int]
    """How many of them came again after how many puzzles, the nearest first."""

    @property
    def repeated(self) -> int:
        """How many came again at all."""
        return sum(self.distances.values())


class SeasonFigures(Record):
    """Everything that the report shows."""

    plan: Plan
    planned: tuple[PlannedPuzzle, ...]
    entries: dict[PuzzleNumber, LedgerEntry]
    """What is committed, in order."""
    weekdays: tuple[WeekdayFigures, ...]
    repeats: tuple[RepeatFigures, ...]
    violations: tuple[Repeat, ...]
    lengths: dict[int, int]
    letters: dict[str, int]
    """How many cells have each letter, in alphabetical order."""
    most_used: tuple[tuple[str, int], ...]
    """The answers that appear most often, and how often."""
    answers: int
    distinct_answers: int

    @property
    def done(self) -> list[LedgerEntry]:
        """The puzzles that were made."""
        return [entry for entry in self.entries.values() if not entry.is_hole]

    @property
    def holes(self) -> list[LedgerEntry]:
        """The dates for which none could be made."""
        return [entry for entry in self.entries.values() if entry.is_hole]

    @property
    def mean(self) -> float | None:
        """The mean of the puzzles' mean scores."""
        means = [entry.mean for entry in self.done if entry.mean is not None]
        return fmean(means) if means else None

    @property
    def lowest(self) -> int | None:
        """The lowest score of all answers."""
        return min((entry.lowest for entry in self.done if entry.lowest is not None), default=None)


MAX_MOST_USED = 24
"""Answers that are listed as those used most."""


def figures(plan: Plan, entries: Iterable[LedgerEntry]) -> SeasonFigures:
    """Count everything in a season, as far as it is committed."""
    by_number = {entry.number: entry for entry in sorted(entries, key=lambda entry: entry.number)}
    season = [entry.answers for entry in by_number.values()]
    counts = Counter(answer for answers in season for answer in answers)
    most_used = sorted(counts.items(), key=lambda item: (-item[1], -len(item[0]), item[0]))
    planned = dated(plan)
    letters = Counter(
        token
        for entry in by_number.values()
        if entry.grid
        for token in Grid.parse(entry.grid).letters.values()
    )
    lengths = Counter(length_of(answer) for answers in season for answer in answers)
    return SeasonFigures(
        plan=plan,
        planned=planned,
        entries=by_number,
        weekdays=_weekdays(plan, [*by_number.values()]),
        repeats=_repeats(plan.windows, by_number),
        violations=_violations(plan, planned, by_number),
        lengths=dict(sorted(lengths.items())),
        letters=dict(sorted(letters.items())),
        most_used=tuple((word, n) for word, n in most_used[:MAX_MOST_USED] if n > 1),
        answers=counts.total(),
        distinct_answers=len(counts),
    )


def _weekdays(plan: Plan, entries: Sequence[LedgerEntry]) -> tuple[WeekdayFigures, ...]:
    figures = []
    for weekday in plan.calendar.weekdays:
        day = plan.days[weekday]
        own = [entry for entry in entries if entry.date.weekday() == weekday]
        done = [entry for entry in own if not entry.is_hole]
        difficulties = [entry.difficulty for entry in done if entry.difficulty is not None]
        size = f"{day.height}×{day.width}, score ≥ {day.min_score}"
        figures.append(
            WeekdayFigures(
                name=WEEKDAYS[weekday].capitalize(),
                asked=f"{size}, {day.difficulty}" if day.difficulty else size,
                puzzles=len(done),
                holes=len(own) - len(done),
                means=tuple(entry.mean for entry in done if entry.mean is not None),
                lowest=min((e.lowest for e in done if e.lowest is not None), default=None),
                difficulty=fmean(difficulties) if difficulties else None,
            )
        )
    return tuple(figures)


def _repeats(
    windows: Windows, entries: dict[PuzzleNumber, LedgerEntry]
) -> tuple[RepeatFigures, ...]:
    """Count, for every window, how far apart the same answers are."""
    own = dict(windows.by_length)
    distances: dict[str, Counter[int]] = {}
    answers: Counter[str] = Counter()
    last_seen: dict[str, PuzzleNumber] = {}
    for number, entry in entries.items():
        for answer in entry.answers:
            length = length_of(answer)
            name = str(length) if length in own else LONGER
            answers[name] += 1
            if answer in last_seen:
                distances.setdefault(name, Counter())[number - last_seen[answer]] += 1
        last_seen.update(dict.fromkeys(entry.answers, number))
    names = {**{str(length): window for length, window in own.items()}, LONGER: windows.longer}
    return tuple(
        RepeatFigures(
            name, window, answers[name], dict(sorted(distances.get(name, Counter()).items()))
        )
        for name, window in names.items()
    )


def _violations(
    plan: Plan, planned: Sequence[PlannedPuzzle], entries: dict[PuzzleNumber, LedgerEntry]
) -> tuple[Repeat, ...]:
    last = max(entries, default=0)
    season = [entries[n].answers if n in entries else () for n in range(1, last + 1)]
    themes = {
        puzzle.number: [normalise_answer(word) for word in puzzle.theme]
        for puzzle in planned
        if puzzle.theme
    }
    return tuple(repeats(plan.windows, season, themes=themes))
