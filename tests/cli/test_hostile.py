"""Whatever is on the command line, what comes of it is a result or one line per message."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from helpers.cli import CLUES, GRID, PUZZLE, WORDS, Run, all_commands
from helpers.processes import COMMAND, PATIENCE

from crosswright.cli.exits import Exit
from crosswright.cli.terminal import INVISIBLE, MAX_LINE
from crosswright.formats.files import write

pytestmark = pytest.mark.endurance

LINES = int(os.environ.get("CROSSWRIGHT_HOSTILE_LINES", "25"))
"""How many lines are tried for each command."""

NUMBERS = ["0", "-1", "1", "2", "3.5", "nan", "inf", "-inf", "1e400", str(10**30), "9" * 5000]
TEXTS = [
    *(
        "",
        " ",
        "\0",
        "a\nb",
        "\x1b[31mred",
        "\x9b31m",
        "\u202e",
        "\udcff",
        "\ud800",
        "İß",
        "ﷺ" * 99,
    ),
    *("x" * 5000, "a b " * 1500, "é" * 5000, "'" * 500, ",;=|" * 200, "𝔸" * 40),
]
FILES = [
    *("grid.txt", "puzzle.ipuz", "words.csv", "my.dict", "-", "--", ".", "/", "nowhere/x.txt"),
    *("empty.txt", "long.txt", "nul.txt", "binary.puz", "binary.txt", "folder.txt"),
    *("\udcff.txt", "e\x1b[31m.txt", "x" * 300 + ".txt", "/dev/null", "/dev/full"),
]
VALUES = [
    *("1A=", "=CAT", "1A=CAT", "1a=c-at", "1A=" + "x" * 3000, "9" * 500 + "A=CAT", "1A=5"),
    *("1A=(a+)+$", "1A=(", "1A=" + "(" * 500, "1A=[" + "a-" * 500, "(", "[", "C.T"),
    *("2,2", "1,1-3,3", "999999999,1-1,1", "5-60", "60-5", "my.dict=5-60", "auto"),
    *("en", "xx", "de", "mrv", "mrv,mrv", "engine"),
]
SUFFIXES = "txt html pdf png svg ipuz puz jpz xml xd across csv tsv json jsonl frob"
OUTPUTS = [f"out.{suffix}" for suffix in re.split(" ", SUFFIXES)]
NASTY = [*NUMBERS, *TEXTS, *FILES, *VALUES, *OUTPUTS]
BAD_TIMES = ["-1", "nan", "inf", "1e400", *TEXTS]

BASICS = {
    "fill": ["--objective", "any"],
    "construct": ["--size", "5"],
    "pattern": ["--size", "5"],
}
"""What keeps a command short."""


def write_files() -> None:
    """Put files into the current folder, good and bad ones."""
    texts = {"grid.txt": GRID, "my.dict": WORDS, "words.csv": CLUES, "\udcff.txt": GRID}
    bad = {"empty.txt": "", "long.txt": "A" * 300_000, "nul.txt": "\0" * 99, "e\x1b[31m.txt": "C;x"}
    for name, text in (texts | bad).items():
        Path(name).write_text(text)
    for name in ("binary.puz", "binary.txt"):
        Path(name).write_bytes(random.Random(name).randbytes(3000))
    Path("folder.txt").mkdir(exist_ok=True)
    write(PUZZLE, "puzzle.ipuz")


def lines(path: tuple[str, ...], command: click.Command, count: int) -> Iterator[list[str]]:
    """Yield command lines that would make sense but for one to three values."""
    chance = random.Random(" ".join(path))
    parameters = [each for each in command.params if not each.is_eager]
    for _ in range(count):
        changed = chance.sample(parameters, k=min(chance.choice([1, 1, 2, 3]), len(parameters)))
        options, arguments = [*BASICS.get(path[0], [])], []
        for parameter in parameters:
            value = chance.choice(BAD_TIMES if parameter.name == "time" else NASTY)
            if isinstance(parameter, click.Argument):
                if parameter in changed:
                    arguments.append(value)
                elif parameter.required:
                    arguments.append(usual(path, parameter))
            elif parameter in changed:
                is_flag = isinstance(parameter, click.Option) and parameter.is_flag
                options += [max(parameter.opts, key=len), *([] if is_flag else [value])]
            else:
                options += {"words": ["-w", "my.dict"], "time": ["--time", "0.05"]}.get(
                    parameter.name or "", []
                )
        yield [*path, *options, *chance.choice([[], ["--json"]]), "--", *arguments]


def usual(path: tuple[str, ...], argument: click.Parameter) -> str:
    """Return what an argument usually is."""
    special = {"words": "words.csv", "file": "my.dict", "lists": "my.dict", "score": "50"}
    return special.get(argument.name or "", "cat" if path[0] == "words" else "grid.txt")


COMMANDS = {
    " ".join(path): (path, command)
    for path, command in all_commands()
    if not isinstance(command, click.Group) and path != ("studio",)  # it would not end
}


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_line_breaks_a_command(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    path, command = COMMANDS[name]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CROSSWRIGHT_CONFIG", str(tmp_path / "config"))
    for line in lines(path, command, LINES):
        write_files()
        done = run(*line, input=b"CAT\n")
        told = (line, done.exit_code, done.stderr)
        assert done.exit_code in (Exit.DONE, Exit.IMPOSSIBLE, Exit.BAD_INPUT, Exit.LIMIT), told
        assert not re.search(f"[\t{INVISIBLE}]", done.stderr.replace("\n", "")), told
        assert max(map(len, done.stderr.split("\n"))) <= MAX_LINE, told
        assert "Traceback" not in done.stderr and "Warning" not in done.stderr, told
        if "--json" in line:
            assert isinstance(json.loads(done.stdout_bytes), dict), told
        elif done.exit_code == Exit.BAD_INPUT and path != ("words", "check"):
            assert "crosswright: " in done.stderr, told


ENDLESS = "/dev/zero"
GIBIBYTE = 1 << 30


@pytest.mark.skipif(not Path(ENDLESS).exists(), reason=f"there is no {ENDLESS} on this system")
@pytest.mark.parametrize(
    "line",
    [
        ["info", ENDLESS],
        ["info", "-"],
        ["fill", "grid.txt", "-w", ENDLESS],
        ["fill", "grid.txt", "-w", "-"],
        ["fill", "grid.txt", "--clues", ENDLESS],
        ["layout", ENDLESS],
        ["words", "check", ENDLESS],
        ["words", "check", "-"],
        ["words", "merge", ENDLESS],
        ["render", "grid.txt", "--font", ENDLESS, "-o", "out.pdf"],
        ["render", "grid.txt", "--font", ENDLESS, "-o", "out.png"],
    ],
    ids=" ".join,
)
def test_no_file_takes_all_memory(folder: Path, line: list[str]) -> None:
    resource = pytest.importorskip("resource", reason="there are no limits on this system")

    def limit_memory() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (GIBIBYTE, GIBIBYTE))

    with Path(ENDLESS).open("rb") as endless:
        done = subprocess.run(
            [*COMMAND, *line],
            stdin=endless,
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=limit_memory,
            timeout=PATIENCE,
        )
    assert done.returncode == Exit.BAD_INPUT
    assert re.search("larger than|not a file", done.stderr), done.stderr


PIPES = hasattr(os, "mkfifo")


@pytest.mark.skipif(not PIPES, reason="there are no pipes with names here")
@pytest.mark.parametrize("name", ["personal.txt", "personal.history"])
def test_a_pipe_among_the_users_own_files_is_not_waited_for(folder: Path, name: str) -> None:
    (folder / "config").mkdir()
    os.mkfifo(folder / "config" / name)
    done = subprocess.run(
        [*COMMAND, "words", "ban", "CAT"],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    path = folder / "config" / name
    assert done.returncode == Exit.BAD_INPUT
    assert done.stderr == f"crosswright: {path}: not a regular file\n"


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="descriptors have no names here")
def test_a_file_that_the_user_names_may_be_a_pipe(folder: Path) -> None:
    """As in `crosswright info <(command)`."""
    reading, writing = os.pipe()
    os.write(writing, GRID.encode())
    os.close(writing)
    done = subprocess.run(
        [*COMMAND, "info", f"/dev/fd/{reading}"],
        capture_output=True,
        check=False,
        timeout=PATIENCE,
        pass_fds=[reading],
    )
    os.close(reading)
    assert (done.returncode, done.stderr) == (Exit.DONE, b"")
