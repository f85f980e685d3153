"""Draw the hard grids of the benchmark: bench/hard/*.txt, its fills/ and cases.txt or harder.txt.

    python3 scripts/bench.py draw_hard FIRST COUNT [cases | harder]

Each seed draws a pattern with few blocks, and a word list for it whose floor makes it hard for the
single search that the engine had before its schedule: that search alone chooses, as it was built
from its own commit, and with other seeds than the one that is measured. From one of three sides:

- *below*: the lowest floor that it leaves open, coming from floors that it fills at once;
- *planted*: the same, but the words of a fill found at a low floor stay in the list, so the grid
  can be filled, while the floor of all others rises;
- *above*: the highest floor that should take it over a minute to refute, coming from floors that it
  refutes at once, where times grow steadily enough to foresee that.

*Open* means neither filled nor refuted after 20 s of processor time, for the harder set after 60 s,
with each of two seeds if the floor comes from below or a fill is planted, where luck plays a part.
A pattern without such a floor, or that takes too long, is left out. Nothing else is: how a case
ends is not known beforehand. Patterns depend only on the seed, floors also on the machine, so both
are kept. The first set was drawn from the seeds 100 to 124, 168 to 178, 230 to 235, 260 to 265 and
290 to 297, the harder one from the seeds 400 to 442 and 500 to 538: the first forty.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from crosswright.patterns.pattern import pattern

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import earlier, grids, hard40, lists
from bench.peers import Case

SEEDS = (1, 2)
"""The search's seeds while it chooses; it is measured with seed 0."""

QUICK = 1.0
"""Seconds of processor time that count as at once."""

PATIENT, ENOUGH = {"cases": 20.0, "harder": 60.0}, {"cases": 60.0, "harder": 90.0}
"""By set: the seconds that a hard case withstands, and those of patient searches after which no
further floor of a pattern is tried."""

MINUTE = 60.0
"""How long a refutation should take at least."""

SLOW = 5.0
"""How long a refutation takes from which on longer ones are foreseen."""

SLOWEST, FASTEST = 1.2, 4.0
"""How many times as long it takes one step further, at least and at most."""

SHAPES = ((15, 62, 66), (21, 116, 124), (15, 66, 70), (17, 78, 84), (15, 70, 72), (19, 98, 106),
          (15, 64, 68), (23, 140, 150))  # fmt: skip
"""Sizes with the fewest and most words."""

BASES = {"wf": (14, 40, 1), "english": (5, 95, 2), "de": (14, 40, 1), "fr": (12, 40, 1)}
"""Lists with the lowest and highest floor that are tried, and the step between floors."""

ORDER = ("wf", "english", "wf", "english", "de", "english", "fr")
SIDES = ("below", "above", "planted")


@dataclass
class Drawing:
    """A grid, a list and a side, and the searches for a floor."""

    name: str
    base: str
    side: str
    patient: float = PATIENT["cases"]
    enough: float = ENOUGH["cases"]
    spent: float = field(default=0.0, init=False)
    """Seconds of all searches that were patient."""

    @property
    def status(self) -> str:
        """How searches end on the easy side."""
        return "IMPOSSIBLE" if self.side == "above" else "FILLED"

    def words(self, floor: int, planted: bool = False) -> str:
        """Return the name of the list at a floor."""
        return f"{self.base}{floor}+{self.name}" if planted else f"{self.base}{floor}"

    def tried(
        self, floor: int, seconds: float, seed: int = SEEDS[0], planted: bool = False
    ) -> hard40.Figures:
        """Search once with the single search."""
        case = Case(self.name, self.words(floor, planted))
        run = hard40.measured(case, seconds, earlier.LANDED, seed)
        print(f"  {case.words} seed {seed}: {run['status']} {run['cpu']:.1f} s", flush=True)
        if seconds > QUICK:
            self.spent += run["cpu"]
        return run

    def edge(self) -> tuple[int, hard40.Figures] | None:
        """Return the last floor, coming from the easy side, that ends at once, and its search."""
        low, high, step = BASES[self.base]
        low, high = 0, (high - low) // step
        last = None
        while low <= high:
            middle = (low + high) // 2
            floor = BASES[self.base][0] + middle * step
            run = self.tried(floor, QUICK)
            ends_so = run["status"] == self.status
            if ends_so:
                last = floor, run
            if ends_so is (self.status == "FILLED"):
                low = middle + 1
            else:
                high = middle - 1
        return last

    def floors(self, last: int) -> Iterator[int]:
        """Yield floors from the last easy one on, until the pattern has taken too long."""
        low, high, step = BASES[self.base]
        floor = last
        while low <= floor <= high and self.spent < self.enough:
            floor += -step if self.side == "above" else step
            yield floor

    def open_floor(self, last: int) -> int | None:
        """Return the first floor that stays open with every seed."""
        for floor in self.floors(last):
            runs = (self.tried(floor, self.patient, seed, self.side == "planted") for seed in SEEDS)
            end = next((run["status"] for run in runs if run["status"] != "LIMIT"), "LIMIT")
            if end != "FILLED":
                return floor if end == "LIMIT" else None
        return None

    def slow_floor(self, last: int, took: float) -> int | None:
        """Return the first floor that should take over a minute to refute, if it stays open."""
        floor, growth = last, FASTEST
        for steps, floor in enumerate(self.floors(last), 1):
            run = self.tried(floor, self.patient)
            if run["status"] == "FILLED":
                return None
            growth = min(FASTEST, max(SLOWEST, (run["cpu"] / took) ** (1 / steps)))
            if run["cpu"] >= SLOW:
                break
        else:
            return None
        further = math.ceil(math.log(MINUTE / run["cpu"], growth))
        low, _, step = BASES[self.base]
        floor -= further * step
        if floor < low or (further and self.tried(floor, self.patient)["status"] != "LIMIT"):
            return None
        return floor


def drawn(seed: int, name_of_set: str) -> hard40.HardCase | None:
    """Draw a grid and return its case, or None if no floor makes it hard."""
    size, fewest, most = SHAPES[seed % len(SHAPES)]
    grid = pattern(size, word_count=(fewest, most), seed=seed, verify=False).grid
    name = f"hard{seed}_{size}_{len(grid.slots)}"
    base, side = ORDER[seed % len(ORDER)], SIDES[seed % len(SIDES)]
    drawing = Drawing(name, base, side, PATIENT[name_of_set], ENOUGH[name_of_set])
    print(f"{name} {drawing.base} {drawing.side}", flush=True)
    grids.path(name).write_text(f"{grid}\n", "ascii")
    easy = drawing.edge()
    floor = None
    if easy is not None:
        last, run = easy
        if drawing.side == "planted":
            (lists.FILLS / f"{name}.txt").write_text("\n".join(run["rows"]) + "\n", "ascii")
        if drawing.side == "above":
            floor = drawing.slow_floor(last, run["cpu"])
        else:
            floor = drawing.open_floor(last)
    if floor is None:
        grids.path(name).unlink()
        (lists.FILLS / f"{name}.txt").unlink(missing_ok=True)
        return None
    return hard40.HardCase(name, drawing.words(floor, drawing.side == "planted"), drawing.side)


def main(first: int, count: int, name_of_set: str = "cases") -> None:
    """Draw the grids of some seeds, and add them to a set."""
    lists.FILLS.mkdir(parents=True, exist_ok=True)
    for seed in range(first, first + count):
        case = drawn(seed, name_of_set)
        if case is not None:
            print(f"  kept: {case}", flush=True)
            with (grids.HARD_FOLDER / f"{name_of_set}.txt").open("a", encoding="ascii") as file:
                file.write(f"{case} {case.side}\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]), *sys.argv[3:4])
