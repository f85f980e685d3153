"""A puzzle reduced to what a format holds: nothing goes without being named."""

from dataclasses import replace

import pytest
from helpers.puzzles import rich_puzzles
from hypothesis import given, settings

from crosswright.formats.format import FEATURES
from crosswright.formats.reduce import reduce, with_draft_marks
from crosswright.grids.grid import Grid
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.parts import ClueGroup, UnplacedClue
from crosswright.puzzles.puzzle import TEXTS, Puzzle

ALL = frozenset(FEATURES)

RICH = replace(
    Puzzle.from_filled(
        Grid.parse(
            "CAT~\nA#EH\nROAR\n\ncircles: 1,1\nrebus: 2,4=HEART\nbars right: 3,2\nextra: 1,1 2,3"
        ),
        {
            "1A": Clue.from_html("<i>Feline</i>"),
            "1D": Clue("Vehicle", label="1,2", hint="Wheels", references=("1A",)),
            "3A": Clue("Old", enumeration="1-1"),
            "X1": "Other",
        },
        given=[(2, 0)],
        labels={(0, 0): "A"},
        marks={(0, 1): {"TR": "9"}},
        groups=(ClueGroup("Ways", ("1D", "1A")),),
        links=(("1D", "2D"),),
        entered={"1A": "c-at", "1D": "car tea"},
        kind="diagramless",
        progress={(0, 0): "K"},
        unplaced=(UnplacedClue("Ways", "7", Clue("Lost")),),
    ),
    **{name: f"the {name}" for name in TEXTS},
)
NAMES = {
    "solution": "letters: row 1, column 1; row 1, column 2; row 1, column 3; and 7 more",
    "given": "given letters: row 3, column 1",
    "progress": "letters of the solver: row 1, column 1",
    "rebus": "rebus cells: row 2, column 4",
    "circles": "circles: row 1, column 1",
    "bars": "bars: row 3, column 2",
    "voids": "voids (written as blocks): row 1, column 4",
    "extra": "extra slots: row 1, column 1",
    "labels": "labels of cells: row 1, column 1",
    "marks": "marks in cells: row 1, column 2",
    "kind": "the hidden diagram of a diagramless puzzle",
    "clues": "clues: 1A, 1D, 3A, X1",
    "markup": "formatting of clues: 1A",
    "enumerations": "enumerations (written in the clues): 3A",
    "hints": "hints: 1D",
    "references": "references between clues: 1D",
    "groups": "clue groups: Ways, Down, Across, More",
    "links": "links between clues (written in words): 1D+2D",
    "entered": "answers as they were entered: 1A, 1D",
    "unplaced": "clues that belong to no slot: Ways 7",
    **{name: f"{name}: 'the {name}'" for name in TEXTS},
}


@pytest.mark.parametrize("feature", sorted(ALL - {"drafts"}))
def test_every_feature_that_goes_is_named(feature: str) -> None:
    reduced, losses = reduce(RICH, ALL - {feature})
    assert NAMES[feature] in [str(loss) for loss in losses]
    assert reduced != RICH
    again, more = reduce(reduced, ALL - {feature})
    assert (again, more) == (reduced, [])


@settings(max_examples=40)
@given(rich_puzzles())
def test_a_format_that_holds_everything_changes_nothing(puzzle: Puzzle) -> None:
    assert reduce(puzzle, ALL) == (puzzle, [])


@settings(max_examples=40)
@given(rich_puzzles())
def test_what_changes_is_named(puzzle: Puzzle) -> None:
    for feature in FEATURES:
        reduced, losses = reduce(puzzle, ALL - {feature})
        assert bool(losses) == (reduced != puzzle)


@settings(max_examples=40)
@given(rich_puzzles())
def test_nothing_is_left_where_nothing_is_held(puzzle: Puzzle) -> None:
    reduced, _ = reduce(puzzle, frozenset())
    bare = Puzzle(Grid(puzzle.grid.height, puzzle.grid.width, blocks=reduced.grid.blocks))
    assert reduced == bare


def test_texts_say_what_links_and_enumerations_said() -> None:
    reduced, _ = reduce(RICH, ALL - {"links", "enumerations"})
    assert {label: str(clue) for label, clue in reduced.clues.items()} == {
        "1A": "Feline",
        "1D": "Vehicle",
        "2D": "See A",
        "3A": "Old (1-1)",
        "X1": "Other",
    }


def test_links_are_not_in_words_without_clues() -> None:
    _, losses = reduce(RICH, ALL - {"links", "clues"})
    assert "links between clues: 1D+2D" in [str(loss) for loss in losses]


def test_links_in_words_use_the_numbers_that_the_puzzle_has_then() -> None:
    puzzle = Puzzle(
        Grid.parse("ABC\nD#E\nFGH"),
        clues={"1A": "All of it", "2D": "Down"},
        labels={(0, 0): "7", (0, 2): "8", (2, 0): "9"},
        links=(("1A", "3A", "1D"),),
    )
    reduced, _ = reduce(puzzle, ALL - {"links", "labels"})
    assert {label: str(clue) for label, clue in reduced.clues.items()} == {
        "1A": "1,3,1dn All of it",
        "1D": "See 1ac",
        "2D": "Down",
        "3A": "See 1",
    }


def test_parts_move_with_their_slots() -> None:
    """Without the bar there is no 2A, and the number after it is one less."""
    puzzle = Puzzle(
        Grid.parse("ABCD\nE#F#\nGHIJ\n\nbars right: 1,2\nbars below: 1,3"),
        clues={"1A": "a", "2A": "b", "4A": Clue("c", references=("2A", "1D"))},
        links=(("4A", "1D"), ("1A", "2A")),
        entered={"4A": "gh-ij aeg", "1A": "ab cd"},
        groups=(ClueGroup("Mine", ("4A", "2A", "1A")),),
    )
    reduced, losses = reduce(puzzle, ALL - {"bars"})
    assert list(map(str, losses)) == [
        "bars: row 1, column 2; row 1, column 3",
        "clues of slots that no longer exist: 2A",
        "links between clues: 1A+2A",
        "answers as they were entered: 1A",
    ]
    assert reduced.links == (("3A", "1D"),)
    assert reduced.entered == {"3A": "gh-ij aeg"}
    assert reduced.groups == (ClueGroup("Mine", ("3A", "1A")), ClueGroup("Down", ("1D",)))
    assert reduced.clue("3A").references == ("1D",)


def test_drafts_are_marked_in_their_texts() -> None:
    clue = Clue.from_html("<b>x</b>", draft=True)
    marked = with_draft_marks(Puzzle(Grid.parse("AB"), clues={"1A": clue})).clue("1A")
    assert (marked.text, marked.draft, bool(marked.markup)) == ("x [draft]", False, True)
