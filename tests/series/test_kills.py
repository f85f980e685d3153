"""Processes killed at random instants, for real: what comes of it is the season, byte for byte.

`CROSSWRIGHT_KILLS=200` kills that many; by default it is a few.
"""

from __future__ import annotations

import contextlib
import os
import random
import select
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from helpers.processes import COMMAND
from helpers.small_plans import contents, write_plan

from crosswright.series.ledger import LEDGER
from crosswright.series.verify import VerifyRun

KILLS = int(os.environ.get("CROSSWRIGHT_KILLS", "3"))
PATIENCE = 120

pytestmark = [
    pytest.mark.endurance,
    pytest.mark.skipif(sys.platform != "linux", reason="needs /proc"),
]


def started(folder: Path) -> subprocess.Popen[bytes]:
    """Begin the season of a folder, or go on with it."""
    season = folder / "season"
    begun = (season / LEDGER).is_file() and (season / LEDGER).stat().st_size
    what = ["resume", "season"] if begun else ["run", "plan.toml"]
    command = [*COMMAND, "series", *what, "--workers", "2", "--quiet"]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def workers_of(process: subprocess.Popen[bytes]) -> list[int]:
    """Return the processes of a pool."""
    with contextlib.suppress(OSError):
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        return [int(pid) for pid in children if b"spawn_main" in command_of(pid)]
    return []


def command_of(pid: str) -> bytes:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


def finished(process: subprocess.Popen[bytes]) -> bool:
    """Wait for a run to end; return whether it has finished the season."""
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode in {0, -signal.SIGKILL}, errors.decode()
    return process.returncode == 0


def test_whoever_is_killed_the_season_is_the_same(tmp_path: Path) -> None:
    chance = random.Random(KILLS)
    write_plan(tmp_path, 8)
    begun = time.monotonic()
    assert finished(started(tmp_path))
    usual = time.monotonic() - begun
    expected = contents(tmp_path / "season")
    killed: Counter[str] = Counter()
    while killed.total() < KILLS:
        shutil.rmtree(tmp_path / "season")
        while True:
            process = started(tmp_path)
            if killed.total() < KILLS:
                kill_one(process, chance, usual, killed)
            if finished(process):
                break
        assert contents(tmp_path / "season") == expected
    assert not any(path.name.endswith(".tmp") for path in tmp_path.rglob(".*"))
    with VerifyRun(tmp_path / "season") as run:
        assert not run.result().findings
    print(dict(killed))


def kill_one(
    process: subprocess.Popen[bytes], chance: random.Random, usual: float, killed: Counter[str]
) -> None:
    """Kill a run or one of its workers at some instant, unless it ends before."""
    assert process.stdout is not None
    select.select([process.stdout], [], [], chance.uniform(0, usual))  # readable once it ends
    victims = workers_of(process) if chance.random() < 0.8 else []
    victim = chance.choice(victims) if victims else process.pid
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(victim, signal.SIGKILL)
            killed["a worker" if victims else "the run"] += 1


def test_ctrl_c_commits_what_is_done(tmp_path: Path) -> None:
    write_plan(tmp_path, 40)
    command = [*COMMAND, "series", "run", "plan.toml", "--workers", "1", "--json"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if b'"event": "committed"' in line and b'"number": 2,' in line:
                process.send_signal(signal.SIGINT)
                break
        output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, errors.decode()
    last = output.splitlines()[-1]
    assert b'"event": "stopped"' in last
    assert b"Traceback" not in errors
    assert 2 <= len(list((tmp_path / "season").rglob("*.puz"))) < 40
