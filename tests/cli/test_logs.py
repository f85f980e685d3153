"""--verbose and --log: what a command does, and none of what it must keep to itself."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from helpers.cli import Run

from crosswright.cli.exits import Exit
from crosswright.support import log

FILL = ("fill", "grid.txt", "-w", "my.dict", "--objective", "any", "--seed", "7", "--no-own")
STEP = re.compile(r" +\d+\.\d{3} s  (.*)")


def steps(text: str) -> list[str]:
    return [match[1] for match in map(STEP.fullmatch, text.splitlines()) if match]


def test_verbose_tells_every_step_on_stderr(run: Run, folder: Path) -> None:
    done = run(*FILL, "--verbose")
    found = steps(done.stderr)
    assert found[0].startswith("crosswright ") and found[0].endswith(" fill")
    assert any(step.startswith("read grid.txt: ") for step in found)
    assert any(step.startswith("read my.dict: ") for step in found)
    assert "list my: 8 words" in found
    assert any(step.startswith("fill for any: engine ") and "seed 7" in step for step in found)
    assert any(step.startswith("FillRun ended after ") for step in found)
    assert found[-1] == "exit status 0"
    assert done.stdout == run(*FILL).stdout
    assert not log.is_logged()


def test_json_and_quiet_stay_clean(run: Run, folder: Path) -> None:
    done = run(*FILL, "--json", "--verbose")
    assert json.loads(done.stdout)["status"] == "FILLED"
    quiet = run(*FILL, "--quiet", "--log", "a.log")
    assert quiet.stderr == ""
    assert "both" not in quiet.stdout
    assert "contradict each other" in run(*FILL, "--quiet", "--verbose").stderr
    assert run(*FILL, "--quiet").stderr == ""


def test_a_log_is_added_to_and_has_notes_warnings_and_errors(run: Run, folder: Path) -> None:
    run(*FILL, "--log", "a.log", "-o", "out.ipuz")
    first = Path("a.log").read_text("utf-8")
    assert re.match(
        r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \[\d+\]    0\.000 s  crosswright", first
    )
    assert "] wrote out.ipuz\n" in first
    assert run("info", "nowhere.puz", "--log", "a.log").exit_code == Exit.BAD_INPUT
    both = Path("a.log").read_text("utf-8")
    assert both.startswith(first)
    assert "] crosswright: nowhere.puz: cannot be read" in both
    assert both.endswith("exit status 2\n")


def test_no_secret_is_logged(run: Run, folder: Path) -> None:
    run("convert", "puzzle.ipuz", "out.puz", "--unlock", "1234", "--log", "a.log", "--verbose")
    run(*FILL, "--title", "Top secret", "--log", "a.log")
    text = Path("a.log").read_text("utf-8")
    assert "Top secret" not in text and "1234" not in text.replace(str(folder), "")


@pytest.mark.parametrize(
    "name, message",
    [
        ("-", "--log takes a file"),
        ("nowhere/a.log", "the log cannot be written: No such file"),
        (".", "the log cannot be written: "),
    ],
)
def test_a_log_that_cannot_be_written_is_one_line(
    run: Run, folder: Path, name: str, message: str
) -> None:
    done = run(*FILL, "--log", name)
    assert (done.exit_code, done.stdout) == (Exit.BAD_INPUT, "")
    assert message in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_log_into_a_pipe_waits_for_nobody(run: Run, folder: Path) -> None:
    os.mkfifo("pipe")
    assert "the log cannot be written" in run(*FILL, "--log", "pipe").stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_ends_the_log_and_not_the_work(run: Run, folder: Path) -> None:
    done = run(*FILL, "--log", "/dev/full")
    assert done.exit_code == Exit.DONE
    assert done.stderr.count("the log ends here: ") == 1


def test_control_characters_stay_out_of_the_log(run: Run, folder: Path) -> None:
    run("info", "\x1b[31m\n.puz", "--log", "a.log")
    text = Path("a.log").read_text("utf-8")
    assert "\x1b" not in text
    assert all(re.match(r"\d{4}-", line) for line in text.splitlines())


def test_the_configuration_may_ask_for_a_log(run: Run, folder: Path) -> None:
    (folder / "config").mkdir()
    (folder / "config" / "config.toml").write_text('log = "all.log"\n')
    run(*FILL)
    assert "config.toml: log" in (folder / "config" / "all.log").read_text("utf-8")
