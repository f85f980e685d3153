"""Executors: tasks done in other processes give what they give here."""

from __future__ import annotations

import multiprocessing
import pickle
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import pytest
from helpers.fills import random_words

from crosswright.filling import attempt
from crosswright.filling.fill import fill, start
from crosswright.filling.model import Model
from crosswright.filling.rules import Rules
from crosswright.filling.schedule import remote, schedule
from crosswright.filling.schedule.schedule import SpendingPlan
from crosswright.grids.grid import Grid
from crosswright.limits import Limit, Status
from crosswright.support.records import replace
from crosswright.words.wordlist import WordList

PLAN = SpendingPlan(
    first=20,
    second=20,
    rotation=60,
    splitting=100,
    run=20,
    part=5,
    searches=1,
    rounds=1,
    singletons=2,
)
SQUARE = Grid.empty(6, 6)
WORDS = random_words(4, "ABCDE", 6, 75)


@pytest.fixture(autouse=True)
def short_phases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attempt, "FIRST_FAILURES", 5)
    monkeypatch.setattr(schedule, "PLAN", PLAN)


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as executor:
        yield executor


def test_a_problem_can_be_sent() -> None:
    problem = Model(SQUARE, WordList.of(WORDS), Rules(no_shared_letters=4)).problem()
    assert problem is not None
    copy = pickle.loads(pickle.dumps(problem))
    assert pickle.dumps(copy) == pickle.dumps(problem)


@pytest.mark.parametrize("limit", [Limit(failures=1500), None])
def test_processes_do_what_this_one_does(processes: Executor, limit: Limit | None) -> None:
    here = fill(SQUARE, WORDS, seed=1, limit=limit)
    there = fill(SQUARE, WORDS, seed=1, limit=limit, executor=processes)
    assert (here.status, here.grid) == (there.status, there.grid)
    assert here.status is (Status.LIMIT if limit else Status.IMPOSSIBLE)
    spent = here.statistics.nodes, here.statistics.failures, here.statistics.restarts
    assert spent == (there.statistics.nodes, there.statistics.failures, there.statistics.restarts)


@pytest.mark.parametrize("seed", range(4))
def test_threads_of_an_executor_find_the_same_fill(seed: int) -> None:
    words = random_words(seed, "ABCDE", 4, 90)
    here = fill(Grid.empty(4, 4), words, seed=seed)
    with ThreadPoolExecutor(3) as executor:
        there = fill(Grid.empty(4, 4), words, seed=seed, executor=executor)
    assert (here.status, here.grid) == (there.status, there.grid)


class Prompt(Executor):
    """An executor that has done everything before anybody looks."""

    def submit(self, function: Any, /, *arguments: Any, **keywords: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(function(*arguments, **keywords))
        return future


def test_tasks_after_the_one_that_decides_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "FAILURES_AT_ONCE", 1)
    monkeypatch.setattr(attempt, "FIRST_FAILURES", 1)
    monkeypatch.setattr(schedule, "PLAN", replace(PLAN, first=0, second=0, run=5))
    for seed in range(8):
        words = random_words(seed, "ABCDE", 4, 80)
        here = fill(Grid.empty(4, 4), words, seed=seed)
        there = fill(Grid.empty(4, 4), words, seed=seed, executor=Prompt())
        assert (here.status, here.grid) == (there.status, there.grid)
        assert here.statistics.nodes == there.statistics.nodes


class Lazy(Executor):
    """An executor that never gets round to it."""

    def __init__(self) -> None:
        self.futures: list[Future[Any]] = []

    def submit(self, function: Any, /, *arguments: Any, **keywords: Any) -> Future[Any]:
        self.futures.append(Future())
        return self.futures[-1]


def test_a_fill_does_not_wait_for_an_executor_when_it_is_stopped() -> None:
    lazy = Lazy()
    with start(SQUARE, WORDS, executor=lazy) as run:
        for _ in run:
            if lazy.futures:
                run.stop()
        assert run.result().status is Status.CANCELLED
    assert all(future.cancelled() for future in lazy.futures)


@pytest.mark.parametrize("answer", [None, [], 5, "xx" * 1000, [None], [(1, 2)], {"a": 1}])
def test_an_executor_that_does_not_do_its_tasks_is_refused(answer: object) -> None:
    class Useless(Lazy):
        def submit(self, function: Any, /, *arguments: Any, **keywords: Any) -> Future[Any]:
            future = super().submit(function)
            future.set_result(answer)
            return future

    useless = Useless()
    with pytest.raises(RuntimeError, match="not what came of its tasks") as caught:
        fill(SQUARE, WORDS, executor=useless)
    assert len(str(caught.value)) < 200
    assert len(useless.futures) < 100


class Broken(Lazy):
    """An executor whose workers die."""

    def submit(self, function: Any, /, *arguments: Any, **keywords: Any) -> Future[Any]:
        future = super().submit(function)
        future.set_exception(MemoryError("none left"))
        return future


def test_an_error_elsewhere_is_raised_here() -> None:
    with pytest.raises(MemoryError, match="none left"):
        fill(SQUARE, WORDS, executor=Broken())


class ShutDown(Lazy):
    """An executor that was shut down, and has cancelled all that had not begun."""

    def submit(self, function: Any, /, *arguments: Any, **keywords: Any) -> Future[Any]:
        future = super().submit(function)
        future.cancel()
        return future


def test_tasks_that_are_cancelled_end_the_fill() -> None:
    with pytest.raises(RuntimeError, match="the executor was shut down, or cancelled tasks"):
        fill(SQUARE, WORDS, executor=ShutDown())


class Silent(Lazy):
    """An executor that does not say what becomes of a task."""

    def submit(self, function: Any, /, *arguments: Any, **keywords: Any) -> Any:
        return None


def test_an_executor_gives_a_future_for_every_task() -> None:
    with pytest.raises(RuntimeError, match="the executor gave None for a task, not a Future"):
        fill(SQUARE, WORDS, executor=Silent())


@pytest.mark.parametrize("other", [2, ThreadPoolExecutor])
def test_an_executor_is_one(other: Any) -> None:
    with pytest.raises(TypeError, match=r"concurrent\.futures\.Executor"):
        fill(SQUARE, WORDS, executor=other)
