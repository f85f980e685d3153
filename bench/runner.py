"""Running programs, each in its own process, timed and within a limit of processor time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SOLVERS = Path(__file__).resolve().parent / "solvers"
DROPPED = ("PYTHONDONTWRITEBYTECODE", "CROSSWRIGHT_ENGINE")
"""Environment variables that would change what is measured."""

PATIENCE = 6
"""On a busy machine, a process may run for this many times its limit before it is ended."""


@dataclass(frozen=True)
class Run:
    """What a process did; times are in seconds."""

    code: int
    wall: float
    cpu: float
    timed_out: bool
    out: str
    err: str


def run(
    command: Sequence[str | os.PathLike[str]],
    *,
    limit: float,
    environ: Mapping[str, str] | None = None,
    text: str = "",
) -> Run:
    """Run a command, with `text` as its input, until it ends or has used up its limit."""
    with (
        tempfile.TemporaryFile() as sent,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
    ):
        sent.write(text.encode())
        sent.seek(0)
        begun = time.perf_counter()
        process = subprocess.Popen(
            [*command],
            stdin=sent,
            stdout=out,
            stderr=err,
            env=_environment(environ or {}),
        )
        watch = _Watch(process, limit)
        watch.start()
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begun
        process.returncode = os.waitstatus_to_exitcode(status)
        watch.ended.set()
        watch.join()
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode("utf-8", "replace"))
    cpu = used.ru_utime + used.ru_stime
    return Run(process.returncode, wall, cpu, watch.struck, *texts)


def _environment(more: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a user: Python keeps what it has compiled."""
    kept = {name: value for name, value in os.environ.items() if name not in DROPPED}
    return {**kept, **more}


class _Watch(threading.Thread):
    """Ends a process that has used up its limit.

    A limit set by the kernel will not do: under one, a process reads its own processor time in
    ticks of several milliseconds.
    """

    def __init__(self, process: subprocess.Popen[bytes], limit: float) -> None:
        super().__init__(daemon=True)
        self.ended = threading.Event()
        self.struck = False
        self._process = process
        self._limit = limit

    def run(self) -> None:
        begun = time.perf_counter()
        while not self.ended.wait(0.1):
            late = time.perf_counter() - begun > self._limit * PATIENCE
            if late or self._used() > self._limit:
                self.struck = True
                self._process.kill()
                return

    def _used(self) -> float:
        """Return the processor time that the process has used so far."""
        try:
            fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:  # not Linux, or it has just ended
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def searches(
    tasks: Iterable[Mapping[str, Any]],
    *,
    engine: str = "compiled",
    limit: float = 3600,
    solver: str = "search.py",
    environ: Mapping[str, str] | None = None,
) -> list[dict[str, Any]]:
    """Measure searches, all in one process: see solvers/search.py, or session.py for sessions."""
    lines = "".join(f"{json.dumps(task)}\n" for task in tasks)
    done = run(
        [sys.executable, SOLVERS / solver],
        limit=limit,
        environ={"CROSSWRIGHT_ENGINE": engine, **(environ or {})},
        text=lines,
    )
    if done.code:
        raise RuntimeError(f"the search process ended with {done.code}: {done.err[-2000:]}")
    return [json.loads(line) for line in done.out.splitlines()]
