"""The picker of engines: what it picks is not bound anywhere else."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from crosswright import engine

PACKAGE = Path(engine.__file__).parents[1]
MODULES = [path for path in sorted(PACKAGE.rglob("*.py")) if "engine" not in path.parts]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_the_picked_engine_is_asked_for_each_time(path: Path) -> None:
    """A module that imported `Solver` itself would keep one engine when tests set the other."""
    imported = {
        alias.name
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "crosswright.engine"
        for alias in node.names
    }
    assert imported.isdisjoint(engine.PICKED)


def test_a_test_can_set_the_engine(each_engine: str) -> None:
    assert engine.name == each_engine
    compiled = each_engine == "compiled"
    assert (engine.Solver.__module__ == "crosswright.engine.compiled") is compiled
