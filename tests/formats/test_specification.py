"""Nothing that a specification knows is dropped silently."""

import warnings
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.specification import READ_ONLY, SPECIFIED, Item, TableItem, items, table_items

from crosswright.errors import FormatWarning
from crosswright.formats.cluetable import read_clues, write_clues
from crosswright.formats.files import from_bytes, to_bytes
from crosswright.puzzles.puzzle import Puzzle

WHOLE = tuple(SPECIFIED)  # formats of which nothing is lost
CASES = [
    pytest.param(name, item, id=f"{name}: {item.text}") for name in WHOLE for item in items(name)
]
READ_CASES = [
    pytest.param(name, item, id=f"{name}: {item.text}")
    for name in READ_ONLY
    for item in items(name)
]
TABLE_CASES = [
    pytest.param(name, item, id=f"{name}: {item.text}")
    for name in ("csv", "tsv")
    for item in table_items(name)
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


def silent_formats(puzzle: Puzzle, base: Puzzle, name: str) -> list[str]:
    """Return the formats other than its own that lose something of a puzzle without a word."""
    silent = []
    for other in SPECIFIED:
        if other == name:
            continue
        data, losses = losses_beyond(puzzle, base, other)
        if not losses and (puzzle == base or quietly(data, other) != puzzle):
            silent.append(other)
    return silent


@pytest.mark.parametrize("name, item", CASES)
def test_other_formats_have_every_item_or_name_it(name: str, item: Item) -> None:
    if not item.inert:
        puzzle = quietly(SPECIFIED[name].build(item), name)
        base = from_bytes(SPECIFIED[name].base, name)
        assert not silent_formats(puzzle, base, name)


@pytest.mark.parametrize("name, item", READ_CASES)
def test_what_is_only_read_is_written_elsewhere_or_named(name: str, item: Item) -> None:
    base_file, build = READ_ONLY[name]
    assert build(item) != base_file
    puzzle, base = quietly(build(item), name), from_bytes(base_file, name)
    if item.inert:
        assert puzzle == base
    else:
        assert not silent_formats(puzzle, base, name)


@pytest.mark.parametrize("name, item", TABLE_CASES)
def test_tables_give_all_clues_and_name_the_rest(
    name: str, item: TableItem, tmp_path: Path
) -> None:
    path = tmp_path / f"table.{name}"
    path.write_text(item.table, encoding="utf-8")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        clues = read_clues(path)
    assert clues == item.clues
    said = " ".join(str(warning.message) for warning in caught)
    assert bool(said) == bool(item.named), said
    assert all(text in said for text in item.named)
    write_clues(clues, path)
    assert read_clues(path) == clues
