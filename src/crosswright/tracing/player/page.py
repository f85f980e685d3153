"""The player of recorded searches: one HTML file that needs no network.

Events are stored in chunks, each with the state at its beginning: the page reads only what it
shows, and going back never replays more than one chunk.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, Final

from crosswright.errors import CrosswrightError
from crosswright.grids.grid import SlotIndex
from crosswright.support.shipped import shipped_text
from crosswright.tracing.events import EVENTS, Event
from crosswright.tracing.replay import Replay, SlotState, State
from crosswright.tracing.trace import Trace

CHUNK: Final = 256
"""Events that share one record of the state."""

MAX_RUNS: Final = 2
"""Runs that one page shows side by side."""

BASIC: Final = ("assign", "backtrack", "revise", "wipeout")
"""Counters that are shown even if they stay at zero."""

NAMES: Final = {
    "mrv": "fewest words first",
    "degree": "most crossings first",
    "fixed": "grid order",
    "lcv": "least constraining first",
    "alphabetical": "alphabetical order",
    "random": "random order",
}
"""The textbook's heuristics in words."""

ARC: Final = 4096
"""An arc is one number in the page: -(first slot × this + second slot) - 1."""


def page(traces: Sequence[Trace], titles: Sequence[str] = ()) -> str:
    """Return a page that plays one trace, or two side by side, in step."""
    if not 1 <= len(traces) <= MAX_RUNS:
        raise CrosswrightError(f"the player shows one run or {MAX_RUNS}, not {len(traces)}")
    names = [*titles[: len(traces)], *map(title, traces[len(titles) :])]
    data = "\n".join(
        script
        for index, (run, name) in enumerate(zip(traces, names, strict=True))
        for script in _scripts(index, run, name)
    )
    template = shipped_text(__name__, "player.html")
    parts = {
        "title": escape(" · ".join(names)),
        "style": shipped_text(__name__, "player.css"),
        "data": data,
        "script": shipped_text(__name__, "player.js"),
    }
    for name, part in parts.items():
        template = template.replace(f"<!--{name}-->", part, 1)
    return template


def title(run: Trace) -> str:
    """Name a run by its algorithm."""
    start = run.start
    if start["algorithm"] != "textbook":
        return f"The engine, seed {start['seed']}"
    variant = start["variant"]
    inference = "inference" if variant["inference"] else "no inference"
    return f"Textbook: {inference}, {NAMES[variant['variable']]}, {NAMES[variant['value']]}"


def _scripts(index: int, run: Trace, name: str) -> Iterator[str]:
    """Yield the data of one run as script elements that are not executed."""
    replay = Replay(run)
    positions: dict[str, list[int]] = {"backtrack": [], "assign": []}
    chunks = []
    chunk: list[list[Any]] = []
    keyframe = _keyframe(replay.state)
    for position, event in enumerate(run):
        if len(chunk) == CHUNK:
            chunks.append({"key": keyframe, "events": chunk})
            chunk, keyframe = [], _keyframe(replay.state)
        before = {slot: replay.state.slots[slot] for slot in _touched(event, replay.state)}
        replay.apply(event)
        chunk.append(_packed(event, before, replay.state.slots))
        if event["event"] in positions:
            positions[event["event"]].append(position)
    chunks.append({"key": keyframe, "events": chunk})
    start = run.start
    head = {
        "title": name,
        "grid": start["grid"],
        "bars": start.get("bars", []),
        "rebus": start.get("rebus", []),
        "slots": start["slots"],
        "alphabet": start["alphabet"],
        "tables": start["tables"],
        "kinds": EVENTS,
        "arc": ARC,
        "chunk": CHUNK,
        "events": len(run),
        "backtracks": positions["backtrack"],
        "decisions": positions["assign"],
        "counted": [kind for kind in EVENTS if replay.state.tally.kinds[kind] or kind in BASIC],
        "status": run.end["status"],
    }
    yield _script(f"run-{index}", head)
    for number, packed in enumerate(chunks):
        yield _script(f"run-{index}-{number}", packed)


def _script(name: str, data: Any) -> str:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{text}</script>'


def _keyframe(state: State) -> dict[str, Any]:
    """Return a whole state as plain data."""
    return {
        "slots": [
            [slot.left, slot.row, [f"{mask:x}" for mask in slot.masks], slot.excluded]
            for slot in state.slots
        ],
        "stack": state.stack.copy(),
        "queue": [_waiting(item) for item in state.queue],
        "counts": [state.tally.kinds[kind] for kind in EVENTS],
    }


def _waiting(item: Any) -> int:
    """Return a slot, or an arc as one negative number."""
    if isinstance(item, int):
        return item
    return -(int(item[0]) * ARC + int(item[1])) - 1


def _touched(event: Event, state: State) -> Sequence[SlotIndex]:
    """Return the slots that an event may change."""
    if event["event"] in ("backtrack", "restart"):
        return range(len(state.slots))
    return (event["slot"],) if event.get("slot") is not None else ()


def _packed(event: Event, before: dict[SlotIndex, SlotState], after: list[SlotState]) -> list[Any]:
    """Return an event as a short list, with the new state of each slot that it changed."""
    lost = event.get("lost", [])
    if "position" in event:
        lost = [[event["position"], lost]]
    items: Sequence[Any] = event.get("arcs") or event.get("slots") or event.get("wake") or ()
    return [
        EVENTS.index(event["event"]),
        event.get("slot", -1),
        event.get("with", -1),
        event.get("row", -1),
        event.get("removed", 0),
        [[position, " ".join(tokens)] for position, tokens in lost],
        event.get("cause") or " ".join(event.get("words", ())),
        [_waiting(item) for item in items] if event["event"] != "start" else [],
        [
            _difference(slot, old, after[slot])
            for slot, old in before.items()
            if old is not after[slot]
        ],
    ]


def _difference(slot: SlotIndex, old: SlotState, new: SlotState) -> list[Any]:
    """Return a slot with its words left, its word, the masks that changed, and excluded words.

    The last are the number of excluded words to keep, and those to add.
    """
    masks = [
        [position, f"{mask:x}"]
        for position, (before, mask) in enumerate(zip(old.masks, new.masks, strict=True))
        if before != mask
    ]
    keep = min(len(old.excluded), len(new.excluded))
    if old.excluded[:keep] != new.excluded[:keep]:
        keep = 0
    return [slot, new.left, new.row, masks, [keep, *new.excluded[keep:]]]
