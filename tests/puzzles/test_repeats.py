"""When a word of an earlier puzzle may be used again."""

from __future__ import annotations

import pytest

from crosswright.puzzles.repeats import Repeats

EARLIER = [["CAT", "HOUSE"], ["DOG", "HORSE"], ["EEL", "OTTER"]]


@pytest.mark.parametrize(
    ("repeats", "words"),
    [
        (Repeats(), "CAT HOUSE DOG HORSE EEL OTTER"),
        (Repeats(window=0), ""),
        (Repeats(window=2), "DOG HORSE EEL OTTER"),
        (Repeats(window=9), "CAT HOUSE DOG HORSE EEL OTTER"),
        (Repeats(below=4), "HOUSE HORSE OTTER"),
        (Repeats(below=3), "CAT HOUSE DOG HORSE EEL OTTER"),
        (Repeats(window=1, below=4), "HOUSE HORSE EEL OTTER"),
        (Repeats(window=1, below=99), "EEL OTTER"),
    ],
)
def test_which_words_are_excluded(repeats: Repeats, words: str) -> None:
    assert repeats.excluded(EARLIER) == set(words.split())


def test_nothing_is_excluded_from_a_first_puzzle() -> None:
    assert Repeats().excluded([]) == Repeats(window=3, below=4).excluded([]) == set()


def test_letters_are_counted_as_people_see_them() -> None:
    assert Repeats(below=4).excluded([["E\u0301TE\u0301"]]) == set()
