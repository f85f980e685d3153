"""Nothing that a specification knows is dropped silently."""

import warnings
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from helpers.specification import READ_ONLY, SPECIFIED, Item, TableItem, items, table_items

from crosswright.errors import FormatWarning
from crosswright.formats.cluetable import read_clues, write_clues
from crosswright.formats.files import from_bytes, to_bytes
from crosswright.puzzles.puzzle import Puzzle

Change = Callable[[Puzzle], Puzzle]

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


@cache
def base_of(name: str, change: Change | None = None) -> Puzzle:
    """Return the puzzle of a format without any item, perhaps changed."""
    file = SPECIFIED[name].base if name in SPECIFIED else READ_ONLY[name][0]
    return change(base_of(name)) if change else from_bytes(file, name)


@cache
def losses_of_base(name: str, change: Change | None, written: str) -> frozenset[str]:
    """Return what is lost of such a puzzle when it is written in a format."""
    return frozenset(map(str, to_bytes(base_of(name, change), written)[1]))


def losses_beyond(
    puzzle: Puzzle, name: str, written: str, change: Change | None = None
) -> tuple[bytes, set[str]]:
    """Write a puzzle; return it with the losses that a puzzle without the item does not have."""
    data, losses = to_bytes(puzzle, written)
    if not losses:
        return data, set()
    return data, {*map(str, losses)} - losses_of_base(name, change, written)


def with_another_title(puzzle: Puzzle) -> Puzzle:
    return replace(puzzle, title="Changed")


def with_another_author(puzzle: Puzzle) -> Puzzle:
    return replace(puzzle, author="Changed")


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
    about_title = "itle" in item.text or "TITLE" in item.text
    for change in (with_another_author if about_title else with_another_title, with_another_clue):
        data, losses = losses_beyond(change(puzzle), name, name, change)
        assert losses or SPECIFIED[name].has(data, item), data.decode("latin-1")
        assert quietly(data, name) == change(puzzle) or losses


def silent_formats(puzzle: Puzzle, name: str) -> list[str]:
    """Return the formats other than its own that lose something of a puzzle without a word."""
    silent = []
    for other in SPECIFIED:
        if other == name:
            continue
        data, losses = losses_beyond(puzzle, name, other)
        if not losses and (puzzle == base_of(name) or quietly(data, other) != puzzle):
            silent.append(other)
    return silent


@pytest.mark.parametrize("name, item", CASES)
def test_other_formats_have_every_item_or_name_it(name: str, item: Item) -> None:
    if not item.inert:
        puzzle = quietly(SPECIFIED[name].build(item), name)
        assert not silent_formats(puzzle, name)


@pytest.mark.parametrize("name, item", READ_CASES)
def test_what_is_only_read_is_written_elsewhere_or_named(name: str, item: Item) -> None:
    base_file, build = READ_ONLY[name]
    assert build(item) != base_file
    puzzle = quietly(build(item), name)
    if item.inert:
        assert puzzle == base_of(name)
    else:
        assert not silent_formats(puzzle, name)


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
