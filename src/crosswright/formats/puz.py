"""Across Lite's binary .puz, through puzpy."""

from __future__ import annotations

import re
import struct
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from crosswright.errors import FormatError, LockedWarning
from crosswright.formats.build import build_puzzle
from crosswright.formats.cleaning import clean_text, clean_token
from crosswright.formats.content import PUZ_MAGIC, is_puz
from crosswright.formats.format import Format, Loss, OriginalFile, warn
from crosswright.grids.grid import Grid
from crosswright.grids.letters import split_letters
from crosswright.grids.notation import Cell
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.wording import plural

if TYPE_CHECKING:
    import puz  # type: ignore[import-untyped]

MAX_PUZ: Final = 1024 * 1024  # checksums are taken byte by byte; real files have about 10 KB
MAX_REBUS: Final = 99  # keys of the rebus table are printed in two digits

LOCKED: Final = 0x0004
"""The state of a solution that is scrambled under a key."""

BLOCKS: Final = ".:"

_BLANK: Final = "-"
_CIRCLE: Final = 0x80
_MARKS: Final = {
    0x40: "marks of revealed letters",
    0x20: "marks of wrong letters",
    0x10: "marks of letters that were wrong",
}
_NO_SOLUTION: Final = 0x0002
_TEXTS: Final = ("title", "author", "copyright", "notes")
_UTF8: Final = "UTF-8"
_VERSION: Final = slice(24, 28)
"""Where the header has the version."""
_KNOWN_SECTIONS: Final = {b"GRBS": "", b"RTBL": "", b"GEXT": ""}
_SECTION_NAMES: Final = {b"LTIM": "timer", b"RUSR": "the solver's rebus entries"}


def read(data: bytes) -> Puzzle:
    """Read a .puz file; warn of a wrong checksum."""
    file, complaint = load(data)
    width, height = file.width, file.height
    for grid_text in (file.solution, file.fill):
        if len(grid_text) != width * height:
            raise FormatError("the file ends within its grid, or the grid is in the wrong encoding")
    if complaint:
        warn(f"{complaint}; the file may be damaged")
    cells = [(y, x) for y in range(height) for x in range(width)]
    blocks = [cell for cell, letter in zip(cells, file.solution, strict=True) if letter in BLOCKS]
    grid = Grid(height, width, blocks=blocks)
    grid = grid.with_circles(_circles(file, cells) & set(grid.open_cells))
    if file.solution_state & LOCKED:
        message = "the solution is locked; crosswright convert --unlock search opens it"
        warn(message, LockedWarning)
    elif file.solution_state & _NO_SOLUTION:
        warn("the solution is left out; only the grid and the clues are read")
    else:
        grid = grid.with_letters(_letters(file, cells, grid))
    labels = [slot.label for slot in grid.slots]
    if len(labels) != len(file.clues):
        warn(f"{plural(len(file.clues), 'clue')} for {plural(len(labels), 'slot')}")
    return build_puzzle(
        grid,
        clues={
            label: _plain(clue, file.encoding)
            for label, clue in zip(labels, file.clues, strict=False)
        },
        title=_plain(file.title, file.encoding),
        author=_plain(file.author, file.encoding),
        copyright=_plain(file.copyright, file.encoding),
        notes=_plain(file.notes, file.encoding),
    )


def load(data: bytes) -> tuple[puz.Puzzle, str]:
    """Return the file as puzpy reads it, and what is wrong with its checksums."""
    if PUZ_MAGIC not in data[:4096]:
        raise FormatError("not a .puz file: ACROSS&DOWN is missing")
    if len(data) > MAX_PUZ:
        raise FormatError("larger than 1 MiB, which no .puz file is")
    start = data.index(PUZ_MAGIC) - 2
    if start < 0:
        raise FormatError("not a readable .puz file: its first bytes are missing")
    header = data[start : start + _VERSION.stop]
    if re.fullmatch(rb"\d\.\d", header[_VERSION][:3]):
        return _load(data)
    # Some programs leave the version out. It tells whether the notes count for the checksum.
    attempts = [
        _load(data[:start] + header[: _VERSION.start] + version + data[start + _VERSION.stop :])
        for version in (b"1.3\0", b"1.2\0")
    ]
    file, complaint = min(attempts, key=lambda attempt: bool(attempt[1]))
    file.fileversion = header[_VERSION]
    return file, complaint


def _load(data: bytes) -> tuple[puz.Puzzle, str]:
    import puz

    file = puz.Puzzle()
    try:
        file.load(data)
    except puz.PuzzleFormatError as error:
        # puzpy compares checksums last; by then everything has been read.
        if "checksum" not in error.message:
            raise FormatError("not a readable .puz file: it ends within its header") from None
        return file, error.message
    except UnicodeDecodeError:
        raise FormatError("its text is not in the encoding that its version uses") from None
    except (ValueError, struct.error, IndexError) as error:
        raise FormatError(f"not a readable .puz file: {error}") from None
    return file, ""


def _plain(raw: str, encoding: str) -> str:
    """Return a text of the file as the puzzle has it."""
    return clean_text(_from_windows(raw, encoding))


def _from_windows(raw: str, encoding: str) -> str:
    """Decode what Windows programs write: curly quotes where ISO-8859-1 has control characters."""
    if encoding == _UTF8 or not any("\x80" <= character <= "\x9f" for character in raw):
        return raw
    try:
        return raw.encode("latin-1").decode("cp1252")
    except UnicodeError:
        return raw


def _to_windows(text: str, encoding: str) -> str:
    """Undo `_from_windows`: puzpy writes ISO-8859-1."""
    return text if encoding == _UTF8 else text.encode("cp1252").decode("latin-1")


def _circles(file: puz.Puzzle, cells: list[Cell]) -> set[Cell]:
    markup = file.extensions.get(b"GEXT", b"")
    return {cell for cell, byte in zip(cells, markup, strict=False) if byte & _CIRCLE}


def _letters(file: puz.Puzzle, cells: list[Cell], grid: Grid) -> dict[Cell, str]:
    rebus = _rebus(file, cells)
    letters = {}
    for cell, raw in zip(cells, file.solution, strict=True):
        letter = _from_windows(raw, file.encoding)
        plain = "" if letter == _BLANK else letter
        token = clean_token(rebus.get(cell, plain)) or clean_token(plain)
        if token and cell not in grid.blocks:
            letters[cell] = token
    return letters


def _rebus(file: puz.Puzzle, cells: list[Cell]) -> dict[Cell, str]:
    raw = file.extensions.get(b"RTBL", b"").decode(file.encoding, "replace")
    text = _from_windows(raw, file.encoding)
    table = {}
    for item in text.split(";"):
        key, colon, value = item.partition(":")
        if colon and key.strip().isdecimal() and len(key.strip()) < 6:
            table[int(key)] = value
    keys = file.extensions.get(b"GRBS", b"")
    return {
        cell: table[key - 1] for cell, key in zip(cells, keys, strict=False) if key - 1 in table
    }


def details(data: bytes) -> list[str]:
    """List what a file has beyond the puzzle: a solver's progress, sections, a lock."""
    file, _ = load(data)
    names = [
        _SECTION_NAMES.get(code, f"section {code.decode('latin-1')}")
        for code in file.extensions
        if code not in _KNOWN_SECTIONS
    ]
    marks = file.extensions.get(b"GEXT", b"")
    names += [name for bit, name in _MARKS.items() if any(byte & bit for byte in marks)]
    if file.preamble.strip():
        names.append("text before the puzzle")
    if file.postscript.strip(b"\0\r\n\t \x1a"):
        names.append("text after the puzzle")
    if set(file.fill) - set(BLOCKS + _BLANK):
        names.append("the solver's letters")
    if file.solution_state & LOCKED:
        names.append("the locked solution")
    return names


def write(puzzle: Puzzle, losses: list[Loss]) -> bytes:
    """Write a .puz file: in the encoding of Windows if possible, else version 2 in UTF-8."""
    import puz

    file = _template(puzzle, losses)
    if file.encoding != _UTF8 and not _fits_windows(puzzle):
        _make_utf8(file)
    if not file.solution_state & LOCKED:
        _set_grid(file, puzzle.filled_grid, losses)
    _set_texts(file, puzzle, losses)
    try:
        data: bytes = file.tobytes()
    except (struct.error, ValueError, puz.PuzzleFormatError) as error:
        if isinstance(error, UnicodeEncodeError):
            raise
        raise FormatError(f".puz cannot hold this puzzle: {error}") from None
    return data


def _template(puzzle: Puzzle, losses: list[Loss]) -> puz.Puzzle:
    """Return the file that the puzzle came from if it has the same blocks, else a new one."""
    import puz

    grid = puzzle.grid
    origin = puzzle.extras.get("puz")
    if isinstance(origin, OriginalFile):
        old = origin.puzzle.grid
        if (old.height, old.width, old.blocks) == (grid.height, grid.width, grid.blocks):
            file, _ = load(origin.data)
            if puzzle.solution and file.solution_state & (LOCKED | _NO_SOLUTION):
                file.solution_state &= ~(LOCKED | _NO_SOLUTION)
                file.scrambled_cksum = 0
            if file.encoding == _UTF8 or _fits_windows(puzzle) or file.fill.isascii():
                return file
        if origin.details:
            losses.append(Loss("details of the original file", ", ".join(origin.details)))
    file = puz.Puzzle()
    file.height, file.width = grid.height, grid.width
    return file


def _fits_windows(puzzle: Puzzle) -> bool:
    texts = [getattr(puzzle, name) for name in _TEXTS]
    texts += [entry.clue.text for entry in puzzle.entries]
    texts += puzzle.solution.values()
    try:
        "".join(texts).encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True


def _make_utf8(file: puz.Puzzle) -> None:
    """Turn a file into one of version 2, its texts too."""
    for name in _TEXTS:
        setattr(file, name, _from_windows(getattr(file, name), file.encoding))
    file.clues = [_from_windows(clue, file.encoding) for clue in file.clues]
    file.set_version("2.0")


def _set_texts(file: puz.Puzzle, puzzle: Puzzle, losses: list[Loss]) -> None:
    """Write the texts; one that is still as it was read stays as it is in the file."""

    def written(text: str, raw: str, what: str) -> str:
        if _plain(raw, file.encoding) == text:
            return raw
        line = clean_text(text)
        if what != "notes":
            line = line.replace("\n", " ")
        elif "\r\n" in raw:
            line = line.replace("\n", "\r\n")
        if _plain(line, _UTF8) != text:
            losses.append(Loss("line breaks and control characters", what))
        return _to_windows(line, file.encoding)

    for name in _TEXTS:
        setattr(file, name, written(getattr(puzzle, name), getattr(file, name), name))
    file.clues = [
        written(entry.clue.text, raw or "", f"clue {entry.label}")
        for entry, raw in zip_longest(puzzle.entries, file.clues[: len(puzzle.entries)])
    ]


def _set_grid(file: puz.Puzzle, grid: Grid, losses: list[Loss]) -> None:
    cells = [(y, x) for y in range(grid.height) for x in range(grid.width)]
    inline = {cell: _inline(token, file.encoding) for cell, token in grid.letters.items()}
    rebus = {cell: token for cell, token in grid.letters.items() if inline[cell] is None}
    if not file.fill:
        file.fill = "".join("." if cell in grid.blocks else _BLANK for cell in cells)
    old = dict(zip(cells, file.solution, strict=False))
    file.solution = "".join(
        (old.get(cell, "") if old.get(cell, " ") in BLOCKS else ".")
        if cell in grid.blocks
        else _to_windows(inline[cell] or _placeholder(grid.letters[cell]), file.encoding)
        if cell in inline
        else _BLANK
        for cell in cells
    )
    _set_rebus(file, cells, rebus, losses)
    _set_circles(file, cells, grid.circles)


def _inline(token: str, encoding: str) -> str | None:
    """Return the token if one byte of the grid can hold it."""
    if len(token) != 1 or token in BLOCKS + _BLANK:
        return None
    return token if encoding != _UTF8 or token.isascii() else None


def _placeholder(token: str) -> str:
    first = split_letters(token)[0][0]
    return first if first.isascii() and first.isalnum() else "X"


def _set_rebus(
    file: puz.Puzzle, cells: list[Cell], rebus: dict[Cell, str], losses: list[Loss]
) -> None:
    values = list(dict.fromkeys(token for token in rebus.values() if ";" not in token))
    keys = {token: key for key, token in enumerate(values[:MAX_REBUS], 1)}
    cut = [cell for cell, token in rebus.items() if token not in keys]
    if cut:
        losses.append(Loss.at("rebus cells, cut to their first letter", cut))
    for code in (b"GRBS", b"RTBL"):
        file.extensions.pop(code, None)
    if keys:
        file.extensions[b"GRBS"] = bytes(keys.get(rebus.get(cell, ""), 0) for cell in cells)
        table = "".join(f"{key - 1:2}:{token};" for token, key in keys.items())
        file.extensions[b"RTBL"] = table.encode("cp1252" if file.encoding != _UTF8 else _UTF8)


def _set_circles(file: puz.Puzzle, cells: list[Cell], circles: frozenset[Cell]) -> None:
    old = file.extensions.get(b"GEXT", b"").ljust(len(cells), b"\0")
    markup = bytes(
        byte | _CIRCLE if cell in circles else byte & ~_CIRCLE
        for cell, byte in zip(cells, old, strict=False)
    )
    if any(markup):
        file.extensions[b"GEXT"] = markup
    else:
        file.extensions.pop(b"GEXT", None)


_HOLDS: Final = frozenset(
    {"solution", "rebus", "circles", "clues", "title", "author", "copyright", "notes"}
)

PUZ = Format(
    "puz",
    "Across Lite",
    (".puz",),
    _HOLDS,
    read,
    write,
    sniff=is_puz,
    details=details,
    keeps=True,
)
