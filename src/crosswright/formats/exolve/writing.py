"""From a puzzle to an Exolve file."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from crosswright.formats.cleaning import decode
from crosswright.formats.exolve.clues import ClueWriter, hides_numbers
from crosswright.formats.exolve.differences import differences
from crosswright.formats.exolve.grammar import (
    BEGIN,
    BLOCK,
    EMPTY,
    END,
    UNDECIDED,
    ExolveFile,
    parse_document,
    write_letters,
)
from crosswright.formats.exolve.reading import CLUE_SECTIONS, UNDETERMINED, Reading
from crosswright.formats.exolve.sections import CREDIT, CREDITS
from crosswright.formats.exolve.texts import write_text
from crosswright.formats.format import Loss, OriginalFile
from crosswright.grids.letters import split_letters
from crosswright.grids.notation import Cell
from crosswright.puzzles.puzzle import Puzzle

_TEXT_SECTIONS: Final = {
    "title": ("title",),
    "author": ("setter",),
    "copyright": ("copyright",),
    "notes": ("preamble", "prelude"),
}
_ORDER: Final = (
    *("id", "title", "setter", "copyright", "credits", "language", "option", "relabel"),
    *("preamble", "prelude", "width", "height", "grid", "clues"),
)
# Sections that name cells by their positions, which a grid of another size has not.
_POSITIONAL: Final = frozenset(
    {"nina", "colour", "color", "reversals", "alternatives", "no-rebus"}
    | {"force-hyphen-right", "force-hyphen-below", "force-bar-right", "force-bar-below"}
)
_SCRIPTS: Final = (
    *("Latin", "Cyrillic", "Greek", "Hebrew", "Arabic", "Devanagari", "Bengali", "Tamil"),
    *("Telugu", "Gujarati", "Thai", "Georgian", "Armenian", "Hangul", "Hiragana", "Katakana"),
)
_HAN: Final = "CJK UNIFIED"


def write(puzzle: Puzzle, losses: list[Loss]) -> bytes:
    """Write an Exolve file; what the puzzle came with beyond the puzzle itself stays.

    The file is read again: where that gives another puzzle, there is a loss.
    """
    written = puzzle
    if puzzle.kind == "diagramless" and any(map(_is_rebus, puzzle.solution.values())):
        losses.append(
            Loss("the hidden diagram of a diagramless puzzle, which cannot have rebus cells")
        )
        written = replace(puzzle, kind="crossword")
    text = _Writing(written, losses).file()
    losses += differences(written, Reading(parse_document(text)).puzzle())
    return text.encode()


def _is_rebus(token: str) -> bool:
    return len(split_letters(token)) > 1


class _Writing:
    """A puzzle while it is written, with the file that it came from."""

    def __init__(self, puzzle: Puzzle, losses: list[Loss]) -> None:
        self.puzzle, self.losses = puzzle, losses
        origin = puzzle.extras.get("exolve")
        self.document = ExolveFile((BEGIN,), (), (END, ""))
        self.reading: Reading | None = None
        self.old: Puzzle | None = None
        if isinstance(origin, OriginalFile):
            self.document = parse_document(decode(origin.data))
            self.reading = Reading(self.document)
            self.old = self.reading.puzzle()
        self.keeps_lists = self.old is not None and _lists(self.old) == _lists(puzzle)
        tokens = puzzle.solution.values()
        self.has_rebus = any(map(_is_rebus, tokens))
        self.most_codes = max(map(len, tokens), default=1)
        self.several = self.has_rebus or self.most_codes > 1

    def file(self) -> str:
        """Return the whole file."""
        written = {
            **self._texts(),
            **ClueWriter(
                self.puzzle, self.old or self.puzzle, self.reading, self.keeps_lists, self.losses
            ).sections(),
        }
        if self.old is None or self._is_resized:
            written["width"] = [f"  exolve-width: {self.puzzle.grid.width}"]
            written["height"] = [f"  exolve-height: {self.puzzle.grid.height}"]
        if not self._has_old_letters:
            written["language"] = list(self._language())
            written["option"] = list(self._options())
        if not (self._has_old_letters and self.old and self.old.grid == self.puzzle.grid):
            written["grid"] = list(self._grid())
        text = "\n".join([*self.document.before, *self._merged(written), *self.document.after])
        return text if text.endswith("\n") else f"{text}\n"

    @property
    def _has_old_letters(self) -> bool:
        """Whether letters, language, and how cells are numbered are those of the file."""
        return (
            self.keeps_lists
            and self.old is not None
            and (self.old.solution, self.old.language)
            == (self.puzzle.solution, self.puzzle.language)
        )

    def _merged(self, written: dict[str, list[str]]) -> Iterator[str]:
        """Put what is written in the places of the old sections, and the rest in its order."""
        done: set[str] = set()
        chosen: list[tuple[str, list[str]]] = []
        for section in self.document.sections:
            is_list = section.name in CLUE_SECTIONS and not self.keeps_lists
            name = "clues" if is_list else section.name
            if name in written:
                chosen += [(name, written[name])] if name not in done else []
                done.add(name)
            elif name in _POSITIONAL and self._is_resized:
                self.losses.append(Loss("cells of the old grid", f"exolve-{name}"))
            else:
                chosen.append((name, list(section.source)))
        for name in (name for name in _ORDER if name in written and name not in done):
            later = _ORDER[_ORDER.index(name) :]
            places = [place for place, (other, _) in enumerate(chosen) if other in later]
            chosen.insert(min(places, default=len(chosen)), (name, written[name]))
        for _, lines in chosen:
            yield from lines

    @property
    def _is_resized(self) -> bool:
        grid = self.puzzle.grid
        return self.old is not None and (self.old.grid.height, self.old.grid.width) != (
            grid.height,
            grid.width,
        )

    # texts

    def _texts(self) -> dict[str, list[str]]:
        sections = {}
        for name, (own, *others) in _TEXT_SECTIONS.items():
            value = getattr(self.puzzle, name)
            old = self.document.last(own, *others)
            if getattr(self.old, name, "") == value:
                continue
            section = old.name if old else own
            if old is not None or value:
                sections[section] = list(self._text(section, value)) if value else []
        if any(getattr(self.old, name, "") != getattr(self.puzzle, name) for name in CREDITS):
            sections["credits"] = self._credits()
        return sections

    @staticmethod
    def _text(section: str, value: str) -> Iterator[str]:
        written = write_text(value)
        if section not in _TEXT_SECTIONS["notes"]:
            yield f"  exolve-{section}: {written}"
            return
        yield f"  exolve-{section}:"
        lines = written.split("<br>")
        yield from (f"    {line}<br>" for line in lines[:-1])
        yield f"    {lines[-1]}"

    def _credits(self) -> list[str]:
        lines: list[str] = []
        for section in self.document.all("credits"):
            if not CREDIT.fullmatch(section.value):
                lines += section.source
        for name in CREDITS:
            value = getattr(self.puzzle, name)
            if value:
                lines += [f"  exolve-credits: {name.capitalize()}: {write_text(value)}"]
        return lines

    # letters

    def _language(self) -> Iterator[str]:
        """Yield the language with its script, where letters beyond A–Z call for one."""
        letters = sorted({letter for token in self.puzzle.solution.values() for letter in token})
        needed = self._script(letters)
        codes = self.most_codes if self.several and not self.has_rebus else 1
        if self.puzzle.language or needed or codes > 1:
            language = "".join(self.puzzle.language.split()) or UNDETERMINED
            most = f" {codes}" if codes > 1 else ""
            yield f"  exolve-language: {language} {needed or 'Latin'}{most}"

    @staticmethod
    def _script(letters: Iterable[str]) -> str:
        """Return the first script among the letters, or "" when they are A–Z."""
        for letter in letters:
            if letter.isascii() or not letter.isalpha():
                continue
            name = unicodedata.name(letter, "")
            for script in _SCRIPTS:
                if name.startswith(script.upper()):
                    return script
            if name.startswith(_HAN):
                return "Han"
        return ""

    def _options(self) -> Iterator[str]:
        old = [each for section in self.document.all("option") for each in section.value.split()]
        hides = "hide-inferred-numbers" in old if self.keeps_lists else hides_numbers(self.puzzle)
        own = ("rebus-cells", "allow-digits", "hide-inferred-numbers")
        options = [
            option for option in old if option not in own and not option.startswith("allow-chars:")
        ]
        options += ["rebus-cells"] * self.has_rebus + ["hide-inferred-numbers"] * hides
        allowed = "".join(self._allowed())
        options += [f"allow-chars:{allowed}"] if allowed else []
        yield from (f"  exolve-option: {option}" for option in options)

    def _allowed(self) -> Iterator[str]:
        """Yield the characters of the solution that are not letters of its script."""
        letters = sorted({letter for token in self.puzzle.solution.values() for letter in token})
        script = self._script(letters)
        odd = [letter for letter in letters if not self._belongs(letter, script)]
        yield from odd
        if odd and odd[-1] == "#":  # at the end of a line, it would begin a comment
            yield "A"

    @staticmethod
    def _belongs(letter: str, script: str) -> bool:
        if script in ("", "Latin") and "A" <= letter <= "Z":
            return True
        name = unicodedata.name(letter, "")
        wanted = _HAN if script == "Han" else script.upper()
        return bool(script) and name.startswith(wanted)

    # the grid

    def _grid(self) -> Iterator[str]:
        new = self.puzzle
        yield "  exolve-grid:"
        rows = [[self._cell((y, x)) for x in range(new.grid.width)] for y in range(new.grid.height)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        gap = " " if self.several or max(widths) > 1 else ""
        for row in rows:
            cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
            line = gap.join(cells).rstrip()
            yield f"    {line}|" if line.endswith("#") else f"    {line}"

    def _cell(self, cell: Cell) -> str:
        puzzle, grid = self.puzzle, self.puzzle.grid
        if cell in grid.blocks:
            letters = BLOCK
        elif cell in puzzle.solution:
            letters = write_letters(puzzle.solution[cell])
        else:
            letters = UNDECIDED if len(puzzle.solution) > len(grid.letters) else EMPTY
        right, below = (cell, "right") in grid.bars, (cell, "below") in grid.bars
        signs = "+" if right and below else "|" * right + "_" * below
        signs += "@" * (cell in grid.circles) + "!" * (cell in grid.letters)
        return letters + signs + self._kept_signs(cell)

    def _kept_signs(self, cell: Cell) -> str:
        """Return what only the file knows of a cell, and whether the solver finds its block."""
        is_diagramless = self.puzzle.kind == "diagramless"
        if self.reading is None or self.old is None or self._is_resized:
            return "*" * is_diagramless
        old = self.reading.cells[cell[0]][cell[1]]
        hidden = "*" in old.decorators or (is_diagramless and cell in self.puzzle.grid.blocks)
        if self.old.kind != self.puzzle.kind:
            hidden = is_diagramless
        skips = self.keeps_lists and "~" in old.decorators
        return "~" * skips + "*" * hidden + old.drawing


def _lists(puzzle: Puzzle) -> tuple[object, ...]:
    """Return what decides how the clues of a puzzle are listed and labelled."""
    return (
        puzzle.grid.slots,
        puzzle.kind,
        puzzle.labels,
        puzzle.groups,
        puzzle.links,
        puzzle.unplaced,
        [(label, puzzle.clue(label).label) for label in puzzle.clues],
    )
