"""The state of a recorded search at any of its events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from crosswright.errors import CrosswrightError
from crosswright.tracing.textbook import Event
from crosswright.tracing.trace import Trace

COUNTED = ("assign", "backtrack", "revise", "wipeout", "restart", "exclude", "solution")
"""The events that the state counts."""


class SlotState(NamedTuple):
    """What a slot has left: its words by number, letters allowed per position, words ruled out.

    `row` is the word that was put there, -1 while there is none.
    """

    left: int
    masks: tuple[int, ...]
    out: tuple[int, ...] = ()
    row: int = -1


@dataclass
class State:
    """A search between two events: slots, the decisions, and what waits to be revised."""

    slots: list[SlotState]
    stack: list[tuple[int, int]] = field(default_factory=list)
    queue: list[Any] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTED, 0))


class Replay:
    """Go through a trace event by event; `state` is what the last one left."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.start = trace.start
        self.codes = {token: code for code, token in enumerate(self.start["alphabet"])}
        whole = (1 << len(self.codes)) - 1
        self.state = State(
            [
                SlotState(
                    len(slot["rows"]) if "rows" in slot else len(self._table(number)),
                    (whole,) * len(slot["cells"]),
                )
                for number, slot in enumerate(self.start["slots"])
            ]
        )
        self._saved: list[list[SlotState]] = []
        self._cuts: dict[int, list[tuple[int, ...]]] = {}

    def _table(self, slot: int) -> list[str]:
        table: list[str] = self.start["tables"][self.start["slots"][slot]["table"]]
        return table

    def steps(self) -> Iterator[tuple[Event, State]]:
        """Yield each event with the state it leaves, always the same object."""
        for event in self.trace:
            self.apply(event)
            yield event, self.state

    # -- events -----------------------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """Take one event into account."""
        kind = event["event"]
        if kind in COUNTED:
            self.state.counts[kind] += 1
        handler = getattr(self, f"_on_{kind}", None)
        if handler is not None:
            handler(event)

    def _change(self, slot: int, **changes: Any) -> None:
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
        self.state.queue += [tuple(w) if isinstance(w, list) else w for w in event.get("wake", ())]

    def _on_exclude(self, event: Event) -> None:
        out = (*self.state.slots[event["slot"]].out, event["row"])
        self._change(event["slot"], left=event["left"], out=out)
        self._wake(event)

    def _on_place(self, event: Event) -> None:
        self._change(event["slot"], left=1, row=event["row"])
        self._wake(event)

    def _on_assign(self, event: Event) -> None:
        self._saved.append(self.state.slots.copy())
        self.state.stack.append((event["slot"], event["row"]))
        self._change(event["slot"], left=1, row=event["row"])

    def _on_wipeout(self, event: Event) -> None:
        self.state.queue = []

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

    def words(self, slot: int) -> list[str]:
        """Return the words that a slot has left."""
        state, place = self.state.slots[slot], self.start["slots"][slot]
        table = self._table(slot)
        if state.row >= 0:
            return [table[state.row]]
        cut = self._cut(place["table"])
        rows = place.get("rows", range(len(table)))
        out = set(state.out)
        return [
            table[row]
            for row in rows
            if row not in out
            and len(cut[row]) == len(state.masks)
            and all(mask >> code & 1 for mask, code in zip(state.masks, cut[row], strict=True))
        ]

    def _cut(self, table: int) -> list[tuple[int, ...]]:
        """Return the words of a table as codes."""
        if table not in self._cuts:
            self._cuts[table] = [_cut(word, self.codes) for word in self.start["tables"][table]]
        return self._cuts[table]

    def answers(self) -> dict[str, str]:
        """Return the words of the slots that are down to one, by label."""
        found = {}
        for number, slot in enumerate(self.start["slots"]):
            if self.state.slots[number].left == 1:
                [found[slot["label"]]] = self.words(number)
        return found


def replay(trace: Trace, upto: int | None = None) -> Replay:
    """Return the replay after so many events, or after all."""
    if upto is not None and not 0 <= upto <= len(trace):
        raise CrosswrightError(f"no event {upto}; the trace has {len(trace)}")
    made = Replay(trace)
    for line_number, event in enumerate(trace):
        if line_number == upto:
            break
        made.apply(event)
    return made


def _cut(word: str, codes: dict[str, int]) -> tuple[int, ...]:
    """Cut a word into tokens, the longest first, and return their codes."""
    found, place = [], 0
    longest = max(map(len, codes), default=1)
    while place < len(word):
        for size in range(min(longest, len(word) - place), 0, -1):
            code = codes.get(word[place : place + size])
            if code is not None:
                found.append(code)
                place += size
                break
        else:
            return ()
    return tuple(found)
