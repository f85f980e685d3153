"""What a slot of a conflict has to choose from."""

from __future__ import annotations

import pytest

from crosswright.explaining.demands import Conflict, Demand, Demands, Kind
from crosswright.explaining.facts import SlotFacts, fitting_when_freed, slot_facts
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.words.wordlist import WordList

pytestmark = pytest.mark.usefixtures("each_engine")

WORDS = WordList.from_words([("DEFY", 10), ("DENY", 20), ("DOTS", 30), ("DOG", 40)])
SLOT = Demand(Kind.SLOT, "1A")


def facts_of(grid: str, *demands: Demand, rules: Rules | None = None) -> SlotFacts:
    model = Demands(Grid.parse(grid), WORDS, rules or Rules())
    return slot_facts(model, Conflict((SLOT, *demands)), "1A")


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


def test_a_letter_that_the_list_lacks_fits_no_word() -> None:
    facts = facts_of("DÑ.Y")
    assert (facts.words, facts.fitting, facts.rebus) == (3, 0, False)
    assert facts.nearest == (("DENY", 20), ("DEFY", 10))
