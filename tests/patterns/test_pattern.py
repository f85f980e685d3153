"""Patterns: their style's rules, symmetry, numbers, seeds, and the fills that verify them."""

from __future__ import annotations

import doctest
import threading
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crosswright import engine
from crosswright.errors import StyleError
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.grids.styles import STYLES, faults
from crosswright.grids.symmetry import NO_SYMMETRY, SYMMETRIES
from crosswright.limits import Limit, Status
from crosswright.patterns import pattern
from crosswright.patterns.spec import SQUARE_ONLY
from crosswright.puzzles.check import check
from crosswright.puzzles.puzzle import Puzzle
from crosswright.words.wordlist import WordList

KNOWN = Path(__file__).parent.parent / "known" / "patterns"
FROM_50 = Rules(min_score=50)
QUICK = Limit(seconds=60, failures=1500)

needs_compiled_engine = pytest.mark.skipif(
    engine.name != "compiled", reason="fills real grids; takes minutes with the plain engine"
)


@st.composite
def shapes(draw: st.DrawFn) -> tuple[int, int, str, str]:
    style = draw(st.sampled_from([*STYLES]))
    symmetry = draw(st.sampled_from([NO_SYMMETRY, *SYMMETRIES]))
    height = draw(st.integers(3, 13))
    width = height if symmetry in SQUARE_ONLY else draw(st.integers(3, 13))
    return height, width, style, symmetry


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(shapes(), st.integers(0, 99))
def test_patterns_keep_the_rules_of_their_style(
    shape: tuple[int, int, str, str], seed: int
) -> None:
    height, width, style, symmetry = shape
    made = pattern.make(
        height, width, style=style, symmetry=symmetry, seed=seed, verify=False, limit=QUICK
    )
    assert made.grid is not None, made.reason
    assert (made.grid.height, made.grid.width) == (height, width)
    assert made.grid.slots
    assert faults(made.grid, style, symmetry) == []
    assert symmetry == NO_SYMMETRY or made.grid.is_symmetric(symmetry)
    assert check(Puzzle(made.grid), style, symmetry=symmetry) == []


@pytest.mark.parametrize("name", sorted(path.stem for path in KNOWN.glob("*.txt")))
def test_known_patterns(name: str) -> None:
    """The same seed gives the same pattern, on every machine and with either engine."""
    style, size, seed = name.split("-")
    made = pattern.make(int(size), style=style, seed=int(seed), verify=False)
    assert made.grid == Grid.parse((KNOWN / f"{name}.txt").read_text())


def test_known_patterns_are_there() -> None:
    assert {path.stem.split("-")[0] for path in KNOWN.glob("*.txt")} == {*STYLES}


@pytest.mark.parametrize(
    "style, size", [*((style, 3) for style in STYLES), ("american", 31), ("barred", 18)]
)
def test_the_smallest_and_the_largest(style: str, size: int) -> None:
    made = pattern.make(size, style=style, verify=False, seed=2)
    assert made.grid is not None
    assert faults(made.grid, style) == []


@needs_compiled_engine
@pytest.mark.parametrize("seed", range(4))
def test_daily_patterns_are_filled_before_they_are_shown(english: WordList, seed: int) -> None:
    made = pattern.make(15, words=english, word_count=(72, 78), seed=seed, rules=FROM_50)
    assert made.status is Status.FILLED
    assert made.grid is not None and made.fill is not None
    assert 72 <= len(made.grid.slots) <= 78
    assert made.fill.grid.without_letters() == made.grid
    answers = [*made.fill.answers.values()]
    assert len(set(answers)) == len(answers) == len(made.grid.slots)
    assert all((english.score(answer) or 0) >= 50 for answer in answers)


@needs_compiled_engine
def test_a_sunday_pattern(english: WordList) -> None:
    made = pattern.make(21, words=english, seed=1, rules=FROM_50)
    assert made.grid is not None and made.is_verified
    assert len(made.grid.slots) <= 140


@needs_compiled_engine
@pytest.mark.parametrize("style, size", [("british", 15), ("barred", 12), ("free", 9)])
def test_other_styles_are_filled_too(english: WordList, style: str, size: int) -> None:
    made = pattern.make(size, words=english, style=style, seed=1, rules=FROM_50)
    assert made.is_verified


def test_numbers_asked_for_are_kept() -> None:
    made = pattern.make(11, word_count=40, block_count=(18, 22), seed=3, verify=False)
    assert made.grid is not None
    assert len(made.grid.slots) == 40
    assert 18 <= len(made.grid.blocks) <= 22


def test_a_template_stays() -> None:
    template = Grid.parse("\n".join(["." * 11] * 3 + ["#CROSSWORDS"] + ["." * 11] * 7))
    made = pattern.make(11, template=template, verify=False, seed=1)
    assert made.grid is not None
    assert template.blocks <= made.grid.blocks
    assert "CROSSWORDS" in [made.grid.word(slot) for slot in made.grid.slots]


def test_words_have_lengths_that_the_list_has() -> None:
    words = WordList.from_words(["CAT", "TEN", "ANT", "CAN", "ATE", "TAN", "NET", "TEA", "EAT"])
    run = pattern.start(7, words=words, style="free", symmetry="180", seed=1, limit=Limit(1.0))
    assert run.spec.lengths == {3}


def test_several_patterns_differ() -> None:
    run = pattern.start(9, verify=False, seed=5, count=3)
    grids = [found.grid for found in run.results()]
    assert len(set(grids)) == 3 and None not in grids


def test_a_list_that_fills_nothing() -> None:
    made = pattern.make(5, words=WordList.from_words(["XYZ", "XXYYZ", "ZZYX"]), limit=Limit(0.5))
    assert (made.status, made.grid) == (Status.LIMIT, None)
    assert made.reason


def test_stop_from_another_thread() -> None:
    run = pattern.start(31, verify=False, count=50)
    threading.Timer(0.2, run.stop).start()
    *found, last = run.results()
    assert last.status is Status.CANCELLED
    assert len(found) < 50


@pytest.mark.parametrize(
    "options, message",
    [
        ({"height": 2}, "3 to 31 rows, not 2"),
        ({"height": 9, "width": 32}, "3 to 31 columns, not 32"),
        ({"height": 9, "style": "greek"}, "no style 'greek'"),
        ({"height": 9, "symmetry": "45"}, "unknown symmetry '45'"),
        ({"height": 9, "width": 7, "symmetry": "90"}, "needs a square grid"),
        ({"height": 15, "word_count": (90, 95)}, "at most 78"),
        ({"height": 15, "block_count": 80}, "at most 45"),
        ({"height": 15, "word_count": (70, 60)}, "no number is from 70 to 60"),
        ({"height": 9, "style": "barred", "block_count": 3}, "no blocks to count"),
        ({"height": 9, "template": Grid.empty(8, 8)}, "the template has 8 rows"),
        ({"height": 3, "template": Grid.parse("#..\n...\n..A")}, "where there is a letter"),
    ],
)
def test_what_cannot_be(options: dict[str, object], message: str) -> None:
    with pytest.raises(StyleError, match=message):
        pattern.make(**options)  # type: ignore[arg-type]


@needs_compiled_engine
def test_the_example() -> None:
    assert doctest.testmod(pattern).failed == 0
