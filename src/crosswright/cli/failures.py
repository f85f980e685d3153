"""What went wrong: one line for the user, an object for machines, and an exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import click

from crosswright.cli.exits import Exit
from crosswright.errors import CrosswrightError


class Terminated(BaseException):
    """The process was asked to end (SIGTERM)."""


class ReaderGone(Exception):
    """Nobody reads the output any more; click would make its own status of a BrokenPipeError."""


@contextmanager
def watched_pipe() -> Iterator[None]:
    """Turn a broken pipe into ReaderGone."""
    try:
        yield
    except BrokenPipeError:
        raise ReaderGone from None


def guarded(run: Callable[[], Any], as_json: bool = False) -> int:
    """Run a command and return its exit status; report whatever it raises in one line."""
    try:
        status = run()
        sys.stdout.flush()
        return int(status or Exit.DONE)
    except (Exception, KeyboardInterrupt, Terminated) as error:
        message, failed = describe(error)
        if failed == Exit.DEFECT and os.environ.get("CROSSWRIGHT_DEBUG"):
            raise
    if message:
        report(message, failed, as_json)
    return failed


def describe(error: BaseException) -> tuple[str, Exit]:
    """Return one line about what went wrong, and the exit status for it."""
    match error:
        case click.UsageError():
            command = error.ctx.command_path if error.ctx else "crosswright"
            return f"{error.format_message()} (see {command} --help)", Exit.BAD_INPUT
        case click.ClickException():
            return error.format_message(), Exit.BAD_INPUT
        case click.Abort() | KeyboardInterrupt():
            return "interrupted", Exit.INTERRUPTED
        case Terminated():
            return "terminated", Exit.TERMINATED
        case CrosswrightError():
            return str(error), Exit.BAD_INPUT
        case ReaderGone() | BrokenPipeError():
            return "", Exit.BROKEN_PIPE
        case OSError():
            path = f"{error.filename}: " if error.filename else ""
            return f"{path}{error.strerror or error}", Exit.BAD_INPUT
        case MemoryError():
            return "out of memory; try a smaller grid or word list", Exit.BAD_INPUT
    hint = "this is a bug in crosswright; CROSSWRIGHT_DEBUG=1 shows where"
    return f"{type(error).__name__}: {error} ({hint})", Exit.DEFECT


def report(message: str, status: Exit, as_json: bool) -> None:
    """Write the line to stderr and, for machines, an object to stdout."""
    with suppress(OSError):
        click.echo(f"crosswright: {message}", err=True)
        if as_json:
            import json

            click.echo(json.dumps({"error": message, "exit_status": status}))
