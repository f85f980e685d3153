"""A phone: 390 pixels wide, by touch."""

from __future__ import annotations

from helpers.studio_page import Desk


def test_no_view_is_wider_than_the_screen(phone: Desk) -> None:
    document = phone.create(["." * 15] * 15)
    for view in ("", "clues", "words", "export"):
        phone.open(document, view)
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
    phone.library()
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_no_sheet_of_the_words_is_wider_than_the_screen(phone: Desk) -> None:
    phone.start(view="words")
    phone.page.get_by_label("Taste", exact=True).wait_for()
    lists = phone.page.locator(".view.words .sheet").first
    assert lists.evaluate("(sheet) => sheet.scrollWidth <= sheet.clientWidth")


def test_the_grid_goes_from_edge_to_edge(phone: Desk) -> None:
    phone.start(["." * 15] * 15)
    board = phone.page.locator(".board").bounding_box()
    assert 360 <= board["width"] <= 390


def test_tap_type_and_block(phone: Desk) -> None:
    document = phone.start()
    phone.square(2, 0).tap()
    phone.until("document.activeElement.closest('.board')")
    phone.page.keyboard.insert_text("do")
    assert phone.rows()[2] == "DO..."
    phone.page.locator(".thumb-bar [data-action=block]").tap()
    phone.until("document.querySelectorAll('.square.block').length > 2")
    phone.page.locator(".thumb-bar [data-action=undo]").tap()
    phone.until("document.querySelectorAll('.square.block').length === 2")
    assert phone.state(document)["cells"]["2,0"] == {"letter": "D"}


def test_a_region_is_selected_by_two_taps(phone: Desk) -> None:
    phone.start(["....", "....", "....", "...."])
    phone.square(1, 1).tap()
    phone.page.locator(".thumb-bar [data-action=more]").tap()
    phone.page.get_by_role("button", name="Region to the next tap").tap()
    phone.square(3, 2).tap()
    phone.page.locator("#live", has_text="Region of 6 squares").wait_for()
    assert phone.here() == (1, 1)
    phone.square(0, 0).tap()
    phone.until("!document.querySelector('.square.selected')")
    assert phone.here() == (0, 0)


def test_the_sheet_has_the_candidates_and_the_other_tabs(phone: Desk) -> None:
    phone.start(["CA.", "...", "..."])
    phone.page.locator(".candidates.slot .row").first.wait_for()
    assert phone.page.locator(".candidates.crossing").is_hidden()
    phone.page.get_by_role("tab", name="Fill").tap()
    assert phone.page.locator("#autofill").is_visible()
    assert phone.page.locator(".candidates.slot").is_hidden()


def test_what_is_known_of_an_answer_is_below_the_clues(phone: Desk) -> None:
    phone.start(["CAT", "ARE", "TEN"], view="clues")
    clues = phone.page.locator(".clue-table").bounding_box()
    about = phone.page.locator(".clue-about").bounding_box()
    assert about["y"] >= clues["y"] + clues["height"]


def test_targets_are_large_enough(phone: Desk) -> None:
    phone.start()
    for button in phone.page.locator(".thumb-bar button").all():
        box = button.bounding_box()
        assert min(box["width"], box["height"]) >= 44


def test_the_view_is_chosen_from_a_list(phone: Desk) -> None:
    phone.start()
    phone.page.get_by_label("View", exact=True).select_option("clues")
    phone.page.locator("body[data-view=clues]").wait_for()


def test_the_certificate_stays_with_the_editor(phone: Desk) -> None:
    phone.start(["CAT", "O#I", "TEE"])
    said = phone.page.locator(".below-title")
    said.wait_for()
    phone.library()
    assert not said.is_visible()
