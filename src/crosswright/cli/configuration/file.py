"""Reading the configuration file, and what it says about a command."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn

import click

from crosswright.cli.configuration.settings import (
    COMMON,
    FORMAT,
    FORMAT_KEY,
    GROUPS,
    UNCONFIGURED,
    nearest,
    options_of,
    table_of,
    tables,
)
from crosswright.cli.configuration.statements import KeyPath, line_of
from crosswright.cli.configuration.values import WrongValue, given
from crosswright.errors import ConfigError
from crosswright.support.files import read_regular
from crosswright.support.folders import config_file, may_exist
from crosswright.support.records import Record, replace
from crosswright.support.versions import problem_with
from crosswright.support.wording import quote, shorten

HELP = "crosswright --help"

MAX_BYTES = 1 << 16
"""More than any configuration has."""

MAX_REASON = 300
"""Characters of what is wrong with TOML, which may quote a key."""

_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)")


class Configuration(Record):
    """A configuration as its file has it."""

    path: str
    text: str
    values: Mapping[str, Any]
    line_end: str = "\n"
    """As the file has it; the text has \\n."""

    @property
    def folder(self) -> str:
        """Where names of files start that are not absolute."""
        return os.path.dirname(self.path)

    @classmethod
    def read(cls, path: str) -> Configuration:
        """Read a file; ConfigError unless it is one of known keys and tables."""
        text = _text_of(path)
        line_end = "\r\n" if "\r\n" in text else "\n"
        configuration = replace(cls.parse(text.replace("\r\n", "\n"), path), line_end=line_end)
        configuration.check()
        return configuration

    @classmethod
    def parse(cls, text: str, path: str) -> Configuration:
        """Read a text as the configuration of a file; ConfigError unless it is TOML."""
        try:
            return cls(path, text, tomllib.loads(text))
        except (ValueError, RecursionError) as error:  # ValueError: a number of 5,000 digits, too
            message = str(error)
            line = _AT_LINE.search(message)
            where = f"{path}, line {line[1]}" if line else path
            reason = shorten(_AT_LINE.sub("", message), MAX_REASON)
            raise ConfigError(
                f"{where}: not valid TOML: {reason}; crosswright config edit opens it"
            ) from None

    def fail(self, path: KeyPath, message: str) -> NoReturn:
        """Raise the error for a key, with its line."""
        line = line_of(self.text, path)
        where = self.path if line is None else f"{self.path}, line {line}"
        name = ".".join(part if _is_plain(part) else quote(part) for part in path)
        raise ConfigError(f"{where}: {name}: {message}")

    def check(self) -> None:
        """Refuse a newer format, and keys and tables that are unknown."""
        self._check_format()
        for key, value in self.values.items():
            if isinstance(value, dict):
                self._check_command(key)
            elif key not in (*COMMON, FORMAT_KEY):
                self.fail((key,), _unknown_key(key))

    def _check_format(self) -> None:
        found = self.values.get(FORMAT_KEY, FORMAT)
        if type(found) is not int or found < 1:
            self.fail((FORMAT_KEY,), f"not the number of a format; write {FORMAT}")
        if problem := problem_with(found, FORMAT, self.path):
            raise ConfigError(problem)

    def _check_command(self, name: str) -> None:
        from crosswright.cli.app import COMMANDS

        if name in COMMON:
            advice = "write a value after ="
            for part in self.values[name]:
                if (table := f"{name}-{part}") in tables():
                    advice = f"for crosswright {name} {part}, write [{table}]"
            self.fail((name,), f"a table, but it is a key of all commands; {advice}")
        if name in COMMANDS and name not in (*UNCONFIGURED, *GROUPS):  # most need not be loaded
            return
        if name not in (known := tables()):
            self.fail((name,), f"there is no such command; {nearest(name, known, HELP)}")

    # -- one command ----------------------------------------------------------------------------

    def defaults(self, path: Sequence[str], command: click.Command) -> dict[str, Any]:
        """Return the defaults for a command's options, by the names of its parameters."""
        options = options_of(command)
        defaults = {}
        for key_path, value in self.settings(path, command):
            option = options[key_path[-1]]
            try:
                defaults[option.name or ""] = given(option, value, self.folder)
            except WrongValue as error:
                self.fail(key_path, str(error))
        return defaults

    def settings(
        self, path: Sequence[str], command: click.Command
    ) -> Iterator[tuple[KeyPath, Any]]:
        """Yield what is set for a command, with the place of each key: its own table comes last.

        ConfigError for a key in its table that the command has no option for.
        """
        options, table = options_of(command), table_of(path)
        for key in COMMON:
            if key in options and key in self.values:
                yield (key,), self.values[key]
        for key, value in self.values.get(table, {}).items():
            if key not in options:
                self.fail((table, key), _unknown_option(key, path, command))
            yield (table, key), value

    def source_of(self, command_path: Sequence[str], key: str) -> KeyPath:
        """Return the place of the key that sets an option of a command."""
        table = table_of(command_path)
        return (table, key) if key in self.values.get(table, {}) else (key,)


def _is_plain(part: str) -> bool:
    return part.isprintable() and 0 < len(part) <= 40


def _unknown_key(key: str) -> str:
    from crosswright.cli.app import COMMANDS

    if key in COMMANDS and key not in (*UNCONFIGURED, *GROUPS):
        return f"not a table; write [{key}]"
    advice = nearest(key, COMMON)
    if advice.startswith("choose"):
        advice += "; what one command takes is in a table of its name, such as [fill]"
    return f"unknown key; {advice}"


def _unknown_option(key: str, path: Sequence[str], command: click.Command) -> str:
    name = " ".join(path)
    if any(f"--{key}" in parameter.opts for parameter in command.params):
        return f"only the command line can say this: crosswright {name} --{key}"
    advice = nearest(key, options_of(command), f"crosswright config show {name}")
    return f"crosswright {name} has no such option; {advice}"


def _text_of(path: str) -> str:
    try:
        data = read_regular(path, MAX_BYTES)
    except IsADirectoryError:
        raise ConfigError(f"{path}: a folder, not a file; move it elsewhere") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ConfigError(f"{path}: cannot be read: {reason}") from None
    if len(data) > MAX_BYTES:
        raise ConfigError(f"{path}: larger than {MAX_BYTES >> 10} KiB, which no configuration is")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ConfigError(f"{path}, line {line}: not UTF-8; save it as UTF-8 text") from None


def current() -> Configuration | None:
    """Read the configuration of the user; None if there is none."""
    path = config_file()
    return Configuration.read(path) if path is not None and may_exist(path) else None
