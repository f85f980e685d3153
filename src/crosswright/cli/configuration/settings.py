"""The keys of the configuration: names of options, for all commands or for one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import click

FORMAT = 1
"""The version of the file's format; the key `format` has it."""

FORMAT_KEY = "format"

COMMON = (
    "words",
    "language",
    "own",
    "taste",
    "no-shared-stem",
    "author",
    "copyright",
    "publisher",
    "style",
    "page",
    "large-print",
    "sheet-language",
    "enumerations",
    "draft-clues",
    "strict",
    "spreadsheet-safe",
    "force",
    "quiet",
    "log",
)
"""Options that mean the same to every command that has them, so that one default fits all."""

NEVER = ("json", "dry-run", "output", "to", "help", "verbose", "demo", "allow-remote", "unlock")
"""Options that change what a command is for, which nobody expects of a file far away."""

GROUPS = ("words", "series", "clues")
"""Commands that have commands of their own, each with a table such as [words-match]."""

UNCONFIGURED = ("config", "cache", "doctor", "completion")
"""Commands that take nothing from the configuration: they help when it is broken."""


def table_of(path: Sequence[str]) -> str:
    """Return the name of a command's table: words-match for crosswright words match.

    (The tables are not nested: words is a key, too.)
    """
    return "-".join(path)


def tables() -> list[str]:
    """Return the tables of all commands, without loading the commands."""
    from importlib import import_module

    from crosswright.cli.app import COMMANDS

    names: list[str] = []
    for name in COMMANDS:
        if name not in UNCONFIGURED:
            module = import_module(f"crosswright.cli.commands.{name}")
            inner = getattr(module, "COMMANDS", {})
            names += [table_of((name, each)) for each in inner] or [name]
    return names


def key_of(option: click.Parameter) -> str | None:
    """Return the key for an option: its long name without dashes; None if it has none."""
    if not isinstance(option, click.Option) or option.hidden:
        return None
    name = max(option.opts, key=len).removeprefix("--")
    return None if name.startswith("-") or name in NEVER else name


def options_of(command: click.Command) -> dict[str, click.Option]:
    """Return the options of a command that the configuration can set, by key."""
    return {
        key: option
        for option in command.params
        if isinstance(option, click.Option) and (key := key_of(option)) is not None
    }


def nearest(name: str, known: Iterable[str], where: str = "") -> str:
    """Return advice about a name that is not known: the nearest one, or `where` all of them are."""
    from difflib import get_close_matches

    names = [*known]
    close = get_close_matches(name, names, 1)
    if close:
        return f"did you mean {close[0]}?"
    return f"{where} shows them all" if where else f"choose from {', '.join(names)}"
