"""What a shell completes after options whose values are names: formats, languages, keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def _beginning(names: list[str], incomplete: str) -> list[str]:
    return [name for name in dict.fromkeys(names) if name.startswith(incomplete)]


def complete_languages(
    ctx: click.Context, parameter: click.Parameter, incomplete: str
) -> list[str]:
    """Complete the code of a built-in word list."""
    from crosswright.words.lexicon import languages

    return _beginning([*languages()], incomplete)


def complete_sheet_languages(
    ctx: click.Context, parameter: click.Parameter, incomplete: str
) -> list[str]:
    """Complete the code of a language that sheets are translated into."""
    from crosswright.rendering.catalogue import LANGUAGES

    return _beginning([*LANGUAGES], incomplete)


def complete_input_formats(
    ctx: click.Context, parameter: click.Parameter, incomplete: str
) -> list[str]:
    """Complete the name of a format that can be read."""
    from crosswright.formats.registry import all_formats

    return _beginning([each.name for each in all_formats()], incomplete)


def complete_output_formats(
    ctx: click.Context, parameter: click.Parameter, incomplete: str
) -> list[str]:
    """Complete the name of a format that can be written, drawings included."""
    from crosswright.cli.files import DRAWINGS
    from crosswright.formats.registry import all_formats

    names = [each.name for each in all_formats() if each.write is not None]
    return _beginning([*names, *DRAWINGS], incomplete)


def complete_commands(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Complete the words of a command that can be configured."""
    from crosswright.cli.configuration.checking import commands

    given = tuple(ctx.params.get(parameter.name or "") or ())
    paths = [path for path in commands() if path[: len(given)] == given and path != given]
    return _beginning([path[len(given)] for path in paths], incomplete)


def complete_keys(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Complete a key of the configuration; after the name of a command, one of its options."""
    from crosswright.cli.configuration.checking import commands
    from crosswright.cli.configuration.settings import COMMON, options_of, table_of

    own = [
        f"{table_of(path)}.{key}"
        for path, command in commands().items()
        if incomplete.startswith(f"{table_of(path)}.")
        for key in options_of(command)
    ]
    tables = [f"{table_of(path)}." for path in commands()]
    return _beginning(own or [*COMMON, *tables], incomplete)


def complete_values(
    ctx: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete a value as the option that it is for does."""
    from click.shell_completion import CompletionItem

    from crosswright.cli.configuration.checking import places_of
    from crosswright.errors import ConfigError

    try:
        option = places_of(tuple(str(ctx.params.get("key")).split(".")))[0].option
    except ConfigError:
        return []
    if option.is_flag:
        return [CompletionItem(text) for text in _beginning(["true", "false"], incomplete)]
    return option.shell_complete(ctx, incomplete)
