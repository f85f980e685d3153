"""Running the search for a layout: what can be placed at all, how long to anneal, what to keep."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from crosswright.errors import LayoutError
from crosswright.grids.notation import MAX_SIDE
from crosswright.layouts import core
from crosswright.layouts.crisscross import Layout, LeftOut, Reason, arranged
from crosswright.layouts.entries import LayoutWord
from crosswright.limits import Limit, Run, Status
from crosswright.support.pictures import drawn_by

DEFAULT_STEPS: Final = 40_000  # without a limit; under a second, compiled, for 80 words
HOT, COLD = 24 * core.SCALE, 10 * core.SCALE  # heat at the start and the end, in 1/16 cells
HEATS: Final = 64  # the heat falls in so many stages
SLICE: Final = 50  # steps between two looks at the clock
FIRST_WORDS: Final = 8  # so many words are tried as the first; the best beginning is annealed
ROOMY: Final = 2.2  # the box may be at first so many times as large as all letters together
ALIKE: Final = 0.75  # layouts that share more of their crossings count as the same

MAX_CANDIDATES: Final = 100
SEED_BITS: Final = (1 << 64) - 1


@dataclass(frozen=True)
class LayoutStatistics:
    """What the search did."""

    steps: int = 0
    seconds: float = 0.0
    engine: str = core.name


@dataclass(frozen=True)
class LayoutResult:
    """The best layouts, best first, and the words that the first of them lacks.

    The status is FILLED when every word is placed, IMPOSSIBLE when no layout could have them all,
    LIMIT when the search found none that has, CANCELLED when it was stopped before it did.
    """

    status: Status
    layouts: tuple[Layout, ...]
    left_out: tuple[LeftOut, ...] = ()
    seed: int = 0
    statistics: LayoutStatistics = field(default_factory=LayoutStatistics)

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


class Words:
    """The words that can be in one layout, in an order that does not depend on the list's."""

    def __init__(self, entries: Iterable[LayoutWord], limits: tuple[int, int]) -> None:
        self.left_out: list[LeftOut] = []
        usable: dict[tuple[str, ...], LayoutWord] = {}
        # A clue goes before none; otherwise the alphabet decides.
        for entry in sorted(
            entries, key=lambda entry: (entry.letters, not entry.clue, entry.clue, entry.text)
        ):
            reason = self._reason(entry, limits)
            if reason is None and entry.letters in usable:
                reason = Reason.REPEATED
            if reason is None:
                usable[entry.letters] = entry
            else:
                self.left_out.append(LeftOut(entry, reason))
        linked = largest_group(list(usable))
        self.entries = [entry for letters, entry in usable.items() if letters in linked]
        self.left_out += [
            LeftOut(entry, Reason.UNLINKED)
            for letters, entry in usable.items()
            if letters not in linked
        ]
        alphabet = sorted({letter for entry in self.entries for letter in entry.letters})
        codes = {letter: code for code, letter in enumerate(alphabet, 1)}
        self.coded = [tuple(codes[letter] for letter in entry.letters) for entry in self.entries]

    @staticmethod
    def _reason(entry: LayoutWord, limits: tuple[int, int]) -> Reason | None:
        if len(entry.letters) < 2:
            return Reason.TOO_SHORT
        return Reason.TOO_LONG if len(entry.letters) > max(limits) else None


def largest_group(words: Sequence[tuple[str, ...]]) -> set[tuple[str, ...]]:
    """Return the largest group of words that shared letters can join; the first wins a tie."""
    groups: list[tuple[set[str], list[tuple[str, ...]]]] = []
    for word in words:
        letters, members = set(word), [word]
        apart = []
        for group in groups:
            if letters.isdisjoint(group[0]):
                apart.append(group)
            else:
                letters |= group[0]
                members = group[1] + members
        groups = [*apart, (letters, members)]
    groups.sort(key=lambda group: (-len(group[1]), min(group[1])))
    return set(groups[0][1]) if groups else set()


class LayoutRun(Run[LayoutProgress, LayoutResult]):
    """A search under way: iterate its progress, `stop()` it at any time, take its `result()`."""

    def __init__(
        self,
        entries: Iterable[LayoutWord],
        *,
        width: int | None,
        height: int | None,
        candidates: int,
        seed: int,
        limit: Limit,
    ) -> None:
        if not 1 <= candidates <= MAX_CANDIDATES:
            raise LayoutError(f"{candidates} candidates; ask for 1 to {MAX_CANDIDATES}")
        for name, side in (("width", width), ("height", height)):
            if side is not None and not 1 <= side <= MAX_SIDE:
                raise LayoutError(f"a {name} of {side}; it must be from 1 to {MAX_SIDE}")
        super().__init__()
        self.seed = seed
        self._limits = height or MAX_SIDE, width or MAX_SIDE
        self._words = Words(entries, self._limits)
        if not self._words.entries and not self._words.left_out:
            raise LayoutError("no words to lay out")
        self._candidates = candidates
        self._limit = limit
        if limit.nodes is None and limit.seconds is None:
            self._limit = Limit(nodes=DEFAULT_STEPS * candidates)
        self._done = 0
        self._kept: list[Layout] = []

    def result(self) -> LayoutResult:
        """Run the search to its end, or until Ctrl-C, and return the best layouts."""
        try:
            return super().result()
        except KeyboardInterrupt:
            self.stop()
        return super().result()

    def _outcome(self) -> LayoutResult:
        layouts = tuple(self._kept)
        missing = layouts[0].left_out if layouts else tuple(self._words.left_out)
        statistics = LayoutStatistics(self._done, round(self.seconds, 3))
        return LayoutResult(self._status(missing), layouts, missing, self.seed, statistics)

    def _status(self, missing: Iterable[LeftOut]) -> Status:
        reasons = {left.reason for left in missing} - {Reason.REPEATED}
        if not reasons:
            return Status.FILLED
        if any(reason.proves for reason in reasons):
            return Status.IMPOSSIBLE
        return Status.CANCELLED if self.budget.is_stopped else Status.LIMIT

    # -- the search -----------------------------------------------------------------------------

    def _work(self) -> Generator[LayoutProgress, None, None]:
        """Anneal once for each candidate, every time from another beginning."""
        if not self._words.entries:
            return
        for cycle in range(self._candidates):
            search = self._begin(cycle)
            try:
                yield from self._anneal(search, cycle)
            finally:  # whatever ends it, what was found counts
                self._kept = self._kept_with(self._layout(search))
            if self._spent():
                return

    def _anneal(self, search: core.Core, cycle: int) -> Iterator[LayoutProgress]:
        best = None
        while (part := self._part(cycle)) < 1 and not self._spent():
            stage = math.floor(part * HEATS)
            search.advance(SLICE, round(HOT * (COLD / HOT) ** (stage / HEATS)))
            self._done += SLICE
            if (search.best_missing, search.best_cost) != best:
                best = search.best_missing, search.best_cost
                done = (cycle + min(self._part(cycle), 1.0)) / self._candidates
                yield LayoutProgress(done, self._kept_with(self._layout(search))[0])

    def _part(self, cycle: int) -> float:
        """Return how much of a cycle is over, by steps if they are limited, else by time."""
        nodes, seconds = self._limit.nodes, self._limit.seconds
        if nodes is not None:
            return (self._done * self._candidates - cycle * nodes) / nodes if nodes else 1.0
        return self.seconds * self._candidates / seconds - cycle if seconds else 1.0

    def _spent(self) -> bool:
        seconds = self._limit.seconds
        return self.budget.is_stopped or (seconds is not None and self.seconds >= seconds)

    def _begin(self, cycle: int) -> core.Core:
        """Place the words, in a larger box when the usual one turns out too small."""
        coded = self._words.coded
        letters, longest = sum(map(len, coded)), max(map(len, coded))
        side = max(math.ceil(math.sqrt(ROOMY * letters)), 2 * longest)
        order = sorted(range(len(coded)), key=lambda word: (-len(coded[word]), word))
        firsts = [order[(cycle + n) % len(order)] for n in range(min(FIRST_WORDS, len(order)))]
        while True:
            limits = min(side, self._limits[0]), min(side, self._limits[1])
            search = core.Core(
                coded,
                max(limits) + 2 * longest,
                limits,
                [[core.spread(y, x) for x in range(limits[1] + 1)] for y in range(limits[0] + 1)],
                core.HAZARD,
                core.TUNING,
                (self.seed * MAX_CANDIDATES + cycle) & SEED_BITS,
            )
            for first in firsts:
                search.construct(first)
            if not search.best_missing or limits == self._limits or side > letters:
                return search
            side = side * 3 // 2

    # -- layouts --------------------------------------------------------------------------------

    def _layout(self, search: core.Core) -> Layout:
        entries = self._words.entries
        placed = search.best()
        here = {word for word, *_ in placed}
        no_room = [
            LeftOut(entry, Reason.NO_ROOM) for n, entry in enumerate(entries) if n not in here
        ]
        found = [(entries[word], way, row, column) for word, way, row, column in placed]
        left_out = sorted([*self._words.left_out, *no_room], key=lambda left: left.entry.letters)
        return arranged(found, left_out, self._limits)

    def _kept_with(self, layout: Layout) -> list[Layout]:
        """Return the layouts to keep, best first, when there is this one too."""
        kept: list[Layout] = []
        for other in sorted([*self._kept, layout], key=rank):
            if all(likeness(other, better) <= ALIKE for better in kept):
                kept.append(other)
        return kept


def rank(layout: Layout) -> tuple[int, float]:
    """Sort layouts: those with more words first, then those with the higher score."""
    return -len(layout.placements), -layout.score


def likeness(one: Layout, other: Layout) -> float:
    """Return the share of crossings that two layouts have in common: 0 to 1."""
    first, second = one.links, other.links
    return len(first & second) / max(len(first | second), 1)
