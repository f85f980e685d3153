"""The rooms of the package have an order: each imports only from those above it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "crosswright"

ROOMS = (
    "_version",
    "errors",
    "support",
    "limits",
    "grids",
    "words",
    "puzzles",
    "clues",
    "engine",
    "filling",
    "explaining",
    "tracing",
    "patterns",
    "layouts",
    "constructing",
    "formats",
    "rendering",
    "grading",
    "series",
    "studio",
    "cli",
)
"""Top to bottom."""

FRONT_DOOR = "__init__"
"""It offers names from every room, and imports each one only when it is used."""

MODULES = sorted(path for suffix in ("py", "pyx", "pyi") for path in PACKAGE.rglob(f"*.{suffix}"))


def room_of(module: str) -> str:
    """Return the room of a dotted module name below `crosswright`."""
    return module.split(".")[0]


def imported(source: str, module: str) -> Iterator[str]:
    """Yield every module of the package that a source imports, by its name below `crosswright`.

    Imports inside functions, and those for type checkers alone, count like all others.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level:
            parts = ["crosswright", *module.split(".")][: -node.level]
            base = ".".join([*parts, *filter(None, [node.module])])
            names = [f"{base}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            package, _, below = name.partition(".")
            if package == "crosswright" and below:
                yield below


def source_of(path: Path) -> str:
    """Return what Python can parse of a module: of a Cython source, its import lines."""
    text = path.read_text("utf-8")
    if path.suffix != ".pyx":
        return text
    lines = [line.strip() for line in text.splitlines()]
    imports = [line for line in lines if line.startswith(("import ", "from "))]
    return "\n".join(line for line in imports if " cimport " not in line)


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts)


def test_every_module_is_in_a_room() -> None:
    rooms = {room_of(name_of(path)) for path in MODULES} - {FRONT_DOOR, "__main__"}
    assert rooms == set(ROOMS)


def test_the_rooms_are_listed_for_contributors_in_this_order() -> None:
    page = (PACKAGE.parents[1] / "CONTRIBUTING.md").read_text("utf-8")
    _, table = page.split("| room | what is in it |\n")
    rows = takewhile(lambda line: line.startswith("|"), table.splitlines())
    assert [row.split("`")[1] for row in rows if "`" in row] == list(ROOMS)


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_room_imports_only_from_those_above_it(path: Path) -> None:
    module = name_of(path)
    if module in (FRONT_DOOR, "__main__"):
        return
    own = ROOMS.index(room_of(module))
    names = imported(source_of(path), module)
    assert not [name for name in names if ROOMS.index(room_of(name)) > own]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("import crosswright.cli.app", "cli.app"),
        ("from crosswright import cli", "cli"),
        ("from crosswright.cli.app import main", "cli.app.main"),
        ("def f():\n    from crosswright.cli import app", "cli.app"),
        ("if TYPE_CHECKING:\n    from crosswright.cli import app", "cli.app"),
        ("from . import styles", "grids.styles"),
        ("from ..cli import app", "cli.app"),
    ],
)
def test_imports_of_every_form_are_seen(line: str, found: str) -> None:
    assert [*imported(line, "grids.grid")] == [found]
