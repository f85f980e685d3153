"""The compiled twin of `plain`: the same layouts in the same order, many times faster."""

from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free

from crosswright.layouts.proving import setup as shared
from crosswright.layouts.proving.setup import MAX_CROSSINGS, ProofSetup, bounded_nodes, checked_root
from crosswright.layouts.proving.setup import crossings_within
from crosswright.support.turns import Turn

cdef enum:
    WORDS = 16           # at most
    CODES = 241          # of letters, from 1
    SIXTEENTHS = 16
    LONGER_CYCLES = 2    # the kind of layouts without a cycle of four or six

assert (WORDS, CODES, SIXTEENTHS, LONGER_CYCLES) == (
    shared.MAX_WORDS, shared.MAX_LETTERS + 1, shared.SCALE, shared.LONGER
)


cdef struct Candidate:
    int word
    int direction
    int row
    int column
    int crossings


cdef struct Box:
    int top
    int left
    int bottom
    int right


cdef struct Frame:
    Candidate *candidates
    int count
    Box box
    int crossings
    int word             # that was added last; -1 for all of the root
    int pending          # how many runs were to be spelled before that
    int tried
    int end              # of the candidates to try


cdef class ProofSearch:
    """Everything that can grow from one root at a time; for one thread at a time."""

    cdef object turn
    cdef readonly int count, stride
    cdef readonly int64_t best, nodes
    cdef int letters, origin, height, width
    cdef int64_t worth
    cdef int64_t *spread
    cdef int codes[WORDS][61]
    cdef int length[WORDS]
    cdef int *within           # the most crossings of words among themselves, by their bits
    cdef int *pairs            # the words that have two letters in a row, as bits
    cdef bint links[WORDS][WORDS]
    cdef int caps[3][WORDS + 1]
    cdef int step[2]
    cdef int *cells
    cdef int *owners[2]
    cdef int direction[WORDS]  # of the placed words; -1 of those left
    cdef int row[WORDS]
    cdef int column[WORDS]
    cdef int order[WORDS]      # the placed words, in the order in which they came
    cdef int placed
    cdef int crossed[WORDS]    # the words that a placed word crosses, as bits
    cdef int left              # the words left, as bits
    cdef int *pending_cell
    cdef int *pending_direction
    cdef int pending
    cdef Frame frames[WORDS + 1]
    cdef int depth
    cdef int64_t *keys
    cdef int64_t number
    cdef int kind
    cdef bint has_layout
    cdef int best_direction[WORDS]
    cdef int best_row[WORDS]
    cdef int best_column[WORDS]

    def __cinit__(self, words, limits, worth, spread, best):
        cdef int n, m, kind
        cdef size_t cells, room
        setup = ProofSetup.of(words, limits, worth, spread)
        self.count, self.letters = len(setup.words), setup.letters
        self.height, self.width = setup.limits
        self.worth, self.best = setup.worth, best
        self.spread = <int64_t *>new((self.height + 1) * (self.width + 1), sizeof(int64_t))
        for n, line in enumerate(setup.spread):
            for m, cost in enumerate(line):
                self.spread[n * (self.width + 1) + m] = cost
        for n, word in enumerate(setup.words):
            self.length[n], self.direction[n] = len(word), -1
            for m, code in enumerate(word):
                self.codes[n][m] = code
        self.within = <int *>new(<size_t>1 << self.count, sizeof(int))
        for n, most in enumerate(crossings_within(setup)):
            self.within[n] = most
        self.pairs = <int *>new(CODES * CODES, sizeof(int))
        for (one, other), members in setup.pairs().items():
            self.pairs[<int>one * CODES + <int>other] = members
        for n in range(self.count):
            for m in range(self.count):
                self.links[n][m] = setup.linked(n, m)
        for kind in range(3):
            for n in range(WORDS + 1):
                self.caps[kind][n] = MAX_CROSSINGS[kind][n]
        self.origin = max(self.height, self.width) + 2
        self.stride = 2 * self.origin + 1
        self.step[0], self.step[1] = 1, self.stride
        cells = <size_t> self.stride * self.stride
        self.cells = <int *>new(cells, sizeof(int))
        self.owners[0] = <int *>new(cells, sizeof(int))
        self.owners[1] = <int *>new(cells, sizeof(int))
        for n in range(self.stride * self.stride):
            self.owners[0][n] = self.owners[1][n] = -1
        self.pending_cell = <int *>new(self.letters, sizeof(int))
        self.pending_direction = <int *>new(self.letters, sizeof(int))
        # A candidate is a letter of a word left in a cell of one placed.
        room = <size_t> self.letters * self.letters // 4 + 1
        self.keys = <int64_t *>new(room, sizeof(int64_t))
        for n in range(self.count + 1):
            self.frames[n].candidates = <Candidate *>new(room, sizeof(Candidate))
        self.left = (1 << self.count) - 1
        self.turn = Turn()

    def __dealloc__(self):
        cdef int n
        free(self.spread); free(self.within); free(self.pairs)
        free(self.cells); free(self.owners[0]); free(self.owners[1])
        free(self.pending_cell); free(self.pending_direction); free(self.keys)
        for n in range(WORDS + 1):
            free(self.frames[n].candidates)

    # -- for the caller -------------------------------------------------------------------------

    @property
    def is_under_way(self):
        """Whether there is something left to try."""
        return self.depth > 0

    def layout(self):
        """Return the best layout that was found, empty if none beats the score."""
        with self.turn:
            if not self.has_layout:
                return []
            return [
                (n, self.best_direction[n], self.best_row[n], self.best_column[n])
                for n in range(self.count)
            ]

    def begin(self, root, number, kind):
        """Place the words of a root, if they fit together."""
        with self.turn:
            words, self.number, self.kind = checked_root(root, number, kind, self.count)
            self.clear()
            self.nodes += 1
            if not self.put_root(words):
                self.clear()

    def advance(self, nodes):
        """Go on for this many layouts, or until there is nothing left to try."""
        cdef int64_t end
        with self.turn:
            end = self.nodes + <int64_t>bounded_nodes(nodes)
            with nogil:
                while self.depth and self.nodes < end:
                    self.go_on()

    # -- the board ------------------------------------------------------------------------------

    cdef bint put_root(self, root) except -1:
        cdef int word, d, row, column, n, fitting, crossings = 0
        cdef bint is_first = True
        cdef Box box
        cdef Frame *frame = &self.frames[0]
        for word, d, row, column in root:
            row, column = row + self.origin, column + self.origin
            box = self.widened(box, is_first, word, d, row, column)
            if self.size(box) < 0 or not self.left >> word & 1:
                return False
            fitting = self.fits(word, d, row, column)
            if fitting < 0 or (fitting == 0 and not is_first):
                return False
            is_first = False
            crossings += fitting
            if not self.put(word, d, row, column):
                return False
        frame.count, frame.box, frame.crossings = 0, box, crossings
        frame.word, frame.pending = -1, 0
        for n in range(self.placed):
            self.add_crossing(self.order[n], frame, True)
        self.enter(frame)
        return True

    cdef void clear(self) noexcept nogil:
        while self.placed:
            self.take(self.order[self.placed - 1])
        self.pending = self.depth = 0

    cdef Box widened(
        self, Box box, bint is_first, int word, int d, int row, int column
    ) noexcept nogil:
        cdef int more = self.length[word] - 1
        cdef int bottom = row + more if d else row
        cdef int right = column if d else column + more
        if is_first:
            box.top, box.left, box.bottom, box.right = row, column, bottom, right
        else:
            box.top, box.left = min(box.top, row), min(box.left, column)
            box.bottom, box.right = max(box.bottom, bottom), max(box.right, right)
        return box

    cdef Box grown(self, Frame *frame, Candidate *candidate) noexcept nogil:
        return self.widened(
            frame.box, False, candidate.word, candidate.direction, candidate.row, candidate.column
        )

    cdef int64_t size(self, Box box) noexcept nogil:
        """Return what a box costs; -1 beyond the limits."""
        cdef int height = box.bottom - box.top + 1, width = box.right - box.left + 1
        if height > self.height or width > self.width:
            return -1
        return self.spread[height * (self.width + 1) + width]

    cdef int fits(self, int word, int d, int row, int column) noexcept nogil:
        """Return how many words a word would cross here; -1 if no layout can have it here."""
        cdef int step = self.step[d], side = self.step[1 - d], n, code, before, after
        cdef int *cells = self.cells
        cdef int *own = self.owners[d]
        cdef int *others = self.owners[1 - d]
        cdef int at = row * self.stride + column, crossings = 0
        cdef int left = self.left & ~(1 << word)
        if cells[at - step] or cells[at + step * self.length[word]]:
            return -1
        for n in range(self.length[word]):
            code = self.codes[word][n]
            if cells[at]:
                if cells[at] != code or own[at] >= 0:
                    return -1
                crossings += 1
            else:
                before, after = cells[at - side], cells[at + side]
                if before and (
                    others[at - side] >= 0 or not self.pairs[before * CODES + code] & left
                ):
                    return -1
                if after and (
                    others[at + side] >= 0 or not self.pairs[code * CODES + after] & left
                ):
                    return -1
            at += step
        return crossings

    cdef bint put(self, int word, int d, int row, int column) noexcept nogil:
        """Place a word; return whether its cycles are for this root and kind of layout."""
        cdef int step = self.step[d], side = self.step[1 - d], n, crossed = 0
        cdef int at = row * self.stride + column
        cdef bint is_ours
        for n in range(self.length[word]):
            if self.cells[at]:
                crossed |= 1 << self.owners[1 - d][at]
            else:
                self.cells[at] = self.codes[word][n]
                if self.cells[at - side] or self.cells[at + side]:
                    self.pending_cell[self.pending] = at
                    self.pending_direction[self.pending] = 1 - d
                    self.pending += 1
            self.owners[d][at] = word
            at += step
        self.direction[word], self.row[word], self.column[word] = d, row, column
        self.order[self.placed] = word
        self.placed += 1
        self.left &= ~(1 << word)
        is_ours = self.are_cycles_ours(word, crossed)
        self.crossed[word] = crossed
        for n in range(self.count):
            if crossed >> n & 1:
                self.crossed[n] |= 1 << word
        return is_ours

    cdef void take(self, int word) noexcept nogil:
        """Take off the word that came last."""
        cdef int d = self.direction[word], n
        cdef int at = self.row[word] * self.stride + self.column[word]
        for n in range(self.length[word]):
            self.owners[d][at] = -1
            if self.owners[1 - d][at] < 0:
                self.cells[at] = 0
            at += self.step[d]
        self.direction[word] = -1
        self.placed -= 1
        self.left |= 1 << word
        for n in range(self.count):
            if self.crossed[word] >> n & 1:
                self.crossed[n] &= ~(1 << word)
        self.crossed[word] = 0

    cdef bint are_cycles_ours(self, int word, int crossed) noexcept nogil:
        """Return whether no cycle that a word closes belongs to an earlier root."""
        cdef int one, other, fourth, common
        for one in range(self.count):
            if not crossed >> one & 1:
                continue
            for other in range(one):
                if not crossed >> other & 1:
                    continue
                common = self.crossed[one] & self.crossed[other]
                for fourth in range(self.count):
                    if common >> fourth & 1 and (
                        self.number_of(word, one, other, fourth) < self.number
                    ):
                        return False
                if self.kind == LONGER_CYCLES and self.around(one) & self.around(other):
                    return False
        return True

    cdef int around(self, int word) noexcept nogil:
        """Return the words that share a crossing word with a word."""
        cdef int n, around = 0
        for n in range(self.count):
            if self.crossed[word] >> n & 1:
                around |= self.crossed[n]
        return around

    cdef int64_t number_of(self, int a, int b, int c, int d) noexcept nogil:
        cdef int members = 1 << a | 1 << b | 1 << c | 1 << d, base = -1, word, y, x
        cdef int64_t number = 0
        for word in range(self.count):
            if members >> word & 1:
                if base < 0:
                    base = word
                number = number << 4 | word
        for word in range(base + 1, self.count):
            if members >> word & 1:
                y, x = self.row[word] - self.row[base], self.column[word] - self.column[base]
                if self.direction[base]:
                    y, x = x, y
                number = (
                    number << 15
                    | <int64_t>(self.direction[word] == self.direction[base]) << 14
                    | <int64_t>(y + 64) << 7
                    | (x + 64)
                )
        return number

    # -- the search -----------------------------------------------------------------------------

    cdef void go_on(self) noexcept nogil:
        cdef Frame *frame = &self.frames[self.depth - 1]
        if frame.tried < frame.end and self.is_promising(frame):
            self.attempt(frame)
        else:
            self.leave(frame)

    cdef void attempt(self, Frame *frame) noexcept nogil:
        """Add the next candidate, unless nothing good can come of it."""
        cdef Candidate *candidate = &frame.candidates[frame.tried]
        cdef Candidate *other
        cdef Frame *child = &self.frames[self.depth]
        cdef int n, crossings, word = candidate.word
        frame.tried += 1
        child.box = self.grown(frame, candidate)
        if not self.is_worth_trying(frame, candidate, child.box):
            return
        self.nodes += 1
        child.pending = self.pending
        if not self.put(word, candidate.direction, candidate.row, candidate.column):
            self.take(word)
            self.pending = child.pending
            return
        child.count, child.word = 0, word
        child.crossings = frame.crossings + candidate.crossings
        for n in range(frame.tried, frame.count):
            other = &frame.candidates[n]
            if other.word == word or self.size(self.grown(child, other)) < 0:
                continue
            crossings = self.fits(other.word, other.direction, other.row, other.column)
            if crossings > 0:
                child.candidates[child.count] = other[0]
                child.candidates[child.count].crossings = crossings
                child.count += 1
        self.add_crossing(word, child, False)
        self.enter(child)

    cdef void leave(self, Frame *frame) noexcept nogil:
        if frame.word < 0:
            self.clear()
            return
        self.depth -= 1
        self.take(frame.word)
        self.pending = frame.pending

    cdef void add_crossing(self, int placed, Frame *frame, bint is_first) noexcept nogil:
        """Add the positions in which words left cross a placed word first, or alone."""
        cdef int d = self.direction[placed], word, n, m, y, x, row, column, crossings
        cdef Candidate candidate
        for word in range(self.count):
            if not self.left >> word & 1 or not self.links[word][placed]:
                continue
            for n in range(self.length[placed]):
                y = self.row[placed] + n if d else self.row[placed]
                x = self.column[placed] if d else self.column[placed] + n
                if self.owners[1 - d][y * self.stride + x] >= 0:
                    continue
                for m in range(self.length[word]):
                    if self.codes[word][m] != self.codes[placed][n]:
                        continue
                    row, column = (y, x - m) if d else (y - m, x)
                    candidate.word, candidate.direction = word, 1 - d
                    candidate.row, candidate.column = row, column
                    if self.size(self.grown(frame, &candidate)) < 0:
                        continue
                    crossings = self.fits(word, 1 - d, row, column)
                    if crossings == 1 or (crossings > 1 and is_first):
                        if is_first and self.first_crossed(word, 1 - d, row, column) != placed:
                            continue
                        candidate.crossings = crossings
                        frame.candidates[frame.count] = candidate
                        frame.count += 1

    cdef int first_crossed(self, int word, int d, int row, int column) noexcept nogil:
        cdef int at = row * self.stride + column
        while self.owners[1 - d][at] < 0:
            at += self.step[d]
        return self.owners[1 - d][at]

    cdef void enter(self, Frame *frame) noexcept nogil:
        """Decide which candidates to try, and in what order; or keep a layout that is whole."""
        cdef int n, run = 0, needed
        cdef int per_word[WORDS]
        cdef int64_t score
        cdef Candidate *candidate
        self.depth += 1
        frame.tried = frame.end = 0
        while run < self.pending and (
            self.owners[self.pending_direction[run]][self.pending_cell[run]] >= 0
        ):
            run += 1
        if not self.left:
            score = self.worth * frame.crossings - self.size(frame.box)
            if run == self.pending and score > self.best:
                self.keep(score)
            return
        if run < self.pending:
            for n in range(frame.count):
                candidate = &frame.candidates[n]
                self.keys[n] = not self.covers(
                    candidate, self.pending_cell[run], self.pending_direction[run]
                )
                frame.end += self.keys[n] == 0
            self.sort(frame)
            return
        for n in range(WORDS):
            per_word[n] = 0
        for n in range(frame.count):
            per_word[frame.candidates[n].word] += 1
        needed = self.needed(frame, per_word)
        for n in range(frame.count):
            candidate = &frame.candidates[n]
            if needed >= 0:
                self.keys[n] = (candidate.word != needed) * 16 + 15 - candidate.crossings
            else:
                self.keys[n] = (
                    (<int64_t>(15 - candidate.crossings) << 32)
                    + (<int64_t>per_word[candidate.word] << 4)
                    + candidate.word
                )
        self.sort(frame)
        frame.end = per_word[needed] if needed >= 0 else frame.count

    cdef void keep(self, int64_t score) noexcept nogil:
        cdef int n
        self.best, self.has_layout = score, True
        for n in range(self.count):
            self.best_direction[n] = self.direction[n]
            self.best_row[n], self.best_column[n] = self.row[n], self.column[n]

    cdef void sort(self, Frame *frame) noexcept nogil:
        """Sort the candidates by their keys; equal ones keep their order."""
        cdef int n, m
        cdef int64_t key
        cdef Candidate candidate
        for n in range(1, frame.count):
            key, candidate = self.keys[n], frame.candidates[n]
            m = n
            while m > 0 and self.keys[m - 1] > key:
                self.keys[m], frame.candidates[m] = self.keys[m - 1], frame.candidates[m - 1]
                m -= 1
            self.keys[m], frame.candidates[m] = key, candidate

    cdef bint covers(self, Candidate *candidate, int at, int direction) noexcept nogil:
        cdef int step = self.step[candidate.direction]
        cdef int start = candidate.row * self.stride + candidate.column
        return (
            candidate.direction == direction
            and start <= at < start + self.length[candidate.word] * step
            and (at - start) % step == 0
        )

    # -- bounds ---------------------------------------------------------------------------------

    cdef int64_t limit(self, int crossings, int64_t cost) noexcept nogil:
        """Return the highest score with this many crossings and a box of this cost."""
        crossings = min(crossings, self.caps[self.kind][self.count])
        return self.worth * crossings - max(
            cost, <int64_t>SIXTEENTHS * (self.letters - crossings)
        )

    cdef int among(self, int left) noexcept nogil:
        """Return the most crossings of words left among themselves."""
        cdef int n, size = 0
        for n in range(self.count):
            size += left >> n & 1
        return min(self.within[left], self.caps[self.kind][size])

    cdef int total(self, Frame *frame, int *most, int64_t *scores) noexcept nogil:
        """Return the most crossings; and by word those with placed words, and its best score."""
        cdef int n, total
        cdef int64_t cost = self.size(frame.box), score
        cdef Candidate *candidate
        for n in range(self.count):
            most[n], scores[n] = 0, -cost
        for n in range(frame.tried, frame.count):
            candidate = &frame.candidates[n]
            most[candidate.word] = max(most[candidate.word], candidate.crossings)
            score = self.worth * candidate.crossings - self.size(self.grown(frame, candidate))
            scores[candidate.word] = max(scores[candidate.word], score)
        total = frame.crossings + self.among(self.left)
        for n in range(self.count):
            total += most[n]
        return total

    cdef bint is_promising(self, Frame *frame) noexcept nogil:
        """Return whether a better layout may come of the candidates that are left."""
        cdef int n
        cdef int most[WORDS]
        cdef int64_t scores[WORDS]
        cdef int total = self.total(frame, most, scores)
        if self.limit(total, self.size(frame.box)) <= self.best:
            return False
        for n in range(self.count):
            if self.left >> n & 1 and (
                self.worth * (total - most[n]) + scores[n] <= self.best
            ):
                return False
        return True

    cdef int needed(self, Frame *frame, int *per_word) noexcept nogil:
        """Return the word, of those that all better layouts have here, with fewest positions."""
        cdef int n, needed = -1
        cdef int most[WORDS]
        cdef int64_t scores[WORDS]
        cdef int total = self.total(frame, most, scores)
        cdef int64_t cost = self.size(frame.box)
        for n in range(self.count):
            if self.left >> n & 1 and self.limit(total - most[n], cost) <= self.best:
                if needed < 0 or per_word[n] < per_word[needed]:
                    needed = n
        return needed

    cdef bint is_worth_trying(self, Frame *frame, Candidate *candidate, Box box) noexcept nogil:
        """Return whether a better layout may have a word here, by the words that would cross it."""
        cdef int n, total, crossings, word = candidate.word
        cdef int most[WORDS]
        cdef int left = self.left & ~(1 << word)
        cdef Candidate *other
        for n in range(self.count):
            most[n] = self.links[word][n]
        for n in range(frame.tried, frame.count):
            other = &frame.candidates[n]
            crossings = other.crossings + self.cross(candidate, other)
            most[other.word] = max(most[other.word], crossings)
        total = frame.crossings + candidate.crossings + self.among(left)
        for n in range(self.count):
            if left >> n & 1:
                total += most[n]
        return self.limit(total, self.size(box)) > self.best

    cdef bint cross(self, Candidate *one, Candidate *other) noexcept nogil:
        """Return whether two candidates cross in a cell where they have the same letter."""
        cdef int n, m
        if one.direction == other.direction:
            return False
        if one.direction:
            one, other = other, one
        n, m = other.column - one.column, one.row - other.row
        return (
            0 <= n < self.length[one.word]
            and 0 <= m < self.length[other.word]
            and self.codes[one.word][n] == self.codes[other.word][m]
        )


cdef void *new(size_t count, size_t size) except NULL:
    cdef void *block = calloc(max(count, 1), size)
    if block == NULL:
        raise MemoryError
    return block
