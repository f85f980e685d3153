"""Those who do the tasks: who may take part, and what happens when they die."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool

import pytest
from helpers.small_plans import InlineExecutor, small_plan

from crosswright.errors import ClueError, SeriesError
from crosswright.series import workers
from crosswright.series.inputs import Inputs
from crosswright.series.tasks import Draft, Season
from crosswright.series.workers import Answer, Pool, SeriesTask, Workers, environment, perform

PATIENCE = 60

DRAFT = SeriesTask("draft", (1, ()))


@pytest.fixture
def season(tmp_path, monkeypatch) -> Season:
    monkeypatch.setattr(workers, "_seasons", {})
    plan = small_plan(tmp_path)
    return Season(plan, Inputs.of(plan))


class Counting(InlineExecutor):
    """What counts how often a season is sent."""

    def __init__(self) -> None:
        self.sent = self.sent_with_season = 0

    def submit(self, fn, /, *args, **kwargs):
        self.sent += 1
        self.sent_with_season += args[1] is not None
        return super().submit(fn, *args, **kwargs)


class Broken(Executor):
    """An executor whose only process has died."""

    def submit(self, fn, /, *args, **kwargs) -> Future[Answer]:
        future: Future[Answer] = Future()
        future.set_exception(BrokenProcessPool("gone"))
        return future


class ShutDown(Executor):
    """An executor that was shut down, and has cancelled all that had not begun."""

    def submit(self, fn, /, *args, **kwargs) -> Future[Answer]:
        future: Future[Answer] = Future()
        future.cancel()
        return future


def all_done(those: Workers) -> list[tuple[SeriesTask, Answer]]:
    answers = []
    while those.in_flight:
        answers += those.done()
    return answers


def test_tasks_that_are_cancelled_end_the_season(season):
    with Workers(season, ShutDown()) as those:
        those.submit(DRAFT)
        with pytest.raises(SeriesError, match="the executor was shut down, or cancelled tasks"):
            all_done(those)


def test_a_season_is_sent_once(season):
    executor = Counting()
    with Workers(season, executor) as those:
        for number in (1, 2, 3):
            those.submit(SeriesTask("draft", (number, ())))
            [(task, answer)] = all_done(those)
            assert task.number == number
            assert isinstance(answer.result, Draft)
    assert (executor.sent, executor.sent_with_season) == (4, 1)


def test_tasks_are_done_again_when_their_worker_dies(season):
    executors: list[Executor] = [Broken(), Broken(), InlineExecutor()]
    with Workers(season, make_executor=lambda: executors.pop(0)) as those:
        for number in (1, 2, 3):
            those.submit(SeriesTask("draft", (number, ())))
        assert sorted(task.number for task, _ in all_done(those)) == [1, 2, 3]
    assert not executors


def test_a_pool_that_breaks_while_a_task_is_handed_in_is_replaced(season, monkeypatch):
    def submit(*_: object) -> None:
        raise OSError("handle is closed")  # what multiprocessing says

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor.submit", submit)
    executors: list[Executor] = [Pool(1), Pool(1), InlineExecutor()]
    with Workers(season, make_executor=lambda: executors.pop(0)) as those:
        those.submit(DRAFT)
        assert len(all_done(those)) == 1
    with (
        Workers(season, make_executor=lambda: Pool(1)) as those,
        pytest.raises(SeriesError, match=r"workers have died 20 times .*handle is closed"),
    ):
        those.submit(DRAFT)


def test_processes_that_are_left_end_without_a_word(season):
    pools: list[Pool] = []

    def pool() -> Pool:
        pools.append(Pool(1))
        return pools[0]

    with Workers(season, make_executor=pool) as those:
        for number in range(1, 9):
            those.submit(SeriesTask("draft", (number, ())))
        while not those.done():
            pass
        [process] = pools[0]._processes.values()
        manager = pools[0]._executor_manager_thread
    process.join(PATIENCE)
    manager.join(PATIENCE)  # an exception in it would fail this test
    assert process.exitcode == 0
    assert not manager.is_alive()


def test_workers_that_always_die_are_given_up(season):
    with Workers(season, make_executor=Broken) as those:
        those.submit(DRAFT)
        with pytest.raises(SeriesError, match="workers have died 20 times without doing a task"):
            all_done(those)


def test_an_executor_of_somebody_else_is_not_replaced(season):
    with Workers(season, Broken()) as those:
        those.submit(DRAFT)
        with pytest.raises(SeriesError, match="the executor has broken"):
            all_done(those)


@pytest.mark.parametrize("name", ["crosswright", "fpdf2"])
def test_a_worker_with_another_version_is_refused_by_name(season, name):
    answer = perform(b"", None, {**environment(), name: "0.1"}, "draft", (1, ()))
    assert answer.refusal.startswith(f"has {name} ")
    assert "made with 0.1; install the same version there" in answer.refusal

    class Refusing(InlineExecutor):
        def submit(self, fn, /, *args, **kwargs):
            return super().submit(lambda: answer)

    with Workers(season, Refusing()) as those:
        those.submit(DRAFT)
        with pytest.raises(SeriesError, match=rf"worker .*:\d+ has {name} "):
            all_done(those)


def test_what_is_wrong_with_a_plan_is_said_in_one_line(season, monkeypatch):
    def fail(*_: object) -> None:
        raise ClueError("no draft clues here")

    monkeypatch.setattr(workers, "TASKS", {"draft": fail})
    with Workers(season, InlineExecutor()) as those:
        those.submit(DRAFT)
        with pytest.raises(SeriesError, match="no draft clues here"):
            all_done(those)


def test_a_fault_of_ours_is_not_hidden(season, monkeypatch):
    monkeypatch.setattr(workers, "TASKS", {})
    with Workers(season, InlineExecutor()) as those:
        those.submit(DRAFT)
        with pytest.raises(KeyError):
            all_done(those)
