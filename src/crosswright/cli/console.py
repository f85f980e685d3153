"""What a command says besides its result: notes, warnings and a live line, all on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Self, TypeVar

from crosswright.cli.terminal import is_terminal, one_line, print_message, write_stderr
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
        with LiveLine(on=not self.quiet and is_terminal(sys.stderr)) as line:
            yield line

    def watch(self, run: Iterable[State], describe: Callable[[State], str]) -> None:
        """Go through a run to its end, with its progress on the live line."""
        with self.live() as line:
            for state in run:
                if line.due:
                    line.show(describe(state))


class LiveLine(Record, frozen=False):
    """One line of a terminal, overwritten again and again, and erased at the end."""

    on: bool
    _shown_at: float = field(default=0.0, init=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.on and self._shown_at:
            write_stderr("\r\x1b[K")

    @property
    def due(self) -> bool:
        """Whether it is time to show another state."""
        return self.on and time.monotonic() - self._shown_at >= REDRAW_SECONDS

    def show(self, text: str) -> None:
        """Overwrite the line."""
        import shutil

        self._shown_at = time.monotonic()
        columns = shutil.get_terminal_size().columns - 1
        write_stderr(f"\r\x1b[K{one_line(text)[:columns]}")
