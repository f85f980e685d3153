"""Puzzle files: the format found, files whole or untouched, and errors that name the file."""

from pathlib import Path

import pytest
from helpers.puzzles import FULL, READABLE
from hypothesis import given
from hypothesis import strategies as st

from crosswright.errors import FormatError
from crosswright.formats.files import from_bytes, read, to_bytes, write
from crosswright.formats.format import OriginalFile
from crosswright.puzzles.puzzle import Puzzle


@pytest.mark.parametrize(
    "name",
    ["a.txt", "a.grid", "a.PUZ", "a.ipuz", "a.jpz", "a.xml", "a.xd", "a.across", "a.across.txt"],
)
def test_files_by_suffix(tmp_path: Path, name: str) -> None:
    losses = write(FULL, tmp_path / name)
    assert all(str(loss) for loss in losses)
    puzzle = read(tmp_path / name)
    assert puzzle.filled_grid.letters == FULL.filled_grid.letters
    before = (tmp_path / name).read_bytes()
    assert write(puzzle, tmp_path / name) == []
    assert (tmp_path / name).read_bytes() == before


@pytest.mark.parametrize("name", READABLE)
def test_files_with_an_unknown_or_wrong_suffix(tmp_path: Path, name: str) -> None:
    data, _ = to_bytes(FULL, name)
    assert from_bytes(data) == from_bytes(data, name)
    (tmp_path / "a.txt").write_bytes(data)
    assert read(tmp_path / "a.txt") == from_bytes(data, name)
    (tmp_path / "a.what").write_bytes(data)
    if name == "text":
        with pytest.raises(FormatError, match=r"a\.what: unknown suffix; choose from \.txt"):
            read(tmp_path / "a.what")
    else:
        assert read(tmp_path / "a.what") == from_bytes(data, name)


def test_strict_writing_leaves_the_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.puz"
    path.write_bytes(b"old")
    with pytest.raises(FormatError, match=r"a\.puz: puz cannot hold .*bars"):
        write(FULL, path, strict=True)
    assert path.read_bytes() == b"old"
    assert write(FULL, tmp_path / "a.ipuz", strict=True) == []


def test_files_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"none\.puz: cannot be read: No such file"):
        read(tmp_path / "none.puz")
    with pytest.raises(FormatError, match="cannot be read: Is a directory"):
        read(tmp_path)
    with pytest.raises(FormatError, match="cannot be read"):
        read("a\0b.puz")
    with pytest.raises(FormatError, match="cannot be written: No such file"):
        write(FULL, tmp_path / "none" / "a.ipuz")
    with pytest.raises(FormatError, match="unknown suffix"):
        write(FULL, tmp_path / "a.doc")
    with pytest.raises(FormatError, match="unknown format 'doc'; choose from text, structure, puz"):
        to_bytes(FULL, "doc")


@given(st.sampled_from(READABLE))
def test_origin_is_kept(name: str) -> None:
    data, _ = to_bytes(FULL, name)
    origin = from_bytes(data, name).extras[name]
    assert isinstance(origin, OriginalFile)
    assert origin.data == data


def test_a_drawing_is_not_written_as_a_puzzle_file(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"a drawing is not a puzzle file; use save\(puzzle, "):
        write(FULL, tmp_path / "a.svg")


@pytest.mark.parametrize("suffix", [".puz", ".ipuz", ".jpz", ".xd", ".across", ".exolve", ".txt"])
def test_an_empty_file_is_called_empty(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    path.write_bytes(b"\n")
    with pytest.raises(FormatError, match=f"a{suffix}: the file is empty"):
        read(path)


def test_a_file_under_the_suffix_of_another_format_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.ipuz"
    path.write_bytes(to_bytes(FULL, "puz")[0])
    with pytest.raises(FormatError, match=r"a\.ipuz: not a \.ipuz file but a \.puz file; rename"):
        read(path)
    path.write_bytes(b"ACROSS&DOWN and no more")  # nor is it a .puz file that can be read
    with pytest.raises(FormatError, match="line 1 is not JSON"):
        read(path)


def test_crossword_formats_hold_the_grid_of_a_fill_in_and_no_word_search(tmp_path: Path) -> None:
    puzzle = Puzzle.from_filled("CAT\nA#O", kind="fill-in")
    losses = write(puzzle, tmp_path / "fill.ipuz")
    assert [str(loss) for loss in losses] == ["the words of a fill-in, listed by length"]
    assert read(tmp_path / "fill.ipuz").answers == puzzle.answers
    search = Puzzle.from_filled("CAT\nA#O", kind="word-search")
    for name in ("x.ipuz", "x.puz", "x.jpz", "x.csv"):
        with pytest.raises(FormatError, match="is for crosswords, not for a word search; draw it"):
            write(search, tmp_path / name)
