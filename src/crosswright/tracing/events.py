"""The events of a trace; docs/trace.md has the schema."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

VERSION: Final = 2
"""The version of the schema; a reader refuses a higher one."""

EVENTS: Final = (
    "start", "node", "ac3", "inference", "revise", "exclude", "place", "select", "assign",
    "wipeout", "exhausted", "unplaced", "shortage", "backtrack", "restart", "solution", "end",
)  # fmt: skip
"""All kinds of events."""

DEAD_ENDS: Final = ("wipeout", "exhausted", "unplaced", "shortage")
"""Events at which a branch of the search ends; each has a `cause`, a sentence."""

CHOICES: Final = 12
"""Slots and words that a `select` names, in the order of preference."""

SAMPLE: Final = 5
"""Removed words that a revision names; the letters it lost say which the others are."""

Event = dict[str, Any]
"""A step of a search as plain data; its kind is `event["event"]`."""

Listener = Callable[[Event], None]


@dataclass
class Tally:
    """What the events of a search add up to."""

    kinds: Counter[str] = field(default_factory=Counter)
    removed: int = 0

    def add(self, event: Event) -> None:
        """Count one more event."""
        kind = event["event"]
        self.kinds[kind] += 1
        if kind in ("revise", "place"):
            self.removed += event["removed"]
        elif kind == "exclude":
            self.removed += 1

    def counters(self) -> dict[str, int]:
        """Return the counters of the `end` event."""
        kinds = self.kinds
        return {
            "assignments": kinds["assign"],
            "backtracks": kinds["backtrack"],
            "dead_ends": sum(kinds[kind] for kind in DEAD_ENDS),
            "revisions": kinds["revise"],
            "removed": self.removed,
            "restarts": kinds["restart"],
        }
