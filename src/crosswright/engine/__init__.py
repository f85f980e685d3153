"""The solver: a plain-Python engine and its compiled twin behind one picker.

The environment variable CROSSWRIGHT_ENGINE (`python` or `compiled`) forces one of them.
"""

from __future__ import annotations

import os
from types import ModuleType

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
    "name",
    "rows_at_least",
]


def pick(wanted: str | None) -> ModuleType:
    """Return the engine of that name, or the best one there is."""
    from crosswright.engine import plain

    if wanted == "python":
        return plain
    if wanted not in (None, "", "compiled"):
        raise CrosswrightError(f"CROSSWRIGHT_ENGINE is {wanted!r}; it takes python or compiled")
    try:
        from crosswright.engine import compiled
    except ImportError as error:
        if wanted:
            raise CrosswrightError(
                "CROSSWRIGHT_ENGINE asks for the compiled engine, which was not built: "
                "reinstall with a C compiler at hand"
            ) from error
        return plain
    return compiled


_engine = pick(os.environ.get("CROSSWRIGHT_ENGINE"))
Solver = _engine.Solver
rows_at_least = _engine.rows_at_least
name: str = _engine.NAME
