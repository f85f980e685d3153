"""The search for the best layout of a few words, whole: branch and bound, in plain Python.

It grows connected layouts from a root, word by word. At each one, the positions where a word
still left would cross those placed are tried in turn, and each is ruled out for good once it was
tried, so that no layout comes up twice. Those with most crossings go first: later, a word that
closes a cycle has to cross a word placed since. A word that all better layouts need here goes
before everything.

Words may touch side by side, if a word still left may be what they spell there; that word is then
placed first. So every layout in which each run of letters is a word is searched or ruled out.

A layout of the words placed and left has at most the crossings there are; those that each word left
can have with them; and those that the words left can have among themselves.

This module specifies its twin `compiled`: the same layouts in the same order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crosswright.layouts.core.setup import PlacedWord, Word, WordIndex
from crosswright.layouts.proving.setup import (
    ANY_FOUR,
    LONGER,
    MAX_CROSSINGS,
    SCALE,
    ProofSetup,
    bounded_nodes,
    checked_root,
    crossings_within,
    number_of,
)
from crosswright.support.bits import bits
from crosswright.support.turns import Turn

Candidate = tuple[WordIndex, int, int, int, int]
"""A word, its direction, row and column, and how many of the placed words it crosses there."""

Box = tuple[int, int, int, int]
"""Top, left, bottom, right."""


@dataclass
class _Frame:
    """A layout under way: what may be added to it, how far that was tried, what it was before."""

    candidates: list[Candidate]
    box: Box
    crossings: int
    word: WordIndex | None  # that was added last; None for all of the root
    pending: int  # how many runs were to be spelled before that
    tried: int = 0
    end: int = 0  # of the candidates to try


class ProofSearch:
    """Everything that can grow from one root at a time; for one thread at a time."""

    def __init__(
        self,
        words: Sequence[Word],
        limits: tuple[int, int],
        worth: int,
        spread: Sequence[Sequence[int]],
        best: int,
    ) -> None:
        setup = ProofSetup.of(words, limits, worth, spread)
        self.words, self.limits, self.worth, self.spread = setup
        self.count = len(self.words)
        self.letters = setup.letters
        self.best = best  # the score that is to be beaten
        self.nodes = 0
        self._layout: list[PlacedWord] = []
        self._within = crossings_within(setup)
        self._pairs = setup.pairs()
        self._links = [
            [setup.linked(one, other) for other in range(self.count)] for one in range(self.count)
        ]
        self._origin = max(self.limits) + 2
        self.stride = 2 * self._origin + 1
        self._steps = (1, self.stride)
        self._cells = [0] * (self.stride * self.stride)
        self._owners = [[-1] * len(self._cells) for _ in range(2)]
        self._placed: dict[WordIndex, tuple[int, int, int]] = {}
        self._crossed = [0] * self.count  # the words that a placed word crosses, as bits
        self._left = (1 << self.count) - 1
        self._pending: list[tuple[int, int]] = []  # a cell and the direction of a run through it
        self._frames: list[_Frame] = []
        self._number, self._kind = ANY_FOUR, LONGER
        self._turn = Turn()

    # -- for the caller -------------------------------------------------------------------------

    @property
    def is_under_way(self) -> bool:
        """Whether there is something left to try."""
        return bool(self._frames)

    def layout(self) -> list[PlacedWord]:
        """Return the best layout that was found, empty if none beats the score."""
        with self._turn:
            return list(self._layout)

    def begin(self, root: Sequence[PlacedWord], number: int, kind: int) -> None:
        """Place the words of a root, if they fit together."""
        with self._turn:
            words, self._number, self._kind = checked_root(root, number, kind, self.count)
            self._clear()
            self.nodes += 1
            if not self._put_root(words):
                self._clear()

    def advance(self, nodes: int) -> None:
        """Go on for this many layouts, or until there is nothing left to try."""
        with self._turn:
            end = self.nodes + bounded_nodes(nodes)
            while self._frames and self.nodes < end:
                frame = self._frames[-1]
                if frame.tried < frame.end and self._is_promising(frame):
                    self._try(frame)
                else:
                    self._leave()

    # -- the board ------------------------------------------------------------------------------

    def _put_root(self, root: Sequence[PlacedWord]) -> bool:
        """Place the words of a root, and look for what may be added; return whether they fit."""
        box: Box | None = None
        crossings = 0
        for word, direction, y, x in root:
            row, column = y + self._origin, x + self._origin
            box = self._widened(box, word, direction, row, column)
            if self._size(box) is None or not self._left >> word & 1:
                return False
            crossed = self._fits(word, direction, row, column)
            if crossed < 0 or (crossed == 0 and self._placed):
                return False
            crossings += crossed
            if not self._put(word, direction, row, column):
                return False
        assert box is not None
        candidates: list[Candidate] = []
        for word in self._placed:
            self._add_crossing(word, candidates, box, is_first=True)
        self._enter(_Frame(candidates, box, crossings, None, 0))
        return True

    def _clear(self) -> None:
        for word in list(self._placed):
            self._take(word)
        self._pending.clear()
        self._frames.clear()

    def _widened(self, box: Box | None, word: WordIndex, d: int, row: int, column: int) -> Box:
        more = len(self.words[word]) - 1
        bottom, right = (row + more, column) if d else (row, column + more)
        if box is None:
            return row, column, bottom, right
        return min(box[0], row), min(box[1], column), max(box[2], bottom), max(box[3], right)

    def _size(self, box: Box) -> int | None:
        """Return what a box costs; None beyond the limits."""
        height, width = box[2] - box[0] + 1, box[3] - box[1] + 1
        if height > self.limits[0] or width > self.limits[1]:
            return None
        return self.spread[height][width]

    def _fits(self, word: WordIndex, d: int, row: int, column: int) -> int:
        """Return how many words a word would cross here; -1 if no layout can have it here."""
        step, side = self._steps[d], self._steps[1 - d]
        cells, own, others = self._cells, self._owners[d], self._owners[1 - d]
        codes = self.words[word]
        at = row * self.stride + column
        if cells[at - step] or cells[at + step * len(codes)]:
            return -1
        left = self._left & ~(1 << word)
        crossings = 0
        for code in codes:
            if cells[at]:
                if cells[at] != code or own[at] >= 0:
                    return -1
                crossings += 1
            else:
                before, after = cells[at - side], cells[at + side]
                if before and (
                    others[at - side] >= 0 or not self._pairs.get((before, code), 0) & left
                ):
                    return -1
                if after and (
                    others[at + side] >= 0 or not self._pairs.get((code, after), 0) & left
                ):
                    return -1
            at += step
        return crossings

    def _put(self, word: WordIndex, d: int, row: int, column: int) -> bool:
        """Place a word; return whether its cycles are for this root and kind of layout."""
        step, side = self._steps[d], self._steps[1 - d]
        at = row * self.stride + column
        crossed = 0
        for code in self.words[word]:
            if self._cells[at]:
                crossed |= 1 << self._owners[1 - d][at]
            else:
                self._cells[at] = code
                if self._cells[at - side] or self._cells[at + side]:
                    self._pending.append((at, 1 - d))
            self._owners[d][at] = word
            at += step
        self._placed[word] = d, row, column
        self._left &= ~(1 << word)
        is_ours = self._are_cycles_ours(word, crossed)
        self._crossed[word] = crossed
        for other in bits(crossed):
            self._crossed[other] |= 1 << word
        return is_ours

    def _take(self, word: WordIndex) -> None:
        d, row, column = self._placed.pop(word)
        at = row * self.stride + column
        for _ in self.words[word]:
            self._owners[d][at] = -1
            if self._owners[1 - d][at] < 0:
                self._cells[at] = 0
            at += self._steps[d]
        self._left |= 1 << word
        for other in bits(self._crossed[word]):
            self._crossed[other] &= ~(1 << word)
        self._crossed[word] = 0

    def _are_cycles_ours(self, word: WordIndex, crossed: int) -> bool:
        """Return whether no cycle that a word closes belongs to an earlier root."""
        words = list(bits(crossed))
        for n, one in enumerate(words):
            for other in words[:n]:
                for fourth in bits(self._crossed[one] & self._crossed[other]):
                    four = [(w, *self._placed[w]) for w in (word, one, other, fourth)]
                    if number_of(four) < self._number:
                        return False
                if self._kind == LONGER and self._around(one) & self._around(other):
                    return False
        return True

    def _around(self, word: WordIndex) -> int:
        """Return the words that share a crossing word with a word."""
        around = 0
        for other in bits(self._crossed[word]):
            around |= self._crossed[other]
        return around

    # -- the search -----------------------------------------------------------------------------

    def _try(self, frame: _Frame) -> None:
        """Add the next candidate, unless nothing good can come of it."""
        word, d, row, column, crossed = candidate = frame.candidates[frame.tried]
        frame.tried += 1
        box = self._widened(frame.box, word, d, row, column)
        if not self._is_worth_trying(frame, candidate, box):
            return
        self.nodes += 1
        pending = len(self._pending)
        if not self._put(word, d, row, column):
            self._take(word)
            del self._pending[pending:]
            return
        candidates = []
        for other, e, y, x, _ in frame.candidates[frame.tried :]:
            if other != word and self._size(self._widened(box, other, e, y, x)) is not None:
                crossings = self._fits(other, e, y, x)
                if crossings > 0:
                    candidates.append((other, e, y, x, crossings))
        self._add_crossing(word, candidates, box, is_first=False)
        self._enter(_Frame(candidates, box, frame.crossings + crossed, word, pending))

    def _leave(self) -> None:
        frame = self._frames.pop()
        if frame.word is None:
            self._clear()
            return
        self._take(frame.word)
        del self._pending[frame.pending :]

    def _add_crossing(
        self, placed: WordIndex, candidates: list[Candidate], box: Box, is_first: bool
    ) -> None:
        """Add the positions in which words left cross a placed word.

        With `is_first`, it is the first of the words that they cross; otherwise the only one: what
        crosses another one too has been a candidate before.
        """
        d, row, column = self._placed[placed]
        for word in bits(self._left):
            for n, code in enumerate(self.words[placed]):
                at = (row, column + n) if d == 0 else (row + n, column)
                if self._owners[1 - d][at[0] * self.stride + at[1]] >= 0:
                    continue
                for m, own in enumerate(self.words[word]):
                    if own != code:
                        continue
                    y, x = (at[0] - m, at[1]) if d == 0 else (at[0], at[1] - m)
                    if self._size(self._widened(box, word, 1 - d, y, x)) is None:
                        continue
                    crossings = self._fits(word, 1 - d, y, x)
                    if crossings == 1 or (crossings > 1 and is_first):
                        if is_first and self._first_crossed(word, 1 - d, y, x) != placed:
                            continue
                        candidates.append((word, 1 - d, y, x, crossings))

    def _first_crossed(self, word: WordIndex, d: int, row: int, column: int) -> WordIndex:
        at = row * self.stride + column
        while self._owners[1 - d][at] < 0:
            at += self._steps[d]
        return self._owners[1 - d][at]

    def _enter(self, frame: _Frame) -> None:
        """Decide which candidates to try, and in what order; or keep a layout that is whole."""
        self._frames.append(frame)
        run = next((run for run in self._pending if self._owners[run[1]][run[0]] < 0), None)
        if not self._left:
            score = self.worth * frame.crossings - self._cost(frame.box)
            if run is None and score > self.best:
                self.best = score
                self._layout = [
                    (word, *position) for word, position in sorted(self._placed.items())
                ]
            return
        if run is not None:
            frame.candidates.sort(key=lambda candidate: not self._covers(candidate, *run))
            frame.end = sum(self._covers(candidate, *run) for candidate in frame.candidates)
            return
        per_word = [0] * self.count
        for word, *_ in frame.candidates:
            per_word[word] += 1
        forced = self._forced(frame)
        needed = min(forced, key=lambda word: (per_word[word], word), default=None)
        if needed is not None:
            frame.candidates.sort(key=lambda candidate: (candidate[0] != needed, -candidate[4]))
            frame.end = per_word[needed]
        else:
            frame.candidates.sort(
                key=lambda candidate: (-candidate[4], per_word[candidate[0]], candidate[0])
            )
            frame.end = len(frame.candidates)

    def _covers(self, candidate: Candidate, at: int, direction: int) -> bool:
        word, d, row, column, _ = candidate
        start = row * self.stride + column
        end = start + len(self.words[word]) * self._steps[d]
        return d == direction and start <= at < end and (at - start) % self._steps[d] == 0

    # -- bounds ---------------------------------------------------------------------------------

    def _cost(self, box: Box) -> int:
        return self.spread[box[2] - box[0] + 1][box[3] - box[1] + 1]

    def _limit(self, crossings: int, cost: int) -> int:
        """Return the highest score with this many crossings and a box of this cost."""
        crossings = min(crossings, MAX_CROSSINGS[self._kind][self.count])
        return self.worth * crossings - max(cost, SCALE * (self.letters - crossings))

    def _among(self, left: int) -> int:
        """Return the most crossings of words left among themselves."""
        return min(self._within[left], MAX_CROSSINGS[self._kind][left.bit_count()])

    def _most(self, frame: _Frame) -> tuple[list[int], list[int]]:
        """Return by word how many placed words it can cross, and its best score of doing so."""
        cost = self._cost(frame.box)
        most, scores = [0] * self.count, [-cost] * self.count
        for word, d, row, column, crossings in frame.candidates[frame.tried :]:
            most[word] = max(most[word], crossings)
            grown = self._cost(self._widened(frame.box, word, d, row, column))
            scores[word] = max(scores[word], self.worth * crossings - grown)
        return most, scores

    def _is_promising(self, frame: _Frame) -> bool:
        """Return whether a better layout may come of the candidates that are left."""
        most, scores = self._most(frame)
        total = frame.crossings + sum(most) + self._among(self._left)
        if self._limit(total, self._cost(frame.box)) <= self.best:
            return False
        return all(
            self.worth * (total - most[word]) + scores[word] > self.best
            for word in bits(self._left)
        )

    def _forced(self, frame: _Frame) -> list[WordIndex]:
        """Return the words that all better layouts have in one of these positions."""
        most, _ = self._most(frame)
        total = frame.crossings + sum(most) + self._among(self._left)
        cost = self._cost(frame.box)
        return [
            word for word in bits(self._left) if self._limit(total - most[word], cost) <= self.best
        ]

    def _is_worth_trying(self, frame: _Frame, candidate: Candidate, box: Box) -> bool:
        """Return whether a better layout may have a word here, by the words that would cross it."""
        word = candidate[0]
        links = self._links[word]
        left = self._left & ~(1 << word)
        most = [int(links[other]) for other in range(self.count)]
        for other in frame.candidates[frame.tried :]:
            crossings = other[4] + self._cross(candidate, other)
            most[other[0]] = max(most[other[0]], crossings)
        total = frame.crossings + candidate[4] + self._among(left)
        total += sum(most[other] for other in bits(left))
        return self._limit(total, self._cost(box)) > self.best

    def _cross(self, one: Candidate, other: Candidate) -> bool:
        """Return whether two candidates cross in a cell where they have the same letter."""
        if one[1] == other[1]:
            return False
        if one[1]:
            one, other = other, one
        across, down = self.words[one[0]], self.words[other[0]]
        n, m = other[3] - one[3], one[2] - other[2]
        return 0 <= n < len(across) and 0 <= m < len(down) and across[n] == down[m]
