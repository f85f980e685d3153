"""Themes that nothing can cross, and scores that no word has: refused before anything is tried."""

from __future__ import annotations

import pytest

from crosswright.constructing.construct import construct
from crosswright.constructing.refutations import too_high, uncrossable
from crosswright.constructing.theme import read_theme
from crosswright.filling.rules import Rules
from crosswright.limits import Limit, Status
from crosswright.words.wordlist import WordList

WORDS = WordList.from_words([("CAT", 50), ("HEARTY", 60), ("HEAR", 70), ("ART", 80)])


def why_not(theme: list[str], required: tuple[str, ...] = ()) -> str:
    return uncrossable(read_theme(theme, WORDS), read_theme(required, WORDS), WORDS)


def test_letters_that_no_word_has_are_named() -> None:
    assert why_not(["R2D2"]) == "no word of the list has 2 or D to cross R2D2"
    both = "no word of the list has 日 or 3 to cross 日R and C3"
    assert why_not(["日R", "C3"]) == both
    assert why_not(["CART"]) == ""


def test_a_rebus_must_be_in_a_word_as_a_whole() -> None:
    assert why_not(["(HEART)C"]) == ""
    assert why_not(["(TAC)HE"]) == "no word of the list has TAC to cross TACHE"


def test_entries_may_cross_each_other() -> None:
    assert why_not(["C3", "A3"]) == ""
    assert why_not(["C3"], required=("A3",)) == ""
    assert why_not(["C3A3", "A3"]) == "no word of the list has 3 to cross C3A3"
    assert why_not(["(TAC)HE"], required=("TACOS",)) == ""


def test_no_word_has_such_a_score() -> None:
    assert too_high(81, WORDS) == "no word of the list scores 81 or more"
    assert too_high(80, WORDS) == ""
    assert too_high(None, WORDS) == ""


@pytest.mark.parametrize(
    ("theme", "rules", "reason"),
    [
        (["日本語"], Rules(), "no word of the list has 日, 本 or 語"),
        (["R2D2", "C3PO"], Rules(), "no word of the list has 2 or 3 to cross R2D2 and C3PO"),
        ([], Rules(min_score=200), "no word of the list scores 200 or more"),
    ],
)
def test_they_are_proved_impossible_at_once(theme: list[str], rules: Rules, reason: str) -> None:
    result = construct(theme, rules=rules, seed=1, limit=Limit(failures=1000))
    assert result.status is Status.IMPOSSIBLE
    assert result.reason.startswith(reason)
    assert result.attempts == 0 or {way.kind for way in result.alternatives} == {"floor"}


def test_unchecked_letters_need_no_word() -> None:
    limit = Limit(failures=100)
    result = construct(["R2D2"], style="british", symmetry="none", seed=1, size=9, limit=limit)
    assert "no word of the list" not in result.reason
