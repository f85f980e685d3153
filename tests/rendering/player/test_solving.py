"""The player in a real browser: solved by keyboard, reloaded, checked and revealed."""

from __future__ import annotations

import pytest
from helpers.player import Open, here, letters, reload, tap

from crosswright.grids.grid import Grid
from crosswright.puzzles.puzzle import Puzzle


def test_solve_by_keyboard_and_reload(play: Open, tiny: Puzzle) -> None:
    page = play(tiny)
    assert page.locator("#clue").inner_text().split("\n") == ["1 Across", "Purring pet"]
    page.keyboard.type("cat")
    page.keyboard.press("Tab")  # 3 across
    page.keyboard.type("who")
    page.keyboard.press("ArrowUp")  # changes direction
    page.keyboard.press("ArrowUp")
    page.keyboard.type("x")
    assert letters(page) == "CAT.XWHO"
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    assert letters(page) == "CAT..WH."
    reload(page)
    assert letters(page) == "CAT..WH."
    assert here(page) == "row 2, column 3"
    for cell, letter in ((3, "o"), (4, "o"), (7, "o")):
        page.locator(".cell input").nth(cell).click()
        page.keyboard.type(letter)
    assert letters(page) == "CATOOWHO"
    assert page.locator("#status").inner_text().startswith("Solved in ")
    reload(page)
    assert letters(page) == "CATOOWHO"
    assert page.locator("#status").inner_text().startswith("Solved in ")


def test_moving(play: Open, tiny: Puzzle) -> None:
    page = play(tiny)
    assert here(page) == "1, row 1, column 1"
    page.keyboard.press("ArrowRight")
    assert here(page) == "row 1, column 2"
    page.keyboard.press("ArrowDown")  # nothing goes down from here: over the block
    assert here(page) == "row 3, column 2"
    page.keyboard.press("Home")
    assert here(page) == "3, row 3, column 1"
    page.keyboard.press("Space")
    assert page.locator("#clue b").inner_text() == "1 Down"
    page.keyboard.press("Enter")
    assert page.locator("#clue b").inner_text() == "3 Across"
    page.keyboard.press("Tab")
    assert page.locator("#clue b").inner_text() == "1 Down"
    page.keyboard.press("Shift+Tab")
    assert page.locator("#clue b").inner_text() == "3 Across"
    page.locator(".cell input").nth(2).click()
    assert here(page) == "2, row 1, column 3"
    assert page.locator("#clue b").inner_text() == "1 Across"
    page.locator(".cell input").nth(2).click()
    assert page.locator("#clue b").inner_text() == "2 Down"
    page.keyboard.press("Tab")  # after the last clue it leaves the grid
    assert page.evaluate("document.activeElement.closest('.grid')") is None
    page.locator(".clues li").nth(1).click()
    assert page.locator("#clue b").inner_text() == "3 Across"
    page.locator("#next").click()
    assert page.locator("#clue b").inner_text() == "1 Down"


def test_check_and_reveal(play: Open, tiny: Puzzle) -> None:
    page = play(tiny)
    page.keyboard.type("cut")
    page.locator("#check summary").click()
    page.locator("[data-do=check][data-scope=word]").click()
    assert page.locator("#status").inner_text() == "Wrong letters: 1."
    assert page.locator(".cell.wrong").count() == 1
    assert page.locator(".cell input").nth(1).get_attribute("aria-invalid") == "true"
    page.locator(".cell input").nth(1).click()
    page.locator("#reveal summary").click()
    page.locator("[data-do=reveal][data-scope=letter]").click()
    assert letters(page) == "CAT....."
    assert page.locator(".cell.wrong").count() == 0
    assert page.locator(".cell.revealed").count() == 1
    page.keyboard.type("x")  # what is revealed stays
    assert letters(page) == "CAT....."
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("#reveal summary").click()
    page.locator("[data-do=reveal][data-scope=grid]").click()
    assert letters(page) == "CATOOWHO"
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("#clear").click()
    assert letters(page) == "." * 8


def test_rebus_given_letters_and_an_extra_slot(play: Open, odd: Puzzle) -> None:
    page = play(odd)
    assert letters(page) == "...D.........."
    page.locator(".cell input").nth(6).click()
    page.keyboard.press("Insert")
    page.keyboard.type("heart")
    page.keyboard.press("Enter")
    assert letters(page) == "...D..HEART......."
    page.locator(".cell input").nth(0).click()
    while page.locator("#clue b").inner_text() != "X1":
        page.keyboard.press("Space")
    page.keyboard.type("af")
    assert letters(page) == "A..D.FHEART......."
    page.locator("#check summary").click()
    page.locator("[data-do=check][data-scope=grid]").click()
    assert page.locator("#status").inner_text() == "No mistakes so far."


def test_right_to_left(play: Open, hebrew: Puzzle) -> None:
    page = play(hebrew, sheet_language="he")
    page.keyboard.type("של")
    assert letters(page).startswith("של")
    first, second = (page.locator(".cell").nth(n).bounding_box() for n in (0, 1))
    assert second["x"] < first["x"]
    page.locator(".cell input").nth(1).click()
    page.keyboard.press("ArrowRight")
    assert here(page) == "1, שורה 1, עמודה 1"


def test_letters_with_marks_and_without_solution(play: Open) -> None:
    page = play(Puzzle(Grid.parse("..\n..")))
    page.keyboard.type("éß")
    assert letters(page) == "Éẞ.."
    assert not page.locator("#check").is_visible()


def test_on_a_phone(play: Open, daily: Puzzle) -> None:
    page = play(daily, phone=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    first = page.locator(".cell input").first
    tap(first)
    assert "1 Across" in page.locator("#clue").text_content()  # the first tap only goes there
    tap(first)
    assert "1 Down" in page.locator("#clue").text_content()
    tap(page.locator(".cell input").nth(3))
    assert page.evaluate("document.activeElement.tagName") == "INPUT"
    # On-screen keyboards send text without keys, and deletions as changes of the field.
    page.keyboard.insert_text("q")
    assert page.locator(".cell .letter").nth(3).text_content() == "Q"
    page.evaluate(
        """() => {
            const field = document.activeElement;
            field.value = "";
            field.dispatchEvent(new InputEvent(
                "input", {bubbles: true, inputType: "deleteContentBackward"}));
        }"""
    )
    assert page.locator(".cell .letter").nth(3).text_content() == ""
    assert page.locator(".current").bounding_box()["y"] >= 0


def test_the_clock_and_pause(play: Open, tiny: Puzzle) -> None:
    page = play(tiny)
    page.clock.run_for(5000)
    assert page.locator("#time").inner_text() == "0:00"  # nobody has begun
    page.keyboard.type("c")
    page.clock.run_for(62_000)
    assert page.locator("#time").inner_text() == "1:02"
    page.locator("#pause").click()
    page.clock.run_for(5000)
    assert page.locator("#time").inner_text() == "1:02"
    assert page.locator("body").get_attribute("class") == "paused"
    assert page.locator("#pause").inner_text() == "Resume"
    assert not page.locator(".cell .letter").first.is_visible()
    reload(page)
    assert page.locator("#time").inner_text() == "1:02"
    page.keyboard.type("a")
    page.clock.run_for(1000)
    assert page.locator("#time").inner_text() == "1:03"


@pytest.mark.parametrize(
    ("rows", "kind", "checks"),
    [
        (".", "crossword", "letters"),
        ("##\n##", "crossword", "words"),
        (".#\n#.", "crossword", "words"),
        ("...\n.#.", "diagramless", "words"),
        ("." * 40, "crossword", "grid"),
    ],
)
def test_grids_with_little_to_solve(play: Open, rows: str, kind: str, checks: str) -> None:
    grid = Grid.parse(rows)
    page = play(Puzzle(grid, dict.fromkeys(grid.open_cells[:1], "A"), kind=kind), checks=checks)
    for key in ("a", "Tab", "ArrowDown", "ArrowRight", "Space", "b", "Backspace", "End"):
        page.keyboard.press(key)
    for menu in page.locator("#check").all():
        menu.locator("summary").click()
        menu.locator("button").last.click()


def test_a_page_that_is_only_looked_at_saves_nothing(play: Open, tiny: Puzzle) -> None:
    page = play(tiny)
    page.reload()
    assert page.evaluate("localStorage.length") == 0


def test_what_is_stored_late_is_shown_late(play: Open, tiny: Puzzle) -> None:
    late = """
        const read = Storage.prototype.getItem;
        window.isLate = true;
        Storage.prototype.getItem = function (key) { return isLate ? null : read.call(this, key); };
    """
    page = play(tiny, script=late)
    page.keyboard.type("ca")
    reload(page)
    assert letters(page) == "........"
    page.evaluate(
        """() => {
            isLate = false;
            dispatchEvent(new StorageEvent("storage", {key: "crosswright:settings"}));
        }"""
    )
    assert letters(page) == "........"
    page.evaluate("dispatchEvent(new StorageEvent('storage', {key: Object.keys(localStorage)[0]}))")
    assert letters(page) == "CA......"
    assert here(page) == "2, row 1, column 3"
    page.keyboard.type("t")
    assert letters(page) == "CAT....."


def test_a_page_that_nobody_solves_in_follows_another_one(play: Open, tiny: Puzzle) -> None:
    page = play(tiny)
    other = page.context.new_page()
    other.goto(page.url)
    page.bring_to_front()
    page.keyboard.type("cat")
    other.locator(".cell .letter", has_text="T").wait_for(state="attached")
    assert letters(other) == "CAT....."
    other.bring_to_front()
    other.locator(".cell input").first.click()
    other.keyboard.type("b")
    page.bring_to_front()
    page.keyboard.press("Delete")
    third = page.context.new_page()
    third.goto(page.url)  # has heard of it, so the second page has too
    third.locator(".cell .letter", has_text="T").wait_for(state="detached")
    assert letters(other) == "BAT....."


def test_accents_that_the_grid_leaves_out_may_be_typed(play: Open) -> None:
    grid = Grid.parse("ΙΟΣ\nΝΑΙ\nΑΣΕ")
    page = play(Puzzle(grid, language="el"))
    page.keyboard.type("ιός")
    assert letters(page)[:3] == "ΙΟΣ"
    page = play(Puzzle(Grid.parse("ETE\nTOI\nERS"), language="fr"))
    page.keyboard.type("été")
    assert letters(page)[:3] == "ETE"
