"""An explanation, in sentences and as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from crosswright.explaining.changes import EXCLUDED_WORDS, Change
from crosswright.explaining.demands import Conflict, Demand, Kind
from crosswright.explaining.facts import SlotFacts, no_slot_text
from crosswright.explaining.repairs import Repair
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell, bracketed, pattern_text, where
from crosswright.limits import Statistics, Status
from crosswright.support.pictures import drawn_by
from crosswright.support.wording import duration, either, letters_long, slot_name

MAX_SLOT_LINES = 16
"""Slots of a conflict that have a line each; more than this share one."""

MAX_LOW_WORDS = 3
"""Words that are named where a repair lets in lower scores."""

MAX_UNTESTED_NAMES = 6
"""Untested demands that are named; more than this are counted."""


@dataclass(frozen=True)
class Explanation:
    """Whether a grid can be filled and, if it cannot, why not and what would help."""

    status: Status
    grid: Grid
    conflict: Conflict | None = None
    """Demands that contradict each other, if the grid is impossible."""
    repairs: tuple[Repair, ...] = ()
    """Changes that make the grid fillable, the smallest first."""
    repairs_sought: bool = False
    """Whether repairs were looked for."""
    cut_short_by: Status | None = None
    """LIMIT or CANCELLED if there might be a smaller conflict or more repairs."""
    slots: dict[str, SlotFacts] = field(default_factory=dict)
    """What the slots of the conflict have to choose from, by label."""
    fitting_when_freed: dict[Cell, int] = field(default_factory=dict)
    """In a conflict within one slot, the words that fit if a cell's letter is freed."""
    without_slot: dict[str, int] = field(default_factory=dict)
    """Required words of the conflict that no slot has room for, with their lengths."""
    by_propagation: bool = False
    """Whether propagation alone proved it, without any search."""
    hottest: tuple[str, ...] = ()
    """If nothing was proved, the slots that ran out of words most often."""
    seed: int = 0
    statistics: Statistics = field(default_factory=Statistics)
    assumed: dict[str, str] = field(default_factory=dict)
    """Words in slots, by label, that the explanation takes for granted."""
    assumed_letters: dict[Cell, str] = field(default_factory=dict)
    """Letters in cells that it takes for granted, too."""

    _repr_html_ = drawn_by("explanation_html")

    def text(self) -> str:
        """Return the explanation in sentences."""
        return "\n".join(_lines(self))

    def __str__(self) -> str:
        return self.text()

    def to_json(self) -> dict[str, Any]:
        """Return the explanation as plain data; rows and columns count from 1."""
        conflict = self.conflict
        return {
            "status": str(self.status),
            "grid": self.grid.rows(),
            "assumed": self.assumed,
            "conflict": [_demand_json(d, self) for d in conflict.demands] if conflict else [],
            "minimal": conflict.minimal if conflict else None,
            "by_propagation": self.by_propagation if conflict else None,
            "repairs": [_repair_json(repair) for repair in self.repairs],
            "cut_short_by": None if self.cut_short_by is None else str(self.cut_short_by),
            "hottest": list(self.hottest),
            "seed": self.seed,
            "text": self.text(),
            "stats": self.statistics.as_dict(),
        }


# -- sentences ------------------------------------------------------------------------------------


def _lines(explanation: Explanation) -> Iterator[str]:
    conflict = explanation.conflict
    assumed = [f"{word} at {label}" for label, word in explanation.assumed.items()]
    letters = explanation.assumed_letters.items()
    assumed += [f"{letter} at {where(cell)}" for cell, letter in letters]
    if assumed:
        yield f"With {either(assumed, 'and')}:"
    if conflict is None:
        yield from _undecided(explanation)
        return
    yield from _reasons(explanation, conflict)
    yield from _certainty(explanation, conflict)
    yield from _repairs(explanation)
    if explanation.cut_short_by is not None:
        yield f"{_cause(explanation)}: there may be a smaller conflict, or more repairs."


def _undecided(explanation: Explanation) -> Iterator[str]:
    if explanation.status is Status.FILLED:
        yield "This grid can be filled."
        return
    begin = "Stopped" if explanation.status is Status.CANCELLED else "Undecided"
    statistics = explanation.statistics
    took = duration(statistics.seconds, statistics.cpu_seconds)
    yield f"{begin} after {took}: no fill was found, but none is ruled out."
    if explanation.hottest:
        names = either([slot_name(label) for label in explanation.hottest], "and")
        yield f"The search fails most often at {names}."


def _cause(explanation: Explanation) -> str:
    stopped = explanation.cut_short_by is Status.CANCELLED
    return "Stopped early" if stopped else "The limit was reached"


def _reasons(explanation: Explanation, conflict: Conflict) -> Iterator[str]:
    """Yield what contradicts what."""
    facts = _empty_slot(explanation, conflict)
    if facts is not None:
        yield from _no_word(explanation, conflict, facts)
        return
    if explanation.without_slot and len(conflict.demands) == 1:
        [(word, length)] = explanation.without_slot.items()
        yield f"{no_slot_text(word, length)}."
        return
    labels, count = conflict.slots(), len(conflict.demands)
    how = "propagation alone" if explanation.by_propagation else "search"
    what = f"These {count} demands contradict each other" if count > 1 else "This cannot be met"
    yield f"{what} (proved by {how}):"
    if len(labels) > MAX_SLOT_LINES:
        yield f"  - {len(labels)} slots need words: {', '.join(labels)}"
    for demand in conflict.demands:
        if demand.kind is not Kind.SLOT or len(labels) <= MAX_SLOT_LINES:
            yield f"  - {demand_text(demand)}{_choice(explanation, demand)}"
    if labels:
        yield ""
        yield from _picture(explanation, conflict)
        yield ""


def _empty_slot(explanation: Explanation, conflict: Conflict) -> SlotFacts | None:
    """Return the facts of the only slot to blame if its letters and floor leave it no word."""
    labels = conflict.slots()
    facts = explanation.slots.get(labels[0]) if len(labels) == 1 else None
    return None if facts is None or facts.fitting else facts


def _no_word(explanation: Explanation, conflict: Conflict, facts: SlotFacts) -> Iterator[str]:
    """Yield that the letters of one slot, or its floor, leave it no word."""
    sentence = f"{slot_name(facts.label)} {pattern_text(facts.pattern, '_')} needs a word, but "
    if not facts.words:
        yield f"{sentence}the list has no {_words_like(facts, 'word')}."
        return
    yield f"{sentence}{_none_fits(facts)}.{_blame(explanation, conflict)}"
    if facts.nearest and facts.below:
        best = ", ".join(f"{word} ({score})" for word, score in facts.nearest)
        if facts.below == 1:
            yield f"The only word that would fit is {best}."
        else:
            yield f"The best of the {facts.below:,} words that would fit: {best}."
    elif facts.nearest:
        noun = "word" if len(facts.nearest) == 1 else "words"
        yield f"The nearest {noun}: {', '.join(word for word, _ in facts.nearest)}."


def _words_like(facts: SlotFacts, noun: str) -> str:
    """Return what the words of a slot have in common: "three-letter words"."""
    rebus = " with this rebus in place" if facts.rebus else ""
    return f"{letters_long(facts.length)} {noun}{rebus}"


def _none_fits(facts: SlotFacts) -> str:
    """Return that no word has the letters and reaches the floor."""
    has_letters, has_floor = facts.below < facts.words, facts.floor is not None
    floor = f"{facts.floor} or more"
    if facts.words == 1:
        parts = ["fit"] * has_letters + [f"score {floor}"] * has_floor
        return f"the only {_words_like(facts, 'word')} does not {' and '.join(parts)}"
    parts = ["fits"] * has_letters + [f"scores {floor}"] * has_floor
    return f"none of the {facts.words:,} {_words_like(facts, 'words')} {' and '.join(parts)}"


def _blame(explanation: Explanation, conflict: Conflict) -> str:
    """Return which letter, freed, lets the most words fit."""
    freed = explanation.fitting_when_freed
    letters = [(freed[d.cell], d) for d in conflict.of(Kind.LETTER) if d.cell in freed]
    count, letter = max(letters, key=lambda pair: pair[0], default=(0, None))
    if letter is None or letter.cell is None or not count:
        return ""
    fit = "1 word fits" if count == 1 else f"{count:,} words fit"
    return f" Free the {letter.value} at {where(letter.cell)}, and {fit}."


def demand_text(demand: Demand) -> str:
    """Return what a demand is, as a clause."""
    if demand.value is None and demand.kind in EXCLUDED_WORDS:
        return f"words that {EXCLUDED_WORDS[demand.kind]} must not appear"
    return {
        Kind.SLOT: f"{slot_name(demand.label)} needs a word",
        Kind.LETTER: f"the {demand.value} at {where(demand.cell or (0, 0))} is given",
        Kind.FLOOR: f"no word scores below {demand.value}",
        Kind.SLOT_FLOOR: f"the word at {demand.label} scores {demand.value} or more",
        Kind.ALLOWED: f"{demand.label} takes only the words allowed there ({demand.value})",
        Kind.MATCHING: f"the word at {demand.label} matches '{demand.value}'",
        Kind.REQUIRED: f"{demand.value} must appear somewhere",
        Kind.DISTINCT: "no word appears twice",
        Kind.SHARED_LETTERS: f"no two words share {demand.value} letters in a row",
        Kind.SHARED_STEM: "no two words share a stem",
        Kind.BANNED: f"{demand.value} is banned",
        Kind.USED: f"{demand.value} was used before",
    }[demand.kind]


def _choice(explanation: Explanation, demand: Demand) -> str:
    """Return how many words a slot could take by itself."""
    facts = explanation.slots.get(demand.label) if demand.kind is Kind.SLOT else None
    if facts is None:
        return ""
    fit = "1 word fits" if facts.fitting == 1 else f"{facts.fitting:,} words fit"
    floor = "" if facts.floor is None else f" with a score of {facts.floor} or more"
    return f": {pattern_text(facts.pattern, '_')} ({fit}{floor})"


def _picture(explanation: Explanation, conflict: Conflict) -> Iterator[str]:
    """Draw the grid with only the cells of the conflict; columns with a rebus are wider."""
    grid = explanation.grid
    cells = {cell for label in conflict.slots() for cell in grid.slot(label).cells}
    letters = {demand.cell: bracketed(str(demand.value)) for demand in conflict.of(Kind.LETTER)}
    for label, facts in explanation.slots.items():
        for cell, letter in zip(grid.slot(label).cells, facts.pattern, strict=True):
            if letter is not None:
                letters[cell] = bracketed(letter)

    def sign(cell: Cell) -> str:
        closed = "·" if grid.is_open(cell) else "#"
        return letters.get(cell, "_" if cell in cells else closed)

    rows = [[sign((y, x)) for x in range(grid.width)] for y in range(grid.height)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        signs = (f"{sign:<{width}}" for sign, width in zip(row, widths, strict=True))
        yield f"  {' '.join(signs)}".rstrip()


def _certainty(explanation: Explanation, conflict: Conflict) -> Iterator[str]:
    """Yield whether all demands of a conflict are known to be needed."""
    untested, count = [demand_text(demand) for demand in conflict.untested], len(conflict.demands)
    if len(untested) > MAX_UNTESTED_NAMES:
        part = f"{len(untested)} of the {count} demands were not tested"
        yield f"Perhaps not all of this is needed: {part}."
    elif untested:
        yield f"Perhaps not all of this is needed; not tested: {either(untested, 'and')}."
    elif _empty_slot(explanation, conflict) is not None and count > 1:
        listed = "; ".join(map(demand_text, conflict.demands))
        yield f"Each of these is needed for the conflict (all tested): {listed}."
    elif count > 1:
        yield "This is minimal: drop any one of these, and the others can be met (all tested)."


def _repairs(explanation: Explanation) -> Iterator[str]:
    """Yield what would help."""
    if explanation.repairs:
        yield ""
        yield "Any one of these makes the grid fillable (each tested by a fill):"
        for number, repair in enumerate(explanation.repairs, 1):
            yield f"{number:>3}. {repair_text(repair)}"
    elif explanation.repairs_sought:
        yield "No small change that helps was found."


def repair_text(repair: Repair) -> str:
    first, *others = (_change_text(repair, change) for change in repair.changes)
    return "; ".join([first, *(text[0].lower() + text[1:] for text in others)]) + "."


def _change_text(repair: Repair, change: Change) -> str:
    for cell in change.cells:
        if cell in repair.could_be:
            letters = repair.could_be[cell]
            more = () if letters.complete else ("another",)
            return f"{change.text}: it could be {either([*letters.tokens, *more])}"
    if "floor" in change.kind:
        low = _low_words(repair, change)
        if low and len(low) <= MAX_LOW_WORDS:
            return f"{change.text}: {either(low, 'and')}"
    return change.text


def _low_words(repair: Repair, change: Change) -> list[str]:
    """Return the words of a repair's fill, with their scores, that a lowered floor lets in."""
    answers, scores = repair.result.answers, repair.result.scores
    return [
        f"{answers[label]} ({score})"
        for label, score in scores.items()
        if score is not None and score < change.floor and label in (change.labels or scores)
    ]


# -- plain data -----------------------------------------------------------------------------------


def _demand_json(demand: Demand, explanation: Explanation) -> dict[str, Any]:
    data: dict[str, Any] = {"kind": demand.kind.value, "text": demand_text(demand)}
    if demand.label:
        data["slot"] = demand.label
    if demand.cell is not None:
        data["row"], data["column"] = demand.cell[0] + 1, demand.cell[1] + 1
    if demand.value is not None:
        data["value"] = demand.value
    if demand.kind is Kind.SLOT:
        facts = explanation.slots[demand.label]
        data |= {
            "pattern": pattern_text(facts.pattern),
            "words": facts.words,
            "fitting": facts.fitting,
            "nearest": [word for word, _ in facts.nearest],
        }
    if explanation.conflict is not None:
        data["tested"] = demand not in explanation.conflict.untested
    return data


def _repair_json(repair: Repair) -> dict[str, Any]:
    return {
        "text": repair_text(repair),
        "cost": round(repair.cost, 3),
        "changes": [_change_json(repair, change) for change in repair.changes],
        "grid": repair.result.grid.rows(),
    }


def _change_json(repair: Repair, change: Change) -> dict[str, Any]:
    data: dict[str, Any] = {"kind": change.kind}
    if change.labels:
        data["slots"] = list(change.labels)
    if change.value is not None:
        data["value"] = change.value
    if change.cells:
        data["cells"] = [[row + 1, column + 1] for row, column in change.cells]
    for cell in change.cells:
        if cell in repair.could_be:
            data["could_be"] = list(repair.could_be[cell].tokens)
            data["could_be_all"] = repair.could_be[cell].complete
    return data
