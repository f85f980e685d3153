"""All options that the configuration can set, and everything that is wrong with a file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import click

from crosswright.cli.configuration.file import HELP, MAX_REASON, Configuration
from crosswright.cli.configuration.settings import (
    COMMON,
    FORMAT_KEY,
    NEVER,
    UNCONFIGURED,
    key_of,
    nearest,
    options_of,
    table_of,
)
from crosswright.cli.configuration.statements import KeyPath
from crosswright.cli.configuration.values import WrongValue, given, typed
from crosswright.cli.options.texts import FileName, check_text
from crosswright.errors import ConfigError
from crosswright.support.wording import quote, shorten


class Place(NamedTuple):
    """An option that a key sets: its command, by path, and the option itself."""

    path: KeyPath
    command: click.Command
    option: click.Option


@cache
def commands() -> dict[KeyPath, click.Command]:
    """Return every command that the configuration can set options of, by path."""
    from crosswright.cli.app import app

    return dict(_commands(app, ()))


def _commands(group: click.Group, path: KeyPath) -> Iterator[tuple[KeyPath, click.Command]]:
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        if (*path, name)[0] in UNCONFIGURED:
            continue
        command = group.get_command(ctx, name)
        if isinstance(command, click.Group):
            yield from _commands(command, (*path, name))
        elif command is not None:
            yield (*path, name), command


def places_of(key: KeyPath) -> list[Place]:
    """Return the options that a key sets; ConfigError, with the nearest key, if it sets none."""
    *table, name = key
    if not table:
        if name not in COMMON:
            raise ConfigError(f"unknown key {quote(name)}; {_advice(name)}")
        return [
            Place(each, command, options[name])
            for each, command in commands().items()
            if name in (options := options_of(command))
        ]
    by_table = {table_of(path): path for path in commands()}
    path = by_table.get(".".join(table))
    if path is None:
        wrong = ".".join(table)
        raise ConfigError(f"there is no command {quote(wrong)}; {nearest(wrong, by_table, HELP)}")
    options = options_of(commands()[path])
    if name not in options:
        command = " ".join(path)
        if name in NEVER and any(f"--{name}" in each.opts for each in commands()[path].params):
            raise ConfigError(f"--{name} is for the command line alone; it cannot be configured")
        advice = nearest(name, options, f"crosswright config show {command}")
        raise ConfigError(f"crosswright {command} has no option for {quote(name)}; {advice}")
    return [Place(path, commands()[path], options[name])]


def _advice(name: str) -> str:
    owners = [path for path, command in commands().items() if name in options_of(command)]
    if owners:
        return f"for one command, it is {table_of(owners[0])}.{name}"
    return nearest(name, COMMON)


def check_value(place: Place, value: Any, folder: str) -> None:
    """Have an option check a value; WrongValue with what it says."""
    option = place.option
    ctx = click.Context(place.command, info_name=" ".join(place.path), resilient_parsing=False)
    ctx.default_map = {option.name or "": given(option, value, folder)}
    try:
        option.handle_parse_result(ctx, {}, [])
        if not isinstance(option.type, FileName):
            check_text(ctx.params.get(option.name or ""), ctx, option)
    except click.UsageError as error:
        message = error.message if isinstance(error, click.BadParameter) else error.format_message()
        raise WrongValue(message.removesuffix(".")) from None
    if key_of(option) == "words":
        for path in ctx.default_map[option.name or ""]:
            if not os.path.exists(path):
                raise WrongValue(shorten(f"{path}: there is no such file", MAX_REASON))


def value_from(key: KeyPath, texts: tuple[str, ...], folder: str) -> Any:
    """Return the value for a key that texts of the command line mean; ConfigError if none."""
    try:
        value: Any = None
        for place in places_of(key):
            value = typed(place.option, texts)
            check_value(place, value, folder)
    except WrongValue as error:
        raise ConfigError(f"{'.'.join(key)}: {error}") from None
    return value


def mistakes(configuration: Configuration) -> list[str]:
    """Return everything that is wrong with a configuration of known keys and tables."""
    found: list[str] = []
    for key, value in settings(configuration):
        try:
            try:
                for place in places_of(key):
                    check_value(place, value, configuration.folder)
            except (WrongValue, ConfigError) as error:
                configuration.fail(key, str(error))
        except ConfigError as error:
            found.append(str(error))
    return found


def settings(configuration: Configuration) -> Iterator[tuple[KeyPath, Any]]:
    """Yield every key of a configuration with its value."""
    yield from _flat(configuration.values, ())


def _flat(values: Any, path: KeyPath) -> Iterator[tuple[KeyPath, Any]]:
    for key, value in values.items():
        if isinstance(value, dict):
            yield from _flat(value, (*path, key))
        elif (*path, key) != (FORMAT_KEY,):
            yield (*path, key), value
