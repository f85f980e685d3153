"""Every format gives back what it was given, but for the losses it named."""

import importlib.metadata
import json
import warnings
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.puzzles import FULL, LINES, READABLE, puzzles
from hypothesis import example, given, settings
from hypothesis import strategies as st

from crosswright.errors import FormatError, FormatWarning
from crosswright.formats import registry as formats
from crosswright.formats.base import FEATURES, Origin, reduce
from crosswright.grids.grid import Grid
from crosswright.puzzles.puzzle import Clue, Puzzle


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
    "control": {"notes", "title", "author", "copyright", "clues"},
}


@pytest.mark.parametrize("name", READABLE)
@settings(max_examples=60)
@given(puzzle=puzzles())
@example(puzzle=FULL)
def test_round_trip(name: str, puzzle: Puzzle) -> None:
    data, losses = formats.to_bytes(puzzle, name)
    expected, declared = reduce(puzzle, formats.by_name(name).holds)
    again = formats.from_bytes(data, name)
    free = set()
    for loss in losses[len(declared) :]:
        free |= next(names for words, names in MAY_DIFFER.items() if loss.what.startswith(words))
    wanted, found = features(expected), features(again)
    assert {key: wanted[key] for key in wanted if key not in free} == {
        key: found[key] for key in found if key not in free
    }
    if not losses:
        assert again == puzzle
    # What was read is written back byte for byte, and a changed puzzle is read back changed.
    assert formats.to_bytes(again, name) == (data, [])
    if "title" in formats.by_name(name).holds:
        changed = replace(again, title="Changed")
        data, _ = formats.to_bytes(changed, name)
        assert formats.from_bytes(data, name) == changed


@settings(max_examples=60)
@given(puzzle=puzzles())
def test_ipuz_loses_nothing(puzzle: Puzzle) -> None:
    data, losses = formats.to_bytes(puzzle, "ipuz")
    assert losses == []
    assert formats.from_bytes(data) == puzzle


@settings(max_examples=40)
@given(puzzle=puzzles())
def test_structure_keeps_blocks(puzzle: Puzzle) -> None:
    data, losses = formats.to_bytes(puzzle, "structure")
    if puzzle.grid.open_cells:
        grid = formats.from_bytes(data, "structure").grid
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
        data, losses = formats.to_bytes(current, name)
        assert losses == []
        current = formats.from_bytes(data, name)
        assert current == plain


@pytest.mark.parametrize("name", [*READABLE, "structure", "csv", "tsv"])
def test_losses_of_a_full_puzzle(name: str) -> None:
    _, losses = formats.to_bytes(FULL, name)
    text = " | ".join(map(str, losses))
    words = {
        "solution": "letters: row 1, column 1",
        "given": "given letters: row 3, column 1",
        "circles": "circles: row 1, column 1",
        "bars": "bars: row 3, column 2",
        "voids": "voids, written as blocks: row 1, column 4",
        "extra": "extra slots: row 1, column 1",
        "clues": "clues: 1A, 1D, X1",
        "title": "title: 'Full'",
        "author": "author: 'A. Setter'",
        "copyright": "copyright: '© 2024'",
        "notes": "notes: ",
    }
    holds = formats.by_name(name).holds
    for feature, said in words.items():
        lost = feature not in holds
        if feature == "given" and "solution" not in holds:
            continue  # said with the letters
        if feature == "clues" and "extra" not in holds and lost is False:
            assert "clues of slots that are no longer there: X1" in text
            continue
        assert (said in text) == lost, (feature, text)
    if losses:
        with pytest.raises(FormatError, match=f"{name} cannot hold"):
            formats.to_bytes(FULL, name, strict=True)


@pytest.mark.parametrize("name", ["puz", "ipuz", "jpz", "xml", "xd", "acrosslite"])
def test_drafts_stay_drafts_in_every_format_with_clues(name: str) -> None:
    drafted = Puzzle.from_filled(
        Grid.parse("CAT\nU#I\nTEE"), {"1A": "It purrs", "1D": Clue("Slice", draft=True)}
    )
    data, losses = formats.to_bytes(drafted, name, strict=True)
    assert losses == []
    again = formats.from_bytes(data, name)
    assert again.clues == drafted.clues
    assert formats.to_bytes(again, name)[0] == data


@pytest.mark.parametrize("name", ["puz", "xml", "xd", "acrosslite", "csv", "tsv"])
def test_formats_without_a_place_for_the_mark_have_it_in_the_text(name: str) -> None:
    drafted = Puzzle.from_filled(
        Grid.parse("CAT\nU#I\nTEE"), {"1A": "It purrs", "1D": Clue("Slice", draft=True)}
    )
    data, _ = formats.to_bytes(drafted, name)
    assert b"Slice [draft]" in data
    assert b"It purrs [draft]" not in data


def test_clues_follow_their_slots_when_bars_are_lost() -> None:
    grid = Grid.parse("ABCD\nEFGH\n\nbars right: 1,2")
    clues = {slot.label: f"{slot.label} of old" for slot in grid.slots}
    data, losses = formats.to_bytes(Puzzle.from_filled(grid, clues), "puz")
    assert [str(loss) for loss in losses] == [
        "bars: row 1, column 2",
        "clues of slots that are no longer there: 3A",
    ]
    again = formats.from_bytes(data)
    assert str(again.clue("1A")) == "1A of old"
    assert str(again.clue("5A")) == "5A of old"
    assert [str(again.clue(label)) for label in ("1D", "2D", "3D", "4D")] == [
        "1D of old", "2D of old", "3D of old", "4D of old"
    ]  # fmt: skip


def test_details_of_another_format_are_named() -> None:
    document = json.loads(formats.to_bytes(FULL, "ipuz")[0])
    document["difficulty"] = "hard"
    document["puzzle"][0][1] = {"cell": 0, "style": {"color": "red"}}
    puzzle = formats.from_bytes(json.dumps(document).encode())
    _, losses = formats.to_bytes(puzzle, "jpz")
    assert "what only ipuz holds: difficulty, style color" in map(str, losses)
    data, losses = formats.to_bytes(replace(puzzle, title="New"), "ipuz")
    assert losses == []
    again = json.loads(data)
    assert again["difficulty"] == "hard"
    assert again["title"] == "New"
    assert again["puzzle"][0][1] == {"cell": 0, "style": {"color": "red"}}


# -- files --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["a.txt", "a.grid", "a.PUZ", "a.ipuz", "a.jpz", "a.xml", "a.xd", "a.across", "a.across.txt"],
)
def test_files_by_suffix(tmp_path: Path, name: str) -> None:
    losses = formats.write(FULL, tmp_path / name)
    assert all(str(loss) for loss in losses)
    puzzle = formats.read(tmp_path / name)
    assert puzzle.filled_grid.letters == FULL.filled_grid.letters
    before = (tmp_path / name).read_bytes()
    assert formats.write(puzzle, tmp_path / name) == []
    assert (tmp_path / name).read_bytes() == before


@pytest.mark.parametrize("name", READABLE)
def test_files_with_an_unknown_or_wrong_suffix(tmp_path: Path, name: str) -> None:
    data, _ = formats.to_bytes(FULL, name)
    assert formats.from_bytes(data) == formats.from_bytes(data, name)
    (tmp_path / "a.txt").write_bytes(data)
    assert formats.read(tmp_path / "a.txt") == formats.from_bytes(data, name)
    (tmp_path / "a.what").write_bytes(data)
    if name == "text":
        with pytest.raises(FormatError, match=r"a.what: no format has this suffix; known are .txt"):
            formats.read(tmp_path / "a.what")
    else:
        assert formats.read(tmp_path / "a.what") == formats.from_bytes(data, name)


def test_strict_writing_leaves_the_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.puz"
    path.write_bytes(b"old")
    with pytest.raises(FormatError, match=r"a\.puz: puz cannot hold .*bars"):
        formats.write(FULL, path, strict=True)
    assert path.read_bytes() == b"old"
    assert formats.write(FULL, tmp_path / "a.ipuz", strict=True) == []


def test_files_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"none\.puz: cannot be read: No such file"):
        formats.read(tmp_path / "none.puz")
    with pytest.raises(FormatError, match="cannot be read: Is a directory"):
        formats.read(tmp_path)
    with pytest.raises(FormatError, match="cannot be read"):
        formats.read("a\0b.puz")
    with pytest.raises(FormatError, match="cannot be written: No such file"):
        formats.write(FULL, tmp_path / "none" / "a.ipuz")
    with pytest.raises(FormatError, match="no format has this suffix"):
        formats.write(FULL, tmp_path / "a.doc")
    with pytest.raises(FormatError, match="no format 'doc'; there are text, structure, puz"):
        formats.to_bytes(FULL, "doc")


# -- the registry -------------------------------------------------------------------------------


class Entry:
    """An entry point of some other package."""

    def __init__(self, loaded: object) -> None:
        self.name, self.value, self.loaded = "shout", "shout:FORMAT", loaded

    def load(self) -> object:
        if isinstance(self.loaded, Exception):
            raise self.loaded
        return self.loaded


def test_formats_of_other_packages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shout = formats.Format(
        "shout",
        "shouting",
        (".shout",),
        frozenset({"title"}),
        lambda data: Puzzle(Grid.empty(1, 1), title=data.decode()),
        lambda puzzle, losses: puzzle.title.upper().encode(),
    )
    entries = [Entry(shout), Entry(ImportError("gone")), Entry("no format")]
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: entries)
    formats._plug_ins.cache_clear()
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            losses = formats.write(replace(FULL, notes=""), tmp_path / "a.shout")
        assert [warning.category for warning in caught] == [FormatWarning, FormatWarning]
        assert "rebus" not in " ".join(loss.what for loss in losses)
        assert formats.read(tmp_path / "a.shout").title == "FULL"
    finally:
        formats._plug_ins.cache_clear()


def test_unknown_features_are_refused() -> None:
    with pytest.raises(ValueError, match="no such features: colour"):
        formats.Format("x", "x", (), frozenset({"colour"}), lambda d: FULL, lambda p, ls: b"")


def test_every_format_says_what_it_holds() -> None:
    for each in formats.all_formats():
        assert each.holds <= set(FEATURES)
        assert each.title
        assert all(suffix.startswith(".") for suffix in each.suffixes)
    names = [each.name for each in formats.all_formats()]
    assert len(set(names)) == len(names)


@given(st.sampled_from(READABLE))
def test_origin_is_kept(name: str) -> None:
    data, _ = formats.to_bytes(FULL, name)
    origin = formats.from_bytes(data, name).extras[name]
    assert isinstance(origin, Origin)
    assert origin.data == data
