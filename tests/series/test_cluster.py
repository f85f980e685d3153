"""A season on a dask cluster: scheduler and workers are processes, one of which is killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from helpers.small_plans import InlineExecutor, contents, small_plan

from crosswright.errors import SeriesError
from crosswright.series.cluster import dask_executor
from crosswright.series.run import start

pytestmark = pytest.mark.endurance

PATIENCE = 60


@contextmanager
def process(name: str, *arguments: str, said: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start a part of a cluster, wait until it says something, and end it at last."""
    command = [sys.executable, "-m", f"distributed.cli.dask_{name}", *arguments]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as part:
        try:
            assert part.stderr is not None
            for line in part.stderr:
                if found := re.search(said, line):
                    yield part, found[0]
                    return
            pytest.fail(f"dask {name} has ended")
        finally:
            part.kill()


def worker(address: str, folder: Path) -> tuple[str, ...]:
    options = "--nthreads=1", "--no-nanny", "--no-dashboard", f"--local-directory={folder}"
    return "worker", address, *options


def test_the_season_is_the_pool_s_though_a_worker_dies(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    plan = small_plan(tmp_path)
    with start(plan, tmp_path / "expected", executor=InlineExecutor()) as run:
        run.result()
    with ExitStack() as stack:
        arguments = "--host=127.0.0.1", "--port=0", "--no-dashboard"
        said = r"tcp://127\.0\.0\.1:\d+"
        _, address = stack.enter_context(process("scheduler", *arguments, said=said))
        workers = [
            stack.enter_context(process(*worker(address, tmp_path / name), said="Registered to"))
            for name in ("one", "two")
        ]
        executor = stack.enter_context(dask_executor(address))
        run = stack.enter_context(start(plan, tmp_path / "dask", executor=executor))
        for progress in run:
            if progress.event == "drafted" and progress.drafted == 3:
                os.kill(workers[0][0].pid, signal.SIGKILL)
        assert run.result().is_finished
    assert contents(tmp_path / "dask") == contents(tmp_path / "expected")


@pytest.mark.skipif(os.name == "nt", reason="signals cannot be blocked on Windows")
def test_workers_started_here_never_see_ctrl_c() -> None:
    pytest.importorskip("distributed")
    with dask_executor("local", 1) as executor:
        blocked = executor.submit(signal.pthread_sigmask, signal.SIG_BLOCK, ())
        assert signal.SIGINT in blocked.result(PATIENCE)


def test_what_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("crosswright.series.cluster.CONNECTING_SECONDS", 0.2)
    with (
        pytest.raises(SeriesError, match=r"no dask scheduler answers at tcp://127\.0\.0\.1:9"),
        dask_executor("tcp://127.0.0.1:9"),
    ):
        pass


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(SeriesError, match=r"pip install 'crosswright\[cluster\]'"),
        dask_executor("local"),
    ):
        pass
