"""Links in words: written where a format has nothing else, and read back where they are clear."""

from dataclasses import replace

import pytest
from helpers.puzzles import SMALL, texts

from crosswright.formats.files import from_bytes, to_bytes
from crosswright.formats.linkwords import with_links_from_words, with_links_in_words
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.puzzle import Puzzle

CLUES = {"1A": "All of it", "2D": "Weight"}
LINKED = replace(SMALL, clues=CLUES, links=(("1A", "3A", "1D"),))
WORDS = {"1A": "1,3,1dn All of it", "1D": "See 1ac", "2D": "Weight", "3A": "See 1"}


def test_links_in_words() -> None:
    assert texts(with_links_in_words(LINKED)) == WORDS
    assert with_links_from_words(replace(SMALL, clues=WORDS)) == LINKED


@pytest.mark.parametrize("name", ["puz", "acrosslite"])
def test_links_are_read_back(name: str) -> None:
    data, losses = to_bytes(LINKED, name, strict=True)
    puzzle = from_bytes(data, name)
    assert (puzzle, losses) == (LINKED, [])
    assert puzzle.entry("1A").number == "1,3,1dn"
    changed, losses = to_bytes(replace(puzzle, title="Other"), name, strict=True)
    assert from_bytes(changed, name) == replace(LINKED, title="Other")


@pytest.mark.parametrize("name", ["puz", "acrosslite"])
def test_a_draft_of_a_link_is_read_back(name: str) -> None:
    puzzle = replace(LINKED, clues={**CLUES, "1A": Clue("All of it", draft=True)})
    assert from_bytes(to_bytes(puzzle, name)[0], name) == puzzle


@pytest.mark.parametrize(
    "change",
    [
        {"1A": "1,3,1 dn All of it"},
        {"1A": "3,3,1dn All of it"},
        {"1A": "1,9,1dn All of it"},
        {"1A": "1,3,1ac All of it"},
        {"1A": "1,3ac,1dn All of it"},
        {"1D": "See 1"},
        {"3A": "See 1 Across"},
        {"3A": "Hurry"},
        {"1A": "All of it"},
    ],
)
def test_other_texts_are_left_alone(change: dict[str, str]) -> None:
    puzzle = replace(SMALL, clues={**WORDS, **change})
    assert with_links_from_words(puzzle) == puzzle


def test_a_link_may_leave_another_reference_alone() -> None:
    puzzle = with_links_from_words(replace(SMALL, clues={**WORDS, "1A": "1,3 Most of it"}))
    assert puzzle.links == (("1A", "3A"),)
    assert texts(puzzle) == {"1A": "Most of it", "1D": "See 1ac", "2D": "Weight"}


def test_a_slot_without_a_clue_is_no_link() -> None:
    puzzle = replace(SMALL, clues={"1A": "1,3 All of it"})
    assert with_links_from_words(puzzle) == puzzle


def test_a_slot_is_in_one_link_only() -> None:
    puzzle = replace(SMALL, clues={"1A": "1,3 First", "1D": "1,3ac Second", "3A": "See 1"})
    assert with_links_from_words(puzzle).links == (("1A", "3A"),)


@pytest.mark.parametrize("name", ["puz", "acrosslite"])
def test_links_with_other_clues_are_a_loss(name: str) -> None:
    puzzle = replace(LINKED, clues={**CLUES, "3A": "Hurry"})
    data, losses = to_bytes(puzzle, name)
    assert [*map(str, losses)] == ["links between clues (written in words): 1A+3A+1D"]
    assert not from_bytes(data, name).links


def test_two_links() -> None:
    puzzle: Puzzle = replace(
        SMALL, clues={"1A": "Rows", "1D": "Columns"}, links=(("1A", "3A"), ("1D", "2D"))
    )
    assert from_bytes(to_bytes(puzzle, "puz", strict=True)[0]) == puzzle
