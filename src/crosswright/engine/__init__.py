"""The solver: a plain-Python engine and its compiled twin behind one picker.

- `problem`: what an engine solves
- `heuristics`: numbers that both engines share
- `plain`, `compiled`: the same search twice, readable and fast
- `bitrows`, `propagation`, `choices`: the parts of `plain`

What is picked is used as an attribute of this module (`engine.Solver`), so that tests can run
everything with either engine.
"""

from __future__ import annotations

from crosswright.engine.heuristics import EXHAUSTED, RUNNING, SOLUTION
from crosswright.engine.problem import Exclusions, Problem, Tables
from crosswright.support.hints import TYPE_CHECKING
from crosswright.support.twins import pick

PICKED = ("KeptSolver", "Solver", "best_scores", "rows_at_least", "score_range")
"""What the two engines both have."""

__all__ = [
    "EXHAUSTED",
    "PICKED",
    "RUNNING",
    "SOLUTION",
    "Exclusions",
    "KeptSolver",
    "Problem",
    "Solver",
    "Tables",
    "best_scores",
    "name",
    "rows_at_least",
    "score_range",
]

_twin, name = pick(__name__)
if TYPE_CHECKING:
    from crosswright.engine.plain import (
        KeptSolver,
        Solver,
        best_scores,
        rows_at_least,
        score_range,
    )
else:
    KeptSolver = _twin.KeptSolver
    Solver = _twin.Solver
    best_scores = _twin.best_scores
    rows_at_least = _twin.rows_at_least
    score_range = _twin.score_range
