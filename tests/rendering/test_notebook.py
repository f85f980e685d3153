"""Grids, puzzles and results in a notebook: well-formed, complete, and safe with any text."""

import sys
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import crosswright as cw
from crosswright.grids.grid import Grid
from crosswright.patterns.pattern import Pattern
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering import notebook

SVG = "{http://www.w3.org/2000/svg}"
WORDS = cw.WordList.from_words([("CAT", 90), ("CUT", 80), ("TIE", 70), ("TEE", 60)])
HOSTILE = "</svg><script>alert(1)</script>&\x00"


def svg_of(text: str) -> ET.Element:
    root = ET.fromstring(text)
    return root if root.tag == f"{SVG}svg" else next(root.iter(f"{SVG}svg"))


def letters(text: str) -> str:
    return "".join(
        element.text or ""
        for element in svg_of(text).iter(f"{SVG}text")
        if element.get("class") == "letter"
    )


def caption(text: str) -> str:
    return " ".join("".join(element.itertext()) for element in ET.fromstring(text).iter("p"))


def highlighted(text: str) -> set[tuple[str | None, str | None]]:
    return {
        (element.get("data-row"), element.get("data-column"))
        for element in svg_of(text).iter(f"{SVG}rect")
        if element.get("class") == "cell highlight"
    }


def html_of(thing: Any) -> str:
    """Return what a notebook shows of a thing, and nothing else is offered."""
    methods = [name for name in ("_repr_svg_", "_repr_html_") if hasattr(thing, name)]
    assert len(methods) == 1
    text = getattr(thing, methods[0])()
    assert isinstance(text, str)
    return text


def test_a_grid_is_a_picture_with_its_letters() -> None:
    text = html_of(Grid.parse("C.T\n.#.\nT.E"))
    assert svg_of(text) is not None
    assert letters(text) == "CTTE"


def test_a_large_grid_is_no_wider_than_a_page() -> None:
    small, large = (svg_of(html_of(Grid.empty(side, side))) for side in (3, 60))
    assert float(small.get("width", "")) < 110
    assert float(large.get("width", "")) < 500


def test_a_puzzle_has_its_title_and_clues() -> None:
    puzzle = Puzzle.from_filled(
        Grid.parse("NO\nU#\nN#"), {"1A": "Not yes"}, title="Short", author="A. Setter"
    )
    text = html_of(puzzle)
    assert caption(text) == "Short, By A. Setter"
    assert letters(text) == "NOUN"
    assert "Not yes" in text


def test_a_fill_has_its_statistics() -> None:
    result = cw.fill(Grid.parse("...\n.#.\n..."), WORDS, seed=7)
    text = html_of(result)
    assert letters(text) == "".join(result.grid.letters[cell] for cell in result.grid.open_cells)
    assert "Filled: 4 answers, mean score 75.0, lowest 60" in caption(text)
    assert "seed 7" in caption(text)


def test_a_fill_that_failed_says_so() -> None:
    assert caption(html_of(cw.fill(Grid.parse("XQ."), WORDS))).startswith("Impossible: 0 answers")


def test_an_explanation_highlights_its_conflict() -> None:
    explanation = cw.explain(Grid.parse("...#\nXQZ.\n...."), WORDS, repairs=0)
    assert explanation.conflict
    cells = {
        (str(row + 1), str(column + 1))
        for label in explanation.conflict.slots()
        for row, column in explanation.grid.slot(label).cells
    }
    text = html_of(explanation)
    assert cells
    assert highlighted(text) == cells
    assert explanation.text() in "".join(ET.fromstring(text).itertext())


def test_an_explanation_of_a_grid_that_fills_highlights_nothing() -> None:
    assert not highlighted(html_of(cw.explain(Grid.parse("C.T"), WORDS)))


def test_a_preview_is_its_heat_map() -> None:
    assert svg_of(html_of(cw.preview(Grid.parse("C.T"), WORDS))) is not None


def test_a_layout_is_a_picture_and_its_result_names_what_it_lacks() -> None:
    result = cw.layout(["OAK", "PALM", "ELM", "X"])
    assert sorted(letters(html_of(result.best))) == sorted(result.best.letters.values())
    assert str(result.left_out[0]) in caption(html_of(result))
    assert "3 words, 2 crossings" in caption(html_of(result))


def test_a_result_without_a_layout_says_so() -> None:
    assert caption(html_of(cw.layout(["X"]))).startswith("No word could be placed")


def test_a_pattern_says_whether_it_was_filled() -> None:
    grid = Grid.parse("#..\n...\n..#")
    verified = Pattern(cw.Status.FILLED, grid, seed=3, attempts=2, seconds=0.5)
    assert caption(html_of(verified)) == (
        "Verified by a fill: 6 words, 2 blocks (2 attempts, 0.50 s, seed 3)"
    )
    assert caption(html_of(replace(verified, status=None))).startswith("Not filled: 6 words")


def test_a_search_without_a_pattern_says_why() -> None:
    failed = Pattern(cw.Status.LIMIT, None, seed=0, attempts=7, seconds=1, reason="none fills")
    assert caption(html_of(failed)) == "Limit reached: none fills (7 attempts, 1.00 s, seed 0)"


def test_a_construction_highlights_its_theme() -> None:
    fill = cw.fill(Grid.parse("CAT\n.#.\n..."), WORDS)
    candidate = cw.Candidate(fill, {"1A": "CAT"})
    assert highlighted(html_of(candidate)) == {("1", "1"), ("1", "2"), ("1", "3")}
    construction = cw.Construction(cw.Status.FILLED, [candidate, candidate], ["cat"], seed=4)
    assert highlighted(html_of(construction)) == highlighted(html_of(candidate))
    assert caption(html_of(construction)) == (
        f"Filled (0.0 s, seed 4) Score {candidate.score:.1f}; theme CAT; 1 other candidate"
    )


def test_a_construction_that_failed_says_why() -> None:
    failed = cw.Construction(cw.Status.IMPOSSIBLE, reason="the theme is too long")
    assert caption(html_of(failed)) == "Impossible: the theme is too long (0.0 s, seed 0)"


@pytest.mark.parametrize(
    "thing",
    [
        Puzzle.from_filled(
            Grid.parse("NO\nU#\nN#"), {"1A": HOSTILE}, title=HOSTILE, author=HOSTILE
        ),
        Grid.parse("...").with_letters({(0, 0): "</TEXT><SCRIPT>"}),
        Pattern(cw.Status.LIMIT, None, seed=0, attempts=0, seconds=0, reason=HOSTILE),
        cw.Construction(cw.Status.LIMIT, reason=HOSTILE),
    ],
    ids=lambda thing: type(thing).__name__,
)
def test_hostile_text_stays_text(thing: object) -> None:
    elements = ET.fromstring(html_of(thing)).iter()
    assert not [element for element in elements if element.tag.lower().endswith("script")]


def test_every_class_names_a_drawing_that_exists() -> None:
    """Each method made by `drawn_by` closes over the name of its function."""
    classes = {
        value
        for name, module in [*sys.modules.items()]
        if name.startswith("crosswright")
        for value in vars(module).values()
        if isinstance(value, type)
    }
    names = {
        cell.cell_contents
        for each in classes
        for method in ("_repr_svg_", "_repr_html_")
        for cell in getattr(getattr(each, method, None), "__closure__", None) or ()
    }
    assert "grid_svg" in names
    assert not [name for name in names - {"star_svg"} if not hasattr(notebook, name)]
