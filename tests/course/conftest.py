"""What the tests of the course edition share."""

from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.course_problems import Numbers

from crossword import Crossword
from generate import CrosswordCreator


@pytest.fixture
def make(tmp_path: Path) -> Callable[..., CrosswordCreator]:
    """Return a function that builds a creator from a structure and words given as text."""

    def creator(structure: str, words: str, inference: bool = True) -> CrosswordCreator:
        (tmp_path / "structure.txt").write_text(structure, encoding="utf-8")
        (tmp_path / "words.txt").write_text("\n".join(words.split()), encoding="utf-8")
        crossword = Crossword(tmp_path / "structure.txt", tmp_path / "words.txt")
        return CrosswordCreator(crossword, inference)

    return creator


@pytest.fixture
def numbers() -> Numbers:
    return Numbers()


@pytest.fixture
def lengths(numbers: Numbers) -> Numbers:
    """Return structure0's problem with node consistency enforced."""
    numbers.creator.enforce_node_consistency()
    return numbers
