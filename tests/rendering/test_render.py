"""The common entry point: formats by name and suffix, options, files."""

import io
from dataclasses import fields
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader

from crosswright.errors import RenderError
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.parts import UnplacedClue
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering.options import RenderFields, RenderOptions
from crosswright.rendering.render import FORMATS, PICTURES, render, save


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("text", b"Tiny"),
        (".TXT", b"Tiny"),
        ("svg", b"<?xml"),
        ("png", b"\x89PNG"),
        ("pdf", b"%PDF-"),
        (".htm", b"<!DOCTYPE html>"),
    ],
)
def test_formats_by_name_and_suffix(tiny: Puzzle, name: str, start: bytes) -> None:
    assert render(tiny, name).startswith(start)


@pytest.mark.parametrize("name", FORMATS)
def test_the_same_puzzle_gives_the_same_bytes(tiny: Puzzle, name: str) -> None:
    assert render(tiny, name) == render(tiny, name)


def test_what_words_enclose_is_not_drawn_like_a_cell() -> None:
    ring = Puzzle.from_filled("CAT\nO~O\nWHO", {"1A": "Pet"})
    assert "│   │░░░│   │" in render(ring, "text").decode()
    assert render(ring, "svg").count(b'class="hole"') == 1
    assert render(ring, "html").count(b'class="void hole"') == 1
    with Image.open(io.BytesIO(render(ring, "png", cell_size=20))) as image:
        assert image.getpixel((31, 31)) == (222, 222, 222)
        assert image.getpixel((31, 8)) == (255, 255, 255)
    page = PdfReader(io.BytesIO(render(ring, "pdf"))).pages[0]
    assert page.get_contents().get_data().count(b"0.8706 g") == 1


def test_a_fill_in_has_its_words_by_length_and_neither_numbers_nor_clues() -> None:
    puzzle = Puzzle.from_filled("CATS\nO#E#\nWHO~", {"1A": "Pets"}, kind="fill-in")
    text = render(puzzle, "text", worksheet=True).decode()
    assert "Fit the words into the grid, one letter in each square.\n" in text
    assert text.endswith("3 letters\nCOW  TEO  WHO\n\n4 letters\nCATS\n")
    assert "1" not in text and "Pets" not in text
    page = render(puzzle, "html").decode()
    assert "<h2>4 letters</h2><ul><li" in page and "Pets" not in page and "<title>Fill-in<" in page
    assert 'class="number"' not in page and '"name":"Across"' in page
    sheet, key = PdfReader(io.BytesIO(render(puzzle, "pdf"))).pages
    words = sheet.extract_text().split()
    assert words.count("letters") == 2 and {"COW", "TEO", "WHO", "CATS"} <= {*words}
    assert [*filter(str.isalpha, key.extract_text().split())] == ["Solution", *"CATSOEWHO"]
    assert b'class="number"' not in render(puzzle, "svg")


def test_save_writes_what_render_makes(tiny: Puzzle, tmp_path: Path) -> None:
    target = tmp_path / "tiny.svg"
    assert save(tiny, target, RenderOptions(solution=True), numbers=False) == ()
    assert target.read_bytes() == render(tiny, "svg", solution=True, numbers=False)


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("docx", {}, "cannot draw as 'docx'; choose from text, svg, png, pdf, html"),
        ("pdf", {"kind": "poster"}, "unknown kind 'poster'; choose from sheet, key, submission"),
        ("pdf", {"page": "A0"}, "unknown page 'a0'; choose from a4, letter"),
        ("svg", {"direction": "up"}, "unknown direction 'up'; choose from auto, ltr, rtl"),
        ("svg", {"cell_size": 1000}, "a cell size of 1000 pixels is not possible; choose 8 to 200"),
        ("svg", {"highlight": ("99A",)}, "highlight: no slot 99A"),
    ],
)
def test_what_cannot_be_drawn(tiny: Puzzle, name: str, options: RenderFields, message: str) -> None:
    with pytest.raises(RenderError, match=f"^{message}"):
        render(tiny, name, **options)


def test_a_misspelt_option_names_the_right_one(tiny: Puzzle, tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=r"render\(\).*'solutions'. Did you mean 'solution'\?"):
        render(tiny, "svg", solutions=True)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"save\(\).*'cellsize'. Did you mean 'cell_size'\?"):
        save(tiny, tmp_path / "tiny.svg", cellsize=9)  # type: ignore[call-arg]
    assert not (tmp_path / "tiny.svg").exists()


def test_every_option_is_a_keyword() -> None:
    options = {field.name: field.type for field in fields(RenderOptions)}
    keywords = {name: hint.__forward_arg__ for name, hint in RenderFields.__annotations__.items()}
    assert options == keywords


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    import subprocess
    import sys

    code = (
        "import sys, crosswright.rendering.render, crosswright.rendering.text\n"
        "import crosswright.rendering.svg, crosswright.rendering.png\n"
        "import crosswright.rendering.pdf, crosswright.rendering.html\n"
        "print([name for name in ('PIL', 'fpdf', 'fontTools', 'uharfbuzz', 'pymupdf_fonts')"
        " if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_diagramless_puzzle_states_its_size() -> None:
    puzzle = Puzzle.from_filled("CAT\nA#O", {"1A": "Feline"}, kind="diagramless", notes="Begin.")
    sheet = render(puzzle, "text").decode()
    assert "█" not in sheet
    assert " ".join(sheet.split()).find("Diagramless: 3 × 2. Begin.") > 0
    assert "1. Feline" in sheet
    assert "Ohne vorgegebene schwarze Felder: 3 × 2." in " ".join(
        render(puzzle, "text", sheet_language="de").decode().split()
    )
    answers = render(puzzle, "text", solution=True).decode()
    assert "█" in answers
    assert "Diagramless" not in answers


@pytest.mark.parametrize("format", FORMATS)
def test_clues_without_a_slot_are_missing(format: str) -> None:
    unplaced = (UnplacedClue("Across", "9", Clue("Nine")),)
    puzzle = Puzzle.from_filled("NO\nU#", {"1A": "Not yes"}, unplaced=unplaced)
    notices = render(puzzle, format).notices
    if format in PICTURES:
        assert notices == ()
    else:
        assert notices == ("clues that belong to no slot are not printed: Across 9",)
        assert render(puzzle, format, clues=False).notices == ()
