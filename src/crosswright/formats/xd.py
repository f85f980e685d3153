"""xd 3.0: crosswords as plain text, for people to read and archives to keep."""

from __future__ import annotations

import re
from typing import Final

from crosswright.errors import FormatError
from crosswright.formats.build import build_puzzle
from crosswright.formats.cleaning import clean_text, decode, one_line, without_headings
from crosswright.formats.content import is_xd
from crosswright.formats.format import Format, Loss, OriginalFile, warn
from crosswright.formats.symbols import choose, parse
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.wording import plural

_SECTION: Final = re.compile(r"##\s{1,9}(\w[\w ]{0,60}?)\s{0,9}")
_CLUE: Final = re.compile(r"([A-Z]?)([0-9]{1,5})\.(.*)")
_MARKUP: Final = re.compile(r"\{([/*_-])(.{0,500}?)\1\}")
_SYMBOLS: Final = {"#": "block", "_": "void", ".": "empty"}
_KEYS: Final = "1234567890@$%&*+?!<>^|" + "".join(map(chr, range(0x2460, 0x2474)))
_OWN_HEADERS: Final = ("title", "author", "copyright", "rebus", "special")
_MAX_LINE: Final = 100_000


# -- reading ------------------------------------------------------------------------------------


def read(data: bytes) -> Puzzle:
    """Read an xd file."""
    sections = _sections(data)
    headers = _headers(sections.get("metadata", []))
    rebus = {item[0]: item[2:] for item in headers.get("rebus", "").split() if item[1:2] == "="}
    special = "special" in headers
    lines = [line.strip() for line in sections.get("grid", []) if line.strip()]
    if not lines:
        raise FormatError("not an xd file: it has no grid")
    lines_of_clues = map(str.strip, sections.get("clues", []))
    clues = [match for line in lines_of_clues if (match := _CLUE.fullmatch(line))]
    grid = parse(lines, _SYMBOLS, rebus, special)
    if not any("#" in line for line in lines) and any("." in line for line in lines):
        other = parse(lines, {**_SYMBOLS, ".": "block"}, rebus, special)
        if _fit(other, clues) > _fit(grid, clues):
            grid = other
    return build_puzzle(
        grid,
        clues=_clues(grid, clues),
        title=headers.get("title", ""),
        author=headers.get("author", ""),
        copyright=headers.get("copyright", ""),
        notes="\n".join(sections.get("notes", [])),
    )


def _sections(data: bytes) -> dict[str, list[str]]:
    lines = decode(data).splitlines()
    for number, line in enumerate(lines, 1):
        if len(line) > _MAX_LINE:
            raise FormatError(f"line {number} is longer than any line of an xd file")
    if any(_SECTION.fullmatch(line) for line in lines):
        return _named_sections(lines)
    names = ["metadata", "grid", "clues", "notes"]
    parts = [part for part in _parts(lines) if part]
    if parts and not any(":" in line for line in parts[0]):
        names = names[1:]
    sections = dict(zip(names, parts, strict=False))
    for part in parts[len(names) :]:
        sections["notes"] += ["", "", *part]
    return sections


def _named_sections(lines: list[str]) -> dict[str, list[str]]:
    sections: dict[str, list[str]] = {}
    current: list[str] = []
    for line in lines:
        match = _SECTION.fullmatch(line)
        if match:
            current = sections.setdefault(match[1].lower(), [])
        else:
            current.append(line)
    return sections


def _parts(lines: list[str]) -> list[list[str]]:
    """Split at every two or more blank lines."""
    parts: list[list[str]] = [[]]
    blank = 0
    for line in lines:
        if not line.strip():
            blank += 1
            continue
        if blank > 1:
            parts.append([])
        elif blank and parts[-1]:
            parts[-1].append("")
        blank = 0
        parts[-1].append(line)
    return parts


def _headers(lines: list[str]) -> dict[str, str]:
    """Return header lines by their keys in lower case."""
    headers: dict[str, str] = {}
    for line in lines:
        key, colon, value = line.partition(":")
        if colon:
            headers.setdefault(key.strip().lower(), value.strip())
    return headers


def _fit(grid: Grid, clues: list[re.Match[str]]) -> int:
    """Count the clues whose slot exists and has as many letters as the answer beside the clue."""
    fitting = 0
    lengths = {
        slot.label: sum(len(token or ".") for token in grid.pattern(slot)) for slot in grid.slots
    }
    for match in clues:
        answer = (" " + match[3]).rpartition(" ~ ")[2].strip()
        fitting += lengths.get(f"{match[2]}{match[1]}") == len(answer)
    return fitting


def _clues(grid: Grid, matches: list[re.Match[str]]) -> dict[str, Clue | str]:
    labels = {slot.label for slot in grid.slots}
    clues: dict[str, Clue | str] = {}
    unplaced = 0
    for match in matches:
        label = f"{int(match[2])}{match[1]}"
        before, tilde, after = (" " + match[3]).rpartition(" ~ ")
        text = _plain(before if tilde else after)
        if label in labels:
            clues.setdefault(label, text)
        else:
            unplaced += 1
    if unplaced:
        warn(f"{plural(unplaced, 'clue')} without a slot")
    return clues


def _plain(text: str) -> str:
    return clean_text(_MARKUP.sub(r"\2", text).replace("\\", "\n"))


def details(data: bytes) -> list[str]:
    """List the headers and sections that a file has beyond the puzzle."""
    sections = _sections(data)
    headers = _headers(sections.get("metadata", [])).keys() - set(_OWN_HEADERS)
    other = sections.keys() - {"metadata", "grid", "clues", "notes"}
    return sorted(key[:40] for key in headers) + [f"section {name[:40]}" for name in sorted(other)]


# -- writing ------------------------------------------------------------------------------------


def write(puzzle: Puzzle, losses: list[Loss]) -> bytes:
    """Write an xd file with named sections; headers that the puzzle came with stay."""
    symbols = choose(puzzle.filled_grid, _KEYS)
    if symbols.cut:
        losses.append(Loss.at("rebus cells, cut to their first letter", symbols.cut))
    lost_circles = sorted(puzzle.grid.circles - puzzle.solution.keys())
    if lost_circles:
        losses.append(Loss.at("circles of cells without a letter", lost_circles))
    headers = {
        "Title": one_line(puzzle.title, "title", losses),
        "Author": one_line(puzzle.author, "author", losses),
        "Copyright": one_line(puzzle.copyright, "copyright", losses),
        "Rebus": " ".join(f"{key}={token}" for key, token in symbols.rebus.items()),
        "Special": "circle" if puzzle.grid.circles - set(lost_circles) else "",
    }
    kept, other = _kept(puzzle)
    lines = ["## Metadata", "", *(f"{key}: {value}" for key, value in headers.items() if value)]
    lines += [*kept, "", "## Grid", "", *_rows(puzzle.grid, symbols.by_cell), "", "## Clues", ""]
    for direction in ("across", "down"):
        lines += [*_clue_lines(puzzle, direction, losses), ""]
    if puzzle.notes:
        notes = without_headings(puzzle.notes, _SECTION, ("##", "# #"), losses)
        lines += ["## Notes", "", *notes, ""]
    return ("\n".join([*lines, *other]).rstrip("\n") + "\n").encode()


def _kept(puzzle: Puzzle) -> tuple[list[str], list[str]]:
    """Return header lines and sections of the origin that are not about the puzzle itself."""
    origin = puzzle.extras.get("xd")
    if not isinstance(origin, OriginalFile):
        return [], []
    sections = _sections(origin.data)
    headers = [
        line.strip()
        for line in sections.get("metadata", [])
        if ":" in line and line.partition(":")[0].strip().lower() not in _OWN_HEADERS
    ]
    other = []
    for name, lines in sections.items():
        if name not in ("metadata", "grid", "clues", "notes"):
            other += [f"## {name.capitalize()}", *lines]
    return headers, other


def _rows(grid: Grid, symbols: dict[Cell, str]) -> list[str]:
    def symbol(cell: Cell) -> str:
        if cell in grid.blocks:
            return "#"
        return "_" if cell in grid.voids else symbols.get(cell, ".")

    return ["".join(symbol((y, x)) for x in range(grid.width)) for y in range(grid.height)]


def _clue_lines(puzzle: Puzzle, direction: str, losses: list[Loss]) -> list[str]:
    lines = []
    filled = puzzle.filled_grid
    for entry in puzzle.entries:
        if entry.slot.direction != direction:
            continue
        text = "\n".join(line.strip() for line in clean_text(entry.clue.text).split("\n"))
        text = text.replace("\\", "/")
        if _plain(text) != entry.clue.text:
            losses.append(Loss("backslashes, markup and odd spaces", f"clue {entry.label}"))
        answer = "".join(token or "." for token in filled.pattern(entry.slot))
        line = text.replace("\n", "\\")
        lines.append(f"{direction[0].upper()}{entry.slot.number}. {line} ~ {answer}")
    return lines


XD = Format(
    "xd",
    "xd",
    (".xd",),
    frozenset(
        {"solution", "rebus", "circles", "voids", "clues", "title", "author", "copyright", "notes"}
    ),
    read,
    write,
    sniff=is_xd,
    details=details,
    keeps=True,
)
