"""The log of a command: on stderr with --verbose, in a file with --log."""

from __future__ import annotations

import os
import platform
import sys
import time
from datetime import datetime

import click

from crosswright._version import __version__
from crosswright.cli.defaults import command_path, is_usual
from crosswright.cli.options.inputs import STDIO
from crosswright.cli.terminal import one_line, print_line
from crosswright.errors import ConfigError
from crosswright.support import log
from crosswright.support.folders import config_file, user_folder


class CommandLog:
    """Where the steps of a command go, each with the seconds since it began."""

    def __init__(self, *, verbose: bool, file: int | None) -> None:
        self.verbose = verbose
        self.file = file
        self._began = time.monotonic()

    def hear(self, text: str) -> None:
        """Take down a step."""
        line = f"{time.monotonic() - self._began:8.3f} s  {one_line(text)}"
        if self.verbose:
            print_line(line)
        self.keep(line)

    def keep(self, line: str) -> None:
        """Write a line to the file; one that cannot be written any more must not cost the work."""
        if self.file is None:
            return
        now = datetime.now().isoformat(sep=" ", timespec="milliseconds")
        data = f"{now} [{os.getpid()}] {line}\n".encode(errors="backslashreplace")
        try:
            os.write(self.file, data)
        except OSError as error:
            file, self.file = self.file, None
            os.close(file)
            print_line(f"crosswright: the log ends here: {error.strerror}")


_open_logs: list[CommandLog] = []


def start_log(ctx: click.Context) -> None:
    """Begin the log that a command's options ask for."""
    verbose, path = bool(ctx.params.get("verbose")), ctx.params.get("log")
    if verbose and ctx.params.get("quiet"):
        raise click.UsageError("--verbose and --quiet contradict each other; drop one", ctx)
    command = CommandLog(verbose=verbose, file=None if path is None else _opened(path, ctx))
    _open_logs.append(command)
    log.listen(command.hear)
    log.log(f"crosswright {__version__} {' '.join(command_path(ctx))}")
    log.log(f"Python {platform.python_version()} on {sys.platform}")
    usual = sorted(name for name in ctx.params if is_usual(ctx, name))
    if usual:
        log.log(f"configuration {config_file()}: {', '.join(usual)}")
    log.log(f"cache {user_folder('cache')}")


def end_log(status: int) -> None:
    """End the log of a command, if there is one, with its exit status."""
    log.log(f"exit status {int(status)}")
    log.listen_no_more()
    for command in _open_logs:
        if command.file is not None:
            os.close(command.file)
    _open_logs.clear()


def keep_message(text: str) -> None:
    """Keep a note or a warning in the file; on stderr it is anyway."""
    for command in _open_logs:
        command.keep(text)


def _opened(path: str, ctx: click.Context) -> int:
    """Open a log to write at its end; one-line errors, and no wait for the reader of a pipe."""
    if path == STDIO:
        raise click.UsageError("--log takes a file; --verbose logs to standard error", ctx)
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NONBLOCK", 0)
    try:
        return os.open(path, flags, 0o666)
    except OSError as error:
        reason = error.strerror or error
        raise ConfigError(f"{path}: the log cannot be written: {reason}") from None
