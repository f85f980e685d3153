"""Numbers, lists and names in sentences."""

import pytest

from crosswright.support.wording import either, letters_long, plural, quote, slot_name


def test_plurals() -> None:
    assert (plural(1, "word"), plural(0, "word"), plural(3911, "word")) == (
        "1 word",
        "0 words",
        "3,911 words",
    )


@pytest.mark.parametrize(
    ("length", "text"),
    [(1, "1-letter"), (2, "two-letter"), (11, "eleven-letter"), (12, "12-letter")],
)
def test_lengths(length: int, text: str) -> None:
    assert letters_long(length) == text


@pytest.mark.parametrize(
    ("names", "text"), [([], ""), (["X"], "X"), (["X", "Y"], "X or Y"), (list("XYZ"), "X, Y or Z")]
)
def test_lists(names: list[str], text: str) -> None:
    assert either(names) == text
    assert either(names, "and") == text.replace("or", "and")


@pytest.mark.parametrize(
    ("label", "text"), [("17A", "17-Across"), ("3D", "3-Down"), ("X1", "X1"), ("", "")]
)
def test_slots(label: str, text: str) -> None:
    assert slot_name(label) == text


def test_long_quotes_are_shortened() -> None:
    assert quote("it's") == '"it\'s"'
    assert quote("A" * 50) == f"'{'A' * 40}…'"
