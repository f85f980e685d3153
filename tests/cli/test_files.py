"""Files and standard streams: what is read once, numbered, dropped and written whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.cli import PUZZLE, Run

from crosswright.cli.exits import Exit
from crosswright.cli.files import Target
from crosswright.formats.files import read


@pytest.mark.parametrize(
    "arguments",
    [
        ["fill", "-", "-w", "-"],
        ["fill", "grid.txt", "-w", "-", "-w", "-"],
        ["fill", "grid.txt", "-w", "-", "--clues", "-"],
        ["fill", "-", "--used-in", "-"],
        ["explain", "-", "-w", "-"],
        ["trace", "-", "-w", "-"],
        ["compare", "-", "-"],
        ["construct", "--theme-file", "-", "-w", "-"],
        ["construct", "--grid", "-", "--theme-file", "-"],
        ["pattern", "-", "-w", "-"],
        ["check", "-", "-w", "-"],
        ["info", "-", "-w", "-"],
        ["words", "merge", "-", "-"],
        ["words", "merge", "mine.txt", "--block", "-", "--allow", "-"],
    ],
    ids=" ".join,
)
def test_standard_input_is_read_only_once(run: Run, folder: Path, arguments: list[str]) -> None:
    done = run(*arguments, input="CAT\n")
    assert done.exit_code == Exit.BAD_INPUT
    assert done.stdout == ""
    assert "standard input is already read for" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["fill", "grid.txt", "-w", "my.dict", "--clues", "-", "--fix", "1A=CAT"],
        ["construct", "--grid", "grid.txt", "-w", "my.dict", "--theme-file", "-", "--time", "1"],
        ["layout", "-"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_tables_may_come_from_standard_input(run: Run, folder: Path, arguments: list[str]) -> None:
    done = run(*arguments, "--json", input="CAT,It purrs\n")
    report = json.loads(done.stdout)
    [label] = [label for label, answer in report["answers"].items() if answer == "CAT"]
    clue = report["clues"][label]
    assert clue in ("It purrs", {"text": "It purrs", "draft": False})


def test_a_list_to_check_or_merge_may_come_from_standard_input(run: Run, folder: Path) -> None:
    done = run("words", "check", "-", input="CAT;x\n")
    assert done.exit_code == Exit.BAD_INPUT
    assert done.stdout.startswith("standard input:1: error: ")
    assert run("words", "merge", "-", "--quiet", input="CAT;5\n").stdout == "CAT;5\n"


@pytest.mark.parametrize(
    "path, numbered",
    [
        ("out.pdf", "out-2.pdf"),
        ("week.across.txt", "week-2.across.txt"),
        ("WEEK.ACROSS.TXT", "WEEK-2.ACROSS.TXT"),
        ("21.01.txt", "21.01-2.txt"),
        ("a.b/out.ipuz", "a.b/out-2.ipuz"),
        ("-", "-"),
    ],
)
def test_the_number_goes_before_the_whole_suffix(path: str, numbered: str) -> None:
    assert Target.of(path, "text", draw_text=False).named(2, "") == numbered
    assert Target.of(path, "text", draw_text=False).named(None, "") == path


def test_numbered_files_keep_their_format(run: Run, folder: Path) -> None:
    flags = ("-w", "my.dict", "--objective", "any", "--count", "2", "-o", "week.across.txt")
    done = run("fill", "grid.txt", *flags, "--json")
    files = json.loads(done.stdout)["files"]
    assert [file["file"] for file in files] == ["week-1.across.txt", "week-2.across.txt"]
    for file in files:
        assert Path(file["file"]).read_text().startswith("<ACROSS PUZZLE>")
        assert read(file["file"]).answers


def test_standard_output_has_a_name(run: Run, folder: Path) -> None:
    done = run("convert", "puzzle.ipuz", "-o", "-", "--to", "text")
    assert "crosswright: standard output: dropped clues: 1A" in done.stderr
    done = run("convert", "puzzle.ipuz", "-o", "-", "--to", "text", "--strict")
    assert done.stderr.startswith("crosswright: standard output: ")


@pytest.mark.parametrize(
    "command",
    [
        ("fill", "grid.txt", "-w", "my.dict", "--objective", "any"),
        ("construct", "--grid", "grid.txt", "-w", "my.dict"),
        ("words", "check", "my.dict"),
    ],
)
def test_an_unknown_encoding_is_refused_before_anything_is_read(
    run: Run, folder: Path, command: tuple[str, ...]
) -> None:
    assert "encoding" not in run(*command, "--encoding", "utf-16").stderr
    for name in ("klingon", "hex"):
        done = run(*command, "--encoding", name)
        assert (done.exit_code, done.stdout) == (2, "")
        assert f"'--encoding': unknown encoding '{name}'; choose from utf-8, " in done.stderr
        assert done.stderr.count("\n") == 1


def test_what_is_dropped_is_named(run: Run, folder: Path) -> None:
    done = run("convert", "puzzle.ipuz", "out.txt")
    assert "crosswright: out.txt: dropped clues: 1A" in done.stderr
    assert read("out.txt").answers == PUZZLE.answers


@pytest.mark.parametrize("command", ["export", "merge"])
def test_word_lists_are_written_whole_or_not_at_all(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    def fail(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    Path("out.txt").write_text("OLD;1\n")
    monkeypatch.setattr("os.fsync", fail)
    source = ["-w", "mine.txt"] if command == "export" else ["mine.txt"]
    done = run("words", command, *source, "-o", "out.txt")
    assert done.exit_code == Exit.BAD_INPUT
    assert "out.txt: cannot be written: No space left on device" in done.stderr
    assert Path("out.txt").read_text() == "OLD;1\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["convert", "puzzle.ipuz", "out.txt"],
        ["render", "puzzle.ipuz", "-o", "out.txt"],
        ["words", "export", "-w", "mine.txt", "-o", "out.txt"],
        ["words", "merge", "mine.txt", "big.txt", "-o", "out.txt"],
        ["fill", "grid.txt", "-w", "no such list", "-o", "out.txt"],
    ],
    ids=lambda arguments: "-".join(arguments[:2]),
)
def test_read_only_files_are_refused_before_any_work(
    run: Run, folder: Path, arguments: list[str]
) -> None:
    """Root may write to any file, so it is the mode that counts."""
    Path("out.txt").write_text("OLD;1\n")
    Path("out.txt").chmod(0o444)
    done = run(*arguments)
    assert done.exit_code == Exit.BAD_INPUT
    assert done.stderr == "crosswright: out.txt: cannot be written: the file is read-only\n"
    assert Path("out.txt").read_text() == "OLD;1\n"
    assert not list(folder.glob(".*"))


def test_texts_go_to_standard_output_too(run: Run, folder: Path) -> None:
    done = run("compare", "grid.txt", "my.dict", "-o", "-", "-o", "all.json", "--time", "0")
    assert done.stdout.startswith("inference ")
    assert done.stdout.count("inference ") == 1
    done = run("compare", "grid.txt", "my.dict", "-o", "-", "--json")
    assert done.exit_code == Exit.BAD_INPUT
    assert "both need standard output" in done.stderr


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("README.md", b"# A project\n\nIt has a readme with snake_case in it.\n"),
        ("zeros", b"\0" * 500),
        ("program", bytes(range(256))),
        ("page.html", b"<!DOCTYPE html><html><body>_</body></html>"),
        ("table.csv", b"name,age\nAda,36\n"),
        ("data.json", b'{"some_key": [1, 2, 3]}'),
    ],
)
def test_what_is_not_a_puzzle_is_refused_in_one_line(
    run: Run, folder: Path, name: str, data: bytes
) -> None:
    Path(name).write_bytes(data)
    done = run("info", name)
    assert (done.exit_code, done.stdout) == (Exit.BAD_INPUT, "")
    assert done.stderr.startswith(f"crosswright: {name}: ")
    assert len(done.stderr.splitlines()) == 1
