"""The search as a stream of events, one JSON object a line; docs/trace.md has the schema.

>>> from crosswright.grids.grid import Grid
>>> from crosswright.words.wordlist import WordList
>>> run = trace(Grid.parse("C.T"), WordList.from_words(["CAT", "CUT", "TIE"]), algorithm="textbook")
>>> [event["event"] for event in run]
['start', 'node', 'ac3', 'assign', 'inference', 'solution', 'end']
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Any

from crosswright.engine import EXHAUSTED, RUNNING, SOLUTION
from crosswright.engine.problem import Problem
from crosswright.errors import CrosswrightError, RuleError
from crosswright.filling.model import Model
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Limit, Status
from crosswright.support.bits import bits
from crosswright.tracing.textbook import Event, OutOfTime, Textbook, Variant
from crosswright.tracing.tracer import Numbers, TracingSolver
from crosswright.words.wordlist import WordList

VERSION = 1
"""Of the schema; a reader refuses a higher one."""

ALGORITHMS = ("engine", "textbook")

MOST_EVENTS = 100_000
"""Events after which a trace ends unless it is told otherwise."""

SLICE = 16
"""Nodes that the engine runs before the limit is looked at."""


class TooManyEvents(Exception):
    """The trace is as long as it may be."""


@dataclass(frozen=True)
class Trace:
    """A search that has been recorded: its events as lines of JSON, the first with the problem."""

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
        """The last event: how it ended, and the counters."""
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
        Path(path).write_text(self.text(), "utf-8")

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Trace:
        """Read a file of lines; CrosswrightError when it is no whole trace."""
        try:
            text = Path(path).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CrosswrightError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
        return cls.of(text.splitlines(), str(path))

    @classmethod
    def of(cls, lines: Iterable[str], name: str = "trace") -> Trace:
        """Check lines and make a trace of them."""
        made = cls(tuple(lines))
        kinds = []
        for number in (0, len(made.lines) - 1):
            try:
                kinds.append(json.loads(made.lines[number])["event"])
            except (ValueError, KeyError, TypeError, IndexError):
                raise CrosswrightError(f"{name}, line {number + 1}: not an event") from None
        if kinds != ["start", "end"]:
            raise CrosswrightError(f"{name}: it must begin with `start` and finish with `end`")
        if made.start.get("version", 0) > VERSION:
            raise CrosswrightError(f"{name}: written by a newer version; this one reads {VERSION}")
        return made


class _Recorder:
    """Take events down as lines, as many as there may be."""

    def __init__(self, most: int) -> None:
        self.lines: list[str] = []
        self.most = most

    def __call__(self, event: Event) -> None:
        if len(self.lines) >= self.most:
            raise TooManyEvents
        self.write(event)

    def write(self, event: Event) -> None:
        self.lines.append(json.dumps(event, ensure_ascii=False, separators=(",", ":")))

    def trace(self, status: Status, counters: dict[str, int]) -> Trace:
        self.write({"event": "end", "status": str(status), "counters": counters})
        return Trace(tuple(self.lines))


def trace(
    grid: Grid,
    words: WordList,
    rules: Rules | None = None,
    *,
    algorithm: str = "engine",
    variant: Variant | None = None,
    seed: int = 0,
    events: int = MOST_EVENTS,
    limit: Limit | None = None,
    **options: Any,
) -> Trace:
    """Fill a grid and record the search, by the engine or by the textbook's algorithm.

    `variant` chooses the textbook's heuristics; further keywords are fields of `Rules`, which
    the textbook does not know.
    """
    rules = replace(rules or Rules(), **options)
    limit = limit or Limit()
    if algorithm not in ALGORITHMS:
        raise RuleError(f"no algorithm {algorithm!r}; there are {', '.join(ALGORITHMS)}")
    if algorithm == "engine":
        return _trace_engine(grid, words, rules, seed, events, limit)
    if not rules.is_empty:
        raise RuleError("the textbook's algorithm knows no rules; filter the word list instead")
    return _trace_textbook(grid, words, variant or Variant(), seed, events, limit)


def _start(
    grid: Grid, tokens: Iterable[str], slots: list[Event], tables: list[list[str]], **facts: Any
) -> Event:
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


def _trace_textbook(
    grid: Grid, words: WordList, variant: Variant, seed: int, events: int, limit: Limit
) -> Trace:
    recorder = _Recorder(events)
    lengths = sorted({len(slot) for slot in grid.slots})
    slots: list[Event] = [
        {"label": slot.label, "cells": slot.cells, "table": lengths.index(len(slot))}
        for slot in grid.slots
    ]
    tables = [[word for word, _ in words.table(length)] for length in lengths]
    recorder.write(
        _start(
            grid,
            words.alphabet.tokens,
            slots,
            tables,
            algorithm="textbook",
            variant=asdict(variant),
            seed=seed,
        )
    )
    solver = Textbook(grid, words, variant, seed=seed, listener=recorder, seconds=limit.seconds)
    try:
        status = Status.IMPOSSIBLE if solver.solve() is None else Status.FILLED
    except (OutOfTime, TooManyEvents):
        status = Status.LIMIT
    return recorder.trace(status, asdict(solver.counters))


# -- the engine -----------------------------------------------------------------------------------


def _trace_engine(
    grid: Grid, words: WordList, rules: Rules, seed: int, events: int, limit: Limit
) -> Trace:
    recorder = _Recorder(events)
    model = Model(grid, words, rules)
    problem = model.problem()
    if problem is None:
        raise RuleError("a slot is longer than any word can be; there is no search to trace")
    numbers = _numbers(model, problem)
    recorder.write(_start_of_engine(model, problem, numbers, seed))
    solver = TracingSolver(model, problem, seed, recorder, numbers)
    budget = Budget(limit)
    try:
        outcome = solver.run(min(SLICE, budget.nodes_left()), budget.failures_left())
        spent = budget.add(solver)
        while outcome == RUNNING and not budget.spent():
            outcome = solver.run(min(SLICE, budget.nodes_left()), budget.failures_left())
            spent = budget.add(solver, spent)
        if outcome == SOLUTION:
            recorder({"event": "solution", "answers": model.answers(solver.rows())})
    except TooManyEvents:
        outcome = RUNNING
    status = {SOLUTION: Status.FILLED, EXHAUSTED: Status.IMPOSSIBLE}.get(outcome, Status.LIMIT)
    names = ("nodes", "failures", "restarts", "propagations")
    return recorder.trace(status, {name: getattr(solver, name) for name in names})


def _live(model: Model, problem: Problem, slot: int) -> int:
    """Return the rows that a slot starts with, as bits."""
    rows = problem.live[slot]
    return (1 << model.table_of(slot).size) - 1 if rows is None else int.from_bytes(rows, "little")


def _numbers(model: Model, problem: Problem) -> list[Numbers]:
    """Number, table by table, the rows that some slot starts with."""
    in_play = [0] * len(problem.tables.words)
    for slot in range(len(model.slots)):
        in_play[model.table_number(slot)] |= _live(model, problem, slot)
    return [Numbers.of(rows) for rows in in_play]


def _start_of_engine(model: Model, problem: Problem, numbers: list[Numbers], seed: int) -> Event:
    spellings: list[list[str]] = [[] for _ in numbers]
    slots: list[Event] = []
    for number, slot in enumerate(model.slots):
        place = model.table_number(number)
        table = model.table_of(number)
        if not spellings[place]:
            spellings[place] = [table.word(row) for row in numbers[place]]
        facts: Event = {"label": slot.label, "cells": slot.cells, "table": place}
        live = _live(model, problem, number)
        if live.bit_count() < len(numbers[place]):
            facts["rows"] = [numbers[place][row] for row in bits(live)]
        slots.append(facts)
    return _start(model.grid, model.tokens, slots, spellings, algorithm="engine", seed=seed)
