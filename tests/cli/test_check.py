"""`crosswright check`: findings, their number and the exit status."""

from __future__ import annotations

import json
from pathlib import Path

from helpers.cli import Run

from crosswright.cli.exits import Exit
from crosswright.formats.files import write
from crosswright.grids.grid import Grid
from crosswright.puzzles.puzzle import Puzzle


def test_a_sound_puzzle(run: Run, folder: Path) -> None:
    done = run("check", "puzzle.ipuz")
    assert done.exit_code == 0
    assert done.stdout == ""
    assert done.stderr == "american (by its grid; --style chooses another): no problems found\n"
    done = run("check", "puzzle.ipuz", "--style", "american")
    assert done.stderr == "american: no problems found\n"


def test_the_style_is_recognised_from_the_grid(run: Run, folder: Path) -> None:
    Path("british.txt").write_text(".......\n.#.#.#.\n" * 3 + ".......\n")
    Path("words.txt").write_text("planet\ncomet\ngalaxy\norbit\nmeteor\n")
    assert run("layout", "words.txt", "-o", "crisscross.ipuz", "--seed", "1").exit_code == 0
    for file, style in (("british.txt", "british"), ("crisscross.ipuz", "free")):
        done = run("check", file, "--no-words")
        assert (done.exit_code, done.stderr.split()[0]) == (Exit.DONE, style)
        assert run("check", file, "--no-words", "--style", "american").exit_code == 1
        report = json.loads(run("check", file, "--json").stdout)
        assert (report["profile"], report["recognised"]) == (style, True)
    report = json.loads(run("check", "british.txt", "--json", "--style", "free").stdout)
    assert (report["profile"], report["recognised"]) == ("free", False)


def test_findings_and_their_statuses(run: Run, folder: Path) -> None:
    clues = dict.fromkeys(("1A", "1D", "2D", "3A"), "Something")
    write(Puzzle.from_filled(Grid.parse("QZX\nU#E\nITS"), clues), "bad.ipuz")
    done = run("check", "bad.ipuz", "--profile", "free")
    assert done.exit_code == 0
    assert "warning: listed: 1A QZX is not in the list" in done.stdout
    assert run("check", "bad.ipuz", "--profile", "free", "--strict").exit_code == 1
    assert run("check", "bad.ipuz", "--profile", "free", "--no-words").stdout == ""
    done = run("check", "bad.ipuz", "--style", "free", "-w", "my.dict")
    assert done.exit_code == Exit.IMPOSSIBLE
    assert "error: listed: 1A QZX is not in the list" in done.stdout
    done = run("check", "bad.ipuz", "--no-words", "--json", "--style", "american")
    assert done.exit_code == Exit.IMPOSSIBLE
    report = json.loads(done.stdout)
    assert report["profile"] == "american"
    assert {"severity", "rule", "where", "message"} == set(report["findings"][0])


def test_many_findings_alike_are_counted(run: Run, folder: Path) -> None:
    Path("rows.txt").write_text("ABC\n###\n" * 15)
    done = run("check", "rows.txt", "--profile", "free", "-w", "my.dict")
    assert "error: distinct: 1A ABC appears again at 2A, 3A" in done.stdout
    assert "error: listed: 5 more of these" in done.stdout


def test_a_score_too_low(run: Run, folder: Path) -> None:
    done = run("check", "puzzle.ipuz", "--min-score", "100")
    assert "warning: score: 1A BET has a score of" in done.stdout


def test_a_british_puzzle_is_checked_by_the_british_list(run: Run, folder: Path) -> None:
    grid = Grid.parse("COLOUR")
    for language in ("", "en-GB"):
        write(
            Puzzle.from_filled(grid, {"1A": "Red or blue"}, language=language), f"p{language}.ipuz"
        )
    options = ("--profile", "free", "--min-score", "50")
    assert "1A COLOUR has a score of 45" in run("check", "p.ipuz", *options).stdout
    assert "COLOUR" not in run("check", "pen-GB.ipuz", *options).stdout
    assert "COLOUR" in run("check", "pen-GB.ipuz", "--language", "en", *options).stdout
    american, british = (
        json.loads(run("info", name, "--json").stdout)["scores"]["mean"]
        for name in ("p.ipuz", "pen-GB.ipuz")
    )
    assert american == 45 < british
