"""Grids of every kind for hypothesis: letters of many scripts, bars, circles, extra slots."""

from hypothesis import strategies as st

from crosswright.grids.grid import Grid
from crosswright.grids.letters import joins_previous, normalise_token

LETTERS = st.sampled_from(["A", "Z", "É", "Ñ", "ẞ", "Σ", "Ж", "7", "Q̈", "각", "א"])
TOKENS = LETTERS | st.text(st.characters(codec="utf-8"), min_size=1, max_size=4).map(
    normalise_token
).filter(lambda text: text.isprintable() and " " not in text and not joins_previous(text[0]))


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    """Make a small grid with everything that a grid can have."""
    height, width = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    symbols = st.sampled_from([".", ".", ".", "#", "~"]) | TOKENS
    rows = [[draw(symbols) for _ in range(width)] for _ in range(height)]
    grid = Grid.from_rows(rows)
    cells = list(grid.open_cells)
    edges = [((y, x), "right") for y in range(height) for x in range(width - 1)]
    edges += [((y, x), "below") for y in range(height - 1) for x in range(width)]
    if edges:
        grid = grid.with_bars(draw(st.sets(st.sampled_from(edges), max_size=5)))
    if cells:
        grid = grid.with_circles(draw(st.sets(st.sampled_from(cells), max_size=5)))
    if len(cells) > 1:
        run = st.lists(st.sampled_from(cells), min_size=2, max_size=4, unique=True).map(tuple)
        grid = grid.with_extra(draw(st.lists(run, max_size=2, unique=True)))
    return grid
