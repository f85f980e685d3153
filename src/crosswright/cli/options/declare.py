"""How options are declared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from crosswright.cli.terminal import print_text


class Option(click.Option):
    """An option whose help text is written as it is to be shown.

    Click would take off indentation, and load `inspect` for it.
    """

    def __init__(self, *arguments: Any, help: str | None = None, **extra: Any) -> None:
        super().__init__(*arguments, **extra)
        self.help = help


def option(*names: str, **settings: Any) -> Callable[[Any], Any]:
    """Declare an option of a command."""
    return click.option(*names, cls=Option, **settings)


class WithHelp(click.Command):
    """A command with the option that shows its help; click's would look for translations."""

    _help: Option | None = None

    def get_help_option(self, ctx: click.Context) -> click.Option:
        """Return the option: always the same one, for click compares them."""
        if self._help is None:
            self._help = Option(
                ctx.help_option_names,
                is_flag=True,
                expose_value=False,
                is_eager=True,
                callback=_show_help,
                help="Show this message and exit.",
            )
        return self._help


def _show_help(ctx: click.Context, parameter: click.Parameter, is_given: bool) -> None:
    if is_given and not ctx.resilient_parsing:
        print_text(ctx.get_help())
        ctx.exit()
