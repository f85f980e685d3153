"""Geometry and SVG: every part is there, once, where it belongs."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from crosswright.grids.grid import Grid
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering import geometry
from crosswright.rendering.geometry import Stroke, picture
from crosswright.rendering.options import Options
from crosswright.rendering.render import render

SVG = "{http://www.w3.org/2000/svg}"


def parts(root: ET.Element, kind: str) -> list[ET.Element]:
    return [part for part in root.iter() if kind in part.get("class", "").split()]


def test_strokes_of_a_small_grid() -> None:
    drawn = picture(Puzzle(Grid.parse("..\n.#")), Options())
    assert set(drawn.strokes) == {
        Stroke("frame", 0, 0, 2, 0),
        Stroke("frame", 0, 2, 2, 2),
        Stroke("frame", 0, 0, 0, 2),
        Stroke("frame", 2, 0, 2, 2),
        Stroke("line", 0, 1, 2, 1),
        Stroke("line", 1, 0, 1, 2),
    }


def test_blocks_left_out_leave_no_trace() -> None:
    puzzle = Puzzle(Grid.parse("..#\n###\n##."))
    drawn = picture(puzzle, Options(hide_blocks=True))
    assert [box.cell for box in drawn.boxes] == [(0, 0), (0, 1), (2, 2)]
    assert {stroke.kind for stroke in drawn.strokes} == {"line"}
    assert len(picture(puzzle, Options()).boxes) == 9


def test_a_mirrored_grid(hebrew: Puzzle) -> None:
    drawn = picture(hebrew, Options())
    assert drawn.mirrored
    assert {box.cell: box.x for box in drawn.boxes}[0, 0] == 3
    assert [s for s in drawn.strokes if s.kind == "bar"] == [Stroke("bar", 2, 0, 2, 1)]
    assert not picture(hebrew, Options(direction="ltr")).mirrored


def test_a_rebus_is_set_smaller() -> None:
    sizes = [geometry.letter_size(token) for token in ("A", "É", "ABC", "HEART")]
    assert sizes[0] == sizes[1] == geometry.LETTER_SIZE
    assert sizes[1] > sizes[2] > sizes[3] > 0.2


def test_svg_has_every_part(odd: Puzzle) -> None:
    root = ET.fromstring(render(odd, "svg", highlight=("1A", "x1")))
    assert len(parts(root, "cell")) == 14
    assert len(parts(root, "block")) == 1
    assert [part.text for part in parts(root, "number")] == list("12345678")
    assert [part.text for part in parts(root, "letter")] == ["D"]
    assert len(parts(root, "circle")) == 2
    places = [(part.get("data-row"), part.get("data-column")) for part in parts(root, "highlight")]
    assert places == [("1", "1"), ("1", "2"), ("2", "2")]
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
        "A blank crossword grid of 3 rows and 3 columns: 2 words across, 2 down."
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
