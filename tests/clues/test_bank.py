"""The clue bank: what it finds, what it keeps, and files that are none."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

import pytest

from crosswright.clues import bank as banks
from crosswright.clues.bank import BankedPuzzle, ClueBank, EarlierClue
from crosswright.errors import ClueError


def puzzle(name: str, *clues: tuple[str, str, str], date: str = "2024-01-15") -> BankedPuzzle:
    return BankedPuzzle(f"/p/{name}", 1, 2, "x", name.capitalize(), "Me", date, clues)


@pytest.fixture
def bank(tmp_path: Path) -> ClueBank:
    made = ClueBank(tmp_path / "deep" / "clues.sqlite")
    old = puzzle("old", ("OBOE", "1A", "Reed"), ("EMU", "2A", "Big bird"), date="2020-05-01")
    new = puzzle("new", ("OBOE", "7D", "Orchestra tuner"), ("OBOE", "9D", "reed"))
    made.put([old, new])
    return made


def test_the_newest_clues_come_first_each_text_once(bank: ClueBank) -> None:
    assert bank.find("o-boe") == [
        EarlierClue("OBOE", "Orchestra tuner", "7D", "New", "Me", "2024-01-15", "/p/new"),
        EarlierClue("OBOE", "reed", "9D", "New", "Me", "2024-01-15", "/p/new"),
    ]
    assert bank.find("OBOE")[0].source == "New, 2024-01-15"
    assert bank.find("TAPIR") == []


def test_a_puzzle_replaces_what_was_there_of_its_file(bank: ClueBank) -> None:
    bank.put([puzzle("old", ("EMU", "2A", "Runner"))])
    assert [clue.text for clue in bank.find("EMU")] == ["Runner"]
    figures = bank.figures()
    assert (figures.puzzles, figures.clues, figures.answers) == (2, 3, 2)
    assert (figures.first, figures.last) == ("2024-01-15", "2024-01-15")


def test_clues_that_refer_to_others_are_not_suggested(bank: ClueBank) -> None:
    cross = ("See 17-Across", "With 3 Down, a bird", "Like 4D", "Route 66 car", "Big 12 school")
    bank.put([puzzle("x", *(("EMU", "1A", text) for text in cross))])
    assert [clue.text for clue in bank.suggestions("EMU")] == [*cross[3:], "Big bird"]
    assert len(bank.find("EMU")) == 6


def test_files_and_folders_are_forgotten(bank: ClueBank) -> None:
    bank.put([puzzle("more/one", ("EMU", "1A", "A")), puzzle("more2", ("EMU", "1A", "B"))])
    assert bank.forget("/p/more") == 1
    assert bank.forget("/p/absent") == 0
    assert [clue.text for clue in bank.find("EMU")] == ["B", "Big bird"]
    assert bank.forget() == 3
    assert bank.figures().clues == 0


def test_a_bank_that_does_not_exist_is_empty(tmp_path: Path) -> None:
    none = ClueBank(tmp_path / "clues.sqlite")
    assert not none.exists
    assert (none.find("OBOE"), none.puzzles(), none.forget()) == ([], [], 0)
    assert none.figures().puzzles == 0
    assert not none.exists


def test_a_failed_change_changes_nothing(bank: ClueBank) -> None:
    broken = BankedPuzzle("/p/b", 1, 2, "x", clues=(("EMU", "1A"),))  # type: ignore[arg-type]
    with pytest.raises(ClueError, match="cannot be used"):
        bank.put([puzzle("c", ("EMU", "1A", "New")), broken])
    assert [clue.text for clue in bank.find("EMU")] == ["Big bird"]


def test_a_newer_format_is_refused(bank: ClueBank) -> None:
    assert bank.path is not None
    with contextlib.closing(sqlite3.connect(bank.path)) as database:
        database.execute(f"PRAGMA user_version = {banks.FORMAT + 1}")
    before = bank.path.read_bytes()
    for change in (lambda: bank.find("OBOE"), lambda: bank.put([]), bank.forget):
        with pytest.raises(ClueError, match="made by a newer Crosswright"):
            change()
    assert bank.path.read_bytes() == before


def test_an_older_bank_is_migrated(bank: ClueBank, monkeypatch: pytest.MonkeyPatch) -> None:
    assert bank.path is not None
    clues = bank.find("OBOE")
    assert clues
    before = bank.path.read_bytes()
    monkeypatch.setattr(banks, "FORMAT", 2)
    monkeypatch.setattr(banks, "STEPS", {1: ["ALTER TABLE clue ADD COLUMN score INTEGER"]})
    assert bank.find("OBOE") == clues
    assert bank.path.read_bytes() == before, "reading changes nothing"
    assert bank.forget("/nowhere") == 0
    with contextlib.closing(sqlite3.connect(bank.path)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (2,)
        assert database.execute("SELECT COUNT(score) FROM clue").fetchone() == (0,)
    assert bank.find("OBOE") == clues


def test_a_migration_that_fails_changes_nothing(
    bank: ClueBank, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bank.path is not None
    before = bank.path.read_bytes()
    monkeypatch.setattr(banks, "FORMAT", 2)
    monkeypatch.setattr(banks, "STEPS", {1: ["DROP TABLE clue", "DROP TABLE missing"]})
    for change in (lambda: bank.find("OBOE"), lambda: bank.put([])):
        with pytest.raises(ClueError, match="cannot be used: no such table: missing"):
            change()
    assert bank.path.read_bytes() == before


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    data = b"not a database at all, but text" * 99
    path = tmp_path / "clues.sqlite"
    path.write_bytes(data)
    for change in (lambda: ClueBank(path).find("OBOE"), lambda: ClueBank(path).put([])):
        with pytest.raises(ClueError, match=r"move it elsewhere") as caught:
            change()
        assert "\n" not in str(caught.value)
    assert path.read_bytes() == data


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_is_no_bank(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "clues.sqlite")
    with pytest.raises(ClueError, match="not a regular file"):
        ClueBank(tmp_path / "clues.sqlite").find("OBOE")


def test_without_a_home_there_is_no_bank(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(banks, "user_folder", lambda kind: None)
    assert ClueBank().find("OBOE") == []
    with pytest.raises(ClueError, match="CROSSWRIGHT_CONFIG"):
        ClueBank().put([])


def test_names_that_are_not_unicode_are_kept(bank: ClueBank) -> None:
    bank.put([BankedPuzzle("/p/\udce9", 1, 2, "x", "\ud800", clues=(("EMU", "1A", "A \udfff"),))])
    assert bank.find("EMU")[-1].text == "A \\udfff"
    assert bank.forget("/p/\udce9") == 1


def test_a_bank_whose_making_was_cut_short_is_empty(tmp_path: Path) -> None:
    made = ClueBank(tmp_path / "clues.sqlite")
    assert made.path is not None
    made.path.touch()
    assert not made.exists
    assert made.find("EMU") == []
    made.put([puzzle("old", ("EMU", "2A", "Big bird"))])
    assert [clue.text for clue in made.find("EMU")] == ["Big bird"]


def test_a_reader_rolls_back_what_a_killed_process_left(bank: ClueBank, tmp_path: Path) -> None:
    assert bank.path is not None
    copy = ClueBank(tmp_path / "copy.sqlite")
    assert copy.path is not None
    with contextlib.closing(sqlite3.connect(bank.path)) as database:
        database.executescript("PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN")
        rows = ((1, f"A{number}", "1A", "x" * 500) for number in range(500))
        database.executemany("INSERT INTO clue VALUES (?, ?, ?, ?)", rows)
        journal = Path(f"{bank.path}-journal")
        assert journal.exists()
        copy.path.write_bytes(bank.path.read_bytes())
        Path(f"{copy.path}-journal").write_bytes(journal.read_bytes())
    assert copy.figures().clues == 4


def test_a_bank_whose_damage_cannot_be_told(tmp_path: Path) -> None:
    """SQLite quotes what is damaged, and that need not be text."""
    path = tmp_path / "clues.sqlite"
    ClueBank(path).put([BankedPuzzle("a.puz", 1, 2, "d", clues=(("OAK", "1A", "Tree"),))])
    data = path.read_bytes()
    path.write_bytes(data.replace(b"CREATE TABLE clue", b"CREATE TABL\xc2 clue"))
    with pytest.raises(ClueError, match="move it elsewhere"):
        ClueBank(path).find("OAK")
    named = data.replace(b"tableclue", b"tablec\n\ne")
    path.write_bytes(named.replace(b"CREATE TABLE clue", b"CREATE TABLE )+ue"))
    with pytest.raises(ClueError, match="move it elsewhere") as caught:
        ClueBank(path).find("OAK")
    assert str(caught.value).isprintable()
