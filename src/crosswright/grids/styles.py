"""The rules of printed grids by style: what `check` reports and `pattern` never breaks.

>>> from crosswright.grids.grid import Grid
>>> print(*faults(Grid.parse("#..\\n...\\n..#"), "american"), sep="\\n")
word length: 1A has 2 letters; the shortest allowed is 3
word length: 2D has 2 letters; the shortest allowed is 3
word length: 3D has 2 letters; the shortest allowed is 3
word length: 4A has 2 letters; the shortest allowed is 3
block count: the grid has 2 blocks; the usual limit is 1
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from crosswright.errors import StyleError
from crosswright.grids.grid import Grid, Slot
from crosswright.grids.notation import Cell, where
from crosswright.grids.symmetry import NO_SYMMETRY, SYMMETRIES, symmetry_name
from crosswright.support.wording import plural

BLOCK_SHARE: Final = 5
"""An American grid has at most one block in this many cells (a sixth is usual)."""

WORDS_AT_15: Final = 78
WORDS_AT_21: Final = 140
"""The word limits of American dailies and Sundays; other sizes are interpolated by area."""


UNCHECKED_SHARE: Final = 1 / 5
"""Up to this share of unchecked letters, a grid with blocks is taken for American, with faults.

Grids in the British style have about 60 %.
"""

PAIRED_SHARE: Final = 1 / 3
"""Up to this share of words with adjacent unchecked letters, such a grid is taken for British.

In most British grids no word has them, in a criss-cross more than half.
"""


@dataclass(frozen=True, slots=True)
class Fault:
    """A rule that a grid breaks, where, and whether that is merely unusual."""

    rule: str
    message: str
    cells: tuple[Cell, ...] = ()
    warning: bool = False

    def __str__(self) -> str:
        return f"{self.rule}: {self.message}"


@dataclass(frozen=True, slots=True)
class Style:
    """The rules of a kind of grid."""

    name: str
    symmetry: str
    """The usual symmetry."""
    min_length: int = 3
    all_checked: bool = False
    half_checked: bool = False
    """At least half of each word is checked, and at its ends never two unchecked cells in a row."""
    unchecked_by_length: bool = False
    """The number of unchecked letters is limited by `unchecked_limit`."""
    limits: bool = False
    """The numbers of words and blocks are limited."""
    bars: bool = False
    """Bars end words, instead of blocks."""


STYLES: Final[Mapping[str, Style]] = {
    "american": Style("american", "180", all_checked=True, limits=True),
    "british": Style("british", "180", half_checked=True),
    "barred": Style("barred", "180", unchecked_by_length=True, bars=True),
    "free": Style("free", NO_SYMMETRY, min_length=2),
}


def style_named(name: str) -> Style:
    """Return the style with this name."""
    try:
        return STYLES[name]
    except KeyError:
        raise StyleError(f"unknown style {name!r}; choose from {', '.join(STYLES)}") from None


def recognise_style(grid: Grid) -> str:
    """Return the name of the style that a grid is most likely meant to have.

    >>> recognise_style(Grid.parse("....\\n....\\n...."))
    'american'
    >>> recognise_style(Grid.parse(".....\\n.#.#.\\n....."))
    'british'
    >>> recognise_style(Grid.parse("......\\n#.####\\n#.####"))
    'free'
    """
    slots = _plain_slots(grid)
    if grid.bars:
        return "free" if grid.blocks else "barred"
    if not slots:
        return "free"
    letters = {cell for slot in slots for cell in slot.cells}
    unchecked = letters & grid.unchecked_cells
    if len(unchecked) <= UNCHECKED_SHARE * len(letters):
        return "american"
    paired = sum(any(set(pair) <= unchecked for pair in pairwise(slot.cells)) for slot in slots)
    return "british" if paired <= PAIRED_SHARE * len(slots) else "free"


def word_limit(height: int, width: int) -> int:
    """Return how many words an American grid of this size may have: 78 at 15×15."""
    slope = (WORDS_AT_21 - WORDS_AT_15) / (21 * 21 - 15 * 15)
    return round(WORDS_AT_15 + slope * (height * width - 15 * 15))


def block_limit(height: int, width: int) -> int:
    """Return how many blocks an American grid of this size may have: 45 at 15×15."""
    return height * width // BLOCK_SHARE


def unchecked_limit(length: int) -> int:
    """Return how many letters of a word in a barred grid may be unchecked.

    >>> [unchecked_limit(length) for length in range(3, 13)]
    [0, 1, 1, 2, 2, 3, 3, 3, 3, 4]
    """
    if length < 8:
        return max(0, length // 2 - 1)
    return max(3, length // 3)


def faults(grid: Grid, style: Style | str, symmetry: str | None = None) -> list[Fault]:
    """Return every rule of a style that a grid breaks, errors before warnings.

    The grid must have the `symmetry` given. Without one, and with a style that has a usual
    symmetry, a grid without any gets a warning; "none" does without.
    """
    style = style_named(style) if isinstance(style, str) else style
    every = [
        *_symmetry_faults(grid, style, symmetry),
        *_connection_faults(grid, style),
        *_kind_faults(grid, style),
        *_length_faults(grid, style),
        *_checking_faults(grid, style),
        *(_limit_faults(grid) if style.limits else ()),
    ]
    return sorted(every, key=lambda fault: fault.warning)


def errors(grid: Grid, style: Style | str, symmetry: str | None = None) -> list[Fault]:
    """Return the rules that a grid breaks, without warnings."""
    return [fault for fault in faults(grid, style, symmetry) if not fault.warning]


def _symmetry_faults(grid: Grid, style: Style, symmetry: str | None) -> Iterator[Fault]:
    if symmetry == NO_SYMMETRY:
        return
    if symmetry is not None:
        if not grid.is_symmetric(symmetry):
            yield Fault("symmetry", f"the grid does not have {symmetry_name(symmetry)}")
    elif style.symmetry != NO_SYMMETRY and not any(map(grid.is_symmetric, SYMMETRIES)):
        yield Fault("symmetry", "the grid has no symmetry", warning=True)


def _connection_faults(grid: Grid, style: Style) -> Iterator[Fault]:
    parts = sorted(grid.components(), key=len)
    in_words = [part for part in parts if len(part) > 1]
    if len(in_words) > 1:
        smallest = tuple(sorted(in_words[0]))
        yield Fault(
            "connection",
            f"the grid is in {len(in_words)} parts; the smallest starts at {where(smallest[0])}",
            smallest,
            warning=style.name == "free",
        )
    for part in parts:
        if len(part) == 1:
            yield Fault("lone cell", f"{where(*part)} is in no word", tuple(part))


def _kind_faults(grid: Grid, style: Style) -> Iterator[Fault]:
    if style.bars and grid.blocks:
        yield Fault("blocks", "a barred grid has no blocks", tuple(sorted(grid.blocks)))
    if not style.bars and grid.bars and style.name != "free":
        cells = tuple(sorted(cell for cell, _ in grid.bars))
        yield Fault("bars", f"a grid in the {style.name} style has no bars", cells)


def _plain_slots(grid: Grid) -> list[Slot]:
    return [slot for slot in grid.slots if slot.direction != "extra"]


def _length_faults(grid: Grid, style: Style) -> Iterator[Fault]:
    for slot in _plain_slots(grid):
        if len(slot) < style.min_length:
            yield Fault(
                "word length",
                f"{slot.label} has {len(slot)} letters; the shortest allowed is {style.min_length}",
                slot.cells,
            )


def _checking_faults(grid: Grid, style: Style) -> Iterator[Fault]:
    unchecked = grid.unchecked_cells
    if style.all_checked and unchecked:
        cells = tuple(sorted(unchecked))
        are = "is" if len(cells) == 1 else f"and {plural(len(cells) - 1, 'more cell')} are"
        yield Fault("unchecked", f"{where(cells[0])} {are} in only one word", cells)
    for slot in _plain_slots(grid):
        loose = tuple(cell for cell in slot.cells if cell in unchecked)
        if style.half_checked:
            yield from _half_checked_faults(slot, loose)
        if style.unchecked_by_length and len(loose) > unchecked_limit(len(slot)):
            allowed = unchecked_limit(len(slot))
            yield Fault(
                "unchecked",
                f"{slot.label}: {len(loose)} of {len(slot)} letters are unchecked, "
                f"at most {allowed} may be",
                loose,
            )


def _half_checked_faults(slot: Slot, loose: tuple[Cell, ...]) -> Iterator[Fault]:
    if 2 * len(loose) > len(slot):
        yield Fault(
            "unchecked",
            f"{slot.label}: only {len(slot) - len(loose)} of {len(slot)} letters are checked, "
            "at least half must be",
            loose,
        )
    for position in range(len(slot) - 1):
        pair = slot.cells[position : position + 2]
        if set(pair) <= set(loose):
            at_end = position in (0, len(slot) - 2)
            yield Fault(
                "unchecked pair",
                f"{slot.label}: two adjacent letters are unchecked "
                f"{'at an end' if at_end else 'inside'}, at {where(pair[0])}",
                pair,
                warning=not at_end,
            )


def _limit_faults(grid: Grid) -> Iterator[Fault]:
    words, limit = len(_plain_slots(grid)), word_limit(grid.height, grid.width)
    if words > limit:
        yield Fault("word count", f"the grid has {words} words; the usual limit is {limit}")
    blocks, limit = len(grid.blocks), block_limit(grid.height, grid.width)
    if blocks > limit:
        yield Fault("block count", f"the grid has {blocks} blocks; the usual limit is {limit}")
