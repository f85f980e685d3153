"""A season under way: drafts at the same time, repairs in order, and each puzzle committed once.

Draft i knows the answers of the puzzles 1 … i − lag, whatever else is already known: so it does not
matter how many workers there are, nor how fast. Repairs are done here, in order, and know all
answers. Files are made by workers again; only this process writes them, and then the ledger.
"""

from __future__ import annotations

import datetime
import hashlib
import os
from collections.abc import Generator, Mapping
from concurrent.futures import Executor
from pathlib import Path

from crosswright.errors import SeriesError
from crosswright.limits import Run
from crosswright.series import outputs
from crosswright.series.inputs import Inputs, own_source
from crosswright.series.ledger import (
    LEDGER,
    Ledger,
    LedgerEntry,
    LedgerFile,
    Timing,
    check_same,
)
from crosswright.series.plan import Plan, PuzzleNumber
from crosswright.series.planfile import wrong_names
from crosswright.series.progress import SeriesProgress
from crosswright.series.tasks import Draft, Season, decide
from crosswright.series.workers import MAX_PROCESSES, Answer, Pool, SeriesTask, Workers
from crosswright.support.files import read_regular, write_atomically
from crosswright.support.records import Record, replace
from crosswright.support.wording import quote


class SeriesResult(Record):
    """What came of a run."""

    folder: str
    total: int
    committed: int
    holes: tuple[PuzzleNumber, ...]
    resumed: int
    """Numbers that were committed before this run."""
    mended: tuple[str, ...]
    """Files that were missing or changed, and were made anew."""
    stopped_at: LedgerEntry | None
    """The hole that the plan stops at, if that is why the season is not finished."""
    seconds: float
    cpu_seconds: float

    @property
    def is_finished(self) -> bool:
        """Whether all numbers are committed."""
        return self.committed == self.total


Step = Generator[SeriesProgress, None, None]


class SeriesRun(Run[SeriesProgress, SeriesResult]):
    """A season under way: iterate its progress, `stop()` it, take its `result()`.

    What is committed by then stays; a new run goes on from there.
    """

    def __init__(self, season: Season, ledger: Ledger, workers: Workers) -> None:
        """Take the ledger of the season, open to write, and those who work; close both later."""
        super().__init__()
        self._season, self._ledger, self._workers = season, ledger, workers
        self._lag = season.plan.search.lag
        self._drafts: dict[PuzzleNumber, Draft] = {}
        self._contents: dict[PuzzleNumber, Mapping[str, bytes]] = {}
        self._timings: dict[PuzzleNumber, Timing] = {}
        self._decided = ledger.entries()
        self._resumed = self._committed = self._drafted = len(self._decided)
        self._answers = [entry.answers for entry in self._decided]
        self._next_draft = self._committed + 1
        self._mended: list[str] = []
        self._stopped_at: LedgerEntry | None = None

    @property
    def total(self) -> int:
        """How many numbers the season has."""
        return len(self._season.puzzles)

    def __exit__(self, *details: object) -> None:
        super().__exit__(*details)  # type: ignore[arg-type]
        self._workers.__exit__()
        self._ledger.close()

    def _work(self) -> Step:
        yield self._progress()
        self._copy_plan()
        yield from self._mend()
        while self._committed < self._last and not self.budget.is_stopped:
            self._send_drafts()
            if self._committed + 1 in self._contents:
                yield self._commit(self._committed + 1)
            elif len(self._decided) + 1 in self._drafts and self._stopped_at is None:
                yield self._decide(len(self._decided) + 1)
            else:
                yield from self._take()
        while self._committed + 1 in self._contents:  # what is done is not lost
            yield self._commit(self._committed + 1)

    @property
    def _last(self) -> PuzzleNumber:
        """The last number of this run."""
        return self.total if self._stopped_at is None else self._stopped_at.number

    # -- the stages -----------------------------------------------------------------------------

    def _send_drafts(self) -> None:
        """Have every draft made whose earlier puzzles are decided."""
        while (
            self._next_draft <= self.total
            and self._next_draft - self._lag <= len(self._decided)
            and self._stopped_at is None
        ):
            number = self._next_draft
            earlier = self._answers[: max(0, number - self._lag)]
            used = self._season.blocked(number, earlier)
            self._workers.submit(SeriesTask("draft", (number, tuple(sorted(used)))))
            self._next_draft += 1

    def _decide(self, number: PuzzleNumber) -> SeriesProgress:
        """Repair a draft, all earlier answers being known."""
        used = self._season.blocked(number, self._answers)
        decision = decide(self._season, number, self._drafts.pop(number), used)
        entry = decision.entry
        self._decided.append(entry)
        self._answers.append(entry.answers)
        self._timings[number] = replace(self._timings[number], repair=decision.cpu_seconds)
        if entry.is_hole:
            self._contents[number] = {}
            if self._season.plan.search.at_hole == "stop":
                self._stopped_at = entry
        else:
            self._workers.submit(SeriesTask("produce", (number, entry.grid)))
        return self._progress("decided", number)

    def _take(self) -> Step:
        """Take what the workers have done."""
        answers = self._workers.done()
        if not answers:
            yield self._progress()
        for task, answer in answers:
            self.budget.add_cpu_seconds(answer.cpu_seconds)
            take = self._take_draft if task.name == "draft" else self._take_files
            yield take(task.number, answer)

    def _take_draft(self, number: PuzzleNumber, answer: Answer) -> SeriesProgress:
        self._drafts[number] = answer.result
        self._timings[number] = Timing(draft=answer.cpu_seconds, worker=answer.worker)
        self._drafted += 1
        return self._progress("drafted", number)

    def _take_files(self, number: PuzzleNumber, answer: Answer) -> SeriesProgress:
        self._contents[number] = answer.result
        self._timings[number] = replace(self._timings[number], files=answer.cpu_seconds)
        return self._progress("files", number)

    # -- committing -----------------------------------------------------------------------------

    def _commit(self, number: PuzzleNumber) -> SeriesProgress:
        """Write the files of a number, and then its row."""
        contents = self._contents.pop(number)
        files = tuple(
            LedgerFile(path, hashlib.sha256(data).hexdigest(), len(data))
            for path, data in sorted(contents.items())
        )
        for path, data in contents.items():
            self._write(path, data)
        entry = self._decided[number - 1] = replace(self._decided[number - 1], files=files)
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        self._ledger.commit(entry, replace(self._timings.pop(number), committed=now))
        self._committed = number
        return self._progress("hole" if entry.is_hole else "committed", number)

    def _copy_plan(self) -> None:
        text = self._ledger.plan_text
        if text and not os.path.lexists(self._ledger.folder / outputs.PLAN_COPY):
            self._write(outputs.PLAN_COPY, text.encode())

    def _write(self, path: str, data: bytes) -> None:
        target = self._ledger.folder / path
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(target, data)
        except OSError as error:
            reason = error.strerror or error
            raise SeriesError(f"{target} cannot be written: {reason}") from None

    # -- mending --------------------------------------------------------------------------------

    def _mend(self) -> Step:
        """Make the files anew that are no longer as they were committed."""
        damaged = {entry.number: files for entry in self._decided if (files := self._bad(entry))}
        for number in damaged:
            self._workers.submit(SeriesTask("produce", (number, self._decided[number - 1].grid)))
        while self._workers.in_flight and not self.budget.is_stopped:
            for task, answer in self._workers.done():
                self._restore(damaged[task.number], answer.result)
                yield self._progress("mended", task.number)
            yield self._progress()

    def _bad(self, entry: LedgerEntry) -> list[LedgerFile]:
        """Return the files of an entry that are missing or changed."""
        return [file for file in entry.files if not is_intact(self._ledger.folder, file)]

    def _restore(self, files: list[LedgerFile], contents: Mapping[str, bytes]) -> None:
        for file in files:
            data = contents.get(file.path, b"")
            if hashlib.sha256(data).hexdigest() != file.sha256:
                raise SeriesError(
                    f"{file.path} is damaged, and what is made anew has another digest than the "
                    f"ledger: was it made with other versions of libraries?"
                )
            target = self._ledger.folder / file.path
            if target.is_file():
                target.replace(target.with_name(target.name + outputs.CHANGED))
            self._write(file.path, data)
            self._mended.append(file.path)

    # -- results --------------------------------------------------------------------------------

    def _progress(self, event: str = "", number: PuzzleNumber | None = None) -> SeriesProgress:
        done = self._decided[: self._committed]
        return SeriesProgress(
            total=self.total,
            drafted=self._drafted,
            decided=len(self._decided),
            files=self._committed + len(self._contents),
            committed=self._committed,
            holes=sum(entry.is_hole for entry in done),
            collisions=sum(entry.collisions for entry in done),
            in_flight=self._workers.in_flight,
            seconds=self.seconds,
            resumed=self._resumed,
            event=event,
            number=number,
            date=None if number is None else self._season.planned(number).date,
        )

    def _outcome(self) -> SeriesResult:
        holes = [e.number for e in self._decided[: self._committed] if e.is_hole]
        return SeriesResult(
            str(self._ledger.folder),
            self.total,
            self._committed,
            tuple(holes),
            self._resumed,
            tuple(sorted(self._mended)),
            self._stopped_at,
            self.seconds,
            self.budget.cpu_seconds,
        )


def is_intact(folder: Path, file: LedgerFile) -> bool:
    """Return whether a file is there as it was committed."""
    try:
        data = read_regular(folder / file.path, file.size)
    except OSError:
        return False
    return len(data) == file.size and hashlib.sha256(data).hexdigest() == file.sha256


# -- beginning ------------------------------------------------------------------------------------


def start(
    plan: Plan,
    folder: str | os.PathLike[str] | None = None,
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    plan_text: str = "",
) -> SeriesRun:
    """Begin a season in a folder, by default the plan's; use the run in a `with` block.

    The work is done by this many processes, one for each processor by default, or by an executor.
    `plan_text` is the plan file, of which the season keeps a copy.
    """
    path = Path(plan.base, plan.outputs.folder) if folder is None else Path(folder)
    if name := own_source(plan, path):
        raise SeriesError(f"{path}: the season is made of {quote(name)}; choose a folder elsewhere")
    season = Season(plan, Inputs.of(plan))
    if not (path / LEDGER).is_file():
        _check_free(season, path)
    ledger = Ledger.create(path, plan, season.inputs.digest, plan_text)
    try:
        return SeriesRun(season, ledger, _workers(season, workers, executor))
    except BaseException:
        ledger.close()
        raise


def resume(
    folder: str | os.PathLike[str],
    *,
    workers: int | None = None,
    executor: Executor | None = None,
) -> SeriesRun:
    """Go on with the season of a folder; files that are missing or changed are made anew."""
    ledger = Ledger.open(folder, write=True)
    try:
        plan = ledger.plan
        season = Season(plan, Inputs.of(plan))
        check_same(ledger, plan, season.inputs.digest)
        _check_paths(season, ledger)
        return SeriesRun(season, ledger, _workers(season, workers, executor))
    except BaseException:
        ledger.close()
        raise


def _check_paths(season: Season, ledger: Ledger) -> None:
    """Refuse a ledger with files that its plan does not name, or that are not in its folder."""
    name, plan = ledger.folder / LEDGER, season.plan
    if mistake := wrong_names(plan):
        raise SeriesError(f"{name}: {mistake}")
    for entry in ledger.entries():
        planned = season.planned(entry.number)
        paths = [] if entry.is_hole else outputs.paths(plan, planned)
        others = {file.path for file in entry.files}.difference(paths)
        if others:
            raise SeriesError(
                f"{name}: {quote(min(others))} is not a file of number {entry.number}"
            )


def _workers(season: Season, count: int | None, executor: Executor | None) -> Workers:
    if executor is not None:
        return Workers(season, executor)
    processes = min(count or os.cpu_count() or 1, MAX_PROCESSES)
    return Workers(season, make_executor=lambda: Pool(processes))


def _check_free(season: Season, folder: Path) -> None:
    """Refuse to replace files that are not of this season."""
    for planned in season.puzzles:
        for path in outputs.paths(season.plan, planned):
            if os.path.lexists(folder / path):
                raise SeriesError(
                    f"{folder / path} already exists, and this season would replace it; "
                    f"move it, or choose another folder"
                )
