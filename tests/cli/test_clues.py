"""`crosswright clues`: import, find, info, forget; and drafts from the bank."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.cli import Run

from crosswright.cli.exits import Exit
from crosswright.clues import wordnet
from crosswright.formats.files import read, write
from crosswright.grids.grid import Grid
from crosswright.puzzles.puzzle import Puzzle


@pytest.fixture(autouse=True)
def puzzles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CROSSWRIGHT_CONFIG", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    clues = {"1A": "It purrs", "1D": "Trim"}
    texts = {"title": "One", "author": "Ann", "date": "2024-03-01"}
    (tmp_path / "mine").mkdir()
    write(Puzzle.from_filled(Grid.parse("CAT\nU#I\nTEE"), clues, **texts), "mine/one.ipuz")
    return tmp_path / "mine"


def report(run: Run, *arguments: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(run("clues", *arguments, "--json").stdout)
    return loaded


def test_import_and_find(run: Run, puzzles: Path) -> None:
    assert "your clue bank is empty" in run("clues", "find", "cat").stderr
    done = run("clues", "import", "mine")
    assert (done.exit_code, done.stdout) == (
        Exit.DONE,
        "1 puzzle added, 0 updated, 0 unchanged: 2 clues read\n",
    )
    assert run("clues", "find", "cat").stdout == "It purrs  (One, 2024-03-01, Ann)\n"
    found = report(run, "find", "C-A-T")
    assert (found["answer"], found["found"]) == ("CAT", 1)
    use = {
        "label": "1A",
        "title": "One",
        "author": "Ann",
        "date": "2024-03-01",
        "path": str((puzzles / "one.ipuz").resolve()),
    }
    assert found["clues"] == [{"answer": "CAT", "text": "It purrs", **use, "uses": [use]}]
    assert run("clues", "find", "tapir").stderr == "no clues for TAPIR\n"


def test_an_import_without_a_file_that_can_be_read(run: Run, puzzles: Path) -> None:
    (puzzles / "one.ipuz").write_text("{")
    done = run("clues", "import", "mine", "--json")
    loaded = json.loads(done.stdout)
    assert (done.exit_code, loaded["exit_status"]) == (Exit.BAD_INPUT, Exit.BAD_INPUT)
    assert loaded["error"] == loaded["failed"][0]
    assert "one.ipuz" in done.stderr


def test_every_use_of_a_clue_is_found(run: Run, puzzles: Path) -> None:
    (puzzles / "mine.csv").write_text("cat,It PURRS\n")
    run("clues", "import", ".")
    assert run("clues", "find", "cat").stdout == "It purrs  (One, 2024-03-01, Ann; mine.csv)\n"
    [clue] = report(run, "find", "cat")["clues"]
    assert (clue["title"], clue["date"]) == ("One", "2024-03-01")
    assert [(use["title"], use["date"]) for use in clue["uses"]] == [
        ("One", "2024-03-01"),
        ("mine.csv", ""),
    ]


def test_of_many_uses_the_newest_are_named(run: Run, puzzles: Path) -> None:
    for year in range(2001, 2006):
        (puzzles / f"{year}-01-02.csv").write_text("emu,Big bird\n")
    run("clues", "import", ".")
    stdout = run("clues", "find", "emu").stdout
    assert stdout.startswith("Big bird  (2005-01-02.csv, 2005-01-02; 2004-")
    assert stdout.endswith("2003-01-02; 2 more)\n")
    [clue] = report(run, "find", "emu")["clues"]
    assert len(clue["uses"]) == 5


def test_damaged_files_do_not_stop_an_import(run: Run, puzzles: Path) -> None:
    (puzzles / "bad.ipuz").write_text("{")
    done = run("clues", "import", "mine")
    assert done.exit_code == Exit.DONE
    assert "bad.ipuz" in done.stderr
    assert run("clues", "import", "mine/bad.ipuz").exit_code == Exit.BAD_INPUT
    assert len(report(run, "import", "mine")["failed"]) == 1
    assert run("clues", "import", "absent").exit_code == Exit.BAD_INPUT


def test_a_table_in_another_encoding_is_mentioned_and_read_again(run: Run) -> None:
    Path("p.csv").write_bytes("KOT,Zwierzę\n".encode("cp1250"))
    done = run("clues", "import", "p.csv")
    assert done.exit_code == Exit.DONE
    assert "it is not UTF-8, so it was read as cp1252; if letters are wrong" in done.stderr
    done = run("clues", "import", "p.csv", "--encoding", "cp1250")
    assert (done.stdout, done.stderr) == (
        "0 puzzles added, 1 updated, 0 unchanged: 1 clue read\n",
        "",
    )
    assert run("clues", "find", "kot").stdout == "Zwierzę  (p.csv)\n"


def test_a_puzzle_of_drafts_alone_is_not_counted(run: Run, puzzles: Path) -> None:
    write(Puzzle.from_filled(Grid.parse("CAT"), {"1A": "Pet [draft]"}), "mine/one.ipuz")
    done = run("clues", "import", "mine")
    assert done.stdout == "0 puzzles added, 0 updated, 0 unchanged: 0 clues read\n"
    assert done.stderr.endswith(
        "one.ipuz: no clues to keep; drafts and scores of words are left out\n"
    )
    assert report(run, "info")["puzzles"] == 0


def test_info_and_forget(run: Run) -> None:
    run("clues", "import", "mine")
    shown = run("clues", "info").stdout
    assert "puzzles  1\nclues    2 for 2 answers\ndates    2024-03-01 to 2024-03-01\n" in shown
    assert report(run, "info")["clues"] == 2
    assert run("clues", "forget").exit_code == Exit.BAD_INPUT
    assert run("clues", "forget", "mine", "--dry-run").stdout == "1 puzzle would be forgotten\n"
    assert run("clues", "forget", "--all", "--dry-run").stdout == "1 puzzle would be forgotten\n"
    assert run("clues", "forget", "mine").stdout == "1 puzzle forgotten\n"
    assert report(run, "forget", "--all") == {"forgotten": 0, "dry_run": False}
    done = run("clues", "import", "mine", "--dry-run")
    assert done.stdout == "1 puzzle would be added, 0 updated, 0 unchanged: 2 clues read\n"
    assert report(run, "info")["clues"] == 0


def test_construct_says_once_why_only_the_bank_has_drafts(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("clues", "import", "mine")
    monkeypatch.setattr(wordnet, "find_spec", lambda name: None)
    Path("grid.txt").write_text("...\n.#.\n...\n")
    Path("words.txt").write_text("CAT\nCUT\nTIE\nTEE\n")
    flags = ("--grid", "grid.txt", "-w", "words.txt", "--no-own", "--time", "1", "--seed", "1")
    done = run("construct", *flags, "-o", "a.ipuz")
    assert done.exit_code == Exit.DONE
    assert "no draft for" not in done.stderr
    [reason] = [line for line in done.stderr.splitlines() if "only your clue bank is used" in line]
    assert "pip install crosswright[clues]" in reason


def test_drafts_come_from_the_bank_first_even_without_a_dictionary(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("clues", "import", "mine")
    monkeypatch.setattr(wordnet, "find_spec", lambda name: None)
    Path("full.txt").write_text("CAT\nU#I\nTEE\n")
    done = run("fill", "full.txt", "--draft-clues", "-o", "a.ipuz")
    assert "only your clue bank is used" in done.stderr
    assert "2 of 4 clues are drafts, 2 of them from your clue bank" in done.stderr
    assert "no draft for" not in done.stderr
    clue = read("a.ipuz").clue("1A")
    assert (clue.text, clue.draft) == ("It purrs", True)
    filled = json.loads(run("fill", "full.txt", "--draft-clues", "--json").stdout)
    assert filled["clues"]["1D"] == {"text": "Trim", "draft": True, "source": "One, 2024-03-01"}
