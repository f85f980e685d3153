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
_LETTERS: Final = {"across": "A", "down": "D", "ac": "A", "dn": "D"}


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
    clues = dict(puzzle.clues)
    links: list[Link] = []
    for link in _named_links(puzzle):
        first, *others = link
        numbers = puzzle.clue(first).text.partition(" ")[0]
        text = puzzle.clue(first).marked[len(numbers) + 1 :]
        bare: dict[str, Clue | str] = {first: puzzle.clue(first).with_text(text)}
        kept = {label: clue for label, clue in clues.items() if label not in others}
        linked = replace(puzzle, clues=kept | bare, links=(link,))
        written = with_links_in_words(linked).clues
        if all(written[label] == clues[label] for label in link):
            clues = kept | bare
            links.append(link)
    return replace(puzzle, clues=clues, links=tuple(links)) if links else puzzle


def _named_links(puzzle: Puzzle) -> Iterator[Link]:
    """Yield the links that clues name at their beginning, each slot once."""
    taken: set[str] = set()
    slots = {slot.label for slot in puzzle.grid.slots}
    for slot in puzzle.grid.slots:
        match = _NUMBERS.match(puzzle.clue(slot.label).text)
        if not match or puzzle.clue(slot.label).markup:
            continue
        first, *parts = match[0].strip().split(",")
        link = [f"{first}{_LETTERS.get(slot.direction)}"]
        for part in parts:
            number, direction = part.removesuffix("ac").removesuffix("dn"), part[-2:]
            link.append(f"{number}{_LETTERS.get(direction, link[0][-1])}")
        is_link = link[0] == slot.label and slots.issuperset(link) and len({*link}) == len(link)
        if is_link and taken.isdisjoint(link):
            taken.update(link)
            yield tuple(link)


def write_links(puzzle: Puzzle, losses: list[Loss]) -> Puzzle:
    """Return the puzzle with its links in words; name them as a loss if they are not read back."""
    written = with_links_in_words(puzzle)
    again = with_links_from_words(written)
    lost = {*puzzle.links} - {*again.links}
    if lost or again.clues != puzzle.clues:
        links = ", ".join("+".join(link) for link in puzzle.links if link in (lost or puzzle.links))
        losses.append(Loss("links between clues (written in words)", links))
    return written
