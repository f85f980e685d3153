"""How the page fits a screen and a finger, in either direction of writing."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.player import Open, tap

from crosswright.puzzles.puzzle import Puzzle

FINGER = 44  # pixels
TARGETS = """() =>
    [...document.querySelectorAll("button:not(.go), summary, select, label, .clues li")]
        .filter((target) => target.checkVisibility())
        .map((target) => [target.textContent, target.getBoundingClientRect()])
        .map(([name, box]) => [name, Math.min(box.width, box.height)])
"""


def overflow(page: Any) -> list[int]:
    measure = """() => {
        const page = document.documentElement;
        return [page.scrollHeight - innerHeight, page.scrollWidth - innerWidth];
    }"""
    return [max(0, pixels) for pixels in page.evaluate(measure)]


@pytest.mark.parametrize("language", ["en", "de", "el", "he"])
def test_a_daily_fits_a_small_laptop_without_scrolling(
    play: Open, daily: Puzzle, language: str
) -> None:
    page = play(daily, sheet_language=language)
    assert overflow(page) == [0, 0]
    box = page.locator(".grid").bounding_box()
    assert box["y"] + box["height"] <= 800
    assert box["width"] / 15 >= 32
    assert box["width"] == pytest.approx(box["height"], abs=2)
    assert page.locator(".clues li").last.bounding_box()["width"] > 200


def test_a_sunday_fits_too(play: Open, sunday: Puzzle) -> None:
    page = play(sunday)
    assert overflow(page) == [0, 0]
    box = page.locator(".grid").bounding_box()
    assert box["y"] + box["height"] <= 800


def test_the_clue_of_the_moment_is_scrolled_into_its_list(play: Open, daily: Puzzle) -> None:
    page = play(daily)
    item = page.locator(".clues li").nth(daily.grid.slots[-1].number)
    item.click()
    box, area = item.bounding_box(), page.locator(".scroll").first.bounding_box()
    assert area["y"] <= box["y"] and box["y"] + box["height"] <= area["y"] + area["height"]
    assert overflow(page) == [0, 0]


def test_everything_on_a_phone_is_large_enough_for_a_finger(play: Open, daily: Puzzle) -> None:
    page = play(daily, phone=True)
    assert overflow(page)[1] == 0
    for menu in page.locator("summary").all():
        tap(menu)
        sizes = page.evaluate(TARGETS)
        assert len(sizes) > 80
        assert [name for name, side in sizes if side < FINGER] == []
        panel = page.locator(".menu[open] > div").bounding_box()
        assert panel["x"] >= 0 and panel["x"] + panel["width"] <= 390
        tap(menu)


def test_references_are_large_enough_for_a_finger(play: Open) -> None:
    clues = {"1A": "See 1-Down", "1D": "With 1-Across, a cat and what it sits in"}
    page = play(Puzzle.from_filled("CAT\nA##\nR##", clues), phone=True)
    heights = [link.bounding_box()["height"] for link in page.locator(".clues .reference").all()]
    assert len(heights) == 2 and min(heights) >= FINGER
    assert overflow(page)[1] == 0


def test_short_puzzles_are_printed_larger(play: Open, tiny: Puzzle, daily: Puzzle) -> None:
    def printed(puzzle: Puzzle) -> tuple[str, float]:
        page = play(puzzle)
        page.emulate_media(media="print")
        size = page.locator(".clues li").first.evaluate("item => getComputedStyle(item).fontSize")
        return size, page.locator(".cell").first.bounding_box()["width"]

    (small, narrow), (large, wide) = printed(daily), printed(tiny)
    assert (small, large) == ("10.6667px", "14.6667px")  # 8 and 11 points
    assert wide > 1.5 * narrow


def test_right_to_left_is_right_to_left_throughout(play: Open, hebrew: Puzzle) -> None:
    page = play(hebrew)

    def left(selector: str, number: int = 0) -> float:
        return float(page.locator(selector).nth(number).bounding_box()["x"])

    assert page.locator("html").get_attribute("lang") == "he"
    assert left(".grid") > left(".clues")
    assert left(".cell", 0) > left(".cell", 1)
    assert left(".clues h2", 0) > left(".clues h2", 1)
    assert left("#pause") > left("#check") > left("#settings")
    assert left("#previous") > left("#next")
    page.locator("#settings summary").click()
    panel = page.locator("#settings > div").bounding_box()
    assert panel["x"] >= 0 and panel["x"] + panel["width"] <= 1280


def test_a_sheet_in_another_direction_than_the_letters(play: Open, hebrew: Puzzle) -> None:
    page = play(hebrew, sheet_language="en")
    assert page.locator("html").get_attribute("dir") == "ltr"
    first, second = (page.locator(".cell").nth(n).bounding_box() for n in (0, 1))
    assert second["x"] < first["x"]
    assert page.locator(".grid").bounding_box()["x"] < page.locator(".clues").bounding_box()["x"]
