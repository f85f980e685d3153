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
    allowed={"1A": ["CAT", "CUE"]},
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
        (
            Demand(Kind.SHARED_STEM),
            "Allow two words that share a stem",
            "no_shared_stem",
            False,
        ),
        (
            Demand(Kind.SLOT_FLOOR, "1A", value=25),
            "Let 1A take any word, whatever its score",
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
    finder = ChangeFinder(grid, WORDS, RULES)
    assert [change.value for change in finder.raised(changes[-1], grid, RULES)] == []
    finder = ChangeFinder(grid, WORDS, Rules(min_score=25))
    higher = finder.raised(changes[-1], grid, Rules(min_score=25))
    assert [change.value for change in higher] == [20]


def test_a_letter_is_freed() -> None:
    grid = Grid.parse("CAT\n.##\n.##")
    demands = [Demand(Kind.LETTER, cell=(0, x), value="CAT"[x]) for x in (0, 1)]
    changes = changes_of(grid, *demands, rules=Rules())
    first, second = (change for change in changes if change.kind == "free")
    assert first.text == "Free the C at row 1, column 1 (it is part of CAT at 1A)"
    assert first.applied(grid, Rules())[0].letters == {(0, 1): "A", (0, 2): "T"}
    assert second.value == "A"


def test_a_given_word_is_replaced_by_similar_ones_that_differ_where_it_matters() -> None:
    words = WordList.from_words(
        [("QUAKE", 50), ("SHAKE", 60), ("SNAKE", 70), ("BRAKE", 40), ("QUITE", 90), ("FLAIR", 99)]
    )
    grid, rules = Grid.parse("QUAKE\n.####\n.####"), Rules(banned=["BRAKE"])
    finder = ChangeFinder(grid, words.with_scores({"SIT": 50, "FAT": 50, "BAT": 50}), rules)
    conflict = Conflict((Demand(Kind.LETTER, cell=(0, 0), value="Q"),))
    changes = finder.changes(grid, rules, conflict, blocks=False)
    instead = [change for change in changes if change.kind == "replace"]
    assert [change.value for change in instead] == ["SNAKE", "SHAKE", "FLAIR"]
    assert instead[0].text == "Replace QUAKE at 1A by SNAKE"
    assert instead[0].applied(grid, rules)[0].word("1A") == "SNAKE"


def test_a_rebus_is_freed_although_it_is_not_a_demand() -> None:
    grid = Grid.parse("..\n.#\n\nrebus: 1,1=HEART")
    slots = [Demand(Kind.SLOT, "1A"), Demand(Kind.SLOT, "1D")]
    [change] = changes_of(grid, *slots, rules=Rules())
    assert change.text == "Free the HEART at row 1, column 1"


def test_a_letter_freed_outside_the_region_is_to_be_filled() -> None:
    grid = Grid.parse("CAT\n.##\n.##")
    rules = Rules(region=[(1, 0)])
    [change] = changes_of(grid, Demand(Kind.LETTER, cell=(0, 0), value="C"), rules=rules)
    assert change.applied(grid, rules)[1].region == [(1, 0), (0, 0)]


def test_a_floor_is_never_raised() -> None:
    grid, words = Grid.parse("...\n..#"), WordList.from_words([("CAT", 30), ("CO", 5)])
    rules = Rules(min_score=20)
    demands = [Demand(Kind.FLOOR, value=20), Demand(Kind.SLOT, "1A"), Demand(Kind.SLOT, "3A")]
    finder = ChangeFinder(grid, words, rules)
    changes = finder.changes(grid, rules, Conflict(tuple(demands)), blocks=False)
    assert [change.text for change in changes] == [
        "Let 3A take any word, whatever its score",
        "Let 1A and 3A take any word, whatever its score",
        "Let all slots take any word, whatever its score",
    ]


def test_the_floor_of_a_rebus_is_lowered_to_the_scores_of_its_words() -> None:
    grid = Grid.parse("..\n\nrebus: 1,1=HEART")
    words = WordList.from_words([("HEARTY", 10), ("HEARTS", 20), ("ZQ", 40)])
    rules = Rules(slot_scores={"1A": 50})
    finder = ChangeFinder(grid, words, rules)
    floor = Demand(Kind.SLOT_FLOOR, "1A", value=50)
    [change] = finder.changes(grid, rules, Conflict((floor,)), blocks=False)
    assert change.value == 10
    assert [higher.value for higher in finder.raised(change, grid, rules)] == [20]


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


def test_no_block_cuts_an_extra_slot() -> None:
    grid = Grid.empty(5, 7)
    slot = Demand(Kind.SLOT, "1A")
    blocks = {
        c for change in changes_of(grid, slot, rules=Rules(), blocks=True) for c in change.cells
    }
    assert {(0, 0), (4, 6)} <= blocks
    extra = grid.with_extra([[(4, 6), (3, 5), (2, 4)]])
    changes = changes_of(extra, slot, rules=Rules(), blocks=True)
    assert {cell for change in changes for cell in change.cells} == blocks - {(0, 0), (4, 6)}


def test_no_block_is_outside_the_region() -> None:
    grid = Grid.empty(5, 7)
    slot = Demand(Kind.SLOT, "1A")
    assert changes_of(grid, slot, rules=Rules(region=["1A"]), blocks=True) == []
    both = Rules(region=["1A", *(grid.slots[index].label for index in grid.slots_at((4, 0)))])
    changes = changes_of(grid, slot, rules=both, blocks=True)
    assert [change.cells for change in changes] == [
        ((0, column), (4, 6 - column)) for column in (0, 3, 6)
    ]


def test_no_block_cuts_off_letters_that_are_not_a_word() -> None:
    grid = Grid.empty(5, 7)
    for letters, count in (("COT", 1), ("XYZ", 0)):
        given = grid.with_letters({(0, column): letters[column] for column in range(3)})
        changes = changes_of(given, Demand(Kind.SLOT, "1A"), rules=Rules(), blocks=True)
        assert [change.cells for change in changes].count(((0, 3), (4, 3))) == count


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
