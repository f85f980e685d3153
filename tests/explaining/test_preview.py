"""The preview: letters, candidates and forced cells, as text and data."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from crosswright.explaining.preview import preview
from crosswright.filling.fill import solutions
from crosswright.grids.grid import Grid
from crosswright.words.wordlist import WordList
from tests.helpers.cases import DIGRAPHS, Case, cases
from tests.helpers.oracle import oracle_of

pytestmark = pytest.mark.usefixtures("each_engine")

SMALL = Grid.parse("C.T\n.#.\n...")
WORDS = WordList.from_words(["CAT", "CUT", "TIE", "TEE", "CUE", "TOE", "ETA", "EAT"])


@given(cases() | cases(rules=["region"]) | cases(DIGRAPHS))
@settings(max_examples=100)
def test_no_fill_is_lost(case: Case) -> None:
    oracle = oracle_of(case)
    result = preview(case.grid, case.words, case.all_rules)
    assert result.grid == oracle.grid
    assert result.possible or not oracle.sure
    for fill in oracle.sure:
        for cell, letter in fill.letters.items():
            assert letter in result.letters[cell]
    for slot in oracle.goals:
        words = {fill.words[slot.label] for fill in oracle.sure}
        assert len(words) <= result.slots[slot.label] <= len(oracle.candidates[slot.label])


def test_letters_hold_all_fills() -> None:
    result = preview(SMALL, WORDS)
    assert result.possible
    fills = list(solutions(SMALL, WORDS))
    assert fills
    for solution in fills:
        for cell, letter in solution.grid.letters.items():
            assert letter in result.letters[cell]
    assert result.letters[0, 0] == ("C",)
    assert (0, 0) not in result.forced


def test_a_slot_longer_than_any_word_leaves_the_others_theirs() -> None:
    result = preview("." * 65 + "\n." + "#" * 64, ["AB", "CD"])
    assert not result.possible
    assert result.slots == {"1A": 0, "1D": 2}
    assert "(1-Across has no word at all)" in result.text()


def test_given_letters_are_as_the_grid_has_them() -> None:
    result = preview("É.", ["EH"])
    assert result.letters == {(0, 0): ("É",), (0, 1): ("H",)}
    assert preview("ÉQ.", ["EH"]).letters[0, 0] == ("É",)


def test_forced_letters_are_marked() -> None:
    result = preview("C.T\n.##", ["CAT", "CO", "CUT"])
    assert result.forced == {(1, 0): "O"}
    assert result.text().splitlines() == [
        " C    2  T",
        "[O]  ##  ##",
        "",
        "1 letter forced; words left for each slot:",
        "  1A 2    1D 1",
    ]
    cells = {(cell["row"], cell["column"]): cell for cell in result.to_json()["cells"]}
    assert cells[2, 1]["forced"]
    assert cells[1, 1]["given"]
    assert result.to_json()["slots"][0] == {"slot": "1A", "pattern": "C.T", "candidates": 2}


def test_a_slot_by_itself_need_not_take_the_required_words() -> None:
    result = preview("Q..#...", ["CAT", "COT"], required=["CAT"])
    assert not result.possible
    assert result.slots == {"1A": 0, "2A": 2}


def test_the_impossible_shows_each_slot_by_itself() -> None:
    result = preview("C.Q\n.##", ["CAT", "CO", "CUT"])
    assert not result.possible
    assert result.slots == {"1A": 0, "1D": 1}
    assert result.text().splitlines()[3:5] == [
        "Propagation alone proves that this grid cannot be filled (1-Across has no word at all).",
        "The counts are those of each slot by itself; explain says why it fails.",
    ]
    assert result.to_json()["status"] == "IMPOSSIBLE"


def test_several_slots_without_a_word() -> None:
    text = preview("..\n..", WORDS).text()
    assert "(1-Across, 1-Down, 2-Down and 3-Across have no word at all)" in text


def test_a_rebus_is_in_brackets_and_widens_its_column() -> None:
    result = preview("..\n..\n\nrebus: 1,1=HEART", ["HEARTS", "HEARTY", "SO", "YO", "TO"])
    assert result.text().splitlines()[:2] == [" (HEART)   2", "  2      [O]"]
    assert result.to_json()["slots"][0]["pattern"] == "(HEART)."


def test_a_misspelt_keyword_names_the_right_one() -> None:
    with pytest.raises(TypeError, match=r"preview\(\) got .* 'ban'. Did you mean 'banned'\?"):
        preview("...", ["CAT"], ban=["CAT"])  # type: ignore[call-arg]
