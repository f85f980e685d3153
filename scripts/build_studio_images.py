"""Take the pictures of docs/studio.md in a running studio.

Run by hand, in the environment of the tests, with Chromium installed:

    .venv/bin/python scripts/build_studio_images.py [PICTURE …]
"""

from __future__ import annotations

import datetime
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pictures import ROOT, keep, open_browser

sys.path.insert(0, str(ROOT / "tests"))

from helpers.studio import StudioClient, running_studio

from crosswright.series.plan import Calendar, Day, Plan, SearchSettings, Texts
from crosswright.series.run import start
from crosswright.studio import demo

PATIENCE = 120_000  # milliseconds
VIEWER = 8_000  # milliseconds that the browser's viewer of PDFs may take
REPAIRS = 5_000  # milliseconds in which repairs come
VERDICTS = 6_000  # milliseconds in which verdicts come and rows are sorted by them
DESKTOP = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}

OVERHEAD = [
    "....#....",
    "....#....",
    "RAINCHECK",
    "...#.....",
    "###AIR###",
    ".....#...",
    "CLOUDNINE",
    "....#....",
    "....#....",
]
THEME = ("across 2,0 9", "across 4,3 3", "across 6,0 9")
CLUES = {
    "across 2,0 9": "Promise of another day",
    "across 4,3 3": "Broadcast",
    "across 6,0 9": "Where the overjoyed are",
}


def prepare(studio: StudioClient) -> str:
    """Make a puzzle as the tutorial does, and some company for it."""
    new = {"kind": "rows", "rows": OVERHEAD, "title": "Overhead"}
    overhead = str(studio.post("/api/documents", new)["id"])
    operations: list[dict[str, Any]] = [{"op": "set_theme", "slot": s, "on": True} for s in THEME]
    operations += [{"op": "set_clue", "slot": slot, "text": text} for slot, text in CLUES.items()]
    operations += [{"op": "set_rules", "min_score": 50}, {"op": "set_meta", "author": "You"}]
    studio.edit(overhead, *operations)
    weather = {"kind": "rows", "rows": ["CLOUDNINE", "." * 9], "title": "Weather"}
    earlier = str(studio.post("/api/documents", weather)["id"])
    studio.edit(earlier, {"op": "set_clue", "slot": "1A", "text": "Height of bliss"})
    for index, title in ((3, "Saturday"), (7, "Quiet corners"), (11, "Long way round")):
        studio.post("/api/documents", {"kind": "pattern", "index": index, "title": title})
    return overhead


def open_page(browser: Any, studio: StudioClient, path: str, **options: Any) -> Any:
    """Open a page that is let in, and wait until it has everything."""
    context = browser.new_context(reduced_motion="reduce", **options)
    context.set_default_timeout(PATIENCE)
    name, _, value = studio.cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": studio.origin}])
    page = context.new_page()
    page.goto(studio.origin + path)
    page.locator(".view:not([hidden])").wait_for()
    return page


def editor(browser: Any, studio: StudioClient, document: str) -> None:
    """The editor with a fill in pencil, and on a phone."""
    page = open_page(browser, studio, f"/documents/{document}", **DESKTOP)
    page.locator("body[data-pending=false]").wait_for()
    page.locator("#autofill").click()
    page.locator(".board:not(:has(.square.open b:empty))").wait_for()
    page.get_by_role("button", name="Stop").click()
    page.locator(".result-text", has_text="in pencil").wait_for()
    page.locator(".board-row").nth(3).locator(".square").nth(5).click()
    page.locator(".candidates.slot .divider", has_text="dead").wait_for()
    page.locator(".candidates.crossing .row").first.wait_for()
    page.locator(".histogram span").first.wait_for()
    page.wait_for_timeout(VERDICTS)
    keep(page.screenshot(), "studio-editor.png")
    page.context.close()
    phone = open_page(browser, studio, f"/documents/{document}", **PHONE)
    phone.locator(".candidates.slot .row").first.wait_for()
    phone.wait_for_timeout(VERDICTS)
    keep(phone.screenshot(), "studio-phone.png")
    phone.context.close()


def without_definitions(route: Any) -> None:
    """Answer without the dictionary's sentences, which are not ours to publish."""
    response = route.fetch()
    route.fulfill(response=response, json={**response.json(), "definitions": []})


def clues(browser: Any, studio: StudioClient, document: str) -> None:
    """The table of clues beside the grid."""
    page = open_page(browser, studio, f"/documents/{document}/clues", **DESKTOP)
    page.locator(".clue-line").first.wait_for()
    page.locator("body[data-report]").wait_for()
    page.route("**/api/words/look?*", without_definitions)
    page.get_by_label("Clue of 22A").focus()
    page.locator(".used button").wait_for()
    keep(page.screenshot(), "studio-clues.png")
    page.context.close()


def export(browser: Any, studio: StudioClient, document: str) -> None:
    """The formats, and the sheet in the browser's viewer, which does not say when it is ready."""
    page = open_page(browser, studio, f"/documents/{document}/export", **DESKTOP)
    page.locator(".format-list li").first.wait_for()
    page.locator(".preview-sheet p:empty").wait_for(state="attached")
    page.wait_for_timeout(VIEWER)
    keep(page.screenshot(), "studio-export.png")
    page.context.close()


def library(browser: Any, studio: StudioClient) -> None:
    """The library with a puzzle chosen."""
    page = open_page(browser, studio, "/", **DESKTOP)
    page.locator(".puzzle").nth(3).wait_for()
    page.locator(".side .history button").first.wait_for()
    keep(page.screenshot(), "studio-library.png")
    page.context.close()


def theme(browser: Any, studio: StudioClient, document: str) -> None:
    """The candidates of a theme, in the editor."""
    page = open_page(browser, studio, f"/documents/{document}", **DESKTOP)
    page.locator("body[data-pending=false]").wait_for()
    page.keyboard.press("F8")
    page.locator(".drawer [name=theme]").fill("rain check, Promise of another day\ncloud nine")
    page.get_by_role("button", name="Place and fill").click()
    page.locator(".outcome", has_text="candidates:").wait_for()
    keep(page.screenshot(), "studio-theme.png")
    page.context.close()


def make_season(folder: Path) -> None:
    """Make most of a season, and leave the rest to be made."""
    easy, hard = Day(min_score=60, difficulty="easy"), Day(min_score=30, goal=None)
    plan = Plan(
        calendar=Calendar(datetime.date(2027, 3, 1), 42),
        name="Daily",
        texts=Texts(title="Daily No. {n}"),
        days=(easy, easy, Day(), Day(), Day(), hard, Day()),
        search=SearchSettings(failures=2_000, repair_failures=2_000),
    )
    with start(plan, folder) as run:
        for progress in run:
            if progress.committed == 36:
                return


def seasons(browser: Any, studio: StudioClient) -> None:
    """A season that is being made."""
    page = open_page(browser, studio, "/series", **DESKTOP)
    page.locator(".day-picture svg").wait_for()
    keep(page.screenshot(), "studio-series.png")
    page.context.close()


def example(browser: Any, studio: StudioClient) -> None:
    """What `--demo` opens on."""
    chosen = demo.begin(studio.studio)
    page = open_page(browser, studio, f"/documents/{chosen.document}", **DESKTOP)
    page.locator("body[data-letter]").wait_for()
    page.locator(".whynot .repair, .whynot li").first.wait_for()
    page.wait_for_timeout(REPAIRS)
    keep(page.screenshot(), "studio-demo.png")
    page.context.close()


def main() -> None:
    """Take them all, or those that are named, of puzzles in a home of their own."""
    with tempfile.TemporaryDirectory() as home, open_browser() as browser:
        os.environ["HOME"] = home
        folder = Path(home) / "crosswords"
        folder.mkdir()
        with running_studio(folder) as studio:
            document = prepare(studio)
            pictures: dict[str, Callable[[], None]] = {
                "editor": lambda: editor(browser, studio, document),
                "clues": lambda: clues(browser, studio, document),
                "export": lambda: export(browser, studio, document),
                "library": lambda: library(browser, studio),
                "theme": lambda: theme(browser, studio, document),
                "series": lambda: (make_season(folder / "daily"), seasons(browser, studio))[1],
                "demo": lambda: example(browser, studio),
            }
            for name in sys.argv[1:] or pictures:
                pictures[name]()


if __name__ == "__main__":
    main()
