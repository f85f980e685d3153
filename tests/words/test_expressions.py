"""Regular expressions for words: as Python's own where both can, and linear where it is not."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crosswright.errors import RuleError
from crosswright.support.wording import quote
from crosswright.words.expressions import Expression, expression

ATOMS = st.sampled_from(
    ["A", "B", "a", "C", ".", "[AB]", "[^A]", "[A-C]", "[^B-C]", r"\w", r"\d", "[]A]", r"[\d\wB]"]
)
COUNTS = st.sampled_from(
    ["*", "+", "?", "{2}", "{0}", "{1,}", "{0,2}", "{1,3}", "*?", "+?", "{,2}"]
)


def combined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return (
        st.lists(inner, min_size=1, max_size=3).map("".join)
        | st.lists(inner, min_size=2, max_size=3).map("|".join).map("({})".format)
        | st.tuples(inner.map("(?:{})".format), COUNTS).map("".join)
        | inner.map("^{}".format)
        | inner.map("{}$".format)
    )


EXPRESSIONS = st.recursive(ATOMS, combined, max_leaves=8)


@given(EXPRESSIONS, st.lists(st.text("ABC1", max_size=6), min_size=1, max_size=20))
def test_it_agrees_with_pythons_own(text: str, words: list[str]) -> None:
    ours, theirs = Expression(text), re.compile(text, re.IGNORECASE)
    for word in words:
        assert ours.matches(word) == (theirs.fullmatch(word) is not None), word


@pytest.mark.parametrize("text", ["(.+)+1", "(A|A)*B", "(A*)*B", "(A?){30}A{30}B", "(A|AA|AAA)*$B"])
def test_no_expression_takes_for_ever(text: str) -> None:
    assert not Expression(text).matches("A" * 60)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (r"(A)\1", "a back-reference"),
        (r"(?P<x>A)(?P=x)", "a back-reference"),
        ("A(?=B)", "look-around"),
        ("(?!A).*", "look-around"),
        ("(?<=A)B", "look-around"),
        ("(?<!A)B", "look-around"),
        ("(?>A)", "an atomic group"),
        ("(?i)A", "a flag"),
        ("(?i:A)", "a flag"),
        ("(A)(?(1)B|C)", "a conditional group"),
        ("A*+", "possessive"),
        (r"\bA", "a word boundary"),
        (r"\x41", "an escape"),
        ("(A", "has no ')'"),
        ("A)", "has no '('"),
        ("*A", "repeats nothing"),
        ("A**", "repeats nothing"),
        ("[A", "nothing to close it"),
        ("[C-A]", "backwards"),
        ("A{3,2}", "counts down"),
        ("A\\", "nothing to close it"),
        ("((A{99}){99}){99}", "too large"),
        ("A{99999999}", "too large"),
        ("A{" + "9" * 5000 + "}", "too large"),
        ("(" * 2000 + ")" * 2000, "groups within groups"),
        (r"[A-\d]", "a range that ends with an escape"),
    ],
)
def test_what_it_cannot_do_is_refused_by_name(text: str, named: str) -> None:
    with pytest.raises(RuleError, match=re.escape(named)) as refused:
        Expression(text)
    assert quote(text) in str(refused.value)


def test_letters_of_other_alphabets_and_signs() -> None:
    assert Expression("straße").matches("STRAẞE")
    assert Expression("[а-я]+").matches("ЖУК")
    assert Expression(r"A\&B").matches("A&B")
    assert Expression("").matches("")
    assert not Expression("").matches("A")
    assert Expression("^$").matches("")


def test_accents_may_be_written_as_signs_of_their_own() -> None:
    assert Expression("cafe\u0301").matches("CAFÉ")
    assert Expression("caf[e\u0301e]").matches("CAFÉ")


def test_an_expression_is_read_once() -> None:
    assert expression("A.*B") is expression("A.*B")


@pytest.mark.parametrize("text", ["[Y-\n", "(\n", "[\u2028-A]", "\n*)"])
def test_a_message_is_one_line_whatever_the_expression_has(text: str) -> None:
    with pytest.raises(RuleError) as caught:
        expression(text)
    assert len(str(caught.value).splitlines()) == 1
