"""The grid of a crossword: cells, slots, crossings, printed numbers, symmetry, text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial
from itertools import combinations
from types import MappingProxyType

from crosswright.errors import GridError
from crosswright.grids import notation
from crosswright.grids.letters import check_word, normalise_token, split_letters
from crosswright.grids.notation import BLOCK, EMPTY, VOID, Bar, Cell, where
from crosswright.grids.validation import check, checked_letters
from crosswright.support.hints import Any, Final, NoReturn, TypeAlias
from crosswright.support.pictures import drawn_by
from crosswright.support.records import Record
from crosswright.support.wording import MAX_PART, quote, shorten

SlotIndex: TypeAlias = int
"""An index into `Grid.slots`."""

ClueNumber: TypeAlias = int
"""A number printed in a cell, from 1."""

_FILE_SUFFIXES: Final = (".txt", ".grid", ".structure", ".puz", ".ipuz", ".jpz", ".xml", ".xd")
# What depends on blocks, voids, bars and extra slots alone; grids that differ in letters share it.
_STRUCTURE: Final = ("open_cells", "slots", "crossings", "numbers", "_slots_at", "_indices")


class Slot(Record):
    """A run of cells that holds one word; extra slots are numbered in an order of their own."""

    cells: tuple[Cell, ...]
    direction: str
    number: ClueNumber

    @property
    def label(self) -> str:
        """The name of the slot: 17A, 3D, or X1 for an extra one."""
        if self.direction == "extra":
            return f"X{self.number}"
        return f"{self.number}{'A' if self.direction == 'across' else 'D'}"

    def __len__(self) -> int:
        return len(self.cells)


class Crossing(Record):
    """A cell that two slots share, and its position in each of them."""

    first: SlotIndex
    first_position: int
    second: SlotIndex
    second_position: int
    cell: Cell


class Grid:
    """A grid, which never changes; two grids with the same content are equal.

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
            letters=MappingProxyType(checked_letters(letters or {})),
            circles=frozenset(circles),
            bars=frozenset(bars),
            extra=tuple(tuple(cells) for cells in extra),
        )
        check(self)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a Grid never changes; with_letters() and the like return a new one")

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
        """Return a grid as it is, or read one from its text notation."""
        if isinstance(value, Grid):
            return value
        if not isinstance(value, str):
            raise TypeError(
                f"expected a Grid or its text, not {type(value).__name__}; "
                "read a file with crosswright.read(), build rows with Grid.from_rows()"
            )
        if value.lower().endswith(_FILE_SUFFIXES) and "\n" not in value:
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
        """Make a grid from rows of text, or of one string per cell ("HEART" is a rebus)."""
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
            for x, symbol in enumerate(row):
                if symbol == BLOCK:
                    blocks.append((y, x))
                elif symbol == VOID:
                    voids.append((y, x))
                elif symbol != EMPTY:
                    letters[y, x] = symbol
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
        """Read the text notation, or a structure file of the course, which has `_` for cells."""
        try:
            rows, notes = notation.read(text)
            grid = cls.from_rows(rows, circles=notes.circles, bars=notes.bars, extra=notes.extra)
            for cell, token in notes.rebus.items():
                letter = grid.letters.get(cell)
                if letter and letter != split_letters(normalise_token(token))[0]:
                    rebus = shorten(token, MAX_PART)
                    raise GridError(f"{where(cell)} shows {letter}, but its rebus is {rebus}")
            return grid.with_letters(notes.rebus) if notes.rebus else grid
        except GridError as error:
            raise GridError(f"{name}: {error}") from None

    def with_letters(self, letters: Mapping[Cell, str]) -> Grid:
        """Return this grid with letters put into cells, in place of any that were there."""
        if not letters:
            return self
        return self._with(letters={**self.letters, **letters})

    def with_word(self, slot: Slot | str, word: str | Sequence[str]) -> Grid:
        """Return this grid with a word in a slot; a sequence has one token per cell."""
        slot = self._slot(slot)
        if not isinstance(word, Sequence):
            check_word(word)
        tokens = split_letters(word) if isinstance(word, str) else list(word)
        if len(tokens) != len(slot):
            text = quote("".join(tokens))
            raise GridError(f"{slot.label} has {len(slot)} cells, {text} needs {len(tokens)}")
        return self.with_letters(dict(zip(slot.cells, tokens, strict=True)))

    def without_letters(self, cells: Iterable[Cell] | None = None) -> Grid:
        """Return this grid with the given cells emptied, or all of them."""
        kept = self._letters_outside(self.letters if cells is None else cells)
        return self if len(kept) == len(self.letters) else self._with(letters=kept)

    def with_circles(self, cells: Iterable[Cell]) -> Grid:
        """Return this grid with exactly these cells circled."""
        return self._with(circles=cells)

    def with_blocks(self, cells: Iterable[Cell]) -> Grid:
        """Return this grid with blocks added, in place of any letters and circles there."""
        new = frozenset(cells)
        return self._with(
            blocks=self.blocks | new,
            voids=self.voids - new,
            letters=self._letters_outside(new),
            circles=self.circles - new,
        )

    def without_blocks(self, cells: Iterable[Cell] | None = None) -> Grid:
        """Return this grid with the given blocks turned into empty cells, or all of them."""
        return self._with(blocks=() if cells is None else self.blocks - frozenset(cells))

    def with_bars(self, bars: Iterable[Bar]) -> Grid:
        """Return this grid with exactly these bars."""
        return self._with(bars=bars)

    def with_extra(self, extra: Iterable[Iterable[Cell]]) -> Grid:
        """Return this grid with exactly these extra slots."""
        return self._with(extra=extra)

    def _letters_outside(self, cells: Iterable[Cell]) -> dict[Cell, str]:
        emptied = set(cells)
        return {cell: token for cell, token in self.letters.items() if cell not in emptied}

    # -- cells ----------------------------------------------------------------------------------

    def is_open(self, cell: Cell) -> bool:
        """Return whether a cell of the grid takes a letter."""
        return cell not in self.blocks and cell not in self.voids

    @cached_property
    def open_cells(self) -> tuple[Cell, ...]:
        """All cells that take a letter, row by row."""
        closed = self.blocks | self.voids
        return tuple(
            (y, x) for y in range(self.height) for x in range(self.width) if (y, x) not in closed
        )

    @property
    def is_filled(self) -> bool:
        """Whether every open cell has a letter."""
        return len(self.letters) == len(self.open_cells)

    @property
    def checked_cells(self) -> frozenset[Cell]:
        """The cells in two or more slots."""
        return frozenset(cell for cell in self.open_cells if len(self.slots_at(cell)) > 1)

    @property
    def unchecked_cells(self) -> frozenset[Cell]:
        """The open cells in one slot or none."""
        return frozenset(self.open_cells) - self.checked_cells

    # -- slots ----------------------------------------------------------------------------------

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """All slots by number, across before down; the extra ones come last."""
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
        closed = self.blocks | self.voids
        ends = {cell for cell, bar_side in self.bars if bar_side == side}
        runs = []
        for line in lines:
            run: list[Cell] = []
            for cell in line:
                if cell not in closed:
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
        if not isinstance(label, str):
            raise TypeError(f"expected the label of a slot, such as '17A', not {label!r}")
        try:
            return self._indices[label.strip().upper()]
        except KeyError:
            raise GridError(f"no slot {label}; {self._nearest(label)}") from None

    def slot(self, label: str) -> Slot:
        """Return the slot with this label: "17A", "3D", "X1"."""
        return self.slots[self.index(label)]

    def _slot(self, slot: Slot | str) -> Slot:
        return slot if isinstance(slot, Slot) else self.slot(slot)

    def _nearest(self, label: str) -> str:
        """Return advice for a label that no slot has."""
        if not self.slots:
            return "the grid has no slots"
        digits = "".join(filter(str.isdecimal, label))[:6]
        number = int(digits) if digits else 1
        nearest = sorted(self.slots, key=lambda slot: abs(slot.number - number))[:4]
        labels = [slot.label for slot in self.slots if slot in nearest]
        return f"the nearest {'is' if len(labels) == 1 else 'are'} {', '.join(labels)}"

    def pattern(self, slot: Slot | str) -> tuple[str | None, ...]:
        """Return the tokens in the cells of a slot, None for each empty one."""
        return tuple(self.letters.get(cell) for cell in self._slot(slot).cells)

    def pattern_text(self, slot: Slot | str) -> str:
        """Return a slot's pattern as text: "A..E"; a rebus is in brackets."""
        return notation.pattern_text(self.pattern(slot))

    def word(self, slot: Slot | str) -> str | None:
        """Return the word in a slot, or None while one of its cells is empty."""
        tokens = self.pattern(slot)
        return None if None in tokens else "".join(token or "" for token in tokens)

    # -- shape ----------------------------------------------------------------------------------

    def is_symmetric(self, kind: str = "180") -> bool:
        """Return whether blocks, voids and bars have one of the `SYMMETRIES`."""
        from crosswright.grids.symmetry import is_symmetric  # here: a fill asks for none

        return is_symmetric(kind, self.height, self.width, (self.blocks, self.voids), self.bars)

    def symmetries(self) -> tuple[str, ...]:
        """Return the symmetries that the grid has, by name."""
        from crosswright.grids.symmetry import SYMMETRIES

        return tuple(kind for kind in SYMMETRIES if self.is_symmetric(kind))

    def components(self) -> tuple[frozenset[Cell], ...]:
        """Return the parts of the grid that no slot connects, in reading order."""
        parts = []
        seen: set[Cell] = set()
        followed: set[SlotIndex] = set()
        for start in self.open_cells:
            if start in seen:
                continue
            part, waiting = {start}, [start]
            while waiting:
                for index in set(self.slots_at(waiting.pop())) - followed:
                    followed.add(index)
                    new = [cell for cell in self.slots[index].cells if cell not in part]
                    part.update(new)
                    waiting.extend(new)
            seen |= part
            parts.append(frozenset(part))
        return tuple(parts)

    def is_connected(self) -> bool:
        """Return whether slots connect all open cells."""
        return len(self.components()) <= 1

    # -- text -----------------------------------------------------------------------------------

    def rows(self) -> list[str]:
        """Return one string per row: `#` block, `~` void, `.` empty, else the first letter."""
        columns = range(self.width)
        return ["".join(self._symbol((y, x)) for x in columns) for y in range(self.height)]

    def _symbol(self, cell: Cell) -> str:
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
