"""Work that takes a while: fills, patterns, themes and layouts, each in a thread of its own.

A job on a document belongs to one revision. What it finds lands only while that is the newest one:
the comparison and the edit are made under the document's lock. Its own landings move the revision
that it belongs to; anybody else's edit ends it.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final

from crosswright.errors import CrosswrightError
from crosswright.limits import Run, Status
from crosswright.studio.choices import MadePuzzle
from crosswright.studio.document import JournalEntry
from crosswright.studio.events import Channel
from crosswright.studio.library import Library
from crosswright.studio.opened import OpenDocument
from crosswright.studio.refusals import Refusal

MAX_RUNNING: Final = 4
"""Jobs at a time."""

KEPT: Final = 32
"""Jobs that have ended and can still be asked about."""

REPORT_SECONDS: Final = 0.25
"""Time between two reports of a job."""


class StudioJob:
    """Work under way, which can be paused and stopped from any thread."""

    kind = ""

    def __init__(self, channel: Channel) -> None:
        self.identity = secrets.token_hex(8)
        self.channel = channel
        self.state = "running"
        self.choices: list[MadePuzzle] = []
        self.last_event: dict[str, Any] = {"job": self.identity, "kind": self.kind}
        self.run: Run[Any, Any] | None = None
        self._goes_on = threading.Event()
        self._goes_on.set()
        self._pausing = threading.Lock()
        self.is_stopped = False
        self._reported = 0.0
        self._started = time.monotonic()
        self._thread: threading.Thread | None = None

    @property
    def revision(self) -> int:
        """The revision that the work is for; 0 without a document."""
        return 0

    # -- from any thread --------------------------------------------------------------------------

    def start(self, log: logging.Logger, ended: Callable[[StudioJob], None]) -> None:
        """Begin."""

        def work() -> None:
            try:
                status, message, result = self.work()
            except CrosswrightError as error:
                status, message, result = "FAILED", str(error), {}
            except Exception:
                log.exception("a %s job failed", self.kind)
                status, message, result = "FAILED", "the studio has made a mistake", {}
            ended(self)
            self._end(status, message, result)

        self._thread = threading.Thread(target=work, name=f"studio-{self.kind}", daemon=True)
        self._thread.start()

    def pause(self) -> None:
        """Rest until `resume`."""
        with self._pausing:
            if self.state != "running" or self.is_stopped:
                return
            self.state = "paused"
            self._goes_on.clear()
        self.report({}, at_once=True)

    def resume(self) -> None:
        """Go on."""
        with self._pausing:
            if self.state != "paused":
                return
            self.state = "running"
            self._goes_on.set()
        self.report({}, at_once=True)

    def stop(self) -> None:
        """End soon; what has landed stays."""
        with self._pausing:  # no pause comes after it
            self.is_stopped = True
            self._goes_on.set()
        if (run := self.run) is not None:
            run.stop()

    def join(self) -> None:
        """Wait for the end."""
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()

    # -- in its own thread ------------------------------------------------------------------------

    def work(self) -> tuple[str, str, dict[str, Any]]:
        """Do the work; return how it ended, in a word, in a sentence, and what came of it."""
        raise NotImplementedError

    def steps(self, run: Run[Any, Any], see: Callable[[Any], None]) -> Any:
        """Iterate a run, with pauses, and return its result."""
        self.run = run
        if self.is_stopped:
            run.stop()
        with run:
            for progress in run:
                see(progress)
                self._goes_on.wait()
            return run.result()

    @property
    def seconds(self) -> float:
        """The time since the start."""
        return round(time.monotonic() - self._started, 2)

    def report(self, progress: dict[str, Any], *, at_once: bool = False) -> None:
        """Say how far it has got, now and then."""
        now = time.monotonic()
        if not at_once and now - self._reported < REPORT_SECONDS:
            return
        self._reported = now
        said = {"state": self.state, "seconds": self.seconds, "progress": progress}
        self._publish("job", {**said, **self.offers()})

    def offers(self) -> dict[str, Any]:
        """Return what there is to choose from so far."""
        return {}

    def _end(self, status: str, message: str, result: dict[str, Any]) -> None:
        self.state = "ended"
        end = {"status": status, "message": message, "seconds": self.seconds, "result": result}
        self._publish("job.end", {"state": self.state, **end})

    def _publish(self, name: str, data: dict[str, Any]) -> None:
        event = {"job": self.identity, "kind": self.kind, "revision": self.revision, **data}
        self.last_event = event
        self.channel.publish(name, event)


class DocumentJob(StudioJob):
    """Work on a document, for one revision of it."""

    def __init__(self, document: OpenDocument, base: int) -> None:
        super().__init__(document.channel)
        self.document = document
        self.is_stale = False
        with document.lock:
            document.document.require_newest(base)
            self._revision, self._state = document.document.revision, document.state()[1]

    @property
    def revision(self) -> int:
        """The revision that the work is for."""
        return self._revision

    def land(self, operations: list[dict[str, Any]], label: str) -> bool:
        """Carry out operations if nobody else has edited the document; return whether it is so."""
        with self.document.lock:
            if self.is_stale or self.document.document.revision != self._revision:
                self.is_stale = True
                return False
            answer = self.document.edit(
                self._revision, operations, gesture=self.identity, label=label, job=self.identity
            )
            self._revision = answer["revision"]
            return True

    def edited(self, entry: JournalEntry) -> None:
        """End the work if somebody else has edited the document."""
        if entry.job != self.identity:
            self.leave()

    def leave(self) -> None:
        """End the work, and let nothing of it land any more."""
        self.is_stale = True
        self.stop()


class Jobs:
    """All jobs."""

    def __init__(self, library: Library, log: logging.Logger) -> None:
        self._library = library
        self._log = log
        self._running: dict[str, StudioJob] = {}
        self._ended: OrderedDict[str, StudioJob] = OrderedDict()
        self._lock = threading.Lock()
        self.listeners: list[Callable[[], None]] = []
        """What is called when a job has ended."""

    @property
    def are_running(self) -> bool:
        """Whether any job is at work, rather than resting."""
        with self._lock:
            return any(job.state == "running" for job in self._running.values())

    def start(self, job: StudioJob) -> StudioJob:
        """Begin a job."""
        self._add(job)
        job.start(self._log, self._over)
        return job

    def start_on(self, document: OpenDocument, make: Callable[[], DocumentJob]) -> DocumentJob:
        """Make and begin a job on a document; one of the same kind ends, and nothing more lands."""
        self._library.hold(document.identity)  # its lock is taken before that of a document
        try:
            with document.lock:
                job = make()
                for other in self._of(document.identity):
                    if other.kind == job.kind:
                        other.leave()
                self._add(job)
        except BaseException:
            self._library.release(document)
            raise
        job.start(self._log, self._over)
        return job

    def _add(self, job: StudioJob) -> None:
        with self._lock:
            if sum(not each.is_stopped for each in self._running.values()) >= MAX_RUNNING:
                raise Refusal("too_many", f"{MAX_RUNNING} jobs are running; stop one")
            self._running[job.identity] = job

    def _over(self, job: StudioJob) -> None:
        with self._lock:
            self._running.pop(job.identity, None)
            self._ended[job.identity] = job
            job.run = None
            while len(self._ended) > KEPT:
                self._ended.popitem(last=False)
        if isinstance(job, DocumentJob):
            self._library.release(job.document)
        for listener in self.listeners:
            listener()

    def _of(self, identity: str) -> list[DocumentJob]:
        with self._lock:
            return [
                job
                for job in self._running.values()
                if isinstance(job, DocumentJob) and job.document.identity == identity
            ]

    def get(self, identity: str) -> StudioJob:
        """Return a job."""
        with self._lock:
            job = self._running.get(identity) or self._ended.get(identity)
        if job is None:
            raise Refusal("not_found", "there is no such job")
        return job

    def choice(self, identity: str, number: int) -> MadePuzzle:
        """Return one of the puzzles that a job has found."""
        choices = self.get(identity).choices
        if number >= len(choices):
            raise Refusal("not_found", "the job has found no such puzzle")
        return choices[number]

    def edited(self, document: OpenDocument, entry: JournalEntry) -> None:
        """End the work on older revisions of a document."""
        for job in self._of(document.identity):
            job.edited(entry)

    def stop_for(self, identity: str) -> None:
        """Stop all work on a document, and wait for its end."""
        jobs = self._of(identity)
        for job in jobs:
            job.stop()
        for job in jobs:
            job.join()

    def end(self) -> None:
        """Stop all jobs, and wait for their ends."""
        with self._lock:
            jobs = [*self._running.values()]
        for job in jobs:
            job.stop()
        for job in jobs:
            job.join()


def status_name(status: Status | None) -> str:
    """Return how work ended, as the browser is told."""
    return "FILLED" if status is None else str(status)
