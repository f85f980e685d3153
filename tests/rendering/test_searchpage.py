"""Word searches in every format: letters, words, and a line around each in the key."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from pypdf import PdfReader

from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering.render import render

GRID = "TACX\nYOBZ\nWSUP\nEVEN\n\nextra: 1,3 1,2 1,1\nextra: 1,3 2,2 3,1\nextra: 3,3 3,4"
SEARCH = Puzzle.from_filled(GRID, kind="word-search", entered={"X3": "u.p."})


def test_text() -> None:
    text = render(SEARCH, "text").decode()
    assert text.endswith("T A C X\nY O B Z\nW S U P\nE V E N\n\nWord bank\nCAT  COW  U.P.\n")
    key = render(SEARCH, "text", solution=True).decode()
    assert key == "T A C ·\n· O · ·\nW · U P\n· · · ·\n"


def test_pictures_have_a_loop_around_each_word_of_the_key() -> None:
    assert b'class="loop"' not in render(SEARCH, "svg")
    key = render(SEARCH, "svg", solution=True)
    assert key.count(b'class="loop"') == key.count(b'class="shade"') == 3
    blank, solved = (
        Image.open(io.BytesIO(render(SEARCH, "png", solution=solution, cell_size=40)))
        for solution in (False, True)
    )
    shaded = (2 + 40, 2 + round(40 * 0.57))  # between T and A
    assert (blank.getpixel(shaded), solved.getpixel(shaded)) == ((255,) * 3, (232,) * 3)
    assert b"hidden words: 3." in render(SEARCH, "svg")


def test_pdf() -> None:
    sheet, key = PdfReader(io.BytesIO(render(SEARCH, "pdf"))).pages
    words = sheet.extract_text().split()
    assert {"Word", "bank", "CAT", "COW", "U.P."} <= {*words}
    assert key.extract_text().split() == ["Solution", *"TACXYOBZWSUPEVEN"]
    shade = b"0.9098 g"
    assert shade not in sheet.get_contents().get_data()
    assert shade in key.get_contents().get_data()
    (only,) = PdfReader(io.BytesIO(render(SEARCH, "pdf", key=False))).pages
    assert "CAT" in only.extract_text()


def test_the_page_has_the_key_for_those_who_open_it() -> None:
    page = render(SEARCH, "html").decode()
    assert "<title>Word search</title>" in page and '<details class="key">' in page
    assert page.count('class="loop"') == 3 and "<h2>Word bank</h2>" in page
    ids = [part.partition('"')[0] for part in page.split(' id="')[1:]]
    assert len(ids) == len(set(ids))
    key = render(SEARCH, "html", solution=True).decode()
    assert "<script" not in key and "<details" not in key and key.count('class="loop"') == 3


@pytest.mark.parametrize(
    ("grid", "instructions"),
    [
        ("CAT\nOXY\n\nextra: 1,1 1,2 1,3\nextra: 1,1 2,1", "They run across and down."),
        ("CAT\nXOY\n\nextra: 1,1 1,2\nextra: 2,2 1,3", "across, down and diagonally."),
        ("CAT\nXOY\n\nextra: 2,1 1,1", "in all directions, backwards too."),
    ],
)
def test_instructions_name_the_directions(grid: str, instructions: str) -> None:
    search = Puzzle.from_filled(grid, kind="word-search")
    assert instructions in " ".join(render(search, "text", worksheet=True).decode().split())


def test_hebrew_begins_on_the_right() -> None:
    search = Puzzle.from_filled("שלום\nאבגד\n\nextra: 1,1 1,2 1,3 1,4", kind="word-search")
    assert render(search, "text").decode().startswith("ם ו ל ש\n")
