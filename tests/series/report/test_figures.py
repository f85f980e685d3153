"""What is counted in a season."""

from __future__ import annotations

from helpers.seasons import small_plan, small_season

from crosswright.series.ledger import LedgerEntry
from crosswright.series.plan import Plan, Windows
from crosswright.series.report.figures import figures
from crosswright.support.records import replace


def season(**changes: object) -> tuple[Plan, list[LedgerEntry]]:
    plan = small_plan(**changes)
    return plan, small_season(plan)


def test_puzzles_holes_and_scores() -> None:
    counted = figures(*season())
    assert (len(counted.planned), len(counted.done)) == (7, 5)
    assert [hole.number for hole in counted.holes] == [4]
    assert counted.mean == (71 + 72 + 73 + 75 + 76) / 5
    assert counted.lowest == 51
    assert (counted.answers, counted.distinct_answers) == (20, 16)


def test_weekdays_in_order_and_what_was_asked_for() -> None:
    counted = figures(*season())
    assert [day.name for day in counted.weekdays][:2] == ["Monday", "Tuesday"]
    friday = counted.weekdays[4]
    assert (friday.puzzles, friday.means, friday.lowest) == (1, (71.0,), 51)
    assert friday.asked == "3×3, score ≥ 50, easy"
    monday = counted.weekdays[0]
    assert (monday.puzzles, monday.holes, monday.mean) == (0, 1, None)


def test_how_even_a_weekday_is() -> None:
    plan = small_plan(50)
    counted = figures(plan, small_season(plan, hole=None, committed=50))
    friday = counted.weekdays[4]
    assert friday.puzzles == 8
    assert friday.first_and_last == ((71 + 78) / 2, (83 + 90) / 2)


def test_repeats_by_distance_and_within_the_window() -> None:
    counted = figures(*season())
    three, longer = counted.repeats
    assert (three.length, three.window, three.distances) == ("3", 4, {5: 4})
    assert (longer.length, longer.answers, longer.repeated) == ("longer", 0, 0)
    assert counted.violations == ()
    close = figures(*season(windows=Windows(((3, 5),), longer=9)))
    assert [repeat.answer for repeat in close.violations] == ["CAT", "CUT", "TIE", "TEE"]
    assert {(repeat.number, repeat.earlier) for repeat in close.violations} == {(6, 1)}


def test_themes_may_repeat_what_they_like() -> None:
    plan, entries = season(windows=Windows(((3, 5),), longer=9))
    plan = replace(plan, themes=((entries[5].date, ("cat", "cut", "tie", "tee")),))
    assert figures(plan, entries).violations == ()


def test_lengths_letters_and_what_is_used_most() -> None:
    counted = figures(*season())
    assert counted.lengths == {3: 20}
    assert counted.letters["T"] == 2 * 2 + 1 + 1  # the first grid twice, COT and POT
    assert [*counted.letters] == sorted(counted.letters)
    assert counted.most_used == (("CAT", 2), ("CUT", 2), ("TEE", 2), ("TIE", 2))


def test_a_season_that_has_only_begun() -> None:
    counted = figures(small_plan(), [])
    assert (counted.done, counted.holes, counted.mean, counted.lowest) == ([], [], None, None)
    assert counted.lengths == counted.letters == {}
