"""The site in a real browser, opened from its folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.player import PATIENCE

OpenPage = Callable[..., Any]

EXPECTED = {
    "Grid": "docs/api.html#grid",
    "why not": "docs/explain.html#why-not-this-word",
    "with_letters": "docs/api.html#grid",
    "anagrams": "docs/cli.html#crosswright-words-anagram",
    "cluster": "docs/series.html#on-a-cluster",
    "licence": "LICENSE.html",
    "GREEK": "docs/languages.html#from-list-to-sheet-in-greek",
}


@pytest.fixture
def open_page(browser: Any, site: Path) -> Iterator[OpenPage]:
    """Open pages; by the end nothing but files may have been asked for, and nothing gone wrong."""
    problems: list[str] = []
    contexts: list[Any] = []

    def open_it(path: str, width: int = 1280, **options: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": 800}, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: problems.append(message.text))
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", lambda request: problems.append(request.url) if is_far(request) else 0)
        page.goto((site / path).as_uri())
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert problems == []


def is_far(request: Any) -> bool:
    return not request.url.startswith(("file:", "data:"))


def test_the_search_finds_with_the_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page("docs/course/hints.html")
    page.keyboard.press("/")
    page.keyboard.type("on a cluster")
    field = page.get_by_role("combobox", name="Search the documentation")
    chosen = page.locator("#results [aria-selected=true]")
    chosen.wait_for()
    assert field.get_attribute("aria-activedescendant") == chosen.get_attribute("id")
    assert "On a cluster" in chosen.inner_text()
    assert page.locator("#results mark").first.inner_text().lower() in ("on", "a", "cluster")
    page.keyboard.press("ArrowDown")
    assert chosen.get_attribute("id") == "result-1"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_url("**/docs/series.html#on-a-cluster")
    assert page.locator("#on-a-cluster").is_visible()


def test_what_the_search_finds_first(open_page: OpenPage) -> None:
    page = open_page("index.html")
    page.get_by_role("combobox").fill("grid")
    page.locator("#results li").first.wait_for()
    for query, url in EXPECTED.items():
        found = page.evaluate("(query) => search(query).map((section) => section.url)", query)
        assert url in found[:3], (query, found)
    page.get_by_role("combobox").fill("xyzzy")
    page.get_by_text("Nothing found for “xyzzy”.").wait_for()
    page.keyboard.press("Escape")
    assert page.locator(".found").is_hidden()


def test_on_a_phone_nothing_is_wider_than_the_screen_and_menus_open(open_page: OpenPage) -> None:
    page = open_page("docs/benchmarks-hard.html", 390, is_mobile=True, has_touch=True)
    for path in ("benchmarks-hard.html", "api.html", "cli.html", "rendering.html"):
        page.goto(page.url.rpartition("/")[0] + "/" + path)
        assert page.evaluate("document.documentElement.scrollWidth") == 390, path
    assert page.locator(".table[tabindex='0']").count()  # those can be scrolled with keys
    assert page.locator("#pages").is_hidden()
    page.get_by_role("button", name="On this page").tap()
    page.locator("#contents").get_by_role("link", name="HTML", exact=True).tap()
    page.wait_for_url("**/rendering.html#html")
    assert page.locator("#contents").is_hidden()
    page.get_by_role("button", name="Menu").tap()
    page.locator("#pages").get_by_role("link", name="The studio").first.tap()
    page.wait_for_url("**/docs/studio.html")


def test_light_and_dark(open_page: OpenPage) -> None:
    def background(page: Any) -> str:
        return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))

    light, dark = (open_page("index.html", color_scheme=scheme) for scheme in ("light", "dark"))
    before = background(light)
    assert before != background(dark)
    dark.get_by_role("button", name="Light").click()
    assert background(dark) == before
