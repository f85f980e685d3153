"""Running fills for a command: pace, live progress, and an early end."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

from crosswright.cli.console import Console, LiveLine
from crosswright.filling.fill import FillRun, start
from crosswright.filling.result import FillProgress, FillResult
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Limit, Status
from crosswright.words.wordlist import WordList

PATIENCE = 30.0
"""Seconds to wait for a first fill when the user sets no time."""

IMPROVING = 5.0
"""Seconds from the start until which a fill is improved when the user sets no time."""


@dataclass
class Filler:
    """Fills a grid as often as asked, until it is stopped."""

    grid: Grid
    words: WordList
    console: Console
    objective: str = "score"
    seconds: float | None = None
    threads: int | None = None
    stopped: threading.Event = field(default_factory=threading.Event, init=False)
    _run: FillRun | None = field(default=None, init=False)

    def stop(self) -> None:
        """End the fill under way with what it has, and let no other begin."""
        self.stopped.set()
        if self._run is not None:
            self._run.stop()

    def fill(
        self, rules: Rules, seed: int, floors: Sequence[int | None] | None = None
    ) -> FillResult:
        """Fill once; `floors` are stepped down until one fills."""
        with (
            self._start(rules, seed, floors) as self._run,
            self.console.live() as line,
        ):
            floors_left = 0
            began = 0.0  # when the floor that is being tried was begun
            for progress in self._run:
                if len(progress.floors_left) > floors_left:
                    floors_left = len(progress.floors_left)
                    began = progress.statistics.seconds
                    self.console.note(stepping_down(progress))
                show(line, progress)
                seconds = progress.statistics.seconds - began
                if self.seconds is None and progress.best and seconds >= IMPROVING:
                    self._run.stop()
            return self._run.result()

    def _start(self, rules: Rules, seed: int, floors: Sequence[int | None] | None) -> FillRun:
        run = start(
            self.grid,
            self.words,
            rules,
            seed=seed,
            limit=Limit(seconds=self.seconds),
            objective=self.objective,
            floors=floors,
            patience=Limit(seconds=PATIENCE) if self.seconds is None else None,
            threads=self.threads,
        )
        if self.stopped.is_set():
            run.stop()
        return run


def stepping_down(progress: FillProgress) -> str:
    """Say which floor was left last, and why."""
    floor, status = list(progress.floors_left.items())[-1]
    why = "proved impossible" if status is Status.IMPOSSIBLE else "no fill in time"
    return f"words from {floor} up: {why}; stepping down"


def show(line: LiveLine, progress: FillProgress) -> None:
    """Put the state of a fill on the live line: best so far, nodes a second, elapsed."""
    if not line.due:
        return
    best = progress.best
    if best is None or best.mean_score is None:
        state = f"filling: {progress.slots_filled} of {progress.slots} words"
    else:
        scores = [score for score in best.scores.values() if score is not None]
        state = f"best so far: mean {best.mean_score:.1f}, lowest {min(scores)}"
    seconds = progress.statistics.seconds
    speed = progress.statistics.nodes / max(seconds, 1e-9)
    line.show(f"{state} · {speed:,.0f} nodes/s · {seconds:.1f} s · Ctrl-C ends it")
