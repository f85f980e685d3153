"""The search for a layout: which words can be placed, how long to anneal, what to keep."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from crosswright.errors import LayoutError
from crosswright.grids.notation import MAX_SIDE
from crosswright.layouts import core, proving
from crosswright.layouts.core.setup import MAX_CODE, MAX_LETTERS, PlacedWord
from crosswright.layouts.crisscross import Layout, LeftOut, Reason, arranged, distinct_words
from crosswright.layouts.entries import LayoutWord
from crosswright.limits import Budget, Limit, Run, Status
from crosswright.support.numbers import whole_number
from crosswright.support.pictures import drawn_by

DEFAULT_STEPS: Final = 200_000  # without a limit: about a second, compiled, for 80 words
HOT, COLD = 72 * core.SCALE, 30 * core.SCALE  # heat at the start and the end, in 1/16 cells
HEATS: Final = 64  # stages in which the heat falls
SLICE: Final = 50  # steps at one heat
TRIES: Final = 96  # to place a word, between two looks at the clock: milliseconds for 3,000 words
FIRST_WORDS: Final = 8  # words that are tried as the first one; the best beginning is annealed
PROOF_AT: Final = 0.1  # of the search, or
PROOF_STEPS: Final = 4000  # of it: then, all layouts of few words are searched for better ones
PROOF_NODES: Final = 500_000  # of that, without a limit: about a second, compiled, mostly far fewer
PROOF_SHARE: Final = 0.5  # of what is left, with a limit
ROOMY: Final = 2.2  # how much larger than all letters together the box may be at first
ALIKE: Final = 0.75  # layouts that share more of their crossings than this count as the same

MAX_CANDIDATES: Final = 100
SEED_BITS: Final = (1 << 64) - 1


@dataclass(frozen=True)
class LayoutStatistics:
    """What the search did."""

    steps: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    engine: str = core.name


@dataclass(frozen=True)
class LayoutResult:
    """The layouts, the best first, and the words that the best one lacks.

    The status is FILLED if every word is placed, IMPOSSIBLE if no layout can have them all, LIMIT
    if the search found none that has, CANCELLED if it was stopped before it did. Words of one
    letter and repeated words, which no layout is expected to have, do not count.

    `proved` is true if the first layout is the best there is: no other one has more of the words,
    or as many and a higher score. If that is not proved of up to ten words, no layout of them has
    more crossings than `max_crossings`; it is None where some share no letter with the others.
    """

    status: Status
    layouts: tuple[Layout, ...]
    left_out: tuple[LeftOut, ...] = ()
    seed: int = 0
    statistics: LayoutStatistics = field(default_factory=LayoutStatistics)
    proved: bool = False
    max_crossings: int | None = None

    _repr_html_ = drawn_by("layouts_html")

    @property
    def best(self) -> Layout:
        """The best layout."""
        if not self.layouts:
            raise LayoutError("no word could be placed")
        return self.layouts[0]


@dataclass(frozen=True)
class LayoutProgress:
    """How far a search has got: 0 to 1, and the best layout so far."""

    done: float
    best: Layout


class PlaceableWords:
    """The words that can be in one layout, in an order that does not depend on the list's."""

    def __init__(self, entries: Sequence[LayoutWord], left_out: Iterable[LeftOut]) -> None:
        self.entries, self.left_out = entries, tuple(left_out)
        alphabet = sorted({letter for entry in entries for letter in entry.letters})
        letters = sum(len(entry.letters) for entry in entries)
        if letters > MAX_LETTERS or len(alphabet) > MAX_CODE:
            raise LayoutError(
                f"{letters} letters, {len(alphabet)} of them different, are too many for a layout; "
                f"it can have {MAX_LETTERS} and {MAX_CODE}"
            )
        codes = {letter: code for code, letter in enumerate(alphabet, 1)}
        self.coded = [tuple(codes[letter] for letter in entry.letters) for entry in entries]

    def placed(self, search: core.Core) -> int:
        """Return how many of them the best layout of a search has."""
        return len(self.entries) - search.best_missing


def placeable_groups(
    entries: Iterable[LayoutWord], limits: tuple[int, int]
) -> list[PlaceableWords]:
    """Return the words by groups, the largest first; a layout can have words of one group only."""
    usable, left_out = distinct_words(entries, max(limits))
    groups = []
    for linked in linked_groups(list(usable)):
        unlinked = [entry for letters, entry in usable.items() if letters not in linked]
        groups.append(
            PlaceableWords(
                [entry for letters, entry in usable.items() if letters in linked],
                [*left_out, *(LeftOut(entry, Reason.UNLINKED) for entry in unlinked)],
            )
        )
    return groups or [PlaceableWords([], left_out)]


def linked_groups(words: Sequence[tuple[str, ...]]) -> list[set[tuple[str, ...]]]:
    """Return the groups of words that shared letters can join, the largest first."""
    groups: list[tuple[set[str], set[tuple[str, ...]]]] = []
    for word in words:
        letters, members = set(word), {word}
        apart = []
        for group in groups:
            if letters.isdisjoint(group[0]):
                apart.append(group)
            else:
                letters |= group[0]
                members |= group[1]
        groups = [*apart, (letters, members)]
    return sorted((members for _, members in groups), key=lambda group: (-len(group), min(group)))


class LayoutRun(Run[LayoutProgress, LayoutResult]):
    """A search under way: iterate its progress, `stop()` it at any time, take its `result()`.

    Every step counts as a node and a failure.
    """

    def __init__(
        self,
        entries: Iterable[LayoutWord],
        *,
        width: int | None = None,
        height: int | None = None,
        candidates: int = 1,
        seed: int = 0,
        limit: Limit | Budget | None = None,
    ) -> None:
        if not 1 <= whole_number("candidates", candidates) <= MAX_CANDIDATES:
            raise LayoutError(f"{candidates} candidates; ask for 1 to {MAX_CANDIDATES}")
        for name, side in (("width", width), ("height", height)):
            if side is not None and not 1 <= whole_number(name, side) <= MAX_SIDE:
                raise LayoutError(f"a {name} of {side}; it must be from 1 to {MAX_SIDE}")
        budget = Budget.of(limit)
        self._proof_budget: Budget | None = None  # without a limit; else a share of that
        if budget.limit == Limit():
            self._proof_budget = budget.part(nodes=PROOF_NODES)
            budget = budget.part(nodes=DEFAULT_STEPS * candidates)
        super().__init__(budget)
        self.seed = whole_number("seed", seed)
        self._bounds = height or MAX_SIDE, width or MAX_SIDE
        self._groups = placeable_groups(entries, self._bounds)
        self._words = self._groups[0]  # or those of which more are placed, when that is known
        if not self._words.entries and not self._words.left_out:
            raise LayoutError("no words to lay out")
        self._candidates = candidates
        self._steps_done = 0
        self._cycle_start = 0.0  # how much of the steps was used before this candidate
        self._layouts: list[Layout] = []
        self._is_impossible = False  # proved: no layout has all words
        self._has_tried_all = False
        self._is_proved = False

    def _outcome(self) -> LayoutResult:
        layouts = tuple(self._layouts)
        missing = layouts[0].left_out if layouts else tuple(self._words.left_out)
        seconds, cpu_seconds = round(self.seconds, 3), round(self.budget.cpu_seconds, 3)
        statistics = LayoutStatistics(self._steps_done, seconds, cpu_seconds)
        is_proved = self._is_proved and self._has_no_rival(layouts)
        return LayoutResult(
            self._status(missing),
            layouts,
            missing,
            self.seed,
            statistics,
            proved=is_proved,
            max_crossings=None if is_proved or not layouts else self._max_crossings(),
        )

    def _has_no_rival(self, layouts: Sequence[Layout]) -> bool:
        """Return whether the words that share no letter with the layout's cannot do as well."""
        count = len(layouts[0].placements) if layouts else 0
        rivals = self._unlinked()
        return not rivals or rivals < count == len(self._words.entries)

    def _unlinked(self) -> int:
        return sum(left.reason is Reason.UNLINKED for left in self._words.left_out)

    def _max_crossings(self) -> int | None:
        if self._unlinked():  # they may cross each other more often
            return None
        coded = self._words.coded
        return proving.most_crossings(coded) if proving.is_provable(coded) else None

    def _status(self, missing: Iterable[LeftOut]) -> Status:
        reasons = {left.reason for left in missing if not left.reason.is_slip}
        if any(reason.proves for reason in reasons) or not self._words.entries:
            return Status.IMPOSSIBLE
        if not self._layouts:  # it was left before there was any
            return self.budget.spent() or Status.CANCELLED
        if not reasons:
            return Status.FILLED
        return Status.CANCELLED if self.budget.is_stopped else Status.LIMIT

    # -- the search -----------------------------------------------------------------------------

    def _work(self) -> Generator[LayoutProgress, None, None]:
        """Anneal once for each candidate, each time from another beginning."""
        if not self._words.entries:
            return
        for cycle in range(self._candidates):
            self._cycle_start = self.budget.used()
            search = self._begin(cycle) if cycle else self._begin_with_most()
            try:
                yield from self._anneal(search, cycle)
            finally:  # whatever ends it, what it has counts
                self._layouts = self._layouts_with(self._layout(search.best()))
            if self.budget.spent():
                return

    def _anneal(self, search: core.Core, cycle: int) -> Iterator[LayoutProgress]:
        best = None
        while (done := self._cycle_done(cycle)) < 1 and not self.budget.spent():
            is_time = done >= PROOF_AT or self._steps_done >= PROOF_STEPS or search.best_missing
            if cycle == 0 and is_time:
                self._try_all(search)
                if self._is_proved:
                    return
            stage = math.floor(done * HEATS)
            self._advance(search, round(HOT * (COLD / HOT) ** (stage / HEATS)))
            if (search.best_missing, search.best_cost) != best:
                best = search.best_missing, search.best_cost
                whole = (cycle + min(self._cycle_done(cycle), 1.0)) / self._candidates
                yield LayoutProgress(whole, self._layouts_with(self._layout(search.best()))[0])

    def _advance(self, search: core.Core, heat: int) -> None:
        steps = min(SLICE, self.budget.nodes_left(), self.budget.failures_left())
        search.advance(steps, heat, TRIES)
        self._resume(search)
        steps -= search.steps_left
        self.budget.charge(steps)
        self._steps_done += steps

    def _resume(self, search: core.Core) -> None:
        """Finish what is under way, unless it is stopped or time is up."""
        while search.is_under_way and not self.budget.is_interrupted:
            search.resume(TRIES)

    def _cycle_done(self, cycle: int) -> float:
        """Return how much of a cycle is over, by steps if they are limited, else by time."""
        start = self._cycle_start
        if start >= 1:
            return 1.0
        return (self.budget.used() - start) / (1 - start) * (self._candidates - cycle)

    def _begin_with_most(self) -> core.Core:
        """Choose the group of which most words are placed at the beginning."""
        best, search = self._words, self._begin(0)
        for words in self._groups[1:]:
            if len(words.entries) <= best.placed(search) or self.budget.spent():
                break
            self._words = words
            other = self._begin(0)
            if words.placed(other) > best.placed(search):
                best, search = words, other
        self._words = best
        return search

    def _begin(self, cycle: int) -> core.Core:
        """Place the words, in a larger box if the usual one turns out too small."""
        coded = self._words.coded
        letters, longest = sum(map(len, coded)), max(map(len, coded))
        side = max(math.ceil(math.sqrt(ROOMY * letters)), 2 * longest)
        order = sorted(range(len(coded)), key=lambda word: (-len(coded[word]), word))
        firsts = [order[(cycle + n) % len(order)] for n in range(min(FIRST_WORDS, len(order)))]
        while True:
            bounds = min(side, self._bounds[0]), min(side, self._bounds[1])
            search = core.Core(
                coded,
                max(bounds) + 2 * longest,
                bounds,
                [[core.spread(y, x) for x in range(bounds[1] + 1)] for y in range(bounds[0] + 1)],
                core.HAZARD,
                core.TUNING,
                (self.seed * MAX_CANDIDATES + cycle) & SEED_BITS,
            )
            for first in firsts:
                search.construct(first, TRIES)
                self._resume(search)
                if self.budget.spent():
                    search.settle()  # a layout of some words is better than none
                    return search
            if not search.best_missing or bounds == self._bounds or side > letters:
                return search
            side = side * 3 // 2

    def _try_all(self, search: core.Core) -> None:
        """Search all layouts of few words, once, for one that is better than the best so far."""
        coded = self._words.coded
        if self._has_tried_all or not proving.is_provable(coded):
            return
        self._has_tried_all = True
        budget = self._proof_budget or self.budget.share(PROOF_SHARE)

        def spend(nodes: int) -> int:
            budget.charge(nodes)
            self._steps_done += nodes
            if budget.spent() or self.budget.spent():
                return 0
            return min(budget.nodes_left(), budget.failures_left())

        missing = search.best_missing
        score = core.TUNING.unplaced_cost * missing - search.best_cost
        proof = proving.prove(
            coded,
            self._bounds,
            core.TUNING.crossing_worth,
            core.spread,
            (len(coded) - missing, score),
            spend,
        )
        self._is_proved, self._is_impossible = proof.is_complete, proof.is_impossible
        if proof.placed:
            self._layouts = self._layouts_with(self._layout(proof.placed))

    # -- layouts --------------------------------------------------------------------------------

    def _layout(self, placed: Iterable[PlacedWord]) -> Layout:
        entries = self._words.entries
        words = [(entries[word], direction, row, column) for word, direction, row, column in placed]
        here = {entry.letters for entry, *_ in words}
        reason = Reason.NO_LAYOUT if self._is_impossible else Reason.NO_ROOM
        missing = [LeftOut(entry, reason) for entry in entries if entry.letters not in here]
        left_out = sorted([*self._words.left_out, *missing], key=lambda left: left.entry.letters)
        return arranged(words, left_out, self._bounds)

    def _layouts_with(self, layout: Layout) -> list[Layout]:
        """Return the layouts to keep, the best first, if this one is added."""
        kept: list[Layout] = []
        for other in sorted([*self._layouts, layout], key=rank):
            if all(likeness(other, better) <= ALIKE for better in kept):
                kept.append(other)
        return kept[: self._candidates]


def rank(layout: Layout) -> tuple[int, float]:
    """Sort layouts: those with more words first, then those with the higher score."""
    return -len(layout.placements), -layout.score


def likeness(one: Layout, other: Layout) -> float:
    """Return the share of crossings that two layouts have in common, from 0 to 1."""
    first, second = one.links, other.links
    return len(first & second) / max(len(first | second), 1)
