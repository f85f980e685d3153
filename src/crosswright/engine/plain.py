"""The plain-Python engine: the specification of the search, and the fallback.

Cells are sets of tokens (bit masks); each slot is a table constraint over the words of its length,
kept as one big integer with a bit for every row still possible, in the manner of Compact-Table
(Demeulenaere et al., CP 2016). The search is binary branching with maintained arc
consistency (slot = word, then slot ≠ word; or the same for one letter of the word after another),
the slot with the fewest words for its conflict weight first (dom/wdeg, Boussemart et al., ECAI
2004), restarts, and the words that leave the most to the crossing slots first. `compiled.pyx` is
the same search: same seed, same nodes, same fill.

The tables are in `bitrows`, arc consistency is in `propagation`, what to try next is in `choices`,
and the search is here.

Slots, cells and tables are indices throughout, and words are rows of their table.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import NamedTuple

from crosswright.engine.bitrows import best_scores, rows_at_least, score_range
from crosswright.engine.choices import Choices
from crosswright.engine.heuristics import (
    CUTOFF_DENOMINATOR,
    CUTOFF_NUMERATOR,
    EXHAUSTED,
    FIRST_CANDIDATES,
    FIRST_CUTOFF,
    MAX_CANDIDATES,
    NOISE,
    RUNNING,
    SCORE_WEIGHT,
    SOLUTION,
    SplitMix64,
    checked_weight,
)
from crosswright.engine.problem import (
    CellIndex,
    Problem,
    SlotIndex,
    SlotRow,
    checked_range,
)
from crosswright.engine.propagation import SearchState
from crosswright.support.bits import bits
from crosswright.support.turns import Turn
from crosswright.words.table import WordRow

NAME = "python"

__all__ = ["NAME", "KeptSolver", "Solver", "best_scores", "rows_at_least", "score_range"]


class _Frame(NamedTuple):
    """A decision, and the state before it: a word in a slot, or only its letter at a position."""

    state: SearchState
    slot: SlotIndex = -1
    row: WordRow = -1
    position: int = -1


class Solver(Choices):
    """A search under way: `run` it in slices until it finds a fill or has tried everything.

    It is for one thread at a time; its counters alone can be read at any time.
    """

    def __init__(
        self,
        problem: Problem,
        seed: int = 0,
        *,
        restarts: bool = True,
        score_weight: int = SCORE_WEIGHT,
        noise: int = NOISE,
        letters: bool = False,
        log_sizes: bool = False,
        parts: bool = False,
    ) -> None:
        """Set up a search that branches on words or on letters.

        The next slot is the one with the fewest words for its weight or, with `log_sizes`, the
        smallest logarithm of their number. With `parts`, where the open cells fall into several
        parts, one part is filled after the other, and a restart keeps those that are full.
        """
        if self._turn is not None:
            raise RuntimeError("a Solver is set up once")
        if type(problem) is not Problem:
            raise TypeError(f"a Solver takes a Problem, not {type(problem).__name__}")
        super().__init__(problem, seed, score_weight, noise, log_sizes)
        self._restarting, self._letters = restarts, bool(letters)
        self._splitting = bool(parts)
        self._part = -1  # the one that is being filled
        self._full = 0  # the frames below this one fill whole parts
        self.nodes = self.failures = self.restarts = 0
        self._cutoff, self._run_failures = FIRST_CUTOFF, 0
        self._frames: list[_Frame] = []
        self._base = 0  # the frames below this one are assumptions, which no search goes back on
        self._spelled: SlotRow | None = None  # the word that is being put in letter by letter
        self._exhausted = not all(self._state.counts) or not all(problem.masks)
        self._at_solution = False
        self._turn = Turn()

    # -- for callers ----------------------------------------------------------------------------

    def run(self, nodes: int, failures: int) -> int:
        """Search on until there is a fill, the end, or this many more nodes or failures."""
        more_nodes, more_failures = index(nodes), index(failures)
        with self._my_turn():
            return self._run(self.nodes + more_nodes, self.failures + more_failures)

    # -- search ---------------------------------------------------------------------------------

    def _run(self, last_node: int, last_failure: int) -> int:
        if self._at_solution:
            self._at_solution = False
            self._exhausted = not self._refute()
        while not self._exhausted:
            if not self._propagate():
                self.failures += 1
                self._run_failures += 1
                self._exhausted = not self._refute()
                continue
            is_deep = len(self._frames) > max(self._base, self._full)
            if self._restarting and is_deep and self._run_failures >= self._cutoff:
                self._restart()
            if len(self._frames) == self._base:
                self._full = self._base
                self._parts = self._separate_parts() if self._splitting else []
            placements = self._placements_of_rarest()
            slot = -1 if placements else self._next_slot()
            if not placements and slot < 0:
                self._at_solution = True
                return SOLUTION
            if self.nodes >= last_node or self.failures >= last_failure:
                return RUNNING
            if placements:
                self._assign(*placements[self._random.below(len(placements))])
            elif self._letters:
                self._assign_letter(slot)
            else:
                self._assign(slot, self._choose_word(slot))
        return EXHAUSTED

    def _next_slot(self) -> SlotIndex:
        """Return the slot that is being spelled, or else choose one, -1 when all have a word."""
        if self._spelled is not None:
            slot, row = self._spelled
            if self._state.counts[slot] > 1 and self._state.live[slot] >> row & 1:
                return slot
            self._spelled = None
        if not self._parts:
            return self._choose_slot()
        slot = self._choose_slot(self._part) if len(self._frames) > self._full else -1
        if slot < 0:
            self._full, slot = len(self._frames), self._choose_slot()
            self._part = self._parts[slot] if slot >= 0 else -1
        return slot

    def _assign(self, slot: SlotIndex, row: WordRow) -> None:
        """Open a frame and put a word into a slot."""
        self.nodes += 1
        self._frames.append(_Frame(self._state.copy(), slot, row))
        self._state.live[slot] = 1 << row
        self._state.counts[slot] = 1
        self._pending.add(slot)

    def _assign_letter(self, slot: SlotIndex) -> None:
        """Open a frame and put the next letter of a word into a slot.

        What is refuted is then the letter, and with it all words that have it there.
        """
        if self._spelled is None:
            self._spelled = slot, self._choose_word(slot)
        _, row = self._spelled
        position = self._choose_position(slot, row)
        if position < 0:
            self._assign(slot, row)
            return
        self.nodes += 1
        self._frames.append(_Frame(self._state.copy(), slot, row, position))
        cell, token = self._cells[slot][position], self._token_of(slot, row, position)
        self._set_mask(cell, 1 << token)

    def _refute(self) -> bool:
        """Go back to the last decision and rule it out there; False when there is none left."""
        while len(self._frames) > self._base:
            frame = self._frames.pop()
            self._restore(frame.state)
            if len(self._frames) < self._full:  # what fills one part may leave too little to others
                self._splitting, self._parts, self._full = False, [], self._base
            if self._rule_out(frame):
                return True
            self.failures += 1
            self._run_failures += 1
        return False

    def _rule_out(self, frame: _Frame) -> bool:
        """Rule a decision out; False when nothing else is left."""
        slot, row, position = frame.slot, frame.row, frame.position
        if position < 0:
            return self._remove(slot, row)
        cell = self._cells[slot][position]
        self._set_mask(cell, self._state.masks[cell] & ~(1 << self._token_of(slot, row, position)))
        return True

    def _restart(self) -> None:
        """Leave the branch; the weights, what was refuted at the root, and full parts stay."""
        first = max(self._base, self._full)
        self._restore(self._frames[first].state)
        del self._frames[first:]
        self.restarts += 1
        self._run_failures = 0
        self._candidates = MAX_CANDIDATES
        self._score_weight //= 2
        self._cutoff = self._cutoff * CUTOFF_NUMERATOR // CUTOFF_DENOMINATOR + 1

    def _restore(self, state: SearchState) -> None:
        """Return to a state in which every slot had seen its cells."""
        self._state, self._spelled = state, None
        self._pending.clear()
        for seen, cells in zip(self._seen, self._cells, strict=True):
            seen[:] = [state.masks[cell] for cell in cells]


class KeptSolver(Solver):
    """A solver that is kept: assumptions go onto it level by level, and each level comes off again.

    `reset` is where everything begins. What is assumed at a level is propagated before the next one
    is opened, and a search that has begun at a level never goes below it.
    """

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self._problem = problem
        self._levels: list[bool] = []  # whether nothing was left when the level was opened
        self._waived: frozenset[SlotIndex] = frozenset()
        self._frames = [_Frame(self._state.copy())]
        self.reset()

    # -- assumptions ----------------------------------------------------------------------------

    def reset(self, waived: Iterable[SlotIndex] = (), met: Iterable[int] = ()) -> None:
        """Take back all assumptions, with slots that may hold anything, and required words met.

        Slots and required words are given by their indices.
        """
        slots, found = frozenset(map(index, waived)), frozenset(map(index, met))
        for slot in slots:
            self._checked_slot(slot)
        with self._my_turn():
            self._restore(self._frames[0].state.copy())
            del self._frames[1:]
            self._levels.clear()
            self._base, self._at_solution, self._waived = 1, False, slots
            self._forget_weights()
            self._link_slots()
            required = enumerate(self._problem.required)
            self._required = [rows for number, rows in required if number not in found]
            for slot in slots:  # neither empty nor settled
                self._state.live[slot], self._state.counts[slot] = 0, 2
            self._seen = [[-1] * len(cells) for cells in self._cells]
            self._pending = set(self._slots).difference(slots)
            self._exhausted = not all(self._state.counts) or not all(self._state.masks)

    def _forget_weights(self) -> None:
        self._weights = [int(slot not in self._waived) for slot in self._slots]

    def _link_slots(self) -> None:
        """List the slots through each cell, of each table, and those to be filled, but the waived.

        What is not listed is never woken, and no word is ruled out there.
        """
        goals = self._problem.goals or [True] * len(self._slots)
        self._goals = [goals[slot] and slot not in self._waived for slot in self._slots]
        for slots_through in self._slots_through:
            slots_through.clear()
        for slots_of_table in self._slots_of_table:
            slots_of_table.clear()
        for slot in self._slots:
            if slot not in self._waived:
                self._slots_of_table[self._table_of[slot]].append(slot)
                for position, cell in enumerate(self._cells[slot]):
                    self._slots_through[cell].append((slot, position))

    @property
    def levels(self) -> int:
        """The levels that are open."""
        return len(self._levels)

    def push(self) -> None:
        """Open a level, which `pop` closes with all that is assumed and found there."""
        with self._my_turn():
            self._leave_search()
            if self._pending and not self._exhausted:
                raise RuntimeError("what was assumed before must be propagated first")
            self._levels.append(self._exhausted)
            self._frames.append(_Frame(self._state.copy()))
            self._base += 1

    def pop(self) -> None:
        """Close the last level, and take back what was assumed in it."""
        with self._my_turn():
            if not self._levels:
                raise RuntimeError("there is no level to close")
            self._base -= 1
            self._restore(self._frames[self._base].state)
            del self._frames[self._base :]
            self._exhausted, self._at_solution = self._levels.pop(), False

    def narrow(self, cell: CellIndex, mask: int) -> None:
        """Assume that a cell has one of some tokens."""
        cell, mask = index(cell), index(mask)
        if not 0 <= cell < len(self._slots_through):
            raise IndexError(f"there is no cell {cell}")
        with self._my_turn():
            self._leave_search()
            kept = self._state.masks[cell] & mask
            if kept != self._state.masks[cell]:
                self._set_mask(cell, kept)
            self._exhausted = self._exhausted or not kept

    def restrict(self, slot: SlotIndex, rows: bytes) -> None:
        """Assume that a slot has one of some rows, given as a little-endian bitset."""
        slot = self._checked_slot(slot)
        fixed = self._problem.tables.words[self._table_of[slot]].live_rows(rows)
        with self._my_turn():
            self._leave_search()
            if slot in self._waived:
                return
            kept = self._state.live[slot] & int.from_bytes(fixed, "little")
            if kept != self._state.live[slot]:
                self._state.live[slot], self._state.counts[slot] = kept, kept.bit_count()
                self._pending.add(slot)
            self._exhausted = self._exhausted or not kept

    def place(self, slot: SlotIndex, row: WordRow) -> None:
        """Assume that a slot has a word."""
        slot, row = self._checked_row(slot, row)
        with self._my_turn():
            self._leave_search()
            if slot in self._waived:
                return
            if not self._state.live[slot] >> row & 1:
                self._exhausted = True
            elif self._state.counts[slot] > 1:
                self._state.live[slot], self._state.counts[slot] = 1 << row, 1
                self._pending.add(slot)

    def exclude(self, slot: SlotIndex, row: WordRow) -> None:
        """Assume that a slot does not have a word."""
        slot, row = self._checked_row(slot, row)
        with self._my_turn():
            self._leave_search()
            if slot not in self._waived and not self._remove(slot, row):
                self._exhausted = True

    def propagate(self) -> bool:
        """Draw the conclusions of what is assumed; False if it contradicts itself."""
        with self._my_turn():
            self._leave_search()
            if self._exhausted:
                self._pending.clear()
            else:
                self._exhausted = not self._propagate()
            return not self._exhausted

    # -- questions ------------------------------------------------------------------------------

    def begin(
        self,
        seed: int,
        score_range: tuple[int, int],
        *,
        score_weight: int = SCORE_WEIGHT,
        noise: int = NOISE,
        letters: bool = False,
        log_sizes: bool = False,
        parts: bool = False,
    ) -> None:
        """Begin a search at this level as a new solver would: nothing learned, nothing drawn."""
        worst, best = checked_range(score_range)
        score_weight = checked_weight("score_weight", score_weight)
        noise = checked_weight("noise", noise)
        with self._my_turn():
            self._leave_search()
            self._random = SplitMix64(seed)
            self._worst, self._range = worst, best - worst
            self._forget_weights()
            self._candidates, self._score_weight = FIRST_CANDIDATES, score_weight
            self._noise, self._letters, self._log_sizes = noise, bool(letters), bool(log_sizes)
            self._splitting = bool(parts)
            self._cutoff, self._run_failures = FIRST_CUTOFF, 0

    def best(self, slot: SlotIndex, count: int) -> list[WordRow]:
        """Return the rows of a slot with the highest scores, the best first."""
        slot, count = self._checked_slot(slot), index(count)
        with self._my_turn():
            live, left = self._state.live[slot], min(count, self._state.counts[slot])
            rows: list[WordRow] = []
            for row in self._problem.tables.by_score(self._table_of[slot]) if left > 0 else ():
                if live >> row & 1:
                    rows.append(row)
                    if len(rows) == left:
                        break
            return rows

    def promising(self, slot: SlotIndex, count: int) -> list[WordRow]:
        """Return the rows of a slot that leave the most to the crossing slots, the best first."""
        slot, count = self._checked_slot(slot), index(count)
        with self._my_turn():
            rows = list(bits(self._state.live[slot]))
            noise, self._noise = self._noise, 0
            ranks = self._ranks(slot, rows)
            self._noise = noise
            order = sorted(range(len(rows)), key=lambda item: (-ranks[item], item))
            return [rows[item] for item in order[: max(count, 0)]]

    def _leave_search(self) -> None:
        """Go back from where a search is to the level that it began at."""
        if len(self._frames) > self._base:
            self._restore(self._frames[self._base].state)
            del self._frames[self._base :]
        self._at_solution = False

    def _checked_slot(self, slot: SlotIndex) -> SlotIndex:
        slot = index(slot)
        if not 0 <= slot < len(self._slots):
            raise IndexError(f"there is no slot {slot}")
        return slot

    def _checked_row(self, slot: SlotIndex, row: WordRow) -> SlotRow:
        slot, row = self._checked_slot(slot), index(row)
        if not 0 <= row < self._tables[self._table_of[slot]].size:
            raise IndexError(f"there is no row {row} for slot {slot}")
        return slot, row
