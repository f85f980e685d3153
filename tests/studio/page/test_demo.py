"""The demo: what is seen first."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from helpers.studio_page import Desk

from crosswright.studio import demo


@pytest.fixture
def example(new_desk: Desk) -> Iterator[demo.Demo]:
    """An example in the library, as `--demo` makes it."""
    yield demo.begin(new_desk.server.studio)
    new_desk.server.studio.demo = None


def test_the_demo_opens_with_a_why_not_and_the_truth_map(
    new_desk: Desk, example: demo.Demo
) -> None:
    page = new_desk.page
    new_desk.open(example.document)
    guide = page.locator(".guide")
    guide.wait_for()
    assert str(example.word) in guide.inner_text()
    why = page.get_by_role("heading", name=f"Why not {example.word}?")
    why.wait_for()
    page.locator(".board.explaining .square .heat", has_text="2").first.wait_for()  # both at once
    new_desk.press("Escape")
    why.wait_for(state="hidden")
    page.locator(".segments button[aria-pressed=true]", has_text="Letters").wait_for()
    page.locator("#status", has_text="alive").wait_for()  # by search, not by propagation
    guide.get_by_role("button", name="Got it").click()
    guide.wait_for(state="detached")
    new_desk.open(example.document, "clues")
    new_desk.open(example.document)
    assert page.locator(".guide").count() == 0  # once is enough
