"""Random small grids: fill() and solutions() against brute force and the course edition."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from helpers.fills import random_case
from helpers.verify import all_fills, check_fill
from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.filling.fill import count, fill, solutions
from crosswright.grids.grid import Grid
from crosswright.limits import Status
from crosswright.words.wordlist import WordList

ROOT = Path(__file__).resolve().parents[2]


def given_whole(grid: Grid) -> set[str]:
    return {slot.label for slot in grid.slots if None not in grid.pattern(slot)}


@settings(max_examples=700, deadline=None)
@given(st.integers(0, 10**9))
def test_fill_finds_one_exactly_when_brute_force_does(seed: int) -> None:
    grid, words = random_case(seed)
    given = given_whole(grid)
    vocabulary = [*words, *(grid.word(label) for label in given)]
    result = fill(grid, WordList.from_words(words), seed=seed)
    if result.status is Status.FILLED:
        check_fill(result, grid, words, exempt=given)
    else:
        assert result.status is Status.IMPOSSIBLE
        # A word that only a given slot may have is not one for the others.
        for letters in all_fills(grid, sorted(set(vocabulary))):
            spelled = {s.label: "".join(letters[c] for c in s.cells) for s in grid.slots}
            assert not all(label in given or word in words for label, word in spelled.items())


@settings(max_examples=500, deadline=None)
@given(st.integers(0, 10**9), st.booleans())
def test_all_fills_are_found_once(seed: int, distinct: bool) -> None:
    grid, words = random_case(seed, letters=False)
    vocabulary = WordList.from_words(words)
    expected = {tuple(sorted(f.items())) for f in all_fills(grid, words, distinct=distinct)}
    found = []
    for result in solutions(grid, vocabulary, distinct=distinct):
        check_fill(result, grid, words, distinct=distinct)
        found.append(tuple(sorted(result.grid.letters.items())))
    assert len(found) == len(set(found)) == len(expected)
    assert set(found) == expected
    assert count(grid, vocabulary, distinct=distinct) == len(expected)
    for most in (0, 1):
        assert count(grid, vocabulary, distinct=distinct, most=most) == min(most, len(expected))


@cache
def course_fills() -> list[tuple[int, bool]]:
    """Ask the course edition, beside its own crossword.py, which of some cases have a fill."""
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        patch.syspath_prepend(str(ROOT))
        spec = importlib.util.spec_from_file_location("generate", ROOT / "generate.py")
        assert spec and spec.loader
        course = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(course)
        structure, list_file = Path(folder, "structure.txt"), Path(folder, "words.txt")
        found = []
        for seed in range(200):
            grid, words = random_case(seed, letters=False)
            if words:
                structure.write_text("\n".join(grid.rows()).replace(".", "_") + "\n")
                list_file.write_text("\n".join(words) + "\n")
                crossword = course.Crossword(str(structure), str(list_file))
                found.append((seed, course.CrosswordCreator(crossword).solve() is not None))
        sys.modules.pop("crossword", None)
        return found


def test_the_course_edition_agrees() -> None:
    for seed, filled in course_fills():
        grid, words = random_case(seed, letters=False)
        result = fill(grid, WordList.from_words(words), seed=seed)
        assert (result.status is Status.FILLED) == filled, str(grid)
    assert {filled for _, filled in course_fills()} == {True, False}
