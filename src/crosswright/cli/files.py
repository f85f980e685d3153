"""Files and standard streams: puzzles, word lists and clues in; puzzles and texts out."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from crosswright.cli.answer import current_answer
from crosswright.cli.console import Console
from crosswright.cli.options.inputs import STDIO
from crosswright.cli.options.mode import WritingMode
from crosswright.cli.options.outputs import OutputOptions
from crosswright.cli.terminal import print_text
from crosswright.errors import FormatError, WordListError
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.files import check_writable, read_limited, write_atomically
from crosswright.support.log import log
from crosswright.support.records import Record, field
from crosswright.support.wording import either

if TYPE_CHECKING:
    from io import BufferedReader

    from crosswright.formats.format import Format
    from crosswright.rendering.options import RenderOptions
    from crosswright.words.spelling import Fold
    from crosswright.words.wordlist import WordList

# The formats are imported where they are used: a fill from nothing to the terminal needs none.

Value = TypeVar("Value")

DRAWINGS = ("svg", "png", "pdf", "html", "htm")
"""Suffixes of drawings; all others are puzzle formats, which can be read again."""

PICTURES = ("svg", "png")
"""Drawings of the grid alone; the others have room for the answers, or play the puzzle."""

DEFAULT_FORMAT = "text"

_PIECE = 1 << 16
"""What a pipe holds: how much of standard input is read at a time."""


# -- reading ------------------------------------------------------------------------------------


def source_name(path: str) -> str:
    """Return how messages refer to an input."""
    return "standard input" if path == STDIO else path


def target_name(path: str) -> str:
    """Return how messages refer to an output."""
    return "standard output" if path == STDIO else path


def read_bytes(path: str, limit: int) -> bytes:
    """Read a file or standard input; of one that is larger than the limit, a byte more."""
    if path == STDIO:
        return _read_stdin(limit + 1)
    try:
        return read_limited(path, limit)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or error
        raise FormatError(f"{path}: cannot be read: {reason}") from None


def _read_stdin(limit: int) -> bytes:
    """Read in pieces, between which Python looks at signals; within one read it may miss them."""
    stdin, data = cast("BufferedReader", sys.stdin.buffer), bytearray()
    while piece := stdin.read1(min(_PIECE, limit - len(data))):
        data += piece
    return bytes(data)


def read_puzzle(
    path: str, input_format: str | None, console: Console, *, ignore: tuple[type[Warning], ...] = ()
) -> Puzzle:
    """Read a puzzle and pass on the warnings about it, but for some kinds."""
    from crosswright.formats.files import from_bytes, read
    from crosswright.formats.format import MAX_BYTES

    name = source_name(path)
    with warnings_to(console, f"{name}: ", ignore):
        if path == STDIO or input_format is not None or not _has_known_suffix(path):
            return from_bytes(read_bytes(path, MAX_BYTES), input_format, name)
        return read(path)


@contextmanager
def warnings_to(
    console: Console, prefix: str = "", ignore: tuple[type[Warning], ...] = ()
) -> Iterator[None]:
    """Pass on the warnings of a block, but for some kinds, once it has ended well."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    for warning in caught:
        if not issubclass(warning.category, ignore):
            console.warn(f"{prefix}{warning.message}")


def _has_known_suffix(path: str) -> bool:
    from crosswright.formats.registry import by_suffix

    try:
        by_suffix(path)
    except FormatError:
        return False
    return True


def read_words(
    path: str,
    console: Console,
    fold: Fold = "strip",
    *,
    may_be_empty: bool = True,
    encoding: str = "utf-8",
) -> WordList:
    """Read a word list, and note what was left out of it."""
    from crosswright.words.listfile import MAX_BYTES, to_utf8
    from crosswright.words.wordlist import WordList

    if path == STDIO:
        name = source_name(path)
        data = to_utf8(read_bytes(path, MAX_BYTES), encoding, name)
        words = WordList.parse(data, fold=fold, name="stdin", source=name)
    else:
        words = WordList.load(path, fold=fold, encoding=encoding)
    if not words and not may_be_empty:
        from crosswright.words.tools.lists import why_empty

        raise WordListError(f"{source_name(path)}: {why_empty(words)}")
    if words.skipped_count:
        line, reason = words.skipped[0]
        count = "1 entry" if words.skipped_count == 1 else f"{words.skipped_count:,} entries"
        console.note(f"{source_name(path)}: left out {count}, the first in line {line}: {reason}")
    return words


def read_clues(path: str | None, encoding: str | None, console: Console) -> dict[str, str]:
    """Read clues by answer from a table, if there is one."""
    if path is None:
        return {}
    from crosswright.formats import cluetable

    return read_table(path, cluetable.read_clues, cluetable.parse_clues, encoding, console)


def read_table(
    path: str,
    read: Callable[..., Value],
    parse: Callable[..., Value],
    encoding: str | None,
    console: Console,
) -> Value:
    """Read a table from a file, or parse that of standard input; pass on the warnings about it."""
    with warnings_to(console):
        if path != STDIO:
            return read(path, encoding=encoding)
        from crosswright.clues.tables import MAX_BYTES

        return parse(read_bytes(path, MAX_BYTES), source_name(path), encoding=encoding)


# -- writing ------------------------------------------------------------------------------------


def check_outputs(paths: Sequence[str], mode: WritingMode) -> None:
    """Refuse, before any work is done, outputs that cannot be written."""
    seen: set[str] = set()
    for path in paths:
        target = STDIO if path == STDIO else os.path.realpath(path)
        if target in seen:
            raise click.UsageError(f"-o {path} is given twice")
        seen.add(target)
        folder = os.path.dirname(path) or os.curdir
        if not os.path.isdir(folder):
            raise FormatError(f"{path}: there is no folder {folder}; make it first")
        if path != STDIO:
            with _named_errors(path):
                check_writable(target)
            _check_clobber(path, mode)
    if mode.json and STDIO in seen:
        raise click.UsageError("--json and -o - both need standard output; name a file with -o")


def _check_clobber(path: str, mode: WritingMode) -> None:
    """Refuse to replace a file, if that is not wanted; devices and pipes are not replaced."""
    if not mode.force and os.path.lexists(path) and not _is_device(path):
        raise FormatError(
            f"{path}: exists already; choose another name, or replace it with --force"
        )


def _is_device(path: str) -> bool:
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)


def put_file(path: str, data: bytes, mode: WritingMode, summary: str = "") -> dict[str, Any]:
    """Write a file, and say so; return what JSON says about it.

    With --dry-run, say and return what would be done.
    """
    if path == STDIO:
        write_data(path, data)
        return {"file": path}
    _check_clobber(path, mode)
    if mode.dry_run:
        would = "replace" if os.path.lexists(path) and not _is_device(path) else "create"
        mode.console.note(f"would {would} {path}: {summary or f'{len(data):,} bytes'}")
        return {"file": path, "would": would, "bytes": len(data)}
    write_data(path, data)
    current_answer().files.append({"file": path})
    log(f"wrote {path}: {len(data):,} bytes")
    mode.console.note(f"wrote {path}{summary and f': {summary}'}")
    return {"file": path}


def write_data(path: str, data: bytes) -> None:
    """Write a file whole or not at all, or write to standard output."""
    if path != STDIO:
        with _named_errors(path):
            write_atomically(path, data)
        return
    if not sys.stdout.isatty():
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    elif _is_text(data):
        print_text(data.decode(), end="")
    else:
        raise click.UsageError("this format is not for a terminal; use -o FILE or a pipe")


@contextmanager
def _named_errors(path: str) -> Iterator[None]:
    """Let errors of writing name the file."""
    try:
        yield
    except OSError as error:
        raise FormatError(f"{path}: cannot be written: {error.strerror or error}") from None


def _is_text(data: bytes) -> bool:
    try:
        return "\0" not in data.decode()
    except UnicodeDecodeError:
        return False


class TextWriter(Record):
    """The text files that a command writes, each of a kind given by its suffix."""

    kinds: Mapping[str, str]
    """The kind of each path."""
    mode: WritingMode

    @classmethod
    def of(cls, paths: Sequence[str], suffixes: Sequence[str], mode: WritingMode) -> TextWriter:
        """Find the kinds of all outputs; standard output gets the first one."""
        check_outputs(paths, mode)
        kinds = {}
        for path in paths:
            kind = (
                suffixes[0]
                if path == STDIO
                else os.path.splitext(path)[1].lower().removeprefix(".")
            )
            if kind not in suffixes:
                choices = either([f".{suffix}" for suffix in suffixes])
                raise FormatError(f"{path}: this command writes {choices}")
            kinds[path] = kind
        return cls(kinds, mode)

    def write(self, texts: Mapping[str, str]) -> list[dict[str, Any]]:
        """Write to each path the text of its kind; return what was written, for JSON."""
        return [
            put_file(path, texts[kind].encode("utf-8"), self.mode)
            for path, kind in self.kinds.items()
        ]


class TextFile(Record):
    """The one text that a command writes, to a file of any name or to standard output."""

    path: str
    mode: WritingMode

    @classmethod
    def of(cls, path: str | None, mode: WritingMode) -> TextFile:
        """Check the path; without one, the text goes to standard output."""
        check_outputs([] if path is None else [path], mode)
        return cls(STDIO if path is None else path, mode)

    def write(self, text: str, summary: str = "") -> list[dict[str, Any]]:
        """Write the text, unless it would mix with JSON; return what was written, for JSON."""
        if self.path != STDIO:
            return [put_file(self.path, text.encode("utf-8"), self.mode, summary)]
        if not self.mode.json:
            print_text(text, end="")
        return []


class Target(Record):
    """A path to write a puzzle to, and its format."""

    path: str
    format: str
    suffix: str
    is_drawing: bool

    @classmethod
    def of(cls, path: str, to: str | None, draw_text: bool) -> Target:
        """Find the format; with `draw_text`, text is drawn too."""
        from crosswright.formats.format import require_writer
        from crosswright.formats.registry import by_suffix

        suffix = os.path.splitext(path)[1]
        kind = (to or DEFAULT_FORMAT) if path == STDIO else suffix
        kind = kind.lower().removeprefix(".")
        if kind in DRAWINGS or (draw_text and kind in ("txt", "text")):
            return cls(path, kind, suffix, is_drawing=True)
        try:
            chosen = _format_named(kind) if path == STDIO else by_suffix(path)
        except FormatError as error:
            raise FormatError(f"{error}, or draw it as svg, png, pdf or html") from None
        require_writer(chosen, f"{target_name(path)}: ")
        fitting = [suffix for suffix in chosen.suffixes if path.lower().endswith(suffix)]
        return cls(path, chosen.name, max(fitting, key=len, default=""), is_drawing=False)

    def named(self, number: int | None, date: str, level: str | None = None) -> str:
        """Return the path for a puzzle: out-2.pdf for one of several, unless {n} says where.

        One of several levels has its name at the end: out-easy.pdf.
        """
        if self.path == STDIO:
            return self.path
        from crosswright.cli.placeholders import fill_in, has_number
        from crosswright.support.placeholders import in_file_name

        path = self.path
        added = [] if number is None or has_number(path) else [str(number)]
        added += [] if level is None else [level]
        if added:
            stem = path[: len(path) - len(self.suffix)]
            path = f"{'-'.join([stem, *added])}{path[len(stem) :]}"
        return fill_in(path, number or 1, in_file_name(date))

    def data(
        self, puzzle: Puzzle, options: RenderOptions | None, outputs: OutputOptions
    ) -> tuple[bytes, list[str]]:
        """Return what to write, and what of the puzzle is missing from it.

        Without options, pictures of the grid show its letters.
        """
        name = target_name(self.path)
        if self.is_drawing:
            from crosswright.formats.files import require_placed
            from crosswright.rendering.options import RenderOptions
            from crosswright.rendering.render import render

            options = options or RenderOptions(solution=self.format in PICTURES)
            drawing = render(
                puzzle,
                self.format,
                options,
                sheet_language=outputs.sheet_language,
                enumerations=outputs.enumerations,
            )
            if outputs.strict and drawing.notices:
                raise FormatError(f"{name}: {'; '.join(drawing.notices)}")
            if outputs.strict:
                require_placed(puzzle, f"{name}: ")
            return drawing, [*drawing.notices]
        from crosswright.formats.files import to_bytes

        try:
            data, losses = to_bytes(
                puzzle, self.format, outputs.strict, spreadsheet_safe=outputs.spreadsheet_safe
            )
        except FormatError as error:
            raise FormatError(f"{name}: {error}") from None
        return data, [*map(str, losses)]


def _format_named(kind: str) -> Format:
    """Find a format by its suffix, or else by its name."""
    from crosswright.formats.registry import by_name, by_suffix

    with suppress(FormatError):
        return by_suffix(f"puzzle.{kind}")
    return by_name(kind)


class PuzzleWriter(Record, frozen=False):
    """The files that a command writes puzzles to, checked before any work is done."""

    targets: Sequence[Target]
    outputs: OutputOptions
    mode: WritingMode
    date: str | None = None
    """What {date} in the name of a file is, in place of the puzzle's own date."""
    written: list[dict[str, Any]] = field(default_factory=list)
    """What has been written so far, for JSON."""

    @classmethod
    def of(
        cls,
        outputs: OutputOptions,
        mode: WritingMode,
        *,
        draw_text: bool = False,
        date: str | None = None,
    ) -> PuzzleWriter:
        """Find the formats of all outputs; with --to alone, the output is standard output."""
        paths = outputs.output
        if outputs.to is not None and STDIO not in paths:
            if paths:
                raise click.UsageError(
                    "--to is the format of standard output; add -o -, or drop it"
                )
            paths = (STDIO,)
        if paths:
            from crosswright.cli.placeholders import check_placeholders

            for path in paths:
                check_placeholders(path)
        targets = [Target.of(path, outputs.to, draw_text) for path in paths]
        check_outputs([target.named(None, date or "") for target in targets], mode)
        return cls(targets, outputs, mode, date)

    def write(
        self,
        puzzle: Puzzle,
        options: RenderOptions | None = None,
        number: int | None = None,
        level: str | None = None,
    ) -> None:
        """Write a puzzle to all outputs; one of several has its number and level in their names.

        If one of them cannot hold the puzzle, none is written.
        """
        contents = [target.data(puzzle, options, self.outputs) for target in self.targets]
        for target, (data, losses) in zip(self.targets, contents, strict=True):
            path = target.named(number, puzzle.date if self.date is None else self.date, level)
            file = put_file(path, data, self.mode)
            for loss in losses:
                what = loss if target.is_drawing else f"dropped {loss}"
                self.mode.console.warn(f"{target_name(path)}: {what}")
            self.written.append({**file, "format": target.format, "losses": losses})
