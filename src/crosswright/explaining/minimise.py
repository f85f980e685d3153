"""The search for a minimal conflict: demands that contradict each other, and all of them needed.

QuickXplain (Junker, AAAI 2004) finds one by asking the engine for verdicts. It starts from the
part of the grid where the engine failed.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Sequence

from crosswright.explaining.demands import Conflict, Demand, Demands, Kind
from crosswright.explaining.patience import Patience, Steps, spent
from crosswright.support.sizes import MAX_LENGTH

MIN_PATIENCE = Patience(seconds=0.25, nodes=1_000)
"""What a single verdict may take at least, however quickly the whole grid was refuted."""

VERDICT_FACTOR = 4
"""How many times longer than the refutation of the whole grid a single verdict may take."""

MIN_VERDICTS = 3
"""Verdicts that there must be time for, however long one of them might take."""

MAX_REGIONS = 4
"""Failing regions, grown from different slots, that are searched for a small conflict."""

FIRST_REGIONS = Patience(seconds=0.4, nodes=2_000)
"""Work after which no further region is searched once a conflict has been found."""

COSTLY = (Kind.SHARED_LETTERS, Kind.SHARED_STEM)
"""Rules that compare all words with all others: left out of every verdict if possible."""


class Minimiser:
    """Find a minimal conflict among demands that are known to contradict each other."""

    def __init__(self, demands: Demands, weights: Sequence[int], refutation: Patience) -> None:
        """Take the weights of the model's slots, and the work that refuting everything took."""
        self.demands = demands
        self.patience = _patience(demands, refutation)
        self._weights = {
            slot.label: weight for slot, weight in zip(demands.model.slots, weights, strict=True)
        }
        self._everything = demands.everything()
        self._rest = [demand for demand in self._everything if demand.kind is not Kind.SLOT]

    def conflict(self) -> Steps[Conflict]:
        """Return the smallest conflict found; what the limit left open is untested."""
        for slot in self.demands.model.slots:
            if len(slot) > MAX_LENGTH:
                return Conflict((Demand(Kind.SLOT, slot.label),))
        if not (yield from self._leave_out_costly_rules()):
            return (yield from self._verified(self._everything))
        slots = self.demands.slots()
        if not slots:
            return (yield from self._minimal(self._rest))
        for demand in slots:
            if (yield from self._fails([demand, *self._rest])):
                return (yield from self._minimal(self._around([demand])))
        return (yield from self._smallest(slots))

    def _leave_out_costly_rules(self) -> Steps[bool]:
        """Drop the costly rules if the rest fails without them; return whether it fails now."""
        slots = self.demands.slots()
        light = [demand for demand in self._rest if demand.kind not in COSTLY]
        if len(light) < len(self._rest) and (yield from self._fails([*slots, *light])):
            self._rest = light
            return True
        return (yield from self._fails([*slots, *self._rest]))

    def _smallest(self, slots: list[Demand]) -> Steps[Conflict]:
        """Return the smallest of the conflicts in regions around the slots of highest weight."""
        budget = self.demands.budget
        start = spent(budget)
        best: Conflict | None = None
        searched: set[frozenset[Demand]] = set()
        by_weight = sorted(slots, key=lambda demand: -self._weights[demand.label])
        for centre in by_weight[:MAX_REGIONS]:
            region = yield from self._region(centre.label)
            if frozenset(region) in searched:
                continue
            searched.add(frozenset(region))
            conflict = yield from self._minimal(self._around(region))
            if best is None or _size(conflict) < _size(best):
                best = conflict
            if len(best.slots()) <= 1 or FIRST_REGIONS.is_over(budget, start):
                break
        assert best is not None  # the first region is always new
        return best

    def _fails(self, demands: Collection[Demand]) -> Steps[bool]:
        """Return whether demands are known to contradict each other."""
        verdict = yield from self.demands.can_be_met(demands, self.patience)
        return verdict is False

    # -- failing regions --------------------------------------------------------------------------

    def _region(self, centre: str) -> Steps[list[Demand]]:
        """Return the fewest slots nearest to one that fail, found by doubling and halving."""
        order = self._nearest_first(centre)
        low, high = 1, 2
        while high < len(order) and not (yield from self._fails([*order[:high], *self._rest])):
            low, high = high, high * 2
        high = min(high, len(order))
        while high - low > 1:
            middle = (low + high) // 2
            if (yield from self._fails([*order[:middle], *self._rest])):
                high = middle
            else:
                low = middle
        return order[:high]

    def _nearest_first(self, centre: str) -> list[Demand]:
        """Return the slots from one outwards, always the crossing one of highest weight next."""
        grid = self.demands.grid
        demands = {demand.label: demand for demand in self.demands.slots()}
        order: list[Demand] = []
        waiting = [(0, 0, centre)]
        reached = {centre}
        while waiting:
            _, depth, label = heapq.heappop(waiting)
            order.append(demands[label])
            for cell in grid.slot(label).cells:
                for slot_index in grid.slots_at(cell):
                    other = grid.slots[slot_index].label
                    if other in demands and other not in reached:
                        reached.add(other)
                        key = depth + 1 - self._weights[other]
                        heapq.heappush(waiting, (key, depth + 1, other))
        return [*order, *(demand for label, demand in demands.items() if label not in reached)]

    def _around(self, region: list[Demand]) -> list[Demand]:
        """Add to some slots the letters and rules that can matter to them."""
        labels = {demand.label for demand in region}
        return [*region, *(d for d in self._rest if self.demands.relevant(d, labels))]

    # -- QuickXplain ------------------------------------------------------------------------------

    def _minimal(self, failing: Sequence[Demand]) -> Steps[Conflict]:
        """Return a minimal conflict within failing demands, as far as there are verdicts."""
        conflict = yield from self._verified((yield from self._quickxplain(failing)))
        refined = self.demands.refined(conflict)
        if refined != [*conflict.demands] and (yield from self._fails(refined)):
            conflict = yield from self._verified((yield from self._quickxplain(refined)))
        return conflict

    def _quickxplain(self, failing: Sequence[Demand]) -> Steps[list[Demand]]:
        """Return a part of failing demands that still fails."""
        return (yield from self._needed([], False, list(failing))) if failing else []

    def _needed(self, kept: list[Demand], grown: bool, among: list[Demand]) -> Steps[list[Demand]]:
        """Return what of `among` must join `kept` to fail; the later half is dropped first.

        `grown` is whether `kept` has grown since it was last known not to fail.
        """
        if grown and (yield from self._fails(kept)):
            return []
        if len(among) == 1:
            return among
        half = (len(among) + 1) // 2
        first, second = among[:half], among[half:]
        from_second = yield from self._needed([*kept, *first], True, second)
        from_first = yield from self._needed([*kept, *from_second], bool(from_second), first)
        return [*from_first, *from_second]

    def _verified(self, failing: Sequence[Demand]) -> Steps[Conflict]:
        """Drop every demand that the others fail without; mark those without a verdict."""
        kept, untested = list(failing), []
        for demand in reversed(failing):
            rest = [other for other in kept if other != demand]
            verdict = yield from self.demands.can_be_met(rest, self.patience)
            if verdict is False:
                kept = rest
            elif verdict is None:
                untested.append(demand)
        order = {demand: rank for rank, demand in enumerate(self._everything)}
        kept.sort(key=lambda demand: order.get(demand, len(order)))
        return Conflict(tuple(kept), tuple(demand for demand in kept if demand in untested))


def _patience(demands: Demands, refutation: Patience) -> Patience:
    """Return what a verdict may take: a multiple of the refutation, but a part of the limit."""
    patience = refutation.times(VERDICT_FACTOR).at_least(MIN_PATIENCE)
    limit = demands.budget.limit
    seconds = limit.cpu_seconds if limit.seconds is None else limit.seconds
    nodes = limit.nodes
    return Patience(
        patience.seconds if seconds is None else min(patience.seconds, seconds / MIN_VERDICTS),
        patience.nodes if nodes is None else min(patience.nodes, nodes // MIN_VERDICTS),
    )


def _size(conflict: Conflict) -> tuple[int, int]:
    return len(conflict.slots()), len(conflict.demands)
