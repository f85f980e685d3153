"""Lists of other languages on the command line: tags, progress, and what a puzzle keeps of them."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.cli import Run

from crosswright import read, write
from crosswright.cli import console
from crosswright.cli.console import Console
from crosswright.cli.exits import Exit
from crosswright.cli.languages import make_list
from crosswright.grids.grid import Grid
from crosswright.puzzles.puzzle import Puzzle
from crosswright.words.lexicon import foreign
from crosswright.words.lexicon.families import FamilyRows

GRID = "...\n...\n...\n"


def test_an_unknown_country_is_refused_in_one_line(run: Run) -> None:
    done = run("fill", "--language", "pt-XX")
    assert (done.exit_code, done.stdout) == (Exit.BAD_INPUT, "")
    assert "no word list for the language 'pt-XX'; choose from pt, pt-AO, pt-BR" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("language", "kept"), [("EL_gr", "el-GR"), ("british", "en-GB"), (None, "")]
)
def test_a_puzzle_keeps_its_language(
    run: Run, tmp_path: Path, language: str | None, kept: str
) -> None:
    path, grid = tmp_path / "puzzle.ipuz", tmp_path / "grid.txt"
    grid.write_text(GRID)
    arguments = [] if language is None else ["--language", language]
    done = run("fill", str(grid), *arguments, "--objective", "any", "-o", str(path))
    assert done.exit_code == 0, done.stderr
    assert json.loads(path.read_text()).get("org.libipuz:locale", "") == kept


def test_without_a_grid_the_pattern_is_one_that_the_list_fills(run: Run) -> None:
    arguments = ("fill", "--language", "el", "--seed", "2", "--objective", "any", "--json")
    done = run(*arguments)
    assert done.exit_code == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["min_score"] == 50 and len(report["answers"]) < 40  # a lattice
    assert json.loads(run(*arguments).stdout)["answers"] == report["answers"]
    several = run(*arguments, "--count", "2")
    assert [fill["min_score"] for fill in json.loads(several.stdout)["fills"]] == [50, 50]


@pytest.mark.parametrize("made_before", [True, False])
def test_the_first_use_says_what_it_is_doing(
    made_before: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def entries(language: str, progress: Callable[[str], None]) -> None:
        progress("counting words")

    monkeypatch.setattr(foreign, "is_cached", lambda language: made_before)
    monkeypatch.setattr(foreign, "entries", entries)
    monkeypatch.setattr(foreign, "load", lambda language: None)
    monkeypatch.setattr(foreign, "families", lambda language, digraphs: FamilyRows({}, 0, 0))
    monkeypatch.setattr(console, "can_redraw", lambda stream: stream is sys.stderr)
    make_list(Console(), "de-AT")
    shown = capsys.readouterr().err
    assert ("making the German list, once: counting words" in shown) is not made_before
    make_list(Console(quiet=True), "de")
    make_list(Console(), "en")
    assert capsys.readouterr().err == ""


def test_a_puzzle_is_looked_up_in_the_list_of_its_language(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.ipuz"
    write(Puzzle(Grid.parse("ΙΟΣ\nΝΑΙ\nΑΣΕ"), language="el-CY"), path)
    done = run("info", str(path))
    assert done.exit_code == 0, done.stderr
    assert "unlisted   2D ΟΑΣ, 3D ΣΙΕ\n" in done.stdout
    assert "missing    ΒΓΔ" in done.stdout
    assert "1A ΙΟΣ" in run("info", str(path), "--language", "en").stdout
    assert "ΙΟΣ" in run("check", str(path), "--language", "en").stdout
    assert "ΙΟΣ" not in run("check", str(path)).stdout


def test_a_language_without_a_list_is_no_obstacle(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.ipuz"
    write(Puzzle(Grid.parse("CAT\nARE\nBEE"), language="tlh"), path)
    done = run("info", str(path))
    assert done.exit_code == 0
    assert "answers are not looked up: no word list for the language 'tlh'" in done.stderr
    assert "score" not in done.stdout


def test_greek_sheets_have_no_accents_in_the_grid_nor_in_capitals(run: Run, tmp_path: Path) -> None:
    table, sheet = tmp_path / "words.csv", tmp_path / "sheet.ipuz"
    table.write_text("στροφή;Αλλαγή\nήχος;Ακούγεται\n", "utf-8")
    done = run("layout", str(table), "--sheet-language", "el", "--seed", "1", "-o", str(sheet))
    assert done.exit_code == 0, done.stderr
    assert sorted(read(sheet).answers.values()) == ["ΗΧΟΣ", "ΣΤΡΟΦΗ"]
    page = tmp_path / "sheet.html"
    options = ("--sheet-language", "el", "--seed", "1", "--word-bank", "-o", str(page))
    assert run("layout", str(table), *options).exit_code == 0
    text = page.read_text("utf-8")
    assert "ΣΤΡΟΦΗ</li>" in text and "ΣΤΡΟΦΉ" not in text
