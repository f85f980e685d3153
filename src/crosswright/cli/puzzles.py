"""Puzzles in and out: files by suffix, standard input and output, warnings and losses in words."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from crosswright.cli.console import Console, is_terminal
from crosswright.cli.options.common import Outputs, Talk
from crosswright.errors import FormatError
from crosswright.formats.files import from_bytes, read, to_bytes
from crosswright.formats.format import MAX_BYTES, Format
from crosswright.formats.registry import by_name, by_suffix
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.files import write_atomically

if TYPE_CHECKING:
    from crosswright.rendering.options import RenderOptions

STDIO = "-"
DRAWN = frozenset({"svg", "png", "pdf", "html", "htm"})
"""Suffixes of what is drawn; all others are puzzle formats, which can be read again."""

PICTURES = frozenset({"svg", "png"})
"""Drawings of the grid alone; others have a place for the answers, or play the puzzle."""

DEFAULT = "text"


def read_puzzle(place: str, source: str | None, console: Console) -> Puzzle:
    """Read a puzzle from a file or, for `-`, from standard input; pass its warnings on."""
    if not place:
        raise FormatError("the name of the puzzle file is empty; - is standard input")
    name = "standard input" if place == STDIO else place
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        if place == STDIO:
            data = sys.stdin.buffer.read(MAX_BYTES + 1)
            puzzle = from_bytes(data, source, name)
        elif source is not None or not _has_known_suffix(place):
            puzzle = from_bytes(_read_file(place), source, name)
        else:
            puzzle = read(place)
    for warning in caught:
        console.warn(f"{name}: {warning.message}")
    return puzzle


def _has_known_suffix(place: str) -> bool:
    try:
        by_suffix(place)
    except FormatError:
        return False
    return True


def _read_file(place: str) -> bytes:
    with Path(place).open("rb") as file:
        return file.read(MAX_BYTES + 1)


@dataclass(frozen=True)
class Target:
    """One place to write to, and in which format; `drawn` says whether it is a drawing."""

    place: str
    format: str
    drawn: bool

    @classmethod
    def of(cls, place: str, to: str | None, drawings: bool) -> Target:
        """Find the format; with `drawings`, text is drawn too."""
        if place == STDIO:
            kind = (to or DEFAULT).lower().removeprefix(".")
        else:
            kind = Path(place).suffix.lower().removeprefix(".")
            parent = Path(place).parent
            if not parent.is_dir():
                raise FormatError(f"{place}: there is no directory {parent}; make it first")
        if kind in DRAWN or (drawings and kind in ("txt", "text")):
            return cls(place, kind, True)
        try:
            known = _format_named(kind) if place == STDIO else by_suffix(place)
        except FormatError as error:
            raise FormatError(f"{error}, and drawings are svg png pdf html") from None
        return cls(place, known.name, False)

    def data(
        self, puzzle: Puzzle, options: RenderOptions | None, strict: bool
    ) -> tuple[bytes, list[str]]:
        """Return what is to be written, and what of the puzzle is missing from it.

        Without options, pictures of the grid show its letters.
        """
        if self.drawn:
            from crosswright.rendering.options import RenderOptions
            from crosswright.rendering.render import render

            drawing = render(
                puzzle, self.format, options or RenderOptions(solution=self.format in PICTURES)
            )
            return drawing, [*drawing.notices]
        data, losses = to_bytes(puzzle, self.format, strict)
        return data, [*map(str, losses)]


def _format_named(kind: str) -> Format:
    """Find a format by the suffix that is meant, or else by its name."""
    with suppress(FormatError):
        return by_suffix(f"puzzle.{kind}")
    return by_name(kind)


@dataclass
class Writer:
    """The outputs of a command: found wanting before any work is done, written after it."""

    targets: Sequence[Target]
    strict: bool
    console: Console
    written: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def of(cls, outputs: Outputs, talk: Talk, *, drawings: bool = False) -> Writer:
        """Find the formats of all outputs; refuse two that want the same place."""
        targets = [Target.of(place, outputs.to, drawings) for place in outputs.output]
        seen: set[str] = set()
        for target in targets:
            place = STDIO if target.place == STDIO else os.path.realpath(target.place)
            if place in seen:
                raise click.UsageError(f"-o {target.place} is given twice")
            seen.add(place)
        if talk.json and STDIO in seen:
            raise click.UsageError("--json and -o - both want standard output; name a file with -o")
        return cls(targets, outputs.strict, talk.console)

    def leaves_room(self, quiet: bool) -> bool:
        """Tell whether the result is to be shown: a person looks, or there is no output else."""
        return not self.targets or (is_terminal(sys.stdout) and not quiet)

    def write(
        self, puzzle: Puzzle, options: RenderOptions | None = None, number: int | None = None
    ) -> None:
        """Write all outputs, the files of one puzzle of several with its number in their names."""
        for target in self.targets:
            place = target.place if number is None else numbered(target.place, number)
            data, missing = target.data(puzzle, options, self.strict)
            self._put(place, data)
            for loss in missing:
                self.console.warn(f"{place}: not in it: {loss}")
            if place != STDIO:
                self.console.note(f"wrote {place}")
            self.written.append({"file": place, "format": target.format, "losses": missing})

    def _put(self, place: str, data: bytes) -> None:
        if place != STDIO:
            try:
                write_atomically(place, data)
            except OSError as error:
                reason = error.strerror or error
                raise FormatError(f"{place}: cannot be written: {reason}") from None
            return
        if is_terminal(sys.stdout) and not _is_text(data):
            raise click.UsageError("this format is not for a terminal; use -o FILE or a pipe")
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def numbered(place: str, number: int) -> str:
    """Name one file of several: out-2.pdf for out.pdf."""
    if place == STDIO:
        return place
    path = Path(place)
    return str(path.with_stem(f"{path.stem}-{number}"))


def _is_text(data: bytes) -> bool:
    try:
        return "\0" not in data.decode()
    except UnicodeDecodeError:
        return False
