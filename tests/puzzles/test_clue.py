"""Clues: their texts, their formatting, and drafts."""

import pickle

import pytest
from helpers.puzzles import MARKUP
from hypothesis import given

from crosswright.errors import PuzzleError
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.markup import Markup, Span, is_formatted, plain

EMMA = Clue.from_html("Author of <i>Emma</i>")


def test_drafts_are_marked_in_plain_text_and_read_from_there() -> None:
    assert Clue("Sister", draft=True).marked == "Sister [draft]"
    assert Clue("Sister").marked == "Sister"
    assert Clue.read("Sister [draft]") == Clue("Sister", draft=True)
    for text in ("Sister", "[draft]", " [draft]", "Windy[draft]", "[draft] of air"):
        assert Clue.read(text) == Clue(text)


def test_a_formatted_clue_has_its_text_plain_too() -> None:
    assert str(EMMA) == "Author of Emma"
    assert EMMA.tree == ("Author of ", Span("italic", "Emma"))
    assert Clue("Sister").tree == ("Sister",)
    assert Clue("").tree == ()
    assert Clue("Sister", markup=("Sis", "ter")).markup == ()
    with pytest.raises(PuzzleError, match="'Sister' is formatted as another: 'Brother'"):
        Clue("Sister", markup=(Span("bold", "Brother"),))


@given(MARKUP)
def test_text_and_markup_agree(markup: Markup) -> None:
    clue = Clue.formatted(markup)
    assert clue.text == plain(clue.tree)
    assert bool(clue.markup) == is_formatted(clue.tree)
    assert pickle.loads(pickle.dumps(clue)) == clue


def test_another_text_keeps_all_but_the_formatting() -> None:
    clue = Clue.formatted(EMMA.markup)
    clue = Clue(
        clue.text, markup=clue.markup, label="2,9", enumeration="4", hint="J", references=()
    )
    assert clue.with_text("Novel [draft]") == Clue(
        "Novel", True, label="2,9", enumeration="4", hint="J"
    )
    longer = clue.with_suffix(" (4)")
    assert longer.text == "Author of Emma (4)"
    assert longer.markup == ("Author of ", Span("italic", "Emma"), " (4)")
    assert Clue("Sister").with_suffix("?") == Clue("Sister?")


def test_repr_shows_what_there_is() -> None:
    assert repr(Clue("Sister")) == "Clue(text='Sister')"
    assert repr(Clue("x", True, label="A")) == "Clue(text='x', draft=True, label='A')"
