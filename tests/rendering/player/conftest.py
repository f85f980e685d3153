"""Pages in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.player import PATIENCE, Open, stop_clock, watch

from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering.render import save


@pytest.fixture
def play(browser: Any, tmp_path: Path) -> Iterator[Open]:
    """Open puzzles; by the end nothing may have been requested or gone wrong."""
    contexts: list[Any] = []
    watches: list[list[str]] = []

    def open_page(
        puzzle: Puzzle,
        *,
        phone: bool = False,
        size: tuple[int, int] = (1280, 800),
        script: str = "",
        **options: Any,
    ) -> Any:
        path = tmp_path / "puzzle.html"
        save(puzzle, path, **options)
        width, height = (390, 844) if phone else size
        viewport = {"width": width, "height": height}
        context = browser.new_context(viewport=viewport, has_touch=phone, is_mobile=phone)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        stop_clock(page)
        watches.append(watch(page))
        if script:
            page.add_init_script(script)
        page.goto(path.as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [problem for problems in watches for problem in problems] == []
