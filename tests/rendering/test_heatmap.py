"""The heat map of a preview."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from crosswright.explaining.preview import preview
from crosswright.grids.grid import Grid
from crosswright.rendering.heatmap import DARK, GIVEN, SCALE, SIDE, heat, heatmap
from crosswright.words.wordlist import WordList

SVG = "{http://www.w3.org/2000/svg}"
WORDS = ("CAT", "CUT", "TIE", "TEE", "CUE", "TOE", "ETA", "EAT")


def lightness(colour: str) -> int:
    """Return how light a colour is to the eye (ITU-R BT.601)."""
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return 299 * red + 587 * green + 114 * blue


def test_heat_falls_with_the_number_of_letters() -> None:
    colours = [heat(letters) for letters in range(1, 27)]
    light = [lightness(colour) for colour in colours]
    assert light == sorted(light)
    assert len(set(light)) == len(SCALE) + 1
    assert heat(1) in DARK
    assert heat(26) not in DARK


def test_every_cell_and_the_legend_are_drawn(open15: Grid, english: WordList) -> None:
    grid = open15.with_letters({(0, 0): "Q"})
    root = ET.fromstring(heatmap(preview(grid, english)))
    squares = root.findall(f"{SVG}rect")
    assert len(squares) == 15 * 15 + len(SCALE) + 1
    titles = [square.find(f"{SVG}title") for square in squares]
    assert sum(title is not None for title in titles) == len(open15.open_cells)
    assert squares[0].attrib["fill"] == GIVEN


def test_a_cell_has_the_colour_of_its_letters_and_names_them() -> None:
    root = ET.fromstring(heatmap(preview("C.T\n.##", ["CAT", "CO", "CUT"])))
    squares = {(r.attrib["x"], r.attrib["y"]): r for r in root.findall(f"{SVG}rect")}
    two = squares[str(SIDE), "0"]
    assert two.attrib["fill"] == heat(2)
    assert two.findtext(f"{SVG}title") == "A U (1A: 2)"
    forced = squares["0", str(SIDE)]
    assert forced.attrib["fill"] == heat(1)
    texts = [text.text for text in root.findall(f"{SVG}text")]
    assert texts[:6] == ["1", "C", "2", "T", "O", "1"]
    assert texts[6:] == ["2-3", "4-6", "7-10", "11-15", "16+", "letters left"]


def test_bars_are_drawn_and_a_narrow_picture_has_room_for_the_legend() -> None:
    grid = Grid.parse("...\n...\nbars right: 1,2\nbars below: 1,3")
    root = ET.fromstring(heatmap(preview(grid, WORDS)))
    lines = {
        tuple(int(line.attrib[name]) // SIDE for name in ("x1", "y1", "x2", "y2"))
        for line in root.findall(f"{SVG}line")
    }
    assert lines == {(2, 0, 2, 1), (2, 1, 3, 1)}
    right = max(
        int(square.attrib["x"]) + int(square.attrib["width"])
        for square in root.findall(f"{SVG}rect")
    )
    assert right < int(root.attrib["width"])


def test_a_rebus_fits_into_its_cell() -> None:
    root = ET.fromstring(heatmap(preview("..\n\nrebus: 1,1=HEART", ["HEARTS", "HEARTY"])))
    sizes = {text.text: int(text.attrib["font-size"]) for text in root.findall(f"{SVG}text")}
    assert 0 < sizes["HEART"] * len("HEART") < SIDE


def test_a_notebook_shows_the_heat_map() -> None:
    result = preview("C.T", WORDS)
    assert result._repr_svg_() == heatmap(result)
