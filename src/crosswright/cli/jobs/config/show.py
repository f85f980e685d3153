"""The work of `crosswright config show`."""

from __future__ import annotations

import os
from typing import Any

import click

from crosswright.cli.commands.config.show import ShowConfigRequest
from crosswright.cli.configuration.checking import commands, mistakes, places_of, settings
from crosswright.cli.configuration.editing import literal, require_path
from crosswright.cli.configuration.file import HELP, Configuration, current
from crosswright.cli.configuration.settings import COMMON, nearest, options_of
from crosswright.cli.configuration.statements import KeyPath, line_of
from crosswright.cli.exits import Exit
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_message, print_text

MAX_MISTAKES = 20
"""Mistakes that are named; the rest are only counted."""

VARIABLES = ("CROSSWRIGHT_CONFIG", "CROSSWRIGHT_CACHE", "CROSSWRIGHT_ENGINE")
"""What the environment decides; options have no variables of their own."""


def run(request: ShowConfigRequest) -> Exit:
    """Show the configuration, or what is in force for one command."""
    path = require_path()
    command_path = tuple(request.command)
    if command_path and command_path not in commands():
        name, known = " ".join(command_path), map(" ".join, commands())
        raise click.UsageError(
            f"no command {name!r} that can be configured; {nearest(name, known, HELP)}"
        )
    configuration = current()
    if command_path:
        rows = in_force(configuration, command_path)
    else:
        rows = (
            [_row(configuration, *each) for each in settings(configuration)]
            if configuration
            else []
        )
        rows += all_keys({row["key"] for row in rows}) if request.all else []
    wrong = mistakes(configuration) if configuration else []
    environment = {name: os.environ[name] for name in VARIABLES if os.environ.get(name)}
    if request.mode.json:
        print_json(
            {
                "file": path,
                "exists": configuration is not None,
                "settings": rows,
                "environment": environment,
                "mistakes": wrong,
            }
        )
    else:
        print_rows(path, configuration, rows, environment)
    for mistake in wrong[:MAX_MISTAKES]:
        print_message(f"crosswright: {mistake}")
    if len(wrong) > MAX_MISTAKES:
        print_message(f"crosswright: and {len(wrong) - MAX_MISTAKES:,} more mistakes")
    return Exit.BAD_INPUT if wrong else Exit.DONE


def print_rows(
    path: str,
    configuration: Configuration | None,
    rows: list[dict[str, Any]],
    environment: dict[str, str],
) -> None:
    """Print the settings as a table, under the path of the file."""
    hint = "" if configuration else " (not there yet; crosswright config set creates it)"
    print_text(f"{path}{hint}")
    width = max((len(row["key"]) for row in rows), default=0)
    for row in rows:
        value = "" if row["value"] is None else text_of(row["value"])
        shown = value or row.get("help", "none")
        source = "" if row["source"] is None else f"  ({row['source']})"
        print_text(f"  {row['key']:{width}}  {shown}{source}")
    for name, value in environment.items():
        print_text(f"  {name}={value}  (environment)")


def in_force(configuration: Configuration | None, path: KeyPath) -> list[dict[str, Any]]:
    """Return every option of a command with its value, and where that comes from."""
    command = commands()[path]
    ctx = click.Context(command, info_name=path[-1], show_default=True)
    configured = (
        {key[-1]: (key, value) for key, value in configuration.settings(path, command)}
        if configuration
        else {}
    )
    rows = []
    for key, option in options_of(command).items():
        if key in configured:
            rows.append({**_row(configuration, *configured[key]), "key": key})
            continue
        value = _built_in(option, ctx)
        rows.append({"key": key, "value": value, "source": "built-in", "line": None})
    return rows


def _built_in(option: click.Option, ctx: click.Context) -> str | bool | None:
    """Return the default of an option as --help describes it; of a switch, as the file has it."""
    if option.is_flag and not isinstance(option.show_default, str):
        return option.default is True
    default = option.get_help_extra(ctx).get("default", "")
    return str(default).removeprefix("(").removesuffix(")") or None


def _row(configuration: Configuration | None, key: KeyPath, value: Any) -> dict[str, Any]:
    line = line_of(configuration.text, key) if configuration else None
    source = "file" if line is None else f"line {line}"
    return {"key": ".".join(key), "value": value, "source": source, "line": line}


def all_keys(set_already: set[str]) -> list[dict[str, Any]]:
    """Return the keys for all commands that are not set, each with what it is for."""
    return [
        {
            "key": key,
            "value": None,
            "source": None,
            "line": None,
            "help": places_of((key,))[0].option.help,
        }
        for key in COMMON
        if key not in set_already
    ]


def text_of(value: Any) -> str:
    """Return a value as people read it: a text without quotation marks."""
    return value if isinstance(value, str) else literal(value)
