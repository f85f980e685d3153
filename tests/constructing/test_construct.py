"""Constructions: themes in the grid or refused for a verified reason, ranked, within limits."""

from __future__ import annotations

import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from helpers.clocks import a_slow_machine
from helpers.engines import ENGINES, solving_with

from crosswright import engine
from crosswright.constructing.candidate import Candidate, Construction
from crosswright.constructing.construct import construct, start
from crosswright.errors import CrosswrightError, RuleError, StyleError, ThemeError
from crosswright.filling.preference import lively_words
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.grids.letters import normalise_answer
from crosswright.grids.styles import faults
from crosswright.limits import Budget, Limit, Status
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
PLENTY = Limit(failures=200_000)
"""Of which no test here needs more than a fraction."""

SMALL = WordList.from_words(["CAT", "CUT", "TIE", "TEE", "TOE", "ATE", "ARE"])
RING = "...\n.#.\n..."

needs_compiled_engine = pytest.mark.skipif(
    engine.name != "compiled", reason="fills real grids; takes minutes with the plain engine"
)


def first(theme: list[str] | tuple[str, ...] = (), **options: Any) -> Construction:
    """Construct one candidate, whatever its score."""
    return construct(theme, **{"limit": PLENTY, "candidates": 1, "objective": "any", **options})


def verify(candidate: Candidate, theme: list[str] | tuple[str, ...], words: WordList) -> None:
    grid = candidate.grid
    assert grid.is_filled
    assert faults(grid, "american", "180") == []
    entries = set(map(normalise_answer, theme))
    answers = [grid.word(slot) or "" for slot in grid.slots]
    assert entries <= set(answers)
    assert set(candidate.theme.values()) == entries
    assert all(grid.word(label) == word for label, word in candidate.theme.items())
    assert len(set(answers)) == len(answers)
    assert all(answer in words for answer in answers if answer not in entries)
    positions = {grid.slot(label).cells for label in candidate.theme}
    turned = {tuple(sorted((14 - y, 14 - x) for y, x in cells)) for cells in positions}
    assert turned == positions, "the theme entries are in symmetric positions"
    findings = check(candidate.puzzle(drafts=False), "american")
    assert [finding for finding in findings if finding.severity is Severity.ERROR] == []


# -- themes ---------------------------------------------------------------------------------------


@needs_compiled_engine
@pytest.mark.endurance
@pytest.mark.parametrize("kind, theme", SETS, ids=[theme[0] for _, theme in SETS])
def test_hand_made_themes(kind: str, theme: list[str], english: WordList) -> None:
    result = first(theme, seed=3, limit=PLENTY if kind == "works" else Limit(failures=12_000))
    if kind == "works":
        assert (result.status, result.reason) == (Status.FILLED, "")
        verify(result.best, theme, english)
        return
    assert result.status is Status.IMPOSSIBLE
    assert kind in result.reason
    if kind == "too long":
        assert max(len(normalise_answer(entry)) for entry in theme) > 15
    else:
        lengths = Counter(len(normalise_answer(entry)) for entry in theme)
        alone = [length for length, count in lengths.items() if count % 2]
        assert len(alone) > 1 or alone[0] % 2 == 0
    assert result.subset
    assert set(result.subset) < set(map(normalise_answer, theme))
    verify(result.best, result.subset, english)
    for way in result.alternatives:
        assert way.candidate.grid.is_filled
        assert faults(way.candidate.grid, "american", way.symmetry) == []
        assert (way.candidate.grid.height, way.candidate.grid.width) == way.size
        assert set(way.candidate.theme.values()) == set(way.theme)


REBUS = ["IED", "ENO", "ICE", "EARN", "DTO"]


def test_letters_in_brackets_share_a_cell() -> None:
    result = first(["c(ar)t"], size=3, words=REBUS, seed=1)
    assert (result.status, result.theme) == (Status.FILLED, ("CART",))
    grid = result.best.grid
    assert [grid.letters[1, x] for x in range(3)] == ["C", "AR", "T"]
    assert sorted(result.best.fill.answers.values()) == sorted([*REBUS, "CART"])


def test_accents_are_spelled_as_the_list_spells_them() -> None:
    words = ["BAT", "DEN", "BED", "ATE", "TEN"]
    result = first(["été"], size=3, words=words)
    assert result.status is Status.FILLED
    assert result.theme == ("ETE",)
    assert set(result.best.theme.values()) == {"ETE"}
    assert "ETE" in str(result.best.grid).split()


@pytest.mark.parametrize("entry, spelling", [("cút", "CUT"), ("T.O.E.", "TOE"), ("été", "ETE")])
def test_a_kept_pattern_has_accents_as_the_list_spells_them(entry: str, spelling: str) -> None:
    words = [*dict(SMALL), "CUE", "TUT", "EAT", "EVE", "TEA"]
    result = first([entry], grid=RING, words=words)
    assert result.status is Status.FILLED
    assert [*result.best.theme.values()] == [spelling]
    assert spelling in result.best.fill.answers.values()


@needs_compiled_engine
def test_asymmetry_allows_any_lengths() -> None:
    result = first(["desert", "islan", "sea"], size=9, symmetry="none", seed=1)
    assert result.status is Status.FILLED
    assert faults(result.best.grid, "american", "none") == []


@needs_compiled_engine
def test_british_themes() -> None:
    result = first(["Swiss cheese", "French toast"], style="british", seed=2)
    assert result.status is Status.FILLED
    assert faults(result.best.grid, "british", "180") == []


def test_a_theme_for_which_no_placement_is_found_is_not_proved_impossible() -> None:
    theme = ["cater", "react", "crate", "trace"]
    result = construct(theme, size=5, words=SMALL, limit=Limit(failures=100))
    assert (result.status, result.attempts) == (Status.LIMIT, 0)
    assert result.reason.startswith("no room")


# -- patterns that are kept -----------------------------------------------------------------------


@needs_compiled_engine
def test_a_pattern_is_kept(english: WordList) -> None:
    pattern = Grid.parse("#...#\n.....\n.....\n.....\n#...#")
    result = first(["TRAIN"], grid=pattern, words=english)
    assert result.status is Status.FILLED
    assert result.best.grid.without_letters() == pattern
    assert "TRAIN" in result.best.fill.answers.values()


def test_a_pattern_that_cannot_hold_the_theme() -> None:
    result = first(["CAT", "XYZ"], grid=RING, words=SMALL)
    assert result.status is Status.IMPOSSIBLE
    assert "proved" in result.reason
    assert result.subset == ("CAT",)
    assert "CAT" in result.best.fill.answers.values()


def test_rules_go_into_the_fill() -> None:
    words = [("CAT", 90), ("CUT", 20), ("TIE", 70), ("TEE", 70), ("COT", 60)]
    result = first(size=3, style="free", words=words, rules=Rules(min_score=50), grid=RING)
    assert "CUT" not in result.best.fill.answers.values()


LOW = [("CAT", 35), ("CUT", 35), ("TIE", 35), ("TEE", 35)]


def test_the_floor_that_it_steps_to_is_in_the_progress_and_the_result() -> None:
    with start(grid=RING, words=LOW, step_down=True, limit=PLENTY, objective="any") as run:
        floors = [progress.min_score for progress in run]
        result = run.result()
    assert [*dict.fromkeys(floors)] == [50, 40, 30]
    assert (result.status, result.aim, result.best.fill.min_score) == (Status.FILLED, 50, 30)
    assert result.is_stepped_down


@pytest.mark.parametrize(
    "lowest, status", [(None, "IMPOSSIBLE"), (25, "IMPOSSIBLE"), (20, "FILLED")]
)
def test_it_never_goes_below_30_unless_that_is_asked_for(lowest: int | None, status: str) -> None:
    words = [(word, 20) for word, _ in LOW]
    rules = Rules(min_score=lowest)
    result = first(grid=RING, words=words, step_down=True, rules=rules, limit=Limit(failures=500))
    assert str(result.status) == status
    if status == "IMPOSSIBLE":
        assert f"words that score {lowest or 30} or more" in result.reason
        assert [(way.kind, way.min_score) for way in result.alternatives] == [("floor", 20)]


@pytest.mark.parametrize("step_down", [True, False])
@pytest.mark.parametrize(
    "scores, lowest, works", [(35, 60, 30), (58, 60, 50), (65, 90, 60), (5, 60, None), (3, 5, None)]
)
def test_a_floor_that_was_given_is_kept_and_a_lower_one_advised(
    scores: int, lowest: int, works: int | None, step_down: bool
) -> None:
    words = [(word, scores) for word, _ in LOW]
    rules = Rules(min_score=lowest)
    limit = Limit(failures=500)
    result = first(grid=RING, words=words, step_down=step_down, rules=rules, limit=limit)
    assert (result.status, result.candidates) == (Status.IMPOSSIBLE, ())
    assert result.aim == (50 if step_down and lowest < 50 else lowest)
    ways = [(way.kind, way.min_score) for way in result.alternatives]
    assert ways == ([] if works is None else [("floor", works)])


@needs_compiled_engine
@pytest.mark.parametrize("lowest, status", [(85, Status.LIMIT), (100, Status.IMPOSSIBLE)])
def test_a_floor_that_works_with_a_theme_is_advised(lowest: int, status: Status) -> None:
    theme, limit = ["train"], Limit(failures=8000)
    result = first(theme, size=7, seed=1, rules=Rules(min_score=lowest), limit=limit)
    assert (result.status, result.candidates) == (status, ())
    way = result.alternatives[0]
    assert (way.kind, way.options) == ("floor", f"--min-score {way.min_score}")
    assert way.min_score is not None and 40 <= way.min_score < lowest
    assert way.candidate.lowest is not None and way.candidate.lowest >= way.min_score
    assert way.candidate.grid.is_filled and len(way.candidate.theme) == len(theme)


@needs_compiled_engine
def test_the_highest_floor_that_works_is_advised() -> None:
    words = WordList.from_words({word: 75 for word, score in lexicon.english() if score >= 40})
    options = {"size": 7, "words": words, "seed": 1, "limit": Limit(failures=60_000)}
    result = first(rules=Rules(min_score=90), **options)
    assert [way.options for way in result.alternatives] == ["--min-score 70"]


def test_a_required_word_without_room_is_refused_at_once() -> None:
    result = construct(size=7, rules=Rules(required=["elephants"]), limit=PLENTY)
    assert result.status is Status.IMPOSSIBLE and result.attempts == 0
    assert result.reason == "ELEPHANTS has 9 letters, too long for 7 cells"


def test_patterns_without_a_slot_for_a_required_word_are_not_filled() -> None:
    result = construct(size=7, rules=Rules(required=["TREE"]), limit=Limit(failures=600))
    assert result.status is Status.LIMIT
    assert "has slots for all required words (TREE); as theme entries" in result.reason


def test_a_theme_entry_cannot_be_banned() -> None:
    with pytest.raises(RuleError, match="TREE is both a theme entry and banned"):
        start(["Tree"], size=7, rules=Rules(banned=["tree"]))


def test_words_may_be_banned_and_required() -> None:
    words = [*dict(SMALL), "COT"]
    result = first(grid=RING, words=words, rules=Rules(banned=["CAT"], required=["COT"]))
    answers = {*result.best.fill.answers.values()}
    assert "COT" in answers and "CAT" not in answers


@needs_compiled_engine
def test_a_theme_without_a_placement_leaves_the_time_to_what_would_work() -> None:
    limit = Limit(failures=40_000)
    with start(["sat", "cabbies"], size=9, seed=1, limit=limit) as run:
        steps = sum(1 for _ in run)
        result = run.result()
    assert result.reason == "no room: no placement of the whole theme was found"
    assert "subset" in {other.kind for other in result.alternatives}
    assert steps < 120  # however much is allowed


# -- candidates -----------------------------------------------------------------------------------


@needs_compiled_engine
def test_a_themeless_puzzle_with_ranked_candidates() -> None:
    result = construct(size=9, seed=3, limit=Limit(failures=6000), candidates=3)
    assert result.status is Status.FILLED
    scores = [candidate.score for candidate in result.candidates]
    assert scores == sorted(scores, reverse=True)
    assert len({candidate.grid for candidate in result.candidates}) == 3
    for candidate in result.candidates:
        assert faults(candidate.grid, "american", "180") == []
        assert all(score is not None for score in candidate.fill.scores.values())
        assert candidate.theme == {}


@needs_compiled_engine
def test_improvement_raises_the_score() -> None:
    plain = first(size=9, seed=3)
    improved = construct(size=9, seed=3, limit=Limit(failures=6000), candidates=1)
    assert improved.best.score > plain.best.score


# -- limits ---------------------------------------------------------------------------------------


def outcome(result: Construction) -> tuple[object, ...]:
    candidates = [(candidate.grid, candidate.score) for candidate in result.candidates]
    ways = [(way.kind, way.candidate.grid) for way in result.alternatives]
    return result.status, candidates, result.attempts, result.reason, result.subset, ways


@pytest.mark.parametrize(
    "theme, options",
    [
        ([], {"size": 5, "limit": Limit(failures=500)}),
        (["train"], {"size": 5, "limit": Limit(nodes=1200)}),
        (["CAT", "XYZ"], {"words": SMALL, "grid": RING, "limit": Limit(nodes=400, failures=200)}),
        (["QQQ", "XXX"], {"words": SMALL, "size": 5, "limit": Limit(failures=800)}),
    ],
    ids=["without a theme", "a theme", "a pattern", "a hopeless theme"],
)
def test_counted_limits_give_the_same_puzzles_everywhere(
    theme: list[str], options: dict[str, Any]
) -> None:
    outcomes = []
    for module in ENGINES:
        with solving_with(module):
            outcomes.append(outcome(construct(theme, seed=2, candidates=2, **options)))
            with a_slow_machine():
                outcomes.append(outcome(construct(theme, seed=2, candidates=2, **options)))
    assert outcomes == [outcomes[0]] * len(outcomes)


@needs_compiled_engine
def test_time_only_ends_what_counts_decide() -> None:
    limits = Limit(failures=3000), Limit(seconds=10**6, failures=3000)
    counted, both = (
        outcome(construct(["train"], size=7, seed=2, candidates=2, limit=limit)) for limit in limits
    )
    assert counted == both


def test_a_limit_is_that_of_the_whole_construction() -> None:
    whole = Budget(Limit(failures=1000))
    result = construct(["CCCCC", "UUUUU"], size=9, words=SMALL, limit=whole)
    assert result.status is Status.LIMIT
    assert result.reason.startswith("crossings: none of ")
    assert whole.spent() is Status.LIMIT
    assert whole.statistics.failures < 1200, "the last drawing may end beyond it, and no more"
    with pytest.raises(ThemeError, match="there is no candidate"):
        _ = result.best


@pytest.mark.parametrize(
    "theme, options, reason",
    [
        (["CCC"], {"size": 5}, "the limit was too low to try a single pattern"),
        ([], {"size": 5}, "the limit was too low to try a single pattern"),
        (["CAT"], {"grid": RING}, "crossings: no such fill of this grid was found"),
    ],
)
def test_a_limit_that_allows_nothing(
    theme: list[str], options: dict[str, Any], reason: str
) -> None:
    result = construct(theme, words=SMALL, limit=Limit(failures=0), **options)
    assert (result.status, result.reason) == (Status.LIMIT, reason)


def test_a_time_that_is_too_short() -> None:
    result = construct(["QQQQQQQQQ", "XXXXXXXXX"], limit=Limit(seconds=0.4))
    assert result.status is Status.LIMIT
    assert result.reason.startswith(("crossings", "the limit was too low"))


def test_stop_from_another_thread() -> None:
    run = start(["QQQQQQQQQ", "XXXXXXXXX"], limit=PLENTY)
    threading.Timer(0.3, run.stop).start()
    result = run.result()
    assert result.status is Status.CANCELLED
    assert not result.candidates


# -- misuse ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "theme, options, error, message",
    [
        (["cat", "Cat!"], {}, ThemeError, "CAT is given twice"),
        (["cat"], {"style": "barred"}, StyleError, "need a grid with bars"),
        ([], {"size": 2}, StyleError, "3 to 31 rows"),
        ([], {"objective": "best"}, CrosswrightError, "unknown objective 'best'; choose from any"),
        ([], {"words": "CAT"}, CrosswrightError, "is not a word list"),
        ([], {"candidates": 0}, CrosswrightError, "0 candidates; ask for 1 or more"),
    ],
)
def test_what_cannot_be(
    theme: list[str], options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        construct(theme, **options)


def test_candidates_are_shown_as_they_come() -> None:
    with start([], grid=RING, words=SMALL, candidates=2, limit=PLENTY) as run:
        steps = [*run]
        result = run.result()
    assert [*dict.fromkeys(len(step.found) for step in steps)] == [0, 1, 2]
    assert all(step.candidates == len(step.found) for step in steps)
    assert all([*step.found] == sorted(step.found, key=lambda each: -each.score) for step in steps)
    assert steps[-1].found == tuple(result.candidates)


LADDER = "#.........#\n#.#.#.#.#.#\n...........\n#.#.#.#.#.#\n#.........#"


@needs_compiled_engine
def test_lively_words_are_preferred_on_request() -> None:
    words = lexicon.english()
    plain, lively = (
        construct(
            ["gatecrash"],
            grid=LADDER,
            seed=2,
            candidates=1,
            limit=Limit(failures=6000),
            lively=n,
        ).best
        for n in (0, 70)
    )
    counts = [len(lively_words(each.fill.answers.values(), words)) for each in (plain, lively)]
    assert counts[0] < counts[1]
    assert plain.worths == {}
    assert lively.score > lively.fill.mean_score


@pytest.mark.parametrize("preferences", [{"lively": 101}, {"variety": -1}])
def test_preferences_out_of_range_are_refused(preferences: dict[str, int]) -> None:
    with pytest.raises(RuleError, match="choose from 0 to 100"):
        construct(words=SMALL, grid=RING, **preferences)
