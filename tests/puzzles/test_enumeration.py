"""Answers as people write them: whether they spell what the grid has, and their enumerations."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crosswright.puzzles.enumeration import enumerate_words, spells


@pytest.mark.parametrize(
    ("entered", "enumeration"),
    [
        ("", ""),
        ("nun", "3"),
        ("red blood cell", "3,5,4"),
        ("T-cell", "1-4"),
        ("Jack-in-the-box", "4-2-3-3"),
        ("o'clock", "6"),
        ("rock 'n' roll", "4,1,4"),
        ("Dr. No", "2,2"),
        ("U.S.A.", "3"),
        ("and/or", "3,2"),
        ("Catch-22", "5-2"),
        ("fin – de siècle", "3,2,6"),
        (" -edge case- ", "4,4"),
        ("हिन्दी भाषा", "3,2"),
        ("♥", ""),
    ],
)
def test_enumerations(entered: str, enumeration: str) -> None:
    assert enumerate_words(entered) == enumeration


@given(st.lists(st.integers(1, 9), min_size=1, max_size=6), st.sampled_from(" -"))
def test_every_word_is_counted(lengths: list[int], separator: str) -> None:
    entered = separator.join("x" * length for length in lengths)
    mark = "," if separator == " " else "-"
    assert enumerate_words(entered) == mark.join(map(str, lengths))


@pytest.mark.parametrize(
    ("entered", "answer", "same"),
    [
        ("red blood cell", "REDBLOODCELL", True),
        ("T-cell", "TCELL", True),
        ("crème brûlée", "CREMEBRULEE", True),
        ("creme brulee", "CRÈMEBRÛLÉE", True),
        ("straße", "STRASSE", True),
        ("Straße", "STRAẞE", True),
        ("Äpfel", "AEPFEL", True),
        ("Ångström", "ANGSTROEM", True),
        ("Äpfel", "APFEL", True),
        ("catch-22", "CATCH", True),
        ("queen of hearts", "QUEENOF♥S", True),
        ("red", "READ", False),
        ("", "READ", False),
        ("май", "МАИ", False),
    ],
)
def test_spelling(entered: str, answer: str, same: bool) -> None:
    assert spells(entered, answer) is same
