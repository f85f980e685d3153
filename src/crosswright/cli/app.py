"""The command line: its table of commands, loaded when called for, and its exit statuses."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import click

from crosswright._version import __version__
from crosswright.cli.exits import Exit
from crosswright.errors import CrosswrightError

# The name of a command, of its module in `cli.commands` and of the object in it; and the first
# line of its help, kept here so that `crosswright --help` need not load them all.
COMMANDS: Mapping[str, str] = {
    "fill": "Fill a grid with words.",
    "explain": "Say why a grid cannot be filled, and what would help.",
    "trace": "Record a search, event by event, and play it.",
    "compare": "Compare the textbook's ways to search a grid.",
    "construct": "Construct a whole puzzle, around a theme or without one.",
    "pattern": "Make block patterns that can be filled.",
    "layout": "Lay out words and clues as a criss-cross.",
    "check": "Check a puzzle against the rules of its kind.",
    "info": "Show the statistics of a puzzle.",
    "render": "Draw a puzzle as text, SVG, PNG, PDF or HTML.",
    "convert": "Convert a puzzle from one format to another.",
    "words": "Look into word lists and shape your own.",
}


class Terminated(BaseException):
    """The process was asked to end (SIGTERM)."""


class ReaderGone(Exception):
    """Nobody reads the output any more (click makes a status of its own of the pipe's error)."""


class Commands(click.Group):
    """A group whose commands are imported only when they run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"crosswright.cli.commands.{cmd_name}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([*COMMANDS.items()])

    def make_context(self, *arguments: Any, **extra: Any) -> click.Context:
        with _watched_pipe():
            return super().make_context(*arguments, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _watched_pipe():
            return super().invoke(ctx)

    def main(self, *arguments: Any, **extra: Any) -> NoReturn:
        """Run a command and exit with its status; whatever goes wrong becomes one line."""
        extra["standalone_mode"] = False
        extra["prog_name"] = "crosswright"
        given: Sequence[str] | None = arguments[0] if arguments else extra.get("args")
        as_json = "--json" in (sys.argv[1:] if given is None else given)
        with _terminable():
            status = guarded(lambda: super(Commands, self).main(*arguments, **extra), as_json)
            _settle_stdout()
        sys.exit(status)


def guarded(run: Callable[[], Any], as_json: bool = False) -> int:
    """Return the exit status of a command; put what it raises into words."""
    try:
        status = run()
        sys.stdout.flush()
        return int(status or 0)
    except (Exception, KeyboardInterrupt, Terminated) as error:
        message, failed = failure(error)
        if failed == Exit.DEFECT and os.environ.get("CROSSWRIGHT_DEBUG"):
            raise
    if message:
        tell(message, failed, as_json)
    return failed


def failure(error: BaseException) -> tuple[str, Exit]:
    """Say in a line what went wrong, and which exit status that is."""
    match error:
        case click.UsageError():
            path = error.ctx.command_path if error.ctx else "crosswright"
            return f"{error.format_message()} (see {path} --help)", Exit.BAD_INPUT
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
            place = f"{error.filename}: " if error.filename else ""
            return f"{place}{error.strerror or error}", Exit.BAD_INPUT
        case MemoryError():
            return "out of memory; try a smaller grid or word list", Exit.BAD_INPUT
    hint = "this is a defect of crosswright; CROSSWRIGHT_DEBUG=1 shows where"
    return f"{type(error).__name__}: {error} ({hint})", Exit.DEFECT


def tell(message: str, status: Exit, as_json: bool) -> None:
    """Write the line to stderr and, for machines, an object to stdout."""
    with suppress(OSError):
        click.echo(f"crosswright: {message}", err=True)
        if as_json:
            import json

            click.echo(json.dumps({"error": message, "exit_status": status}))


def _settle_stdout() -> None:
    """Write out what is left; where that fails, let the interpreter flush it into nothing."""
    try:
        sys.stdout.flush()
    except OSError:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def _watched_pipe() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise ReaderGone from None


@contextmanager
def _terminable() -> Iterator[None]:
    """Let SIGTERM unwind the stack, so that what is open is closed."""

    def terminate(number: int, frame: FrameType | None) -> NoReturn:
        raise Terminated

    try:
        before = signal.signal(signal.SIGTERM, terminate)
    except ValueError:  # not in the main thread: whoever runs it there minds the signals
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _show_version(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from crosswright import engine

        python = ".".join(map(str, sys.version_info[:3]))
        click.echo(f"crosswright {__version__} (engine: {engine.name}, Python {python})")
        ctx.exit()


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="crosswright COMMAND --help shows the options of a command, with examples.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and the engine in use.",
)
@click.pass_context
def app(ctx: click.Context) -> None:
    """Make crosswords: fill grids, check them, print, play and exchange them."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> NoReturn:
    """Run the command line."""
    _replace_closed_streams()
    _widen_stdout()
    app.main()


def _replace_closed_streams() -> None:
    """Read nothing from, and write nowhere, where the caller has closed a standard stream."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - to the end
            setattr(sys, name, nowhere)


def _widen_stdout() -> None:
    """Let every letter be printed: as UTF-8 in a pipe, as ? where a terminal lacks it."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        if sys.stdout.isatty():
            sys.stdout.reconfigure(errors="replace")
        else:
            sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")
