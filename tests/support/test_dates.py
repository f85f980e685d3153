"""Dates in texts."""

import pytest

from crosswright.support.dates import find_date


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2024-01-15", "2024-01-15"),
        ("1/15/2024", "2024-01-15"),
        ("15.1.2024", "2024-01-15"),
        ("Monday, January 15th, 2024", "2024-01-15"),
        ("15 Sept 2024", "2024-09-15"),
        ("daily_2024_01_15.puz", "2024-01-15"),
        ("mine-20240115.puz", "2024-01-15"),
        ("99999999", None),
        ("31/12/2024", None),
        ("No. 12", None),
        ("", None),
    ],
)
def test_dates_are_found(text: str, date: str | None) -> None:
    found = find_date(text)
    assert (found and found.isoformat()) == date
