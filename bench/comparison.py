"""Comparing the figures of programs."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Any

OURS = "crosswright"
ENDS = ("filled", "no fill")
"""How runs end that say something about a grid."""


def filled(runs: Sequence[dict[str, Any]]) -> bool:
    """Return whether every run ended with a correct fill."""
    return all(run["status"] == "filled" for run in runs)


def typical(runs: Sequence[dict[str, Any]], key: str) -> float:
    """Return the median time of runs; never zero, so that ratios exist."""
    return max(1e-6, median(run[key] for run in runs))


def ratios(figures: dict[str, Any], name: str, key: str) -> list[float]:
    """Return how many times longer than ours a program takes, for each case that both decide."""
    return [*factors_by_case(figures, name, key).values()]


def factors_by_case(figures: dict[str, Any], name: str, key: str) -> dict[str, float]:
    """Return the same with the names of the cases, and of those that both say have no fill."""
    return {
        case: typical(row[name], key) / typical(row[OURS], key)
        for case, row in figures["cases"].items()
        if name in row and any(_all_end(status, row[name], row[OURS]) for status in ENDS)
    }


def _all_end(status: str, *programs: Sequence[dict[str, Any]]) -> bool:
    return all(run["status"] == status for runs in programs for run in runs)
