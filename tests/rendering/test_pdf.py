"""PDF: pages of the right size and number, every clue on them, letters of many scripts."""

from __future__ import annotations

import io
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageOps
from pypdf import PdfReader

from crosswright.grids.grid import Grid
from crosswright.layouts.wordsearch import word_search
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering.render import render

SIZES = {"a4": (595.28, 841.89), "letter": (612, 792)}


def pages(data: bytes) -> list[str]:
    """Return each page's text with single spaces."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(data)).pages]


def sizes(data: bytes) -> list[tuple[str, float]]:
    """Return every piece of text with its size in points."""
    pieces: list[tuple[str, float]] = []

    def visit(text: str, _: object, matrix: list[float], __: object, size: float) -> None:
        if text.strip():
            pieces.append((text.strip(), size * abs(matrix[3])))

    for page in PdfReader(io.BytesIO(data)).pages:
        page.extract_text(visitor_text=visit)
    return pieces


def clues(puzzle: Puzzle) -> list[str]:
    return [f"{entry.slot.number} {entry.clue.text}" for entry in puzzle.entries]


@pytest.mark.parametrize("page", SIZES)
@pytest.mark.parametrize("name", ["daily", "sunday"])
def test_a_sheet_fits_one_page_and_has_every_clue(
    name: str, page: str, request: pytest.FixtureRequest
) -> None:
    puzzle: Puzzle = request.getfixturevalue(name)
    data = render(puzzle, "pdf", page=page)
    sheet, key = pages(data)
    assert [clue for clue in clues(puzzle) if clue not in sheet] == []
    assert sheet.startswith(f"{puzzle.title} By Ada Lovelace")
    assert puzzle.title + " – Solution" in key
    box = PdfReader(io.BytesIO(data)).pages[0].mediabox
    assert (float(box.width), float(box.height)) == pytest.approx(SIZES[page], abs=0.01)


def test_clues_that_need_a_second_page(sunday: Puzzle) -> None:
    long = {e.label: f"{e.clue.text} " + "and so on " * 5 + "." for e in sunday.entries}
    puzzle = sunday.with_clues(long)
    sheet = pages(render(puzzle, "pdf", key=False))
    assert len(sheet) == 2
    whole = " ".join(sheet)
    assert [clue for clue in clues(puzzle) if clue not in whole] == []


def test_the_key_shows_the_letters_and_the_sheet_does_not(tiny: Puzzle) -> None:
    sheet, key = pages(render(tiny, "pdf"))
    assert "C A T" not in sheet
    letters, answers = key.split("Solution")[1].split(" Across ")
    assert "".join(c for c in letters if c.isupper()) == "BACCATOOWHO"  # by Ada & Co
    assert answers.startswith("1 CAT 3 WHO Down 1 COW 2 TOO")
    assert pages(render(tiny, "pdf", kind="key")) == [key]
    assert len(pages(render(tiny, "pdf", key=False))) == 1


def test_drafts_notes_and_copyright(tiny: Puzzle) -> None:
    sheet = pages(render(tiny, "pdf"))[0]
    for text in ("Dr. – [draft]", "For a start.", "© 2025 Ada", "By Ada & Co"):
        assert text in sheet


def test_lines_of_notes_stay_apart(tiny: Puzzle) -> None:
    sheet = pages(render(replace(tiny, notes="One line.\nAnother\tone."), "pdf"))[0]
    assert "One line. Another one." in sheet


def test_large_print(daily: Puzzle) -> None:
    printed = pages(render(daily, "pdf", large_print=True))
    assert "Across" not in printed[0]
    assert len(printed) > 3
    whole = " ".join(printed[1:])
    assert [clue for clue in clues(daily) if clue not in whole] == []


@pytest.mark.parametrize("options", [{}, {"worksheet": True, "word_bank": True}])
@pytest.mark.parametrize("name", ["tiny", "daily"])
def test_the_sizes_of_large_print(
    name: str, options: dict[str, bool], request: pytest.FixtureRequest
) -> None:
    puzzle = replace(request.getfixturevalue(name), notes="Not easy.", copyright="")
    pieces = sizes(render(puzzle, "pdf", large_print=True, key=False, **options))
    texts = [piece for piece in pieces if not piece[0].isdigit()]
    assert len(texts) > len(puzzle.entries)
    assert [piece for piece in texts if piece[1] < 18] == []
    numbers = [size for text, size in pieces if text.isdigit()]  # in cells, and before clues
    assert min(numbers) >= 0.4 * min(36, 523 / puzzle.grid.width) - 0.01


def test_the_words_below_a_word_search_are_not_small_beside_it() -> None:
    words = ["OTTER", "GIRAFFE", "PENGUIN", "ELEPHANT", "DOLPHIN", "CAT", "OWL"]
    puzzle = word_search(words, seed=1).puzzle(title="Animals")
    pieces = sizes(render(puzzle, "pdf", key=False))
    letters = max(size for text, size in pieces if len(text) == 1)
    listed = [size for text, size in pieces if text in words]
    assert len(listed) == len(words)
    assert min(listed) >= min(16, letters)


def test_submission(daily: Puzzle) -> None:
    data = render(daily, "pdf", kind="submission", contact="12 St James's Square\nLondon")
    first, *rest = pages(data)
    assert first.startswith("Ada Lovelace 12 St James's Square London")
    assert "15 × 15; words: 76; blocks: 34" in first
    whole = " ".join(rest)
    for entry in daily.entries:
        head = " ".join(entry.clue.text.split()[:3])
        assert f"{entry.slot.number} {head}" in whole
        assert f" {entry.answer}" in whole
    assert whole.index("ACROSS") < whole.index("DOWN")


def test_the_head_of_a_worksheet(tiny: Puzzle) -> None:
    sheet, key = pages(render(tiny, "pdf", worksheet=True))
    assert sheet.startswith("Name Class Date Tiny <Puzzle> By Ada & Co Solve the clues and write")
    assert "Name" not in key and "Solve the clues" not in key
    bare = pages(render(tiny, "pdf"))[0]
    assert "Name" not in bare and "Solve the clues" not in bare
    (own,) = pages(render(tiny, "pdf", key=False, student_lines=("date",), instructions="In ink!"))
    assert own.startswith("Date Tiny") and "In ink!" in own


def test_a_worksheet_from_right_to_left(hebrew: Puzzle) -> None:
    sheet = pages(render(hebrew, "pdf", worksheet=True, key=False))[0]
    assert "כיתה" in sheet and "אות אחת בכל משבצת" in sheet


def test_a_worksheet(tiny: Puzzle) -> None:
    sheet = pages(render(tiny, "pdf", word_bank=True, hide_blocks=True, key=False))[0]
    assert "Word bank CAT COW TOO WHO" in sheet
    grid = Grid.from_rows([f"{chr(65 + n // 26)}{chr(65 + n % 26)}ABCDEFGH" for n in range(60)])
    many = Puzzle.from_filled(grid)
    whole = " ".join(pages(render(many, "pdf", word_bank=True, key=False)))
    assert [word for word in many.answers.values() if word not in whole.replace(" ", "")] == []


@pytest.mark.parametrize("options", [{}, {"large_print": True}, {"kind": "submission"}])
def test_pages_keep_their_margins_and_are_not_empty(
    daily: Puzzle, options: dict[str, object], tmp_path: Path
) -> None:
    program = shutil.which("pdftoppm")
    if program is None:
        pytest.skip("no pdftoppm on this system (Debian and Ubuntu: apt install poppler-utils)")
    (tmp_path / "in.pdf").write_bytes(render(daily, "pdf", **options))
    command = [program, "-r", "36", "-gray", str(tmp_path / "in.pdf"), str(tmp_path / "out")]
    subprocess.run(command, check=True)
    images = sorted(tmp_path.glob("out*"))
    assert len(images) >= 2
    for path in images:
        with Image.open(path) as page:
            left, top, right, bottom = ImageOps.invert(page).getbbox() or (0, 0, 0, 0)
            assert 14 <= left < right <= page.width - 14
            assert 14 <= top < bottom <= page.height - 12


def test_letters_of_many_scripts() -> None:
    grid = Grid.parse("ΑΘΗΝΑ\nЖУКИ#\nÅÄÖÉŁ")
    puzzle = Puzzle.from_filled(grid, {"1A": "Πρωτεύουσα ♥", "1D": Clue("Łódź – столица")})
    rendering = render(puzzle, "pdf")
    sheet, key = pages(rendering)
    assert rendering.notices == ()
    assert "Πρωτεύουσα ♥" in sheet
    assert "Łódź – столица" in sheet
    assert all(letter in key for letter in "ΑΘΗΝЖУКИÅÄÖÉŁ")


def test_right_to_left_and_joined_scripts(hebrew: Puzzle) -> None:
    assert render(hebrew, "pdf", sheet_language="he").notices == ()
    arabic = Puzzle.from_filled(Grid.parse("سلام\nل#ب#"), {"1A": "تحية بين الناس"})
    assert render(arabic, "pdf").notices == ()


def test_missing_glyphs_are_reported(tiny: Puzzle) -> None:
    rendering = render(tiny.with_clues({"1A": "日 or night"}), "pdf")
    assert rendering.notices == ("no font has 日 (U+65E5), drawn as ?: clue of 1A",)
    assert "1 ? or night" in pages(rendering)[0]


def test_a_clue_of_many_pages(tiny: Puzzle) -> None:
    sheet = pages(render(tiny.with_clues({"1A": "so on " * 3_000}), "pdf", key=False))
    assert len(sheet) > 2
    assert " ".join(sheet).count("so on") > 2_950  # some are broken at the end of a page
    assert "2 Also" in sheet[-1]


@pytest.mark.parametrize("rows", ["..", ".\n.", "#", ("." * 60 + "\n") * 60])
def test_grids_of_any_shape(rows: str) -> None:
    puzzle = Puzzle(Grid.parse(rows), clues={}, title="T " * 400, notes="n " * 3000)
    assert render(puzzle, "pdf").startswith(b"%PDF")


@pytest.mark.parametrize("kind", ["sheet", "key", "submission"])
def test_long_titles_and_authors_wrap(tiny: Puzzle, kind: str) -> None:
    title, author = "A title of many words " * 8, "Somebody with a long name " * 8
    rendering = render(replace(tiny, title=title, author=author), "pdf", kind=kind)
    text = pages(rendering)[0]
    assert text.count("many words") == text.count("a long name") == 8
    assert rendering.notices == ()
    whole = render(replace(tiny, title=title * 30), "pdf", kind=kind)
    assert whole.notices == ("the title is too long; only its beginning is printed",)


def test_long_instructions_are_cut(tiny: Puzzle) -> None:
    rendering = render(tiny, "pdf", worksheet=True, instructions="word " * 900)
    assert rendering.notices == ("the instructions are too long; only their beginning is printed",)


def test_who_wrote_by_is_taken_at_their_word(tiny: Puzzle) -> None:
    sheet = pages(render(replace(tiny, author="By Ann", editor="Bob"), "pdf"))[0]
    assert "By Ann · Edited by Bob" in sheet and "By By" not in sheet


def test_lines_of_notes_are_lines_of_the_sheet(tiny: Puzzle) -> None:
    notes = "\n".join(f"Line {number} of the notes" for number in range(2))
    data = render(replace(tiny, notes=notes), "pdf", key=False)
    text = PdfReader(io.BytesIO(data)).pages[0].extract_text()
    assert [line.strip() for line in text.splitlines() if line.startswith("Line")] == (
        notes.splitlines()
    )


def test_an_enumeration_is_never_broken(tiny: Puzzle) -> None:
    for count in range(1, 12):
        clue = Clue("word " * count + "end", enumeration="4-4, 4")
        data = render(tiny.with_clues({"1A": clue}), "pdf", key=False, page="letter")
        text = PdfReader(io.BytesIO(data)).pages[0].extract_text()
        assert any("end (4-4, 4)" in line for line in text.splitlines())
