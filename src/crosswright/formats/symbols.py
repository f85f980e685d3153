"""One symbol per cell, for formats that draw the grid as text and list rebus cells separately."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from crosswright.errors import FormatError
from crosswright.formats.cleaning import clean_token
from crosswright.grids.grid import Grid
from crosswright.grids.letters import normalise_token, split_letters
from crosswright.grids.notation import MAX_SIDE, Cell
from crosswright.grids.notation import symbol as first_letter
from crosswright.support.records import Record, field
from crosswright.support.wording import quote

_LOWER: Final = "abcdefghijklmnopqrstuvwxyzßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþ"


class Symbols(Record, frozen=False):
    """The symbol of each cell with a letter, what the keys of rebus cells mean, and what is cut."""

    by_cell: dict[Cell, str] = field(default_factory=dict)
    rebus: dict[str, str] = field(default_factory=dict)
    cut: list[Cell] = field(default_factory=list)
    """Rebus cells that got no key, and show their first letter alone."""


def choose(grid: Grid, keys: str, can_hold: Callable[[str], bool] = lambda token: True) -> Symbols:
    """Choose symbols: a letter for itself, in lower case when circled, a key for anything else.

    Keys of circled rebus cells are lower-case letters that no circled letter uses.
    """
    symbols = Symbols()
    circled = {cell for cell in grid.circles if cell in grid.letters}
    for cell, token in grid.letters.items():
        plain = _plain(token, cell in circled)
        if plain:
            symbols.by_cell[cell] = plain
    used = {symbols.by_cell[cell] for cell in circled if cell in symbols.by_cell}
    spare = {False: list(keys), True: [letter for letter in _LOWER if letter not in used]}
    chosen: dict[tuple[str, bool], str] = {}
    for cell, token in sorted(grid.letters.items()):
        if cell in symbols.by_cell:
            continue
        kind = token, cell in circled
        if kind not in chosen and spare[kind[1]] and can_hold(token):
            chosen[kind] = spare[kind[1]].pop(0)
            symbols.rebus[chosen[kind]] = token
        if kind in chosen:
            symbols.by_cell[cell] = chosen[kind]
        else:
            symbols.cut.append(cell)
            symbols.by_cell[cell] = _plain(first_letter(token), cell in circled) or "X"
    return symbols


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
    """Read a drawn grid; `fixed` maps symbols to "block", "void" or "empty".

    With `special`, lower-case letters are circled.
    """
    if not 0 < len(lines) <= MAX_SIDE:
        raise FormatError(f"its grid must have 1 to {MAX_SIDE} rows, not {len(lines)}")
    without_letter: dict[str, list[Cell]] = {"block": [], "void": [], "empty": []}
    letters, circles = {}, []
    rows = [split_letters(line[: MAX_SIDE * 8]) for line in lines]
    for y, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise FormatError(
                f"row {y + 1} has {len(row)} cells, row 1 has {len(rows[0])}: {quote(lines[y])}"
            )
        for x, symbol in enumerate(row):
            if symbol in fixed and symbol not in rebus:
                without_letter[fixed[symbol]].append((y, x))
                continue
            token = clean_token(rebus.get(symbol, symbol))
            if token:
                letters[y, x] = token
            if special and normalise_token(symbol) != symbol:
                circles.append((y, x))
    return Grid(
        len(rows),
        len(rows[0]),
        blocks=without_letter["block"],
        voids=without_letter["void"],
        letters=letters,
        circles=circles,
    )
