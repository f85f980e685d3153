"""Drawings keep the rules of their style, and the same seed gives the same one everywhere."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crosswright.grids.grid import Grid
from crosswright.grids.styles import STYLES, faults
from crosswright.grids.symmetry import NO_SYMMETRY, SQUARE_ONLY, SYMMETRIES
from crosswright.patterns.draw import draw
from crosswright.patterns.pattern import pattern
from crosswright.patterns.spec import Spec
from crosswright.puzzles.check import check
from crosswright.puzzles.puzzle import Puzzle

KNOWN = Path(__file__).parent.parent / "known" / "patterns"


@st.composite
def specs(draw: st.DrawFn) -> Spec:
    symmetry = draw(st.sampled_from([NO_SYMMETRY, *SYMMETRIES]))
    height = draw(st.integers(3, 13))
    width = height if symmetry in SQUARE_ONLY else draw(st.integers(3, 13))
    return Spec.of(height, width, style=draw(st.sampled_from([*STYLES])), symmetry=symmetry)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(specs(), st.integers(0, 99))
def test_drawings_keep_the_rules_of_their_style(spec: Spec, seed: int) -> None:
    rng = random.Random(seed)
    grid = next(grid for _ in range(200) if (grid := draw(spec, rng)) is not None)
    assert (grid.height, grid.width) == (spec.height, spec.width)
    assert grid.slots
    assert faults(grid, spec.style, spec.symmetry) == []
    assert spec.symmetry == NO_SYMMETRY or grid.is_symmetric(spec.symmetry)
    assert check(Puzzle(grid), spec.style.name, symmetry=spec.symmetry) == []


@pytest.mark.parametrize("name", sorted(path.stem for path in KNOWN.glob("*.txt")))
def test_known_patterns(name: str) -> None:
    """The same seed gives the same pattern, on every machine."""
    style, size, seed = name.split("-")
    result = pattern(int(size), style=style, seed=int(seed), verify=False)
    assert result.grid == Grid.parse((KNOWN / f"{name}.txt").read_text())


def test_every_style_has_a_known_pattern() -> None:
    assert {path.stem.split("-")[0] for path in KNOWN.glob("*.txt")} == {*STYLES}


@pytest.mark.parametrize(
    "style, size", [*((style, 3) for style in STYLES), ("american", 31), ("barred", 18)]
)
def test_the_smallest_and_the_largest(style: str, size: int) -> None:
    grid = pattern(size, style=style, verify=False, seed=2).grid
    assert grid is not None
    assert faults(grid, style) == []


def test_a_drawing_that_is_cut_short_still_keeps_the_rules() -> None:
    looks = iter([False] * 12)
    grid = draw(Spec.of(5, 5), random.Random(1), lambda: next(looks, True))
    assert next(looks, None) is None, "it was stopped"
    assert grid is None or faults(grid, "american", "180") == []


@pytest.mark.parametrize("template", ["CAT\nARE\nTEN", "CAT\nAR.\n..."])
def test_a_template_that_leaves_no_choice(template: str) -> None:
    spec = Spec.of(3, 3, template=Grid.parse(template), symmetry="180")
    assert draw(spec, random.Random(1)) == Grid.empty(3, 3)
