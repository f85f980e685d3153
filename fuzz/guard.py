"""What keeps an input in bounds: a clock that kills, a limit of memory, and a note of the input.

A crash or a hang ends the process, so the input under way is always in a file that is mapped into
memory, for whoever started the process to find.
"""

from __future__ import annotations

import contextlib
import faulthandler
import mmap
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from fuzz.mutation import MAX_SIZE

PATIENCE = 60
"""Seconds by the clock after which an input hangs: the process is killed, with a dump."""

MAX_SECONDS = 5.0
"""Seconds of processor time that one input may take."""

MAX_MEMORY = 3 << 30
"""Bytes of address space, where no sanitizer needs more."""

MAX_GROWTH = 256 << 20
"""Bytes by which one input may raise the highest memory use so far, and all of them the present."""

_ROOM = 8 + MAX_SIZE


class SlowError(Exception):
    """An input that took too much time."""


class GreedyError(Exception):
    """An input that took too much memory."""


def is_sanitized() -> bool:
    """Return whether a sanitizer is loaded, which holds back memory that was freed."""
    return bool(os.environ.get("LD_PRELOAD"))


def limit_memory() -> None:
    """Let allocations fail before the machine suffers; not where a sanitizer maps terabytes."""
    if sys.platform == "win32" or is_sanitized():
        return
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def peak_memory() -> int:
    """Return the most bytes that the process has ever had; 0 where that says nothing."""
    if sys.platform == "win32" or is_sanitized():
        return 0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


def present_memory() -> int:
    """Return the bytes that the process has now; 0 where that is not known, or says nothing."""
    if is_sanitized():
        return 0
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, ValueError):
        return 0
    return pages * mmap.PAGESIZE


class Guard:
    """Notes every input before it is tried, and kills the process if that takes too long."""

    def __init__(self, note: Path) -> None:
        note.write_bytes(bytes(_ROOM))
        with note.open("r+b") as file:
            self._note = mmap.mmap(file.fileno(), _ROOM)
        self.slowest = 0.0
        self._peak = peak_memory()
        faulthandler.enable()
        self._has_timer = hasattr(signal, "setitimer") and hasattr(faulthandler, "register")
        if self._has_timer:  # a thousand times cheaper than a thread for every input
            faulthandler.register(signal.SIGALRM, all_threads=True, chain=True)

    @contextlib.contextmanager
    def watching(self, data: bytes) -> Iterator[None]:
        """Try an input; SlowError or GreedyError if it takes too much."""
        self._note[:8] = len(data).to_bytes(8, "little")
        self._note[8 : 8 + len(data)] = data
        self._start_clock()
        before = time.process_time()
        try:
            yield
        finally:
            seconds = time.process_time() - before
            self._stop_clock()
        self.slowest = max(self.slowest, seconds)
        if seconds > MAX_SECONDS:
            raise SlowError(f"{seconds:.1f} seconds of processor time")
        peak = peak_memory()
        growth, self._peak = peak - self._peak, peak
        if growth > MAX_GROWTH:
            raise GreedyError(f"{growth >> 20} MiB of memory")

    def _start_clock(self) -> None:
        if self._has_timer:
            signal.setitimer(signal.ITIMER_REAL, PATIENCE)
        else:
            faulthandler.dump_traceback_later(PATIENCE, exit=True)

    def _stop_clock(self) -> None:
        if self._has_timer:
            signal.setitimer(signal.ITIMER_REAL, 0)
        else:
            faulthandler.cancel_dump_traceback_later()


def noted(note: Path) -> bytes:
    """Return the input that a process was trying when it ended."""
    data = note.read_bytes()
    return data[8 : 8 + int.from_bytes(data[:8], "little")]
