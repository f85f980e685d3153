"""Numbers, lists and names in sentences."""

import pytest

from crosswright.support.wording import (
    duration,
    either,
    letters_long,
    plural,
    quote,
    reason,
    shorten,
    slot_name,
)


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


def test_a_long_message_loses_the_middle_of_what_it_quotes() -> None:
    message = f"'{'a b ' * 500}' is not a size; {'x' * 500}.txt: write 15 or 13x15"
    short = shorten(message, 400)
    assert len(short) < 250
    assert short.startswith("'a b a b")
    assert short.endswith("x.txt: write 15 or 13x15")
    assert " is not a size; xxx" in short


def test_a_long_message_without_quotations_loses_its_middle() -> None:
    short = shorten("one two " * 100 + "end", 400)
    assert len(short) == 400
    assert short.startswith("one two") and short.endswith("two end")


def test_a_short_message_stays_as_it_is() -> None:
    assert shorten("'" + "x" * 390 + "'", 400) == "'" + "x" * 390 + "'"


@pytest.mark.parametrize(
    ("seconds", "cpu_seconds", "text"),
    [
        (5.0, 1.2, "5.0 s, 1.2 s of processor time"),
        (5.0, 4.8, "5.0 s"),
        (5.0, 9.7, "5.0 s"),
        (0.1, 0.0, "0.1 s"),
    ],
)
def test_how_long_it_took(seconds: float, cpu_seconds: float, text: str) -> None:
    assert duration(seconds, cpu_seconds) == text


def test_the_reason_of_an_error_is_one_short_line() -> None:
    assert reason(ValueError("no such column: é")) == "no such column: é"
    assert reason(ValueError("near 'a\nb\x1b'")) == r"near 'a\nb\x1b'"
    assert len(reason("[" * 50_000)) <= 200
