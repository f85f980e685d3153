"""The program `crosswright`: its commands, and how a process runs them."""

from __future__ import annotations

import io
import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NoReturn

import click

from crosswright._version import __version__
from crosswright.cli.answer import OwedAnswer
from crosswright.cli.defaults import SWITCHED_OFF
from crosswright.cli.failures import guarded, kept_from_click
from crosswright.cli.groups import LazyGroup
from crosswright.cli.interrupts import CommandSignals
from crosswright.cli.options.declare import option
from crosswright.cli.terminal import print_message, print_text
from crosswright.support.log import is_logged

COMMANDS = {
    "fill": "Fill a grid with words.",
    "explain": "Explain why a grid cannot be filled, and what would help.",
    "trace": "Record a search event by event, and play it back.",
    "compare": "Compare the textbook's ways of searching a grid.",
    "construct": "Construct a complete puzzle, with or without a theme.",
    "pattern": "Make grid patterns that can be filled.",
    "layout": "Arrange words as a criss-cross, a fill-in or a word search.",
    "check": "Check a puzzle against the rules of its style.",
    "info": "Show the statistics of a puzzle.",
    "render": "Draw a puzzle as text, SVG, PNG, PDF or HTML.",
    "convert": "Convert a puzzle to other formats.",
    "studio": "Construct puzzles in the browser.",
    "series": "Make a season of puzzles from a plan.",
    "grade": "Grade a solution to the course's assignment.",
    "words": "Explore word lists and build your own.",
    "clues": "Keep a bank of the clues in your own puzzles.",
    "config": "Set defaults for options.",
    "cache": "Show or clear the files that make it start faster.",
    "doctor": "Check the installation, and say how to fix what is wrong.",
    "completion": "Print a script that makes a shell complete commands and options.",
}
"""The commands, and the first lines of their help texts."""


class Program(LazyGroup):
    """The group of all commands, which turns whatever happens into an exit status."""

    def make_context(self, *arguments: Any, **extra: Any) -> click.Context:
        with kept_from_click():
            return super().make_context(*arguments, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with kept_from_click():
            return super().invoke(ctx)

    def main(self, *arguments: Any, **extra: Any) -> NoReturn:
        """Run a command and exit with its status; whatever goes wrong becomes one line."""
        extra["standalone_mode"] = False
        extra["prog_name"] = "crosswright"
        command_line: Sequence[str] | None = arguments[0] if arguments else extra.get("args")
        as_json = "--json" in (sys.argv[1:] if command_line is None else command_line)
        signals, answer = CommandSignals(), OwedAnswer()
        extra["obj"] = answer
        with signals.heeded():
            status = guarded(
                lambda: super(Program, self).main(*arguments, **extra), signals, answer, as_json
            )
            _settle_stdout(is_wanted=signals.interrupted_by is None)
            if is_logged():
                from crosswright.cli.logs import end_log

                end_log(status)
        sys.exit(status)


def _settle_stdout(is_wanted: bool) -> None:
    """Write out what is left; if that fails, let the interpreter flush it into the void.

    So does what nobody waits for: a reader that has stopped reading would keep it from ending.
    """
    try:
        if is_wanted:
            sys.stdout.flush()
            return
    except OSError:
        pass
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _show_version(ctx: click.Context, parameter: click.Parameter, is_given: bool) -> None:
    if is_given and not ctx.resilient_parsing:
        from crosswright import engine

        python = ".".join(map(str, sys.version_info[:3]))
        print_text(f"crosswright {__version__} (engine: {engine.name}, Python {python})")
        ctx.exit()


def _switch_off(ctx: click.Context, parameter: click.Parameter, is_given: bool) -> None:
    if is_given:
        ctx.meta[SWITCHED_OFF] = True


@click.group(
    cls=Program,
    package="crosswright.cli.commands",
    summaries=COMMANDS,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 100,
        "show_default": True,
    },
    epilog="crosswright COMMAND --help shows the options of a command, with examples.",
)
@option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and the engine in use.",
)
@option(
    "--no-config",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_switch_off,
    help="Ignore the configuration file; crosswright config shows what is in it.",
)
def app() -> None:
    """Make crosswords: fill grids, check them, and print, play and exchange puzzles."""


def main() -> NoReturn:
    """Run the command line."""
    _replace_closed_streams()
    _buffer_stdout()
    _widen_stdout()
    warnings.showwarning = _print_warning
    app.main()


def _replace_closed_streams() -> None:
    """Open the null device for every standard stream that the caller has closed."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            null = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115 - until the end
            setattr(sys, name, null)


def _buffer_stdout() -> None:
    """Put a buffer before a bare stdout (python -u, PYTHONUNBUFFERED), and flush it ourselves.

    A bare one takes what fits into a pipe or on a disk, and Python forgets the rest without a word.
    """
    stdout = sys.stdout
    if isinstance(stdout, io.TextIOWrapper) and isinstance(stdout.buffer, io.RawIOBase):
        stdout.flush()
        sys.stdout = open(  # noqa: SIM115 - until the end
            stdout.fileno(), "w", encoding=stdout.encoding, errors=stdout.errors, closefd=False
        )


def _widen_stdout() -> None:
    """Make every letter printable: UTF-8 in a pipe, ? for what a terminal lacks."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        if sys.stdout.isatty():
            sys.stdout.reconfigure(errors="replace")
        else:
            sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")


def _print_warning(message: Warning | str, *_: object, **__: object) -> None:
    print_message(f"crosswright: {message}")
