"""The records of a plan, and the digest of what decides a season."""

from __future__ import annotations

import datetime
import json
import pickle
from typing import Any

import pytest

from crosswright.series.plan import (
    Calendar,
    Day,
    Outputs,
    PatternSource,
    Plan,
    SearchSettings,
    SheetFile,
    Texts,
    Windows,
)
from crosswright.support.records import replace

START = datetime.date(2027, 2, 14)
PLAN = Plan(
    calendar=Calendar(START, 10, weekdays=(0, 6)),
    name="Täglich",
    days=(Day(height=21, width=21, words=(130, 140)), *(Day(),) * 6),
    themes=((START, ("HEART", "ROSE")),),
    outputs=Outputs(sheets=(SheetFile("-large.pdf", (("large_print", True),)),)),
)


def test_a_plan_is_the_same_after_json_and_after_pickling() -> None:
    text = json.dumps(PLAN.as_object())
    again = Plan.from_object(json.loads(text), base="elsewhere")
    assert again == PLAN and again.base == "elsewhere"
    assert again.digest == PLAN.digest
    assert pickle.loads(pickle.dumps(PLAN)) == PLAN


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 2},
        {"calendar": Calendar(START, 11, weekdays=(0, 6))},
        {"days": (Day(min_score=51), *PLAN.days[1:])},
        {"themes": ()},
        {"patterns": PatternSource("made")},
        {"windows": Windows(longer=364)},
        {"texts": Texts(title="{n}")},
        {"search": SearchSettings(lag=8)},
        {"outputs": Outputs(formats=("ipuz",))},
    ],
    ids=lambda change: next(iter(change)),
)
def test_what_decides_the_season_changes_the_digest(change: dict[str, Any]) -> None:
    assert replace(PLAN, **change).digest != PLAN.digest


def test_where_a_season_is_written_decides_nothing() -> None:
    elsewhere = replace(PLAN, base="/there", outputs=replace(PLAN.outputs, folder="out"))
    assert elsewhere.digest == PLAN.digest


def test_windows_by_length() -> None:
    windows = Windows(((3, 7), (4, 0)), longer=100)
    assert [windows.of(length) for length in (2, 3, 4, 5, 21)] == [100, 7, 0, 100, 100]
    assert windows.longest == 100
    assert Windows((), longer=3).longest == 3
