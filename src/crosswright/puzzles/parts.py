"""The parts of a puzzle around its answers: clue groups, links, labels; what each must be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from crosswright.errors import GridError, PuzzleError
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell, where
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.enumeration import spells
from crosswright.support.hints import Final, NamedTuple
from crosswright.support.wording import quote

CROSSWORDS: Final = ("crossword", "diagramless")
"""Kinds of crosswords; the blocks of a diagramless are for the solver to find."""

KINDS: Final = (*CROSSWORDS, "fill-in", "word-search")
"""What a puzzle can be.

A fill-in has its words listed by length in
place of clues. The words of a word search are its extra slots, hidden in a rectangle of letters.
"""

CORNERS: Final = ("TL", "T", "TR", "L", "C", "R", "BL", "B", "BR")
"""Where in a cell a mark can be: top, bottom, left, right, or the centre."""

STANDARD_TITLES: Final = {"across": "Across", "down": "Down", "extra": "More"}
"""What the clue groups of an ordinary crossword are called, by direction."""

Link = tuple[str, ...]
"""The labels of slots that one answer runs through, in order; the first one has the clue."""


class ClueGroup(NamedTuple):
    """A list of clues: its title, and the labels of its slots in order."""

    title: str
    labels: tuple[str, ...]

    @property
    def direction(self) -> str:
        """The direction that the title names in English, or "" for a title of its own."""
        titles = {title.lower(): direction for direction, title in STANDARD_TITLES.items()}
        return titles.get(self.title.strip().lower(), "")


class UnplacedClue(NamedTuple):
    """A clue that belongs to no slot: the title of its group, its label, and the clue itself."""

    group: str
    label: str
    clue: Clue


def standard_groups(grid: Grid) -> tuple[ClueGroup, ...]:
    """Return the clue groups of an ordinary crossword: Across, Down, and More for extra slots."""
    labels: dict[str, list[str]] = {direction: [] for direction in STANDARD_TITLES}
    for slot in grid.slots:
        labels[slot.direction].append(slot.label)
    return tuple(
        ClueGroup(STANDARD_TITLES[direction], tuple(members))
        for direction, members in labels.items()
        if members
    )


# -- what each part must be -----------------------------------------------------------------------


def checked_labels(grid: Grid, labels: Mapping[Cell, str]) -> dict[Cell, str]:
    """Return the labels of cells in order; {} where they are the standard numbers.

    Cells with nothing to show are left out, but for one if there are no others.
    """
    if not labels:
        return {}
    ordered = {cell: str(label) for cell, label in sorted(labels.items())}
    _require_inside(grid, ordered, "a label")
    visible = {cell: label for cell, label in ordered.items() if label}
    if visible == {cell: str(number) for cell, number in grid.numbers.items()}:
        return {}
    return visible or {next(iter(ordered)): ""}


def checked_marks(
    grid: Grid, marks: Mapping[Cell, Mapping[str, str]]
) -> dict[Cell, dict[str, str]]:
    """Return the marks of cells in order, without empty ones."""
    _require_inside(grid, marks, "a mark")
    checked = {}
    for cell, texts in sorted(marks.items()):
        for corner in texts:
            if corner not in CORNERS:
                raise PuzzleError(
                    f"{where(cell)}: a mark cannot be at {quote(str(corner))}; "
                    f"choose from {', '.join(CORNERS)}"
                )
        visible = {corner: texts[corner] for corner in CORNERS if texts.get(corner)}
        if visible:
            checked[cell] = visible
    return checked


def _require_inside(grid: Grid, cells: Iterable[Cell], what: str) -> None:
    for cell in cells:
        if not (0 <= cell[0] < grid.height and 0 <= cell[1] < grid.width):
            raise PuzzleError(f"{where(cell)} is outside the grid and cannot have {what}")


def checked_progress(grid: Grid, progress: Mapping[Cell, str]) -> dict[Cell, str]:
    """Return the solver's letters, spelled as the grid spells them, in the order of cells."""
    if not progress:
        return {}
    try:
        return dict(sorted(grid.without_letters().with_letters(progress).letters.items()))
    except GridError as error:
        raise PuzzleError(f"progress: {error}") from None


def checked_links(grid: Grid, links: Iterable[Iterable[str]]) -> tuple[Link, ...]:
    """Return the links in the order of their first slots; a slot is in one link at most."""
    checked = tuple(tuple(_labels(grid, link, "a link")) for link in links)
    seen: set[str] = set()
    for link in checked:
        if len(link) < 2:
            raise PuzzleError(f"a link needs two slots or more, not {', '.join(link) or 'none'}")
        for label in link:
            if label in seen:
                raise PuzzleError(f"{label} is linked twice")
            seen.add(label)
    return tuple(sorted(checked, key=lambda link: grid.index(link[0])))


def checked_entered(
    filled: Grid, entered: Mapping[str, str], links: Iterable[Link]
) -> dict[str, str]:
    """Return the answers as entered, by label, in the order of slots; each spells its answer.

    Those that are just as in the grid are left out.
    """
    whole = {label: link for link in links for label in link}
    checked = {}
    for label, text in zip(_labels(filled, entered, "entered"), entered.values(), strict=True):
        link = whole.get(label, (label,))
        if label != link[0]:
            raise PuzzleError(f"entered: {label} is part of {link[0]}, where its answer belongs")
        words = [filled.word(part) for part in link]
        answer = "".join(word or "" for word in words)
        if None not in words and not spells(text, answer):
            raise PuzzleError(f"entered: {quote(text)} does not spell {answer}, the answer {label}")
        if text and (None in words or text != answer):
            checked[label] = text
    return {slot.label: checked[slot.label] for slot in filled.slots if slot.label in checked}


def checked_groups(
    grid: Grid, groups: Iterable[ClueGroup], needed: frozenset[str]
) -> tuple[ClueGroup, ...]:
    """Return the clue groups with every `needed` slot in one; () for those of any crossword."""
    checked = [
        ClueGroup(title, tuple(_labels(grid, labels, f"clue group {quote(title)}")))
        for title, labels in groups
    ]
    if not checked:
        return ()
    seen: set[str] = set()
    for group in checked:
        for label in group.labels:
            if label in seen:
                raise PuzzleError(f"clue group {quote(group.title)}: {label} is listed twice")
            seen.add(label)
    for label in (slot.label for slot in grid.slots):
        if label in needed and label not in seen:
            _list_in_group(grid, checked, label)
    return () if _is_standard(grid, checked) else tuple(checked)


def _list_in_group(grid: Grid, groups: list[ClueGroup], label: str) -> None:
    """Add a slot to the group of its direction: in order if the others are, else at the end."""
    direction = grid.slot(label).direction
    candidates = [group for group in groups if group.direction == direction] or [
        group for group in groups if _directions(grid, group) == {direction}
    ]
    if not candidates:
        candidates = [ClueGroup(STANDARD_TITLES[direction], ())]
        groups += candidates
    index = groups.index(candidates[-1])
    labels = [*groups[index].labels, label]
    if _in_order(grid, labels[:-1]):
        labels.sort(key=grid.index)
    groups[index] = ClueGroup(groups[index].title, tuple(labels))


def _directions(grid: Grid, group: ClueGroup) -> set[str]:
    return {grid.slot(label).direction for label in group.labels}


def _in_order(grid: Grid, labels: Sequence[str]) -> bool:
    indices = [grid.index(label) for label in labels]
    return indices == sorted(indices)


def _is_standard(grid: Grid, groups: Sequence[ClueGroup]) -> bool:
    titles = [group.title for group in groups]
    return titles == [title for title in STANDARD_TITLES.values() if title in titles] and all(
        _directions(grid, group) <= {group.direction} and _in_order(grid, group.labels)
        for group in groups
    )


def _labels(grid: Grid, labels: Iterable[str], what: str) -> Iterator[str]:
    """Yield labels as the grid writes them."""
    for label in labels:
        try:
            yield grid.slot(label).label
        except GridError as error:
            raise PuzzleError(f"{what}: {error}") from None


def check_references(grid: Grid, clues: Mapping[str, Clue]) -> None:
    """Refuse clues that refer to slots which the grid lacks."""
    for label, clue in clues.items():
        for _ in _labels(grid, clue.references, f"the clue of {label} refers to"):
            pass
