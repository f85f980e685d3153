"""Locks on files hold between threads and between processes, and end with them."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from crosswright.support import locks
from crosswright.support.locks import locked

HOLD = (
    "import pathlib, sys; from crosswright.support.locks import locked\n"
    "with locked(pathlib.Path(sys.argv[1])):\n"
    "    print('held', flush=True); sys.stdin.read()"
)


def holder(path: Path) -> subprocess.Popen[str]:
    """Start a process that holds a lock until its input ends."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_only_one_thread_at_a_time(tmp_path: Path) -> None:
    path, inside, most = tmp_path / "lock", [], []

    def work(number: int) -> None:
        with locked(path):
            inside.append(number)
            most.append(len(inside))
            inside.remove(number)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(40)))
    assert most == [1] * 40


def test_a_process_that_keeps_a_lock_is_waited_for_only_so_long(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with (
        holder(path) as process,
        pytest.raises(TimeoutError, match="another process keeps it locked"),
    ):
        try:
            with locked(path, patience=0):
                raise AssertionError("two have it")
        finally:
            process.communicate()
    with locked(path, patience=0):
        assert path.exists()


def test_a_killed_process_holds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with holder(path) as process:
        process.kill()
        process.communicate()
    with locked(path, patience=0):
        assert path.exists()


def test_a_lock_is_released_after_an_error(tmp_path: Path) -> None:
    for _ in range(2):
        with pytest.raises(ZeroDivisionError), locked(tmp_path / "lock", patience=0):
            raise ZeroDivisionError


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")
def test_a_child_forked_meanwhile_does_not_keep_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    end, child_end = os.pipe()
    with locked(path):
        child = os.fork()
        if not child:
            os.close(child_end)
            os.read(end, 1)  # until the parent has closed its end
            os._exit(0)
    os.close(end)
    try:
        with locked(path, patience=0):
            assert path.exists()
    finally:
        os.close(child_end)
        os.waitpid(child, 0)


def test_where_nothing_can_be_locked_work_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(descriptor: int) -> bool:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(locks, "try_lock", fail)
    monkeypatch.setattr(locks, "unlock", fail)
    with locked(tmp_path / "lock"):
        assert (tmp_path / "lock").exists()
