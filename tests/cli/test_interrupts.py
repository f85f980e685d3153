"""Ctrl-C and SIGTERM: the first ends the work, the second the command, the third the process."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest
from helpers.cli import GRID
from helpers.processes import (
    COMMAND,
    PATIENCE,
    OnTerminal,
    changed,
    run_changed,
    started,
    wait_for_line,
)

from crosswright.cli.exits import Exit
from crosswright.cli.interrupts import interruptible

ENDED = {signal.SIGINT: Exit.INTERRUPTED, signal.SIGTERM: Exit.TERMINATED}
BOTH = pytest.mark.parametrize("number", ENDED, ids=lambda number: number.name)


def test_without_a_signal_nothing_is_stopped() -> None:
    stops: list[bool] = []
    with interruptible(lambda: stops.append(True)) as interruption:
        pass
    assert (stops, interruption.exit) == ([], Exit.DONE)


@BOTH
def test_the_first_signal_stops_the_work(number: signal.Signals) -> None:
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    stops: list[bool] = []
    with interruptible(lambda: stops.append(True)) as interruption:
        signal.raise_signal(number)
    assert (stops, interruption.exit) == ([True], ENDED[number])
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before


def test_the_second_signal_ends_the_command() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be ignored here
    try:
        with pytest.raises(KeyboardInterrupt), interruptible(lambda: None):
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_second_signal_does_not_stop_again_what_is_being_stopped() -> None:
    stops: list[bool] = []

    def stop() -> None:
        stops.append(True)
        if len(stops) == 1:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt), interruptible(stop):
        signal.raise_signal(signal.SIGINT)
    assert stops == [True]


@BOTH
def test_a_signal_that_the_parent_ignores_stays_ignored(number: signal.Signals) -> None:
    stops: list[bool] = []
    before = signal.signal(number, signal.SIG_IGN)
    try:
        with interruptible(lambda: stops.append(True)) as interruption:
            signal.raise_signal(number)
        assert (stops, interruption.exit) == ([], Exit.DONE)
        assert signal.getsignal(number) is signal.SIG_IGN
    finally:
        signal.signal(number, before)


def test_in_another_thread_signals_are_left_alone() -> None:
    before = signal.getsignal(signal.SIGINT)
    handlers: list[object] = []

    def work() -> None:
        with interruptible(lambda: None):
            handlers.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert handlers == [before]


# -- real processes -------------------------------------------------------------------------------


def is_silent_end(done: subprocess.CompletedProcess[bytes], number: int = signal.SIGINT) -> bool:
    """Return whether a process ended by a signal, or with its status, and said nothing."""
    status = ENDED[signal.Signals(number)]
    return done.returncode in (status, -number) and (done.stdout, done.stderr) == (b"", b"")


@pytest.mark.parametrize(
    "module",
    [
        "crosswright.cli.app",
        "crosswright.cli.commands.info",
        "crosswright.cli.jobs.info",
        "crosswright.puzzles.statistics",
        "crosswright.formats.text",
    ],
)
def test_ctrl_c_while_a_module_is_loaded(module: str, tmp_path: Path) -> None:
    (tmp_path / "grid.txt").write_text(GRID)
    code = f"""
class Interrupting:
    def find_spec(self, name, *_):
        if name == {module!r}:
            interrupt()

sys.meta_path.insert(0, Interrupting())
"""
    done = run_changed(code, "info", "grid.txt", "--no-words", cwd=tmp_path)
    assert is_silent_end(done), done


def test_ctrl_c_that_python_turns_into_another_error(tmp_path: Path) -> None:
    # Until 3.12, what `__set_name__` raises while a class is made comes out as a RuntimeError.
    code = """
import crosswright.cli.jobs.info as info

class Field:
    def __set_name__(self, owner, name):
        interrupt()

def read_puzzle(*_):
    class Puzzle:
        field = Field()

info.read_puzzle = read_puzzle
"""
    done = run_changed(code, "info", "grid.txt")
    assert is_silent_end(done), done


def test_ctrl_c_that_python_ignores() -> None:
    code = """
import crosswright.cli.jobs.info as info

class Interrupted:
    def __del__(self):
        interrupt()

def read_puzzle(*_):
    Interrupted()
    wait()

info.read_puzzle = read_puzzle
"""
    done = run_changed(code, "info", "grid.txt")
    assert is_silent_end(done), done


def test_ctrl_c_while_the_command_line_is_parsed() -> None:
    code = """
import click

def parse_args(self, ctx, args):
    interrupt()

click.Command.parse_args = parse_args
"""
    done = run_changed(code, "info", "grid.txt")
    assert is_silent_end(done), done


def test_ctrl_c_while_an_error_is_reported() -> None:
    code = """
import crosswright.cli.failures as failures
describe = failures.describe

def interrupted(error):
    interrupt()
    return describe(error)

failures.describe = interrupted
"""
    done = run_changed(code, "info", "nowhere.txt")
    assert is_silent_end(done), done


def test_ctrl_c_while_standard_input_is_read() -> None:
    with started([*COMMAND, "info", "-"], stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(b"." * 200_000)  # more than a pipe holds: it is being read
        process.stdin.flush()
        end = time.monotonic() + PATIENCE
        while process.poll() is None and time.monotonic() < end:
            process.send_signal(signal.SIGINT)  # again, should it come just before a read
            with suppress(subprocess.TimeoutExpired):
                process.wait(1)
        done = subprocess.CompletedProcess("", process.wait(0), *process.communicate())
    assert is_silent_end(done), done


def test_ctrl_c_while_a_file_is_written(tmp_path: Path) -> None:
    (tmp_path / "grid.txt").write_text(GRID)
    (tmp_path / "out.ipuz").write_text("old")
    code = "os.fsync = lambda _: interrupt()"
    done = run_changed(code, "convert", "grid.txt", "out.ipuz", cwd=tmp_path)
    assert is_silent_end(done), done
    assert (tmp_path / "out.ipuz").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["grid.txt", "out.ipuz"]


def test_ctrl_c_while_nobody_reads_the_output() -> None:
    reader, writer = os.pipe()
    with started([*COMMAND, "words", "export"], stdout=writer) as process:
        end = time.monotonic() + PATIENCE
        while select.select([], [writer], [], 0)[1]:  # until the pipe is full
            assert time.monotonic() < end
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        status = process.wait(PATIENCE)
        assert process.stderr is not None
        assert (status, process.stderr.read()) == (Exit.INTERRUPTED, b"")
    os.close(reader)
    os.close(writer)


def test_ctrl_c_while_the_interpreter_ends() -> None:
    code = "import atexit\natexit.register(interrupt)"
    done = run_changed(code, "--version")
    assert done.returncode == -signal.SIGINT
    assert done.stdout.startswith(b"crosswright ")
    assert done.stderr == b""


def test_with_json_an_interruption_is_an_object_too() -> None:
    code = """
import crosswright.cli.jobs.info as info
info.read_puzzle = lambda *_: interrupt()
"""
    done = run_changed(code, "info", "grid.txt", "--json")
    assert (done.returncode, done.stderr) == (Exit.INTERRUPTED, b"")
    assert done.stdout == b'{"error": "interrupted", "exit_status": 130}\n'


PRINTING = """
class Slow:
    def __getattr__(self, name):
        return getattr(stdout, name)

    def write(self, text):
        half = len(text) // 2
        stdout.write(text[:half])
        stdout.flush()
        interrupt()
        return stdout.write(text[half:])

stdout, sys.stdout = sys.stdout, Slow()
"""
"""An interruption when half of the result is printed."""

PRINTED = """
import crosswright.cli.jobs.info as info
print_json = info.print_json

def interrupted(value):
    print_json(value)
    interrupt()

info.print_json = interrupted
"""
"""An interruption when the result has just been printed."""


@pytest.mark.parametrize("code", [PRINTING, PRINTED], ids=["while printed", "once printed"])
def test_with_json_there_is_one_object_and_it_is_whole(code: str, tmp_path: Path) -> None:
    (tmp_path / "grid.txt").write_text(GRID)
    done = run_changed(code, "info", "grid.txt", "--no-words", "--json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (Exit.INTERRUPTED, b"")
    assert json.loads(done.stdout)["cells"]


def test_with_json_an_interruption_names_what_is_written_already(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("CAT;60\n")
    code = """
import crosswright.cli.jobs.words.merge as merge
merge.merge_object = lambda _: interrupt()
"""
    arguments = ("words", "merge", "mine.txt", "-o", "out.txt", "--json")
    done = run_changed(code, *arguments, cwd=tmp_path)
    assert json.loads(done.stdout) == {
        "error": "interrupted",
        "exit_status": Exit.INTERRUPTED,
        "files": [{"file": "out.txt"}],
    }
    assert (tmp_path / "out.txt").exists()


STUBBORN = """
import crosswright.cli.jobs.info as info
from crosswright.cli.interrupts import interruptible

def read_puzzle(*_):
    try:
        with interruptible(lambda: say("stopping")):
            say("working")
            wait()
    finally:
        say("leaving")
        wait()

info.read_puzzle = read_puzzle
"""
"""A command that neither ends its work when asked to nor leaves when thrown out."""


@BOTH
def test_a_third_signal_ends_the_process(number: signal.Signals) -> None:
    with started(changed(STUBBORN, "info", "grid.txt")) as process:
        for line in (b"working", b"stopping", b"leaving"):
            wait_for_line(process, line)
            process.send_signal(number)
        assert process.wait(PATIENCE) == -number
        assert process.stderr is not None
        assert process.stderr.read() == b""


@BOTH
def test_a_storm_of_signals_ends_the_process(number: signal.Signals) -> None:
    pytest.importorskip("pty", reason="there are no pseudo-terminals on this system")
    command = OnTerminal("fill", "--time", "600", "--seed", "3")
    command.wait_for("best so far: mean")
    end = time.monotonic() + PATIENCE
    while command.process.poll() is None:
        command.process.send_signal(number)
        assert time.monotonic() < end
    returned, _, shown = command.end()
    assert returned in (ENDED[number], -number)
    assert "Traceback" not in shown
    assert "bug" not in shown


UNHURRIED = """
import crosswright.cli.jobs.info as info
from crosswright.cli.interrupts import interruptible

def read_puzzle(*_):
    with interruptible(lambda: say("stopping")):
        say("working")
        sys.stdin.readline()
    say("done")
    sys.exit()

info.read_puzzle = read_puzzle
"""
"""A command that ends its work when its input says so."""


@BOTH
def test_a_background_job_is_not_interrupted(number: signal.Signals) -> None:
    with started(
        changed(UNHURRIED, "info", "grid.txt"),
        stdin=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(number, signal.SIG_IGN),
    ) as process:
        wait_for_line(process, b"working")
        process.send_signal(number)
        output, errors = process.communicate(b"\n", timeout=PATIENCE)
    assert (process.returncode, output, errors) == (Exit.DONE, b"done\n", b"")
