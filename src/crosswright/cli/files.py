"""Texts that commands write: their kind by suffix, checked before any work is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import click

from crosswright.cli.console import Console
from crosswright.errors import FormatError
from crosswright.support.files import write_atomically
from crosswright.support.wording import either


def output(help_text: str) -> Callable[[Callable[..., object]], Callable[..., object]]:
    """Make the option -o/--output, repeatable."""
    return click.option("-o", "--output", multiple=True, metavar="FILE", help=help_text)


def kinds(places: Sequence[str], known: Sequence[str]) -> dict[str, str]:
    """Return the kind of each place by its suffix; FormatError when it is none of those known."""
    found = {}
    for place in places:
        kind = Path(place).suffix.lower().removeprefix(".")
        if kind not in known:
            suffixes = either([f".{suffix}" for suffix in known])
            raise FormatError(f"{place}: this command writes {suffixes}")
        if not Path(place).parent.is_dir():
            raise FormatError(f"{place}: there is no directory {Path(place).parent}; make it first")
        found[place] = kind
    return found


def write(texts: Mapping[str, str], console: Console) -> list[dict[str, str]]:
    """Write each text to its place; return what was written, for machines."""
    for place, text in texts.items():
        try:
            write_atomically(place, text)
        except OSError as error:
            raise FormatError(f"{place}: cannot be written: {error.strerror or error}") from None
        console.note(f"wrote {place}")
    return [{"file": place} for place in texts]
