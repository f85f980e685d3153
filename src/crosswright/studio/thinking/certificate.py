"""The certificate: the best floor of the grid as it is, proved or bounded, behind every edit.

The floor is about the words that the engine chooses: those in ink may score less. It does not
depend on the lowest score that the document asks for, which may be out of reach.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, ClassVar

from crosswright.filling.asking.living import BestFloor, FloorRun
from crosswright.filling.asking.session import Session
from crosswright.limits import Limit, Status
from crosswright.studio.insight import Insight
from crosswright.studio.thinking.stage import Stage
from crosswright.studio.thinking.task import RevisionTask

FIRST_SECONDS, PROOF_SECONDS = 0.3, 10.0
"""Seconds of processor time for a first look, before the truth map, and for the proof at last."""


def certificate_json(best: BestFloor, *, is_done: bool) -> dict[str, Any]:
    """Return a certificate as the browser is told."""
    return {
        "status": "open" if best.status is Status.CANCELLED else str(best.status).lower(),
        "floor": best.floor,
        "bound": best.bound,
        "proved": best.is_proved,
        "done": is_done,
    }


class CertificateStage(Stage):
    """The best floor that is soon found, and that none is better if that is soon proved."""

    name = "certificate"
    seconds: ClassVar[float] = FIRST_SECONDS

    def __init__(self, insight: Insight) -> None:
        self._insight = insight

    def steps(self, task: RevisionTask) -> Generator[None]:
        """Climb from floor to floor; below the document's own if nothing reaches that."""
        best = yield from self._climb(task, has_floor=True)
        if best.status is Status.IMPOSSIBLE and task.state["rules"].get("min_score") is not None:
            best = yield from self._climb(task, has_floor=False)
        self._tell(task, best, is_done=best.is_proved or self.seconds == PROOF_SECONDS)

    def _climb(self, task: RevisionTask, *, has_floor: bool) -> Generator[None, None, BestFloor]:
        runs: list[FloorRun] = []

        def begin(session: Session) -> FloorRun:
            runs.append(session.best_floor(Limit(cpu_seconds=self.seconds)))
            return runs[-1]

        for best in self._insight.asking(task, begin, has_floor=has_floor):
            if best.status is Status.FILLED or not has_floor:
                self._tell(task, best, is_done=False)
            yield
        return runs[-1].result() if runs else BestFloor(Status.CANCELLED, 0)

    def _tell(self, task: RevisionTask, best: BestFloor, *, is_done: bool) -> None:
        if not task.is_cancelled:
            task.results[CertificateStage.name] = best
            task.publish("certificate", certificate_json(best, is_done=is_done))


class ProofStage(CertificateStage):
    """What the first look has left open."""

    name = "proof"
    seconds: ClassVar[float] = PROOF_SECONDS

    def is_wanted(self, task: RevisionTask) -> bool:
        """Return whether anything was left open."""
        best: BestFloor | None = task.results.get(CertificateStage.name)
        return best is None or not best.is_proved
