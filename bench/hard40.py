"""Forty hard grids: what the schedule decides, beside the single search that it grew from.

    python3 scripts/bench.py hard40 GRID [SECONDS]

runs one of them with the engine as it is, and prints how it ends.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import earlier, grids, lists, runner
from bench.peers import Case

HELD_BACK = 20
"""The last cases: kept from those who tuned the schedule until it was finished."""

SIDES = ("landed", "schedule")

Figures = dict[str, Any]


@dataclass(frozen=True)
class HardCase(Case):
    """A hard grid and its list, and from which side its floor was found: see draw_hard.py."""

    side: str


def cases() -> list[HardCase]:
    """Return the hard grids in the order in which they were drawn."""
    lines = (grids.HARD_FOLDER / "cases.txt").read_text("ascii").splitlines()
    return [HardCase(*line.split()) for line in lines]


def measured(case: Case, limit: float, commit: str | None = None) -> Figures:
    """Search once for a fill, with an earlier state of the engine if one is given."""
    task = {
        "grid": str(grids.path(case.grid)),
        "list": str(lists.scored(case.words)),
        "seeds": [0],
        "limit": limit,
    }
    environ = {"PYTHONPATH": str(earlier.built(commit))} if commit else {}
    try:
        [figures] = runner.searches([task], limit=2 * limit + 30, environ=environ)
    except RuntimeError as error:
        return {"status": "FAILED", "cpu": limit, "failures": 0, "error": str(error)[-500:]}
    [run] = figures["runs"]
    rows = run.pop("rows")
    if run["status"] == "FILLED":
        fault = grids.fault(grids.load(case.grid), rows, lists.words(case.words))
        if fault is not None:
            return run | {"status": "FAILED", "error": fault}
    return run


def hard40_part(limit: float, processes: int, some: int | None = None) -> Iterator[Figures]:
    """Yield the figures so far: each case decided by the landed search and by the schedule."""
    chosen = cases()[:some]
    earlier.built(earlier.LANDED)
    for case in chosen:
        lists.scored(case.words)
    figures: Figures = {"landed": earlier.LANDED, "limit": limit, "held back": HELD_BACK}
    rows: Figures = {
        str(case): {"words": case.words, "grid": case.grid, "side": case.side} for case in chosen
    }
    figures["cases"] = rows
    with ThreadPoolExecutor(processes) as pool:
        waiting = {
            pool.submit(measured, case, limit, commit): (str(case), side)
            for case in chosen
            for side, commit in zip(SIDES, (earlier.LANDED, None), strict=True)
        }
        for done in as_completed(waiting):
            case, side = waiting[done]
            rows[case][side] = done.result()
            yield figures


def main(grid: str, seconds: float = 60) -> None:
    """Run one case with the engine as it is."""
    case = next(case for case in cases() if case.grid == grid)
    run = measured(case, seconds)
    print(case, run["status"], f"{run['cpu']:.1f} s, {run['failures']:,} failures")


if __name__ == "__main__":
    main(sys.argv[1], *map(float, sys.argv[2:3]))
