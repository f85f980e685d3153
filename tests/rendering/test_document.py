"""PDF documents: the same bytes every time, black ink, fonts that viewers accept, tags, links."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from crosswright.puzzles.clue import Clue
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering.render import render

FORMATTED = Clue.from_html(
    "The <i>Iliad</i>, H<sub>2</sub>O, <b>bold</b>, <s>gone</s> and "
    "<a href='https://example.org/x'>a link</a>"
)


def reader(data: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(data))


def content(data: bytes, page: int = 0) -> str:
    """Return what is drawn on a page, as the operators of PDF."""
    contents = reader(data).pages[page].get_contents()
    assert contents is not None
    return contents.get_data().decode("latin-1")


def run(program: str, data: bytes, folder: Path, *arguments: str) -> tuple[str, str]:
    """Run a program of poppler on a file; return what it says and what it complains about."""
    path = shutil.which(program)
    if path is None:
        pytest.skip(f"no {program} on this system (Debian and Ubuntu: apt install poppler-utils)")
    (folder / "in.pdf").write_bytes(data)
    command = [path, *arguments, str(folder / "in.pdf")]
    if program == "pdftotext":
        command.append("-")
    if program == "pdftoppm":
        command.append(str(folder / "page"))
    done = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8")
    return done.stdout, done.stderr


# -- bytes and metadata ---------------------------------------------------------------------------


def test_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    program = (
        "import sys; from crosswright import Puzzle, render;"
        "p = Puzzle.from_filled('CAT\\nO#O\\nWHO', {'1A': 'Pet ♥ ж', '1D': 'Milk giver'});"
        "sys.stdout.buffer.write(render(p, 'pdf'))"
    )
    files = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": f"UTC+{seed}"}
        done = subprocess.run(
            [sys.executable, "-c", program], check=True, capture_output=True, env=environment
        )
        files.add(done.stdout)
    assert len(files) == 1


@pytest.mark.parametrize(
    ("date", "year"), [("2026-11-16", 2026), ("20261116", 2026), ("Monday", 2000), ("", 2000)]
)
def test_the_file_is_as_old_as_the_puzzle(tiny: Puzzle, date: str, year: int) -> None:
    metadata = reader(render(replace(tiny, date=date), "pdf")).metadata
    assert metadata is not None and metadata.creation_date is not None
    assert metadata.creation_date.year == year


def test_title_author_and_language(tiny: Puzzle) -> None:
    file = reader(render(replace(tiny, language="en-GB"), "pdf"))
    assert file.metadata is not None
    assert (file.metadata.title, file.metadata.author) == ("Tiny <Puzzle>", "Ada & Co")
    catalog: Any = file.trailer["/Root"]
    assert catalog["/Lang"] == "en-GB"
    assert catalog["/ViewerPreferences"]["/DisplayDocTitle"]
    by_line = reader(render(replace(tiny, author="By Ada & Co"), "pdf")).metadata
    assert by_line is not None
    assert by_line.author == "Ada & Co"
    german: Any = reader(render(tiny, "pdf", sheet_language="de")).trailer["/Root"]
    assert german["/Lang"] == "de"


# -- structure ------------------------------------------------------------------------------------


def test_everything_is_tagged_in_reading_order(tiny: Puzzle) -> None:
    catalog: Any = reader(render(tiny, "pdf")).trailer["/Root"]
    assert catalog["/MarkInfo"]["/Marked"]
    document = catalog["/StructTreeRoot"]["/K"][0].get_object()
    parts = [part.get_object() for part in document["/K"]]
    sheet = ["/H1", "/P", "/P", "/Figure", "/H2", "/P", "/P", "/H2", "/P", "/P", "/P"]
    assert [part["/S"] for part in parts][: len(sheet)] == sheet
    pictures = [part["/Alt"] for part in parts if part["/S"] == "/Figure"]
    assert [text.split(";")[0] for text in pictures] == [
        "Blank crossword grid",
        "Filled crossword grid",
    ]


def test_no_ink_without_a_tag(tiny: Puzzle) -> None:
    data = render(tiny, "pdf")
    for page in range(2):
        outside = re.sub(r"BDC.*?EMC|BMC.*?EMC", "", content(data, page), flags=re.S)
        assert not re.search(r"\b(Tj|TJ|re|S|f)\b", outside)


def test_a_screen_reader_gets_words_apart(tiny: Puzzle, tmp_path: Path) -> None:
    puzzle = tiny.with_clues({"1A": FORMATTED, "1D": "Some words " * 20})
    text, _ = run("pdfinfo", render(puzzle, "pdf"), tmp_path, "-struct-text")
    assert "The Iliad, H2O, bold, gone and a link" in text
    assert "words Some words Some" in text and "wordsSome" not in text


def test_bookmarks(tiny: Puzzle) -> None:
    file = reader(render(tiny, "pdf"))
    outline: Any = file.outline
    top = [item for item in outline if not isinstance(item, list)]
    assert [item.title for item in top] == ["Tiny <Puzzle>", "Solution"]
    assert [file.get_destination_page_number(item) for item in top] == [0, 1]
    below = [item.title for part in outline if isinstance(part, list) for item in part]
    assert below == ["Across", "Down", "Across", "Down"]


# -- ink and fonts --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["sheet", "submission"])
def test_blocks_and_text_are_black(daily: Puzzle, kind: str) -> None:
    data = render(daily, "pdf", kind=kind)
    for page in range(2):
        drawn = content(data, page)
        assert set(re.findall(r"([\d.]+) g\n", drawn)) <= {"0", "0.0", "0.00"}
        assert not re.findall(r" rg\b", drawn)


def test_numbers_are_never_smaller_than_five_points(sunday: Puzzle) -> None:
    for options in ({}, {"page": "letter"}, {"kind": "submission"}):
        drawn = content(render(sunday, "pdf", **options))
        assert min(float(size) for size in re.findall(r"/F\d+ ([\d.]+) Tf", drawn)) >= 5


def test_numbers_of_large_print_are_large(sunday: Puzzle) -> None:
    drawn = content(render(sunday, "pdf", large_print=True))
    assert min(float(size) for size in re.findall(r"/F\d+ ([\d.]+) Tf", drawn)) >= 8


def test_viewers_do_not_complain_about_fonts(tiny: Puzzle, tmp_path: Path) -> None:
    puzzle = tiny.with_clues({"1A": "♥ ♫ 𝄞 ∑ ☃ 🐈", "1D": FORMATTED, "2D": "سلام ж א"})
    data = render(puzzle, "pdf")
    for program in ("pdffonts", "pdftotext", "pdftoppm"):
        assert run(program, data, tmp_path)[1] == ""


def test_formatted_clues(tiny: Puzzle, tmp_path: Path) -> None:
    data = render(tiny.with_clues({"1A": FORMATTED}), "pdf")
    fonts = run("pdffonts", data, tmp_path)[0]
    assert "FiraGOItalic" in fonts and "FiraGOBold" in fonts
    annotations: Any = reader(data).pages[0]["/Annots"]
    assert [note.get_object()["/A"]["/URI"] for note in annotations] == ["https://example.org/x"]
    sizes = {float(size) for size in re.findall(r"/F\d+ ([\d.]+) Tf", content(data))}
    assert any(size == pytest.approx(12 * 0.68, abs=0.02) for size in sizes)


def test_only_what_is_printed_is_missed(tiny: Puzzle) -> None:
    letters = {**tiny.solution, (0, 0): "日"}
    puzzle = replace(tiny, solution=letters, notes="本", copyright="火")
    assert len(render(puzzle, "pdf").notices) == 3
    sheet = render(puzzle, "pdf", key=False)
    assert [notice[12] for notice in sheet.notices] == ["火", "本"]
    key = render(puzzle, "pdf", kind="key")
    assert [notice[12] for notice in key.notices] == ["火", "日"]
    assert render(tiny.with_clues({"1A": "水"}), "pdf", clues=False).notices == ()
