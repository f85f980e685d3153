"""Cross-references in the texts of clues."""

from __future__ import annotations

import pytest

from crosswright.grids.grid import Grid
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering.catalogue import Catalogue
from crosswright.rendering.references import References

# Numbers 1 to 4 across the top; 1, 5, 6 and 7 across; 1, 2, 3 and 4 down.
PUZZLE = Puzzle.from_filled(Grid.parse("ABCD\nEFGH\nIJKL\nMNOP"))


def found(text: str, label: str = "7A", language: str = "en", puzzle: Puzzle = PUZZLE) -> list[str]:
    references = References(puzzle, Catalogue.of(language))
    slot = puzzle.grid.slot(label)
    return [f"{text[start:end]}={name}" for start, end, name in references.find(text, slot)]


@pytest.mark.parametrize(
    ("text", "references"),
    [
        ("See 3-Down", ["3-Down=3D"]),
        ("See 3 down, or 5-across.", ["3 down=3D", "5-across=5A"]),
        ("With 1- and 5-Across, a song", ["1=1A", "5-Across=5A"]),
        ("With 1, 5 and 6 Across", ["1=1A", "5=5A", "6 Across=6A"]),
        ("Like 1dn & 2dn", ["1dn=1D", "2dn=2D"]),
        ("See 5", ["5=5A"]),
        ("See 2", ["2=2D"]),
        ("See 1", ["1=1A"]),
        ("See 99-Down or 9", []),
        ("7-Across itself", []),
        ("3D film", []),
        ("100 down payments; 13 Downing Street", []),
        ("1 and 2 make 3", []),
        ("A clue", []),
        ("", []),
    ],
)
def test_references_in_english(text: str, references: list[str]) -> None:
    assert found(text) == references


@pytest.mark.parametrize(
    ("language", "text", "references"),
    [
        ("de", "Siehe 3 senkrecht", ["3 senkrecht=3D"]),
        ("de", "Mit 1 und 5 waagerecht", ["1=1A", "5 waagerecht=5A"]),
        ("fr", "Voir 5", ["5=5A"]),
        ("ru", "См. 3 по вертикали", ["3 по вертикали=3D"]),
        ("he", "ראו 5 מאוזן", ["5 מאוזן=5A"]),
        ("sv", "See 3-Down", ["3-Down=3D"]),
    ],
)
def test_references_in_other_languages(language: str, text: str, references: list[str]) -> None:
    assert found(text, language=language) == references


def test_a_number_alone_is_of_the_same_direction_if_it_can_be() -> None:
    assert found("See 1", "2D") == ["1=1D"]


def test_numbers_are_those_that_are_printed() -> None:
    puzzle = Puzzle.from_filled("ABC\nDEF", labels={(0, 0): "10", (1, 0): "20"})
    assert found("See 20-Across, not 4", "1A", puzzle=puzzle) == ["20-Across=4A"]


def test_long_lists_of_numbers_take_no_time() -> None:
    assert found("1, " * 20_000 + "x") == []
    assert found("1 " * 20_000) == []
