"""Grids whose parts do not fit together."""

import pytest

from crosswright.errors import GridError
from crosswright.grids.grid import Grid


def test_bad_parts_are_refused() -> None:
    with pytest.raises(GridError, match="both a block and a void"):
        Grid(2, 2, blocks=[(0, 0)], voids=[(0, 0)])
    with pytest.raises(GridError, match='"right" or "below", not \'left\''):
        Grid(2, 2, bars=[((0, 0), "left")])
    with pytest.raises(GridError, match="empty string"):
        Grid(2, 2, letters={(0, 0): ""})
    with pytest.raises(GridError, match="row 1, column 1: 'A B' has a space"):
        Grid(2, 2, letters={(0, 0): "A B"})
    with pytest.raises(GridError, match="begins with a mark"):
        Grid(2, 2, letters={(0, 0): "\u0301"})
    with pytest.raises(GridError, match="row 1, column 2: '-'"):
        Grid.from_rows(["A-"])
    with pytest.raises(GridError, match="1001 extra slots are too many"):
        Grid(1, 2, extra=[[(0, 0), (0, 1)]] * 1001)
