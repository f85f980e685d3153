"""Sheets of one puzzle: worksheets, given letters, and three levels of one grid."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.cli import Run

from crosswright.cli.exits import Exit
from crosswright.formats.files import read

LIST = "cat,Purrs\ncow,Gives milk\notter,Swims\nrat,Has a long tail\n"


@pytest.fixture
def words(folder: Path) -> str:
    Path("words.csv").write_text(LIST, "utf-8")
    return "words.csv"


@pytest.mark.parametrize("command", [["layout", "words.csv"], ["render", "puzzle.ipuz"]])
def test_three_levels_of_one_grid(run: Run, words: str, command: list[str]) -> None:
    done = run(*command, "--differentiate", "--worksheet", "-o", "sheet.html", "--json")
    assert done.exit_code == 0, done.stderr
    names = [f"sheet-{level}.html" for level in ("easy", "middle", "hard")]
    assert [file["file"] for file in json.loads(done.stdout)["files"]] == names
    easy, middle, hard = (Path(name).read_text("utf-8") for name in names)
    assert 'class="cell given"' in easy and "Word bank" in easy and "★☆☆" in easy
    assert 'class="cell given"' not in middle and "Word bank" in middle and "★★☆" in middle
    assert 'class="cell given"' not in hard and "Word bank" not in hard and "★★★" in hard
    bank = easy[easy.index("Word bank") :].partition("</ul>")[0]
    assert bank != middle[middle.index("Word bank") :].partition("</ul>")[0]


def test_levels_of_candidates_have_both_in_their_names(run: Run, words: str) -> None:
    done = run("layout", words, "--differentiate", "--candidates", 2, "-o", "sheet.svg", "--quiet")
    assert done.exit_code == 0, done.stderr
    assert Path("sheet-1-easy.svg").exists() and Path("sheet-1-hard.svg").exists()


def test_puzzle_files_have_the_given_letters(run: Run, words: str) -> None:
    done = run("layout", words, "--first-letters", "-o", "sheet.ipuz", "--quiet")
    assert done.exit_code == 0, done.stderr
    puzzle = read("sheet.ipuz")
    first = {puzzle.grid.slot(label).cells[0] for label in puzzle.answers}
    assert {*puzzle.grid.letters} == first
    run("layout", words, "--given-letters", 50, "-o", "half.ipuz", "--quiet")
    assert len(read("half.ipuz").grid.letters) == round(len(read("half.ipuz").solution) / 2)


def test_a_worksheet_with_lines_of_your_own(run: Run, words: str) -> None:
    flags = ("--student-lines", "Name, date", "--instructions", "Work in pairs.")
    done = run("render", "puzzle.ipuz", *flags)
    assert done.stdout.startswith("Name _") and "  Date _" in done.stdout
    assert "Class" not in done.stdout and "Work in pairs." in done.stdout
    done = run("render", "puzzle.ipuz", "--student-lines", "age")
    assert done.exit_code == Exit.BAD_INPUT
    assert "unknown line 'age'; choose from name, class, date" in done.stderr


@pytest.mark.parametrize("flags", [["--word-bank"], ["--first-letters"], ["--given-letters", 5]])
def test_levels_choose_the_help_themselves(run: Run, words: str, flags: list[object]) -> None:
    done = run("layout", words, "--differentiate", *flags)
    assert done.exit_code == Exit.BAD_INPUT
    assert "--differentiate chooses the help itself; drop --word-bank" in done.stderr


def test_levels_need_files(run: Run, words: str) -> None:
    done = run("layout", words, "--differentiate")
    assert done.exit_code == Exit.BAD_INPUT
    assert "--differentiate makes three files; name them, as in -o sheet.pdf" in done.stderr


def test_a_puzzle_without_a_solution_has_no_letters_to_give(run: Run, words: str) -> None:
    Path("empty.txt").write_text("...\n.#.\n...\n", "utf-8")
    done = run("render", "empty.txt", "--first-letters")
    assert done.exit_code == Exit.BAD_INPUT
    assert "no solution" in done.stderr
