"""Defaults from the configuration file, for every command: without a file, nothing is loaded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from crosswright.errors import ConfigError
from crosswright.support.folders import config_file, may_exist

SWITCHED_OFF = "crosswright.no_config"
"""The key of a context's `meta` with which --no-config is passed on."""


class Usual(str):
    """A text from the configuration: for puzzles that say nothing themselves."""


def command_path(ctx: click.Context) -> tuple[str, ...]:
    """Return the words that call a command, without the program."""
    names: list[str] = []
    current: click.Context | None = ctx
    while current is not None and current.parent is not None:
        names.insert(0, current.info_name or "")
        current = current.parent
    return tuple(names)


def configure(ctx: click.Context, arguments: Sequence[str]) -> None:
    """Let the configuration, if there is one, give a command its defaults."""
    path = config_file()
    if ctx.meta.get(SWITCHED_OFF) or not may_exist(path):
        return
    from crosswright.cli.configuration.file import Configuration

    assert path is not None
    try:
        configuration = Configuration.read(path)
        ctx.default_map = configuration.defaults(command_path(ctx), ctx.command)
    except ConfigError:
        if not set(ctx.help_option_names) & set(arguments):  # help is for those in trouble
            raise


def named(error: click.BadParameter, ctx: click.Context) -> Exception:
    """Return the error for a bad value: for one from the configuration, with its file and line."""
    parameter = error.param
    if parameter is None or not is_usual(ctx, parameter.name):
        return error
    from crosswright.cli.configuration.file import Configuration
    from crosswright.cli.configuration.settings import key_of

    configuration = Configuration.read(config_file() or "")
    key = key_of(parameter) or ""
    message = error.message.removesuffix(".")
    try:
        configuration.fail(configuration.source_of(command_path(ctx), key), message)
    except ConfigError as named_error:
        return named_error


def is_usual(ctx: click.Context, name: str | None) -> bool:
    """Return whether an option has its value from the configuration."""
    from click.core import ParameterSource

    return name is not None and ctx.get_parameter_source(name) is ParameterSource.DEFAULT_MAP


def mark_usual(value: Any) -> Any:
    """Return a value from the configuration as one that gives way to a puzzle's own."""
    if type(value) is str:
        return Usual(value)
    if isinstance(value, tuple) and value and all(type(each) is str for each in value):
        return tuple(map(Usual, value))
    return value
