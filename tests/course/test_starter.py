"""The starter of the assignment: all there, but for the eight functions to write."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.planted_faults import SUBMISSIONS

from crosswright.grading.grade import grade
from crosswright.grading.problems import FUNCTIONS

ROOT = Path(__file__).parents[2]
STARTER = ROOT / "docs" / "course" / "generate.py"
UNWRITTEN = "        raise NotImplementedError\n"


def functions_of(source: str) -> dict[str, ast.FunctionDef]:
    """Return the methods of CrosswordCreator."""
    [creator] = [
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef) and node.name == "CrosswordCreator"
    ]
    return {node.name: node for node in creator.body if isinstance(node, ast.FunctionDef)}


def completed() -> str:
    """Return the starter with the bodies of a solution written in."""
    source = STARTER.read_text("utf-8")
    solution = (SUBMISSIONS / "plain.py").read_text("utf-8").splitlines(keepends=True)
    for name, node in functions_of("".join(solution)).items():
        if name in FUNCTIONS:
            body = "".join(solution[node.body[0].lineno - 1 : node.end_lineno])
            start = source.index(f"    def {name}(")
            at = source.index(UNWRITTEN, start)
            source = source[:at] + body + source[at + len(UNWRITTEN) :]
    return source


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "crossword.py", tmp_path)
    shutil.copytree(ROOT / "data", tmp_path / "data")
    return tmp_path


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-X", "utf8", "generate.py", *arguments],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_the_eight_functions_are_documented_and_left_out() -> None:
    functions = functions_of(STARTER.read_text("utf-8"))
    for name in FUNCTIONS:
        docstring, *rest = functions[name].body
        assert isinstance(docstring, ast.Expr)
        assert [*map(ast.unparse, rest)] == ["raise NotImplementedError"]
    assert STARTER.read_text("utf-8").count(UNWRITTEN) == 8


def test_the_functions_take_what_the_solution_takes() -> None:
    solution = functions_of((ROOT / "generate.py").read_text("utf-8"))
    for name, node in functions_of(STARTER.read_text("utf-8")).items():
        if name in FUNCTIONS:
            parameters = [argument.arg for argument in node.args.args]
            assert parameters == [argument.arg for argument in solution[name].args.args]


def test_the_grader_says_what_is_left_to_write() -> None:
    result = grade(STARTER)
    assert [str(failure) for failure in result.failures] == [
        f"{name} should run to its end, but is not written yet" for name in FUNCTIONS
    ]
    assert result.points == 3


def test_with_the_functions_written_it_is_a_program(folder: Path) -> None:
    (folder / "generate.py").write_text(completed(), "utf-8")
    done = run(folder, "data/structure0.txt", "data/words0.txt", "grid.png")
    assert done.stdout == "█SIX█\n█E██F\n█V██I\n█E██V\n█NINE\n"
    assert (folder / "grid.png").read_bytes().startswith(b"\x89PNG")
    (folder / "few.txt").write_text("ONE\nTWO\n", "utf-8")
    assert run(folder, "data/structure0.txt", "few.txt").stdout == "No solution.\n"
    assert "Usage" in run(folder).stderr


def test_with_the_functions_written_it_passes(folder: Path) -> None:
    (folder / "generate.py").write_text(completed(), "utf-8")
    result = grade(folder / "generate.py")
    assert (result.failures, result.remarks) == ((), ())


def test_the_page_names_every_function() -> None:
    for page in ("README.md", "hints.md"):
        text = (STARTER.parent / page).read_text("utf-8")
        assert [name for name in FUNCTIONS if name not in text] == []
