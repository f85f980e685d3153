"""What slots cost that run through the letters of a template."""

from __future__ import annotations

from crosswright.grids.grid import Grid
from crosswright.patterns.fit import Crossings
from crosswright.words.wordlist import WordList

ROW, COLUMN = 0, 1
TEMPLATE = Grid.parse(".....\n.....\n.CAT.\n.....\n.....")
WORDS = WordList.from_words([("ACT", 80), ("ICE", 40), ("TRACT", 60)])


def test_only_lines_with_letters_are_minded() -> None:
    assert Crossings(TEMPLATE, WORDS, None).lines == ({2}, {1, 2, 3})


def test_a_slot_that_no_word_fits_is_broken() -> None:
    crossings = Crossings(TEMPLATE, WORDS, None)
    assert crossings.measure(COLUMN, 1, [(0, 5)])[1] == 1  # ..C..
    assert crossings.measure(COLUMN, 2, [(0, 5)])[1] == 0  # ..A.. is TRACT


def test_the_more_words_fit_the_less_a_slot_costs() -> None:
    crossings = Crossings(TEMPLATE, WORDS, None)
    (two, _), (none, _) = (crossings.measure(COLUMN, n, [(1, 3)]) for n in (1, 2))  # .C. and .A.
    assert 0 < two < none


def test_words_below_the_floor_do_not_count() -> None:
    one, none = (Crossings(TEMPLATE, WORDS, floor) for floor in (60, 90))
    assert one.measure(COLUMN, 1, [(1, 3)]) == (6.0, 0)
    assert none.measure(COLUMN, 1, [(1, 3)]) == (6.0, 1)


def test_slots_without_a_letter_or_with_all_of_them_cost_nothing() -> None:
    crossings = Crossings(TEMPLATE, WORDS, None)
    assert crossings.measure(ROW, 2, [(1, 3)]) == (0.0, 0)
    assert crossings.measure(COLUMN, 1, [(3, 2)]) == (0.0, 0)
