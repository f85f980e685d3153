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
from crosswright.errors import WordListError
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


@pytest.fixture
def greek(tmp_path: Path) -> Path:
    """Return the file of a Greek puzzle that has one letter."""
    path = tmp_path / "greek.ipuz"
    write(Puzzle(Grid.parse("Ι..\n...\n..."), language="el-CY"), path)
    return path


def is_greek(word: str) -> bool:
    return all("Α" <= letter <= "Ω" for letter in word)


def test_a_puzzle_is_filled_in_its_own_language(run: Run, greek: Path, tmp_path: Path) -> None:
    path = tmp_path / "filled.ipuz"
    for options in ([], ["--clear"], ["--region", "1,2-3,3"]):
        done = run("fill", greek, *options, "--seed", "1", "--objective", "any", "-o", path)
        assert done.exit_code == 0, done.stderr
        assert read(path).language == "el-CY"
        assert all(map(is_greek, read(path).answers.values()))


def test_a_language_that_is_asked_for_is_that_of_the_puzzle(
    run: Run, greek: Path, tmp_path: Path
) -> None:
    path = tmp_path / "filled.ipuz"
    options = ("--clear", "--language", "british", "--objective", "any", "-o", path)
    assert run("fill", greek, *options).exit_code == 0
    assert read(path).language == "en-GB"
    assert not any(map(is_greek, read(path).answers.values()))


def test_a_configured_language_gives_way_to_that_of_the_puzzle(
    run: Run, greek: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, path = tmp_path / "settings", tmp_path / "filled.ipuz"
    settings.mkdir()
    (settings / "config.toml").write_text('language = "en"\n', "utf-8")
    monkeypatch.setenv("CROSSWRIGHT_CONFIG", str(settings))
    assert run("fill", greek, "--objective", "any", "-o", path).exit_code == 0
    assert read(path).language == "el-CY"
    assert all(map(is_greek, read(path).answers.values()))


@pytest.mark.parametrize(
    "command",
    [
        ("explain", "{}"),
        ("trace", "{}"),
        ("compare", "{}", "--run", "mrv"),
        ("construct", "--grid", "{}", "--no-draft-clues", "--candidates", "1"),
        ("pattern", "{}", "--seed", "1"),
    ],
)
def test_every_command_takes_words_in_the_language_of_the_puzzle(
    run: Run, greek: Path, command: tuple[str, ...]
) -> None:
    arguments = [part.format(greek) for part in command]
    assert run(*arguments).exit_code == 0
    assert run(*arguments, "--language", "en").exit_code != 0


def test_a_construction_has_the_language_of_its_grid(run: Run, greek: Path, tmp_path: Path) -> None:
    path = tmp_path / "made.ipuz"
    options = ("--no-draft-clues", "--candidates", "1", "-o", path)
    assert run("construct", "--grid", greek, *options).exit_code == 0
    assert read(path).language == "el-CY"


def test_british_words_count_in_a_british_puzzle(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "british.ipuz"
    write(Puzzle(Grid.parse("HONO.R"), language="en-GB"), path)
    assert run("explain", path, "--min-score", "50").exit_code == 0
    assert "HONOUR" in run("fill", path, "--objective", "any").stdout
    assert run("explain", path, "--min-score", "50", "--language", "en").exit_code == 1


def test_without_a_list_in_the_language_of_a_puzzle_it_is_filled_in_english(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "puzzle.ipuz"
    write(Puzzle(Grid.parse("C.T\n.#.\n..."), language="tlh"), path)
    done = run("fill", path, "--objective", "any")
    assert done.exit_code == 0
    assert "English words are used: no word list for the language 'tlh'" in done.stderr


def test_without_the_extra_a_puzzle_is_filled_in_english(
    run: Run, greek: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(language: str) -> bool:
        raise WordListError("not installed")

    monkeypatch.setattr(foreign, "is_cached", fail)
    done = run("fill", greek, "--clear", "--objective", "any")
    assert done.exit_code == 0
    assert "English words are used: not installed" in done.stderr
    assert not any(map(is_greek, done.stdout.split()))
