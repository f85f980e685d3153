"""Running fills for a command: pace, live progress, and an early end."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace

from crosswright.cli.console import Console, LiveLine
from crosswright.filling.fill import FillResult, FillRun, Progress, start
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
        self,
        rules: Rules,
        seed: int,
        *,
        seconds: float | None = None,
        patience: float | None = None,
    ) -> FillResult:
        """Fill once; `patience` is for the first fill, `seconds` in place of the user's time."""
        limit = seconds if seconds is not None else self.seconds
        until = IMPROVING if limit is None else limit
        patience = patience if patience is not None else PATIENCE if limit is None else limit
        with (
            self._start(rules, seed, Limit(seconds=limit)) as self._run,
            self.console.live() as line,
        ):
            for progress in self._run:
                show(line, progress)
                if progress.statistics.seconds >= (until if progress.best else patience):
                    self._run.stop()
            result = self._run.result()
        if result.status is Status.CANCELLED and not self.stopped.is_set():
            return replace(result, status=Status.LIMIT)
        return result

    def _start(self, rules: Rules, seed: int, limit: Limit) -> FillRun:
        run = start(
            self.grid,
            self.words,
            rules,
            seed=seed,
            limit=limit,
            objective=self.objective,
            threads=self.threads,
        )
        if self.stopped.is_set():
            run.stop()
        return run


def show(line: LiveLine, progress: Progress) -> None:
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
