"""The preview: letters, candidates, forced cells, as text, data and picture."""

from __future__ import annotations

from xml.etree import ElementTree

from crosswright.explaining.preview import heat, preview
from crosswright.filling.fill import solutions
from crosswright.grids.grid import Grid
from crosswright.words.wordlist import WordList

SMALL = Grid.parse("C.T\n.#.\n...")
WORDS = WordList.from_words(["CAT", "CUT", "TIE", "TEE", "CUE", "TOE", "ETA", "EAT"])


def test_letters_hold_all_fills() -> None:
    seen = preview(SMALL, WORDS)
    assert seen.possible
    fills = list(solutions(SMALL, WORDS))
    assert fills
    for result in fills:
        for cell, letter in result.grid.letters.items():
            assert letter in seen.letters[cell]
    assert seen.letters[0, 0] == ("C",)
    assert (0, 0) not in seen.forced


def test_forced_letters_are_marked() -> None:
    seen = preview(Grid.parse("C.T\n.##"), WordList.from_words(["CAT", "CO", "CUT"]))
    assert seen.forced == {(1, 0): "O"}
    assert seen.text().splitlines()[:2] == [" C    2  T", "[O]  ##  ##"]
    assert "1 letter forced" in seen.text()
    cells = {(c["row"], c["column"]): c for c in seen.to_json()["cells"]}
    assert cells[2, 1]["forced"]
    assert cells[1, 1]["given"]
    assert seen.to_json()["slots"][0] == {"slot": "1A", "pattern": "C.T", "candidates": 2}


def test_the_impossible_shows_each_slot_alone() -> None:
    seen = preview(Grid.parse("C.Q\n.##"), WordList.from_words(["CAT", "CO", "CUT"]))
    assert not seen.possible
    assert seen.slots == {"1A": 0, "1D": 1}
    assert "1-Across has no word at all" in seen.text()
    assert seen.to_json()["status"] == "IMPOSSIBLE"


def test_the_picture_has_every_cell(open15: Grid, english: WordList) -> None:
    seen = preview(open15.with_letters({(0, 0): "Q"}), english)
    root = ElementTree.fromstring(seen.svg())
    squares = root.findall("{http://www.w3.org/2000/svg}rect")
    legend = 6
    assert len(squares) == 15 * 15 + legend
    titles = [square.find("{http://www.w3.org/2000/svg}title") for square in squares]
    assert sum(title is not None for title in titles) == len(open15.open_cells)


def test_the_picture_of_a_narrow_barred_grid_is_whole() -> None:
    grid = Grid.parse("...\n...\nbars right: 1,2\nbars below: 1,3")
    root = ElementTree.fromstring(preview(grid, WORDS).svg())
    lines = {
        tuple(int(line.attrib[name]) // 40 for name in ("x1", "y1", "x2", "y2"))
        for line in root.findall("{http://www.w3.org/2000/svg}line")
    }
    assert lines == {(2, 0, 2, 1), (2, 1, 3, 1)}
    right = max(
        int(square.attrib["x"]) + int(square.attrib["width"])
        for square in root.findall("{http://www.w3.org/2000/svg}rect")
    )
    assert right < int(root.attrib["width"])


def test_what_has_no_word_is_said_of_one_and_of_many() -> None:
    text = preview(Grid.parse("..\n.."), WORDS).text()
    assert "(1-Across, 1-Down, 2-Down and 3-Across have no word at all)" in text


def test_heat_falls_with_the_number_of_letters() -> None:
    shades = [heat(letters) for letters in range(1, 27)]
    assert shades == sorted(shades, key=shades.index)
    assert len(set(shades)) == 6
