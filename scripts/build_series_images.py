"""Take the pictures of docs/series.md: the report and the site of a season that is made for it.

Run by hand, in the environment of the tests, with Chromium installed (a minute or two):

    .venv/bin/python scripts/build_series_images.py
"""

from __future__ import annotations

import datetime
import tempfile
from pathlib import Path

from pictures import keep, open_browser

from crosswright.series.ledger import Ledger
from crosswright.series.plan import Calendar, Day, Plan, SearchSettings, Texts
from crosswright.series.report.report import report
from crosswright.series.run import start
from crosswright.series.site import Site, write_site

COLOURS = 128  # enough for flat areas and smooth letters
PLAN = Plan(
    calendar=Calendar(datetime.date(2027, 3, 1), 56),
    name="Daily",
    texts=Texts(title="Daily No. {n}", author="A. Setter"),
    days=(
        *(Day(min_score=60, difficulty="easy"), Day(min_score=60), Day(), Day(), Day()),
        *(Day(min_score=30, difficulty="hard", goal=None), Day()),
    ),
    search=SearchSettings(failures=5_000, repair_failures=5_000),
)
TODAY = datetime.datetime(2027, 3, 20, 9)


def make(folder: Path) -> None:
    """Make a season, its report and its site."""
    with start(PLAN, folder) as run:
        run.result()
    with Ledger.open(folder) as ledger:
        entries = ledger.entries()
    (folder / "report.html").write_text(report(PLAN, entries), encoding="utf-8")
    write_site(Site.of(PLAN, entries, folder), folder / "site")


def main() -> None:
    """Make the season, and take the pictures."""
    with tempfile.TemporaryDirectory() as name, open_browser() as browser:
        folder = Path(name, "season")
        make(folder)
        page = browser.new_page(viewport={"width": 1000, "height": 820})
        page.goto((folder / "report.html").as_uri())
        keep(page.screenshot(), "series-report.png", COLOURS)
        page = browser.new_page(viewport={"width": 390, "height": 500})
        page.clock.set_fixed_time(TODAY)
        page.goto((folder / "site" / "index.html").as_uri())
        keep(page.screenshot(), "series-site.png", COLOURS)


if __name__ == "__main__":
    main()
