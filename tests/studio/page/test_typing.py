"""Typing in the grid: letters, arrows, Space, Tab, Backspace and Delete."""

from __future__ import annotations

from helpers.studio_page import Desk


def test_letters_move_on_and_reach_the_server(desk: Desk) -> None:
    document = desk.start()
    desk.press("c", "a", "t")
    assert desk.rows()[0] == "CAT#."
    assert desk.here() == (0, 2)  # the end of the word
    cells = desk.state(document)["cells"]
    assert [cells[f"0,{column}"] for column in range(3)] == [
        {"letter": "C"},
        {"letter": "A"},
        {"letter": "T"},
    ]


def test_arrows_turn_first_then_move(desk: Desk) -> None:
    desk.start()
    assert desk.slot() == "1 Across"
    desk.press("ArrowDown")
    assert (desk.here(), desk.slot()) == ((0, 0), "1 Down")
    desk.press("ArrowDown")
    assert desk.here() == (1, 0)
    desk.press("ArrowRight")
    assert desk.here() == (1, 0)
    desk.press("ArrowRight", "ArrowRight")
    assert desk.here() == (1, 2)


def test_arrows_go_over_blocks_and_stop_at_the_edge(desk: Desk) -> None:
    desk.start()
    desk.press("ArrowRight", "ArrowRight", "ArrowRight")
    assert desk.here() == (0, 3)
    desk.press("ArrowRight", "ArrowRight")
    assert desk.here() == (0, 4)
    desk.press("ArrowUp", "ArrowUp")
    assert desk.here() == (0, 4)


def test_space_changes_the_direction(desk: Desk) -> None:
    desk.start()
    desk.press("Space")
    assert desk.slot() == "1 Down"
    desk.press("Space")
    assert desk.slot() == "1 Across"


def test_backspace_moves_back_and_delete_stays(desk: Desk) -> None:
    desk.start()
    desk.press("c", "a", "t", "Backspace")
    assert (desk.rows()[0], desk.here()) == ("CA.#.", (0, 1))
    desk.press("Delete")
    assert (desk.rows()[0], desk.here()) == ("C..#.", (0, 1))
    desk.press("Backspace")
    assert (desk.rows()[0], desk.here()) == ("...#.", (0, 0))


def test_home_and_end(desk: Desk) -> None:
    desk.start()
    desk.press("End")
    assert desk.here() == (0, 2)
    desk.press("Home")
    assert desk.here() == (0, 0)


def test_a_click_moves_and_a_second_one_turns(desk: Desk) -> None:
    desk.start()
    desk.square(2, 2).click()
    assert (desk.here(), desk.slot().split()[1]) == ((2, 2), "Across")
    desk.square(2, 2).click()
    assert (desk.here(), desk.slot().split()[1]) == ((2, 2), "Down")


def test_nothing_is_typed_into_a_block(desk: Desk) -> None:
    desk.start()
    desk.go(0, 3)
    desk.press("x")
    assert desk.rows()[0] == "...#."


def test_accents_and_other_scripts_are_letters(desk: Desk) -> None:
    document = desk.start()
    desk.page.keyboard.insert_text("ñ")
    desk.page.keyboard.insert_text("é")
    desk.page.keyboard.insert_text("ж")
    assert desk.rows()[0] == "ÑÉЖ#."
    assert desk.state(document)["cells"]["0,0"] == {"letter": "Ñ"}


def test_a_letter_whose_capital_is_two_takes_two_squares(desk: Desk) -> None:
    desk.start()
    desk.page.keyboard.insert_text("ß")
    assert (desk.rows()[0][:3], desk.here()) == ("SS.", (0, 2))


def test_a_pasted_word_is_typed(desk: Desk) -> None:
    desk.start()
    desk.page.keyboard.insert_text("cat")
    assert desk.rows()[0] == "CAT#."


def test_digits_and_signs_are_typed(desk: Desk) -> None:
    desk.start()
    desk.press("7", "&")
    assert desk.rows()[0] == "7&.#."


def test_the_crossing_is_outlined(desk: Desk) -> None:
    desk.start()
    outline = desk.page.locator(".outline.crossing")
    box, square = outline.bounding_box(), desk.square(0, 0).bounding_box()
    assert abs(box["width"] - square["width"]) <= 2
    assert box["height"] > 3 * square["height"]


def test_squares_are_a_whole_number_of_pixels(desk: Desk) -> None:
    desk.start()
    for row, column in ((0, 0), (2, 3), (4, 4)):
        box = desk.square(row, column).bounding_box()
        assert all(float(box[side]).is_integer() for side in ("width", "height"))
        assert box["width"] == box["height"]
