"""Links between clues in words, for formats that have no other place for them: "2,9 …", "See 2"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from crosswright.formats.format import Loss
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.parts import Link
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.records import replace

_NUMBERS: Final = re.compile(r"[0-9]{1,5}(?:,[0-9]{1,5}(?:ac|dn)?){1,40} ")
_LETTERS: Final = {"ac": "A", "dn": "D"}
_SHORT: Final = {"A": "ac", "D": "dn"}


def with_links_in_words(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with its links as texts, by its present numbers."""
    clues = {}
    for label in (label for link in puzzle.links for label in link):
        entry = puzzle.entry(label)
        if entry.see:
            clues[label] = replace(entry.clue, text=entry.text)
        elif label == puzzle.link(label)[0] and entry.clue.text and not entry.clue.label:
            clues[label] = entry.clue.with_prefix(f"{entry.number} ")
    return replace(puzzle, links=()).with_clues(clues)


def with_links_from_words(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with the links that its clues name, written just as they are here.

    The first clue of a link begins with the numbers of all its slots, and each of the others says
    no more than where to look. What reads otherwise stays as it is.
    """
    links = tuple(_named_links(puzzle))
    continuing = {label for link in links for label in link[1:]}
    clues = {label: clue for label, clue in puzzle.clues.items() if label not in continuing}
    for first, *_ in links:
        clue = puzzle.clue(first)
        clues[first] = clue.with_text(clue.marked.partition(" ")[2])
    return replace(puzzle, clues=clues, links=links) if links else puzzle


def _named_links(puzzle: Puzzle) -> Iterator[Link]:
    """Yield the links that clues name at their beginning, each slot once."""
    taken: set[str] = set()
    for slot in puzzle.grid.slots:
        clue = puzzle.clue(slot.label)
        match = _NUMBERS.match(clue.text)
        if not match or clue.markup:
            continue
        first, *parts = match[0].strip().split(",")
        letter = slot.label[-1]
        others = [f"{part.rstrip('acdn')}{_LETTERS.get(part[-2:], letter)}" for part in parts]
        link = f"{first}{letter}", *others
        is_written_so = parts == [_seen_from(slot.label, label) for label in others]
        is_whole = all(_refers(puzzle, label, slot.label) for label in others)
        is_link = link[0] == slot.label and len({*link}) == len(link)
        if is_link and is_written_so and is_whole and taken.isdisjoint(link):
            taken.update(link)
            yield link


def _seen_from(label: str, other: str) -> str:
    """Return the number of another slot as the clue of this one has it: "9", "9ac"."""
    return other[:-1] + ("" if label[-1] == other[-1] else _SHORT[other[-1]])


def _refers(puzzle: Puzzle, label: str, first: str) -> bool:
    """Return whether the clue of a slot only says where its answer begins, as is written here."""
    return puzzle.clues.get(label) == Clue(f"See {_seen_from(label, first)}")


def write_links(puzzle: Puzzle, losses: list[Loss]) -> Puzzle:
    """Return the puzzle with its links in words; name them as a loss if they are not read back."""
    written = with_links_in_words(puzzle)
    again = with_links_from_words(written)
    lost = {*puzzle.links} - {*again.links}
    if lost or again.clues != puzzle.clues:
        links = ", ".join("+".join(link) for link in puzzle.links if link in (lost or puzzle.links))
        losses.append(Loss("links between clues (written in words)", links))
    return written
