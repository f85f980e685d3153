"""`import crosswright` offers the whole interface, by name, and costs next to nothing."""

from __future__ import annotations

import ast
import inspect
import pydoc
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import crosswright

SOURCE = Path(crosswright.__file__).read_text("utf-8")
NAMES = [name for name in crosswright.__all__ if name != "__version__"]


def declared() -> dict[str, str]:
    """Return what type checkers are shown: every name, and the module that it comes from."""
    [block] = [node for node in ast.parse(SOURCE).body if isinstance(node, ast.If)]
    return {
        alias.asname or alias.name: (node.module or "").removeprefix("crosswright.")
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def test_type_checkers_and_programs_see_the_same_names() -> None:
    assert declared() == crosswright._HOMES


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_there_and_documented(name: str) -> None:
    value = getattr(crosswright, name)
    assert value.__name__ == name
    assert inspect.getdoc(value)


@pytest.mark.parametrize("name", NAMES)
def test_every_name_comes_from_the_module_that_defines_it(name: str) -> None:
    home = crosswright._HOMES[name]
    defined_in = getattr(crosswright, name).__module__
    assert f"{defined_in}.".startswith(f"crosswright.{home}.")


def test_completion_shows_every_name_and_nothing_else() -> None:
    assert dir(crosswright) == sorted(crosswright.__all__)


def test_help_shows_the_names_and_an_example() -> None:
    page = pydoc.plain(pydoc.render_doc(crosswright))
    assert ">>> import crosswright" in page
    assert [name for name in NAMES if name not in page] == []


def test_an_unknown_name_is_refused_so_that_python_can_suggest_another() -> None:
    with pytest.raises(AttributeError, match="no attribute 'filll'") as caught:
        crosswright.filll  # noqa: B018
    assert (caught.value.name, caught.value.obj) == ("filll", crosswright)


@pytest.mark.parametrize(
    "function",
    [
        lambda grid: crosswright.check(grid),
        lambda grid: crosswright.describe(grid),
        lambda grid: crosswright.render(grid, "svg"),
        lambda grid: crosswright.write(grid, "nowhere.ipuz"),
    ],
    ids=["check", "describe", "render", "write"],
)
def test_a_grid_is_refused_where_a_puzzle_is_needed(function: Callable[[Any], object]) -> None:
    with pytest.raises(TypeError, match=r"a Puzzle, not Grid; .* Puzzle\.from_filled\(grid\)"):
        function(crosswright.Grid.parse("CAT"))


def test_importing_it_imports_nothing_else() -> None:
    code = (
        "import sys; before = set(sys.modules); import crosswright; "
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["crosswright", "crosswright._version"]
