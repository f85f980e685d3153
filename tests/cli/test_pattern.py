"""`crosswright pattern`: output, JSON, statuses, and what Ctrl-C leaves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from helpers.cli import interrupt_when
from helpers.clocks import a_slow_machine

from crosswright.cli.app import app
from crosswright.grids.grid import Grid
from crosswright.grids.styles import faults
from crosswright.patterns import builtin


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["pattern", *arguments])


def test_a_pattern_goes_to_standard_output_and_its_figures_do_not() -> None:
    done = run("--size", "7", "--no-verify", "--seed", "4")
    assert done.exit_code == 0
    assert faults(Grid.parse(done.stdout), "american", "180") == []
    assert "not filled · seed 4" in done.stderr


def test_the_same_seed_gives_the_same_pattern() -> None:
    first, second = (run("--size", "9x8", "--no-verify", "--seed", "4") for _ in range(2))
    assert first.stdout == second.stdout
    assert (Grid.parse(first.stdout).height, Grid.parse(first.stdout).width) == (9, 8)


def test_check_agrees(tmp_path: Path) -> None:
    out = tmp_path / "pattern.txt"
    arguments = ["--size", "9", "--symmetry", "none", "--no-verify", "--seed", "4", "-o", str(out)]
    assert run(*arguments).exit_code == 0
    check = CliRunner().invoke(app, ["check", str(out), "--symmetry", "none", "--strict"])
    assert check.exit_code == 0, check.stdout


def test_json() -> None:
    done = run("--size", "5", "--seed", "4", "--count", "2", "--json", "--word-count", "10")
    report = json.loads(done.stdout)
    assert (report["status"], report["verified"], report["min_score"]) == ("FILLED", True, 50)
    assert len(report["grid"]) == 5 and len(report["answers"]) == report["words"] == 10
    assert len(report["patterns"]) == 2
    bare = json.loads(run("--size", "5", "--seed", "4", "--no-verify", "--json").stdout)
    assert (bare["status"], bare["verified"], bare["answers"]) == ("UNVERIFIED", False, {})


def test_bars_are_in_the_json() -> None:
    report = json.loads(
        run("--size", "6", "--style", "barred", "--no-verify", "--seed", "4", "--json").stdout
    )
    bars = [((row - 1, column - 1), side) for row, column, side in report["bars"]]
    assert faults(Grid.from_rows(report["grid"], bars=bars), "barred", "180") == []


def test_files_and_templates(tmp_path: Path) -> None:
    template = tmp_path / "template.txt"
    template.write_text("\n".join(["." * 9] * 4 + ["#CROSSED#"] + ["." * 9] * 4))
    out = tmp_path / "pattern.ipuz"
    done = run(str(template), "--no-verify", "--seed", "4", "-o", str(out))
    assert done.exit_code == 0 and out.exists()
    assert done.stdout == ""


@pytest.mark.parametrize(
    "rows, status, message",
    [
        ("CAT\nARE\nTEN", 0, "6 words"),
        ("C#T\nARE\nTEN", 2, "where there is a letter"),
        ("CA#\nARE\n#EN", 1, "the template decides every cell"),
    ],
)
def test_a_template_with_every_cell_decided(
    tmp_path: Path, rows: str, status: int, message: str
) -> None:
    template = tmp_path / "template.txt"
    template.write_text(rows)
    done = run(str(template), "--no-verify")
    assert done.exit_code == status
    assert message in done.stderr


@pytest.mark.parametrize(
    "arguments, status, message",
    [
        (["--size", "15y15"], 2, "is not a size"),
        (["--word-count", "78-72"], 2, "is not a number or a range"),
        (["--size", "40"], 2, "3 to 31 rows, not 40"),
        (["--size", "5", "--word-count", "19", "--time", "0.3"], 3, "no pattern: none of"),
    ],
)
def test_what_goes_wrong(arguments: list[str], status: int, message: str) -> None:
    with a_slow_machine(0.001):
        done = run(*arguments, "--no-verify")
    assert (done.exit_code, done.stdout) == (status, "")
    assert message in done.stderr


def test_a_limit_says_what_it_took(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.thread_time", lambda: 0.0)
    flags = ("--size", "5", "--word-count", "19", "--time", "0.3", "--no-verify")
    with a_slow_machine(0.001):
        assert " s, 0.0 s of processor time); " in run(*flags).stderr
        stats = json.loads(run(*flags, "--json").stdout)["stats"]
    assert stats["attempts"] > 0
    assert stats["cpu_seconds"] == 0 < stats["seconds"]


def test_ctrl_c_gives_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_when(monkeypatch, lambda progress: progress.found)
    done = run("--size", "7", "--count", "9999", "--no-verify", "--seed", "1")
    assert done.exit_code == 130
    assert "interrupted" in done.stderr
    assert faults(Grid.parse("\n".join(done.stdout.splitlines()[:7])), "american", "180") == []


def test_built_in_patterns_are_given_as_they_are(tmp_path: Path) -> None:
    done = run("--built-in", "--size", "11", "--count", "2")
    grids = [Grid.parse(text) for text in done.stdout.strip().split("\n\n")]
    assert grids == [*builtin.patterns(11)[:2]]
    assert "built in" in done.stderr
    shuffled = run("--built-in", "--style", "british", "--seed", "3", "--count", "1")
    assert Grid.parse(shuffled.stdout) == builtin.pattern(3, 15, "british")
    report = json.loads(run("--built-in", "--size", "21", "--json").stdout)
    assert len(report["patterns"]) == len(builtin.patterns(21))
    run("--built-in", "--count", "2", "-o", str(tmp_path / "out.txt"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out-1.txt", "out-2.txt"]


@pytest.mark.parametrize(
    "arguments, status, message",
    [
        (["--size", "12"], 2, "there are no built-in American patterns of 12×12"),
        (["--word-count", "76"], 2, "--built-in takes no"),
        (["--size", "11", "--count", "999"], 1, "there are 20 built-in patterns"),
    ],
)
def test_what_is_not_built_in(arguments: list[str], status: int, message: str) -> None:
    done = run("--built-in", *arguments)
    assert (done.exit_code, message in done.stderr) == (status, True), done.stderr
