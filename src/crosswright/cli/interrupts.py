"""Ctrl-C and SIGTERM: the first ends the work under way with what it has, the next the command."""

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
    """The signal that came, if any."""

    caught: int | None = None

    @property
    def exit(self) -> Exit:
        """The status that the signal calls for."""
        return Exit.DONE if self.caught is None else SIGNALS[signal.Signals(self.caught)]


@contextmanager
def interruptible(stop: Callable[[], None]) -> Iterator[Interruption]:
    """Call `stop` when the first signal comes, and then leave signals to whoever had them."""
    interruption = Interruption()

    def handle(number: int, frame: FrameType | None) -> None:
        interruption.caught = number
        stop()
        for known, handler in before.items():
            signal.signal(known, handler)

    if threading.current_thread() is not threading.main_thread():
        yield interruption
        return
    before = {number: signal.signal(number, handle) for number in SIGNALS}
    try:
        yield interruption
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
