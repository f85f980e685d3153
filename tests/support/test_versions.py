"""Versions of formats."""

from __future__ import annotations

from crosswright.support.versions import problem_with


def test_only_newer_formats_are_a_problem() -> None:
    assert problem_with(0, 1, "a") == problem_with(1, 1, "a") == ""
    assert problem_with(2, 1, "a").startswith("a: made by a newer Crosswright (format 2; ")
    assert len(problem_with(10**400, 1, "a")) < 100
