"""The preflight: all findings at once, with the numbers."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import pytest

from crosswright.limits import Status
from crosswright.series import patterns, supply
from crosswright.series.plan import (
    Calendar,
    ClueSources,
    Day,
    HistorySources,
    Outputs,
    PatternSource,
    Plan,
    SearchSettings,
    SheetFile,
    Windows,
    WordSources,
)
from crosswright.series.preflight import Preflight, PreflightRun
from crosswright.support.records import replace

START = datetime.date(2027, 1, 4)
WORDS = "CAT;90\nCUT;80\nCOT;75\nTIE;70\nTEE;60\nTOE;55\nTOT;30\nTAT;20\n"


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    (tmp_path / "my.dict").write_text(WORDS)
    (tmp_path / "grids").mkdir()
    (tmp_path / "grids/ring.txt").write_text("...\n.#.\n...\n")
    return Plan(
        calendar=Calendar(START, 3),
        days=(Day(height=3, width=3, min_score=20, goal=50),) * 7,
        words=WordSources(("my.dict",)),
        patterns=PatternSource("folder", "grids"),
        windows=Windows((), longer=0),
        search=SearchSettings(failures=200),
        base=str(tmp_path),
    )


def checked(plan: Plan, **changes: Any) -> Preflight:
    return PreflightRun(replace(plan, **changes)).result()


def findings(plan: Plan, **changes: Any) -> list[str]:
    return [*map(str, checked(plan, **changes).findings)]


def test_a_plan_that_works(plan: Plan) -> None:
    result = checked(plan)
    assert result.findings == () and result.is_possible and result.is_readable
    (proof,) = result.proofs
    assert (proof.status, proof.floor, proof.puzzles) == (Status.FILLED, 20, 3)
    (row,) = result.supply
    assert (row.needed, row.available) == (4, 8)


def test_all_files_that_are_missing_are_named(plan: Plan) -> None:
    lines = findings(
        plan,
        words=WordSources(("my.dict", "a.dict", "b.dict"), ban=("c.txt",)),
        history=HistorySources(("gone/",)),
        patterns=PatternSource("folder", "nowhere"),
        clues=ClueSources(("d.csv",)),
    )
    for name in ("a.dict", "b.dict", "c.txt", "gone", "nowhere", "d.csv"):
        assert sum(name in line for line in lines) == 1
    assert all(line.startswith("error: files: ") and line.isprintable() for line in lines)
    assert not checked(plan, words=WordSources(("a.dict",))).is_readable


def test_other_findings_come_with_those_of_files(plan: Plan) -> None:
    lines = findings(
        plan,
        clues=ClueSources(("d.csv",)),
        windows=Windows((), longer=2),
        themes=((START, ("FOUR",)),),
    )
    assert [line.split(": ")[1] for line in lines] == ["files", "themes", "supply"]


def test_a_pattern_that_cannot_be_filled_at_its_floor_is_proved(plan: Plan) -> None:
    result = checked(plan, days=(Day(height=3, width=3, min_score=70, goal=None),) * 7)
    assert str(result.findings[0]) == (
        "error: patterns: the pattern of 2027-01-04 and of 2 other puzzles cannot be filled with "
        "scores of 70 or more; lower days.monday.min_score, use more words, or leave the pattern "
        "out"
    )
    assert not result.is_possible and result.is_readable
    assert result.proofs[0].status is Status.IMPOSSIBLE


def test_patterns_are_not_filled_if_nobody_asks(plan: Plan) -> None:
    assert PreflightRun(plan, failures=0).result().proofs == ()


def test_the_limit_of_a_proof_is_a_warning() -> None:
    plan = Plan(calendar=Calendar(START, 1), days=(Day(min_score=93, goal=None),) * 7, seed=3)
    result = PreflightRun(plan, failures=1).result()
    lines = [str(finding) for finding in result.findings if finding.rule == "patterns"]
    assert lines and all(
        ("was not filled" in line and "within 1 failure;" in line) or "cannot be filled" in line
        for line in lines
    )


def test_a_day_without_a_pattern(plan: Plan) -> None:
    larger = Day(height=5, width=5, words=(10, 12))
    lines = findings(plan, days=(plan.days[0], larger, *plan.days[2:]))
    assert lines == [
        "error: patterns: grids has no pattern for the 1 puzzle on Tuesdays, 5 rows and 5 columns "
        "with 10 to 12 words; add one, or change days.tuesday"
    ]


def test_too_few_patterns_for_their_window(plan: Plan) -> None:
    plan = replace(plan, patterns=PatternSource("folder", "grids", window=2))
    lines = [str(finding) for finding in PreflightRun(plan, failures=0).result().findings]
    assert lines == [
        "warning: patterns: 1 pattern for 3 puzzles: some come again within 2 puzzles; add "
        "patterns, or write window = 0"
    ]


def test_themes_that_do_not_fit(plan: Plan) -> None:
    day = datetime.timedelta(days=1)
    lines = findings(
        plan,
        windows=Windows((), longer=1),
        themes=(
            (START, ("LONG", "cat")),
            (START + day, ("CAT", "c-a-t")),
            (START + 2 * day, ("TIE",)),
        ),
    )
    assert (
        "error: themes: themes.2027-01-04: LONG has 4 letters, and the grid 3 cells in a row; "
        in (lines[0])
    )
    assert "themes.2027-01-05: the theme entry CAT is given twice" in lines[1]
    assert any("themes.2027-01-04: CAT is in another puzzle within its window" in x for x in lines)


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        (
            {
                "days": (Day(height=3, width=3, min_score=20, goal=10),) * 7,
                "calendar": Calendar(START, 1, (0,)),
            },
            "warning: days: Mondays have a goal of 10, but no answer scores less than 20; raise "
            "the goal, or write goal = 0",
        ),
        (
            {
                "search": SearchSettings(at_hole="lower", lowest_score=20),
                "calendar": Calendar(START, 1, (0,)),
            },
            "warning: search: the floor of Mondays, 20, cannot be lowered to 20; write a lower "
            "lowest_score",
        ),
        (
            {
                "days": (Day(height=3, width=3, min_score=50, goal=None, difficulty="hard"),) * 7,
                "calendar": Calendar(START, 1, (0,)),
            },
            "warning: days: Mondays should be hard, but words with scores of 50 or more are too "
            "well known for that; write min_score = 10",
        ),
        (
            {"outputs": Outputs(folder="my.dict")},
            "is a file; choose another folder",
        ),
        (
            {"outputs": Outputs(sheets=(SheetFile(".pdf", (("page", "a0"),)),))},
            "output: 2027/01/2027-01-04.pdf: unknown page 'a0'; choose from a4, letter",
        ),
    ],
    ids=["goal", "lowest", "hard", "folder", "sheet"],
)
def test_settings_that_cannot_be_meant(plan: Plan, changes: dict[str, Any], line: str) -> None:
    (found,) = findings(plan, **changes)
    assert found.endswith(line)


def test_a_season_that_is_there_already(plan: Plan) -> None:
    folder = Path(plan.base, plan.outputs.folder)
    folder.mkdir()
    (folder / "ledger.sqlite").touch()
    (line,) = findings(plan)
    assert line.endswith("has a season already; resume it, or choose another folder")


def test_it_can_be_stopped(plan: Plan) -> None:
    run = PreflightRun(plan)
    next(run)
    run.stop()
    assert run.result().proofs == ()


def test_what_a_format_cannot_hold_is_said_once_per_style(plan: Plan) -> None:
    barred = Day(height=5, width=5, min_score=0, goal=None, style="barred")
    lines = [
        str(finding)
        for finding in PreflightRun(
            replace(plan, days=(barred,) * 7, patterns=PatternSource("made")), failures=0
        )
        .result()
        .findings
        if finding.rule == "output"
    ]
    assert len(lines) == 1 and "2027-01-04.puz does not hold bars" in lines[0]


def test_patterns_that_cannot_be_made(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "MADE_FAILURES", 200)
    lines = findings(
        plan, patterns=PatternSource("made"), days=(replace(plan.days[0], goal=None),) * 7
    )
    assert [line for line in lines if "no pattern could be made" in line] == [
        "warning: patterns: 2027-01-04: no pattern could be made: the list fills 0 of 1 pattern "
        "drawn; lower days.monday.min_score, use more words, or change the size"
    ]


def test_a_theme_that_no_grid_can_hold(plan: Plan) -> None:
    day = Day(height=5, width=5, min_score=0, goal=None)
    plan = replace(plan, days=(day,) * 7, patterns=PatternSource("made"))
    lines = findings(plan, calendar=Calendar(START, 1), themes=((START, ("CUTS", "TIE")),))
    assert (
        "error: themes: themes.2027-01-04: no grid for the theme CUTS and TIE: these lengths do "
        "not pair up under 180° symmetry: CUTS (4); change the entries, the day or [search]"
    ) in lines


def test_a_pattern_that_cannot_even_be_drawn(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supply, "DRAWINGS", 1)
    day = Day(height=4, width=4, min_score=0, goal=None, words=(15, 16), style="free")
    lines = findings(plan, patterns=PatternSource("made"), days=(day,) * 7)
    assert (
        "warning: patterns: 2027-01-04: no pattern was drawn; change the size, style or words of "
        "days.monday"
    ) in lines
