"""What may work in place of a theme that does not, by its lengths alone."""

from __future__ import annotations

from crosswright.constructing.alternatives import MAX_SHAPES, shapes, subsets
from crosswright.constructing.theme import ThemeEntry, ThemePlacer
from crosswright.patterns.spec import Spec


def theme_of(*lengths: int) -> tuple[ThemeEntry, ...]:
    """Return entries of some lengths, all different."""
    letters = "ABCDEFGH"
    return tuple(ThemeEntry((letters[n],) * length) for n, length in enumerate(lengths))


def sizes(spec: Spec, *lengths: int) -> list[tuple[int, int]]:
    return [(other.height, other.width) for other in shapes("size", spec, theme_of(*lengths))]


def test_another_width_lets_an_even_entry_be_centred() -> None:
    spec = Spec.of(15, 15)
    assert sizes(spec, 12, 12, 14)[:2] == [(15, 14), (15, 16)]


def test_a_larger_grid_holds_a_longer_entry() -> None:
    spec = Spec.of(15, 15)
    assert sizes(spec, 17)[0] == (17, 17) and len(sizes(spec, 17)) == MAX_SHAPES
    assert sizes(spec, 20)[0] == (21, 20)
    assert sizes(spec, 32) == []


def test_numbers_of_words_are_for_one_size() -> None:
    assert sizes(Spec.of(15, 15, word_count=76), 17) == []


def test_square_symmetries_keep_the_grid_square() -> None:
    assert all(a == b for a, b in sizes(Spec.of(15, 15, symmetry="diagonal"), 17, 17))


def test_other_symmetries() -> None:
    others = shapes("symmetry", Spec.of(15, 15), theme_of(12, 12, 14))
    assert [other.symmetry for other in others] == ["left-right", "none"]


def test_the_largest_parts_come_first() -> None:
    theme = theme_of(12, 12, 14)
    parts = subsets(ThemePlacer(Spec.of(15, 15)), theme)
    assert parts == [theme[:2]]
    assert [len(part) for part in subsets(None, theme)] == [2, 2, 2, 1, 1, 1]
