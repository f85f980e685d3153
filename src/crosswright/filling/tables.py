"""The tables of words that serve the slots of a grid."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from crosswright.engine.problem import TableIndex, TableRow
from crosswright.errors import RuleError
from crosswright.grids.grid import Grid, Slot
from crosswright.grids.notation import Cell
from crosswright.support.hints import TypeAlias
from crosswright.support.records import Record, field
from crosswright.support.sizes import MAX_LENGTH, MAX_TOKENS
from crosswright.support.slices import InSlices, Slices
from crosswright.support.wording import quote
from crosswright.words import index
from crosswright.words.table import Table, WordRow
from crosswright.words.wordlist import DEFAULT_SCORE, WordList

SLICE_WORDS = 200
"""Words that are looked at in one slice of the set-up."""


class OwnTable(Record, eq=False):
    """The words of a single slot, where the list's own tables cannot serve it."""

    length: int
    alphabet_size: int
    codes: memoryview
    scores: memoryview
    support: memoryview
    spellings: Sequence[str]

    @classmethod
    def of(cls, entries: Iterable[tuple[bytes, str, int]], length: int, tokens: int) -> OwnTable:
        """Make a table of (codes, spelling, score) entries of one length."""
        by_codes = {codes: (spelling, score) for codes, spelling, score in entries}
        rows = sorted(by_codes)
        codes = memoryview(b"".join(rows))
        return cls(
            length,
            tokens,
            codes,
            memoryview(array("i", [by_codes[row][1] for row in rows])),
            memoryview(index.support(codes, length, tokens)),
            [by_codes[row][0] for row in rows],
        )

    @property
    def size(self) -> int:
        return len(self.spellings)

    @property
    def blocks(self) -> int:
        return (self.size + 63) // 64

    def word(self, row: WordRow) -> str:
        return self.spellings[row]


AnyTable: TypeAlias = Table | OwnTable

NO_WORDS = OwnTable.of([], 1, 1)
"""What serves a slot that is longer than any word."""


class ChosenTables(Record, frozen=False):
    """Tables, and which of them serves each slot."""

    tables: list[AnyTable] = field(default_factory=list)
    of_slots: list[TableIndex] = field(default_factory=list)
    shared: dict[int, TableIndex] = field(default_factory=dict)
    """The list's own tables, by length."""


class SlotTables:
    """The tables that serve some slots: the list's own wherever they can.

    A slot has a table of its own where it may take only certain words, where its letters are all
    given and the list lacks their word, and where a given letter is not in the list's alphabet.
    """

    def __init__(
        self,
        grid: Grid,
        words: WordList,
        slots: Sequence[Slot],
        allowed: Mapping[str, Collection[str]],
    ) -> None:
        """Take the grid with its given letters, and the only words that single slots may take."""
        self._grid = grid
        self._words = words
        self._allowed = allowed
        self.tokens = list(words.alphabet.tokens)
        """What the codes of all tables stand for: the list's alphabet, then what the grid adds."""
        self.given: dict[Cell, int] = {cell: self._code(cell) for cell in grid.letters}
        """The codes of the letters that the grid gives."""
        if len(self.tokens) > MAX_TOKENS:
            raise RuleError(
                f"the list and the grid have {len(self.tokens)} different letters together; "
                f"{MAX_TOKENS} is the most"
            )
        self._slots = slots
        self._in_slices = InSlices(self._choose_all)
        self._own_words_in_slices = InSlices(self._list_own_words)

    def set_up(self) -> Iterator[None]:
        """Choose the tables in slices: those of single slots may take any number of words."""
        yield from self._in_slices.slices()
        yield from self._own_words_in_slices.slices()

    @cached_property
    def _chosen(self) -> ChosenTables:
        return self._in_slices.value

    @cached_property
    def tables(self) -> list[AnyTable]:
        """The tables that serve slots."""
        return self._chosen.tables

    @cached_property
    def of_slots(self) -> list[TableIndex]:
        """The table that serves each slot."""
        return self._chosen.of_slots

    def is_shared(self, table_index: TableIndex) -> bool:
        """Return whether a table is one of the list's own, and not that of a single slot."""
        return table_index in self._shared

    @cached_property
    def _shared(self) -> frozenset[TableIndex]:
        return frozenset(self._chosen.shared.values())

    def _code(self, cell: Cell) -> int:
        """Return the code of a given letter; one that the list's alphabet lacks gets a new one."""
        token = self._grid.letters[cell]
        codes = self._words.codes(token)
        if codes is not None and len(codes) == 1:
            return codes[0]
        if token not in self.tokens:
            self.tokens.append(token)
        return self.tokens.index(token)

    def is_given(self, slot: Slot) -> bool:
        """Return whether the grid gives all letters of a slot."""
        return all(cell in self.given for cell in slot.cells)

    def given_word(self, slot: Slot) -> str | None:
        """Return the word of a slot, as the list spells it, if the grid gives all its letters."""
        word = self._grid.word(slot)
        return None if word is None else self._words.spell(word)

    def room(self, slot: Slot) -> int:
        """Return how many letters the word of a slot has: a rebus takes several."""
        letters = (self._grid.letters[cell] for cell in slot.cells if self._is_foreign(cell))
        return len(slot) + sum(len(self._words.tokens(letter)) - 1 for letter in letters)

    @cached_property
    def rebus(self) -> list[str]:
        """What shares a cell, as the list spells it."""
        rebus = (text for slot in self._slots for text in self._rebus_in(slot))
        return [*dict.fromkeys(rebus)]

    def rebus_of(self, table_index: TableIndex) -> list[str]:
        """Return what shares a cell in the slot that a table of its own serves."""
        if self.is_shared(table_index):
            return []
        return self._rebus_in(self._slots[self.of_slots.index(table_index)])

    def _rebus_in(self, slot: Slot) -> list[str]:
        letters = (self._grid.letters[cell] for cell in slot.cells if self._is_foreign(cell))
        return [self._words.spell(text) for text in letters if len(self._words.tokens(text)) > 1]

    def _is_foreign(self, cell: Cell) -> bool:
        """Return whether the letter given in a cell is not in the list's alphabet."""
        return self.given.get(cell, 0) >= len(self._words.alphabet)

    def _choose_all(self) -> Slices[ChosenTables]:
        chosen = ChosenTables()
        for slot in self._slots:
            is_too_long = len(slot) > MAX_LENGTH
            spellings = () if is_too_long else self._own_spellings(slot)
            if spellings is None:
                chosen.of_slots.append(self._shared_table(len(slot), chosen))
            else:
                # No table is that long: one for no words will do.
                table = NO_WORDS if is_too_long else (yield from self._own_table(slot, spellings))
                chosen.of_slots.append(len(chosen.tables))
                chosen.tables.append(table)
        return chosen

    def _own_spellings(self, slot: Slot) -> Iterable[str] | None:
        """Return the words of a slot that needs a table of its own; None if a shared one serves."""
        allowed = self._allowed.get(slot.label)
        foreign = bool(self.given) and any(map(self._is_foreign, slot.cells))
        if self.is_given(slot):
            return [self._spelled(slot)] if foreign or not self._is_listed(slot) else None
        if allowed is None and foreign:
            return self._words.match_cells(self._grid.pattern(slot))
        return allowed

    def _shared_table(self, length: int, chosen: ChosenTables) -> TableIndex:
        """Return the list's own table of a length."""
        if length not in chosen.shared:
            chosen.shared[length] = len(chosen.tables)
            chosen.tables.append(self._words.table(length))
        return chosen.shared[length]

    def _is_listed(self, slot: Slot) -> bool:
        """Return whether the list has the letters given in a slot as a word, cut as they are."""
        spelled = self._spelled(slot)
        given = bytes(self.given[cell] for cell in slot.cells)
        return spelled in self._words and self._words.codes(spelled) == given

    def _spelled(self, slot: Slot) -> str:
        return "".join(self._grid.letters[cell] for cell in slot.cells)

    def _own_table(self, slot: Slot, spellings: Iterable[str]) -> Slices[OwnTable]:
        """Make the table of a single slot."""
        entries = []
        for number, spelling in enumerate(spellings, 1):
            codes = self._cut(slot, spelling)
            if codes is not None:
                score = self._words.score(spelling)
                spelled = self._words.spell(spelling)
                entries.append((codes, spelled, DEFAULT_SCORE if score is None else score))
            if not number % SLICE_WORDS:
                yield
        return OwnTable.of(entries, len(slot), len(self.tokens))

    def _cut(self, slot: Slot, spelling: str) -> bytes | None:
        """Cut a word to the cells of a slot, one code each; None when it does not fit."""
        if self.is_given(slot) and spelling == self._spelled(slot):
            return bytes(self.given[cell] for cell in slot.cells)
        codes = self._words.codes(spelling)
        if codes is None:
            raise RuleError(f"{quote(spelling)} has letters that the word list's alphabet lacks")
        cut, start = bytearray(), 0
        for cell in slot.cells:
            if not self._is_foreign(cell):
                cut += codes[start : start + 1]
                start += 1
            else:
                inside = self._words.codes(self._grid.letters[cell]) or b""
                if not inside or codes[start : start + len(inside)] != inside:
                    return None
                cut.append(self.given[cell])
                start += len(inside)
        return bytes(cut) if start == len(codes) and len(cut) == len(slot) else None

    # -- words and their rows -------------------------------------------------------------------

    def rows_of(self, word: str) -> list[TableRow]:
        """Return all rows that spell a word."""
        codes = self._words.codes(word)
        rows: list[TableRow] = []
        shared = self._chosen.shared
        if codes is not None and len(codes) in shared:
            row = self._words.table(len(codes)).row(codes)
            rows = [] if row is None else [(shared[len(codes)], row)]
        if not self.own_words:
            return rows
        return [*rows, *self.own_words.get(self._words.spell(word), ())]

    @cached_property
    def own_words(self) -> dict[str, list[TableRow]]:
        """The words of tables that serve a single slot, with their rows."""
        return self._own_words_in_slices.value

    def _list_own_words(self) -> Slices[dict[str, list[TableRow]]]:
        words: dict[str, list[TableRow]] = defaultdict(list)
        for table_index, table in enumerate(self.tables):
            if isinstance(table, OwnTable):
                for row, spelling in enumerate(table.spellings):
                    words[self._words.spell(spelling)].append((table_index, row))
                    if not row % SLICE_WORDS:
                        yield
        return words

    def words_in(self, table_index: TableIndex) -> Iterable[str]:
        """Return all words of a table as the list spells them, row by row."""
        table = self.tables[table_index]
        if isinstance(table, OwnTable):
            return map(self._words.spell, table.spellings)
        return (word for word, _ in table)
