"""Players of searches in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.player import PATIENCE, Open, stop_clock, watch

from crosswright.grids.grid import Grid
from crosswright.tracing.player.page import page
from crosswright.tracing.trace import Trace, trace
from crosswright.words.wordlist import WordList

ROOT = Path(__file__).parents[3]


class SharedPage:
    """A page for one test after another: a new one costs more than most tests, and nothing is kept.

    Only the time that has passed stays; a page in which some has is not used again.
    """

    def __init__(self, browser: Any) -> None:
        self.page = browser.new_context().new_page()
        self.page.set_default_timeout(PATIENCE)
        stop_clock(self.page)
        self.begun = self.now()
        self.problems = watch(self.page)

    def now(self) -> float:
        """Return the time in the page."""
        time: float = self.page.evaluate("Date.now()")
        return time


@pytest.fixture(scope="session")
def pages_left() -> list[SharedPage]:
    """The pages that the next test may use."""
    return []


@pytest.fixture
def play(browser: Any, pages_left: list[SharedPage], tmp_path: Path) -> Iterator[Open]:
    """Open players; at the end nothing may have been requested or gone wrong."""
    used: list[SharedPage] = []

    def open_page(
        *traces: Trace,
        width: int = 1280,
        height: int = 800,
        event: int | None = None,
        scheme: str = "light",
    ) -> Any:
        path = tmp_path / f"player{len(used)}.html"
        path.write_text(page(traces), "utf-8")
        used.append(pages_left.pop() if pages_left else SharedPage(browser))
        player = used[-1].page
        player.set_viewport_size({"width": width, "height": height})
        player.emulate_media(color_scheme=scheme)
        player.goto(path.as_uri() + ("" if event is None else f"#event={event}"))
        return player

    yield open_page
    problems = [problem for each in used for problem in each.problems]
    for each in used:
        each.problems.clear()
        if each.now() == each.begun:
            each.page.mouse.move(0, 0)
            pages_left.append(each)
        else:
            each.page.context.close()
    assert problems == []


@pytest.fixture(scope="session")
def lesson() -> Trace:
    """The search of the lesson: 34 assignments, 24 dead ends."""
    grid = Grid.parse((ROOT / "docs" / "examples" / "mini.txt").read_text("utf-8"))
    return trace(grid, WordList.load(ROOT / "data" / "words2.txt"), algorithm="textbook")


@pytest.fixture(scope="session")
def searched(knotty: list[tuple[Grid, WordList]]) -> Trace:
    """A run of some chunks, with backtracks and restarts."""
    return trace(*knotty[-1])
