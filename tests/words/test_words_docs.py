"""The examples of the word lists' page and modules run."""

from __future__ import annotations

import doctest
from pathlib import Path
from types import ModuleType

import pytest

from crosswright.words import stems
from crosswright.words import wordlist as words

PAGE = Path(__file__).parents[2] / "docs/words.md"


def test_the_page() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert results.attempted > 10
    assert results.failed == 0


@pytest.mark.parametrize("module", [stems, words], ids=lambda module: module.__name__)
def test_the_modules(module: ModuleType) -> None:
    results = doctest.testmod(module)
    assert results.attempted > 0
    assert results.failed == 0
