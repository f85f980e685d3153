"""Ways to a higher floor: every one is filled, every bound holds, and none is left out."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.errors import RuleError
from crosswright.explaining.edits import EditFinder
from crosswright.explaining.lifting import Lift, Lifts, lift_floor, start_lift_floor
from crosswright.filling.asking.session import Session
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.limits import Limit, Status
from tests.helpers.cases import DIGRAPHS, PLAIN, Case, random_case
from tests.helpers.fills import WORDS
from tests.helpers.oracle import Oracle

pytestmark = pytest.mark.usefixtures("each_engine")

SCORED = [("CAT", 90), ("COD", 20), ("DOG", 80), ("TUG", 70), ("TAG", 60), ("CUD", 10)]


def best_of(case: Case, grid: Grid) -> int | None:
    """Return the best floor of a grid by brute force, None without a fill or a choice."""
    oracle = Oracle(replace(case, grid=grid), grid=grid)
    best = max(map(oracle.floor, oracle.possible), default=inf)
    return None if best == inf else int(best)


@settings(max_examples=60)
@given(st.integers(0, 10**6))
def test_lifts_are_what_brute_force_finds(seed: int) -> None:
    case = random_case(random.Random(seed), (*PLAIN, *DIGRAPHS), some_rules=False)
    if not case.grid.slots or len(case.grid.open_cells) > 12:
        return
    lifts = lift_floor(case.grid, case.words, case.all_rules, limit=Limit(), lifts=1000)
    best = best_of(case, case.grid)
    assert lifts.base.is_proved
    assert lifts.base.floor == best
    if lifts.base.status is Status.FILLED and best is None:
        assert not lifts.lifts
        return
    assert lifts.is_complete
    assert not lifts.undecided
    for lift in lifts.lifts:
        check_lift(case, lift, best)
    check_complete(case, lifts, best)


def check_lift(case: Case, lift: Lift, best: int | None) -> None:
    """A lift has a fill with its floor, and no fill has a higher one."""
    changed, _ = lift.change.applied(case.grid, case.all_rules)
    assert changed == lift.grid
    oracle = Oracle(replace(case, grid=changed), grid=changed)
    spelled = {cell: oracle.text(letter) for cell, letter in lift.fill.letters.items()}
    fills = [f for f in oracle.possible if _texts(oracle, f.letters).items() <= spelled.items()]
    assert lift.floor in map(oracle.floor, fills)
    assert _texts(oracle, changed.letters).items() <= spelled.items()
    assert lift.is_proved
    assert lift.floor == max(map(oracle.floor, oracle.possible))
    if best is not None:
        assert lift.gain == lift.floor - best > 0


def _texts(oracle: Oracle, letters: Mapping[Cell, str]) -> dict[Cell, str]:
    return {cell: oracle.text(letter) for cell, letter in letters.items()}


def check_complete(case: Case, lifts: Lifts, best: int | None) -> None:
    """Every edit that brute force finds of use is there, up to those of one kind that are many."""
    finder = EditFinder(case.grid, case.words, case.all_rules)
    listed = {lift.change for lift in lifts.lifts}
    kinds = [lift.change.kind for lift in lifts.lifts]
    for change in (change for kind in finder.edits() for change in kind):
        floor = best_of(case, change.applied(case.grid, case.all_rules)[0])
        if floor is not None and (best is None or floor > best) and kinds.count(change.kind) < 5:
            assert change in listed, change.text


def test_the_cases_are_of_all_kinds() -> None:
    """What the property above is about does come up."""
    kinds: set[str] = set()
    statuses = set()
    for seed in range(100):
        case = random_case(random.Random(seed), (*PLAIN, *DIGRAPHS), some_rules=False)
        if case.grid.slots and len(case.grid.open_cells) <= 12:
            lifts = lift_floor(case.grid, case.words, limit=Limit(), lifts=1000)
            kinds.update(lift.change.kind for lift in lifts.lifts)
            statuses.add(lifts.base.status)
    assert kinds >= {"free", "blocks", "open"}
    assert statuses == {Status.FILLED, Status.IMPOSSIBLE}


def test_a_given_word_is_replaced_by_those_of_the_best_fills() -> None:
    lifts = lift_floor("CUD\n##.\n##.", SCORED)
    assert (lifts.base.floor, lifts.base.is_proved) == (80, True)
    lifts = lift_floor("COD\n##.\n##.", [*SCORED, ("TIP", 95)])
    [first, *_] = lifts.lifts
    assert first.change.text == "Replace COD at 1A by CAT"
    assert first.floor == first.bound == 95
    assert first.gain == 15
    assert first.fill == Grid.parse("CAT\n##I\n##P")


def test_theme_entries_are_exchanged_and_not_replaced() -> None:
    words = [("TAB", 90), ("BUT", 80), ("TOE", 60), ("APE", 10), ("BOW", 20), ("BEE", 70)]
    grid = "TAB\n#.#\n#.#\nBUT\n"
    assert lift_floor(grid, [*words, ("AGOU", 10)], theme=["1A", "3A"], style="free").lifts == ()
    words = [*words, ("AGOU", 10), ("UGOA", 30)]
    [lift] = lift_floor(grid, words, theme=["1A", "3A"], style="free").lifts
    assert lift.change.text == "Let TAB at 1A and BUT at 3A change places"
    assert (lift.floor, lift.bound, lift.gain) == (30, 30, 20)


def test_what_a_session_knows_is_not_looked_for_again() -> None:
    session = Session("C.D", SCORED)
    known = session.best_floor().result()
    lifts = lift_floor("C.D", SCORED, known=known, limit=Limit())
    assert lifts.base is known
    assert lifts.lifts[0].floor == 90


def test_limits_in_failures_and_nodes_give_the_same_every_time() -> None:
    grid = Grid.parse("A....\n.#.#.\n.....\n.#.#.\n....Y")
    for limit in (Limit(failures=40), Limit(nodes=200)):
        one, other = (lift_floor(grid, WORDS, limit=limit) for _ in range(2))
        assert replace(one, statistics=other.statistics) == other
        assert one.statistics.nodes == other.statistics.nodes


def test_it_can_be_stopped_between_two_steps() -> None:
    run = start_lift_floor("A....\n.#.#.\n.....\n.#.#.\n....Y", WORDS, limit=Limit())
    next(run)
    run.stop()
    lifts = run.result()
    assert not lifts.is_complete
    assert lifts.tried <= 1


def test_nothing_to_choose_leaves_nothing_to_lift() -> None:
    lifts = lift_floor("CAT", SCORED)
    assert lifts.lifts == ()
    assert lifts.base.is_proved
    assert lifts.is_complete


def test_a_region_is_refused() -> None:
    with pytest.raises(RuleError, match="leave out the region"):
        lift_floor("C.D", SCORED, region=["1A"])
    with pytest.raises(RuleError, match="theme takes a list"):
        lift_floor("C.D", SCORED, theme="1A")
