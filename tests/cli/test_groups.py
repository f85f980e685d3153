"""Commands and groups of them: which texts and names of files they take."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from helpers.cli import Run, all_commands
from helpers.processes import COMMAND

from crosswright.cli.exits import Exit
from crosswright.cli.options.texts import FileName

NOT_TEXT = "A\udcff"  # as Python has it from the bytes 41 FF


def parameters(is_name: bool) -> Iterator[list[str]]:
    """Yield command lines that end with what is missing: a text, or the name of a file."""
    for path, command in all_commands():
        for parameter in command.params:
            is_file = isinstance(parameter.type, FileName)
            if is_file is is_name and (is_file or parameter.type is click.STRING):
                required = ["grid.txt" for each in command.params if each.required]
                if isinstance(parameter, click.Option):
                    yield [*path, *required, max(parameter.opts, key=len)]
                else:
                    yield [*path, *required[1:]]


@pytest.mark.parametrize("line", [*parameters(is_name=False)], ids=" ".join)
def test_what_is_not_text_is_refused(run: Run, folder: Path, line: list[str]) -> None:
    done = run(*line, NOT_TEXT)
    assert (done.exit_code, done.stdout) == (Exit.BAD_INPUT, "")
    assert done.stderr.startswith("crosswright: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("line", [*parameters(is_name=True)], ids=" ".join)
@pytest.mark.parametrize("name", ["", "A\0"])
def test_what_is_not_a_name_is_refused(run: Run, folder: Path, line: list[str], name: str) -> None:
    done = run(*line, name)
    assert (done.exit_code, done.stdout) == (Exit.BAD_INPUT, "")
    reason = "has a NUL character in it" if name else "is empty"
    assert reason in done.stderr
    assert done.stderr.count("\n") == 1


def test_every_command_checks_its_texts() -> None:
    plain = [path for path, command in all_commands() if type(command) is click.Command]
    assert not plain


def test_a_title_that_is_not_text(tmp_path: Path) -> None:
    (tmp_path / "grid.txt").write_text("CAT\n")
    command = [*COMMAND, "fill", "grid.txt", "-w", "grid.txt", "-o", "a.html", "--title", b"\xff"]
    done = subprocess.run(command, capture_output=True, check=False, cwd=tmp_path)
    assert done.returncode == Exit.BAD_INPUT
    assert done.stderr == (
        b"crosswright: Invalid value for '--title': the text is not valid UTF-8 "
        b"(see crosswright fill --help)\n"
    )


def test_a_name_may_be_any_bytes(tmp_path: Path) -> None:
    name = bytes(tmp_path) + b"/\xff.txt"
    with open(name, "wb") as file:  # noqa: PTH123 - a path may not be bytes
        file.write(b"CAT\n")
    command = [*COMMAND, "convert", name, bytes(tmp_path) + b"/\xfe.html"]
    done = subprocess.run(command, capture_output=True, check=False)
    assert (done.returncode, b"\\udcfe.html" in done.stderr) == (0, True)
