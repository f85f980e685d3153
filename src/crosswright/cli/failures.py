"""What went wrong: one line for the user, an object for machines, and an exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import click

from crosswright.cli.answer import OwedAnswer
from crosswright.cli.exits import Exit
from crosswright.cli.interrupts import CommandSignals, Interrupted
from crosswright.cli.terminal import MAX_LINE, print_message, print_text
from crosswright.errors import CrosswrightError
from crosswright.support.wording import shorten

NUMBERS = {
    " is not a valid integer range": " is not a whole number",
    " is not a valid integer": " is not a whole number",
}
"""What click says of something that should be a number, and what a person would say."""


class ReaderGone(Exception):
    """Nobody reads the output any more; click would make its own status of a BrokenPipeError."""


@contextmanager
def kept_from_click() -> Iterator[None]:
    """Rename the errors that click would take for something else."""
    try:
        yield
    except BrokenPipeError:
        raise ReaderGone from None
    except EOFError as error:  # of a reader of files; not Ctrl-D
        raise RuntimeError(f"EOFError: {error}") from error


def guarded(
    run: Callable[[], Any], signals: CommandSignals, answer: OwedAnswer, as_json: bool
) -> int:
    """Run a command and return its exit status; report whatever it raises in one line."""
    try:
        try:
            status = int(run() or Exit.DONE)
            sys.stdout.flush()
        finally:
            signals.over()
        return status
    except (Exception, KeyboardInterrupt, Interrupted) as error:
        # Whatever a signal's exception has become on its way, the signal is what ended the command.
        message, failed = describe(signals.interrupted_by or error)
        if failed == Exit.DEFECT and os.environ.get("CROSSWRIGHT_DEBUG"):
            raise
    report(message, failed, answer if as_json and not answer.is_begun else None)
    return failed


def describe(error: BaseException) -> tuple[str, Exit]:
    """Return one line about what went wrong, and the exit status for it."""
    match error:
        case click.NoSuchOption(option_name="--no-config"):
            return "--no-config comes before the command: crosswright --no-config …", Exit.BAD_INPUT
        case click.UsageError():
            command = error.ctx.command_path if error.ctx else "crosswright"
            message = error.format_message().replace("\n\t", " ").removesuffix(".")
            for kind, natural in NUMBERS.items():
                message = message.removesuffix(kind) + natural * message.endswith(kind)
            return f"{message} (see {command} --help)", Exit.BAD_INPUT
        case click.ClickException():
            return error.format_message(), Exit.BAD_INPUT
        case Interrupted():
            return error.exit.name.lower(), error.exit
        case click.Abort() | KeyboardInterrupt():
            return "interrupted", Exit.INTERRUPTED
        case CrosswrightError():
            return str(error), Exit.BAD_INPUT
        case ReaderGone() | BrokenPipeError():
            return "the reader of the output stopped", Exit.BROKEN_PIPE
        case OSError():
            path = f"{error.filename}: " if error.filename else ""
            return f"{path}{error.strerror or error}", Exit.BAD_INPUT
        case MemoryError():
            return "out of memory; try a smaller grid or word list", Exit.BAD_INPUT
    hint = "this is a bug in crosswright; CROSSWRIGHT_DEBUG=1 shows where"
    return f"{type(error).__name__}: {error} ({hint})", Exit.DEFECT


def report(message: str, status: Exit, owed: OwedAnswer | None) -> None:
    """Write the line to stderr and, if one is owed, an object to stdout.

    A person who has pressed Ctrl-C knows that, and whoever has stopped reading wants no more.
    """
    with suppress(OSError):
        if status not in (Exit.INTERRUPTED, Exit.BROKEN_PIPE):
            print_message(f"crosswright: {message}")
        if owed is not None and status != Exit.BROKEN_PIPE:
            import json

            error = {"error": shorten(message, MAX_LINE), "exit_status": status}
            print_text(json.dumps(error | ({"files": owed.files} if owed.files else {})))
