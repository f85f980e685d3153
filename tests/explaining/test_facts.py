"""What a slot of a conflict has to choose from."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from crosswright.explaining.demands import Conflict, Demand, Demands, Kind
from crosswright.explaining.explain import explain
from crosswright.explaining.facts import (
    NEAREST_WORDS,
    SlotFacts,
    fitting_when_freed,
    slot_facts,
)
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Limit
from crosswright.words.wordlist import WordList
from tests.helpers.cases import DIGRAPHS, Case, cases, spelled
from tests.helpers.oracle import Candidate, Oracle, oracle_of

pytestmark = pytest.mark.usefixtures("each_engine")

WORDS = WordList.from_words([("DEFY", 10), ("DENY", 20), ("DOTS", 30), ("DOG", 40)])
SLOT = Demand(Kind.SLOT, "1A")


def facts_of(grid: str, *demands: Demand, rules: Rules | None = None) -> SlotFacts:
    model = Demands(Grid.parse(grid), WORDS, rules or Rules())
    return slot_facts(model, Conflict((SLOT, *demands)), "1A")


def demanded(case: Case, label: str, *demands: Demand) -> list[Candidate]:
    """Return what a slot can take by itself under some demands, by brute force."""
    return Oracle(case, [Demand(Kind.SLOT, label), *demands]).candidates[label]


def letters_in(label: str, conflict: Conflict, oracle: Oracle) -> list[Demand]:
    """Return the letters in a slot: those in the conflict, or all if no other slot matters."""
    cells = oracle.grid.slot(label).cells
    if conflict.slots() != [label]:
        return [demand for demand in conflict.of(Kind.LETTER) if demand.cell in cells]
    letters = {c: oracle.grid.letters[c] for c in cells if c in oracle.grid.letters}
    return [
        Demand(Kind.LETTER, cell=cell, value=letter)
        for cell, letter in letters.items()
        if not oracle.is_rebus(cell)
    ]


def floors_of(label: str, conflict: Conflict, oracle: Oracle) -> list[Demand]:
    """Return the floor that a conflict sets for a slot."""
    own = label in oracle.rules.get("slot_scores", {})
    floors = conflict.of(Kind.SLOT_FLOOR if own else Kind.FLOOR)
    return [demand for demand in floors if demand.label in ("", label)]


@given(cases() | cases(rules=["min_score"]) | cases(rules=["required"]) | cases(DIGRAPHS))
@settings(max_examples=200)
def test_all_facts_are_those_that_brute_force_finds(case: Case) -> None:
    oracle = oracle_of(case)
    explanation = explain(case.grid, case.words, case.all_rules, repairs=0, limit=Limit())
    conflict = explanation.conflict or Conflict(())
    for label, facts in explanation.slots.items():
        letters, floors = letters_in(label, conflict, oracle), floors_of(label, conflict, oracle)
        cells = oracle.grid.slot(label).cells
        shape = {cell: oracle.grid.letters[cell] for cell in cells if oracle.is_rebus(cell)}
        shown = shape | {demand.cell: demand.value for demand in letters}
        assert facts.pattern == tuple(shown.get(cell) for cell in cells)
        assert facts.rebus is bool(shape)
        assert facts.length == sum(len(case.cut(shape.get(cell, "?"))) for cell in cells)
        assert facts.floor == (floors[0].value if floors else None)
        words = demanded(case, label)
        assert facts.words == len(words)
        assert facts.fitting == len(demanded(case, label, *letters, *floors))
        if not facts.fitting:
            assert facts.below == len(demanded(case, label, *letters))
            check_nearest(facts, words, letters, oracle)
    for cell, count in explanation.fitting_when_freed.items():
        rest = [demand for demand in letters if demand.cell != cell]
        assert count == len(demanded(case, label, *rest, *floors))


def check_nearest(
    facts: SlotFacts, words: list[Candidate], letters: list[Demand], oracle: Oracle
) -> None:
    """Assert that the nearest words are the best of those that agree with most letters."""

    def agreeing(candidate: Candidate) -> int:
        cells = candidate[1]
        return sum(cells[d.cell] == oracle.text(str(d.value)) for d in letters if d.cell)

    most = max(map(agreeing, words), default=0)
    nearest = [spelled(word) for word, cells in words if agreeing((word, cells)) == most]
    if letters and not most and not facts.rebus:
        nearest = []
    scores = {spelled(word): oracle.score(word) for word, _ in words}
    assert {word for word, _ in facts.nearest} <= set(nearest)
    assert all(scores[word] == score for word, score in facts.nearest)
    best = sorted((scores[word] for word in nearest), reverse=True)[:NEAREST_WORDS]
    assert [score for _, score in facts.nearest] == best


def test_the_nearest_words_are_the_best_that_differ_least() -> None:
    facts = facts_of("DX.Y")
    assert (facts.words, facts.fitting, facts.below) == (3, 0, 0)
    assert facts.pattern == ("D", "X", None, "Y")
    assert facts.nearest == (("DENY", 20), ("DEFY", 10))
    assert facts_of("X...").nearest == ()


def test_without_a_word_that_is_good_enough_the_best_are_named() -> None:
    floor = Demand(Kind.FLOOR, value=25)
    facts = facts_of("D..Y", floor, rules=Rules(min_score=25))
    assert (facts.fitting, facts.floor, facts.below) == (0, 25, 2)
    assert facts.nearest == (("DENY", 20), ("DEFY", 10))
    assert facts_of("D...", floor, rules=Rules(min_score=25)).fitting == 1


def test_a_slot_with_a_floor_of_its_own_has_no_other() -> None:
    rules = Rules(min_score=25, slot_scores={"1A": 15})
    facts = facts_of("D...", Demand(Kind.FLOOR, value=25), rules=rules)
    assert (facts.floor, facts.fitting) == (None, 3)
    facts = facts_of("D...", Demand(Kind.SLOT_FLOOR, "1A", value=15), rules=rules)
    assert (facts.floor, facts.fitting) == (15, 2)


def test_beside_other_slots_only_letters_of_the_conflict_count() -> None:
    demands = Demands(Grid.parse("DX..\n.##."), WORDS, Rules())
    letter = Demand(Kind.LETTER, cell=(0, 0), value="D")
    conflict = Conflict((SLOT, Demand(Kind.SLOT, "2D"), letter))
    facts = slot_facts(demands, conflict, "1A")
    assert (facts.pattern, facts.fitting) == (("D", None, None, None), 3)


def test_words_that_fit_when_a_letter_is_freed() -> None:
    demands = Demands(Grid.parse("DX.Y"), WORDS, Rules())
    assert fitting_when_freed(demands, Conflict((SLOT,))) == {(0, 0): 0, (0, 1): 2, (0, 3): 0}
    assert fitting_when_freed(demands, Conflict(())) == {}


def test_a_rebus_counts_as_its_letters() -> None:
    facts = facts_of("..\n\nrebus: 1,1=DO")
    assert (facts.pattern, facts.words, facts.fitting, facts.rebus) == (("DO", None), 1, 1, True)
    facts = facts_of("..X\n\nrebus: 1,1=DO")
    assert (facts.words, facts.fitting, facts.nearest) == (1, 0, (("DOTS", 30),))


def test_letters_agree_as_the_list_spells_them() -> None:
    facts = facts_of("XÖ.X")
    assert (facts.fitting, facts.nearest) == (0, (("DOTS", 30),))


def test_a_letter_that_the_list_lacks_fits_no_word() -> None:
    facts = facts_of("DÑ.Y")
    assert (facts.words, facts.fitting, facts.rebus) == (3, 0, False)
    assert facts.nearest == (("DENY", 20), ("DEFY", 10))
