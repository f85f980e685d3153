"""Nothing that a specification knows is dropped silently."""

import warnings
from dataclasses import replace

import pytest
from helpers.specification import SPECIFIED, Item, items

from crosswright.errors import FormatWarning
from crosswright.formats.files import from_bytes, to_bytes
from crosswright.puzzles.puzzle import Puzzle

WHOLE = tuple(SPECIFIED)  # formats of which nothing is lost
CASES = [
    pytest.param(name, item, id=f"{name}: {item.text}") for name in WHOLE for item in items(name)
]


def quietly(data: bytes, name: str) -> Puzzle:
    """Read a file without its warnings, which are not about losses."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)
        return from_bytes(data, name)


def losses_beyond(puzzle: Puzzle, base: Puzzle, name: str) -> tuple[bytes, set[str]]:
    """Write a puzzle; return it with the losses that a puzzle without the item does not have."""
    data, losses = to_bytes(puzzle, name)
    if not losses:
        return data, set()
    return data, {*map(str, losses)} - {*map(str, to_bytes(base, name)[1])}


def with_another_clue(puzzle: Puzzle) -> Puzzle:
    """Change a clue that no item is about."""
    label = next(label for label, clue in puzzle.clues.items() if str(clue) == "Weight")
    return puzzle.with_clues({label: "Changed"})


@pytest.mark.parametrize("name, item", CASES)
def test_an_unchanged_file_is_written_back(name: str, item: Item) -> None:
    data = SPECIFIED[name].build(item)
    assert SPECIFIED[name].has(data, item), "the example does not have what it is about"
    assert to_bytes(quietly(data, name), name) == (data, [])


@pytest.mark.parametrize("name, item", CASES)
def test_a_changed_file_has_every_item_or_names_it(name: str, item: Item) -> None:
    puzzle = quietly(SPECIFIED[name].build(item), name)
    base = from_bytes(SPECIFIED[name].base, name)
    text = "author" if "itle" in item.text or "TITLE" in item.text else "title"
    changes = [
        lambda puzzle: replace(puzzle, **{text: "Changed"}),
        with_another_clue,
    ]
    for change in changes:
        data, losses = losses_beyond(change(puzzle), change(base), name)
        assert losses or SPECIFIED[name].has(data, item), data.decode("latin-1")
        assert quietly(data, name) == change(puzzle) or losses


@pytest.mark.parametrize("name, item", CASES)
def test_other_formats_have_every_item_or_name_it(name: str, item: Item) -> None:
    if item.inert:
        return
    puzzle = quietly(SPECIFIED[name].build(item), name)
    base = from_bytes(SPECIFIED[name].base, name)
    silent = []
    for other in SPECIFIED:
        if other == name:
            continue
        data, losses = losses_beyond(puzzle, base, other)
        if not losses and (puzzle == base or quietly(data, other) != puzzle):
            silent.append(other)
    assert not silent
