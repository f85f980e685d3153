"""A model with a kept solver: assumptions are put onto it, and only what changed is done again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from crosswright import engine
from crosswright.engine.heuristics import NO_SCORE
from crosswright.engine.problem import CellIndex, SlotIndex, TableIndex
from crosswright.errors import RuleError
from crosswright.filling.asking.assumptions import Assumptions, Restrictions, Situation
from crosswright.filling.asking.levels import SolverLevels, without
from crosswright.filling.model import Model, cut_to_cells
from crosswright.filling.rows import RowBits
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.grids.letters import check_word, normalise_token
from crosswright.grids.notation import Cell, where
from crosswright.support.wording import quote
from crosswright.words.table import WordRow, find_row
from crosswright.words.wordlist import WordList

MAX_CACHED = 2000
"""Words given in slots whose rows are kept for the next time they are needed."""


class KeptModel:
    """The model of a grid without its letters, and a solver that is built for it once."""

    def __init__(self, grid: Grid, words: WordList, rules: Rules) -> None:
        self.listed = words
        whole = Model(grid, words, rules)
        self.letters = self._own_letters(whole)
        """The letters of the grid that can be taken back; a rebus or a foreign letter cannot."""
        bare = replace(whole.rules, fixed={}, min_score=None, slot_scores={}, banned=())
        self.model = whole.eased(self.letters, bare)
        self.words = self.model.words
        self.rules = whole.rules
        self._cell_indices = {cell: index for index, cell in enumerate(self.model.cells)}
        self._slot_indices = {slot.label: index for index, slot in enumerate(self.model.slots)}
        self.region = rules.region_cells(grid)
        problem = self.model.problem(any_words=True, are_exclusive=False)
        self._simple = None if problem is None else SolverLevels(self.model, problem)
        self._whole: SolverLevels | None = None
        self._last_under_floor: tuple[Situation, list[SlotIndex]] | None = None
        self._scores: dict[frozenset[TableIndex], list[int]] = {}
        self._codes: dict[str, int] = {}
        self._rows: dict[tuple[SlotIndex, bytes], WordRow | None] = {}
        self._last_restrictions: tuple[tuple[object, ...], Restrictions] | None = None

    def letters_given_by(self, grid: Grid) -> dict[Cell, str]:
        """Return the letters of a grid that can be taken back."""
        return {cell: text for cell, text in grid.letters.items() if cell in self.letters}

    @staticmethod
    def _own_letters(model: Model) -> dict[Cell, str]:
        region = model.rules.region_cells(model.grid)
        return {
            cell: letter
            for cell, letter in model.grid.letters.items()
            if cell in region and len(model.words.codes(letter) or b"") == 1
        }

    # -- names ------------------------------------------------------------------------------------

    def slot_index(self, label: str) -> SlotIndex:
        """Return the index of a slot of the region by its label."""
        own = self.model.grid.slot(label).label
        if own not in self._slot_indices:
            raise RuleError(f"{own} is outside the region to be filled")
        return self._slot_indices[own]

    def has_slot(self, label: str) -> bool:
        """Return whether a slot, named as the grid has it, is in the region."""
        return label in self._slot_indices

    def row_of(self, slot_index: SlotIndex, word: str) -> WordRow | None:
        """Return the row of a word in a slot's table, if it is there."""
        table_index = self.model.table_index(slot_index)
        rows = dict(self.model.rows.rows_of(word))
        return rows.get(table_index)

    def label(self, label: str) -> str:
        """Return the label of a slot of the region as the grid has it."""
        return self.model.slots[self.slot_index(label)].label

    def cell_index(self, cell: Cell) -> CellIndex:
        """Return the index of a cell that can be filled."""
        if cell not in self._cell_indices:
            raise RuleError(f"{cell} is not an open cell of the grid")
        if cell not in self.region:
            raise RuleError(f"the cell at {where(cell)} is outside the region to be filled")
        if cell in self.model.grid.letters:
            letter = self.model.grid.letters[cell]
            raise RuleError(f"the {letter} at {where(cell)} is part of the grid's shape")
        return self._cell_indices[cell]

    def letter(self, cell: Cell, text: str) -> str:
        """Return a letter as the grid would have it, if the list's alphabet has it too."""
        check_word(text)
        letter = normalise_token(text)
        if len(self.words.codes(letter) or b"") != 1:
            raise RuleError(
                f"{text!r} at {where(cell)} is not one letter of the word list's alphabet; "
                "a grid can have it from the start"
            )
        return letter

    def letters_of(self, label: str, word: str) -> dict[Cell, str]:
        """Cut a word to the cells of a slot; RuleError where it contradicts the grid's own."""
        slot = self.model.slots[self.slot_index(label)]
        pattern = self.model.grid.pattern(slot)
        parts = cut_to_cells(word, pattern, self.words)
        if len(parts) != len(slot):
            text = word or quote(word)
            raise RuleError(f"{slot.label} has {len(slot)} cells, {text} needs {len(parts)}")
        letters = {}
        for cell, own, part in zip(slot.cells, pattern, parts, strict=True):
            if own is None:
                self.cell_index(cell)
                letters[cell] = self.letter(cell, part)
            elif self.words.spell(own) != self.words.spell(part):
                raise RuleError(f"{slot.label}: {word} has {part} at {where(cell)}, the grid {own}")
        return letters

    # -- situations -------------------------------------------------------------------------------

    def situation(self, assumptions: Assumptions, texts: Mapping[Cell, str]) -> Situation:
        """Return what some assumptions amount to."""
        given = {self._cell_indices[cell]: self._code(text) for cell, text in texts.items()}
        full = self._full(given)
        scores = {
            slot_index: int(self.model.table_of(slot_index).scores[row])
            for slot_index, row in full.items()
            if row is not None
        }
        restrictions = self._restrictions(assumptions)
        waived = self._waived_in(full, texts)
        return Situation(assumptions, texts, given, full, scores, restrictions, waived)

    def _waived_in(
        self, full: Mapping[SlotIndex, WordRow | None], texts: Mapping[Cell, str]
    ) -> frozenset[SlotIndex]:
        """Return the slots whose words the solver could not have chosen beside the others."""
        slots = [*full]
        tolerated = self.model.rows.tolerated([self._spelled(slot, texts) for slot in slots])
        return frozenset(
            slot
            for number, slot in enumerate(slots)
            if number in tolerated or not self._is_in_play(slot, full[slot])
        )

    def _is_in_play(self, slot_index: SlotIndex, row: WordRow | None) -> bool:
        """Return whether the solver knows which words a word excludes."""
        rows = self.model.rows.in_play[self.model.table_index(slot_index)]
        return row is not None and bool(rows >> row & 1)

    def _code(self, letter: str) -> int:
        """Return the code of a letter of the list's alphabet."""
        if letter not in self._codes:
            [self._codes[letter]] = self.words.codes(letter) or b""
        return self._codes[letter]

    def _full(self, given: Mapping[CellIndex, int]) -> dict[SlotIndex, WordRow | None]:
        """Return the slots that have all their letters, each with its row."""
        full: dict[SlotIndex, WordRow | None] = {}
        own = self.model.given_codes
        for slot_index, cells in enumerate(self.model.slot_cells):
            codes = bytearray()
            for cell in cells:
                code = given.get(cell, own.get(cell))
                if code is None:
                    break
                codes.append(code)
            else:
                full[slot_index] = self._row(slot_index, bytes(codes))
        return full

    def _row(self, slot_index: SlotIndex, codes: bytes) -> WordRow | None:
        """Return the row of a slot's table that has some codes, if there is one."""
        key = (slot_index, codes)
        if key not in self._rows:
            if len(self._rows) >= MAX_CACHED:
                self._rows.clear()
            table = self.model.table_of(slot_index)
            self._rows[key] = find_row(memoryview(table.codes), table.length, codes)
        return self._rows[key]

    def _restrictions(self, assumptions: Assumptions) -> Restrictions:
        """Return what floors and bans leave; the same object while they are the same."""
        general, own = assumptions.min_score, assumptions.slot_scores
        key = (assumptions.banned, general, tuple(sorted(own.items())))
        if self._last_restrictions is None or self._last_restrictions[0] != key:
            barred = self.model.rows.bits_of(sorted(assumptions.banned))
            floors = [own.get(slot.label, general) for slot in self.model.slots]
            live = self._left(floors, barred)
            lowest = tuple(NO_SCORE if floor is None else floor for floor in floors)
            self._last_restrictions = key, Restrictions(lowest, live)
        return self._last_restrictions[1]

    def _left(self, floors: Sequence[int | None], barred: RowBits) -> tuple[bytes | None, ...]:
        """Return what floors leave to each slot, without the rows that are barred.

        Slots of one table share what is the same.
        """
        left: dict[tuple[TableIndex, bytes | None], bytes | None] = {}
        rows = []
        for slot_index, floor in enumerate(floors):
            live = self.model.rows.live(slot_index, floor)
            key = (self.model.table_index(slot_index), live)
            if key not in left:
                left[key] = without(self.model, slot_index, live, barred)
            rows.append(left[key])
        return tuple(rows)

    # -- the solver -------------------------------------------------------------------------------

    @property
    def solver(self) -> engine.KeptSolver | None:
        """The solver that assumptions are put onto; None if a slot is too long for any word."""
        levels = self._whole_levels()
        return None if levels is None else levels.solver

    def _whole_levels(self) -> SolverLevels | None:
        """Set the solver up when it is needed first: which words exclude each other takes long."""
        if self._whole is None:
            problem = self.model.problem(any_words=True)
            self._whole = None if problem is None else SolverLevels(self.model, problem)
            self._simple = None
        return self._whole

    def set_up(self) -> Iterator[None]:
        """Do in slices what takes its time before the solver is there."""
        if self._whole is None:
            yield from self.model.set_up()

    def apply(self, situation: Situation) -> bool:
        """Put assumptions onto the solver, and propagate; False if there is nothing left."""
        waived = self._waived_words(situation)
        if self.model.rows.exclude_each_other(waived):
            return False
        levels = self._whole_levels()
        return levels is not None and levels.apply(situation, waived)

    def _waived_words(self, situation: Situation) -> list[str]:
        return [self._spelled(slot, situation.texts) for slot in sorted(situation.waived)]

    def glance(self, situation: Situation) -> tuple[bool, engine.KeptSolver | None]:
        """Return whether what propagation leaves is soon known, and a solver that has drawn it.

        Words exclude others only once they are a slot's last ones. As long as every slot has
        several, and where there is nothing left even without that, a solver that does not know
        which words exclude each other tells the same. It is None where nothing is left.
        """
        levels = self._simple
        if levels is None or situation.waived:
            return False, None
        if not levels.apply(situation, ()):
            return True, None
        return min(levels.solver.counts(), default=2) > 1, levels.solver

    def _spelled(self, slot_index: SlotIndex, texts: Mapping[Cell, str]) -> str:
        """Return what a slot that is given whole holds, as the list spells it."""
        own = self.model.grid.letters
        cells = self.model.slots[slot_index].cells
        return self.words.spell("".join(texts.get(cell) or own[cell] for cell in cells))

    def raise_floor(self, floor: int, situation: Situation) -> None:
        """Assume a higher floor where words are to be chosen and there is no floor of their own."""
        solver = self.solver
        assert solver is not None
        for slot_index in self.under_floor(situation):
            solver.restrict(slot_index, self.model.rows.live_above(slot_index, floor))

    def under_floor(self, situation: Situation) -> list[SlotIndex]:
        """Return the slots that the general floor is for."""
        if self._last_under_floor is None or self._last_under_floor[0] is not situation:
            self._last_under_floor = situation, self._chosen_under_floor(situation)
        return self._last_under_floor[1]

    def _chosen_under_floor(self, situation: Situation) -> list[SlotIndex]:
        own = situation.assumptions.slot_scores
        return [
            slot_index
            for slot_index, slot in enumerate(self.model.slots)
            if self.model.goals[slot_index]
            and slot_index not in situation.full
            and slot.label not in own
        ]

    def floors(self, situation: Situation) -> list[int]:
        """Return every score that a word chosen under the general floor can have, ascending."""
        slots = self.under_floor(situation)
        tables = frozenset(map(self.model.table_index, slots))
        if tables not in self._scores:
            self._scores[tables] = self.model.scores_in_play(slots)
        return self._scores[tables]

    def score_range(self, floor: int | None) -> tuple[int, int]:
        """Return the worst and the best score of the words in play, no worse than a floor."""
        worst, best = self.model.score_range
        return (worst if floor is None else min(max(worst, floor), best)), best
