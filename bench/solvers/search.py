"""Measure searches in one process, with the list loaded: tasks in, results out, as JSON."""

import json
import sys
import threading
import time
from pathlib import Path

from crosswright import engine
from crosswright.filling.fill import start
from crosswright.grids.grid import Grid
from crosswright.limits import Limit, Status
from crosswright.words.wordlist import WordList


def run(task):
    """Fill once per seed; stop each fill at its limit of processor time."""
    begun = time.process_time()
    words = WordList.load(task["list"])
    loaded = time.process_time() - begun
    grid = Grid.parse(Path(task["grid"]).read_text("utf-8"))
    runs = [search(grid, words, task, seed) for seed in task["seeds"]]
    return {"engine": engine.name, "load": loaded, "memory": peak_memory(), "runs": runs}


def peak_memory():
    """Return the most memory that this program has held, in bytes, or None if unknown."""
    status = Path("/proc/self/status")  # getrusage would count the process that started this one
    for line in status.read_text().splitlines() if status.exists() else []:
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return None


def search(grid, words, task, seed):
    """Fill once; the clock runs from a grid and a list to the filled grid."""
    options = {"objective": task.get("objective", "any"), "threads": task.get("threads")}
    if options["threads"]:
        options["reproducible"] = False
    limit = task["limit"] * (options["threads"] or 1)
    wall, cpu = time.perf_counter(), time.process_time()
    with start(grid, words, seed=seed, **options) as fill:
        for _ in fill:
            if time.process_time() - cpu >= limit:
                fill.stop()
        result = fill.result()
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    status = Status.LIMIT if result.status is Status.CANCELLED else result.status
    return {
        "status": status.name,
        "cpu": cpu,
        "wall": wall,
        "nodes": result.statistics.nodes,
        "failures": result.statistics.failures,
        "mean": result.mean_score,
        "lowest": min((s for s in result.scores.values() if s is not None), default=None),
        "quality": proved(result.quality),
        "rows": str(result.grid).split(),
    }


def proved(quality):
    """Return how good a fill is and how good one could be, if that was asked for."""
    names = ("floor", "floor_bound", "mean", "mean_bound")
    return None if quality is None else {name: getattr(quality, name) for name in names}


def stopping(task):
    """Measure how soon a fill returns: after stop() in another thread, and at its limit."""
    words = WordList.load(task["list"])
    grid = Grid.parse(Path(task["grid"]).read_text("utf-8"))
    latencies, overshoots = [], []
    for seed in task["seeds"]:
        stopped = []
        with start(grid, words, seed=seed) as fill:

            def stop(fill=fill, stopped=stopped):
                stopped.append(time.perf_counter())
                fill.stop()

            timer = threading.Timer(task["limit"], stop)
            timer.start()
            status = fill.result().status
            ended = time.perf_counter()
            timer.join()
        if status is Status.CANCELLED:
            latencies.append(ended - stopped[0])
        begun = time.perf_counter()
        with start(grid, words, seed=seed, limit=Limit(seconds=task["limit"])) as fill:
            if fill.result().status is Status.LIMIT:
                overshoots.append(time.perf_counter() - begun - task["limit"])
    return {"latencies": latencies, "overshoots": overshoots}


if __name__ == "__main__":
    for line in sys.stdin:
        task = json.loads(line)
        print(json.dumps(stopping(task) if task.get("stopping") else run(task)), flush=True)
