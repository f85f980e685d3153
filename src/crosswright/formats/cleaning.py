"""Texts cleaned on their way into a puzzle and out of it: decoded, without markup, on one line."""

from __future__ import annotations

import re
from typing import Final

from crosswright.errors import CrosswrightError, FormatError
from crosswright.formats.format import Loss
from crosswright.grids.letters import joins_previous, normalise_token
from crosswright.support import decoding
from crosswright.support.decoding import without_controls

MAX_TOKEN: Final = 64  # characters in one cell


# -- reading ------------------------------------------------------------------------------------


def decode(data: bytes) -> str:
    """Decode UTF-8, or UTF-16 that begins with a byte order mark; otherwise name the bad line."""
    try:
        return decoding.decode(data)
    except CrosswrightError as error:
        raise FormatError(str(error)) from None


def clean_token(text: str) -> str | None:
    """Return what a cell can hold of `text`, or None when that is nothing."""
    kept = "".join(
        character for character in text[:MAX_TOKEN] if character.isprintable() and character != " "
    )
    while kept and joins_previous(kept[0]):
        kept = kept[1:]
    token = normalise_token(kept)
    return token if token and not joins_previous(token[0]) else None


def clean_text(text: str) -> str:
    """Return text without control characters and stray surrogates, its lines ended by \\n."""
    return without_controls(text).strip()


# -- writing ------------------------------------------------------------------------------------


def unbroken(text: str, what: str, losses: list[Loss]) -> str:
    """Return text without line breaks, but with all its spaces; report a loss if that differs."""
    line = clean_text(text).replace("\n", " ")
    if line != text:
        losses.append(Loss("line breaks and control characters", what))
    return line


def one_line(text: str, what: str, losses: list[Loss]) -> str:
    """Return text on one line; report a loss when that changes it."""
    line = " ".join(clean_text(text).split())
    if line != text:
        losses.append(Loss("line breaks and repeated spaces", what))
    return line


def without_headings(
    notes: str, headings: re.Pattern[str], change: tuple[str, str], losses: list[Loss]
) -> list[str]:
    """Return the lines of notes, with `change` made in those that would be read as headings."""
    lines = clean_text(notes).split("\n")
    safe = [line.replace(*change) if headings.fullmatch(line) else line for line in lines]
    if "\n".join(safe) != notes:
        losses.append(Loss("control characters and section headings", "notes"))
    return safe
