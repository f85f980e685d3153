"""Placeholders in texts and in the names of files."""

from __future__ import annotations

import pytest

from crosswright.support.placeholders import fill_in, in_file_name, placeholders, problem


def test_what_is_in_braces_is_known_or_named() -> None:
    text = "{date}: {n:3} of {{n}}"
    assert problem(text, ("n", "date")) == ""
    assert placeholders(text) == ["date", "n"]
    assert fill_in(text, {"n": 7, "date": "May Day"}) == "May Day: 007 of {n}"
    assert "choose from {n} and {year}, or" in problem(text, ("n", "year"))
    assert "{date:3} is not possible" in problem("{date:3}", ("n", "date"))
    assert "without its other half" in problem("{n", ("n",))


@pytest.mark.parametrize(
    ("date", "name"),
    [
        ("1 May 2026", "1 May 2026"),
        ("5/1/26", "5-1-26"),
        ("../a\0\n\x1b:", "..-a----"),
        ("é" * 99, "é" * 40),
    ],
)
def test_dates_in_names_are_harmless(date: str, name: str) -> None:
    assert in_file_name(date) == name
