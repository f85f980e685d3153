# cython: language_level=3, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled engine: the search that `plain.py` specifies, step for step, in C.

Only the way the state is held differs. The rows left to a slot are the bits of words while there
are many, and a list of numbers when there are few. Whoever leaves fewer of them writes them to new
memory, so that a frame is undone by going back to the old ones; a trail keeps what each frame
changed, each item once, which its stamp tells.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memmove

from array import array
from operator import index as exact_index

from crosswright.engine import heuristics
from crosswright.engine.problem import CheckedTable, Problem, checked_range
from crosswright.support.turns import Turn

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

    /* The union of rows of token sets, four 32-bit sets at a time, in registers. */
    #if defined(__GNUC__)
    typedef uint32_t cw_four __attribute__((vector_size(16), aligned(4), may_alias));
    #define CW_UNITE(n) \
        for (int i = 0; i < size; i++) { \
            const cw_four* row = (const cw_four*)(sets + (size_t)rows[i] * stride); \
            for (int k = 0; k < n; k++) sum[k] |= row[k]; \
        }
    static void cw_unite(const uint32_t* sets, size_t stride, const int* rows, int size,
                         uint32_t* united) {
        for (size_t done = 0; done < stride; done += 16, sets += 16, united += 16) {
            cw_four sum[4] = {{0}, {0}, {0}, {0}};
            size_t left = (stride - done) / 4;
            if (left == 1) { CW_UNITE(1) }
            else if (left == 2) { CW_UNITE(2) }
            else if (left == 3) { CW_UNITE(3) }
            else { CW_UNITE(4) }
            for (size_t k = 0; k < 4 && k < left; k++) ((cw_four*)united)[k] = sum[k];
        }
    }
    #else
    static void cw_unite(const uint32_t* sets, size_t stride, const int* rows, int size,
                         uint32_t* united) {
        for (size_t k = 0; k < stride; k++) united[k] = 0;
        for (int i = 0; i < size; i++)
            for (size_t k = 0; k < stride; k++) united[k] |= sets[(size_t)rows[i] * stride + k];
    }
    #endif
    """
    int cw_lowest(uint64_t x) nogil
    int cw_highest(uint64_t x) nogil
    int cw_count(uint64_t x) nogil
    void cw_unite(
        const uint32_t* sets, size_t stride, const int* rows, int size, uint32_t* united
    ) nogil

NAME = "compiled"

cpdef enum:
    MAX_TOKENS = 64
    MAX_LENGTH = 64

cdef enum:
    RUNNING = 0
    SOLUTION = 1
    EXHAUSTED = 2
    OUT_OF_MEMORY = 3
    # Up to this many rows are listed, and read one by one to find the tokens they support; with
    # more, each token is looked up in the block where it was last found.
    FEW_ROWS = 256
    # After this many failures a search is worth the memory of token sets for every row.
    HARD_FAILURES = 300
    # Token sets in all, at most: 16 MB.
    MAX_SETS = 0x400000
    # With more rows than this, the best ones are looked up in the order of all scores.
    MANY_ROWS = 1024
    # How many pieces of memory a solver asks for at its start, at most.
    MAX_PIECES = 26
    # Words in a page of memory for rows, at least.
    PAGE_WORDS = 0x4000
    # What the indices of crossings, being ints, can count.
    MAX_CROSSINGS = 0x7FFFFFFF

cdef int FIRST_CUTOFF = heuristics.FIRST_CUTOFF
cdef int CUTOFF_NUMERATOR = heuristics.CUTOFF_NUMERATOR
cdef int CUTOFF_DENOMINATOR = heuristics.CUTOFF_DENOMINATOR
cdef int FIRST_CANDIDATES = heuristics.FIRST_CANDIDATES
DEF MAX_CANDIDATES = 300
assert MAX_CANDIDATES == heuristics.MAX_CANDIDATES >= FIRST_CANDIDATES

ctypedef int SlotIndex
ctypedef int CellIndex
ctypedef int TableIndex
ctypedef int WordRow

# The last slot that had a word, or one with a key, if there was one; it may have lost it since.
ctypedef struct Taker:
    SlotIndex slot_index
    WordRow row
    bint is_known

ctypedef struct Table:
    int length
    int size
    int blocks
    int tokens
    const uint8_t* codes
    const int32_t* scores
    const uint64_t* support
    # for each row, the tokens at its positions as bits, or NULL
    uint32_t* sets
    size_t stride
    # the keys of row r for exclusions are keys[key_starts[r]] to keys[key_starts[r + 1] - 1]
    const int32_t* key_starts
    const int32_t* keys
    Taker* takers  # by row
    # its slots are _slots_of_table[slots_start] to _slots_of_table[slots_end - 1]
    int slots_start
    int slots_end

# The rows that a slot has left, in ascending order.
ctypedef struct Rows:
    uint64_t* words  # the blocks from the first one on, while there are many rows
    WordRow* list  # when there are few; else NULL
    int first
    int size  # how many words there are
    int count  # of rows
    uint64_t owner  # the stamp of the frame that may write to the words or the list
    uint64_t stamp  # of the last frame that has saved this
    uint64_t version  # another one whenever a row is lost

# Where a token was last found: a block, and its rows that have the token.
ctypedef struct Residue:
    uint64_t word
    int64_t block

ctypedef struct Slot:
    TableIndex table_index
    int length
    int blocks
    CellIndex* cells
    int crossings_start
    int crossings_end
    Rows rows
    uint64_t* seen
    Residue* residues
    # how many rows have a token at a position, -1 if not counted: at the root, and at the version
    # that is noted for the position
    int* root_counts
    int* counts
    uint64_t* counted
    int root_count
    int root_counts_for
    int64_t weight
    bint pending
    bint goal
    bint waived
    int part

ctypedef struct Crossing:
    int position
    CellIndex cell
    SlotIndex other
    int other_position

ctypedef struct SlotThrough:
    SlotIndex slot_index
    int position

ctypedef struct SavedWord:
    uint64_t* where
    uint64_t word

ctypedef struct SavedSlot:
    SlotIndex slot_index
    Rows rows

ctypedef struct SavedCell:
    CellIndex cell
    uint64_t mask
    uint64_t stamp

ctypedef struct Frame:
    SlotIndex slot_index
    WordRow row
    int position  # of the letter that was decided, -1 for the whole word
    uint64_t stamp  # of the frame below
    size_t words
    size_t slots
    size_t cells
    size_t page
    size_t page_used

# A stretch of memory for the words and pieces of slots.
ctypedef struct Page:
    uint64_t* memory
    size_t room


cdef inline bint has_row(Rows* rows, WordRow row) noexcept nogil:
    cdef int block = (row >> 6) - rows.first, index
    if rows.list == NULL:
        return 0 <= block < rows.size and (rows.words[block] >> (row & 63)) & 1
    index = place_of(rows, row)
    return index < rows.count and rows.list[index] == row


cdef inline int place_of(Rows* rows, WordRow row) noexcept nogil:
    """Return where a row is in the list, or would be."""
    cdef int low = 0, high = rows.count, middle
    while low < high:
        middle = (low + high) >> 1
        if rows.list[middle] < row:
            low = middle + 1
        else:
            high = middle
    return low


cdef int list_rows(Rows* rows, WordRow* target) noexcept nogil:
    """Write the rows to a list with room for them, and return how many there are."""
    cdef int index, size = 0
    cdef WordRow first_row
    cdef uint64_t word
    if rows.list != NULL:
        memcpy(target, rows.list, rows.count * sizeof(WordRow))
        return rows.count
    for index in range(rows.size):
        word, first_row = rows.words[index], (rows.first + index) << 6
        while word:
            target[size] = first_row + cw_lowest(word)
            size += 1
            word &= word - 1
    return size


cdef void filter_words(
    Rows* rows, uint64_t* target, const uint64_t** supports, int size, uint64_t inverted
) noexcept nogil:
    """Keep the rows, written to a target, that have one of some tokens (or none of them)."""
    cdef int index, item, count = 0, length = rows.size, first = rows.first
    cdef const uint64_t* source = rows.words
    cdef const uint64_t* one = supports[0] + first
    cdef const uint64_t* two
    cdef const uint64_t* three
    cdef uint64_t word
    if size == 1:
        for index in range(length):
            word = source[index] & (one[index] ^ inverted)
            target[index] = word
            count += cw_count(word)
    elif size == 2:
        two = supports[1] + first
        for index in range(length):
            word = source[index] & ((one[index] | two[index]) ^ inverted)
            target[index] = word
            count += cw_count(word)
    elif size == 3:
        two, three = supports[1] + first, supports[2] + first
        for index in range(length):
            word = source[index] & ((one[index] | two[index] | three[index]) ^ inverted)
            target[index] = word
            count += cw_count(word)
    else:
        for index in range(length):
            word = one[index]
            for item in range(1, size):
                word |= supports[item][first + index]
            word = source[index] & (word ^ inverted)
            target[index] = word
            count += cw_count(word)
    index = 0
    while length and target[length - 1] == 0:
        length -= 1
    while index < length and target[index] == 0:
        index += 1
    rows.words, rows.first, rows.size, rows.count = (
        target + index, first + index, length - index, count
    )


cdef void filter_list(
    Rows* rows, WordRow* target, Table* table, int position, uint64_t mask
) noexcept nogil:
    """Keep the rows, written to a target, that have one of some tokens at a position.

    Nothing here depends on the rows but what is written: a branch would be guessed wrong too often.
    """
    cdef int index, kept = 0
    cdef const WordRow* source = rows.list
    cdef const uint8_t* codes = table.codes + position
    cdef const uint32_t* sets
    cdef WordRow row
    if table.sets != NULL:
        sets = table.sets + position
        for index in range(rows.count):
            row = source[index]
            target[kept] = row
            kept += (sets[<size_t> row * table.stride] & <uint32_t> mask) != 0
    else:
        for index in range(rows.count):
            row = source[index]
            target[kept] = row
            kept += <int> (mask >> (codes[<size_t> row * table.length] & 63)) & 1
    rows.list, rows.count = target, kept


cdef inline int log2_fixed(int number) noexcept nogil:
    cdef int power = cw_highest(<uint64_t> (number | 1))
    return (power << 8) + <int> (((<uint64_t> number << 8) >> power) & 255)


cdef class Solver:
    """A search under way: `run` it in slices until it finds a fill or has tried everything.

    It is for one thread at a time; its counters alone can be read at any time.
    """

    cdef readonly int64_t nodes, failures, restarts, propagations
    cdef object _turn
    cdef list _buffers
    cdef Table* _tables
    cdef Slot* _slots
    cdef Crossing* _crossings
    cdef SlotThrough* _slots_through
    cdef int* _slots_through_starts
    cdef SlotIndex* _slots_of_table
    cdef uint64_t* _masks
    cdef uint64_t* _cell_stamps
    cdef SlotIndex* _pending
    cdef SlotIndex* _stack  # slots whose neighbours have not been looked at
    cdef int _pending_size
    cdef int _table_count, _slot_count, _cell_count
    cdef SavedWord* _saved_words
    cdef SavedSlot* _saved_slots
    cdef SavedCell* _saved_cells
    cdef Frame* _frames
    cdef size_t _words_used, _words_room, _slots_used, _slots_room, _cells_used, _cells_room
    cdef size_t _depth, _frames_room
    cdef size_t _base  # the frames below this one are assumptions, which no search goes back on
    cdef uint64_t _last_version
    cdef uint64_t _stamp, _last_stamp  # of the frame on top, and the highest that was given out
    cdef Page* _pages
    cdef size_t _page, _page_used, _page_count, _pages_room
    cdef uint64_t _random
    cdef int _candidates
    cdef int64_t _cutoff, _run_failures, _worst, _range, _score_weight, _noise
    cdef bint _restarting, _distinct, _exhausted, _at_solution, _out_of_memory
    cdef bint _has_exclusions, _letters, _log_sizes, _has_sets
    cdef SlotIndex _spelled_slot  # the word that is being put in letter by letter, or -1
    cdef WordRow _spelled_row
    cdef bint _splitting, _has_parts
    cdef int _part  # the one that is being filled
    cdef size_t _full  # the frames below this one fill whole parts
    cdef const int32_t* _owner_starts
    cdef const int32_t* _owner_tables
    cdef const int32_t* _owner_rows
    cdef Taker* _takers  # by key
    cdef WordRow* _few_rows  # room for the rows of a slot that has few
    cdef int _required_count
    cdef int* _required_starts
    cdef TableIndex* _required_tables
    cdef WordRow* _required_rows
    cdef bint* _required_met  # whether something outside the problem has the word already
    cdef int* _token_logs
    cdef int _few_words  # what a slot has at most to lose a used word at once; -1: all slots do
    cdef void* _memory[MAX_PIECES]
    cdef int _memory_count

    # -- setting up, and memory -----------------------------------------------------------------

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
        letters=False,
        log_sizes=False,
        parts=False,
    ):
        """Set up a search that branches on words or on letters.

        The next slot is the one with the fewest words for its weight or, with `log_sizes`, the
        smallest logarithm of their number. With `parts`, where the open cells fall into several
        parts, one part is filled after the other, and a restart keeps those that are full.
        """
        if self._buffers is not None:
            raise RuntimeError("a Solver is set up once")
        if type(problem) is not Problem:
            raise TypeError(f"a Solver takes a Problem, not {type(problem).__name__}")
        self._buffers = []
        self._random = seed & 0xFFFFFFFFFFFFFFFF
        self._restarting = restarts
        self._score_weight = heuristics.checked_weight("score_weight", score_weight)
        self._noise = heuristics.checked_weight("noise", noise)
        self._letters, self._log_sizes = bool(letters), bool(log_sizes)
        self._splitting = bool(parts)
        self._part = -1
        self._spelled_slot = -1
        self._worst = problem.score_range[0]
        self._range = problem.score_range[1] - problem.score_range[0]
        self._distinct = problem.distinct
        few_words = problem.few_words
        self._few_words = -1 if few_words is None else few_words
        self._cutoff = FIRST_CUTOFF
        self._candidates = FIRST_CANDIDATES
        self._set_up_tables(problem)
        self._set_up_cells(problem)
        self._set_up_slots(problem)
        self._set_up_exclusions(problem)
        self._set_up_required(problem)
        self._turn = Turn()

    cdef void* _zeroed(self, size_t count, size_t size) except NULL:
        """Allocate memory that lives as long as the solver."""
        cdef void* memory = NULL
        if self._memory_count < MAX_PIECES:
            memory = calloc(count + 1, size)
        if memory == NULL:
            raise MemoryError("not enough memory for the search")
        self._memory[self._memory_count] = memory
        self._memory_count += 1
        return memory

    def __dealloc__(self):
        cdef size_t index
        if self._tables != NULL:
            for index in range(<size_t> self._table_count):
                free(self._tables[index].sets)
        for index in range(<size_t> self._memory_count):
            free(self._memory[index])
        for index in range(self._page_count):
            free(self._pages[index].memory)
        free(self._pages)
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
        cdef TableIndex table_index
        cdef Table* table
        words = problem.tables.words
        self._table_count = len(words)
        self._tables = <Table*> self._zeroed(self._table_count, sizeof(Table))
        used = {table_index for table_index, _ in problem.slots}
        for table_index in range(self._table_count):
            table = &self._tables[table_index]
            table.length = words[table_index].length
            table.size = words[table_index].size
            table.blocks = words[table_index].blocks
            table.tokens = words[table_index].alphabet_size
            if table_index in used:
                table.codes = <const uint8_t*> self._pointer(words[table_index].codes, 1)
                table.scores = <const int32_t*> self._pointer(words[table_index].scores, 4)
                table.support = <const uint64_t*> self._pointer(words[table_index].support, 8)
        return 0

    cdef int _set_up_cells(self, problem) except -1:
        cdef CellIndex cell
        self._cell_count = len(problem.masks)
        self._masks = <uint64_t*> self._zeroed(self._cell_count, sizeof(uint64_t))
        self._cell_stamps = <uint64_t*> self._zeroed(self._cell_count, sizeof(uint64_t))
        for cell in range(self._cell_count):
            self._masks[cell] = problem.masks[cell]
            self._exhausted = self._exhausted or self._masks[cell] == 0
        return 0

    cdef int _set_up_slots_through(self, through) except -1:
        """List the slots through each cell, and the position of the cell in them."""
        cdef CellIndex cell
        cdef SlotIndex slot_index
        cdef int position, index = 0
        self._slots_through_starts = <int*> self._zeroed(self._cell_count + 1, sizeof(int))
        self._slots_through = <SlotThrough*> self._zeroed(
            sum(map(len, through)), sizeof(SlotThrough)
        )
        for cell in range(self._cell_count):
            self._slots_through_starts[cell] = index
            for slot_index, position in through[cell]:
                self._slots_through[index].slot_index = slot_index
                self._slots_through[index].position = position
                index += 1
        self._slots_through_starts[self._cell_count] = index
        return 0

    cdef int _set_up_slots_of_table(self, problem) except -1:
        """List the slots that each table serves."""
        cdef TableIndex table_index
        cdef SlotIndex slot_index
        cdef int index = 0
        slots_of_table = [[] for _ in range(self._table_count)]
        for slot_index, (table_index, _) in enumerate(problem.slots):
            slots_of_table[table_index].append(slot_index)
        self._slots_of_table = <SlotIndex*> self._zeroed(self._slot_count, sizeof(SlotIndex))
        for table_index in range(self._table_count):
            self._tables[table_index].slots_start = index
            for slot_index in slots_of_table[table_index]:
                self._slots_of_table[index] = slot_index
                index += 1
            self._tables[table_index].slots_end = index
        return 0

    cdef int _set_up_slots(self, problem) except -1:
        cdef SlotIndex slot_index
        cdef CellIndex cell
        cdef int position, max_crossings = 0
        cdef Slot* slot
        through = [[] for _ in range(self._cell_count)]
        for slot_index, (_, cells) in enumerate(problem.slots):
            for position, cell in enumerate(cells):
                through[cell].append((slot_index, position))
        self._slot_count = len(problem.slots)
        self._slots = <Slot*> self._zeroed(self._slot_count, sizeof(Slot))
        self._pending = <SlotIndex*> self._zeroed(self._slot_count, sizeof(SlotIndex))
        self._stack = <SlotIndex*> self._zeroed(self._slot_count, sizeof(SlotIndex))
        self._set_up_slots_through(through)
        self._set_up_slots_of_table(problem)
        for slot_index in range(self._slot_count):
            slot = &self._slots[slot_index]
            slot.table_index = problem.slots[slot_index][0]
            slot.length = self._tables[slot.table_index].length
            slot.blocks = self._tables[slot.table_index].blocks
            slot.weight = 1
            slot.goal = not problem.goals or problem.goals[slot_index]
            slot.root_counts_for = -1
        self._set_up_room()
        self._set_up_crossings([cells for _, cells in problem.slots], through)
        for slot_index in range(self._slot_count):
            slot = &self._slots[slot_index]
            self._set_up_view(slot, problem.slots[slot_index][1])
            self._set_up_live(slot, problem.live[slot_index] if problem.live else None)
            self._enqueue(slot_index)
            max_crossings = max(max_crossings, slot.crossings_end - slot.crossings_start)
        self._token_logs = <int*> self._zeroed(<size_t> max_crossings * MAX_TOKENS, sizeof(int))
        return 0

    cdef int _set_up_room(self) except -1:
        """Divide memory among the slots, one piece for each kind of item."""
        cdef size_t blocks = 0, cells = 0, tokens = 0, here
        cdef SlotIndex slot_index
        cdef Slot* slot
        for slot_index in range(self._slot_count):
            slot = &self._slots[slot_index]
            blocks += slot.blocks
            cells += slot.length
            tokens += slot.length * self._tables[slot.table_index].tokens
        cdef uint64_t* words = <uint64_t*> self._zeroed(blocks, sizeof(uint64_t))
        cdef CellIndex* slot_cells = <CellIndex*> self._zeroed(cells, sizeof(CellIndex))
        cdef uint64_t* seen = <uint64_t*> self._zeroed(cells, sizeof(uint64_t))
        cdef Residue* residues = <Residue*> self._zeroed(tokens, sizeof(Residue))
        cdef int* root_counts = <int*> self._zeroed(tokens, sizeof(int))
        cdef int* counts = <int*> self._zeroed(tokens, sizeof(int))
        cdef uint64_t* counted = <uint64_t*> self._zeroed(cells, sizeof(uint64_t))
        for slot_index in range(self._slot_count):
            slot = &self._slots[slot_index]
            here = slot.length * self._tables[slot.table_index].tokens
            slot.rows.words, slot.cells, slot.seen = words, slot_cells, seen
            slot.residues, slot.root_counts = residues, root_counts
            slot.counts, slot.counted = counts, counted
            words += slot.blocks
            counts, counted = counts + here, counted + slot.length
            slot_cells, seen = slot_cells + slot.length, seen + slot.length
            residues, root_counts = residues + here, root_counts + here
        return 0

    cdef int _set_up_view(self, Slot* slot, cells) except -1:
        """Give a slot its cells, and let it have seen every token of its table there."""
        cdef int position, tokens = self._tables[slot.table_index].tokens
        for position in range(slot.length):
            slot.cells[position] = cells[position]
            slot.seen[position] = ~<uint64_t> 0 >> (MAX_TOKENS - tokens)
        return 0

    cdef int _set_up_crossings(self, cells_of, through) except -1:
        """List, for each slot, where it crosses which other slots."""
        cdef size_t size = sum(len(slots) * (len(slots) - 1) for slots in through)
        cdef SlotIndex slot_index, other
        cdef CellIndex cell
        cdef int position, other_position, index = 0
        if size > MAX_CROSSINGS:
            raise MemoryError("not enough memory for the search")
        self._crossings = <Crossing*> self._zeroed(size, sizeof(Crossing))
        for slot_index in range(self._slot_count):
            self._slots[slot_index].crossings_start = index
            for position, cell in enumerate(cells_of[slot_index]):
                for other, other_position in through[cell]:
                    if other != slot_index:
                        self._crossings[index].position = position
                        self._crossings[index].cell = cell
                        self._crossings[index].other = other
                        self._crossings[index].other_position = other_position
                        index += 1
            self._slots[slot_index].crossings_end = index
        return 0

    cdef int _set_up_live(self, Slot* slot, rows) except -1:
        """Start a slot with all rows of its table, or with some."""
        cdef int block, left = self._tables[slot.table_index].size
        cdef uint64_t word
        cdef uint64_t* words = slot.rows.words
        cdef const uint8_t[::1] view
        if rows is not None and slot.blocks:
            view = rows
            memcpy(words, &view[0], slot.blocks * sizeof(uint64_t))
        for block in range(slot.blocks):
            word = ~<uint64_t> 0
            if left < 64:
                word = (<uint64_t> 1 << left) - 1
            left -= 64
            if rows is not None:
                word &= words[block]
            words[block] = word
            slot.rows.count += cw_count(word)
        slot.rows.size = slot.blocks
        self._renew(&slot.rows)
        self._exhausted = self._exhausted or slot.rows.count == 0
        return 0

    cdef int _set_up_exclusions(self, problem) except -1:
        cdef TableIndex table_index
        cdef Taker* takers
        exclusions = problem.exclusions
        self._has_exclusions = exclusions is not None
        if exclusions is None:
            return 0
        self._owner_starts = <const int32_t*> self._pointer(exclusions.owner_starts, 4)
        self._owner_tables = <const int32_t*> self._pointer(exclusions.owner_tables, 4)
        self._owner_rows = <const int32_t*> self._pointer(exclusions.owner_rows, 4)
        for table_index in range(self._table_count):
            self._tables[table_index].key_starts = <const int32_t*> self._pointer(
                exclusions.key_starts[table_index], 4
            )
            self._tables[table_index].keys = <const int32_t*> self._pointer(
                exclusions.keys[table_index], 4
            )
        if self._few_words >= 0:
            self._takers = <Taker*> self._zeroed(len(exclusions.owner_starts), sizeof(Taker))
            self._few_rows = <WordRow*> self._zeroed(self._few_words, sizeof(WordRow))
            takers = <Taker*> self._zeroed(sum(exclusions.sizes), sizeof(Taker))
            for table_index in range(self._table_count):
                self._tables[table_index].takers = takers
                takers += <int> exclusions.sizes[table_index]
        return 0

    cdef int _set_up_required(self, problem) except -1:
        cdef int index = 0, required
        self._required_count = len(problem.required)
        total = sum(len(spellings) for spellings in problem.required)
        self._required_starts = <int*> self._zeroed(self._required_count + 1, sizeof(int))
        self._required_tables = <TableIndex*> self._zeroed(total, sizeof(TableIndex))
        self._required_rows = <WordRow*> self._zeroed(total, sizeof(WordRow))
        self._required_met = <bint*> self._zeroed(self._required_count, sizeof(bint))
        for required, spellings in enumerate(problem.required):
            self._required_starts[required] = index
            for table_index, row in spellings:
                self._required_tables[index] = table_index
                self._required_rows[index] = row
                index += 1
        self._required_starts[self._required_count] = index
        return 0

    # -- for callers ------------------------------------------------------------------------------

    def run(self, nodes, failures):
        """Search on until there is a fill, the end, or this many more nodes or failures."""
        cdef int64_t more_nodes = within(exact_index(nodes), 0, 1 << 62)
        cdef int64_t more_failures = within(exact_index(failures), 0, 1 << 62)
        cdef int outcome
        with self._my_turn():
            with nogil:
                outcome = self._run(self.nodes + more_nodes, self.failures + more_failures)
        if outcome == OUT_OF_MEMORY:
            raise MemoryError("not enough memory for the search")
        return outcome

    def rows(self):
        """Return the row that each slot is down to, -1 where several are left (or none)."""
        cdef SlotIndex slot_index
        with self._my_turn():
            return [
                self._only_row(&self._slots[slot_index])
                if self._slots[slot_index].rows.count == 1
                else -1
                for slot_index in range(self._slot_count)
            ]

    def counts(self):
        """Return how many words each slot has left."""
        cdef SlotIndex slot_index
        with self._my_turn():
            return [self._slots[slot_index].rows.count for slot_index in range(self._slot_count)]

    def live(self, slot):
        """Return the rows a slot has left as a little-endian bitset."""
        slot = exact_index(slot)
        with self._my_turn():
            if not 0 <= slot < self._slot_count:
                raise IndexError(f"there is no slot {slot}")
            return self._live_rows(&self._slots[<SlotIndex> slot])

    cdef bytes _live_rows(self, Slot* slot):
        cdef Rows* left = &slot.rows
        cdef int index
        rows = bytearray(slot.blocks * 8)
        cdef uint8_t[::1] view = rows
        if left.list == NULL and left.size:
            memcpy(&view[<size_t> left.first * 8], left.words, left.size * sizeof(uint64_t))
        elif left.list != NULL:
            for index in range(left.count):
                view[left.list[index] >> 3] |= <uint8_t> (1 << (left.list[index] & 7))
        return bytes(rows)

    def masks(self):
        """Return the tokens each cell has left, as bits."""
        cdef CellIndex cell
        with self._my_turn():
            return [self._masks[cell] for cell in range(self._cell_count)]

    def weights(self):
        """Return how often each slot has run out of words, plus one."""
        cdef SlotIndex slot_index
        with self._my_turn():
            return [self._slots[slot_index].weight for slot_index in range(self._slot_count)]

    cdef object _my_turn(self):
        if self._turn is None:
            raise RuntimeError("this search was not set up")
        return self._turn

    # -- search -----------------------------------------------------------------------------------

    cdef int _run(self, int64_t last_node, int64_t last_failure) noexcept nogil:
        cdef SlotIndex slot_index
        cdef int rarest
        cdef bint consistent, is_deep
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
                if self.failures >= HARD_FAILURES and not self._has_sets:
                    self._make_sets()
                self._exhausted = not self._refute()
                continue
            is_deep = self._depth > max(self._base, self._full)
            if self._restarting and is_deep and self._run_failures >= self._cutoff:
                self._restart()
            if self._depth == self._base:
                self._full = self._base
                self._has_parts = self._splitting and self._separate_parts()
            if self._depth == 0:
                self._note_root()
            rarest = self._rarest_required() if self._required_count else -1
            slot_index = self._next_slot() if rarest < 0 else -1
            if rarest < 0 and slot_index < 0:
                self._at_solution = True
                return SOLUTION
            if self.nodes >= last_node or self.failures >= last_failure:
                return RUNNING
            if rarest >= 0:
                self._assign_required(rarest)
            elif self._letters:
                self._assign_letter(slot_index)
            else:
                self._assign(slot_index, self._choose_word(slot_index))
        return EXHAUSTED

    cdef void _make_sets(self) noexcept nogil:
        """Write out the tokens of every row as sets, which unite faster than codes."""
        cdef Table* table
        cdef TableIndex table_index
        cdef size_t row, position, total = 0
        cdef int code
        self._has_sets = True
        for table_index in range(self._table_count):
            table = &self._tables[table_index]
            if table.codes == NULL or table.tokens > 32:
                continue
            table.stride = (<size_t> table.length + 3) & ~<size_t> 3
            total += table.stride * table.size
            if total > MAX_SETS:
                return
            table.sets = <uint32_t*> calloc(table.stride * table.size, sizeof(uint32_t))
            if table.sets == NULL:
                return
            for row in range(<size_t> table.size):
                for position in range(<size_t> table.length):
                    code = table.codes[row * table.length + position]
                    if code < table.tokens:
                        table.sets[row * table.stride + position] = <uint32_t> 1 << code

    cdef inline SlotIndex _next_slot(self) noexcept nogil:
        """Return the slot that is being spelled, or else choose one, -1 when all have a word."""
        cdef Slot* slot
        if self._spelled_slot >= 0:
            slot = &self._slots[self._spelled_slot]
            if slot.rows.count > 1 and has_row(&slot.rows, self._spelled_row):
                return self._spelled_slot
            self._spelled_slot = -1
        return self._next_of_part() if self._has_parts else self._choose_slot(-1)

    cdef SlotIndex _next_of_part(self) noexcept nogil:
        """Choose a slot of the part that is being filled or, if that is full, of any other."""
        cdef SlotIndex slot_index = -1
        if self._depth > self._full:
            slot_index = self._choose_slot(self._part)
        if slot_index < 0:
            self._full, slot_index = self._depth, self._choose_slot(-1)
            self._part = self._slots[slot_index].part if slot_index >= 0 else -1
        return slot_index

    cdef bint _separate_parts(self) noexcept nogil:
        """Find the part of every slot: slots that share open cells are in the same part.

        Return whether there are several, and no words are required, which belong to none.
        """
        cdef SlotIndex first, slot_index
        cdef int last = -1, position, index, waiting = 0
        cdef Slot* slot
        cdef uint64_t mask
        for index in range(self._required_count):
            if not self._required_met[index]:
                return False
        for first in range(self._slot_count):
            self._slots[first].part = -1
        for first in range(self._slot_count):
            slot = &self._slots[first]
            if slot.part >= 0 or slot.rows.count == 1 or not slot.goal:
                continue
            last += 1
            slot.part = last
            self._stack[0], waiting = first, 1
            while waiting:
                waiting -= 1
                slot = &self._slots[self._stack[waiting]]
                for position in range(slot.length):
                    mask = self._masks[slot.cells[position]]
                    if not mask & (mask - 1):
                        continue
                    for index in range(
                        self._slots_through_starts[slot.cells[position]],
                        self._slots_through_starts[slot.cells[position] + 1],
                    ):
                        slot_index = self._slots_through[index].slot_index
                        if self._slots[slot_index].part < 0 and not self._slots[slot_index].waived:
                            self._slots[slot_index].part = last
                            self._stack[waiting] = slot_index
                            waiting += 1
        return last > 0

    cdef void _assign(self, SlotIndex slot_index, WordRow row) noexcept nogil:
        """Open a frame and put a word into a slot."""
        self.nodes += 1
        if self._open_frame(slot_index, row, -1):
            self._settle(slot_index, row)

    cdef void _assign_letter(self, SlotIndex slot_index) noexcept nogil:
        """Open a frame and put the next letter of a word into a slot.

        What is refuted is then the letter, and with it all words that have it there.
        """
        cdef Slot* slot = &self._slots[slot_index]
        cdef int position
        if self._spelled_slot < 0:
            self._spelled_slot, self._spelled_row = slot_index, self._choose_word(slot_index)
        position = self._choose_position(slot, self._spelled_row)
        if position < 0:
            self._assign(slot_index, self._spelled_row)
            return
        self.nodes += 1
        if self._open_frame(slot_index, self._spelled_row, position):
            self._set_mask(
                slot.cells[position],
                <uint64_t> 1 << self._token_of(slot, self._spelled_row, position),
            )

    cdef int _choose_position(self, Slot* slot, WordRow row) noexcept nogil:
        """Return the position of the letter that leaves the fewest words to a crossing slot.

        It is -1 if no cell is open: only a table that contradicts itself has several words then.
        """
        cdef int index, position, token, count, best = -1, fewest = 0
        cdef Crossing* crossing
        for index in range(slot.crossings_start, slot.crossings_end):
            crossing = &self._crossings[index]
            token = self._open_token(slot, row, crossing.position)
            if token < 0 or self._slots[crossing.other].waived:
                continue
            count = self._rows_with(
                &self._slots[crossing.other], crossing.other_position, token
            )
            if best < 0 or count < fewest:
                best, fewest = crossing.position, count
        if best < 0:
            for position in range(slot.length):
                if self._open_token(slot, row, position) >= 0:
                    return position
        return best

    cdef inline int _open_token(self, Slot* slot, WordRow row, int position) noexcept nogil:
        """Return a word's token at a position if its cell has that one and others, else -1."""
        cdef uint64_t mask = self._masks[slot.cells[position]]
        cdef int token = self._token_of(slot, row, position)
        if mask & (mask - 1) and token < MAX_TOKENS and (mask >> token) & 1:
            return token
        return -1

    cdef inline int _token_of(self, Slot* slot, WordRow row, int position) noexcept nogil:
        cdef Table* table = &self._tables[slot.table_index]
        return table.codes[<size_t> row * table.length + position]

    cdef void _set_mask(self, CellIndex cell, uint64_t mask) noexcept nogil:
        """Give a cell other tokens, and wake its slots."""
        cdef int index
        self._save_cell(cell)
        self._masks[cell] = mask
        for index in range(self._slots_through_starts[cell], self._slots_through_starts[cell + 1]):
            self._enqueue(self._slots_through[index].slot_index)

    cdef void _note_root(self) noexcept nogil:
        """Remember how many words each slot has where all searches begin."""
        cdef SlotIndex slot_index
        for slot_index in range(self._slot_count):
            self._slots[slot_index].root_count = self._slots[slot_index].rows.count

    cdef bint _open_frame(self, SlotIndex slot_index, WordRow row, int position) noexcept nogil:
        """Open a frame on the trail; False when there is no memory for it."""
        cdef Frame* frame
        if self._depth == self._frames_room:
            if not self._grow(<void**> &self._frames, &self._frames_room, sizeof(Frame)):
                return False
        frame = &self._frames[self._depth]
        frame.slot_index, frame.row, frame.position = slot_index, row, position
        frame.words, frame.slots, frame.cells = (
            self._words_used, self._slots_used, self._cells_used
        )
        frame.page, frame.page_used = self._page, self._page_used
        frame.stamp = self._stamp
        self._last_stamp += 1
        self._stamp = self._last_stamp
        self._depth += 1
        return True

    cdef void _settle(self, SlotIndex slot_index, WordRow row) noexcept nogil:
        """Leave a slot a single word."""
        cdef Rows* rows = &self._slots[slot_index].rows
        cdef WordRow* only = <WordRow*> self._room_for(1)
        if only == NULL:
            return
        self._save_slot(slot_index)
        only[0] = row
        rows.list, rows.count, rows.owner = only, 1, self._stamp
        self._renew(rows)
        self._enqueue(slot_index)

    cdef bint _refute(self) noexcept nogil:
        """Go back to the last decision and rule it out there; False when there is none left."""
        cdef Frame* frame
        while self._depth > self._base:
            self._depth -= 1
            frame = &self._frames[self._depth]
            self._undo(frame)
            if self._depth < self._full:  # what fills one part may leave too little to others
                self._splitting = self._has_parts = False
                self._full = self._base
            if self._rule_out(frame):
                return True
            self.failures += 1
            self._run_failures += 1
        return False

    cdef inline bint _rule_out(self, Frame* frame) noexcept nogil:
        """Rule a decision out; False when nothing else is left."""
        cdef Slot* slot = &self._slots[frame.slot_index]
        cdef CellIndex cell
        cdef uint64_t letter
        if frame.position < 0:
            return self._remove(frame.slot_index, frame.row)
        cell = slot.cells[frame.position]
        letter = <uint64_t> 1 << self._token_of(slot, frame.row, frame.position)
        self._set_mask(cell, self._masks[cell] & ~letter)
        return True

    cdef void _restart(self) noexcept nogil:
        """Leave the branch; the weights, what was refuted at the root, and full parts stay."""
        self._back_to(max(self._base, self._full))
        self.restarts += 1
        self._run_failures = 0
        self._candidates = MAX_CANDIDATES
        self._score_weight //= 2
        self._cutoff = self._cutoff * CUTOFF_NUMERATOR // CUTOFF_DENOMINATOR + 1

    cdef void _back_to(self, size_t depth) noexcept nogil:
        """Undo all frames but the first ones."""
        if self._depth > depth:
            self._depth = depth
            self._undo(&self._frames[depth])

    cdef SlotIndex _choose_slot(self, int part) noexcept nogil:
        """Return the slot with the fewest words for its weight, -1 when every slot has its word.

        With a part, only its slots are looked at.
        """
        cdef SlotIndex best = -1, slot_index
        cdef int index
        cdef int64_t best_size = 0, best_weight = 1, size, weight
        cdef uint64_t mask
        cdef Slot* slot
        for slot_index in range(self._slot_count):
            slot = &self._slots[slot_index]
            if slot.rows.count == 1 or not slot.goal or (part >= 0 and slot.part != part):
                continue
            weight = slot.weight
            for index in range(slot.crossings_start, slot.crossings_end):
                mask = self._masks[self._crossings[index].cell]
                if mask & (mask - 1):
                    weight += self._slots[self._crossings[index].other].weight
            size = log2_fixed(slot.rows.count) if self._log_sizes else slot.rows.count
            if best < 0 or size * best_weight < best_size * weight:
                best, best_size, best_weight = slot_index, size, weight
        return best

    cdef WordRow _choose_word(self, SlotIndex slot_index) noexcept nogil:
        """Return the word, of some candidates, that leaves the most to the crossing slots."""
        cdef Slot* slot = &self._slots[slot_index]
        cdef Table* table = &self._tables[slot.table_index]
        cdef WordRow[MAX_CANDIDATES] candidates
        cdef int size = self._without_taken(
            slot_index, candidates, self._gather_candidates(slot, candidates)
        )
        cdef WordRow best = -1
        cdef int candidate
        cdef int64_t rank, best_rank = -1
        self._clear_logs(slot)
        for candidate in range(size):
            rank = <int64_t> self._below(self._noise) if self._noise else 0
            rank += self._rank(slot, table, candidates[candidate])
            if rank > best_rank:
                best, best_rank = candidates[candidate], rank
        return best

    cdef inline int64_t _rank(self, Slot* slot, Table* table, WordRow row) noexcept nogil:
        """Return how much is to be said for a word: its score, and what it leaves to others."""
        cdef int64_t rank = 0, above
        cdef int index, token
        cdef uint64_t mask
        cdef Crossing* crossing
        cdef int* logs
        if self._range:
            above = table.scores[row] - self._worst
            rank = max(above, 0) * self._score_weight // self._range
        for index in range(slot.crossings_start, slot.crossings_end):
            crossing = &self._crossings[index]
            mask = self._masks[crossing.cell]
            if mask & (mask - 1):
                token = table.codes[<size_t> row * table.length + crossing.position] & 63
                logs = &self._token_logs[(index - slot.crossings_start) * MAX_TOKENS]
                if logs[token] < 0:
                    logs[token] = log2_fixed(
                        self._rows_with(
                            &self._slots[crossing.other], crossing.other_position, token
                        )
                    )
                rank += logs[token]
        return rank

    cdef void _clear_logs(self, Slot* slot) noexcept nogil:
        """Forget what was noted for the crossings of another slot; waived ones count nothing."""
        cdef int index, token, start = slot.crossings_start
        for index in range(slot.crossings_end - start):
            for token in range(MAX_TOKENS):
                self._token_logs[index * MAX_TOKENS + token] = (
                    0 if self._slots[self._crossings[start + index].other].waived else -1
                )

    cdef int _gather_candidates(self, Slot* slot, WordRow* candidates) noexcept nogil:
        """List a slot's rows or, if there are many, a random one from each of equal shares."""
        cdef Rows* rows = &slot.rows
        cdef int stratum, index = -1, passed = 0, in_word = 0, rank
        cdef uint64_t word = 0
        if rows.count <= self._candidates:
            return list_rows(rows, candidates)
        for stratum in range(self._candidates):
            rank = <int> (
                (<int64_t> stratum * rows.count + <int64_t> self._below(rows.count))
                // self._candidates
            )
            if rows.list != NULL:
                candidates[stratum] = rows.list[rank]
                continue
            while passed + in_word <= rank:
                passed += in_word
                index += 1
                word = rows.words[index]
                in_word = cw_count(word)
            candidates[stratum] = ((rows.first + index) << 6) + self._nth_bit(word, rank - passed)
        return self._candidates

    cdef int _without_taken(
        self, SlotIndex slot_index, WordRow* rows, int size
    ) noexcept nogil:
        """Leave out the words that others exclude, unless all are; return how many there are.

        Of slots with few words, they have been struck off already.
        """
        cdef int index, kept = 0
        if not self._has_exclusions or not (
            0 <= self._few_words < self._slots[slot_index].rows.count
        ):
            return size
        for index in range(size):
            if not self._is_taken(slot_index, rows[index]):
                rows[kept] = rows[index]
                kept += 1
        return kept if kept else size

    cdef int _nth_bit(self, uint64_t word, int rank) noexcept nogil:
        while rank:
            word &= word - 1
            rank -= 1
        return cw_lowest(word)

    cdef int _rows_with(self, Slot* slot, int position, int token) noexcept nogil:
        """Return how many of a slot's rows have a token at a position."""
        cdef Table* table = &self._tables[slot.table_index]
        cdef Rows* rows = &slot.rows
        cdef int* counts = slot.counts
        cdef int index
        if token >= table.tokens:
            return 0
        if rows.list == NULL and rows.count == slot.root_count:
            counts = slot.root_counts
            if slot.root_counts_for != rows.count:
                for index in range(slot.length * table.tokens):
                    counts[index] = -1
                slot.root_counts_for = rows.count
        counts += position * table.tokens
        if counts == &slot.counts[position * table.tokens]:
            if slot.counted[position] != rows.version:
                slot.counted[position] = rows.version
                self._begin_counts(rows, table, position, counts)
        if counts[token] < 0:
            counts[token] = self._count_words(rows, table, position, token)
        return counts[token]

    cdef void _begin_counts(
        self, Rows* rows, Table* table, int position, int* counts
    ) noexcept nogil:
        """Count all tokens at a position if the rows are listed; else note that none is counted."""
        cdef const uint8_t* codes = table.codes + position
        cdef int index, code
        for index in range(table.tokens):
            counts[index] = -1 if rows.list == NULL else 0
        if rows.list != NULL:
            for index in range(rows.count):
                code = codes[<size_t> rows.list[index] * table.length]
                if code < table.tokens:
                    counts[code] += 1

    cdef int _count_words(self, Rows* rows, Table* table, int position, int token) noexcept nogil:
        cdef const uint64_t* support = table.support + rows.first + (
            (<size_t> position * table.tokens + token) * table.blocks
        )
        cdef int index, total = 0
        for index in range(rows.size):
            total += cw_count(rows.words[index] & support[index])
        return total

    cdef inline uint64_t _below(self, uint64_t bound) noexcept nogil:
        cdef uint64_t mixed
        self._random += <uint64_t> 0x9E3779B97F4A7C15
        mixed = self._random
        mixed = (mixed ^ (mixed >> 30)) * <uint64_t> 0xBF58476D1CE4E5B9
        mixed = (mixed ^ (mixed >> 27)) * <uint64_t> 0x94D049BB133111EB
        mixed ^= mixed >> 31
        return ((mixed >> 32) * bound) >> 32

    # -- propagation ------------------------------------------------------------------------------

    cdef inline void _enqueue(self, SlotIndex slot_index) noexcept nogil:
        if not self._slots[slot_index].pending:
            self._slots[slot_index].pending = True
            self._pending[self._pending_size] = slot_index
            self._pending_size += 1

    cdef void _clear_pending(self) noexcept nogil:
        cdef int index
        for index in range(self._pending_size):
            self._slots[self._pending[index]].pending = False
        self._pending_size = 0

    cdef SlotIndex _next_pending(self) noexcept nogil:
        """Take the waiting slot with the fewest words, the first one in case of a tie."""
        cdef SlotIndex best
        cdef int index, best_position = 0
        cdef uint64_t rank, best_rank = ~<uint64_t> 0
        for index in range(self._pending_size):
            best = self._pending[index]
            rank = <uint64_t> self._slots[best].rows.count << 32 | <uint64_t> best
            best_position = index if rank < best_rank else best_position
            best_rank = min(rank, best_rank)
        best = self._pending[best_position]
        self._pending_size -= 1
        self._pending[best_position] = self._pending[self._pending_size]
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

    cdef bint _revise(self, SlotIndex slot_index) noexcept nogil:
        """Make a slot and its cells agree; False when no word is left."""
        cdef Slot* slot = &self._slots[slot_index]
        cdef Rows* rows = &slot.rows
        cdef int position, count = rows.count
        cdef uint64_t mask, gone
        for position in range(slot.length):
            mask = self._masks[slot.cells[position]]
            if mask != slot.seen[position]:
                gone = slot.seen[position] & ~mask
                slot.seen[position] = mask
                if rows.list != NULL:
                    self._filter_list(slot_index, position, mask)
                elif cw_count(gone) < cw_count(mask):
                    self._filter_words(slot_index, position, gone, True)
                else:
                    self._filter_words(slot_index, position, mask, False)
                if rows.count == 0:
                    break
        if rows.count <= self._few_words < count:
            self._drop_used(slot_index)
        if rows.count == 0:
            slot.weight += 1
            return False
        if rows.list == NULL and rows.count <= FEW_ROWS:
            self._list(slot_index)
        if rows.list != NULL:
            self._narrow_cells_by_rows(slot_index)
        else:
            self._narrow_cells_by_support(slot_index)
        return rows.count > 1 or self._exclude_elsewhere(slot_index, self._only_row(slot))

    cdef void _drop_used(self, SlotIndex slot_index) noexcept nogil:
        """Take from a slot, whose words have just become few, those that other slots have."""
        cdef Slot* slot = &self._slots[slot_index]
        cdef Table* table = &self._tables[slot.table_index]
        cdef SlotIndex other
        cdef int index
        for index in range(table.slots_start, table.slots_end):
            other = self._slots_of_table[index]
            if other != slot_index and self._slots[other].rows.count == 1:
                self._strike(slot_index, self._only_row(&self._slots[other]))
        if self._has_exclusions:
            self._drop_taken(slot_index)

    cdef void _drop_taken(self, SlotIndex slot_index) noexcept nogil:
        """Take from a slot, whose words have just become few, those that other slots' exclude."""
        cdef Slot* slot = &self._slots[slot_index]
        cdef int index, size = list_rows(&slot.rows, self._few_rows)
        for index in range(size):
            if self._is_taken(slot_index, self._few_rows[index]):
                self._strike(slot_index, self._few_rows[index])

    cdef bint _is_taken(self, SlotIndex slot_index, WordRow row) noexcept nogil:
        """Return whether another slot has this word, or one with a key of it."""
        cdef Table* table = &self._tables[self._slots[slot_index].table_index]
        cdef int index
        if self._holds_on(&table.takers[row], slot_index):
            return True
        for index in range(table.key_starts[row], table.key_starts[row + 1]):
            if self._holds_on(&self._takers[table.keys[index]], slot_index):
                return True
        return False

    cdef inline bint _holds_on(self, Taker* taker, SlotIndex slot_index) noexcept nogil:
        """Return whether a slot that took a word still has it, and is another one."""
        cdef Slot* other = &self._slots[taker.slot_index]
        return (
            taker.is_known
            and taker.slot_index != slot_index
            and other.rows.count == 1
            and self._only_row(other) == taker.row
        )

    cdef void _filter_list(self, SlotIndex slot_index, int position, uint64_t mask) noexcept nogil:
        """Keep the listed rows of a slot that have one of some tokens at a position."""
        cdef Slot* slot = &self._slots[slot_index]
        cdef Rows* rows = &slot.rows
        cdef WordRow* target = rows.list
        cdef size_t room = (<size_t> rows.count + 2) >> 1
        cdef bint in_place = rows.owner == self._stamp
        self._save_slot(slot_index)
        if not in_place:
            target = <WordRow*> self._room_for(room)
            if target == NULL:
                return
        filter_list(rows, target, &self._tables[slot.table_index], position, mask)
        self._renew(rows)
        if not in_place:
            self._page_used -= room - ((<size_t> rows.count + 1) >> 1)
            rows.owner = self._stamp

    cdef void _filter_words(
        self, SlotIndex slot_index, int position, uint64_t mask, bint drop
    ) noexcept nogil:
        """Keep (or drop) the rows of a slot that have one of some tokens at a position."""
        cdef Slot* slot = &self._slots[slot_index]
        cdef Table* table = &self._tables[slot.table_index]
        cdef const uint64_t* base = table.support + (
            <size_t> position * table.tokens * table.blocks
        )
        cdef const uint64_t* supports[MAX_TOKENS]
        cdef Rows* rows = &slot.rows
        cdef uint64_t* target = rows.words
        cdef int size = 0
        while mask:
            supports[size] = base + <size_t> cw_lowest(mask) * table.blocks
            size += 1
            mask &= mask - 1
        self._save_slot(slot_index)
        if size == 0:
            if not drop:
                rows.size = rows.count = 0
            return
        if rows.owner != self._stamp:
            target = self._room_for(rows.size)
            if target == NULL:
                return
            rows.owner = self._stamp
        filter_words(rows, target, supports, size, -<uint64_t> drop)
        self._renew(rows)

    cdef inline void _renew(self, Rows* rows) noexcept nogil:
        """Note that what was counted of the rows is no longer true."""
        self._last_version += 1
        rows.version = self._last_version

    cdef void _list(self, SlotIndex slot_index) noexcept nogil:
        """Make a list of a slot's rows, which have become few."""
        cdef Rows* rows = &self._slots[slot_index].rows
        cdef WordRow* listed = <WordRow*> self._room_for((<size_t> rows.count + 1) >> 1)
        if listed == NULL:
            return
        self._save_slot(slot_index)
        list_rows(rows, listed)
        rows.list, rows.owner = listed, self._stamp

    cdef void _narrow_cells_by_rows(self, SlotIndex slot_index) noexcept nogil:
        """Take from each cell the tokens that no row left has, reading all rows."""
        cdef Slot* slot = &self._slots[slot_index]
        cdef uint64_t[MAX_LENGTH] supported
        cdef int position
        cdef uint64_t mask
        self._unite(slot, supported)
        for position in range(slot.length):
            mask = self._masks[slot.cells[position]]
            if mask & (mask - 1) and mask & ~supported[position]:
                self._narrow_cell(slot_index, position, supported[position])

    cdef inline void _unite(self, Slot* slot, uint64_t* supported) noexcept nogil:
        """Find the tokens that the listed rows of a slot have at each position."""
        cdef Table* table = &self._tables[slot.table_index]
        cdef uint32_t[MAX_LENGTH] united
        cdef const uint8_t* codes
        cdef int index, position
        if table.sets != NULL:
            cw_unite(table.sets, table.stride, slot.rows.list, slot.rows.count, united)
            for position in range(slot.length):
                supported[position] = united[position]
            return
        for position in range(slot.length):
            supported[position] = 0
        for index in range(slot.rows.count):
            codes = table.codes + <size_t> slot.rows.list[index] * table.length
            for position in range(slot.length):
                supported[position] |= <uint64_t> 1 << (codes[position] & 63)

    cdef void _narrow_cells_by_support(self, SlotIndex slot_index) noexcept nogil:
        """Take from each cell the tokens that no row left has, each by its last known support."""
        cdef Slot* slot = &self._slots[slot_index]
        cdef Table* table = &self._tables[slot.table_index]
        cdef int position, token
        cdef uint64_t mask, left, kept
        for position in range(slot.length):
            mask = self._masks[slot.cells[position]]
            if not mask & (mask - 1):
                continue
            kept = mask
            left = mask
            while left:
                token = cw_lowest(left)
                left &= left - 1
                if not self._is_supported(slot, table, position, token):
                    kept &= ~(<uint64_t> 1 << token)
            if kept != mask:
                self._narrow_cell(slot_index, position, kept)

    cdef void _narrow_cell(self, SlotIndex slot_index, int position, uint64_t kept) noexcept nogil:
        """Leave a cell fewer tokens, those that a slot supports, and wake its other slots."""
        cdef Slot* slot = &self._slots[slot_index]
        cdef CellIndex cell = slot.cells[position]
        cdef int index
        kept &= self._masks[cell]
        self._save_cell(cell)
        self._masks[cell] = slot.seen[position] = kept
        for index in range(self._slots_through_starts[cell], self._slots_through_starts[cell + 1]):
            if self._slots_through[index].slot_index != slot_index:
                self._enqueue(self._slots_through[index].slot_index)

    cdef bint _exclude_elsewhere(self, SlotIndex slot_index, WordRow row) noexcept nogil:
        """Rule out, in the other slots, what the word of this slot excludes."""
        cdef TableIndex table_index = self._slots[slot_index].table_index
        cdef Table* table = &self._tables[table_index]
        cdef int index, key, owner
        if self._distinct and not self._remove_elsewhere(slot_index, table_index, row):
            return False
        if not self._has_exclusions:
            return True
        for index in range(table.key_starts[row], table.key_starts[row + 1]):
            key = table.keys[index]
            for owner in range(self._owner_starts[key], self._owner_starts[key + 1]):
                if not self._remove_elsewhere(
                    slot_index, self._owner_tables[owner], self._owner_rows[owner]
                ):
                    return False
        if self._few_words >= 0:  # no other slot has the word, or one with these keys, now
            table.takers[row] = Taker(slot_index, row, True)
            for index in range(table.key_starts[row], table.key_starts[row + 1]):
                self._takers[table.keys[index]] = Taker(slot_index, row, True)
        return True

    cdef bint _remove_elsewhere(
        self, SlotIndex slot_index, TableIndex table_index, WordRow row
    ) noexcept nogil:
        """Rule a word out in all slots of its table but one."""
        cdef Table* table = &self._tables[table_index]
        cdef SlotIndex other
        cdef int index
        for index in range(table.slots_start, table.slots_end):
            other = self._slots_of_table[index]
            if other == slot_index or 0 <= self._few_words < self._slots[other].rows.count:
                continue
            if not self._remove(other, row):
                return False
        return True

    cdef bint _remove(self, SlotIndex slot_index, WordRow row) noexcept nogil:
        """Rule a word out in a slot; False when it was the last one."""
        cdef Slot* slot = &self._slots[slot_index]
        if not self._strike(slot_index, row):
            return True
        if slot.rows.count == 0:
            slot.weight += 1
            self._clear_pending()
            return False
        if slot.rows.count == 1 or (not slot.pending and self._is_missed(slot, row)):
            self._enqueue(slot_index)
        return True

    cdef bint _strike(self, SlotIndex slot_index, WordRow row) noexcept nogil:
        """Take a word from a slot, and do no more about it; return whether it had the word."""
        cdef Rows* rows = &self._slots[slot_index].rows
        cdef uint64_t* word
        if not has_row(rows, row):
            return False
        self._save_slot(slot_index)
        self._renew(rows)
        if rows.list != NULL:
            return self._strike_listed(rows, place_of(rows, row))
        word = &rows.words[(row >> 6) - rows.first]
        if rows.owner != self._stamp:
            self._save_word(word)
        word[0] &= ~(<uint64_t> 1 << (row & 63))
        rows.count -= 1
        return True

    cdef bint _strike_listed(self, Rows* rows, int index) noexcept nogil:
        """Take a row, given by its index, from a list; always True."""
        cdef WordRow* target = rows.list
        if rows.owner != self._stamp:
            target = <WordRow*> self._room_for(<size_t> rows.count >> 1)
            if target == NULL:
                return True
            memcpy(target, rows.list, index * sizeof(WordRow))
        rows.count -= 1
        memmove(target + index, rows.list + index + 1, (rows.count - index) * sizeof(WordRow))
        rows.list, rows.owner = target, self._stamp
        return True

    cdef bint _is_missed(self, Slot* slot, WordRow row) noexcept nogil:
        """Return whether a slot's open cells had a token from a word that no other word has there.

        If not, the word can go without a revision, and of many slots few are looked at.
        """
        cdef Table* table = &self._tables[slot.table_index]
        cdef const uint8_t* codes = table.codes + <size_t> row * table.length
        cdef uint64_t[MAX_LENGTH] supported
        cdef int position
        cdef uint64_t mask
        if slot.rows.list != NULL:
            self._unite(slot, supported)
        for position in range(slot.length):
            mask = self._masks[slot.cells[position]]
            if mask & (mask - 1) and codes[position] < table.tokens:
                if slot.rows.list != NULL:
                    if not supported[position] >> codes[position] & 1:
                        return True
                elif not self._is_supported(slot, table, position, codes[position]):
                    return True
        return False

    cdef inline bint _is_supported(
        self, Slot* slot, Table* table, int position, int token
    ) noexcept nogil:
        """Return whether a row has a token at a position, where the rows are words."""
        cdef Rows* rows = &slot.rows
        cdef Residue* residue = &slot.residues[position * table.tokens + token]
        cdef size_t index = residue.block - rows.first
        if index < <size_t> rows.size and rows.words[index] & residue.word:
            return True
        return self._find_support(
            rows,
            table.support + (<size_t> position * table.tokens + token) * table.blocks + rows.first,
            residue,
        )

    cdef bint _find_support(
        self, Rows* rows, const uint64_t* support, Residue* residue
    ) noexcept nogil:
        """Look for a token in all words, some at a time, and note where it is."""
        cdef const uint64_t* words = rows.words
        cdef int index = 0
        while index + 4 <= rows.size and not (
            (words[index] & support[index])
            | (words[index + 1] & support[index + 1])
            | (words[index + 2] & support[index + 2])
            | (words[index + 3] & support[index + 3])
        ):
            index += 4
        while index < rows.size:
            if words[index] & support[index]:
                residue.block, residue.word = rows.first + index, support[index]
                return True
            index += 1
        return False

    cdef WordRow _only_row(self, Slot* slot) noexcept nogil:
        """Return the only row that a slot has left."""
        cdef int index = 0
        if slot.rows.list != NULL:
            return slot.rows.list[0]
        while slot.rows.words[index] == 0:
            index += 1
        return ((slot.rows.first + index) << 6) + cw_lowest(slot.rows.words[index])

    # -- required words ---------------------------------------------------------------------------

    cdef inline bint _is_possible(self, SlotIndex slot_index, WordRow row) noexcept nogil:
        """Return whether a required word is still possible in a slot, which must be a goal."""
        return self._slots[slot_index].goal and has_row(&self._slots[slot_index].rows, row)

    cdef int _placements(
        self, int required, SlotIndex* slot_index, WordRow* row, int rank
    ) noexcept nogil:
        """Count the placements left for a required word, and return the one of this rank too."""
        cdef int spelling, index, count = 0
        cdef Table* table
        cdef SlotIndex other
        for spelling in range(
            self._required_starts[required], self._required_starts[required + 1]
        ):
            table = &self._tables[self._required_tables[spelling]]
            for index in range(table.slots_start, table.slots_end):
                other = self._slots_of_table[index]
                if self._is_possible(other, self._required_rows[spelling]):
                    if count == rank:
                        slot_index[0] = other
                        row[0] = self._required_rows[spelling]
                    count += 1
        return count

    cdef bint _place_required(self) noexcept nogil:
        """Put a required word into the only slot left for it; False when there is none."""
        cdef SlotIndex slot_index = 0
        cdef WordRow row = 0
        cdef int required, placements
        for required in range(self._required_count):
            if self._required_met[required]:
                continue
            placements = self._placements(required, &slot_index, &row, 0)
            if placements == 0:
                return False
            if placements == 1 and self._slots[slot_index].rows.count > 1:
                self._settle(slot_index, row)
                return True
        return True

    cdef int _rarest_required(self) noexcept nogil:
        """Return the required word, of those not placed yet, with the fewest placements, or -1."""
        cdef int required, spelling, index, placements, best = -1, fewest = 0
        cdef Table* table
        cdef SlotIndex slot_index
        cdef bint is_placed
        for required in range(self._required_count):
            is_placed = self._required_met[required]
            placements = 0
            for spelling in range(
                self._required_starts[required], self._required_starts[required + 1]
            ):
                table = &self._tables[self._required_tables[spelling]]
                for index in range(table.slots_start, table.slots_end):
                    slot_index = self._slots_of_table[index]
                    if self._is_possible(slot_index, self._required_rows[spelling]):
                        placements += 1
                        is_placed = is_placed or self._slots[slot_index].rows.count == 1
            if not is_placed and (best < 0 or placements < fewest):
                best, fewest = required, placements
        return best

    cdef void _assign_required(self, int required) noexcept nogil:
        """Try a required word at one of its placements."""
        cdef SlotIndex slot_index = 0
        cdef WordRow row = 0
        cdef int placements = self._placements(required, &slot_index, &row, -1)
        self._placements(required, &slot_index, &row, <int> self._below(placements))
        self._assign(slot_index, row)

    # -- memory for rows, and the trail -----------------------------------------------------------

    cdef inline uint64_t* _room_for(self, size_t size) noexcept nogil:
        """Return memory for some words, until the frame is undone; NULL when there is none."""
        cdef uint64_t* room
        if self._page_count == 0 or self._page_used + size > self._pages[self._page].room:
            if not self._turn_page(size):
                return NULL
        room = self._pages[self._page].memory + self._page_used
        self._page_used += size
        return room

    cdef bint _turn_page(self, size_t size) noexcept nogil:
        """Go on to the next page with room for these words; False if memory runs out."""
        cdef Page* page
        while self._page + 1 < self._page_count:
            self._page, self._page_used = self._page + 1, 0
            if size <= self._pages[self._page].room:
                return True
        if self._page_count == self._pages_room:
            if not self._grow(<void**> &self._pages, &self._pages_room, sizeof(Page)):
                return False
        page = &self._pages[self._page_count]
        page.room = max(size, <size_t> PAGE_WORDS)
        page.memory = <uint64_t*> malloc(page.room * sizeof(uint64_t))
        if page.memory == NULL:
            self._out_of_memory = True
            return False
        self._page, self._page_used = self._page_count, 0
        self._page_count += 1
        return True

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

    cdef inline void _save_word(self, uint64_t* word) noexcept nogil:
        if self._words_used == self._words_room:
            if not self._grow(<void**> &self._saved_words, &self._words_room, sizeof(SavedWord)):
                return
        self._saved_words[self._words_used].where = word
        self._saved_words[self._words_used].word = word[0]
        self._words_used += 1

    cdef inline void _save_slot(self, SlotIndex slot_index) noexcept nogil:
        cdef Rows* rows = &self._slots[slot_index].rows
        if rows.stamp == self._stamp:
            return
        if self._slots_used == self._slots_room:
            if not self._grow(<void**> &self._saved_slots, &self._slots_room, sizeof(SavedSlot)):
                return
        self._saved_slots[self._slots_used].slot_index = slot_index
        self._saved_slots[self._slots_used].rows = rows[0]
        self._slots_used += 1
        rows.stamp = self._stamp

    cdef inline void _save_cell(self, CellIndex cell) noexcept nogil:
        if self._cell_stamps[cell] == self._stamp:
            return
        if self._cells_used == self._cells_room:
            if not self._grow(<void**> &self._saved_cells, &self._cells_room, sizeof(SavedCell)):
                return
        self._saved_cells[self._cells_used].cell = cell
        self._saved_cells[self._cells_used].mask = self._masks[cell]
        self._saved_cells[self._cells_used].stamp = self._cell_stamps[cell]
        self._cells_used += 1
        self._cell_stamps[cell] = self._stamp

    cdef void _undo(self, Frame* frame) noexcept nogil:
        """Return to the state before a frame, in which every slot had seen its cells."""
        cdef SavedSlot* saved
        cdef SlotThrough* through
        cdef CellIndex cell
        cdef int index
        self._spelled_slot = -1
        self._clear_pending()
        while self._words_used > frame.words:
            self._words_used -= 1
            self._saved_words[self._words_used].where[0] = self._saved_words[self._words_used].word
        while self._slots_used > frame.slots:
            self._slots_used -= 1
            saved = &self._saved_slots[self._slots_used]
            self._slots[saved.slot_index].rows = saved.rows
        while self._cells_used > frame.cells:
            self._cells_used -= 1
            cell = self._saved_cells[self._cells_used].cell
            self._masks[cell] = self._saved_cells[self._cells_used].mask
            self._cell_stamps[cell] = self._saved_cells[self._cells_used].stamp
            for index in range(
                self._slots_through_starts[cell], self._slots_through_starts[cell + 1]
            ):
                through = &self._slots_through[index]
                self._slots[through.slot_index].seen[through.position] = self._masks[cell]
        self._page, self._page_used = frame.page, frame.page_used
        self._stamp = frame.stamp


cdef class KeptSolver(Solver):
    """A solver that is kept: assumptions go onto it level by level, and each level comes off again.

    `reset` is where everything begins. What is assumed at a level is propagated before the next one
    is opened, and a search that has begun at a level never goes below it.
    """

    cdef object _problem
    cdef list _levels  # whether nothing was left when the level was opened

    def __init__(self, problem):
        Solver.__init__(self, problem)
        self._problem = problem
        self._levels = []
        self.reset()

    # -- assumptions ------------------------------------------------------------------------------

    def reset(self, waived=(), met=()):
        """Take back all assumptions, with slots that may hold anything, and required words met.

        Slots and required words are given by their indices.
        """
        cdef SlotIndex slot_index
        cdef Slot* slot
        cdef int position, tokens
        slots = frozenset(map(exact_index, waived))
        for index in slots:
            self._checked_slot(index)
        found = frozenset(map(exact_index, met))
        goals = self._kept_problem().goals
        with self._my_turn():
            self._base = 0
            self._back_to(self._base)
            self._clear_pending()
            self._levels.clear()
            self._at_solution = False
            self._exhausted = False
            self._open_frame(-1, -1, -1)  # what a waived slot has is undone with the rest
            self._base = 1
            self._check_memory()
            for slot_index in range(self._slot_count):
                slot = &self._slots[slot_index]
                slot.waived = slot_index in slots
                slot.goal = not slot.waived and (not goals or goals[slot_index])
                slot.weight = not slot.waived
                slot.root_counts_for = -1
                tokens = self._tables[slot.table_index].tokens
                for position in range(slot.length):
                    slot.seen[position] = ~<uint64_t> 0 >> (MAX_TOKENS - tokens)
                slot.pending = False
                if slot.waived:  # neither empty nor settled, and never woken
                    self._save_slot(slot_index)
                    slot.rows.list, slot.rows.size, slot.rows.count = NULL, 0, 2
                    slot.pending = True
                else:
                    self._enqueue(slot_index)
                self._exhausted = self._exhausted or slot.rows.count == 0
            for position in range(self._cell_count):
                self._exhausted = self._exhausted or self._masks[position] == 0
            for position in range(self._required_count):
                self._required_met[position] = position in found
            self._check_memory()

    @property
    def levels(self):
        """The levels that are open."""
        self._kept_problem()
        return len(self._levels)

    def push(self):
        """Open a level, which `pop` closes with all that is assumed and found there."""
        self._kept_problem()
        with self._my_turn():
            self._leave_search()
            if self._pending_size and not self._exhausted:
                raise RuntimeError("what was assumed before must be propagated first")
            self._open_frame(-1, -1, -1)
            self._check_memory()
            self._levels.append(self._exhausted)
            self._base = self._depth

    def pop(self):
        """Close the last level, and take back what was assumed in it."""
        self._kept_problem()
        with self._my_turn():
            if not self._levels:
                raise RuntimeError("there is no level to close")
            self._base -= 1
            self._back_to(self._base)
            self._exhausted = self._levels.pop()
            self._at_solution = False

    def narrow(self, cell, mask):
        """Assume that a cell has one of some tokens."""
        cdef uint64_t wanted = exact_index(mask) & 0xFFFFFFFFFFFFFFFF
        cdef uint64_t kept
        cdef CellIndex cell_index
        exact = exact_index(cell)
        if not 0 <= exact < self._cell_count:
            raise IndexError(f"there is no cell {exact}")
        cell_index = exact
        with self._my_turn():
            self._leave_search()
            kept = self._masks[cell_index] & wanted
            if kept != self._masks[cell_index]:
                self._set_mask(cell_index, kept)
            self._exhausted = self._exhausted or kept == 0
            self._check_memory()

    def restrict(self, slot, rows):
        """Assume that a slot has one of some rows, given as a little-endian bitset."""
        cdef SlotIndex slot_index = self._checked_slot(slot)
        tables = self._kept_problem().tables.words
        fixed = tables[self._slots[slot_index].table_index].live_rows(rows)
        with self._my_turn():
            self._leave_search()
            if not self._slots[slot_index].waived:
                self._keep_rows(slot_index, fixed)
            self._check_memory()

    cdef int _keep_rows(self, SlotIndex slot_index, const uint8_t[::1] rows) except -1:
        cdef Slot* slot = &self._slots[slot_index]
        cdef Rows* kept = &slot.rows
        cdef int index, count = kept.count
        cdef uint64_t word
        cdef WordRow row
        self._save_slot(slot_index)
        if kept.list != NULL:
            index = count
            while index:
                index -= 1
                row = kept.list[index]
                if not rows[row >> 3] >> (row & 7) & 1:
                    self._strike_listed(kept, index)
        for index in range(kept.size if kept.list == NULL else 0):
            memcpy(&word, &rows[(<size_t> kept.first + index) * 8], 8)
            if kept.words[index] & ~word:
                if kept.owner != self._stamp:
                    self._save_word(&kept.words[index])
                kept.count -= cw_count(kept.words[index] & ~word)
                kept.words[index] &= word
        if count != kept.count:
            self._renew(kept)
            self._enqueue(slot_index)
        self._exhausted = self._exhausted or kept.count == 0
        return 0

    def place(self, slot, row):
        """Assume that a slot has a word."""
        cdef SlotIndex slot_index = self._checked_slot(slot)
        cdef WordRow word = self._checked_row(slot_index, row)
        with self._my_turn():
            self._leave_search()
            if not self._slots[slot_index].waived:
                if not has_row(&self._slots[slot_index].rows, word):
                    self._exhausted = True
                elif self._slots[slot_index].rows.count > 1:
                    self._settle(slot_index, word)
            self._check_memory()

    def exclude(self, slot, row):
        """Assume that a slot does not have a word."""
        cdef SlotIndex slot_index = self._checked_slot(slot)
        cdef WordRow word = self._checked_row(slot_index, row)
        with self._my_turn():
            self._leave_search()
            if not self._slots[slot_index].waived and not self._remove(slot_index, word):
                self._exhausted = True
            self._check_memory()

    def propagate(self):
        """Draw the conclusions of what is assumed; False if it contradicts itself."""
        cdef bint consistent
        with self._my_turn():
            self._leave_search()
            self._check_memory()
            if self._exhausted:
                self._clear_pending()
                return False
            with nogil:
                consistent = self._propagate()
            self._exhausted = not consistent
            if not self._levels:
                self._note_root()
            self._check_memory()
            return consistent

    # -- questions --------------------------------------------------------------------------------

    def begin(
        self,
        seed,
        score_range,
        *,
        score_weight=heuristics.SCORE_WEIGHT,
        noise=heuristics.NOISE,
        letters=False,
        log_sizes=False,
        parts=False,
    ):
        """Begin a search at this level as a new solver would: nothing learned, nothing drawn."""
        cdef SlotIndex slot_index
        cdef int64_t first_weight = heuristics.checked_weight("score_weight", score_weight)
        cdef int64_t first_noise = heuristics.checked_weight("noise", noise)
        worst, best = checked_range(score_range)
        with self._my_turn():
            self._leave_search()
            self._random = seed & 0xFFFFFFFFFFFFFFFF
            self._worst, self._range = worst, best - worst
            for slot_index in range(self._slot_count):
                self._slots[slot_index].weight = not self._slots[slot_index].waived
            self._candidates, self._score_weight = FIRST_CANDIDATES, first_weight
            self._noise, self._letters, self._log_sizes = (
                first_noise, bool(letters), bool(log_sizes)
            )
            self._splitting = bool(parts)
            self._cutoff, self._run_failures = FIRST_CUTOFF, 0

    def best(self, slot, count):
        """Return the rows of a slot with the highest scores, the best first."""
        return self._first_rows(self._checked_slot(slot), count, True)

    def promising(self, slot, count):
        """Return the rows of a slot that leave the most to the crossing slots, the best first."""
        return self._first_rows(self._checked_slot(slot), count, False)

    cdef list _first_rows(self, SlotIndex slot_index, count, bint by_score):
        """Return the best rows of a slot, by score alone or by rank; of equal ones the first."""
        cdef Slot* slot = &self._slots[slot_index]
        cdef int wanted
        with self._my_turn():
            wanted = max(0, min(exact_index(count), 0 if slot.waived else slot.rows.count))
            if by_score and slot.rows.count > MANY_ROWS:
                return self._first_in_order(slot, wanted)
            return self._first_by_rank(slot, wanted, by_score)

    cdef list _first_in_order(self, Slot* slot, int wanted):
        """Go through all rows from the highest score to the lowest until there are enough."""
        cdef const int32_t[::1] order = self._kept_problem().tables.by_score(slot.table_index)
        cdef Py_ssize_t index = 0
        rows = []
        while len(rows) < wanted and index < order.shape[0]:
            if has_row(&slot.rows, order[index]):
                rows.append(order[index])
            index += 1
        return rows

    cdef list _first_by_rank(self, Slot* slot, int wanted, bint by_score):
        """Rank every row, and keep the best ones in order."""
        cdef Table* table = &self._tables[slot.table_index]
        cdef int64_t* ranks = <int64_t*> malloc((wanted + 1) * sizeof(int64_t))
        cdef WordRow* rows = <WordRow*> malloc((wanted + 1) * sizeof(WordRow))
        cdef WordRow* listed = <WordRow*> malloc((slot.rows.count + 1) * sizeof(WordRow))
        cdef int item, size = 0, index
        cdef int64_t rank
        cdef WordRow row
        try:
            if ranks == NULL or rows == NULL or listed == NULL:
                raise MemoryError("not enough memory for the search")
            with nogil:
                self._clear_logs(slot)
                for item in range(list_rows(&slot.rows, listed) if wanted else 0):
                    row = listed[item]
                    rank = table.scores[row] if by_score else self._rank(slot, table, row)
                    if size == wanted and rank <= ranks[size - 1]:
                        continue
                    index = size if size < wanted else size - 1
                    size = index + 1
                    while index and ranks[index - 1] < rank:
                        ranks[index], rows[index] = ranks[index - 1], rows[index - 1]
                        index -= 1
                    ranks[index], rows[index] = rank, row
            return [rows[index] for index in range(size)]
        finally:
            free(ranks)
            free(rows)
            free(listed)

    cdef void _leave_search(self) noexcept nogil:
        """Go back from where a search is to the level that it began at."""
        self._back_to(self._base)
        self._at_solution = False

    cdef int _check_memory(self) except -1:
        if self._out_of_memory:  # the trail has gaps: there is no way back
            raise MemoryError("not enough memory for the search")
        return 0

    cdef object _kept_problem(self):
        if self._problem is None:
            raise RuntimeError("this search was not set up")
        return self._problem

    cdef SlotIndex _checked_slot(self, slot) except -1:
        slot = exact_index(slot)
        if not 0 <= slot < self._slot_count:
            raise IndexError(f"there is no slot {slot}")
        return slot

    cdef WordRow _checked_row(self, SlotIndex slot_index, row) except -1:
        row = exact_index(row)
        if not 0 <= row < self._tables[self._slots[slot_index].table_index].size:
            raise IndexError(f"there is no row {row} for slot {slot_index}")
        return row


cdef within(number, lowest, highest):
    """Return the number of a range that is nearest to one."""
    return min(max(number, lowest), highest)


cdef const int32_t[::1] scores_in(buffer):
    """View the scores in a buffer, or in an aligned copy of it."""
    cdef const uint8_t[::1] data = memoryview(buffer).cast("B")
    if data.shape[0] and <size_t> &data[0] % sizeof(int32_t):
        buffer = bytes(data)
    return memoryview(buffer).cast("B").cast("i")


def rows_at_least(scores, floor):
    """Return the rows whose score is at least a floor, as a little-endian bitset."""
    cdef const int32_t[::1] view = scores_in(scores)
    cdef Py_ssize_t row, size = view.shape[0]
    cdef int64_t least = within(exact_index(floor), -(1 << 31), 1 << 31)
    rows = bytearray((size + 63) // 64 * 8)
    cdef uint8_t[::1] bits = rows
    for row in range(size):
        bits[row >> 3] |= <uint8_t> ((view[row] >= least) << (row & 7))
    return bytes(rows)


def score_range(scores):
    """Return the lowest and the highest score."""
    cdef const int32_t[::1] view = scores_in(scores)
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
    table = CheckedTable.of(words)
    cdef const int32_t[::1] scores = scores_in(table.scores)
    cdef const uint8_t[::1] codes = table.codes
    cdef const uint8_t[::1] rows
    cdef int32_t[::1] best
    cdef int length = table.length, tokens = table.alphabet_size
    cdef Py_ssize_t row, position, entry
    scores_of_lives = []
    for live in lives:
        rows = table.live_rows(live)
        best_of_live = array("i", [heuristics.NO_SCORE]) * (length * tokens)
        scores_of_lives.append(best_of_live)
        best = best_of_live
        for row in range(scores.shape[0]):
            if rows[row >> 3] >> (row & 7) & 1:
                for position in range(length):
                    if codes[row * length + position] < tokens:
                        entry = position * tokens + codes[row * length + position]
                        best[entry] = max(best[entry], scores[row])
    return scores_of_lives
