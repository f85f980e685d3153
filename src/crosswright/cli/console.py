"""What a command says besides its result: notes, warnings and live lines, all on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Self, TypeVar

from crosswright.cli.terminal import can_redraw, one_line, print_message, write_stderr
from crosswright.support.records import Record, field

REDRAW_SECONDS = 0.1
"""The time between two states of the live line."""

State = TypeVar("State")


class Console(Record):
    """Where notes go: nowhere if the command is to be quiet. Warnings always appear."""

    quiet: bool = False

    def note(self, message: str) -> None:
        """Mention something worth knowing."""
        if not self.quiet:
            print_message(message)

    def warn(self, message: str) -> None:
        """Report something that is not as it should be."""
        print_message(f"crosswright: {message}")

    @contextmanager
    def live(self) -> Iterator[LiveLine]:
        """Provide a line that shows progress on a terminal, and nothing elsewhere."""
        with LiveLine(on=not self.quiet and can_redraw(sys.stderr)) as line:
            yield line

    def watch(self, run: Iterable[State], describe: Callable[[State], str]) -> None:
        """Go through a run to its end, with its progress on the live line."""
        with self.live() as line:
            for state in run:
                if line.due:
                    line.show(describe(state))


class LiveLine(Record, frozen=False):
    """A line of a terminal, or some, overwritten again and again, and erased at the end."""

    on: bool
    _shown_at: float = field(default=0.0, init=False)
    _lines_above: int = field(default=0, init=False)
    """How many lines there are above the one with the cursor."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.on and self._shown_at:
            write_stderr(f"{self._back()}\x1b[{'J' if self._lines_above else 'K'}")

    @property
    def due(self) -> bool:
        """Whether it is time to show another state."""
        return self.on and time.monotonic() - self._shown_at >= REDRAW_SECONDS

    def show(self, *lines: str) -> None:
        """Overwrite the line, or the lines: as many as before."""
        import shutil

        columns = shutil.get_terminal_size().columns - 1
        text = "\n".join(f"\x1b[K{one_line(line)[:columns]}" for line in lines)
        write_stderr(f"{self._back()}{text}")
        self._shown_at, self._lines_above = time.monotonic(), len(lines) - 1

    def _back(self) -> str:
        """Return what moves the cursor to where the first line begins."""
        return f"\r\x1b[{self._lines_above}A" if self._lines_above else "\r"
