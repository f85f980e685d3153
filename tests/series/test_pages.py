"""What the pages of a season share: months as tables, dates in words, the document around."""

from __future__ import annotations

import datetime

from crosswright.series.pages import document, long_date, month_table, months

MARCH = datetime.date(2027, 3, 1)


def test_a_month_has_its_days_under_their_weekdays() -> None:
    table = month_table(MARCH, lambda date: f"<td>{date:%a}</td>" if date.day == 14 else None)
    rows = [row for row in table.split("<tr>") if "<td" in row]
    assert len(rows) == 5
    assert all(row.count("<td") == 7 for row in rows)
    assert rows[1].endswith("<td>Sun</td></tr>\n")
    assert rows[4].count("<td></td>") == 4
    assert "<caption>March 2027</caption>" in table


def test_months_in_order_and_once() -> None:
    dates = [datetime.date(2027, 12, 31), datetime.date(2028, 1, 5), datetime.date(2027, 12, 1)]
    assert months(dates) == [datetime.date(2027, 12, 1), datetime.date(2028, 1, 1)]
    assert long_date(dates[0]) == "Friday, 31 December 2027"


def test_a_document_lets_nothing_in() -> None:
    page = document("<A>", "<p>body</p>", style="p { color: red }", data="{}", script="1 < 2;")
    assert "<title>&lt;A&gt;</title>" in page
    assert "default-src &#x27;none&#x27;" in page and page.count("sha256-") == 2
    assert document("A", "").count("sha256-") == 1
