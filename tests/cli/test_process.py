"""The command line as a process: signals, terminals and pipes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.processes import COMMAND, PATIENCE, OnTerminal

from crosswright.cli.exits import Exit
from crosswright.grids.grid import Grid

pytest.importorskip("pty", reason="there are no pseudo-terminals on this system")


@pytest.mark.parametrize(
    "number, status",
    [(signal.SIGINT, Exit.INTERRUPTED), (signal.SIGTERM, Exit.TERMINATED)],
    ids=["SIGINT", "SIGTERM"],
)
def test_a_signal_gives_the_best_so_far(number: int, status: int, tmp_path: Path) -> None:
    saved = tmp_path / "best.txt"
    command = OnTerminal("fill", "--time", "600", "--seed", "3", "-o", "-", "-o", str(saved))
    command.wait_for("best so far: mean")
    command.process.send_signal(number)
    returned, output, shown = command.end()
    assert returned == status
    assert Grid.parse(output).is_filled
    assert Grid.parse(saved.read_text()) == Grid.parse(output)
    assert "nodes/s" in shown
    assert "seed 3" in shown
    assert "Traceback" not in shown


def test_an_interrupted_series_keeps_what_it_has(tmp_path: Path) -> None:
    command = OnTerminal(
        *("fill", "--objective", "any", "--count", "900", "-o", str(tmp_path / "n.txt"))
    )
    command.wait_for("n-1.txt")
    command.process.send_signal(signal.SIGINT)
    returned, _, shown = command.end()
    assert returned == Exit.INTERRUPTED
    assert Grid.parse((tmp_path / "n-1.txt").read_text()).is_filled
    assert "Traceback" not in shown


def test_a_signal_before_there_is_a_fill(tmp_path: Path) -> None:
    grid = tmp_path / "open.txt"
    grid.write_text("\n".join(["." * 10] * 10))
    command = OnTerminal("fill", str(grid), "--min-score", "1", "--time", "600")
    command.wait_for("filling: ")
    command.process.send_signal(signal.SIGINT)
    returned, output, shown = command.end()
    assert returned == Exit.INTERRUPTED
    assert output == ""
    assert "interrupted before there was a fill" in shown


def test_a_terminal_shows_boxes(tmp_path: Path) -> None:
    grid = tmp_path / "small.txt"
    grid.write_text("...\n.#.\n...")
    returned, _, shown = OnTerminal("fill", str(grid), stdout=True).end()
    assert returned == 0
    assert "┌1──┬" in shown
    assert "4 words" in shown


def test_a_terminal_is_spared_binary_files(tmp_path: Path) -> None:
    grid = tmp_path / "small.txt"
    grid.write_text("CAT")
    command = OnTerminal("convert", str(grid), "-", "--to", "puz", stdout=True)
    returned, _, shown = command.end()
    assert returned == Exit.BAD_INPUT
    assert "this format is not for a terminal" in shown


def test_a_pipe_without_a_terminal_is_quiet(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "fill", "--objective", "any", "--quiet"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert Grid.parse(done.stdout).is_filled
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="there is no /dev/null here")
@pytest.mark.parametrize(
    "command, status",
    [
        ("fill --objective any", Exit.DONE),
        ("words match E.E..ANT", Exit.DONE),
        ("words personal", Exit.DONE),
        ("words ban oboe", Exit.BAD_INPUT),
        ("words undo", Exit.BAD_INPUT),
    ],
)
def test_a_home_that_is_not_a_folder(command: str, status: int, tmp_path: Path) -> None:
    """Services often run with HOME=/dev/null: nothing is kept, and nothing else suffers."""
    names = ("CROSSWRIGHT_CACHE", "CROSSWRIGHT_CONFIG", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")
    environment = {name: value for name, value in os.environ.items() if name not in names}
    done = subprocess.run(
        [*COMMAND, *command.split(), "--quiet"],
        env={**environment, "HOME": "/dev/null"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    if status == Exit.DONE:
        assert (done.returncode, done.stderr) == (status, "")
    else:
        personal = "/dev/null/.config/crosswright/personal.txt"
        assert (done.returncode, done.stdout) == (status, "")
        assert done.stderr == f"crosswright: {personal}: Not a directory\n"


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_leaves_early(unbuffered: str) -> None:
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with subprocess.Popen(
        [*COMMAND, "words", "export"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(PATIENCE) == Exit.BROKEN_PIPE
        assert process.stderr.read() == b""


@pytest.mark.parametrize("closed, status", [("<&-", 2), (">&-", 0), ("<&- >&- 2>&-", 2)])
def test_closed_streams_are_not_a_bug(closed: str, status: int) -> None:
    command = "info -" if "<" in closed else "--help"
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m crosswright {command} {closed}"],
        capture_output=True,
        check=False,
    )
    assert done.returncode == status, done.stderr


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_is_not_a_bug(unbuffered: str) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full on this system")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*COMMAND, "--help"],
            stdout=full,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            text=True,
            check=False,
        )
    assert done.returncode == Exit.BAD_INPUT
    assert done.stderr == "crosswright: No space left on device\n"


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("command", ["words export", "render grid.txt --to svg -o -"])
def test_output_that_fits_only_in_part_is_an_error(
    command: str, unbuffered: str, tmp_path: Path
) -> None:
    (tmp_path / "grid.txt").write_text("\n".join(["A" * 30] * 30))
    done = subprocess.run(
        ["sh", "-c", f"ulimit -f 8; exec {sys.executable} -m crosswright {command} > part"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        env={
            **os.environ,
            "PYTHONUNBUFFERED": unbuffered,
            "PYTHONDONTWRITEBYTECODE": "1",  # Python 3.11 would keep the part that fits
        },
        text=True,
        check=False,
    )
    assert done.stderr == "crosswright: File too large\n"
    assert done.returncode == Exit.BAD_INPUT
    assert (tmp_path / "part").stat().st_size > 0


def test_a_profiler_reports_after_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cProfile", "-m", "crosswright", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "function calls" in done.stdout


def test_python_stays_for_whoever_wants_to_look_around() -> None:
    done = subprocess.run(
        [sys.executable, "-i", "-m", "crosswright", "--version"],
        input="print(6 * 7)\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert "42" in done.stdout


def test_a_pipe_gets_utf_8_wherever_it_is(tmp_path: Path) -> None:
    puzzle = tmp_path / "word.txt"
    puzzle.write_text("ΩΜΕΓΑ\n", encoding="utf-8")
    for command, expected in (("info", "Ω 1"), ("info --json", '"Ω": 1')):
        done = subprocess.run(
            [*COMMAND, *command.split(), str(puzzle), "--no-words"],
            capture_output=True,
            env={**os.environ, "PYTHONIOENCODING": "latin-1"},
            check=True,
        )
        assert expected in done.stdout.decode()


def test_a_name_that_is_not_text() -> None:
    done = subprocess.run(
        [*COMMAND, "info", b"\xff.txt", "--json"], capture_output=True, check=False
    )
    assert done.returncode == Exit.BAD_INPUT
    assert "\udcff.txt: cannot be read" in json.loads(done.stdout)["error"]


def test_commands_join_in_a_pipe() -> None:
    fill = f"{sys.executable} -m crosswright fill --objective any --quiet"
    check = f"{sys.executable} -m crosswright check - --json"
    done = subprocess.run(
        ["sh", "-c", f"{fill} | {check}"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert '"severity": "error"' not in done.stdout


def test_a_full_log_does_not_cost_the_work(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full on this system")
    (tmp_path / "words.txt").write_text("CAT;50\nR2D2;50\n")  # the digits are noted first
    (tmp_path / "grid.txt").write_text("...\n")
    arguments = ["fill", "grid.txt", "-w", "words.txt", "-o", "out.txt", "--objective", "any"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*COMMAND, *arguments], cwd=tmp_path, stderr=full, timeout=PATIENCE, check=False
        )
    assert done.returncode == Exit.DONE
    assert (tmp_path / "out.txt").read_text() == "CAT\n"
