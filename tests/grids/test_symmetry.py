"""The symmetries of blocks, voids and bars."""

import pytest

from crosswright.errors import GridError
from crosswright.grids.grid import Grid
from crosswright.grids.symmetry import SYMMETRIES, bar_image, bar_orbits, cell_orbits, image


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("...\n...\n...", set(SYMMETRIES)),
        ("...\n...", {"180", "left-right", "up-down"}),
        ("#..\n...\n..#", {"180", "diagonal", "antidiagonal"}),
        ("#..\n#..\n...", set()),
        ("#.#\n...\n...", {"left-right"}),
        ("#..\n...\n#..", {"up-down"}),
        (".#..\n...#\n#...\n..#.", {"180", "90"}),
        ("~..\n...\n..#", {"diagonal"}),
        ("..\n..\n\nbars right: 1,1", {"left-right"}),
        ("..\n..\n\nbars right: 1,1 2,1", {"180", "left-right", "up-down"}),
        ("..\n..\n\nbars right: 1,1\nbars below: 1,1", {"diagonal"}),
        ("..\n..\n\nbars right: 1,1 2,1\nbars below: 1,1 1,2", set(SYMMETRIES)),
    ],
)
def test_symmetries(text: str, kinds: set[str]) -> None:
    assert set(Grid.parse(text).symmetries()) == kinds


def test_unknown_symmetry() -> None:
    with pytest.raises(GridError, match="unknown symmetry 'odd'; choose from 180, 90, left-right"):
        Grid.empty(2, 2).is_symmetric("odd")


@pytest.mark.parametrize("kind", SYMMETRIES)
def test_orbits_hold_every_cell_and_bar_once_with_its_images(kind: str) -> None:
    cells = [cell for orbit in cell_orbits(4, 4, kind) for cell in orbit]
    assert sorted(cells) == [(y, x) for y in range(4) for x in range(4)]
    for orbit in cell_orbits(4, 4, kind):
        assert {image(cell, kind, 4, 4) for cell in orbit} == set(orbit)
    bars = [bar for bars in bar_orbits(4, 4, kind) for bar in bars]
    assert len(bars) == len(set(bars)) == 2 * 4 * 3
    for bar_orbit in bar_orbits(4, 4, kind):
        assert {bar_image(bar, kind, 4, 4) for bar in bar_orbit} == set(bar_orbit)


def test_without_symmetry_everything_is_alone() -> None:
    assert [*map(len, cell_orbits(2, 3, "none"))] == [1] * 6
    assert [*map(len, bar_orbits(2, 3, "none"))] == [1] * 7
