"""Across Lite's text format, versions 1 and 2."""

from __future__ import annotations

import re
from typing import Final

from crosswright.errors import FormatError
from crosswright.formats.build import build_puzzle
from crosswright.formats.cleaning import clean_text, one_line, without_headings
from crosswright.formats.content import is_across_lite_text
from crosswright.formats.format import Format, Loss, warn
from crosswright.formats.symbols import choose, parse
from crosswright.grids.grid import Grid, Slot
from crosswright.grids.letters import split_letters
from crosswright.grids.notation import Cell
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.wording import plural

_TAG: Final = re.compile(
    r"\s*<(ACROSS PUZZLE(?: V2)?|TITLE|AUTHOR|COPYRIGHT|SIZE|GRID|REBUS|ACROSS|DOWN|NOTEPAD)>\s*",
    re.I,
)
_SIZE: Final = re.compile(r"([0-9]{1,4})\s*[xX]\s*([0-9]{1,4})")
_SYMBOLS: Final = {".": "block", ":": "block", "-": "empty"}
_KEYS: Final = "1234567890@#$%&+?*"
_LOWER_KEYS: Final = "abcdefghijklmnopqrstuvwxyz"
_NO_LETTER: Final = "-"
_NO_CLUE: Final = "-"  # an empty line would shift all clues after it
_MAX_LINE: Final = 100_000


# -- reading ------------------------------------------------------------------------------------


def read(data: bytes) -> Puzzle:
    """Read an Across Lite text file, in UTF-8 or in the encoding of Windows."""
    sections = _sections(data)
    rebus, special = _rebus(sections.get("REBUS", []))
    grid = _grid(sections, rebus, special)
    clues: dict[str, Clue | str] = {}
    for direction in ("across", "down"):
        slots = [slot for slot in grid.slots if slot.direction == direction]
        clues |= _clues(slots, sections.get(direction.upper(), []), direction)
    return build_puzzle(
        grid,
        clues=clues,
        title=_joined(sections, "TITLE"),
        author=_joined(sections, "AUTHOR"),
        copyright=_joined(sections, "COPYRIGHT"),
        notes="\n".join(sections.get("NOTEPAD", [])),
    )


def _sections(data: bytes) -> dict[str, list[str]]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    sections: dict[str, list[str]] = {}
    current: list[str] | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > _MAX_LINE:
            raise FormatError(f"line {number} is longer than any line of an Across Lite file")
        match = _TAG.fullmatch(line)
        if match:
            current = sections.setdefault(match[1].upper(), [])
        elif current is not None:
            current.append(line)
        elif line.strip():
            raise FormatError(f"line {number} should be <ACROSS PUZZLE>")
    if "ACROSS PUZZLE" not in sections and "ACROSS PUZZLE V2" not in sections:
        raise FormatError("not an Across Lite text: it has no line <ACROSS PUZZLE>")
    return sections


def _joined(sections: dict[str, list[str]], name: str) -> str:
    return " ".join(line.strip() for line in sections.get(name, []) if line.strip())


def _rebus(lines: list[str]) -> tuple[dict[str, str], bool]:
    """Return what the keys stand for, and whether lower-case letters are circled."""
    table, special = {}, False
    for line in map(str.strip, lines):
        parts = line.split(":")
        if len(parts) > 1 and len(split_letters(parts[0])) == 1:
            table[split_letters(parts[0])[0]] = parts[1]
        elif "MARK" in line.upper().replace(" ", "").split(";"):
            special = True
    return table, special


def _grid(sections: dict[str, list[str]], rebus: dict[str, str], special: bool) -> Grid:
    lines = [line.strip() for line in sections.get("GRID", []) if line.strip()]
    grid = parse(lines, _SYMBOLS, rebus, special)
    size = _SIZE.search(_joined(sections, "SIZE"))
    if size and (int(size[1]), int(size[2])) != (grid.width, grid.height):
        warn(f"the grid is {grid.width}x{grid.height}, not {size[0]} as its size says")
    return grid


def _clues(slots: list[Slot], lines: list[str], direction: str) -> dict[str, Clue | str]:
    every = [line.strip() for line in lines]
    written = [line for line in every if line]
    if len(written) != len(slots) and len(every) >= len(slots) and not any(every[len(slots) :]):
        written = every[: len(slots)]
    if len(written) != len(slots):
        warn(f"{plural(len(written), 'clue')} for {plural(len(slots), 'slot')} {direction}")
    return {
        slot.label: "" if line == _NO_CLUE else clean_text(line)
        for slot, line in zip(slots, written, strict=False)
    }


# -- writing ------------------------------------------------------------------------------------


def write(puzzle: Puzzle, losses: list[Loss]) -> bytes:
    """Write Across Lite text: version 2 when there are rebus cells or circles."""
    grid = puzzle.filled_grid
    circles = grid.circles & grid.letters.keys()
    keys = _KEYS if circles else _KEYS + _LOWER_KEYS
    symbols = choose(grid, keys, lambda token: ":" not in token)
    if symbols.cut:
        losses.append(Loss.at("rebus cells, cut to their first letter", symbols.cut))
    if circles != grid.circles:
        losses.append(Loss.at("circles of cells without a letter", grid.circles - circles))
    rebus = ["MARK;"] if circles else []
    rebus += [f"{key}:{token}:{_short(token)}" for key, token in symbols.rebus.items()]
    sections = {
        "ACROSS PUZZLE V2" if rebus else "ACROSS PUZZLE": [],
        "TITLE": [_line(puzzle.title, "title", losses)],
        "AUTHOR": [_line(puzzle.author, "author", losses)],
        "COPYRIGHT": [_line(puzzle.copyright, "copyright", losses)],
        "SIZE": [f"{grid.width}x{grid.height}"],
        "GRID": _rows(grid, symbols.by_cell),
        **({"REBUS": rebus} if rebus else {}),
        "ACROSS": _clue_lines(puzzle, "across", losses),
        "DOWN": _clue_lines(puzzle, "down", losses),
    }
    lines = []
    for name, content in sections.items():
        lines += [f"<{name}>", *(f"\t{line}" for line in content)]
    if puzzle.notes:
        lines += ["<NOTEPAD>", *without_headings(puzzle.notes, _TAG, ("<", "("), losses)]
    return _encode("\n".join(lines) + "\n")


def _short(token: str) -> str:
    first = split_letters(token)[0]
    return first if first.isalnum() else "X"


def _rows(grid: Grid, symbols: dict[Cell, str]) -> list[str]:
    return [
        "".join(
            "." if (y, x) in grid.blocks else symbols.get((y, x), _NO_LETTER)
            for x in range(grid.width)
        )
        for y in range(grid.height)
    ]


def _clue_lines(puzzle: Puzzle, direction: str, losses: list[Loss]) -> list[str]:
    return [
        _line(entry.clue.text, f"clue {entry.label}", losses) or _NO_CLUE
        for entry in puzzle.entries
        if entry.slot.direction == direction
    ]


def _line(text: str, what: str, losses: list[Loss]) -> str:
    line = one_line(text, what, losses)
    if _TAG.fullmatch(line) or line == _NO_CLUE:
        losses.append(Loss("text that would be read as a heading", what))
        line = f"“{line[1:-1]}”" if len(line) > 1 else "–"
    return line


def _encode(text: str) -> bytes:
    """Encode for Windows, as Across Lite expects, unless it would be read back differently."""
    try:
        data = text.encode("cp1252")
    except UnicodeEncodeError:
        return text.encode()
    try:
        return data if data.decode() == text else text.encode()
    except UnicodeDecodeError:
        return data


ACROSS_LITE = Format(
    "acrosslite",
    "Across Lite text",
    (".across", ".across.txt"),
    frozenset({"solution", "rebus", "circles", "clues", "title", "author", "copyright", "notes"}),
    read,
    write,
    sniff=is_across_lite_text,
)
