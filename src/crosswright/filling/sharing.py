"""What two words of a puzzle must not share by rule: a stem, or a run of letters."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from crosswright.engine.problem import KeyMembers, TableIndex, TableRow
from crosswright.filling.rules import Rules
from crosswright.filling.tables import SLICE_WORDS, SlotTables
from crosswright.support.bits import bits
from crosswright.support.slices import Slices
from crosswright.words.stems import KeyRows, StemKey, runs
from crosswright.words.wordlist import WordList


def keeps_stems_apart(rules: Rules, words: WordList) -> bool:
    """Return whether no two words may share a stem: as the rules say, or else if that is known."""
    return words.knows_families if rules.no_shared_stem is None else rules.no_shared_stem


class Sharing:
    """The keys of words by the rules that keep two words apart."""

    def __init__(self, rules: Rules, words: WordList, tables: SlotTables) -> None:
        self._words = words
        self._tables = tables
        self._stems = keeps_stems_apart(rules, words)
        self.is_lenient = self._stems and rules.no_shared_stem is None
        """Whether words that the fill does not choose may share a stem."""
        self._distinct = rules.distinct
        self._run = rules.no_shared_letters
        self._numbers: dict[tuple[str, StemKey], int] = {}

    def __bool__(self) -> bool:
        """Whether there is such a rule."""
        return self._stems or self._run is not None

    def clashing(self, words: Sequence[str]) -> set[int]:
        """Return which of some words, listed or not, share a key with another of them."""
        owners: dict[tuple[str, StemKey], set[int]] = {}
        for number, word in enumerate(words):
            for key in self._keys(word):
                owners.setdefault(key, set()).add(number)
        return {number for several in owners.values() if len(several) > 1 for number in several}

    # -- keys of single words -------------------------------------------------------------------

    def _keys(self, word: str) -> Iterator[tuple[str, StemKey]]:
        """Yield the keys of a word, by rule."""
        if self._stems:
            yield from (("stem", key) for key in self._words.stem_keys(word))
            if not self._distinct:  # a family is only of words that differ
                yield "word", word
        if self._run is not None:
            yield from (("run", run) for run in runs(word, self._run))

    @cached_property
    def _first_number(self) -> int:
        return self._words.stem_count() if self._stems else 0

    def number(self, rule: str, key: StemKey) -> int:
        """Return the number of a key: the list's own, or the next one after these."""
        if isinstance(key, int):
            return key
        return self._numbers.setdefault((rule, key), self._first_number + len(self._numbers))

    # -- keys of whole tables -------------------------------------------------------------------

    def members(
        self,
        in_play: Mapping[TableIndex, int],
        members: KeyMembers,
        apart: Mapping[TableIndex, int],
    ) -> Iterator[None]:
        """Add the keys of the words in play but for some, in slices."""
        for table_index, rows in in_play.items():
            rows &= ~apart.get(table_index, 0)
            listed = self._listed(table_index)
            if listed is not None:
                live = rows.to_bytes(self._tables.tables[table_index].blocks * 8, "little")
                members.add_table(table_index, listed.starts, listed.keys, live)
                rows &= sum(1 << row for row in listed.unknown)
            yield from self._add_one_by_one(table_index, rows, members)

    def _listed(self, table_index: TableIndex) -> KeyRows | None:
        """Return the keys of a table, where those that the list has are all that there are."""
        if not self._stems or self._run is not None or not self._distinct:
            return None
        if not self._tables.is_shared(table_index):
            return None
        return self._words.stem_rows(self._tables.tables[table_index].length)

    def _add_one_by_one(
        self, table_index: TableIndex, rows: int, members: KeyMembers
    ) -> Iterator[None]:
        for number, row in enumerate(bits(rows), 1):
            word = self._words.spell(self._tables.tables[table_index].word(row))
            for rule, key in set(self._keys(word)):
                members.add(self.number(rule, key), table_index, row)
            if not number % SLICE_WORDS:
                yield

    # -- words that share with others -----------------------------------------------------------

    def rows_sharing(self, words: Collection[str]) -> Slices[list[TableRow]]:
        """Find the rows of all tables that share a key with one of some words, in slices."""
        found: list[TableRow] = []
        taken = {key for word in words for key in self._keys(word)}
        numbers = {key for _, key in taken if isinstance(key, int)}
        for table_index, table in enumerate(self._tables.tables if taken else ()):
            listed = self._listed(table_index)
            rows: Iterable[int] = range(table.size)
            if listed is not None:
                yield
                found += ((table_index, row) for row in listed.owners(numbers))
                rows = listed.unknown
            for number, row in enumerate(rows, 1):
                word = self._words.spell(table.word(row))
                if not taken.isdisjoint(self._keys(word)):
                    found.append((table_index, row))
                if not number % SLICE_WORDS:
                    yield
        return found
