"""Folders of submissions."""

from __future__ import annotations

from pathlib import Path

import pytest

from crosswright.errors import GradingError
from crosswright.grading.contract import CHECKS
from crosswright.grading.folder import submissions, table
from crosswright.grading.grade import Grade, GradedFailure


def test_files_and_folders_are_found(tmp_path: Path) -> None:
    for name in ("bob.py", "crossword.py", "notes.txt", "alice/generate.py", "carol/readme.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    names = [path.relative_to(tmp_path).as_posix() for path in submissions(tmp_path)]
    assert names == ["bob.py", "alice/generate.py"]


def test_a_folder_without_submissions_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GradingError, match="no submissions"):
        submissions(tmp_path)


def test_a_table_has_a_line_for_each_submission() -> None:
    failure = GradedFailure("revise", CHECKS["revise"][1], "it does not")
    grades = [
        Grade("all/alice.py", (), ()),
        Grade("all/bob.py", (failure,), (), skipped=frozenset({"ac3"})),
    ]
    heading, alice, bob = table(grades, "all").splitlines()
    assert heading.split()[:3] == ["submission", "points", "file"]
    assert alice.split() == ["alice.py", "41/41", *"✓✓✓✓✓✓✓✓✓"]
    assert bob.split() == ["bob.py", "34/41", *"✓✓✗–✓✓✓✓✓"]
    assert bob.index("✗") == heading.index("revise")
