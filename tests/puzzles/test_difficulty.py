"""The estimate of how hard a puzzle is: its parts, and how it orders puzzles judged by hand."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from crosswright.grids.grid import Grid
from crosswright.puzzles.difficulty import Difficulty, estimate, level_of
from crosswright.words.wordlist import WordList

KNOWN = Path(__file__).parents[1] / "known" / "difficulty"


def verdicts() -> list[list[tuple[str, str]]]:
    """Return the names and levels of the puzzles judged by hand, in groups of rising difficulty."""
    lines = (KNOWN / "verdicts.txt").read_text("utf-8").splitlines()
    text = "\n".join(line for line in lines if not line.startswith("#"))
    return [
        [(line.split()[0], line.split()[1]) for line in group.splitlines() if line]
        for group in text.split("---\n")
    ]


def read(name: str) -> Grid:
    return Grid.parse((KNOWN / f"{name}.txt").read_text("utf-8"))


def test_every_puzzle_of_the_set_has_a_verdict() -> None:
    names = [name for group in verdicts() for name, _ in group]
    assert sorted([*names, "verdicts"]) == sorted(path.stem for path in KNOWN.glob("*.txt"))


def test_the_estimate_agrees_with_the_verdicts(english: WordList) -> None:
    estimates = [
        [(estimate(read(name), english.score), level) for name, level in group]
        for group in verdicts()
    ]
    assert all(found.level == level for group in estimates for found, level in group)
    for easier, harder in pairwise(estimates):
        hardest = max(found.number for found, _ in easier)
        assert hardest < min(found.number for found, _ in harder)


# -- the parts ------------------------------------------------------------------------------------

SQUARE = Grid.parse("ABC\nDEF\nGHI")
ROWS, COLUMNS = ("ABC", "DEF", "GHI"), ("ADG", "BEH", "CFI")


def with_rare(*rare: str, grid: Grid = SQUARE) -> Difficulty:
    return estimate(grid, lambda word: 10 if word in rare else 95)


def test_familiar_short_words_are_as_easy_as_it_gets() -> None:
    assert with_rare().number == 0


def test_each_rare_word_makes_it_harder() -> None:
    assert 0 < with_rare("ABC").number < with_rare("ABC", "DEF").number


def test_rare_words_that_cross_are_harder_than_those_that_do_not() -> None:
    beside, across = with_rare("ABC", "GHI"), with_rare("ABC", "ADG")
    assert beside.unfamiliar == across.unfamiliar == pytest.approx(1 / 3)
    assert beside.crossings == 0
    assert across.crossings == pytest.approx(1 / 9)
    assert beside.number < across.number


def test_an_unchecked_letter_is_not_given_away() -> None:
    assert with_rare("ABC", grid=Grid.parse("ABC")).crossings == 1


def test_a_word_that_no_list_has_counts_as_unknown() -> None:
    assert estimate(SQUARE, lambda word: None) == with_rare(*ROWS, *COLUMNS)
    assert estimate(SQUARE, lambda word: None).unfamiliar == 1


def test_long_words_and_few_of_three_letters_are_harder() -> None:
    wide = with_rare(grid=Grid.parse("ABCDEFG\nH#I#J#K\nLMNOPQR"))
    assert wide.number > with_rare().number == 0
    assert (wide.unfamiliar, wide.crossings) == (0, 0)
    assert wide.lengths > 0
    assert with_rare(grid=Grid.parse("ABCDE")).toeholds == 1


def test_the_hardest_is_100() -> None:
    assert Difficulty(1, 1, 1, 1).number == 100


@pytest.mark.parametrize(
    ("number", "level"),
    [(0, "easy"), (11.9, "easy"), (12, "medium"), (39.9, "medium"), (40, "hard")],
)
def test_levels(number: float, level: str) -> None:
    assert level_of(number) == level


def test_slots_that_are_not_filled_do_not_count() -> None:
    half = Grid.parse("ABC\n#.#\nDEF")
    assert with_rare("ABC", grid=half).unfamiliar == 0.5
    with pytest.raises(ValueError, match="no words to estimate its difficulty from"):
        with_rare(grid=Grid.parse("...\n.#.\n..."))
