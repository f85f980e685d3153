"""What a command says besides its result: notes, warnings and a live line, all on stderr."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self, TextIO

import click

REDRAW = 0.1
"""Seconds between two states of the live line."""


def is_terminal(stream: TextIO) -> bool:
    """Tell whether a person looks at a stream."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


@dataclass(frozen=True)
class Console:
    """Where notes go: nowhere when the command is told to be quiet; warnings always appear."""

    quiet: bool = False

    def note(self, message: str) -> None:
        """Say something worth knowing."""
        if not self.quiet:
            click.echo(message, err=True)

    def warn(self, message: str) -> None:
        """Say what is not as it should be."""
        click.echo(f"crosswright: {message}", err=True)

    @contextmanager
    def live(self) -> Iterator[LiveLine]:
        """Give a line that shows progress on a terminal, and nothing elsewhere."""
        with LiveLine(on=not self.quiet and is_terminal(sys.stderr)) as line:
            yield line


@dataclass
class LiveLine:
    """One line of a terminal, written over and over; gone when it is left."""

    on: bool
    _shown: float = field(default=0.0, init=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.on and self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    @property
    def due(self) -> bool:
        """Whether it is time to show another state."""
        return self.on and time.monotonic() - self._shown >= REDRAW

    def show(self, text: str) -> None:
        """Write over what the line has."""
        import shutil

        self._shown = time.monotonic()
        columns = shutil.get_terminal_size().columns - 1
        sys.stderr.write(f"\r\x1b[K{text[:columns]}")
        sys.stderr.flush()
