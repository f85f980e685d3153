"""Whatever goes wrong becomes one line and an exit status."""

from __future__ import annotations

import signal

import pytest
from helpers.cli import Run

from crosswright.cli.exits import Exit
from crosswright.cli.interrupts import Interrupted


@pytest.mark.parametrize(
    "error, status, message",
    [
        (MemoryError(), Exit.BAD_INPUT, "out of memory"),
        (OSError(28, "No space left on device", "out.pdf"), 2, "out.pdf: No space left on device"),
        (KeyboardInterrupt(), Exit.INTERRUPTED, ""),
        (Interrupted(signal.SIGINT), Exit.INTERRUPTED, ""),
        (Interrupted(signal.SIGTERM), Exit.TERMINATED, "terminated"),
        (EOFError("oh"), Exit.DEFECT, "EOFError: oh (this is a bug in crosswright"),
        (BrokenPipeError(), Exit.BROKEN_PIPE, ""),
        (RuntimeError("oh"), Exit.DEFECT, "RuntimeError: oh (this is a bug in crosswright"),
    ],
)
def test_whatever_happens_there_is_a_line_and_a_status(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
    status: int,
    message: str,
) -> None:
    def fail(*arguments: object) -> None:
        raise error

    monkeypatch.setattr("crosswright.cli.jobs.info.read_puzzle", fail)
    done = run("info", "grid.txt")
    assert done.exit_code == status
    assert message in done.stderr
    assert bool(done.stderr.strip()) == bool(message)
    assert "Traceback" not in done.stderr


def test_an_option_of_the_program_after_the_command(run: Run) -> None:
    done = run("info", "grid.txt", "--no-config")
    assert done.exit_code == Exit.BAD_INPUT
    assert "--no-config comes before the command: crosswright --no-config …" in done.stderr


def test_a_bug_can_be_looked_into(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise RuntimeError("oh")

    monkeypatch.setenv("CROSSWRIGHT_DEBUG", "1")
    monkeypatch.setattr("crosswright.cli.jobs.info.read_puzzle", fail)
    assert isinstance(run("info", "grid.txt").exception, RuntimeError)
