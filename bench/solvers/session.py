"""Measure the questions to a session in one process: a task in, figures out, as JSON."""

import json
import random
import sys
import threading
import time
from pathlib import Path

from crosswright import Limit, Session, Viability, WordList, engine
from crosswright.grids.grid import Grid

MIN_SCORE = 50
"""The floor of all sessions."""

THEME = 4
"""The longest words across that count as theme entries."""

SLOTS, TRIED = 4, 100
"""Slots of a grid whose candidates are tried, and candidates in each."""


def processor_time(work):
    """Return what some work gives, and the processor time that it takes."""
    begun = time.process_time()
    value = work()
    return value, time.process_time() - begun


def measure(task):
    """Build a session for each seed, and ask it everything."""
    words = WordList.load(task["list"])
    grid = Grid.parse(Path(task["grid"]).read_text("utf-8"))
    kinds = ("build", "propagate", "what if", "what if, theme", "truth, half", "truth, theme")
    figures = {kind: [] for kind in kinds}
    verdicts, truth = [], []
    for seed in task["seeds"]:
        session, took = processor_time(lambda: Session(grid, words, min_score=MIN_SCORE))
        figures["build"].append(took)
        session.propagate()
        figures["propagate"] += propagations(session, grid, seed)
        fill = session.solve(seed=seed).grid
        for kind, letters in situations(grid, fill).items():
            asked = Session(grid, words, min_score=MIN_SCORE)
            asked.assume(letters=letters)
            if f"truth, {kind}" in figures:
                whole, took = processor_time(asked.truth_map().result)
                figures[f"truth, {kind}"].append(took)
                truth.append(settled(asked, whole) | {"kind": kind})
            name = {"open": "what if", "theme": "what if, theme"}.get(kind)
            if name is not None:
                took, kept = what_if(Session(grid, words, min_score=MIN_SCORE), letters, seed)
                figures[name] += took
                verdicts += kept
    return {
        "engine": engine.name,
        "times": figures,
        "verdicts": verdicts,
        "truth": truth,
        "stopping": stopping(Session(grid, words, min_score=MIN_SCORE), len(task["seeds"])),
        "memory": peak_memory(),
    }


def situations(grid, fill):
    """Return the letters that are given: none, the theme entries, the upper half."""
    across = sorted((s for s in grid.slots if s.direction == "across"), key=len, reverse=True)
    theme = {cell for slot in across[:THEME] for cell in slot.cells}
    half = grid.open_cells[: len(grid.open_cells) // 2]
    cells = {"open": (), "theme": theme, "half": half}
    return {kind: {cell: fill.letters[cell] for cell in some} for kind, some in cells.items()}


def propagations(session, grid, seed):
    """Measure letters being typed and deleted: assume or retract, then propagate."""
    rng = random.Random(seed)
    times = []
    for _ in range(20):
        cell = rng.choice(grid.open_cells)
        letter = rng.choice(session.propagate().letters[cell])
        for change in (
            lambda cell=cell, letter=letter: session.assume(letters={cell: letter}),
            lambda cell=cell: session.retract(letters=[cell]),
        ):
            _, took = processor_time(lambda change=change: (change(), session.propagate()))
            times.append(took)
    return times


def what_if(session, letters, seed):
    """Measure the verdicts on the candidates of slots; return times, and how they came out."""
    session.assume(letters=letters)
    rng = random.Random(seed)
    empty = [label for label in session.slots if session.grid.word(label) is None]
    times, kept = [], []
    for label in rng.sample(empty, min(SLOTS, len(empty))):
        session = session_like(session)
        run = session.what_if(label, count=TRIED, floors=False, limit=Limit(cpu_seconds=5))
        result, took = processor_time(run.result)
        ends = [verdict.viability.value for verdict in result.verdicts.values()]
        kept.append({end: ends.count(end) for end in dict.fromkeys(ends)})
        if len(ends) == TRIED:
            times.append(took)
    return times, kept


def session_like(session):
    """Return a new session, which knows of no fills yet."""
    return Session(session.grid, session.words, session.rules)


def settled(session, truth):
    """Count the letters of a truth map by verdict, and those that propagation alone leaves."""
    left = session.propagate().letters
    ends = [viability for letters in truth.letters.values() for viability in letters.values()]
    counts = {viability.value: ends.count(viability) for viability in Viability}
    return {"left": sum(len(left[cell]) for cell in truth.letters), **counts}


def stopping(session, times):
    """Measure, by the clock, how soon a truth map ends after stop() in another thread."""
    latencies = []
    for _ in range(2 * times):
        run, stopped = session_like(session).truth_map(), []

        def stop(run=run, stopped=stopped):
            stopped.append(time.perf_counter())
            run.stop()

        timer = threading.Timer(0.1, stop)
        timer.start()
        run.result()
        ended = time.perf_counter()
        timer.join()
        if stopped and ended > stopped[0]:
            latencies.append(ended - stopped[0])
    return latencies


def peak_memory():
    """Return the most memory that this program has held, in bytes, or None if unknown."""
    status = Path("/proc/self/status")
    for line in status.read_text().splitlines() if status.exists() else []:
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return None


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(measure(json.loads(line))), flush=True)
