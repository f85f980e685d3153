"""Text grids and the structure files of the course."""

from pathlib import Path

import pytest
from helpers.puzzles import SMALL

from crosswright.errors import FormatError
from crosswright.formats.files import from_bytes, read, to_bytes, write
from crosswright.grids.grid import Grid
from crosswright.puzzles.puzzle import Puzzle


def test_text_grids_and_course_files(tmp_path: Path) -> None:
    (tmp_path / "structure.txt").write_text("#___#\n#_##_\n#_\n")
    assert read(tmp_path / "structure.txt").grid.rows() == ["#...#", "#.##.", "#.###"]
    (tmp_path / "a.txt").write_bytes("\ufeffCA\r\n.#\r\n".encode())
    assert read(tmp_path / "a.txt").filled_grid == Grid.parse("CA\n.#")
    write(SMALL, tmp_path / "a.structure")
    assert (tmp_path / "a.structure").read_text() == "___\n_#_\n___\n"
    (tmp_path / "b.txt").write_bytes("CÄ".encode("utf-16"))
    assert read(tmp_path / "b.txt").solution[0, 1] == "Ä"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\0" * 300, "a binary file"),
        (b"_\0_\0", "a binary file"),
        (b"\x89PNG\r\n\x1a\n\0\0", "a binary file"),
        (b"<!DOCTYPE html>\n<p>_</p>", "a web page"),
        (b"<!-- hello -->\n<html>", "a web page"),
        (b"<!---->" * 500, "not a puzzle in any known format"),
        (
            b"# Title\n\nThis is a readme, with snake_case in it.\n",
            "not a puzzle in any known format",
        ),
        (b"# Title\n\nThis is a readme.\n", "not a puzzle in any known format"),
        (b"first_name,last_name\nAda,Lovelace\n", "not a puzzle in any known format"),
        (b'{"a": [1, 2]}', "not a puzzle in any known format"),
        (b"import os\n\na_b = (1, 2)\n", "not a puzzle in any known format"),
        (b" \n\n", "the file is empty"),
    ],
)
def test_what_is_not_a_puzzle_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(FormatError, match=f"^input: .*{reason}") as caught:
        from_bytes(data)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "CAT",
        "  ___\n__ __",
        "X___X\nX_XX_",
        "c.t#\n~...\n\ncircles: 1,1 1,2 1,3 2,2\nrebus: 1,2=HEART\n",
        "KÖNIG\n#....",
        "..\n\nrebus: 1,1=_ 1,2=A_B\n",
    ],
)
def test_what_is_a_grid_is_read(text: str) -> None:
    assert from_bytes(text.encode()).filled_grid == Grid.parse(text)


def test_what_is_nearly_a_grid_is_told_what_is_wrong() -> None:
    with pytest.raises(FormatError, match="row 2, column 2: '@' in 'A@O' is not a cell"):
        from_bytes(b"CAT\nA@O")


@pytest.mark.parametrize("grid", ["CAT\nA#O", "CAT\nA#O\n\ncircles: 1,1"])
def test_diagramless_puzzles_in_text(grid: str) -> None:
    puzzle = Puzzle.from_filled(grid, kind="diagramless")
    data, losses = to_bytes(puzzle, "text")
    assert data.decode().endswith("kind: diagramless\n")
    assert (from_bytes(data), losses) == (puzzle, [])
    with pytest.raises(FormatError, match="input: unknown kind 'acrostic'; choose from crossword"):
        from_bytes(data.replace(b"diagramless", b"acrostic"))


def test_text_has_fill_ins_and_word_searches() -> None:
    search = Puzzle.from_filled("CAT\nAOB\n\nextra: 1,1 1,2 1,3", kind="word-search")
    for puzzle in (search, Puzzle.from_filled("CAT\nA#O", kind="fill-in")):
        data, losses = to_bytes(puzzle, "text")
        assert (from_bytes(data), losses) == (puzzle, [])
