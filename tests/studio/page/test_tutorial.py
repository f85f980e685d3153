"""The ten minutes of docs/studio.md, walked in the browser, from an empty grid to a PDF."""

from __future__ import annotations

from helpers.studio_page import Desk

PATTERN = [
    "....#....",
    "....#....",
    ".........",
    "...#.....",
    "###...###",
    ".....#...",
    ".........",
    "....#....",
    "....#....",
]
FILLED = "[...document.querySelectorAll('.square.open .token')].every((one) => one.textContent)"


def begin(desk: Desk) -> None:
    """Make an empty grid of nine by nine."""
    desk.library()
    desk.page.get_by_role("button", name="Empty grid").click()
    form = desk.page.locator(".drawer form")
    form.locator("[name=title]").fill("Overhead")
    form.locator("[name=height]").fill("9")
    form.get_by_role("button", name="Create").click()
    desk.page.locator("body[data-view=editor]").wait_for()
    desk.ready()


def draw(desk: Desk) -> None:
    """Draw the pattern; each block comes with its image."""
    for row, column in ((0, 4), (1, 4), (3, 3), (4, 0), (4, 1), (4, 2)):
        desk.go(row, column)
        desk.press(".")


def write(desk: Desk, row: int, column: int, word: str) -> None:
    """Type a word across."""
    desk.go(row, column)
    if not desk.slot().endswith("Across"):
        desk.press("Space")
    desk.page.keyboard.type(word.lower())


def test_from_an_empty_grid_to_a_pdf(desk: Desk) -> None:
    begin(desk)
    draw(desk)
    assert desk.rows() == PATTERN
    for row, column, word in ((2, 0, "RAINCHECK"), (4, 3, "AIR"), (6, 0, "CLOUDNINE")):
        write(desk, row, column, word)
    assert (desk.rows()[2], desk.rows()[4], desk.rows()[6]) == (
        "RAINCHECK",
        "###AIR###",
        "CLOUDNINE",
    )

    slider = desk.page.get_by_role("slider", name="Floor")
    slider.focus()
    desk.press("Home", *["PageUp"] * 5)
    assert desk.page.locator(".floor-value").inner_text() == "50"
    desk.settled()
    desk.page.locator("#autofill").click()
    desk.until(FILLED)
    # one that is already proved the best has ended by itself
    desk.page.get_by_role("button", name="Stop").evaluate("(button) => button.click()")
    desk.page.locator(".result-text", has_text="in pencil").wait_for()
    assert any(sign.islower() for sign in "".join(desk.rows()))

    desk.go(0, 0)
    desk.press("Enter")
    assert desk.rows()[0][:4].isupper()
    desk.press("Shift+Enter")
    assert not any(sign.islower() for sign in "".join(desk.rows()))
    desk.settled()

    desk.page.get_by_role("link", name="Clues").click()
    desk.page.locator("body[data-view=clues]").wait_for()
    desk.page.get_by_role("textbox", name="Clue of 1A").click()
    fields = desk.page.locator(".clue-line").count()
    for number in range(fields):
        desk.page.keyboard.insert_text(f"Clue {number + 1}")
        desk.press("Enter")
    desk.settled()
    desk.page.locator(".chips button", has_text=f"Done {fields}").wait_for()

    desk.page.get_by_role("link", name="Editor").click()
    desk.page.get_by_role("tab", name="Check").click()
    desk.page.locator(".check-panel .facts").wait_for()

    desk.page.get_by_role("link", name="Export").click()
    with desk.page.expect_download() as download:
        desk.page.get_by_role("link", name="Save PDF").click()
    assert download.value.path().read_bytes().startswith(b"%PDF")
