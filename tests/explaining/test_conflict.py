"""Conflicts on small grids, against a verdict by brute force that shares no code with it."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.explaining.conflict import Conflict, Demand, Demands, Kind, Minimiser, Verdict
from crosswright.explaining.explain import Explanation, explain
from crosswright.filling.fill import fill
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid, Slot
from crosswright.limits import Limit, Status
from crosswright.words.wordlist import WordList

Words = dict[str, int]


def can_be_met(grid: Grid, words: Words, rules: Rules, demands: Collection[Demand]) -> bool:
    """Say by trying everything whether the demands can be met."""
    kinds = {demand.kind for demand in demands}
    letters = {d.cell: d.value for d in demands if d.kind is Kind.LETTER}
    labels = {d.label for d in demands if d.kind is Kind.SLOT}
    chosen, choices = [], []
    for slot in grid.slots:
        whole = grid.word(slot)
        if whole is not None and all(cell in letters for cell in slot.cells):
            chosen.append(slot)
            choices.append([whole])
        elif whole is None and slot.label in labels:
            chosen.append(slot)
            about = [d for d in demands if d.label in ("", slot.label)]
            choices.append([w for w in words if allowed(slot, w, words, rules, about)])
    required = {
        str(d.value)
        for d in demands
        if d.kind is Kind.REQUIRED
        and all(len(slot) != len(str(d.value)) or slot in chosen for slot in grid.slots)
    }
    for fill_ in product(*choices):
        if Kind.DISTINCT in kinds and len(set(fill_)) < len(fill_):
            continue
        if Kind.SHARED_LETTERS in kinds and any(
            share_letters(one, other) for one, other in combinations(fill_, 2)
        ):
            continue
        cells = dict(letters)
        agreed = all(
            cells.setdefault(cell, letter) == letter
            for slot, word in zip(chosen, fill_, strict=True)
            for cell, letter in zip(slot.cells, word, strict=True)
        )
        if agreed and required <= set(fill_):
            return True
    return False


def share_letters(one: str, other: str) -> bool:
    """Tell whether two words have a run of `SHARED` letters in common."""
    return any(one[start : start + SHARED] in other for start in range(len(one) - SHARED + 1))


def allowed(slot: Slot, word: str, words: Words, rules: Rules, demands: Collection[Demand]) -> bool:
    """Say whether a word may stand in a slot, by the demands that are about it."""
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


SHARED = 2
GRIDS = (
    "...\n...\n...",
    "...\n.#.\n...",
    "..\n..",
    "....\n.#.#\n....",
    "#..\n...\n..#",
    "....\n####\n....",
)


@st.composite
def examples(draw: st.DrawFn) -> tuple[Grid, Words, Rules]:
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


@given(examples())
@settings(max_examples=250, deadline=None)
def test_a_conflict_fails_and_is_minimal(example: tuple[Grid, Words, Rules]) -> None:
    grid, words, rules = example
    listed = WordList.from_words(words.items())
    found = explain(grid, listed, rules, repairs=0)
    assert found.status is fill(grid, listed, rules).status
    if found.conflict is None:
        assert found.status is Status.FILLED
        return
    demands = found.conflict.demands
    assert found.conflict.minimal
    assert not can_be_met(grid, words, rules, demands)
    for left_out in demands:
        rest = [demand for demand in demands if demand != left_out]
        assert can_be_met(grid, words, rules, rest), left_out


@given(examples())
@settings(max_examples=60, deadline=None)
def test_a_repair_works_and_does_no_more_than_it_must(example: tuple[Grid, Words, Rules]) -> None:
    grid, words, rules = example
    listed = WordList.from_words(words.items())
    for repair in explain(grid, listed, rules, repairs=3).repairs:
        for number in range(len(repair.changes) + 1):
            changed, eased = grid, rules
            for change in (*repair.changes[:number], *repair.changes[number + 1 :]):
                changed, eased = change.applied(changed, eased)
            fills = fill(changed, listed, eased, seed=9).status is Status.FILLED
            assert fills is (number == len(repair.changes))


class Patient(Demands):
    """Demands whose verdict without one of them never comes in time."""

    slow: Demand

    def can_be_met(self, demands: Collection[Demand], seconds: float | None = None) -> Verdict:
        if self.slow not in demands:
            return None
        return super().can_be_met(demands, seconds)


def test_what_the_limit_left_untested_is_named() -> None:
    demands = Patient(Grid.parse("CQ\n.."), WordList.from_words(["CO", "AT", "CA", "QT"]), Rules())
    slow = demands.slow = Demand(Kind.LETTER, cell=(0, 0), value="C")
    conflict = Minimiser(demands, [1] * 4, 0.0).conflict()
    assert slow in conflict.demands
    assert conflict.untested == (slow,)
    assert not conflict.minimal
    text = Explanation(Status.IMPOSSIBLE, demands.grid, conflict).text()
    assert "left open whether all of this is needed; not tested: the C at row 1, column 1" in text


def test_no_time_is_no_verdict() -> None:
    words = WordList.from_words(["AB", "BA", "AA"])
    found = explain(Grid.parse("...\n...\n..."), words, limit=Limit(seconds=0, nodes=0))
    assert found.status in (Status.LIMIT, Status.IMPOSSIBLE)
    assert Conflict(()).minimal


@pytest.mark.parametrize("size", [65, 70])
def test_a_slot_longer_than_any_word(size: int) -> None:
    found = explain(Grid.parse("." * size), WordList.from_words(["AB"]), repairs=0)
    assert found.conflict is not None
    assert found.conflict.slots() == ["1A"]
    assert found.text().startswith("1-Across")
