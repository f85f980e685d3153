"""The boards of blocks and bars: whatever changes, their figures are those of the grid."""

from __future__ import annotations

import random
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.grids.grid import Grid
from crosswright.grids.symmetry import NO_SYMMETRY, SQUARE_ONLY, SYMMETRIES
from crosswright.patterns import measures
from crosswright.patterns.bars import Bars
from crosswright.patterns.blocks import Blocks
from crosswright.patterns.draw import ANY_LENGTH
from crosswright.patterns.fit import Crossings
from crosswright.patterns.spec import Spec
from crosswright.words.wordlist import WordList

KINDS = ["american", "british", "free", "barred"]
WORDS = WordList.from_words(["CAT", "CART", "ACT", "TRACT", "ARC", "ART", "RAT", "TAR", "CARAT"])
LETTERS = Grid.parse(".....\n.....\n.CAT.\n.....\n.....")


def new_board(style: str, symmetry: str, height: int, width: int) -> Blocks | Bars:
    spec = Spec.of(height, width, style=style, symmetry=symmetry)
    measure = partial(getattr(measures, style), ANY_LENGTH)
    if style == "barred":
        return Bars(spec, measure)
    return Blocks(spec, measure, neighbours=style != "american")


def figures(board: Blocks | Bars) -> tuple[object, ...]:
    return round(board.cost, 6), board.words, board.broken, board.is_valid(), board.state()


@st.composite
def boards(draw: st.DrawFn) -> tuple[str, str, int, int]:
    symmetry = draw(st.sampled_from([NO_SYMMETRY, *SYMMETRIES]))
    height = draw(st.integers(3, 8))
    width = height if symmetry in SQUARE_ONLY else draw(st.integers(3, 8))
    return draw(st.sampled_from(KINDS)), symmetry, height, width


@settings(max_examples=60, deadline=None)
@given(boards(), st.integers(0, 999))
def test_a_board_follows_every_change(options: tuple[str, str, int, int], seed: int) -> None:
    board, rng = new_board(*options), random.Random(seed)
    for _ in range(20):
        before = figures(board)
        change = board.propose(rng)
        board.flip(change)
        if rng.random() < 0.5:
            board.undo()
            assert figures(board) == before
    fresh = new_board(*options)
    orbits = range(len(board.orbits))
    fresh.flip([orbit for orbit in orbits if is_set(board, orbit) != is_set(fresh, orbit)])
    assert figures(fresh) == figures(board)
    grid = board.grid(board.state())
    assert board.words == len(grid.slots)
    assert board.is_connected() == grid.is_connected()


def is_set(board: Blocks | Bars, orbit: int) -> bool:
    if isinstance(board, Bars):
        return board.has(board.orbits[orbit][0])
    return board.is_open(orbit)


@pytest.mark.parametrize("symmetry", [NO_SYMMETRY, "180"])
def test_decided_cells_never_change(symmetry: str) -> None:
    spec = Spec.of(
        5, 5, symmetry=symmetry, template=Grid.parse("#....\n.....\n..A..\n.....\n.....")
    )
    board = Blocks(spec, partial(measures.american, ANY_LENGTH), neighbours=False)
    rng = random.Random(1)
    for _ in range(200):
        board.flip(board.propose(rng))
        grid = board.grid(board.state())
        assert (0, 0) in grid.blocks
        assert (2, 2) not in grid.blocks


def test_a_slot_through_letters_that_no_word_fits_breaks_a_rule() -> None:
    spec = Spec.of(5, 5, symmetry="none", template=LETTERS)
    measure = partial(measures.american, ANY_LENGTH)
    plain = Blocks(spec, measure, neighbours=False)
    minded = Blocks(spec, measure, neighbours=False, crossings=Crossings(LETTERS, WORDS, None))
    assert minded.broken == plain.broken + 3  # .CAT. across, ..C.. and ..T.. down
    ends = [minded.orbit_of[cell] for cell in ((0, 1), (4, 1))]
    for board in (plain, minded):
        board.flip(ends)
    assert minded.broken == plain.broken + 2  # ACT fits .C.
    for board in (plain, minded):
        board.undo()
    assert minded.broken == plain.broken + 3
