"""Wordplay: every way makes the answer of its parts, and the most familiar come first."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from crosswright.errors import WordListError
from crosswright.words.lexicon import builtin, packing
from crosswright.words.tools import homophones
from crosswright.words.tools.abbreviations import abbreviations
from crosswright.words.tools.wordplay import KINDS, Wordplay, wordplay

LIST = {
    "DRAWER": 92,
    "WARDER": 60,
    "RED": 99,
    "WAR": 99,
    "WARD": 90,
    "STARE": 85,
    "WARDEN": 86,
    "REWARDS": 80,
    "UNREWARDING": 70,
    "JUNK": 10,
}


def notations(kind: str, answer: str = "REWARD", **options: int) -> list[str]:
    return [way.notation for way in wordplay(answer, LIST, kinds=[kind], **options)]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("anagram", ["anagram of DRAWER", "anagram of RED + WAR"]),
        ("hidden", ["hidden in staRE WARDen"]),
        ("container", ["RE(WAR)D: WAR in RED"]),
        ("reversal", ["DRAWER backwards"]),
        ("charade", ["RE + WARD", "RE + WAR + D"]),
        ("deletion", []),
        ("alternate", []),
    ],
)
def test_known_ways(kind: str, expected: list[str]) -> None:
    assert notations(kind)[: len(expected)] == expected


def test_short_answers_lie_inside_words() -> None:
    assert "hidden in reWARDs" in notations("hidden", "WARD")
    assert notations("hidden") == ["hidden in staRE WARDen"]  # UNREWARDING is hardly by chance
    assert notations("deletion", "ARDEN") == ["WARDEN without its first letter"]
    assert notations("deletion", "WARDE") == [
        "WARDEN without its last letter",
        "WARDER without its last letter",
    ]


def test_hidden_answers_cross_words() -> None:
    assert notations("hidden", "TAREW") == ["hidden in sTARE War"]


def test_alternate_letters() -> None:
    words = {"BOAT": 90, "ABBOCADT": 60, "BXOYAZT": 55, "BOATBOAT": 50}
    found = wordplay("BOAT", words, kinds=["alternate"])
    notes = ["the even letters of aBbOcAdT", "the odd letters of BxOyAzT"]
    assert [way.notation for way in found] == notes


def test_parts_below_the_score_are_left_out() -> None:
    assert notations("reversal", "KNUJ") == []
    assert notations("reversal", "KNUJ", min_score=5) == ["JUNK backwards"]


def test_the_best_come_first_and_no_more_than_asked_for() -> None:
    ways = wordplay("REWARD", LIST, limit=2)
    for kind in KINDS:
        scores = [way.score for way in ways if way.kind == kind]
        assert len(scores) <= 2
        assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("answer", ["CARPET", "STARLING", "REPAID", "PRESBYTERIAN", "TIMER"])
def test_every_way_makes_the_answer(answer: str) -> None:
    for way in wordplay(answer, limit=3):
        check(way, answer)


def check(way: Wordplay, answer: str) -> None:
    """Check one way by what it says."""
    letters = "".join(part.letters for part in way.parts)
    match way.kind:
        case "anagram":
            assert Counter(letters) == Counter(answer)
        case "reversal":
            assert letters[::-1] == answer
        case "charade":
            pieces = way.notation.split(" + ")
            assert answer == "".join(
                p.removesuffix(" backwards")[:: -1 if p.endswith("backwards") else 1]
                for p in pieces
            )
        case "container":
            shape = way.notation.split(":")[0]
            assert shape.replace("(", "").replace(")", "") == answer
            assert Counter(letters) == Counter(answer)
        case "hidden":
            shown = "".join(c for c in way.notation.split(" in ")[1] if c.isupper())
            assert shown in (answer, answer[::-1])
        case "deletion":
            assert not Counter(answer) - Counter(letters)
            assert 1 <= len(letters) - len(answer) <= 2


def test_parts_may_look_like_the_answer() -> None:
    ways = wordplay("STARLING", kinds=["charade"])
    assert "RATS backwards + LING" in [way.notation for way in ways]


def test_nothing_offensive_and_nothing_of_the_answers_own_family() -> None:
    columns = builtin.columns()
    offensive = {
        word
        for word, flags in zip(columns.words, columns.flags, strict=True)
        if flags & packing.OFFENSIVE
    }
    families = builtin.EnglishBases()
    for way in wordplay("STARLING", limit=50):
        for part in way.parts:
            assert part.letters not in offensive
            own = set(families.keys("STARLING") or ())
            assert own.isdisjoint(families.keys(part.letters) or ())


def test_short_forms_say_what_stands_for_them() -> None:
    parts = [part for way in wordplay("REWARD", LIST, kinds=["charade"]) for part in way.parts]
    [first, *_] = [part for part in parts if part.letters == "RE"]
    assert (first.role, first.meanings) == ("short form", ("about", "engineers"))
    for short, meanings in abbreviations().items():
        assert 1 <= len(short) <= 3
        assert short.isupper()
        assert meanings
        assert all(meanings)


def test_short_forms_can_be_left_out() -> None:
    ways = wordplay("REWARD", LIST, kinds=["charade"], short_forms=False)
    assert {part.role for way in ways for part in way.parts} <= {"word"}


def test_homophones_come_from_the_pronunciations(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "cmudict.dict"
    path.write_text("reign R EY1 N # king\nrain R EY1 N\nray R EY1\nray(2) R AY1\nn EH1 N\nun N\n")
    monkeypatch.setattr(homophones, "data_file", lambda: path)
    assert homophones.homophones("RAIN") == [("REIGN",), ("RAY", "UN")]
    words = {"REIGN": 80, "RAY": 70}
    found = wordplay("rain", words, kinds=["homophone"])
    assert [way.notation for way in found] == ["sounds like REIGN"]
    monkeypatch.setattr(homophones, "data_file", lambda: None)
    assert homophones.homophones("RAIN") is None
    assert wordplay("rain", words, kinds=["homophone"]) == []


@pytest.mark.parametrize(
    ("answer", "reason"),
    [("R2D2", "cannot be taken apart"), ("A", "2 to 21"), ("A" * 22, "2 to 21")],
)
def test_answers_that_are_none(answer: str, reason: str) -> None:
    with pytest.raises(WordListError, match=reason):
        wordplay(answer, LIST)


def test_unknown_kinds() -> None:
    with pytest.raises(WordListError, match="unknown kind 'pun'; choose from anagram, hidden"):
        wordplay("REWARD", LIST, kinds=["pun"])


def test_three_words_of_an_anagram_come_once_and_are_no_charade() -> None:
    words = [("HALF", 60), ("HEAR", 70), ("TED", 80), ("HARE", 65), ("HEARTED", 50), ("HEARD", 90)]
    ways = wordplay("halfhearted", words, kinds=["anagram"], limit=99)
    groups = [sorted(part.letters for part in way.parts) for way in ways]
    assert ["HALF", "HARE", "TED"] in groups
    assert ["HALF", "HEAR", "TED"] not in groups
    assert len(groups) == len({tuple(group) for group in groups})
