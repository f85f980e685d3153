"""The rules of printed grids: each broken alone, and grids that keep them all."""

from __future__ import annotations

import pytest

from crosswright.errors import StyleError
from crosswright.grids.grid import Grid
from crosswright.grids.styles import errors, faults, recognise_style, unchecked_limit, word_limit
from crosswright.patterns.builtin import patterns

LATTICE = ".......\n.#.#.#.\n.......\n.#.#.#.\n.......\n.#.#.#.\n......."


def rules(text: str, style: str, symmetry: str | None = None) -> list[str]:
    return [fault.rule for fault in faults(Grid.parse(text), style, symmetry)]


@pytest.mark.parametrize(
    ("style", "text"),
    [
        ("american", "#...#\n.....\n.....\n.....\n#...#"),
        ("british", LATTICE),
        ("free", "...\n.##\n.##"),
        ("barred", "....\n....\n....\n...."),
    ],
)
def test_grids_without_fault(style: str, text: str) -> None:
    assert rules(text, style) == []


@pytest.mark.parametrize(
    ("style", "text", "broken"),
    [
        ("american", "...#...\n" * 3, "connection"),
        ("american", "....\n....\n....\n..##", "word length"),
        ("american", "...\n...\n...\n#.#\n...\n...\n...", "unchecked"),
        ("british", "....\n.##.\n.##.\n....", "unchecked pair"),
        ("british", ".....\n#.#.#\n.....\n#.#.#\n.....", "unchecked"),
        ("free", "...\n###\n..#\n###\n#.#", "lone cell"),
        ("free", "...\n###\n...", "connection"),
    ],
)
def test_each_broken_rule_is_named(style: str, text: str, broken: str) -> None:
    assert broken in rules(text, style)


def test_word_and_block_counts() -> None:
    assert (word_limit(15, 15), word_limit(21, 21)) == (78, 140)
    crowded = ["...#...#...#...", "###.###.###.###"] * 7 + ["...#...#...#..."]
    assert "word count" not in rules("\n".join(crowded), "american")
    crowded = ["...#...#...#..."] * 3 + ["#" * 15]
    assert "word count" in rules("\n".join(crowded * 7), "american")
    assert "block count" not in rules("\n".join(["...#...#...#..."] * 15), "american")
    assert "block count" in rules("\n".join(["...#...#...####"] * 15), "american")


def test_symmetry_is_an_error_only_when_asked_for() -> None:
    lopsided = "....\n....\n....\n...#"
    warned = [fault for fault in faults(Grid.parse(lopsided), "american") if fault.warning]
    assert warned == []  # it is symmetric to a diagonal
    bent = "....#\n.....\n.....\n.....\n....."
    assert "symmetry" in [fault.rule for fault in errors(Grid.parse(bent), "american", "180")]
    assert "symmetry" not in rules(bent, "american", "none")


def test_bars_and_blocks_belong_to_their_styles() -> None:
    assert "blocks" in rules("...\n...\n...\n..#", "barred")
    barred = Grid.empty(3, 6).with_bars([((row, 2), "right") for row in range(3)])
    assert "bars" in [fault.rule for fault in faults(barred, "american")]


def test_barred_words_have_few_unchecked_letters() -> None:
    assert [unchecked_limit(n) for n in (3, 4, 5, 6, 7, 8, 9, 12)] == [0, 1, 1, 2, 2, 3, 3, 4]
    loose = [((row, column), "below") for row in (0, 1) for column in (0, 1)]
    grid = Grid.empty(5, 5).with_bars(loose)
    assert "unchecked" in [fault.rule for fault in faults(grid, "barred")]


def test_unknown_style() -> None:
    with pytest.raises(StyleError, match="unknown style 'french'; choose from american"):
        faults(Grid.empty(3, 3), "french")


@pytest.mark.parametrize(
    ("size", "style"), [(11, "american"), (15, "american"), (21, "american"), (15, "british")]
)
def test_every_built_in_pattern_is_recognised(size: int, style: str) -> None:
    assert {recognise_style(grid) for grid in patterns(size, style)} == {style}


@pytest.mark.parametrize(
    ("style", "text"),
    [
        ("american", "....#\n.....\n.....\n.....\n...#."),  # one letter is unchecked: a fault
        ("british", LATTICE),
        ("british", ".....\n#.#.#\n.....\n#.#.#\n....."),
        ("free", "......#\n#.#####\n#....##\n#.#####\n#.#...."),
        ("free", "~....\n~.~~~\n~.~~~\n...~~"),
        ("free", "#"),
    ],
)
def test_styles_are_recognised_by_the_letters_in_one_word_only(style: str, text: str) -> None:
    assert recognise_style(Grid.parse(text)) == style


def test_bars_tell_a_barred_grid_unless_it_has_blocks_too() -> None:
    bars = [((1, 1), "right"), ((2, 1), "right")]
    assert recognise_style(Grid(4, 4, bars=bars)) == "barred"
    assert recognise_style(Grid(4, 4, blocks=[(0, 0)], bars=bars)) == "free"
