"""The grid of a crossword: cells, slots, crossings, numbers, symmetry, and its text notation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations
from types import MappingProxyType
from typing import Any, Final, NoReturn, TypeAlias

from crosswright.errors import GridError
from crosswright.grids import notation
from crosswright.grids.letters import joins_previous, normalise_token, split_letters
from crosswright.grids.notation import BLOCK, EMPTY, MAX_SIDE, VOID, Bar, Cell, where
from crosswright.grids.symmetry import SYMMETRIES, image
from crosswright.support.pictures import drawn_by
from crosswright.support.wording import quote

SlotIndex: TypeAlias = int
"""An index into `Grid.slots`."""

ClueNumber: TypeAlias = int
"""A number printed in a cell, from 1."""

MAX_EXTRA: Final = 1000  # extra slots; every two through one cell cross, so they must be few

_FILE_NAME: Final = re.compile(r".+\.(txt|grid|structure|puz|ipuz|jpz|xml|xd|csv|tsv)", re.I)
_STEPS: Final = {"right": (0, 1), "below": (1, 0)}
# What depends on blocks, voids, bars and extra slots alone: shared by grids that differ in letters.
_STRUCTURE: Final = ("open_cells", "slots", "crossings", "numbers", "_slots_at", "_indices")


@dataclass(frozen=True, slots=True)
class Slot:
    """A run of cells that holds one word; extra slots are numbered in their own order."""

    cells: tuple[Cell, ...]
    direction: str
    number: ClueNumber

    @property
    def label(self) -> str:
        """Name the slot: 17A, 3D, or X1 for an extra one."""
        if self.direction == "extra":
            return f"X{self.number}"
        return f"{self.number}{'A' if self.direction == 'across' else 'D'}"

    def __len__(self) -> int:
        return len(self.cells)


@dataclass(frozen=True, slots=True)
class Crossing:
    """A cell that two slots share: indices into `Grid.slots`, and the position in each."""

    first: SlotIndex
    first_position: int
    second: SlotIndex
    second_position: int
    cell: Cell


class Grid:
    """An immutable grid; equal to another when both have the same content.

    >>> grid = Grid.parse("CAT\\n.#.\\n...")
    >>> [slot.label for slot in grid.slots]
    ['1A', '1D', '2D', '3A']
    >>> grid.pattern_text("1D")
    'C..'
    """

    height: int
    width: int
    blocks: frozenset[Cell]
    voids: frozenset[Cell]
    letters: Mapping[Cell, str]
    circles: frozenset[Cell]
    bars: frozenset[Bar]
    extra: tuple[tuple[Cell, ...], ...]

    _repr_svg_ = drawn_by("grid_svg")

    def __init__(
        self,
        height: int,
        width: int,
        *,
        blocks: Iterable[Cell] = (),
        voids: Iterable[Cell] = (),
        letters: Mapping[Cell, str] | None = None,
        circles: Iterable[Cell] = (),
        bars: Iterable[Bar] = (),
        extra: Iterable[Iterable[Cell]] = (),
    ) -> None:
        self.__dict__.update(
            height=height,
            width=width,
            blocks=frozenset(blocks),
            voids=frozenset(voids),
            letters=MappingProxyType(_tokens(letters or {})),
            circles=frozenset(circles),
            bars=frozenset(bars),
            extra=tuple(tuple(cells) for cells in extra),
        )
        self._check()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a Grid does not change; with_letters() and its like return a new one")

    # -- checks ---------------------------------------------------------------------------------

    def _check(self) -> None:
        if not (0 < self.height <= MAX_SIDE and 0 < self.width <= MAX_SIDE):
            raise GridError(
                f"a grid of {self.height} rows and {self.width} columns: "
                f"both must be from 1 to {MAX_SIDE}"
            )
        for cell in self.blocks | self.voids:
            self._check_inside(cell, "block" if cell in self.blocks else "void")
        for cell in self.blocks & self.voids:
            raise GridError(f"{where(cell)} is both a block and a void")
        for cell in self.letters:
            self._check_open(cell, "letter")
        for cell in self.circles:
            self._check_open(cell, "circle")
        for cell, side in self.bars:
            self._check_bar(cell, side)
        self._check_extra()

    def _check_inside(self, cell: Cell, what: str) -> None:
        row, column = cell
        if not (0 <= row < self.height and 0 <= column < self.width):
            raise GridError(
                f"{where(cell)} ({what}) is outside the grid of "
                f"{self.height} rows and {self.width} columns"
            )

    def _check_open(self, cell: Cell, what: str) -> None:
        self._check_inside(cell, what)
        if not self.is_open(cell):
            kind = "block" if cell in self.blocks else "void"
            raise GridError(f"{where(cell)} is a {kind} and cannot hold a {what}")

    def _check_bar(self, cell: Cell, side: str) -> None:
        if side not in _STEPS:
            raise GridError(f'{where(cell)}: a bar is "right" or "below", not {side!r}')
        self._check_inside(cell, "bar")
        row, column = _step(cell, side)
        if row >= self.height or column >= self.width:
            raise GridError(f"{where(cell)}: a bar {side} here would lie on the grid's edge")

    def _check_extra(self) -> None:
        if len(self.extra) > MAX_EXTRA:
            raise GridError(f"{len(self.extra)} extra slots; at most {MAX_EXTRA} are possible")
        for number, cells in enumerate(self.extra, 1):
            if len(cells) < 2:
                raise GridError(f"extra slot X{number} has fewer than two cells")
            for cell in cells:
                self._check_open(cell, f"letter of extra slot X{number}")
            if len(set(cells)) < len(cells):
                raise GridError(f"extra slot X{number} goes through a cell twice")
        if len(set(self.extra)) < len(self.extra):
            raise GridError("the same extra slot is given twice")

    # -- identity -------------------------------------------------------------------------------

    def _parts(self) -> dict[str, Any]:
        return {
            "blocks": self.blocks,
            "voids": self.voids,
            "letters": dict(self.letters),
            "circles": self.circles,
            "bars": self.bars,
            "extra": self.extra,
        }

    def _with(self, **changes: Any) -> Grid:
        grid = Grid(self.height, self.width, **{**self._parts(), **changes})
        if changes.keys() <= {"letters", "circles"}:
            for name in _STRUCTURE:
                if name in self.__dict__:
                    grid.__dict__[name] = self.__dict__[name]
        return grid

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        return (self.height, self.width, self._parts()) == (
            other.height,
            other.width,
            other._parts(),
        )

    @cached_property
    def _hash(self) -> int:
        parts = self._parts()
        parts["letters"] = frozenset(self.letters.items())
        return hash((self.height, self.width, *parts.values()))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        return partial(Grid, self.height, self.width, **self._parts()), ()

    # -- making grids ---------------------------------------------------------------------------

    @classmethod
    def of(cls, value: GridLike) -> Grid:
        """Return a grid as it is, or the one that a text in the notation describes."""
        if isinstance(value, Grid):
            return value
        if not isinstance(value, str):
            raise TypeError(
                f"expected a Grid or its text, not {type(value).__name__}; "
                "read a file with crosswright.read(), build rows with Grid.from_rows()"
            )
        if _FILE_NAME.fullmatch(value):
            raise GridError(
                f"{quote(value)} looks like a file name, not a grid; "
                f"read the file with crosswright.read({value!r}).filled_grid"
            )
        return cls.parse(value)

    @classmethod
    def empty(cls, height: int, width: int) -> Grid:
        """Make a grid of empty cells."""
        return cls(height, width)

    @classmethod
    def from_rows(
        cls,
        rows: Iterable[str | Sequence[str]],
        *,
        circles: Iterable[Cell] = (),
        bars: Iterable[Bar] = (),
        extra: Iterable[Iterable[Cell]] = (),
    ) -> Grid:
        """Make a grid from rows of text, or of one string a cell ("HEART" is a rebus)."""
        table = [
            notation.symbols(y, row) if isinstance(row, str) else list(row)
            for y, row in enumerate(rows)
        ]
        width = len(table[0]) if table else 0
        blocks, voids, letters = [], [], {}
        for y, row in enumerate(table):
            if len(row) != width:
                raise GridError(
                    f"row {y + 1} has {len(row)} cells, row 1 has {width}: {quote(''.join(row))}"
                )
            for x, sign in enumerate(row):
                if sign == BLOCK:
                    blocks.append((y, x))
                elif sign == VOID:
                    voids.append((y, x))
                elif sign != EMPTY:
                    letters[y, x] = sign
        return cls(
            len(table),
            width,
            blocks=blocks,
            voids=voids,
            letters=letters,
            circles=circles,
            bars=bars,
            extra=extra,
        )

    @classmethod
    def parse(cls, text: str, name: str = "grid") -> Grid:
        """Read the text notation, or a course structure file (which has `_` for its cells)."""
        try:
            rows, found = notation.read(text)
            grid = cls.from_rows(rows, circles=found.circles, bars=found.bars, extra=found.extra)
            for cell, token in found.rebus.items():
                shown = grid.letters.get(cell)
                if shown and shown != split_letters(normalise_token(token))[0]:
                    raise GridError(f"{where(cell)} shows {shown}, but its rebus is {token}")
            return grid.with_letters(found.rebus) if found.rebus else grid
        except GridError as error:
            raise GridError(f"{name}: {error}") from None

    def with_letters(self, letters: Mapping[Cell, str]) -> Grid:
        """Return this grid with letters put into cells, over any that were there."""
        return self._with(letters={**self.letters, **letters})

    def with_word(self, slot: Slot | str, word: str | Sequence[str]) -> Grid:
        """Return this grid with a word in a slot; a sequence gives one token a cell."""
        slot = self._slot(slot)
        tokens = split_letters(word) if isinstance(word, str) else list(word)
        if len(tokens) != len(slot):
            text = "".join(tokens)
            raise GridError(f"{slot.label} has {len(slot)} cells, {quote(text)} {len(tokens)}")
        return self.with_letters(dict(zip(slot.cells, tokens, strict=True)))

    def without_letters(self, cells: Iterable[Cell] | None = None) -> Grid:
        """Return this grid with the given cells emptied, or all of them."""
        return self._with(letters=self._letters_but(self.letters if cells is None else cells))

    def with_circles(self, cells: Iterable[Cell]) -> Grid:
        """Return this grid with exactly these cells circled."""
        return self._with(circles=cells)

    def with_blocks(self, cells: Iterable[Cell]) -> Grid:
        """Return this grid with blocks added, over any letter or circle that was there."""
        new = frozenset(cells)
        return self._with(
            blocks=self.blocks | new,
            voids=self.voids - new,
            letters=self._letters_but(new),
            circles=self.circles - new,
        )

    def without_blocks(self, cells: Iterable[Cell] | None = None) -> Grid:
        """Return this grid with the given blocks made empty cells, or all of them."""
        return self._with(blocks=() if cells is None else self.blocks - frozenset(cells))

    def with_bars(self, bars: Iterable[Bar]) -> Grid:
        """Return this grid with exactly these bars."""
        return self._with(bars=bars)

    def with_extra(self, extra: Iterable[Iterable[Cell]]) -> Grid:
        """Return this grid with exactly these extra slots."""
        return self._with(extra=extra)

    def _letters_but(self, cells: Iterable[Cell]) -> dict[Cell, str]:
        gone = set(cells)
        return {cell: token for cell, token in self.letters.items() if cell not in gone}

    # -- cells ----------------------------------------------------------------------------------

    def is_open(self, cell: Cell) -> bool:
        """Tell whether a cell inside the grid takes a letter."""
        return cell not in self.blocks and cell not in self.voids

    @cached_property
    def open_cells(self) -> tuple[Cell, ...]:
        """All cells that take a letter, row by row."""
        shut = self.blocks | self.voids
        return tuple(
            (y, x) for y in range(self.height) for x in range(self.width) if (y, x) not in shut
        )

    @property
    def is_filled(self) -> bool:
        """Whether every open cell has its letter."""
        return len(self.letters) == len(self.open_cells)

    @property
    def checked_cells(self) -> frozenset[Cell]:
        """The cells in two slots or more."""
        return frozenset(cell for cell in self.open_cells if len(self.slots_at(cell)) > 1)

    @property
    def unchecked_cells(self) -> frozenset[Cell]:
        """The open cells in one slot or none."""
        return frozenset(self.open_cells) - self.checked_cells

    # -- slots ----------------------------------------------------------------------------------

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """All slots: by number, across before down, the extra ones last."""
        numbers = self.numbers
        plain = [
            Slot(run, direction, numbers[run[0]])
            for direction, runs in zip(("across", "down"), self._runs, strict=True)
            for run in runs
        ]
        plain.sort(key=lambda slot: (slot.number, slot.direction))
        return *plain, *(Slot(cells, "extra", n) for n, cells in enumerate(self.extra, 1))

    @cached_property
    def numbers(self) -> Mapping[Cell, ClueNumber]:
        """The printed number of each cell where a slot across or down starts."""
        starts = {run[0] for runs in self._runs for run in runs}
        return MappingProxyType({cell: n for n, cell in enumerate(sorted(starts), 1)})

    @cached_property
    def _runs(self) -> tuple[list[tuple[Cell, ...]], list[tuple[Cell, ...]]]:
        lines = range(self.height), range(self.width)
        across = [[(y, x) for x in lines[1]] for y in lines[0]]
        down = [[(y, x) for y in lines[0]] for x in lines[1]]
        return self._split(across, "right"), self._split(down, "below")

    def _split(self, lines: list[list[Cell]], side: str) -> list[tuple[Cell, ...]]:
        shut = self.blocks | self.voids
        ends = {cell for cell, bar_side in self.bars if bar_side == side}
        runs = []
        for line in lines:
            run: list[Cell] = []
            for cell in line:
                if cell not in shut:
                    run.append(cell)
                    if cell not in ends:
                        continue
                if len(run) > 1:
                    runs.append(tuple(run))
                run = []
            if len(run) > 1:
                runs.append(tuple(run))
        return runs

    @cached_property
    def _slots_at(self) -> Mapping[Cell, tuple[SlotIndex, ...]]:
        table: dict[Cell, tuple[SlotIndex, ...]] = {}
        for index, slot in enumerate(self.slots):
            for cell in slot.cells:
                table[cell] = (*table.get(cell, ()), index)
        return table

    def slots_at(self, cell: Cell) -> tuple[SlotIndex, ...]:
        """Return the indices of the slots through a cell."""
        return self._slots_at.get(cell, ())

    @cached_property
    def crossings(self) -> tuple[Crossing, ...]:
        """Every pair of slots at every cell they share, by cell."""
        positions = [{cell: n for n, cell in enumerate(slot.cells)} for slot in self.slots]
        return tuple(
            Crossing(first, positions[first][cell], second, positions[second][cell], cell)
            for cell in self.open_cells
            for first, second in combinations(self.slots_at(cell), 2)
        )

    @cached_property
    def _indices(self) -> Mapping[str, SlotIndex]:
        return {slot.label: index for index, slot in enumerate(self.slots)}

    def index(self, label: str) -> SlotIndex:
        """Return the index of the slot with this label."""
        try:
            return self._indices[label.strip().upper()]
        except KeyError:
            raise GridError(f"no slot {label}; there {self._near(label)}") from None

    def slot(self, label: str) -> Slot:
        """Return the slot with this label: "17A", "3D", "X1"."""
        return self.slots[self.index(label)]

    def _slot(self, slot: Slot | str) -> Slot:
        return self.slot(slot) if isinstance(slot, str) else slot

    def _near(self, label: str) -> str:
        if not self.slots:
            return "are no slots at all"
        digits = "".join(filter(str.isdecimal, label))[:6]
        number = int(digits) if digits else 1
        nearest = sorted(self.slots, key=lambda slot: abs(slot.number - number))[:4]
        return "are " + ", ".join(slot.label for slot in sorted(nearest, key=self.slots.index))

    def pattern(self, slot: Slot | str) -> tuple[str | None, ...]:
        """Return the tokens in a slot's cells, None where one is empty."""
        return tuple(self.letters.get(cell) for cell in self._slot(slot).cells)

    def pattern_text(self, slot: Slot | str) -> str:
        """Return a slot's pattern as text: "A..E"; a rebus stands in brackets."""
        return "".join(
            EMPTY if token is None else token if len(split_letters(token)) == 1 else f"({token})"
            for token in self.pattern(slot)
        )

    def word(self, slot: Slot | str) -> str | None:
        """Return the word in a slot, or None while a cell of it is empty."""
        tokens = self.pattern(slot)
        return None if None in tokens else "".join(token or "" for token in tokens)

    # -- shape ----------------------------------------------------------------------------------

    def is_symmetric(self, kind: str = "180") -> bool:
        """Tell whether blocks, voids and bars are symmetric in one way of `SYMMETRIES`."""
        if kind not in SYMMETRIES:
            raise GridError(f"no symmetry {kind!r}; there are {', '.join(SYMMETRIES)}")
        if self.height != self.width and kind in ("90", "diagonal", "antidiagonal"):
            return False

        def moved(cell: Cell) -> Cell:
            return image(cell, kind, self.height, self.width)

        edges = {frozenset((cell, _step(cell, side))) for cell, side in self.bars}
        return (
            all(moved(cell) in self.blocks for cell in self.blocks)
            and all(moved(cell) in self.voids for cell in self.voids)
            and all(frozenset(map(moved, edge)) in edges for edge in edges)
        )

    def symmetries(self) -> tuple[str, ...]:
        """Name the symmetries that the grid has."""
        return tuple(kind for kind in SYMMETRIES if self.is_symmetric(kind))

    def components(self) -> tuple[frozenset[Cell], ...]:
        """Return the parts of the grid that no slot joins, in reading order."""
        parts = []
        seen: set[Cell] = set()
        walked: set[SlotIndex] = set()
        for start in self.open_cells:
            if start in seen:
                continue
            part, waiting = {start}, [start]
            while waiting:
                for index in set(self.slots_at(waiting.pop())) - walked:
                    walked.add(index)
                    new = [cell for cell in self.slots[index].cells if cell not in part]
                    part.update(new)
                    waiting.extend(new)
            seen |= part
            parts.append(frozenset(part))
        return tuple(parts)

    def is_connected(self) -> bool:
        """Tell whether slots join all open cells into one part."""
        return len(self.components()) <= 1

    # -- text -----------------------------------------------------------------------------------

    def rows(self) -> list[str]:
        """Return one string a row: `#` block, `~` void, `.` empty, else the cell's first letter."""
        return ["".join(self._sign((y, x)) for x in range(self.width)) for y in range(self.height)]

    def _sign(self, cell: Cell) -> str:
        if cell in self.blocks:
            return BLOCK
        if cell in self.voids:
            return VOID
        token = self.letters.get(cell)
        if token is None:
            return EMPTY
        return notation.symbol(token)

    def __str__(self) -> str:
        return notation.write(self.rows(), self.letters, self.circles, self.bars, self.extra)

    def __repr__(self) -> str:
        return f"Grid.parse({str(self)!r})"


GridLike: TypeAlias = Grid | str
"""What `Grid.of` takes: a grid, or its text notation."""


def _tokens(letters: Mapping[Cell, str]) -> dict[Cell, str]:
    return {cell: _checked(cell, normalise_token(token)) for cell, token in letters.items()}


def _checked(cell: Cell, token: str) -> str:
    if not token:
        raise GridError(f"{where(cell)}: an empty string is no letter")
    if not token.isprintable() or " " in token:
        raise GridError(f"{where(cell)}: {token!r} has a space or a sign that cannot be printed")
    if joins_previous(token[0]):
        raise GridError(f"{where(cell)}: {token!r} begins with a mark that belongs to a letter")
    return token


def _step(cell: Cell, side: str) -> Cell:
    down, right = _STEPS[side]
    return cell[0] + down, cell[1] + right
