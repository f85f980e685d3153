"""Commands, and groups of them that are imported only when they run: --help is instant."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from keyword import iskeyword
from typing import Any

import click

from crosswright.cli.defaults import configure, is_usual, mark_usual, named
from crosswright.cli.options.declare import WithHelp
from crosswright.cli.options.texts import FileName, check_text
from crosswright.cli.terminal import print_text
from crosswright.support.wording import quote


class Command(WithHelp):
    """A command all of whose texts are text, and whose defaults the configuration may set.

    `gives_way` names options whose configured defaults do not count next to another parameter.
    """

    def __init__(
        self,
        *arguments: Any,
        configurable: bool = True,
        gives_way: Mapping[str, str] | None = None,
        **extra: Any,
    ) -> None:
        super().__init__(*arguments, **extra)
        self.configurable = configurable
        self.gives_way = {"quiet": "verbose", **(gives_way or {})}

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if self.configurable and not ctx.resilient_parsing:
            configure(ctx, args)
        try:
            rest = super().parse_args(ctx, args)
            for parameter in self.params:
                if not isinstance(parameter.type, FileName):
                    check_text(ctx.params.get(parameter.name or ""), ctx, parameter)
        except click.BadParameter as error:
            raise named(error, ctx) from None
        if ctx.default_map:
            self._settle_defaults(ctx)
        return rest

    def _settle_defaults(self, ctx: click.Context) -> None:
        """Mark what comes from the configuration, and drop what gives way to something given."""
        usual = [each for each in self.params if is_usual(ctx, each.name)]
        ctx.default_map = None
        for parameter in usual:
            name = parameter.name or ""
            if ctx.params.get(self.gives_way.get(name, "")):
                ctx.params[name] = parameter.process_value(ctx, parameter.get_default(ctx))
            else:
                ctx.params[name] = mark_usual(ctx.params[name])

    def invoke(self, ctx: click.Context) -> Any:
        if ctx.params.get("verbose") or ctx.params.get("log"):
            from crosswright.cli.logs import start_log

            start_log(ctx)
        return super().invoke(ctx)


def module_of(command: str) -> str:
    """Return the name of a command's module, which cannot be a keyword of Python."""
    return f"{command}_" if iskeyword(command) else command


class LazyGroup(WithHelp, click.Group):
    """A group of commands, each an object in a module of the same name.

    `summaries` has the names of the commands and the first lines of their help texts, which saves
    loading them all for the help of the group. Called without a command, it shows that help.
    """

    def __init__(
        self, *arguments: Any, package: str, summaries: Mapping[str, str], **extra: Any
    ) -> None:
        super().__init__(*arguments, **extra)
        self.package = package
        self.summaries = summaries

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.summaries]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.summaries:
            return None
        name = module_of(cmd_name)
        command: click.Command = getattr(import_module(f"{self.package}.{name}"), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in self.summaries and not ctx.resilient_parsing:
            from difflib import get_close_matches  # here: only needed when it is wrong

            close = "".join(get_close_matches(name, self.summaries, 1))
            ctx.fail(f"there is no command {quote(name)}{close and f'; did you mean {close}?'}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([*self.summaries.items()])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args and not ctx.resilient_parsing:
            print_text(ctx.get_help())
            ctx.exit()
        return super().parse_args(ctx, args)
