"""The state of a recorded search at any of its events."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

from crosswright.errors import CrosswrightError
from crosswright.grids.grid import SlotIndex
from crosswright.grids.letters import token_pattern
from crosswright.tracing.events import DEAD_ENDS, Event, Tally
from crosswright.tracing.trace import Trace


class SlotState(NamedTuple):
    """What a slot has left; rows are numbers of words in its table."""

    left: int
    """The number of words left."""
    masks: tuple[int, ...]
    """The letters allowed at each position, as bits."""
    excluded: tuple[int, ...] = ()
    """The rows ruled out one by one."""
    row: int = -1
    """The row assigned or placed, -1 while there is none."""


@dataclass
class State:
    """A search between two events."""

    slots: list[SlotState]
    stack: list[tuple[SlotIndex, int]] = field(default_factory=list)
    """The decisions that hold, the first one first: slots and their rows."""
    queue: list[Any] = field(default_factory=list)
    """What waits to be revised: slots, or arcs in the textbook's algorithm."""
    tally: Tally = field(default_factory=Tally)
    """The events so far, counted."""


class Replay:
    """Go through a trace event by event; `state` is what the last one left behind."""

    def __init__(self, trace: Trace) -> None:
        if not isinstance(trace, Trace):
            kind = type(trace).__name__
            raise TypeError(f"expected a Trace, not {kind}; read a file with Trace.load()")
        self.trace = trace
        self.start = trace.start
        self.codes = {token: code for code, token in enumerate(self.start["alphabet"])}
        all_letters = (1 << len(self.codes)) - 1
        self.state = State(
            [
                SlotState(
                    len(slot["rows"]) if "rows" in slot else len(self._table(index)),
                    (all_letters,) * len(slot["cells"]),
                )
                for index, slot in enumerate(self.start["slots"])
            ]
        )
        self._saved: list[list[SlotState]] = []
        self._coded: dict[int, list[tuple[int, ...]]] = {}

    def _table(self, slot: SlotIndex) -> list[str]:
        table: list[str] = self.start["tables"][self.start["slots"][slot]["table"]]
        return table

    def steps(self) -> Iterator[tuple[Event, State]]:
        """Yield each event with the state it leaves, always the same object."""
        for event in self.trace:
            self.apply(event)
            yield event, self.state

    # -- events -----------------------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """Apply one event to the state."""
        kind = event["event"]
        self.state.tally.add(event)
        if kind in DEAD_ENDS:
            self.state.queue = []
        handler = getattr(self, f"_on_{kind}", None)
        if handler is not None:
            handler(event)

    def _change(self, slot: SlotIndex, **changes: Any) -> None:
        self.state.slots[slot] = self.state.slots[slot]._replace(**changes)

    def _on_node(self, event: Event) -> None:
        masks = list(self.state.slots[event["slot"]].masks)
        for position, token in event["given"]:
            masks[position] = 1 << self.codes[token] if token in self.codes else 0
        self._change(event["slot"], left=event["left"], masks=tuple(masks))

    def _on_ac3(self, event: Event) -> None:
        self.state.queue = [tuple(arc) for arc in event["arcs"]]

    def _on_inference(self, event: Event) -> None:
        if "slots" in event:
            self.state.queue = list(event["slots"])
        else:
            self._on_ac3(event)

    def _on_revise(self, event: Event) -> None:
        slot = event["slot"]
        arc = (slot, event["with"]) if "with" in event else slot
        if arc in self.state.queue:
            self.state.queue.remove(arc)
        self._wake(event)
        lost = event.get("lost")
        if not lost:
            if self.state.slots[slot].left != event["left"]:
                self._change(slot, left=event["left"])
            return
        if "position" in event:
            lost = [(event["position"], lost)]
        masks = list(self.state.slots[slot].masks)
        for position, tokens in lost:
            for token in tokens:
                masks[position] &= ~(1 << self.codes[token])
        self._change(slot, left=event["left"], masks=tuple(masks))

    def _wake(self, event: Event) -> None:
        self.state.queue += [
            tuple(item) if isinstance(item, list) else item for item in event.get("wake", ())
        ]

    def _on_exclude(self, event: Event) -> None:
        excluded = (*self.state.slots[event["slot"]].excluded, event["row"])
        self._change(event["slot"], left=event["left"], excluded=excluded)
        self._wake(event)

    def _on_place(self, event: Event) -> None:
        self._change(event["slot"], left=1, row=event["row"])
        self._wake(event)

    def _on_assign(self, event: Event) -> None:
        self._saved.append(self.state.slots.copy())
        self.state.stack.append((event["slot"], event["row"]))
        self._change(event["slot"], left=1, row=event["row"])

    def _on_backtrack(self, event: Event) -> None:
        self.state.stack.pop()
        self.state.slots = self._saved.pop()
        self.state.queue = []

    def _on_restart(self, event: Event) -> None:
        if self._saved:
            self.state.slots = self._saved[0]
        self._saved.clear()
        self.state.stack.clear()
        self.state.queue = []

    # -- what a state means -----------------------------------------------------------------------

    def words(self, slot: SlotIndex) -> list[str]:
        """Return the words that a slot has left."""
        state, facts = self.state.slots[slot], self.start["slots"][slot]
        table = self._table(slot)
        if state.row >= 0:
            return [table[state.row]]
        coded = self._codes_of(facts["table"])
        excluded = set(state.excluded)
        return [
            table[row]
            for row in facts.get("rows", range(len(table)))
            if row not in excluded
            and len(coded[row]) == len(state.masks)
            and all(mask >> code & 1 for mask, code in zip(state.masks, coded[row], strict=True))
        ]

    def _codes_of(self, table: int) -> list[tuple[int, ...]]:
        """Return the words of a table as codes."""
        if table not in self._coded:
            tokens = token_pattern(self.codes)
            words = self.start["tables"][table]
            self._coded[table] = [_encode(word, tokens, self.codes) for word in words]
        return self._coded[table]

    def answers(self) -> dict[str, str]:
        """Return the words of the slots that are down to one, by label."""
        answers = {}
        for index, slot in enumerate(self.start["slots"]):
            if self.state.slots[index].left == 1:
                [answers[slot["label"]]] = self.words(index)
        return answers


def replay(trace: Trace, upto: int | None = None) -> Replay:
    """Return the replay after this many events, or after all of them."""
    if upto is not None and not 0 <= upto <= len(trace):
        raise CrosswrightError(f"there is no event {upto}; the trace has {len(trace)}")
    replay = Replay(trace)
    for event in islice(trace, upto):
        replay.apply(event)
    return replay


def _encode(word: str, tokens: re.Pattern[str], codes: dict[str, int]) -> tuple[int, ...]:
    """Split a word into tokens, the longest first, and return their codes; () if it cannot be."""
    try:
        return tuple(codes[token] for token in tokens.findall(word))
    except KeyError:
        return ()
