"""The examples of docs/fill.md run as they stand."""

from __future__ import annotations

import doctest
from pathlib import Path

from crosswright.filling import fill


def test_the_examples_of_the_page_run() -> None:
    page = Path(__file__).resolve().parents[2] / "docs" / "fill.md"
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried > 10
    assert failed == 0


def test_the_examples_of_the_module_run() -> None:
    failed, tried = doctest.testmod(fill)
    assert tried > 3
    assert failed == 0
