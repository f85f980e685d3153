"""How the process of a command ends: at once, unless something is left to do."""

from __future__ import annotations

import subprocess
import sys

import pytest

RUN = """
import os, sys
leave = os._exit
os._exit = lambda status: (os.write(2, b"at once"), leave(status))
sys.argv = ["crosswright", "info", "data/structure1.txt"]
{code}
from crosswright.__main__ import main
main()
"""
THREAD = """
import threading, time
threading.Thread(target=lambda: (time.sleep(0.2), os.write(2, b"thread done"))).start()
"""


def stderr_of(code: str) -> str:
    process = subprocess.run(
        [sys.executable, "-c", RUN.format(code=code)], capture_output=True, text=True, check=True
    )
    assert "words" in process.stdout
    return process.stderr


def test_a_command_ends_at_once() -> None:
    assert stderr_of("sys.modules.pop('atexit', None)") == "at once"


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("import atexit; atexit.register(os.write, 2, b'registered')", "registered"),
        (THREAD, "thread done"),
        ("sys.setprofile(lambda *_: None)", ""),
    ],
)
def test_what_is_left_to_do_is_done(code: str, says: str) -> None:
    assert stderr_of(code) == says
