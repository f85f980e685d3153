"""Layouts keep their promises, whatever the words: properties, known answers, reasons."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from helpers.layouts import SHORT, TREES, check_layout
from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.errors import LayoutError
from crosswright.grids.grid import Grid
from crosswright.layouts.crisscross import Reason
from crosswright.layouts.entries import LayoutWord
from crosswright.layouts.layout import layout, start
from crosswright.layouts.run import LayoutResult
from crosswright.limits import Limit, Status

KNOWN = Path(__file__).parent / "known"
WORDS = st.lists(st.text("ABCDE", min_size=1, max_size=7), min_size=1, max_size=14)


def check_all(result: LayoutResult, words: list[str]) -> None:
    for crisscross in result.layouts:
        check_layout(crisscross)
        here = Counter(placed.entry.text for placed in crisscross.placements)
        gone = Counter(left.entry.text for left in crisscross.left_out)
        assert here + gone == Counter(words)


@settings(max_examples=60)
@given(WORDS, st.integers(0, 3), st.integers(1, 3))
def test_every_word_is_placed_once_or_named(words: list[str], seed: int, candidates: int) -> None:
    check_all(layout(words, seed=seed, candidates=candidates, limit=SHORT), words)


@settings(max_examples=40)
@given(WORDS, st.integers(1, 9), st.integers(1, 9))
def test_a_bounded_layout_stays_within_its_bounds(
    words: list[str], width: int, height: int
) -> None:
    result = layout(words, width=width, height=height, limit=SHORT)
    check_all(result, words)
    for crisscross in result.layouts:
        assert crisscross.width <= width
        assert crisscross.height <= height


@settings(max_examples=30)
@given(WORDS, st.randoms(use_true_random=False))
def test_the_order_of_the_words_does_not_matter(words: list[str], rng: random.Random) -> None:
    entries = [LayoutWord(word, f"clue of {word}") for word in words]
    shuffled = entries[:]
    rng.shuffle(shuffled)
    first, second = (layout(each, candidates=2, limit=SHORT) for each in (entries, shuffled))
    assert first.layouts == second.layouts
    assert first.status is second.status


@pytest.mark.parametrize("path", sorted(KNOWN.glob("*.txt")), ids=lambda path: path.stem)
def test_known_layouts(path: Path) -> None:
    """A file: `seed steps [width height]`, the words, and the layout that they give."""
    head, words, grid = path.read_text(encoding="utf-8").split("\n\n", 2)
    seed, steps, *bounds = map(int, head.split())
    width, height = bounds or (None, None)
    limit = Limit(nodes=steps)
    best = layout(words.split(), seed=seed, limit=limit, width=width, height=height).best
    assert best.grid == Grid.parse(grid)
    check_layout(best)


def test_another_seed_gives_another_layout() -> None:
    layouts = {str(layout(TREES, seed=seed, limit=SHORT).best) for seed in range(4)}
    assert len(layouts) > 1


def test_all_words_of_an_ordinary_list_are_placed() -> None:
    result = layout(TREES, limit=Limit(nodes=1000))
    assert result.status is Status.FILLED
    assert result.left_out == ()
    assert len(result.best.placements) == len(TREES)
    assert result.best.crossings >= len(TREES) - 1
    assert result.best.aspect < 2


def test_more_steps_make_a_better_layout() -> None:
    few, many = (layout(TREES, limit=Limit(nodes=n)).best for n in (0, 3000))
    assert many.score > few.score
    assert few.placements != many.placements


def test_a_chain_that_needs_a_long_box_is_still_laid_out() -> None:
    # Each word shares one letter with the next: nothing but a staircase holds them all.
    signs = [chr(ord("A") + n) for n in range(24)]
    words = [a + b for a, b in pairwise(signs)]
    result = layout(words, limit=SHORT)
    assert result.status is Status.FILLED
    check_layout(result.best)


def test_candidates_differ_and_the_best_comes_first() -> None:
    result = layout(TREES, candidates=4, limit=Limit(nodes=2000))
    assert len(result.layouts) > 1
    assert len({crisscross.links for crisscross in result.layouts}) == len(result.layouts)
    scores = [crisscross.score for crisscross in result.layouts]
    assert scores == sorted(scores, reverse=True)


# -- words left out -------------------------------------------------------------------------------


def reasons(result: LayoutResult) -> dict[str, Reason]:
    return {left.entry.text: left.reason for left in result.left_out}


def test_each_word_left_out_has_its_reason() -> None:
    words = ["OAK", "ASH", "A", "POPLAR", "ELM", "IVY", "OAK"]
    result = layout(words, width=5, height=5, limit=SHORT)
    assert reasons(result) == {
        "A": Reason.TOO_SHORT,
        "POPLAR": Reason.TOO_LONG,
        "OAK": Reason.REPEATED,
        "ELM": Reason.UNLINKED,
        "IVY": Reason.UNLINKED,
    }
    assert result.status is Status.IMPOSSIBLE
    assert str(result.left_out[0]) == "A is too short; words in a grid have two letters or more"


def test_the_clue_that_a_repeated_word_keeps_is_named() -> None:
    words = [("OAK", "Tree"), ("OAK", "Acorns"), ("ASH", "Grey"), ("ASH", ""), ("ASH", "Grey")]
    assert [*map(str, layout(words, limit=SHORT).left_out)] == [
        "ASH is in the list more than once; it is placed once",
        "ASH is in the list more than once; it is placed once",
        "OAK is in the list more than once; it is placed once, "
        "with the clue 'Tree' and not 'Acorns'",
    ]


@pytest.mark.parametrize("clues", [("Tree", "Acorns"), ("Acorns", "Tree"), ("", "Tree", "Acorns")])
def test_a_repeated_word_keeps_the_first_clue_of_the_list(clues: tuple[str, ...]) -> None:
    best = layout([*(("OAK", clue) for clue in clues), ("ASH", "")], limit=SHORT).best
    assert {*best.clues.values()} == {next(filter(None, clues)), ""}


def test_words_for_which_there_is_no_room_are_not_proved_impossible() -> None:
    result = layout(TREES, width=6, height=6, limit=SHORT)
    assert set(reasons(result).values()) == {Reason.NO_ROOM}
    assert result.status is Status.LIMIT
    assert len(result.best.placements) >= 5


def test_a_word_given_twice_is_no_failure_and_keeps_the_clue() -> None:
    result = layout([("OAK", ""), ("ASH", "Grey"), ("OAK", "Acorns grow on it")], limit=SHORT)
    assert result.status is Status.FILLED
    assert set(result.best.clues.values()) == {"Grey", "Acorns grow on it"}


def test_of_two_groups_without_a_common_letter_the_larger_is_laid_out() -> None:
    result = layout(["OAK", "ASH", "PEN", "NET", "TEN"], limit=SHORT)
    assert {placed.entry.text for placed in result.best.placements} == {"PEN", "NET", "TEN"}


def test_of_two_groups_the_one_is_laid_out_of_which_more_can_be_placed() -> None:
    larger = ["ABCD", "AEFG", "AHIJ", "AKLM", "APQR"]  # only two of them can share the A
    result = layout([*larger, "NONO", "ONON", "NONN", "OONO"])
    assert {at.entry.text for at in result.best.placements} == {"NONO", "ONON", "NONN", "OONO"}
    assert set(reasons(result)) == set(larger)
    assert set(reasons(result).values()) == {Reason.UNLINKED}
    assert result.status is Status.IMPOSSIBLE


def test_nothing_that_can_be_placed() -> None:
    result = layout(["A", "B"], limit=SHORT)
    assert (result.status, result.layouts) == (Status.IMPOSSIBLE, ())
    assert len(result.left_out) == 2
    with pytest.raises(LayoutError, match="no word could be placed"):
        _ = result.best


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"width": 0}, "a width of 0"),
        ({"height": 256}, "a height of 256"),
        ({"candidates": 0}, "0 candidates"),
    ],
)
def test_options_that_cannot_be(options: dict[str, int], message: str) -> None:
    with pytest.raises(LayoutError, match=message):
        start(["OAK"], **options)  # type: ignore[arg-type]


def test_no_words() -> None:
    with pytest.raises(LayoutError, match="no words to lay out"):
        layout([])


def test_one_text_is_not_a_list_of_words() -> None:
    with pytest.raises(LayoutError, match="'OAK ASH' is not a list of words; give one, or read"):
        layout("OAK ASH")


def test_a_dict_gives_each_word_its_clue() -> None:
    best = layout({"OAK": "Acorns grow on it", "ASH": "Tree, or what is left of one"}).best
    assert {placed.entry.text: placed.entry.clue for placed in best.placements} == {
        "OAK": "Acorns grow on it",
        "ASH": "Tree, or what is left of one",
    }


@pytest.mark.parametrize("word", [("OAK", 50), ("OAK", "clue", "more"), b"OAK", None])
def test_what_is_not_a_word_with_its_clue_is_refused(word: object) -> None:
    with pytest.raises(LayoutError, match="expected a word, or a pair of word and clue, not"):
        layout([word])
