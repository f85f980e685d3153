"""The tree of a recorded search: its decisions, and where each of them began and ended."""

from __future__ import annotations

from collections.abc import Callable

from crosswright.tracing.events import Event

NONE = -1
"""No parent, no end, no number."""


class Tree:
    """The decisions of a search as columns, one entry for each, in the order they were made.

    `at` is the event that made the decision, `end` the one that took it back, `parent` the index of
    the decision before it, `choice` the event that chose its slot, and `ruledOut` the number that
    its word was preferred for.
    """

    def __init__(self) -> None:
        names = ("at", "end", "parent", "choice", "slot", "row", "ruledOut")
        self.columns: dict[str, list[int]] = {name: [] for name in names}
        self.path: list[int] = []
        """The decisions that hold, the first one first."""
        self.levels: list[int] = []
        """For each of them, and for the next, the event that chose its slot."""

    def add(self, position: int, event: Event) -> None:
        """Take one more event into account."""
        handlers: dict[str, Callable[[int, Event], None]] = {
            "select": self._on_select,
            "assign": self._on_assign,
            "backtrack": self._on_backtrack,
            "restart": self._on_restart,
        }
        if event["event"] in handlers:
            handlers[event["event"]](position, event)

    def _on_select(self, position: int, event: Event) -> None:
        self.levels[len(self.path) :] = [position]

    def _on_assign(self, position: int, event: Event) -> None:
        depth = len(self.path)
        entry = {
            "at": position,
            "end": NONE,
            "parent": self.path[-1] if self.path else NONE,
            "choice": self.levels[depth] if depth < len(self.levels) else NONE,
            "slot": event["slot"],
            "row": event["row"],
            "ruledOut": event.get("ruled_out", NONE),
        }
        self.path.append(len(self.columns["at"]))
        for name, value in entry.items():
            self.columns[name].append(value)

    def _on_backtrack(self, position: int, event: Event) -> None:
        self.columns["end"][self.path.pop()] = position
        del self.levels[len(self.path) + 1 :]

    def _on_restart(self, position: int, event: Event) -> None:
        for node in self.path:
            self.columns["end"][node] = position
        self.path.clear()
        self.levels.clear()
