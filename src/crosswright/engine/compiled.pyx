# cython: language_level=3, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled engine: the search that `plain.py` specifies, step for step, in C.

What differs is only how the state is held: each slot's rows are a reversible sparse bitset (the
blocks of 64 rows that are not empty come first in `dense`), and instead of copying, a trail
keeps what a frame changed, each item once a frame, told by a stamp.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy

from array import array

from crosswright.engine import heuristics
from crosswright.engine.problem import Problem

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int cw_lowest(uint64_t x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
    static __inline int cw_highest(uint64_t x) { unsigned long i; _BitScanReverse64(&i, x); return (int)i; }
    #else
    static inline int cw_lowest(uint64_t x) { return __builtin_ctzll(x); }
    static inline int cw_highest(uint64_t x) { return 63 - __builtin_clzll(x); }
    #endif
    #if defined(__POPCNT__) || defined(__aarch64__)
    #define cw_count(x) ((int)__builtin_popcountll(x))
    #else
    static inline int cw_count(uint64_t x) {
        x = x - ((x >> 1) & 0x5555555555555555ULL);
        x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
        x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (int)((x * 0x0101010101010101ULL) >> 56);
    }
    #endif
    """
    int cw_lowest(uint64_t x) nogil
    int cw_highest(uint64_t x) nogil
    int cw_count(uint64_t x) nogil

NAME = "compiled"

cpdef enum:
    MAX_TOKENS = 64

cdef enum:
    RUNNING = 0
    SOLUTION = 1
    EXHAUSTED = 2
    OUT_OF_MEMORY = 3
    # Up to this many rows are read one by one to find the tokens they support; beyond, each token
    # is looked up in the block where it was last found.
    FEW_ROWS = 256
    # Up to this many rows are read one by one to count the tokens at a position.
    FEW_ROWS_TO_COUNT = 96
    # The pieces of memory that a solver asks for at its start.
    MOST_PIECES = 24

cdef int FIRST_CUTOFF = heuristics.FIRST_CUTOFF
cdef int CUTOFF_NUMERATOR = heuristics.CUTOFF_NUMERATOR
cdef int CUTOFF_DENOMINATOR = heuristics.CUTOFF_DENOMINATOR
cdef int FEW_CANDIDATES = heuristics.FEW_CANDIDATES
DEF MOST_CANDIDATES = 300
assert MOST_CANDIDATES == heuristics.MOST_CANDIDATES >= FEW_CANDIDATES

ctypedef struct Table:
    int length
    int size
    int blocks
    int tokens
    const uint8_t* codes
    const int32_t* scores
    const uint64_t* support
    # exclusions: the keys of row r are keys[starts[r]] to keys[starts[r + 1] - 1]
    const int32_t* key_starts
    const int32_t* keys
    int mates_start
    int mates_end

ctypedef struct Slot:
    int table
    int length
    int blocks
    int* cells
    int crossings_start
    int crossings_end
    uint64_t* live
    int* dense
    int* where
    uint64_t* block_stamps
    uint64_t* seen
    int* residues
    int* root_counts
    int root_count
    int root_counts_for
    int limit
    int count
    uint64_t stamp
    int64_t weight
    bint pending
    bint goal

ctypedef struct Crossing:
    int position
    int cell
    int other
    int place

ctypedef struct Through:
    int slot
    int position

ctypedef struct SavedWord:
    uint64_t* where
    uint64_t word

ctypedef struct SavedSlot:
    int slot
    int limit
    int count

ctypedef struct SavedCell:
    int cell
    uint64_t mask

ctypedef struct Frame:
    int slot
    int row
    size_t words
    size_t slots
    size_t cells


cdef inline int log2_fixed(int number) noexcept nogil:
    cdef int power = cw_highest(<uint64_t> (number | 1))
    return (power << 8) + <int> (((<uint64_t> number << 8) >> power) & 255)


cdef class Solver:
    """A search under way: `run` it in slices until it finds a fill or has tried everything."""

    cdef readonly int64_t nodes, failures, restarts, propagations
    cdef list _buffers
    cdef Table* _tables
    cdef Slot* _slots
    cdef Crossing* _crossings
    cdef Through* _through
    cdef int* _through_starts
    cdef int* _mates
    cdef uint64_t* _masks
    cdef uint64_t* _cell_stamps
    cdef int* _pending
    cdef int _pending_size
    cdef int _table_count, _slot_count, _cell_count
    cdef SavedWord* _saved_words
    cdef SavedSlot* _saved_slots
    cdef SavedCell* _saved_cells
    cdef Frame* _frames
    cdef size_t _words_used, _words_room, _slots_used, _slots_room, _cells_used, _cells_room
    cdef size_t _depth, _frames_room
    cdef uint64_t _stamp
    cdef uint64_t _random
    cdef int _candidates
    cdef int64_t _cutoff, _run_failures, _worst, _range, _score_weight, _noise
    cdef bint _restarting, _distinct, _exhausted, _at_solution, _busy, _out_of_memory
    cdef bint _has_exclusions
    cdef const int32_t* _owner_starts
    cdef const int32_t* _owner_tables
    cdef const int32_t* _owner_rows
    cdef int _required_count
    cdef int* _required_starts
    cdef int* _required_tables
    cdef int* _required_rows
    cdef int* _token_counts
    cdef void* _memory[MOST_PIECES]
    cdef int _memory_count

    # -- set-up and memory ------------------------------------------------------------------------

    def __cinit__(self, *args, **kwargs):
        self._memory_count = 0

    def __init__(
        self,
        problem,
        seed=0,
        *,
        restarts=True,
        score_weight=heuristics.SCORE_WEIGHT,
        noise=heuristics.NOISE,
    ):
        if self._memory_count:
            raise RuntimeError("a Solver is set up once")
        if not isinstance(problem, Problem):
            raise TypeError(f"a Solver takes a Problem, not {type(problem).__name__}")
        self._buffers = []
        self._random = seed & 0xFFFFFFFFFFFFFFFF
        self._restarting = restarts
        self._score_weight = score_weight
        self._noise = noise
        self._worst = problem.score_range[0]
        self._range = problem.score_range[1] - problem.score_range[0]
        self._distinct = problem.distinct
        self._cutoff = FIRST_CUTOFF
        self._candidates = FEW_CANDIDATES
        self._stamp = 1
        self._set_up_tables(problem)
        self._set_up_cells(problem)
        self._set_up_slots(problem)
        self._set_up_exclusions(problem)
        self._set_up_required(problem)

    cdef void* _zeroed(self, size_t count, size_t size) except NULL:
        """Allocate memory that lives as long as the solver."""
        cdef void* memory = NULL
        if self._memory_count < MOST_PIECES:
            memory = calloc(count + 1, size)
        if memory == NULL:
            raise MemoryError("not enough memory for the search")
        self._memory[self._memory_count] = memory
        self._memory_count += 1
        return memory

    def __dealloc__(self):
        cdef int index
        for index in range(self._memory_count):
            free(self._memory[index])
        free(self._saved_words)
        free(self._saved_slots)
        free(self._saved_cells)
        free(self._frames)

    cdef const void* _pointer(self, buffer, size_t alignment) except? NULL:
        """Return the address of a buffer's bytes, kept alive and aligned."""
        cdef const uint8_t[::1] view = memoryview(buffer).cast("B")
        if view.shape[0] == 0:
            return NULL
        if <size_t> &view[0] % alignment:
            view = bytes(view)
        self._buffers.append(view)
        return &view[0]

    cdef int _set_up_tables(self, problem) except -1:
        cdef int number
        cdef Table* table
        words = problem.tables.words
        self._table_count = len(words)
        self._tables = <Table*> self._zeroed(self._table_count, sizeof(Table))
        used = {number for number, _ in problem.slots}
        for number in range(self._table_count):
            table = &self._tables[number]
            table.length = words[number].length
            table.size = words[number].size
            table.blocks = words[number].blocks
            table.tokens = words[number].alphabet_size
            if number in used:
                table.codes = <const uint8_t*> self._pointer(words[number].codes, 1)
                table.scores = <const int32_t*> self._pointer(words[number].scores, 4)
                table.support = <const uint64_t*> self._pointer(words[number].support, 8)
        return 0

    cdef int _set_up_cells(self, problem) except -1:
        cdef int cell
        self._cell_count = len(problem.masks)
        self._masks = <uint64_t*> self._zeroed(self._cell_count, sizeof(uint64_t))
        self._cell_stamps = <uint64_t*> self._zeroed(self._cell_count, sizeof(uint64_t))
        for cell in range(self._cell_count):
            self._masks[cell] = problem.masks[cell]
            self._exhausted = self._exhausted or self._masks[cell] == 0
        return 0

    cdef int _set_up_through(self, through) except -1:
        """List the slots through each cell, and the position of the cell in them."""
        cdef int cell, number, position, index = 0
        self._through_starts = <int*> self._zeroed(self._cell_count + 1, sizeof(int))
        self._through = <Through*> self._zeroed(sum(map(len, through)), sizeof(Through))
        for cell in range(self._cell_count):
            self._through_starts[cell] = index
            for number, position in through[cell]:
                self._through[index].slot = number
                self._through[index].position = position
                index += 1
        self._through_starts[self._cell_count] = index
        return 0

    cdef int _set_up_mates(self, problem) except -1:
        """List the slots that each table serves."""
        cdef int which, number, index = 0
        mates = [[] for _ in range(self._table_count)]
        for number, (which, _) in enumerate(problem.slots):
            mates[which].append(number)
        self._mates = <int*> self._zeroed(self._slot_count, sizeof(int))
        for which in range(self._table_count):
            self._tables[which].mates_start = index
            for number in mates[which]:
                self._mates[index] = number
                index += 1
            self._tables[which].mates_end = index
        return 0

    cdef int _set_up_slots(self, problem) except -1:
        cdef int number, position, cell, most_crossings = 0
        cdef Slot* slot
        through = [[] for _ in range(self._cell_count)]
        for number, (_, cells) in enumerate(problem.slots):
            for position, cell in enumerate(cells):
                through[cell].append((number, position))
        self._slot_count = len(problem.slots)
        self._slots = <Slot*> self._zeroed(self._slot_count, sizeof(Slot))
        self._pending = <int*> self._zeroed(self._slot_count, sizeof(int))
        self._set_up_through(through)
        self._set_up_mates(problem)
        for number in range(self._slot_count):
            slot = &self._slots[number]
            slot.table = problem.slots[number][0]
            slot.length = self._tables[slot.table].length
            slot.blocks = self._tables[slot.table].blocks
            slot.weight = 1
            slot.goal = not problem.goals or problem.goals[number]
            slot.root_counts_for = -1
        self._set_up_room()
        self._set_up_crossings([cells for _, cells in problem.slots], through)
        for number in range(self._slot_count):
            slot = &self._slots[number]
            self._set_up_view(slot, problem.slots[number][1])
            self._set_up_live(slot, problem.live[number] if problem.live else None)
            self._enqueue(number)
            most_crossings = max(most_crossings, slot.crossings_end - slot.crossings_start)
        self._token_counts = <int*> self._zeroed(<size_t> most_crossings * MAX_TOKENS, sizeof(int))
        return 0

    cdef int _set_up_room(self) except -1:
        """Share out memory among the slots, one piece for each kind of item."""
        cdef size_t blocks = 0, cells = 0, tokens = 0, here
        cdef int number
        cdef Slot* slot
        for number in range(self._slot_count):
            slot = &self._slots[number]
            blocks += slot.blocks
            cells += slot.length
            tokens += slot.length * self._tables[slot.table].tokens
        cdef uint64_t* live = <uint64_t*> self._zeroed(blocks, sizeof(uint64_t))
        cdef uint64_t* stamps = <uint64_t*> self._zeroed(blocks, sizeof(uint64_t))
        cdef int* dense = <int*> self._zeroed(blocks, sizeof(int))
        cdef int* where = <int*> self._zeroed(blocks, sizeof(int))
        cdef int* cell_numbers = <int*> self._zeroed(cells, sizeof(int))
        cdef uint64_t* seen = <uint64_t*> self._zeroed(cells, sizeof(uint64_t))
        cdef int* residues = <int*> self._zeroed(tokens, sizeof(int))
        cdef int* root_counts = <int*> self._zeroed(tokens, sizeof(int))
        for number in range(self._slot_count):
            slot = &self._slots[number]
            here = slot.length * self._tables[slot.table].tokens
            slot.live, slot.block_stamps, slot.dense, slot.where = live, stamps, dense, where
            slot.cells, slot.seen = cell_numbers, seen
            slot.residues, slot.root_counts = residues, root_counts
            live, stamps = live + slot.blocks, stamps + slot.blocks
            dense, where = dense + slot.blocks, where + slot.blocks
            cell_numbers, seen = cell_numbers + slot.length, seen + slot.length
            residues, root_counts = residues + here, root_counts + here
        return 0

    cdef int _set_up_view(self, Slot* slot, cells) except -1:
        """Start a slot with its cells' numbers, having seen every token of its table there."""
        cdef int position, tokens = self._tables[slot.table].tokens
        for position in range(slot.length):
            slot.cells[position] = cells[position]
            slot.seen[position] = ~<uint64_t> 0 >> (MAX_TOKENS - tokens)
        return 0

    cdef int _set_up_crossings(self, cells_of, through) except -1:
        """List, for each slot, where it meets which other slots."""
        cdef size_t size = sum(len(slots) * (len(slots) - 1) for slots in through)
        cdef int number, position, cell, other, place, index = 0
        self._crossings = <Crossing*> self._zeroed(size, sizeof(Crossing))
        for number in range(self._slot_count):
            self._slots[number].crossings_start = index
            for position, cell in enumerate(cells_of[number]):
                for other, place in through[cell]:
                    if other != number:
                        self._crossings[index].position = position
                        self._crossings[index].cell = cell
                        self._crossings[index].other = other
                        self._crossings[index].place = place
                        index += 1
            self._slots[number].crossings_end = index
        return 0

    cdef int _set_up_live(self, Slot* slot, rows) except -1:
        """Start a slot with all rows of its table, or with those given."""
        cdef int block, left = self._tables[slot.table].size
        cdef uint64_t word
        cdef const uint8_t[::1] view
        if rows is not None and slot.blocks:
            view = rows
            memcpy(slot.live, &view[0], slot.blocks * sizeof(uint64_t))
        for block in range(slot.blocks):
            word = ~<uint64_t> 0
            if left < 64:
                word = (<uint64_t> 1 << left) - 1
            left -= 64
            if rows is not None:
                word &= slot.live[block]
            slot.live[block] = word
            slot.dense[block] = slot.where[block] = block
            slot.count += cw_count(word)
        for block in range(slot.blocks):
            if slot.live[block]:
                self._swap_in(slot, block)
        self._exhausted = self._exhausted or slot.count == 0
        return 0

    cdef int _set_up_exclusions(self, problem) except -1:
        cdef int number
        exclusions = problem.exclusions
        self._has_exclusions = exclusions is not None
        if exclusions is None:
            return 0
        self._owner_starts = <const int32_t*> self._pointer(exclusions.owner_starts, 4)
        self._owner_tables = <const int32_t*> self._pointer(exclusions.owner_tables, 4)
        self._owner_rows = <const int32_t*> self._pointer(exclusions.owner_rows, 4)
        for number in range(self._table_count):
            self._tables[number].key_starts = <const int32_t*> self._pointer(
                exclusions.key_starts[number], 4
            )
            self._tables[number].keys = <const int32_t*> self._pointer(exclusions.keys[number], 4)
        return 0

    cdef int _set_up_required(self, problem) except -1:
        cdef int index = 0, number
        self._required_count = len(problem.required)
        total = sum(len(spellings) for spellings in problem.required)
        self._required_starts = <int*> self._zeroed(self._required_count + 1, sizeof(int))
        self._required_tables = <int*> self._zeroed(total, sizeof(int))
        self._required_rows = <int*> self._zeroed(total, sizeof(int))
        for number, spellings in enumerate(problem.required):
            self._required_starts[number] = index
            for table, row in spellings:
                self._required_tables[index] = table
                self._required_rows[index] = row
                index += 1
        self._required_starts[self._required_count] = index
        return 0

    # -- what a caller sees -----------------------------------------------------------------------

    def run(self, nodes, failures):
        """Search on until a fill, the end, or that many more nodes or failures."""
        cdef int64_t last_node = self.nodes + min(nodes, 1 << 62)
        cdef int64_t last_failure = self.failures + min(failures, 1 << 62)
        cdef int outcome
        if self._busy:
            raise RuntimeError("another thread is running this search")
        self._busy = True
        with nogil:
            outcome = self._run(last_node, last_failure)
        self._busy = False
        if outcome == OUT_OF_MEMORY:
            raise MemoryError("not enough memory for the search")
        return outcome

    def rows(self):
        """Return the row that each slot is down to, -1 where several are left (or none)."""
        cdef int number
        return [
            self._only_row(&self._slots[number]) if self._slots[number].count == 1 else -1
            for number in range(self._slot_count)
        ]

    def counts(self):
        """Return how many words each slot has left."""
        cdef int number
        return [self._slots[number].count for number in range(self._slot_count)]

    def live(self, int number):
        """Return the rows a slot has left as a little-endian bitset."""
        cdef int index, block
        cdef Slot* slot
        if not 0 <= number < self._slot_count:
            raise IndexError(f"there is no slot {number}")
        slot = &self._slots[number]
        rows = bytearray(slot.blocks * 8)
        cdef uint8_t[::1] view = rows
        for index in range(slot.limit):
            block = slot.dense[index]
            memcpy(&view[block * 8], &slot.live[block], 8)
        return bytes(rows)

    def masks(self):
        """Return the tokens each cell has left, as bits."""
        cdef int cell
        return [self._masks[cell] for cell in range(self._cell_count)]

    def weights(self):
        """Return how often each slot has run out of words, plus one."""
        cdef int number
        return [self._slots[number].weight for number in range(self._slot_count)]

    # -- search -----------------------------------------------------------------------------------

    cdef int _run(self, int64_t last_node, int64_t last_failure) noexcept nogil:
        cdef int slot, rarest
        cdef bint consistent
        if self._out_of_memory:
            return OUT_OF_MEMORY
        if self._at_solution:
            self._at_solution = False
            self._exhausted = not self._refute()
        while not self._exhausted:
            consistent = self._propagate()
            if self._out_of_memory:  # the trail has gaps: there is no way back
                return OUT_OF_MEMORY
            if not consistent:
                self.failures += 1
                self._run_failures += 1
                self._exhausted = not self._refute()
                continue
            if self._restarting and self._depth and self._run_failures >= self._cutoff:
                self._restart()
            if self._depth == 0:
                for slot in range(self._slot_count):
                    self._slots[slot].root_count = self._slots[slot].count
            rarest = self._rarest_required() if self._required_count else -1
            slot = self._choose_slot() if rarest < 0 else -1
            if rarest < 0 and slot < 0:
                self._at_solution = True
                return SOLUTION
            if self.nodes >= last_node or self.failures >= last_failure:
                return RUNNING
            if rarest >= 0:
                self._assign_required(rarest)
            else:
                self._assign(slot, self._choose_word(slot))
        return EXHAUSTED

    cdef void _assign(self, int slot, int row) noexcept nogil:
        """Open a frame and give a slot a word."""
        cdef Frame* frame
        self.nodes += 1
        if self._depth == self._frames_room:
            if not self._grow(<void**> &self._frames, &self._frames_room, sizeof(Frame)):
                return
        frame = &self._frames[self._depth]
        frame.slot, frame.row = slot, row
        frame.words, frame.slots, frame.cells = (
            self._words_used, self._slots_used, self._cells_used
        )
        self._depth += 1
        self._stamp += 1
        self._settle(slot, row)

    cdef void _settle(self, int number, int row) noexcept nogil:
        """Leave a slot a single word; blocks beyond the limit keep what they held."""
        cdef Slot* slot = &self._slots[number]
        cdef int block = row >> 6
        self._save_slot(number)
        self._save_block(slot, block)
        slot.live[block] = <uint64_t> 1 << (row & 63)
        slot.limit = 0
        self._swap_in(slot, block)
        slot.count = 1
        self._enqueue(number)

    cdef bint _refute(self) noexcept nogil:
        """Go back to the last decision and rule it out there; False when there is none left."""
        cdef Frame* frame
        while self._depth:
            self._depth -= 1
            frame = &self._frames[self._depth]
            self._undo(frame)
            if self._remove(frame.slot, frame.row):
                return True
            self.failures += 1
            self._run_failures += 1
        return False

    cdef void _restart(self) noexcept nogil:
        """Leave the branch; weights and what was refuted at the root stay."""
        self._depth = 0
        self._undo(&self._frames[0])
        self.restarts += 1
        self._run_failures = 0
        self._candidates = MOST_CANDIDATES
        self._score_weight //= 2
        self._cutoff = self._cutoff * CUTOFF_NUMERATOR // CUTOFF_DENOMINATOR + 1

    cdef int _choose_slot(self) noexcept nogil:
        """Return the slot of fewest words for its weight, -1 when every slot has its word."""
        cdef int best = -1, number, index
        cdef int64_t best_count = 0, best_weight = 1, weight
        cdef uint64_t mask
        cdef Slot* slot
        for number in range(self._slot_count):
            slot = &self._slots[number]
            if slot.count == 1 or not slot.goal:
                continue
            weight = slot.weight
            for index in range(slot.crossings_start, slot.crossings_end):
                mask = self._masks[self._crossings[index].cell]
                if mask & (mask - 1):
                    weight += self._slots[self._crossings[index].other].weight
            if best < 0 or slot.count * best_weight < best_count * weight:
                best, best_count, best_weight = number, slot.count, weight
        return best

    cdef int _choose_word(self, int number) noexcept nogil:
        """Return the word, of some candidates, that leaves most to the crossing slots."""
        cdef Slot* slot = &self._slots[number]
        cdef Table* table = &self._tables[slot.table]
        cdef int[MOST_CANDIDATES] candidates
        cdef int size = self._gather_candidates(slot, candidates)
        cdef int candidate, row, index, used = 0, best = -1, token
        cdef int64_t rank, best_rank = -1, above
        cdef uint64_t mask
        cdef Crossing* crossing
        cdef int* counts
        for index in range(slot.crossings_start, slot.crossings_end):
            counts = &self._token_counts[(index - slot.crossings_start) * MAX_TOKENS]
            self._clear_counts(counts)
        for candidate in range(size):
            row = candidates[candidate]
            rank = <int64_t> self._below(self._noise) if self._noise else 0
            if self._range:
                above = table.scores[row] - self._worst
                rank += max(above, 0) * self._score_weight // self._range
            for index in range(slot.crossings_start, slot.crossings_end):
                crossing = &self._crossings[index]
                mask = self._masks[crossing.cell]
                if mask & (mask - 1):
                    token = table.codes[<size_t> row * table.length + crossing.position] & 63
                    counts = &self._token_counts[(index - slot.crossings_start) * MAX_TOKENS]
                    if counts[token] < 0:
                        self._count_token(counts, crossing.other, crossing.place, token)
                    rank += log2_fixed(counts[token])
            if rank > best_rank:
                best, best_rank = row, rank
        return best

    cdef void _clear_counts(self, int* counts) noexcept nogil:
        cdef int token
        for token in range(MAX_TOKENS):
            counts[token] = -1

    cdef int _gather_candidates(self, Slot* slot, int* candidates) noexcept nogil:
        """List a slot's rows, or, of many, a random one from each of equal shares."""
        cdef int place, block = -1, passed = 0, in_block = 0, rank, size = 0
        cdef uint64_t word = 0
        if slot.count <= self._candidates:
            for block in range(slot.blocks):
                word = slot.live[block]
                while word:
                    candidates[size] = (block << 6) + cw_lowest(word)
                    size += 1
                    word &= word - 1
            return size
        for place in range(self._candidates):
            rank = <int> (
                (<int64_t> place * slot.count + <int64_t> self._below(slot.count))
                // self._candidates
            )
            while passed + in_block <= rank:
                passed += in_block
                block += 1
                word = slot.live[block]
                in_block = cw_count(word)
            candidates[place] = (block << 6) + self._nth_bit(word, rank - passed)
        return self._candidates

    cdef int _nth_bit(self, uint64_t word, int rank) noexcept nogil:
        while rank:
            word &= word - 1
            rank -= 1
        return cw_lowest(word)

    cdef void _count_token(self, int* counts, int number, int place, int token) noexcept nogil:
        """Count a slot's words by token at a position: one token, or all where that is as quick."""
        cdef Slot* slot = &self._slots[number]
        cdef Table* table = &self._tables[slot.table]
        cdef int index, block, total = 0
        cdef uint64_t word
        cdef const uint64_t* support
        cdef int* known = NULL
        cdef uint8_t code
        if token >= table.tokens:
            counts[token] = 0
            return
        if slot.count <= FEW_ROWS_TO_COUNT:
            for index in range(MAX_TOKENS):
                counts[index] = 0
            for index in range(slot.limit):
                block = slot.dense[index]
                word = slot.live[block]
                while word:
                    code = table.codes[
                        <size_t> ((block << 6) + cw_lowest(word)) * table.length + place
                    ]
                    counts[code & 63] += 1
                    word &= word - 1
            return
        if slot.count == slot.root_count:
            if slot.root_counts_for != slot.count:
                for index in range(slot.length * table.tokens):
                    slot.root_counts[index] = -1
                slot.root_counts_for = slot.count
            known = &slot.root_counts[place * table.tokens + token]
            if known[0] >= 0:
                counts[token] = known[0]
                return
        support = table.support + (<size_t> place * table.tokens + token) * table.blocks
        for index in range(slot.limit):
            block = slot.dense[index]
            total += cw_count(slot.live[block] & support[block])
        counts[token] = total
        if known != NULL:
            known[0] = total

    cdef inline uint64_t _below(self, uint64_t bound) noexcept nogil:
        cdef uint64_t mixed
        self._random += <uint64_t> 0x9E3779B97F4A7C15
        mixed = self._random
        mixed = (mixed ^ (mixed >> 30)) * <uint64_t> 0xBF58476D1CE4E5B9
        mixed = (mixed ^ (mixed >> 27)) * <uint64_t> 0x94D049BB133111EB
        mixed ^= mixed >> 31
        return ((mixed >> 32) * bound) >> 32

    # -- propagation ------------------------------------------------------------------------------

    cdef inline void _enqueue(self, int number) noexcept nogil:
        if not self._slots[number].pending:
            self._slots[number].pending = True
            self._pending[self._pending_size] = number
            self._pending_size += 1

    cdef void _clear_pending(self) noexcept nogil:
        cdef int index
        for index in range(self._pending_size):
            self._slots[self._pending[index]].pending = False
        self._pending_size = 0

    cdef int _next_pending(self) noexcept nogil:
        """Take the waiting slot of fewest words, the first one at a tie."""
        cdef int index, number, place = 0, best = self._pending[0]
        cdef int best_count = self._slots[best].count, count
        for index in range(1, self._pending_size):
            number = self._pending[index]
            count = self._slots[number].count
            if count < best_count or (count == best_count and number < best):
                place, best, best_count = index, number, count
        self._pending_size -= 1
        self._pending[place] = self._pending[self._pending_size]
        self._slots[best].pending = False
        return best

    cdef bint _propagate(self) noexcept nogil:
        """Revise until nothing changes; False as soon as a slot runs out of words."""
        while True:
            while self._pending_size:
                self.propagations += 1
                if not self._revise(self._next_pending()):
                    self._clear_pending()
                    return False
            if self._required_count and not self._place_required():
                return False
            if not self._pending_size:
                return True

    cdef bint _revise(self, int number) noexcept nogil:
        """Make a slot and its cells agree; False when no word is left."""
        cdef Slot* slot = &self._slots[number]
        cdef int position
        cdef uint64_t mask, gone
        for position in range(slot.length):
            mask = self._masks[slot.cells[position]]
            if mask != slot.seen[position]:
                gone = slot.seen[position] & ~mask
                slot.seen[position] = mask
                if cw_count(gone) < cw_count(mask):
                    self._filter(number, position, gone, True)
                else:
                    self._filter(number, position, mask, False)
                if slot.count == 0:
                    break
        if slot.count == 0:
            slot.weight += 1
            return False
        if slot.count <= FEW_ROWS:
            self._narrow_cells_by_rows(number)
        else:
            self._narrow_cells_by_support(number)
        return slot.count > 1 or self._shut_out_others(number, self._only_row(slot))

    cdef void _filter(self, int number, int position, uint64_t mask, bint drop) noexcept nogil:
        """Keep (or drop) the rows of a slot that have one of some tokens at a position."""
        cdef Slot* slot = &self._slots[number]
        cdef Table* table = &self._tables[slot.table]
        cdef const uint64_t* base = table.support + (
            <size_t> position * table.tokens * table.blocks
        )
        cdef const uint64_t* rows[MAX_TOKENS]
        cdef int size = 0, index = slot.limit, block, which, count = 0
        cdef uint64_t word, old, any_of
        while mask:
            rows[size] = base + <size_t> cw_lowest(mask) * table.blocks
            size += 1
            mask &= mask - 1
        self._save_slot(number)
        if size == 0 and not drop:
            slot.limit = index = 0
        while index:
            index -= 1
            block = slot.dense[index]
            old = slot.live[block]
            any_of = rows[0][block]
            for which in range(1, size):
                any_of |= rows[which][block]
            word = old & ~any_of if drop else old & any_of
            if word != old:
                self._save_block(slot, block)
                slot.live[block] = word
                if word == 0:
                    self._swap_out(slot, index)
                    continue
            count += cw_count(word)
        slot.count = count

    cdef void _narrow_cells_by_rows(self, int number) noexcept nogil:
        """Take from each cell the tokens that no row left has, reading all rows."""
        cdef Slot* slot = &self._slots[number]
        cdef Table* table = &self._tables[slot.table]
        cdef uint64_t[MAX_TOKENS] found
        cdef int[MAX_TOKENS] open_positions
        cdef int size = 0, index, which, block, position
        cdef uint64_t mask, word
        cdef const uint8_t* codes
        for position in range(slot.length):
            mask = self._masks[slot.cells[position]]
            if mask & (mask - 1):
                open_positions[size] = position
                found[size] = 0
                size += 1
        if size == 0:
            return
        for index in range(slot.limit):
            block = slot.dense[index]
            word = slot.live[block]
            while word:
                codes = table.codes + <size_t> ((block << 6) + cw_lowest(word)) * table.length
                word &= word - 1
                for which in range(size):
                    found[which] |= <uint64_t> 1 << (codes[open_positions[which]] & 63)
        for which in range(size):
            self._narrow_cell(number, open_positions[which], found[which])

    cdef void _narrow_cells_by_support(self, int number) noexcept nogil:
        """Take from each cell the tokens that no row left has, each by its last known support."""
        cdef Slot* slot = &self._slots[number]
        cdef Table* table = &self._tables[slot.table]
        cdef int position, token, block, index
        cdef uint64_t mask, left, kept
        cdef const uint64_t* support
        cdef int* residue
        for position in range(slot.length):
            mask = self._masks[slot.cells[position]]
            if not mask & (mask - 1):
                continue
            kept = mask
            left = mask
            while left:
                token = cw_lowest(left)
                left &= left - 1
                support = table.support + (<size_t> position * table.tokens + token) * table.blocks
                residue = &slot.residues[position * table.tokens + token]
                if slot.live[residue[0]] & support[residue[0]]:
                    continue
                for index in range(slot.limit):
                    block = slot.dense[index]
                    if slot.live[block] & support[block]:
                        residue[0] = block
                        break
                else:
                    kept &= ~(<uint64_t> 1 << token)
            self._narrow_cell(number, position, kept)

    cdef void _narrow_cell(self, int number, int position, uint64_t kept) noexcept nogil:
        """Leave a cell the tokens a slot supports; wake its other slots when it lost some."""
        cdef Slot* slot = &self._slots[number]
        cdef int cell = slot.cells[position], index
        cdef uint64_t mask = self._masks[cell]
        kept &= mask
        if kept == mask:
            return
        self._save_cell(cell)
        self._masks[cell] = slot.seen[position] = kept
        for index in range(self._through_starts[cell], self._through_starts[cell + 1]):
            if self._through[index].slot != number:
                self._enqueue(self._through[index].slot)

    cdef bint _shut_out_others(self, int number, int row) noexcept nogil:
        """Rule out, in the other slots, what the word of this slot excludes."""
        cdef int which = self._slots[number].table, key, owner
        cdef Table* table = &self._tables[which]
        cdef int index
        if self._distinct and not self._remove_elsewhere(number, which, row):
            return False
        if not self._has_exclusions:
            return True
        for index in range(table.key_starts[row], table.key_starts[row + 1]):
            key = table.keys[index]
            for owner in range(self._owner_starts[key], self._owner_starts[key + 1]):
                if not self._remove_elsewhere(
                    number, self._owner_tables[owner], self._owner_rows[owner]
                ):
                    return False
        return True

    cdef bint _remove_elsewhere(self, int number, int which, int row) noexcept nogil:
        """Rule a word out in all slots of its table but one."""
        cdef Table* table = &self._tables[which]
        cdef int index
        for index in range(table.mates_start, table.mates_end):
            if self._mates[index] != number and not self._remove(self._mates[index], row):
                return False
        return True

    cdef inline bint _has(self, Slot* slot, int row) noexcept nogil:
        cdef int block = row >> 6
        return slot.where[block] < slot.limit and (slot.live[block] >> (row & 63)) & 1

    cdef bint _remove(self, int number, int row) noexcept nogil:
        """Rule a word out in a slot; False when it was the last one."""
        cdef Slot* slot = &self._slots[number]
        cdef int block = row >> 6
        if not self._has(slot, row):
            return True
        self._save_slot(number)
        self._save_block(slot, block)
        slot.live[block] &= ~(<uint64_t> 1 << (row & 63))
        if slot.live[block] == 0:
            self._swap_out(slot, slot.where[block])
        slot.count -= 1
        if slot.count == 0:
            slot.weight += 1
            self._clear_pending()
            return False
        self._enqueue(number)
        return True

    cdef inline int _only_row(self, Slot* slot) noexcept nogil:
        return (slot.dense[0] << 6) + cw_lowest(slot.live[slot.dense[0]])

    # -- required words ---------------------------------------------------------------------------

    cdef inline bint _is_home(self, int number, int row) noexcept nogil:
        """Tell whether a required word can still stand in a slot, which must be a goal."""
        return self._slots[number].goal and self._has(&self._slots[number], row)

    cdef int _homes(self, int required, int* slot, int* row, int wanted) noexcept nogil:
        """Count the places left for a required word, and name the one wanted."""
        cdef int index, mate, table, count = 0
        for index in range(self._required_starts[required], self._required_starts[required + 1]):
            table = self._required_tables[index]
            for mate in range(self._tables[table].mates_start, self._tables[table].mates_end):
                if self._is_home(self._mates[mate], self._required_rows[index]):
                    if count == wanted:
                        slot[0] = self._mates[mate]
                        row[0] = self._required_rows[index]
                    count += 1
        return count

    cdef bint _place_required(self) noexcept nogil:
        """Put a required word into the only slot left for it; False when there is none."""
        cdef int required, slot = 0, row = 0, homes
        for required in range(self._required_count):
            homes = self._homes(required, &slot, &row, 0)
            if homes == 0:
                return False
            if homes == 1 and self._slots[slot].count > 1:
                self._settle(slot, row)
                return True
        return True

    cdef int _rarest_required(self) noexcept nogil:
        """Return the required word, not standing yet, that has fewest places left, or -1."""
        cdef int required, index, mate, table, row, homes, best = -1, fewest = 0
        cdef bint standing
        for required in range(self._required_count):
            standing = False
            homes = 0
            for index in range(
                self._required_starts[required], self._required_starts[required + 1]
            ):
                table = self._required_tables[index]
                row = self._required_rows[index]
                for mate in range(self._tables[table].mates_start, self._tables[table].mates_end):
                    if self._is_home(self._mates[mate], row):
                        homes += 1
                        standing = standing or self._slots[self._mates[mate]].count == 1
            if not standing and (best < 0 or homes < fewest):
                best, fewest = required, homes
        return best

    cdef void _assign_required(self, int required) noexcept nogil:
        """Try a required word at one of its places."""
        cdef int slot = 0, row = 0
        cdef int homes = self._homes(required, &slot, &row, -1)
        self._homes(required, &slot, &row, <int> self._below(homes))
        self._assign(slot, row)

    # -- the sparse set of blocks, and the trail --------------------------------------------------

    cdef inline void _swap_out(self, Slot* slot, int place) noexcept nogil:
        """Take the block at a place of the dense part out of the set."""
        cdef int block = slot.dense[place], last
        slot.limit -= 1
        last = slot.dense[slot.limit]
        slot.dense[place], slot.where[last] = last, place
        slot.dense[slot.limit], slot.where[block] = block, slot.limit

    cdef inline void _swap_in(self, Slot* slot, int block) noexcept nogil:
        """Add a block to the set."""
        cdef int place = slot.where[block], first = slot.dense[slot.limit]
        slot.dense[place], slot.where[first] = first, place
        slot.dense[slot.limit], slot.where[block] = block, slot.limit
        slot.limit += 1

    cdef bint _grow(self, void** items, size_t* room, size_t size) noexcept nogil:
        """Make room for more items on the trail; False (and an end to the search) when it fails."""
        cdef size_t larger = room[0] * 2 + 256
        cdef void* moved = realloc(items[0], larger * size)
        if moved == NULL:
            self._out_of_memory = True
            return False
        items[0] = moved
        room[0] = larger
        return True

    cdef inline void _save_block(self, Slot* slot, int block) noexcept nogil:
        if self._depth == 0 or slot.block_stamps[block] == self._stamp:
            return
        slot.block_stamps[block] = self._stamp
        if self._words_used == self._words_room:
            if not self._grow(<void**> &self._saved_words, &self._words_room, sizeof(SavedWord)):
                return
        self._saved_words[self._words_used].where = &slot.live[block]
        self._saved_words[self._words_used].word = slot.live[block]
        self._words_used += 1

    cdef inline void _save_slot(self, int number) noexcept nogil:
        cdef Slot* slot = &self._slots[number]
        if self._depth == 0 or slot.stamp == self._stamp:
            return
        slot.stamp = self._stamp
        if self._slots_used == self._slots_room:
            if not self._grow(<void**> &self._saved_slots, &self._slots_room, sizeof(SavedSlot)):
                return
        self._saved_slots[self._slots_used].slot = number
        self._saved_slots[self._slots_used].limit = slot.limit
        self._saved_slots[self._slots_used].count = slot.count
        self._slots_used += 1

    cdef inline void _save_cell(self, int cell) noexcept nogil:
        if self._depth == 0 or self._cell_stamps[cell] == self._stamp:
            return
        self._cell_stamps[cell] = self._stamp
        if self._cells_used == self._cells_room:
            if not self._grow(<void**> &self._saved_cells, &self._cells_room, sizeof(SavedCell)):
                return
        self._saved_cells[self._cells_used].cell = cell
        self._saved_cells[self._cells_used].mask = self._masks[cell]
        self._cells_used += 1

    cdef void _undo(self, Frame* frame) noexcept nogil:
        """Return to the state before a frame, in which every slot had seen its cells."""
        cdef SavedSlot* slot
        cdef int cell, index
        self._clear_pending()
        while self._words_used > frame.words:
            self._words_used -= 1
            self._saved_words[self._words_used].where[0] = self._saved_words[self._words_used].word
        while self._slots_used > frame.slots:
            self._slots_used -= 1
            slot = &self._saved_slots[self._slots_used]
            self._slots[slot.slot].limit = slot.limit
            self._slots[slot.slot].count = slot.count
        while self._cells_used > frame.cells:
            self._cells_used -= 1
            cell = self._saved_cells[self._cells_used].cell
            self._masks[cell] = self._saved_cells[self._cells_used].mask
            for index in range(self._through_starts[cell], self._through_starts[cell + 1]):
                self._slots[self._through[index].slot].seen[self._through[index].position] = (
                    self._masks[cell]
                )
        self._stamp += 1


def rows_at_least(scores, floor):
    """Return the rows whose score is at least a floor, as a little-endian bitset."""
    cdef const int32_t[::1] view = memoryview(scores).cast("B").cast("i")
    cdef Py_ssize_t row, size = view.shape[0]
    cdef int64_t least = min(max(floor, -(1 << 31)), 1 << 31)
    rows = bytearray((size + 63) // 64 * 8)
    cdef uint8_t[::1] bits = rows
    for row in range(size):
        bits[row >> 3] |= <uint8_t> ((view[row] >= least) << (row & 7))
    return bytes(rows)


def score_range(scores):
    """Return the lowest and the highest score."""
    cdef const int32_t[::1] view = memoryview(scores).cast("B").cast("i")
    cdef Py_ssize_t row
    if view.shape[0] == 0:
        raise ValueError("there are no scores")
    cdef int32_t lowest = view[0], highest = view[0]
    for row in range(view.shape[0]):
        lowest = min(lowest, view[row])
        highest = max(highest, view[row])
    return lowest, highest


def best_scores(words, lives):
    """Return, for each set of live rows, the best score by position and token.

    It is `NO_SCORE` where no row has the token there.
    """
    cdef const int32_t[::1] scores = memoryview(words.scores).cast("B").cast("i")
    cdef const uint8_t[::1] codes = memoryview(words.codes).cast("B")
    cdef const uint8_t[::1] rows
    cdef int32_t[::1] best
    cdef int length = words.length, tokens = words.alphabet_size
    cdef Py_ssize_t row, position, place
    if length < 1 or tokens < 1 or codes.shape[0] != scores.shape[0] * length:
        raise ValueError("a table has words of at least one cell and token, and all their codes")
    found = []
    for live in lives:
        rows = live
        if rows.shape[0] * 8 < scores.shape[0]:
            raise ValueError("the live rows do not fit the table")
        made = array("i", [heuristics.NO_SCORE]) * (length * tokens)
        found.append(made)
        best = made
        for row in range(scores.shape[0]):
            if rows[row >> 3] >> (row & 7) & 1:
                for position in range(length):
                    place = min(<int> codes[row * length + position], tokens - 1)
                    place += position * tokens
                    best[place] = max(best[place], scores[row])
    return found
