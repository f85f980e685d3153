"""xd 3.0: crosswords as plain text, for people to read and archives to keep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from string import ascii_uppercase
from typing import Final

from crosswright.formats.cleaning import clean_text, one_line, without_headings
from crosswright.formats.content import is_xd
from crosswright.formats.format import Format, Loss, OriginalFile, warn
from crosswright.formats.reduce import unplaced_name
from crosswright.formats.symbols import Symbols, choose
from crosswright.formats.xd.design import write_design
from crosswright.formats.xd.file import (
    CLUE_METADATA,
    DIRECTIONS,
    HEADER_SECTIONS,
    HEADERS,
    HEADING,
    XdFile,
    XdLine,
    XdSection,
    read_answer,
)
from crosswright.formats.xd.xdown import from_xdown, to_xdown
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.puzzles.clue import NO_CLUE, Clue
from crosswright.puzzles.puzzle import TEXTS, Entry, Puzzle
from crosswright.support.wording import plural

_KEYS: Final = "1234567890@$%&*+!<>^|" + "".join(map(chr, range(0x2460, 0x2474)))
_ORDER: Final = ("metadata", "grid", "clues", "notes", "design", "start")


def read(data: bytes) -> Puzzle:
    """Read an xd file."""
    puzzle = XdFile(data).puzzle
    if puzzle.unplaced:
        warn(f"{plural(len(puzzle.unplaced), 'clue')} without a slot")
    return puzzle


def details(data: bytes) -> list[str]:
    """List what a file has beyond the puzzle."""
    return XdFile(data).details


def write(puzzle: Puzzle, losses: list[Loss]) -> bytes:
    """Write an xd file with named sections: the one the puzzle came from, brought up to date."""
    origin = puzzle.extras.get("xd")
    old = XdFile(origin.data) if isinstance(origin, OriginalFile) else None
    sections = dict(old.sections) if old else {}
    drawing = _Drawing(puzzle, old, losses)
    clues = _Clues(puzzle, old, losses)
    new = {
        **_header_lines(puzzle, old, drawing, clues, losses),
        "grid": drawing.grid_lines(),
        "clues": clues.lines(),
        "notes": _notes(puzzle, old, losses),
        "design": drawing.design_lines(),
        "start": drawing.start_lines(),
    }
    for name, lines in new.items():
        if any(lines):
            heading = sections[name].heading if name in sections else ""
            sections[name] = XdSection(name, heading, ["", *lines, ""])
        else:
            sections.pop(name, None)
    ordered = sections if old else {name: sections[name] for name in _ORDER if name in sections}
    return "".join(_text(section) for section in ordered.values()).rstrip("\n").encode() + b"\n"


def _text(section: XdSection) -> str:
    lines = list(section.lines)
    if section.name:
        lines.insert(0, section.heading or f"## {section.name.capitalize()}")
    if lines[-1].strip():
        lines.append("")
    return "\n".join([*lines, ""])


def _stripped(lines: Iterable[str]) -> list[str]:
    """Return lines without blank ones at the beginning and the end."""
    return "\n".join(lines).strip("\n").split("\n")


def _notes(puzzle: Puzzle, old: XdFile | None, losses: list[Loss]) -> list[str]:
    if old and old.puzzle.notes == puzzle.notes and "notes" in old.sections:
        return _stripped(old.sections["notes"].lines)
    if not puzzle.notes:
        return []
    return without_headings(puzzle.notes, HEADING, ("##", "# #"), losses)


# -- headers ------------------------------------------------------------------------------------


def _header_lines(
    puzzle: Puzzle, old: XdFile | None, drawing: _Drawing, clues: _Clues, losses: list[Loss]
) -> dict[str, list[str]]:
    """Return headers by section: those of the file, changed as the puzzle has, and new ones."""
    values = {name: one_line(getattr(puzzle, name), name, losses) for name in HEADERS}
    names = {**HEADERS, "rebus": "Rebus", "special": "Special", "cluegroup": "Cluegroup"}
    changed = {name for name in HEADERS if not old or _differ(puzzle, old.puzzle, name)}
    if drawing.is_new:
        values |= drawing.headers()
        changed |= {"rebus", "special"}
    if clues.cluegroup:
        values["cluegroup"] = clues.cluegroup
        changed.add("cluegroup")
    sections: dict[str, list[str]] = {"metadata": []}
    seen = set()
    for section in HEADER_SECTIONS:
        own = old.sections.get(section) if old else None
        if own is None:
            continue
        lines = sections[section] = []
        for line in _stripped(own.lines):
            key, colon, _ = line.partition(":")
            name = key.strip().lower()
            if not colon or name not in changed or name in seen:
                lines.append(line)
            elif values[name]:
                lines.append(f"{key.strip()}: {values[name]}")
            seen.add(name)
    new = [name for name in names if name in changed and name not in seen and values[name]]
    sections["metadata"] += [f"{names[name]}: {values[name]}" for name in new]
    return sections


def _differ(puzzle: Puzzle, old: Puzzle, name: str) -> bool:
    return bool(getattr(puzzle, name) != getattr(old, name))


# -- the grid -----------------------------------------------------------------------------------


class _Drawing:
    """The grid as text: its rows, what its symbols mean, and what the design adds."""

    def __init__(self, puzzle: Puzzle, old: XdFile | None, losses: list[Loss]) -> None:
        self._puzzle, self._old, self._losses = puzzle, old, losses
        filled = puzzle.filled_grid
        before = old.puzzle.filled_grid if old else None
        self.is_new = filled != before
        """Whether the grid must be drawn anew."""
        self._has_design = bool(
            old
            and before
            and "design" in old.sections
            and (before.height, before.width) == (filled.height, filled.width)
            and (before.circles, before.bars) == (filled.circles, filled.bars)
        )
        if old and old.design.details and not self._has_design:
            losses.append(Loss("details of the design section"))
        circles = filled.circles & filled.letters.keys()
        self._circles = circles - old.design.circles if old and self._has_design else circles
        self._symbols = self._choose(filled) if self.is_new or self._start_is_new else Symbols()

    @property
    def _start_is_new(self) -> bool:
        return self._old is None or self._old.puzzle.grid.letters != self._puzzle.grid.letters

    def _choose(self, filled: Grid) -> Symbols:
        symbols = choose(filled.with_circles(self._circles), _KEYS, _fits_header)
        if symbols.cut:
            self._losses.append(Loss.at("rebus cells (cut to their first letter)", symbols.cut))
        return symbols

    def headers(self) -> dict[str, str]:
        """Return the headers that explain the symbols."""
        special = self._old.headers.get("special", "") if self._old else ""
        rebus = self._symbols.rebus.items()
        return {
            "rebus": " ".join(f"{key}={token}" for key, token in rebus),
            "special": (special or "circle") if self._circles else "",
        }

    def grid_lines(self) -> list[str]:
        if self._old and not self.is_new:
            return _stripped(self._old.sections["grid"].lines)
        return list(self._rows(self._symbols.by_cell))

    def design_lines(self) -> list[str]:
        if self._old and self._has_design:
            return _stripped(self._old.sections["design"].lines)
        filled = self._puzzle.filled_grid
        return write_design(filled, filled.circles - self._circles)

    def start_lines(self) -> list[str]:
        if self._old and not self.is_new and not self._start_is_new:
            start = self._old.sections.get("start")
            return _stripped(start.lines) if start else []
        given = {cell: self._symbols.by_cell[cell] for cell in self._puzzle.grid.letters}
        return list(self._rows(given)) if given else []

    def _rows(self, symbols: dict[Cell, str]) -> Iterator[str]:
        grid = self._puzzle.grid
        closed = dict.fromkeys(grid.blocks, "#") | dict.fromkeys(grid.voids, "_")
        for y in range(grid.height):
            cells = [(y, x) for x in range(grid.width)]
            yield "".join(closed.get(cell) or symbols.get(cell, ".") for cell in cells)


def _fits_header(token: str) -> bool:
    return "," not in token


# -- clues --------------------------------------------------------------------------------------


class _Clues:
    """The lines of the clues: those of the file, changed where the puzzle has changed."""

    def __init__(self, puzzle: Puzzle, old: XdFile | None, losses: list[Loss]) -> None:
        self._puzzle, self._old, self._losses = puzzle, old, losses
        self._lines_of: dict[str, list[XdLine]] = {}
        for line in old.lines if old else ():
            if line.label is not None:
                self._lines_of.setdefault(line.label, []).append(line)
        self.cluegroup = ""
        """The header that names the groups of clues without a slot, if it has changed."""
        self._same_slots = old is not None and old.puzzle.grid.slots == puzzle.grid.slots
        self._lists_all = any(not unplaced.label for unplaced in puzzle.unplaced)
        """Whether all slots need a line, lest clues without a number are taken for theirs."""
        self._same_unplaced = old is not None and old.puzzle.unplaced == puzzle.unplaced
        self._unplaced = [] if self._same_unplaced else list(self._write_unplaced())

    def lines(self) -> list[str]:
        old = self._old
        if old is not None and self._same_slots:
            return self._changed_lines(old)
        lines: list[str] = []
        for direction in DIRECTIONS.values():
            entries = [
                entry for entry in self._puzzle.entries if entry.slot.direction == direction.lower()
            ]
            lines += [line for entry in entries for line in self._entry(entry)]
            lines.append("")
        for line in old.lines if old else ():
            if line.label is None and line.text.strip() and self._stays(line):
                lines.append(line.text)
        return _stripped([*lines, *self._unplaced])

    def _changed_lines(self, old: XdFile) -> list[str]:
        """Return the lines in the order that they have in the file."""
        lines: list[str] = []
        for line in old.lines:
            if line.label is None:
                lines += [line.text] if self._stays(line) else []
            elif line.kind == "clue":
                lines += self._entry(self._puzzle.entry(line.label))
        for entry in self._puzzle.entries:
            is_needed = entry.clue != NO_CLUE or entry.entered or self._lists_all
            if entry.label not in self._lines_of and is_needed:
                lines += self._entry(entry)
        return _stripped([*lines, *self._unplaced])

    def _stays(self, line: XdLine) -> bool:
        return line.kind != "clue" or self._same_unplaced

    def _entry(self, entry: Entry) -> Iterator[str]:
        """Yield the clue of a slot and its metadata, as they were or as they are now."""
        own = self._lines_of.get(entry.label, [])
        if not self._same_slots:  # clues without a number would go to other slots
            own = [line for line in own if not line.is_unnumbered]
        known = {line.kind: line for line in reversed(own)}
        before = self._old.puzzle.entry(entry.label) if known and self._old else None
        main = known.get("clue")
        if main and before and _content(before) == _content(entry):
            yield main.text
        else:
            numbered = main if main and not main.is_unnumbered else None
            yield self._write(entry, numbered.number if numbered else _reference(entry.label))
        values = self._metadata(entry, self._puzzle)
        old_values = self._metadata(before, self._old.puzzle) if before and self._old else {}
        for kind, name in CLUE_METADATA.items():
            value = values.get(kind, "")
            if kind in known and value == old_values.get(kind, ""):
                yield known[kind].text
            elif value:
                yield f"{_reference(entry.label)} ^{name}: {value}"
        for line in own:
            if line.kind not in CLUE_METADATA and line.kind != "clue":
                yield line.text
            elif line is not known[line.kind]:
                yield line.text  # repeated, and not read

    def _write(self, entry: Entry, number: str) -> str:
        filled = self._puzzle.filled_grid
        answer = "".join(token or "." for token in filled.pattern(entry.slot))
        if entry.entered and not _fits_line(entry.entered):
            self._losses.append(Loss("answers as they were entered", entry.label))
        elif entry.entered:
            answer = entry.entered
        return f"{number}. {self._body(entry.clue, f'clue {entry.label}')} ~ {answer}"

    def _body(self, clue: Clue, what: str) -> str:
        body = to_xdown(clue.tree)
        if from_xdown(body.strip())[0] != clue.tree:
            self._losses.append(Loss("backslashes, markup and odd spaces", what))
            body = " ".join(clean_text(clue.text).replace("\\", "/").replace("{", "(").split())
        return body

    def _metadata(self, entry: Entry, puzzle: Puzzle) -> dict[str, str]:
        link = puzzle.link(entry.label)
        return {
            "refs": " ".join(map(_reference, entry.clue.references)),
            "hint": to_xdown((entry.clue.hint,)) if entry.clue.hint else "",
            "enumeration": one_line(
                entry.clue.enumeration, f"enumeration {entry.label}", self._losses
            ),
            "continued": " ".join(map(_reference, link[1:])) if link[0] == entry.label else "",
        }

    # clues without a slot

    def _write_unplaced(self) -> Iterator[str]:
        """Yield the clues without a slot; their groups get letters, which a header explains."""
        letters = {title: letter for letter, title in DIRECTIONS.items()}
        if self._old:
            letters |= {title: letter for letter, title in self._old.groups.items()}
        known = len(letters)
        for unplaced in self._puzzle.unplaced:
            letter = letters.get(unplaced.group) or _free_letter(unplaced.group, letters.values())
            is_number = not unplaced.label or unplaced.label.isdecimal()
            is_ambiguous = " ~ " in f" {unplaced.clue.text} "
            if not (is_number and len(unplaced.label) < 6 and letter) or is_ambiguous:
                self._losses.append(Loss("clues that belong to no slot", unplaced_name(unplaced)))
                continue
            letters[unplaced.group] = letter
            number = f"{letter}{unplaced.label}"
            yield f"{number}. {self._body(unplaced.clue, f'clue {number}')}"
            if unplaced.clue.enumeration or unplaced.clue.hint or unplaced.clue.references:
                what = "enumerations, hints and references of clues that belong to no slot"
                self._losses.append(Loss(what, unplaced_name(unplaced)))
        if len(letters) > known:
            named = {letter: title for title, letter in letters.items() if letter != title}
            self.cluegroup = ", ".join(
                f"{letter}={title}" for letter, title in named.items() if letter not in DIRECTIONS
            )


def _free_letter(title: str, taken: Iterable[str]) -> str:
    free = [letter for letter in (*title.upper(), *ascii_uppercase) if letter in ascii_uppercase]
    fits = not set(",;=:\n") & set(title) and title == title.strip() and 0 < len(title) <= 80
    return next((letter for letter in free if letter not in taken), "") if fits else ""


def _fits_line(entered: str) -> bool:
    """Return whether an answer as entered is read back from the end of a line."""
    return read_answer(entered) == entered and " ~ " not in f" {entered} "


def _content(entry: Entry) -> tuple[object, ...]:
    """Return what the line of a clue says."""
    return entry.clue.tree, entry.clue.draft, entry.answer, entry.entered


def _reference(label: str) -> str:
    """Return a label as xd has it: A17."""
    return f"{label[-1]}{label[:-1]}"


XD = Format(
    "xd",
    "xd",
    (".xd",),
    frozenset(
        {
            *("solution", "given", "rebus", "circles", "bars", "voids", "clues", "markup"),
            *("enumerations", "hints", "references", "links", "entered", "unplaced"),
            *TEXTS,
        }
    ),
    read,
    write,
    sniff=is_xd,
    details=details,
    keeps=True,
)
