"""Theme entries: spelled as the list spells, placed symmetrically, or refused with a reason."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.constructing.theme import ThemeEntry, ThemePlacer, read_theme
from crosswright.errors import ThemeError
from crosswright.grids.grid import Grid
from crosswright.grids.symmetry import NO_SYMMETRY, SQUARE_ONLY, SYMMETRIES
from crosswright.patterns.spec import Spec
from crosswright.words.wordlist import WordList

WORDS = WordList.from_words(["OBOE"])


def entries(*texts: str) -> tuple[ThemeEntry, ...]:
    return read_theme(texts, WORDS)


# -- reading --------------------------------------------------------------------------------------


def test_entries_are_spelled_as_the_list_spells() -> None:
    theme = ["Ice cream", "", "l'été"]
    kept = WordList.parse("CAFÉ", fold="keep")
    assert [entry.word for entry in read_theme(theme, WORDS)] == ["ICECREAM", "LETE"]
    assert [entry.word for entry in read_theme(theme, kept)] == ["ICECREAM", "LÉTÉ"]


def test_a_digraph_of_the_list_takes_one_cell() -> None:
    words = WordList.parse("CALLE", digraphs=["LL", "CH"])
    (entry,) = read_theme(["churrillo"], words)
    assert entry.tokens == ("CH", "U", "R", "R", "I", "LL", "O")
    assert (len(entry), str(entry)) == (7, "CHURRILLO")


@pytest.mark.parametrize(
    "theme, message",
    [
        (["cat", "Cat!"], "CAT is given twice"),
        (["café", "CAFE"], "CAFE is given twice"),
        (["???"], "'\\?\\?\\?' has no letters"),
        (["", " "], "the theme is blank; leave it out"),
        (["A" * n for n in range(3, 16)], "13 theme entries; at most 12"),
    ],
)
def test_themes_that_cannot_be_read(theme: list[str], message: str) -> None:
    with pytest.raises(ThemeError, match=message):
        read_theme(theme, WORDS)


def test_blank_lines_of_a_theme_do_not_count() -> None:
    assert [str(entry) for entry in read_theme(["cat", "", "dog", " "], WORDS)] == ["CAT", "DOG"]
    assert read_theme([], WORDS) == ()


# -- reasons --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "theme, reason",
    [
        (["abcdefghij"], "ABCDEFGHIJ has 10 letters, too long for 9 cells"),
        (["ab"], "AB has 2 letters; words have 3 or more"),
        (["(tiptop)"], "TIPTOP has 1 cell; words have 3 or more"),
        (["abcd"], "these lengths do not pair up under 180° symmetry: ABCD (4)"),
        (
            ["abc", "abcde", "abcdefg"],
            "only one entry can be alone in the middle, not ABC (3); ABCDE (5); ABCDEFG (7)",
        ),
        (["abc", "abcde"], ""),
        (["abcd", "efgh"], ""),
        ([], ""),
    ],
)
def test_why_a_theme_cannot_be_placed(theme: list[str], reason: str) -> None:
    why = ThemePlacer(Spec.of(9, 9)).why_not(entries(*theme))
    assert why.endswith(reason)
    assert bool(why) == bool(reason)


# -- placements -----------------------------------------------------------------------------------


@st.composite
def themes(draw: st.DrawFn) -> tuple[Spec, tuple[ThemeEntry, ...]]:
    symmetry = draw(st.sampled_from([NO_SYMMETRY, *SYMMETRIES]))
    height = draw(st.integers(9, 15))
    width = height if symmetry in SQUARE_ONLY else draw(st.integers(9, 15))
    letters = st.text("ABCDE", min_size=3, max_size=min(height, width))
    theme = draw(st.lists(letters, min_size=1, max_size=4, unique=True))
    return Spec.of(height, width, symmetry=symmetry), entries(*theme)


@settings(max_examples=20, deadline=None)
@given(themes(), st.integers(0, 9))
def test_placements_are_symmetric_and_whole(
    case: tuple[Spec, tuple[ThemeEntry, ...]], seed: int
) -> None:
    spec, theme = case
    placer = ThemePlacer(spec)
    for placement in placer.placements(theme, random.Random(seed))[:5]:
        assert not placer.why_not(theme)
        template = placer.template(placement)
        assert template is not None
        assert {entry for entry, _ in placement} == {*theme}
        assert len(placement) == len(theme)
        assert spec.symmetry == NO_SYMMETRY or Grid(
            spec.height, spec.width, blocks=template.blocks
        ).is_symmetric(spec.symmetry)
        for entry, position in placement:
            assert tuple(template.letters[cell] for cell in position.cells) == entry.tokens
            assert template.blocks >= {*position.ends(spec.height, spec.width)}


def test_a_theme_that_cannot_be_placed_has_no_placements() -> None:
    assert ThemePlacer(Spec.of(9, 9)).placements(entries("abcd"), random.Random(1)) == []


def test_a_text_alone_is_not_taken_for_a_theme_of_letters() -> None:
    with pytest.raises(ThemeError, match=r"a theme is a list of entries; write \['acid rain'\]"):
        read_theme("acid rain", WordList.of([]))
