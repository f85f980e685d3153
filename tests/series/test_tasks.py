"""Drafts and repairs: no window is ever violated, and all of it depends on the plan alone."""

from __future__ import annotations

import pytest
from helpers.engines import ENGINES, solving_with
from helpers.small_plans import small_plan

from crosswright.filling.preference import LIVELY, VARIETY, lively_words
from crosswright.grids.grid import Grid
from crosswright.series.inputs import Inputs
from crosswright.series.ledger import LedgerEntry
from crosswright.series.plan import Day, Plan, Windows, WordSources
from crosswright.series.tasks import Draft, Season, decide, draft, produce
from crosswright.series.windows import repeats
from crosswright.support.records import replace


def season_of(plan: Plan) -> Season:
    return Season(plan, Inputs.of(plan))


@pytest.fixture
def season(tmp_path) -> Season:
    return season_of(small_plan(tmp_path))


def entries_of(season: Season) -> list[LedgerEntry]:
    """Make a season the plain way: one draft after another, each as if in flight with others."""
    lag, entries = season.plan.search.lag, []
    for planned in season.puzzles:
        number, answers = planned.number, [entry.answers for entry in entries]
        known = answers[: max(0, number - lag)]
        first = draft(season, number, season.blocked(number, known))
        entries.append(decide(season, number, first, season.blocked(number, answers)).entry)
    return entries


@pytest.mark.parametrize("windows", [Windows(((3, 3), (4, 5)), 30), Windows((), 9), Windows((), 0)])
def test_no_answer_comes_again_too_soon(tmp_path, windows):
    season = season_of(replace(small_plan(tmp_path, puzzles=20, lag=12), windows=windows))
    entries = entries_of(season)
    answers = [entry.answers for entry in entries]
    assert not list(repeats(windows, answers, season.inputs.history))
    assert all(len(set(entry.answers)) == len(entry.answers) for entry in entries)
    if windows.longer == 30:
        assert {"rings", "none"} <= {entry.repair for entry in entries}
        assert sum(entry.collisions for entry in entries) > 3


def test_entries_say_what_is_in_the_grid(season):
    words = season.inputs.words
    for entry in entries_of(season)[:3]:
        grid = Grid.parse(entry.grid)
        assert entry.answers == tuple(grid.word(slot) for slot in grid.slots)
        scores = [words.score(answer) for answer in entry.answers]
        assert entry.lowest == min(scores) >= entry.min_score == 60
        assert entry.mean == round(sum(scores) / len(scores), 2)
        assert str(grid.without_letters(grid.letters)) == entry.pattern
        assert entry.difficulty is not None


def test_both_engines_make_the_same_season(tmp_path):
    season = season_of(small_plan(tmp_path, puzzles=5))
    seasons = []
    for module in ENGINES:
        with solving_with(module):
            seasons.append(entries_of(season))
    assert all(entries == seasons[0] for entries in seasons)


def test_a_puzzle_reaches_its_goal_and_goes_no_further(season):
    high = entries_of(season)
    low = entries_of(
        replace(season, plan=replace(season.plan, days=(Day(5, 5, 60, goal=None),) * 7))
    )
    means = [sum(entry.mean for entry in entries) / len(entries) for entries in (low, high)]
    assert means[0] < means[1] < 95
    assert all(entry.mean >= 84 for entry in high)


def test_the_first_puzzles_do_not_eat_the_words_of_the_last(tmp_path):
    plan = replace(small_plan(tmp_path, puzzles=45), windows=Windows((), 365))
    means = [entry.mean for entry in entries_of(season_of(plan))]
    assert abs(sum(means[:15]) - sum(means[-15:])) / 15 < 2


@pytest.mark.parametrize(("level", "others"), [("easy", "hard"), ("hard", "easy")])
def test_a_day_is_as_hard_as_it_should_be(season, level, others):
    def mean(difficulty: str) -> float:
        days = (Day(5, 5, 60, difficulty=difficulty),) * 7
        entries = entries_of(replace(season, plan=replace(season.plan, days=days)))[:4]
        return sum(entry.difficulty for entry in entries)

    assert (mean(level) < mean(others)) == (level == "easy")


def test_what_is_repaired_keeps_the_rest(season):
    first = draft(season, 1, ())
    grid = Grid.parse(first.grid)
    taken = grid.word(grid.slots[-1])
    entry = decide(season, 1, first, {taken}).entry
    assert entry.collisions == 1
    assert entry.repair in {"region", "rings"}
    assert taken not in entry.answers
    assert decide(season, 1, first, ()).entry.repair == "none"
    assert decide(season, 1, first, ()).entry.grid == first.grid


def test_what_cannot_be_filled_is_a_hole_with_its_explanation(season):
    used = [word for word, _ in season.inputs.words if len(word) == 5]
    first = draft(season, 1, used)
    assert first == Draft(1, first.pattern, is_refuted=True)
    entry = decide(season, 1, first, used).entry
    assert entry.is_hole
    assert entry.answers == ()
    assert entry.pattern == first.pattern
    summary, *rest = entry.explanation.splitlines()
    out = f"There is no fill at a floor of 60 with {len(used):,} words out."
    assert summary == f"{out} What would help: Allow words that were used before."
    assert "These 2 demands contradict each other" in rest[0]
    assert decide(season, 1, first, used).entry == entry


def test_what_was_not_decided_is_said_without_a_time(season, monkeypatch):
    monkeypatch.setattr("crosswright.series.tasks.EXPLAINING_NODES", 0)
    plan = replace(season.plan, search=replace(season.plan.search, failures=0, repair_failures=0))
    season = replace(season, plan=plan)
    entry = decide(season, 1, draft(season, 1, ()), ()).entry
    assert entry.explanation.startswith("No fill was found at a floor of 60 with 0 words out")


def test_the_floor_is_lowered_where_the_plan_allows(season):
    good = [word for word, score in season.inputs.words if score >= 90]
    days = (Day(5, 5, min_score=90, goal=None),) * 7
    plan = replace(season.plan, days=days)
    for at_hole, repair, floor in (("skip", "none", 90), ("lower", "lowered", 70)):
        search = replace(plan.search, at_hole=at_hole, lowest_score=70)
        changed = replace(season, plan=replace(plan, search=search))
        entry = decide(changed, 1, draft(changed, 1, good), good).entry
        assert (entry.is_hole, entry.repair) == (at_hole == "skip", repair)
        assert entry.min_score in {floor, 80}


def test_a_theme_is_in_its_puzzle_and_stays_there(tmp_path):
    plan = replace(small_plan(tmp_path), search=replace(small_plan(tmp_path / "x").search, lag=2))
    date = plan.calendar.start
    days = (Day(7, 7, 60, goal=None, style="free"),) * 7
    season = season_of(replace(plan, days=days, themes=((date, ("HEARTS",)),)))
    season = replace(season, plan=replace(season.plan, search=replace(plan.search, failures=5000)))
    first = draft(season, 1, ())
    if first.grid:
        grid = Grid.parse(first.grid)
        other = next(word for slot in grid.slots if (word := grid.word(slot)) != "HEARTS")
        entry = decide(season, 1, first, {other, "HEARTS"}).entry
        assert "HEARTS" in entry.answers
        assert other not in entry.answers
    else:
        pytest.fail(first.reason)


def test_a_theme_that_makes_no_sense_is_a_hole(season):
    themes = ((season.plan.calendar.start, ("HEARTS", "hearts")),)
    changed = replace(season, plan=replace(season.plan, themes=themes))
    entry = decide(changed, 1, draft(changed, 1, ()), ()).entry
    assert entry.is_hole
    assert entry.explanation.startswith("no grid for the theme HEARTS and hearts: ")


def test_files_are_the_same_whenever_they_are_made(season):
    entry = decide(season, 2, draft(season, 2, ()), ()).entry
    files = produce(season, 2, entry.grid)
    assert sorted(files) == ["2027/03/2027-03-02.puz", "2027/03/2027-03-02.txt"]
    assert files == produce(season, 2, entry.grid)


LADDER = "#.........#\n#.#.#.#.#.#\n...........\n#.#.#.#.#.#\n#.........#"


@pytest.fixture
def ladders(tmp_path) -> Season:
    """A season of grids with long words from the built-in list."""
    plan = small_plan(tmp_path, puzzles=4, lag=4, failures=2000)
    for path in (tmp_path / "patterns").iterdir():
        path.unlink()
    (tmp_path / "patterns/ladder.txt").write_text(LADDER)
    days = (Day(5, 11, 50, goal=75),) * 7
    return season_of(replace(plan, days=days, words=WordSources()))


def with_words(season: Season, **words: int) -> Season:
    return replace(season, plan=replace(season.plan, words=WordSources(**words)))


def lively_in(season: Season, grids: list[str]) -> int:
    """Count the long and lively words of grids."""
    parsed = map(Grid.parse, grids)
    answers = [grid.word(slot) or "" for grid in parsed for slot in grid.slots]
    return len(lively_words(answers, season.inputs.words))


def test_lively_words_count_unless_the_plan_says_otherwise(ladders):
    usual, plain = ladders, with_words(ladders, lively=0, variety=0)
    entries, plain_entries = entries_of(usual), entries_of(plain)
    counts = [
        lively_in(ladders, [entry.grid for entry in each]) for each in (entries, plain_entries)
    ]
    assert counts[0] > counts[1] + 2
    assert all(entry.mean >= 74 for entry in entries)
    assert usual.preferences == {"lively": LIVELY, "variety": VARIETY}


def test_a_list_of_its_own_has_no_lively_words_unless_the_plan_says_so(season):
    assert season.preferences == {"lively": 0, "variety": 0}
    assert with_words(season, lively=9).preferences == {"lively": 9, "variety": 0}


def test_a_repair_keeps_lively_words(ladders):
    first = draft(ladders, 1, ())
    grid = Grid.parse(first.grid)
    words = {slot.label: grid.word(slot) for slot in grid.slots}
    lively = lively_words(words.values(), ladders.inputs.words)
    collided = next(word for word in words.values() if word not in lively)
    assert lively
    repaired = decide(ladders, 1, first, {collided}).entry
    assert repaired.repair in ("region", "rings")
    assert lively <= {*repaired.answers}


def test_both_engines_choose_the_same_lively_words(ladders):
    drafts = []
    for module in ENGINES:
        with solving_with(module):
            first = draft(ladders, 1, ())
            used = {Grid.parse(first.grid).word("1A") or ""}
            drafts.append((first, decide(ladders, 1, first, used).entry))
    assert all(each == drafts[0] for each in drafts)
