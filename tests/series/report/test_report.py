"""The report of a season, as text and in a browser: on a screen, a telephone, in the dark."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.player import watch
from helpers.seasons import small_plan, small_season

from crosswright.series.plan import Windows
from crosswright.series.report.report import report


def small_report(**changes: object) -> str:
    plan = small_plan(**changes)
    return report(plan, small_season(plan))


def test_the_same_season_gives_the_same_page() -> None:
    assert small_report() == small_report()


def test_nothing_is_fetched_and_nothing_slips_in() -> None:
    page = small_report()
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")
    assert "default-src 'none'" in page.replace("&#x27;", "'")
    assert "<Daily>" not in page and "Small &amp; &lt;Daily&gt;" in page
    assert "<all>" not in page and "&lt;all&gt; were used" in page


def test_a_season_that_has_only_begun() -> None:
    page = report(small_plan(), [])
    assert "7 puzzles still to be made" in page
    assert "There are none so far." in page
    plan = small_plan()
    whole = report(plan, small_season(plan, hole=None, committed=7))
    assert "There are none: every date has its puzzle." in whole


def test_what_came_again_too_soon_is_named() -> None:
    page = small_report(windows=Windows(((3, 5),), longer=9))
    assert "4 answers came again too soon: see Repeats." in page
    assert "<h3>Too soon</h3>" in page
    assert "No answer comes again within its window" in small_report()


# -- in a browser ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("season") / "report.html"
    path.write_text(small_report(), encoding="utf-8")
    return path


@pytest.fixture
def page(browser: Any, path: Path) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 375, "height": 700}, color_scheme="light")
    page = context.new_page()
    problems = watch(page)
    page.goto(path.as_uri())
    yield page
    context.close()
    assert problems == []


def test_a_person_sees_all_of_it(page: Any) -> None:
    assert page.title() == "Small & <Daily>: report"
    headings = page.locator("h2").all_text_contents()
    assert headings[:4] == ["Calendar", "Holes", "Scores", "Repeats"]
    assert page.locator(".summary dd").first.inner_text() == "5 of 7"
    assert page.locator("caption").all_text_contents() == ["February 2027", "March 2027"]
    for chart in page.locator("svg").all():
        assert chart.get_attribute("role") == "img" and chart.get_attribute("aria-label")
    assert page.locator("svg").count() == 5


def test_the_calendar_leads_to_files_and_explanations(page: Any) -> None:
    links = [link.get_attribute("href") for link in page.locator(".month a").all()]
    assert links[0] == "./2027/02/2027-02-26.pdf"
    assert page.locator(".month td.hole").count() == 1
    page.locator(".month td.hole a").click()
    assert page.url.endswith("#hole-4")
    hole = page.locator("#hole-4")
    assert "Puzzle 4, Monday, 1 March 2027" in hole.inner_text()
    assert "1-Across: no word is left; <all> were used." in hole.inner_text()


def test_it_fits_a_telephone(page: Any) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    page.locator("summary").last.click()
    assert page.get_by_role("cell", name="2027-02-27").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


def test_it_follows_the_dark_and_prints_light(page: Any) -> None:
    background = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(background)
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(background) != light
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(background) == "rgb(255, 255, 255)"
    assert not page.locator("section.screen").is_visible()
