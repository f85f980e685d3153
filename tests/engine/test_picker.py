"""The picker of engines: what it picks is not bound anywhere else."""

from __future__ import annotations

import ast
from pathlib import Path

from crosswright import engine

PACKAGE = Path(engine.__file__).parents[1]


def picked_names(source: str) -> set[str]:
    """Return the picked names that a module imports by themselves."""
    imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    names = {a.name for node in imports if node.module == "crosswright.engine" for a in node.names}
    return names.intersection(engine.PICKED)


def test_every_module_asks_for_the_picked_engine_each_time() -> None:
    """A module that imported `Solver` itself would keep one engine when tests set the other."""
    assert picked_names("from crosswright.engine import SOLUTION, Solver") == {"Solver"}
    for path in PACKAGE.rglob("*.py"):
        assert not picked_names(path.read_text("utf-8")), path


def test_a_test_can_set_the_engine(each_engine: str) -> None:
    assert engine.name == each_engine
    compiled = each_engine == "compiled"
    assert (engine.Solver.__module__ == "crosswright.engine.compiled") is compiled
