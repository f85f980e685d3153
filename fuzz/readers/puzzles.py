"""Puzzle files of every format, and grids in the text notation."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial

from crosswright.formats.files import from_bytes, to_bytes
from crosswright.formats.registry import all_formats, by_name
from crosswright.grids.grid import Grid
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.puzzle import Puzzle
from fuzz.target import FindingError, Target, answer, check_same

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
SMALL = Puzzle.from_filled(
    Grid.parse("CAT\nA#O\nRUN"),
    {"1A": "Feline <i>pet</i> (3)", "1D": "Vehicle", "2D": "Weight", "3A": "Hurry"},
    title="Small",
)
EMPTY = Puzzle(Grid.parse("....\n.#..\n...."), clues={"1A": Clue("Of", enumeration="1,3")})

KEYWORDS = {
    "ipuz": b"puzzle solution clues Across Down dimensions cell style shapebg circle barred value "
    b"number cells given null kind http://ipuz.org/crossword#1 saved enumeration",
    "jpz": b"<crossword-compiler> <rectangular-puzzle> <grid <cell x= y= solution= type=block "
    b"number= <word id= <clues> <clue word= format= <b> </b> background-shape=circle top-bar=true",
    "xd": b"## Metadata\n ## Grid\n ## Clues\n ## Notes\n Title: Rebus: Special: A1. D1. ~ # _",
    "acrosslite": b"<ACROSS_PUZZLE> <TITLE> <SIZE> <GRID> <REBUS> <ACROSS> <DOWN> <NOTEPAD> 1:HE:H",
    "exolve": b"exolve-begin exolve-end exolve-grid: exolve-across: exolve-down: exolve-nina: "
    b"exolve-width: exolve-option: @ 0 . |",
    "cfp": b"<CROSSFIRE> <GRID> <WORDS> <WORD id= dir=ACROSS isTheme= num= <CIRCLES> <REBUSES>",
    "text": b"circles: bars right: bars below: rebus: extra: kind: . # ~ 1,1",
    "puz": b"ACROSS&DOWN 1.3 GRBS RTBL GEXT LTIM \0\0\0",
}
SHARES = {"puz": 8, "xd": 6, "acrosslite": 8, "exolve": 10, "xml": 20}
"""What the slower formats get of a thousand inputs; see `Target.share`."""

RELATED = {"xml": "jpz", "structure": "text"}


def run(name: str, data: bytes) -> str:
    """Read a puzzle file in a format, and write it again in this and another."""
    return answer(lambda: _read(name, data))


def _read(name: str, data: bytes) -> str:
    puzzle = from_bytes(data, name)
    if by_name(name).write is not None:
        original = by_name(name).original(data)
        check_same((original, []), _written(puzzle, name), "the file as it was")
    bare = replace(puzzle, extras={})
    kinds = [_there_and_back(bare, other) for other in {name: 0, "ipuz": 0}]
    return f"read: {kinds} {min(len(puzzle.clues), 4)} clues"


def _written(puzzle: Puzzle, name: str) -> tuple[bytes, list[object]]:
    data, losses = to_bytes(puzzle, name)
    return data, [*losses]


def _there_and_back(puzzle: Puzzle, name: str) -> str:
    """Write a puzzle and read it again; return what was lost."""
    if by_name(name).write is None or (puzzle.kind == "word-search" and name != "text"):
        return "only read"
    data, losses = to_bytes(puzzle, name)
    if name == "structure" and losses:
        return "not a structure"
    again = replace(from_bytes(data, name), extras={})
    if not losses and name != "structure":
        check_same(_sorted(puzzle), _sorted(again), f"written as {name} without a loss")
    return ", ".join(sorted({loss.what for loss in losses}))


def _sorted(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle whose clues without a slot are sorted by group: each has an order, all none.

    (Groups in which no clue has a slot are not among the groups of a puzzle, which are in order.)
    """
    return replace(puzzle, unplaced=tuple(sorted(puzzle.unplaced, key=lambda clue: clue.group)))


@cache
def seeds(name: str) -> list[bytes]:
    """Return small files of a format."""
    if name == "cfp":
        return [CROSSFIRE]
    return [to_bytes(puzzle, name)[0] for puzzle in (FULL, SMALL, EMPTY)]


CROSSFIRE = b"""<?xml version="1.0" encoding="utf-8"?>
<CROSSFIRE><TITLE>Small</TITLE><AUTHOR>A. Setter</AUTHOR><GRID width="3">
CAT
A.O
RUN
</GRID><CIRCLES>0,4</CIRCLES><REBUSES><REBUS input="1" letters="HE"/></REBUSES>
<WORDS><WORD dir="ACROSS" id="0" isTheme="false" num="1">Feline</WORD>
<WORD dir="DOWN" id="1" isTheme="true" num="1">Vehicle</WORD></WORDS></CROSSFIRE>
"""


def run_any(data: bytes) -> str:
    """Read a file in whatever format it seems to be."""
    return answer(lambda: f"read: {[*from_bytes(data).extras]}")


def run_grid(data: bytes) -> str:
    """Read a grid in the text notation, and its own text again."""
    return answer(lambda: _read_grid(data.decode("utf-8", "surrogateescape")))


def _read_grid(text: str) -> str:
    grid = Grid.parse(text)
    check_same(grid, Grid.parse(str(grid)), "a grid and its text")
    if not grid.height * grid.width:
        raise FindingError("a grid without cells")
    parts = grid.letters, grid.circles, grid.bars, grid.extra, grid.slots
    return f"grid: {[bool(part) for part in parts]}"


def _format_target(name: str, about: str) -> Target:
    words = (*KEYWORDS.get(RELATED.get(name, name), b"").split(b" "), b"\n")
    share = SHARES.get(name, 40)
    return Target(f"format-{name}", about, partial(run, name), partial(seeds, name), words, share)


TABLES = ("csv", "tsv")
"""Formats that are only written; `readers.words` has the tables that are read."""

TARGETS = (
    *(_format_target(each.name, each.title) for each in all_formats() if each.name not in TABLES),
    Target(
        "format-any",
        "a puzzle file of whatever format",
        run_any,
        lambda: [data for name in KEYWORDS for data in seeds(name)],
        tuple(word for words in KEYWORDS.values() for word in words.split(b" ")),
        40,
    ),
    Target(
        "grid",
        "the text notation of a grid",
        run_grid,
        lambda: [*seeds("text"), *seeds("structure"), b"[QU].[TEN]\n#..\n"],
        (*KEYWORDS["text"].split(b" "), b"[", b"]", b"\n", b"1,1", b"1,1-1,3"),
        90,
    ),
)
