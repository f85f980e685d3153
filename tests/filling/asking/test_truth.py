"""The truth map: what its steps settle, and what it knows when it ends early."""

from __future__ import annotations

from itertools import islice

import pytest

from crosswright.errors import GridError, RuleError
from crosswright.filling.asking.inquiry import Viability
from crosswright.filling.asking.session import Session
from crosswright.limits import Status
from tests.helpers.fills import GRID, WORDS


def session() -> Session:
    asked = Session(GRID, WORDS, min_score=30)
    asked.assume(letters={(0, 0): "S"})
    return asked


def test_each_letter_is_settled_once_and_as_the_map_has_it() -> None:
    run = session().truth_map()
    steps = list(run)
    truth = run.result()
    settled = {(cell, letter): its for step in steps for cell, letter, its in step.settled}
    assert len(settled) == sum(len(step.settled) for step in steps)
    assert settled == {
        (cell, letter): viability
        for cell, letters in truth.letters.items()
        for letter, viability in letters.items()
    }
    assert steps[-1].undecided == 0
    assert truth.is_complete
    assert (0, 0) not in truth.letters


def test_one_fill_settles_all_its_letters() -> None:
    first = next(session().truth_map())
    fills = [cell for cell, _, viability in first.settled if viability is Viability.FILLS]
    assert len(fills) == len(GRID.open_cells) - 1


def test_a_map_that_is_left_says_what_is_undecided() -> None:
    with session().truth_map() as run:
        steps = list(islice(run, 3))
    truth = run.result()
    assert truth.status is Status.FILLED
    assert not truth.is_complete
    undecided = [truth.undecided(*cell) for cell in truth.letters]
    assert sum(map(len, undecided)) == steps[-1].undecided


def test_what_is_known_is_not_searched_for_again() -> None:
    asked = session()
    truth = asked.truth_map().result()
    again = asked.truth_map().result()
    assert again.letters == truth.letters
    assert again.statistics.nodes == 0
    cell, letters = next(
        (cell, truth.viable(*cell)) for cell in truth.letters if len(truth.viable(*cell)) > 1
    )
    asked.assume(letters={cell: letters[0]})
    asked.retract(letters=[cell])
    assert asked.truth_map().result().statistics.nodes == 0


def test_a_letter_of_a_witness_may_be_in_lower_case() -> None:
    truth = session().truth_map().result()
    [(row, column), *_] = truth.letters
    letter = truth.viable(row, column)[0]
    witness = truth.witness(row, column, letter.lower())
    assert witness is not None
    assert witness.letters[row, column] == letter
    with pytest.raises(RuleError, match="not one letter of the word list's alphabet"):
        truth.witness(row, column, "7")


def test_a_map_is_asked_about_cells_to_be_filled() -> None:
    truth = session().truth_map().result()
    for row, column in ((0, 0), (99, 99), (-1, 0)):
        with pytest.raises(GridError, match=f"row {row + 1}, column {column + 1} is not"):
            truth.viable(row, column)
    with pytest.raises(TypeError, match="row takes a whole number, not None"):
        truth.dead(None, 0)  # type: ignore[arg-type]
    with pytest.raises(GridError, match="row 100, column 100 is not"):
        truth.witness(99, 99, "A")
