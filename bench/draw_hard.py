"""Draw the hard grids of the benchmark: bench/hard/*.txt, its fills/ and cases.txt.

    python3 scripts/bench.py draw_hard FIRST COUNT

Each seed draws a pattern with few blocks, then raises the floor of a word list to where a single
search (one seed, a few seconds of processor time) changes from quick to hopeless. The case is the
list at that floor, approached from one of three sides:

- *below*: the lowest floor at which the search does not find a fill at once;
- *above*: the highest floor at which it does not prove at once that there is none;
- *planted*: the words of a fill found at a low floor stay in the list, so the grid can be filled,
  while the floor of all others rises until the search no longer finds a fill.

Every third case stays there. Of the others, those that the search has decided by then are moved on
by a floor or two, and those from above, where times grow steadily, to where a few minutes are
expected. Only that search chooses the cases, and how they end is not known beforehand. The drawings
depend on nothing but the seed, the floors also on the machine and its load, so they are kept.
"""

from __future__ import annotations

import math
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from crosswright.filling.fill import fill
from crosswright.filling.result import FillResult
from crosswright.grids.grid import Grid
from crosswright.limits import Limit, Status
from crosswright.patterns.pattern import pattern
from crosswright.words.wordlist import WordList

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import grids, lists

FOLDER = grids.HARD_FOLDER
QUICK, PATIENT = 1.0, 8.0
"""Seconds of processor time: what counts as at once, and what a hard case must withstand."""

SLOW = 3.0
"""A case that is decided is hard enough if it took this many seconds."""

SHAPES = ((15, 62, 66), (21, 116, 124), (15, 66, 70), (17, 78, 84), (15, 70, 72), (19, 98, 106),
          (15, 64, 68), (23, 140, 150))  # fmt: skip
"""Sizes with the fewest and most words."""

BASES = {"wf": (12, 46), "english": (40, 99), "de": (12, 46), "fr": (12, 46)}
"""Lists with the range of floors that are tried."""

FURTHER = {"below": 1, "planted": 2}
"""How many floors a case that was decided is moved on; twice as many in the built-in list."""

LONG, MAX_FURTHER = 150.0, 9
"""How many seconds the search should need for a case from above, judged by how its times grow, and
how many floors it is moved on for that at most."""

ORDER = ("wf", "english", "wf", "english", "de", "english", "fr")
SIDES = ("below", "above", "planted")


@dataclass
class Trial:
    """One search: how it ended, and in what time."""

    floor: int
    result: FillResult
    seconds: float

    @property
    def is_open(self) -> bool:
        return self.result.status is Status.LIMIT


def tried(grid: Grid, base: str, floor: int, seconds: float, planted: str = "") -> Trial:
    """Search once for a fill from a list at a floor."""
    name = f"{base}{floor}+{planted}" if planted else f"{base}{floor}"
    words = WordList.load(lists.scored(name))
    begun = time.process_time()
    result = fill(grid, words, seed=0, limit=Limit(cpu_seconds=seconds))
    trial = Trial(floor, result, time.process_time() - begun)
    print(f"  {name}: {result.status} {trial.seconds:.1f} s", flush=True)
    return trial


def edge(grid: Grid, base: str, status: Status) -> Trial | None:
    """Return the last floor, coming from the easy side, that quickly ends with a status."""
    low, high = BASES[base]
    last = None
    while low <= high:
        trial = tried(grid, base, (low + high) // 2, QUICK)
        ends_so = trial.result.status is status
        if ends_so:
            last = trial
        if ends_so is (status is Status.FILLED):
            low = trial.floor + 1
        else:
            high = trial.floor - 1
    return last


def hard_floor(
    grid: Grid, base: str, first: int, step: int, planted: str = ""
) -> tuple[Trial, float] | None:
    """Return the first of a few floors that is slow or stays open, and how much times grew."""
    growth, last = 2.0, QUICK
    for floor in range(first, first + 5 * step, step):
        trial = tried(grid, base, floor, PATIENT, planted)
        growth, last = max(1.3, trial.seconds / last), trial.seconds
        if trial.is_open or trial.seconds >= SLOW:
            return trial, growth
    return None


def further(seed: int, side: str, base: str, trial: Trial, growth: float) -> int:
    """Return by how many floors a case is moved on."""
    if seed // len(SIDES) % 3 == 0:
        return 0
    if side == "above":
        return -min(MAX_FURTHER, round(math.log(LONG / trial.seconds, growth)))
    return 0 if trial.is_open else FURTHER[side] * (2 if base == "english" else 1)


def case(seed: int) -> tuple[str, str, str] | None:
    """Draw a grid and return it with its list and side, or None if it has no hard floor."""
    size, fewest, most = SHAPES[seed % len(SHAPES)]
    base, side = ORDER[seed % len(ORDER)], SIDES[seed % len(SIDES)]
    grid = pattern(size, word_count=(fewest, most), seed=seed, verify=False).grid
    name = f"hard{seed:02}_{size}_{len(grid.slots)}"
    print(f"{name} {base} {side}", flush=True)
    last = edge(grid, base, Status.IMPOSSIBLE if side == "above" else Status.FILLED)
    if last is None:
        return None
    (FOLDER / f"{name}.txt").write_text(f"{grid}\n", "ascii")
    step = {"below": 1, "above": -1, "planted": 2}[side]
    planted = name if side == "planted" else ""
    if planted:
        (lists.FILLS / f"{name}.txt").write_text(f"{last.result.grid}\n", "ascii")
    hard = hard_floor(grid, base, last.floor + step, step, planted)
    if hard is None:
        (FOLDER / f"{name}.txt").unlink()
        (lists.FILLS / f"{name}.txt").unlink(missing_ok=True)
        return None
    trial, growth = hard
    floor = trial.floor + further(seed, side, base, trial, growth)
    if side == "above":  # not so far that it fills at once
        while (
            floor < trial.floor and tried(grid, base, floor, QUICK).result.status.name == "FILLED"
        ):
            floor += 1
    return name, f"{base}{floor}+{planted}" if planted else f"{base}{floor}", side


def main(first: int, count: int) -> None:
    """Draw the grids of some seeds, and add them to the cases."""
    lists.FILLS.mkdir(parents=True, exist_ok=True)
    for seed in range(first, first + count):
        drawn = case(seed)
        if drawn is not None:
            with (FOLDER / "cases.txt").open("a", encoding="ascii") as file:
                file.write(" ".join(drawn) + "\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
