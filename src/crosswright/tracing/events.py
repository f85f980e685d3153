"""The events of a trace; docs/trace.md has the schema."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

VERSION: Final = 1
"""The version of the schema; a reader refuses a higher one."""

EVENTS: Final = (
    "start", "node", "ac3", "inference", "revise", "exclude", "place", "assign", "wipeout",
    "backtrack", "restart", "shortage", "solution", "end",
)  # fmt: skip
"""All kinds of events."""

SAMPLE: Final = 5
"""Removed words that a revision names; the letters it lost say which the others are."""

Event = dict[str, Any]
"""A step of a search as plain data; its kind is `event["event"]`."""

Listener = Callable[[Event], None]
