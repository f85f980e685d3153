"""Puzzles of every kind: one with everything, and random ones for hypothesis."""

from dataclasses import replace

from hypothesis import strategies as st

from crosswright.grids.grid import Grid
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.markup import STYLES, Markup, Span, plain, stripped
from crosswright.puzzles.parts import CROSSWORDS, ClueGroup, UnplacedClue
from crosswright.puzzles.puzzle import Puzzle

READABLE = ["text", "puz", "ipuz", "jpz", "xml", "xd", "acrosslite", "exolve"]
"""The formats that are both read and written."""

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

NASTY_TEXT = st.lists(WORDS | st.sampled_from(["<i>", "</b>", "<a href=x>", "&#60;", "\n"])).map(
    " ".join
)
_SPANS = st.sampled_from([style for style in STYLES if style != "link"])


def _spans(children: st.SearchStrategy[Markup]) -> st.SearchStrategy[Markup]:
    link = st.builds(Span, st.just("link"), children, st.just("https://example.org/?a=1&b=2"))
    return st.lists(NASTY_TEXT | st.builds(Span, _SPANS, children) | link, max_size=3).map(tuple)


MARKUP: st.SearchStrategy[Markup] = st.recursive(NASTY_TEXT.map(lambda text: (text,)), _spans)
MARKUP = MARKUP.map(stripped)
LABELS = st.sampled_from(["1", "2", "17", "A", "αβ", "2,9", "*"])


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


@st.composite
def rich_puzzles(draw: st.DrawFn) -> Puzzle:
    """Make a puzzle with labels, marks, groups, links, answers as entered, and all texts."""
    puzzle = draw(puzzles())
    grid = puzzle.grid
    cells = st.sampled_from([(y, x) for y in range(grid.height) for x in range(grid.width)])
    order = draw(st.permutations([slot.label for slot in grid.slots]))
    cut = draw(st.integers(0, len(order)))
    groups = (ClueGroup("Down", tuple(order[:cut])), ClueGroup("Other ways", tuple(order[cut:])))
    links = tuple(pair for pair in zip(order[0::3], order[1::3], strict=False))
    followers = {label for link in links for label in link[1:]}
    answers = {
        label: "".join(grid_word or "" for grid_word in words)
        for label in order
        if label not in followers
        for link in [next((link for link in links if label in link), (label,))]
        if None not in (words := [puzzle.filled_grid.word(part) for part in link])
    }
    clue = st.builds(
        Clue.formatted, MARKUP.filter(lambda markup: bool(plain(markup))), st.booleans()
    )
    extra = st.builds(
        replace,
        clue,
        label=st.just("") | LABELS,
        enumeration=st.sampled_from(["", "3", "1-2"]),
        hint=LINES,
        references=st.just(()) | st.just(tuple(order[:1])),
    )
    clues = draw(st.dictionaries(st.sampled_from(order), extra)) if order else {}
    letters = (
        st.dictionaries(st.sampled_from(grid.open_cells), LETTERS)
        if grid.open_cells
        else st.just({})
    )
    labels = (
        st.dictionaries(st.sampled_from(grid.open_cells), LABELS)
        if grid.open_cells
        else st.just({})
    )
    return replace(
        puzzle,
        clues={**puzzle.clues, **clues},
        labels=draw(st.just({}) | labels),
        marks=draw(st.just({}) | st.dictionaries(cells, st.just({"TR": "7", "B": "x"}))),
        groups=draw(st.just(()) | st.just(groups)),
        links=draw(st.just(links) if order else st.just(())),
        entered={label: "-".join(answer) for label, answer in answers.items()},
        kind=draw(st.sampled_from(CROSSWORDS)),
        progress=draw(letters),
        unplaced=draw(st.just(()) | st.just((UnplacedClue("Across", "99", Clue("Lost")),))),
        editor=draw(LINES),
        publisher=draw(LINES),
        date=draw(st.sampled_from(["", "2024-02-29", "last week"])),
        difficulty=draw(LINES),
        language=draw(st.sampled_from(["", "en-GB", "de"])),
    )


def texts(puzzle: Puzzle) -> dict[str, str]:
    """Return the texts of a puzzle's clues by label."""
    return {label: str(clue) for label, clue in puzzle.clues.items()}
