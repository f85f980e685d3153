"""The command line as a process: on a terminal, with its code changed, and under signals."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

COMMAND = [sys.executable, "-m", "crosswright"]
PATIENCE = 120  # seconds that a test waits at most; a sound program needs a few

PRELUDE = """
import os, signal, sys, threading, time

def interrupt(number=signal.SIGINT):
    signal.raise_signal(number)

def wait():
    while True:
        time.sleep(0.01)

def say(text):
    os.write(1, text.encode() + b"\\n")  # unlike print, it may be interrupted to say something

"""
EPILOGUE = """
sys.argv = ["crosswright", *sys.argv[1:]]
from crosswright.__main__ import main
main()
"""


def changed(code: str, *arguments: str) -> list[str]:
    """Return a command that runs some code first, and then the command line."""
    return [sys.executable, "-c", PRELUDE + code + EPILOGUE, *arguments]


def run_changed(
    code: str, *arguments: str, input: bytes = b"", cwd: os.PathLike[str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run some code and then the command line, to its end."""
    return subprocess.run(
        changed(code, *arguments),
        input=input,
        capture_output=True,
        check=False,
        timeout=PATIENCE,
        cwd=cwd,
    )


@contextmanager
def started(command: list[str], **settings: Any) -> Iterator[subprocess.Popen[bytes]]:
    """Start a process, and end it with the block, whatever state it is in."""
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **(pipes | settings)) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_for_line(process: subprocess.Popen[bytes], line: bytes) -> None:
    """Read stdout until a line has appeared."""
    assert process.stdout is not None
    for each in process.stdout:
        if each.strip() == line:
            return
    raise AssertionError(f"{line!r} never appeared")


class OnTerminal:
    """A command whose stderr, and perhaps stdout, is a terminal."""

    def __init__(
        self,
        *arguments: str | bytes,
        stdout: bool = False,
        environment: Mapping[str, str] | None = None,
        **settings: Any,
    ) -> None:
        import pty

        self.leader, follower = pty.openpty()
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=follower if stdout else subprocess.PIPE,
            stderr=follower,
            env={
                **os.environ,
                "TERM": "xterm",
                "COLUMNS": "100",
                "PYTHONIOENCODING": "utf-8",
                **(environment or {}),
            },
            **settings,
        )
        os.close(follower)
        self.seen = b""

    def wait_for(self, text: str) -> None:
        """Read the terminal until a text has appeared."""
        end = time.monotonic() + PATIENCE
        while text.encode() not in self.seen:
            assert time.monotonic() < end, self.seen
            assert self.read(), self.seen

    def read(self) -> bytes:
        """Return what the terminal shows next; nothing once the command has ended."""
        try:
            data = os.read(self.leader, 65536)
        except OSError:  # the other side is closed
            data = b""
        self.seen += data
        return data

    def end(self) -> tuple[int, str, str]:
        """Wait for the end; return the status, stdout and what the terminal showed."""
        while self.read():
            pass
        output = self.process.communicate(timeout=PATIENCE)[0] or b""
        os.close(self.leader)
        return self.process.returncode, output.decode(), self.seen.decode()
