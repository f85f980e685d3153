"""Layouts keep their promises, whatever the words: properties, known answers, reasons."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.errors import LayoutError
from crosswright.grids.grid import Grid
from crosswright.layouts.crisscross import Layout, Reason
from crosswright.layouts.entries import LayoutWord
from crosswright.layouts.layout import layout, start
from crosswright.layouts.run import LayoutResult
from crosswright.limits import Limit, Status

KNOWN = Path(__file__).parent / "known"
SHORT = Limit(nodes=200)
WORDS = st.lists(st.text("ABCDE", min_size=1, max_size=7), min_size=1, max_size=14)
TREES = [
    "OAK",
    "ASH",
    "ELM",
    "BEECH",
    "BIRCH",
    "MAPLE",
    "CEDAR",
    "ALDER",
    "ROWAN",
    "POPLAR",
    "WILLOW",
    "HAZEL",
    "LARCH",
]


def check(made: Layout) -> None:
    """Check the promises on the grid alone: it knows nothing of how the search places words."""
    grid = made.grid
    assert grid.is_filled
    assert grid.is_connected()
    runs = Counter(grid.word(slot) for slot in grid.slots)
    assert runs == Counter(placed.entry.word for placed in made.placements)
    assert set(runs.values()) == {1}
    assert made.crossings == len(grid.crossings)
    sides = {row for row, _ in made.letters}, {column for _, column in made.letters}
    assert all(min(side) == 0 for side in sides)


def check_all(result: LayoutResult, words: list[str]) -> None:
    for made in result.layouts:
        check(made)
        here = Counter(placed.entry.text for placed in made.placements)
        gone = Counter(left.entry.text for left in made.left_out)
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
    for made in result.layouts:
        assert made.width <= width
        assert made.height <= height


@settings(max_examples=30)
@given(WORDS, st.randoms(use_true_random=False))
def test_the_order_of_the_words_does_not_matter(words: list[str], rng: random.Random) -> None:
    entries = [LayoutWord(word, f"clue {n % 3}") for n, word in enumerate(words)]
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
    made = layout(words.split(), seed=seed, limit=Limit(nodes=steps), width=width, height=height)
    assert made.best.grid == Grid.parse(grid)
    check(made.best)


def test_another_seed_gives_another_layout() -> None:
    made = {str(layout(TREES, seed=seed, limit=SHORT).best) for seed in range(4)}
    assert len(made) > 1


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
    check(result.best)


def test_candidates_differ_and_the_best_comes_first() -> None:
    result = layout(TREES, candidates=4, limit=Limit(nodes=2000))
    assert len(result.layouts) > 1
    assert len({made.links for made in result.layouts}) == len(result.layouts)
    scores = [made.score for made in result.layouts]
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
    assert str(result.left_out[0]) == "A has only one letter; words in a grid have two or more"


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


# -- the handle -----------------------------------------------------------------------------------


def test_progress_comes_to_an_end_and_never_gets_worse() -> None:
    with start(TREES, limit=Limit(nodes=1000)) as run:
        seen = list(run)
        result = run.result()
    assert [step.done for step in seen] == sorted(step.done for step in seen)
    assert [step.best.score for step in seen] == sorted(step.best.score for step in seen)
    assert result.best == seen[-1].best
    assert result.statistics.steps == 1000


def test_a_search_that_is_stopped_gives_the_best_so_far() -> None:
    with start(TREES) as run:
        first = next(iter(run))
        run.stop()
        result = run.result()
    assert result.best.score >= first.best.score
    assert result.statistics.steps < 1000
    check(result.best)


def test_a_search_stopped_at_once_is_cancelled_when_words_are_missing() -> None:
    run = start(TREES, width=6, height=6)
    run.stop()
    assert run.result().status is Status.CANCELLED


def test_control_c_gives_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    run = start(TREES)
    calls = iter(range(10))

    def spent() -> bool:
        if next(calls) == 3:
            raise KeyboardInterrupt
        return False

    monkeypatch.setattr(run, "_spent", spent)
    result = run.result()
    assert result.status is Status.FILLED
    assert 0 < result.statistics.steps < 1000
    check(result.best)


def test_a_limit_of_seconds_ends_the_search() -> None:
    result = layout(TREES, limit=Limit(seconds=0.05))
    assert result.statistics.steps > 0
    check(result.best)


# -- puzzles --------------------------------------------------------------------------------------


def test_the_puzzle_has_voids_or_blocks_clues_and_numbers() -> None:
    made = layout([("OAK", "Acorns grow on it"), ("ASH", "Grey"), "KOALA"], limit=SHORT).best
    puzzle = made.puzzle(title="Trees")
    assert puzzle.is_complete
    assert puzzle.title == "Trees"
    assert puzzle.grid.voids and not puzzle.grid.blocks and not puzzle.grid.letters
    clues = {entry.answer: entry.clue.text for entry in puzzle.entries}
    assert clues == {"OAK": "Acorns grow on it", "ASH": "Grey", "KOALA": ""}
    black = made.puzzle(blocks=True)
    assert black.grid.blocks == puzzle.grid.voids
    assert black.answers == puzzle.answers


HEBREW = ["שלום", "ילדים", "משפחה", "לילה"]
THAI = ["น้ำ", "ที่น้ำ", "น้ำที่ดี"]
HINDI = ["हिन्दी", "दीपक", "कमल"]


@pytest.mark.parametrize("words", [HEBREW, THAI, HINDI, ["ЁЛКА", "КЛЁН", "ЛЁН"]])
def test_any_alphabet_goes_through_grid_and_puzzle(words: list[str]) -> None:
    result = layout(words, limit=SHORT)
    for made in result.layouts:
        check(made)
        assert set(made.puzzle().answers.values()) | {x.entry.word for x in made.left_out} == set(
            words
        )


def test_hebrew_words_run_from_the_first_column_on() -> None:
    result = layout(HEBREW, limit=SHORT)
    assert result.status is Status.FILLED
    slot = next(slot for slot in result.best.grid.slots if result.best.grid.word(slot) == "שלום")
    assert [result.best.grid.letters[cell] for cell in slot.cells] == ["ש", "ל", "ו", "ם"]
