"""Values of the configuration, as the command line would have them: as texts.

So they are read and checked by the options whose defaults they are.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import click

from crosswright.cli.options.inputs import STDIO
from crosswright.cli.options.texts import FileName
from crosswright.support.wording import quote_value


class WrongValue(Exception):
    """A value of the wrong kind; the message says what is right."""


def given(option: click.Option, value: Any, folder: str) -> Any:
    """Return a value as an option takes it from the command line; WrongValue if it is no such kind.

    Names of files that are not absolute start from a folder, and ~ is the user's home.
    """
    if option.is_flag:
        if not isinstance(value, bool):
            raise WrongValue(f"{shown(value)} is not true or false")
        return value
    if not option.multiple:
        return _text(option, value, folder)
    values = value if isinstance(value, list) else [value]
    return tuple(_text(option, each, folder) for each in values)


def _text(option: click.Option, value: Any, folder: str) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        kind = "a list of texts or numbers" if option.multiple else "a text or a number"
        raise WrongValue(f"{shown(value)} is not {kind}")
    text = str(value)
    if isinstance(option.type, FileName) and text:
        if text == STDIO:
            raise WrongValue("- is for the command line; name a file")
        return os.path.join(folder, os.path.expanduser(text))
    return text


def shown(value: Any) -> str:
    """Return a value as a message shows it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "a table"
    return quote_value(value) if isinstance(value, str | int | float) else str(value)


def typed(option: click.Option, texts: Sequence[str]) -> Any:
    """Return what the texts of a command line mean for the file; WrongValue for what makes none."""
    if option.is_flag:
        words = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
        if len(texts) != 1 or texts[0].lower() not in words:
            raise WrongValue(f"{' '.join(texts)!r} is not true or false")
        return words[texts[0].lower()]
    values = [_absolute(option, text) for text in texts]
    if option.multiple:
        return values
    if len(values) > 1:
        raise WrongValue(f"it takes one value, not {len(values)}; quote a text with spaces")
    return values[0]


def _absolute(option: click.Option, text: str) -> str | int:
    if isinstance(option.type, FileName) and text != STDIO:
        return os.path.abspath(text) if text else text
    is_number = isinstance(option.type, click.types.IntParamType)
    return int(text) if is_number and text.lstrip("-").isdigit() else text
