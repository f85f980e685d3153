"""PNG: pixels where the geometry says, letters of many scripts, what fonts lack."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from crosswright.errors import RenderError
from crosswright.grids.grid import Grid
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering.render import render

INK, PAPER, MARKED = (0, 0, 0), (255, 255, 255), (255, 224, 138)


def image(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def inside(picture: Image.Image, row: int, column: int, cell: int = 50) -> Image.Image:
    """Cut a cell out, without its borders."""
    x, y = 3 + column * cell, 3 + row * cell
    return picture.crop((x + 3, y + 3, x + cell - 3, y + cell - 3))


def colours(picture: Image.Image) -> set[tuple[int, int, int]]:
    return {colour for _, colour in picture.getcolors(100_000) or []}  # type: ignore[misc]


def test_blocks_cells_and_highlights(tiny: Puzzle) -> None:
    picture = image(render(tiny, "png", cell_size=50, numbers=False, highlight=("1A",)))
    assert picture.size == (156, 156)
    assert colours(inside(picture, 1, 1)) == {INK}
    assert colours(inside(picture, 0, 1)) == {MARKED}
    assert colours(inside(picture, 2, 1)) == {PAPER}
    assert picture.getpixel((3, 80)) == INK


def test_letters_and_numbers_leave_ink(tiny: Puzzle) -> None:
    blank = image(render(tiny, "png", cell_size=50))
    full = image(render(tiny, "png", cell_size=50, solution=True))
    assert INK in colours(inside(full, 2, 1))
    assert INK not in colours(inside(blank, 2, 1))
    assert len(colours(inside(blank, 0, 0))) > 2  # its number


@pytest.mark.parametrize(
    "letters",
    [
        ("ج", "ع", "ي", "ق", "آ", "ئ"),
        ("ฎู", "ปี่", "ญ", "ฐู"),
        ("र्हैं", "कूँ", "द्ध", "कृ"),
        ("Å", "Ç", "Ễ", "Q"),
    ],
)
def test_tall_and_deep_letters_stay_within_their_cells(letters: tuple[str, ...]) -> None:
    cells = {(0, column): letter for column, letter in enumerate(letters)}
    puzzle = Puzzle(Grid(1, len(letters)), cells)
    picture = image(render(puzzle, "png", cell_size=100, solution=True, numbers=False))
    top = (picture.height - 100) // 2
    for column in range(len(letters)):
        left = top + 100 * column
        rows = [picture.crop((left + 6, top + y, left + 95, top + y + 1)) for y in range(4, 97)]
        assert INK in colours(rows[50])
        assert colours(rows[0]) == colours(rows[-1]) == {PAPER}


def test_a_bar_is_thicker_than_a_line(odd: Puzzle) -> None:
    picture = image(render(odd, "png", cell_size=50))

    def thickness(x: int) -> int:
        return sum(picture.getpixel((x + d, 3 + 40)) == INK for d in range(-12, 13))

    assert thickness(3 + 100) >= 5
    assert thickness(3 + 50) == 1


def test_voids_are_not_drawn(odd: Puzzle) -> None:
    picture = image(render(odd, "png", cell_size=50))
    assert colours(inside(picture, 3, 2)) == {PAPER}
    assert picture.getpixel((3 + 125, 3 + 200)) == PAPER
    assert picture.getpixel((3 + 75, 3 + 200)) == INK


@pytest.mark.parametrize(
    "letters",
    ["ÄÖÜẞŁŐŠŽĐÞÆØÅÇÑŒĄĘİĞẠỆ", "ΑΒΓΔΕΖΗΘΩΈ", "ЖЩЪЫЭЮЯЁЇЄҐЉҚӨ", "אבגדם", "ابجد", "აბგ", "ก", "♥★"],
)
def test_letters_of_many_scripts_have_glyphs(letters: str) -> None:
    grid = Grid.from_rows([list(letters)])
    drawn = render(Puzzle.from_filled(grid), "png", solution=True, cell_size=50)
    assert drawn.notices == ()
    pictures = [inside(image(drawn), 0, n).tobytes() for n in range(len(letters))]
    assert len(set(pictures)) == len(letters)  # no two look the same, as boxes would


def test_missing_glyphs_are_reported() -> None:
    puzzle = Puzzle.from_filled(Grid.parse("日本日日\nA#日日"))
    drawn = render(puzzle, "png", solution=True)
    assert drawn.notices == (
        "no font has 日 (U+65E5), drawn as ?: row 1, column 1; row 1, column 3; row 1, column 4; "
        "and 2 more",
        "no font has 本 (U+672C), drawn as ?: row 1, column 2",
    )
    assert render(puzzle, "png").notices == ()


def test_an_image_too_large() -> None:
    with pytest.raises(RenderError, match="an image of 10024 by 10024 pixels is too large"):
        render(Puzzle(Grid.empty(50, 50)), "png", cell_size=200)


def test_fonts_from_files(tmp_path: Path) -> None:
    bad = tmp_path / "no.ttf"
    bad.write_bytes(b"not a font")
    puzzle = Puzzle(Grid.empty(1, 2))
    for path in (bad, tmp_path / "absent.ttf"):
        with pytest.raises(RenderError, match="cannot be used as a font"):
            render(puzzle, "png", fonts=(path,))
    from crosswright.rendering.fonts import built_in

    good = tmp_path / "mono.ttf"
    good.write_bytes(built_in("FiraMono_Regular"))
    assert render(puzzle, "png", fonts=(good,)).notices == ()
