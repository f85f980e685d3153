"""Blocks under every symmetry, bars, circles, shades, notes, rebus and size."""

from __future__ import annotations

import pytest
from helpers.studio_page import Desk

EMPTY = ["....."] * 5

IMAGES = {
    "none": ["....#", ".....", ".....", ".....", "....."],
    "180": ["....#", ".....", ".....", ".....", "#...."],
    "90": ["#...#", ".....", ".....", ".....", "#...#"],
    "left-right": ["#...#", ".....", ".....", ".....", "....."],
    "up-down": ["....#", ".....", ".....", ".....", "....#"],
    "diagonal": ["....#", ".....", ".....", ".....", "#...."],
    "antidiagonal": ["....#", ".....", ".....", ".....", "....."],
}


def test_a_block_comes_with_its_images_under_every_symmetry(desk: Desk) -> None:
    document = desk.start(EMPTY)
    options = desk.page.locator("#symmetry option")
    assert set(options.evaluate_all("all => all.map((one) => one.value)")) == set(IMAGES)
    for symmetry, rows in IMAGES.items():
        desk.page.locator("#symmetry").select_option(symmetry)
        desk.go(0, 4)
        desk.press(".")
        assert desk.rows() == rows
        cells = desk.state(document)["cells"]
        blocks = {key for key, cell in cells.items() if cell.get("block")}
        assert blocks == {
            f"{row},{column}"
            for row, line in enumerate(rows)
            for column, sign in enumerate(line)
            if sign == "#"
        }
        desk.press(".")
        assert desk.rows() == EMPTY


def test_symmetries_of_squares_are_off_elsewhere(desk: Desk) -> None:
    desk.start(["....", "....", "...."])
    off = desk.page.locator("#symmetry option:disabled").evaluate_all(
        "all => all.map((one) => one.value)"
    )
    assert set(off) == {"90", "diagonal", "antidiagonal"}


@pytest.mark.parametrize("width", [1440, 1261, 1200, 1191, 1000, 800])
def test_tools_above_the_grid_are_whole_on_every_screen(new_desk: Desk, width: int) -> None:
    desk = new_desk
    desk.page.set_viewport_size({"width": width, "height": 800})
    desk.start(["." * 15] * 15)
    reach = """() => {
        const right = (element) => element.getBoundingClientRect().right;
        const tools = [...document.querySelectorAll(".over button, .over select")];
        return [Math.max(...tools.map(right)), right(document.querySelector(".centre"))];
    }"""
    furthest, edge = desk.page.evaluate(reach)
    assert furthest <= edge


def test_blocks_renumber_and_clues_survive(desk: Desk) -> None:
    document = desk.start(EMPTY)
    desk.page.locator("#symmetry").select_option("none")
    desk.page.locator(".clue-input").fill("The last row")
    desk.press("Enter")
    desk.go(2, 2)
    desk.press(".")
    clues = desk.state(document)["clues"]
    assert clues == {"across 0,0 5": {"text": "The last row"}}
    assert desk.page.locator(".square .number").first.inner_text() == "1"


def test_bars_go_round_right_below_both_none(desk: Desk) -> None:
    document = desk.start(EMPTY)
    desk.page.locator("#symmetry").select_option("none")
    desk.go(1, 1)
    seen = []
    for _ in range(4):
        desk.press(",")
        seen.append(sorted(desk.state(document)["bars"]))
    assert seen == [["1,1 right"], ["1,1 below"], ["1,1 below", "1,1 right"], []]


def test_bars_have_images(desk: Desk) -> None:
    document = desk.start(EMPTY)
    desk.page.locator("#symmetry").select_option("180")
    desk.go(1, 1)
    desk.press(",")
    assert sorted(desk.state(document)["bars"]) == ["1,1 right", "3,2 right"]
    assert desk.page.locator(".bar-right").count() == 2


@pytest.mark.parametrize(("key", "name", "value"), [("`", "circle", True), ("~", "shade", "grey")])
def test_marks(desk: Desk, key: str, name: str, value: object) -> None:
    document = desk.start(EMPTY)
    desk.press(key)
    assert desk.page.locator(f".square.{name}").count() == 1
    assert desk.state(document)["cells"] == {"0,0": {name: value}}
    desk.press(key)
    assert desk.state(document)["cells"] == {}


def test_circle_and_shade_together(desk: Desk) -> None:
    document = desk.start(EMPTY)
    desk.press("`", "~")
    assert desk.state(document)["cells"] == {"0,0": {"circle": True, "shade": "grey"}}


@pytest.mark.parametrize("key", ["Escape", "Insert"])
def test_rebus(desk: Desk, key: str) -> None:
    document = desk.start(EMPTY)
    desk.press(key)
    desk.page.keyboard.type("heart")
    desk.press("Enter")
    assert desk.state(document)["cells"] == {"0,0": {"letter": "HEART"}}
    assert desk.square(0, 0).locator(".token").inner_text() == "HEART"
    assert desk.here() == (0, 1)


def test_a_note_on_a_square(desk: Desk) -> None:
    document = desk.start(EMPTY)
    desk.press("ArrowRight", ";")
    desk.page.keyboard.type("pun here")
    desk.press("Enter")
    assert desk.state(document)["cells"] == {"0,1": {"note": "pun here"}}
    assert "note: pun here" in desk.square(0, 1).locator("input").get_attribute("aria-label")
    assert desk.here() == (0, 1)


def test_resize_keeps_clues_and_letters(desk: Desk) -> None:
    document = desk.start(EMPTY)
    desk.press("c", "a", "t")
    desk.page.locator("#title button").click()
    form = desk.page.locator(".drawer form", has_text="Rows")
    form.locator("[name=height]").fill("7")
    form.locator("[name=top]").fill("1")
    form.get_by_role("button", name="Resize").click()
    desk.until("document.querySelectorAll('.board-row').length === 7")
    assert desk.rows()[1] == "CAT.."
    form.locator("[name=left]").fill("2")
    form.get_by_role("button", name="Resize").click()
    assert desk.state(document)["size"] == {"height": 7, "width": 7}
    assert desk.rows()[1] == "..CAT.."


def test_a_region_by_keys_is_blocked_cleared_and_left(desk: Desk) -> None:
    desk.start(EMPTY)
    desk.press("a", "b", "Home", "Shift+ArrowRight", "Shift+ArrowDown")
    assert desk.page.locator(".square.selected").count() == 4
    desk.press("Delete")
    assert desk.rows() == EMPTY
    desk.press("Escape")
    assert desk.page.locator(".square.selected").count() == 0


def test_a_region_by_dragging(desk: Desk) -> None:
    desk.start(EMPTY)
    start, end = (desk.square(*cell).bounding_box() for cell in ((1, 1), (2, 3)))
    mouse = desk.page.mouse
    mouse.move(start["x"] + 9, start["y"] + 9)
    mouse.down()
    mouse.move(end["x"] + 9, end["y"] + 9, steps=4)
    mouse.up()
    assert desk.page.locator(".square.selected").count() == 6
