"""The search as a stream of events, one JSON object per line; docs/trace.md has the schema.

>>> from crosswright import trace
>>> run = trace("C.T", ["CAT", "CUT", "TIE"], algorithm="textbook")
>>> [event["event"] for event in run]
['start', 'node', 'ac3', 'select', 'assign', 'inference', 'solution', 'end']
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Unpack

from crosswright.engine import EXHAUSTED, RUNNING, SOLUTION
from crosswright.engine.problem import Problem, SlotIndex
from crosswright.errors import CrosswrightError, RuleError
from crosswright.filling.model import Model
from crosswright.filling.rules import RuleFields, Rules
from crosswright.grids.grid import Grid, GridLike
from crosswright.limits import Budget, Limit, Status
from crosswright.support.bits import bits
from crosswright.support.files import write_atomically
from crosswright.support.numbers import whole_number
from crosswright.tracing.events import VERSION, Event, Tally
from crosswright.tracing.textbook import Textbook, Variant
from crosswright.tracing.tracer import RowNumbers, TracingSolver
from crosswright.words.wordlist import WordList, WordsLike

ALGORITHMS = ("engine", "textbook")

MAX_EVENTS = 100_000
"""Events after which a trace ends unless another number is given."""

SLICE = 16
"""Nodes that the engine runs between two looks at the limit."""


class TooManyEvents(Exception):
    """The trace is as long as it may be."""


@dataclass(frozen=True)
class Trace:
    """A recorded search: its events as lines of JSON, of which the first states the problem."""

    lines: tuple[str, ...]

    def __iter__(self) -> Iterator[Event]:
        return map(json.loads, self.lines)

    def __len__(self) -> int:
        return len(self.lines)

    @property
    def start(self) -> Event:
        """The first event: the grid, the slots and their words."""
        event: Event = json.loads(self.lines[0])
        return event

    @property
    def end(self) -> Event:
        """The last event: how the search ended, and its counters."""
        event: Event = json.loads(self.lines[-1])
        return event

    @property
    def status(self) -> Status:
        return Status(self.end["status"])

    def text(self) -> str:
        """Return the lines as one text."""
        return "".join(f"{line}\n" for line in self.lines)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the lines to a file."""
        write_atomically(path, self.text().encode())

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Trace:
        """Read a file of lines; CrosswrightError if it is not a whole trace."""
        try:
            text = Path(path).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CrosswrightError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
        return cls.of(text.splitlines(), str(path))

    @classmethod
    def of(cls, lines: Iterable[str], name: str = "trace") -> Trace:
        """Check lines and make a trace of them."""
        trace = cls(tuple(lines))
        kinds = []
        for index in (0, len(trace.lines) - 1):
            try:
                kinds.append(json.loads(trace.lines[index])["event"])
            except (ValueError, KeyError, TypeError, IndexError):
                raise CrosswrightError(f"{name}, line {index + 1}: not an event") from None
        if kinds != ["start", "end"]:
            raise CrosswrightError(f"{name}: it must begin with `start` and finish with `end`")
        if trace.start.get("version", 0) > VERSION:
            raise CrosswrightError(
                f"{name}: written by a newer version; this one reads version {VERSION}"
            )
        return trace


class _Recorder:
    """Take events down as lines, up to a maximum."""

    def __init__(self, max_events: int) -> None:
        self.lines: list[str] = []
        self.tally = Tally()
        self.max_events = max_events

    def __call__(self, event: Event) -> None:
        if len(self.lines) >= self.max_events:
            raise TooManyEvents
        self.write(event)

    def write(self, event: Event) -> None:
        self.tally.add(event)
        self.lines.append(json.dumps(event, ensure_ascii=False, separators=(",", ":")))

    def trace(self, status: Status) -> Trace:
        """Return the trace, with its last event added: how it ended, and what was recorded."""
        self.write({"event": "end", "status": str(status), "counters": self.tally.counters()})
        return Trace(tuple(self.lines))


def trace(
    grid: GridLike,
    words: WordsLike,
    rules: Rules | None = None,
    *,
    algorithm: str = "engine",
    variant: Variant | None = None,
    seed: int = 0,
    events: int = MAX_EVENTS,
    limit: Limit | Budget | None = None,
    **rule_options: Unpack[RuleFields],
) -> Trace:
    """Fill a grid and record the search, by the engine or by the textbook's algorithm.

    The trace ends early, with the status LIMIT, after this many `events`. `variant` chooses the
    textbook's heuristics. Further keywords are fields of `Rules`; the textbook takes no rules.
    """
    rules = Rules.combined(rules, rule_options, trace)
    grid, words = Grid.of(grid), WordList.of(words)
    seed = whole_number("seed", seed)
    events, budget = whole_number("events", events), Budget.of(limit)
    if algorithm not in ALGORITHMS:
        choices = ", ".join(ALGORITHMS)
        raise RuleError(f"unknown algorithm {algorithm!r}; choose from {choices}")
    with budget.working():
        if algorithm == "engine":
            return _trace_fill(grid, words, rules, seed, events, budget)
        if not rules.is_empty:
            raise RuleError("the textbook's algorithm takes no rules; filter the word list instead")
        recorder = _Recorder(events)
        solver = Textbook(grid, words, variant, seed=seed, listener=recorder, limit=budget)
        return _trace_textbook(solver, seed, recorder)


def _start(
    grid: Grid, tokens: Iterable[str], slots: list[Event], tables: list[list[str]], **facts: Any
) -> Event:
    """Return the first event."""
    return {
        "event": "start",
        "version": VERSION,
        **facts,
        "grid": grid.rows(),
        "bars": [[*cell, side] for cell, side in sorted(grid.bars)],
        "rebus": [[*cell, token] for cell, token in sorted(grid.letters.items()) if token[1:]],
        "alphabet": list(tokens),
        "slots": slots,
        "tables": tables,
    }


# -- the textbook ---------------------------------------------------------------------------------


def _trace_textbook(solver: Textbook, seed: int, recorder: _Recorder) -> Trace:
    grid, words = solver.grid, solver.words
    lengths = sorted({len(slot) for slot in grid.slots})
    slots: list[Event] = [
        {"label": slot.label, "cells": slot.cells, "table": lengths.index(len(slot))}
        for slot in grid.slots
    ]
    tables = [[word for word, _ in words.table(length)] for length in lengths]
    variant = asdict(solver.variant)
    facts = {"algorithm": "textbook", "variant": variant, "seed": seed}
    recorder.write(_start(grid, words.alphabet.tokens, slots, tables, **facts))
    try:
        status = solver.run()
    except TooManyEvents:
        status = Status.LIMIT
    return recorder.trace(status)


# -- the engine -----------------------------------------------------------------------------------


def _trace_fill(
    grid: Grid, words: WordList, rules: Rules, seed: int, events: int, budget: Budget
) -> Trace:
    """Record what `fill` does: with words that look alike only if there is no other fill."""
    model = Model(grid, words, rules, avoid_look_alikes=True)
    trace = _trace_engine(model, seed, _Recorder(events), budget)
    lenient = model.with_look_alikes() if trace.status is Status.IMPOSSIBLE else None
    return trace if lenient is None else _trace_engine(lenient, seed, _Recorder(events), budget)


def _trace_engine(model: Model, seed: int, recorder: _Recorder, budget: Budget) -> Trace:
    problem = model.problem()
    if problem is None:
        raise RuleError("a slot is longer than any word can be; there is no search to trace")
    numbers = row_numbers(model, problem)
    recorder.write(engine_start(model, problem, numbers, seed))
    solver = TracingSolver(model, problem, seed, recorder, numbers)
    try:
        solver.report_impossible_start()
        outcome = _run(solver, budget)
        if outcome == SOLUTION:
            recorder({"event": "solution", "answers": model.answers(solver.rows())})
    except TooManyEvents:
        outcome = RUNNING
    if outcome == RUNNING:
        status = Status.CANCELLED if budget.is_stopped else Status.LIMIT
    else:
        status = {SOLUTION: Status.FILLED, EXHAUSTED: Status.IMPOSSIBLE}[outcome]
    return recorder.trace(status)


def _run(solver: TracingSolver, budget: Budget) -> int:
    """Run a solver until it or the budget ends; the first slice is always run."""
    counts = (0, 0, 0, 0)
    while True:
        outcome = solver.run(min(SLICE, budget.nodes_left()), budget.failures_left())
        counts = budget.add(solver, counts)
        if outcome != RUNNING or budget.spent():
            return outcome


def row_numbers(model: Model, problem: Problem) -> list[RowNumbers]:
    """Number, table by table, the rows that some slot starts with."""
    in_play = [0] * len(problem.tables.words)
    for slot in range(len(model.slots)):
        in_play[model.table_index(slot)] |= _first_rows(model, problem, slot)
    return [RowNumbers.of(rows) for rows in in_play]


def _first_rows(model: Model, problem: Problem, slot: SlotIndex) -> int:
    """Return the rows that a slot starts with, as bits."""
    rows = problem.live[slot]
    return (1 << model.table_of(slot).size) - 1 if rows is None else int.from_bytes(rows, "little")


def engine_start(model: Model, problem: Problem, numbers: list[RowNumbers], seed: int) -> Event:
    """Return the first event of the engine's trace."""
    tables: list[list[str]] = [[] for _ in numbers]
    slots: list[Event] = []
    for index, slot in enumerate(model.slots):
        table = model.table_index(index)
        if not tables[table]:
            tables[table] = [model.table_of(index).word(row) for row in numbers[table]]
        facts: Event = {"label": slot.label, "cells": slot.cells, "table": table}
        rows = _first_rows(model, problem, index)
        if rows.bit_count() < len(numbers[table]):
            facts["rows"] = [numbers[table][row] for row in bits(rows)]
        slots.append(facts)
    return _start(model.grid, model.tokens, slots, tables, algorithm="engine", seed=seed)
