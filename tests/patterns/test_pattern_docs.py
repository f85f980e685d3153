"""The examples of the pages on patterns and constructions run."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from crosswright import engine

DOCS = Path(__file__).parent.parent.parent / "docs"


@pytest.mark.skipif(
    engine.name != "compiled", reason="fills real grids; takes minutes with the plain engine"
)
@pytest.mark.parametrize("name", ["patterns.md", "construct.md"])
def test_the_page(name: str) -> None:
    results = doctest.testfile(str(DOCS / name), module_relative=False, encoding="utf-8")
    assert results.attempted > 4
    assert results.failed == 0
