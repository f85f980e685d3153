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
from crosswright.tracing.events import DEAD_ENDS, EVENTS, Event
from crosswright.tracing.player.tree import Tree
from crosswright.tracing.replay import Replay, SlotState, State
from crosswright.tracing.trace import Trace

SCRIPTS: Final = (
    *("tools", "recording", "domains", "pseudocode", "sentences", "board", "arcs", "choices"),
    *("notes", "treemap", "tree", "log", "run", "clock", "player"),
)
"""The parts of the script, in the order in which they are joined."""

STYLES: Final = ("tokens", "page", "board", "panels", "tree")
"""The parts of the style sheet, in order."""

CHUNK: Final = 256
"""Events that share one record of the state."""

MAX_RUNS: Final = 2
"""Runs that one page shows side by side."""

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
        "style": "".join(shipped_text(__name__, f"{name}.css") for name in STYLES),
        "data": data,
        "script": "".join(shipped_text(__name__, f"{name}.js") for name in SCRIPTS),
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
    replay, tree = Replay(run), Tree()
    jumps = _Jumps()
    chunks = []
    chunk: list[list[Any]] = []
    keyframe = _keyframe(replay.state, tree)
    for position, event in enumerate(run):
        if len(chunk) == CHUNK:
            chunks.append({"key": keyframe, "events": chunk})
            chunk, keyframe = [], _keyframe(replay.state, tree)
        before = {slot: replay.state.slots[slot] for slot in _touched(event, replay.state)}
        replay.apply(event)
        tree.add(position, event)
        jumps.add(position, event)
        chunk.append(_packed(event, before, replay.state.slots))
    chunks.append({"key": keyframe, "events": chunk})
    start = run.start
    head = {
        "title": name,
        "algorithm": start["algorithm"],
        "variant": start.get("variant"),
        "grid": start["grid"],
        "bars": start.get("bars", []),
        "rebus": start.get("rebus", []),
        "slots": start["slots"],
        "alphabet": start["alphabet"],
        "tables": start["tables"],
        "kinds": EVENTS,
        "deadEnds": DEAD_ENDS,
        "arc": ARC,
        "chunk": CHUNK,
        "events": len(run),
        "jumps": jumps.positions,
        "tree": tree.columns,
        "counters": run.end["counters"],
        "status": run.end["status"],
    }
    yield _script(f"run-{index}", head)
    for number, packed in enumerate(chunks):
        yield _script(f"run-{index}-{number}", packed)


class _Jumps:
    """The positions of events that the page jumps to."""

    def __init__(self) -> None:
        names = ("assign", "removal", "deadEnd", "backtrack")
        self.positions: dict[str, list[int]] = {name: [] for name in names}

    def add(self, position: int, event: Event) -> None:
        kind = event["event"]
        if kind in ("assign", "backtrack"):
            self.positions[kind].append(position)
        elif kind in DEAD_ENDS:
            self.positions["deadEnd"].append(position)
        elif kind == "revise" and event["removed"]:
            self.positions["removal"].append(position)


def _script(name: str, data: Any) -> str:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{text}</script>'


def _keyframe(state: State, tree: Tree) -> dict[str, Any]:
    """Return a whole state as plain data."""
    return {
        "slots": [
            [slot.left, slot.row, [f"{mask:x}" for mask in slot.masks], slot.excluded]
            for slot in state.slots
        ],
        "stack": state.stack.copy(),
        "nodes": tree.path.copy(),
        "levels": tree.levels.copy(),
        "queue": [_waiting(item) for item in state.queue],
        "counts": state.tally.counters(),
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
        event.get("with", event.get("by", -1)),
        event.get("row", -1),
        event.get("removed", 0),
        event.get("left", -1),
        [[position, " ".join(tokens)] for position, tokens in lost],
        [_waiting(item) for item in items] if event["event"] != "start" else [],
        [
            _difference(slot, old, after[slot])
            for slot, old in before.items()
            if old is not after[slot]
        ],
        *_details(event),
    ]


def _details(event: Event) -> Iterator[Any]:
    """Yield what only some kinds of events have, if anything."""
    kind = event["event"]
    if kind == "select":
        yield [event["open"], event["values"]]
    elif kind == "assign":
        yield [event.get("passed", 0), event.get("ruled_out", -1)]
    elif kind in DEAD_ENDS:
        yield event.get("cause", "")
    elif kind == "revise" and event["removed"]:
        yield event.get("words", [])
    elif kind == "node":
        yield len(event["given"])


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
