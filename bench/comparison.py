"""Comparing the figures of programs."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Any

OURS = "crosswright"


def filled(runs: Sequence[dict[str, Any]]) -> bool:
    """Return whether every run ended with a correct fill."""
    return all(run["status"] == "filled" for run in runs)


def typical(runs: Sequence[dict[str, Any]], key: str) -> float:
    """Return the median time of runs; never zero, so that ratios exist."""
    return max(1e-6, median(run[key] for run in runs))


def ratios(figures: dict[str, Any], name: str, key: str) -> list[float]:
    """Return how many times longer than ours a program takes, for each case that both fill."""
    return [*factors_by_case(figures, name, key).values()]


def factors_by_case(figures: dict[str, Any], name: str, key: str) -> dict[str, float]:
    """Return the same with the names of the cases."""
    return {
        case: typical(row[name], key) / typical(row[OURS], key)
        for case, row in figures["cases"].items()
        if name in row and filled(row[name]) and filled(row[OURS])
    }
