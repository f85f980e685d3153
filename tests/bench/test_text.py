"""Figures take their place in a page."""

from __future__ import annotations

from pathlib import Path

from bench.text import BEGIN, END, write_figures


def test_figures_replace_those_of_a_page_and_nothing_else(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# Title\n\n{BEGIN}old\n{END}\nMore.\n", "utf-8")
    for figures in ("new\n", "newer\n"):
        write_figures(page, figures)
        assert page.read_text("utf-8") == f"# Title\n\n{BEGIN}{figures}{END}\nMore.\n"
