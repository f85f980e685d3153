"""Charts as SVG: what is drawn, and that it can be read aloud."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from helpers.seasons import small_plan, small_season

from crosswright.series.report import charts
from crosswright.series.report.figures import RepeatFigures, figures

SVG = "{http://www.w3.org/2000/svg}"


def titles(text: str) -> list[str]:
    return [title.text or "" for title in ET.fromstring(text).iter(f"{SVG}title")]


def inside(text: str) -> bool:
    """Return whether no rectangle leaves the picture."""
    root = ET.fromstring(text)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    return all(
        float(box.attrib["x"]) >= 0
        and float(box.attrib["x"]) + float(box.attrib["width"]) <= width + 0.1
        and float(box.attrib["y"]) >= 0
        and float(box.attrib["y"]) + float(box.attrib["height"]) <= height
        for box in root.iter(f"{SVG}rect")
    )


def test_scores_of_each_puzzle() -> None:
    chart = charts.scores(small_season(small_plan()))
    assert "2027-02-26: mean 71" in titles(chart)
    assert "2027-02-26: lowest 51" in titles(chart)
    assert "2027-03-01: hole" in titles(chart)
    assert 'role="img" aria-label="Mean and lowest score of each puzzle"' in chart
    assert ">February 2027<" in chart
    assert inside(chart)


def test_a_long_season_gets_a_wide_chart() -> None:
    plan = small_plan(400)
    chart = charts.scores(small_season(plan, committed=400))
    assert int(ET.fromstring(chart).attrib["width"]) > 1000
    assert inside(chart)


def test_weekdays() -> None:
    plan = small_plan(14)
    counted = figures(plan, small_season(plan, committed=14))
    chart = charts.weekdays(counted.weekdays)
    assert "Friday: 71.0 to 78.0, mean 74.5" in titles(chart)
    assert inside(chart)


def test_bars() -> None:
    chart = charts.bars({"3": 20, "4": 7}, "Answers by length")
    assert titles(chart) == ["3: 20", "4: 7"]
    assert inside(chart)


@pytest.mark.parametrize("distances", [{5: 4}, {1: 2, 5: 4}, {n: n for n in range(5, 300)}])
def test_repeats_by_distance(distances: dict[int, int]) -> None:
    chart = charts.repeats(RepeatFigures("3", 4, 500, distances), "three-letter words")
    drawn = sum(int(title.split(": ")[1].replace(",", "")) for title in titles(chart))
    assert drawn == sum(distances.values())
    assert len(titles(chart)) <= charts.MAX_BARS + 1
    assert ">window<" in chart
    assert inside(chart)


def test_empty_charts_can_be_drawn() -> None:
    for chart in (charts.scores([]), charts.weekdays([]), charts.bars({}, "Nothing")):
        assert inside(chart)
