"""The plain-Python engine: the specification of the search, and the fallback.

Cells are sets of tokens (bit masks); each slot is a table constraint over the words of its length,
kept as one big integer with a bit for every row still possible, in the manner of Compact-Table
(Demeulenaere et al., CP 2016). The search is binary branching (slot = word, then slot ≠ word) with
maintained arc consistency, the slot with the fewest words for its conflict weight first
(dom/wdeg, Boussemart et al., ECAI 2004), restarts, and the words that leave the most to the
crossing slots first. `compiled.pyx` is the same search: same seed, same nodes, same fill.

Slots, cells and tables are indices throughout, and words are rows of their table.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from operator import index
from typing import NamedTuple

from crosswright.engine.heuristics import (
    CUTOFF_DENOMINATOR,
    CUTOFF_NUMERATOR,
    EXHAUSTED,
    FIRST_CANDIDATES,
    FIRST_CUTOFF,
    MAX_CANDIDATES,
    NO_SCORE,
    NOISE,
    RUNNING,
    SCORE_WEIGHT,
    SOLUTION,
    SplitMix64,
    checked_weight,
    log2_fixed,
)
from crosswright.engine.problem import (
    CellIndex,
    CheckedTable,
    Exclusions,
    Problem,
    SlotIndex,
    SlotRow,
    TableIndex,
    TableRow,
    WordTable,
    checked_range,
)
from crosswright.support.bits import bits
from crosswright.support.turns import Turn
from crosswright.words.table import WordRow

NAME = "python"


def select(live: int, ranks: list[int], width: int, base: int = 0) -> list[int]:
    """Return the positions of the set bits that have these ranks, which ascend."""
    if width <= 64:
        positions = [base + bit for bit in bits(live)]
        return [positions[rank] for rank in ranks]
    half = width // 128 * 64 or 64
    low = live & ((1 << half) - 1)
    count = low.bit_count()
    left = [rank for rank in ranks if rank < count]
    right = [rank - count for rank in ranks if rank >= count]
    positions = select(low, left, half, base) if left else []
    if right:
        positions += select(live >> half, right, width - half, base + half)
    return positions


def rows_at_least(scores: bytes | memoryview, floor: int) -> bytes:
    """Return the rows whose score is at least a floor, as a little-endian bitset."""
    view, floor = memoryview(scores).cast("B").cast("i"), index(floor)
    digits = bytes(49 if score >= floor else 48 for score in reversed(view))
    return int(digits or b"0", 2).to_bytes((len(view) + 63) // 64 * 8, "little")


def score_range(scores: bytes | memoryview) -> tuple[int, int]:
    """Return the lowest and the highest score."""
    view = memoryview(scores).cast("B").cast("i")
    if not view:
        raise ValueError("there are no scores")
    return min(view), max(view)


def best_scores(words: WordTable, lives: Iterable[bytes]) -> list[array[int]]:
    """Return, for each set of live rows, the best score by position and token.

    It is `NO_SCORE` where no row has the token there.
    """
    checked = CheckedTable.of(words)
    table, (lowest, planes) = _Table(checked), _score_planes(checked.scores)
    scores = []
    for live in lives:
        rows = int.from_bytes(checked.live_rows(live), "little") & table.all_rows
        best = (
            _best_score(rows & table.rows(position, token), lowest, planes)
            for position in range(checked.length)
            for token in range(checked.alphabet_size)
        )
        scores.append(array("i", best))
    return scores


def _score_planes(scores: bytes | memoryview) -> tuple[int, list[int]]:
    """Return the lowest score and, for each bit of the scores above it, the rows that have it."""
    view = memoryview(scores).cast("B").cast("i")
    lowest, highest = min(view, default=0), max(view, default=0)
    planes = []
    for bit in reversed(range((highest - lowest).bit_length())):
        digits = bytes(48 + ((score - lowest) >> bit & 1) for score in reversed(view))
        planes.append(int(digits, 2))
    return lowest, planes


def _best_score(rows: int, lowest: int, planes: list[int]) -> int:
    """Return the best score of some rows, bit by bit from the highest."""
    if not rows:
        return NO_SCORE
    above = 0
    for plane in planes:
        kept = rows & plane
        above = above * 2 + bool(kept)
        rows = kept or rows
    return lowest + above


class _Table:
    """A table of words in the form this engine works on."""

    def __init__(self, words: CheckedTable) -> None:
        self.length = words.length
        self.size = words.size
        self.all_rows = (1 << words.size) - 1
        self.codes = bytes(words.codes)
        self.scores = words.scores.cast("i")
        self._support = words.support
        self._stride = words.blocks * 8
        self._tokens = words.alphabet_size
        self._rows: dict[int, int] = {}

    def rows(self, position: int, token: int) -> int:
        """Return the rows that have a token at a position, as bits."""
        key = position * self._tokens + token
        rows = self._rows.get(key)
        if rows is None:
            start = key * self._stride
            rows = int.from_bytes(self._support[start : start + self._stride], "little")
            self._rows[key] = rows
        return rows

    def rows_of_any(self, position: int, mask: int) -> int:
        """Return the rows that have one of some tokens at a position, as bits."""
        rows = 0
        for token in bits(mask):
            rows |= self.rows(position, token)
        return rows


class _State:
    """What changes along a branch, all in one place so that a frame is a copy."""

    __slots__ = ("counts", "live", "masks")

    def __init__(self, live: list[int], counts: list[int], masks: list[int]) -> None:
        self.live = live
        self.counts = counts
        self.masks = masks

    def copy(self) -> _State:
        return _State(self.live.copy(), self.counts.copy(), self.masks.copy())


class _Frame(NamedTuple):
    """A decision, and the state before it: a word in a slot, or only its letter at a position."""

    state: _State
    slot: SlotIndex = -1
    row: WordRow = -1
    position: int = -1


class Solver:
    """A search under way: `run` it in slices until it finds a fill or has tried everything.

    It is for one thread at a time; its counters alone can be read at any time.
    """

    _turn: Turn | None = None

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
    ) -> None:
        """Set up a search that branches on words or on letters.

        The next slot is the one with the fewest words for its weight or, with `log_sizes`, the
        smallest logarithm of their number.
        """
        if self._turn is not None:
            raise RuntimeError("a Solver is set up once")
        if type(problem) is not Problem:
            raise TypeError(f"a Solver takes a Problem, not {type(problem).__name__}")
        tables = problem.tables
        self._tables: list[_Table] = tables.prepared(
            NAME, lambda: [_Table(t) for t in tables.words]
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
        self._random = SplitMix64(seed)
        self._restarting = restarts
        self._score_weight = checked_weight("score_weight", score_weight)
        self._candidates = FIRST_CANDIDATES
        self._noise = checked_weight("noise", noise)
        self._letters, self._log_sizes = bool(letters), bool(log_sizes)
        self._weights = [1] * len(problem.slots)
        self._worst = problem.score_range[0]
        self._range = problem.score_range[1] - self._worst
        self._token_counts: dict[tuple[SlotIndex, int, int], tuple[int, int]] = {}
        self.nodes = self.failures = self.restarts = self.propagations = 0
        self._cutoff, self._run_failures = FIRST_CUTOFF, 0
        self._frames: list[_Frame] = []
        self._base = 0  # the frames below this one are assumptions, which no search goes back on
        self._pending: set[SlotIndex] = set(self._slots)
        self._spelled: SlotRow | None = None  # the word that is being put in letter by letter
        self._state = self._first_state(problem)
        self._seen = [[-1] * len(cells) for cells in self._cells]
        self._exhausted = not all(self._state.counts) or not all(problem.masks)
        self._at_solution = False
        self._turn = Turn()

    def _first_state(self, problem: Problem) -> _State:
        live = [self._tables[table_index].all_rows for table_index in self._table_of]
        for slot, rows in enumerate(problem.live):
            if rows is not None:
                live[slot] &= int.from_bytes(rows, "little")
        return _State(live, [rows.bit_count() for rows in live], list(problem.masks))

    # -- for callers ----------------------------------------------------------------------------

    def run(self, nodes: int, failures: int) -> int:
        """Search on until there is a fill, the end, or this many more nodes or failures."""
        more_nodes, more_failures = index(nodes), index(failures)
        with self._my_turn():
            return self._run(self.nodes + more_nodes, self.failures + more_failures)

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
            is_deep = len(self._frames) > self._base
            if self._restarting and is_deep and self._run_failures >= self._cutoff:
                self._restart()
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
        return self._choose_slot()

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

    def _choose_position(self, slot: SlotIndex, row: WordRow) -> int:
        """Return the first position of a word whose cell is open, -1 where a table has none.

        (Only a table that contradicts itself has two words with the same letters.)
        """
        for position, cell in enumerate(self._cells[slot]):
            mask = self._state.masks[cell]
            if mask & (mask - 1) and mask >> self._token_of(slot, row, position) & 1:
                return position
        return -1

    def _token_of(self, slot: SlotIndex, row: WordRow, position: int) -> int:
        table = self._tables[self._table_of[slot]]
        return table.codes[row * table.length + position]

    def _set_mask(self, cell: CellIndex, mask: int) -> None:
        """Give a cell other tokens, and wake its slots."""
        self._state.masks[cell] = mask
        self._pending.update(slot for slot, _ in self._slots_through[cell])

    def _refute(self) -> bool:
        """Go back to the last decision and rule it out there; False when there is none left."""
        while len(self._frames) > self._base:
            frame = self._frames.pop()
            self._restore(frame.state)
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
        """Leave the branch; the weights, and what was refuted at the root, stay."""
        self._restore(self._frames[self._base].state)
        del self._frames[self._base :]
        self.restarts += 1
        self._run_failures = 0
        self._candidates = MAX_CANDIDATES
        self._score_weight //= 2
        self._cutoff = self._cutoff * CUTOFF_NUMERATOR // CUTOFF_DENOMINATOR + 1

    def _restore(self, state: _State) -> None:
        """Return to a state in which every slot had seen its cells."""
        self._state, self._spelled = state, None
        self._pending.clear()
        for seen, cells in zip(self._seen, self._cells, strict=True):
            seen[:] = [state.masks[cell] for cell in cells]

    def _choose_slot(self) -> SlotIndex:
        """Return the slot with the fewest words for its weight, -1 when every slot has its word."""
        best, best_size, best_weight = -1, 0, 1
        masks, counts = self._state.masks, self._state.counts
        for slot in self._slots:
            count = counts[slot]
            if count == 1 or not self._goals[slot]:
                continue
            weight = self._weights[slot]
            for cell in self._cells[slot]:
                mask = masks[cell]
                if mask & (mask - 1):
                    for other, _ in self._slots_through[cell]:
                        if other != slot:
                            weight += self._weights[other]
            size = log2_fixed(count) if self._log_sizes else count
            if best < 0 or size * best_weight < best_size * weight:
                best, best_size, best_weight = slot, size, weight
        return best

    def _choose_word(self, slot: SlotIndex) -> WordRow:
        """Return the word, of some candidates, that leaves the most to the crossing slots."""
        table = self._tables[self._table_of[slot]]
        count, live = self._state.counts[slot], self._state.live[slot]
        if count <= self._candidates:
            candidates = list(bits(live))
        else:
            ranks = [
                (stratum * count + self._random.below(count)) // self._candidates
                for stratum in range(self._candidates)
            ]
            candidates = select(live, ranks, table.size)
        ranks = self._ranks(slot, candidates)
        return candidates[ranks.index(max(ranks))]

    def _ranks(self, slot: SlotIndex, rows: list[WordRow]) -> list[int]:
        """Return how much is to be said for each of some words of a slot."""
        table = self._tables[self._table_of[slot]]
        crossings = [
            (position, other, other_position)
            for position, cell in enumerate(self._cells[slot])
            if self._state.masks[cell] & (self._state.masks[cell] - 1)
            for other, other_position in self._slots_through[cell]
            if other != slot
        ]
        ranks = []
        for row in rows:
            rank = self._random.below(self._noise) if self._noise else 0
            if self._range:
                above = max(table.scores[row] - self._worst, 0)
                rank += above * self._score_weight // self._range
            for position, other, other_position in crossings:
                token = table.codes[row * table.length + position]
                rank += log2_fixed(self._words_with(other, other_position, token))
            ranks.append(rank)
        return ranks

    def _words_with(self, slot: SlotIndex, position: int, token: int) -> int:
        """Count a slot's words that have a token at a position."""
        live = self._state.live[slot]
        counted, count = self._token_counts.get((slot, position, token), (-1, 0))
        if counted is not live:
            rows = self._tables[self._table_of[slot]].rows(position, token)
            count = (live & rows).bit_count()
            self._token_counts[slot, position, token] = (live, count)
        return count

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
            state.live[slot] = live
            state.counts[slot] = live.bit_count()
        if not live:
            self._weights[slot] += 1
            return False
        self._narrow_cells(slot, table, live)
        return state.counts[slot] > 1 or self._exclude_elsewhere(slot, live.bit_length() - 1)

    @staticmethod
    def _rows_kept(table: _Table, position: int, seen: int, mask: int) -> int:
        """Return the rows that survive a cell's loss of tokens, whichever way is shorter."""
        gone = seen & ~mask
        if seen >= 0 and gone.bit_count() < mask.bit_count():
            return ~table.rows_of_any(position, gone)
        return table.rows_of_any(position, mask)

    def _narrow_cells(self, slot: SlotIndex, table: _Table, live: int) -> None:
        """Take from each cell the tokens that no word left supports; wake its other slots."""
        masks, seen = self._state.masks, self._seen[slot]
        for position, cell in enumerate(self._cells[slot]):
            mask = masks[cell]
            if not mask & (mask - 1):
                continue
            kept = 0
            for token in bits(mask):
                if live & table.rows(position, token):
                    kept |= 1 << token
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
        return self._exclusions is None or all(
            self._remove_elsewhere(slot, other_table, other_row)
            for other_table, other_row in self._exclusions.excluded_by(table_index, row)
        )

    def _remove_elsewhere(self, slot: SlotIndex, table_index: TableIndex, row: WordRow) -> bool:
        """Rule a word out in all slots of its table but one."""
        others = self._slots_of_table[table_index]
        return all(other == slot or self._remove(other, row) for other in others)

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
            token = table.codes[row * table.length + position]
            if mask & (mask - 1) and not live & table.rows(position, token):
                return True
        return False

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
