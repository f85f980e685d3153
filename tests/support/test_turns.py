"""One thread at a time."""

from __future__ import annotations

import pytest
from helpers.threads import held_by_another_thread

from crosswright.support.turns import Turn


def test_another_thread_is_refused() -> None:
    turn = Turn()
    with (
        held_by_another_thread(turn),
        pytest.raises(RuntimeError, match="another thread is running this search"),
        turn,
    ):
        pass
    with turn:
        pass


def test_the_same_thread_may_look_again() -> None:
    turn = Turn()
    with turn, turn:
        pass
    with held_by_another_thread(turn):
        pass


def test_an_error_ends_the_turn() -> None:
    turn = Turn()
    with pytest.raises(ZeroDivisionError), turn:
        1 / 0  # noqa: B018
    with held_by_another_thread(turn):
        pass
