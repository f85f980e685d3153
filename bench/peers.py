"""The programs that are compared, each run as its users would: one process per fill."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from bench import grids, lists, runner

NO_FILL = 4
"""The exit code of programs that say that there is no fill: those in solvers/, and Qxw."""

QXW = shutil.which("qxw") or shutil.which("qxw", path="/usr/games")


@dataclass(frozen=True)
class Case:
    """A grid and a list, by name."""

    grid: str
    words: str

    def __str__(self) -> str:
        return f"{self.grid} {self.words}"


@dataclass(frozen=True)
class Peer:
    """A program: how to call it, and how to read its output."""

    name: str
    version: str
    command: Callable[[Case, int, float], Sequence[str | Path]]
    rows: Callable[[str, Case], list[str]] = lambda out, case: out.split()
    environ: tuple[tuple[str, str], ...] = ()
    most_slots: int = sys.maxsize
    """Words of the largest grid that the program is asked to fill."""


def fill(peer: Peer, case: Case, seed: int, limit: float) -> dict[str, Any]:
    """Run a program on a case; return how it ended and how long it took."""
    done = runner.run(peer.command(case, seed, limit), limit=limit, environ=dict(peer.environ))
    outcome: dict[str, Any] = {"wall": done.wall, "cpu": done.cpu}
    if done.timed_out:
        return outcome | {"status": f"no fill in {limit:.0f} s"}
    if done.code not in (0, NO_FILL):
        return outcome | {"status": "failed: " + (done.err.strip().splitlines() or ["?"])[-1]}
    outcome |= _search(done.err) or {"search": max(0.0, done.cpu - _load(peer, case.words))}
    if done.code == NO_FILL:
        return outcome | {"status": "no fill"}
    fault = grids.fault(grids.load(case.grid), peer.rows(done.out, case), lists.words(case.words))
    return outcome | {"status": f"wrong: {fault}" if fault else "filled"}


def _search(err: str) -> dict[str, float]:
    for line in reversed(err.splitlines()):
        if line.startswith("search "):
            return {"search": float(line.split()[1])}
    return {}


@cache
def _load(peer: Peer, words: str) -> float:
    """Return the time that a program takes to fill a single slot: that of loading the list."""
    runs = [
        runner.run(peer.command(Case("single", words), seed, 60), limit=60).cpu for seed in range(3)
    ]
    return sorted(runs)[1]


# -- the programs ---------------------------------------------------------------------------------


def available(with_others: bool) -> list[Peer]:
    """Return our own programs, and on request the others that are installed."""
    peers = [_ours("compiled"), _ours("python"), _course()]
    if with_others:
        peers += [peer for peer in (_cpsat(), _blacksquare(), _qxw()) if peer is not None]
    return peers


def _solver(name: str) -> list[str | Path]:
    return [sys.executable, runner.SOLVERS / f"{name}_fill.py"]


def _ours(engine: str) -> Peer:
    def command(case: Case, seed: int, limit: float) -> list[str | Path]:
        files = [grids.path(case.grid), lists.scored(case.words)]
        return [*_solver("crosswright"), *files, str(seed)]

    name = {"compiled": "crosswright", "python": "crosswright, plain"}[engine]
    environ = (("CROSSWRIGHT_ENGINE", engine),)
    return Peer(name, version("crosswright"), command, environ=environ)


def command_line() -> Peer:
    """Return the command line, asked for JSON."""

    def command(case: Case, seed: int, limit: float) -> list[str | Path]:
        files = [str(grids.path(case.grid)), "-w", str(lists.scored(case.words))]
        options = ["--objective", "any", "--seed", str(seed), "--json"]
        return [sys.executable, "-m", "crosswright", "fill", *files, *options]

    def rows(out: str, case: Case) -> list[str]:
        import json

        return list(json.loads(out)["grid"])

    return Peer("crosswright fill", version("crosswright"), command, rows)


def _course() -> Peer:
    def command(case: Case, seed: int, limit: float) -> list[str | Path]:
        structure = lists.WORK / "structures" / f"{case}.txt"
        structure.parent.mkdir(parents=True, exist_ok=True)
        structure.write_text(grids.path(case.grid).read_text("utf-8").replace(".", "_"), "utf-8")
        return [*_solver("course"), structure, lists.bare(case.words)]

    return Peer("course edition", version("crosswright"), command, most_slots=30)


def _installed(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _cpsat() -> Peer | None:
    def command(case: Case, seed: int, limit: float) -> list[str | Path]:
        return [*_solver("cpsat"), grids.path(case.grid), lists.bare(case.words), str(seed)]

    release = _installed("ortools")
    return Peer("CP-SAT", release, command) if release else None


def _blacksquare() -> Peer | None:
    def command(case: Case, seed: int, limit: float) -> list[str | Path]:
        files = [grids.path(case.grid), lists.scored(case.words)]
        return [*_solver("blacksquare"), *files, str(limit * runner.PATIENCE)]

    release = _installed("blacksquare")
    return Peer("blacksquare", release, command) if release else None


def _qxw() -> Peer | None:
    """Return Qxw in batch mode, where a deck lists the cells of each slot by number."""

    def command(case: Case, seed: int, limit: float) -> list[str | Path]:
        assert QXW is not None
        rows = grids.load(case.grid)
        target = lists.WORK / "decks" / f"{case} {seed}.qxd"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text("\n".join(deck(rows, seed)) + "\n", "ascii")
        return [QXW, "-b", "-d", lists.bare(case.words), target]

    def rows(out: str, case: Case) -> list[str]:
        words = [line.split()[1] for line in out.splitlines() if line.startswith("W")]
        letters = [list(row) for row in grids.load(case.grid)]
        for word, cells in zip(words, grids.slots(grids.load(case.grid)), strict=True):
            for letter, (i, j) in zip(word, cells, strict=True):
                letters[i][j] = letter
        return ["".join(row) for row in letters]

    if QXW is None:
        return None
    usage = runner.run([QXW, "-?"], limit=10).out
    release = next(
        (line.split()[-1].rstrip(".") for line in usage.splitlines() if "release" in line), "?"
    )
    return Peer("Qxw", release, command, rows)


def deck(rows: Sequence[str], seed: int) -> list[str]:
    """Return the lines of a deck for Qxw."""
    width = len(rows[0])
    lines = [".UNIQUE 1", f".RANDOM {1 if seed else 0}"]
    for cells in grids.slots(rows):
        numbers = " ".join(str(i * width + j) for i, j in cells)
        given = "".join(rows[i][j] for i, j in cells)
        lines.append(numbers if set(given) == {"."} else f"{numbers} ={given}")
    return lines
