"""The fill as the engines see it: cells, slots as lists of cells, and tables of words."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence
from functools import cache
from itertools import chain, compress, pairwise, repeat
from operator import index

from crosswright.engine import heuristics
from crosswright.support.hints import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, final
from crosswright.support.records import Record, field
from crosswright.support.sizes import MAX_LENGTH, MAX_TOKENS
from crosswright.support.slices import Slices
from crosswright.words import index as word_index
from crosswright.words.index.checks import no_such_row
from crosswright.words.table import WordRow, read_only

if TYPE_CHECKING:
    from crosswright.words.index.plain import Owners

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

SLICE_OWNERS = 2000
"""Words that are indexed in one slice of making exclusions."""


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


class CheckedTable(NamedTuple):
    """A table as the engines read it: asked once, checked, and not to be changed.

    The engines trust its sizes. Its contents they do not trust: codes and support that contradict
    each other make wrong fills, never wrong memory.
    """

    length: int
    size: int
    blocks: int
    alphabet_size: int
    codes: memoryview
    scores: memoryview
    support: memoryview

    @classmethod
    def of(cls, table: WordTable) -> CheckedTable:
        """Take what a table has, each item once, and check that it fits together."""
        checked = cls(
            index(table.length),
            index(table.size),
            index(table.blocks),
            index(table.alphabet_size),
            _fixed_view(table.codes),
            _fixed_view(table.scores),
            _fixed_view(table.support),
        )
        checked._check()
        return checked

    def _check(self) -> None:
        if not 1 <= self.alphabet_size <= MAX_TOKENS:
            raise ValueError(f"an alphabet has 1 to {MAX_TOKENS} tokens")
        if not 1 <= self.length <= MAX_LENGTH:
            raise ValueError(f"a slot has 1 to {MAX_LENGTH} cells")
        if not 0 <= self.size < MAX_ROWS or self.blocks != (self.size + 63) // 64:
            raise ValueError(f"{self.size} words do not make {self.blocks} blocks")
        support = self.length * self.alphabet_size * self.blocks * 8
        for name, buffer, size in (
            ("codes", self.codes, self.size * self.length),
            ("scores", self.scores, self.size * 4),
            ("support", self.support, support),
        ):
            if buffer.nbytes != size:
                raise ValueError(f"a table's {name} must be {size} bytes")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the buffers as bytes, for a problem that is solved in another process."""
        sizes = self.length, self.size, self.blocks, self.alphabet_size
        return _viewed_table, (sizes, bytes(self.codes), bytes(self.scores), bytes(self.support))

    def live_rows(self, rows: bytes | bytearray | memoryview) -> bytes:
        """Return a bitset over the rows as bytes that nobody else has."""
        fixed = rows if type(rows) is bytes else memoryview(rows).tobytes()
        if len(fixed) != self.blocks * 8:
            raise ValueError(f"the live rows of {self.size} words need {self.blocks * 8} bytes")
        return fixed


def _viewed_table(sizes: tuple[int, int, int, int], *buffers: bytes) -> CheckedTable:
    """Return a table as it was pickled."""
    table = CheckedTable(*sizes, *map(_fixed_view, buffers))
    table._check()
    return table


def _fixed_view(buffer: bytes | bytearray | array[int] | memoryview) -> memoryview:
    """View a buffer's bytes, which then keeps its size; a writable one is copied.

    A read-only view is not copied, large as tables are: whoever made it keeps the contents as they
    are, and the view itself keeps the buffer from being resized or freed.
    """
    view = memoryview(buffer)
    if not (view.readonly and view.c_contiguous):
        view = memoryview(view.tobytes())
    return view.cast("B")


class _Fixed:
    """What gets its attributes once, all of them when they have been checked, and keeps them.

    (A record would take them again whenever `__init__` is called.)
    """

    __slots__ = ()

    def _fix(self, **attributes: object) -> None:
        if any(hasattr(self, name) for name in attributes):
            raise AttributeError(f"{type(self).__name__} is set up once")
        for name, value in attributes.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"cannot delete field {name!r}")


@cache
def _known_orders() -> MutableMapping[WordTable, memoryview]:
    """Return the rows of tables by score, kept for as long as the tables are in use."""
    from weakref import WeakKeyDictionary  # here: most fills start without it

    return WeakKeyDictionary()


@final
class Tables(_Fixed):
    """The words of a problem, checked once, with what an engine derives from them."""

    __slots__ = ("_prepared", "_sources", "sizes", "words")

    words: tuple[CheckedTable, ...]
    sizes: tuple[int, ...]
    _sources: tuple[WordTable, ...]
    _prepared: dict[str, Any]

    def __init__(self, words: Iterable[WordTable]) -> None:
        sources = tuple(words)
        checked = tuple(map(CheckedTable.of, sources))
        sizes = tuple(table.size for table in checked)
        self._fix(words=checked, sizes=sizes, _sources=sources, _prepared={})

    def __reduce__(self) -> tuple[Any, ...]:
        return Tables, (self.words,)

    def prepared(self, engine: str, prepare: Callable[[], Any]) -> Any:
        """Return what an engine derives from the tables, prepared at the first call."""
        if engine not in self._prepared:
            self._prepared[engine] = prepare()
        return self._prepared[engine]

    def by_score(self, table_index: TableIndex) -> memoryview:
        """Return the rows of a table from the highest score to the lowest, sorted once."""
        orders = self.prepared("by score", dict)
        if table_index not in orders:
            orders[table_index] = self._sorted(table_index)
        order: memoryview = orders[table_index]
        return order

    def _sorted(self, table_index: TableIndex) -> memoryview:
        """Sort the rows of a table by score, unless another problem with that table has done so."""
        from contextlib import suppress  # here: a fill sorts no rows

        source, scores = self._sources[table_index], self.words[table_index].scores.cast("i")
        with suppress(TypeError):  # some tables cannot be remembered
            known = _known_orders().get(source)
            if known is not None and len(known) == len(scores):
                return known
        order = read_only(word_index.by_score(scores))
        with suppress(TypeError):
            _known_orders()[source] = order
        return order


class KeyMembers(Record, frozen=False, eq=False):
    """Words and the keys that they own: a key, a table and a row each, and whole tables."""

    keys: array[int] = field(default_factory=lambda: array("i"))
    tables: array[int] = field(default_factory=lambda: array("i"))
    rows: array[int] = field(default_factory=lambda: array("i"))
    whole: list[tuple[TableIndex, Any, Any, bytes]] = field(default_factory=list)
    """Tables by their index: the starts and the keys of their rows, and which rows count."""

    def __len__(self) -> int:
        return len(self.rows)

    def __bool__(self) -> bool:
        return bool(self.rows or self.whole)

    def add(self, key: int, table_index: TableIndex, row: WordRow) -> None:
        """Note that a word owns a key."""
        self.keys.append(key)
        self.tables.append(table_index)
        self.rows.append(row)

    def add_table(self, table_index: TableIndex, starts: Any, keys: Any, live: bytes) -> None:
        """Note that the words of a table whose bits are set own keys."""
        self.whole.append((table_index, starts, keys, live))

    def owners(self, sizes: tuple[int, ...], fewest: int) -> Owners:
        """Arrange the owners of each key that has enough of them, and the keys of each word."""
        table_sizes = array("i", sizes)
        if not self.rows:
            return word_index.owners_of_rows(self.whole, table_sizes, fewest)
        for table_index, starts, keys, live in self.whole:
            own_keys, rows = word_index.members(starts, keys, live)
            self.keys.extend(own_keys)
            self.tables.extend(array("i", [table_index]) * len(rows))
            self.rows.extend(rows)
        self.whole.clear()
        return word_index.owners(self.keys, self.tables, self.rows, table_sizes, fewest)


@final
class Exclusions(_Fixed):
    """Which words exclude each other, beyond being the same row of the same table.

    A word owns keys (its stem, its runs of letters, its spelling in another table); two words that
    own the same key cannot both be used, nor one of them twice. Both directions are kept as flat
    arrays: the keys of the words of a table, and the owners of a key.
    """

    __slots__ = ("key_starts", "keys", "owner_rows", "owner_starts", "owner_tables", "sizes")

    sizes: tuple[int, ...]
    owner_starts: memoryview
    owner_tables: memoryview
    owner_rows: memoryview
    key_starts: tuple[memoryview, ...]
    keys: tuple[memoryview, ...]

    def __init__(self, sizes: Iterable[int], groups: Iterable[Iterable[TableRow]]) -> None:
        """Take the tables' sizes and, for every key, the words that own it."""
        for _ in self._arrange_groups(sizes, groups):
            pass

    @classmethod
    def in_slices(
        cls, sizes: Iterable[int], groups: Iterable[Iterable[TableRow]]
    ) -> Slices[Exclusions]:
        """Make exclusions in slices: with many words, that takes a while."""
        exclusions = cls.__new__(cls)
        yield from exclusions._arrange_groups(sizes, groups)
        return exclusions

    @classmethod
    def of_members(
        cls, sizes: Iterable[int], members: KeyMembers, *, fewest: int = 1
    ) -> Exclusions:
        """Make exclusions of words and their keys; keys with fewer owners are left out."""
        exclusions = cls.__new__(cls)
        exclusions._arrange(tuple(map(index, sizes)), members, fewest)
        return exclusions

    def _arrange_groups(
        self, sizes: Iterable[int], groups: Iterable[Iterable[TableRow]]
    ) -> Iterator[None]:
        members = KeyMembers()
        for key, group in enumerate(groups):
            for table_index, row in group:
                members.add(key, table_index, row)
                if not len(members) % SLICE_OWNERS:
                    yield
        self._arrange(tuple(map(index, sizes)), members, 1)

    def _arrange(self, sizes: tuple[int, ...], members: KeyMembers, fewest: int) -> None:
        """List the owners of each key, and the keys of each word."""
        owner_starts, tables, rows, key_starts, keys = members.owners(sizes, fewest)  # new arrays
        self._fix(
            sizes=sizes,
            owner_starts=read_only(owner_starts),
            owner_tables=read_only(tables),
            owner_rows=read_only(rows),
            key_starts=tuple(map(read_only, key_starts)),
            keys=tuple(map(read_only, keys)),
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Exclusions.of_members, (self.sizes, self.members())

    def members(self) -> KeyMembers:
        """Return all words that own keys, key by key."""
        counts = (end - start for start, end in pairwise(self.owner_starts))
        keys = chain.from_iterable(repeat(key, count) for key, count in enumerate(counts))
        return KeyMembers(
            array("i", keys), array("i", self.owner_tables), array("i", self.owner_rows)
        )

    def gathered(self, rows_of: Sequence[Sequence[WordRow]]) -> Exclusions:
        """Return the exclusions among some rows of each table, numbered anew."""
        new_rows = [array("i", [-1]) * size for size in self.sizes]
        for numbers, rows in zip(new_rows, rows_of, strict=True):
            for new, row in enumerate(rows):
                numbers[row] = new
        members = self.members()
        owners = zip(members.tables, members.rows, strict=True)
        rows = array("i", [new_rows[table_index][row] for table_index, row in owners])
        kept = [row >= 0 for row in rows]
        return Exclusions.of_members(
            map(len, rows_of),
            KeyMembers(
                array("i", compress(members.keys, kept)),
                array("i", compress(members.tables, kept)),
                array("i", compress(rows, kept)),
            ),
        )

    def keys_of(self, table_index: TableIndex, row: WordRow) -> memoryview:
        """Return the keys that a word owns."""
        starts = self.key_starts[table_index]
        return self.keys[table_index][starts[row] : starts[row + 1]]

    def excluded_by(self, table_index: TableIndex, row: WordRow) -> Iterator[TableRow]:
        """Yield the words that own a key of a word, itself among them."""
        for key in self.keys_of(table_index, row):
            for owner in range(self.owner_starts[key], self.owner_starts[key + 1]):
                yield self.owner_tables[owner], self.owner_rows[owner]


def checked_range(score_range: tuple[int, int]) -> tuple[int, int]:
    """Return the worst and the best score of a range, if it is one."""
    worst, best = map(index, score_range)
    if not -(1 << 31) <= worst <= best < 1 << 31:
        raise ValueError("a score range goes from the worst to the best")
    return worst, best


def _check_row(table_index: TableIndex, row: WordRow, sizes: Sequence[int]) -> None:
    if not (0 <= table_index < len(sizes) and 0 <= row < sizes[table_index]):
        raise no_such_row(table_index, row)


@final
class Problem(_Fixed):
    """One fill to search for.

    `masks` holds each cell's allowed tokens as bits; a slot is given by its table and its cells.
    `live[slot]` restricts a slot to some rows (a little-endian bitset of the table's size) or is
    None. A slot that is not a goal need not get a word: it is enough that some word still fits. A
    word of `required`, given as the rows that spell it, must be used in at least one slot that is a
    goal. Scores are weighed within `score_range`. Tables may have alphabets of different sizes; a
    cell allows only tokens that the tables of all its slots have.

    A problem is a copy: what a caller does afterwards to the lists it gave changes nothing. The
    engines trust what was checked here, so nothing may be forced into a problem, its tables or its
    exclusions past that check (with `object.__setattr__`).
    """

    __slots__ = (
        "distinct",
        "exclusions",
        "goals",
        "live",
        "masks",
        "required",
        "score_range",
        "slots",
        "tables",
    )

    tables: Tables
    masks: Sequence[int]
    slots: Sequence[tuple[TableIndex, Sequence[CellIndex]]]
    live: Sequence[bytes | None]
    goals: Sequence[bool]
    distinct: bool
    exclusions: Exclusions | None
    required: Sequence[Sequence[TableRow]]
    score_range: tuple[int, int]

    def __init__(
        self,
        tables: Tables,
        masks: Sequence[int],
        slots: Sequence[tuple[TableIndex, Sequence[CellIndex]]],
        live: Sequence[bytes | None] = (),
        goals: Sequence[bool] = (),
        distinct: bool = True,
        exclusions: Exclusions | None = None,
        required: Sequence[Sequence[TableRow]] = (),
        score_range: tuple[int, int] = (0, 0),
    ) -> None:
        """Copy everything, check every size and index of the copy, and only then keep it."""
        if type(tables) is not Tables:
            raise TypeError(f"a problem has Tables, not {type(tables).__name__}")
        if exclusions is not None and type(exclusions) is not Exclusions:
            raise TypeError(f"a problem has Exclusions, not {type(exclusions).__name__}")
        worst, best = checked_range(score_range)
        draft = Problem.__new__(Problem)
        draft._fix(
            tables=tables,
            masks=tuple(map(index, masks)),
            slots=tuple((index(table), tuple(map(index, at))) for table, at in slots),
            live=tuple(live),
            goals=tuple(map(bool, goals)),
            distinct=bool(distinct),
            exclusions=exclusions,
            required=tuple(map(_fixed_rows, required)),
            score_range=(worst, best),
        )
        draft._check()
        checked = {name: getattr(draft, name) for name in self.__slots__}
        self._fix(**{**checked, "live": tuple(map(draft._fixed_live, draft.slots, draft.live))})

    def __reduce__(self) -> tuple[Any, ...]:
        return Problem, (
            self.tables,
            self.masks,
            self.slots,
            self.live,
            self.goals,
            self.distinct,
            self.exclusions,
            self.required,
            self.score_range,
        )

    @property
    def few_words(self) -> int | None:
        """The most words with which a slot loses a used one at once; None if every slot does.

        The same goes for those that a used one excludes.
        """
        if self.distinct and len(self.slots) > heuristics.MANY_SLOTS and not self.required:
            return heuristics.FEW_WORDS
        return None

    def changed(self, **changes: Any) -> Problem:
        """Return this problem with some attributes changed, and checked again."""
        return Problem(**{name: getattr(self, name) for name in self.__slots__} | changes)

    def _fixed_live(
        self, slot: tuple[TableIndex, Sequence[CellIndex]], rows: bytes | None
    ) -> bytes | None:
        return None if rows is None else self.tables.words[slot[0]].live_rows(rows)

    def _check(self) -> None:
        widest = max(self.masks, default=0)
        if widest >> MAX_TOKENS or min(self.masks, default=0) < 0:
            raise ValueError(f"a cell's mask has {MAX_TOKENS} bits")
        for name, items in (("goals", self.goals), ("live", self.live)):
            if items and len(items) != len(self.slots):
                raise ValueError(f"{name} must have one entry for every slot")
        for slot_index in range(len(self.slots)):
            self._check_slot(slot_index, widest)
        if self.exclusions is not None and self.exclusions.sizes != self.tables.sizes:
            raise ValueError("the exclusions were made for other tables")
        for spellings in self.required:
            for table_index, row in spellings:
                _check_row(table_index, row, self.tables.sizes)

    def _check_slot(self, slot_index: SlotIndex, widest: int) -> None:
        table_index, cells = self.slots[slot_index]
        if not 0 <= table_index < len(self.tables.words):
            raise ValueError(f"slot {slot_index} names table {table_index}, which does not exist")
        table = self.tables.words[table_index]
        if not cells or len(cells) != table.length or len(set(cells)) != len(cells):
            raise ValueError(f"slot {slot_index} needs {table.length} different cells")
        if min(cells) < 0 or max(cells) >= len(self.masks):
            raise ValueError(f"slot {slot_index} names a cell that does not exist")
        size = table.alphabet_size
        if widest >> size and any(self.masks[cell] >> size for cell in cells):
            raise ValueError(
                f"slot {slot_index} has a cell with a token beyond its table's alphabet"
            )


def _fixed_rows(spellings: Iterable[TableRow]) -> tuple[TableRow, ...]:
    return tuple((index(table_index), index(row)) for table_index, row in spellings)
