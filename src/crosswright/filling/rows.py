"""What the rules leave to each slot, and which words exclude each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property

from crosswright import engine
from crosswright.engine import Exclusions
from crosswright.engine.problem import KeyMembers, SlotIndex, TableIndex, TableRow
from crosswright.filling.rules import Rules
from crosswright.filling.sharing import Sharing
from crosswright.filling.tables import SLICE_WORDS, SlotTables
from crosswright.grids.grid import Slot
from crosswright.support.hints import TypeAlias
from crosswright.support.slices import InSlices, Slices
from crosswright.words.table import WordRow
from crosswright.words.wordlist import WordList

RowBits: TypeAlias = dict[TableIndex, int]
"""Rows as bits, by table."""

MAX_CACHED = 2000
"""Sets of rows, above a floor or excluded by a word, kept for the next time they are needed."""

SLICE_MATCHES = 20
"""Words that are matched with an expression in one slice: a large one may take its time."""


class SlotRows:
    """The rows of the tables as the rules see them: possible, required, excluded.

    Rules that ask something of every word take a while to set up: `set_up` does so in slices.
    """

    def __init__(
        self,
        rules: Rules,
        words: WordList,
        slots: Sequence[Slot],
        tables: SlotTables,
        words_outside: Sequence[str],
        *,
        exempt: Collection[str],
        avoid_look_alikes: bool = False,
    ) -> None:
        """Take the slots to fill, their tables, the words outside, and those without a floor."""
        self._rules = rules
        self._words = words
        self._slots = slots
        self._tables = tables
        self._words_outside = words_outside
        self._exempt = exempt
        self._sharing = Sharing(rules, words, tables, avoid_look_alikes=avoid_look_alikes)
        self._live: dict[tuple[TableIndex, int | None, str | None], bytes | None] = {}
        self._excluded: dict[TableRow, RowBits] = {}
        self._matching_in_slices = InSlices(self._match)
        self._barred_in_slices = InSlices(self._bar)
        self._exclusions_in_slices = InSlices(self._exclude)

    @property
    def avoids_look_alikes(self) -> bool:
        """Whether words exclude each other that merely look alike."""
        return self._sharing.avoids_look_alikes

    def set_up(self) -> Iterator[None]:
        """Look at all words that the rules ask something of, in slices."""
        yield from self._matching_in_slices.slices()
        yield from self._barred_in_slices.slices()
        yield from self._exclusions_in_slices.slices()

    # -- the rows that each slot starts with ----------------------------------------------------

    def live(self, slot_index: SlotIndex, floor: int | None) -> bytes | None:
        """Return the rows that the rules and a floor leave to a slot, None for all.

        A slot with a floor of its own keeps it.
        """
        label = self._slots[slot_index].label
        return self._live_rows(slot_index, self._rules.slot_scores.get(label, floor))

    def live_above(self, slot_index: SlotIndex, floor: int) -> bytes:
        """Return the rows that the rules leave to a slot at a floor, also if it has its own."""
        label = self._slots[slot_index].label
        own = self._rules.slot_scores.get(label, self._rules.min_score)
        rows = self._live_rows(slot_index, floor if own is None else max(own, floor))
        table = self._tables.tables[self._tables.of_slots[slot_index]]
        return engine.rows_at_least(table.scores, floor) if rows is None else rows

    def _live_rows(self, slot_index: SlotIndex, floor: int | None) -> bytes | None:
        slot = self._slots[slot_index]
        if self._tables.is_given(slot):
            return None
        pattern = self._rules.matching.get(slot.label)
        key = (self._tables.of_slots[slot_index], floor, pattern)
        if key not in self._live:
            if len(self._live) >= MAX_CACHED:
                self._live.clear()
            self._live[key] = self._find_live_rows(*key)
        return self._live[key]

    def _find_live_rows(
        self, table_index: TableIndex, floor: int | None, pattern: str | None
    ) -> bytes | None:
        table = self._tables.tables[table_index]
        barred = self._barred.get(table_index, 0)
        if floor is None and pattern is None and not barred:
            return None
        rows = (1 << table.size) - 1
        if floor is not None:
            rows = int.from_bytes(engine.rows_at_least(table.scores, floor), "little")
            rows |= self.exempt.get(table_index, 0)
        if pattern is not None:
            rows &= self._matching_in_slices.value[table_index, pattern]
        return (rows & ~barred).to_bytes(table.blocks * 8, "little")

    def _match(self) -> Slices[dict[tuple[TableIndex, str], int]]:
        """Find the rows whose word matches an expression, for the slots that have one."""
        keys = {
            (self._tables.of_slots[slot_index], self._rules.matching[slot.label])
            for slot_index, slot in enumerate(self._slots)
            if slot.label in self._rules.matching and not self._tables.is_given(slot)
        }
        matching: dict[tuple[TableIndex, str], int] = {}
        for table_index, pattern in keys:
            matching[table_index, pattern] = yield from self._rows_matching(table_index, pattern)
        return matching

    def _rows_matching(self, table_index: TableIndex, pattern: str) -> Slices[int]:
        from crosswright.words.expressions import expression  # here: most fills have none

        matches, rows = expression(pattern).matches, _Rows()
        for row, word in enumerate(self._tables.words_in(table_index)):
            if matches(word):
                rows.add(table_index, row)
            if not row % SLICE_MATCHES:
                yield
        return rows.as_bits()[table_index]

    @cached_property
    def _barred(self) -> RowBits:
        """The rows that no slot may take: banned, used, or excluded by words outside."""
        return self._barred_in_slices.value

    def _bar(self) -> Slices[RowBits]:
        words = [*self._rules.banned, *self._rules.used]
        if self._rules.distinct:
            words += self._words_outside
        barred = _Rows()
        for number, word in enumerate(words, 1):
            barred.update(self._tables.rows_of(word))
            if not number % SLICE_WORDS:
                yield
        if self._sharing:
            is_lenient = self._sharing.is_lenient
            words = [*self._words_outside, *self._settled]
            sharing = yield from self._sharing.rows_sharing(words)
            own = {row for word in self._rules.required for row in self._tables.rows_of(word)}
            barred.update(row for row in sharing if not (is_lenient and row in own))
        return barred.as_bits()

    @cached_property
    def _settled(self) -> list[str]:
        """The words that are given or required, where these may share a stem with each other."""
        if not self._sharing.is_lenient:
            return []
        given = (self._tables.given_word(slot) for slot in self._slots)
        required = [self._words.spell(word) for word in self._rules.required]
        return [*(word for word in given if word is not None), *required]

    def rows_of(self, word: str) -> list[TableRow]:
        """Return all rows that spell a word."""
        return self._tables.rows_of(word)

    def bits_of(self, words: Iterable[str]) -> RowBits:
        """Return the rows that spell some words."""
        return _as_bits(map(self._tables.rows_of, words))

    def excluded_by_words(self, words: Sequence[str]) -> RowBits:
        """Return the rows that words in the puzzle exclude which no table needs to have."""
        excluded = _Rows()
        for word in words if self._rules.distinct else ():
            excluded.update(self._tables.rows_of(word))
        if self._sharing:
            lenient = self._rules.required if self._sharing.is_lenient else ()
            own = {row for word in lenient for row in self._tables.rows_of(word)}
            sharing = InSlices(lambda: self._sharing.rows_sharing(words)).value
            excluded.update(row for row in sharing if row not in own)
        return excluded.as_bits()

    def exclude_each_other(self, words: Sequence[str]) -> bool:
        """Return whether two of some words, listed or not, cannot both be used."""
        if self._rules.distinct and len(set(words)) < len(words):
            return True
        return not self._sharing.is_lenient and bool(self._sharing.clashing(words))

    def tolerated(self, words: Sequence[str]) -> set[int]:
        """Return which of some words that are given may share a stem only because they are."""
        return self._sharing.clashing(words) if self._sharing.is_lenient else set()

    # -- required words -------------------------------------------------------------------------

    @cached_property
    def required(self) -> dict[str, list[TableRow]]:
        """Each required word that is not used outside the region, with the rows that spell it."""
        words = [self._words.spell(word) for word in self._rules.required]
        return {w: self._tables.rows_of(w) for w in words if w not in self._words_outside}

    @cached_property
    def exempt(self) -> RowBits:
        """The rows of the words that no floor is for."""
        return _as_bits(map(self._tables.rows_of, self._exempt))

    # -- words that exclude each other ----------------------------------------------------------

    @cached_property
    def exclusions(self) -> Exclusions | None:
        """The pairs of words, beyond equal rows, that the rules keep apart; None without any."""
        return self._exclusions_in_slices.value

    def _exclude(self) -> Slices[Exclusions | None]:
        members = KeyMembers()
        if self._rules.distinct:
            for number, word in enumerate(self._tables.own_words, 1):
                for table_index, row in self._tables.rows_of(word):
                    members.add(self._sharing.number("word", word), table_index, row)
                if not number % SLICE_WORDS:
                    yield
        if self._sharing:
            apart = self.bits_of(self._settled)
            yield from self._sharing.members(self.in_play, members, apart)
        if not members:
            return None
        sizes = [table.size for table in self._tables.tables]
        # With distinct words, a key that is owned once excludes nothing; else a second use of it.
        exclusions = Exclusions.of_members(sizes, members, fewest=1 + self._rules.distinct)
        return exclusions if len(exclusions.owner_rows) else None

    def excluded_by(self, table_index: TableIndex, row: WordRow) -> RowBits:
        """Return the rows that a word in the puzzle excludes."""
        word = (table_index, row)
        if word not in self._excluded:
            if len(self._excluded) >= MAX_CACHED:
                self._excluded.clear()
            excluded = [word] if self._rules.distinct else []
            if self.exclusions is not None:
                excluded += self.exclusions.excluded_by(table_index, row)
            self._excluded[word] = _as_bits([excluded])
        return self._excluded[word]

    @cached_property
    def in_play(self) -> RowBits:
        """The rows that some slot starts with."""
        in_play: RowBits = defaultdict(int)
        for slot_index, table_index in enumerate(self._tables.of_slots):
            live = self.live(slot_index, self._rules.min_score)
            every = (1 << self._tables.tables[table_index].size) - 1
            in_play[table_index] |= every if live is None else int.from_bytes(live, "little")
        return in_play


class _Rows:
    """Rows by table, to be added one by one: an integer would be copied for every bit."""

    def __init__(self) -> None:
        self._bits: dict[TableIndex, bytearray] = defaultdict(bytearray)

    def add(self, table_index: TableIndex, row: WordRow) -> None:
        bits = self._bits[table_index]
        if row >> 3 >= len(bits):
            bits.extend(bytes((row >> 3) + 1))
        bits[row >> 3] |= 1 << (row & 7)

    def update(self, rows: Iterable[TableRow]) -> None:
        for table_index, row in rows:
            self.add(table_index, row)

    def as_bits(self) -> RowBits:
        bits = {index: int.from_bytes(bits, "little") for index, bits in self._bits.items()}
        return defaultdict(int, bits)


def _as_bits(groups: Iterable[Iterable[TableRow]]) -> RowBits:
    rows = _Rows()
    for group in groups:
        rows.update(group)
    return rows.as_bits()
