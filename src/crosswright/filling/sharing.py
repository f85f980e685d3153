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

    def __init__(
        self, rules: Rules, words: WordList, tables: SlotTables, *, avoid_look_alikes: bool = False
    ) -> None:
        """Take the rules; where they are silent about stems, look-alikes may be avoided, too."""
        self._words = words
        self._tables = tables
        self._stems = keeps_stems_apart(rules, words)
        self.is_lenient = self._stems and rules.no_shared_stem is None
        """Whether words that the fill does not choose may share a stem.

        Words that cross a rebus may share it then, since few others would.
        """
        self._avoid_look_alikes = avoid_look_alikes and self.is_lenient
        self._distinct = rules.distinct
        self._run = rules.no_shared_letters
        self._numbers: dict[tuple[str, StemKey], int] = {}
        self._rebus_keys: dict[TableIndex, frozenset[tuple[str, StemKey]]] = {}

    @cached_property
    def avoids_look_alikes(self) -> bool:
        """Whether words are kept apart that merely look alike: that is taste, and not a rule."""
        return self._avoid_look_alikes and self._words.knows_look_alikes

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
            keys = self._words.stem_keys(word, look_alikes=self.avoids_look_alikes)
            yield from (("stem", key) for key in keys)
            if not self._distinct:  # a family is only of words that differ
                yield "word", word
        if self._run is not None:
            yield from (("run", run) for run in runs(word, self._run))

    def _keys_of_row(self, table_index: TableIndex, word: str) -> set[tuple[str, StemKey]]:
        """Return the keys of a word in a table; in lenient fills, a rebus itself may be shared."""
        keys = set(self._keys(word))
        return keys - self._keys_of_rebus(table_index) if self.is_lenient else keys

    def _keys_of_rebus(self, table_index: TableIndex) -> frozenset[tuple[str, StemKey]]:
        """Return the keys that words have only because they cross a rebus, such as HEART."""
        if table_index not in self._rebus_keys:
            self._rebus_keys[table_index] = self._stems_of(self._tables.rebus_of(table_index))
        return self._rebus_keys[table_index]

    def _stems_of(self, texts: Iterable[str]) -> frozenset[tuple[str, StemKey]]:
        return frozenset(key for text in texts for key in self._keys(text) if key[0] == "stem")

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
        bases: set[tuple[str, str]] = set()
        known: dict[TableIndex, int] = {}
        for table_index, rows in in_play.items():
            rows &= ~apart.get(table_index, 0)
            listed = self._listed(table_index)
            if listed is not None:
                live = rows.to_bytes(self._tables.tables[table_index].blocks * 8, "little")
                members.add_table(table_index, listed.starts, listed.keys, live)
                unknown = sum(1 << row for row in listed.unknown)
                known[table_index] = rows & ~unknown
                rows &= unknown
            bases |= yield from self._add_one_by_one(table_index, rows, members)
        for rule, key in sorted(bases):  # a word without a family may have forms: ADMIN, ADMINS
            for table_index, row in self._tables.rows_of(key):
                if known.get(table_index, 0) >> row & 1:
                    members.add(self.number(rule, key), table_index, row)

    def _listed(self, table_index: TableIndex) -> KeyRows | None:
        """Return the keys of a table, where those that the list has are all that there are."""
        if not self._stems or self._run is not None or not self._distinct:
            return None
        if not self._tables.is_shared(table_index):
            return None
        length = self._tables.tables[table_index].length
        return self._words.stem_rows(length, look_alikes=self.avoids_look_alikes)

    def _add_one_by_one(
        self, table_index: TableIndex, rows: int, members: KeyMembers
    ) -> Slices[set[tuple[str, str]]]:
        """Add the keys of some rows; return those that are words other than the row's own."""
        bases: set[tuple[str, str]] = set()
        for number, row in enumerate(bits(rows), 1):
            word = self._words.spell(self._tables.tables[table_index].word(row))
            for rule, key in self._keys_of_row(table_index, word):
                members.add(self.number(rule, key), table_index, row)
                if isinstance(key, str) and key != word:
                    bases.add((rule, key))
            if not number % SLICE_WORDS:
                yield
        return bases

    # -- words that share with others -----------------------------------------------------------

    def rows_sharing(self, words: Collection[str]) -> Slices[list[TableRow]]:
        """Find the rows of all tables that share a key with one of some words, in slices.

        In lenient fills, what does not cross a rebus must not share a stem with it, either.
        """
        found: list[TableRow] = []
        taken = {key for word in words for key in self._keys(word)}
        taken |= self._stems_of(self._tables.rebus) if self.is_lenient else set()
        numbers = {key for _, key in taken if isinstance(key, int)}
        bases = {
            row for _, key in taken if isinstance(key, str) for row in self._tables.rows_of(key)
        }
        for table_index, table in enumerate(self._tables.tables if taken else ()):
            listed = self._listed(table_index)
            rows: Iterable[int] = range(table.size)
            if listed is not None:
                yield
                found += ((table_index, row) for row in listed.owners(numbers))
                found += (row for row in bases if row[0] == table_index)
                rows = listed.unknown
            for number, row in enumerate(rows, 1):
                word = self._words.spell(table.word(row))
                if not taken.isdisjoint(self._keys_of_row(table_index, word)):
                    found.append((table_index, row))
                if not number % SLICE_WORDS:
                    yield
        return found
