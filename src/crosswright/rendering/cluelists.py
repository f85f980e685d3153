"""The clue lists and the word bank, as every format prints them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from crosswright.grids.collation import sort_key
from crosswright.grids.grid import Slot
from crosswright.grids.letters import in_capitals
from crosswright.puzzles.markup import Markup, Span, stripped
from crosswright.puzzles.puzzle import Entry, Puzzle
from crosswright.rendering.captions import draft_mark, squeeze
from crosswright.rendering.catalogue import Catalogue

NO_TEXT: Final = "–"  # in place of a clue that is not written yet

_BRITISH: Final = ("en-gb", "en-ie", "en-au", "en-nz", "en-in", "en-za")
_MIN_BRITISH_SIDE: Final = 9
"""A smaller grid does not show by its shape where it comes from."""
_MIN_UNCHECKED: Final = 0.2
"""The share of unchecked cells from which a grid without open areas is a lattice."""

_WRITTEN_OUT: Final = re.compile(r"\(\d[\d\s,.;/'’–-]*(?:words?|wds?)?\.?\)$")
_REFERRAL: Final = re.compile(r"see \d+[\s-]?(?:a|ac|across|d|dn|down)?\.?", re.IGNORECASE)
"""A clue of a file without links, such as a .puz file, whose answer continues another."""
_SHORT: Final = 2
"""Letters of an abbreviation that follows its number without a space: "9ac"."""


@dataclass(frozen=True, slots=True)
class ClueLine:
    """A clue as it is printed: its slot and number, its text, plain and formatted.

    The enumeration is without brackets, and empty where none is printed.
    """

    slot: Slot
    number: str
    text: str
    markup: Markup = ()
    enumeration: str = ""
    draft: bool = False

    def marked(self, strings: Catalogue) -> str:
        """Return the text with its enumeration, and with a mark if it is a draft."""
        parts = [self.text]
        if self.enumeration:
            parts.append(f"({self.enumeration})")
        if self.draft:
            parts.append(draft_mark(strings))
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class ClueList:
    """Clues under a heading; `name` is its direction, or tells it from the others."""

    name: str
    heading: str
    lines: tuple[ClueLine, ...]


# -- clues ----------------------------------------------------------------------------------------


def clue_lists(
    puzzle: Puzzle, strings: Catalogue, enumerations: bool | None = None
) -> list[ClueList]:
    """Return the clues as they are grouped, without empty lists; [] when no clue is written."""
    if not any(entry.clue.text.strip() for entry in puzzle.entries):
        return []
    shown = shows_enumerations(puzzle) if enumerations is None else enumerations
    return [
        ClueList(name, heading, tuple(_line(entry, strings, shown) for entry in entries))
        for name, heading, entries in entry_lists(puzzle, strings)
    ]


def entry_lists(puzzle: Puzzle, strings: Catalogue) -> list[tuple[str, str, list[Entry]]]:
    """Return the entries as they are grouped, each list with its name and heading."""
    entries = printed_entries(puzzle, strings)
    lists = []
    names = set()
    for index, group in enumerate(puzzle.clue_groups, 1):
        name = group.direction if group.direction not in names else ""
        names.add(name)
        heading = headings(strings).get(group.direction, squeeze(group.title))
        members = [entries[label] for label in group.labels]
        if members:
            lists.append((name or f"group{index}", heading, members))
    return lists


def printed_entries(puzzle: Puzzle, strings: Catalogue) -> dict[str, Entry]:
    """Return the entries by label, their numbers as the language of the sheet has them."""
    short = {"across": _suffix(strings["across_short"]), "down": _suffix(strings["down_short"])}
    return {entry.label: entry for entry in puzzle.entries_with(short)}


def headings(strings: Catalogue) -> dict[str, str]:
    """Return the headings of the clue lists by direction."""
    return {"across": strings["across"], "down": strings["down"], "extra": strings["more"]}


def _suffix(abbreviation: str) -> str:
    return abbreviation if len(abbreviation) <= _SHORT else f"\u00a0{abbreviation}"


def _line(entry: Entry, strings: Catalogue, enumerations: bool) -> ClueLine:
    if entry.see:
        text = strings.text("see", clue=entry.see)
        return ClueLine(entry.slot, entry.number, text, (text,))
    text = squeeze(entry.clue.text)
    if not text:
        return ClueLine(entry.slot, entry.number, NO_TEXT, (NO_TEXT,))
    return ClueLine(
        entry.slot,
        entry.number,
        text,
        stripped(tuple(_squeezed(entry.clue.tree))),
        printed_enumeration(entry) if enumerations else "",
        entry.clue.draft,
    )


def _squeezed(markup: Markup) -> Iterable[str | Span]:
    for node in markup:
        if isinstance(node, str):
            yield re.sub(r"\s+", " ", node)
        else:
            yield Span(node.style, tuple(_squeezed(node.children)), node.target)


# -- enumerations ---------------------------------------------------------------------------------


def printed_enumeration(entry: Entry) -> str:
    """Return the enumeration of a clue, or "" if its text has one, or only says "See 2"."""
    text = entry.clue.text.strip()
    if _WRITTEN_OUT.search(text) or (_REFERRAL.fullmatch(text) and not entry.clue.enumeration):
        return ""
    return entry.enumeration


def shows_enumerations(puzzle: Puzzle) -> bool:
    """Return whether solvers of such a puzzle expect enumerations: it states some, or is British.

    It is British by its language, or else by a barred grid or one that is a lattice.
    """
    if any(entry.clue.enumeration for entry in puzzle.entries):
        return True
    if puzzle.language:
        return puzzle.language.replace("_", "-").lower() in _BRITISH
    return _is_british(puzzle)


def _is_british(puzzle: Puzzle) -> bool:
    grid = puzzle.grid
    if min(grid.height, grid.width) < _MIN_BRITISH_SIDE or grid.voids:
        return False
    if grid.bars:
        return not grid.blocks
    unchecked = len(grid.unchecked_cells) / max(1, len(grid.open_cells))
    return unchecked >= _MIN_UNCHECKED and grid.is_symmetric() and not _has_open_area(puzzle)


def _has_open_area(puzzle: Puzzle) -> bool:
    """Return whether four open cells form a square, as they never do in a lattice."""
    cells = set(puzzle.grid.open_cells)
    return any({(y, x + 1), (y + 1, x), (y + 1, x + 1)} <= cells for y, x in cells)


# -- answers --------------------------------------------------------------------------------------


class WordBank(NamedTuple):
    """Answers under a heading."""

    heading: str
    words: list[str]


def word_banks(puzzle: Puzzle, strings: Catalogue, order: str = "sorted") -> list[WordBank]:
    """Return the answers, each once, in one list or by length; one that runs on is one answer."""
    lengths = {
        answer: sum(len(puzzle.grid.slot(part)) for part in puzzle.link(slot.label))
        for slot in listed_slots(puzzle)
        if puzzle.link(slot.label)[0] == slot.label
        and (answer := printed_answer(puzzle, slot.label))
    }
    words = sorted(lengths, key=sort_key(puzzle.language or strings.tag))
    if order == "length":
        return [
            WordBank(
                strings.text("letters_count", count=length),
                [word for word in words if lengths[word] == length],
            )
            for length in sorted(set(lengths.values()))
        ]
    if order == "shuffled":
        words = random.Random(" ".join(words)).sample(words, len(words))
    return [WordBank(strings["word_bank"], words)] if words else []


def listed_slots(puzzle: Puzzle) -> Sequence[Slot]:
    """Return the slots whose answers are words: in a word search, those of the hidden words."""
    slots = puzzle.grid.slots
    if puzzle.kind != "word-search":
        return slots
    return [slot for slot in slots if slot.direction == "extra"]


def printed_answer(puzzle: Puzzle, label: str) -> str | None:
    """Return an answer in capitals, with spaces and hyphens if they are known; None if it is not.

    The answer of a linked entry is that of all its slots.
    """
    link = puzzle.link(label)
    words = [puzzle.filled_grid.word(part) for part in link]
    if None in words:
        return None
    entered = puzzle.entered.get(link[0])
    return in_capitals(entered) if entered else " ".join(word or "" for word in words)
