"""Small edits of a grid: what they keep, and that none is left out."""

from __future__ import annotations

import random
from itertools import product

import pytest

from crosswright.errors import GridError
from crosswright.explaining.changes import Change
from crosswright.explaining.edits import EditFinder, style_of, symmetry_of
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.grids.styles import errors
from crosswright.grids.symmetry import NO_SYMMETRY, image
from crosswright.words.wordlist import WordList
from tests.helpers.fills import random_case

WORDS = WordList.from_words(["CAT", "COT", "TOE", "ACE", "OAT", "TOTE"])


def edits_of(grid: Grid, words: WordList = WORDS, **options: object) -> list[Change]:
    finder = EditFinder(grid, words, Rules(), **options)  # type: ignore[arg-type]
    return [change for kind in finder.edits() for change in kind]


def texts(grid: str, **options: object) -> list[str]:
    """Return the edits of letters in words."""
    changes = edits_of(Grid.parse(grid), **options)
    return [change.text for change in changes if change.kind in ("free", "exchange")]


def test_blocks_come_in_pairs_and_words_stay_long_enough() -> None:
    assert [(change.kind, change.text) for change in edits_of(Grid.empty(4, 4))] == [
        ("blocks", "Add a pair of blocks at row 1, column 1 and row 4, column 4"),
        ("blocks", "Add a pair of blocks at row 1, column 4 and row 4, column 1"),
    ]
    middle = [change.text for change in edits_of(Grid.empty(5, 5), style="free")]
    assert "Add a block at row 3, column 3" in middle
    four = edits_of(Grid.empty(4, 4), style="free", symmetry="90")
    assert four[0].text.startswith("Add 4 blocks at row 1, column 1, row 1, column 4, ")


@pytest.mark.parametrize("seed", range(40))
def test_edits_keep_what_the_grid_keeps(seed: int) -> None:
    grid, spellings = random_case(seed)
    words = WordList.from_words(spellings)
    finder = EditFinder(grid, words, Rules())
    given = {slot.cells: grid.word(slot) for slot in grid.slots if grid.word(slot) is not None}
    before = {fault.rule for fault in errors(grid, finder.style, NO_SYMMETRY)}
    for change in (change for kind in finder.edits() for change in kind):
        changed, _ = change.applied(grid, Rules())
        assert changed != grid
        if change.kind in ("free", "exchange"):
            assert changed.blocks == grid.blocks
            continue
        after = {fault.rule for fault in errors(changed, finder.style, NO_SYMMETRY)}
        assert after <= before
        assert finder.symmetry == NO_SYMMETRY or changed.is_symmetric(finder.symmetry)
        assert changed.letters == grid.letters
        slots = {slot.cells: slot for slot in changed.slots}
        assert given.items() <= {cells: changed.word(slot) for cells, slot in slots.items()}.items()


@pytest.mark.parametrize("seed", range(40))
def test_every_pair_of_blocks_that_can_be_added_or_opened_is_there(seed: int) -> None:
    """As tried out cell by cell, in free grids, whose words have two letters or more."""
    rng = random.Random(seed)
    height, width = rng.randrange(1, 5), rng.randrange(2, 5)
    grid = Grid.empty(height, width)
    for cell in product(range(height), range(width)):
        if rng.random() < 0.15:
            grid = grid.with_blocks([cell, image(cell, "180", height, width)])
    if not grid.slots:
        return
    found = {
        (change.kind, frozenset(change.cells or change.opened))
        for change in edits_of(grid, style="free", symmetry="180")
        if change.kind != "move"
    }

    def faults_of(changed: Grid) -> tuple[int, bool]:
        words = [part for part in changed.components() if len(part) > 1]
        return len(changed.components()) - len(words), len(words) > 1

    expected = set()
    for cell in product(range(height), range(width)):
        pair = frozenset({cell, image(cell, "180", height, width)})
        closes = grid.is_open(cell)
        changed = grid.with_blocks(pair) if closes else grid.without_blocks(pair)
        lone, is_split = faults_of(changed)
        if lone <= faults_of(grid)[0] and not is_split:
            expected.add(("blocks" if closes else "open", pair))
    if not faults_of(grid)[1]:
        assert found == expected
    assert found >= expected


def test_a_block_moves_by_one_cell_with_its_image() -> None:
    grid = Grid.parse(".....\n#....\n.....\n....#\n.....")
    moves = [change for change in edits_of(grid, style="free") if change.kind == "move"]
    assert [set(move.cells) for move in moves] == [
        {(0, 0), (4, 4)},
        {(1, 1), (3, 3)},
        {(2, 0), (2, 4)},
    ]
    assert moves[0].text == (
        "Move the blocks at row 2, column 1 and row 4, column 5 "
        "to row 1, column 1 and row 5, column 5"
    )
    assert moves[0].applied(grid, Rules())[0] == Grid.parse("#....\n.....\n.....\n.....\n....#")


def test_a_letter_is_freed_where_that_gives_a_slot_more_to_choose_from() -> None:
    assert texts("CAT\n.##\n.##") == ["Free the C at row 1, column 1 (it is part of CAT at 1A)"]
    assert texts("CAT\nO##\nT##") == []


def test_theme_entries_change_places_and_are_otherwise_left_alone() -> None:
    grid = "CAT\n.#.\nTOE"
    assert texts(grid, theme=["1A", "3A"]) == ["Let CAT at 1A and TOE at 3A change places"]
    change = edits_of(Grid.parse(grid), theme=["1A", "3A"])[0]
    assert change.applied(Grid.parse(grid), Rules())[0] == Grid.parse("TOE\n.#.\nCAT")
    finder = EditFinder(Grid.parse(grid), WORDS, Rules(), theme=["1A"])
    assert [slot.label for slot, _ in finder.replaceable()] == ["3A"]
    with pytest.raises(GridError, match="no slot 9A"):
        EditFinder(Grid.parse(grid), WORDS, Rules(), theme=["9A"])


def test_entries_that_other_words_cross_do_not_change_places() -> None:
    assert texts("CAT\nO#.\nTOE", theme=["1A", "3A"]) == []


def test_a_word_is_replaceable_if_a_slot_gets_more_to_choose_from() -> None:
    finder = EditFinder(Grid.parse("CAT\nO#.\nTOE"), WORDS, Rules())
    assert [(slot.label, cells) for slot, cells in finder.replaceable()] == [
        ("1A", ((0, 1), (0, 2))),
        ("3A", ((2, 1), (2, 2))),
    ]
    finder = EditFinder(Grid.parse("CAT\nO#.\nTOE"), WORDS, Rules(required=["cat", "toe"]))
    assert finder.replaceable() == []


def test_slots_that_rules_name_stay_as_they_are() -> None:
    grid = Grid.parse("....#\n.....\n#....")
    named = EditFinder(grid, WORDS, Rules(slot_scores={"1A": 50}), style="free")
    for change in (change for kind in named.edits() for change in kind):
        changed, rules = change.applied(grid, named.rules)
        [label] = rules.slot_scores
        assert changed.slot(label).cells == grid.slot("1A").cells


def test_a_grid_has_the_first_style_whose_rules_it_keeps() -> None:
    assert style_of(Grid.empty(5, 5)).name == "american"
    assert style_of(Grid.parse(".....\n.#.#.\n.....\n.#.#.\n.....")).name == "british"
    assert style_of(Grid.parse("..\n..")).name == "free"
    assert symmetry_of(Grid.parse("#..\n...\n...")) == "diagonal"
    assert symmetry_of(Grid.parse("..#\n..."), "180") == NO_SYMMETRY
    assert symmetry_of(Grid.empty(3, 3), "up-down") == "up-down"
