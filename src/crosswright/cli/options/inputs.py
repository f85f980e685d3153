"""Files to read, one of which may be standard input."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from crosswright.cli.options.groups import Decorator

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

STDIO = "-"
"""Standard input or output in place of a file."""

_STDIN_READER = "crosswright.stdin_reader"

Paths = str | tuple[str, ...]


def complete_files(
    ctx: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Let the shell complete the name of a file."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


def check_input(
    ctx: click.Context, parameter: click.Parameter, value: Paths | None
) -> Paths | None:
    """Refuse an empty name, and standard input if it is already read for something else."""
    for path in (value,) if isinstance(value, str) else (value or ()):
        if not path:
            raise click.BadParameter("the name of the file is empty; - is standard input")
        if path == STDIO:
            if reader := ctx.meta.get(_STDIN_READER):
                raise click.BadParameter(f"standard input is already read for {reader}")
            ctx.meta[_STDIN_READER] = parameter.get_error_hint(ctx)
    return value


def input_argument(name: str, **settings: Any) -> Decorator:
    """Add an argument that names a file to read, or several."""
    return click.argument(name, callback=check_input, shell_complete=complete_files, **settings)


def input_option(*names: str, **settings: Any) -> Decorator:
    """Add an option that names a file to read, or several."""
    return click.option(
        *names, callback=check_input, shell_complete=complete_files, metavar="FILE", **settings
    )


input_format = click.option(
    "--from",
    "input_format",
    metavar="FORMAT",
    help="Format of the input, if neither its suffix nor its content reveals it.",
)
"""Add --from, as the argument `input_format`."""
