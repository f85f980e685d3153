"""The best fill: its floor, its mean and their bounds."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from helpers.fills import GRID, HARD, HARD_LIST, SPELLINGS, WORDS
from helpers.verify import check_fill

from crosswright.errors import RuleError
from crosswright.filling.fill import fill, solutions, start
from crosswright.filling.model import Model
from crosswright.filling.preference import LIVELY, VARIETY, Preference
from crosswright.filling.quality import improve
from crosswright.filling.quality.bounds import mean_bound
from crosswright.filling.quality.climb import Floors
from crosswright.filling.quality.incumbent import Incumbent
from crosswright.filling.result import FillResult, Quality
from crosswright.filling.rules import RuleFields, Rules
from crosswright.filling.search import Search
from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Limit, Status
from crosswright.patterns import builtin
from crosswright.support.hints import Unpack
from crosswright.words.lexicon import english
from crosswright.words.wordlist import WordList

LETTERS = "ABC"
SQUARE_WORDS = [
    (a + b + c, 10 + 20 * (a + b + c).count("A")) for a in LETTERS for b in LETTERS for c in LETTERS
]
"""All words of three letters, the better the more of them are A."""


def test_a_best_fill_that_was_left_has_its_bounds() -> None:
    with start(GRID, WORDS, objective="score") as run:
        improving = (progress for progress in run if progress.best is not None)
        next(improving)  # the first fill
        next(improving)
    result = run.result()
    assert result.status is Status.FILLED
    assert result.quality is not None
    assert result.quality.floor <= result.quality.floor_bound


@pytest.mark.parametrize("seed", range(4))
def test_the_proof_of_a_bound_shows_the_best_fill(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(improve, "PATIENCE", 0)
    monkeypatch.setattr(improve, "LEAST_PATIENCE", 0)  # no words are changed to see what it brings
    rng, grid = random.Random(seed), Grid.empty(3, 3)
    words = [(word, rng.randint(20, 40)) for word, _ in SQUARE_WORDS if rng.random() < 0.8]
    best = max(
        (min(scores), sum(scores))
        for scores in (list(result.scores.values()) for result in solutions(grid, words))
    )
    result = fill(grid, words, objective="score", seed=seed, limit=Limit(failures=3000))
    scores = result.scores.values()
    assert (min(scores), sum(scores)) == best
    assert result.quality is not None
    assert result.quality.is_best


def test_a_floor_that_was_refuted_bounds_the_fill_below_it() -> None:
    grid, limit = builtin.pattern(1), Limit(nodes=400)
    model = Model(grid, english(min_score=40), Rules())
    search = Search(model.problem(), 1, Budget(), score_weight=0)
    search.decide()
    best = Incumbent(model, search.rows(), search.masks())
    known, unknown = (Floors(best, 1, Budget(limit), 1, refuted) for refuted in (60, None))
    assert best.floor <= known.bound < 60 < unknown.bound
    floor = best.floor
    assert Floors(best, 1, Budget(limit), 1, refuted=floor).bound == floor, "a fill has it"


def test_a_floor_refuted_at_the_edge_of_a_region_says_nothing_of_its_words() -> None:
    words = [("ABC", 90), ("DEF", 45), ("GHI", 80), ("JKL", 70)]
    words += [(word, 40) for word in ["ADX", "BEX", "CFX", "GJX", "HKX", "ILX"]]
    options: RuleFields = {"region": ["1A", "4A"]}
    results = [
        fill("...\n...\n...", words, floors=floors, objective="score", **options)
        for floors in ([50, 40], [40])
    ]
    assert [result.quality and result.quality.floor for result in results] == [70, 70]
    assert results[0].quality == results[1].quality


def test_a_floor_that_was_refuted_elsewhere_bounds_the_quality() -> None:
    quality = Quality(40, 70, 60.0, 80.0, 4)
    assert (quality.below(50).floor_bound, quality.below(50).floor_proved) == (49, False)
    assert quality.below(90) == quality
    assert (quality.below(41).floor_bound, quality.below(41).floor_proved) == (40, True)


def test_a_first_fill_that_was_left_is_a_fill_without_bounds() -> None:
    with start(GRID, WORDS, objective="score") as run:
        first = next(progress.best for progress in run if progress.best is not None)
    assert run.result().grid == first.grid
    assert run.result().quality is None


def test_quality_is_never_below_the_first_fill_and_bounds_hold() -> None:
    first = fill(GRID, WORDS, seed=5)
    best = fill(GRID, WORDS, seed=5, objective="score", limit=Limit(nodes=1500))
    check_fill(best, GRID, SPELLINGS)
    quality = best.quality
    assert quality is not None
    scores = list(best.scores.values())
    assert quality.floor == min(scores) >= min(first.scores.values())
    assert quality.mean == pytest.approx(sum(scores) / len(scores))
    assert quality.floor <= quality.floor_bound
    assert quality.mean <= quality.mean_bound
    assert 0 <= quality.gap < 1
    if quality.floor_proved:
        above = fill(GRID, WORDS, min_score=quality.floor + 1)
        assert above.status is Status.IMPOSSIBLE


def test_quality_without_the_clock_is_reproducible() -> None:
    results = [
        fill(GRID, WORDS, seed=3, objective="score", limit=Limit(nodes=600)) for _ in range(2)
    ]
    assert results[0].grid == results[1].grid
    assert results[0].statistics.nodes == results[1].statistics.nodes


def test_the_best_floor_and_mean_of_a_small_grid_are_found() -> None:
    grid = Grid.parse("...\n.#.\n...")
    spellings = ["CAT", "COT", "TIN", "TEN", "TON", "CUT", "NIT", "NUT", "NET"]
    few = WordList.from_words((word, 7 * place + 3) for place, word in enumerate(spellings))
    best = fill(grid, few, objective="score", seed=2)
    everything = [list(result.scores.values()) for result in solutions(grid, few)]
    floor = max(min(scores) for scores in everything)
    assert best.quality is not None
    assert best.quality.floor == floor
    assert best.quality.floor_proved
    mean = max(sum(s) / len(s) for s in everything if min(s) >= floor)
    assert best.quality.mean <= mean <= best.quality.mean_bound


def test_no_bound_is_below_the_best_fill_wherever_the_search_was_left() -> None:
    """The best fill has only words of the highest score, which searches do not find at once."""
    grid = Grid.empty(4, 4)
    chance = random.Random(5)
    poor = {"".join(chance.choices("ABC", k=4)): chance.choice((1, 5)) for _ in range(60)}
    good = ["ABCD", "EFGH", "IJKL", "MNOP", "AEIM", "BFJN", "CGKO", "DHLP"]
    words = WordList.from_words([*poor.items(), *((word, 9) for word in good)])
    bounds = set()
    for seed in range(4):
        result = fill(grid, words, objective="score", seed=seed, limit=Limit(nodes=10))
        if result.quality is not None:
            bounds.add((result.quality.floor, result.quality.floor_bound))
    assert {bound for _, bound in bounds} == {9}
    assert min(floor for floor, _ in bounds) < 9


def test_quality_with_rules_and_given_words() -> None:
    grid = GRID.with_word("1A", "THESE")
    rules = {"min_score": 20, "no_shared_letters": 3, "required": ["STONE"]}
    rules["slot_scores"] = {"5A": 5}
    best = fill(grid, WORDS, objective="score", limit=Limit(nodes=2500), seed=1, **rules)
    if best.status is Status.IMPOSSIBLE:
        assert fill(grid, WORDS, **rules).status is Status.IMPOSSIBLE
        return
    assert best.answers["1A"] == "THESE"
    assert "STONE" in best.answers.values()
    for index, word in enumerate(best.answers.values()):
        for other in list(best.answers.values())[:index]:
            assert not {word[i : i + 3] for i in range(3)} & {other[i : i + 3] for i in range(3)}


@pytest.mark.parametrize(
    "rules", [{"required": ["CAT"]}, {"slot_scores": {"1A": 0, "1D": 0, "2D": 0}}]
)
def test_quality_ends_where_a_weak_word_is_allowed_for(rules: dict[str, object]) -> None:
    grid = Grid.parse("...\n.#.\n...")
    spellings = ["CAT", "COT", "TIN", "TEN", "TON", "CUT", "NIT", "NUT", "NET"]
    few = WordList.from_words((word, 10 * place) for place, word in enumerate(spellings))
    best = fill(grid, few, objective="score", **rules)
    assert best.quality is not None
    assert best.quality.floor_proved
    floor = best.quality.floor
    assert fill(grid, few, min_score=floor, **rules).status is Status.FILLED
    if floor < 80:
        assert fill(grid, few, min_score=floor + 1, **rules).status is Status.IMPOSSIBLE


def test_quality_with_as_many_scores_as_words_and_with_negative_ones() -> None:
    for sign in (1, -1):
        scored = WordList.from_words((w, sign * (n + 1)) for n, w in enumerate(SPELLINGS))
        best = fill(GRID, scored, objective="score", limit=Limit(nodes=400), seed=1)
        check_fill(best, GRID, SPELLINGS)
        assert best.quality is not None
        assert best.quality.mean <= best.quality.mean_bound
        assert (best.quality.mean_bound > 0) == (sign > 0)
        assert best.quality.gap >= 0


def test_quality_of_the_impossible_the_given_and_the_cancelled() -> None:
    assert fill(Grid.parse("Q."), WORDS, objective="score").status is Status.IMPOSSIBLE
    given = fill(Grid.parse("CAT"), WORDS, objective="score")
    assert given.status is Status.FILLED
    assert given.quality is None
    assert fill(HARD, HARD_LIST, objective="score", limit=Limit(nodes=3)).status is Status.LIMIT
    with start(GRID, WORDS, objective="score") as run:
        for progress in run:
            if progress.best is not None:
                run.stop()
        assert run.result().status is Status.FILLED


# The only fill with the required word twice has no other word, so it satisfies any floor; the one
# that is better by its mean does not.
TWICE = {"required": ["AB"], "distinct": False}


def test_a_better_word_than_a_required_one_does_not_lower_the_floor() -> None:
    words = {"AB": 1, "AC": 2, "ZZ": 9}
    with start(".B\n.#", words, objective="score", **TWICE) as run:
        steps = sum(1 for _ in islice(run, 1000))
        assert steps < 1000  # otherwise the floor falls and rises for ever
        best = run.result()
    assert best.answers == {"1A": "AB", "1D": "AB"}
    assert best.quality is not None
    assert best.quality.floor_proved


@pytest.mark.parametrize("seed", range(12))
def test_slots_that_leave_the_region_keep_a_word_that_fits(seed: int) -> None:
    words = {"AB": 5, "AX": 6, "AY": 6, **dict.fromkeys(["CC", "DD", "EE", "FF", "GG"], 5)}
    region = [(0, 0), "2A", "3A"]
    grid = ".B#..#..\n.#######"
    best = fill(
        grid, {**words, "ZZ": 99}, objective="score", seed=seed, region=region, banned=["ZZ"]
    )
    assert best.answers["1A"] == "AB"
    assert not {"AX", "AY"} <= set(best.answers.values())  # one of them is left for 1D


@pytest.mark.parametrize("seed", range(8))
def test_the_floor_is_that_of_the_words_that_the_fill_chose(seed: int) -> None:
    words = {"AB": 7, "AC": 5, "DB": 6, "DE": 9}
    best = fill(".B\n.#", words, objective="score", seed=seed, region=[(0, 0)])
    assert best.answers == {"1A": "AB"}  # although 1D has no such good word left
    assert best.quality is not None
    assert (best.quality.floor, best.quality.mean) == (7, 7)
    assert best.quality.floor_bound >= 7


def test_a_goal_is_reached_and_the_rest_is_left_alone() -> None:
    first = fill(GRID, WORDS, seed=5)
    best = fill(GRID, WORDS, seed=5, objective="score", limit=Limit(nodes=3000))
    assert first.mean_score is not None
    assert best.mean_score is not None
    goal = (first.mean_score + best.mean_score) / 2
    enough = fill(GRID, WORDS, seed=5, objective="score", goal=goal, limit=Limit(nodes=3000))
    check_fill(enough, GRID, SPELLINGS)
    assert enough.mean_score is not None
    assert enough.mean_score >= goal
    assert enough.statistics.nodes < best.statistics.nodes
    easy = fill(GRID, WORDS, seed=5, objective="score", goal=first.mean_score)
    assert easy.grid == first.grid
    with pytest.raises(RuleError, match='a goal is a mean score, with objective="score"'):
        fill(GRID, WORDS, goal=80)
    for odd in (float("nan"), True):
        with pytest.raises(RuleError, match="a goal is a mean score"):
            fill(GRID, WORDS, objective="score", goal=odd)


def test_a_thrifty_first_fill_does_not_prefer_good_words() -> None:
    def total(thrifty: bool) -> float:
        fills = (
            fill(
                "...\n...\n...", SQUARE_WORDS, seed=seed, objective="score", goal=0, thrifty=thrifty
            )
            for seed in range(20)
        )
        return sum(result.mean_score or 0.0 for result in fills)

    assert total(thrifty=True) < total(thrifty=False)


def test_whoever_stops_does_not_wait_for_the_bound_on_the_mean(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    floors: list[int] = []

    def bound(model: Model, floor: int) -> float:
        floors.append(floor)
        return mean_bound(model, floor)

    monkeypatch.setattr(improve, "mean_bound", bound)
    with start(GRID, WORDS, objective="score") as run:
        next(progress for progress in run if floors)
    quality = run.result().quality
    assert quality is not None
    assert floors == [quality.floor]


def refilled(before: FillResult, seed: int, **rules: Unpack[RuleFields]) -> FillResult:
    """Fill all of a filled grid anew, without the time to do better."""
    limit, region = Limit(failures=60), [slot.label for slot in before.grid.slots]
    return fill(
        before.grid, WORDS, seed=seed, objective="score", limit=limit, region=region, **rules
    )


@pytest.mark.parametrize("seed", range(6))
def test_a_region_does_not_come_back_worse_than_it_was(seed: int) -> None:
    before = fill(GRID, WORDS, seed=5, objective="score", limit=Limit(nodes=3000))
    emptied = before.grid.without_letters()
    fresh = fill(emptied, WORDS, seed=seed, objective="score", limit=Limit(failures=60))
    assert fresh.quality and before.quality
    worse = (fresh.quality.floor, fresh.quality.mean) < (before.quality.floor, before.quality.mean)
    after = refilled(before, seed)
    assert after.quality is not None
    assert after.grid == (before.grid if worse else fresh.grid)
    assert (after.quality.floor, after.quality.mean) == max(
        (quality.floor, quality.mean) for quality in (fresh.quality, before.quality)
    )
    assert after.quality.mean <= after.quality.mean_bound
    check_fill(after, GRID, SPELLINGS)


def test_what_was_in_a_region_stays_away_if_the_rules_forbid_it() -> None:
    before = fill(GRID, WORDS, seed=5, objective="score", limit=Limit(nodes=3000))
    word = before.answers["1A"]
    after = refilled(before, 1, banned=[word])
    assert after.status is Status.FILLED
    assert word not in after.answers.values()


def test_a_region_is_worth_no_less_than_before_where_words_are_preferred() -> None:
    words, preferred = english(min_score=50), Preference(LIVELY, VARIETY, 1)
    grid = builtin.pattern(1, 11, "american")

    def worth(result: FillResult) -> int:
        rows = [(table := words.table(len(a)), table.row(a)) for a in result.answers.values()]
        return sum(preferred.worth(table, words)[row or 0] for table, row in rows)

    def filled(grid: Grid, seed: int, failures: int, region: list[str] | None) -> FillResult:
        return fill(
            grid,
            words,
            seed=seed,
            limit=Limit(failures=failures),
            region=region,
            objective="score",
            lively=LIVELY,
            variety=VARIETY,
        )

    before = filled(grid, 9, 4_000, None)
    after = filled(before.grid, 1, 800, [slot.label for slot in grid.slots])
    assert after.status is Status.FILLED
    assert worth(after) >= worth(before)
