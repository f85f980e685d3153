"""Points, and what is looked at."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.planted_faults import SUBMISSIONS

from crosswright.errors import GradingError
from crosswright.grading.contract import CHECKS
from crosswright.grading.grade import grade
from crosswright.limits import Budget

PLAIN = (SUBMISSIONS / "plain.py").read_text("utf-8")
REVISE = "    def revise(self, x, y):\n"


@pytest.mark.parametrize(
    "body, points",
    [
        ("", 8),
        ("        raise NotImplementedError\n", 3),
        ("        raise KeyError(x)\n", 3),
        ("        raise SystemExit\n", 3),
        ("        if self.crossword.overlaps[x, y] is None: raise KeyError(x)\n", 7),
    ],
    ids=["right", "not written", "never returns", "exits", "returns sometimes"],
)
def test_a_function_that_never_returns_has_no_points(
    body: str, points: int, tmp_path: Path
) -> None:
    path = tmp_path / "generate.py"
    path.write_text(PLAIN.replace(REVISE, REVISE + body), "utf-8")
    result = grade(path, functions=["revise"])
    assert (result.points, result.total) == (points, 3 + len(CHECKS["revise"]))


def test_a_file_that_cannot_be_imported_has_none(tmp_path: Path) -> None:
    path = tmp_path / "generate.py"
    path.write_text("1 / 0", "utf-8")
    result = grade(path)
    assert (result.points, result.total) == (0, 41)
    assert result.skipped == {*CHECKS}


def test_the_suffix_of_a_submission_does_not_matter(tmp_path: Path) -> None:
    path = tmp_path / "generate.py.txt"
    path.write_text(PLAIN, "utf-8")
    result = grade(path, functions=["revise"])
    assert result.points == result.total
    path.write_text("This is my homework.\n", "utf-8")
    assert "is not Python: invalid syntax (line 1)" in str(grade(path, functions=["revise"]))


def test_once_stopped_the_rest_is_skipped() -> None:
    budget = Budget()
    budget.stop()
    result = grade(SUBMISSIONS / "plain.py", whole=budget)
    assert result.skipped == {*CHECKS}
    assert result.failures == ()


def test_bad_arguments_are_refused() -> None:
    path = SUBMISSIONS / "plain.py"
    with pytest.raises(GradingError, match="unknown function 'fill'; choose from enforce"):
        grade(path, functions=["fill"])
    with pytest.raises(ValueError, match="seconds must be positive, not 0"):
        grade(path, seconds=0)
    with pytest.raises(TypeError, match="seed takes a whole number, not 'x'"):
        grade(path, seed="x")  # type: ignore[arg-type]
