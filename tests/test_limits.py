"""Limits, budgets and their parts, and the handle of long work."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from types import FrameType
from typing import Any

import pytest

from crosswright.errors import RuleError
from crosswright.limits import UNLIMITED, Budget, Limit, Run, Statistics, Status


@dataclass
class Work:
    """What a solver has done."""

    nodes: int = 0
    failures: int = 0
    restarts: int = 0
    propagations: int = 0


# -- limits ---------------------------------------------------------------------------------------


def test_limits_on_nodes_and_failures_are_whole_numbers() -> None:
    with pytest.raises(RuleError, match=r"2\.5 nodes; it must be a whole number"):
        Limit(nodes=2.5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "limit", [{"seconds": -1}, {"nodes": -5}, {"seconds": float("nan")}, {"cpu_seconds": -1}]
)
def test_limits_are_not_negative(limit: dict[str, float]) -> None:
    with pytest.raises(RuleError, match="it must be 0 or more"):
        Limit(**limit)  # type: ignore[arg-type]


@pytest.mark.parametrize("limit", ["5", b"5", int, [5]])
def test_a_time_limit_is_a_number(limit: Any) -> None:
    with pytest.raises(TypeError, match="seconds; it must be a number"):
        Limit(seconds=limit)


def test_a_number_is_not_a_limit() -> None:
    with pytest.raises(TypeError, match=r"such as Limit\(seconds=5\), not 5$"):
        Budget.of(5)  # type: ignore[arg-type]


# -- budgets --------------------------------------------------------------------------------------


def test_a_budget_without_limits_is_never_spent() -> None:
    budget = Budget()
    budget.add(Work(nodes=10**6, failures=10**6))
    assert budget.spent() is None
    assert budget.left() == Limit()
    assert budget.nodes_left() == budget.failures_left() == UNLIMITED


@pytest.mark.parametrize(
    "limit", [Limit(seconds=0), Limit(nodes=7), Limit(failures=3), Limit(cpu_seconds=0)]
)
def test_any_limit_that_is_reached_ends_the_work(limit: Limit) -> None:
    budget = Budget(limit)
    budget.add(Work(nodes=7, failures=3))
    assert budget.spent() is Status.LIMIT


def test_work_is_counted_once_however_often_it_is_added() -> None:
    budget = Budget(Limit(nodes=10))
    work = Work(nodes=4)
    counts = budget.add(work)
    work.nodes = 6
    budget.add(work, counts)
    assert budget.nodes_left() == 4


def test_a_report_does_not_change_any_more() -> None:
    budget = Budget()
    budget.add(Work(nodes=4))
    report = budget.report()
    budget.add(Work(nodes=4))
    assert report.nodes == 4


# -- parts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["nodes", "failures"])
def test_parts_count_against_their_whole(name: str) -> None:
    whole = Budget(Limit(**{name: 10}))
    for _ in range(2):
        part = whole.part()
        part.add(Work(**{name: 5}))
    assert whole.spent() is Status.LIMIT
    assert part.spent() is Status.LIMIT
    assert whole.part().spent() is Status.LIMIT


def test_a_part_knows_what_is_left_of_the_whole() -> None:
    whole = Budget(Limit(nodes=10, failures=8))
    first, second = whole.part(nodes=6), whole.part()
    assert (first.nodes_left(), second.nodes_left()) == (6, 10)
    second.add(Work(nodes=7, failures=1))
    assert (first.nodes_left(), second.nodes_left()) == (3, 3)
    assert first.left() == Limit(nodes=3, failures=7)


def test_a_part_that_is_spent_leaves_the_rest_to_the_whole() -> None:
    whole = Budget(Limit(nodes=10))
    part = whole.part(nodes=4)
    part.add(Work(nodes=4))
    assert part.spent() is Status.LIMIT
    assert whole.spent() is None
    assert whole.nodes_left() == 6


def test_parts_of_parts_count_against_all_above_them() -> None:
    whole = Budget(Limit(failures=3))
    part = whole.part().part().part()
    part.add(Work(failures=3))
    assert whole.statistics.failures == 3
    assert whole.spent() is Status.LIMIT


def test_the_time_of_a_part_is_within_that_of_its_whole() -> None:
    whole = Budget(Limit(seconds=100))
    assert whole.part(5).limit.seconds == 5
    left = whole.part(1000).limit.seconds
    assert left is not None
    assert left <= 100
    assert Budget(Limit(seconds=0)).part(5).spent() is Status.LIMIT
    assert Budget().part().limit.seconds is None


def test_a_share_is_a_fraction_of_all_that_is_left() -> None:
    whole = Budget(Limit(nodes=50, failures=5))
    whole.add(Work(nodes=10))
    share = whole.share(0.5)
    assert (share.limit.nodes, share.limit.failures) == (20, 3)
    assert Budget().share(0.5).limit == Limit()
    seconds = Budget(Limit(seconds=100)).share(0.5).limit.seconds
    assert seconds is not None
    assert seconds <= 50


def test_time_is_not_shared_where_counts_decide() -> None:
    share = Budget(Limit(seconds=100, failures=8)).share(0.5)
    assert share.limit.failures == 4
    assert share.limit.seconds is not None
    assert share.limit.seconds > 50


def test_how_much_is_used_is_a_matter_of_counts_where_they_allow_any() -> None:
    budget = Budget(Limit(seconds=0, nodes=40, failures=10))
    assert budget.used() == 0
    budget.add(Work(nodes=10, failures=5))
    assert budget.used() == 0.5
    assert Budget(Limit(seconds=0)).used() == 1
    assert Budget().used() == 0


def test_other_work_can_be_charged() -> None:
    whole = Budget(Limit(failures=10))
    whole.part().charge(10)
    assert whole.statistics.nodes == 10
    assert whole.spent() is Status.LIMIT


def test_a_whole_that_is_stopped_stops_its_parts_but_not_the_other_way_round() -> None:
    whole = Budget()
    part, other = whole.part(), whole.part()
    part.stop()
    assert part.spent() is Status.CANCELLED
    assert whole.spent() is other.spent() is None
    whole.stop()
    assert other.spent() is Status.CANCELLED


def test_a_stop_while_the_clock_is_read_is_not_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    budget = Budget(Limit(seconds=600))

    def interrupted_clock() -> float:
        budget.stop()
        return budget._started

    monkeypatch.setattr("time.perf_counter", interrupted_clock)
    assert budget.spent() is Status.CANCELLED


def test_nodes_that_are_dealt_out_do_not_depend_on_what_others_spend() -> None:
    whole = Budget(Limit(nodes=10))
    parts = whole.deal(4)
    assert [part.nodes_left() for part in parts] == [3, 3, 2, 2]
    parts[0].add(Work(nodes=9))
    assert parts[0].spent() is Status.LIMIT
    assert parts[3].nodes_left() == 2
    assert whole.nodes_left() == 1
    whole.stop()
    assert parts[3].spent() is Status.CANCELLED


def test_only_what_is_left_is_dealt_out() -> None:
    whole = Budget(Limit(failures=10))
    whole.add(Work(failures=6))
    assert [part.failures_left() for part in whole.deal(2)] == [2, 2]


def test_parts_of_a_size_are_allotted_as_long_as_there_is_room() -> None:
    whole = Budget(Limit(nodes=100, failures=10))
    parts = whole.allot(4, nodes=30, failures=2)
    assert [(part.nodes_left(), part.failures_left()) for part in parts] == [(30, 2)] * 3
    parts[0].add(Work(nodes=90))
    assert parts[1].nodes_left() == 30
    (rest,) = whole.allot(4, nodes=30, failures=2)
    assert (rest.nodes_left(), rest.failures_left()) == (10, 2)
    assert len(Budget().allot(4, nodes=30, failures=2)) == 4


def test_threads_add_to_one_whole() -> None:
    whole = Budget()
    parts = [whole.part() for _ in range(4)]

    def spend(part: Budget) -> None:
        for _ in range(2000):
            part.add(Work(nodes=1))

    threads = [threading.Thread(target=spend, args=[part]) for part in parts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert whole.statistics.nodes == 8000


# -- processor time -------------------------------------------------------------------------------


class Processor:
    """A processor that works when it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds: dict[int, float] = {}
        monkeypatch.setattr("time.thread_time", self.thread_time)

    def thread_time(self) -> float:
        return self.seconds.get(threading.get_ident(), 0.0)

    def work(self, seconds: float) -> None:
        self.seconds[threading.get_ident()] = self.thread_time() + seconds


@pytest.fixture
def processor(monkeypatch: pytest.MonkeyPatch) -> Processor:
    return Processor(monkeypatch)


def test_processor_time_counts_while_the_work_is_done_and_once(processor: Processor) -> None:
    budget = Budget(Limit(cpu_seconds=10))
    processor.work(5)
    with budget.working():
        processor.work(2)
        with budget.part().working():
            processor.work(1)
        assert budget.cpu_seconds == 3
        processor.work(1)
    processor.work(5)
    assert budget.cpu_seconds == budget.report().cpu_seconds == 4
    assert budget.cpu_seconds_left() == 6
    assert budget.used() == 0.4
    assert budget.spent() is None
    with budget.working():
        processor.work(6)
        assert budget.spent() is Status.LIMIT


def test_processor_time_is_that_of_all_threads_at_work(processor: Processor) -> None:
    budget = Budget()

    def work() -> None:
        with budget.working():
            processor.work(2)
        processor.work(7)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert budget.cpu_seconds == 6


def test_parts_have_a_part_of_the_processor_time(processor: Processor) -> None:
    whole = Budget(Limit(cpu_seconds=10))
    with whole.working():
        processor.work(2)
        part = whole.part(cpu_seconds=3)
        assert part.limit == Limit(cpu_seconds=3)
        assert whole.part().limit == Limit(cpu_seconds=8)
        assert whole.share(0.5).limit == Limit(cpu_seconds=4)
        assert whole.share(0.5, keeping=0.2).limit == Limit(cpu_seconds=3)
        assert [dealt.limit for dealt in whole.deal(2)] == [Limit(cpu_seconds=8)] * 2
        processor.work(3)
        assert (part.cpu_seconds, whole.cpu_seconds) == (3, 5)
        assert part.spent() is Status.LIMIT
        assert whole.spent() is None
    assert whole.within(Limit(nodes=5, cpu_seconds=1)).limit == Limit(nodes=5, cpu_seconds=1)


def test_processor_time_is_not_shared_where_counts_decide() -> None:
    share = Budget(Limit(cpu_seconds=100, failures=8)).share(0.5)
    assert (share.limit.cpu_seconds, share.limit.failures) == (100, 4)
    assert Limit(cpu_seconds=1).is_timed
    assert not Limit(cpu_seconds=1, nodes=1).is_timed


def test_a_run_reports_the_processor_time_of_its_steps(processor: Processor) -> None:
    class Busy(Counting):
        def _work(self) -> Generator[int, None, None]:
            for number in super()._work():
                processor.work(1)
                yield number

    run = Busy(Limit(cpu_seconds=4))
    for _ in run:
        processor.work(10)
    assert run.result() == "4, LIMIT"
    assert run.budget.report().cpu_seconds == 4


def test_the_whole_knows_the_engine_of_its_parts() -> None:
    whole = Budget()
    part = whole.part()
    part.statistics.engine = "python"
    part.add(Work(nodes=1))
    assert whole.report().engine == "python"


# -- runs -----------------------------------------------------------------------------------------


class Counting(Run[int, str]):
    """Count up to the limit of nodes."""

    number = 0

    def _work(self) -> Generator[int, None, None]:
        while not self.budget.spent():
            self.number += 1
            self.budget.add(Work(nodes=1))
            yield self.number

    def _outcome(self) -> str:
        return f"{self.number}, {self.budget.spent()}"


def test_a_run_is_iterated_and_has_a_result() -> None:
    with Counting(Limit(nodes=3)) as run:
        assert list(run) == [1, 2, 3]
        assert run.result() == "3, LIMIT"


def test_a_run_that_came_to_its_end_is_not_changed_by_leaving_it() -> None:
    with Counting(Limit(nodes=3)) as run:
        list(run)
    assert run.result() == "3, LIMIT"


def test_a_run_that_is_left_is_cancelled() -> None:
    with Counting() as run:
        next(iter(run))
    assert run.result() == "1, CANCELLED"


def test_a_run_that_is_stopped_has_what_it_had_by_then() -> None:
    with Counting() as run:
        for number in run:
            if number == 5:
                run.stop()
        assert run.result() == "5, CANCELLED"


def test_a_loop_may_be_left_and_taken_up_again() -> None:
    with Counting(Limit(nodes=3)) as run:
        for _ in run:
            break
        assert list(run) == [2, 3]


def test_a_run_within_a_budget_spends_it_and_leaves_it_running() -> None:
    whole = Budget(Limit(nodes=5))
    with Counting(whole.part(nodes=2)) as run:
        assert run.result() == "2, LIMIT"
    assert whole.spent() is None
    with Counting(whole) as run:
        assert run.result() == "3, LIMIT"
    assert whole.spent() is Status.LIMIT


# -- runs in threads, signal handlers and forks ----------------------------------------------------


class Gated(Counting):
    """Count, but stay inside the second step until the gate opens or the run is stopped."""

    def __init__(self, limit: Limit | None = None) -> None:
        super().__init__(limit)
        self.inside, self.gate = threading.Event(), threading.Event()

    def _work(self) -> Generator[int, None, None]:
        for number in super()._work():
            if number == 2:
                self.inside.set()
                while not (self.budget.is_stopped or self.gate.wait(0.001)):
                    pass
            yield number


def test_several_threads_get_the_same_result() -> None:
    run = Gated(Limit(nodes=5))
    with ThreadPoolExecutor() as threads:
        first = threads.submit(run.result)
        run.inside.wait()
        others = [threads.submit(run.result) for _ in range(3)]
        wait(others, 0.1)  # they wait for the first, and are no error
        run.gate.set()
        results = [first.result(), *(other.result() for other in others)]
    assert results[0] == "5, LIMIT"
    assert all(result is results[0] for result in results)


def test_threads_that_iterate_one_run_share_its_steps() -> None:
    run = Gated(Limit(nodes=2000))
    with ThreadPoolExecutor() as threads:
        first = threads.submit(list, run)
        run.inside.wait()
        others = [threads.submit(list, run) for _ in range(3)]
        wait(others, 0.1)
        run.gate.set()
        steps = first.result() + [step for other in others for step in other.result()]
    assert sorted(steps) == list(range(1, 2001))


def test_leaving_a_run_ends_the_work_of_another_thread_which_has_its_result() -> None:
    with ThreadPoolExecutor() as threads:
        with Gated() as run:
            working = threads.submit(run.result)
            run.inside.wait()
        assert working.result() == run.result() == "2, CANCELLED"


class Failing(Counting):
    """Fail at the third step."""

    def _work(self) -> Generator[int, None, None]:
        for number in super()._work():
            if number == 3:
                raise MemoryError("none left")
            yield number


def test_an_error_in_the_work_is_an_error_for_all_who_ask() -> None:
    run = Failing()
    for _ in range(2):
        with pytest.raises(MemoryError, match="none left"):
            run.result()
    assert list(run) == []


def test_a_run_that_was_interrupted_has_what_it_had_by_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = Counting()

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    next(iter(run))
    monkeypatch.setattr(run.budget, "add", interrupt)
    with pytest.raises(KeyboardInterrupt):
        run.result()
    run.stop()
    assert run.result() == "2, CANCELLED"


def test_a_run_that_is_asked_again_from_inside_its_work_says_so() -> None:
    class Curious(Counting):
        def _work(self) -> Generator[int, None, None]:
            yield 1
            with pytest.raises(RuntimeError, match="already at work"):
                self.result()
            with self:  # as a signal handler might, that interrupted the work
                pass
            yield 2

    run = Curious()
    assert list(run) == [1, 2]
    assert run.result() == "0, CANCELLED"


def test_a_budget_may_be_stopped_by_a_handler_that_interrupts_anything() -> None:
    """Call `stop()` and `report()` before every single instruction of themselves."""
    budget = Budget()

    def handle(frame: FrameType, event: str, argument: object) -> Callable[..., Any]:
        frame.f_trace_opcodes = True
        budget.stop()
        budget.report()
        return handle

    def interrupted() -> None:
        sys.settrace(handle)
        budget.add(Work(nodes=1))
        budget.stop()
        budget.report()
        sys.settrace(None)

    thread = threading.Thread(target=interrupted, daemon=True)
    thread.start()
    thread.join(60)
    assert not thread.is_alive()
    assert budget.is_stopped


needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork()")


def in_a_child(work: Callable[[], object]) -> str:
    """Return what some work comes to in a forked process."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(60)  # a child that waits for ever would keep its parent waiting too
            try:
                answer = str(work())
            except Exception as error:
                answer = f"{type(error).__name__}: {error}"
            os.write(writing, answer.encode())
        finally:
            os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        return pipe.read()


@needs_fork
@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")
def test_a_run_goes_on_after_a_fork() -> None:
    run = Counting(Limit(nodes=3))
    next(iter(run))
    assert in_a_child(run.result) == "3, LIMIT"
    assert run.result() == "3, LIMIT"


@needs_fork
@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")
def test_a_run_whose_thread_a_fork_left_behind_says_so() -> None:
    run = Gated(Limit(nodes=3))
    with ThreadPoolExecutor() as threads:
        working = threads.submit(run.result)
        run.inside.wait()

        def leave_and_ask() -> str:
            with run:
                pass
            return run.result()

        try:
            answer = in_a_child(leave_and_ask)
        finally:
            run.gate.set()
        assert working.result() == "3, LIMIT"
    assert answer.startswith("RuntimeError: this run is already at work")
    assert "fork" in answer


@needs_fork
@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")
def test_a_budget_can_be_spent_after_a_fork_whatever_other_threads_did_meanwhile() -> None:
    spending, ended = threading.Event(), threading.Event()

    class Pausing(Statistics):
        def __setattr__(self, name: str, value: object) -> None:
            super().__setattr__(name, value)
            if name == "restarts" and threading.current_thread() is thread:
                spending.set()
                ended.wait()

    def answer() -> bool:
        budget.add(Work(nodes=1))
        return budget.report().nodes > 0

    thread = threading.Thread(target=lambda: budget.add(Work(nodes=1)))
    budget = Budget(statistics=Pausing())
    thread.start()
    spending.wait()
    try:
        assert in_a_child(answer) == "True"
    finally:
        ended.set()
        thread.join()
