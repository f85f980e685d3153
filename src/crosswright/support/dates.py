"""Dates in texts: the forms in which puzzles and their files carry them."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = r"(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_FORMS = (
    r"(?<!\d)(?P<y>\d{4})[-./_](?P<m>\d{1,2})[-./_](?P<d>\d{1,2})(?!\d)",
    r"(?<!\d)(?P<y>(?:19|20)\d\d)(?P<m>\d\d)(?P<d>\d\d)(?!\d)",
    r"(?<!\d)(?P<m>\d{1,2})/(?P<d>\d{1,2})/(?P<y>\d{4})(?!\d)",
    r"(?<!\d)(?P<d>\d{1,2})\.(?P<m>\d{1,2})\.(?P<y>\d{4})(?!\d)",
    rf"\b{_MONTH} (?P<d>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<y>\d{{4}})(?!\d)",
    rf"(?<!\d)(?P<d>\d{{1,2}})(?:st|nd|rd|th)?[ -]{_MONTH}[ -](?P<y>\d{{4}})(?!\d)",
)


def find_date(text: str) -> datetime.date | None:
    """Return the first date in a text; None without one.

    >>> find_date("Saturday, Jan 20, 2024"), find_date("mine-20240229.puz"), find_date("No. 12")
    (datetime.date(2024, 1, 20), datetime.date(2024, 2, 29), None)
    """
    return next(_dates(text), None)


def _dates(text: str) -> Iterator[datetime.date]:
    for form in _FORMS:
        for found in re.finditer(form, text, re.IGNORECASE):
            parts = found.groupdict()
            month = parts.get("month")
            number = MONTHS.index(month[:3].lower()) + 1 if month else int(parts["m"])
            try:
                yield datetime.date(int(parts["y"]), number, int(parts["d"]))
            except ValueError:  # 31 February, or the day and the month the other way round
                continue
