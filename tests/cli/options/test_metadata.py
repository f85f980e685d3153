"""--title, --author and the other texts, on every command that writes a puzzle."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from helpers.cli import PUZZLE, Run

from crosswright.cli.exits import Exit
from crosswright.cli.files import PuzzleWriter
from crosswright.cli.options.metadata import Metadata
from crosswright.formats.files import read
from crosswright.puzzles.puzzle import Puzzle

TEXTS = {
    "title": "Première",
    "author": "Ada",
    "copyright": "© Ada",
    "date": "1 May 2026",
    "notes": "Two lines,\nof notes",
    "difficulty": "hard",
    "publisher": "The Times",
}
COMMANDS = {
    "fill": ("fill", "grid.txt", "-w", "my.dict", "--objective", "any"),
    "construct": ("construct", "--grid", "grid.txt", "-w", "my.dict", "--no-draft-clues"),
    "layout": ("layout", "words.csv"),
    "pattern": ("pattern", "--size", "5", "--no-verify", "--seed", "7"),
    "convert": ("convert", "puzzle.ipuz"),
    "render": ("render", "puzzle.ipuz"),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_takes_all_texts(
    run: Run, folder: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[Puzzle] = []
    monkeypatch.setattr(
        PuzzleWriter, "write", lambda writer, puzzle, *others: written.append(puzzle)
    )
    options = [part for name, text in TEXTS.items() for part in (f"--{name}", text)]
    done = run(*COMMANDS[command], "-o", "out.pdf", "--quiet", *options)
    assert done.exit_code == 0, done.output
    assert {name: getattr(written[0], name) for name in TEXTS} == TEXTS


def test_a_drawing_shows_them(run: Run, folder: Path) -> None:
    shown = run(*COMMANDS["render"], "--title", "Mine", "--author", "Me").stdout
    assert shown.startswith("Mine\nBy Me\n")


def test_what_is_not_given_stays(run: Run, folder: Path) -> None:
    assert run("convert", "puzzle.ipuz", "out.ipuz", "--author", "").exit_code == 0
    assert (read("out.ipuz").title, read("out.ipuz").author) == ("Small", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_bad_placeholders_are_refused_before_any_work(run: Run, folder: Path, command: str) -> None:
    for options in (("--title", "No. {x}", "-o", "out.ipuz"), ("-o", "No. {x}.ipuz")):
        done = run(*COMMANDS[command], *options)
        assert done.exit_code == Exit.BAD_INPUT
        assert "unknown placeholder {x}; choose from {n} and {date}" in done.stderr
        assert len(done.stderr.splitlines()) == 1
        assert not [*Path().glob("*No*")] and not Path("out.ipuz").exists()


def test_numbers_and_dates_in_titles_and_names(run: Run, folder: Path) -> None:
    done = run(
        *COMMANDS["fill"],
        *("--count", "2", "--title", "No. {n:02} of {date} {{x}}", "--date", "1/5/2026"),
        *("-o", "{date} no {n}.ipuz", "-o", "fill.xd"),
    )
    assert done.exit_code == 0, done.output
    assert read("1-5-2026 no 1.ipuz").title == "No. 01 of 1/5/2026 {x}"
    assert read("1-5-2026 no 2.ipuz").title == "No. 02 of 1/5/2026 {x}"
    assert read("fill-2.xd").title == "No. 02 of 1/5/2026 {x}"


def test_the_date_of_the_puzzle_and_of_today(run: Run, folder: Path) -> None:
    only_title = Metadata("{date}, {n}", *[None] * 6)
    assert only_title.applied(replace(PUZZLE, date="May Day")).title == "May Day, 1"
    before = date.today()
    assert run("convert", "puzzle.ipuz", "{date}.xd").exit_code == 0
    days = {before.isoformat(), date.today().isoformat()}  # midnight may pass
    assert [day for day in days if Path(f"{day}.xd").exists()]


@pytest.mark.parametrize("command", COMMANDS)
def test_an_unknown_sheet_language_is_refused_before_any_work(
    run: Run, folder: Path, command: str
) -> None:
    done = run(*COMMANDS[command], "-o", "out.pdf", "--sheet-language", "klingon")
    assert done.exit_code == Exit.BAD_INPUT
    assert "unknown sheet language 'klingon'; choose from ar, cs, " in done.stderr
    assert len(done.stderr.splitlines()) == 1 and not Path("out.pdf").exists()


def test_a_sheet_in_the_language_asked_for(run: Run, folder: Path) -> None:
    assert "Waagerecht\n" in run("render", "puzzle.ipuz", "--sheet-language", "de").stdout
    assert run("layout", "words.csv", "-o", "sheet.html", "--sheet-language", "sv").exit_code == 0
    assert "Vågrätt" in Path("sheet.html").read_text("utf-8")
