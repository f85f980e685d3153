"""Files to read, one of which may be standard input."""

from __future__ import annotations

from typing import Any

import click

from crosswright.cli.options.completions import complete_input_formats
from crosswright.cli.options.declare import option
from crosswright.cli.options.groups import Decorator
from crosswright.cli.options.texts import INPUT
from crosswright.errors import CrosswrightError

STDIO = "-"
"""Standard input or output in place of a file."""

_STDIN_READER = "crosswright.stdin_reader"

Texts = str | tuple[str, ...]


def check_input(
    ctx: click.Context, parameter: click.Parameter, value: Texts | None
) -> Texts | None:
    """Refuse standard input if it is already read for something else."""
    for path in (value,) if isinstance(value, str) else (value or ()):
        if path == STDIO:
            if reader := ctx.meta.get(_STDIN_READER):
                raise click.BadParameter(f"standard input is already read for {reader}")
            ctx.meta[_STDIN_READER] = parameter.get_error_hint(ctx)
    return value


def input_argument(name: str, **settings: Any) -> Decorator:
    """Add an argument that names a file to read, or several."""
    return click.argument(name, type=INPUT, callback=check_input, **settings)


def input_option(*names: str, **settings: Any) -> Decorator:
    """Add an option that names a file to read, or several."""
    return option(*names, type=INPUT, callback=check_input, metavar="FILE", **settings)


def check_encodings(
    ctx: click.Context, parameter: click.Parameter, value: Texts | None
) -> Texts | None:
    """Refuse unknown encodings, even if nothing is to be read in them; FILE= may precede one."""
    for text in (value,) if isinstance(value, str) else (value or ()):
        from crosswright.support.decoding import check_encoding

        try:
            check_encoding(text.rpartition("=")[2])
        except CrosswrightError as error:
            raise click.BadParameter(str(error)) from None
    return value


encoding = option(
    "--encoding",
    metavar="NAME",
    callback=check_encodings,
    show_default="guessed",
    help="Encoding of a table of words and clues, such as cp1252 or mac-roman. Without it, UTF-8 "
    "and UTF-16 are recognised; anything else is read as Windows writes it, in cp1252 or the like.",
)
"""Add --encoding."""


input_format = option(
    "--from",
    "input_format",
    metavar="FORMAT",
    shell_complete=complete_input_formats,
    help="Format of the input, if neither its suffix nor its content reveals it.",
)
"""Add --from, as the argument `input_format`."""
