"""What if: candidates tried in order of promise, and then how high their floors can be."""

from __future__ import annotations

import pytest

from crosswright.errors import RuleError
from crosswright.filling.asking.inquiry import Viability
from crosswright.filling.asking.session import Session
from tests.helpers.fills import GRID, WORDS


def test_verdicts_come_in_order_of_promise_and_floors_after_them() -> None:
    run = Session(GRID, WORDS, min_score=20).what_if("1A", count=5)
    verdicts = list(run)
    result = run.result()
    assert [verdict.word for verdict in verdicts[:5]] == list(result.verdicts)
    assert all(verdict.bound is None for verdict in verdicts[:5])
    for verdict in result.verdicts.values():
        if verdict.viability is Viability.FILLS:
            assert verdict.is_proved
            assert verdict.floor is not None
            assert 20 <= verdict.floor <= verdict.score
            assert verdict.grid is not None
            scores = [WORDS.score(verdict.grid.word(slot) or "") or 0 for slot in GRID.slots]
            assert min(scores) == verdict.floor


def test_named_words_are_tried_and_others_refused() -> None:
    session = Session("...\n.#.\n...", ["CAT", "COT", "CUT", "TIE", "TEE", "TOE"])
    result = session.what_if("1A", ["toe", "cat"], floors=False).result()
    assert result.slot == "1A"
    assert result.of(Viability.DEAD) == ["TOE"]
    assert result.of(Viability.FILLS) == ["CAT"]
    with pytest.raises(RuleError, match="DOG is not a word that 1A could have"):
        session.what_if("1A", ["DOG"])
    with pytest.raises(RuleError, match="takes a list"):
        session.what_if("1A", "CAT")


def test_what_is_known_is_not_searched_for_again() -> None:
    session = Session(GRID, WORDS, min_score=20)
    first = session.what_if("1A", count=4, floors=False).result()
    again = session.what_if("1A", first.verdicts, floors=False).result()
    assert again.statistics.nodes == 0
    assert {w: v.viability for w, v in again.verdicts.items()} == {
        w: v.viability for w, v in first.verdicts.items()
    }
