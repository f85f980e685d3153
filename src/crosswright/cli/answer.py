"""What a command owes with --json: one object, whole, and none after it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from crosswright.cli.interrupts import interruptible
from crosswright.support.records import Record, field


class OwedAnswer(Record, frozen=False):
    """How far a command has got: whether its object is being printed, or what a failure owes."""

    is_begun: bool = False
    files: list[dict[str, Any]] = field(default_factory=list)
    """What has been written so far, for the object about a failure."""


def current_answer() -> OwedAnswer:
    """Return the answer of the command that is running."""
    context = click.get_current_context(silent=True)
    return (context and context.find_object(OwedAnswer)) or OwedAnswer()


@contextmanager
def answering() -> Iterator[None]:
    """Let the object that is printed in the block be whole: a first signal waits for its end."""
    with interruptible(lambda: None) as interruption:
        current_answer().is_begun = True
        yield
    if interruption.signal_number is not None:
        signal.raise_signal(interruption.signal_number)
