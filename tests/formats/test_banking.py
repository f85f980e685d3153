"""Puzzle files in the clue bank: every format, again and again, with damaged ones among them."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from crosswright.clues.bank import ClueBank
from crosswright.errors import FormatError, TableWarning
from crosswright.formats.banking import import_clues
from crosswright.formats.files import write
from crosswright.grids.grid import Grid
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.puzzle import Puzzle

GRID = Grid.parse("CAT\nU#I\nTEE")


def made(clue: str, **texts: str) -> Puzzle:
    return Puzzle.from_filled(GRID, {"1A": clue, "3A": Clue("A draft", draft=True)}, **texts)


@pytest.fixture
def bank(tmp_path: Path) -> ClueBank:
    return ClueBank(tmp_path / "bank.sqlite")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "puzzles"
    (folder / "deep").mkdir(parents=True)
    write(made("It purrs", title="One", author="Ann", date="2024-03-01"), folder / "one.ipuz")
    write(made("Feline", title="Two"), folder / "deep" / "2023-02-03.puz")
    write(made("Tom", title="Three"), folder / "three.xd")
    return folder


def names(paths: tuple[str, ...]) -> list[str]:
    return sorted(Path(path).name for path in paths)


def test_folders_are_imported_with_dates_and_without_drafts(folder: Path, bank: ClueBank) -> None:
    os.utime(folder / "three.xd", (1_500_000_000, 1_500_000_000))
    done = import_clues([folder], bank)
    assert names(done.added) == ["2023-02-03.puz", "one.ipuz", "three.xd"]
    assert (done.failed, done.clues) == ((), 3)
    found = bank.find("CAT")
    assert [(clue.text, clue.title, clue.author, clue.date, clue.label) for clue in found] == [
        ("It purrs", "One", "Ann", "2024-03-01", "1A"),
        ("Feline", "Two", "", "2023-02-03", "1A"),
        ("Tom", "Three", "", "2017-07-14", "1A"),
    ]
    assert bank.find("TEE") == []


def test_a_second_import_reads_only_what_has_changed(folder: Path, bank: ClueBank) -> None:
    import_clues([folder], bank)
    write(made("Mouser"), folder / "three.xd")
    done = import_clues([folder], bank)
    assert (names(done.updated), len(done.unchanged), done.added) == (["three.xd"], 2, ())
    assert {clue.text for clue in bank.find("CAT")} == {"It purrs", "Feline", "Mouser"}


def test_damaged_files_are_named_and_passed_over(folder: Path, bank: ClueBank) -> None:
    (folder / "bad.ipuz").write_text("{")
    write(Puzzle.from_filled(GRID), folder / "bare.ipuz")
    done = import_clues([folder], bank)
    assert len(done.added) == 3
    assert names(done.empty) == ["bare.ipuz"]
    assert len(done.failed) == 1
    assert "bad.ipuz" in done.failed[0]
    assert "\n" not in done.failed[0]


def test_globs_and_tables_of_clues(folder: Path, bank: ClueBank, tmp_path: Path) -> None:
    table = tmp_path / "mine.csv"
    table.write_text("cat,It mews\nemu,Big bird\n")
    done = import_clues([f"{folder}/*.xd", table], bank)
    assert names(done.added) == ["mine.csv", "three.xd"]
    assert [clue.text for clue in bank.find("EMU")] == ["Big bird"]
    assert bank.find("EMU")[0].title == "mine.csv"


@pytest.mark.parametrize("name", ["mine.csv", "mine.tsv", "deep/mine.TAB"])
def test_tables_in_folders_are_read(name: str, bank: ClueBank, tmp_path: Path) -> None:
    (tmp_path / "tables" / "deep").mkdir(parents=True)
    (tmp_path / "tables" / name).write_text("cat\tIt mews\nemu\tBig bird\n")
    done = import_clues([tmp_path / "tables"], bank)
    assert (len(done.added), done.clues) == (1, 2)
    assert [clue.text for clue in bank.find("EMU")] == ["Big bird"]


def test_unusable_tables_in_folders_are_named(folder: Path, bank: ClueBank) -> None:
    (folder / "bad.xlsx").write_bytes(b"PK\3\4 not a workbook")
    (folder / "words.csv").write_text("cat,50\nemu,\noboe,-5\n")
    done = import_clues([folder], bank)
    assert names(done.empty) == ["words.csv"]
    [failure] = done.failed
    assert "bad.xlsx" in failure


@pytest.mark.parametrize(
    "text",
    [
        "word,score\ncat,50\n",
        "cat,0.5\nemu,1\n",
        "cat;50;x\n",
        "cat,50%\n",
        "cat,+50\nemu,-5\n",
        "answer,frequency\ncat,50\nemu,n/a\n",
        "score,word\n50,cat\n60,emu\n",
        "cat; 50; noun\nemu; 60; bird\n",
        "word,score (0-100)\ncat,50\n",
        "lemma,rank\ncat,50\nemu,60\n",
    ],
)
def test_scores_are_not_taken_for_clues(text: str, bank: ClueBank, tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text(text)
    done = import_clues([tmp_path / "list.csv"], bank)
    assert (names(done.empty), done.clues) == (["list.csv"], 0)


@pytest.mark.parametrize("text", ["", "word,clue\n", "\n\n \n"])
def test_a_table_without_rows_keeps_nothing_from_the_others(
    text: str, folder: Path, bank: ClueBank
) -> None:
    (folder / "none.csv").write_text(text)
    done = import_clues([folder], bank)
    assert (names(done.empty), len(done.added), done.failed) == (["none.csv"], 3, ())


def test_clues_with_numbers_are_kept_and_drafts_in_tables_are_not(
    bank: ClueBank, tmp_path: Path
) -> None:
    table = tmp_path / "mine.csv"
    table.write_text("Answer,Clue\nemu,Big bird [draft]\nten,10\ngnu,Beast\n")
    import_clues([table], bank)
    assert [[clue.text for clue in bank.find(word)] for word in ("EMU", "TEN", "GNU")] == [
        [],
        ["10"],
        ["Beast"],
    ]


@pytest.mark.parametrize(
    "clue", ["Score-leveling goal", "Rank above captain", "Value", "2001, for one"]
)
@pytest.mark.parametrize("heading", ["", "word,clue\n"])
def test_a_first_clue_is_not_taken_for_a_heading(
    heading: str, clue: str, bank: ClueBank, tmp_path: Path
) -> None:
    for others in ("", "emu,Big bird\n"):
        (tmp_path / "mine.csv").write_text(f'{heading}tie,"{clue}"\n{others}')
        import_clues([tmp_path / "mine.csv"], bank)
        assert [found.text for found in bank.find("TIE")] == [clue]


def test_links_that_go_in_circles_are_named(folder: Path, bank: ClueBank) -> None:
    try:
        (folder / "loop.csv").symlink_to("loop.csv")
    except OSError:
        pytest.skip("no links here")
    done = import_clues([folder], bank)
    assert len(done.added) == 3
    [failure] = done.failed
    assert "loop.csv" in failure


def test_a_table_that_goes_with_a_puzzle_is_left_out(folder: Path, bank: ClueBank) -> None:
    (folder / "one.csv").write_text("tee,A draft\n")
    assert names(import_clues([folder], bank).added) == ["2023-02-03.puz", "one.ipuz", "three.xd"]


@pytest.mark.parametrize("source", ["empty", "*.nothing"])
def test_sources_without_files_are_refused(source: str, bank: ClueBank, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(FormatError):
        import_clues([tmp_path / source], bank)


def test_a_table_in_another_encoding_is_read_again_if_it_is_named(
    bank: ClueBank, tmp_path: Path
) -> None:
    (tmp_path / "p.csv").write_bytes("KOT,Zwierzę\n".encode("cp1250"))
    with pytest.warns(TableWarning, match="p.csv: it is not UTF-8, so it was read as cp1252"):
        import_clues([tmp_path], bank)
    assert names(import_clues([tmp_path], bank, encoding="cp1250").updated) == ["p.csv"]
    assert [clue.text for clue in bank.find("KOT")] == ["Zwierzę"]
    [failure] = import_clues([tmp_path], bank, encoding="klingon").failed
    assert "unknown encoding 'klingon'" in failure


@pytest.mark.parametrize("source", ["", "deep", "*/*.puz"])
def test_folders_that_cannot_be_read_are_named_and_passed_over(
    source: str, folder: Path, bank: ClueBank, monkeypatch: pytest.MonkeyPatch
) -> None:
    scandir = os.scandir

    def refuse(path: str | Path = ".") -> Any:
        if Path(path).name == "deep":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    done = import_clues([folder / "one.ipuz", folder / source], bank)
    assert "one.ipuz" in names(done.added)
    [failure] = done.failed
    assert failure.endswith("deep: cannot be read: Permission denied")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
def test_pipes_and_strange_names_stop_no_import(folder: Path, bank: ClueBank) -> None:
    os.mkfifo(folder / "pipe.ipuz")
    strange = folder / os.fsdecode(b"caf\xe9.ipuz")
    try:
        strange.write_bytes((folder / "one.ipuz").read_bytes())
    except OSError:  # some file systems have no such names
        strange.unlink(missing_ok=True)
    done = import_clues([folder], bank)
    assert done.failed == ()
    assert len(done.added) == 3 + strange.exists()
    assert import_clues([folder], bank).added == ()
    [failure] = import_clues([folder / "pipe.ipuz"], bank).failed
    assert "not a regular file" in failure
