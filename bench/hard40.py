"""Forty hard grids: what the schedule decides, beside the single search that it grew from.

    python3 scripts/bench.py hard40 GRID [SECONDS]

runs one of them with the engine as it is, and prints how it ends.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import earlier, grids, lists, runner
from bench.peers import Case

SIDES = ("landed", "schedule")
DECIDED = ("FILLED", "IMPOSSIBLE")

Figures = dict[str, Any]


@dataclass(frozen=True)
class HardCase(Case):
    """A hard grid and its list, and from which side its floor was found: see draw_hard.py."""

    side: str


def cases(name_of_set: str = "cases") -> list[HardCase]:
    """Return a set of hard grids in the order in which they were drawn."""
    lines = (grids.HARD_FOLDER / f"{name_of_set}.txt").read_text("ascii").splitlines()
    return [HardCase(*line.split()) for line in lines]


def measured(case: Case, limit: float, commit: str | None = None, seed: int = 0) -> Figures:
    """Search once for a fill, with an earlier state of the engine if one is given."""
    task = {
        "grid": str(grids.path(case.grid)),
        "list": str(lists.scored(case.words)),
        "seeds": [seed],
        "limit": limit,
    }
    environ = earlier.environment(commit)
    try:
        [figures] = runner.searches([task], limit=2 * limit + 30, environ=environ)
    except RuntimeError as error:
        return {"status": "FAILED", "cpu": limit, "failures": 0, "error": str(error)[-500:]}
    [run] = figures["runs"]
    if run["status"] == "FILLED":
        fault = grids.fault(grids.load(case.grid), run["rows"], lists.words(case.words))
        if fault is not None:
            return run | {"status": "FAILED", "error": fault}
    return run


def measure(chosen: Sequence[Case], limit: float, processes: int, landed: str) -> Iterator[Figures]:
    """Yield the figures so far: each case as the landed search and the schedule leave it."""
    earlier.built(landed)
    for case in chosen:
        lists.scored(case.words)
    rows: Figures = {
        str(case): {"grid": case.grid, "words": case.words, "side": getattr(case, "side", "")}
        for case in chosen
    }
    figures = {"landed": landed, "limit": limit, "cases": rows}
    with ThreadPoolExecutor(processes) as pool:
        waiting = {
            pool.submit(measured, case, limit, commit): (str(case), side)
            for case in chosen
            for side, commit in zip(SIDES, (landed, None), strict=True)
        }
        for done in as_completed(waiting):
            case, side = waiting[done]
            rows[case][side] = done.result()
            yield figures


@dataclass(frozen=True)
class Decided:
    """How many cases each side has filled or proved impossible."""

    cases: int
    landed: int
    schedule: int
    lost: tuple[str, ...]
    """The cases that only the landed search has decided."""
    factors: tuple[float, ...] = ()
    """How many times as long as the schedule the landed search took where both decide."""

    @classmethod
    def of(cls, rows: Mapping[str, Figures]) -> Self:
        """Count the cases that both sides were measured on."""
        done = {
            name: [row[side]["status"] in DECIDED for side in SIDES]
            for name, row in rows.items()
            if all(side in row for side in SIDES)
        }
        lost = tuple(name for name, (landed, schedule) in done.items() if landed > schedule)
        landed, schedule = (sum(each[side] for each in done.values()) for side in range(2))
        factors = (
            rows[name]["landed"]["cpu"] / rows[name]["schedule"]["cpu"]
            for name, both in done.items()
            if all(both)
        )
        return cls(len(done), landed, schedule, lost, tuple(factors))


def main(grid: str, seconds: float = 60) -> None:
    """Run one case with the engine as it is."""
    case = next(case for case in (*cases(), *cases("harder")) if case.grid == grid)
    run = measured(case, seconds)
    print(case, run["status"], f"{run['cpu']:.1f} s, {run['failures']:,} failures")


if __name__ == "__main__":
    main(sys.argv[1], *map(float, sys.argv[2:3]))
