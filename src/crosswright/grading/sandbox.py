"""A submission in a process of its own, with limits on time, memory and files.

This keeps mistakes from doing harm: a loop without an end, a list without an end, a file in the
wrong place. It is not a security boundary. Code that is meant to do harm finds a way around it;
run that on a machine, or in a container, where nothing can be lost.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from crosswright.grading.problems import Call, CourseVariable
from crosswright.support.files import BINARY
from crosswright.support.shipped import shipped_bytes

MEMORY = 512 * 2**20
"""Bytes that a submission may use, Python itself included."""

WALL_FACTOR, WALL_EXTRA = 3, 20.0
"""A call may use its limit in processor time. One that waits, or that Python cannot interrupt, is
ended after this many times that by the clock, and some seconds, so that a busy machine fails
nobody."""

START_SECONDS = 30.0
"""How long Python may take to start, by the clock."""

BATCH = 16
"""Calls that are sent at once; the requests must fit into the buffer of a pipe."""

MAX_REPLY = 2**22
"""Characters of a reply."""

OUT_OF_TIME = 97  # as in worker.py

_KEPT_VARIABLES = ("PATH", "SYSTEMROOT", "HOME", "USERPROFILE")


@dataclass(frozen=True)
class Reply:
    """What a call did: returned, or ran into trouble."""

    trouble: str = ""
    """In a line, what kept the call from returning."""
    kind: str = ""
    """The kind of trouble."""
    line: int = 0
    """Where in the submission, if known."""
    result: Any = None
    """None, True, False, a variable, a dictionary, a list of words, or text about anything else."""
    is_callers: bool = False
    """Whether the result is the very assignment that was passed."""
    domains: dict[CourseVariable, tuple[str, ...]] = field(default_factory=dict)
    assignment: dict[CourseVariable, str] = field(default_factory=dict)
    loaded: dict[str, Any] = field(default_factory=dict)
    refused: tuple[str, ...] = ()
    printed: str = ""

    @classmethod
    def of(cls, data: dict[str, Any], seconds: float) -> Reply:
        """Read a reply of the worker."""
        common: dict[str, Any] = {
            "refused": tuple(data["refused"]),
            "printed": data["printed"],
        }
        if "trouble" in data:
            kind, line = data["kind"], data.get("line", 0)
            text = _TROUBLE.get(kind, "{}").format(data["trouble"], seconds=f"{seconds:g}")
            where = f" (line {line})" if line else ""
            return cls(trouble=text + where, kind=kind, line=line, **common)
        if "missing" in data:
            return cls(loaded=data, **common)
        return cls(
            result=_decoded(data["result"]),
            is_callers=data["is_callers"],
            domains={CourseVariable(*var): tuple(words) for var, words in data["domains"]},
            assignment=_assignment(data["assignment"]),
            **common,
        )


class Strange(str):
    """A value that is neither a truth value nor a variable, a dictionary or a list.

    This is its text, and as true or false as the value itself.
    """

    _is_true: bool

    def __new__(cls, text: str, is_true: bool) -> Self:
        """Make one of a text and a truth value."""
        self = super().__new__(cls, text)
        self._is_true = is_true
        return self

    def __bool__(self) -> bool:
        return self._is_true


_TROUBLE = {
    "time": "is still running after {seconds} s",
    "stuck": "is still running after {seconds} s",
    "channel": "returns something that cannot be read",
    "memory": f"uses more than {MEMORY // 2**20} MB of memory",
    "exit": "calls exit()",
    "syntax": "is not Python: {}",
    "crossword": "the crossword.py beside it finds other variables than the course's",
    "raised": "raises {}",
}


def _decoded(data: dict[str, Any]) -> Any:
    [(kind, value)] = data.items()
    if kind == "assignment":
        return _assignment(value)
    if kind == "variable":
        return CourseVariable(*value)
    return Strange(*value) if kind == "other" else value


def _assignment(pairs: list[list[Any]]) -> dict[CourseVariable, str]:
    return {CourseVariable(*var): word for var, word in pairs}


class Sandbox:
    """Runs the calls of one submission, in one process after another if need be."""

    def __init__(self, submission: str | os.PathLike[str], seconds: float) -> None:
        self.submission = Path(submission).absolute()
        self.seconds = seconds
        self._folder = tempfile.TemporaryDirectory(
            prefix="crosswright-grade-", ignore_cleanup_errors=True
        )
        self._process: subprocess.Popen[str] | None = None
        self._replies: queue.SimpleQueue[str] = queue.SimpleQueue()

    def __enter__(self) -> Self:
        base = Path(self._folder.name)
        (base / "course").mkdir()
        (base / "empty").mkdir()
        for name, path in (("worker.py", base), ("crossword.py", base / "course")):
            (path / name).write_bytes(shipped_bytes("crosswright.grading", name))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end()
        self._folder.cleanup()

    def load(self) -> Reply:
        """Import the submission."""
        self._end()
        self._start()
        self._send([{"function": "load"}], self.seconds)
        return self._receive(self.seconds, START_SECONDS)

    def run(self, calls: Sequence[Call], seconds: float | None = None) -> list[Reply]:
        """Make up to BATCH calls, in a new process if the last one is gone.

        They are sent together and answered one after another; there are no more answers after one
        that ended the process.
        """
        if self._process is None:
            reply = self.load()
            if reply.trouble:
                return [reply]
        seconds = self.seconds if seconds is None else seconds
        self._send([self._request(number, call) for number, call in enumerate(calls)], seconds)
        replies: list[Reply] = []
        while len(replies) < len(calls) and self._process is not None:
            replies.append(self._receive(seconds))
        return replies

    def _request(self, number: int, call: Call) -> dict[str, Any]:
        """Return a request for a call, with its problem in files of that number."""
        request = call.request()
        for name, lines in (("structure", call.problem.rows), ("words", call.problem.words)):
            request[name] = str(Path(self._folder.name, f"{name}{number}.txt"))
            _rewrite(request[name], "\n".join(lines))
        return request

    def _start(self) -> None:
        base = Path(self._folder.name)
        settings = {
            "submission": str(self.submission),
            "crossword": str(base / "course"),
            "seconds": self.seconds,
            "memory": MEMORY,
        }
        # The same order of sets on every run, and nothing of the user's own Python settings.
        environment = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
        environment |= {"PYTHONHASHSEED": "0", "PYTHONUTF8": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-sBP", "-Wignore", str(base / "worker.py"), json.dumps(settings)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=base / "empty",
            env=environment,
            text=True,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )
        self._replies = queue.SimpleQueue()
        reading = (self._process, self._replies)
        threading.Thread(target=_read_replies, args=reading, daemon=True).start()

    def _send(self, requests: Sequence[dict[str, Any]], seconds: float) -> None:
        assert self._process is not None and self._process.stdin is not None
        lines = [json.dumps({**request, "seconds": seconds}) + "\n" for request in requests]
        with suppress(OSError):  # it is gone, which the first answer will show
            self._process.stdin.write("".join(lines))
            self._process.stdin.flush()

    def _receive(self, seconds: float, extra: float = 0.0) -> Reply:
        try:
            line = self._replies.get(timeout=WALL_FACTOR * seconds + WALL_EXTRA + extra)
        except queue.Empty:
            return self._gave_no_answer("stuck", seconds)
        if not line:
            return self._died(seconds)
        try:
            reply = Reply.of(json.loads(line), seconds)
        except (ValueError, TypeError, KeyError):
            return self._gave_no_answer("channel", seconds)
        if reply.kind in ("time", "memory", "exit"):
            self._end()  # whatever it has left behind
        return reply

    def _gave_no_answer(self, kind: str, seconds: float) -> Reply:
        self._end()
        return Reply(trouble=_TROUBLE[kind].format(seconds=f"{seconds:g}"), kind=kind)

    def _died(self, seconds: float) -> Reply:
        """Return what ended the process."""
        assert self._process is not None
        process = self._process
        with suppress(subprocess.TimeoutExpired):
            process.wait(WALL_EXTRA)
        status = process.returncode
        if status == OUT_OF_TIME or (status is not None and -status == _CPU_SIGNAL):
            return self._gave_no_answer("time", seconds)
        self._end()
        if status is not None and status < 0:
            with suppress(ValueError):
                name = signal.Signals(-status).name
                return Reply(trouble=f"crashes Python ({name})", kind="died")
        return Reply(trouble="ends the whole process", kind="died")

    def _end(self) -> None:
        """End the process and all that it has started."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(OSError):
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()


def _rewrite(path: str, text: str) -> None:
    """Write a file over what is there: emptying it first takes a disk ten times as long."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | BINARY, 0o600)
    try:
        data = text.encode("utf-8")
        os.write(file, data)
        os.ftruncate(file, len(data))
    finally:
        os.close(file)


_CPU_SIGNAL = getattr(signal, "SIGXCPU", 0)


def _read_replies(process: subprocess.Popen[str], replies: queue.SimpleQueue[str]) -> None:
    """Pass replies on, and an empty one at the end."""
    assert process.stdout is not None
    with suppress(OSError, ValueError):
        while line := process.stdout.readline(MAX_REPLY):
            replies.put(line)
    replies.put("")
