"""SVG: every part is there, where it belongs, and said in words."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from crosswright.grids.grid import Grid
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering.render import render

SVG = "{http://www.w3.org/2000/svg}"


def parts(root: ET.Element, kind: str) -> list[ET.Element]:
    return [part for part in root.iter() if kind in part.get("class", "").split()]


def test_svg_has_every_part(odd: Puzzle) -> None:
    root = ET.fromstring(render(odd, "svg", highlight=("1A", "x1")))
    assert len(parts(root, "cell")) == 14
    assert len(parts(root, "block")) == 1
    assert [part.text for part in parts(root, "number")] == list("12345678")
    assert [part.text for part in parts(root, "letter")] == ["D"]
    assert len(parts(root, "circle")) == 2
    cells = [(part.get("data-row"), part.get("data-column")) for part in parts(root, "highlight")]
    assert cells == [("1", "1"), ("1", "2"), ("2", "2")]
    assert parts(root, "bar")[0].get("d") == "M2 0L2 1 M3 2L4 2"
    size = [root.get("width"), root.get("height"), root.get("viewBox")]
    assert size == ["164.8", "164.8", "-0.06 -0.06 4.12 4.12"]


def test_svg_with_solution_and_without_numbers(odd: Puzzle) -> None:
    root = ET.fromstring(render(odd, "svg", solution=True, numbers=False))
    letters = "".join(str(part.text) for part in parts(root, "letter"))
    assert letters == "ABCDEFHEARTIJKLMNO"
    assert not parts(root, "number")


def test_svg_speaks_to_screen_readers(tiny: Puzzle) -> None:
    root = ET.fromstring(render(tiny, "svg"))
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None and title.text == "Tiny <Puzzle>"
    assert description is not None
    assert description.text == (
        "Blank crossword grid; rows: 3, columns: 3, words across: 2, words down: 2."
    )
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"


@pytest.mark.parametrize("text", ["a\x00b", "\ud800", "\ufffe", "]]>&<\"'"])
def test_any_title_gives_well_formed_xml(text: str) -> None:
    data = render(Puzzle(Grid.empty(1, 2), title=text.replace("\ud800", "\x0b")), "svg")
    assert ET.fromstring(data).find(f"{SVG}title") is not None


def test_everything_is_inside_the_view(daily: Puzzle) -> None:
    text = render(daily, "svg", solution=True).decode()
    numbers = [float(value) for value in re.findall(r' [xy]="([^"]+)"', text)]
    assert min(numbers) >= 0
    assert max(numbers) <= 15
