"""What each slot of a conflict has to choose from, by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from crosswright.explaining.demands import Conflict, Demand, Demands, Kind
from crosswright.explaining.preview import propagated
from crosswright.grids.letters import split_letters
from crosswright.grids.notation import Cell

NEAREST_WORDS = 5
"""Words named as the nearest to a pattern that nothing fits."""


@dataclass(frozen=True)
class SlotFacts:
    """What a slot of a conflict has to choose from.

    Out of `words` that have its length (and its rebus, if there is one), `fitting` have its letters
    and reach its floor. If none do, `below` have the letters alone; `nearest` are the best of
    these, or else the words that differ least from the letters, with their scores.
    """

    label: str
    pattern: tuple[str | None, ...]
    words: int
    fitting: int
    floor: int | None = None
    rebus: bool = False
    below: int = 0
    nearest: tuple[tuple[str, int], ...] = ()


def slot_facts(demands: Demands, conflict: Conflict, label: str) -> SlotFacts:
    """Return what a slot has to choose from under the letters and the floor of a conflict."""
    letters, floors = _letters(demands, conflict, label), _floors(demands, conflict, label)
    rebus = [demand for demand in letters if _is_rebus(demands, demand)]
    by_cell = {demand.cell: str(demand.value) for demand in letters}
    facts = SlotFacts(
        label,
        tuple(by_cell.get(cell) for cell in demands.grid.slot(label).cells),
        demands.relaxed(rebus).table_of(demands.index(label)).size,
        _fitting(demands, label, [*letters, *floors]),
        next((int(demand.value or 0) for demand in floors), None),
        bool(rebus),
    )
    if facts.fitting:
        return facts
    below = _fitting(demands, label, letters)
    return replace(facts, below=below, nearest=_nearest(demands, label, letters, rebus))


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
    """Return the letters in a slot: those in the conflict, or all if no other slot matters."""
    alone = conflict.slots() == [label]
    letters = demands.letters() if alone else conflict.of(Kind.LETTER)
    cells = demands.grid.slot(label).cells
    return [demand for demand in letters if demand.cell in cells]


def _floors(demands: Demands, conflict: Conflict, label: str) -> list[Demand]:
    """Return the floor that a conflict sets for a slot, if any."""
    if label in demands.rules.slot_scores:
        return [demand for demand in conflict.of(Kind.SLOT_FLOOR) if demand.label == label]
    return conflict.of(Kind.FLOOR)


def _is_rebus(demands: Demands, letter: Demand) -> bool:
    """Return whether a given letter is several, and not one in the list's own alphabet."""
    token = str(letter.value)
    return token not in demands.words.alphabet and len(split_letters(token)) > 1


def _fitting(demands: Demands, label: str, kept: Sequence[Demand]) -> int:
    """Return how many words a slot can take by itself under some demands."""
    problem = demands.relaxed(kept).problem(only=[demands.index(label)])
    solver = None if problem is None else propagated(problem)
    return 0 if solver is None else solver.counts()[0]


def _nearest(
    demands: Demands, label: str, letters: Sequence[Demand], rebus: Sequence[Demand]
) -> tuple[tuple[str, int], ...]:
    """Return the best of the words that agree with as many letters as possible."""
    model = demands.relaxed(rebus)
    table = model.table_of(demands.index(label))
    cells = demands.grid.slot(label).cells
    agreeing = [0] * table.size
    for demand in letters:
        if demand.value in model.tokens and demand.cell is not None:
            code, position = model.tokens.index(str(demand.value)), cells.index(demand.cell)
            for row, other in enumerate(bytes(table.codes[position :: table.length])):
                agreeing[row] += other == code
    most = max(agreeing, default=0)
    if letters and not most:
        return ()
    rows = [row for row, count in enumerate(agreeing) if count == most]
    rows.sort(key=lambda row: -table.scores[row])
    return tuple((table.word(row), table.scores[row]) for row in rows[:NEAREST_WORDS])
