"""The site of a season: what is in its folder, what never is, and how it looks in a browser."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.player import letters, watch
from helpers.seasons import GRIDS, START, small_plan, small_season, write_puzzles

from crosswright.errors import SeriesError
from crosswright.series.plan import Outputs
from crosswright.series.site import Site, write_site
from crosswright.support.records import replace

NOON = datetime.time(12)


def small_site(folder: Path, **options: Any) -> Site:
    plan = small_plan()
    entries = write_puzzles(small_season(plan), folder)
    return Site.of(plan, entries, folder, **options)


def pages(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.html"))


def test_the_pages_of_a_site(tmp_path: Path) -> None:
    written = write_site(small_site(tmp_path), tmp_path / "site")
    assert written[-1] == "index.html"
    assert pages(tmp_path / "site") == sorted(written)
    assert "puzzles/2027-03-01.html" not in written  # the hole
    assert len(written) == 5 + 2 + 1


def test_every_link_is_relative_and_leads_to_a_page(tmp_path: Path) -> None:
    files = small_site(tmp_path).files()
    for path, data in files.items():
        for link in re.findall(r'href="([^"]*)"', data.decode()):
            if link != "data:,":
                assert (Path("/", path).parent / link).resolve().as_posix()[1:] in files, link


def test_the_same_season_gives_the_same_site(tmp_path: Path) -> None:
    assert small_site(tmp_path).files() == small_site(tmp_path).files()


def test_nothing_of_a_later_date_is_in_it(tmp_path: Path) -> None:
    until = START + datetime.timedelta(days=1)
    files = small_site(tmp_path, until=until).files()
    assert [*files] == [
        "puzzles/2027-02-26.html",
        "puzzles/2027-02-27.html",
        "archive/2027-02.html",
        "index.html",
    ]
    assert all(b"2027-02-28" not in data and b"No. 3" not in data for data in files.values())


def test_later_pages_of_an_earlier_site_are_removed(tmp_path: Path) -> None:
    target = tmp_path / "site"
    write_site(small_site(tmp_path), target)
    own = target / "puzzles" / "extra.html"
    own.write_text("mine")
    written = write_site(small_site(tmp_path, until=START), target)
    assert pages(target) == sorted([*written, "puzzles/extra.html"])
    written = write_site(small_site(tmp_path, until=datetime.date(2020, 1, 1)), target)
    assert written == ["index.html"]
    assert b"There is no puzzle yet" in (target / "index.html").read_bytes()


def test_a_page_of_somebody_else_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<h1>My home page</h1>")
    with pytest.raises(SeriesError, match=r"index.html is not the page of such a site"):
        write_site(small_site(tmp_path), tmp_path)
    assert pages(tmp_path) == ["index.html"]


def test_the_solutions_are_inside_only_if_wanted(tmp_path: Path) -> None:
    def data(site: Site) -> dict[str, Any]:
        page = site.files()["puzzles/2027-02-26.html"].decode()
        text = re.search(r'<script type="application/json" id="puzzle">(.*?)</script>', page)
        assert text
        loaded: dict[str, Any] = json.loads(text[1])
        return loaded

    open_book = data(small_site(tmp_path, solutions=True))
    assert "".join(open_book["solution"]) == re.sub(r"\W", "", GRIDS[0])
    closed = data(small_site(tmp_path, solutions=False))
    assert "solution" not in closed
    assert closed["checks"] == "grid" and not any(closed["hashes"]["words"])
    plan = small_plan(outputs=Outputs(solutions=False))
    assert Site.of(plan, [], tmp_path).solutions is False


def test_a_season_of_sheets_alone_is_made_from_its_grids(tmp_path: Path) -> None:
    plan = small_plan()
    (entry,) = small_season(plan, committed=1)
    site = Site.of(plan, [replace(entry, files=entry.files[1:])], tmp_path)
    assert site.puzzles[0].answers["1A"] == "CAT"


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    plan = small_plan()
    entries = write_puzzles(small_season(plan), tmp_path)
    (tmp_path / "2027-02-26.ipuz").unlink()
    with pytest.raises(SeriesError, match=r"2027-02-26.ipuz: cannot be read.*series verify"):
        Site.of(plan, entries, tmp_path)


# -- in a browser ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("season")
    write_site(small_site(folder, solutions=False), folder / "site")
    return folder / "site"


@pytest.fixture
def context(browser: Any) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 375, "height": 700})
    yield context
    context.close()


def opened(context: Any, folder: Path, date: datetime.date) -> Any:
    page = context.new_page()
    page.clock.set_fixed_time(datetime.datetime.combine(date, NOON))
    page.goto((folder / "index.html").as_uri())
    return page


@pytest.mark.parametrize(
    ("day", "heading", "title"),
    [
        (START, "Today’s puzzle", "No. 1 <i>"),
        (datetime.date(2027, 2, 28), "Today’s puzzle", "No. 3 <i>"),
        (datetime.date(2027, 3, 1), "The latest puzzle", "No. 3 <i>"),
        (datetime.date(2030, 1, 1), "The latest puzzle", "No. 6 <i>"),
        (datetime.date(2027, 1, 1), "The first puzzle", "No. 1 <i>"),
    ],
)
def test_the_puzzle_of_the_day_comes_first(
    context: Any, folder: Path, day: datetime.date, heading: str, title: str
) -> None:
    page = opened(context, folder, day)
    assert page.locator("#heading").inner_text() == heading
    assert page.locator("#title").inner_text() == title


def test_a_reader_finds_a_puzzle_and_plays_it(context: Any, folder: Path) -> None:
    page = opened(context, folder, datetime.date(2027, 3, 2))
    problems = watch(page)
    assert page.title() == "Small & <Daily>"
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    page.locator(".archive").get_by_text("February 2027").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    assert page.locator(".month td a").count() == 3
    page.locator(".list").get_by_text("No. 1 <i>").click()
    page.locator(".cell input").first.click()
    page.keyboard.type("CUT")  # a click where the cursor is turns it down
    assert letters(page) == "C..U.T.."
    page.get_by_text("Next ›").click()
    assert page.url.endswith("puzzles/2027-02-27.html")
    page.get_by_text("All puzzles").click()
    page.locator("#play").click()
    assert page.url.endswith("puzzles/2027-03-02.html")
    assert problems == []


def test_without_scripts_the_last_puzzle_is_first(browser: Any, folder: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((folder / "index.html").as_uri())
    assert page.locator("#title").inner_text() == "No. 6 <i>"
    assert page.locator("#play").get_attribute("href") == "puzzles/2027-03-03.html"
    context.close()
