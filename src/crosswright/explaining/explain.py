"""Why a grid cannot be filled: a minimal conflict, and repairs that are known to work.

>>> from crosswright.grids.grid import Grid
>>> from crosswright.words.wordlist import WordList
>>> found = explain(Grid.parse("C.Q"), WordList.from_words(["CAT", "COT", "CUE"]))
>>> print(found.text().splitlines()[0])  # doctest: +ELLIPSIS
1-Across C_Q needs a word; none of 3 three-letter words fits. Free the Q at row 1, column 3...
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from crosswright import engine
from crosswright.engine import EXHAUSTED, SOLUTION
from crosswright.explaining.conflict import Conflict, Demand, Demands, Kind, Minimiser
from crosswright.explaining.repairs import ALL_RULED_OUT, PATIENCE, Change, Repair, RepairSearch
from crosswright.filling.rules import Rules
from crosswright.filling.search import Search
from crosswright.grids.grid import Grid
from crosswright.grids.notation import where
from crosswright.limits import Budget, Limit, Statistics, Status
from crosswright.support.pictures import drawn_by
from crosswright.support.wording import either, letters_long, plural, slot_name
from crosswright.words.wordlist import WordList

MOST_REPAIRS = 6
"""Repairs that are reported unless more are asked for."""

REPAIR_SECONDS = 10.0
"""Time for the search for repairs when there is no limit."""

CONFLICT_SHARE = 0.65
"""Part of the time left for making a conflict small, where repairs are looked for after it."""

MOST_LINES = 16
"""Slots of a conflict that have a line each; more share one."""

Pattern = tuple[str | None, ...]

DEFAULT_LIMIT = Limit(seconds=10)

NEAREST_WORDS = 5
"""Words named as the nearest to a pattern that nothing fits."""

MOST_NAMES = 6
"""Untested demands that are named; of more, their number is said."""

HOTTEST_SLOTS = 6
"""Slots named as those that fail most often, where nothing was proved."""


@dataclass(frozen=True)
class SlotFacts:
    """What a slot of a conflict has to choose from.

    `fitting` words have its letters and reach its floor; where there are none, `below` have the
    letters alone, and the best of these, or else the nearest words, are there with their scores.
    """

    label: str
    pattern: str
    words: int
    fitting: int
    floor: int | None = None
    below: int = 0
    nearest: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Explanation:
    """Whether a grid can be filled and, when it cannot, why not and what would help."""

    status: Status
    grid: Grid
    conflict: Conflict | None = None
    repairs: tuple[Repair, ...] = ()
    sought: bool = False
    cut_short: bool = False
    slots: dict[str, SlotFacts] = field(default_factory=dict)
    freed: dict[str, int] = field(default_factory=dict)
    by_propagation: bool = False
    hottest: tuple[str, ...] = ()
    seed: int = 0
    statistics: Statistics = field(default_factory=Statistics)

    _repr_html_ = drawn_by("explanation_html")

    def text(self) -> str:
        """Say it in sentences."""
        return "\n".join(_lines(self))

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data; rows and columns count from 1."""
        conflict = self.conflict
        return {
            "status": str(self.status),
            "grid": self.grid.rows(),
            "conflict": [_demand_json(d, self) for d in conflict.demands] if conflict else [],
            "minimal": conflict.minimal if conflict else None,
            "by_propagation": self.by_propagation if conflict else None,
            "repairs": [_repair_json(repair) for repair in self.repairs],
            "hottest": list(self.hottest),
            "seed": self.seed,
            "text": self.text(),
            "stats": {
                **vars(self.statistics),
                "seconds": round(self.statistics.seconds, 4),
            },
        }


def explain(
    grid: Grid,
    words: WordList,
    rules: Rules | None = None,
    *,
    seed: int = 0,
    limit: Limit = DEFAULT_LIMIT,
    repairs: int = MOST_REPAIRS,
    **options: Any,
) -> Explanation:
    """Explain why a grid cannot be filled; further keywords are fields of `Rules`.

    A grid that can be filled, or of which the limit leaves it open, says so in its status.
    """
    budget = Budget(limit)
    demands = Demands(grid, words, replace(rules or Rules(), **options), budget, seed)
    search = demands.search(demands.everything())
    status = _status(search, budget)
    known = Explanation(
        status, demands.fixed_grid, seed=seed, by_propagation=not (search and search.solver.nodes)
    )
    if status in (Status.LIMIT, Status.CANCELLED) and search is not None:
        known = replace(known, hottest=tuple(_hottest(demands, search.solver.weights())))
    if status is Status.IMPOSSIBLE:
        part = budget.part()
        if repairs and part.limit.seconds is not None:
            part = budget.part(part.limit.seconds * CONFLICT_SHARE)
        conflict = _conflict_of(demands.within(part), search, budget.seconds)
        known = replace(
            known,
            conflict=conflict,
            slots={label: _facts(demands, conflict, label) for label in conflict.slots()},
            freed=_fitting_when_freed(demands, conflict),
            repairs=tuple(_repairs(demands, conflict, repairs)) if repairs else (),
            sought=bool(repairs),
        )
        known = replace(known, cut_short=budget.spent() is not None)
    return replace(known, statistics=budget.report())


def _status(search: Search | None, budget: Budget) -> Status:
    if search is None or search.outcome == EXHAUSTED:
        return Status.IMPOSSIBLE
    if search.outcome == SOLUTION:
        return Status.FILLED
    return budget.spent() or Status.LIMIT


def _conflict_of(demands: Demands, search: Search | None, seconds: float) -> Conflict:
    weights = [1] * len(demands.model.slots) if search is None else search.solver.weights()
    return Minimiser(demands, weights, seconds).conflict()


def _hottest(demands: Demands, weights: list[int]) -> Iterator[str]:
    """Yield the slots that ran out of words most often."""
    order = sorted(range(len(weights)), key=lambda number: -weights[number])
    for number in order[:HOTTEST_SLOTS]:
        if weights[number] > 1:
            yield demands.model.slots[number].label


def _repairs(demands: Demands, conflict: Conflict, most: int) -> list[Repair]:
    limited = demands.budget.limit.seconds is not None
    budget = demands.budget.part(None if limited else REPAIR_SECONDS)

    def conflicts(grid: Grid, rules: Rules) -> Conflict | None:
        changed = Demands(grid, demands.words, rules, budget, demands.seed)
        search = changed.search(changed.everything(), PATIENCE)
        if search is not None and search.outcome != EXHAUSTED:
            return None
        return _conflict_of(changed, search, 0.0)

    search = RepairSearch(
        demands.fixed_grid,
        demands.words,
        demands.rules,
        conflicts=conflicts,
        budget=budget,
        most=most,
        seed=demands.seed,
    )
    return search.repairs(conflict)


# -- facts about a slot ---------------------------------------------------------------------------


def _rows(demands: Demands, pattern: Pattern, floor: int | None) -> int:
    """Return the rows of the list that fit letters and reach a floor, as bits."""
    table = demands.words.table(len(pattern))
    rows = (1 << table.size) - 1
    if floor is not None:
        rows = int.from_bytes(engine.rows_at_least(table.scores, floor), "little")
    for position, token in enumerate(pattern):
        if token is not None:
            known = token in demands.words.alphabet
            rows &= table.bits(position, demands.words.alphabet.code(token)) if known else 0
    return rows


def _floor(conflict: Conflict, label: str) -> int | None:
    """Return the floor that the conflict sets a slot."""
    own = [d.value for d in conflict.of(Kind.SLOT_FLOOR) if d.label == label]
    floors = own or [d.value for d in conflict.of(Kind.FLOOR)]
    return int(floors[0]) if floors and floors[0] is not None else None


def _pattern(demands: Demands, conflict: Conflict, label: str) -> Pattern:
    """Return the letters in a slot: those in the conflict, all when no other slot matters."""
    if conflict.slots() == [label]:
        return demands.fixed_grid.pattern(label)
    letters = {demand.cell: str(demand.value) for demand in conflict.of(Kind.LETTER)}
    return tuple(letters.get(cell) for cell in demands.grid.slot(label).cells)


def _facts(demands: Demands, conflict: Conflict, label: str) -> SlotFacts:
    pattern = _pattern(demands, conflict, label)
    floor = _floor(conflict, label)
    rows = _rows(demands, pattern, floor)
    known = SlotFacts(
        label,
        "".join("." if token is None else token for token in pattern),
        demands.words.size(len(pattern)),
        rows.bit_count(),
        floor,
    )
    if rows:
        return known
    below = _rows(demands, pattern, None)
    return replace(known, below=below.bit_count(), nearest=_nearest(demands, pattern))


def _nearest(demands: Demands, pattern: Pattern) -> tuple[tuple[str, int], ...]:
    """Return the best words that differ from a pattern in as few letters as can be."""
    table, alphabet = demands.words.table(len(pattern)), demands.words.alphabet
    given = [place for place, token in enumerate(pattern) if token is not None]
    agreeing = [0] * table.size
    for place in given:
        token = pattern[place] or ""
        if token in alphabet:
            code = alphabet.code(token)
            for row, other in enumerate(bytes(table.codes[place :: table.length])):
                agreeing[row] += other == code
    most = max(agreeing, default=0)
    nothing_near = bool(given) and not most
    rows = [] if nothing_near else [row for row, count in enumerate(agreeing) if count == most]
    rows.sort(key=lambda row: -table.scores[row])
    return tuple((table.word(row), table.scores[row]) for row in rows[:NEAREST_WORDS])


def _fitting_when_freed(demands: Demands, conflict: Conflict) -> dict[str, int]:
    """Return, for a conflict within one slot, how many words fit without each letter."""
    labels = conflict.slots()
    if len(labels) != 1:
        return {}
    pattern = _pattern(demands, conflict, labels[0])
    found = {}
    for place, cell in enumerate(demands.grid.slot(labels[0]).cells):
        if pattern[place] is not None:
            freed = (*pattern[:place], None, *pattern[place + 1 :])
            rows = _rows(demands, freed, _floor(conflict, labels[0]))
            found[where(cell)] = rows.bit_count()
    return found


# -- sentences ------------------------------------------------------------------------------------


def _lines(known: Explanation) -> Iterator[str]:
    if known.conflict is None:
        yield from _undecided(known)
        return
    yield from _reasons(known, known.conflict)
    yield from _how_sure(known, known.conflict)
    if known.repairs:
        yield ""
        yield "Any one of these makes the grid fillable (each tried out by a fill):"
        for number, repair in enumerate(known.repairs, 1):
            yield f"{number:>3}. {_repair_text(repair)}"
    elif known.sought:
        yield f"No small change was found that helps{' in the time given' * known.cut_short}."


def _how_sure(known: Explanation, conflict: Conflict) -> Iterator[str]:
    """Say whether all demands of a conflict are known to be needed."""
    names = [_named(demand) for demand in conflict.untested]
    if len(names) > MOST_NAMES:
        part = f"{len(names)} of the {len(conflict.demands)} demands were not tested"
        yield f"The time limit left open whether all of this is needed: {part}."
    elif names:
        listed = either(names, "and")
        yield f"The time limit left open whether all of this is needed; not tested: {listed}."
    elif _is_one_empty_slot(known, conflict) and len(conflict.demands) > 1:
        listed = "; ".join(_named(demand) for demand in conflict.demands)
        yield f"It takes all of this, and no less (each tested): {listed}."
    elif len(conflict.demands) > 1:
        yield "This is minimal: without any one of these the others can be met (all tested)."


def _undecided(known: Explanation) -> Iterator[str]:
    if known.status is Status.FILLED:
        yield "This grid can be filled."
        return
    yield f"Not decided within {known.statistics.seconds:.1f} s: no fill found, none ruled out."
    if known.hottest:
        names = either([slot_name(label) for label in known.hottest], "and")
        yield f"The search fails most often at {names}."


def _reasons(known: Explanation, conflict: Conflict) -> Iterator[str]:
    labels = conflict.slots()
    if _is_one_empty_slot(known, conflict):
        yield from _no_word(known, conflict, known.slots[labels[0]])
        return
    how = "propagation alone" if known.by_propagation else "search"
    several = f"These {len(conflict.demands)} demands contradict each other"
    one = "This cannot be met"
    yield f"{several if len(conflict.demands) > 1 else one} (proved by {how}):"
    if len(labels) > MOST_LINES:
        yield f"  - {len(labels)} slots need words: {', '.join(labels)}"
    for demand in conflict.demands:
        if demand.kind is not Kind.SLOT or len(labels) <= MOST_LINES:
            yield f"  - {_named(demand)}{_room(known, demand)}"
    if labels:
        yield ""
        yield from _picture(known, conflict)
        yield ""


def _is_one_empty_slot(known: Explanation, conflict: Conflict) -> bool:
    """Tell whether a single slot is to blame, which its letters and floor leave no word."""
    labels = conflict.slots()
    return len(labels) == 1 and labels[0] in known.slots and not known.slots[labels[0]].fitting


def _no_word(known: Explanation, conflict: Conflict, facts: SlotFacts) -> Iterator[str]:
    """Say that the letters of one slot, or its floor, leave no word."""
    slot = f"{slot_name(facts.label)} {facts.pattern.replace('.', '_')}"
    length = len(known.grid.slot(facts.label))
    if not facts.words:
        yield f"{slot} needs a word; the list has no {letters_long(length)} word."
        return
    wanting = ["fits"] if facts.pattern.strip(".") else []
    if facts.floor is not None:
        wanting.append(f"scores {facts.floor} or more")
    none = f"none of {facts.words:,} {letters_long(length)} words {' and '.join(wanting)}"
    freed = [(known.freed[where(d.cell)], d) for d in conflict.of(Kind.LETTER) if d.cell]
    count, blamed = max(freed, key=lambda pair: pair[0], default=(0, None))
    sentence = f"{slot} needs a word; {none}."
    if blamed is not None and blamed.cell is not None and count:
        fit = "1 fits" if count == 1 else f"{count:,} fit"
        sentence += f" Free the {blamed.value} at {where(blamed.cell)} and {fit}."
    yield sentence
    if facts.nearest and facts.below:
        best = ", ".join(f"{word} ({score})" for word, score in facts.nearest)
        yield f"The best of {plural(facts.below, 'word')} that would fit: {best}."
    elif facts.nearest:
        yield f"The nearest words: {', '.join(word for word, _ in facts.nearest)}."


def _named(demand: Demand) -> str:
    """Say what a demand is."""
    named = {
        Kind.SLOT: f"{slot_name(demand.label)} needs a word",
        Kind.LETTER: f"the {demand.value} at {where(demand.cell or (0, 0))} is given",
        Kind.FLOOR: f"no word scores below {demand.value}",
        Kind.SLOT_FLOOR: f"the word at {demand.label} scores {demand.value} or more",
        Kind.ALLOWED: f"{demand.label} takes only the words allowed there ({demand.value})",
        Kind.MATCHING: f"the word at {demand.label} matches '{demand.value}'",
        Kind.REQUIRED: f"{demand.value} stands somewhere",
        Kind.DISTINCT: "no word stands twice",
        Kind.SHARED_LETTERS: f"no two words share {demand.value} letters in a row",
        Kind.SHARED_STEM: "no two words are inflections of one",
        Kind.BANNED: f"{demand.value} is banned",
        Kind.USED: f"{demand.value} was used before",
    }
    if demand.value is None and demand.kind in ALL_RULED_OUT:
        return f"no word is taken of those that {ALL_RULED_OUT[demand.kind]}"
    return named[demand.kind]


def _room(known: Explanation, demand: Demand) -> str:
    """Say how many words a slot could take if it stood alone."""
    facts = known.slots.get(demand.label) if demand.kind is Kind.SLOT else None
    if facts is None:
        return ""
    pattern = facts.pattern.replace(".", "_")
    good = "in the list" if facts.floor is None else f"of {facts.floor} or more"
    return f": {pattern} ({plural(facts.fitting, 'word')} {good})"


def _picture(known: Explanation, conflict: Conflict) -> Iterator[str]:
    """Draw the grid with the cells of the conflict alone."""
    cells = {cell for label in conflict.slots() for cell in known.grid.slot(label).cells}
    letters = {demand.cell: demand.value for demand in conflict.of(Kind.LETTER)}
    for y in range(known.grid.height):
        row = []
        for x in range(known.grid.width):
            if (y, x) in letters:
                row.append(str(letters[y, x]))
            elif (y, x) in cells:
                row.append("_")
            else:
                row.append("·" if known.grid.is_open((y, x)) else "#")
        yield "  " + " ".join(row)


def _repair_text(repair: Repair) -> str:
    first, *others = (_change_text(repair, change) for change in repair.changes)
    return "; ".join([first, *(text[0].lower() + text[1:] for text in others)]) + "."


def _change_text(repair: Repair, change: Change) -> str:
    for cell in change.cells:
        if cell in repair.could_be:
            letters = repair.could_be[cell]
            more = () if letters.all else ("another",)
            return f"{change.text}: it could be {either([*letters.tokens, *more])}"
    return change.text


# -- plain data -----------------------------------------------------------------------------------


def _demand_json(demand: Demand, known: Explanation) -> dict[str, Any]:
    data: dict[str, Any] = {"kind": demand.kind.value, "text": _named(demand)}
    if demand.label:
        data["slot"] = demand.label
    if demand.cell is not None:
        data["row"], data["column"] = demand.cell[0] + 1, demand.cell[1] + 1
    if demand.value is not None:
        data["value"] = demand.value
    if demand.kind is Kind.SLOT:
        facts = known.slots[demand.label]
        data |= {
            "pattern": facts.pattern,
            "words": facts.words,
            "fitting": facts.fitting,
            "nearest": [word for word, _ in facts.nearest],
        }
    if known.conflict is not None:
        data["tested"] = demand not in known.conflict.untested
    return data


def _repair_json(repair: Repair) -> dict[str, Any]:
    return {
        "text": _repair_text(repair),
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
            data["could_be_all"] = repair.could_be[cell].all
    return data
