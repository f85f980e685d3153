"""The textbook's search is that of the course edition, assignment for assignment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossword import Crossword, Variable
from crosswright.grids.grid import Grid
from crosswright.limits import Status
from crosswright.tracing.textbook import Variant
from crosswright.tracing.trace import Trace, trace
from crosswright.words.wordlist import WordList
from generate import CrosswordCreator

Step = tuple[tuple[tuple[int, int], ...], str]
"""The cells of a slot and the word that was put there."""


class Watched(CrosswordCreator):
    """The course edition, which notes every word it tries."""

    def __init__(self, crossword: Crossword, inference: bool) -> None:
        super().__init__(crossword, inference)
        self.steps: list[Step] = []

    def _infer(self, assigned: dict[Variable, str]) -> bool:
        self.steps += [(tuple(var.cells), word) for var, word in assigned.items()]
        return super()._infer(assigned)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("course")


@st.composite
def problems(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """Draw a structure of the course's kind and a list of words."""
    width = draw(st.integers(2, 5))
    row = st.text("__#", min_size=width, max_size=width)
    rows = draw(st.lists(row, min_size=2, max_size=5))
    word = st.integers(2, 5).flatmap(lambda n: st.text("ABC", min_size=n, max_size=n))
    return rows, draw(st.lists(word, unique=True, min_size=1, max_size=40))


def steps_of(run: Trace, grid: Grid) -> list[Step]:
    """Return the words that a trace tries, with the cells they stand in."""
    return [
        (grid.slots[event["slot"]].cells, event["word"])
        for event in run
        if event["event"] == "assign"
    ]


def answers_of(run: Trace, grid: Grid) -> dict[Any, str] | None:
    """Return the fill that a trace ends with, by cells."""
    for event in run:
        if event["event"] == "solution":
            return {grid.slot(label).cells: word for label, word in event["answers"].items()}
    return None


@given(problems(), st.booleans())
@settings(max_examples=300, deadline=None)
def test_the_trace_is_that_of_the_course_edition(
    folder: Path, problem: tuple[list[str], list[str]], inference: bool
) -> None:
    rows, listed = problem
    structure, words = folder / "structure.txt", folder / "words.txt"
    structure.write_text("\n".join(rows), "utf-8")
    words.write_text("\n".join(listed), "utf-8")
    course = Watched(Crossword(structure, words), inference)
    found = course.solve()
    grid = Grid.parse("\n".join(rows))
    run = trace(grid, WordList.from_words(listed), algorithm="textbook", variant=Variant(inference))
    assert steps_of(run, grid) == course.steps
    expected = None if found is None else {tuple(var.cells): word for var, word in found.items()}
    assert answers_of(run, grid) == expected
    assert run.status is (Status.IMPOSSIBLE if found is None else Status.FILLED)
