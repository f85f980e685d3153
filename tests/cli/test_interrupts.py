"""Ctrl-C and SIGTERM: the first ends the work, the second the command."""

from __future__ import annotations

import os
import signal
import threading

import pytest

from crosswright.cli.exits import Exit
from crosswright.cli.interrupts import interruptible


def test_without_a_signal_nothing_is_stopped() -> None:
    stops: list[bool] = []
    with interruptible(lambda: stops.append(True)) as interruption:
        pass
    assert (stops, interruption.exit) == ([], Exit.DONE)


@pytest.mark.parametrize(
    "number, status", [(signal.SIGINT, Exit.INTERRUPTED), (signal.SIGTERM, Exit.TERMINATED)]
)
def test_the_first_signal_stops_the_work(number: signal.Signals, status: Exit) -> None:
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    stops: list[bool] = []
    with interruptible(lambda: stops.append(True)) as interruption:
        os.kill(os.getpid(), number)
    assert (stops, interruption.exit) == ([True], status)
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before


def test_the_second_signal_ends_the_command() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be ignored here
    try:
        with pytest.raises(KeyboardInterrupt), interruptible(lambda: None):
            os.kill(os.getpid(), signal.SIGINT)
            os.kill(os.getpid(), signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


def test_in_another_thread_signals_are_left_alone() -> None:
    before = signal.getsignal(signal.SIGINT)
    handlers: list[object] = []

    def work() -> None:
        with interruptible(lambda: None):
            handlers.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert handlers == [before]
