"""Which puzzle appears when."""

from __future__ import annotations

import datetime

from crosswright.series.calendar import dated
from crosswright.series.plan import Calendar, Day, Plan

WEEK = tuple(Day(min_score=50 + weekday) for weekday in range(7))


def test_every_puzzle_has_the_settings_of_its_weekday() -> None:
    plan = Plan(calendar=Calendar(datetime.date(2027, 1, 1), 10), days=WEEK)
    puzzles = dated(plan)
    assert [puzzle.number for puzzle in puzzles] == [*range(1, 11)]
    assert all(puzzle.day == WEEK[puzzle.date.weekday()] for puzzle in puzzles)
    assert puzzles[0].date == plan.calendar.start
    assert puzzles[-1].date == datetime.date(2027, 1, 10)


def test_puzzles_appear_only_on_the_weekdays_of_the_calendar() -> None:
    plan = Plan(calendar=Calendar(datetime.date(2028, 2, 28), 4, weekdays=(1, 3)))
    assert [f"{puzzle.date:%m-%d}" for puzzle in dated(plan)] == [
        "02-29",
        "03-02",
        "03-07",
        "03-09",
    ]


def test_a_theme_belongs_to_the_puzzle_of_its_date() -> None:
    date = datetime.date(2027, 2, 14)
    plan = Plan(
        calendar=Calendar(datetime.date(2027, 2, 13), 3), themes=((date, ("HEART", "ROSE")),)
    )
    assert [puzzle.theme for puzzle in dated(plan)] == [(), ("HEART", "ROSE"), ()]
