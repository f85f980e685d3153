"""`crosswright series new`: a plan to edit."""

from __future__ import annotations

import json
from pathlib import Path

from helpers.cli import Run

from crosswright.cli.exits import Exit
from crosswright.series.planfile import read_plan, template


def test_the_plan_can_be_read(run: Run, folder: Path) -> None:
    done = run("series", "new", "plan.toml")
    assert done.exit_code == Exit.DONE
    assert "crosswright series check plan.toml" in done.stderr
    assert read_plan("plan.toml").calendar.puzzles == 28


def test_a_plan_is_not_replaced_by_accident(run: Run, folder: Path) -> None:
    Path("plan.toml").write_text("mine")
    done = run("series", "new", "plan.toml")
    assert done.exit_code == Exit.BAD_INPUT
    assert "plan.toml: exists already; choose another name" in done.stderr
    assert Path("plan.toml").read_text() == "mine"
    assert run("series", "new", "plan.toml", "--force").exit_code == Exit.DONE
    assert Path("plan.toml").read_text("utf-8") == template()


def test_standard_output_and_json(run: Run, folder: Path) -> None:
    assert run("series", "new", "-", "--quiet").stdout == template()
    done = run("series", "new", "plan.toml", "--json")
    assert json.loads(done.stdout) == {"files": [{"file": "plan.toml"}]}
    assert run("series", "new", "none/plan.toml").exit_code == Exit.BAD_INPUT
