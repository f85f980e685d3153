"""A puzzle reduced to what a format holds, with every loss named."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from crosswright.formats.format import Loss
from crosswright.formats.linkwords import with_links_in_words
from crosswright.grids.grid import Grid, Slot
from crosswright.grids.letters import split_letters
from crosswright.grids.notation import Cell
from crosswright.puzzles.clue import DRAFT_MARK, NO_CLUE, Clue
from crosswright.puzzles.enumeration import spells
from crosswright.puzzles.parts import ClueGroup, Link, UnplacedClue
from crosswright.puzzles.puzzle import TEXTS, Entry, Puzzle, PuzzleParts
from crosswright.support.records import replace
from crosswright.support.wording import quote

NAMED_LABELS: Final = 6
"""Labels of lost clues that are named."""


def reduce(puzzle: Puzzle, holds: frozenset[str]) -> tuple[Puzzle, list[Loss]]:
    """Return the puzzle with only the features in `holds`, and what that left out."""
    losses: list[Loss] = []
    given, filled = _reduce_grid(puzzle, holds, losses)
    slots = {_start(slot): slot.label for slot in filled.slots}
    moved = {slot.label: slots[_start(slot)] for slot in puzzle.grid.slots if _start(slot) in slots}
    clues = _reduce_clues(puzzle, moved, holds, losses)
    parts = _reduce_parts(puzzle, filled, moved, holds, losses)
    for name, text in _reduce_texts(puzzle, holds, losses):
        parts[name] = text  # type: ignore[literal-required]
    if not losses:
        return puzzle, losses
    reduced = Puzzle.from_filled(filled, clues, given=given, **parts)
    if puzzle.links and "clues" in holds and "links" not in holds:
        present = [tuple(moved[label] for label in link if label in moved) for link in puzzle.links]
        links = tuple(link for link in present if len(link) > 1)
        reduced = with_links_in_words(replace(reduced, links=links))
    return replace(reduced, extras=puzzle.extras), losses


def with_draft_marks(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with its drafts marked in their texts, from which they are read again."""
    clues = {
        entry.label: _with_draft_mark(entry.clue) for entry in puzzle.entries if entry.clue.draft
    }
    unplaced = tuple(each._replace(clue=_with_draft_mark(each.clue)) for each in puzzle.unplaced)
    return replace(puzzle.with_clues(clues), unplaced=unplaced) if clues or unplaced else puzzle


def _with_draft_mark(clue: Clue) -> Clue:
    return replace(clue.with_suffix(f" {DRAFT_MARK}"), draft=False) if clue.draft else clue


def _reduce_texts(
    puzzle: Puzzle, holds: frozenset[str], losses: list[Loss]
) -> Iterator[tuple[str, str]]:
    for name in TEXTS:
        text = getattr(puzzle, name)
        if text and name not in holds:
            losses.append(Loss(name, quote(text)))
        elif text:
            yield name, text


# -- the grid -------------------------------------------------------------------------------------


def _reduce_grid(
    puzzle: Puzzle, holds: frozenset[str], losses: list[Loss]
) -> tuple[Iterable[Cell], Grid]:
    """Return the cells whose letters are given, and the filled grid, as far as they are held."""
    grid, filled = puzzle.grid, puzzle.filled_grid

    def drop(feature: str, what: str, cells: Iterable[Cell]) -> bool:
        return _drop_cells(feature, what, cells, holds, losses)

    rebus = [cell for cell, token in filled.letters.items() if len(split_letters(token)) > 1]
    if drop("solution", "letters", filled.letters):
        grid, filled = grid.without_letters(), filled.without_letters()
    elif drop("rebus", "rebus cells", rebus):
        grid, filled = grid.without_letters(rebus), filled.without_letters(rebus)
    if drop("given", "given letters", grid.letters):
        grid = grid.without_letters()
    if drop("circles", "circles", grid.circles):
        filled = filled.with_circles(())
    if drop("bars", "bars", (cell for cell, _ in grid.bars)):
        filled = filled.with_bars(())
    if drop("extra", "extra slots", (cells[0] for cells in grid.extra)):
        filled = filled.with_extra(())
    if drop("voids", "voids (written as blocks)", grid.voids):
        filled = filled.with_blocks(grid.voids)
    return grid.letters, filled


def _drop_cells(
    feature: str, what: str, cells: Iterable[Cell], holds: frozenset[str], losses: list[Loss]
) -> bool:
    """Return whether a feature of these cells is lost, and name it if so."""
    lost = list(cells)
    if feature in holds or not lost:
        return False
    losses.append(Loss.at(what, lost))
    return True


# -- clues ----------------------------------------------------------------------------------------

# Of a clue: the feature that holds it, what it is called, whether a clue has it, and the clue
# without it.
_CLUE_FEATURES: Final[
    tuple[tuple[str, str, Callable[[Entry], object], Callable[[Entry], Clue]], ...]
] = (
    (
        "enumerations",
        "enumerations (written in the clues)",
        lambda entry: entry.clue.enumeration,
        lambda entry: replace(_with_enumeration(entry.clue), enumeration=""),
    ),
    (
        "markup",
        "formatting of clues",
        lambda entry: entry.clue.markup,
        lambda entry: replace(entry.clue, markup=()),
    ),
    (
        "labels",
        "labels of clues",
        lambda entry: entry.clue.label,
        lambda entry: replace(entry.clue, label=""),
    ),
    (
        "hints",
        "hints",
        lambda entry: entry.clue.hint,
        lambda entry: replace(entry.clue, hint=""),
    ),
    (
        "references",
        "references between clues",
        lambda entry: entry.clue.references,
        lambda entry: replace(entry.clue, references=()),
    ),
)


def _with_enumeration(clue: Clue) -> Clue:
    written = f"({clue.enumeration})"
    if clue.text.endswith(written):
        return clue
    return clue.with_suffix(f" {written}" if clue.text else written)


def _reduce_clues(
    puzzle: Puzzle, moved: Mapping[str, str], holds: frozenset[str], losses: list[Loss]
) -> dict[str, Clue | str]:
    """Move clues to the slots that start at the same cells; their numbers may have changed."""
    entries = [entry for entry in puzzle.entries if entry.clue != NO_CLUE]
    if entries and "clues" not in holds:
        losses.append(Loss("clues", _names(entry.label for entry in entries)))
        return {}
    for feature, what, has, without in _CLUE_FEATURES:
        if feature in holds:
            continue
        lost = [entry.label for entry in entries if has(entry)]
        if lost:
            losses.append(Loss(what, _names(lost)))
        entries = [
            entry._replace(clue=without(entry)) if has(entry) else entry for entry in entries
        ]
    homeless = [entry.label for entry in entries if entry.label not in moved]
    if homeless:
        losses.append(Loss("clues of slots that no longer exist", _names(homeless)))
    return {
        moved[entry.label]: _moved_references(entry.clue, moved)
        for entry in entries
        if entry.label in moved
    }


def _moved_references(clue: Clue, moved: Mapping[str, str]) -> Clue:
    references = tuple(moved[label] for label in clue.references if label in moved)
    return replace(clue, references=references)


# -- the other parts ------------------------------------------------------------------------------


def _reduce_parts(
    puzzle: Puzzle,
    filled: Grid,
    moved: Mapping[str, str],
    holds: frozenset[str],
    losses: list[Loss],
) -> PuzzleParts:
    parts = PuzzleParts()
    if not _drop_cells("labels", "labels of cells", puzzle.labels, holds, losses):
        parts["labels"] = puzzle.labels
    if not _drop_cells("marks", "marks in cells", puzzle.marks, holds, losses):
        parts["marks"] = puzzle.marks
    if not _drop_cells("progress", "letters of the solver", puzzle.progress, holds, losses):
        parts["progress"] = puzzle.progress
    if "kind" in holds:
        parts["kind"] = puzzle.kind
    elif puzzle.kind != "crossword":
        losses.append(Loss("the hidden diagram of a diagramless puzzle"))
    if "groups" in holds:
        parts["groups"] = tuple(_moved_groups(puzzle.groups, moved))
    elif puzzle.groups:
        losses.append(Loss("clue groups", _names(group.title for group in puzzle.groups)))
    links = _moved_links(puzzle.links, moved)
    if "links" in holds:
        parts["links"] = links
        lost = [link for link in puzzle.links if not moved.keys() >= set(link)]
        if lost:
            losses.append(Loss("links between clues", _names(map("+".join, lost))))
    elif puzzle.links:
        losses.append(Loss(_lost_links(holds), _names(map("+".join, puzzle.links))))
    parts["entered"] = _reduce_entered(puzzle, filled, moved, holds, losses)
    if "unplaced" in holds:
        parts["unplaced"] = puzzle.unplaced
    elif puzzle.unplaced:
        losses.append(Loss("clues that belong to no slot", unplaced_names(puzzle)))
    return parts


def _lost_links(holds: frozenset[str]) -> str:
    return "links between clues" + (" (written in words)" if "clues" in holds else "")


def _moved_groups(groups: Iterable[ClueGroup], moved: Mapping[str, str]) -> Iterator[ClueGroup]:
    for title, labels in groups:
        yield ClueGroup(title, tuple(moved[label] for label in labels if label in moved))


def _moved_links(links: Iterable[Link], moved: Mapping[str, str]) -> tuple[Link, ...]:
    return tuple(
        tuple(moved[label] for label in link) for link in links if moved.keys() >= set(link)
    )


def _reduce_entered(
    puzzle: Puzzle,
    filled: Grid,
    moved: Mapping[str, str],
    holds: frozenset[str],
    losses: list[Loss],
) -> dict[str, str]:
    """Return the answers as entered that are still those of their slots."""
    linked = "links" in holds
    kept = {}
    for label, text in puzzle.entered.items():
        link = puzzle.link(label)
        words = [filled.word(moved[part]) if part in moved else None for part in link]
        answer = "".join(word or "" for word in words)
        fits = None not in words and spells(text, answer) and (linked or len(link) == 1)
        if "entered" in holds and fits:
            kept[moved[label]] = text
    lost = [label for label in puzzle.entered if moved.get(label) not in kept]
    if lost and "solution" in holds:
        losses.append(Loss("answers as they were entered", _names(lost)))
    return kept


def unplaced_names(puzzle: Puzzle) -> str:
    """Name the clues of a puzzle that belong to no slot, for a message."""
    return _names(map(unplaced_name, puzzle.unplaced))


def unplaced_name(unplaced: UnplacedClue) -> str:
    """Name a clue that belongs to no slot, for a message."""
    return f"{unplaced.group} {unplaced.label or quote(unplaced.clue.text)}".strip()


def _start(slot: Slot) -> tuple[str, tuple[Cell, ...]]:
    return slot.direction, slot.cells if slot.direction == "extra" else slot.cells[:1]


def _names(labels: Iterable[str]) -> str:
    names = list(labels)
    more = [f"and {len(names) - NAMED_LABELS} more"] if len(names) > NAMED_LABELS else []
    return ", ".join([*names[:NAMED_LABELS], *more])
