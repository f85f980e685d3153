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


@pytest.fixture
def play(browser: Any, tmp_path: Path) -> Iterator[Open]:
    """Open players; at the end nothing may have been requested or gone wrong."""
    contexts: list[Any] = []
    watches: list[list[str]] = []

    def open_page(
        *traces: Trace,
        width: int = 1280,
        height: int = 800,
        event: int | None = None,
        scheme: str = "light",
    ) -> Any:
        path = tmp_path / "player.html"
        path.write_text(page(traces), "utf-8")
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme
        )
        contexts.append(context)
        player = context.new_page()
        player.set_default_timeout(PATIENCE)
        stop_clock(player)
        watches.append(watch(player))
        player.goto(path.as_uri() + ("" if event is None else f"#event={event}"))
        return player

    yield open_page
    for context in contexts:
        context.close()
    assert [problem for problems in watches for problem in problems] == []


@pytest.fixture(scope="session")
def lesson() -> Trace:
    """The search of the lesson: 34 assignments, 24 dead ends."""
    grid = Grid.parse((ROOT / "docs" / "examples" / "mini.txt").read_text("utf-8"))
    return trace(grid, WordList.load(ROOT / "data" / "words2.txt"), algorithm="textbook")


@pytest.fixture(scope="session")
def searched(knotty: list[tuple[Grid, WordList]]) -> Trace:
    """A run of some chunks, with backtracks and restarts."""
    return trace(*knotty[-1])
