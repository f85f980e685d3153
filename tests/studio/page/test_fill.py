"""Autofill: pencil, accepting, the region, pausing, stopping, and nothing stale."""

from __future__ import annotations

from helpers.studio import op
from helpers.studio_page import Desk

from crosswright.grids.grid import Grid

SQUARE = ["....", "....", "....", "...."]
FILLED = "[...document.querySelectorAll('.square.open .token')].every((one) => one.textContent)"


def fill(desk: Desk) -> None:
    """Fill the grid, and wait until it is full and the job has ended."""
    desk.page.locator("#autofill").click()
    desk.until(FILLED)
    ended(desk)


def ended(desk: Desk) -> None:
    """Wait until no fill runs."""
    desk.until(
        "[...document.querySelectorAll('button')].find((b) => b.textContent === 'Stop').disabled"
    )


def test_a_fill_lands_in_pencil_and_is_one_undo(desk: Desk) -> None:
    document = desk.start(SQUARE)
    desk.press("c")
    desk.settled()
    fill(desk)
    rows = desk.rows()
    assert rows[0][0] == "C"
    assert all(sign.islower() for sign in "".join(rows)[1:])
    assert desk.state(document)["cells"]["1,1"]["pencil"] is True
    desk.page.locator(".square.here input").focus()
    desk.press("Control+z")
    desk.settled()
    assert "".join(desk.rows()) == "C" + "." * 15


def test_accepting_a_word_a_region_and_all(desk: Desk) -> None:
    desk.start(SQUARE)
    fill(desk)
    desk.go(0, 0)
    desk.press("Enter")
    rows = desk.rows()
    assert rows[0].isupper()
    assert "".join(rows[1:]).islower()
    desk.go(1, 0)
    desk.press("Shift+ArrowRight", "Shift+ArrowDown", "Enter")
    rows = desk.rows()
    assert [row[:2].isupper() for row in rows] == [True, True, True, False]
    assert rows[1][2:].islower()
    desk.press("Shift+Enter")
    assert "".join(desk.rows()).isupper()


def test_keys_accept_a_fill_right_after_the_click_that_asked_for_it(desk: Desk) -> None:
    desk.start(SQUARE)
    fill(desk)
    desk.press("Shift+Enter")
    assert "".join(desk.rows()).isupper()


def test_a_fill_goes_on_with_another_floor_which_is_one_undo(desk: Desk) -> None:
    document = desk.start(["." * 15] * 15)  # too open to be filled while this test lasts
    desk.page.locator("#autofill").click()
    desk.until("document.querySelector('#autofill').textContent === 'Pause'")
    desk.page.locator("#floor").focus()
    with desk.page.expect_response(lambda answer: answer.url.endswith("/jobs")) as answer:
        desk.press("ArrowRight", "ArrowRight", "ArrowRight")
    assert answer.value.status == 201
    assert desk.state(document)["rules"]["min_score"] == 3
    desk.until("document.querySelector('#autofill').textContent === 'Pause'")
    desk.page.get_by_role("button", name="Stop").click()
    ended(desk)
    desk.press("Control+z")
    assert "min_score" not in desk.state(document)["rules"]


def test_erasing_the_pencil(desk: Desk) -> None:
    desk.start(SQUARE)
    desk.press("c")
    desk.settled()
    fill(desk)
    desk.page.get_by_role("button", name="Erase", exact=True).click()
    assert "".join(desk.rows()) == "C" + "." * 15


def test_only_the_region_is_filled(desk: Desk) -> None:
    desk.start(["....#....", "....#....", "....#....", "....#...."])
    desk.go(0, 0)
    desk.press(*["Shift+ArrowRight"] * 3, *["Shift+ArrowDown"] * 3)
    desk.page.get_by_role("button", name="Region", exact=True).click()
    desk.page.locator("#autofill").click()
    desk.until(
        "[...document.querySelectorAll('.board-row')].every((row) => [...row.children].slice(0, 4)"
        ".every((one) => one.querySelector('.token').textContent))"
    )
    ended(desk)
    assert all(row[5:] == "...." for row in desk.rows())


def test_squares_of_a_region_whose_words_go_on_outside_it_are_left(desk: Desk) -> None:
    desk.start(["...#", "....", "....", "#..."])
    desk.go(0, 0)
    desk.press(*["Shift+ArrowRight"] * 2, *["Shift+ArrowDown"] * 2)
    desk.page.locator("#live", has_text="Region of 9 squares").wait_for()
    desk.page.get_by_role("button", name="Region", exact=True, pressed=True).wait_for()
    desk.page.locator("#autofill").click()
    desk.page.locator(".result-text", has_text="4 squares left").wait_for()
    ended(desk)
    assert [row[1:] for row in desk.rows()[1:3]] == ["...", "..."]
    desk.go(1, 1)
    desk.press("Shift+ArrowRight")
    desk.page.locator("#autofill").click()
    desk.page.locator(".result-text", has_text="Nothing to fill").wait_for()
    ended(desk)
    desk.page.get_by_role("button", name="All", exact=True).click()
    desk.until("!document.querySelector('.square.selected')")


def test_typing_changes_nothing_that_is_spoken(desk: Desk) -> None:
    desk.start(SQUARE)
    desk.page.evaluate(
        """() => {
            window.spoken = 0;
            const live = document.querySelectorAll("[role=status], [aria-live], output");
            const watcher = new MutationObserver(() => { window.spoken += 1; });
            const all = { childList: true, characterData: true, subtree: true };
            for (const region of live) watcher.observe(region, all);
        }"""
    )
    desk.press("c", "a", "ArrowDown", "Space")
    desk.settled()
    desk.painted()
    assert desk.page.evaluate("window.spoken") == 0


def test_an_impossible_fill_says_so(desk: Desk) -> None:
    rows = ["ZXJ.", "....", "....", "...."]
    desk.start(rows)
    desk.page.locator("#autofill").click()
    desk.page.locator(".result-text", has_text="impossible").wait_for()
    ended(desk)
    assert desk.rows() == rows


def test_the_floor_is_a_rule_of_the_document(desk: Desk) -> None:
    document = desk.start(SQUARE)
    slider = desk.page.locator("#floor")
    slider.focus()
    desk.press("End", *["ArrowLeft"] * 40)
    assert desk.page.locator(".floor-value").inner_text() == "60"
    assert desk.state(document)["rules"]["min_score"] == 60


def test_an_edit_ends_a_fill_and_nothing_of_it_lands_later(desk: Desk, open15: Grid) -> None:
    document = desk.start(str(open15).splitlines())
    desk.page.locator("#autofill").click()
    desk.until("document.querySelector('#autofill').textContent.includes('Pause')")
    desk.go(0, 0)
    desk.press("q")
    ended(desk)
    desk.settled()
    shown = desk.rows()
    assert desk.state(document)["cells"]["0,0"] == {"letter": "Q"}
    assert desk.rows() == shown
    desk.problems[:] = [problem for problem in desk.problems if "409" not in problem]


def test_pause_continue_and_stop(desk: Desk, open15: Grid) -> None:
    desk.start(str(open15).splitlines())
    button = desk.page.locator("#autofill")
    button.click()
    button.get_by_text("Pause").wait_for()
    button.click()
    button.get_by_text("Continue").wait_for()
    button.click()
    button.get_by_text("Pause").wait_for()
    desk.page.get_by_role("button", name="Stop").click()
    ended(desk)


def test_how_much_lively_words_count_is_a_setting_of_the_document(desk: Desk) -> None:
    document = desk.start(SQUARE)
    slider = desk.page.get_by_label("Lively words")
    assert slider.input_value() == "70"
    slider.focus()
    desk.press("ArrowRight", "ArrowRight")
    assert desk.state(document)["settings"]["lively"] == 80
    assert desk.page.locator(".lively output").text_content() == "80"
    desk.press("Home")
    assert desk.state(document)["settings"]["lively"] == 0
    assert desk.page.locator(".lively output").text_content() == "off"
    desk.press("Control+z")
    desk.until("document.querySelector('#lively').value === '70'")
    assert "lively" not in desk.state(document)["settings"]


def test_lists_that_know_no_lively_words_have_no_such_setting(desk: Desk) -> None:
    document = desk.start(SQUARE)
    desk.server.edit(document, op("set_lists", stack=[{"language": "en", "off": True}]))
    desk.until("document.querySelector('#lively').disabled")
    assert desk.page.locator(".lively output").text_content() == "off"
