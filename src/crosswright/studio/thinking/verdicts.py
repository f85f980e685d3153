"""Verdicts on the candidates that a page shows: tried by search, with a fill or a proof each.

First every candidate gets its verdict at the floor of the document; then come the floors that can
be reached with it, and the bounds on them.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Sequence
from typing import Any, Final

from crosswright.errors import CrosswrightError
from crosswright.filling.asking.inquiry import Viability
from crosswright.filling.asking.session import Session
from crosswright.filling.asking.whatif import WhatIfRun, WordVerdict
from crosswright.limits import Limit
from crosswright.studio.insight import Insight
from crosswright.studio.thinking.stage import Stage
from crosswright.studio.thinking.task import RevisionTask

PASSES: Final = (0.25, 0.6)
"""Seconds for the rows of each slot, the first time round and the second."""

FLOOR_SECONDS: Final = 10.0
"""Seconds for the floors of the rows of each slot."""

EVENT_SECONDS: Final = 0.03
"""Time between two events with verdicts: a page draws no faster."""

Verdicts = dict[str, dict[str, WordVerdict]]
"""What is known about words in slots, by label and word."""


class _Teller:
    """Tells the page of verdicts, several at a time."""

    def __init__(self, task: RevisionTask, slot: str) -> None:
        self._task, self._slot = task, slot
        self._waiting: dict[str, WordVerdict] = {}
        self._told = 0.0

    def add(self, verdict: WordVerdict) -> None:
        """Tell of a verdict soon, of the first one at once."""
        self._waiting[verdict.word] = verdict
        if time.monotonic() - self._told >= EVENT_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Tell what is left to tell."""
        if self._waiting:
            rows = [verdict_json(verdict) for verdict in self._waiting.values()]
            self._task.publish("candidate", {"slot": self._slot, "verdicts": rows})
            self._waiting.clear()
            self._told = time.monotonic()


def verdict_json(verdict: WordVerdict) -> dict[str, Any]:
    """Return a verdict as the browser is told: the bound only once it was looked for."""
    told: dict[str, Any] = {"word": verdict.word, "verdict": str(verdict.viability)}
    if verdict.viability is Viability.FILLS:
        told |= {"floor": verdict.floor, "bound": verdict.bound}
    return told


def known(task: RevisionTask, slot: str) -> dict[str, WordVerdict]:
    """Return what is known about words in a slot, to be added to."""
    verdicts: Verdicts = task.results.setdefault(VerdictStage.name, {})
    return verdicts.setdefault(slot, {})


class VerdictStage(Stage):
    """Whether the grid can be filled with each of the candidates in view."""

    name = "verdicts"
    follows_look = True

    def __init__(self, insight: Insight) -> None:
        self._insight = insight

    def steps(self, task: RevisionTask) -> Generator[None]:
        """Try the rows in view, those of the active slot first, and try hard ones again."""
        slots = task.look.slots if task.look else ()
        for number, seconds in enumerate(PASSES, 1):
            for slot, words in slots:
                yield from self._try(task, slot, words, seconds, is_last=number == len(PASSES))

    def _try(
        self,
        task: RevisionTask,
        slot: str,
        words: Iterable[str],
        seconds: float,
        *,
        is_last: bool,
    ) -> Generator[None]:
        verdicts, teller = known(task, slot), _Teller(task, slot)
        rows = [word for word in words if not _is_decided(verdicts.get(word))]
        if not rows:
            return
        limit = Limit(seconds=seconds)
        for verdict in _asking(self._insight, task, slot, rows, floors=False, limit=limit):
            verdicts[verdict.word] = verdict
            if _is_decided(verdict) or is_last:
                teller.add(verdict)
            yield
        teller.flush()


class FloorStage(Stage):
    """How high a floor each of the candidates in view allows."""

    name = "floors"
    follows_look = True

    def __init__(self, insight: Insight) -> None:
        self._insight = insight

    def steps(self, task: RevisionTask) -> Generator[None]:
        """Look for higher floors, and prove that there are none."""
        for slot, words in task.look.slots if task.look else ():
            verdicts, teller = known(task, slot), _Teller(task, slot)
            rows = [word for word in words if not _is_settled(verdicts.get(word))]
            limit = Limit(seconds=FLOOR_SECONDS)
            for verdict in _asking(self._insight, task, slot, rows, floors=True, limit=limit):
                if verdict.word not in verdicts or verdict != verdicts[verdict.word]:
                    verdicts[verdict.word] = verdict
                    teller.add(verdict)
                yield
            teller.flush()


def _is_decided(verdict: WordVerdict | None) -> bool:
    return verdict is not None and verdict.viability is not Viability.UNDECIDED


def _is_settled(verdict: WordVerdict | None) -> bool:
    """Return whether nothing more can be found out about a word."""
    if verdict is None or verdict.viability is Viability.UNDECIDED:
        return False
    return verdict.viability is Viability.DEAD or verdict.floor is None or verdict.is_proved


def _asking(
    insight: Insight,
    task: RevisionTask,
    slot: str,
    words: Sequence[str],
    *,
    floors: bool,
    limit: Limit,
) -> Generator[WordVerdict]:
    """Yield verdicts on words in a slot, at the end those that are left undecided.

    Words that the slot could not have are left out.
    """
    last: list[WhatIfRun] = []

    def begin(session: Session) -> WhatIfRun:
        try:
            run = session.what_if(slot, words, floors=floors, limit=limit)
        except CrosswrightError:
            possible = [word for word in words if _is_possible(session, slot, word)]
            run = session.what_if(slot, possible, floors=floors, limit=limit)
        last[:] = [run]
        return run

    if words and slot in insight.slots(task):
        yield from insight.asking(task, begin)
    if last and not task.is_cancelled:
        verdicts = last[0].result().verdicts.values()
        yield from (each for each in verdicts if each.viability is Viability.UNDECIDED)


def _is_possible(session: Session, slot: str, word: str) -> bool:
    """Return whether a slot has a word in its table."""
    try:
        session.what_if(slot, [word], limit=Limit(nodes=0))
    except CrosswrightError:
        return False
    return True
