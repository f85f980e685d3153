"""Pages in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.player import PATIENCE, Open

from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering.render import save


@pytest.fixture
def play(browser: Any, tmp_path: Path) -> Iterator[Open]:
    """Open puzzles; by the end nothing may have been requested or gone wrong."""
    contexts: list[Any] = []
    problems: list[str] = []

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
        page.on("console", lambda message: problems.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on(
            "request", lambda request: problems.append(request.url) if not is_page(request) else 0
        )
        if script:
            page.add_init_script(script)
        page.goto(path.as_uri())
        return page

    def is_page(request: Any) -> bool:
        return bool(request.is_navigation_request()) or request.url == "data:,"

    yield open_page
    for context in contexts:
        context.close()
    assert problems == []
