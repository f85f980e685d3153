"""Puzzles of every kind: one with everything, and random ones for hypothesis."""

from hypothesis import strategies as st

from crosswright.grids.grid import Grid
from crosswright.puzzles.puzzle import Clue, Puzzle

READABLE = ["text", "puz", "ipuz", "jpz", "xml", "xd", "acrosslite"]

FULL = Puzzle.from_filled(
    Grid.parse("CAT~\nA#EH\nROAR\n\ncircles: 1,1\nrebus: 2,4=HEART\nbars right: 3,2").with_extra(
        [((0, 0), (1, 2))]
    ),
    {"1A": "Feline", "1D": Clue("Vehicle", draft=True), "X1": "Other"},
    given=[(2, 0)],
    title="Full",
    author="A. Setter",
    copyright="© 2024",
    notes="One\nTwo",
)

GRID = Grid.parse("CAT\nA#O\nRUN")
CLUES = {"1A": "Feline", "1D": "Vehicle", "2D": "Weight", "3A": "Hurry"}
SMALL = Puzzle.from_filled(GRID, CLUES, title="Small", author="Setter", copyright="2024")

LETTERS = st.sampled_from("ABCDEXYZ") | st.sampled_from(["É", "Ñ", "ẞ", "Σ", "Ж", "7", "א", "각"])
REBUS = st.sampled_from(
    ["HEART", "QU", "A/B", "&", "#", ".", "-", "_", "0", "X=Y", "K:L", "M;N", "Q̈", "½", "ΑΒ", "~"]
)
WORDS = st.sampled_from(
    [
        *("of", "the", "a", "&", "R&B", "&amp;", "<b>bold</b>", "“quoted”", "l’été", "Ünïcode"),
        *("日本", "(4)", "{/it/}", "\\", "1.", "=", "#", "##", "## Grid", "<ACROSS>", "-", "~"),
        *("", "A1. x ~ Y", "two  spaces", "ipuz"),
    ]
)
LINES = st.lists(WORDS, max_size=4).map(" ".join).map(str.strip)
NOTES = st.lists(LINES, max_size=3).map("\n".join).map(str.strip)


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    """Make a small puzzle with all that a puzzle can have, fitting or not."""
    height, width = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    cells = [(y, x) for y in range(height) for x in range(width)]
    some = st.sets(st.sampled_from(cells), max_size=4)
    blocks = draw(some)
    voids = draw(st.just(set()) | some) - blocks
    grid = Grid(height, width, blocks=blocks, voids=voids)
    open_cells = st.sampled_from(grid.open_cells or [(0, 0)])
    if grid.open_cells:
        grid = grid.with_letters(draw(st.dictionaries(open_cells, LETTERS | REBUS)))
        if draw(st.booleans()):
            empty = [cell for cell in grid.open_cells if cell not in grid.letters]
            grid = grid.with_letters({cell: draw(LETTERS) for cell in empty})
        grid = grid.with_circles(draw(st.just(set()) | st.sets(open_cells, max_size=4)))
    edges = [(cell, "right") for cell in cells if cell[1] < width - 1]
    edges += [(cell, "below") for cell in cells if cell[0] < height - 1]
    if edges and draw(st.booleans()):
        grid = grid.with_bars(draw(st.sets(st.sampled_from(edges), max_size=3)))
    if len(grid.open_cells) > 1 and draw(st.booleans()):
        run = st.lists(open_cells, min_size=2, max_size=4, unique=True).map(tuple)
        plain = {slot.cells for slot in grid.slots}
        extra = draw(st.lists(run, max_size=2, unique=True))
        grid = grid.with_extra([cells for cells in extra if cells not in plain])
    given = draw(st.just(set()) | st.sets(st.sampled_from(cells), max_size=3))
    clue = st.builds(Clue, LINES.filter(bool), st.booleans())
    labels = [slot.label for slot in grid.slots]
    clues = draw(st.dictionaries(st.sampled_from(labels), clue)) if labels else {}
    return Puzzle.from_filled(
        grid,
        clues,
        given=given,
        title=draw(LINES),
        author=draw(LINES),
        copyright=draw(LINES),
        notes=draw(NOTES),
    )


def texts(puzzle: Puzzle) -> dict[str, str]:
    """Return the texts of a puzzle's clues by label."""
    return {label: str(clue) for label, clue in puzzle.clues.items()}
