"""From the start of a process to what it prints, now and before start-up was worked on."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from bench import earlier, grids, lists, runner
from bench.peers import Case

Figures = dict[str, Any]
Command = Sequence[str | Path]

BARE, CLICK, HELP, FILL, SCRIPT = "bare", "import click", "help", "fill", "script"
NOW, BEFORE = "now", "before"


def commands(case: Case) -> dict[str, Command]:
    """Return what is measured: a run's seed is appended to what ends with `--seed`."""
    python = sys.executable
    script = runner.SOLVERS / "crosswright_fill.py"
    return {
        BARE: [python, "-c", "pass"],
        CLICK: [python, "-c", "import click"],
        HELP: [python, "-m", "crosswright", "--help"],
        FILL: [python, "-m", "crosswright", "fill", grids.path(case.grid),
               "--objective", "any", "--seed"],
        SCRIPT: [python, script, grids.path(case.grid), lists.scored(case.words)],
    }  # fmt: skip


def start(case: Case, runs: int, before: str) -> Figures:
    """Measure every command now, and those that both have before, in turns."""
    with tempfile.TemporaryDirectory() as folder:
        environs = {
            NOW: earlier.environment(None) | {"CROSSWRIGHT_CACHE": f"{folder}/now"},
            BEFORE: earlier.environment(before) | {"CROSSWRIGHT_CACHE": f"{folder}/before"},
        }
        wanted = commands(case)
        pairs = [(name, NOW) for name in wanted] + [(HELP, BEFORE), (FILL, BEFORE)]
        cold = _once(SCRIPT, wanted[SCRIPT], 0, environs[NOW])
        done: dict[tuple[str, str], list[runner.Run]] = {pair: [] for pair in pairs}
        for number in range(-1, runs):
            for name, state in pairs:
                run = _once(name, wanted[name], max(0, number), environs[state])
                if number >= 0:  # the first round only warms the caches
                    done[name, state].append(run)
    figures: Figures = {"commit before": before, "runs": runs, NOW: {}, BEFORE: {}}
    for (name, state), kept in done.items():
        figures[state][name] = {
            "cpu": median(run.cpu for run in kept),
            "wall": min(run.wall for run in kept),
        }
    figures[NOW]["cold"] = {"cpu": cold.cpu, "wall": cold.wall}
    return figures


def _once(name: str, command: Command, seed: int, environ: Mapping[str, str]) -> runner.Run:
    seeded = [*command, str(seed)] if name in (FILL, SCRIPT) else command
    run = runner.run(seeded, limit=60, environ=environ)
    if run.code:
        raise RuntimeError(f"{name} ended with {run.code}: {run.err[-500:]}")
    return run


def beyond(figures: Figures, name: str, state: str = NOW, clock: str = "cpu") -> float:
    """Return what a command takes beyond the bare interpreter."""
    return float(figures[state][name][clock] - figures[NOW][BARE][clock])
