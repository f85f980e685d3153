"""A grid, a word list and rules, stated as a problem for the engine, and its answer read back."""

from __future__ import annotations

import re
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from crosswright import engine
from crosswright.engine import Exclusions, Problem, Tables
from crosswright.engine.problem import Row
from crosswright.errors import RuleError
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.grids.letters import normalise_answer, split_letters
from crosswright.grids.notation import Cell
from crosswright.support.sizes import MAX_LENGTH, MAX_TOKENS
from crosswright.words import index
from crosswright.words.table import Table
from crosswright.words.wordlist import DEFAULT_SCORE, WordList


@dataclass(frozen=True, eq=False)
class OwnTable:
    """The words of a single slot, for those that the list's own tables cannot serve."""

    length: int
    alphabet_size: int
    codes: memoryview
    scores: memoryview
    support: memoryview
    spellings: Sequence[str]

    @classmethod
    def of(cls, entries: Iterable[tuple[bytes, str, int]], length: int, tokens: int) -> OwnTable:
        """Make a table of (codes, spelling, score) entries of one length."""
        known = {codes: (spelling, score) for codes, spelling, score in entries}
        rows = sorted(known)
        codes = memoryview(b"".join(rows))
        return cls(
            length,
            tokens,
            codes,
            memoryview(array("i", [known[row][1] for row in rows])),
            memoryview(index.support(codes, length, tokens)),
            [known[row][0] for row in rows],
        )

    @property
    def size(self) -> int:
        return len(self.spellings)

    @property
    def blocks(self) -> int:
        return (self.size + 63) // 64

    def word(self, row: int) -> str:
        return self.spellings[row]


AnyTable = Table | OwnTable

MOST_ROWS_KNOWN = 2000
"""Sets of rows, above a floor or shut out by a word, kept for the next time they are asked for."""


class Model:
    """One fill: `problem()` states it, `letters()` and `answers()` read the engine's answer."""

    def __init__(self, grid: Grid, words: WordList, rules: Rules) -> None:
        self.rules = rules = rules.for_grid(grid)
        self.words = _with_required(words, rules)
        region = rules.region_cells(grid)
        emptied = grid if rules.region is None else grid.without_letters(region)
        self.grid = _with_fixed(emptied, rules, self.words)
        self._region = region
        self.cells = self.grid.open_cells
        self._cell_numbers = {cell: number for number, cell in enumerate(self.cells)}
        self.slots = [slot for slot in self.grid.slots if region.intersection(slot.cells)]
        self.goals = [self._is_goal(slot.cells, region) for slot in self.slots]
        self.tokens = list(self.words.alphabet.tokens)
        self._given = {cell: self._code(cell) for cell in self.grid.letters}
        if len(self.tokens) > MAX_TOKENS:
            raise RuleError(
                f"the letters of the list and the grid are {len(self.tokens)} different ones; "
                f"{MAX_TOKENS} is the most"
            )
        self._tables: list[AnyTable] = []
        self._shared: dict[int, int] = {}
        self._table_of = [self._choose_table(number) for number in range(len(self.slots))]

    # -- stating the problem --------------------------------------------------------------------

    def _is_goal(self, cells: Sequence[Cell], region: frozenset[Cell]) -> bool:
        """Tell whether a slot will be full once the region is."""
        return all(cell in region or cell in self.grid.letters for cell in cells)

    def _code(self, cell: Cell) -> int:
        """Return the code of a given letter; what the list does not know gets a new one."""
        token = self.grid.letters[cell]
        codes = self.words.codes(token)
        if codes is not None and len(codes) == 1:
            return codes[0]
        if token not in self.tokens:
            self.tokens.append(token)
        return self.tokens.index(token)

    def _choose_table(self, number: int) -> int:
        """Return the number of the table that serves a slot, making it when need be."""
        slot = self.slots[number]
        if len(slot) > MAX_LENGTH:
            return self._shared_table(len(slot))
        allowed = self.rules.allowed.get(slot.label)
        foreign = any(self._given.get(c, 0) >= len(self.words.alphabet) for c in slot.cells)
        if all(cell in self._given for cell in slot.cells):
            if foreign or not self._is_listed(slot.cells):
                return self._own_table(slot.cells, [self._spelled(slot.cells)])
        elif allowed is not None:
            return self._own_table(slot.cells, allowed)
        elif foreign:
            pattern = self.grid.pattern(slot)
            return self._own_table(slot.cells, self.words.match_cells(pattern))
        return self._shared_table(len(slot))

    def _shared_table(self, length: int) -> int:
        """Return the number of the list's own table of a length."""
        if length not in self._shared:
            self._shared[length] = len(self._tables)
            self._tables.append(self.words.table(length))
        return self._shared[length]

    def _is_listed(self, cells: Sequence[Cell]) -> bool:
        """Tell whether the list has the letters given in cells as a word, cut as they are."""
        spelled = self._spelled(cells)
        given = bytes(self._given[cell] for cell in cells)
        return spelled in self.words and self.words.codes(spelled) == given

    def _spelled(self, cells: Sequence[Cell]) -> str:
        return "".join(self.grid.letters[cell] for cell in cells)

    def _own_table(self, cells: Sequence[Cell], spellings: Iterable[str]) -> int:
        entries = []
        for spelling in spellings:
            codes = self._cut(cells, spelling)
            if codes is not None:
                score = self.words.score(spelling)
                shown = self._standard(spelling)
                entries.append((codes, shown, DEFAULT_SCORE if score is None else score))
        self._tables.append(OwnTable.of(entries, len(cells), len(self.tokens)))
        return len(self._tables) - 1

    def _cut(self, cells: Sequence[Cell], spelling: str) -> bytes | None:
        """Cut a word to cells, one code each; None when it does not fit."""
        if all(cell in self._given for cell in cells) and spelling == self._spelled(cells):
            return bytes(self._given[cell] for cell in cells)
        codes = self.words.codes(spelling)
        if codes is None:
            raise RuleError(f"{spelling!r} has letters that the word list's alphabet lacks")
        cut, place = bytearray(), 0
        for cell in cells:
            given = self._given.get(cell)
            if given is None or given < len(self.words.alphabet):
                cut += codes[place : place + 1]
                place += 1
            else:
                inside = self.words.codes(self.grid.letters[cell]) or b""
                if not inside or codes[place : place + len(inside)] != inside:
                    return None
                cut.append(given)
                place += len(inside)
        return bytes(cut) if place == len(codes) and len(cut) == len(cells) else None

    @cached_property
    def tables(self) -> Tables:
        """The words of all slots."""
        return Tables(self._tables)

    @cached_property
    def masks(self) -> list[int]:
        """What each cell may hold, as bits: the given letter, or all that its slots know."""
        masks = [(1 << len(self.words.alphabet)) - 1] * len(self.cells)
        for cell, code in self._given.items():
            masks[self._cell_numbers[cell]] = 1 << code
        return masks

    @cached_property
    def slot_cells(self) -> list[tuple[int, ...]]:
        """The numbers of each slot's cells."""
        return [tuple(self._cell_numbers[cell] for cell in slot.cells) for slot in self.slots]

    def problem(
        self, min_score: int | None = None, only: Sequence[int] | None = None
    ) -> Problem | None:
        """State the problem, with a floor for the slots that have none; None when it has no answer.

        `only` leaves the other slots out: their cells take any letters. A slot longer than any
        word there can be is no problem for an engine: it has no answer.
        """
        if any(len(slot) > MAX_LENGTH for slot in self.slots):
            return None
        floor = self.rules.min_score if min_score is None else min_score
        numbers = range(len(self.slots)) if only is None else only
        return Problem(
            self.tables,
            self.masks,
            [(self._table_of[number], self.slot_cells[number]) for number in numbers],
            [self.live(number, floor) for number in numbers],
            [self.goals[number] for number in numbers],
            self.rules.distinct,
            self.exclusions,
            self.required,
            self.score_range,
        )

    @cached_property
    def required(self) -> list[list[Row]]:
        """The rows that spell each required word that does not stand beyond the region."""
        wanted = [self._standard(word) for word in self.rules.required]
        return [self._spellings(word) for word in wanted if word not in self._words_outside]

    @cached_property
    def exempt(self) -> dict[int, int]:
        """The rows of required words, by table, as bits: no floor is for them."""
        return self._bits(map(self._spellings, self.rules.required))

    @cached_property
    def score_range(self) -> tuple[int, int]:
        """The worst and best score of the words in play, no worse than the floor."""
        ranges = [engine.score_range(table.scores) for table in self._tables if table.size]
        if not ranges:
            return 0, 0
        worst, best = min(low for low, _ in ranges), max(high for _, high in ranges)
        if self.rules.min_score is not None:
            worst = min(max(worst, self.rules.min_score), best)
        return worst, best

    # -- the rows that each slot starts with ------------------------------------------------------

    def live(self, number: int, floor: int | None) -> bytes | None:
        """Return the rows that the rules and a floor leave to a slot, None for all.

        A slot with a floor of its own keeps it.
        """
        return self._live_rows(number, self.rules.slot_scores.get(self.slots[number].label, floor))

    def live_above(self, number: int, floor: int) -> bytes:
        """Return the rows that the rules and, in any slot, a floor leave to it."""
        label = self.slots[number].label
        rule = self.rules.slot_scores.get(label, self.rules.min_score)
        rows = self._live_rows(number, floor if rule is None else max(rule, floor))
        table = self.table_of(number)
        return engine.rows_at_least(table.scores, floor) if rows is None else rows

    def _live_rows(self, number: int, floor: int | None) -> bytes | None:
        slot = self.slots[number]
        if all(cell in self._given for cell in slot.cells):
            return None
        key = (self._table_of[number], floor, self.rules.matching.get(slot.label))
        if key not in self._live_known:
            if len(self._live_known) >= MOST_ROWS_KNOWN:
                self._live_known.clear()
            self._live_known[key] = self._find_live_rows(*key)
        return self._live_known[key]

    @cached_property
    def _live_known(self) -> dict[tuple[int, int | None, str | None], bytes | None]:
        return {}

    def _find_live_rows(self, number: int, floor: int | None, pattern: str | None) -> bytes | None:
        table = self._tables[number]
        barred = self._barred.get(number, 0)
        if floor is None and pattern is None and not barred:
            return None
        rows = (1 << table.size) - 1
        if floor is not None:
            rows = int.from_bytes(engine.rows_at_least(table.scores, floor), "little")
            rows |= self.exempt.get(number, 0)
        if pattern is not None:
            rows &= self._rows_matching(table, re.compile(pattern, re.IGNORECASE))
        return (rows & ~barred).to_bytes(table.blocks * 8, "little")

    @cached_property
    def _barred(self) -> dict[int, int]:
        """The rows, by table, that no slot may take: banned, used, or shut out by the rest."""
        words = [*self.rules.banned, *self.rules.used]
        if self.rules.distinct:
            words += self._words_outside
        barred = self._bits(map(self._spellings, words))
        for keys in self._sharing if self._words_outside else ():
            taken = {key for word in self._words_outside for key in keys(word)}
            for number in range(len(self._tables)):
                rows = enumerate(self._standard_words(number))
                sharing = [(number, row) for row, word in rows if not taken.isdisjoint(keys(word))]
                barred[number] = barred.get(number, 0) | self._bits([sharing]).get(number, 0)
        return barred

    @staticmethod
    def _bits(spellings: Iterable[Iterable[Row]]) -> dict[int, int]:
        """Return rows as bits, by table."""
        found: dict[int, int] = defaultdict(int)
        for table, row in (pair for pairs in spellings for pair in pairs):
            found[table] |= 1 << row
        return found

    @cached_property
    def _words_outside(self) -> list[str]:
        """The words that stand beyond the region, as the list spells them."""
        if self.rules.region is None:
            return []
        beyond = [slot for slot in self.grid.slots if slot not in self.slots]
        words = (self.grid.word(slot) for slot in beyond)
        return [self._standard(word) for word in words if word is not None]

    def _rows_matching(self, table: AnyTable, pattern: re.Pattern[str]) -> int:
        found = 0
        for row in range(table.size):
            if pattern.fullmatch(table.word(row)):
                found |= 1 << row
        return found

    def _spellings(self, word: str) -> list[Row]:
        """Return all rows that spell a word."""
        codes = self.words.codes(word)
        found = []
        if codes is not None and len(codes) in self._shared:
            number = self._shared[len(codes)]
            row = self.words.table(len(codes)).row(codes)
            found = [] if row is None else [(number, row)]
        return [*found, *self._own_spellings.get(self._standard(word), ())]

    def _standard(self, word: str) -> str:
        codes = self.words.codes(word)
        return word if codes is None else self.words.alphabet.decode(codes)

    @cached_property
    def _own_spellings(self) -> dict[str, list[Row]]:
        found: dict[str, list[Row]] = defaultdict(list)
        for number, table in enumerate(self._tables):
            if isinstance(table, OwnTable):
                for row, spelling in enumerate(table.spellings):
                    found[self._standard(spelling)].append((number, row))
        return found

    # -- words that shut each other out -----------------------------------------------------------

    @cached_property
    def exclusions(self) -> Exclusions | None:
        """The pairs of words, beyond equal rows, that the rules keep apart; None without any."""
        groups: list[Sequence[Row]] = []
        if self.rules.distinct:
            groups += [self._spellings(word) for word in self._own_spellings]
        for keys in self._sharing:
            groups += self._grouped(keys)
        if self.rules.distinct:  # or else a word alone shuts itself out
            groups = [group for group in groups if len(group) > 1]
        return Exclusions([table.size for table in self._tables], groups) if groups else None

    @cached_property
    def _sharing(self) -> list[Callable[[str], Iterable[str]]]:
        """What two words of a puzzle must not share, each as a function from a word to its keys."""
        found: list[Callable[[str], Iterable[str]]] = []
        if self.rules.no_shared_stem:
            found.append(lambda word: [self.words.base(word)])
        size = self.rules.no_shared_letters
        if size is not None:
            found.append(lambda word: _runs(word, size))
        return found

    def excluded_by(self, table: int, row: int) -> dict[int, int]:
        """Return, by table, the rows that a word in the puzzle shuts out, as bits."""
        if (table, row) not in self._excluded_known:
            if len(self._excluded_known) >= MOST_ROWS_KNOWN:
                self._excluded_known.clear()
            shut_out = [(table, row)] if self.rules.distinct else []
            if self.exclusions is not None:
                shut_out += self.exclusions.shut_out_by(table, row)
            self._excluded_known[table, row] = self._bits([shut_out])
        return self._excluded_known[table, row]

    @cached_property
    def _excluded_known(self) -> dict[Row, dict[int, int]]:
        return {}

    def _grouped(self, keys: Callable[[str], Iterable[str]]) -> list[list[Row]]:
        groups: dict[str, list[Row]] = defaultdict(list)
        for number, row, word in self._words_in_play():
            place = (number, row)
            for key in keys(word):
                groups[key].append(place)
        return list(groups.values())

    def _words_in_play(self) -> Iterator[tuple[int, int, str]]:
        """Yield the table, row and spelling of every word that some slot starts with."""
        live: dict[int, int] = defaultdict(int)
        for number, table_number in enumerate(self._table_of):
            rows = self.live(number, self.rules.min_score)
            size = self._tables[table_number].size
            live[table_number] |= (
                (1 << size) - 1 if rows is None else int.from_bytes(rows, "little")
            )
        for number, rows_in_play in live.items():
            words = enumerate(self._standard_words(number))
            for (row, word), digit in zip(words, bin(rows_in_play)[:1:-1], strict=False):
                if digit == "1":
                    yield number, row, word

    def _standard_words(self, number: int) -> Iterable[str]:
        """Return all words of a table as the list spells them."""
        table = self._tables[number]
        if isinstance(table, OwnTable):
            return map(self._standard, table.spellings)
        return (word for word, _ in table)

    # -- reading the answer -----------------------------------------------------------------------

    def table_number(self, number: int) -> int:
        """Return the number of the table that serves a slot."""
        return self._table_of[number]

    def table_of(self, number: int) -> AnyTable:
        """Return the table that serves a slot."""
        return self._tables[self._table_of[number]]

    def scores_in_play(self, numbers: Iterable[int]) -> list[int]:
        """Return every score in the tables of some slots, ascending."""
        tables = {self._table_of[number] for number in numbers}
        return sorted({score for table in tables for score in self._tables[table].scores})

    def answers(self, rows: Sequence[int]) -> dict[str, str]:
        """Return the word of each slot to be filled that is down to one, by label."""
        return {
            slot.label: self._answer(number, row)
            for number, (slot, row) in enumerate(zip(self.slots, rows, strict=True))
            if row >= 0 and self.goals[number]
        }

    def _answer(self, number: int, row: int) -> str:
        """Return the word of a row in a slot; letters that the grid gives stay as it has them."""
        table, cells = self.table_of(number), self.slots[number].cells
        if self._respelled.isdisjoint(cells):
            return table.word(row)
        codes = table.codes[row * len(cells) : (row + 1) * len(cells)]
        return "".join(
            self.grid.letters.get(cell, self.tokens[code])
            for cell, code in zip(cells, codes, strict=True)
        )

    @cached_property
    def _respelled(self) -> frozenset[Cell]:
        """The cells whose given letter the list spells otherwise: É for a list without accents."""
        letters = self.grid.letters
        return frozenset(c for c, code in self._given.items() if self.tokens[code] != letters[c])

    def scores(self, rows: Sequence[int]) -> dict[str, int | None]:
        """Return the list's score of each answer, None of one that the list lacks."""
        return {label: self.words.score(word) for label, word in self.answers(rows).items()}

    def filled(self, masks: Sequence[int]) -> Grid:
        """Return the grid with a letter in every cell of the region that is down to one."""
        letters = {
            cell: self.tokens[mask.bit_length() - 1]
            for cell, mask in zip(self.cells, masks, strict=True)
            if mask.bit_count() == 1 and cell in self._region and cell not in self._given
        }
        return self.grid.with_letters(letters)


def _with_required(words: WordList, rules: Rules) -> WordList:
    """Add required words that the list lacks."""
    missing = {word: DEFAULT_SCORE for word in rules.required if word not in words}
    wider = words.with_scores(missing) if missing else words
    barred = {wider.codes(word) for word in (*rules.banned, *rules.used)}
    for word in rules.required:
        if wider.codes(word) in barred:
            raise RuleError(f"{word} is both required and banned (or used before)")
    return wider


def _with_fixed(grid: Grid, rules: Rules, words: WordList) -> Grid:
    """Put the fixed words into their slots; RuleError where they contradict a letter there."""
    for label, word in rules.fixed.items():
        slot = grid.slot(label)
        before = grid.pattern(slot)
        grid = grid.with_word(slot, _in_cells(word, before, words))
        for position, (old, new) in enumerate(zip(before, grid.pattern(slot), strict=True), 1):
            if old is not None and words.spell(old) != words.spell(new or ""):
                raise RuleError(f"{label}: {word} has {new} as letter {position}, the grid {old}")
        given = zip(slot.cells, before, strict=True)
        grid = grid.with_letters({cell: old for cell, old in given if old is not None})
    return grid


def _in_cells(word: str, pattern: Sequence[str | None], words: WordList) -> list[str]:
    """Cut a word to the cells of a slot: as the list spells it, or else as the grid does."""
    letters = split_letters(words.spell(word))
    for tokens in ([*words.tokens(word)], letters, split_letters(normalise_answer(word))):
        if len(tokens) == len(pattern):
            return tokens
    cut, rest = [], letters
    for given in pattern:
        size = 1 if given is None else len(split_letters(given))
        cut.append("".join(rest[:size]))
        rest = rest[size:]
    return cut if cut[-1] and not rest else letters


def _runs(word: str, size: int) -> set[str]:
    return {word[start : start + size] for start in range(len(word) - size + 1)}
