"""Small fills with rules, and a verdict by brute force that shares no code with the package."""

from __future__ import annotations

import re
from collections.abc import Collection, Generator
from dataclasses import replace
from itertools import combinations, product
from typing import TypeVar

from hypothesis import strategies as st

from crosswright.explaining.demands import Demand, Kind
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid, Slot

Result = TypeVar("Result")
Words = dict[str, int]
Example = tuple[Grid, Words, Rules]

SHARED = 2
"""Letters in a row that no two words may share, where that is a rule."""

GRIDS = (
    "...\n...\n...",
    "...\n.#.\n...",
    "..\n..",
    "....\n.#.#\n....",
    "#..\n...\n..#",
    "....\n####\n....",
)


@st.composite
def examples(draw: st.DrawFn) -> Example:
    """Draw a small grid, words and rules."""
    grid = Grid.parse(draw(st.sampled_from(GRIDS)))
    letter = st.sampled_from("AB")
    cells = draw(st.lists(st.sampled_from(grid.open_cells), unique=True, max_size=4))
    grid = grid.with_letters({cell: draw(letter) for cell in cells})
    word = st.integers(2, 4).flatmap(lambda n: st.text("AB", min_size=n, max_size=n))
    words = draw(st.dictionaries(word, st.integers(1, 3), min_size=1, max_size=9))
    listed = st.sampled_from(sorted(words))
    labels = st.sampled_from([slot.label for slot in grid.slots])
    rules = Rules(
        min_score=draw(st.sampled_from((None, 2))),
        slot_scores=draw(st.dictionaries(labels, st.just(3), max_size=1)),
        banned=draw(st.lists(listed, unique=True, max_size=2)),
        used=draw(st.lists(listed, unique=True, max_size=1)),
        allowed=draw(st.dictionaries(labels, st.lists(listed, min_size=1), max_size=1)),
        matching=draw(st.dictionaries(labels, st.sampled_from(("A.*", ".*B")), max_size=1)),
        distinct=draw(st.booleans()),
        no_shared_letters=draw(st.sampled_from((None, SHARED))),
    )
    if draw(st.booleans()):
        free = sorted(set(words) - set(rules.banned) - set(rules.used))
        rules = replace(rules, required=free[:1])
    return grid, words, rules


def can_be_met(grid: Grid, words: Words, rules: Rules, demands: Collection[Demand]) -> bool:
    """Return whether demands can be met, by trying everything."""
    kinds = {demand.kind for demand in demands}
    letters = {d.cell: d.value for d in demands if d.kind is Kind.LETTER}
    labels = {d.label for d in demands if d.kind is Kind.SLOT}
    slots, choices = [], []
    for slot in grid.slots:
        given = grid.word(slot)
        if given is not None and all(cell in letters for cell in slot.cells):
            slots.append(slot)
            choices.append([given])
        elif given is None and slot.label in labels:
            slots.append(slot)
            about = [d for d in demands if d.label in ("", slot.label)]
            choices.append([w for w in words if _allowed(slot, w, words, rules, about)])
    required = {
        str(d.value)
        for d in demands
        if d.kind is Kind.REQUIRED
        and all(len(slot) != len(str(d.value)) or slot in slots for slot in grid.slots)
    }
    for answers in product(*choices):
        if Kind.DISTINCT in kinds and len(set(answers)) < len(answers):
            continue
        if Kind.SHARED_LETTERS in kinds and any(
            _share_letters(one, other) for one, other in combinations(answers, 2)
        ):
            continue
        cells = dict(letters)
        agreed = all(
            cells.setdefault(cell, letter) == letter
            for slot, word in zip(slots, answers, strict=True)
            for cell, letter in zip(slot.cells, word, strict=True)
        )
        if agreed and required <= set(answers):
            return True
    return False


def _share_letters(one: str, other: str) -> bool:
    """Return whether two words have a run of `SHARED` letters in common."""
    return any(one[start : start + SHARED] in other for start in range(len(one) - SHARED + 1))


def _allowed(
    slot: Slot, word: str, words: Words, rules: Rules, demands: Collection[Demand]
) -> bool:
    """Return whether a slot may take a word, by the demands that are about it."""
    kinds = {demand.kind for demand in demands}
    floor = Kind.SLOT_FLOOR if slot.label in rules.slot_scores else Kind.FLOOR
    required = {d.value for d in demands if d.kind is Kind.REQUIRED}
    return (
        len(word) == len(slot)
        and (
            word in required
            or all(words[word] >= int(str(d.value)) for d in demands if d.kind is floor)
        )
        and not any(d.kind in (Kind.BANNED, Kind.USED) and d.value == word for d in demands)
        and (Kind.ALLOWED not in kinds or word in rules.allowed[slot.label])
        and (Kind.MATCHING not in kinds or bool(re.fullmatch(rules.matching[slot.label], word)))
    )


def result_of(steps: Generator[None, None, Result]) -> Result:
    """Take steps to their end and return what comes of them."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
