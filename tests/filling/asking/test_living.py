"""The living floor: proved once, and known again wherever an edit leaves it valid."""

from __future__ import annotations

from typing import Any

import pytest

from crosswright.errors import RuleError
from crosswright.filling.asking.session import Session
from crosswright.limits import Limit, Status
from tests.helpers.fills import GRID, WORDS


def test_what_is_known_grows_with_the_search() -> None:
    session = Session(GRID, WORDS)
    nothing = session.known_floor()
    assert (nothing.status, nothing.floor, nothing.is_proved) == (Status.LIMIT, None, False)
    steps = list(session.best_floor())
    floors = [step.floor or 0 for step in steps]
    bounds = [step.bound or 0 for step in steps]
    assert floors == sorted(floors)
    assert bounds == sorted(bounds, reverse=True)
    assert steps[-1].is_proved
    known = session.known_floor()
    assert (known.floor, known.bound) == (steps[-1].floor, steps[-1].bound)


def test_an_edit_that_the_best_fill_agrees_with_leaves_it_proved() -> None:
    session = Session(GRID, WORDS)
    best = session.best_floor().result()
    assert best.grid is not None
    assert best.floor is not None
    session.assume(letters={(0, 0): best.grid.letters[0, 0]})
    assert session.known_floor().is_proved
    assert session.known_floor().floor == best.floor
    session.assume(min_score=best.floor)
    assert session.known_floor().is_proved
    session.assume(min_score=best.floor + 1)
    assert session.known_floor().status is Status.IMPOSSIBLE
    session.retract(letters=[(0, 0)], min_score=True)
    assert session.known_floor().is_proved


def test_a_bound_is_forgotten_when_less_is_assumed() -> None:
    session = Session(GRID, WORDS)
    free = session.best_floor().result()
    session.assume(letters={(0, 0): "Q"})
    session.best_floor().result()
    session.retract(letters=[(0, 0)])
    known = session.known_floor()
    assert (known.floor, known.bound) == (free.floor, free.bound)


def test_a_word_that_is_given_whole_does_not_count() -> None:
    session = Session("...", [("CAT", 90), ("COT", 10)])
    assert session.best_floor().result().floor == 90
    session.assume(words={"1A": "COT"})
    best = session.best_floor().result()
    assert (best.status, best.floor, best.is_proved) == (Status.FILLED, None, True)


def test_a_fill_of_required_words_alone_has_the_best_floor_there_is() -> None:
    words = [("CAT", 10), ("COB", 50)]
    session = Session("...\n###\n...", words, required=["COB"], slot_scores={"2A": 1})
    best = session.best_floor(Limit(failures=100, nodes=100)).result()
    assert (best.status, best.floor, best.is_proved) == (Status.FILLED, None, True)
    assert str(best.grid) == "COB\n###\nCAT"
    assert session.known_floor().is_proved
    words = [("CAT", 10), ("COB", 20), ("XYZ", 50)]
    session = Session("...\n.##\n.##", words, required=["CAT"], distinct=False)
    tried = session.what_if("1A", ["COB", "CAT"], limit=Limit(failures=100, nodes=100)).result()
    verdicts = tried.verdicts.values()
    assert [(each.floor, each.is_proved) for each in verdicts] == [(20, True), (None, True)]


def test_a_floor_that_is_not_assumed_cannot_be_taken_back() -> None:
    session = Session(GRID, WORDS)
    with pytest.raises(RuleError, match="no floor is assumed for all slots"):
        session.retract(min_score=True)
    with pytest.raises(TypeError, match="min_score is True to take the floor back, not 50"):
        session.retract(min_score=50)  # type: ignore[arg-type]
    assert session.revision == 1


def test_a_refuted_floor_is_forgotten_where_open_slots_need_it_no_more() -> None:
    scores = {"CAT": 90, "CXX": 10, "TYY": 10, "DOG": 60, "DZZ": 60, "GZZ": 60}
    session = Session("...\n.#.\n...", [*scores.items()], region=["1A"])
    session.assume(min_score=50)
    assert session.best_floor().result().floor == 60
    session.retract(min_score=True)
    session.what_if("1A", ["DOG"]).result()
    best = session.best_floor().result()
    assert (best.floor, best.bound, best.is_proved) == (90, 90, True)


@pytest.mark.parametrize("seed", range(6))
def test_a_fill_that_chooses_no_words_is_found_with_any_seed(seed: int) -> None:
    words = [("CAT", 20), ("DOG", 50), ("PIG", 40)]
    rules: dict[str, Any] = {"required": ["CAT"], "slot_scores": {"2A": 0}}
    session = Session("...\n###\n...", words, seed=seed, **rules)
    best = session.best_floor().result()
    assert (best.status, best.floor, best.is_proved) == (Status.FILLED, None, True)
    assert best.grid is not None
    assert best.grid.word("1A") == "CAT"
