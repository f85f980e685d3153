"""Who does the tasks of a season: a pool of processes, or any other executor, such as a cluster's.

The season (its plan, word list, history, …) is sent once to each process, not with every task: a
process that lacks it says so, and the task is sent again together with the season. A process that
dies costs nothing but time: its tasks are done again elsewhere, with the same result.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import platform
import signal
import socket
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from hashlib import sha256
from importlib import metadata
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING, Any, Final, Self

from crosswright._version import __version__
from crosswright.errors import CrosswrightError, SeriesError
from crosswright.series.tasks import Season, draft, produce
from crosswright.support.futures import done_within
from crosswright.support.records import Record

if TYPE_CHECKING:
    if sys.platform == "win32":
        from multiprocessing.connection import PipeConnection as PipeEnd
    else:
        from multiprocessing.connection import Connection as PipeEnd

WAIT_SECONDS: Final = 0.05
"""How long to wait for a task before the run looks whether it was stopped."""

MAX_PROCESSES: Final = 61 if os.name == "nt" else 256
"""How many processes a pool can have: Windows waits for no more at a time."""

MAX_LOSSES: Final = 20
"""How often workers may die without any task being done in between."""

TASKS: Final[Mapping[str, Callable[..., Any]]] = {"draft": draft, "produce": produce}
"""What workers can do, by name."""

LIBRARIES: Final = ("fpdf2", "Pillow", "fonttools", "uharfbuzz", "puzpy", "wn")
"""What the bytes of files depend on, besides this package."""


class SeriesTask(Record):
    """What is to be done for a puzzle: the name of one of `TASKS`, and its arguments."""

    name: str
    arguments: tuple[Any, ...]

    @property
    def number(self) -> int:
        """The puzzle that it is for."""
        number: int = self.arguments[0]
        return number


class Answer(Record):
    """What came of a task, or why it was not done."""

    worker: str
    """Host and process."""
    result: Any = None
    cpu_seconds: float = 0.0
    lacks_season: bool = False
    refusal: str = ""
    """Why this worker cannot take part."""
    error: str = ""
    """What is wrong with the plan, in one line."""


# -- here -----------------------------------------------------------------------------------------


class Workers:
    """Tasks of one season with those who do them; use it in a `with` block.

    They are an executor that somebody else ends, or one that is made here, and anew when it breaks.
    """

    def __init__(
        self,
        season: Season,
        executor: Executor | None = None,
        *,
        make_executor: Callable[[], Executor] | None = None,
    ) -> None:
        self._packed = zlib.compress(pickle.dumps(season, pickle.HIGHEST_PROTOCOL), 1)
        self._key = sha256(self._packed).digest()
        self._make_executor = make_executor
        made = executor if make_executor is None else make_executor()
        if made is None:
            raise TypeError("Workers takes an executor, or what makes one")
        self._executor: Executor = made
        self._waiting: dict[Future[Answer], SeriesTask] = {}
        self._losses = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._make_executor is not None:
            _shut_down(self._executor)
            return
        for future in self._waiting:
            future.cancel()

    @property
    def in_flight(self) -> int:
        """How many tasks are not done yet."""
        return len(self._waiting)

    def submit(self, task: SeriesTask) -> None:
        """Have a task done."""
        self._send(task)

    def done(self, patience: float = WAIT_SECONDS) -> list[tuple[SeriesTask, Answer]]:
        """Wait a little, and return what is done by then; SeriesError if a task cannot be done."""
        if not self._waiting:
            return []
        answers = []
        for future in done_within(patience, self._waiting):
            task = self._waiting.pop(future, None)
            if task is None:  # lost together with another one, and sent again
                continue
            answer = self._taken(task, future)
            if answer is not None:
                answers.append((task, answer))
        return answers

    def _send(self, task: SeriesTask, *, with_season: bool = False) -> None:
        packed = self._packed if with_season else None
        arguments = self._key, packed, environment(), task.name, task.arguments
        while True:
            try:
                future = self._executor.submit(perform, *arguments)
                break
            except BrokenProcessPool as error:
                self._count_loss(error)
                self._rebuild()
        self._waiting[future] = task

    def _taken(self, task: SeriesTask, future: Future[Answer]) -> Answer | None:
        """Return the answer to a task; None if it has been sent again."""
        try:
            answer = future.result()
        except CancelledError:
            text = "the executor was shut down, or cancelled tasks of the season"
            raise SeriesError(text) from None
        except Exception as error:
            if not is_loss(error):
                raise
            self._lose(task, error)
            return None
        if answer.refusal:
            raise SeriesError(f"worker {answer.worker} {answer.refusal}")
        if answer.error:
            raise SeriesError(answer.error)
        if answer.lacks_season:
            self._send(task, with_season=True)
            return None
        self._losses = 0
        return answer

    def _lose(self, task: SeriesTask, error: Exception) -> None:
        """Have the tasks done again that were lost with a worker."""
        self._count_loss(error)
        if isinstance(error, BrokenProcessPool):
            self._rebuild()
        self._send(task)

    def _count_loss(self, error: Exception) -> None:
        self._losses += 1
        if self._losses > MAX_LOSSES:
            raise SeriesError(
                f"workers have died {MAX_LOSSES} times without doing a task; have they enough "
                f"memory? ({error})"
            )

    def _rebuild(self) -> None:
        """Take another executor in place of a broken one, and send it what that had."""
        if self._make_executor is None:
            raise SeriesError("the executor has broken: one of its processes died")
        _shut_down(self._executor)
        self._executor = self._make_executor()
        tasks = list(self._waiting.values())
        self._waiting.clear()
        for task in tasks:
            self._send(task)


def is_loss(error: Exception) -> bool:
    """Return whether an error says that a worker has died, not that a task went wrong."""
    return isinstance(error, BrokenProcessPool) or type(error).__name__ == "KilledWorker"


def _shut_down(executor: Executor) -> None:
    """Leave an executor that is ours, without waiting for its tasks."""
    if isinstance(executor, Pool):
        executor.leave()
    else:
        executor.shutdown(wait=False, cancel_futures=True)


class Pool(ProcessPoolExecutor):
    """Processes of this machine that end at once when they are left, or when this process dies."""

    def __init__(self, workers: int) -> None:
        context = multiprocessing.get_context("spawn")
        # Nobody writes to it: it ends when the only process that could is gone.
        reader, self._writer = context.Pipe(duplex=False)
        super().__init__(workers, context, _begin, (reader,))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have something done; a process that is started for it never sees Ctrl-C."""
        with without_interrupts():
            try:
                return super().submit(fn, *args, **kwargs)
            except OSError as error:  # a process died this moment, and pipes are being closed
                raise BrokenProcessPool(f"no process could be started: {error}") from error

    def leave(self) -> None:
        """End the processes, whatever they are doing.

        Tasks are not cancelled: a pool that loses its processes settles them itself, and stumbles
        over one that is settled already.
        """
        self._writer.close()
        self.shutdown(wait=False)


@contextlib.contextmanager
def without_interrupts() -> Iterator[None]:
    """Let Ctrl-C wait; processes that are started meanwhile inherit that."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # which would let Ctrl-C through again when it begins
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(reader: PipeEnd) -> None:
    """Set up a process of a pool: Ctrl-C is for the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(reader,), daemon=True).start()


def _end_with(reader: PipeEnd) -> None:
    """End this process when the other end of a pipe is closed."""
    with contextlib.suppress(EOFError, OSError):
        reader.recv_bytes()
    os._exit(0)


# -- at the other end -----------------------------------------------------------------------------

_seasons: dict[bytes, Season] = {}
"""The season that this process works for, by its key."""

_environment: dict[str, str] = {}


def perform(
    key: bytes,
    packed: bytes | None,
    expected: Mapping[str, str],
    name: str,
    arguments: tuple[Any, ...],
) -> Answer:
    """Do a task, if this process can take part and has the season."""
    worker = f"{socket.gethostname()}:{os.getpid()}"
    refusal = _difference(expected)
    if refusal:
        return Answer(worker, refusal=refusal)
    season = _season(key, packed)
    if season is None:
        return Answer(worker, lacks_season=True)
    begun = time.thread_time()
    try:
        result = TASKS[name](season, *arguments)
    except CrosswrightError as error:
        return Answer(worker, error=str(error))
    return Answer(worker, result, time.thread_time() - begun)


def _season(key: bytes, packed: bytes | None) -> Season | None:
    if key not in _seasons and packed is not None:
        season: Season = pickle.loads(zlib.decompress(packed))
        _seasons.clear()
        _seasons[key] = season
    return _seasons.get(key)


def _difference(expected: Mapping[str, str]) -> str:
    """Return in what this process differs from the one that the tasks come from."""
    own = environment()
    for name, version in expected.items():
        if own.get(name) != version:
            return (
                f"has {name} {own.get(name) or 'not installed'}, and the season is made with "
                f"{version or 'none'}; install the same version there"
            )
    return ""


def environment() -> Mapping[str, str]:
    """Return the versions of what decides the bytes of a season."""
    if not _environment:
        _environment.update({"crosswright": __version__, "Python": _python_version()})
        _environment["zlib"] = zlib.ZLIB_RUNTIME_VERSION
        for library in LIBRARIES:
            try:
                _environment[library] = metadata.version(library)
            except metadata.PackageNotFoundError:
                _environment[library] = ""
    return _environment


def _python_version() -> str:
    return ".".join(platform.python_version_tuple()[:2])
