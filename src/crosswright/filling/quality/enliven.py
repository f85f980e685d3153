"""A first fill made anew with lively words in its long slots, in as many of them as will go.

Improving a fill a few slots at a time hardly ever changes a long word: all that cross it would have
to give way. So the long words are chosen first, and the rest is filled around them.
"""

from __future__ import annotations

from collections.abc import Iterator

from crosswright.engine import SOLUTION
from crosswright.engine.heuristics import SplitMix64
from crosswright.engine.problem import SlotIndex
from crosswright.filling.preference import COUNTED_LENGTH, GOOD_FLOOR, SHORT
from crosswright.filling.quality.incumbent import Incumbent
from crosswright.filling.search import Search
from crosswright.limits import Budget
from crosswright.support.bits import both
from crosswright.words.table import Table

FIRST_FAILURES, FAILURES = 600, 2000
"""Failures of a try until one has found a fill, and from then on."""

MOST_FAILURES, SHARE = 24_000, 0.5
"""All tries end after so many failures, or once this part of what was left of a limit is used (on
nodes and failures, if they have one, and else on time): the fill is to be improved after that."""

ENOUGH = 70
"""The part of the long slots that lively words are sought for, in hundredths."""

FLOORS = ((GOOD_FLOOR, 70), (GOOD_FLOOR, GOOD_FLOOR), (62, 64))
"""The lowest scores of all words and of short ones: one pair after another, until it is enough."""

WEIGHT = 512
"""Words are ranked by what they are worth first."""


def enliven(
    best: Incumbent, seed: int, budget: Budget, *, is_thrifty: bool = False
) -> Iterator[bool]:
    """Look for lively words for one long slot after another; yield whether there is a new fill.

    A thrifty one does not look at what words are worth beyond that, and all its tries are short.
    """
    weight, failures = (0, FIRST_FAILURES) if is_thrifty else (WEIGHT, FAILURES)
    tries = budget.share(SHARE).part(failures=MOST_FAILURES)
    model, random = best.model, SplitMix64(seed)
    lively = lively_rows(best)
    enough = -(-len(lively) * ENOUGH // 100)
    kept: list[SlotIndex] = []
    for floor, short_floor in FLOORS:
        shorts = {
            slot: model.rows.live_above(slot, short_floor)
            for slot in best.chosen
            if len(model.slots[slot]) < SHORT
        }
        for slot in shuffled([slot for slot in lively if slot not in kept], random):
            if tries.spent() or len(kept) >= enough:
                return
            narrowed = shorts | {other: lively[other] for other in (*kept, slot)}
            problem = model.problem(max(floor, model.rules.min_score or floor), narrowed=narrowed)
            if problem is None:
                return
            search = Search(problem, random.below(1 << 32), tries, score_weight=weight)
            for _ in search.steps(failures if kept else FIRST_FAILURES):
                yield False
            if search.outcome == SOLUTION:
                kept.append(slot)
                best.replace(search.rows(), search.masks())
                yield True


def lively_rows(best: Incumbent) -> dict[SlotIndex, bytes]:
    """Return the lively words that each long slot may take, where there are any."""
    model = best.model
    if model.preference is None:
        return {}
    rows, of_length = {}, {}
    for slot in best.chosen:
        table = model.table_of(slot)
        if table.length < COUNTED_LENGTH or not isinstance(table, Table):
            continue
        if table.length not in of_length:
            of_length[table.length] = model.preference.lively_rows(table, model.words)
        lively = of_length[table.length]
        if lively is not None and any(both(lively, model.rows.live_above(slot, GOOD_FLOOR))):
            rows[slot] = lively
    return rows


def shuffled(slots: list[SlotIndex], random: SplitMix64) -> list[SlotIndex]:
    """Return slots in an order by chance."""
    slots = list(slots)
    return [slots.pop(random.below(len(slots))) for _ in range(len(slots))]
