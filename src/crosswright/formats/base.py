"""What formats have in common: the features they hold, losses, origins, and careful decoding."""

from __future__ import annotations

import re
import unicodedata
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from crosswright.errors import FormatError, FormatWarning
from crosswright.grids.grid import Grid, Slot
from crosswright.grids.letters import joins_previous, normalise_token, split_letters
from crosswright.grids.notation import Cell, where
from crosswright.puzzles.puzzle import Clue, Puzzle
from crosswright.support.wording import quote

MAX_BYTES: Final = 8 * 1024 * 1024  # the largest published puzzles are far below one megabyte
MAX_TOKEN: Final = 64  # characters in one cell

FEATURES: Final = (
    "solution",
    "given",
    "rebus",
    "circles",
    "bars",
    "voids",
    "extra",
    "clues",
    "title",
    "author",
    "copyright",
    "notes",
)


@dataclass(frozen=True)
class Loss:
    """Something of a puzzle that a format cannot hold, and where it is."""

    what: str
    where: str = ""

    def __str__(self) -> str:
        return f"{self.what}: {self.where}" if self.where else self.what


@dataclass(frozen=True)
class Origin:
    """The file that a puzzle was read from: its bytes, and what it has beyond the puzzle."""

    data: bytes
    puzzle: Puzzle
    details: tuple[str, ...] = ()


Reader = Callable[[bytes], Puzzle]
Writer = Callable[[Puzzle, list[Loss]], bytes]


@dataclass(frozen=True)
class Format:
    """A file format: how it is called, what it holds, and how it is read and written.

    `read` takes the bytes of a file and returns a puzzle or raises `FormatError`; `details` lists
    what the file has beyond that puzzle. `write` gets a puzzle with only the features in `holds`,
    and adds to a list whatever else it must leave out. A format with `keeps` writes a changed
    puzzle into what it found in the file; others write the file anew. One with `drafts` has a place
    of its own for the mark of a draft; others get it in the text of the clue.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    holds: frozenset[str]
    read: Reader
    write: Writer
    sniff: Callable[[bytes], bool] = lambda head: False
    details: Callable[[bytes], Iterable[str]] = field(default=lambda data: ())
    keeps: bool = False
    drafts: bool = False

    def __post_init__(self) -> None:
        unknown = self.holds - set(FEATURES)
        if unknown:
            raise ValueError(f"no such features: {', '.join(sorted(unknown))}")


def warn(message: str) -> None:
    """Warn of something odd in a file that is read all the same."""
    warnings.warn(message, FormatWarning, stacklevel=2)


# -- reading ------------------------------------------------------------------------------------


def decode(data: bytes) -> str:
    """Decode UTF-8, or UTF-16 with its mark; name the line of what is neither."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encoding = "utf-16"
    else:
        encoding = "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        wanted = encoding.removesuffix("-sig").upper()
        raise FormatError(f"line {line} is not {wanted}; save it as UTF-8") from None


def clean_token(text: str) -> str | None:
    """Return what a cell can hold of `text`, or None when that is nothing."""
    kept = "".join(
        character for character in text[:MAX_TOKEN] if character.isprintable() and character != " "
    )
    while kept and joins_previous(kept[0]):
        kept = kept[1:]
    token = normalise_token(kept)
    return token if token and not joins_previous(token[0]) else None


def clean_text(text: str) -> str:
    """Return text without control characters and stray surrogates, its lines ended by \\n."""
    if text.isprintable():
        return text.strip()
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(
        character
        for character in lines
        if character in "\n\t" or unicodedata.category(character) not in ("Cc", "Cs")
    ).strip()


_TAG: Final = re.compile(r"</?(?:i|b|u|em|strong|sub|sup|span|font|s|br|p)(?:\s[^<>]*)?/?>", re.I)
_BREAK: Final = re.compile(r"<(?:br|p)\s*/?>", re.I)
_ENTITY: Final = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")


def from_html(text: str) -> str:
    """Return the plain text of a clue that may have simple tags and entities."""
    import html

    without = _TAG.sub("", _BREAK.sub(" ", text))
    return clean_text(_ENTITY.sub(lambda match: html.unescape(match[0]), without))


def to_html(text: str) -> str:
    """Escape plain text only where reading it back would change it."""
    import html

    return text if from_html(text) == text else html.escape(text, quote=False)


def can_be_slot(cells: tuple[Cell, ...], open_cells: frozenset[Cell]) -> bool:
    """Tell whether cells that a file names can be a slot: two or more, open, each once."""
    return len(cells) > 1 and len(set(cells)) == len(cells) and open_cells.issuperset(cells)


def build_puzzle(
    grid: Grid,
    *,
    given: Iterable[Cell] = (),
    clues: Mapping[str, Clue | str] | None = None,
    title: str = "",
    author: str = "",
    copyright: str = "",
    notes: str = "",
) -> Puzzle:
    """Make a puzzle from what a file says, its texts cleaned, its empty clues left out."""
    kept = {label: clue for label, clue in (clues or {}).items() if str(clue)}
    return Puzzle.from_filled(
        grid,
        kept,
        given=given,
        title=clean_text(title),
        author=clean_text(author),
        copyright=clean_text(copyright),
        notes=clean_text(notes),
    )


# -- writing ------------------------------------------------------------------------------------


def cells_text(cells: Iterable[Cell], limit: int = 3) -> str:
    """Name the first few cells: "row 1, column 2; row 3, column 4; and 5 more"."""
    ordered = sorted(cells)
    named = [where(cell) for cell in ordered[:limit]]
    if len(ordered) > limit:
        named.append(f"and {len(ordered) - limit} more")
    return "; ".join(named)


def one_line(text: str, what: str, losses: list[Loss]) -> str:
    """Return text on one line; say so when that changes it."""
    line = " ".join(clean_text(text).split())
    if line != text:
        losses.append(Loss("line breaks and repeated spaces", what))
    return line


def without_marks(
    notes: str, marks: re.Pattern[str], sign: tuple[str, str], losses: list[Loss]
) -> list[str]:
    """Return the lines of notes, with `sign` replaced in those that would be read as marks."""
    lines = clean_text(notes).split("\n")
    safe = [line.replace(*sign) if marks.fullmatch(line) else line for line in lines]
    if "\n".join(safe) != notes:
        losses.append(Loss("control characters and section marks", "notes"))
    return safe


def reduce(puzzle: Puzzle, holds: frozenset[str]) -> tuple[Puzzle, list[Loss]]:
    """Return the puzzle with only the features in `holds`, and what that left out."""
    losses: list[Loss] = []
    grid, filled = puzzle.grid, puzzle.filled_grid

    def drop(feature: str, what: str, cells: Iterable[Cell]) -> bool:
        places = list(cells)
        if feature in holds or not places:
            return False
        losses.append(Loss(what, cells_text(places)))
        return True

    rebus = [cell for cell, token in filled.letters.items() if len(split_letters(token)) > 1]
    if drop("solution", "letters", filled.letters):
        grid, filled = grid.without_letters(), filled.without_letters()
    elif drop("rebus", "rebus", rebus):
        grid, filled = grid.without_letters(rebus), filled.without_letters(rebus)
    if drop("given", "given letters", grid.letters):
        grid = grid.without_letters()
    if drop("circles", "circles", grid.circles):
        filled = filled.with_circles(())
    if drop("bars", "bars", (cell for cell, _ in grid.bars)):
        filled = filled.with_bars(())
    if drop("extra", "extra slots", (cells[0] for cells in grid.extra)):
        filled = filled.with_extra(())
    if drop("voids", "voids, written as blocks", grid.voids):
        filled = filled.with_blocks(grid.voids)
    clues = _reduce_clues(puzzle, filled, holds, losses)
    texts = {}
    for name in ("title", "author", "copyright", "notes"):
        text = getattr(puzzle, name)
        if text and name not in holds:
            losses.append(Loss(name, quote(text)))
            text = ""
        texts[name] = text
    if not losses:
        return puzzle, losses
    given = grid.letters
    reduced = Puzzle.from_filled(filled, clues, given=given, **texts)
    return replace(reduced, extras=puzzle.extras), losses


def _reduce_clues(
    puzzle: Puzzle, grid: Grid, holds: frozenset[str], losses: list[Loss]
) -> dict[str, Clue | str]:
    """Move clues to the slots that start at the same cell, for those may have other numbers."""
    written = [entry for entry in puzzle.entries if entry.clue.text]
    if written and "clues" not in holds:
        losses.append(Loss("clues", _labels([entry.label for entry in written])))
        return {}
    places = {_place(slot): slot.label for slot in grid.slots}
    clues: dict[str, Clue | str] = {}
    homeless = []
    for entry in written:
        label = places.get(_place(entry.slot))
        if label is None:
            homeless.append(entry.label)
        else:
            clues[label] = entry.clue
    if homeless:
        losses.append(Loss("clues of slots that are no longer there", _labels(homeless)))
    return clues


def _place(slot: Slot) -> tuple[str, tuple[Cell, ...]]:
    return slot.direction, slot.cells if slot.direction == "extra" else slot.cells[:1]


def _labels(labels: list[str], limit: int = 6) -> str:
    more = [f"and {len(labels) - limit} more"] if len(labels) > limit else []
    return ", ".join([*labels[:limit], *more])
