"""Across Lite's binary .puz, through puzpy."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from crosswright.errors import FormatError
from crosswright.formats.build import build_puzzle
from crosswright.formats.cleaning import clean_text, clean_token, one_line
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

_BLOCKS: Final = ".:"
_BLANK: Final = "-"
_CIRCLE: Final = 0x80
_LOCKED: Final = 0x0004
_NO_SOLUTION: Final = 0x0002
_KNOWN_SECTIONS: Final = {b"GRBS": "", b"RTBL": "", b"GEXT": ""}
_SECTION_NAMES: Final = {b"LTIM": "timer", b"RUSR": "the solver's rebus entries"}


def read(data: bytes) -> Puzzle:
    """Read a .puz file; warn of a wrong checksum."""
    file, complaint = _load(data)
    width, height = file.width, file.height
    for grid_text in (file.solution, file.fill):
        if len(grid_text) != width * height:
            raise FormatError("the file ends within its grid, or the grid is in the wrong encoding")
    if complaint:
        warn(f"{complaint}; the file may be damaged")
    cells = [(y, x) for y in range(height) for x in range(width)]
    blocks = [cell for cell, letter in zip(cells, file.solution, strict=True) if letter in _BLOCKS]
    grid = Grid(height, width, blocks=blocks)
    grid = grid.with_circles(_circles(file, cells) & set(grid.open_cells))
    if file.solution_state & (_LOCKED | _NO_SOLUTION):
        warn("the solution is locked or left out; only the grid and the clues are read")
    else:
        grid = grid.with_letters(_letters(file, cells, grid))
    labels = [slot.label for slot in grid.slots]
    if len(labels) != len(file.clues):
        warn(f"{plural(len(file.clues), 'clue')} for {plural(len(labels), 'slot')}")
    return build_puzzle(
        grid,
        clues={
            label: clean_text(_windows(clue))
            for label, clue in zip(labels, file.clues, strict=False)
        },
        title=_windows(file.title),
        author=_windows(file.author),
        copyright=_windows(file.copyright),
        notes=_windows(file.notes),
    )


def _load(data: bytes) -> tuple[puz.Puzzle, str]:
    """Return the file as puzpy reads it, and what is wrong with its checksums."""
    import puz

    if PUZ_MAGIC not in data[:4096]:
        raise FormatError("not a .puz file: ACROSS&DOWN is missing")
    if len(data) > MAX_PUZ:
        raise FormatError("larger than 1 MiB, which no .puz file is")
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


def _windows(text: str) -> str:
    """Undo what Windows programs do: put curly quotes where ISO-8859-1 has control characters."""
    if not any("\x80" <= character <= "\x9f" for character in text):
        return text
    try:
        return text.encode("latin-1").decode("cp1252")
    except UnicodeError:
        return text


def _circles(file: puz.Puzzle, cells: list[Cell]) -> set[Cell]:
    markup = file.extensions.get(b"GEXT", b"")
    return {cell for cell, byte in zip(cells, markup, strict=False) if byte & _CIRCLE}


def _letters(file: puz.Puzzle, cells: list[Cell], grid: Grid) -> dict[Cell, str]:
    rebus = _rebus(file, cells)
    letters = {}
    for cell, letter in zip(cells, file.solution, strict=True):
        plain = "" if letter == _BLANK else letter
        token = clean_token(rebus.get(cell, plain)) or clean_token(plain)
        if token and cell not in grid.blocks:
            letters[cell] = token
    return letters


def _rebus(file: puz.Puzzle, cells: list[Cell]) -> dict[Cell, str]:
    text = file.extensions.get(b"RTBL", b"").decode(file.encoding, "replace")
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
    file, _ = _load(data)
    names = [
        _SECTION_NAMES.get(code, f"section {code.decode('latin-1')}")
        for code in file.extensions
        if code not in _KNOWN_SECTIONS
    ]
    if set(file.fill) - set(_BLOCKS + _BLANK):
        names.append("the solver's letters")
    if file.solution_state & _LOCKED:
        names.append("the locked solution")
    return names


def write(puzzle: Puzzle, losses: list[Loss]) -> bytes:
    """Write a .puz file: in ISO-8859-1 if possible, else version 2 in UTF-8."""
    import puz

    file = _template(puzzle, losses)
    if file.version_tuple() < (2,) and not _is_latin(puzzle):
        file.set_version("2.0")
    if not file.solution_state & _LOCKED:
        _set_grid(file, puzzle.filled_grid, losses)
    file.title = one_line(puzzle.title, "title", losses)
    file.author = one_line(puzzle.author, "author", losses)
    file.copyright = one_line(puzzle.copyright, "copyright", losses)
    file.notes = clean_text(puzzle.notes)
    if file.notes != puzzle.notes:
        losses.append(Loss("control characters", "notes"))
    file.clues = [
        one_line(entry.clue.text, f"clue {entry.label}", losses) for entry in puzzle.entries
    ]
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
            file, _ = _load(origin.data)
            utf8 = file.encoding == "UTF-8" or not _is_latin(puzzle)
            if utf8 and not (file.solution + file.fill).isascii():
                losses.append(Loss("other contents of the file, in ISO-8859-1"))
            elif not (file.solution_state & (_LOCKED | _NO_SOLUTION) and puzzle.solution):
                return file
    file = puz.Puzzle()
    file.height, file.width = grid.height, grid.width
    return file


def _is_latin(puzzle: Puzzle) -> bool:
    texts = [puzzle.title, puzzle.author, puzzle.copyright, puzzle.notes]
    texts += [entry.clue.text for entry in puzzle.entries]
    texts += puzzle.solution.values()
    return all(
        ord(character) < 256 and not "\x80" <= character <= "\x9f"
        for text in texts
        for character in text
    )


def _set_grid(file: puz.Puzzle, grid: Grid, losses: list[Loss]) -> None:
    cells = [(y, x) for y in range(grid.height) for x in range(grid.width)]
    inline = {cell: _inline(token, file.encoding) for cell, token in grid.letters.items()}
    rebus = {cell: token for cell, token in grid.letters.items() if inline[cell] is None}
    if not file.fill:
        file.fill = "".join("." if cell in grid.blocks else _BLANK for cell in cells)
    block = ":" if ":" in file.solution else "."
    file.solution = "".join(
        block
        if cell in grid.blocks
        else (inline[cell] or _placeholder(grid.letters[cell]))
        if cell in inline
        else _BLANK
        for cell in cells
    )
    if grid.letters:
        file.solution_state &= ~_NO_SOLUTION
    _set_rebus(file, cells, rebus, losses)
    _set_circles(file, cells, grid.circles)


def _inline(token: str, encoding: str) -> str | None:
    """Return the token if one byte of the grid can hold it."""
    fits = len(token) == 1 and token not in _BLOCKS + _BLANK
    limit = 128 if encoding.upper() == "UTF-8" else 256
    return token if fits and ord(token) < limit else None


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
        file.extensions[b"RTBL"] = table.encode(file.encoding)


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
