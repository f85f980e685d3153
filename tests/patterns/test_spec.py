"""What can be asked of a pattern, and what cannot."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from crosswright.errors import StyleError
from crosswright.grids.grid import Grid
from crosswright.patterns.spec import CountRange, Spec


@pytest.mark.parametrize(
    "options, message",
    [
        ({"height": 2}, "3 to 31 rows, not 2"),
        ({"width": 32}, "3 to 31 columns, not 32"),
        ({"style": "greek"}, "style 'greek'"),
        ({"symmetry": "45"}, "unknown symmetry '45'; choose from none, 180"),
        ({"width": 7, "symmetry": "90"}, "needs a square grid"),
        ({"height": 15, "width": 15, "word_count": (90, 95)}, "at most 78"),
        ({"height": 15, "width": 15, "block_count": 80}, "at most 45"),
        ({"word_count": (70, 60)}, "70 to 60 is not a range"),
        ({"style": "barred", "block_count": 3}, "no blocks to count"),
        ({"template": Grid.empty(8, 8)}, "the template has 8 rows"),
        (
            {"height": 3, "width": 3, "template": Grid.parse("#..\n...\n..A")},
            "the block at row 1, column 1 requires one at row 3, column 3",
        ),
        (
            {"height": 3, "width": 3, "style": "barred", "template": Grid.parse("#..\n...\n..#")},
            "a barred pattern cannot keep the blocks",
        ),
    ],
)
def test_what_cannot_be(options: dict[str, Any], message: str) -> None:
    with pytest.raises(StyleError, match=message):
        Spec.of(**{"height": 9, "width": 9, **options})


def test_the_symmetry_is_that_of_the_style_unless_another_is_given() -> None:
    assert Spec.of(9, 9).symmetry == "180"
    assert Spec.of(9, 9, style="free").symmetry == "none"
    assert Spec.of(9, 9, symmetry="up-down").symmetry == "up-down"


def test_a_template_decides_cells() -> None:
    spec = Spec.of(3, 3, template=Grid.parse("#..\n.A.\n..."))
    assert spec.open_cells == {(1, 1)}
    assert spec.closed_cells == {(0, 0)}
    assert not spec.is_decided


@pytest.mark.parametrize("template", ["ABC\nDEF\nGHI", "#BC\nDEF\n...", "#BC\nD..\n..."])
def test_a_template_may_decide_every_cell_under_the_symmetry(template: str) -> None:
    spec = Spec.of(3, 3, symmetry="180", template=Grid.parse(template))
    assert spec.is_decided == (template != "#BC\nD..\n...")


def test_spans() -> None:
    assert CountRange.of(7) == CountRange.of((7, 7)) == CountRange.of(CountRange(7, 7))
    assert [CountRange(3, 5).distance(number) for number in (1, 3, 4, 5, 8)] == [2, 0, 0, 0, 3]
    assert (str(CountRange(3, 3)), str(CountRange(3, 5))) == ("3", "3 to 5")


@pytest.mark.parametrize(
    "lengths, text",
    [
        (None, ""),
        ({3, 4, 5}, ""),
        ({2, 3, 4, 5, 6}, ""),
        ({3, 5, 9}, "there are only words of 3 and 5 letters"),
        ({3}, "there are only words of 3 letters"),
        ({1, 9}, "there are no words of 3 to 5 letters"),
        (set(), "there are no words of 3 to 5 letters"),
    ],
)
def test_few_lengths_are_named_where_longer_or_shorter_words_would_fit(
    lengths: set[int] | None, text: str
) -> None:
    spec = Spec.of(5, 5)
    spec = replace(spec, lengths=None if lengths is None else frozenset(lengths))
    assert spec.lengths_to_blame == text
