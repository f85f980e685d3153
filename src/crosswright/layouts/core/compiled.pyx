"""The compiled twin of `plain`: the same steps and the same layouts, many times faster.

Where the plain twin keeps sets of cells as big integers, this one keeps the board cell by cell, and
tries a word at each cell that holds one of its letters and is in one word only. A choice depends on
the positions alone, never on the order in which they are tried, so both twins choose the same.

For each direction, a cell has one number that says what a word may do there: cross (a letter, which
must be the word's), begin or go on (FREE), or neither. Most tries end at the first of them.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free

from crosswright.layouts.core.setup import MAX_TRIES, WORDS_PER_TRY, Setup
from crosswright.layouts.core.setup import checked_steps, checked_tries
from crosswright.support.turns import Turn

cdef enum:
    ACROSS = 0
    DOWN = 1

cdef enum:
    FREE = 0           # an empty cell without letters beside it; a letter above 0 may be crossed
    TAKEN = -1         # a letter of a word in this direction
    FRAME = -2         # around the board
    BESIDE = -16       # an empty cell that has a letter beside it; twice that, if it has two

cdef enum:
    SOUGHT = -1        # in place of a part's number: a word that the part is hoped to have

cdef int64_t ENDLESS = <int64_t>1 << 60
cdef int64_t NOWHERE = -ENDLESS
cdef int LOOKED_THROUGH = WORDS_PER_TRY


cdef inline uint64_t mixed(uint64_t x) noexcept nogil:
    x = (x ^ (x >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t>0x94D049BB133111EB
    return x ^ (x >> 31)


cdef class Core:
    """A board of words, and the steps that improve it; for one thread at a time."""

    cdef object setup, turn
    cdef readonly int count, side, stride, limit_height, limit_width, longest
    cdef readonly int64_t crossing_worth, unplaced_cost, best_cost, cost
    cdef readonly int best_missing
    cdef int noise, blink, edge, around, more, hope
    cdef uint64_t state
    cdef int top, left, bottom, right, crossings, placed
    cdef int old_top, old_left, old_bottom, old_right
    cdef int table_width
    cdef int step[2]
    cdef int16_t *codes        # the words' letters, one after another
    cdef int *first            # where each word begins in `codes`
    cdef int *length
    cdef int letters
    cdef int16_t *cells        # the letter in each cell, 0 for none
    cdef int16_t *room[2]      # what a word across, or down, may do in each cell
    cdef int16_t *room_block[2]
    cdef int32_t *owner[2]     # the word across and the word down in each cell, -1 for none
    cdef int *row              # the position of each word; direction -1 if it is not placed
    cdef int *column
    cdef int *direction
    cdef int *old_row
    cdef int *old_column
    cdef int *old_direction
    cdef int *best_row
    cdef int *best_column
    cdef int *best_direction
    cdef int *waiting          # the words to put back; those that did not fit begin it again
    cdef int waiting_count, next, unplaced
    cdef bint is_recreating
    cdef int64_t heat, allowed  # the highest cost that the step under way may end with
    cdef readonly int steps_left
    cdef int *queue
    cdef int *gone             # the words that a step takes off, in order, and how they ran
    cdef int *gone_direction
    cdef int gone_count
    cdef int *part
    cdef int64_t *keys
    cdef int64_t *spread
    cdef int64_t *hazard
    cdef int hazards
    cdef int *open[2]          # the cells that a word may cross, by letter
    cdef int *open_first       # where a letter's cells begin in these
    cdef int *open_count[2]
    cdef int *open_at          # the index of a cell in its letter's list

    def __cinit__(self, words, side, limits, spread, hazard, tuning, seed):
        cdef int n, w, c, at, total
        cdef size_t cells, beyond
        self.setup = setup = Setup.of(words, side, limits, spread, hazard, tuning, seed)
        self.count = len(setup.words)
        self.side, self.stride = setup.side, setup.side + 2
        self.limit_height, self.limit_width = setup.limits
        tuning = setup.tuning
        self.crossing_worth, self.unplaced_cost = tuning.crossing_worth, tuning.unplaced_cost
        self.noise, self.blink = tuning.noise, tuning.blink
        self.edge, self.around, self.more = tuning.edge, tuning.around, tuning.more
        self.hope = tuning.hope
        self.state = setup.seed
        self.step[ACROSS], self.step[DOWN] = 1, self.stride
        self.letters = 1 + max(map(max, setup.words))
        self.longest = setup.longest
        total = sum(map(len, setup.words))
        cells = <size_t> self.stride * self.stride
        self.open_at = <int *>new(cells, sizeof(int))
        self.open_first = <int *>new(self.letters + 1, sizeof(int))
        for word in setup.words:
            for code in word:
                self.open_first[<int>code + 1] += 1
        for n in range(self.letters):
            self.open_first[n + 1] += self.open_first[n]
        n = self.count
        self.codes = <int16_t *>new(total, sizeof(int16_t))
        self.first = <int *>new(n, sizeof(int))
        self.length = <int *>new(n, sizeof(int))
        self.cells = <int16_t *>new(cells, sizeof(int16_t))
        self.owner[0] = <int32_t *>new(cells, sizeof(int32_t))
        self.owner[1] = <int32_t *>new(cells, sizeof(int32_t))
        self.row, self.column = <int *>new(n, sizeof(int)), <int *>new(n, sizeof(int))
        self.direction = <int *>new(n, sizeof(int))
        self.old_row, self.old_column = <int *>new(n, sizeof(int)), <int *>new(n, sizeof(int))
        self.old_direction = <int *>new(n, sizeof(int))
        self.best_row, self.best_column = <int *>new(n, sizeof(int)), <int *>new(n, sizeof(int))
        self.best_direction = <int *>new(n, sizeof(int))
        self.waiting, self.queue = <int *>new(n, sizeof(int)), <int *>new(n, sizeof(int))
        self.part = <int *>new(n, sizeof(int))
        self.gone, self.gone_direction = <int *>new(n, sizeof(int)), <int *>new(n, sizeof(int))
        self.keys = <int64_t *>new(n, sizeof(int64_t))
        for n in range(2):
            self.open[n] = <int *>new(total, sizeof(int))
            self.open_count[n] = <int *>new(self.letters, sizeof(int))
            # A word that is tried may begin beyond the frame; it fails where it meets that.
            beyond = <size_t> self.longest * self.stride
            self.room_block[n] = <int16_t *>new(cells + 2 * beyond, sizeof(int16_t))
            self.room[n] = self.room_block[n] + beyond
        self.draw_frame()
        self.table_width = self.limit_width + 1
        self.spread = <int64_t *>new(
            <size_t> (self.limit_height + 1) * self.table_width, sizeof(int64_t)
        )
        self.hazards = len(setup.hazard)
        self.hazard = <int64_t *>new(self.hazards, sizeof(int64_t))
        at = 0
        for w, word in enumerate(setup.words):
            self.first[w], self.length[w], self.direction[w] = at, len(word), -1
            self.best_direction[w] = self.old_direction[w] = -1
            for n, code in enumerate(word):
                self.codes[at + n] = code
            at += len(word)
        for n in range(self.stride * self.stride):
            self.owner[0][n] = self.owner[1][n] = -1
        for n, line in enumerate(setup.spread):
            for c, value in enumerate(line):
                self.spread[n * self.table_width + c] = value
        for n, value in enumerate(setup.hazard):
            self.hazard[n] = value
        self.turn = Turn()
        self.reset_best()

    def __dealloc__(self):
        free(self.codes); free(self.first); free(self.length)
        free(self.cells); free(self.owner[0]); free(self.owner[1])
        free(self.row); free(self.column); free(self.direction)
        free(self.old_row); free(self.old_column); free(self.old_direction)
        free(self.best_row); free(self.best_column); free(self.best_direction)
        free(self.waiting); free(self.queue); free(self.part)
        free(self.gone); free(self.gone_direction)
        free(self.open[0]); free(self.open[1]); free(self.open_at); free(self.open_first)
        free(self.open_count[0]); free(self.open_count[1])
        free(self.room_block[0]); free(self.room_block[1])
        free(self.keys); free(self.spread); free(self.hazard)

    # -- for the caller -------------------------------------------------------------------------

    def reset_best(self):
        """Forget the best layout."""
        with self.turn:
            self.best_cost, self.best_missing = ENDLESS, self.count + 1

    def best(self):
        """Return the best layout's words: index, direction, row, column."""
        with self.turn:
            return [
                (w, self.best_direction[w], self.best_row[w], self.best_column[w])
                for w in range(self.count)
                if self.best_direction[w] >= 0
            ]

    def construct(self, first, tries=MAX_TRIES):
        """Begin again with one word, and add the others, as far as the tries go."""
        cdef int w = self.setup.checked_index(first)
        cdef int64_t checked = checked_tries(tries)
        with self.turn:
            with nogil:
                self.begin(w)
                self.go_on(checked)

    def advance(self, steps, heat, tries=MAX_TRIES):
        """Ruin and recreate this many times at this heat, as far as the tries go."""
        cdef int count
        cdef int64_t checked_heat, checked
        count, checked_heat = checked_steps(steps, heat)
        checked = checked_tries(tries)
        with self.turn:
            if self.placed == 0:
                raise RuntimeError("no word is on the board; construct() comes first")
            if self.is_under_way:
                raise RuntimeError("something is under way; resume() or settle() comes first")
            self.steps_left, self.heat = count, checked_heat
            with nogil:
                self.go_on(checked)

    @property
    def is_under_way(self):
        """Whether the tries did not suffice, so that there is something to resume."""
        return self.is_recreating or self.steps_left > 0

    def resume(self, tries=MAX_TRIES):
        """Go on with what is under way, as far as the tries go."""
        cdef int64_t checked = checked_tries(tries)
        with self.turn:
            with nogil:
                self.go_on(checked)

    def settle(self):
        """End what is under way: without the words that wait, and without further steps."""
        with self.turn:
            self.steps_left = 0
            if self.is_recreating:
                self.finish()

    # -- random numbers -------------------------------------------------------------------------

    cdef uint64_t draw(self) noexcept nogil:
        self.state += <uint64_t>0x9E3779B97F4A7C15
        return mixed(self.state)

    cdef int below(self, int n) noexcept nogil:
        return <int>(((self.draw() >> 32) * <uint64_t>n) >> 32)

    # -- the board ------------------------------------------------------------------------------

    cdef void draw_frame(self) noexcept nogil:
        cdef int n, d
        for d in range(2):
            for n in range(self.stride):
                self.room[d][n] = self.room[d][n * self.stride] = FRAME
                self.room[d][(self.side + 1) * self.stride + n] = FRAME
                self.room[d][n * self.stride + self.side + 1] = FRAME

    cdef void enlist(self, int d, int at, int code) noexcept nogil:
        """List a cell as one that words in a direction may cross."""
        self.room[d][at] = code
        self.open_at[at] = self.open_count[d][code]
        self.open[d][self.open_first[code] + self.open_count[d][code]] = at
        self.open_count[d][code] += 1

    cdef void strike(self, int d, int at, int code) noexcept nogil:
        cdef int *listed = self.open[d] + self.open_first[code]
        cdef int last
        self.open_count[d][code] -= 1
        last = listed[self.open_count[d][code]]
        listed[self.open_at[at]] = last
        self.open_at[last] = self.open_at[at]

    cdef void crowd(self, int at, int by) noexcept nogil:
        """Note, in the empty cells beside a cell, that it got a letter, or has none any more."""
        if not self.cells[at - self.stride]:
            self.room[ACROSS][at - self.stride] += by
        if not self.cells[at + self.stride]:
            self.room[ACROSS][at + self.stride] += by
        if not self.cells[at - 1]:
            self.room[DOWN][at - 1] += by
        if not self.cells[at + 1]:
            self.room[DOWN][at + 1] += by

    cdef void empty(self, int at) noexcept nogil:
        cdef int16_t *cells = self.cells
        cells[at] = 0
        self.crowd(at, -BESIDE)
        self.room[ACROSS][at] = BESIDE * (
            (cells[at - self.stride] != 0) + (cells[at + self.stride] != 0)
        )
        self.room[DOWN][at] = BESIDE * ((cells[at - 1] != 0) + (cells[at + 1] != 0))

    cdef void put(self, int w, int d, int row, int column) noexcept nogil:
        cdef int at = row * self.stride + column, n, step = self.step[d]
        cdef int16_t *codes = self.codes + self.first[w]
        self.row[w], self.column[w], self.direction[w] = row, column, d
        self.placed += 1
        for n in range(self.length[w]):
            if self.owner[1 - d][at] >= 0:
                self.crossings += 1
                self.strike(d, at, codes[n])
            else:
                self.cells[at] = codes[n]
                self.enlist(1 - d, at, codes[n])
                self.crowd(at, BESIDE)
            self.room[d][at] = TAKEN
            self.owner[d][at] = w
            at += step

    cdef void take(self, int w) noexcept nogil:
        cdef int d = self.direction[w], step = self.step[d], n
        cdef int at = self.row[w] * self.stride + self.column[w]
        self.direction[w] = -1
        self.placed -= 1
        for n in range(self.length[w]):
            self.owner[d][at] = -1
            if self.owner[1 - d][at] >= 0:
                self.crossings -= 1
                self.enlist(d, at, self.cells[at])
            else:
                self.strike(1 - d, at, self.cells[at])
                self.empty(at)
            at += step

    cdef void measure(self) noexcept nogil:
        cdef int w
        self.top = self.left = self.stride
        self.bottom = self.right = 0
        for w in range(self.count):
            if self.direction[w] >= 0:
                self.widen(w)

    cdef void widen(self, int w) noexcept nogil:
        cdef int bottom = self.row[w], right = self.column[w]
        if self.direction[w] == ACROSS:
            right += self.length[w] - 1
        else:
            bottom += self.length[w] - 1
        self.top, self.left = min(self.top, self.row[w]), min(self.left, self.column[w])
        self.bottom, self.right = max(self.bottom, bottom), max(self.right, right)

    cdef int64_t box_cost(self) noexcept nogil:
        return self.spread[
            (self.bottom - self.top + 1) * self.table_width + self.right - self.left + 1
        ]

    cdef int64_t total(self) noexcept nogil:
        return (
            self.box_cost()
            - self.crossing_worth * self.crossings
            + self.unplaced_cost * (self.count - self.placed)
        )

    cdef void centre(self) noexcept nogil:
        cdef int rows, columns, w
        cdef int margin = min(
            min(self.top, self.left), self.side + 1 - max(self.bottom, self.right)
        )
        if margin > self.longest:
            return
        rows = (self.side + 2 - self.top - self.bottom) // 2
        columns = (self.side + 2 - self.left - self.right) // 2
        if rows == 0 and columns == 0:
            return
        for w in range(self.count):
            self.part[w] = self.direction[w]
            if self.direction[w] >= 0:
                self.take(w)
        for w in range(self.count):
            if self.part[w] >= 0:
                self.put(w, self.part[w], self.row[w] + rows, self.column[w] + columns)
        self.measure()

    cdef inline int fits(self, int w, int d, int at) noexcept nogil:
        """Return the number of crossings that a word would have here; 0 if it does not fit."""
        cdef int step = self.step[d], n, crossings = 0
        cdef int16_t *codes = self.codes + self.first[w]
        cdef int16_t *room = self.room[d]
        for n in range(self.length[w]):
            if room[at]:
                if room[at] != codes[n]:
                    return 0
                crossings += 1
            at += step
        return crossings

    # -- recreate -------------------------------------------------------------------------------

    cdef int64_t choose(self, int w, int *position) noexcept nogil:
        """Find the best position of a word; return its worth."""
        cdef int d, i, k, at, row, column, height, width, crossings, tag, step
        cdef int high, wide, length = self.length[w], last = length - 1
        cdef int64_t best = NOWHERE, worth, now = self.box_cost()
        cdef uint64_t salt = self.draw(), chance
        cdef int16_t *codes = self.codes + self.first[w]
        cdef int16_t *room
        cdef int16_t *cells = self.cells
        cdef int *listed
        cdef int16_t before, after
        for d in range(2):
            step, room = self.step[d], self.room[d]
            high = length if d == DOWN else 1
            wide = length if d == ACROSS else 1
            for i in range(length):
                listed = self.open[d] + self.open_first[codes[i]]
                for k in range(self.open_count[d][codes[i]]):
                    at = listed[k]
                    # Most positions fail beside the crossing: look there first.
                    if i > 0:
                        before = room[at - step]
                        if before and before != codes[i - 1]:
                            continue
                    if i < last:
                        after = room[at + step]
                        if after and after != codes[i + 1]:
                            continue
                    at -= i * step
                    crossings = self.fits(w, d, at)
                    if not crossings or cells[at - step] or cells[at + length * step]:
                        continue
                    row, column = at // self.stride, at % self.stride
                    height = max(self.bottom, row + high - 1) - min(self.top, row) + 1
                    width = max(self.right, column + wide - 1) - min(self.left, column) + 1
                    if height > self.limit_height or width > self.limit_width:
                        continue
                    tag = at * 2 + d
                    chance = mixed(salt ^ <uint64_t>tag)
                    if <int>(chance & 1023) < self.blink:
                        continue
                    worth = (
                        self.crossing_worth * crossings
                        + now
                        - self.spread[height * self.table_width + width]
                        + <int64_t>(((chance >> 32) * <uint64_t>self.noise) >> 32)
                    )
                    if worth > best or worth == best and tag < position[3]:
                        best = worth
                        position[0], position[1], position[2], position[3] = d, row, column, tag
        return best

    cdef void gather(self) noexcept nogil:
        """Gather the words that are off the board, in random order, to put them back."""
        cdef int n, w, other
        self.waiting_count = self.next = self.unplaced = 0
        for w in range(self.count):
            if self.direction[w] < 0:
                self.waiting[self.waiting_count] = w
                self.waiting_count += 1
        for n in range(self.waiting_count - 1, 0, -1):
            other = self.below(n + 1)
            self.waiting[n], self.waiting[other] = self.waiting[other], self.waiting[n]
        self.is_recreating = True

    cdef int64_t recreate(self, int64_t tries) noexcept nogil:
        """Put words back until none fits, or the tries end; return how many of those are left."""
        cdef int w
        cdef int position[4]
        while self.waiting_count and tries > 0:
            if self.next == self.waiting_count:  # all have had a try: again, if it was worth it
                self.waiting_count = 0 if self.unplaced == self.waiting_count else self.unplaced
                self.unplaced = self.next = 0
                continue
            if self.is_hopeless():
                self.waiting_count = 0
                break
            w = self.waiting[self.next]
            self.next += 1
            tries -= 1
            if self.choose(w, position) == NOWHERE:
                self.waiting[self.unplaced] = w
                self.unplaced += 1
            else:
                self.put(w, position[0], position[1], position[2])
                self.widen(w)
        return tries

    cdef bint is_hopeless(self) noexcept nogil:
        cdef int64_t waiting = self.waiting_count - self.next + self.unplaced
        return self.allowed < (
            self.total()
            - waiting * (self.unplaced_cost + self.crossing_worth)
            - self.hope * self.crossing_worth
        )

    cdef void begin(self, int w) noexcept nogil:
        cdef int n, d, row, column
        for n in range(self.count):
            if self.direction[n] >= 0:
                self.take(n)
        d = self.below(2)
        if self.length[w] > (self.limit_width if d == ACROSS else self.limit_height):
            d = 1 - d
        row = column = self.side // 2
        if d == ACROSS:
            column -= self.length[w] // 2
        else:
            row -= self.length[w] // 2
        self.put(w, d, row + 1, column + 1)
        self.measure()
        self.steps_left, self.allowed = 0, ENDLESS
        self.gather()

    # -- ruin -----------------------------------------------------------------------------------

    cdef int nth_placed(self, int n) noexcept nogil:
        cdef int w
        for w in range(self.count):
            if self.direction[w] >= 0:
                if n == 0:
                    return w
                n -= 1
        return -1

    cdef void take_off(self, int w) noexcept nogil:
        self.gone[self.gone_count], self.gone_direction[self.gone_count] = w, self.direction[w]
        self.gone_count += 1
        self.take(w)

    cdef void part_touching(self) noexcept nogil:
        """Take off words that now touch, side by side, because the word through both is gone."""
        cdef int g = 0, w, d, at, step, n
        while g < self.gone_count:
            w, d = self.gone[g], self.gone_direction[g]
            g += 1
            step = self.step[d]
            at = self.row[w] * self.stride + self.column[w]
            for n in range(self.length[w] - 1):
                if self.cells[at] and self.cells[at + step]:
                    self.take_off(self.owner[1 - d][at + step])
                at += step

    cdef void ruin(self) noexcept nogil:
        cdef int way = self.below(100), count = 1
        self.gone_count = 0
        if way < self.edge:
            self.ruin_edge(self.below(4))
        else:
            while self.below(100) < self.more:
                count += 1
            count = min(count, self.placed - 1)
            if way < self.edge + self.around:
                self.ruin_around(self.nth_placed(self.below(self.placed)), count)
            else:
                while count > 0:
                    self.take_off(self.nth_placed(self.below(self.placed)))
                    count -= 1
        self.part_touching()
        self.keep_largest_part()
        self.measure()
        self.centre()

    cdef void ruin_edge(self, int side) noexcept nogil:
        cdef int w, bottom, right, touches
        for w in range(self.count):
            if self.direction[w] < 0 or self.placed == 1:
                continue
            if side == 0:
                touches = self.row[w] == self.top
            elif side == 1:
                touches = self.column[w] == self.left
            elif side == 2:
                bottom = self.row[w] + (self.length[w] - 1) * self.direction[w]
                touches = bottom == self.bottom
            else:
                right = self.column[w] + (self.length[w] - 1) * (1 - self.direction[w])
                touches = right == self.right
            if touches:
                self.take_off(w)

    cdef void middle(self, int w, int *y, int *x) noexcept nogil:
        y[0], x[0] = 2 * self.row[w], 2 * self.column[w]
        if self.direction[w] == ACROSS:
            x[0] += self.length[w] - 1
        else:
            y[0] += self.length[w] - 1

    cdef void ruin_around(self, int centre, int count) noexcept nogil:
        cdef int w, y, x, other_y, other_x, nearest
        self.middle(centre, &y, &x)
        for w in range(self.count):
            if self.direction[w] >= 0:
                self.middle(w, &other_y, &other_x)
                self.keys[w] = (other_y - y) * (other_y - y) + (other_x - x) * (other_x - x)
        while count > 0:
            nearest = -1
            for w in range(self.count):
                if self.direction[w] >= 0 and (nearest < 0 or self.keys[w] < self.keys[nearest]):
                    nearest = w
            self.take_off(nearest)
            count -= 1

    cdef void keep_largest_part(self) noexcept nogil:
        cdef int w, size, number = 0, largest = 0, largest_size = 0
        if self.is_joined():
            return
        for w in range(self.count):
            self.part[w] = 0
        for w in range(self.count):
            if self.direction[w] < 0 or self.part[w]:
                continue
            number += 1
            size = self.spread_part(w, number, 0)
            if size > largest_size:
                largest, largest_size = number, size
        for w in range(self.count):
            if self.direction[w] >= 0 and self.part[w] != largest:
                self.take(w)

    cdef bint is_joined(self) noexcept nogil:
        """Return whether the words that crossed those taken off still hang together."""
        cdef int g, w, d, n, at, neighbour, first = -1, sought = 0
        for w in range(self.count):
            self.part[w] = 0
        for g in range(self.gone_count):
            w, d = self.gone[g], self.gone_direction[g]
            at = self.row[w] * self.stride + self.column[w]
            for n in range(self.length[w]):
                neighbour = self.owner[1 - d][at]
                if neighbour >= 0 and not self.part[neighbour]:
                    self.part[neighbour] = SOUGHT
                    sought += 1
                    first = neighbour
                at += self.step[d]
        return sought < 2 or self.spread_part(first, 1, sought) < 0

    cdef int spread_part(self, int w, int number, int sought) noexcept nogil:
        """Number the words that crossings join to a word; return how many they are.

        If asked to, return -1 as soon as this many of those SOUGHT are among them.
        """
        cdef int begin = 0, end = 1, d, at, step, n, other
        cdef int32_t *owner
        sought -= self.part[w] == SOUGHT
        self.part[w] = number
        self.queue[0] = w
        while begin < end:
            w = self.queue[begin]
            begin += 1
            d = self.direction[w]
            at = self.row[w] * self.stride + self.column[w]
            step, owner = self.step[d], self.owner[1 - d]
            for n in range(self.length[w]):
                other = owner[at]
                at += step
                if other < 0 or self.part[other] == number:
                    continue
                if self.part[other] == SOUGHT:
                    sought -= 1
                    if sought == 0:
                        return -1
                self.part[other] = number
                self.queue[end] = other
                end += 1
        return end

    # -- annealing ------------------------------------------------------------------------------

    cdef void keep(self) noexcept nogil:
        """Remember the board as the one to go back to, and as the best if it is."""
        cdef int w, missing = self.count - self.placed
        self.old_top, self.old_left = self.top, self.left
        self.old_bottom, self.old_right = self.bottom, self.right
        for w in range(self.count):
            self.old_row[w], self.old_column[w] = self.row[w], self.column[w]
            self.old_direction[w] = self.direction[w]
        if missing < self.best_missing or (
            missing == self.best_missing and self.cost < self.best_cost
        ):
            self.best_missing, self.best_cost = missing, self.cost
            for w in range(self.count):
                self.best_row[w], self.best_column[w] = self.row[w], self.column[w]
                self.best_direction[w] = self.direction[w]

    cdef void go_back(self) noexcept nogil:
        cdef int w
        for w in range(self.count):
            if self.direction[w] >= 0 and (
                self.direction[w] != self.old_direction[w]
                or self.row[w] != self.old_row[w]
                or self.column[w] != self.old_column[w]
            ):
                self.take(w)
        for w in range(self.count):
            if self.direction[w] < 0 and self.old_direction[w] >= 0:
                self.put(w, self.old_direction[w], self.old_row[w], self.old_column[w])
        self.top, self.left = self.old_top, self.old_left
        self.bottom, self.right = self.old_bottom, self.old_right

    cdef void go_on(self, int64_t tries) noexcept nogil:
        """Take step after step until the steps or the tries end."""
        while True:
            if self.is_recreating:
                tries = self.recreate(tries)
                if self.waiting_count:
                    return
                self.finish()
            if self.steps_left == 0 or tries <= 0:
                return
            self.steps_left -= 1
            tries -= 1 + self.count // LOOKED_THROUGH
            if self.placed > 1:
                self.ruin()
            self.gather()
            self.draw_allowed()

    cdef void draw_allowed(self) noexcept nogil:
        """Draw what may be lost: a loss with probability exp(-loss / heat), as usual."""
        self.allowed = self.cost + self.heat * self.hazard[self.below(self.hazards)] // 1024

    cdef void finish(self) noexcept nogil:
        """End a step, or a construction: keep the outcome, or go back."""
        cdef int64_t cost = self.total()
        self.is_recreating = False
        if cost <= self.allowed:
            self.cost = cost
            self.keep()
        else:
            self.go_back()


cdef void *new(size_t count, size_t size) except NULL:
    cdef void *block = calloc(count, size)
    if block == NULL:
        raise MemoryError
    return block
