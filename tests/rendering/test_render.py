"""The common entry point: formats by name and suffix, options, files."""

import doctest
from pathlib import Path

import pytest

from crosswright.errors import RenderError
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering import render as render_module
from crosswright.rendering.options import Options
from crosswright.rendering.render import FORMATS, render, save


def test_examples_in_the_documentation() -> None:
    assert doctest.testmod(render_module) == (0, 4)


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


def test_save_writes_what_render_makes(tiny: Puzzle, tmp_path: Path) -> None:
    target = tmp_path / "tiny.svg"
    assert save(tiny, target, Options(solution=True), numbers=False) == ()
    assert target.read_bytes() == render(tiny, "svg", solution=True, numbers=False)


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("docx", {}, "no drawing as 'docx'; there are text, svg, png, pdf, html"),
        ("pdf", {"kind": "poster"}, "kind 'poster' does not exist; use sheet, key, submission"),
        ("pdf", {"page": "A0"}, "page 'a0' does not exist; use a4, letter"),
        ("svg", {"cell_size": 1000}, "cells of 1000 pixels; use 8 to 200"),
        ("svg", {"colour": "red"}, "no such option"),
        ("svg", {"highlight": ("99A",)}, "highlight: no slot 99A"),
    ],
)
def test_what_cannot_be_drawn(
    tiny: Puzzle, name: str, options: dict[str, object], message: str
) -> None:
    with pytest.raises(RenderError, match="^" + message.replace("(", r"\(")):
        render(tiny, name, **options)


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
