"""How much every fill must lose to the best words: a proved bound on the mean score.

Each slot alone could have its best word; crossing slots cannot all have theirs at once. What some
slots must lose together, whatever the rest of the grid, is found by search: a word's loss is one
more cell of its slot, a chain of sums (each a table of a + b = c) adds up the losses, and the last
sum must stay below a threshold. When that is refuted, the slots lose at least as much. Slots are
taken together bit by bit: clusters whose loss is known exactly are merged with their neighbours.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Generator, Iterator, Sequence
from functools import cache
from math import inf

from crosswright import engine
from crosswright.engine import EXHAUSTED, SOLUTION, Problem, Tables
from crosswright.engine.problem import CellIndex, CheckedTable, SlotIndex, TableIndex
from crosswright.filling.compact import CompactProblem, new_table
from crosswright.filling.model import Model
from crosswright.filling.quality.climb import MORE_NODES, NODES_PER_FAILURE
from crosswright.filling.quality.incumbent import chosen_slots
from crosswright.filling.schedule.crews import SearchJob
from crosswright.filling.search import Search
from crosswright.filling.steps import advance_all
from crosswright.limits import Budget
from crosswright.support.bits import bits
from crosswright.support.sizes import MAX_LENGTH
from crosswright.support.slices import InSlices, Slices

STEPS = 16
"""Steps in which the losses of words are counted: fewer lose more to rounding, more are slower."""

MAX_SUM = 63
"""The most steps that a sum can have: sums are tokens of cells."""

FIRST_FAILURES = 100
"""Failures after which a cluster's threshold counts as undecided, at first; they double."""

MERGED_SHARE = 8
"""Of this many pairs of clusters that could be merged, one is merged in a round."""

SHARE_OF_SLOT = 5040
"""What a crossing counts in a slot of one letter: a number that most lengths divide."""


class Losses:
    """The least that all fills with some floor lose, found out cluster by cluster."""

    def __init__(self, model: Model, floor: int, seed: int, budget: Budget, threads: int) -> None:
        self.floor = floor
        self._model = model
        self._seed = seed
        self._budget = budget
        self._threads = threads
        chosen = self._chosen = chosen_slots(model)
        self._grid_in_slices = InSlices(self._count)
        # In a slot that is counted there must be room for one more cell.
        self._counted = [slot for slot in chosen if len(model.slot_cells[slot]) < MAX_LENGTH]
        self._clusters: list[_Cluster] = []
        self.is_settled = False
        """Whether nothing more can be found out this way."""
        self._found: list[int] | None = None

    def _count(self) -> Slices[_CountedSlots]:
        problem = self._model.problem(self.floor)
        assert problem is not None  # there is a fill with this floor
        yield
        problem = problem.changed(tables=self._model.scored_tables)
        return (yield from _CountedSlots.in_slices(problem, self._chosen, self.floor))

    @property
    def _grid(self) -> _CountedSlots:
        return self._grid_in_slices.value

    @property
    def bound(self) -> float:
        """A mean that no fill with the floor exceeds."""
        if not self._clusters:
            return inf
        lost = sum(cluster.least for cluster in self._clusters) * self._grid.step
        return (self._grid.best_total - lost) / len(self._chosen)

    def take_found(self) -> list[int] | None:
        """Return, once, what cells hold where all words together lose less than was known of.

        It is not yet a fill: required words may be missing, and words that exclude others there.
        """
        found, self._found = self._found, None
        return found

    def round(self) -> Generator[None, None, None]:
        """Try one threshold for each cluster that is open, and merge what is known exactly.

        What is prepared before the first step ends at once when it is stopped.
        """
        if not self._has_clusters():
            return
        merged = self._merge()
        clusters = [cluster for cluster in self._clusters if not cluster.is_known]
        if not clusters:
            self.is_settled = not merged
            return
        failures = 2 * min(cluster.failures for cluster in clusters)  # the stuck ones wait
        clusters = [cluster for cluster in clusters if cluster.failures <= failures]
        nodes = NODES_PER_FAILURE * failures + MORE_NODES
        budgets = self._budget.allot(len(clusters), nodes=nodes, failures=failures)
        jobs: list[SearchJob] = []
        for cluster, budget in zip(clusters, budgets, strict=False):
            if self._budget.is_interrupted:
                return
            jobs.append(SearchJob(self._search(cluster, budget), cluster.failures, budget))
        yield from advance_all(jobs, self._threads)
        for cluster, job in zip(clusters, jobs, strict=False):
            cluster.learn(job.search, self._grid)
            if job.search.outcome == SOLUTION and len(cluster.slots) == len(self._chosen):
                self._found = job.search.masks()[: self._grid.cells]

    def _has_clusters(self) -> bool:
        """Begin with a cluster for each slot; return whether there was time for that."""
        for _ in self._grid_in_slices.slices():
            if self._budget.is_interrupted:
                return False
        clusters: list[_Cluster] = []
        for slot in self._counted:
            if self._budget.is_interrupted:
                return False
            least = self._grid.least(slot)
            clusters.append(_Cluster([slot], least, least))
        self._clusters += clusters
        self._counted = []
        return True

    def _search(self, cluster: _Cluster, budget: Budget) -> Search:
        problem = self._grid.problem(cluster.slots, cluster.threshold)
        return Search.of(engine.Solver(problem, self._seed, log_sizes=True), budget)

    def _merge(self) -> bool:
        """Merge the clusters that cross most; return whether there were any."""
        pairs = self._grid.crossing([cluster for cluster in self._clusters if cluster.is_known])
        merged: set[_Cluster] = set()
        for one, other in pairs:
            if merged.isdisjoint((one, other)):
                merged.update((one, other))
                slots = sorted(one.slots + other.slots)
                self._clusters.append(_Cluster(slots, one.least + other.least))
                if len(merged) * MERGED_SHARE >= 2 * len(pairs):
                    break
        self._clusters = [cluster for cluster in self._clusters if cluster not in merged]
        return bool(merged)


class _Cluster:
    """Some slots, and what they lose together, in steps: at least `least`, or `most` exactly."""

    def __init__(self, slots: list[SlotIndex], least: int, most: int = MAX_SUM) -> None:
        self.slots = slots
        self.least = least
        self._most = max(least, min(most, MAX_SUM))
        self.failures = FIRST_FAILURES
        """Failures after which the next threshold counts as undecided."""
        self._stride = 1

    @property
    def is_known(self) -> bool:
        """Whether the loss is known exactly, or as high as can be counted."""
        return self.least >= self._most

    @property
    def threshold(self) -> int:
        """The loss that is tried next: more than that is to be proved."""
        return min(self.least + self._stride, self._most) - 1

    def learn(self, search: Search, grid: _CountedSlots) -> None:
        """Take over the outcome of a search at the threshold."""
        if search.outcome == EXHAUSTED:
            self.least = self.threshold + 1
            self._stride *= 2
            return
        if search.outcome == SOLUTION:
            self._most = grid.lost(self.slots, search.rows())
        elif self._stride == 1:
            self.failures *= 2
        self._stride = 1


class _CountedSlots:
    """The slots of a problem, each with a cell more: how many steps its word loses."""

    step: int
    """How much of a score is one step."""
    best_total: int
    """The total of the scores if no slot lost anything."""

    @classmethod
    def in_slices(
        cls, problem: Problem, chosen: Sequence[SlotIndex], floor: int
    ) -> Slices[_CountedSlots]:
        """Count what the words of all tables lose, table by table."""
        counted = cls()
        bare = problem.changed(exclusions=None, required=())
        compact = (yield from CompactProblem.in_slices(bare)).problem
        yield
        yield from counted._propagate(compact)
        yield from counted._count(compact.tables.words, chosen, floor)
        return counted

    @property
    def cells(self) -> int:
        """How many cells the grid has; those that count what is lost follow."""
        return len(self._masks)

    def _propagate(self, compact: Problem) -> Iterator[None]:
        """Draw the conclusions of the problem, and see which slots cross."""
        solver = engine.Solver(compact)
        solver.run(0, 1)
        self._problem = compact
        self._masks = solver.masks()
        self._live = [solver.live(slot) for slot in range(len(compact.slots))]
        yield
        through: dict[CellIndex, list[SlotIndex]] = {}
        for slot, (_, cells) in enumerate(compact.slots):
            for cell in cells:
                through.setdefault(cell, []).append(slot)
        self._crossing = [
            sorted({other for cell in cells for other in through[cell] if other != slot})
            for slot, (_, cells) in enumerate(compact.slots)
        ]

    def _count(
        self, words: Sequence[CheckedTable], chosen: Sequence[SlotIndex], floor: int
    ) -> Iterator[None]:
        """Give every word one more token: how many steps it loses."""
        scores = [table.scores.cast("i") for table in words]
        tops = [max(of_table, default=0) for of_table in scores]
        self.step = max(0, max(tops) - floor) // STEPS + 1
        self.best_total = sum(tops[self._problem.slots[slot][0]] for slot in chosen)
        yield
        self._lost: list[bytes] = []
        counted: list[CheckedTable] = []
        for table, top, of_table in zip(words, tops, scores, strict=True):
            self._lost.append(self._steps_below(top, of_table))
            has_room = table.length < MAX_LENGTH
            counted.append(_with_losses(table, self._lost[-1]) if has_room else table)
            yield
        # No two slots may have the same row of one table.
        self._tables = Tables([*counted, *words, *(_sums() for _ in chosen)])

    def _steps_below(self, top: int, scores: memoryview) -> bytes:
        """Return how many steps each score is below the highest."""
        steps = {score: min((top - score) // self.step, STEPS - 1) for score in {*scores}}
        return bytes(map(steps.__getitem__, scores))

    def least(self, slot: SlotIndex) -> int:
        """Return how many steps the best word left to a slot loses."""
        lost, live = self._lost[self._problem.slots[slot][0]], self._live[slot]
        return min(map(lost.__getitem__, bits(int.from_bytes(live, "little"))))

    def lost(self, slots: Sequence[SlotIndex], rows: Sequence[int]) -> int:
        """Return how many steps some slots lose with these words."""
        tables = (self._problem.slots[slot][0] for slot in slots)
        return sum(self._lost[table][row] for table, row in zip(tables, rows, strict=False))

    def crossing(self, clusters: Sequence[_Cluster]) -> list[tuple[_Cluster, _Cluster]]:
        """Return the clusters that cross, those first that do so most for their size.

        Short slots cross more closely.
        """
        owners = {slot: index for index, cluster in enumerate(clusters) for slot in cluster.slots}
        totals: dict[tuple[int, int], int] = defaultdict(int)
        for slot, owner in owners.items():
            for other in self._crossing[slot]:
                if owner < owners.get(other, owner):
                    lengths = (len(self._problem.slots[index][1]) for index in (slot, other))
                    totals[owner, owners[other]] += sum(SHARE_OF_SLOT // size for size in lengths)
        shares = {
            pair: total // sum(len(clusters[index].slots) for index in pair)
            for pair, total in totals.items()
        }
        order = sorted(shares, key=lambda pair: (-shares[pair], pair))
        return [(clusters[one], clusters[other]) for one, other in order]

    def problem(self, slots: Sequence[SlotIndex], threshold: int) -> Problem:
        """State that some slots lose no more than a threshold together.

        The slots that cross them need not get a word, but some word must fit.
        """
        own, masks = self._problem, [*self._masks]
        around = {other for slot in slots for other in self._crossing[slot]}.difference(slots)
        entries: list[tuple[TableIndex, Sequence[CellIndex]]] = []
        for slot in slots:
            table_index, cells = own.slots[slot]
            entries.append((table_index, (*cells, len(masks))))
            masks.append((1 << STEPS) - 1)
        for slot in sorted(around):
            table_index, cells = own.slots[slot]
            entries.append((len(own.tables.words) + table_index, cells))
        total = len(self._masks)
        for index in range(1, len(slots)):
            lost = len(self._masks) + index
            entries.append((2 * len(own.tables.words) + index, (total, lost, len(masks))))
            total = len(masks)
            masks.append((2 << MAX_SUM) - 1)
        masks[total] &= (2 << threshold) - 1
        live = [self._live[slot] for slot in (*slots, *sorted(around))]
        return Problem(
            self._tables,
            masks,
            entries,
            [*live, *[None] * (len(slots) - 1)],
            [index < len(slots) for index in range(len(entries))],
            own.distinct,
            score_range=own.score_range,
        )


def _with_losses(table: CheckedTable, lost: bytes) -> CheckedTable:
    """Return a table whose words have one more token: how many steps they lose."""
    length, codes = table.length, bytes(table.codes)
    longer = bytearray(len(codes) + len(lost))
    for position in range(length):
        longer[position :: length + 1] = codes[position::length]
    longer[length :: length + 1] = lost
    tokens = max(table.alphabet_size, STEPS)
    return new_table(length + 1, tokens, bytes(longer), array("i", table.scores.cast("i")))


@cache
def _sums() -> CheckedTable:
    """Return the table of all sums of a total so far and a loss, with the total."""
    rows = [
        bytes((total, added, total + added))
        for total in range(MAX_SUM + 1)
        for added in range(min(STEPS, MAX_SUM + 1 - total))
    ]
    return new_table(3, MAX_SUM + 1, b"".join(rows), array("i", bytes(4 * len(rows))))
