"""What an xd file says: its sections, headers, grid and clues."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from crosswright.errors import FormatError
from crosswright.formats.build import build_puzzle, marked_clue
from crosswright.formats.cleaning import clean_text, clean_token, decode
from crosswright.formats.symbols import parse
from crosswright.formats.xd.design import Design, read_design
from crosswright.formats.xd.xdown import from_xdown
from crosswright.grids.grid import Grid
from crosswright.grids.letters import split_letters
from crosswright.grids.notation import Cell
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.enumeration import spells
from crosswright.puzzles.markup import is_formatted, plain
from crosswright.puzzles.parts import UnplacedClue
from crosswright.puzzles.puzzle import Puzzle

HEADERS: Final = {
    "title": "Title",
    "author": "Author",
    "editor": "Editor",
    "copyright": "Copyright",
    "publisher": "Publisher",
    "date": "Date",
    "difficulty": "Difficulty",
    "language": "Language",
}
"""The texts of a puzzle that have a header; notes have a section."""

DIRECTIONS: Final = {"A": "Across", "D": "Down"}

HEADING: Final = re.compile(r"##\s{1,9}(\w[\w -]{0,60}?)\s{0,9}")
_CLUE: Final = re.compile(r"([A-Z]?)([0-9]{1,5})\.(.*)")
_UNNUMBERED: Final = re.compile(r"([A-Z])\.(?:\s(.*))?|([^\s<].*\s~\s.*)")
_CLUE_METADATA: Final = re.compile(r"([A-Z]?)([0-9]{1,5})\s{0,9}\^([^:]{1,60}):(.*)")
_REFERENCE: Final = re.compile(r"([AD])([0-9]{1,5})")
_GROUP: Final = re.compile(r"([A-Z])\s{0,3}[=:]\s{0,3}([^,;=]{1,80}?)\s{0,3}(?=[,;]|[A-Z][=:]|$)")
_NEXT_REBUS: Final = re.compile(r",(?=\S=)")
_COMMENT: Final = "<!--"
_NO_LETTERS: Final = re.compile(r"[\s'-]")  # in answers as people write them
_SYMBOLS: Final = {"#": "block", "_": "void", ".": "empty", "?": "empty"}
_ORDER: Final = ("metadata", "grid", "clues", "notes")  # of sections without a heading
HEADER_SECTIONS: Final = ("metadata", "meta")
"""The sections of headers: a file may have the second in place of the first, or both."""

_MAX_LINE: Final = 100_000


# -- sections -----------------------------------------------------------------------------------


@dataclass
class XdSection:
    """A part of a file: its name in lower case, its heading as written, and its lines.

    The section "" is what comes before the first heading of a file with all its headings.
    """

    name: str
    heading: str
    lines: list[str]


def read_sections(data: bytes) -> dict[str, XdSection]:
    """Return the sections of a file by name; those without a heading follow from their order."""
    before: list[str] = []
    sections: dict[str, XdSection] = {}
    current = before
    for number, line in enumerate(decode(data).splitlines(), 1):
        if len(line) > _MAX_LINE:
            raise FormatError(f"line {number} is longer than any line of an xd file")
        match = HEADING.fullmatch(line)
        if match is None:
            current.append(line)
            continue
        name = match[1].lower()
        current = sections.setdefault(name, XdSection(name, line.rstrip(), [])).lines
    if not any(line.strip() for line in before):
        return _with_metadata(sections)
    if "grid" in sections:
        return _with_metadata({"": XdSection("", "", before), **sections})
    implicit = _implicit_sections(before)
    for name, section in sections.items():
        if name in implicit:
            implicit[name].lines += section.lines
    return _with_metadata(implicit | {**sections, **implicit})


def _with_metadata(sections: dict[str, XdSection]) -> dict[str, XdSection]:
    """Return the sections; if there are no other headers, those of "Meta" are the metadata."""
    if "metadata" in sections or "meta" not in sections:
        return sections
    sections["meta"].name = "metadata"
    return {section.name: section for section in sections.values()}


def _implicit_sections(lines: list[str]) -> dict[str, XdSection]:
    parts = _parts(lines)
    names = list(_ORDER)
    if not any(":" in line for line in parts[0]):
        names = names[1:]
    at = names.index("clues")
    while len(parts) > at + 1 and _are_clues(parts[at + 1]):  # Across and Down, far apart
        parts[at : at + 2] = [[*parts[at], "", *parts[at + 1]]]
    sections = {
        name: XdSection(name, "", part) for name, part in zip(names, parts, strict=False) if part
    }
    for part in parts[len(names) :]:
        sections["notes"].lines += ["", "", *part]
    return sections


def _parts(lines: list[str]) -> list[list[str]]:
    """Split at every two or more blank lines."""
    parts: list[list[str]] = [[]]
    blank = 0
    for line in lines:
        if not line.strip():
            blank += 1
            continue
        if blank > 1 and parts[-1]:
            parts.append([])
        elif blank and parts[-1]:
            parts[-1].append("")
        blank = 0
        parts[-1].append(line)
    return parts


def _are_clues(lines: Iterable[str]) -> bool:
    written = [line.strip() for line in lines if line.strip()]
    patterns = _CLUE, _CLUE_METADATA, _UNNUMBERED
    return all(any(pattern.fullmatch(line) for pattern in patterns) for line in written)


# -- reading ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class XdLine:
    """A line of the clues: what it is, the number it begins with, and the slot it is about.

    `kind` is "clue", "other" for what is no clue at all, or the name of a clue's metadata.
    """

    text: str
    kind: str
    number: str = ""
    label: str | None = None

    @property
    def is_unnumbered(self) -> bool:
        """Whether it is a clue with a letter alone, or nothing, in place of a number."""
        return self.kind == "clue" and not self.number[-1:].isdecimal()

    @property
    def body(self) -> str:
        """What follows the number."""
        text = self.text.strip()
        return text.partition(".")[2] if self.number else text


@dataclass
class XdFile:
    """A file while it is turned into a puzzle, and what it says beyond that."""

    data: bytes
    details: list[str] = field(default_factory=list)
    lines: list[XdLine] = field(default_factory=list)
    """The lines of the clues."""
    design: Design = field(default_factory=Design)

    def __post_init__(self) -> None:
        self.sections = read_sections(self.data)
        self.headers = self._headers()
        self.rebus = self._rebus()
        self.groups = dict(_GROUP.findall(self.headers.get("cluegroup", ""))) | DIRECTIONS
        self.grid = self._grid()
        self._place_lines()
        self.puzzle = self._puzzle()
        self.details += [
            "text before the first section" if not name else f"section {name[:40]}"
            for name in self.sections
            if name not in (*_ORDER, *HEADER_SECTIONS, "design", "start")
        ]

    def lines_of(self, name: str) -> list[str]:
        """Return the lines of a section that say something."""
        section = self.sections.get(name)
        lines = map(str.strip, section.lines if section else ())
        return [line for line in lines if line]

    def _detail(self, what: str) -> None:
        if what not in self.details:
            self.details.append(what)

    def _headers(self) -> dict[str, str]:
        """Return header lines by their keys in lower case."""
        known = {*HEADERS, "rebus", "special", "cluegroup"}
        headers: dict[str, str] = {}
        for line in [line for name in HEADER_SECTIONS for line in self.lines_of(name)]:
            key, colon, value = line.partition(":")
            name = key.strip().lower()
            if not colon or name in headers or name not in known:
                self._detail(f"header {key.strip()[:40]}" if colon else "lines between the headers")
            if colon:
                headers.setdefault(name, value.strip())
        return headers

    def _rebus(self) -> dict[str, str]:
        rebus: dict[str, str] = {}
        for word in self.headers.get("rebus", "").split():
            for item in _NEXT_REBUS.split(word):
                key, equals, value = item.partition("=")
                if not equals or len(split_letters(key)) != 1:
                    continue
                if rebus.setdefault(key, value) != value:
                    self._detail("alternative letters")
        return rebus

    # the grid

    def _grid(self) -> Grid:
        rows = [line for line in self.lines_of("grid") if not line.startswith(_COMMENT)]
        if not rows:
            raise FormatError("not an xd file: it has no grid")
        special = self.headers.get("special")
        grid = parse(rows, _SYMBOLS, self.rebus, special is not None)
        if not any("#" in line for line in rows) and any("." in line for line in rows):
            other = parse(rows, {**_SYMBOLS, ".": "block"}, self.rebus, special is not None)
            if self._fit(other) > self._fit(grid):
                grid = other
        if special and special.lower() != "circle" and grid.circles:
            self._detail("shaded cells, read as circles")
        if "design" not in self.sections:
            return grid
        self.design = read_design(self.sections["design"].lines, grid)
        self.details += self.design.details
        return grid.with_circles(grid.circles | self.design.circles).with_bars(self.design.bars)

    def _fit(self, grid: Grid) -> int:
        """Count the clues whose slot exists and is as long as the answer beside the clue."""
        lengths = {
            slot.label: sum(len(_NO_LETTERS.sub("", token or ".")) for token in grid.pattern(slot))
            for slot in grid.slots
        }
        fitting = 0
        for line in self.lines_of("clues"):
            match = _CLUE.fullmatch(line)
            if match:
                answer = _NO_LETTERS.sub("", read_answer(_split_answer(match[3])[1]))
                fitting += lengths.get(f"{match[2]}{match[1]}") == len(answer)
        return fitting

    def _given(self) -> list[Cell]:
        """Return the cells whose letters are there from the start."""
        given = []
        for y, line in enumerate(self.lines_of("start")):
            for x, symbol in enumerate(split_letters(line[:_MAX_LINE])):
                if symbol in ".#_" and symbol not in self.rebus:
                    continue
                token = clean_token(self.rebus.get(symbol, symbol))
                if token is not None and self.grid.letters.get((y, x)) == token:
                    given.append((y, x))
                else:
                    self._detail("section start")
        return given

    # clues

    def _place_lines(self) -> None:
        slots = {slot.label for slot in self.grid.slots}
        taken: set[str] = set()
        for text in self.sections["clues"].lines if "clues" in self.sections else ():
            line = text.strip()
            match = _CLUE.fullmatch(line)
            if match:
                label = self._label(match, slots - taken)
                taken |= {label} if label else set()
                self.lines.append(XdLine(text, "clue", match[1] + match[2], label))
                continue
            match = _CLUE_METADATA.fullmatch(line)
            if match:
                kind = match[3].strip().lower()
                self.lines.append(XdLine(text, kind, match[1] + match[2]))
                continue
            match = _UNNUMBERED.fullmatch(line)
            if match and (not match[1] or match[1] in self.groups):
                self.lines.append(XdLine(text, "clue", match[1] or ""))
                continue
            self.lines.append(XdLine(text, "other"))
            if line:
                self._detail("lines between the clues")
        self._place_in_order(taken)
        self._place_metadata()

    def _place_in_order(self, taken: set[str]) -> None:
        """Give clues without a number to the slots that are left, if there are as many."""
        for letter in ("A", "D", ""):
            clues = [
                index
                for index, line in enumerate(self.lines)
                if line.is_unnumbered and line.number == letter
            ]
            free = [
                slot.label
                for direction in ([DIRECTIONS[letter]] if letter else DIRECTIONS.values())
                for slot in self.grid.slots
                if slot.direction == direction.lower() and slot.label not in taken
            ]
            if len(clues) == len(free):
                taken.update(free)
                for index, label in zip(clues, free, strict=True):
                    self.lines[index] = replace(self.lines[index], label=label)

    def _place_metadata(self) -> None:
        """Find the slots of metadata, which follow the clue that they are about."""
        taken: set[str] = set()
        for index, line in enumerate(self.lines):
            if line.kind == "clue":
                taken |= {line.label} if line.label else set()
            elif match := _CLUE_METADATA.fullmatch(line.text.strip()):
                self.lines[index] = replace(line, label=self._label(match, taken))

    def _label(self, match: re.Match[str], free: set[str]) -> str | None:
        """Return the slot of a clue; one without a letter is for the slot with its answer."""
        letter, number = match[1], int(match[2])
        if letter:
            label = f"{number}{letter}"
            return label if label in free else None
        both = [label for label in (f"{number}A", f"{number}D") if label in free]
        answer = _split_answer(match.string)[1]
        same = [label for label in both if self._answer(label) == answer]
        return next(iter(same or both), None)

    def _answer(self, label: str) -> str:
        return "".join(token or "." for token in self.grid.pattern(self.grid.slot(label)))

    def _puzzle(self) -> Puzzle:
        notes = self.sections.get("notes")
        clues: dict[str, Clue | str] = {}
        unplaced: list[UnplacedClue] = []
        entered: dict[str, str] = {}
        metadata = self._metadata()
        links = tuple(self._links(metadata))
        for line in self.lines:
            if line.kind != "clue":
                continue
            body, answer = _split_answer(line.body)
            clue = self._clue(body, metadata.get(line.label or "", {}))
            if line.label is None:
                letter = line.number.rstrip("0123456789")
                number = line.number.removeprefix(letter)
                unplaced.append(UnplacedClue(self.groups.get(letter, letter), number, clue))
                if answer:
                    self._detail("answers of clues without a slot")
                continue
            clues[line.label] = clue
            entered |= self._entered(line.label, answer, links)
        return build_puzzle(
            self.grid,
            given=self._given(),
            clues=clues,
            texts={name: self.headers.get(name, "") for name in HEADERS},
            notes="\n".join(notes.lines) if notes else "",
            links=links,
            entered=entered,
            unplaced=tuple(unplaced),
        )

    def _metadata(self) -> dict[str, dict[str, str]]:
        """Return the metadata of clues by label: the first of each name."""
        metadata: dict[str, dict[str, str]] = {}
        for line in self.lines:
            if line.kind in ("clue", "other"):
                continue
            if line.label is None or line.kind not in CLUE_METADATA:
                self._detail(f"clue metadata ^{line.kind[:40]}")
                continue
            values = metadata.setdefault(line.label, {})
            if line.kind in values:
                self._detail(f"clue metadata ^{line.kind}, repeated")
            values.setdefault(line.kind, clean_text(line.text.partition(":")[2]))
        return metadata

    def _clue(self, body: str, metadata: dict[str, str]) -> Clue:
        markup, understood = from_xdown(body)
        if not understood:
            self._detail("pictures, colours and small capitals in clues")
        hint, understood = from_xdown(metadata.get("hint", ""))
        if not understood or is_formatted(hint):
            self._detail("formatting of hints")
        return marked_clue(
            markup,
            enumeration=metadata.get("enumeration", ""),
            hint=plain(hint),
            references=self._references(metadata.get("refs", ""), "refs"),
        )

    def _references(self, text: str, kind: str) -> tuple[str, ...]:
        """Return the labels of slots that are listed as in xd: A2 D4."""
        labels = []
        slots = {slot.label for slot in self.grid.slots}
        for word in re.split(r"[\s,]+", text.strip()) if text.strip() else ():
            match = _REFERENCE.fullmatch(word)
            if match and f"{int(match[2])}{match[1]}" in slots:
                labels.append(f"{int(match[2])}{match[1]}")
            else:
                self._detail(f"clue metadata ^{kind}")
        return tuple(labels)

    def _links(self, metadata: dict[str, dict[str, str]]) -> Iterator[tuple[str, ...]]:
        taken: set[str] = set()
        for label, values in metadata.items():
            if "continued" not in values:
                continue
            others = self._references(values["continued"], "continued")
            link = label, *others
            if others and len({*link}) == len(link) and taken.isdisjoint(link):
                taken.update(link)
                yield link
            else:
                self._detail("clue metadata ^continued")

    def _entered(
        self, label: str, written: str, links: Iterable[tuple[str, ...]]
    ) -> dict[str, str]:
        """Return how the answer beside a clue is written, if that is not how the grid has it."""
        link = next((link for link in links if link[0] == label), (label,))
        spelled = [self._answer(part) for part in link]
        if written in (spelled[0], "".join(spelled)):
            return {}
        answer = read_answer(written, self.headers.get("splitcharacter", ""))
        if not answer or answer in (spelled[0], "".join(spelled)):
            return {}
        known = all(self.grid.word(self.grid.slot(part)) is not None for part in link)
        if spells(answer, "".join(spelled)) if known else re.search(r"[\s'-]", answer):
            return {label: answer}
        self._detail("answers that differ from the grid")
        return {}


CLUE_METADATA: Final = {
    "refs": "Refs",
    "hint": "Hint",
    "enumeration": "Enumeration",
    "continued": "Continued",
}
"""The metadata of clues that a puzzle holds; the last two are names of our own."""


def _split_answer(text: str) -> tuple[str, str]:
    """Return the clue and its answer."""
    before, tilde, after = f" {text}".rpartition(" ~ ")
    return (before.strip(), after.strip()) if tilde else (after.strip(), "")


def read_answer(text: str, separator: str = "") -> str:
    """Return an answer as people write it: its parts may be marked, or repeated after // ."""
    separator = separator or "|"
    answer, split, words = text.partition(" // ")
    chosen = words if split and words.strip() else answer
    return " ".join(clean_text(chosen.replace(separator, " ")).split())
