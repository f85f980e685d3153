"""The parts of the benchmark: each yields its figures so far, as plain data."""

from __future__ import annotations

import os
import platform
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from statistics import median
from typing import Any

from bench import earlier, grids, hard40, lists, peers, runner, startup
from bench.commits import commit as measured_commit
from bench.peers import Case

Figures = dict[str, Any]


@dataclass(frozen=True)
class Effort:
    """How much to run."""

    seeds: int
    """Searches of the compiled engine per case."""
    few: int
    """Runs of whatever takes long: whole processes, the plain engine, other programs."""
    limit: float
    """Seconds per search or process."""
    score: tuple[float, ...]
    """After how many seconds the best fill is judged."""
    proof: float = 30
    """Seconds in which the quality of a fill is to be proved."""
    processes: int = 1
    """Searches that run at a time where each takes long."""
    landed: str = earlier.LANDED
    """The commit whose single search the schedule is compared with."""
    slow_start: str = earlier.SLOW_START
    """The commit whose start-up today's is compared with."""


FULL = Effort(seeds=20, few=5, limit=60, score=(2.0, 8.0))
QUICK = Effort(seeds=3, few=1, limit=1, score=(0.3,), proof=1)

PEER_LIMIT = 30.0
"""Seconds that each program has for a grid where programs are compared."""

PEER_RUNS, LONG = 7, 6.0
"""How often a program is run on a case at most, and the seconds that all repeats may take."""

DAILY = Case("daily15_78", "wf")
SUNDAY = Case("sunday21_140", "wf")
THEMELESS = Case("open15_68", "wf20")
ASKED = Case("daily15_78", "english")

PROVED = Case("proofs15", "english50")
PROOFS = Path(__file__).resolve().parent / "patterns" / "proofs15.txt"

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
    Case("square5", "english50"),
    Case("square6", "english50"),
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

SQUARE = Case("square7", "wf")
"""A hard case that each seed decides in another time."""

SHARED = (Case("square6", "wf30"), Case("open15_72", "wf30"), Case("blocked15_68", "wf30"))
"""Cases that take half a second or more, so that two threads can pay off."""

SETTLED = 3.0
"""Seconds after which a file that has just been written may be cached."""

LIST_SIZES = (10_000, 30_000, 100_000, 300_000, 1_000_000)
GROWTH = ("square5", "american9", "american13", "daily15_78", "american17", "sunday21_140",
          "large23_172", "growth25", "growth31", "growth41", "growth49", "growth61")  # fmt: skip


def task(case: Case, effort: Effort, seeds: int | None = None, **more: Any) -> Figures:
    """Return a task for solvers/search.py."""
    return {
        "grid": str(grids.path(case.grid)),
        "list": str(lists.scored(case.words)),
        "seeds": list(range(seeds or effort.seeds)),
        "limit": effort.limit,
        **more,
    }


def slots(case: Case) -> int:
    """Return how many words a grid has."""
    return sum(1 for _ in grids.slots(grids.load(case.grid)))


def searched(
    case: Case,
    effort: Effort,
    *,
    engine: str = "compiled",
    commit: str | None = None,
    **more: Any,
) -> Figures:
    """Measure the searches of a case in their own process, and check every fill."""
    environ = earlier.environment(commit)
    figures = runner.searches([task(case, effort, **more)], engine=engine, environ=environ)[0]
    for run in figures["runs"]:
        rows = run.pop("rows")
        if run["status"] == "FILLED":
            fault = grids.fault(grids.load(case.grid), rows, lists.words(case.words))
            assert fault is None, f"{case}: {fault}"
    return figures | summary(figures["runs"])


def in_turns(case: Case, effort: Effort, commits: Sequence[str | None]) -> list[Figures]:
    """Measure the searches of a case at several commits, twice each, taking turns."""
    done: list[list[Figures]] = [[] for _ in commits]
    for _ in range(2):
        for runs, commit in zip(done, commits, strict=True):
            runs += searched(case, effort, commit=commit)["runs"]
    return [{"runs": runs, **summary(runs)} for runs in done]


def summary(runs: Iterable[Mapping[str, Any]]) -> Figures:
    """Sum up runs: how they ended, and their median and longest time."""
    ends = [run["status"] for run in runs]
    times = [run["cpu"] for run in runs]
    counts = {end: ends.count(end) for end in dict.fromkeys(ends)}
    return {"ends": counts, "median": median(times), "longest": max(times)}


# -- the parts ------------------------------------------------------------------------------------


def engine_part(effort: Effort, with_others: bool) -> Iterator[Figures]:
    """The search alone, compiled and plain."""
    figures: Figures = {}
    for case in (*ENGINE, *INFEASIBLE):
        landed, compiled = in_turns(case, effort, (effort.landed, None))
        plain = searched(case, effort, engine="python", seeds=effort.few)
        figures[str(case)] = {
            "slots": slots(case),
            "landed": landed,
            "compiled": compiled,
            "plain": plain,
        }
        yield figures


def start_part(effort: Effort, with_others: bool) -> Iterator[Figures]:
    """From the start of a process to what it prints, now and before."""
    yield startup.start(DAILY, 6 * effort.few, effort.slow_start)


def peers_part(effort: Effort, with_others: bool) -> Iterator[Figures]:
    """Crosswright and the others, side by side."""
    programs = peers.available(with_others)
    limit = min(PEER_LIMIT, effort.limit)
    rows: dict[str, dict[str, list[Figures]]] = {str(case): {} for case in COMPARED}
    figures: Figures = {
        "versions": {peer.name: peer.version for peer in programs},
        "limit": limit,
        "cases": rows,
    }
    asked = [
        (case, peer) for case in COMPARED for peer in programs if slots(case) <= peer.most_slots
    ]
    for case in COMPARED:  # so that no two write the same file
        lists.scored(case.words)
        lists.words(case.words)
    with ThreadPoolExecutor(effort.processes) as pool:
        first = pool.map(lambda each: peers.fill(each[1], each[0], 0, limit), asked)
        for (case, peer), run in zip(asked, first, strict=True):
            rows[str(case)][peer.name] = [run]
            yield figures
    for number in range(1, min(PEER_RUNS, effort.few + 2)):  # taking turns, one at a time
        for case, peer in asked:
            runs = rows[str(case)][peer.name]
            if number * runs[0]["cpu"] < LONG:
                runs.append(peers.fill(peer, case, number, limit))
        yield figures


def memory_part(effort: Effort, with_others: bool) -> Iterator[Figures]:
    """The most memory that a fill takes, in its own process."""
    peaks = {
        engine: searched(SUNDAY, effort, engine=engine, seeds=1)["memory"]
        for engine in ("compiled", "python")
    }
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CROSSWRIGHT_CACHE"] = folder
        peaks["compiled, cold"] = searched(SUNDAY, effort, seeds=1)["memory"]
        del os.environ["CROSSWRIGHT_CACHE"]
    yield peaks


def quality_part(effort: Effort, with_others: bool) -> Iterator[Figures]:
    """How good the best fill is after some seconds of processor time."""
    figures: Figures = {}
    for case in (DAILY, Case("daily15_78", "english")):
        row = figures[str(case)] = {}
        first = searched(case, effort, seeds=effort.few)["runs"]
        row["first"] = [(run["mean"], run["lowest"]) for run in first]
        for seconds in effort.score:
            options = {"objective": "score", "limit": seconds}
            done = searched(case, effort, seeds=effort.few, **options)["runs"]
            row[f"{seconds:g}"] = [(run["mean"], run["lowest"]) for run in done]
    yield figures


def growth_part(effort: Effort, with_others: bool) -> Iterator[Figures]:
    """Time against the size of the list and of the grid."""
    sizes = LIST_SIZES[:2] if effort.limit < FULL.limit else LIST_SIZES
    for size in sizes:
        lists.scored(f"syn{size}")
    time.sleep(SETTLED)
    by_list = []
    for size in sizes:
        case = Case("daily15_78", f"syn{size}")
        with tempfile.TemporaryDirectory() as folder:
            os.environ["CROSSWRIGHT_CACHE"] = folder
            cold, warm = (runner.searches([task(case, effort, 1)])[0] for _ in range(2))
            searches = searched(case, effort, seeds=2 * effort.few)
            del os.environ["CROSSWRIGHT_CACHE"]
        row = {"words": size, "cold": cold["load"], "warm": warm["load"]}
        row["memory"] = warm["memory"]
        by_list.append(row | {"search": searches["median"], "ends": searches["ends"]})
        yield {"lists": by_list, "grids": []}
    by_grid = []
    for name in GROWTH:
        case = Case(name, "wf")
        searches = searched(case, effort, seeds=2 * effort.few)
        memory = searched(case, effort, seeds=1)["memory"]
        row = {"grid": name, "size": len(grids.load(name)), "slots": slots(case), "memory": memory}
        by_grid.append(row | {"search": searches["median"], "ends": searches["ends"]})
        yield {"lists": by_list, "grids": by_grid}


def hard_part(effort: Effort, with_others: bool) -> Iterator[Figures]:
    """What is filled or proved impossible within the limit; the large square with more seeds."""
    figures: Figures = {}
    for figures in hard40.measure(HARD, effort.limit, effort.processes, effort.landed):
        yield figures
    runs: Figures = {seed: {} for seed in range(1, effort.few)}
    asked = [(seed, side) for seed in runs for side in hard40.SIDES]
    commits = dict(zip(hard40.SIDES, (effort.landed, None), strict=True))
    with ThreadPoolExecutor(effort.processes) as pool:
        done = pool.map(
            lambda each: hard40.measured(SQUARE, effort.limit, commits[each[1]], each[0]), asked
        )
        for (seed, side), run in zip(asked, done, strict=True):
            runs[seed][side] = run
            yield figures | {"square": runs}


def hard40_part(effort: Effort, with_others: bool) -> Iterator[Figures]:
    """Forty hard grids: the schedule beside the single search."""
    cases = hard40.cases()
    return hard40.measure(cases, effort.limit, effort.processes, effort.landed)


def harder_part(effort: Effort, with_others: bool) -> Iterator[Figures]:
    """Forty that are harder, on which nothing was tuned."""
    cases = hard40.cases("harder")
    return hard40.measure(cases, effort.limit, effort.processes, effort.landed)


def proofs_part(effort: Effort, with_others: bool) -> Iterator[Figures]:
    """How much is proved about the quality of fills."""
    texts = PROOFS.read_text("ascii").split("\n\n")
    folder = lists.WORK / "proofs"
    folder.mkdir(parents=True, exist_ok=True)
    figures: Figures = {"seconds": effort.proof, "rows": []}
    tasks = []
    for number, text in enumerate(texts[: 2 if effort.limit < FULL.limit else None], 1):
        path = folder / f"{number}.txt"
        path.write_text(f"{text}\n", "ascii")
        options = {"grid": str(path), "objective": "score", "limit": effort.proof}
        tasks.append(task(PROVED, effort, 1, **options))
    with ThreadPoolExecutor(effort.processes) as pool:
        for [done] in pool.map(lambda each: runner.searches([each]), tasks):
            figures["rows"].append(done["runs"][0])
            yield figures


def stopping_part(effort: Effort, with_others: bool) -> Iterator[Figures]:
    """How soon a fill ends when it is asked to."""
    options = {"stopping": True, "limit": 0.3}
    case = Case("square7", "wf")
    figures = {}
    for engine in ("compiled", "python"):
        tasks = [task(case, effort, 2 * effort.few) | options]
        figures[engine] = runner.searches(tasks, engine=engine)[0]
    yield figures


def session_part(effort: Effort, with_others: bool) -> Iterator[Figures]:
    """Many questions to one solver, compiled and plain."""
    figures: Figures = {}
    lists.scored(ASKED.words)
    time.sleep(SETTLED)
    searched(ASKED, effort, seeds=1)  # from now on the list is cached: what reads it takes memory
    for engine, seeds in (("compiled", effort.few), ("python", 1)):
        tasks = [task(ASKED, effort, seeds)]
        [figures[engine]] = runner.searches(tasks, engine=engine, solver="session.py")
        yield figures


def threads_part(effort: Effort, with_others: bool) -> Iterator[Figures]:
    """One search against two, in two threads, by the clock."""
    figures: Figures = {}
    for case in SHARED:
        row = figures[str(case)] = {}
        for threads in (None, 2):
            runs = searched(case, effort, seeds=effort.few, threads=threads)["runs"]
            row[str(threads or 1)] = [(run["status"], run["wall"]) for run in runs]
    yield figures


PARTS: dict[str, Callable[[Effort, bool], Iterator[Figures]]] = {
    "start": start_part,
    "engine": engine_part,
    "session": session_part,
    "hard": hard_part,
    "growth": growth_part,
    "memory": memory_part,
    "peers": peers_part,
    "hard40": hard40_part,
    "harder": harder_part,
    "proofs": proofs_part,
    "quality": quality_part,
    "stopping": stopping_part,
    "threads": threads_part,
}
"""In the order in which they are run: first what says most in the least time."""


# -- the machine ----------------------------------------------------------------------------------


def circumstances() -> Figures:
    """Return what readers must know about the run: date, machine, versions, noise."""
    return {
        "date": date.today().isoformat(),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "processor": _processor(),
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "noise": noise(),
        "commit": measured_commit(),
    }


def noise(repeats: int = 15) -> float:
    """Return how much the same work varies: its slow runs (ninth decile) over its quick ones."""
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
