"""The fill as the engines see it: cells, slots as lists of cells, and tables of words."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Protocol

from crosswright.support.sizes import MAX_LENGTH, MAX_TOKENS

MOST_ROWS = 1 << 31

Row = tuple[int, int]
"""A word, by the number of its table and its row there."""


class Words(Protocol):
    """A table of words of one length, as `crosswright.words.wordlist.Table` lays it out."""

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
    """Which words shut each other out beyond being the same row of the same table.

    A word owns keys (its stem, its runs of letters, its spelling in another table); two words that
    own the same key cannot both be used, nor one of them twice. Both directions are kept as flat
    arrays: the keys of the words of a table, and the owners of a key.
    """

    def __init__(self, sizes: Sequence[int], groups: Iterable[Sequence[Row]]) -> None:
        """Take the tables' sizes and, for every key, the words that own it."""
        kept = list(groups)
        self.sizes = tuple(sizes)
        self.owner_starts = array("i", accumulate(map(len, kept), initial=0))
        self.owner_tables = array("i", [table for group in kept for table, _ in group])
        self.owner_rows = array("i", [row for group in kept for _, row in group])
        counts = [array("i", bytes(4 * size + 4)) for size in sizes]
        for table, row in zip(self.owner_tables, self.owner_rows, strict=True):
            if not (0 <= table < len(sizes) and 0 <= row < sizes[table]):
                raise ValueError(f"there is no row {row} in table {table}")
            counts[table][row + 1] += 1
        self.key_starts = [array("i", accumulate(count)) for count in counts]
        self.keys = [array("i", bytes(4 * starts[-1])) for starts in self.key_starts]
        ends = [starts[:] for starts in self.key_starts]
        for key, group in enumerate(kept):
            for table, row in group:
                end = ends[table]
                self.keys[table][end[row]] = key
                end[row] += 1

    def shut_out_by(self, table: int, row: int) -> Iterator[Row]:
        """Yield the words that own a key of a word, itself among them."""
        starts = self.key_starts[table]
        for key in self.keys[table][starts[row] : starts[row + 1]]:
            for owner in range(self.owner_starts[key], self.owner_starts[key + 1]):
                yield self.owner_tables[owner], self.owner_rows[owner]


class Tables:
    """The words of a problem, checked once, with what an engine derives from them."""

    def __init__(self, words: Iterable[Words]) -> None:
        self.words = tuple(words)
        self.sizes = tuple(table.size for table in self.words)
        for table in self.words:
            _check_table(table)
        self._prepared: dict[str, Any] = {}

    def prepared(self, engine: str, prepare: Callable[[], Any]) -> Any:
        """Return what an engine made of the tables, made at the first call."""
        if engine not in self._prepared:
            self._prepared[engine] = prepare()
        return self._prepared[engine]


def _check_table(table: Words) -> None:
    if not 1 <= table.alphabet_size <= MAX_TOKENS:
        raise ValueError(f"an alphabet has 1 to {MAX_TOKENS} tokens")
    if not 1 <= table.length <= MAX_LENGTH:
        raise ValueError(f"a slot has 1 to {MAX_LENGTH} cells")
    if table.size >= MOST_ROWS or table.blocks != (table.size + 63) // 64:
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

    `masks` holds each cell's allowed tokens as bits; a slot is the number of its table and the
    numbers of its cells. `live[slot]` restricts it to some rows (a little-endian bitset of
    the table's size) or is None. A slot that is no goal needs no word of its own: some word must
    still fit. A word of `required`, given as the rows that spell it, must stand in at least
    one slot that is a goal. Scores are weighed within `score_range`. Tables may have
    alphabets of different sizes; a cell allows only tokens that all its slots know.
    """

    tables: Tables
    masks: Sequence[int]
    slots: Sequence[tuple[int, tuple[int, ...]]]
    live: Sequence[bytes | None] = ()
    goals: Sequence[bool] = ()
    distinct: bool = True
    exclusions: Exclusions | None = None
    required: Sequence[Sequence[Row]] = ()
    score_range: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        """Check every size and number: the engines trust what passes."""
        sizes = self.tables.sizes
        if any(not 0 <= mask < 1 << MAX_TOKENS for mask in self.masks):
            raise ValueError(f"a cell's mask has {MAX_TOKENS} bits")
        if self.goals and len(self.goals) != len(self.slots):
            raise ValueError("goals must have one entry for every slot")
        if self.live and len(self.live) != len(self.slots):
            raise ValueError("live must have one entry for every slot")
        for slot in range(len(self.slots)):
            self._check_slot(slot)
        if self.exclusions is not None and self.exclusions.sizes != sizes:
            raise ValueError("the exclusions were made for other tables")
        for table, row in (pair for spellings in self.required for pair in spellings):
            if not (0 <= table < len(sizes) and 0 <= row < sizes[table]):
                raise ValueError(f"there is no row {row} in table {table}")
        worst, best = self.score_range
        if not -(1 << 31) <= worst <= best < 1 << 31:
            raise ValueError("a score range goes from the worst to the best")

    def _check_slot(self, slot: int) -> None:
        number, cells = self.slots[slot]
        if not 0 <= number < len(self.tables.words):
            raise ValueError(f"slot {slot} names table {number}, which does not exist")
        table = self.tables.words[number]
        if not cells or len(cells) != table.length or len(set(cells)) != len(cells):
            raise ValueError(f"slot {slot} needs {table.length} different cells")
        if min(cells) < 0 or max(cells) >= len(self.masks):
            raise ValueError(f"slot {slot} names a cell that does not exist")
        if any(self.masks[cell] >> table.alphabet_size for cell in cells):
            raise ValueError(f"slot {slot} has a cell with a token beyond its table's alphabet")
        live = self.live[slot] if self.live else None
        if live is not None and len(live) != table.blocks * 8:
            raise ValueError(f"the live rows of slot {slot} need {table.blocks * 8} bytes")
