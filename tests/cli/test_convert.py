"""`crosswright convert`: formats, pipes, losses and warnings."""

from __future__ import annotations

import json
from pathlib import Path

import puz
import pytest
from helpers.cli import PUZZLE, Run

from crosswright.cli.exits import Exit
from crosswright.formats.files import read, write
from crosswright.grids.grid import Grid


@pytest.mark.parametrize("suffix", ["puz", "ipuz", "jpz", "xml", "xd", "across", "exolve"])
def test_there_and_back(run: Run, folder: Path, suffix: str) -> None:
    assert run("convert", "puzzle.ipuz", f"there.{suffix}").exit_code == 0
    assert run("convert", f"there.{suffix}", "-o", "back.ipuz", "-o", "too.xd").exit_code == 0
    for name in ("back.ipuz", "too.xd"):
        back = read(name)
        assert (back.answers, back.clues) == (PUZZLE.answers, PUZZLE.clues)


def test_a_format_that_is_only_read_is_refused_before_any_work(run: Run, folder: Path) -> None:
    done = run("convert", "no-such-file.ipuz", "there.cfp")
    assert done.exit_code == Exit.BAD_INPUT
    said = "crosswright: there.cfp: CrossFire files can only be read; write .ipuz, .jpz or .puz\n"
    assert done.stderr == said


def test_pipes_of_formats(run: Run, folder: Path) -> None:
    binary = run("convert", "puzzle.ipuz", "-", "--to", ".puz").stdout_bytes
    assert b"ACROSS&DOWN" in binary[:20]
    done = run("convert", "-", input=binary)
    assert Grid.parse(done.stdout) == PUZZLE.filled_grid
    assert "wrote" not in done.stderr


def test_losses_are_named_or_refused(run: Run, folder: Path) -> None:
    done = run("convert", "puzzle.ipuz", "small.txt", "--json")
    assert done.exit_code == 0
    (file,) = json.loads(done.stdout)["files"]
    assert file["format"] == "text"
    assert any(loss.startswith("clues: 1A") for loss in file["losses"])
    assert "small.txt: dropped clues: 1A" in done.stderr
    done = run("convert", "puzzle.ipuz", "other.txt", "--strict")
    assert done.exit_code == Exit.BAD_INPUT
    assert not Path("other.txt").exists()


def test_strict_writes_all_files_or_none_and_names_the_one(run: Run, folder: Path) -> None:
    done = run("convert", "puzzle.ipuz", "-o", "new.ipuz", "-o", "new.txt", "--strict")
    assert done.exit_code == Exit.BAD_INPUT
    assert done.stderr.startswith("crosswright: new.txt: text cannot hold clues: 1A")
    assert not list(Path().glob("new.*"))


def test_warnings_of_a_file_are_passed_on(run: Run, folder: Path) -> None:
    write(PUZZLE, "p.puz")
    data = bytearray(Path("p.puz").read_bytes())
    data[0] ^= 0xFF  # the checksum of the whole file
    Path("p.puz").write_bytes(data)
    done = run("convert", "p.puz", "q.ipuz")
    assert done.exit_code == 0
    assert done.stderr.startswith("crosswright: p.puz: ")
    assert "checksum" in done.stderr


@pytest.mark.parametrize("name", ["a.csv", "a.tsv"])
def test_a_table_for_a_spreadsheet_can_be_read_back(run: Run, folder: Path, name: str) -> None:
    write(PUZZLE.with_clues({"1A": "=1+1"}), "sum.ipuz")
    assert run("convert", "sum.ipuz", name, "--spreadsheet-safe").exit_code == 0
    assert "'=1+1" in Path(name).read_text()
    Path("bet.txt").write_text("BET\n")
    report = json.loads(run("fill", "bet.txt", "--clues", name, "--json").stdout)
    assert report["clues"]["1A"]["text"] == "=1+1"


@pytest.mark.parametrize(
    "arguments", [["convert", "puzzle.ipuz", ""], ["convert", "puzzle.ipuz", "-o", ""]]
)
def test_an_empty_name_is_not_standard_output(run: Run, folder: Path, arguments: list[str]) -> None:
    done = run(*arguments)
    assert (done.exit_code, done.stdout) == (Exit.BAD_INPUT, "")
    assert "the name of the file is empty; - is standard output" in done.stderr


def test_a_locked_puzzle_is_unlocked(run: Run, folder: Path) -> None:
    write(PUZZLE, "open.puz")
    file = puz.read("open.puz")
    file.lock_solution(1234)
    file.save("locked.puz")
    done = run("convert", "locked.puz", "a.xd")
    assert "locked.puz: the solution is locked; crosswright convert --unlock" in done.stderr
    for key in ("1234", "search"):
        done = run("convert", "locked.puz", "again.puz", "--unlock", key)
        assert done.stderr.splitlines() == ["wrote again.puz"]
        assert read("again.puz").answers == PUZZLE.answers
    done = run("convert", "locked.puz", "again.puz", "--unlock", "1235")
    assert done.exit_code == Exit.BAD_INPUT
    assert done.stderr == "crosswright: locked.puz: the key 1235 does not unlock the solution\n"


@pytest.mark.parametrize("suffix", ["xd", "ipuz", "puz", "jpz", "svg", "png", "pdf", "html"])
def test_clues_without_a_slot_fail_strict_always(run: Run, folder: Path, suffix: str) -> None:
    text = "## Grid\n\nAB\nCD\n\n## Clues\n\nA1. One\nA3. Two\nA9. Nine\n"
    Path("stray.xd").write_text(text)
    done = run("convert", "stray.xd", f"other.{suffix}", "--strict")
    assert done.exit_code == Exit.BAD_INPUT
    assert "no slot" in done.stderr
    assert not Path(f"other.{suffix}").exists()
    assert run("convert", "stray.xd", f"other.{suffix}").exit_code == 0
