"""A crash anywhere fails the run: the hook in conftest.py, in a run of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.endurance

TESTS = Path(__file__).parent

EXAMPLES = """
import subprocess
import sys

CRASH = "import faulthandler; faulthandler._sigsegv()"


def start(code):
    return subprocess.run([sys.executable, "-c", code], check=False).returncode


def test_a_crash_that_nobody_looks_at():
    start(CRASH)


def test_a_process_that_only_fails():
    assert start("raise SystemExit(3)") == 3
    assert start("1 / 0") == 1


def test_a_crash_that_is_caught(capfd):
    start(CRASH)
    assert "Fatal Python error" in capfd.readouterr().err
"""


def test_a_test_whose_process_crashes_fails(tmp_path: Path) -> None:
    (tmp_path / "test_examples.py").write_text(EXAMPLES)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "conftest", "-p", "no:cacheprovider", "-v", "."],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(TESTS), "PYTHONFAULTHANDLER": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    outcomes = dict(re.findall(r"::(\w+) (PASSED|FAILED)", done.stdout))
    assert outcomes == {
        "test_a_crash_that_nobody_looks_at": "FAILED",
        "test_a_process_that_only_fails": "PASSED",
        "test_a_crash_that_is_caught": "PASSED",
    }, done.stdout + done.stderr
    assert "a process crashed (Captured stderr call)" in done.stdout
    assert done.returncode == 1
