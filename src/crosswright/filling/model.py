"""A grid, a word list and rules, stated as a problem for the engine, and its answer read back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate

from crosswright import engine
from crosswright.engine import Problem, Tables
from crosswright.engine.problem import CellIndex, SlotIndex, TableIndex, TableRow
from crosswright.errors import RuleError
from crosswright.filling.preference import Preference
from crosswright.filling.rows import SlotRows
from crosswright.filling.rules import Rules
from crosswright.filling.tables import AnyTable, SlotTables
from crosswright.grids.grid import Grid, Slot
from crosswright.grids.letters import normalise_answer, split_letters
from crosswright.grids.notation import Cell
from crosswright.support.bits import both
from crosswright.support.records import replace
from crosswright.support.sizes import MAX_LENGTH
from crosswright.support.slices import InSlices, Slices
from crosswright.words.table import Table, WordRow
from crosswright.words.wordlist import DEFAULT_SCORE, WordList


class Model:
    """One fill: `problem()` states it, `filled()` and `answers()` read the engine's answer.

    `slots` are those that have cells in the region to be filled, and the indices of slots count
    them, not those of the grid.
    """

    def __init__(
        self,
        grid: Grid,
        words: WordList,
        rules: Rules,
        *,
        assumed: Mapping[Cell, str] | None = None,
        preference: Preference | None = None,
        avoid_look_alikes: bool = False,
    ) -> None:
        """Take what to fill.

        Letters that are assumed must be in the fill. They are not given: a word that they complete
        must be one that its slot may take. To avoid look-alikes is a matter of taste: that there is
        no such fill proves nothing.
        """
        self.assumed = assumed or {}
        self._avoid_look_alikes = avoid_look_alikes
        self.preference = preference
        rules = rules.for_grid(grid)
        self.words = _with_words_of_rules(words, rules)
        self._unlisted = frozenset(map(self.words.spell, _unlisted(words, rules)))
        region = rules.region_cells(grid)
        self.before: Mapping[Cell, str] = {}
        """The letters that were in the region."""
        emptied = rules.without_region(grid)
        if emptied is not grid:
            self.before = {cell: grid.letters[cell] for cell in region if cell in grid.letters}
        grid = _with_fixed(emptied, rules, self.words)
        slots = [slot for slot in grid.slots if region.intersection(slot.cells)]
        self._state(grid, rules, region, slots, rules.required)

    def _state(
        self,
        grid: Grid,
        rules: Rules,
        region: frozenset[Cell],
        slots: list[Slot],
        exempt: Collection[str],
    ) -> None:
        """Set up the model of some slots; no floor is for the exempt words."""
        self.grid, self.rules, self.slots = grid, rules, slots
        self._region, self._exempt = region, exempt
        self.cells = grid.open_cells
        self._cell_indices = {cell: index for index, cell in enumerate(self.cells)}
        self.goals = [self._is_goal(slot) for slot in slots]
        self._tables = SlotTables(grid, self.words, slots, rules.allowed)
        self.tokens = self._tables.tokens
        self._worth_in_slices = InSlices(self._weigh)
        self.rows = SlotRows(
            rules,
            self.words,
            slots,
            self._tables,
            self.words_outside(),
            exempt=exempt,
            avoid_look_alikes=self._avoid_look_alikes,
        )

    def eased(self, freed: Collection[Cell], rules: Rules) -> Model:
        """Return the model of the same slots and words with some letters freed, and other rules.

        The cells that are freed are to be filled too. What was required stays exempt from floors,
        so that dropping a rule never leaves fewer words.
        """
        grid, region = self.grid.without_letters(freed), self._region.union(freed)
        return self._changed(grid, rules, region, avoid_look_alikes=self._avoid_look_alikes)

    def with_look_alikes(self) -> Model | None:
        """Return the model that lets words look alike; None if this one does."""
        if not self.rows.avoids_look_alikes:
            return None
        return self._changed(self.grid, self.rules, self._region, avoid_look_alikes=False)

    def _changed(
        self, grid: Grid, rules: Rules, region: frozenset[Cell], *, avoid_look_alikes: bool
    ) -> Model:
        model = Model.__new__(Model)
        model.words, model.assumed, model.preference = self.words, self.assumed, self.preference
        model.before, model._unlisted = self.before, self._unlisted
        model._avoid_look_alikes = avoid_look_alikes
        model._state(grid, rules, region, self.slots, self._exempt)
        return model

    def _is_goal(self, slot: Slot) -> bool:
        """Return whether a slot will be full once the region is."""
        return all(cell in self._region or cell in self.grid.letters for cell in slot.cells)

    def words_outside(self) -> list[str]:
        """Return the words outside the region, as the list spells them."""
        if self.rules.region is None:
            return []
        outside = [slot for slot in self.grid.slots if slot not in self.slots]
        words = (self.grid.word(slot) for slot in outside)
        return [self.words.spell(word) for word in words if word is not None]

    # -- stating the problem --------------------------------------------------------------------

    def set_up(self) -> Iterator[None]:
        """Do in slices what takes its time before a problem can be stated.

        Whoever has no limit to look at in between may do without: `problem()` does what is left.
        """
        yield from self._tables.set_up()
        yield from self.rows.set_up()
        yield from self._worth_in_slices.slices()

    @cached_property
    def tables(self) -> Tables:
        """The words of all slots, with what they are worth in place of their scores."""
        return self.scored_tables if self.preference is None else Tables(self._worth_tables)

    @cached_property
    def scored_tables(self) -> Tables:
        """The words of all slots, with their scores."""
        return Tables(self._tables.tables)

    @property
    def _worth_tables(self) -> list[AnyTable]:
        """The tables with what their words are worth; those of single slots keep their scores."""
        return self._worth_in_slices.value

    def _weigh(self) -> Slices[list[AnyTable]]:
        tables = list(self._tables.tables)
        for table_index, table in enumerate(tables):
            if self.preference is not None and isinstance(table, Table):
                worth = self.preference.worth(table, self.words)
                tables[table_index] = replace(table, scores=worth)
                yield
        return tables

    def worth(self, slot_index: SlotIndex) -> memoryview:
        """Return what the words that a slot may take are worth, row by row."""
        return self._worth_tables[self.table_index(slot_index)].scores

    @cached_property
    def masks(self) -> list[int]:
        """What each cell may hold, as bits: the given letter, or the list's whole alphabet."""
        masks = [(1 << len(self.words.alphabet)) - 1] * len(self.cells)
        for cell, code in self._tables.given.items():
            masks[self._cell_indices[cell]] = 1 << code
        for cell, letter in self.assumed.items():
            codes = self.words.codes(letter) or b""
            masks[self._cell_indices[cell]] &= sum(1 << code for code in codes[:1])
        return masks

    @cached_property
    def given_codes(self) -> dict[CellIndex, int]:
        """The codes of the letters that the grid gives."""
        return {self._cell_indices[cell]: code for cell, code in self._tables.given.items()}

    @cached_property
    def slot_cells(self) -> list[tuple[CellIndex, ...]]:
        """The cells of each slot."""
        return [tuple(self._cell_indices[cell] for cell in slot.cells) for slot in self.slots]

    def problem(
        self,
        min_score: int | None = None,
        only: Sequence[SlotIndex] | None = None,
        *,
        any_words: bool = False,
        are_exclusive: bool = True,
        narrowed: Mapping[SlotIndex, bytes] | None = None,
    ) -> Problem | None:
        """State the problem, with a floor for the slots that have none; None if it has no answer.

        `only` leaves the other slots out: their cells take any letters, and required words may be
        there. With `any_words`, a slot may take whatever its table has; `narrowed` has the only
        rows that some may take. Without `are_exclusive`, two different words never exclude each
        other. A slot longer than any word can be is not a problem for an engine: it has no answer.
        """
        slot_indices = range(len(self.slots)) if only is None else only
        if any(len(self.slots[index]) > MAX_LENGTH for index in slot_indices):
            return None
        own = self.rules.min_score
        floor = own if min_score is None else min_score
        live = [self.rows.live(i, floor if self.goals[i] else own) for i in slot_indices]
        for slot_index, rows in (narrowed or {}).items():
            others = live[slot_index]
            live[slot_index] = rows if others is None else both(others, rows)
        return Problem(
            self.tables,
            self.masks,
            [(self.table_index(index), self.slot_cells[index]) for index in slot_indices],
            () if any_words else live,
            [self.goals[index] for index in slot_indices],
            self.rules.distinct,
            self.rows.exclusions if are_exclusive else None,
            self._required_in(slot_indices),
            self.score_range,
        )

    def problem_before(self) -> Problem | None:
        """State the problem with the letters that were in the region; None if it was not full."""
        problem, masks = self.problem(), [*self.masks]
        if problem is None or not self.before or not self.to_fill.issubset(self.before):
            return None
        for cell in self.to_fill:
            codes = self.words.codes(self.before[cell]) or b""
            if len(codes) != 1:
                return None
            masks[self._cell_indices[cell]] &= 1 << codes[0]
        return problem.changed(masks=masks)

    def _required_in(self, slot_indices: Collection[SlotIndex]) -> list[list[TableRow]]:
        """Return the rows of the required words that no slot but these has room for."""
        others = set(range(len(self.slots))).difference(slot_indices)
        rooms = set(map(self.room, others))
        required = self.rows.required.items()
        return [rows for word, rows in required if len(self.words.tokens(word)) not in rooms]

    @cached_property
    def score_range(self) -> tuple[int, int]:
        """The worst and the best worth of the words in play, no worse than the floor."""
        tables = self._worth_tables
        ranges = [engine.score_range(table.scores) for table in tables if table.size]
        if not ranges:
            return 0, 0
        worst, best = min(low for low, _ in ranges), max(high for _, high in ranges)
        if self.rules.min_score is not None:
            worst = min(max(worst, self.rules.min_score), best)
        return worst, best

    def table_index(self, slot_index: SlotIndex) -> TableIndex:
        """Return the index of the table that serves a slot."""
        return self._tables.of_slots[slot_index]

    def table_of(self, slot_index: SlotIndex) -> AnyTable:
        """Return the table that serves a slot."""
        return self._tables.tables[self.table_index(slot_index)]

    def support(self, slot_index: SlotIndex, position: int, code: int) -> int:
        """Return the rows of a slot's table that have a letter at a position, as bits."""
        table = self.tables.words[self.table_index(slot_index)]
        if not 0 <= code < table.alphabet_size:
            return 0
        size = table.blocks * 8
        start = (position * table.alphabet_size + code) * size
        return int.from_bytes(table.support[start : start + size], "little")

    def can_hold(self, slot_index: SlotIndex, word: str) -> bool:
        """Return whether a slot's table has a word that agrees with the letters given there."""
        table, cells = self.table_of(slot_index), self.slots[slot_index].cells
        given = [self._tables.given.get(cell) for cell in cells]
        for table_index, row in self._tables.rows_of(word):
            if table_index == self.table_index(slot_index):
                codes = table.codes[row * len(cells) : (row + 1) * len(cells)]
                if all(old in (None, new) for old, new in zip(given, codes, strict=True)):
                    return True
        return False

    def room(self, slot_index: SlotIndex) -> int:
        """Return how many letters the word of a slot has: a rebus takes several."""
        return self._tables.room(self.slots[slot_index])

    def scores_in_play(self, slot_indices: Iterable[SlotIndex]) -> list[int]:
        """Return every score in the tables of some slots, ascending."""
        table_indices = {self.table_index(index) for index in slot_indices}
        tables = [self._tables.tables[index] for index in table_indices]
        return sorted({score for table in tables for score in table.scores})

    # -- reading the answer ---------------------------------------------------------------------

    def answers(self, rows: Sequence[WordRow]) -> dict[str, str]:
        """Return the word of each slot to be filled that is down to one, by label."""
        return {
            slot.label: self._answer(index, row)
            for index, (slot, row) in enumerate(zip(self.slots, rows, strict=True))
            if row >= 0 and self.goals[index]
        }

    def _answer(self, slot_index: SlotIndex, row: WordRow) -> str:
        """Return the word of a row in a slot; letters that the grid gives stay as it has them."""
        table, cells = self.table_of(slot_index), self.slots[slot_index].cells
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
        letters = self.grid.letters.items()
        return frozenset(cell for cell, letter in letters if self.words.spell(letter) != letter)

    def scores(self, rows: Sequence[WordRow]) -> dict[str, int | None]:
        """Return the list's score of each answer, None for one that the list lacks."""
        return {
            slot.label: self._score(index, row)
            for index, (slot, row) in enumerate(zip(self.slots, rows, strict=True))
            if row >= 0 and self.goals[index]
        }

    def _score(self, slot_index: SlotIndex, row: WordRow) -> int | None:
        """Return the list's score of the word of a row, which a table of the list has as well."""
        if self._unlisted and self.words.spell(self._answer(slot_index, row)) in self._unlisted:
            return None
        if self._tables.is_shared(self.table_index(slot_index)):
            score: int = self.table_of(slot_index).scores[row]
            return score
        return self.words.score(self._answer(slot_index, row))

    def filled(self, masks: Sequence[int]) -> Grid:
        """Return the grid with a letter in every cell to be filled that is down to one."""
        letters = {
            cell: self.tokens[mask.bit_length() - 1]
            for cell, mask in zip(self.cells, masks, strict=True)
            if mask.bit_count() == 1 and cell in self.to_fill
        }
        return self.grid.with_letters(letters)

    @cached_property
    def to_fill(self) -> frozenset[Cell]:
        """The empty cells of the slots that are goals."""
        goals = (slot for slot, goal in zip(self.slots, self.goals, strict=True) if goal)
        return frozenset(c for slot in goals for c in slot.cells if c not in self._tables.given)


def _unlisted(words: WordList, rules: Rules) -> list[str]:
    """Return the required words that a list lacks."""
    return [word for word in rules.required if word not in words]


def _with_words_of_rules(words: WordList, rules: Rules) -> WordList:
    """Add required words that the list lacks, and letters of words that single slots may take."""
    if not (rules.required or rules.allowed):
        return words
    missing = dict.fromkeys(_unlisted(words, rules), DEFAULT_SCORE)
    wider = words.with_scores(missing) if missing else words
    wider = wider.with_letters_of(word for allowed in rules.allowed.values() for word in allowed)
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
        grid = grid.with_word(slot, cut_to_cells(word, before, words))
        for position, (old, new) in enumerate(zip(before, grid.pattern(slot), strict=True), 1):
            if old is not None and words.spell(old) != words.spell(new or ""):
                raise RuleError(f"{label}: {word} has {new} as letter {position}, the grid {old}")
        given = zip(slot.cells, before, strict=True)
        grid = grid.with_letters({cell: old for cell, old in given if old is not None})
    return grid


def cut_to_cells(word: str, pattern: Sequence[str | None], words: WordList) -> list[str]:
    """Cut a word to the cells of a slot: as the list spells it, or else as the grid does."""
    letters = split_letters(words.spell(word))
    for parts, split in (
        (words.tokens(word), words.tokens),
        (letters, split_letters),
        (split_letters(normalise_answer(word)), split_letters),
    ):
        sizes = [1 if given is None else len(split(given)) for given in pattern]
        if sum(sizes) == len(parts):
            ends = [*accumulate(sizes)]
            return ["".join(parts[end - size : end]) for size, end in zip(sizes, ends, strict=True)]
    return letters
