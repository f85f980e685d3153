"""The fill as the engines see it: cells, slots as lists of cells, and tables of words."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Protocol, TypeAlias

from crosswright.support.sizes import MAX_LENGTH, MAX_TOKENS
from crosswright.words.table import WordRow

SlotIndex: TypeAlias = int
"""An index into `Problem.slots`."""

CellIndex: TypeAlias = int
"""An index into `Problem.masks`."""

TableIndex: TypeAlias = int
"""An index into `Tables.words`."""

TableRow: TypeAlias = tuple[TableIndex, WordRow]
"""A word, by its table and its row there."""

SlotRow: TypeAlias = tuple[SlotIndex, WordRow]
"""A word in a slot."""

MAX_ROWS = 1 << 31
"""The words of a table are fewer than this."""


class WordTable(Protocol):
    """A table of words of one length, as `crosswright.words.table.Table` lays it out."""

    @property
    def length(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def blocks(self) -> int: ...
    @property
    def alphabet_size(self) -> int: ...
    @property
    def codes(self) -> bytes | memoryview: ...
    @property
    def scores(self) -> bytes | memoryview: ...
    @property
    def support(self) -> bytes | memoryview: ...


class Exclusions:
    """Which words exclude each other, beyond being the same row of the same table.

    A word owns keys (its stem, its runs of letters, its spelling in another table); two words that
    own the same key cannot both be used, nor one of them twice. Both directions are kept as flat
    arrays: the keys of the words of a table, and the owners of a key.
    """

    def __init__(self, sizes: Sequence[int], groups: Iterable[Sequence[TableRow]]) -> None:
        """Take the tables' sizes and, for every key, the words that own it."""
        groups = list(groups)
        self.sizes = tuple(sizes)
        self.owner_starts = array("i", accumulate(map(len, groups), initial=0))
        self.owner_tables = array(
            "i", [table_index for group in groups for table_index, _ in group]
        )
        self.owner_rows = array("i", [row for group in groups for _, row in group])
        counts = [array("i", bytes(4 * size + 4)) for size in sizes]
        for table_index, row in zip(self.owner_tables, self.owner_rows, strict=True):
            _check_row(table_index, row, self.sizes)
            counts[table_index][row + 1] += 1
        self.key_starts = [array("i", accumulate(count)) for count in counts]
        self.keys = [array("i", bytes(4 * starts[-1])) for starts in self.key_starts]
        ends = [starts[:] for starts in self.key_starts]
        for key, group in enumerate(groups):
            for table_index, row in group:
                end = ends[table_index]
                self.keys[table_index][end[row]] = key
                end[row] += 1

    def excluded_by(self, table_index: TableIndex, row: WordRow) -> Iterator[TableRow]:
        """Yield the words that own a key of a word, itself among them."""
        starts = self.key_starts[table_index]
        for key in self.keys[table_index][starts[row] : starts[row + 1]]:
            for owner in range(self.owner_starts[key], self.owner_starts[key + 1]):
                yield self.owner_tables[owner], self.owner_rows[owner]


def _check_row(table_index: TableIndex, row: WordRow, sizes: Sequence[int]) -> None:
    if not (0 <= table_index < len(sizes) and 0 <= row < sizes[table_index]):
        raise ValueError(f"there is no row {row} in table {table_index}")


class Tables:
    """The words of a problem, checked once, with what an engine derives from them."""

    def __init__(self, words: Iterable[WordTable]) -> None:
        self.words = tuple(words)
        self.sizes = tuple(table.size for table in self.words)
        for table in self.words:
            _check_table(table)
        self._prepared: dict[str, Any] = {}

    def prepared(self, engine: str, prepare: Callable[[], Any]) -> Any:
        """Return what an engine derives from the tables, prepared at the first call."""
        if engine not in self._prepared:
            self._prepared[engine] = prepare()
        return self._prepared[engine]


def _check_table(table: WordTable) -> None:
    if not 1 <= table.alphabet_size <= MAX_TOKENS:
        raise ValueError(f"an alphabet has 1 to {MAX_TOKENS} tokens")
    if not 1 <= table.length <= MAX_LENGTH:
        raise ValueError(f"a slot has 1 to {MAX_LENGTH} cells")
    if table.size >= MAX_ROWS or table.blocks != (table.size + 63) // 64:
        raise ValueError(f"{table.size} words do not make {table.blocks} blocks")
    support = table.length * table.alphabet_size * table.blocks * 8
    for name, buffer, size in (
        ("codes", table.codes, table.size * table.length),
        ("scores", table.scores, table.size * 4),
        ("support", table.support, support),
    ):
        if memoryview(buffer).nbytes != size:
            raise ValueError(f"a table's {name} must be {size} bytes")


@dataclass(frozen=True)
class Problem:
    """One fill to search for.

    `masks` holds each cell's allowed tokens as bits; a slot is given by its table and its cells.
    `live[slot]` restricts a slot to some rows (a little-endian bitset of the table's size) or is
    None. A slot that is not a goal need not get a word: it is enough that some word still fits. A
    word of `required`, given as the rows that spell it, must be used in at least one slot that is a
    goal. Scores are weighed within `score_range`. Tables may have alphabets of different sizes; a
    cell allows only tokens that the tables of all its slots have.
    """

    tables: Tables
    masks: Sequence[int]
    slots: Sequence[tuple[TableIndex, tuple[CellIndex, ...]]]
    live: Sequence[bytes | None] = ()
    goals: Sequence[bool] = ()
    distinct: bool = True
    exclusions: Exclusions | None = None
    required: Sequence[Sequence[TableRow]] = ()
    score_range: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        """Check every size and index: the engines trust what passes."""
        sizes = self.tables.sizes
        if any(not 0 <= mask < 1 << MAX_TOKENS for mask in self.masks):
            raise ValueError(f"a cell's mask has {MAX_TOKENS} bits")
        if self.goals and len(self.goals) != len(self.slots):
            raise ValueError("goals must have one entry for every slot")
        if self.live and len(self.live) != len(self.slots):
            raise ValueError("live must have one entry for every slot")
        for slot_index in range(len(self.slots)):
            self._check_slot(slot_index)
        if self.exclusions is not None and self.exclusions.sizes != sizes:
            raise ValueError("the exclusions were made for other tables")
        for spellings in self.required:
            for table_index, row in spellings:
                _check_row(table_index, row, sizes)
        worst, best = self.score_range
        if not -(1 << 31) <= worst <= best < 1 << 31:
            raise ValueError("a score range goes from the worst to the best")

    def _check_slot(self, slot_index: SlotIndex) -> None:
        table_index, cells = self.slots[slot_index]
        if not 0 <= table_index < len(self.tables.words):
            raise ValueError(f"slot {slot_index} names table {table_index}, which does not exist")
        table = self.tables.words[table_index]
        if not cells or len(cells) != table.length or len(set(cells)) != len(cells):
            raise ValueError(f"slot {slot_index} needs {table.length} different cells")
        if min(cells) < 0 or max(cells) >= len(self.masks):
            raise ValueError(f"slot {slot_index} names a cell that does not exist")
        if any(self.masks[cell] >> table.alphabet_size for cell in cells):
            raise ValueError(
                f"slot {slot_index} has a cell with a token beyond its table's alphabet"
            )
        live = self.live[slot_index] if self.live else None
        if live is not None and len(live) != table.blocks * 8:
            raise ValueError(f"the live rows of slot {slot_index} need {table.blocks * 8} bytes")
