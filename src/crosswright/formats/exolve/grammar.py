"""The grammar of Exolve: sections, rows of the grid, clue lines, positions.

What a line means for the puzzle is not decided here; nothing that a line has is lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from crosswright.errors import FormatError
from crosswright.grids.letters import joins_previous
from crosswright.grids.notation import Cell
from crosswright.support.wording import quote

MAX_LINE: Final = 10_000  # of a clue, or a row of the grid
MAX_CLUES: Final = 20_000
MAX_SECTIONS: Final = 10_000

BEGIN, END = "exolve-begin", "exolve-end"

_SECTION: Final = re.compile(r"exolve-([^:]*):?(.*)")
# A comment begins with # and a space after a space, or with # at the end of a line.
_COMMENT: Final = re.compile(r"(?:(?<![^ ])# |#$).*")


# -- sections -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Section:
    """A section: its name without exolve-, what follows the colon, and the lines below.

    Value and lines are without comments, blank lines and the spaces around them; `source` has all
    lines as they are in the file.
    """

    name: str
    value: str
    lines: tuple[str, ...]
    source: tuple[str, ...]

    @property
    def text(self) -> str:
        """The value and the lines, as they are shown."""
        return "\n".join(filter(None, (self.value, *self.lines)))


@dataclass(frozen=True)
class ExolveFile:
    """An Exolve puzzle: its sections, and the lines around them with exolve-begin and -end."""

    before: tuple[str, ...]
    sections: tuple[Section, ...]
    after: tuple[str, ...]

    def all(self, *names: str) -> Iterator[Section]:
        """Yield the sections of these names."""
        return (section for section in self.sections if section.name in names)

    def last(self, *names: str) -> Section | None:
        """Return the section that counts: the last one with any of these names."""
        return max(self.all(*names), key=self.sections.index, default=None)

    def value(self, name: str) -> str:
        """Return what follows the colon of a section; an absent one has nothing."""
        section = self.last(name)
        return section.value if section else ""


def without_comment(line: str) -> str:
    """Return a line without its comment and the spaces around it."""
    return _COMMENT.sub("", line).strip()


def parse_document(text: str) -> ExolveFile:
    """Split a file into sections; what is before exolve-begin and after exolve-end is kept."""
    lines = text.split("\n")
    bare = [without_comment(line.rstrip("\r")) for line in lines]
    begin = next((i for i, line in enumerate(bare) if line.startswith(BEGIN)), None)
    if begin is None:
        raise FormatError(f"not an Exolve puzzle: it has no line {BEGIN}")
    end = next((i for i in range(begin, len(bare)) if bare[i].startswith(END)), None)
    if end is None:
        raise FormatError(f"not a whole Exolve puzzle: it has no line {END}")
    starts = [i for i in range(begin + 1, end) if bare[i].startswith("exolve-")]
    if len(starts) > MAX_SECTIONS:
        raise FormatError(f"more than {MAX_SECTIONS} sections, which no puzzle has")
    first = starts[0] if starts else end
    sections = []
    for start, stop in zip(starts, [*starts[1:], end], strict=False):
        match = _SECTION.fullmatch(bare[start])
        assert match is not None  # it begins as a section does
        sections.append(
            Section(
                match[1].strip().lower(),
                match[2].strip(),
                tuple(filter(None, bare[start + 1 : stop])),
                tuple(lines[start:stop]),
            )
        )
    return ExolveFile(tuple(lines[:first]), tuple(sections), tuple(lines[end:]))


# -- positions ----------------------------------------------------------------------------------

_POSITIONS: Final = (
    re.compile(r"(?P<column>[a-z])(?P<row>[0-9]{1,4})"),
    re.compile(r"r(?P<row>[0-9]{1,4})c(?P<column>[0-9]{1,4})"),
    re.compile(r"c(?P<column>[0-9]{1,4})r(?P<row>[0-9]{1,4})"),
)


def parse_position(text: str, height: int, width: int) -> Cell | None:
    """Return the cell that a3, r3c1 or c1r3 means: rows are counted from the bottom."""
    for pattern in _POSITIONS:
        match = pattern.fullmatch(text)
        if match:
            column = match["column"]
            x = ord(column) - ord("a") if column.isalpha() else int(column) - 1
            y = height - int(match["row"])
            return (y, x) if 0 <= y < height and 0 <= x < width else None
    return None


def write_position(cell: Cell, height: int) -> str:
    """Return a cell as a3, or as r3c27 where the alphabet ends."""
    y, x = cell
    return f"{chr(ord('a') + x)}{height - y}" if x < 26 else f"r{height - y}c{x + 1}"


# -- the grid -----------------------------------------------------------------------------------

BLOCK, EMPTY, UNDECIDED = ".", "0", "?"
DECORATORS: Final = "|_+@*!~"
_ESCAPED: Final = frozenset("&.0?#{[" + DECORATORS)


@dataclass(frozen=True)
class GridCell:
    """A cell of the grid: its letters, its decorators, and {…} as it is written.

    `letters` is None for a block, empty for a cell whose letter is not known.
    """

    letters: str | None
    decorators: str = ""
    drawing: str = ""
    is_zero: bool = False
    """Whether it is written as 0, which may be the digit."""


def parse_row(line: str, several: bool) -> list[GridCell]:
    """Read a row; with `several`, cells can have several letters and have spaces between them."""
    if len(line) > MAX_LINE:
        raise FormatError(f"a row of the grid is too long: {quote(line)}")
    line = " ".join(line.split()) if several else "".join(line.split())
    cells = []
    at = 0
    while at < len(line):
        letters, at, is_plain = _letters(line, at, several)
        start = at
        drawing = ""
        while at < len(line) and (line[at] in DECORATORS or line[at] in " {["):
            if line[at] == "[":
                raise FormatError("cells have shapes of their own, which cannot be read")
            if line[at] == "{":
                close = line.find("}", at)
                if close < 0:
                    raise FormatError(f"no }} after {{ in the grid: {quote(line)}")
                drawing, at = line[at : close + 1], close
            at += 1
        decorators = "".join(
            sign for sign in line[start:at].replace(drawing, "") if sign in DECORATORS
        )
        special = letters if is_plain else ""
        cells.append(
            GridCell(
                None if special == BLOCK else "" if special in (EMPTY, UNDECIDED) and special
                else letters, decorators, drawing, special == EMPTY,
            )
        )  # fmt: skip
    return cells


def _letters(line: str, at: int, several: bool) -> tuple[str, int, bool]:
    """Return the letters of a cell, where they end, and whether none of them is escaped."""
    letters, escaped = "", False
    while at < len(line):
        if line[at] == "&" and at + 1 < len(line):
            letters, at, escaped = letters + line[at + 1], at + 2, True
        elif letters and (line[at] in DECORATORS or line[at] in " .0&{["):
            break
        else:
            letters, at = letters + line[at], at + 1
        if not several or (not escaped and letters in (BLOCK, EMPTY)):
            break
    while not several and letters and at < len(line) and joins_previous(line[at]):
        letters, at = letters + line[at], at + 1
    return letters, at, not escaped


def write_letters(letters: str) -> str:
    """Return the letters of a cell, those escaped that mean something else in a grid."""
    return "".join(f"&{letter}" if letter in _ESCAPED else letter for letter in letters)


# -- clues --------------------------------------------------------------------------------------

_CELL: Final = re.compile(r"#([a-z0-9]{1,12})\s*")
_LABEL: Final = re.compile(
    r"\s*(?P<before>[A-Za-z]*)(?:(?P<number>[1-9][0-9]{0,8})|\[(?P<name>[^\]]*)\])"
)
_AFTER_LABEL: Final = re.compile(r"[A-Za-z]+")
_APART: Final = re.compile(r" (across|ac|a|down|dn|d)(?=, ?[0-9]| [A-Z0-9])", re.I)
_LINK: Final = re.compile(r"\s*(?:,|(?:and|&|/)(?=\s*[1-9]))")
_PERIOD: Final = re.compile(r"\s*\.(?!\s*\.)")
_NUMERIC: Final = re.compile(r"\([1-9][0-9\-,.'’\s]*\)")
_IN_WORDS: Final = re.compile(
    r"\((?:[^()]{0,60}\s(?:wo?r?d?s?|le?t?t?e?r?s?)[^()a-z]{0,60}|\s*\?\s*)\)", re.I
)
_ABBREVIATION: Final = re.compile(r"\([^()]{0,60}(?:abb?r?e?v?|acro?)[^()]{0,60}\)", re.I)
_CLOSING: Final = re.compile(r"(?:\s*</[^<>]{0,40}>)+")
_BRACKET: Final = re.compile(r" *\[")


@dataclass(frozen=True)
class ClueLabel:
    """How a clue line names a clue: a number or a name in brackets, perhaps with a direction.

    The direction is A or D, or B or U for those that run backwards.
    """

    name: str
    bracketed: bool = False
    direction: str = ""


@dataclass(frozen=True)
class ExolveClue:
    """A line of a clue: positions, its label and those linked to it, text, and what follows.

    `enumeration` is without its brackets, and empty where it is hidden or there is none; `rest` is
    all that follows: a hidden enumeration, the answer in brackets, blanks, an annotation.
    """

    positions: tuple[str, ...]
    labels: tuple[ClueLabel, ...]
    text: str
    enumeration: str = ""
    rest: str = ""


def parse_clue(line: str) -> ExolveClue | None:
    """Read a line of a clue, or return None when it has no label: it is shown between clues."""
    if len(line) > MAX_LINE:
        raise FormatError(f"a line of clues is longer than any clue: {quote(line)}")
    positions = []
    while match := _CELL.match(line):
        positions.append(match[1])
        line = line[match.end() :]
    labels: list[ClueLabel] = []
    more = True
    while more:
        parsed = _parse_label(line, is_linked=bool(labels))
        if parsed is None:
            break
        label, line, more = parsed
        labels.append(label)
    if not labels:
        return None
    return ExolveClue(tuple(positions), tuple(labels), *_parse_text(line.strip()))


def _parse_label(line: str, is_linked: bool) -> tuple[ClueLabel, str, bool] | None:
    """Return a label, what follows it, and whether a linked one does."""
    match = _LABEL.match(line)
    if match is None or (match["before"] and not _direction(match["before"])):
        return None
    direction = _direction(match["before"])
    line = line[match.end() :]
    after = _AFTER_LABEL.match(line)
    if not direction and after and _direction(after[0]):
        direction, line = _direction(after[0]), line[after.end() :]
    elif not direction and is_linked and (after := _APART.match(line)):
        direction, line = _direction(after[1]), line[after.end() :]
    link, period = _LINK.match(line), None
    line = line[link.end() :] if link else line
    period = _PERIOD.match(line)
    line = line[period.end() :] if period else line
    bracketed = match["name"] is not None
    name = match["name"].strip().removesuffix(".").strip() if bracketed else match["number"]
    return ClueLabel(name, bracketed, direction), line, bool(link) and not period


def _direction(text: str) -> str:
    """Return the direction that a, across, ac, d, down, dn, b, back, u or up means."""
    text = text.lower()
    for direction, word in (("A", "across"), ("D", "down"), ("B", "back"), ("U", "up")):
        if text and (word.startswith(text) or (direction == "D" and text == "dn")):
            return direction
    return ""


def _parse_text(text: str) -> tuple[str, str, str]:
    """Return the text of a clue, its enumeration, and what follows."""
    found = _find_enumeration(text)
    if found is None:
        end = text.rfind("[]")
        return (text[:end].strip(), "", text[end:]) if end >= 0 else (text, "", "")
    start, end, is_enumeration = found
    if text[end : end + 1] == "*":
        return text[:start].strip(), "", text[start:]
    closing = _CLOSING.match(text, end)
    rest = closing.end() if closing else end
    if not is_enumeration:
        return text[:rest].strip(), "", text[rest:].strip()
    tags = closing[0].strip() if closing else ""
    shown = text[start + 1 : end - 1].strip()
    return text[:start].strip() + tags, shown, text[rest:].strip()


def _find_enumeration(text: str) -> tuple[int, int, bool] | None:
    """Find the last enumeration, or the first that brackets follow; in words if not in numbers.

    An abbreviation in brackets ends a clue too, yet is not an enumeration.
    """
    best = None
    at, last_bracket = 0, text.rfind("]")
    while at < len(text):
        match, is_enumeration = _NUMERIC.search(text, at), True
        if match is None and best is None:
            match = _IN_WORDS.search(text, at)
        if match is None and best is None:
            match, is_enumeration = _ABBREVIATION.search(text, at), False
        if match is None:
            break
        best = (*match.span(), is_enumeration)
        at = match.end()
        bracket = _BRACKET.match(text, at)
        if bracket and bracket.end() <= last_bracket:
            break
    return best


def is_enumeration(text: str) -> bool:
    """Return whether an enumeration, without brackets, would be read as one."""
    written = f"({text})"
    return text == text.strip() and bool(
        _NUMERIC.fullmatch(written) or _IN_WORDS.fullmatch(written)
    )


def protect(html: str, *, after_link: bool = False) -> str:
    """Return the text of a clue with entities where it would be read as something else."""
    for pattern in (_NUMERIC, _IN_WORDS, _ABBREVIATION):
        html = pattern.sub(lambda match: f"&#40;{match[0][1:]}", html)
    html = html.replace("[]", "&#91;]").replace("~{", "&#126;{")
    html = _COMMENT_SIGN.sub("&#35;", html)
    first = html[:1]
    if (
        html == "*"
        or _LINK.match(html)
        or _PERIOD.match(html)
        or (after_link and first.lower() in "ad")
    ):
        html = f"&#{ord(first)};{html[1:]}" if first else html
    return html


_COMMENT_SIGN: Final = re.compile(r"#(?=[ ]|$)")


@dataclass(frozen=True)
class ClueRest:
    """What follows the text of a clue and its enumeration, taken apart."""

    hidden: str = ""
    """An enumeration that is not shown, in its brackets."""
    bracketed: tuple[str, ...] = ()
    """What is in square brackets: cells, the answer; empty ones end the clue."""
    blanks: str = ""
    annotation: str = ""


def parse_rest(rest: str) -> ClueRest:
    """Take apart what follows the text of a clue."""
    hidden = ""
    if rest.startswith("(") and ")*" in rest:
        hidden, _, rest = rest.partition("*")
        rest = rest.lstrip()
    parts = []
    while rest.startswith("[") and "]" in rest:
        inside, _, rest = rest[1:].partition("]")
        parts.append(inside.strip())
        rest = rest.lstrip()
        if not parts[-1]:
            break  # what follows is the annotation, even if it is in brackets
    blanks = _BLANKS.match(rest)
    end = blanks.end() if blanks else 0
    return ClueRest(hidden, tuple(parts), rest[:end].strip(), rest[end:].strip())


_BLANKS: Final = re.compile(r"_[_ ]*(?:\[[^\]]*\])?")
