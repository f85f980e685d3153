"""The player of recorded searches: one HTML file that asks nothing of any network.

Events go in by chunks, each with the state at its beginning, so that the page reads what it shows
and no more, and going back never replays more than a chunk.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from typing import Any, Final

from crosswright.errors import CrosswrightError
from crosswright.tracing.replay import Replay, SlotState, State
from crosswright.tracing.textbook import Event
from crosswright.tracing.trace import Trace

CHUNK: Final = 256
"""Events that share one record of the state."""

MOST_RUNS: Final = 2
"""Runs that one page shows side by side."""

KINDS: Final = (
    "start", "node", "ac3", "inference", "revise", "exclude", "place", "assign", "wipeout",
    "backtrack", "restart", "shortage", "solution", "end",
)  # fmt: skip
"""Events by the number they have in the page."""

BASIC: Final = ("assign", "backtrack", "revise", "wipeout")
"""Counters that are shown even when they stay at nought."""

NAMES: Final = {
    "mrv": "fewest words first",
    "degree": "most crossings first",
    "fixed": "grid order",
    "lcv": "least constraining first",
    "alphabetical": "by the alphabet",
    "random": "at random",
}
"""The textbook's heuristics in words."""

ARC: Final = 4096
"""An arc is one number in the page: -(first slot × this + second slot) - 1."""


def page(traces: Sequence[Trace], titles: Sequence[str] = ()) -> str:
    """Return a page that plays one trace, or two side by side, in step."""
    if not 1 <= len(traces) <= MOST_RUNS:
        raise CrosswrightError(f"the player shows one run or {MOST_RUNS}, not {len(traces)}")
    named = [
        titles[number] if number < len(titles) else title(run) for number, run in enumerate(traces)
    ]
    data = "\n".join(
        script for number, run in enumerate(traces) for script in _scripts(number, run, named)
    )
    folder = files(__name__)
    template = (folder / "player.html").read_text("utf-8")
    parts = {
        "title": escape(" · ".join(named)),
        "style": (folder / "player.css").read_text("utf-8"),
        "data": data,
        "script": (folder / "player.js").read_text("utf-8"),
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


def _scripts(number: int, run: Trace, titles: Sequence[str]) -> Iterator[str]:
    """Yield the data of one run as script elements that do not run."""
    replay = Replay(run)
    backtracks, decisions, chunks = [], [], []
    chunk: list[list[Any]] = []
    key = _keyframe(replay.state)
    for place, event in enumerate(run):
        if len(chunk) == CHUNK:
            chunks.append({"key": key, "events": chunk})
            chunk, key = [], _keyframe(replay.state)
        before = {slot: replay.state.slots[slot] for slot in _touched(event, replay.state)}
        replay.apply(event)
        chunk.append(_packed(event, before, replay.state.slots))
        if event["event"] == "backtrack":
            backtracks.append(place)
        elif event["event"] == "assign":
            decisions.append(place)
    chunks.append({"key": key, "events": chunk})
    start, end = run.start, run.end
    head = {
        "title": titles[number],
        "grid": start["grid"],
        "bars": start.get("bars", []),
        "rebus": start.get("rebus", []),
        "slots": start["slots"],
        "alphabet": start["alphabet"],
        "tables": start["tables"],
        "kinds": KINDS,
        "arc": ARC,
        "chunk": CHUNK,
        "events": len(run),
        "backtracks": backtracks,
        "decisions": decisions,
        "counted": [kind for kind in KINDS if replay.state.counts.get(kind) or kind in BASIC],
        "status": end["status"],
    }
    yield _script(f"run-{number}", head)
    for place, packed in enumerate(chunks):
        yield _script(f"run-{number}-{place}", packed)


def _script(name: str, data: Any) -> str:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{text}</script>'


def _keyframe(state: State) -> dict[str, Any]:
    """Return a whole state as plain data."""
    return {
        "slots": [
            [slot.left, slot.row, [f"{mask:x}" for mask in slot.masks], slot.out]
            for slot in state.slots
        ],
        "stack": state.stack.copy(),
        "queue": [_waiting(item) for item in state.queue],
        "counts": [state.counts.get(kind, 0) for kind in KINDS],
    }


def _waiting(item: Any) -> int:
    """Return a slot, or an arc as one negative number."""
    if isinstance(item, int):
        return item
    return -(int(item[0]) * ARC + int(item[1])) - 1


def _touched(event: Event, state: State) -> Sequence[int]:
    """Return the slots that an event may change."""
    if event["event"] in ("backtrack", "restart"):
        return range(len(state.slots))
    return (event["slot"],) if event.get("slot") is not None else ()


def _packed(event: Event, before: dict[int, SlotState], after: list[SlotState]) -> list[Any]:
    """Return an event as a short list, with what it leaves of the slots it changed."""
    lost = event.get("lost", [])
    if "position" in event:
        lost = [[event["position"], lost]]
    items: Sequence[Any] = event.get("arcs") or event.get("slots") or event.get("wake") or ()
    return [
        KINDS.index(event["event"]),
        event.get("slot", -1),
        event.get("with", -1),
        event.get("row", -1),
        event.get("removed", 0),
        [[position, " ".join(tokens)] for position, tokens in lost],
        " ".join(event.get("words", ())),
        [_waiting(item) for item in items] if event["event"] != "start" else [],
        [
            _difference(slot, old, after[slot])
            for slot, old in before.items()
            if old is not after[slot]
        ],
    ]


def _difference(slot: int, old: SlotState, new: SlotState) -> list[Any]:
    """Return a slot's number, words left, word, changed masks, and words ruled out."""
    masks = [
        [position, f"{mask:x}"]
        for position, (known, mask) in enumerate(zip(old.masks, new.masks, strict=True))
        if known != mask
    ]
    keep = min(len(old.out), len(new.out))
    if old.out[:keep] != new.out[:keep]:
        keep = 0
    return [slot, new.left, new.row, masks, [keep, *new.out[keep:]]]
