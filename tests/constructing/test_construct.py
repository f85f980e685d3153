"""Constructions: themes placed or refused with a verified reason, candidates, drafts, limits."""

from __future__ import annotations

import random
import threading
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright import engine
from crosswright.constructing.construct import Candidate, construct, start
from crosswright.constructing.theme import Stage, read_theme
from crosswright.errors import CrosswrightError, StyleError, ThemeError
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.grids.letters import normalise_answer
from crosswright.grids.styles import STYLES, faults
from crosswright.grids.symmetry import NO_SYMMETRY, SYMMETRIES
from crosswright.limits import Status
from crosswright.patterns.spec import SQUARE_ONLY, Spec
from crosswright.puzzles.check import Severity, check
from crosswright.words import lexicon
from crosswright.words.wordlist import WordList

SETS = [
    (kind.strip(), [entry.strip() for entry in entries.split(",")])
    for line in (Path(__file__).parent.parent / "known" / "themes" / "sets.txt")
    .read_text("utf-8")
    .splitlines()[1:]
    for kind, entries in [line.split("|")]
]
PLENTY = 120.0  # seconds, of which no test here takes more than a few

needs_compiled_engine = pytest.mark.skipif(
    engine.name != "compiled", reason="fills real grids; takes minutes with the plain engine"
)


@pytest.fixture(scope="module")
def english() -> WordList:
    return lexicon.english()


def verify(candidate: Candidate, theme: list[str] | tuple[str, ...], words: WordList) -> None:
    grid = candidate.grid
    assert grid.is_filled
    assert faults(grid, "american", "180") == []
    entries = set(map(normalise_answer, theme))
    answers = [grid.word(slot) or "" for slot in grid.slots]
    assert entries <= set(answers)
    assert set(candidate.theme.values()) == entries
    assert all(candidate.grid.word(label) == word for label, word in candidate.theme.items())
    assert len(set(answers)) == len(answers)
    assert all(answer in words for answer in answers if answer not in entries)
    places = {candidate.grid.slot(label).cells for label in candidate.theme}
    turned = {tuple(sorted((14 - y, 14 - x) for y, x in cells)) for cells in places}
    assert turned == places, "the theme entries stand in symmetric places"
    findings = check(candidate.puzzle(drafts=False), "american")
    assert [found for found in findings if found.severity is Severity.ERROR] == []


@needs_compiled_engine
@pytest.mark.parametrize("kind, theme", SETS, ids=[theme[0] for _, theme in SETS])
def test_hand_made_themes(kind: str, theme: list[str], english: WordList) -> None:
    made = construct(theme, seed=1, seconds=PLENTY, candidates=1, objective="any")
    if kind == "works":
        assert (made.status, made.reason) == (Status.FILLED, "")
        verify(made.best, theme, english)
        return
    assert made.status is Status.IMPOSSIBLE
    assert kind in made.reason
    if kind == "too long":
        assert max(len(normalise_answer(entry)) for entry in theme) > 15
    else:
        lengths = Counter(len(normalise_answer(entry)) for entry in theme)
        alone = [length for length, count in lengths.items() if count % 2]
        assert len(alone) > 1 or alone[0] % 2 == 0
    assert made.subset and set(made.subset) < set(map(normalise_answer, theme))
    verify(made.best, made.subset, english)


@needs_compiled_engine
def test_a_themeless_puzzle_with_ranked_candidates(english: WordList) -> None:
    made = construct(size=9, seed=3, seconds=4, candidates=3)
    assert made.status is Status.FILLED
    scores = [candidate.score for candidate in made.candidates]
    assert scores == sorted(scores, reverse=True) and len(scores) == 3
    assert len({candidate.grid for candidate in made.candidates}) == 3
    for candidate in made.candidates:
        assert faults(candidate.grid, "american", "180") == []
        assert all(score is not None for score in candidate.fill.scores.values())
        assert candidate.theme == {}


@needs_compiled_engine
def test_improvement_does_not_lower_the_score() -> None:
    first = construct(size=9, seed=3, seconds=PLENTY, candidates=1, objective="any")
    better = construct(size=9, seed=3, seconds=3, candidates=1)
    assert better.best.score >= first.best.score


@needs_compiled_engine
def test_the_same_seed_gives_the_same_puzzle() -> None:
    theme = ["butterfly", "dragonfly"]
    one, other = (
        construct(theme, size=11, seed=5, seconds=PLENTY, candidates=1, objective="any")
        for _ in range(2)
    )
    assert one.best.grid == other.best.grid


@needs_compiled_engine
def test_a_pattern_is_kept(english: WordList) -> None:
    pattern = Grid.parse("#...#\n.....\n.....\n.....\n#...#")
    made = construct(["TRAIN"], grid=pattern, words=english, seconds=PLENTY, objective="any")
    assert made.status is Status.FILLED
    assert made.best.grid.without_letters() == pattern
    assert "TRAIN" in made.best.fill.answers.values()


def test_a_pattern_that_cannot_hold_the_theme() -> None:
    words = WordList.from_words(["CAT", "CUT", "TIE", "TEE", "TOE", "ATE", "ARE"])
    pattern = Grid.parse("...\n.#.\n...")
    made = construct(["CAT", "XYZ"], grid=pattern, words=words, seconds=PLENTY, objective="any")
    assert made.status is Status.IMPOSSIBLE
    assert "proved" in made.reason
    assert made.subset == ("CAT",)
    assert "CAT" in made.best.fill.answers.values()


@needs_compiled_engine
def test_asymmetry_lets_lengths_be() -> None:
    theme = ["desert", "island"[:5], "sea"]
    made = construct(
        theme, size=9, symmetry="none", seed=1, seconds=PLENTY, candidates=1, objective="any"
    )
    assert made.status is Status.FILLED
    assert faults(made.best.grid, "american", "none") == []


@needs_compiled_engine
def test_british_themes() -> None:
    made = construct(
        ["Swiss cheese", "French toast"],
        style="british",
        seed=2,
        seconds=PLENTY,
        candidates=1,
        objective="any",
    )
    assert made.status is Status.FILLED
    assert faults(made.best.grid, "british", "180") == []


@needs_compiled_engine
def test_clues_and_drafts(english: WordList) -> None:
    made = construct(size=5, seed=1, seconds=PLENTY, candidates=1, objective="any")
    answer = next(iter(made.best.fill.answers.values()))
    puzzle = made.best.puzzle({answer: "Mine"}, title="Small", author="A. Setter")
    assert (puzzle.title, puzzle.author) == ("Small", "A. Setter")
    for entry in puzzle.entries:
        if entry.answer == answer:
            assert (entry.clue.text, entry.clue.draft) == ("Mine", False)
        elif entry.clue.text:
            assert entry.clue.draft
            assert (entry.answer or "") not in entry.clue.text.upper().split()
    assert all(not entry.clue.text for entry in made.best.puzzle(drafts=False).entries)


def test_stop_from_another_thread() -> None:
    run = start(["QQQQQQQQQ", "XXXXXXXXX"], seconds=PLENTY)
    threading.Timer(0.3, run.stop).start()
    made = run.result()
    assert made.status is Status.CANCELLED
    assert not made.candidates


def test_a_time_that_is_too_short() -> None:
    made = construct(["QQQQQQQQQ", "XXXXXXXXX"], seconds=0.4)
    assert made.status is Status.LIMIT
    assert made.reason.startswith("crossings")
    with pytest.raises(ThemeError, match="there is no candidate"):
        _ = made.best


@pytest.mark.parametrize(
    "theme, options, error, message",
    [
        (["cat", "Cat!"], {}, ThemeError, "CAT is given twice"),
        (["???"], {}, ThemeError, "has no letters"),
        (["A" * n for n in range(3, 16)], {}, ThemeError, "at most 12"),
        (["cat"], {"style": "barred"}, StyleError, "need a grid with bars"),
        ([], {"size": 2}, StyleError, "3 to 31 rows"),
        ([], {"objective": "best"}, CrosswrightError, "no objective 'best'"),
    ],
)
def test_what_cannot_be(
    theme: list[str], options: dict[str, object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        construct(theme, **options)


# -- placements -----------------------------------------------------------------------------------


@st.composite
def stages(draw: st.DrawFn) -> tuple[Stage, tuple[str, ...]]:
    symmetry = draw(st.sampled_from([NO_SYMMETRY, *SYMMETRIES]))
    height = draw(st.integers(9, 15))
    width = height if symmetry in SQUARE_ONLY else draw(st.integers(9, 15))
    letters = st.text("ABCDE", min_size=3, max_size=min(height, width))
    theme = draw(st.lists(letters, min_size=1, max_size=4, unique=True))
    return Stage(Spec(height, width, STYLES["american"], symmetry)), tuple(theme)


@settings(max_examples=20, deadline=None)
@given(stages(), st.integers(0, 9))
def test_placements_are_symmetric_and_whole(
    stage: tuple[Stage, tuple[str, ...]], seed: int
) -> None:
    board, theme = stage
    spec = board.spec
    for placement in board.placements(theme, random.Random(seed))[:5]:
        assert not board.why_not(theme)
        template = board.template(placement)
        assert template is not None
        assert sorted(entry for entry, _ in placement) == sorted(theme)
        assert spec.symmetry == NO_SYMMETRY or Grid(
            spec.height, spec.width, blocks=template.blocks
        ).is_symmetric(spec.symmetry)
        for entry, place in placement:
            assert "".join(template.letters[cell] for cell in place.cells) == entry
            assert template.blocks >= {*place.ends(spec.height, spec.width)}


def test_entries_are_read_as_a_grid_spells_them() -> None:
    assert read_theme(["Ice cream", "", "l'été"]) == ("ICECREAM", "LÉTÉ")


def test_rules_go_into_the_fill() -> None:
    words = WordList.from_words([("CAT", 90), ("CUT", 20), ("TIE", 70), ("TEE", 70), ("COT", 60)])
    made = construct(
        size=3,
        style="free",
        words=words,
        rules=Rules(min_score=50),
        grid=Grid.parse("...\n.#.\n..."),
        seconds=PLENTY,
        objective="any",
    )
    assert "CUT" not in made.best.fill.answers.values()
