"""How long one part of an explanation may take, and steps, in which all its work is done."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from crosswright.limits import Budget

Result = TypeVar("Result")

Steps: TypeAlias = Generator[None, None, Result]
"""Work done in steps that ends with a result: `result = yield from steps`."""


@dataclass(frozen=True)
class Patience:
    """An amount of work, in seconds and in nodes.

    Seconds count if time is all that is limited. Otherwise nodes count, so that limits on nodes or
    failures give the same explanation on every machine.
    """

    seconds: float
    nodes: int

    def times(self, factor: int) -> Patience:
        """Return this many times the patience."""
        return Patience(self.seconds * factor, self.nodes * factor)

    def at_least(self, other: Patience) -> Patience:
        """Return the greater of two, in seconds and in nodes."""
        return Patience(max(self.seconds, other.seconds), max(self.nodes, other.nodes))

    def part(self, budget: Budget) -> Budget:
        """Return a part of a budget that may spend this much."""
        if budget.limit.is_timed:
            return budget.part(self.seconds)
        return budget.part(nodes=self.nodes)

    def is_over(self, budget: Budget, since: Patience) -> bool:
        """Return whether more than this has been spent of a budget since some amount of it was."""
        work = spent(budget)
        if budget.limit.is_timed:
            return work.seconds - since.seconds > self.seconds
        return work.nodes - since.nodes > self.nodes


def spent(budget: Budget) -> Patience:
    """Return the work that a budget has been charged with so far."""
    return Patience(budget.seconds, budget.statistics.nodes)
