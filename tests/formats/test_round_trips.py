"""Every format gives back what it was given, apart from the losses it named."""

import json
from dataclasses import replace

import pytest
from helpers.puzzles import FULL, LINES, READABLE, puzzles, rich_puzzles
from hypothesis import example, given, note, settings

from crosswright.errors import FormatError
from crosswright.formats.files import from_bytes, to_bytes
from crosswright.formats.reduce import reduce
from crosswright.formats.registry import by_name
from crosswright.grids.grid import Grid
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.parts import ClueGroup
from crosswright.puzzles.puzzle import Puzzle


def features(puzzle: Puzzle) -> dict[str, object]:
    """Take a puzzle apart into what formats may or may not hold."""
    grid = puzzle.filled_grid
    return {
        "title": puzzle.title,
        "author": puzzle.author,
        "copyright": puzzle.copyright,
        "notes": puzzle.notes,
        "clues": puzzle.clues,
        "letters": dict(grid.letters),
        "given": dict(puzzle.grid.letters),
        "circles": grid.circles,
        "grid": grid.without_letters().with_circles(()),
    }


# What a writer may leave out beyond the features it does not hold, by words of its loss.
MAY_DIFFER = {
    "rebus": {"letters"},
    "circles": {"circles"},
    "line breaks": {"title", "author", "copyright", "clues"},
    "text that would": {"title", "author", "copyright", "clues"},
    "backslashes": {"clues"},
    "repeated spaces": {"clues"},
    "control": {"notes", "title", "author", "copyright", "clues"},
}


@settings(max_examples=60)
@given(puzzle=puzzles())
@example(puzzle=FULL)
def test_round_trip(puzzle: Puzzle) -> None:
    """Draw a puzzle once, which takes longer than to write and read it, for all formats."""
    for name in READABLE:
        note(name)
        check_round_trip(name, puzzle)


def check_round_trip(name: str, puzzle: Puzzle) -> None:
    data, losses = to_bytes(puzzle, name)
    expected, declared = reduce(puzzle, by_name(name).holds)
    again = from_bytes(data, name)
    free = set()
    for loss in losses[len(declared) :]:
        free |= next(names for words, names in MAY_DIFFER.items() if loss.what.startswith(words))
    before, after = features(expected), features(again)
    assert {key: before[key] for key in before if key not in free} == {
        key: after[key] for key in after if key not in free
    }
    if not losses:
        assert again == puzzle
    # What was read is written back byte for byte, and a changed puzzle is read back changed.
    assert to_bytes(again, name) == (data, [])
    if "title" in by_name(name).holds:
        changed = replace(again, title="Changed")
        data, _ = to_bytes(changed, name)
        assert from_bytes(data, name) == changed


# An answer that runs through two slots of one number, both listed under the direction of the first.
LINKED = Puzzle(
    Grid.parse("..\n#.\n..\n.."),
    groups=(ClueGroup("Down", ("3D", "3A")), ClueGroup("Other ways", ("2D", "1A", "4A"))),
    links=(("1A", "4A"), ("3D", "3A")),
)

# The second part of an answer with a clue of its own, whose enumeration is only its length.
OWN_LENGTH = Puzzle(
    Grid.parse("..\n..\n.."), clues={"1D": Clue("of", enumeration="3")}, links=(("1A", "1D"),)
)

# An answer through two slots whose clue is labelled with the number of the second.
SECOND_NUMBER = Puzzle(
    Grid.parse(".#.\n...\n..."), clues={"1D": Clue("of", label="2")}, links=(("1D", "2D"),)
)


@pytest.mark.filterwarnings("ignore::crosswright.errors.FormatWarning")
@settings(max_examples=40)
@given(puzzle=rich_puzzles())
@example(puzzle=LINKED)
@example(puzzle=OWN_LENGTH)
@example(puzzle=SECOND_NUMBER)
@example(puzzle=Puzzle(Grid.parse("..."), clues={"1A": Clue("of", label="1")}))
def test_whatever_a_format_holds_comes_back(puzzle: Puzzle) -> None:
    for name in ("xml", "xd"):
        note(name)
        check_all_comes_back(name, puzzle)


def check_all_comes_back(name: str, puzzle: Puzzle) -> None:
    holds = by_name(name).holds
    expected, _ = reduce(puzzle, holds | {"drafts"})
    data, losses = to_bytes(expected, name)
    again = from_bytes(data, name)
    if not losses:
        assert again == expected
    # A changed puzzle is read back from the file it was written into.
    for changed in (replace(again, title="Changed"), replace(expected, extras=again.extras)):
        data, losses = to_bytes(changed, name)
        if not losses:
            assert from_bytes(data, name) == changed


@settings(max_examples=60)
@given(puzzle=puzzles())
def test_ipuz_loses_nothing(puzzle: Puzzle) -> None:
    data, losses = to_bytes(puzzle, "ipuz")
    assert losses == []
    assert from_bytes(data) == puzzle


@settings(max_examples=40)
@given(puzzle=puzzles())
def test_structure_keeps_blocks(puzzle: Puzzle) -> None:
    data, losses = to_bytes(puzzle, "structure")
    if puzzle.grid.open_cells:
        grid = from_bytes(data, "structure").grid
        assert grid == Grid(
            puzzle.grid.height, puzzle.grid.width, blocks=puzzle.grid.blocks | puzzle.grid.voids
        )
    assert bool(losses) >= bool(puzzle.solution)


@settings(max_examples=40)
@given(puzzle=puzzles(), title=LINES)
def test_formats_agree_on_a_plain_puzzle(puzzle: Puzzle, title: str) -> None:
    """Go round all formats with what all of them hold, and come back unchanged."""
    grid = puzzle.grid.without_letters().with_bars(()).with_circles(()).with_extra(())
    grid = grid.with_blocks(grid.voids).with_letters(dict.fromkeys(grid.open_cells, "A"))
    plain = Puzzle.from_filled(grid, title=" ".join(f"T {title}".split()))
    current = plain
    for name in READABLE[1:]:
        data, losses = to_bytes(current, name)
        assert losses == []
        current = from_bytes(data, name)
        assert current == plain


@pytest.mark.parametrize("name", [*READABLE, "structure", "csv", "tsv"])
def test_losses_of_a_full_puzzle(name: str) -> None:
    _, losses = to_bytes(FULL, name)
    text = " | ".join(map(str, losses))
    words = {
        "solution": "letters: row 1, column 1",
        "given": "given letters: row 3, column 1",
        "circles": "circles: row 1, column 1",
        "bars": "bars: row 3, column 2",
        "voids": "voids (written as blocks): row 1, column 4",
        "extra": "extra slots: row 1, column 1",
        "clues": "clues: 1A, 1D, X1",
        "title": "title: 'Full'",
        "author": "author: 'A. Setter'",
        "copyright": "copyright: '© 2024'",
        "notes": "notes: ",
    }
    holds = by_name(name).holds
    for feature, said in words.items():
        lost = feature not in holds
        if feature == "given" and "solution" not in holds:
            continue  # said with the letters
        if feature == "clues" and "extra" not in holds and lost is False:
            assert "clues of slots that no longer exist: X1" in text
            continue
        assert (said in text) == lost, (feature, text)
    if losses:
        with pytest.raises(FormatError, match=f"{name} cannot hold"):
            to_bytes(FULL, name, strict=True)


@pytest.mark.parametrize("name", ["puz", "ipuz", "jpz", "xml", "xd", "acrosslite"])
def test_drafts_stay_drafts_in_every_format_with_clues(name: str) -> None:
    drafted = Puzzle.from_filled(
        Grid.parse("CAT\nU#I\nTEE"), {"1A": "It purrs", "1D": Clue("Slice", draft=True)}
    )
    data, losses = to_bytes(drafted, name, strict=True)
    assert losses == []
    again = from_bytes(data, name)
    assert again.clues == drafted.clues
    assert to_bytes(again, name)[0] == data


@pytest.mark.parametrize("name", ["puz", "xml", "xd", "acrosslite", "csv", "tsv"])
def test_formats_without_a_place_for_the_mark_have_it_in_the_text(name: str) -> None:
    drafted = Puzzle.from_filled(
        Grid.parse("CAT\nU#I\nTEE"), {"1A": "It purrs", "1D": Clue("Slice", draft=True)}
    )
    data, _ = to_bytes(drafted, name)
    assert b"Slice [draft]" in data
    assert b"It purrs [draft]" not in data


def test_clues_follow_their_slots_when_bars_are_lost() -> None:
    grid = Grid.parse("ABCD\nEFGH\n\nbars right: 1,2")
    clues = {slot.label: f"{slot.label} of old" for slot in grid.slots}
    data, losses = to_bytes(Puzzle.from_filled(grid, clues), "puz")
    assert [str(loss) for loss in losses] == [
        "bars: row 1, column 2",
        "clues of slots that no longer exist: 3A",
    ]
    again = from_bytes(data)
    assert str(again.clue("1A")) == "1A of old"
    assert str(again.clue("5A")) == "5A of old"
    assert [str(again.clue(label)) for label in ("1D", "2D", "3D", "4D")] == [
        "1D of old", "2D of old", "3D of old", "4D of old"
    ]  # fmt: skip


def test_details_of_another_format_are_named() -> None:
    document = json.loads(to_bytes(FULL, "ipuz")[0])
    document["difficulty"] = "hard"
    document["puzzle"][0][1] = {"cell": 0, "style": {"color": "red"}}
    puzzle = from_bytes(json.dumps(document).encode())
    _, losses = to_bytes(puzzle, "jpz")
    named = [str(loss) for loss in losses]
    assert "difficulty: 'hard'" in named
    assert "details that only ipuz holds: style color" in named
    data, losses = to_bytes(replace(puzzle, title="New"), "ipuz")
    assert losses == []
    again = json.loads(data)
    assert again["difficulty"] == "hard"
    assert again["title"] == "New"
    assert again["puzzle"][0][1] == {"cell": 0, "style": {"color": "red"}}
