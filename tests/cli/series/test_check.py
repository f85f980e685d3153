"""`crosswright series check`: all that is wrong with a plan, at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.cli import Run

from crosswright.cli.exits import Exit

PLAN = """
version = 1
[calendar]
start = 2027-01-04
puzzles = 2
[days.default]
size = 3
min_score = 0
[patterns]
from = "folder"
folder = "grids"
[words]
lists = ["my.dict"]
[windows]
longer = 0
"""


@pytest.fixture
def plan(folder: Path) -> Path:
    Path("grids").mkdir()
    Path("grids/ring.txt").write_text("...\n.#.\n...\n")
    path = folder / "plan.toml"
    path.write_text(PLAN)
    return path


def test_a_plan_that_works(run: Run, plan: Path) -> None:
    done = run("series", "check", "plan.toml")
    assert done.exit_code == Exit.DONE
    assert done.stdout.splitlines() == [
        "letters  window  puzzles  floor    needed  available  share",
        "      3       0        1      0         4          8    50%",
    ]
    assert done.stderr == (
        "no clues: [clues] has no tables, and drafts is false; all clues will be empty\n"
        "2 puzzles from 2027-01-04 to 2027-01-05 · 1 of 1 pattern filled at the floor · "
        "no problems found\n"
    )


def test_what_cannot_work_ends_with_1(run: Run, plan: Path) -> None:
    plan.write_text(PLAN.replace("longer = 0", "longer = 2").replace("puzzles = 2", "puzzles = 3"))
    done = run("series", "check", "plan.toml", "--failures", "0")
    assert done.exit_code == Exit.IMPOSSIBLE
    assert "3 puzzles in a row need 12 different ones" in done.stdout
    assert "the lists have 8; write 3 = 0 in [windows]" in done.stdout


def test_strict_counts_warnings(run: Run, plan: Path) -> None:
    plan.write_text(PLAN.replace("longer = 0", "longer = 1"))
    assert run("series", "check", "plan.toml").exit_code == Exit.DONE
    assert run("series", "check", "plan.toml", "--strict").exit_code == Exit.IMPOSSIBLE


def test_mistakes_and_missing_files_end_with_2_and_come_together(run: Run, plan: Path) -> None:
    plan.write_text(PLAN.replace("size", "sise").replace('"my.dict"', '"a.dict", "b.dict"'))
    done = run("series", "check", "plan.toml")
    assert done.exit_code == Exit.BAD_INPUT
    assert done.stdout.splitlines() == [
        "error: plan: plan.toml: days.default.sise: unknown key; did you mean size?",
        "error: files: words.lists: a.dict: cannot be read: No such file or directory",
        "error: files: words.lists: b.dict: cannot be read: No such file or directory",
    ]


def test_all_mistakes_are_printed_however_many_there_are(run: Run, plan: Path) -> None:
    plan.write_text(PLAN + "".join(f"x{number} = 1\n" for number in range(40)))
    done = run("series", "check", "plan.toml")
    assert sum("not a length" in line for line in done.stdout.splitlines()) == 40
    assert "more of these" not in done.stdout


@pytest.mark.endurance
def test_how_many_words_have_a_clue(run: Run, plan: Path) -> None:
    plan.write_text(PLAN + "[clues]\ntables = ['clues.csv']\n")
    done = run("series", "check", "plan.toml")
    assert "the tables have 2 of the 8 words that may be used; the others will have" in done.stderr
    plan.write_text(PLAN + "[clues]\ndrafts = true\n")
    assert "clues:" not in run("series", "check", "plan.toml", "--failures", "0").stderr


def test_json(run: Run, plan: Path) -> None:
    report = json.loads(run("series", "check", "-", "--json", input=PLAN).stdout)
    assert report["puzzles"] == 2 and report["findings"] == []
    assert report["supply"] == [
        {
            "length": 3,
            "window": 0,
            "floor": 0,
            "puzzles": 1,
            "needed": 4,
            "available": 8,
            "best_window": 0,
            "share": 0.5,
        }
    ]
    (pattern,) = report["patterns"]
    assert pattern["status"] == "FILLED" and pattern["pattern"] == ["...", ".#.", "..."]
    done = run("series", "check", "none.toml", "--json")
    assert done.exit_code == Exit.BAD_INPUT
    assert "none.toml: cannot be read" in json.loads(done.stdout)["error"]
