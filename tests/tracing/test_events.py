"""The counters of a trace add up."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.filling.model import Model
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.tracing.compare import all_variants
from crosswright.tracing.events import DEAD_ENDS, Event
from crosswright.tracing.replay import replay
from crosswright.tracing.textbook import Textbook, Variant
from crosswright.tracing.trace import row_numbers, trace
from crosswright.tracing.tracer import TracingSolver
from crosswright.words.wordlist import WordList
from tests.helpers.traces import problems

VARIANTS = list(all_variants())


def counted(events: list[Event]) -> dict[str, int]:
    """Count what the events say, one by one."""
    kinds = [event["event"] for event in events]
    return {
        "assignments": kinds.count("assign"),
        "backtracks": kinds.count("backtrack"),
        "dead_ends": sum(kind in DEAD_ENDS for kind in kinds),
        "revisions": kinds.count("revise"),
        "removed": sum(
            1 if event["event"] == "exclude" else event.get("removed", 0)
            for event in events
            if event["event"] != "node"
        ),
        "restarts": kinds.count("restart"),
    }


@given(problems(), st.sampled_from([None, *VARIANTS]), st.integers(1, 400))
@settings(max_examples=120)
def test_the_summary_is_that_of_the_events(
    problem: tuple[Grid, WordList], variant: Variant | None, length: int
) -> None:
    """This holds for a trace that was cut short, too."""
    grid, words = problem
    if variant is None:
        run = trace(grid, words, events=length)
    else:
        run = trace(grid, words, algorithm="textbook", variant=variant, events=length)
    assert run.end["counters"] == counted(list(run))
    assert replay(run).state.tally.counters() == counted(list(run))


@given(problems(), st.sampled_from(VARIANTS))
@settings(max_examples=80)
def test_the_textbook_counts_what_it_reports(
    problem: tuple[Grid, WordList], variant: Variant
) -> None:
    events: list[Event] = []
    solver = Textbook(*problem, variant, listener=events.append)
    solver.run()
    expected, counters = counted(events), solver.counters
    assert counters.assignments == expected["assignments"]
    assert counters.backtracks == expected["backtracks"]
    assert counters.revisions == expected["revisions"]
    assert counters.removed == expected["removed"]


@given(problems(), st.integers(0, 3))
@settings(max_examples=60)
def test_the_engine_counts_what_it_reports(problem: tuple[Grid, WordList], seed: int) -> None:
    model = Model(*problem, Rules())
    stated = model.problem()
    assert stated is not None
    events: list[Event] = []
    solver = TracingSolver(model, stated, seed, events.append, row_numbers(model, stated))
    before = sum(solver.counts())
    while solver.run(1, 1) == 0:
        pass
    expected = counted(events)
    assert (solver.nodes, solver.propagations) == (expected["assignments"], expected["revisions"])
    assert (solver.failures, solver.restarts) == (expected["dead_ends"], expected["restarts"])
    if not expected["assignments"]:  # nothing was assigned or brought back, so all that went shows
        assert before - sum(solver.counts()) == expected["removed"]
