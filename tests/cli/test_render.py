"""`crosswright render`: drawings of all kinds."""

from __future__ import annotations

import json
from pathlib import Path

from helpers.cli import Run

from crosswright.cli.exits import Exit


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


def test_enumerations_are_printed_if_asked_for(run: Run, folder: Path) -> None:
    plain = run("render", "puzzle.ipuz", "-o", "-").stdout
    assert "(3)" not in plain
    assert "(3)" in run("render", "puzzle.ipuz", "-o", "-", "--enumerations").stdout


def test_a_letter_that_no_font_has_is_named_or_refused(run: Run, folder: Path) -> None:
    Path("sun.txt").write_text("日A\nBC\n", "utf-8")
    done = run("render", "sun.txt", "--solution", "-o", "sun.png")
    assert done.exit_code == 0
    assert "sun.png: no font has 日 (U+65E5), drawn as ?: row 1, column 1" in done.stderr
    Path("sun.png").unlink()
    for name in ("sun.png", "sun.pdf"):
        refused = run("render", "sun.txt", "--solution", "-o", name, "--strict")
        assert refused.exit_code == Exit.BAD_INPUT
        assert "no font has 日" in refused.stderr
        assert not Path(name).exists()
    assert run("render", "sun.txt", "--no-key", "-o", "sun.pdf", "--strict").exit_code == 0
