"""What each slot of a conflict has to choose from, by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from crosswright.explaining.demands import Conflict, Demand, Demands, Kind
from crosswright.explaining.preview import propagated
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.support.wording import either, plural
from crosswright.words.wordlist import WordList

NEAREST_WORDS = 5
"""Words named as the nearest to a pattern that nothing fits."""


@dataclass(frozen=True)
class SlotFacts:
    """What a slot of a conflict has to choose from.

    Out of `words` that have its length (with its rebus in place, if there is one), `fitting` have
    its letters and reach its floor. If none do, `below` have the letters alone; `nearest` are the
    best of these, or else the words that differ least from the letters, with their scores.
    """

    label: str
    pattern: tuple[str | None, ...]
    length: int
    """The letters of its word: as many as it has cells, and more with a rebus."""
    words: int
    fitting: int
    floor: int | None = None
    rebus: bool = False
    below: int = 0
    nearest: tuple[tuple[str, int], ...] = ()


def words_without_slot(grid: Grid, words: WordList, required: Iterable[str]) -> dict[str, int]:
    """Return the required words that no slot has room for, with how many letters they have."""
    rooms, lengths = _rooms(grid, words), _lengths(words, required)
    return {word: length for word, length in lengths.items() if not rooms[length]}


def has_room(grid: Grid, words: WordList, required: Iterable[str]) -> bool:
    """Return whether there is a slot for each required word, going by their lengths."""
    return Counter(_lengths(words, required).values()) <= _rooms(grid, words)


def _rooms(grid: Grid, words: WordList) -> Counter[int]:
    """Return how many slots have room for each number of letters."""
    rooms = Counter[int]()
    for slot in grid.slots:
        given = [letter for letter in grid.pattern(slot) if letter is not None]
        rooms[len(slot) + sum(len(words.tokens(letter)) - 1 for letter in given)] += 1
    return rooms


def _lengths(words: WordList, required: Iterable[str]) -> dict[str, int]:
    return {word: len(words.tokens(word)) for word in required}


def no_slot_text(word: str, length: int) -> str:
    """Say why a required word cannot appear."""
    return f"{word} must appear, but no slot has {plural(length, 'letter')}"


def slots_without_words(grid: Grid, words: WordList, rules: Rules) -> dict[str, int]:
    """Return the slots to fill for whose length the list has no word at all, with that length."""
    rules = rules.for_grid(grid)
    region = rules.region_cells(grid)
    lengths = {len(words.tokens(word)) for word in rules.required}
    needed = {}
    for slot in grid.slots:
        given = [None if c in region else grid.letters.get(c) for c in slot.cells]
        if None not in given or slot.label in (*rules.fixed, *rules.allowed):
            continue
        length = sum(1 if letter is None else len(words.tokens(letter)) for letter in given)
        if length not in lengths and not words.size(length):
            needed[slot.label] = length
    return needed


def no_word_text(needed: Mapping[str, int]) -> str:
    """Say that the list has no words of the lengths that some slots need."""
    first, *others = needed
    lengths = sorted(set(needed.values()))
    named = either([str(length) for length in lengths])
    slots = f"{first} and {plural(len(others), 'other slot')} need" if others else f"{first} needs"
    letters = "letter" if lengths == [1] else "letters"
    return f"the list has no word of {named} {letters}, which {slots}"


def slot_facts(demands: Demands, conflict: Conflict, label: str) -> SlotFacts:
    """Return what a slot has to choose from under the letters and the floor of a conflict."""
    letters, floors = _letters(demands, conflict, label), _floors(demands, conflict, label)
    shape = {cell: demands.fixed_grid.letters[cell] for cell in demands.shape}
    by_cell = (
        shape
        | dict(demands.assumed)
        | {demand.cell: str(demand.value) for demand in letters if demand.cell}
    )
    cells = demands.grid.slot(label).cells
    facts = SlotFacts(
        label,
        tuple(by_cell.get(cell) for cell in cells),
        demands.model.room(demands.index(label)),
        demands.relaxed([]).table_of(demands.index(label)).size,
        _fitting(demands, label, [*letters, *floors]),
        next((int(demand.value or 0) for demand in floors), None),
        not demands.shape.isdisjoint(cells),
    )
    if facts.fitting:
        return facts
    below = _fitting(demands, label, letters)
    return replace(facts, below=below, nearest=_nearest(demands, label, letters))


def fitting_when_freed(demands: Demands, conflict: Conflict) -> dict[Cell, int]:
    """Return, for a conflict within one slot, how many words fit if a cell's letter is freed."""
    labels = conflict.slots()
    if len(labels) != 1:
        return {}
    [label] = labels
    letters, floors = _letters(demands, conflict, label), _floors(demands, conflict, label)
    return {
        freed.cell: _fitting(demands, label, [d for d in (*letters, *floors) if d != freed])
        for freed in letters
        if freed.cell is not None
    }


def _letters(demands: Demands, conflict: Conflict, label: str) -> list[Demand]:
    """Return the letters in a slot: those in the conflict, or all if no other slot matters.

    What contradicts an assumed letter does not count unless it is in the conflict.
    """
    letters = conflict.of(Kind.LETTER)
    if conflict.slots() == [label]:
        letters = [
            d for d in demands.letters() if d.cell not in demands.contradicted or d in letters
        ]
    cells = demands.grid.slot(label).cells
    return [demand for demand in letters if demand.cell in cells]


def _floors(demands: Demands, conflict: Conflict, label: str) -> list[Demand]:
    """Return the floor that a conflict sets for a slot, if any."""
    if label in demands.rules.slot_scores:
        return [demand for demand in conflict.of(Kind.SLOT_FLOOR) if demand.label == label]
    return conflict.of(Kind.FLOOR)


def _fitting(demands: Demands, label: str, kept: Sequence[Demand]) -> int:
    """Return how many words a slot can take by itself under some demands."""
    problem = demands.relaxed(kept).problem(only=[demands.index(label)])
    solver = None if problem is None else propagated(problem)
    return 0 if solver is None else solver.counts()[0]


def _nearest(
    demands: Demands, label: str, letters: Sequence[Demand]
) -> tuple[tuple[str, int], ...]:
    """Return the best of the words that agree with as many letters as possible."""
    table = demands.relaxed([]).table_of(demands.index(label))
    cells = demands.grid.slot(label).cells
    agreeing = [0] * table.size
    for demand in letters:
        codes = demands.words.codes(str(demand.value))
        if codes is not None and demand.cell is not None:
            for row, code in enumerate(table.codes[cells.index(demand.cell) :: table.length]):
                agreeing[row] += codes == bytes([code])
    most = max(agreeing, default=0)
    if letters and not most and demands.shape.isdisjoint(cells):
        return ()
    rows = [row for row, count in enumerate(agreeing) if count == most]
    rows.sort(key=lambda row: -table.scores[row])
    return tuple((table.word(row), table.scores[row]) for row in rows[:NEAREST_WORDS])
