"""Across Lite's text format, versions 1 and 2."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Final

from crosswright.errors import FormatError
from crosswright.formats.build import build_puzzle
from crosswright.formats.cleaning import clean_text, decode, unbroken, without_headings
from crosswright.formats.content import is_across_lite_text
from crosswright.formats.format import Format, Loss, warn
from crosswright.formats.linkwords import with_links_from_words, write_links
from crosswright.formats.reduce import unplaced_names
from crosswright.formats.symbols import choose, parse
from crosswright.grids.grid import Grid, Slot
from crosswright.grids.letters import split_letters
from crosswright.grids.notation import Cell
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.parts import STANDARD_TITLES, UnplacedClue
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.wording import plural, quote

_SECTIONS: Final = (
    *("ACROSS PUZZLE", "ACROSS PUZZLE V2", "TITLE", "AUTHOR", "COPYRIGHT", "SIZE", "GRID"),
    *("REBUS", "ACROSS", "DOWN", "NOTEPAD"),
)
_TAG: Final = re.compile(rf"\s*<({'|'.join(_SECTIONS)})>\s*", re.I)
_OTHER_TAG: Final = re.compile(r"\s*<([A-Z][A-Z0-9 _-]*)>\s*")
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
    rebus = _Rebus.of(sections.get("REBUS", []))
    grid = _grid(sections, rebus)
    clues: dict[str, str] = {}
    unplaced: list[UnplacedClue] = []
    for direction in ("across", "down"):
        slots = [slot for slot in grid.slots if slot.direction == direction]
        written = _clues(slots, sections.get(direction.upper(), []), direction)
        clues |= zip((slot.label for slot in slots), written, strict=False)
        unplaced += [
            UnplacedClue(STANDARD_TITLES[direction], "", Clue.read(text))
            for text in written[len(slots) :]
        ]
    puzzle = build_puzzle(
        grid,
        clues=clues,
        unplaced=tuple(unplaced),
        kind="diagramless" if ":" in "".join(_rows(sections)) else "crossword",
        title=_joined(sections, "TITLE"),
        author=_joined(sections, "AUTHOR"),
        copyright=_joined(sections, "COPYRIGHT"),
        notes="\n".join(sections.get("NOTEPAD", [])),
    )
    return with_links_from_words(puzzle)


def _sections(data: bytes) -> dict[str, list[str]]:
    try:
        text = decode(data)
    except FormatError:
        text = data.decode("cp1252", "replace")
    sections: dict[str, list[str]] = {}
    current: list[str] | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > _MAX_LINE:
            raise FormatError(f"line {number} is longer than any line of an Across Lite file")
        match = _TAG.fullmatch(line)
        if match is None and not {"ACROSS", "DOWN", "NOTEPAD"} & sections.keys():
            match = _OTHER_TAG.fullmatch(line)
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


@dataclass
class _Rebus:
    """The section of rebus cells: what keys stand for, their short forms, flags, and the rest."""

    table: dict[str, str] = field(default_factory=dict)
    short: dict[str, str] = field(default_factory=dict)
    flags: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, lines: list[str]) -> _Rebus:
        """Read `1:HEART:H` for each key, and flags that end with a semicolon: `MARK;`."""
        rebus = cls()
        for line in filter(None, map(str.strip, lines)):
            key, *parts = map(str.strip, line.split(":"))
            if 0 < len(parts) < 3 and len(split_letters(key)) == 1:
                rebus.table[key] = parts[0]
                rebus.short[key] = parts[1] if len(parts) > 1 else ""
            elif not parts:
                rebus.flags += [flag.strip().upper() for flag in line.split(";") if flag.strip()]
            else:
                rebus.others.append(line)
        return rebus


def details(data: bytes) -> list[str]:
    """List what a file has beyond the puzzle: other sections, and more about rebus cells."""
    sections = _sections(data)
    rebus = _Rebus.of(sections.get("REBUS", []))
    drawn = "".join(_rows(sections))
    names = [f"section <{name}>" for name in sections if name not in _SECTIONS]
    names += [
        f"text after <{name}>"
        for name in _SECTIONS[:2]
        if any(map(str.strip, sections.get(name, [])))
    ]
    if "." in drawn and ":" in drawn:
        names.append("blocks of two kinds")
    names += [f"key {quote(key)} of <REBUS>" for key in rebus.table if key not in drawn]
    names += [f"flag {flag} of <REBUS>" for flag in rebus.flags if flag != "MARK"]
    names += [f"line {quote(line)} of <REBUS>" for line in rebus.others]
    if any(short and short != _short(rebus.table[key]) for key, short in rebus.short.items()):
        names.append("short forms of rebus cells")
    return names


def _rows(sections: dict[str, list[str]]) -> list[str]:
    return [line.strip() for line in sections.get("GRID", []) if line.strip()]


def _grid(sections: dict[str, list[str]], rebus: _Rebus) -> Grid:
    grid = parse(_rows(sections), _SYMBOLS, rebus.table, "MARK" in rebus.flags)
    size = _SIZE.search(_joined(sections, "SIZE"))
    if size and (int(size[1]), int(size[2])) != (grid.width, grid.height):
        warn(f"the grid is {grid.width}x{grid.height}, not {size[0]} as its size says")
    return grid


def _clues(slots: list[Slot], lines: list[str], direction: str) -> list[str]:
    """Return the clues in the order of slots; more than those are clues without a slot."""
    every = [line.strip() for line in lines]
    written = [line for line in every if line]
    if len(written) != len(slots) and len(every) >= len(slots) and not any(every[len(slots) :]):
        written = every[: len(slots)]
    if len(written) != len(slots):
        warn(f"{plural(len(written), 'clue')} for {plural(len(slots), 'slot')} {direction}")
    return ["" if line == _NO_CLUE else clean_text(line) for line in written]


# -- writing ------------------------------------------------------------------------------------


def write(puzzle: Puzzle, losses: list[Loss]) -> bytes:
    """Write Across Lite text: version 2 when there are rebus cells or circles."""
    puzzle = write_links(puzzle, losses)
    grid = puzzle.filled_grid
    circles = grid.circles & grid.letters.keys()
    keys = _KEYS if circles else _KEYS + _LOWER_KEYS
    symbols = choose(grid, keys, lambda token: ":" not in token)
    if symbols.cut:
        losses.append(Loss.at("rebus cells (cut to their first letter)", symbols.cut))
    homeless = tuple(unplaced for unplaced in puzzle.unplaced if not _is_listed(unplaced))
    if homeless:
        names = unplaced_names(replace(puzzle, unplaced=homeless))
        losses.append(Loss("clues that belong to no slot", names))
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
        "GRID": _drawn(puzzle, symbols.by_cell),
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


def _is_listed(unplaced: UnplacedClue) -> bool:
    """Return whether one of the two lists of clues can end with a clue that has no slot."""
    return unplaced.group in (STANDARD_TITLES["across"], STANDARD_TITLES["down"]) and (
        not unplaced.label
    )


def _short(token: str) -> str:
    first = "".join(split_letters(token)[:1])
    return first if first.isalnum() else "X"


def _drawn(puzzle: Puzzle, symbols: dict[Cell, str]) -> list[str]:
    grid, block = puzzle.grid, ":" if puzzle.kind == "diagramless" else "."
    return [
        "".join(
            block if (y, x) in grid.blocks else symbols.get((y, x), _NO_LETTER)
            for x in range(grid.width)
        )
        for y in range(grid.height)
    ]


def _clue_lines(puzzle: Puzzle, direction: str, losses: list[Loss]) -> list[str]:
    lines = [
        _line(entry.clue.text, f"clue {entry.label}", losses) or _NO_CLUE
        for entry in puzzle.entries
        if entry.slot.direction == direction
    ]
    title = STANDARD_TITLES[direction]
    lines += [
        _line(unplaced.clue.text, "clues that belong to no slot", losses) or _NO_CLUE
        for unplaced in puzzle.unplaced
        if _is_listed(unplaced) and unplaced.group == title
    ]
    return lines


def _line(text: str, what: str, losses: list[Loss]) -> str:
    line = unbroken(text, what, losses)
    other_tag = _OTHER_TAG.fullmatch(line) and not what.startswith("clue")
    if _TAG.fullmatch(line) or other_tag or line == _NO_CLUE:
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


_HOLDS: Final = frozenset(
    {
        *("solution", "rebus", "circles", "kind", "clues", "links", "unplaced"),
        *("title", "author", "copyright", "notes"),
    }
)

ACROSS_LITE = Format(
    "acrosslite",
    "Across Lite text",
    (".across", ".across.txt"),
    _HOLDS,
    read,
    write,
    sniff=is_across_lite_text,
    details=details,
)
