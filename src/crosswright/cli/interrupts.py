"""Ctrl-C and SIGTERM: the first ends the work with what it has, the second the command, the third
the process.

Work that can be stopped runs in `interruptible`; outside it, the first signal ends the command. A
handler runs between any two steps of the program, even within another handler. So it only sets a
flag, and takes no lock: the lock might be held by the very code that it interrupts.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NoReturn

from crosswright.cli.exits import Exit

SIGNALS = {signal.SIGINT: Exit.INTERRUPTED, signal.SIGTERM: Exit.TERMINATED}

_IMPORT_SYSTEM = "<frozen importlib._bootstrap>"


class Interrupted(BaseException):
    """A signal asks the command to end."""

    def __init__(self, signal_number: int) -> None:
        super().__init__(signal_number)
        self.signal_number = signal_number

    @property
    def exit(self) -> Exit:
        """The exit status that the signal calls for."""
        return SIGNALS[signal.Signals(self.signal_number)]


class Interruption:
    """The signal that arrived, if any."""

    def __init__(self) -> None:
        self.signal_number: int | None = None

    @property
    def exit(self) -> Exit:
        """The exit status that the signal calls for; DONE without one."""
        if self.signal_number is None:
            return Exit.DONE
        return SIGNALS[signal.Signals(self.signal_number)]


@contextmanager
def interruptible(stop: Callable[[], None]) -> Iterator[Interruption]:
    """Call `stop` at the first signal, and hand later ones to the previous handlers.

    `stop` is called by a signal handler, so it must take no lock.
    """
    interruption = Interruption()
    handlers = _Handlers()

    def handle(number: int, frame: FrameType | None) -> None:
        if interruption.signal_number is not None:
            handlers.pass_on(number, frame)
            return
        interruption.signal_number = number
        stop()

    with handlers.replaced_by(handle):
        yield interruption


class CommandSignals:
    """The signals that reach a command: the first ends it by `Interrupted`, the next the process.

    The first one ends the process too where an exception could not end the command: while a module
    is loaded (it would be left half loaded, and Python may make another error of the exception),
    where Python ignores exceptions (in `__del__`), and once the command is `over`.
    """

    def __init__(self) -> None:
        self.interrupted_by: Interrupted | None = None
        self.is_over = False

    @contextmanager
    def heeded(self) -> Iterator[None]:
        """Let signals end the command within the block."""
        shown = sys.unraisablehook

        def show(unraisable: Any) -> None:
            if issubclass(unraisable.exc_type, Interrupted):
                _end_process(unraisable.exc_value.signal_number)
            shown(unraisable)

        sys.unraisablehook = show
        try:
            with _Handlers().replaced_by(self._handle):
                yield
        finally:
            sys.unraisablehook = shown

    def over(self) -> None:
        """Raise nothing from now on."""
        self.is_over = True

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self.interrupted_by is not None or self.is_over or _is_loading(frame):
            _end_process(number)
        self.interrupted_by = Interrupted(number)
        raise self.interrupted_by


Handler = Callable[[int, FrameType | None], Any]


class _Handlers:
    """The present handlers of the signals, but those that somebody else takes care of.

    A signal that the parent process ignores stays ignored, as background jobs and nohup expect.
    """

    def __init__(self) -> None:
        self.present = {
            number: handler
            for number in SIGNALS
            if (handler := signal.getsignal(number)) not in (signal.SIG_IGN, None)
        }

    @contextmanager
    def replaced_by(self, handle: Handler) -> Iterator[None]:
        """Handle the signals differently within the block; in the main thread, that is."""
        try:
            try:
                for number in self.present:
                    signal.signal(number, handle)
            except ValueError:  # another thread, or another interpreter: not ours to handle
                self.present = {}
            yield
        finally:
            for number, handler in self.present.items():
                signal.signal(number, handler)

    def pass_on(self, number: int, frame: FrameType | None) -> None:
        """Do what the handler would have done."""
        handler = self.present[signal.Signals(number)]
        if callable(handler):
            handler(number, frame)
        else:
            _end_process(number)


def _is_loading(frame: FrameType | None) -> bool:
    """Return whether a module is being loaded."""
    while frame is not None:
        if frame.f_code.co_filename == _IMPORT_SYSTEM:
            return True
        frame = frame.f_back
    return False


def _end_process(signal_number: int) -> NoReturn:
    """End the process silently, as the signal does when nobody handles it."""
    signal.signal(signal_number, signal.SIG_DFL)
    signal.raise_signal(signal_number)
    os._exit(SIGNALS[signal.Signals(signal_number)])  # only if the signal is blocked
