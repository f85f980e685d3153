"""The textbook's search: complete, counted, limited, and that of the course edition."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossword import Crossword, Variable
from crosswright.errors import RuleError
from crosswright.filling.fill import fill
from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Limit, Status
from crosswright.tracing.compare import all_variants
from crosswright.tracing.events import Event
from crosswright.tracing.textbook import Textbook, Variant
from crosswright.tracing.trace import Trace, trace
from crosswright.words.wordlist import WordList
from generate import CrosswordCreator
from tests.helpers.traces import problems

DATA = Path(__file__).parents[2] / "data"
VARIANTS = list(all_variants())


# -- the course edition ---------------------------------------------------------------------------

Step = tuple[tuple[tuple[int, int], ...], str]
"""The cells of a slot and the word that was put there."""


class Watched(CrosswordCreator):
    """The course edition, which notes every word it tries."""

    def __init__(self, crossword: Crossword, inference: bool) -> None:
        super().__init__(crossword, inference)
        self.steps: list[Step] = []

    def infer(self, assignment: dict[Variable, str]) -> bool:
        var, word = list(assignment.items())[-1]
        self.steps.append((tuple(var.cells), word))
        return super().infer(assignment)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("course")


@st.composite
def course_problems(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """Draw a structure of the course's kind and a list of words."""
    width = draw(st.integers(2, 5))
    row = st.text("__#", min_size=width, max_size=width)
    rows = draw(st.lists(row, min_size=2, max_size=5))
    word = st.integers(2, 5).flatmap(lambda n: st.text("ABC", min_size=n, max_size=n))
    return rows, draw(st.lists(word, unique=True, min_size=1, max_size=40))


def steps_of(run: Trace, grid: Grid) -> list[Step]:
    """Return the words that a trace tries, with the cells of their slots."""
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


def check_against_the_course(structure: Path, listed: Path, inference: bool) -> None:
    """Check that a search tries the same words, and ends, like that of the course edition."""
    course = Watched(Crossword(structure, listed), inference)
    solution = course.solve()
    grid, words = Grid.parse(structure.read_text("utf-8")), WordList.load(listed)
    run = trace(grid, words, algorithm="textbook", variant=Variant(inference))
    assert steps_of(run, grid) == course.steps
    expected = solution and {tuple(var.cells): word for var, word in solution.items()}
    assert answers_of(run, grid) == expected
    assert run.status is (Status.IMPOSSIBLE if solution is None else Status.FILLED)


@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize("inference", [True, False])
def test_the_problems_of_the_course(number: int, inference: bool) -> None:
    check_against_the_course(
        DATA / f"structure{number}.txt", DATA / f"words{number}.txt", inference
    )


@given(course_problems(), st.booleans())
@settings(max_examples=300)
def test_the_search_is_that_of_the_course_edition(
    folder: Path, problem: tuple[list[str], list[str]], inference: bool
) -> None:
    rows, listed = problem
    structure, words = folder / "structure.txt", folder / "words.txt"
    structure.write_text("\n".join(rows), "utf-8")
    words.write_text("\n".join(listed), "utf-8")
    check_against_the_course(structure, words, inference)


# -- the search itself ----------------------------------------------------------------------------


@given(problems())
@settings(max_examples=60)
def test_every_variant_is_complete(problem: tuple[Grid, WordList]) -> None:
    grid, words = problem
    statuses = {Textbook(grid, words, variant).run() for variant in VARIANTS}
    assert statuses == {fill(grid, words).status}


def test_revisions_name_letters_and_words() -> None:
    events: list[Event] = []
    words = WordList.from_words(["CAT", "CUT", "AX", "AT"])
    Textbook(Grid.parse("...\n#.#"), words, listener=events.append).run()
    [event] = [e for e in events if e["event"] == "revise" and e["removed"]]
    assert event["lost"] == ["U"]
    assert event["words"] == ["CUT"]
    assert (event["slot"], event["with"], event["position"], event["left"]) == (0, 1, 1, 1)


def test_limits(knotty: list[tuple[Grid, WordList]]) -> None:
    grid, words = knotty[0]
    variant = Variant(inference=False, variable="fixed", value="alphabetical")
    for limit in (Limit(nodes=30), Limit(failures=10), Limit(seconds=0)):
        solver = Textbook(grid, words, variant, limit=limit)
        assert solver.run() is Status.LIMIT
        assert solver.counters.assignments <= 30
        assert limit.nodes in (None, solver.counters.assignments)
        assert limit.failures in (None, solver.counters.backtracks)
    whole = Budget(Limit(nodes=50))
    assert Textbook(grid, words, variant, limit=whole).run() is Status.LIMIT
    assert whole.statistics.nodes == 50
    second = Textbook(grid, words, variant, limit=whole)
    assert second.run() is Status.LIMIT
    assert second.counters.assignments == 0
    budget = Budget()
    budget.stop()
    assert Textbook(grid, words, variant, limit=budget).run() is Status.CANCELLED


def test_extra_slots_are_refused() -> None:
    with pytest.raises(RuleError, match="not extra ones"):
        Textbook(Grid.parse("...\n...\n\nextra: 1,1 2,2"), WordList.from_words(["CAT"]))
