"""Traces: what they tell of is the search itself, and a replay is in its very state."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.engine import plain
from crosswright.errors import CrosswrightError, RuleError
from crosswright.filling.fill import fill
from crosswright.filling.model import Model
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Limit, Status
from crosswright.support.bits import bits
from crosswright.tracing.replay import Replay, replay
from crosswright.tracing.textbook import VALUES, VARIABLES, Event, Textbook, Variant
from crosswright.tracing.trace import Trace, _numbers, _start_of_engine, trace
from crosswright.tracing.tracer import TracingSolver
from crosswright.words.wordlist import WordList

DATA = Path(__file__).parents[2] / "data"
VARIANTS = [Variant(*choice) for choice in product((True, False), VARIABLES, VALUES)]
GRIDS = ("...\n...\n...", "...\n.#.\n...", "....\n.#.#\n....", "#..\n...\n..#", ".A.\n...")


@st.composite
def problems(draw: st.DrawFn) -> tuple[Grid, WordList]:
    word = st.integers(2, 4).flatmap(lambda n: st.text("ABC", min_size=n, max_size=n))
    words = draw(st.lists(word, unique=True, min_size=1, max_size=25))
    return Grid.parse(draw(st.sampled_from(GRIDS))), WordList.from_words(words)


# -- the textbook ---------------------------------------------------------------------------------


def course_answers(
    structure: str, words: str, inference: bool
) -> dict[tuple[Any, ...], str] | None:
    """Solve a course problem with the course edition."""
    from crossword import Crossword
    from generate import CrosswordCreator

    found = CrosswordCreator(Crossword(DATA / structure, DATA / words), inference).solve()
    return None if found is None else {tuple(var.cells): word for var, word in found.items()}


@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize("inference", [True, False])
def test_the_textbook_decides_like_the_course_edition(number: int, inference: bool) -> None:
    structure, listed = f"structure{number}.txt", f"words{number}.txt"
    grid = Grid.parse((DATA / structure).read_text("utf-8"))
    run = trace(
        grid, WordList.load(DATA / listed), algorithm="textbook", variant=Variant(inference)
    )
    answers = replay(run).answers()
    by_cells = {grid.slot(label).cells: word for label, word in answers.items()}
    assert by_cells == course_answers(structure, listed, inference)


class Watched(Textbook):
    """The textbook's solver, which compares itself with its replay at every event."""

    def watch(self, run: Trace) -> None:
        self.replay = Replay(run)
        self._listener = self.compare

    def compare(self, event: Event) -> None:
        self.replay.apply(json.loads(json.dumps(event)))
        if event["event"] in ("solution", "node"):
            return
        assigned = {slot for slot, _ in self.replay.state.stack}
        for slot in self._slots:
            words = [self.word(slot, row) for row in sorted(self.domains[slot])]
            if slot not in assigned:
                assert self.replay.words(slot) == words
                assert self.replay.state.slots[slot].left == len(words)


@given(problems(), st.sampled_from(VARIANTS))
@settings(max_examples=80)
def test_a_replay_of_the_textbook_is_in_its_state(
    problem: tuple[Grid, WordList], variant: Variant
) -> None:
    grid, words = problem
    run = trace(grid, words, algorithm="textbook", variant=variant, seed=5)
    solver = Watched(grid, words, variant, seed=5)
    solver.watch(run)
    found = solver.solve()
    answers = replay(run).answers()
    if found is None:
        assert run.status is Status.IMPOSSIBLE
    else:
        expected = {grid.slots[s].label: solver.word(s, row) for s, row in found.items()}
        assert answers == expected
        assert run.status is Status.FILLED


@given(problems())
@settings(max_examples=60)
def test_every_variant_is_complete(problem: tuple[Grid, WordList]) -> None:
    grid, words = problem
    statuses = {trace(grid, words, algorithm="textbook", variant=v).status for v in VARIANTS}
    assert statuses == {fill(grid, words).status}


def test_counters_agree_with_the_events(structure: Grid, words: WordList) -> None:
    for variant in VARIANTS:
        run = trace(structure, words, algorithm="textbook", variant=variant)
        kinds = Counter(event["event"] for event in run)
        counters = run.end["counters"]
        assert counters["assignments"] == kinds["assign"]
        assert counters["backtracks"] == kinds["backtrack"]
        assert counters["revisions"] == kinds["revise"]
        assert counters["removed"] == sum(e["removed"] for e in run if e["event"] == "revise")


def test_revisions_name_letters_and_words() -> None:
    words = WordList.from_words(["CAT", "CUT", "AX", "AT"])
    run = trace(Grid.parse("...\n#.#"), words, algorithm="textbook")
    [event] = [e for e in run if e["event"] == "revise" and e["removed"]]
    assert event["lost"] == ["U"]
    assert event["words"] == ["CUT"]
    assert (event["slot"], event["with"], event["position"], event["left"]) == (0, 1, 1, 1)


def test_the_textbook_takes_no_rules() -> None:
    with pytest.raises(RuleError, match="knows no rules"):
        trace(Grid.parse("..."), WordList.from_words(["CAT"]), algorithm="textbook", min_score=3)
    with pytest.raises(RuleError, match="no algorithm"):
        trace(Grid.parse("..."), WordList.from_words(["CAT"]), algorithm="magic")
    with pytest.raises(RuleError, match="extra"):
        extra = Grid.parse("...\n...\n\nextra: 1,1 2,2")
        trace(extra, WordList.from_words(["CAT"]), algorithm="textbook")


# -- the engine -----------------------------------------------------------------------------------


def watched_engine(
    grid: Grid, words: WordList, rules: Rules, seed: int, every: int = 1
) -> TracingSolver:
    """Run the tracing engine and compare its state with the replay's, the words not always."""
    model = Model(grid, words, rules)
    problem = model.problem()
    assert problem is not None
    numbers = _numbers(model, problem)
    start = _start_of_engine(model, problem, numbers, seed)
    known = Replay(Trace((json.dumps(start),)))
    known.apply(json.loads(json.dumps(start)))

    def compare(event: Event) -> None:
        known.apply(json.loads(json.dumps(event)))
        number = sum(known.state.counts.values())
        for slot in range(len(model.slots)) if number % every == 0 else ():
            rows = int.from_bytes(solver.live(slot), "little")
            assert known.words(slot) == [model.table_of(slot).word(row) for row in bits(rows)]
        assert [s.left for s in known.state.slots] == solver.counts()

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


def test_the_trace_ends_in_the_fill(open15: Grid, english: WordList) -> None:
    run = trace(open15, english, min_score=60, seed=2)
    result = fill(open15, english, min_score=60, seed=2)
    assert run.status is result.status is Status.FILLED
    assert replay(run).answers() == result.answers
    last = [event for event in run if event["event"] == "solution"]
    assert last == [{"event": "solution", "answers": result.answers}]


def test_restarts_are_told(knotty: list[tuple[Grid, WordList]]) -> None:
    restarts = 0
    for grid, words in knotty:
        solver = watched_engine(grid, words, Rules(), 0, every=11)
        run = trace(grid, words)
        kinds = Counter(event["event"] for event in run)
        assert kinds["assign"] == solver.nodes == run.end["counters"]["nodes"]
        assert kinds["restart"] == solver.restarts
        restarts += solver.restarts
        found = fill(grid, words)
        assert run.status is found.status
        if found.status is Status.FILLED:
            assert replay(run).answers() == found.answers
    assert restarts


# -- files and limits -----------------------------------------------------------------------------


def test_save_and_load(tmp_path: Path, structure: Grid, words: WordList) -> None:
    run = trace(structure, words, algorithm="textbook")
    run.save(tmp_path / "run.jsonl")
    assert Trace.load(tmp_path / "run.jsonl") == run
    assert (tmp_path / "run.jsonl").read_text("utf-8").count("\n") == len(run)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: not an event"),
        ("{}\n", "line 1: not an event"),
        ('{"event":"start","version":1}\n', "finish with `end`"),
        ('{"event":"start","version":99}\n{"event":"end"}\n', "newer version"),
        ('{"event":"start"}\nnonsense\n', "line 2: not an event"),
    ],
)
def test_what_is_no_trace(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "bad.jsonl").write_text(text, "utf-8")
    with pytest.raises(CrosswrightError, match=message):
        Trace.load(tmp_path / "bad.jsonl")
    with pytest.raises(CrosswrightError, match="No such file"):
        Trace.load(tmp_path / "none.jsonl")


def test_limits(open15: Grid, english: WordList) -> None:
    run = trace(open15, english, events=50, min_score=80)
    assert run.status is Status.LIMIT
    assert len(run) == 51
    good = english.filter(min_score=80)
    for algorithm in ("engine", "textbook"):
        run = trace(open15, good, algorithm=algorithm, limit=Limit(seconds=0))
        assert run.status is Status.LIMIT
        assert run.end["event"] == "end"


def test_the_state_at_any_event(structure: Grid, words: WordList) -> None:
    run = trace(structure, words, algorithm="textbook", variant=Variant(False, "fixed", "random"))
    going = Replay(run)
    for number, (event, state) in enumerate(going.steps(), 1):
        assert replay(run, number).state == state, event
    with pytest.raises(CrosswrightError, match="no event"):
        replay(run, len(run) + 1)
