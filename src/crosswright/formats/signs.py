"""One sign a cell, for formats that draw the grid as text and explain rebus cells beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from crosswright.errors import FormatError
from crosswright.formats.base import clean_token
from crosswright.grids.grid import Grid
from crosswright.grids.letters import normalise_token, split_letters
from crosswright.grids.notation import MAX_SIDE, Cell
from crosswright.grids.notation import sign as first_letter
from crosswright.support.wording import quote

_LOWER: Final = "abcdefghijklmnopqrstuvwxyzßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþ"


@dataclass
class Signs:
    """The sign of each lettered cell, what the signs of rebus cells mean, and what found none."""

    signs: dict[Cell, str] = field(default_factory=dict)
    rebus: dict[str, str] = field(default_factory=dict)
    lost: list[Cell] = field(default_factory=list)


def draw(grid: Grid, keys: str, can_hold: Callable[[str], bool] = lambda token: True) -> Signs:
    """Choose signs: a letter for itself, in lower case when circled, a key for anything else.

    Keys of circled rebus cells are lower-case letters that no circled letter uses.
    """
    found = Signs()
    circled = {cell for cell in grid.circles if cell in grid.letters}
    for cell, token in grid.letters.items():
        plain = _plain(token, cell in circled)
        if plain:
            found.signs[cell] = plain
    used = {found.signs[cell] for cell in circled if cell in found.signs}
    spare = {False: list(keys), True: [letter for letter in _LOWER if letter not in used]}
    chosen: dict[tuple[str, bool], str] = {}
    for cell, token in sorted(grid.letters.items()):
        if cell in found.signs:
            continue
        kind = token, cell in circled
        if kind not in chosen and spare[kind[1]] and can_hold(token):
            chosen[kind] = spare[kind[1]].pop(0)
            found.rebus[chosen[kind]] = token
        if kind in chosen:
            found.signs[cell] = chosen[kind]
        else:
            found.lost.append(cell)
            found.signs[cell] = _plain(first_letter(token), cell in circled) or "X"
    return found


def _plain(token: str, circled: bool) -> str | None:
    if len(token) != 1 or not token.isalpha():
        return None
    if not circled:
        return token
    lower = token.lower()
    same = len(lower) == 1 and lower != token and normalise_token(lower) == token
    return lower if same else None


def parse(
    lines: list[str], fixed: Mapping[str, str], rebus: Mapping[str, str], special: bool
) -> Grid:
    """Read a drawn grid; `fixed` says which signs are a "block", a "void" or "empty".

    With `special`, lower-case letters are circled.
    """
    if not 0 < len(lines) <= MAX_SIDE:
        raise FormatError(f"its grid must have 1 to {MAX_SIDE} rows, not {len(lines)}")
    shut: dict[str, list[Cell]] = {"block": [], "void": [], "empty": []}
    letters, circles = {}, []
    rows = [split_letters(line[: MAX_SIDE * 8]) for line in lines]
    for y, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise FormatError(
                f"row {y + 1} has {len(row)} cells, row 1 has {len(rows[0])}: {quote(lines[y])}"
            )
        for x, sign in enumerate(row):
            if sign in fixed and sign not in rebus:
                shut[fixed[sign]].append((y, x))
                continue
            token = clean_token(rebus.get(sign, sign))
            if token:
                letters[y, x] = token
            if special and normalise_token(sign) != sign:
                circles.append((y, x))
    return Grid(
        len(rows),
        len(rows[0]),
        blocks=shut["block"],
        voids=shut["void"],
        letters=letters,
        circles=circles,
    )
