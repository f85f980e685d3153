"""Shorter versions of definitions: whole, and no more than one alternative."""

import importlib.util

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crosswright.clues.shortening import one_alternative, shorter, with_details, without_end

WORDS = ["a", "or", "and", "in", "the", "of", "cat", "dog", "red,", "big", "runs", "to", "made"]
INSTALLED = importlib.util.find_spec("wn") is not None
pytestmark = pytest.mark.skipif(not INSTALLED, reason="the extra `clues` is not installed")


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("look suggestively or obliquely", "look suggestively"),
        ("movable barrier in a fence or wall", "movable barrier in a fence"),
        ("animal hunted or trapped for food", "animal hunted for food"),
        ("wander from a direct course or at random", "wander from a direct course"),
        ("increase in size, magnitude, number, or intensity", "increase in size"),
        ("utter in an angry, sharp, or abrupt tone", "utter in an angry tone"),
        ("make a mistake or be incorrect", "make a mistake"),
        ("to make a mistake or be incorrect", "make a mistake"),
        ("an opening into or through something", "an opening into something"),
        ("give money, usually in exchange for goods", "give money"),
        ("look angry or sullen, wrinkle one's brow", "look angry, wrinkle one's brow"),
        (
            "the largest city in Kazakhstan and the capital until 1998",
            "the largest city in Kazakhstan",
        ),
        (
            "a variety show with topical sketches and songs and dancing",
            "a variety show with topical sketches",
        ),
        (
            "a weapon that discharges a missile at high velocity",
            "a weapon that discharges a missile",
        ),
    ],
)
def test_one_of_the_shorter_versions(text: str, short: str) -> None:
    assert short in dict(shorter(text))


@pytest.mark.parametrize(
    "text",
    [
        "fill or place a load on",  # what follows goes with the second verb
        "grow or deal in flowers",
        "get or try to get into communication",
        "topic that is not clearly one thing or the other",
        "distance between one point or another",
        "beings, human in form, playful and having magical powers",
        "terminate, end, or take out",
        "rodents of Old and New Worlds",
    ],
)
def test_what_cannot_be_left_out(text: str) -> None:
    assert one_alternative(text) == text


def test_an_end_that_is_needed_stays() -> None:
    for text in (
        "a person who serves as an official guardian",
        "rock that in its molten form issues from volcanos",
        "a resemblance of an animal species to another species",
        "wrongdoing for which an action for damages may be brought",
        "a spy who works for two mutually antagonistic countries",
        "a person who takes a position in the political center",
    ):
        assert without_end(text) == text


def test_details_that_identify_stay() -> None:
    assert with_details("a tree of the genus Quercus") == "a tree"
    assert with_details("a town in north central Oklahoma") == "a town in Oklahoma"
    assert (
        with_details("a state in the western United States")
        == "a state in the western United States"
    )


@given(st.lists(st.sampled_from(WORDS), max_size=12))
def test_no_version_is_longer_or_has_other_words(words: list[str]) -> None:
    text = " ".join(words)
    for short, cost in shorter(text):
        assert len(short) <= len(text)
        assert cost >= 0
        assert set(short.replace(",", "").split()) <= set(text.replace(",", "").split())
