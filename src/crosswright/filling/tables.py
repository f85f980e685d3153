"""The tables of words that serve the slots of a grid."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from crosswright.engine.problem import TableIndex, TableRow
from crosswright.errors import RuleError
from crosswright.grids.grid import Grid, Slot
from crosswright.grids.notation import Cell
from crosswright.support.sizes import MAX_LENGTH, MAX_TOKENS
from crosswright.words import index
from crosswright.words.table import Table, WordRow
from crosswright.words.wordlist import DEFAULT_SCORE, WordList


@dataclass(frozen=True, eq=False)
class OwnTable:
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
        self.tables: list[AnyTable] = []
        self._shared: dict[int, TableIndex] = {}
        self.of_slots: list[TableIndex] = [self._choose(slot) for slot in slots]
        """The table that serves each slot."""

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

    def _is_foreign(self, cell: Cell) -> bool:
        """Return whether the letter given in a cell is not in the list's alphabet."""
        return self.given.get(cell, 0) >= len(self._words.alphabet)

    def _choose(self, slot: Slot) -> TableIndex:
        """Return the table that serves a slot, made when needed."""
        if len(slot) > MAX_LENGTH:
            return self._shared_table(len(slot))
        allowed = self._allowed.get(slot.label)
        foreign = any(map(self._is_foreign, slot.cells))
        if self.is_given(slot):
            if foreign or not self._is_listed(slot):
                return self._own_table(slot, [self._spelled(slot)])
        elif allowed is not None:
            return self._own_table(slot, allowed)
        elif foreign:
            return self._own_table(slot, self._words.match_cells(self._grid.pattern(slot)))
        return self._shared_table(len(slot))

    def _shared_table(self, length: int) -> TableIndex:
        """Return the list's own table of a length."""
        if length not in self._shared:
            self._shared[length] = len(self.tables)
            self.tables.append(self._words.table(length))
        return self._shared[length]

    def _is_listed(self, slot: Slot) -> bool:
        """Return whether the list has the letters given in a slot as a word, cut as they are."""
        spelled = self._spelled(slot)
        given = bytes(self.given[cell] for cell in slot.cells)
        return spelled in self._words and self._words.codes(spelled) == given

    def _spelled(self, slot: Slot) -> str:
        return "".join(self._grid.letters[cell] for cell in slot.cells)

    def _own_table(self, slot: Slot, spellings: Iterable[str]) -> TableIndex:
        entries = []
        for spelling in spellings:
            codes = self._cut(slot, spelling)
            if codes is not None:
                score = self._words.score(spelling)
                spelled = self._words.spell(spelling)
                entries.append((codes, spelled, DEFAULT_SCORE if score is None else score))
        self.tables.append(OwnTable.of(entries, len(slot), len(self.tokens)))
        return len(self.tables) - 1

    def _cut(self, slot: Slot, spelling: str) -> bytes | None:
        """Cut a word to the cells of a slot, one code each; None when it does not fit."""
        if self.is_given(slot) and spelling == self._spelled(slot):
            return bytes(self.given[cell] for cell in slot.cells)
        codes = self._words.codes(spelling)
        if codes is None:
            raise RuleError(f"{spelling!r} has letters that the word list's alphabet lacks")
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
        if codes is not None and len(codes) in self._shared:
            row = self._words.table(len(codes)).row(codes)
            rows = [] if row is None else [(self._shared[len(codes)], row)]
        return [*rows, *self.own_words.get(self._words.spell(word), ())]

    @cached_property
    def own_words(self) -> dict[str, list[TableRow]]:
        """The words of tables that serve a single slot, with their rows."""
        words: dict[str, list[TableRow]] = defaultdict(list)
        for table_index, table in enumerate(self.tables):
            if isinstance(table, OwnTable):
                for row, spelling in enumerate(table.spellings):
                    words[self._words.spell(spelling)].append((table_index, row))
        return words

    def words_in(self, table_index: TableIndex) -> Iterable[str]:
        """Return all words of a table as the list spells them, row by row."""
        table = self.tables[table_index]
        if isinstance(table, OwnTable):
            return map(self._words.spell, table.spellings)
        return (word for word, _ in table)
