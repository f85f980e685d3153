"""The configuration file: read, checked, taken as defaults, changed by one key and back."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from crosswright.cli.configuration.checking import commands, mistakes
from crosswright.cli.configuration.editing import save, with_key, without_key
from crosswright.cli.configuration.file import Configuration
from crosswright.errors import ConfigError
from fuzz.readers.words import folder
from fuzz.target import MAX_MESSAGE, FindingError, Target, answer, check_same, kind_of

SOUND = b"""# mine
format = 1
author = "A. Setter"
words = ["words.dict", "more words.txt"] # two
strict = true

[fill]
seed = 7
style = "free"

[words-match]
limit = 20
"""
ODD = b"""'author'="\\u00e9"\r\nwords=[\r\n"a",\r\n]\r\nfill.seed = 0x10\r\n[series-plan]\r\n"""
SIGNS = (
    b'[fill] [words] [[fill]] "" \'\'\' """ = . , # [ ] { } true nan inf 1979-05-27T07:32:00Z 0x1F '
    b'format = author = words = page = "A4" seed = [words-match] fill.seed \\u0000 \\U0010ffff'
)
KEYS = (("author",), ("fill", "seed"), ("words-match", "limit"))
USED = (("fill",), ("words", "match"), ("construct",))


def run(data: bytes) -> str:
    """Take a file as the configuration, and change it."""
    path = folder() / "config.toml"
    path.write_bytes(data)
    return " | ".join((answer(lambda: _read(path)), *(_changed(path, key) for key in KEYS)))


def _read(path: Path) -> str:
    configuration = Configuration.read(str(path))
    for message in mistakes(configuration):
        if "\n" in message or len(message) > MAX_MESSAGE:
            raise FindingError(f"not one short line: {message[:300]!r}")
    kinds = []
    for used in USED:
        try:
            kinds.append(str(len(configuration.defaults(used, commands()[used]))))
        except ConfigError as error:
            kinds.append(kind_of(str(error))[:40])
    return f"configuration: {kinds}"


def _changed(path: Path, key: tuple[str, ...]) -> str:
    return answer(lambda: _set_and_unset(path, key))


def _set_and_unset(path: Path, key: tuple[str, ...]) -> str:
    """Set a key and unset it again; what is beside it stays."""
    before = Configuration.read(str(path))
    save(with_key(before, key, 'x " \\ é'))
    changed = Configuration.read(str(path))
    check_same('x " \\ é', _value(changed.values, key), "a key that was set")
    bare = without_key(changed, key)
    if bare is None:
        raise FindingError("a key that was set is not there")
    check_same(_without(before.values, key), _without(bare.values, key), "what is beside a key")
    return "changed"


def _value(values: Any, key: tuple[str, ...]) -> Any:
    for part in key:
        values = values[part]
    return values


def _without(values: Any, key: tuple[str, ...]) -> Any:
    """Return values without a key, nor a table that has nothing else; NaN is equal to itself."""
    if isinstance(values, float) and math.isnan(values):
        return "nan"
    if isinstance(values, list):
        return [_without(value, ()) for value in values]
    if not isinstance(values, dict):
        return values
    kept = {
        name: _without(value, key[1:] if key[:1] == (name,) else ())
        for name, value in values.items()
        if key != (name,)
    }
    return {name: value for name, value in kept.items() if value != {}}


TARGETS = (
    Target(
        "configuration",
        "the configuration file",
        run,
        lambda: [SOUND, ODD, b"", b"[fill]\n"],
        (*SIGNS.split(b" "), b"\n"),
        20,
    ),
)
