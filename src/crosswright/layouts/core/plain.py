"""The search for a good layout, in plain Python: ruin and recreate under simulated annealing.

A step takes a few words off the board (along one edge, around one word, or at random), together
with any that only they held in place or that would now touch; puts the words back one by one, each
where it adds most; and keeps the outcome if the annealing accepts it. What it would accept is drawn
first, so that a step can be given up as soon as it has little hope (Schrimpf et al., "Record
breaking optimization results using the ruin and recreate principle", Journal of Computational
Physics 159, 2000).

The board is a few big integers: bit ``row * stride + column`` is a cell, and a frame of empty cells
surrounds it. One shift and one AND try a letter at every position at once. Every run of two or more
letters is exactly one word on the board: a word may only cross words of the other direction, must
not fill a cell that has a letter beside it, and needs an empty cell before and after it.

All of this may be done in slices of so many tries to place a word, which do not change what comes
of it: with thousands of words, whoever waits has to look at the clock now and then.

This module specifies its twin `compiled`: the same steps, the same layouts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from crosswright.layouts.core.setup import (
    MAX_TRIES,
    WORDS_PER_TRY,
    PlacedWord,
    Setup,
    Tuning,
    Word,
    WordIndex,
    checked_steps,
    checked_tries,
)
from crosswright.support.turns import Turn

Position = tuple[int, int, int]
"""Direction, row and column of a word's first cell."""

ACROSS: Final = 0
DOWN: Final = 1

_MASK: Final = (1 << 64) - 1
_ENDLESS: Final = 1 << 60


def mixed(x: int) -> int:
    """Scramble 64 bits (the finish of splitmix64)."""
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
    return x ^ (x >> 31)


class Core:
    """A board of words, and the steps that improve it; for one thread at a time."""

    def __init__(
        self,
        words: Sequence[Word],
        side: int,
        limits: tuple[int, int],
        spread: Sequence[Sequence[int]],
        hazard: Sequence[int],
        tuning: Tuning,
        seed: int,
    ) -> None:
        setup = Setup.of(words, side, limits, spread, hazard, tuning, seed)
        self._setup = setup
        self.words = words = setup.words
        self.count = len(words)
        self.side, self.stride = setup.side, setup.side + 2
        self.limit_height, self.limit_width = setup.limits
        self.longest = setup.longest
        self.spread, self.hazard, self.tuning = setup.spread, setup.hazard, setup.tuning
        self.state = setup.seed
        self.steps = (1, self.stride)
        self.letters = [0] * (1 + max(map(max, words)))
        self.taken = [0, 0]  # the cells of the words across, of the words down
        self.positions: dict[WordIndex, Position] = {}
        self.crossings = 0
        self.box = (0, 0, 0, 0)  # top, left, bottom, right
        self.cost = 0
        self._shapes = [
            tuple(sum(1 << step * n for n in range(len(word))) for step in self.steps)
            for word in words
        ]
        self._rooms = {length: self._room(length) for length in set(map(len, words))}
        self._gone: list[
            tuple[WordIndex, Position]
        ] = []  # the words that a step takes off, in order
        self._old: dict[WordIndex, Position] = {}
        self._best: dict[WordIndex, Position] = {}
        self._waiting: list[WordIndex] = []  # the words to put back, from `_next` on in this pass
        self._next = 0
        self._left: list[WordIndex] = []  # those that did not fit in this pass
        self._is_recreating = False
        self._heat = 0
        self._allowed = _ENDLESS  # the highest cost that the step under way may end with
        self.steps_left = 0
        self._turn = Turn()
        self.reset_best()

    def _room(self, length: int) -> tuple[int, int]:
        """Return the cells where words of a length can start, across and down."""

        def block(rows: int, columns: int) -> int:
            row = ((1 << max(columns, 0)) - 1) << 1
            return sum(row << self.stride * n for n in range(1, rows + 1))

        return block(self.side, self.side - length + 1), block(self.side - length + 1, self.side)

    # -- for the caller -------------------------------------------------------------------------

    def reset_best(self) -> None:
        """Forget the best layout."""
        with self._turn:
            self.best_cost, self.best_missing = _ENDLESS, self.count + 1

    def best(self) -> list[PlacedWord]:
        """Return the best layout's words: index, direction, row, column."""
        with self._turn:
            return [(word, *position) for word, position in sorted(self._best.items())]

    def construct(self, first: WordIndex, tries: int = MAX_TRIES) -> None:
        """Begin again with one word, and add the others, as far as the tries go."""
        first, tries = self._setup.checked_index(first), checked_tries(tries)
        with self._turn:
            self._begin(first)
            self._go_on(tries)

    def advance(self, steps: int, heat: int, tries: int = MAX_TRIES) -> None:
        """Ruin and recreate this many times at this heat, as far as the tries go."""
        steps, heat = checked_steps(steps, heat)
        tries = checked_tries(tries)
        with self._turn:
            if not self.positions:
                raise RuntimeError("no word is on the board; construct() comes first")
            if self.is_under_way:
                raise RuntimeError("something is under way; resume() or settle() comes first")
            self.steps_left, self._heat = steps, heat
            self._go_on(tries)

    @property
    def is_under_way(self) -> bool:
        """Whether the tries did not suffice, so that there is something to resume."""
        return self._is_recreating or self.steps_left > 0

    def resume(self, tries: int = MAX_TRIES) -> None:
        """Go on with what is under way, as far as the tries go."""
        tries = checked_tries(tries)
        with self._turn:
            self._go_on(tries)

    def settle(self) -> None:
        """End what is under way: without the words that wait, and without further steps."""
        with self._turn:
            self.steps_left = 0
            if self._is_recreating:
                self._finish()

    # -- random numbers -------------------------------------------------------------------------

    def _draw(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        return mixed(self.state)

    def _below(self, n: int) -> int:
        return ((self._draw() >> 32) * n) >> 32

    # -- the board ------------------------------------------------------------------------------

    def _mask(self, word: WordIndex) -> int:
        direction, row, column = self.positions[word]
        return self._shapes[word][direction] << (row * self.stride + column)

    def _put(self, word: WordIndex, position: Position) -> None:
        self.positions[word] = position
        direction, row, column = position
        start, step = row * self.stride + column, self.steps[direction]
        mask = self._shapes[word][direction] << start
        self.crossings += (mask & self.taken[1 - direction]).bit_count()
        self.taken[direction] |= mask
        bit = 1 << start
        for code in self.words[word]:
            self.letters[code] |= bit
            bit <<= step

    def _take(self, word: WordIndex) -> None:
        mask = self._mask(word)
        direction = self.positions.pop(word)[0]
        self.taken[direction] ^= mask
        shared = mask & self.taken[1 - direction]
        self.crossings -= shared.bit_count()
        keep = ~(mask ^ shared)
        for code in set(self.words[word]):
            self.letters[code] &= keep

    def _end(self, word: WordIndex, position: Position) -> tuple[int, int]:
        direction, row, column = position
        reach = len(self.words[word]) - 1
        return (row + reach, column) if direction else (row, column + reach)

    def _measure(self) -> None:
        ends = [self._end(word, position) for word, position in self.positions.items()]
        starts = self.positions.values()
        self.box = (
            min(row for _, row, _ in starts),
            min(column for _, _, column in starts),
            max(row for row, _ in ends),
            max(column for _, column in ends),
        )

    def _widened(self, word: WordIndex, position: Position) -> tuple[int, int, int, int]:
        top, left, bottom, right = self.box
        end_row, end_column = self._end(word, position)
        return (
            min(top, position[1]),
            min(left, position[2]),
            max(bottom, end_row),
            max(right, end_column),
        )

    def _box_cost(self) -> int:
        top, left, bottom, right = self.box
        return self.spread[bottom - top + 1][right - left + 1]

    def _total(self) -> int:
        return (
            self._box_cost()
            - self.tuning.crossing_worth * self.crossings
            + self.tuning.unplaced_cost * (self.count - len(self.positions))
        )

    def _centre(self) -> None:
        """Move everything to the middle if an edge is near, so that there is room all around."""
        top, left, bottom, right = self.box
        if min(top, left, self.side + 1 - bottom, self.side + 1 - right) > self.longest:
            return
        rows, columns = half(self.side + 2 - top - bottom), half(self.side + 2 - left - right)
        placed = self.positions
        self.letters, self.taken = [0] * len(self.letters), [0, 0]
        self.positions, self.crossings = {}, 0
        for word, (direction, row, column) in placed.items():
            self._put(word, (direction, row + rows, column + columns))
        self._measure()

    # -- recreate -------------------------------------------------------------------------------

    def _begin(self, first: WordIndex) -> None:
        for word in list(self.positions):
            self._take(word)
        length = len(self.words[first])
        direction = self._below(2)
        if length > (self.limit_height if direction else self.limit_width):
            direction = 1 - direction
        middle, start = self.side // 2 + 1, self.side // 2 + 1 - length // 2
        if direction == ACROSS:
            self._put(first, (ACROSS, middle, start))
        else:
            self._put(first, (DOWN, start, middle))
        self._measure()
        self.steps_left, self._allowed = 0, _ENDLESS
        self._gather()

    def _starts(self, word: WordIndex, direction: int) -> tuple[int, int, int]:
        """Return the cells where a word fits with at least one crossing, two, and three.

        A cell of the word either holds its letter, in a word of the other direction only, or is
        empty and has no letter beside it.
        """
        codes, letters, mine = self.words[word], self.letters, self.taken[direction]
        occupied = mine | self.taken[1 - direction]
        step, side = self.steps[direction], self.steps[1 - direction]
        one = two = three = reach = 0
        for code in codes:
            crossing = (letters[code] & ~mine) >> reach
            three |= two & crossing
            two |= one & crossing
            one |= crossing
            reach += step
        fits = one & self._rooms[len(codes)][direction]
        fits &= ~(occupied << step | occupied >> reach)
        blocked = occupied | occupied << side | occupied >> side
        reach = 0
        for code in codes:
            if not fits:
                break
            fits &= ~((blocked & ~(letters[code] & ~mine)) >> reach)
            reach += step
        return fits, fits & two, fits & three

    def _choose(self, word: WordIndex) -> Position | None:
        """Return a word's best position: many crossings for little growth of the box."""
        salt = self._draw()
        worth, noise = self.tuning.crossing_worth, self.tuning.noise
        best, best_tag, chosen = -_ENDLESS, 0, None
        for direction in (ACROSS, DOWN):
            one, two, three = self._starts(word, direction)
            for crossings, cells in ((3, three), (2, two & ~three), (1, one & ~two)):
                if crossings < 3 and worth * crossings + max(noise - 1, 0) < best:
                    break  # even without growth, none of these positions can be as good
                while cells:
                    bit = cells & -cells
                    cells ^= bit
                    start = bit.bit_length() - 1
                    tag = start * 2 + direction
                    chance = mixed(salt ^ tag)
                    if chance & 1023 < self.tuning.blink:
                        continue
                    position = direction, *divmod(start, self.stride)
                    growth = self._growth(word, position)
                    if growth is None:
                        continue
                    if crossings == 3:
                        mask = self._shapes[word][direction] << start
                        count = (mask & self.taken[1 - direction]).bit_count()
                    else:
                        count = crossings
                    value = worth * count - growth + (((chance >> 32) * noise) >> 32)
                    if value > best or (value == best and tag < best_tag):
                        best, best_tag, chosen = value, tag, position
        return chosen

    def _growth(self, word: WordIndex, position: Position) -> int | None:
        """Return how much more the box would cost with a word here; None beyond the limits."""
        top, left, bottom, right = self._widened(word, position)
        height, width = bottom - top + 1, right - left + 1
        if height > self.limit_height or width > self.limit_width:
            return None
        return self.spread[height][width] - self._box_cost()

    def _gather(self) -> None:
        """Gather the words that are off the board, in random order, to put them back."""
        waiting = [word for word in range(self.count) if word not in self.positions]
        for n in range(len(waiting) - 1, 0, -1):
            other = self._below(n + 1)
            waiting[n], waiting[other] = waiting[other], waiting[n]
        self._waiting, self._left, self._next = waiting, [], 0
        self._is_recreating = True

    def _recreate(self, tries: int) -> int:
        """Put words back until none fits, or the tries end; return how many of those are left."""
        while self._waiting and tries > 0:
            if self._next == len(self._waiting):  # all have had a try: again, if it was worth it
                none_fits = len(self._left) == len(self._waiting)
                self._waiting = [] if none_fits else self._left
                self._left, self._next = [], 0
                continue
            if self._is_hopeless():
                self._waiting = []
                break
            word = self._waiting[self._next]
            self._next += 1
            tries -= 1
            position = self._choose(word)
            if position is None:
                self._left.append(word)
            else:
                self._put(word, position)
                self.box = self._widened(word, position)
        return tries

    def _is_hopeless(self) -> bool:
        """Whether the step would fail even if each waiting word crossed one word, and some more."""
        waiting = len(self._waiting) - self._next + len(self._left)
        worth, unplaced = self.tuning.crossing_worth, self.tuning.unplaced_cost
        hoped = waiting * (unplaced + worth) + self.tuning.hope * worth
        return self._allowed < self._total() - hoped

    # -- ruin -----------------------------------------------------------------------------------

    def _ruin(self) -> None:
        self._gone.clear()
        way, count = self._below(100), 1
        if way < self.tuning.edge:
            self._ruin_edge(self._below(4))
        else:
            while self._below(100) < self.tuning.more:
                count += 1
            count = min(count, len(self.positions) - 1)
            if way < self.tuning.edge + self.tuning.around:
                self._ruin_around(self._any_placed(), count)
            else:
                for _ in range(count):
                    self._take_off(self._any_placed())
        self._part_touching()
        self._keep_largest_part()
        self._measure()
        self._centre()

    def _take_off(self, word: WordIndex) -> None:
        self._gone.append((word, self.positions[word]))
        self._take(word)

    def _part_touching(self) -> None:
        """Take off words that now touch, side by side, because the word through both is gone."""
        for word, (direction, row, column) in self._gone:  # grows on the way
            step, bit = self.steps[direction], 1 << (row * self.stride + column)
            for _ in self.words[word][1:]:
                following = bit << step
                others = self.taken[1 - direction]
                if others & bit and others & following:
                    self._take_off(self._word_at(1 - direction, following))
                bit = following

    def _word_at(self, direction: int, cell: int) -> WordIndex:
        return next(
            word
            for word, position in self.positions.items()
            if position[0] == direction and self._mask(word) & cell
        )

    def _any_placed(self) -> WordIndex:
        return sorted(self.positions)[self._below(len(self.positions))]

    def _ruin_edge(self, side: int) -> None:
        """Take off the words at one side of the box, but never the last word."""
        for word, position in sorted(self.positions.items()):
            reached = (*position[1:], *self._end(word, position))
            if reached[side] == self.box[side] and len(self.positions) > 1:
                self._take_off(word)

    def _ruin_around(self, centre: WordIndex, count: int) -> None:
        """Take off a word and those whose middles are nearest to its own."""

        def middle(word: WordIndex) -> tuple[int, int]:
            position = self.positions[word]
            end = self._end(word, position)
            return position[1] + end[0], position[2] + end[1]

        y, x = middle(centre)
        middles = {word: middle(word) for word in sorted(self.positions)}
        nearest = sorted(
            middles, key=lambda word: (middles[word][0] - y) ** 2 + (middles[word][1] - x) ** 2
        )
        for word in nearest[:count]:
            self._take_off(word)

    def _keep_largest_part(self) -> None:
        """Keep only the largest connected part of the words; the first one wins a tie."""
        rest = dict.fromkeys(sorted(self.positions))
        largest: set[WordIndex] = set()
        while rest:
            part = self._part(next(iter(rest)))
            for word in part:
                del rest[word]
            if len(part) > len(largest):
                largest = part
        for word in [word for word in self.positions if word not in largest]:
            self._take(word)

    def _part(self, word: WordIndex) -> set[WordIndex]:
        """Return the words that crossings join to a word, including itself."""
        masks: list[dict[WordIndex, int]] = [{}, {}]
        for other, position in self.positions.items():
            masks[position[0]][other] = self._mask(other)
        direction = self.positions[word][0]
        part, reached = {word}, masks[direction].pop(word)
        while reached:
            direction = 1 - direction
            new = [other for other, mask in masks[direction].items() if mask & reached]
            part.update(new)
            reached = 0
            for other in new:
                reached |= masks[direction].pop(other)
        return part

    # -- annealing ------------------------------------------------------------------------------

    def _keep(self) -> None:
        """Remember the board as the one to go back to, and as the best if it is."""
        self._old = self.positions.copy()
        missing = self.count - len(self.positions)
        if (missing, self.cost) < (self.best_missing, self.best_cost):
            self.best_missing, self.best_cost = missing, self.cost
            self._best = self._old

    def _go_back(self) -> None:
        old = self._old
        for word, position in [*self.positions.items()]:
            if old.get(word) != position:
                self._take(word)
        for word, position in old.items():
            if word not in self.positions:
                self._put(word, position)
        self._measure()

    def _go_on(self, tries: int) -> None:
        """Take step after step until the steps or the tries end."""
        while True:
            if self._is_recreating:
                tries = self._recreate(tries)
                if self._waiting:
                    return
                self._finish()
            if not self.steps_left or tries <= 0:
                return
            self.steps_left -= 1
            tries -= 1 + self.count // WORDS_PER_TRY
            if len(self.positions) > 1:
                self._ruin()
            self._gather()
            self._draw_allowed()

    def _draw_allowed(self) -> None:
        """Draw what may be lost: a loss is accepted with probability exp(-loss / heat).

        That is, when it is at most heat * -ln(uniform).
        """
        hazard = self.hazard[self._below(len(self.hazard))]
        self._allowed = self.cost + self._heat * hazard // 1024

    def _finish(self) -> None:
        """End a step, or a construction: keep the outcome, or go back."""
        self._is_recreating = False
        cost = self._total()
        if cost <= self._allowed:
            self.cost = cost
            self._keep()
        else:
            self._go_back()


def half(n: int) -> int:
    """Halve, rounding towards zero, as the compiled twin does."""
    return n // 2 if n >= 0 else -(-n // 2)
