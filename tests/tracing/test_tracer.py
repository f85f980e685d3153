"""The engine's trace is of the search itself: same decisions, same states, same fill."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.engine import plain
from crosswright.filling.fill import fill
from crosswright.filling.model import Model
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Status
from crosswright.support.bits import bits
from crosswright.tracing.events import Event
from crosswright.tracing.replay import Replay, replay
from crosswright.tracing.trace import Trace, engine_start, row_numbers, trace
from crosswright.tracing.tracer import TracingSolver
from crosswright.words import lexicon
from crosswright.words.wordlist import WordList
from tests.helpers.traces import problems


def watched_engine(
    grid: Grid, words: WordList, rules: Rules, seed: int, every: int = 1
) -> TracingSolver:
    """Run the tracing engine and compare its state with the replay's, the words not always."""
    model = Model(grid, words, rules)
    problem = model.problem()
    assert problem is not None
    numbers = row_numbers(model, problem)
    start = engine_start(model, problem, numbers, seed)
    replayed = Replay(Trace((json.dumps(start),)))
    replayed.apply(json.loads(json.dumps(start)))

    def compare(event: Event) -> None:
        replayed.apply(json.loads(json.dumps(event)))
        number = replayed.state.tally.kinds.total()
        for slot in range(len(model.slots)) if number % every == 0 else ():
            rows = int.from_bytes(solver.live(slot), "little")
            assert replayed.words(slot) == [model.table_of(slot).word(row) for row in bits(rows)]
        assert [slot.left for slot in replayed.state.slots] == solver.counts()

    solver = TracingSolver(model, problem, seed, compare, numbers)
    while solver.run(1, 1) == 0:
        pass
    return solver


@given(problems(), st.integers(0, 3), st.booleans())
@settings(max_examples=80)
def test_a_replay_of_the_engine_is_in_its_state(
    problem: tuple[Grid, WordList], seed: int, distinct: bool
) -> None:
    grid, words = problem
    listed = [word for word, _ in words]
    rules = Rules(distinct=distinct, banned=listed[:1], required=listed[-1:] if seed == 3 else [])
    if set(rules.banned) & set(rules.required):
        rules = replace(rules, banned=[])
    solver = watched_engine(grid, words, rules, seed)
    stated = Model(grid, words, rules).problem()
    assert stated is not None
    bare = plain.Solver(stated, seed)
    while bare.run(1, 1) == 0:
        pass
    assert bare.rows() == solver.rows()
    assert (bare.nodes, bare.failures, bare.propagations) == (
        solver.nodes,
        solver.failures,
        solver.propagations,
    )


def test_restarts_are_reported(knotty: list[tuple[Grid, WordList]]) -> None:
    restarts = 0
    for grid, words in knotty:
        solver = watched_engine(grid, words, Rules(), 0, every=11)
        run = trace(grid, words)
        kinds = Counter(event["event"] for event in run)
        assert kinds["assign"] == solver.nodes
        assert kinds["restart"] == solver.restarts
        restarts += solver.restarts
        result = fill(grid, words)
        assert run.status is result.status
        if result.status is Status.FILLED:
            assert replay(run).answers() == result.answers
    assert restarts


def test_the_trace_ends_in_the_fill(open15: Grid, english: WordList) -> None:
    run = trace(open15, english, min_score=60, seed=2)
    result = fill(open15, english, min_score=60, seed=2)
    assert run.status is result.status is Status.FILLED
    assert replay(run).answers() == result.answers
    last = [event for event in run if event["event"] == "solution"]
    assert last == [{"event": "solution", "answers": result.answers}]


def test_the_trace_is_of_the_fill_also_with_words_that_look_alike() -> None:
    words = WordList.from_words(["ARAB", "ARABIA"], bases=lexicon.load("en").bases)
    assert trace("....##\n######\n......", words).status is Status.FILLED
