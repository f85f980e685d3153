"""Ctrl-C and SIGTERM: the first one ends the work with what it has, a second one the command."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from crosswright.cli.exits import Exit

SIGNALS = {signal.SIGINT: Exit.INTERRUPTED, signal.SIGTERM: Exit.TERMINATED}


@dataclass
class Interruption:
    """The signal that arrived, if any."""

    signal_number: int | None = None

    @property
    def exit(self) -> Exit:
        """The exit status that the signal calls for; DONE without one."""
        if self.signal_number is None:
            return Exit.DONE
        return SIGNALS[signal.Signals(self.signal_number)]


@contextmanager
def interruptible(stop: Callable[[], None]) -> Iterator[Interruption]:
    """Call `stop` on the first signal, then hand signals back to their previous handlers."""
    interruption = Interruption()

    def handle(number: int, frame: FrameType | None) -> None:
        interruption.signal_number = number
        stop()
        restore()

    def restore() -> None:
        for number, handler in previous.items():
            signal.signal(number, handler)

    if threading.current_thread() is not threading.main_thread():
        yield interruption
        return
    previous = {number: signal.signal(number, handle) for number in SIGNALS}
    try:
        yield interruption
    finally:
        restore()
