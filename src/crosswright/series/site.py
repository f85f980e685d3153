"""A site of players that any host can serve, or a folder: relative links, no server, no network.

The first page shows the puzzle of the reader's day, the archive has a page for each month, and
every puzzle a page to play it on. Nothing in it depends on when it is made, except for `until`:
puzzles of later dates are then not in the site at all.
"""

from __future__ import annotations

import datetime
import os
import re
from collections.abc import Iterable, Sequence
from functools import partial
from html import escape
from pathlib import Path, PurePosixPath
from typing import Final

from crosswright.errors import CrosswrightError, SeriesError
from crosswright.formats.files import read
from crosswright.grids.grid import Grid
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering import html
from crosswright.rendering.offline import embedded
from crosswright.rendering.options import RenderOptions
from crosswright.series import outputs
from crosswright.series.calendar import dated
from crosswright.series.inputs import Inputs
from crosswright.series.ledger import LedgerEntry
from crosswright.series.pages import (
    GENERATOR,
    document,
    long_date,
    month_name,
    month_table,
    months,
)
from crosswright.series.plan import Plan
from crosswright.support.files import write_atomically
from crosswright.support.records import Record
from crosswright.support.shipped import shipped_text

INDEX: Final = "index.html"
PUZZLES, ARCHIVE = "puzzles", "archive"
"""Folders of the site."""

FORMATS: Final = (".ipuz", ".jpz", ".xd", ".exolve", ".puz")
"""Files that a puzzle is read from, the one that holds most first."""

_OWN_PAGE: Final = re.compile(r"\d{4}-\d\d(-\d\d)?\.html")
_HEAD: Final = 4096


class Site(Record):
    """The puzzles of a site, and what it is called."""

    name: str
    dates: tuple[datetime.date, ...]
    puzzles: tuple[Puzzle, ...]
    """The puzzles of these dates, in order."""
    solutions: bool = True
    """Whether the pages have the solutions inside, to check and reveal letters."""

    @classmethod
    def of(
        cls,
        plan: Plan,
        entries: Iterable[LedgerEntry],
        folder: str | os.PathLike[str],
        *,
        solutions: bool | None = None,
        until: datetime.date | None = None,
    ) -> Site:
        """Read the puzzles of a season from its folder, up to a date if there is one.

        Whether there are solutions inside is up to the plan, unless it is said here.
        """
        included = [
            entry
            for entry in entries
            if not entry.is_hole and (until is None or entry.date <= until)
        ]
        planned = {puzzle.number: puzzle for puzzle in dated(plan)}
        inputs: Inputs | None = None
        puzzles = []
        for entry in included:
            puzzle = _from_file(entry, Path(folder))
            if puzzle is None:  # the season has sheets only
                inputs = inputs or Inputs.of(plan)
                grid = Grid.parse(entry.grid)
                puzzle = outputs.puzzle(plan, inputs, planned[entry.number], grid)
            puzzles.append(puzzle)
        inside = plan.outputs.solutions if solutions is None else solutions
        return cls(plan.name, tuple(entry.date for entry in included), tuple(puzzles), inside)

    def files(self) -> dict[str, bytes]:
        """Return the pages by their paths in the site, the first page last."""
        pages = {_page(date): self._player(index) for index, date in enumerate(self.dates)}
        firsts = months(self.dates)
        for index, first in enumerate(firsts):
            pages[_month_page(first)] = self._month(firsts, index).encode()
        pages[INDEX] = self._index(firsts).encode()
        return pages

    # -- pages ------------------------------------------------------------------------------------

    def _title(self, index: int) -> str:
        return self.puzzles[index].title or long_date(self.dates[index])

    def _player(self, index: int) -> bytes:
        """Return the page of a puzzle, with links to the others."""
        options = RenderOptions(checks="letters" if self.solutions else "grid")
        links = [("All puzzles", f"../{INDEX}")]
        if index > 0:
            links.append(("‹ Previous", f"../{_page(self.dates[index - 1])}"))
        if index + 1 < len(self.dates):
            links.append(("Next ›", f"../{_page(self.dates[index + 1])}"))
        return bytes(html.draw(self.puzzles[index], options, links))

    def _index(self, firsts: Sequence[datetime.date]) -> str:
        heading = f"<header><h1>{escape(self.name)}</h1></header>"
        if not self.dates:
            return document(self.name, f"{heading}\n<p>There is no puzzle yet.</p>")
        last = len(self.dates) - 1
        card = (
            '<section class="today">\n<h2 id="heading">The latest puzzle</h2>\n'
            f'<p class="title" id="title" dir="auto">{escape(self._title(last))}</p>\n'
            f'<p class="quiet" id="date">{long_date(self.dates[last])}</p>\n'
            f'<a class="play" id="play" href="{_page(self.dates[last])}">Play</a>\n</section>'
        )
        archive = "".join(
            f'<li><a href="{_month_page(first)}">{month_name(first)}</a></li>'
            for first in reversed(firsts)
        )
        body = (
            f"{heading}\n<main>\n{card}\n<section>\n<h2>All puzzles</h2>\n"
            f'<ul class="archive">{archive}</ul>\n</section>\n</main>'
        )
        puzzles = [
            {
                "date": date.isoformat(),
                "day": long_date(date),
                "title": self._title(index),
                "page": _page(date),
            }
            for index, date in enumerate(self.dates)
        ]
        return document(
            self.name,
            body,
            style=_source("site.css"),
            data=embedded({"puzzles": puzzles}),
            script=_source("site.js"),
        )

    def _month(self, firsts: Sequence[datetime.date], index: int) -> str:
        first = firsts[index]
        links = [("All puzzles", f"../{INDEX}")]
        links += [(f"‹ {month_name(day)}", f"../{_month_page(day)}") for day in firsts[:index][-1:]]
        links += [
            (f"{month_name(day)} ›", f"../{_month_page(day)}") for day in firsts[index + 1 :][:1]
        ]
        shown = "".join(f'<a href="{target}">{text}</a>' for text, target in links)
        own = [n for n, date in enumerate(self.dates) if date.replace(day=1) == first]
        items = "\n".join(f"<li>{self._item(n)}</li>" for n in own)
        title = f"{self.name}: {month_name(first)}"
        table = month_table(first, partial(_cell, {self.dates[n] for n in own}))
        body = (
            f'<nav class="links">{shown}</nav>\n<header><h1>{escape(title)}</h1></header>\n'
            f'<main>\n{table}\n<ul class="list">\n{items}\n</ul>\n</main>'
        )
        return document(title, body, style=_source("site.css"))

    def _item(self, index: int) -> str:
        title, date = self._title(index), long_date(self.dates[index])
        link = f'<a href="../{_page(self.dates[index])}" dir="auto">{escape(title)}</a>'
        return link if title == date else f'{link} <span class="quiet">{date}</span>'


def _cell(dates: set[datetime.date], date: datetime.date) -> str | None:
    if date not in dates:
        return None
    return (
        f'<td><a href="../{_page(date)}"><span class="date">{date.day}</span>'
        f'<span aria-hidden="true">▸</span><span class="hidden">{long_date(date)}</span></a></td>'
    )


def _page(date: datetime.date) -> str:
    return f"{PUZZLES}/{date.isoformat()}.html"


def _month_page(first: datetime.date) -> str:
    return f"{ARCHIVE}/{first:%Y-%m}.html"


def _source(name: str) -> str:
    return shipped_text(__name__, name)


def _from_file(entry: LedgerEntry, folder: Path) -> Puzzle | None:
    """Read a puzzle from the file that holds most of it; None if there is no such file."""
    paths = {PurePosixPath(file.path).suffix: file.path for file in entry.files}
    path = next((paths[suffix] for suffix in FORMATS if suffix in paths), None)
    if path is None:
        return None
    try:
        return read(folder / path)
    except CrosswrightError as error:
        raise SeriesError(f"{error}; crosswright series verify names all that is wrong") from None


# -- writing --------------------------------------------------------------------------------------


def write_site(site: Site, folder: str | os.PathLike[str]) -> list[str]:
    """Write a site, and remove pages of an earlier one that are not in it; return what was written.

    The first page is written last. A first page that is not of such a site is not replaced.
    """
    target = Path(folder)
    require_own(target / INDEX)
    files = site.files()
    try:
        _remove_others(target, files)
        for path, data in files.items():
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            write_atomically(target / path, data)
    except OSError as error:
        reason = error.strerror or error
        raise SeriesError(f"{target}: the site cannot be written: {reason}") from None
    return [*files]


def require_own(index: Path) -> None:
    """Refuse to replace a page that somebody else has made."""
    try:
        with index.open("rb") as file:
            head = file.read(_HEAD)
    except FileNotFoundError:
        return
    except OSError as error:
        raise SeriesError(f"{index}: cannot be read: {error.strerror or error}") from None
    if f'content="{GENERATOR}"'.encode() not in head:
        raise SeriesError(f"{index} is not the page of such a site; choose another folder with -o")


def _remove_others(target: Path, files: dict[str, bytes]) -> None:
    """Remove pages of puzzles and months that are not in the site any more: they may be later."""
    for name in (PUZZLES, ARCHIVE):
        for path in (target / name).glob("*.html"):
            if _OWN_PAGE.fullmatch(path.name) and f"{name}/{path.name}" not in files:
                path.unlink()
