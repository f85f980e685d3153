"""Across Lite's binary .puz, through puzpy."""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from crosswright.errors import FormatError, LockedWarning
from crosswright.formats.build import build_puzzle
from crosswright.formats.cleaning import clean_text, clean_token, unbroken
from crosswright.formats.content import PUZ_MAGIC, is_puz
from crosswright.formats.format import Format, Loss, OriginalFile, warn
from crosswright.formats.linkwords import with_links_from_words, write_links
from crosswright.formats.puzsections import PuzSection, counting, split, updated
from crosswright.formats.reduce import unplaced_names
from crosswright.grids.grid import Grid
from crosswright.grids.letters import split_letters
from crosswright.grids.notation import Cell
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.parts import UnplacedClue
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.wording import plural

if TYPE_CHECKING:
    import puz  # type: ignore[import-untyped]

MAX_PUZ: Final = 1024 * 1024  # checksums are taken byte by byte; real files have about 10 KB
MAX_REBUS: Final = 99  # keys of the rebus table are printed in two digits

LOCKED: Final = 0x0004
"""The state of a solution that is scrambled under a key."""

BLOCKS: Final = ".:"
"""How blocks are written: a dot, or a colon where the solver must find them (diagramless)."""

_BLANK: Final = "-"
_CIRCLE: Final = 0x80
_MARKS: Final = {
    0x40: "marks of revealed letters",
    0x20: "marks of wrong letters",
    0x10: "marks of letters that were wrong",
}
_DIAGRAMLESS: Final = 0x0400
_KNOWN_KINDS: Final = 0x0001 | _DIAGRAMLESS
_NO_SOLUTION: Final = 0x0002
_TEXTS: Final = ("title", "author", "copyright", "notes")
_UTF8: Final = "UTF-8"
_VERSION: Final = slice(24, 28)
"""Where the header has the version."""

_KNOWN_SECTIONS: Final = (b"GRBS", b"RTBL", b"GEXT", b"RUSR")
_SECTION_NAMES: Final = {b"LTIM": "timer"}
_FILLER: Final = b"\0\r\n\t \x1a"
"""What may follow the puzzle without meaning anything."""


# -- reading ------------------------------------------------------------------------------------


def read(data: bytes) -> Puzzle:
    """Read a .puz file; warn of a wrong checksum."""
    file, complaint = load(data)
    for grid_text in (file.solution, file.fill):
        if len(grid_text) != file.width * file.height:
            raise FormatError("the file ends within its grid, or the grid is in the wrong encoding")
    if complaint:
        warn(f"{complaint}; the file may be damaged")
    cells = _cells(file)
    blocks = [cell for cell, letter in zip(cells, file.solution, strict=True) if letter in BLOCKS]
    grid = Grid(file.height, file.width, blocks=blocks)
    grid = grid.with_circles(_circles(file, cells))
    if file.solution_state & LOCKED:
        message = "the solution is locked; crosswright convert --unlock search opens it"
        warn(message, LockedWarning)
    elif file.solution_state & _NO_SOLUTION:
        warn("the solution is left out; only the grid and the clues are read")
    labels = [slot.label for slot in grid.slots]
    clues = [_plain(clue, file.encoding) for clue in file.clues]
    if len(labels) != len(clues):
        warn(f"{plural(len(clues), 'clue')} for {plural(len(labels), 'slot')}")
    puzzle = build_puzzle(
        grid.with_letters(_letters(file)),
        clues=dict(zip(labels, clues, strict=False)),
        unplaced=tuple(
            UnplacedClue("", "", Clue.read(clue)) for clue in clues[len(labels) :] if clue
        ),
        texts={name: _plain(getattr(file, name), file.encoding) for name in _TEXTS},
        kind="diagramless" if file.puzzletype & _DIAGRAMLESS else "crossword",
        progress=_progress(file),
    )
    return with_links_from_words(puzzle)


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
    body, sections, rest = split(data)
    try:
        file.load(body + b"".join(map(bytes, counting(sections))))
    except puz.PuzzleFormatError as error:
        # puzpy compares checksums last; by then everything has been read.
        if "checksum" not in error.message:
            raise FormatError("not a readable .puz file: it ends within its header") from None
        complaint = error.message
    except UnicodeDecodeError:
        raise FormatError("its text is not in the encoding that its version uses") from None
    except (ValueError, struct.error, IndexError) as error:
        raise FormatError(f"not a readable .puz file: {error}") from None
    else:
        complaint = ""
    file.postscript = rest
    return file, complaint


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


def _cells(file: puz.Puzzle) -> list[Cell]:
    return [(y, x) for y in range(file.height) for x in range(file.width)]


def _circles(file: puz.Puzzle, cells: list[Cell]) -> set[Cell]:
    """Return the open cells that are circled."""
    markup = file.extensions.get(b"GEXT", b"")
    return {
        cell
        for cell, letter, byte in zip(cells, file.solution, markup, strict=False)
        if byte & _CIRCLE and letter not in BLOCKS
    }


def _letters(file: puz.Puzzle) -> dict[Cell, str]:
    """Return the solution, as far as the file shows it."""
    if file.solution_state & (LOCKED | _NO_SOLUTION):
        return {}
    cells = _cells(file)
    rebus = _rebus(file, cells)
    letters = {}
    for cell, raw in zip(cells, file.solution, strict=False):
        plain = "" if raw in BLOCKS + _BLANK else _from_windows(raw, file.encoding)
        token = clean_token(rebus.get(cell, plain)) or clean_token(plain)
        if token and raw not in BLOCKS:
            letters[cell] = token
    return letters


def _rebus(file: puz.Puzzle, cells: list[Cell]) -> dict[Cell, str]:
    table = {}
    for item in _decoded(file, b"RTBL").split(";"):
        key, colon, value = item.partition(":")
        if colon and key.strip().isdecimal() and len(key.strip()) < 6:
            table[int(key)] = value
    keys = file.extensions.get(b"GRBS", b"")
    return {
        cell: table[key - 1] for cell, key in zip(cells, keys, strict=False) if key - 1 in table
    }


def _decoded(file: puz.Puzzle, code: bytes) -> str:
    """Return the text of a section."""
    raw = file.extensions.get(code, b"").decode(file.encoding, "replace")
    return _from_windows(raw, file.encoding)


def _progress(file: puz.Puzzle) -> dict[Cell, str]:
    """Return the letters that a solver has entered."""
    progress = {}
    for cell, solution, raw, entry in zip(
        _cells(file), file.solution, file.fill, _rebus_entries(file), strict=False
    ):
        letter = "" if raw in (*BLOCKS, _BLANK, "\0") else _from_windows(raw, file.encoding)
        token = clean_token(entry) or clean_token(letter)
        if token and solution not in BLOCKS:
            progress[cell] = token
    return progress


def _rebus_entries(file: puz.Puzzle) -> list[str]:
    """Return, for each cell, what the solver has entered if that is more than a letter."""
    count = file.width * file.height
    return [*_decoded(file, b"RUSR").split("\0")[:count], *([""] * count)][:count]


def details(data: bytes) -> list[str]:
    """List what a file has beyond the puzzle: marks of a solver, sections, a lock."""
    file, _ = load(data)
    names = [
        _SECTION_NAMES.get(code, f"section {code.decode('latin-1')}")
        for code in file.extensions
        if code not in _KNOWN_SECTIONS
    ]
    codes = [section.code for section in split(data)[1]]
    names += [
        f"repeated section {code.decode('latin-1')}"
        for code in dict.fromkeys(codes)
        if codes.count(code) > 1
    ]
    marks = file.extensions.get(b"GEXT", b"")
    names += [name for bit, name in _MARKS.items() if any(byte & bit for byte in marks)]
    if len(_circles(file, _cells(file))) < sum(bool(byte & _CIRCLE) for byte in marks):
        names.append("circles of blocks")
    if any(map(str.islower, file.fill)):
        names.append("marks of pencilled letters")
    if file.puzzletype & _DIAGRAMLESS and "." in file.fill:
        names.append("blocks of the solver")
    if not file.puzzletype & _DIAGRAMLESS and ":" in file.solution:
        names.append("blocks like those of a diagramless puzzle")
    if file.puzzletype & ~_KNOWN_KINDS or file.solution_state & ~(LOCKED | _NO_SOLUTION):
        names.append("unknown flags of the header")
    if file.preamble.strip(_FILLER):
        names.append("text before the puzzle")
    if file.postscript.strip(_FILLER):
        names.append("text after the puzzle")
    if file.solution_state & LOCKED:
        names.append("the locked solution")
    return names


# -- writing ------------------------------------------------------------------------------------


def write(puzzle: Puzzle, losses: list[Loss]) -> bytes:
    """Write a .puz file: in the encoding of Windows if possible, else version 2 in UTF-8."""
    import puz

    puzzle = write_links(puzzle, losses)
    file, sections = _template(puzzle, losses)
    old_letters = _letters(file)
    change_encoding = _must_change_encoding(file, puzzle)
    if change_encoding:
        _make_utf8(file)
    _set_kind(file, puzzle)
    if not file.solution_state & LOCKED and (change_encoding or old_letters != puzzle.solution):
        _set_solution(file, puzzle.solution, losses)
    _set_progress(file, puzzle.progress)
    _set_circles(file, puzzle.grid.circles)
    _set_texts(file, puzzle, losses)
    extensions, rest = file.extensions, file.postscript
    file.extensions, file.postscript = {}, b""
    try:
        data: bytes = file.tobytes()
        data += b"".join(map(bytes, updated(sections, extensions)))
    except (struct.error, ValueError, puz.PuzzleFormatError) as error:
        if isinstance(error, UnicodeEncodeError):
            raise
        raise FormatError(f".puz cannot hold this puzzle: {error}") from None
    return data + bytes(rest)


def _template(puzzle: Puzzle, losses: list[Loss]) -> tuple[puz.Puzzle, list[PuzSection]]:
    """Return the file that the puzzle came from, and its sections, or a new file.

    It is new if the blocks are others; the bytes of the header that nobody knows stay even then.
    """
    import puz

    grid = puzzle.grid
    new = puz.Puzzle()
    origin = puzzle.extras.get("puz")
    if isinstance(origin, OriginalFile):
        old = origin.puzzle.grid
        file, _ = load(origin.data)
        new.unk1, new.unk2 = file.unk1, file.unk2
        if (old.height, old.width, old.blocks) == (grid.height, grid.width, grid.blocks):
            if puzzle.solution and file.solution_state & (LOCKED | _NO_SOLUTION):
                file.solution_state &= ~(LOCKED | _NO_SOLUTION)
                file.scrambled_cksum = 0
            is_lockable = file.solution.isascii() or not _must_change_encoding(file, puzzle)
            if is_lockable or not file.solution_state & LOCKED:
                return file, split(origin.data)[1]
        if origin.details:
            losses.append(Loss("details of the original file", ", ".join(origin.details)))
    new.height, new.width = grid.height, grid.width
    symbol = ":" if puzzle.kind == "diagramless" else "."
    new.solution = new.fill = "".join(
        symbol if cell in grid.blocks else _BLANK for cell in _cells(new)
    )
    new.puzzletype |= _DIAGRAMLESS * (puzzle.kind == "diagramless")
    return new, []


def _must_change_encoding(file: puz.Puzzle, puzzle: Puzzle) -> bool:
    if file.encoding == _UTF8:
        return False
    texts = [getattr(puzzle, name) for name in _TEXTS]
    texts += [entry.clue.text for entry in puzzle.entries]
    texts += [unplaced.clue.text for unplaced in puzzle.unplaced]
    texts += [*puzzle.solution.values(), *puzzle.progress.values()]
    try:
        "".join(texts).encode("cp1252")
    except UnicodeEncodeError:
        return True
    return False


def _make_utf8(file: puz.Puzzle) -> None:
    """Turn a file into one of version 2: each text, and the solver's letters beyond ASCII."""
    progress = _progress(file)
    for name in _TEXTS:
        setattr(file, name, _from_windows(getattr(file, name), file.encoding))
    file.clues = [_from_windows(clue, file.encoding) for clue in file.clues]
    file.set_version("2.0")
    file.fill = "".join(raw if raw.isascii() else _BLANK for raw in file.fill)
    file.extensions.pop(b"RUSR", None)
    _set_progress(file, progress)


def _set_kind(file: puz.Puzzle, puzzle: Puzzle) -> None:
    """Make the file diagramless or not; its blocks are written otherwise then."""
    diagramless = puzzle.kind == "diagramless"
    if diagramless == bool(file.puzzletype & _DIAGRAMLESS):
        return
    file.puzzletype ^= _DIAGRAMLESS
    old, new = BLOCKS if diagramless else reversed(BLOCKS)
    file.solution, file.fill = file.solution.replace(old, new), file.fill.replace(old, new)


def _set_solution(file: puz.Puzzle, letters: Mapping[Cell, str], losses: list[Loss]) -> None:
    cells = _cells(file)
    rebus = {cell: token for cell, token in letters.items() if not _fits(token, file.encoding)}
    file.solution = "".join(
        raw if raw in BLOCKS else _symbol(letters.get(cell), file.encoding)
        for cell, raw in zip(cells, file.solution, strict=True)
    )
    _set_rebus(file, cells, rebus, losses)


def _fits(token: str, encoding: str) -> bool:
    """Return whether one byte of the grid can hold a token."""
    if len(token) != 1 or token in BLOCKS + _BLANK:
        return False
    return encoding != _UTF8 or token.isascii()


def _symbol(token: str | None, encoding: str) -> str:
    """Return what the grid has for a token: itself, or something in its place."""
    if token is None:
        return _BLANK
    if _fits(token, encoding):
        return _to_windows(token, encoding)
    first = split_letters(token)[0][0]
    return first if first.isascii() and first.isalnum() else "X"


def _encoded(text: str, encoding: str) -> bytes:
    """Encode the text of a section; control characters that Windows does not use stay."""
    if encoding == _UTF8:
        return text.encode()
    return b"".join(
        letter.encode("latin-1" if "\x80" <= letter <= "\x9f" else "cp1252") for letter in text
    )


def _set_rebus(
    file: puz.Puzzle, cells: list[Cell], rebus: dict[Cell, str], losses: list[Loss]
) -> None:
    values = list(dict.fromkeys(token for token in rebus.values() if ";" not in token))
    keys = {token: key for key, token in enumerate(values[:MAX_REBUS], 1)}
    cut = [cell for cell, token in rebus.items() if token not in keys]
    if cut:
        losses.append(Loss.at("rebus cells (cut to their first letter)", cut))
    for code in (b"GRBS", b"RTBL"):
        file.extensions.pop(code, None)
    if keys:
        file.extensions[b"GRBS"] = bytes(keys.get(rebus.get(cell, ""), 0) for cell in cells)
        table = "".join(f"{key - 1:2}:{token};" for token, key in keys.items())
        file.extensions[b"RTBL"] = _encoded(table, file.encoding)


def _set_progress(file: puz.Puzzle, progress: Mapping[Cell, str]) -> None:
    """Write what the solver has entered; cells that are as they were stay so."""
    old, cells = _progress(file), _cells(file)
    if old == progress:
        return
    changed = {cell for cell in cells if old.get(cell) != progress.get(cell)}
    file.fill = "".join(
        _symbol(progress.get(cell), file.encoding) if cell in changed else raw
        for cell, raw in zip(cells, file.fill, strict=True)
    )
    long = {cell: token for cell, token in progress.items() if not _fits(token, file.encoding)}
    entries = [
        long.get(cell, "") if cell in changed else entry
        for cell, entry in zip(cells, _rebus_entries(file), strict=True)
    ]
    file.extensions.pop(b"RUSR", None)
    if any(entries):
        text = "".join(f"{entry}\0" for entry in entries)
        file.extensions[b"RUSR"] = _encoded(text, file.encoding)


def _set_circles(file: puz.Puzzle, circles: frozenset[Cell]) -> None:
    cells = _cells(file)
    if _circles(file, cells) == circles:
        return
    old = file.extensions.get(b"GEXT", b"").ljust(len(cells), b"\0")
    markup = bytes(
        byte if letter in BLOCKS else byte | _CIRCLE if cell in circles else byte & ~_CIRCLE
        for cell, letter, byte in zip(cells, file.solution, old, strict=False)
    )
    if any(markup):
        file.extensions[b"GEXT"] = markup
    else:
        file.extensions.pop(b"GEXT", None)


def _set_texts(file: puz.Puzzle, puzzle: Puzzle, losses: list[Loss]) -> None:
    """Write the texts; one that is still as it was read stays as it is in the file."""

    def written(text: str, raw: str, what: str) -> str:
        if _plain(raw, file.encoding) == text:
            return raw
        if what != "notes":
            return _to_windows(unbroken(text, what, losses), file.encoding)
        lines = clean_text(text)
        if lines != text:
            losses.append(Loss("control characters", what))
        return _to_windows(lines.replace("\n", "\r\n" if "\r\n" in raw else "\n"), file.encoding)

    for name in _TEXTS:
        setattr(file, name, written(getattr(puzzle, name), getattr(file, name), name))
    texts = [(entry.clue.text, f"clue {entry.label}") for entry in puzzle.entries]
    homeless = tuple(each for each in puzzle.unplaced if each.group or each.label)
    if homeless:
        names = unplaced_names(replace(puzzle, unplaced=homeless))
        losses.append(Loss("clues that belong to no slot", names))
    texts += [
        (unplaced.clue.text, "clues that belong to no slot")
        for unplaced in puzzle.unplaced
        if unplaced not in homeless
    ]
    raws = [*file.clues, *([""] * len(texts))]
    file.clues = [written(text, raw, what) for (text, what), raw in zip(texts, raws, strict=False)]


_HOLDS: Final = frozenset(
    {"solution", "rebus", "circles", "progress", "kind", "clues", "links", "unplaced", *_TEXTS}
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
