"""What the tests of the player of searches share: where it is, and what it shows."""

from __future__ import annotations

import json
from typing import Any

from crosswright.tracing.events import Event
from crosswright.tracing.trace import Trace


def state(player: Any, run: int = 0) -> dict[str, Any]:
    snapshot: dict[str, Any] = json.loads(player.evaluate(f"player.runs[{run}].snapshot()"))
    return snapshot


def content(player: Any) -> str:
    """Return all that the page shows of its runs."""
    classes = "[...document.querySelectorAll('.cell, .node, .lit')].map((node) => node.className)"
    return f"{player.locator('main').inner_text()} {player.evaluate(classes)}"


def positions(run: Trace, *kinds: str) -> list[int]:
    """Return the positions of the events of some kinds."""
    return [position for position, event in enumerate(run) if event["event"] in kinds]


def removals(run: Trace) -> list[int]:
    events = enumerate(run)
    return [n for n, event in events if event["event"] == "revise" and event["removed"]]


def sentence(player: Any) -> str:
    return str(player.locator(".sentence").first.inner_text())


def lit(player: Any) -> str:
    """Return the line of the pseudocode that is lit."""
    return str(player.locator(".code .lit").inner_text())


def go(player: Any, position: int) -> None:
    player.evaluate(f"player.go({position})")


def path_after(events: list[Event]) -> list[tuple[int, str]]:
    """Return the decisions that hold after some events: slots and words."""
    stack: list[tuple[int, str]] = []
    for event in events:
        if event["event"] == "assign":
            stack.append((event["slot"], event["word"]))
        elif event["event"] == "backtrack":
            stack.pop()
    return stack
