"""The boundary of the proofs: both twins refuse the same roots, and no cell leads out of memory."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest
from helpers.twins import twins_of

from crosswright.layouts import core
from crosswright.layouts.proving.setup import ANY_FOUR, MAX_LETTERS

TWINS = twins_of("crosswright.layouts.proving")

twins = pytest.mark.parametrize("twin", TWINS, ids=lambda twin: twin.__name__)

WORDS = ((1, 2, 3), (2, 3, 1))
SPREAD = [[core.spread(y, x) for x in range(10)] for y in range(10)]
FIRST = (0, 0, 0, 0)


def search(twin: ModuleType) -> Any:
    return twin.ProofSearch(WORDS, (9, 9), 100, SPREAD, 0)


@twins
@pytest.mark.parametrize("number", [-(1 << 31), (1 << 31) - 1, MAX_LETTERS + 1, 1 << 70])
def test_cells_beyond_every_box_are_refused(twin: ModuleType, number: int) -> None:
    """A column of -2**31 made the width of the box overflow, and pass for a small one."""
    for placed in ((1, 1, number, 0), (1, 1, 0, number), (1, 1, -number, 0)):
        with pytest.raises(ValueError, match="is in no box"):
            search(twin).begin((FIRST, placed), 0, 0)


@twins
@pytest.mark.parametrize(
    ("root", "number", "kind", "message"),
    [
        ((), 0, 0, "begins in cell 0, 0"),
        (((0, 0, 0, 1),), 0, 0, "begins in cell 0, 0"),
        (((2, 0, 0, 0),), 0, 0, "there is no word 2 in direction 0"),
        (((0, 2, 0, 0),), 0, 0, "there is no word 0 in direction 2"),
        (((-1, 0, 0, 0),), 0, 0, "there is no word -1"),
        ((FIRST,), -1, 0, "there is no cycle -1"),
        ((FIRST,), ANY_FOUR + 1, 0, "there is no cycle"),
        ((FIRST,), 0, 3, "there is no layout of kind 3"),
        ((FIRST,), 0, -(1 << 70), "there is no layout of kind -"),
    ],
)
def test_wrong_roots_are_refused(
    twin: ModuleType, root: Any, number: int, kind: int, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        search(twin).begin(root, number, kind)


@twins
def test_numbers_of_the_wrong_type_are_refused(twin: ModuleType) -> None:
    for root, number, kind in (
        (((0, 0, 0, 0.0),), 0, 0),
        ((FIRST,), 0.5, 0),
        ((FIRST,), 0, None),
        (((0, 0, 0, "0"),), 0, 0),
    ):
        with pytest.raises(TypeError):
            search(twin).begin(root, number, kind)


@twins
def test_a_root_that_is_refused_leaves_the_search_as_it_was(twin: ModuleType) -> None:
    begun = search(twin)
    begun.begin((FIRST, (1, 1, 0, 1)), ANY_FOUR, 2)
    before = begun.nodes, begun.layout(), begun.is_under_way
    with pytest.raises(ValueError, match="in no box"):
        begun.begin((FIRST, (1, 1, 0, 1 << 31)), 0, 0)
    assert (begun.nodes, begun.layout(), begun.is_under_way) == before


@twins
def test_any_number_of_nodes(twin: ModuleType) -> None:
    for nodes in (1 << 70, (1 << 63) - 1, 0, -1, -(1 << 70)):
        begun = search(twin)
        begun.begin((FIRST, (1, 1, 0, 1)), ANY_FOUR, 2)
        begun.advance(nodes)
        assert begun.nodes < 1000
    with pytest.raises(TypeError):
        search(twin).advance(1.5)
