"""The solver: a plain-Python engine and its compiled twin behind one picker.

The environment variable CROSSWRIGHT_ENGINE (`python` or `compiled`) forces one of them.
"""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from crosswright.engine.heuristics import EXHAUSTED, RUNNING, SOLUTION
from crosswright.engine.problem import Exclusions, Problem, Tables
from crosswright.errors import CrosswrightError

__all__ = [
    "EXHAUSTED",
    "RUNNING",
    "SOLUTION",
    "Exclusions",
    "Problem",
    "Solver",
    "Tables",
    "best_scores",
    "name",
    "rows_at_least",
    "score_range",
]


def pick(wanted: str | None) -> ModuleType:
    """Return the engine of that name, or the best one there is."""
    if wanted not in (None, "", "compiled", "python"):
        raise CrosswrightError(f"CROSSWRIGHT_ENGINE is {wanted!r}; it takes python or compiled")
    if wanted != "python":
        try:
            return import_module("crosswright.engine.compiled")
        except ImportError as error:
            if wanted == "compiled":
                raise CrosswrightError(
                    "CROSSWRIGHT_ENGINE asks for the compiled engine, which was not built: "
                    "reinstall with a C compiler at hand"
                ) from error
    return import_module("crosswright.engine.plain")


_engine = pick(os.environ.get("CROSSWRIGHT_ENGINE"))
name: str = _engine.NAME
if TYPE_CHECKING:
    from crosswright.engine.plain import Solver, best_scores, rows_at_least, score_range
else:
    Solver = _engine.Solver
    best_scores = _engine.best_scores
    rows_at_least = _engine.rows_at_least
    score_range = _engine.score_range
