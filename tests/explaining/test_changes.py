"""The changes that can resolve a conflict, their order and their effect."""

from __future__ import annotations

import pytest

from crosswright.explaining.changes import CHANGES_PER_TURN, Change, ChangeFinder
from crosswright.explaining.demands import Conflict, Demand, Kind
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.words.wordlist import WordList

WORDS = WordList.from_words([("CAT", 30), ("COT", 20), ("CUE", 10)])
RULES = Rules(
    min_score=15,
    slot_scores={"1A": 25},
    allowed={"1A": ["CAT"]},
    matching={"1A": "C.."},
    banned=["COT"],
    used=["CUE"],
    required=["CAT"],
    no_shared_letters=2,
    no_shared_stem=True,
)


def changes_of(
    grid: Grid, *demands: Demand, rules: Rules = RULES, blocks: bool = False
) -> list[Change]:
    finder = ChangeFinder(grid, WORDS, rules)
    return finder.changes(grid, rules, Conflict(demands), blocks=blocks)


@pytest.mark.parametrize(
    ("demand", "text", "field", "value"),
    [
        (Demand(Kind.BANNED, value="COT"), "Allow the banned word COT", "banned", []),
        (Demand(Kind.BANNED), "Allow words that are banned", "banned", ()),
        (Demand(Kind.USED, value="CUE"), "Allow CUE, although it was used before", "used", []),
        (Demand(Kind.USED), "Allow words that were used before", "used", ()),
        (
            Demand(Kind.ALLOWED, "1A"),
            "Let 1A take words other than those allowed there",
            "allowed",
            {},
        ),
        (
            Demand(Kind.MATCHING, "1A", value="C.."),
            "Let 1A take words that do not match 'C..'",
            "matching",
            {},
        ),
        (
            Demand(Kind.REQUIRED, value="CAT"),
            "Do without the required word CAT",
            "required",
            [],
        ),
        (Demand(Kind.DISTINCT), "Allow a word to appear twice", "distinct", False),
        (
            Demand(Kind.SHARED_LETTERS, value=2),
            "Allow words that share 2 letters in a row",
            "no_shared_letters",
            None,
        ),
        (Demand(Kind.SHARED_STEM), "Allow two inflections of one word", "no_shared_stem", False),
        (
            Demand(Kind.SLOT_FLOOR, "1A", value=25),
            "Lower the floor of 1A from 25 to 10",
            "slot_scores",
            {"1A": 10},
        ),
    ],
)
def test_a_rule_is_eased(demand: Demand, text: str, field: str, value: object) -> None:
    grid = Grid.parse("...")
    [change] = changes_of(grid, demand)
    assert change.text == text
    unchanged, eased = change.applied(grid, RULES)
    assert unchanged == grid
    assert getattr(eased, field) == value
    assert {name for name in vars(RULES) if getattr(RULES, name) != getattr(eased, name)} == {field}


def test_the_general_floor_is_lowered_in_one_slot_in_all_of_the_conflict_or_everywhere() -> None:
    grid = Grid.parse("...\n.#.\n...")
    demands = [Demand(Kind.FLOOR, value=15), *(Demand(Kind.SLOT, a) for a in ("1A", "1D", "2D"))]
    changes = changes_of(grid, *demands)
    assert [change.labels for change in changes] == [("1D",), ("2D",), ("1D", "2D"), ()]
    grid, eased = changes[-1].applied(grid, RULES)
    assert eased.min_score == 10
    _, eased = changes[2].applied(grid, RULES)
    assert eased.slot_scores == {"1A": 25, "1D": 10, "2D": 10}
    assert [change.value for change in ChangeFinder(grid, WORDS, RULES).raised(changes[-1])] == []
    higher = ChangeFinder(grid, WORDS, Rules(min_score=25)).raised(changes[-1])
    assert [change.value for change in higher] == [20]


def test_a_letter_is_freed() -> None:
    grid = Grid.parse("CAT\n.##\n.##")
    demands = [Demand(Kind.LETTER, cell=(0, x), value="CAT"[x]) for x in (0, 1)]
    first, second = changes_of(grid, *demands, rules=Rules())
    assert first.text == "Free the C at row 1, column 1 (it is part of CAT at 1A)"
    assert first.applied(grid, Rules())[0].letters == {(0, 1): "A", (0, 2): "T"}
    assert second.value == "A"


def test_blocks_come_in_pairs_and_leave_a_sound_grid() -> None:
    grid = Grid.empty(5, 7)
    labels = [slot.label for slot in grid.slots]
    changes = changes_of(grid, *(Demand(Kind.SLOT, a) for a in labels), rules=Rules(), blocks=True)
    assert changes
    for change in changes:
        changed, _ = change.applied(grid, Rules())
        assert changed.is_symmetric("180")
        assert min(map(len, changed.slots)) >= 3
        assert not changed.unchecked_cells
    assert changes[0].text == "Add a pair of blocks at row 1, column 1 and row 5, column 7"
    assert changes_of(grid, Demand(Kind.SLOT, "1A"), rules=Rules()) == []
    barred = grid.with_bars([((0, 0), "right")])
    assert changes_of(barred, Demand(Kind.SLOT, "1D"), rules=Rules(), blocks=True) == []


def test_slots_with_rules_keep_them_when_blocks_change_the_numbers() -> None:
    grid = Grid.empty(5, 7)
    rules = Rules(slot_scores={"10A": 25}, region=["1A"])
    [change] = [
        change
        for change in changes_of(grid, Demand(Kind.SLOT, "1A"), rules=Rules(), blocks=True)
        if (0, 3) in change.cells
    ]
    changed, moved = change.applied(grid, rules)
    [label] = moved.slot_scores
    assert changed.slot(label).cells == grid.slot("10A").cells
    assert set(moved.region or ()) == set(grid.slot("1A").cells) - {(0, 3)}
    ruled = changes_of(
        grid, Demand(Kind.SLOT, "1A"), rules=Rules(matching={"1A": ".*"}), blocks=True
    )
    assert ruled == []


def test_kinds_take_turns() -> None:
    grid = Grid.parse("CATCATCAT")
    letters = [Demand(Kind.LETTER, cell=(0, x), value="CAT"[x % 3]) for x in range(9)]
    changes = changes_of(grid, *letters, Demand(Kind.DISTINCT), rules=Rules())
    kinds = [change.kind for change in changes]
    assert kinds.index("distinct") == CHANGES_PER_TURN
