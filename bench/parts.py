"""The parts of the benchmark: each yields its figures, plain data, as far as they have got."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from statistics import median
from typing import Any

from bench import grids, lists, peers, runner
from bench.peers import Case

Figures = dict[str, Any]


@dataclass(frozen=True)
class Effort:
    """How much is run."""

    seeds: int
    """Searches of the compiled engine on each case."""
    few: int
    """Runs of what takes long: whole processes, the plain engine, other programs."""
    limit: float
    """Seconds for each search or process."""
    score: tuple[float, ...]
    """Seconds after which the best fill is looked at."""


FULL = Effort(seeds=20, few=5, limit=60, score=(2.0, 8.0))
QUICK = Effort(seeds=3, few=1, limit=3, score=(0.3,))

LONG = 10.0
"""Seconds; a program that takes longer for a case is run on it once only."""

DAILY = Case("daily15_78", "wf")
SUNDAY = Case("sunday21_140", "wf")
THEMELESS = Case("open15_68", "wf20")

ENGINE = (
    Case("square4", "wf"),
    Case("square5", "wf"),
    Case("square6", "wf"),
    Case("lattice9", "wf"),
    Case("lattice11", "wf"),
    Case("lattice13", "wf"),
    Case("american9", "wf"),
    Case("american11", "wf"),
    Case("american13", "wf"),
    DAILY,
    Case("blocked15_72", "wf"),
    Case("open15_72", "wf20"),
    THEMELESS,
    Case("blocked15_68", "wf20"),
    Case("blocked15_64", "wf20"),
    SUNDAY,
    Case("large23_172", "wf"),
)

INFEASIBLE = (
    Case("planted15_78", "wf30"),
    Case("square5", "wf40"),
    Case("american13", "wf40"),
    Case("triple15", "wf"),
)

COMPARED = (
    Case("square4", "wf30"),
    Case("square5", "wf30"),
    Case("american9", "wf30"),
    Case("american13", "wf30"),
    Case("lattice13", "wf"),
    Case("square6", "wf"),
    DAILY,
    Case("open15_72", "wf20"),
    THEMELESS,
    SUNDAY,
    Case("large23_172", "wf25"),
    Case("square5", "wf40"),
)

HARD = (
    Case("open15_64", "wf"),
    Case("open15_64", "wf20"),
    Case("blocked15_64", "wf20"),
    Case("open15_68", "wf25"),
    Case("square6", "wf25"),
    Case("square7", "wf"),
    Case("triple15", "wf"),
    Case("large23_172", "wf25"),
)

SHARED = (Case("square6", "wf30"), Case("open15_72", "wf30"), Case("blocked15_68", "wf30"))
"""Cases of the second part of a second and more, on which two threads can pay."""

LIST_SIZES = (10_000, 30_000, 100_000, 300_000, 1_000_000)
GROWTH = ("square5", "american9", "american13", "daily15_78", "american17", "sunday21_140",
          "large23_172", "growth25", "growth31")  # fmt: skip


def task(case: Case, effort: Effort, seeds: int | None = None, **more: Any) -> Figures:
    """Say what solvers/search.py is to do."""
    return {
        "grid": str(grids.path(case.grid)),
        "list": str(lists.scored(case.words)),
        "seeds": list(range(seeds or effort.seeds)),
        "limit": effort.limit,
        **more,
    }


def searched(case: Case, effort: Effort, *, engine: str = "compiled", **more: Any) -> Figures:
    """Measure the searches of a case in a process of its own, and check every fill."""
    made = runner.searches([task(case, effort, **more)], engine=engine)[0]
    for run in made["runs"]:
        rows = run.pop("rows")
        if run["status"] == "FILLED":
            found = grids.fault(grids.load(case.grid), rows, lists.words(case.words))
            assert found is None, f"{case}: {found}"
    return made | summary(made["runs"])


def summary(runs: Iterable[Mapping[str, Any]]) -> Figures:
    """Sum up runs: how they ended, the median and the longest time."""
    ends = [run["status"] for run in runs]
    times = [run["cpu"] for run in runs]
    counted = {end: ends.count(end) for end in dict.fromkeys(ends)}
    return {"ends": counted, "median": median(times), "longest": max(times)}


# -- the parts ------------------------------------------------------------------------------------


def engine_part(effort: Effort, wanted: bool) -> Iterator[Figures]:
    """Search alone, compiled and plain."""
    figures: Figures = {}
    for case in (*ENGINE, *INFEASIBLE):
        compiled = searched(case, effort)
        plain = searched(case, effort, engine="python", seeds=effort.few)
        size = sum(1 for _ in grids.slots(grids.load(case.grid)))
        figures[str(case)] = {"slots": size, "compiled": compiled, "plain": plain}
        yield figures


def start_part(effort: Effort, wanted: bool) -> Iterator[Figures]:
    """From the start of a process to the printed grid."""
    runs = 3 * effort.few
    bare = [runner.run([sys.executable, "-c", "pass"], limit=60) for _ in range(runs)]
    figures: Figures = {"bare": {"cpu": median(r.cpu for r in bare), "wall": least(bare)}}
    ours = peers.available(False)[0]
    for peer in (ours, peers.command_line()):
        peers.fill(peer, DAILY, 0, effort.limit)  # now the cache is warm
        done = [peers.fill(peer, DAILY, seed, effort.limit) for seed in range(runs)]
        figures[peer.name] = {
            "cpu": median(run["cpu"] for run in done),
            "wall": min(run["wall"] for run in done),
        }
    with tempfile.TemporaryDirectory() as folder:
        cold = runner.run(
            ours.command(DAILY, 0, effort.limit),
            limit=effort.limit,
            environ={"CROSSWRIGHT_CACHE": folder},
        )
    yield figures | {"cold": {"cpu": cold.cpu, "wall": cold.wall}}


def least(runs: Iterable[runner.Run]) -> float:
    """Return the shortest time by the clock: the one that the machine disturbed least."""
    return min(run.wall for run in runs)


def peers_part(effort: Effort, wanted: bool) -> Iterator[Figures]:
    """Crosswright and the others, side by side."""
    known = peers.available(wanted)
    figures: Figures = {"versions": {peer.name: peer.version for peer in known}, "cases": {}}
    runs = min(3, effort.few)
    for case in COMPARED:
        row = figures["cases"][str(case)] = {}
        for peer in known:
            done = [peers.fill(peer, case, 0, effort.limit)]
            while len(done) < runs and done[0]["cpu"] < LONG:
                done.append(peers.fill(peer, case, len(done), effort.limit))
            row[peer.name] = done
        yield figures


def memory_part(effort: Effort, wanted: bool) -> Iterator[Figures]:
    """The most memory that a fill takes, in a process of its own."""
    made = {
        e: searched(SUNDAY, effort, engine=e, seeds=1)["memory"] for e in ("compiled", "python")
    }
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CROSSWRIGHT_CACHE"] = folder
        made["compiled, cold"] = searched(SUNDAY, effort, seeds=1)["memory"]
        del os.environ["CROSSWRIGHT_CACHE"]
    yield made


def quality_part(effort: Effort, wanted: bool) -> Iterator[Figures]:
    """How good the best fill is after some seconds of processor time."""
    figures: Figures = {}
    for case in (DAILY, Case("daily15_78", "english")):
        row = figures[str(case)] = {}
        first = searched(case, effort, seeds=effort.few)["runs"]
        row["first"] = [(run["mean"], run["least"]) for run in first]
        for seconds in effort.score:
            asked = {"objective": "score", "limit": seconds}
            done = searched(case, effort, seeds=effort.few, **asked)["runs"]
            row[f"{seconds:g}"] = [(run["mean"], run["least"]) for run in done]
    yield figures


def growth_part(effort: Effort, wanted: bool) -> Iterator[Figures]:
    """Time against the size of the list and of the grid."""
    sizes = LIST_SIZES[:2] if effort is QUICK else LIST_SIZES
    by_list = []
    for size in sizes:
        case = Case("daily15_78", f"syn{size}")
        with tempfile.TemporaryDirectory() as folder:
            os.environ["CROSSWRIGHT_CACHE"] = folder
            cold, warm = runner.searches([task(case, effort, 1)] * 2)
            made = searched(case, effort, seeds=2 * effort.few)
            del os.environ["CROSSWRIGHT_CACHE"]
        found = {"words": size, "cold": cold["load"], "warm": warm["load"]}
        by_list.append(found | {"search": made["median"], "ends": made["ends"]})
    by_grid = []
    for name in GROWTH:
        made = searched(Case(name, "wf"), effort, seeds=2 * effort.few)
        rows = grids.load(name)
        slots = sum(1 for _ in grids.slots(rows))
        found = {"grid": name, "size": len(rows), "slots": slots}
        by_grid.append(found | {"search": made["median"], "ends": made["ends"]})
    yield {"lists": by_list, "grids": by_grid}


def hard_part(effort: Effort, wanted: bool) -> Iterator[Figures]:
    """What is filled or proved within the limit."""
    figures: Figures = {}
    for case in HARD:
        figures[str(case)] = searched(case, effort, seeds=1)
        yield figures


def stopping_part(effort: Effort, wanted: bool) -> Iterator[Figures]:
    """How soon a fill ends when it is told to."""
    asked = {"stopping": True, "limit": 0.3}
    case = Case("square7", "wf")
    figures = {}
    for engine in ("compiled", "python"):
        made = runner.searches([task(case, effort, 2 * effort.few) | asked], engine=engine)[0]
        figures[engine] = made
    yield figures


def threads_part(effort: Effort, wanted: bool) -> Iterator[Figures]:
    """One search against two in two threads, by the clock."""
    figures: Figures = {}
    for case in SHARED:
        row = figures[str(case)] = {}
        for threads in (None, 2):
            runs = searched(case, effort, seeds=2 * effort.few, threads=threads)["runs"]
            row[str(threads or 1)] = [(run["status"], run["wall"]) for run in runs]
    yield figures


PARTS: dict[str, Callable[[Effort, bool], Iterator[Figures]]] = {
    "engine": engine_part,
    "start": start_part,
    "memory": memory_part,
    "quality": quality_part,
    "growth": growth_part,
    "stopping": stopping_part,
    "threads": threads_part,
    "peers": peers_part,
    "hard": hard_part,
}


# -- the machine ----------------------------------------------------------------------------------


def circumstances() -> Figures:
    """Return what a reader must know about the run: date, machine, versions, noise."""
    return {
        "date": date.today().isoformat(),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "processor": _processor(),
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "noise": noise(),
        "commit": _commit(),
    }


def noise(repeats: int = 15) -> float:
    """Return how far apart the same work is: its slow runs (ninth decile) over its quick ones."""
    times = []
    for _ in range(repeats):
        begun = time.process_time()
        sum(n * n for n in range(200_000))
        times.append(time.process_time() - begun)
    times.sort()
    return times[round(0.9 * (repeats - 1))] / times[round(0.1 * (repeats - 1))]


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    for line in info.read_text().splitlines() if info.exists() else []:
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor() or "unknown"


def _commit() -> str:
    command = ["git", "-C", str(lists.ROOT), "rev-parse", "--short", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
