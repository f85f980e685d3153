"""What every handle of long work promises: a fill, an explanation and others."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from helpers.fills import HARD, HARD_LIST

from crosswright.constructing import construct
from crosswright.explaining import explain
from crosswright.filling import fill
from crosswright.layouts import layout
from crosswright.limits import Limit, Run, Status
from crosswright.patterns import pattern

TREES = ["OAK", "PALM", "ELM", "MAPLE", "LARCH", "CEDAR", "ACACIA", "POPLAR", "LAUREL", "CHERRY"]

START: dict[str, Callable[[Limit | None], Run[Any, Any]]] = {
    "fill": lambda limit: fill.start(HARD, HARD_LIST, limit=limit),
    "portfolio": lambda limit: fill.start(HARD, HARD_LIST, threads=2, limit=limit),
    "race": lambda limit: fill.start(HARD, HARD_LIST, threads=2, reproducible=False, limit=limit),
    "best fill": lambda limit: fill.start(
        HARD, HARD_LIST, objective="score", floors=(90, None), limit=limit
    ),
    "explanation": lambda limit: explain.start(HARD, HARD_LIST, limit=limit),
    "pattern": lambda limit: pattern.start(9, verify=False, count=10**9, limit=limit),
    "construction": lambda limit: construct.start(
        size=9, objective="any", candidates=10**9, limit=limit
    ),
    "layout": lambda limit: layout.start(TREES, limit=limit or Limit(seconds=1000)),
}

every_run = pytest.mark.parametrize("start", START.values(), ids=START)


@every_run
def test_a_limit_of_processor_time_ends_the_work(
    start: Callable[[Limit | None], Run[Any, Any]],
) -> None:
    run = start(Limit(cpu_seconds=0.1))
    result = run.result()
    assert result.status in (Status.LIMIT, Status.FILLED, None)
    statistics = getattr(result, "statistics", result)
    rounding = 0.0005  # layouts count in thousandths
    assert 0 < statistics.cpu_seconds <= run.budget.report().cpu_seconds + rounding


@every_run
def test_threads_that_ask_at_once_get_the_same_result(
    start: Callable[[Limit | None], Run[Any, Any]],
) -> None:
    run = start(Limit(nodes=1000))
    together = threading.Barrier(3)

    def ask() -> object:
        together.wait()
        return run.result()

    with ThreadPoolExecutor() as threads:
        results = [asked.result() for asked in [threads.submit(ask) for _ in range(3)]]
    assert results[0] is results[1] is results[2]


@every_run
def test_leaving_a_run_ends_it_for_a_thread_at_work_which_has_its_result(
    start: Callable[[Limit | None], Run[Any, Any]],
) -> None:
    at_work = threading.Event()

    def work() -> Any:
        next(iter(run), None)
        at_work.set()
        return run.result()

    with ThreadPoolExecutor() as threads:
        with start(None) as run:
            working = threads.submit(work)
            at_work.wait()
        result = working.result()
    assert result is run.result()
    assert result.status in (Status.CANCELLED, Status.FILLED, None)
    assert list(run) == []


@every_run
def test_threads_of_a_run_that_iterate_it_see_every_step_once(
    start: Callable[[Limit | None], Run[Any, Any]],
) -> None:
    run = start(Limit(nodes=1000))
    together = threading.Barrier(3)

    def iterate() -> list[Any]:
        together.wait()
        return list(run)

    with ThreadPoolExecutor() as threads:
        steps = [asked.result() for asked in [threads.submit(iterate) for _ in range(3)]]
    progress = [step for own in steps for step in own]
    assert len({id(step) for step in progress}) == len(progress)
    assert run.result() is run.result()
