"""`crosswright check`, `info`, `render` and `convert`, on small puzzles."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import pytest
from helpers.cli_samples import PUZZLE, Run

from crosswright.cli.commands import check as check_command
from crosswright.cli.commands import fill as fill_command
from crosswright.cli.commands import render as render_command
from crosswright.cli.exits import Exit
from crosswright.filling import fill
from crosswright.formats.files import read, write
from crosswright.grids import styles
from crosswright.grids.grid import Grid
from crosswright.puzzles import check
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering import options


def test_the_choices_are_those_of_the_library() -> None:
    assert set(fill_command.OBJECTIVES) == set(fill.OBJECTIVES)
    assert tuple(styles.STYLES) == check_command.STYLES
    assert check_command.SHARED_LETTERS == check.SHARED_LETTERS
    assert render_command.KINDS == options.KINDS
    assert render_command.PAGES == options.PAGES
    assert render_command.DIRECTIONS == options.DIRECTIONS


def test_every_option_of_a_drawing_can_be_given() -> None:
    names = {field.name for field in fields(options.RenderOptions)}
    assert {field.name for field in fields(render_command.Drawing)} == names


# -- check ----------------------------------------------------------------------------------------


def test_a_sound_puzzle(run: Run, folder: Path) -> None:
    done = run("check", "puzzle.ipuz")
    assert done.exit_code == 0
    assert done.stdout == ""
    assert done.stderr == "american: nothing to complain of\n"


def test_findings_and_their_statuses(run: Run, folder: Path) -> None:
    write(Puzzle.from_filled(Grid.parse("QZX\nU#E\nITS")), "bad.ipuz")
    done = run("check", "bad.ipuz", "--profile", "free")
    assert done.exit_code == 0
    assert "warning: listed: 1A QZX is not in the list" in done.stdout
    assert run("check", "bad.ipuz", "--profile", "free", "--strict").exit_code == 1
    assert run("check", "bad.ipuz", "--profile", "free", "--no-words").stdout == ""
    done = run("check", "bad.ipuz", "--style", "free", "-w", "my.dict")
    assert done.exit_code == Exit.IMPOSSIBLE
    assert "error: listed: 1A QZX is not in the list" in done.stdout
    done = run("check", "bad.ipuz", "--no-words", "--json")
    assert done.exit_code == Exit.IMPOSSIBLE
    found = json.loads(done.stdout)
    assert found["profile"] == "american"
    assert {"severity", "rule", "where", "message"} == set(found["findings"][0])


def test_many_findings_alike_are_counted(run: Run, folder: Path) -> None:
    Path("rows.txt").write_text("ABC\n###\n" * 15)
    done = run("check", "rows.txt", "--profile", "free", "-w", "my.dict")
    assert "error: distinct: 1A ABC appears again at 2A, 3A" in done.stdout
    assert "error: listed: 5 more of these" in done.stdout


def test_a_score_too_low(run: Run, folder: Path) -> None:
    done = run("check", "puzzle.ipuz", "--min-score", "100")
    assert "warning: score: 1A BET has a score of" in done.stdout


# -- info -----------------------------------------------------------------------------------------


def test_info_in_lines(run: Run, folder: Path) -> None:
    done = run("info", "puzzle.ipuz")
    assert done.exit_code == 0
    for line in (
        "Small by A. Setter",
        "size       5×5",
        "words      10 (5 across, 5 down), mean length 4.20",
        "blocks     4 (16.0%)",
        "checked    21 of 21 letters",
        "clues      10 of 10",
        "length       3    4 ████",
    ):
        assert line in done.stdout.splitlines()
    assert "score      mean" in done.stdout


def test_a_file_without_a_suffix_is_looked_into(run: Run, folder: Path) -> None:
    Path("puzzle").write_bytes(Path("puzzle.ipuz").read_bytes())
    Path("pattern").write_text("...\n...\n...")
    assert "Small by A. Setter" in run("info", "puzzle").stdout
    assert "size       3×3" in run("info", "pattern").stdout


def test_info_for_machines(run: Run, folder: Path) -> None:
    figures = json.loads(run("info", "puzzle.ipuz", "--json").stdout)
    assert (figures["words"], figures["blocks"], figures["title"]) == (10, 4, "Small")
    assert figures["scores"]["by_label"].keys() == PUZZLE.answers.keys()
    pattern = run("info", "-", "--json", input="...\n...\n...")
    assert json.loads(pattern.stdout)["scores"] is None


def test_words_that_are_not_listed(run: Run, folder: Path) -> None:
    done = run("info", "-", "-w", "my.dict", input="CAT\n###\nDOG")
    assert "parts      2, not joined to each other" in done.stdout
    assert "unlisted   2A DOG" in done.stdout
    assert "score    90–99    1 █" in done.stdout


# -- render ---------------------------------------------------------------------------------------


def test_a_puzzle_is_shown_as_text(run: Run, folder: Path) -> None:
    done = run("render", "puzzle.ipuz")
    assert done.exit_code == 0
    assert "Small" in done.stdout and "Like a martini" in done.stdout and "│" in done.stdout
    plain = run("render", "puzzle.ipuz", "--solution", "--plain", "--no-clues")
    assert "B O A R D" in plain.stdout and "martini" not in plain.stdout


def test_drawings_of_all_kinds(run: Run, folder: Path) -> None:
    starts = {
        "a.svg": b"<", "a.png": b"\x89PNG", "a.pdf": b"%PDF", "a.html": b"<!", "a.txt": b"Small",
    }  # fmt: skip
    flags = [flag for name in starts for flag in ("-o", name)]
    done = run("render", "puzzle.ipuz", *flags, "--highlight", "1A", "--page", "letter", "--json")
    assert done.exit_code == 0, done.stderr
    assert [file["file"] for file in json.loads(done.stdout)["files"]] == [*starts]
    for name, start in starts.items():
        assert Path(name).read_bytes().startswith(start)


def test_a_drawing_to_a_pipe(run: Run, folder: Path) -> None:
    done = run("render", "puzzle.ipuz", "-o", "-", "--to", "png")
    assert done.stdout_bytes.startswith(b"\x89PNG")


# -- convert --------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", ["puz", "ipuz", "jpz", "xml", "xd", "across"])
def test_there_and_back(run: Run, folder: Path, suffix: str) -> None:
    assert run("convert", "puzzle.ipuz", f"there.{suffix}").exit_code == 0
    assert run("convert", f"there.{suffix}", "-o", "back.ipuz", "-o", "too.xd").exit_code == 0
    for name in ("back.ipuz", "too.xd"):
        back = read(name)
        assert (back.answers, back.clues) == (PUZZLE.answers, PUZZLE.clues)


def test_pipes_of_formats(run: Run, folder: Path) -> None:
    binary = run("convert", "puzzle.ipuz", "-", "--to", ".puz").stdout_bytes
    assert b"ACROSS&DOWN" in binary[:20]
    done = run("convert", "-", input=binary)
    assert Grid.parse(done.stdout) == PUZZLE.filled_grid
    assert "standard output" not in done.stderr


def test_losses_are_named_or_refused(run: Run, folder: Path) -> None:
    done = run("convert", "puzzle.ipuz", "small.txt", "--json")
    assert done.exit_code == 0
    (file,) = json.loads(done.stdout)["files"]
    assert file["format"] == "text"
    assert any(loss.startswith("clues: 1A") for loss in file["losses"])
    assert "small.txt: not in it: clues: 1A" in done.stderr
    done = run("convert", "puzzle.ipuz", "other.txt", "--strict")
    assert done.exit_code == Exit.BAD_INPUT
    assert not Path("other.txt").exists()


def test_warnings_of_a_file_are_passed_on(run: Run, folder: Path) -> None:
    write(PUZZLE, "p.puz")
    data = bytearray(Path("p.puz").read_bytes())
    data[0] ^= 0xFF  # the checksum of the whole file
    Path("p.puz").write_bytes(data)
    done = run("convert", "p.puz", "q.ipuz")
    assert done.exit_code == 0
    assert done.stderr.startswith("crosswright: p.puz: ")
    assert "checksum" in done.stderr
