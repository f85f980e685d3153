"""Planted faults are each caught and named, and correct solutions pass in every style."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.planted_faults import FAULTS, SUBMISSIONS, PlantedFault

from crosswright.grading.contract import RUNS
from crosswright.grading.grade import Grade, grade

pytestmark = pytest.mark.endurance

ROOT = Path(__file__).parents[2]
SOLUTIONS = [ROOT / "generate.py", *sorted(SUBMISSIONS.glob("*.py"))]


@pytest.mark.parametrize("path", SOLUTIONS, ids=lambda path: path.stem)
def test_a_correct_solution_passes_whatever_its_style(path: Path) -> None:
    result = grade(path)
    assert [*map(str, result.failures)] == []
    assert not result.skipped
    assert result.points == result.total


def graded(fault: PlantedFault, folder: Path) -> Grade:
    """Return the grade of a solution with a fault in it, for the function that is wrong."""
    path = folder / "generate.py"
    path.write_text(fault.source(), "utf-8")
    return grade(path, functions=[fault.function], seconds=1)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_planted_fault_is_caught_and_named(fault: PlantedFault, tmp_path: Path) -> None:
    result = graded(fault, tmp_path)
    lines = [*map(str, result.failures)]
    assert lines
    assert all(line.startswith(f"{fault.function} should ") for line in lines), lines
    for failure in result.failures:
        assert failure.call is not None, lines
        assert sum(row.count("_") for row in failure.call.problem.rows) <= 10, lines


def test_there_is_a_fault_for_every_function() -> None:
    assert len(FAULTS) > 50
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
    assert len({fault.function for fault in FAULTS}) == 8


def test_a_fault_fails_no_function_that_does_not_depend_on_it(tmp_path: Path) -> None:
    [fault] = [fault for fault in FAULTS if fault.name == "revise stops after one removal"]
    path = tmp_path / "generate.py"
    path.write_text(fault.source(), "utf-8")
    result = grade(path)
    functions = [failure.function for failure in result.failures]
    assert {*functions} == {"revise", "ac3"}
    assert functions == sorted(functions, reverse=True)  # in the order of the contract
    assert result.hint("ac3") == "fix revise first: ac3 relies on it"
    assert result.hint("revise") == ""


def test_looking_at_whole_assignments_alone_is_too_slow(tmp_path: Path) -> None:
    text = (SUBMISSIONS / "plain.py").read_text("utf-8")
    text = text.replace(
        "            return assignment\n", "            return self.whole(assignment)\n"
    )
    text = text.replace("if self.consistent(attempt):", "if True:")
    text = text.replace(
        "    def backtrack(",
        "    def whole(self, assignment):\n"
        "        return assignment if self.consistent(assignment) else None\n\n"
        "    def backtrack(",
    )
    path = tmp_path / "generate.py"
    path.write_text(text, "utf-8")
    result = grade(path, seconds=2)
    assert [(failure.function, failure.check) for failure in result.failures] == [("solve", RUNS)]
