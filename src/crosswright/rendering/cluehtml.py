"""The clue lists of a page: numbers to press, formatted texts, links to other clues."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final, NamedTuple

from crosswright.grids.grid import Slot, SlotIndex
from crosswright.puzzles.markup import TAGS, Markup
from crosswright.puzzles.parts import ClueGroup
from crosswright.puzzles.puzzle import Entry, Puzzle
from crosswright.rendering.captions import draft_mark
from crosswright.rendering.catalogue import Catalogue
from crosswright.rendering.cluelists import (
    NO_TEXT,
    headings,
    printed_entries,
    printed_enumeration,
    shows_enumerations,
)
from crosswright.rendering.references import References

SIDE_BY_SIDE: Final = 3  # lists; more of them share their columns


class ListItem(NamedTuple):
    """A clue of a page: its entry, the index of its slot, and its text as HTML."""

    entry: Entry
    slot_index: SlotIndex
    html: str


class CluePage:
    """The clues of a puzzle as HTML."""

    def __init__(
        self, puzzle: Puzzle, strings: Catalogue, enumerations: bool | None = None
    ) -> None:
        self.puzzle = puzzle
        self.strings = strings
        self._indices = {slot.label: index for index, slot in enumerate(puzzle.grid.slots)}
        self._entries = printed_entries(puzzle, strings)
        self._enumerates = shows_enumerations(puzzle) if enumerations is None else enumerations
        self._references = References(puzzle, strings)
        foreign = puzzle.language and puzzle.language != strings.tag
        self._language = f' lang="{escape(puzzle.language)}"' if foreign else ""

    def lists(self, plays: bool, hidden: bool) -> str:
        """Return all lists; hidden ones are only for the player, which shows clues one by one."""
        groups = self.puzzle.clue_groups
        if not any(entry.clue.text.strip() for entry in self.puzzle.entries):
            return ""
        many = len(groups) > SIDE_BY_SIDE
        sections = "\n".join(
            self._section(group, f"group-{number}", plays, not many)
            for number, group in enumerate(groups, 1)
        )
        kind = "clues scroll many" if many else "clues"
        label = escape(self.strings["clues"])
        off = " hidden" if hidden else ""
        return f'<section class="{kind}" aria-label="{label}"{off}>\n{sections}\n</section>\n'

    def _section(self, group: ClueGroup, name: str, plays: bool, scrolls: bool) -> str:
        items = "\n".join(self._item(item, plays) for item in self._items(group))
        scroll = ' class="scroll"' if scrolls else ""
        return (
            f'<section aria-labelledby="{name}"><h2 id="{name}" dir="auto">'
            f"{escape(self.heading(group))}</h2>\n<ol{scroll}>\n{items}\n</ol></section>"
        )

    def heading(self, group: ClueGroup) -> str:
        """Return the title of a group; those of directions are translated."""
        return headings(self.strings).get(group.direction, group.title)

    def _items(self, group: ClueGroup) -> Iterator[ListItem]:
        for label in group.labels:
            entry = self._entries[label]
            yield ListItem(entry, self._indices[label], self._text(entry))

    def _item(self, item: ListItem, plays: bool) -> str:
        index = item.slot_index
        number = escape(item.entry.number) or "•"
        if plays:
            names = f"number-{index} text-{index} state-{index}"
            number = (
                f'<button type="button" class="go" id="number-{index}" tabindex="-1" '
                f'aria-labelledby="{names}">{number}</button>'
            )
            state = f'<span class="state hidden" id="state-{index}"></span>'
        else:
            number, state = f'<b class="go">{number}</b>', ""
        attributes = f'class="text" id="text-{index}" dir="auto"{self._language}'
        return (
            f'<li data-slot="{index}" id="clue-{index}">{number}'
            f"<span {attributes}>{item.html}</span>{state}</li>"
        )

    def _text(self, entry: Entry) -> str:
        slot = entry.slot
        if entry.see:
            head = self.puzzle.link(entry.label)[0]
            text = escape(self.strings.text("see", clue=entry.see))
            return f'<a class="reference" {self._target(head)}>{text}</a>'
        html = self._html(entry.clue.tree, slot).strip() or NO_TEXT
        if self._enumerates and (lengths := printed_enumeration(entry)) and html != NO_TEXT:
            html += f' <span class="enumeration">({escape(lengths)})</span>'
        if entry.clue.draft:
            html += f' <em class="draft">{escape(draft_mark(self.strings))}</em>'
        return html

    def _html(self, markup: Markup, slot: Slot, linked: bool = False) -> str:
        parts = []
        for node in markup:
            if isinstance(node, str):
                parts.append(escape(node) if linked else self._referring(node, slot))
                continue
            inside = self._html(node.children, slot, linked or node.style == "link")
            if node.style == "link":
                target = escape(node.target)
                parts.append(f'<a href="{target}" target="_blank" rel="noreferrer">{inside}</a>')
            else:
                parts.append(f"<{TAGS[node.style]}>{inside}</{TAGS[node.style]}>")
        return "".join(parts).replace("\n", "<br>")

    def _referring(self, text: str, slot: Slot) -> str:
        """Return a text with links to the clues that it names."""
        html, at = "", 0
        for reference in self._references.find(text, slot):
            name = escape(text[reference.start : reference.end])
            html += escape(text[at : reference.start])
            html += f'<a class="reference" {self._target(reference.label)}>{name}</a>'
            at = reference.end
        return html + escape(text[at:])

    def _target(self, label: str) -> str:
        index = self._indices[label]
        return f'href="#clue-{index}" data-slot="{index}"'

    def references(self, entry: Entry) -> list[SlotIndex]:
        """Return the slots that a clue names, and those that its file says it refers to."""
        found = [found.label for found in self._references.find(entry.clue.text, entry.slot)]
        return sorted({self._indices[label] for label in (*found, *entry.clue.references)})

    def name(self, entry: Entry) -> str:
        """Return what a clue is called: "17 Across", or the number and the title of its group.

        In a fill-in, which has no numbers, it is the direction alone.
        """
        if self.puzzle.kind == "fill-in":
            return headings(self.strings)[entry.slot.direction]
        if turning := self._name_of_turning_link(entry):
            return turning
        for group in self.puzzle.clue_groups:
            if entry.label in group.labels and group.direction != "extra":
                if group.direction:
                    return self.strings.text(f"{group.direction}_clue", number=entry.number)
                return f"{entry.number} {group.title}".strip()
        return entry.number or entry.label

    def _name_of_turning_link(self, entry: Entry) -> str:
        """Return "1 Across, 2 Down" for the head of a link with both directions, else nothing."""
        slots = [self.puzzle.grid.slot(label) for label in self.puzzle.link(entry.label)]
        directions = {slot.direction for slot in slots}
        if entry.clue.label or slots[0] != entry.slot or directions != {"across", "down"}:
            return ""
        labels = self.puzzle.cell_labels
        return ", ".join(
            self.strings.text(
                f"{slot.direction}_clue", number=labels.get(slot.cells[0], slot.label)
            )
            for slot in slots
        )
