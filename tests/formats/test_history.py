"""The answers of earlier puzzles: which files are read, in which order, and what is refused."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from crosswright.errors import FormatError, FormatWarning
from crosswright.formats.files import write
from crosswright.formats.history import EarlierAnswers, parse_history, read_history
from crosswright.puzzles.puzzle import Puzzle


def put(path: Path, rows: str) -> None:
    path.parent.mkdir(exist_ok=True)
    write(Puzzle.from_filled(rows), path)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    put(tmp_path / "old" / "day-10.puz", "DOG\n###")
    put(tmp_path / "old" / "day-9.ipuz", "CAT\n###")
    put(tmp_path / "old" / "day-9.puz", "CAT\n###")
    put(tmp_path / "old" / "mini.txt", "EEL\n###")
    (tmp_path / "old" / "day-9.pdf").write_bytes(b"%PDF")
    (tmp_path / "old" / "day-9.csv").write_text("answer,clue\nCAT,It purrs\n")
    (tmp_path / "old" / ".hidden.puz").write_bytes(b"broken")
    (tmp_path / "words.txt").write_text("# used\nheron\nIce cream;50\n")
    return tmp_path


def test_a_folder_in_the_order_of_names_and_the_same_puzzle_once(folder: Path) -> None:
    assert read_history([folder / "old"]).puzzles == (("CAT",), ("DOG",), ("EEL",))


def test_sources_in_the_order_in_which_they_are_given(folder: Path) -> None:
    history = read_history(["words.txt", "old/*10.puz", "old/day-9.ipuz"], base=folder)
    assert history == EarlierAnswers((("DOG",), ("CAT",)), ("HERON", "ICECREAM"))


def test_a_puzzle_that_comes_again_counts_as_the_later_one(folder: Path) -> None:
    history = read_history(["old/day-9.puz", "old/day-10.puz", "old/day-9.ipuz"], base=folder)
    assert history.puzzles == (("DOG",), ("CAT",))


def test_folders_below_are_read_too(folder: Path) -> None:
    (folder / "words.txt").unlink()
    assert read_history([folder]).puzzles == read_history([folder / "old"]).puzzles


@pytest.mark.parametrize("text", ["heron\negret\nbird\n", "To do: 50% of it, at least; soon!\n"])
def test_other_text_inside_a_folder_is_not_taken_for_a_puzzle(folder: Path, text: str) -> None:
    (folder / "old" / "notes.txt").write_text(text)
    with pytest.warns(FormatWarning, match=r"notes.txt: not a grid, and not read; if it is a list"):
        assert read_history([folder / "old"]).words == ()


def test_a_text_that_is_drawn_from_a_puzzle_goes_with_it(folder: Path) -> None:
    (folder / "old" / "day-9.txt").write_text("┌1──┬2──┐\n│ C │ A │\n")
    assert read_history([folder / "old"]).puzzles == (("CAT",), ("DOG",), ("EEL",))


def test_a_file_with_brackets_in_its_name_is_not_a_glob(tmp_path: Path) -> None:
    put(tmp_path / "a[1].puz", "CAT\n###")
    assert read_history([tmp_path / "a[1].puz"]).puzzles == (("CAT",),)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("nowhere.puz", "cannot be read: No such file"),
        ("nowhere.txt", "cannot be read: No such file"),
        ("*.ipuz", r"\*.ipuz: no file matches this"),
        ("empty", "empty: there are no puzzle files in this folder"),
        ("broken.puz", "broken.puz: "),
        ("prose.txt", "prose.txt: not a puzzle in any known format"),
        ("old/day-9.csv", "day-9.csv: "),
    ],
)
def test_what_cannot_be_read_is_named_in_one_line(folder: Path, source: str, message: str) -> None:
    (folder / "empty").mkdir()
    (folder / "broken.puz").write_bytes(b"not this")
    (folder / "prose.txt").write_text("It was a dark and stormy night; 50%, say.\n" * 2)
    with pytest.raises(FormatError, match=message) as caught:
        read_history([source], base=folder)
    assert "\n" not in str(caught.value)


def test_a_puzzle_without_answers_is_mentioned() -> None:
    with pytest.warns(FormatWarning, match="blank: this puzzle has no answers in it"):
        assert parse_history(b"...\n.#.\n...\n", "blank") == EarlierAnswers()


@pytest.fixture
def locked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of puzzles that cannot be listed, whoever runs the tests."""
    put(folder / "old" / "locked" / "day-11.puz", "EMU\n###")
    scandir = os.scandir

    def refuse(path: str | Path = ".") -> Any:
        if Path(path).name == "locked":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    return folder / "old" / "locked"


@pytest.mark.parametrize(
    "source", ["old", "old/locked", "old/locked/*.puz", "old/*/*.puz", "old/**/*.puz"]
)
def test_a_folder_that_cannot_be_read_is_not_skipped(
    folder: Path, locked: Path, source: str
) -> None:
    with pytest.raises(FormatError, match="locked: cannot be read: Permission denied"):
        read_history([source], base=folder)


def test_a_locked_folder_that_is_not_meant_does_not_matter(folder: Path, locked: Path) -> None:
    assert read_history(["old/*.ipuz"], base=folder).puzzles == (("CAT",),)


def test_links_that_lead_nowhere_do_not_stop_a_glob(folder: Path) -> None:
    try:
        (folder / "old" / "loop").symlink_to("loop")
        (folder / "old" / "gone").symlink_to("nothing")
    except OSError:
        pytest.skip("no links here")
    assert read_history(["old/**/*.puz"], base=folder).puzzles == (("CAT",), ("DOG",))
