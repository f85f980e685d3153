"""Setting and unsetting keys: all other lines of the file stay as they are.

The new text is read before it is written: if it does not say what was meant, nothing is changed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from crosswright.cli.configuration.file import Configuration
from crosswright.cli.configuration.settings import FORMAT, FORMAT_KEY
from crosswright.cli.configuration.statements import KeyPath, Statement, statements
from crosswright.errors import ConfigError
from crosswright.support.files import write_atomically
from crosswright.support.folders import config_file
from crosswright.support.locks import locked
from crosswright.support.records import replace

HEADING = f"""\
# Defaults for the options of crosswright; see: crosswright config --help
{FORMAT_KEY} = {FORMAT}
"""
_BARE = re.compile(r"[A-Za-z0-9_-]+")


@contextmanager
def changing() -> Iterator[Configuration]:
    """Read the configuration, a new one if there is none, with all other processes kept out."""
    path = require_path()
    try:
        make_folder(path)
        with locked(os.path.splitext(path)[0] + ".lock"):
            yield Configuration.read(path) if os.path.lexists(path) else _new(path)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be written: {error.strerror or error}") from None


def make_folder(path: str) -> None:
    """Make the folder for the configuration; ConfigError if a file is there in its place."""
    if problem := folder_problem(path):
        raise ConfigError(problem)
    os.makedirs(os.path.dirname(path), exist_ok=True)


def folder_problem(path: str) -> str | None:
    """Return what is wrong with the folder for the configuration, if anything is."""
    folder = os.path.dirname(path)
    if not os.path.exists(folder) or os.path.isdir(folder):
        return None
    return f"{folder}: a file, not a folder; move it elsewhere, or set CROSSWRIGHT_CONFIG"


def require_path() -> str:
    """Return where the configuration is; ConfigError for a user without a home folder."""
    path = config_file()
    if path is None:
        raise ConfigError("no home folder for a configuration; set CROSSWRIGHT_CONFIG")
    return path


def _new(path: str) -> Configuration:
    return Configuration.parse(HEADING, path)


def with_key(configuration: Configuration, path: KeyPath, value: Any) -> Configuration:
    """Return a configuration in which a key has a value."""
    lines, found = _without(configuration, path)
    at = _place_for(lines, path) if found is None else found
    *table, key = path
    new = [f"{_key(key)} = {literal(value)}"]
    if at is None:  # the table is new
        new = [
            *([""] if lines and lines[-1].strip() else []),
            f"[{'.'.join(map(_key, table))}]",
            *new,
        ]
        at = len(lines)
    lines[at:at] = new
    return _checked(configuration, lines, _merged(configuration.values, path, value))


def without_key(configuration: Configuration, path: KeyPath) -> Configuration | None:
    """Return a configuration without a key; None if it is not there."""
    if not _has(configuration.values, path):
        return None
    lines, _ = _without(configuration, path)
    return _checked(configuration, lines, _pruned(configuration.values, path))


def save(configuration: Configuration) -> None:
    """Write a configuration; to be called while `changing`."""
    text = configuration.text.replace("\n", configuration.line_end)
    write_atomically(configuration.path, text)


def _without(configuration: Configuration, path: KeyPath) -> tuple[list[str], int | None]:
    """Return the lines without those of a key, and where they were."""
    lines = configuration.text.rstrip("\n").split("\n")
    for statement in statements(configuration.text):
        if statement.keys == (path,):
            del lines[statement.first : statement.end]
            return lines, statement.first
    return lines, None


def _place_for(lines: list[str], path: KeyPath) -> int | None:
    """Return the line for a new key of a table: after the last one; None if there is no table."""
    table = path[:-1]
    own = [each for each in statements("\n".join(lines)) if each.table == table]
    if own:
        return _end(own)
    if table:
        return None
    headers = [each.first for each in statements("\n".join(lines)) if each.is_header]
    return headers[0] if headers else len(lines)


def _end(own: list[Statement]) -> int:
    return max(each.end for each in own)


def _checked(old: Configuration, lines: list[str], values: Mapping[str, Any]) -> Configuration:
    text = "\n".join(lines).rstrip("\n") + "\n"
    try:
        new = Configuration.parse(text, old.path)
    except ConfigError:
        new = None
    if new is None or new.values != values:
        raise ConfigError(
            f"{old.path}: too unusual to be changed by itself; crosswright config edit opens it"
        )
    new.check()
    return replace(new, line_end=old.line_end)


def _merged(values: Mapping[str, Any], path: KeyPath, value: Any) -> dict[str, Any]:
    key, *rest = path
    if not rest:
        return {**values, key: value}
    return {**values, key: _merged(values.get(key, {}), tuple(rest), value)}


def _pruned(values: Mapping[str, Any], path: KeyPath) -> dict[str, Any]:
    key, *rest = path
    if not rest:
        return {name: value for name, value in values.items() if name != key}
    return {**values, key: _pruned(values[key], tuple(rest))}


def _has(values: Any, path: KeyPath) -> bool:
    for key in path:
        if not isinstance(values, dict) or key not in values:
            return False
        values = values[key]
    return not isinstance(values, dict)


def literal(value: Any) -> str:
    """Return a value as TOML writes it.

    >>> literal(["a", "b"]), literal(True), literal(3)
    ('["a", "b"]', 'true', '3')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    if not isinstance(value, str):
        return str(value)
    import json

    # JSON's texts are TOML's, but for DEL, and for half characters, which TOML refuses.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else literal(name)
