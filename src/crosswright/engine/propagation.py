"""The plain engine's propagation: what is left to cells and slots, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index

from crosswright.engine.bitrows import BitTable
from crosswright.engine.problem import (
    CellIndex,
    Exclusions,
    Problem,
    SlotIndex,
    SlotRow,
    TableIndex,
    TableRow,
)
from crosswright.support.bits import bits
from crosswright.support.turns import Turn
from crosswright.words.table import WordRow


class SearchState:
    """What changes along a branch, all in one place so that a frame is a copy."""

    __slots__ = ("counts", "live", "masks")

    def __init__(self, live: list[int], counts: list[int], masks: list[int]) -> None:
        self.live = live
        self.counts = counts
        self.masks = masks

    def copy(self) -> SearchState:
        return SearchState(self.live.copy(), self.counts.copy(), self.masks.copy())


class ArcConsistency:
    """The state of a fill, kept arc consistent; `Solver` searches on it."""

    _turn: Turn | None = None

    def __init__(self, problem: Problem) -> None:
        tables = problem.tables
        self._tables: list[BitTable] = tables.prepared(
            "python", lambda: [BitTable(words) for words in tables.words]
        )
        self._table_of: list[TableIndex] = [table_index for table_index, _ in problem.slots]
        self._cells: list[Sequence[CellIndex]] = [cells for _, cells in problem.slots]
        self._slots: range = range(len(problem.slots))
        self._slots_through: list[list[tuple[SlotIndex, int]]] = [[] for _ in problem.masks]
        for slot in self._slots:
            for position, cell in enumerate(self._cells[slot]):
                self._slots_through[cell].append((slot, position))
        self._slots_of_table: list[list[SlotIndex]] = [[] for _ in self._tables]
        for slot in self._slots:
            self._slots_of_table[self._table_of[slot]].append(slot)
        self._goals = problem.goals or [True] * len(problem.slots)
        self._distinct = problem.distinct
        self._exclusions: Exclusions | None = problem.exclusions
        self._required = problem.required
        self._few_words = problem.few_words
        self._takers: dict[int | TableRow, SlotRow] = {}
        """By word and by key, the last slot that had it; it may have lost that word since."""
        self._weights = [1] * len(problem.slots)
        self.propagations = 0
        self._pending: set[SlotIndex] = set(self._slots)
        self._state = self._first_state(problem)
        self._seen = [[-1] * len(cells) for cells in self._cells]

    def _first_state(self, problem: Problem) -> SearchState:
        live = [self._tables[table_index].all_rows for table_index in self._table_of]
        for slot, rows in enumerate(problem.live):
            if rows is not None:
                live[slot] &= int.from_bytes(rows, "little")
        return SearchState(live, [rows.bit_count() for rows in live], list(problem.masks))

    # -- for callers ----------------------------------------------------------------------------

    def rows(self) -> list[WordRow]:
        """Return the row that each slot is down to, -1 where several are left (or none)."""
        with self._my_turn():
            return [
                live.bit_length() - 1 if count == 1 else -1
                for live, count in zip(self._state.live, self._state.counts, strict=True)
            ]

    def counts(self) -> list[int]:
        """Return how many words each slot has left."""
        with self._my_turn():
            return self._state.counts.copy()

    def live(self, slot: SlotIndex) -> bytes:
        """Return the rows a slot has left as a little-endian bitset."""
        slot = index(slot)
        with self._my_turn():
            if not 0 <= slot < len(self._slots):
                raise IndexError(f"there is no slot {slot}")
            blocks = (self._tables[self._table_of[slot]].size + 63) // 64
            return self._state.live[slot].to_bytes(blocks * 8, "little")

    def masks(self) -> list[int]:
        """Return the tokens each cell has left, as bits."""
        with self._my_turn():
            return self._state.masks.copy()

    def weights(self) -> list[int]:
        """Return how often each slot has run out of words, plus one."""
        with self._my_turn():
            return self._weights.copy()

    def _my_turn(self) -> Turn:
        if self._turn is None:
            raise RuntimeError("this search was not set up")
        return self._turn

    # -- propagation ----------------------------------------------------------------------------

    def _propagate(self) -> bool:
        """Revise until nothing changes; False as soon as a slot runs out of words."""
        while True:
            while self._pending:
                slot = min(self._pending, key=lambda slot: (self._state.counts[slot], slot))
                self._pending.remove(slot)
                self.propagations += 1
                if not self._revise(slot):
                    self._pending.clear()
                    return False
            if not self._required or self._place_required():
                if not self._pending:
                    return True
            else:
                return False

    def _set_mask(self, cell: CellIndex, mask: int) -> None:
        """Give a cell other tokens, and wake its slots."""
        self._state.masks[cell] = mask
        self._pending.update(slot for slot, _ in self._slots_through[cell])

    def _revise(self, slot: SlotIndex) -> bool:
        """Make a slot and its cells agree; False when no word is left."""
        state, cells, seen = self._state, self._cells[slot], self._seen[slot]
        table = self._tables[self._table_of[slot]]
        live = state.live[slot]
        for position, cell in enumerate(cells):
            mask = state.masks[cell]
            if mask != seen[position]:
                live &= self._rows_kept(table, position, seen[position], mask)
                seen[position] = mask
        if live != state.live[slot]:
            state.live[slot] = live = self._without_used(slot, live)
            state.counts[slot] = live.bit_count()
        if not live:
            self._weights[slot] += 1
            return False
        self._narrow_cells(slot, table, live)
        return state.counts[slot] > 1 or self._exclude_elsewhere(slot, live.bit_length() - 1)

    def _without_used(self, slot: SlotIndex, live: int) -> int:
        """Return the words left without those of other slots, if they have just become few."""
        few, counts = self._few_words, self._state.counts
        if few is None or not live.bit_count() <= few < counts[slot]:
            return live
        for other in self._slots_of_table[self._table_of[slot]]:
            if counts[other] == 1 and other != slot:
                live &= ~self._state.live[other]
        return live & ~sum(1 << row for row in bits(live) if self._is_taken(slot, row))

    def _is_taken(self, slot: SlotIndex, row: WordRow) -> bool:
        """Return whether another slot has this word, or one with a key of it."""
        if self._exclusions is None:
            return False
        table_index = self._table_of[slot]
        keys = [(table_index, row), *self._exclusions.keys_of(table_index, row)]
        takers = (self._takers[key] for key in keys if key in self._takers)
        return any(
            other != slot and self._state.live[other] == 1 << others_row
            for other, others_row in takers
        )

    @staticmethod
    def _rows_kept(table: BitTable, position: int, seen: int, mask: int) -> int:
        """Return the rows that survive a cell's loss of tokens, whichever way is shorter."""
        gone = seen & ~mask
        if seen >= 0 and gone.bit_count() < mask.bit_count():
            return ~table.rows_of_any(position, gone)
        return table.rows_of_any(position, mask)

    def _narrow_cells(self, slot: SlotIndex, table: BitTable, live: int) -> None:
        """Take from each cell the tokens that no word left supports; wake its other slots."""
        masks, seen = self._state.masks, self._seen[slot]
        for position, cell in enumerate(self._cells[slot]):
            mask = masks[cell]
            if not mask & (mask - 1):
                continue
            rows_at = table.rows_at(position)
            kept = left = mask
            while left:  # this is where the time goes: bits() would take half as long again
                lowest = left & -left
                if not live & rows_at[lowest.bit_length() - 1]:
                    kept ^= lowest
                left ^= lowest
            if kept != mask:
                masks[cell] = seen[position] = kept
                for other, _ in self._slots_through[cell]:
                    if other != slot:
                        self._pending.add(other)

    def _exclude_elsewhere(self, slot: SlotIndex, row: WordRow) -> bool:
        """Rule out, in the other slots, what the word of this slot excludes."""
        table_index = self._table_of[slot]
        if self._distinct and not self._remove_elsewhere(slot, table_index, row):
            return False
        if self._exclusions is None:
            return True
        for other_table, other_row in self._exclusions.excluded_by(table_index, row):
            if not self._remove_elsewhere(slot, other_table, other_row):
                return False
        if self._few_words is not None:  # no other slot has the word, or one with these keys, now
            self._takers[table_index, row] = slot, row
            for key in self._exclusions.keys_of(table_index, row):
                self._takers[key] = slot, row
        return True

    def _remove_elsewhere(self, slot: SlotIndex, table_index: TableIndex, row: WordRow) -> bool:
        """Rule a word out in all slots of its table but one."""
        few, counts = self._few_words, self._state.counts
        return all(
            other == slot or (few is not None and counts[other] > few) or self._remove(other, row)
            for other in self._slots_of_table[table_index]
        )

    def _remove(self, slot: SlotIndex, row: WordRow) -> bool:
        """Rule a word out in a slot; False when it was the last one."""
        state = self._state
        if not state.live[slot] >> row & 1:
            return True
        state.live[slot] &= ~(1 << row)
        state.counts[slot] -= 1
        if not state.counts[slot]:
            self._weights[slot] += 1
            self._pending.clear()
            return False
        if state.counts[slot] == 1 or self._is_missed(slot, row):
            self._pending.add(slot)
        return True

    def _is_missed(self, slot: SlotIndex, row: WordRow) -> bool:
        """Return whether a slot's open cells had a token from a word that no other word has there.

        If not, the word can go without a revision, and of many slots few are looked at.
        """
        table, live = self._tables[self._table_of[slot]], self._state.live[slot]
        for position, cell in enumerate(self._cells[slot]):
            mask = self._state.masks[cell]
            token = self._token_of(slot, row, position)
            if mask & (mask - 1) and not live & table.rows(position, token):
                return True
        return False

    def _token_of(self, slot: SlotIndex, row: WordRow, position: int) -> int:
        table = self._tables[self._table_of[slot]]
        return table.codes[row * table.length + position]

    # -- required words -------------------------------------------------------------------------

    def _placements(self, spellings: Sequence[TableRow]) -> list[SlotRow]:
        """Return the slots where a required word is still possible, each with the word's row."""
        return [
            (slot, row)
            for table_index, row in spellings
            for slot in self._slots_of_table[table_index]
            if self._goals[slot] and self._state.live[slot] >> row & 1
        ]

    def _place_required(self) -> bool:
        """Put a required word into the only slot left for it; False when there is none."""
        for spellings in self._required:
            placements = self._placements(spellings)
            if not placements:
                return False
            slot, row = placements[0]
            if len(placements) == 1 and self._state.counts[slot] > 1:
                self._state.live[slot] = 1 << row
                self._state.counts[slot] = 1
                self._pending.add(slot)
                return True
        return True

    def _placements_of_rarest(self) -> list[SlotRow]:
        """Return the placements of the required word, of those not placed, that has the fewest."""
        best: list[SlotRow] = []
        for spellings in self._required:
            placements = self._placements(spellings)
            is_placed = any(self._state.counts[slot] == 1 for slot, _ in placements)
            if not is_placed and (not best or len(placements) < len(best)):
                best = placements
        return best
