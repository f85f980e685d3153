"""Words of a word search, marked in a real browser: by mouse, finger and keyboard."""

from __future__ import annotations

from typing import Any

from helpers.player import Open, reload, status, tree

from crosswright.puzzles.puzzle import Puzzle

GRID = "TACX\nYOBZ\nWSUP\nEVEN\n\nextra: 1,3 1,2 1,1\nextra: 1,3 2,2 3,1\nextra: 3,3 3,4"
SEARCH = Puzzle.from_filled(GRID, kind="word-search")


def point(page: Any, row: int, column: int) -> tuple[float, float]:
    box = page.locator(".letters svg").bounding_box()
    side = box["width"] / 4.12
    return box["x"] + (column - 0.44) * side, box["y"] + (row - 0.44) * side


def drag(page: Any, *cells: tuple[int, int]) -> None:
    page.mouse.move(*point(page, *cells[0]))
    page.mouse.down()
    for cell in cells[1:]:
        page.mouse.move(*point(page, *cell), steps=3)
    page.mouse.up()


def press(page: Any, *keys: str) -> None:
    page.locator(".letters").focus()
    for key in keys:
        page.keyboard.press(key)


def found(page: Any) -> list[str]:
    texts: list[str] = page.locator(".bank .found").all_text_contents()
    assert page.locator(".mark-line").count() == len(texts)
    return texts


def test_words_are_marked_by_a_line_or_by_their_ends(play: Open) -> None:
    page = play(SEARCH)
    drag(page, (1, 3), (1, 1))
    assert found(page) == ["CAT"]
    page.mouse.click(*point(page, 3, 1))
    page.mouse.click(*point(page, 1, 3))
    assert status(page) == "COW. Words found: 2 of 3."
    page.mouse.click(*point(page, 4, 1))  # not a word
    page.mouse.click(*point(page, 4, 4))
    assert found(page) == ["CAT", "COW"]
    drag(page, (3, 1), (1, 3))  # found already
    assert found(page) == ["CAT", "COW"]


def test_a_line_goes_the_nearest_way(play: Open) -> None:
    page = play(SEARCH)
    box = page.locator(".letters svg").bounding_box()
    page.mouse.move(*point(page, 1, 3))
    page.mouse.down()
    page.mouse.move(box["x"] - 30, point(page, 1, 1)[1] + 8)  # past the edge, and not quite along
    page.mouse.up()
    assert found(page) == ["CAT"]
    drag(page, (1, 3), (2, 2), (3, 1))
    assert found(page) == ["CAT", "COW"]
    drag(page, (4, 1), (4, 3))
    assert found(page) == ["CAT", "COW"]


def test_words_are_marked_by_keys(play: Open) -> None:
    page = play(SEARCH)
    press(page, "ArrowRight", "ArrowRight")
    assert status(page) == "C, row 1, column 3"
    press(page, "Enter", "ArrowLeft", "ArrowLeft", "ArrowLeft", "Enter")  # it stays at the edge
    assert found(page) == ["CAT"]
    assert status(page) == "CAT. Words found: 1 of 3."
    press(page, "End", "ArrowLeft", "Enter", "Escape", "Home", " ", "ArrowDown", " ")
    assert found(page) == ["CAT"]
    press(page, "Backspace")
    assert (found(page), status(page)) == ([], "Words found: 0 of 3.")


def test_words_are_marked_by_a_finger(play: Open) -> None:
    page = play(SEARCH, phone=True)
    session = page.context.new_cdp_session(page)
    send = lambda kind, *points: session.send(  # noqa: E731
        "Input.dispatchTouchEvent",
        {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
    )
    send("touchStart", point(page, 1, 3))
    send("touchMove", point(page, 2, 2))
    send("touchMove", point(page, 3, 1))
    send("touchEnd")
    page.wait_for_function("document.querySelector('.bank .found')")
    assert found(page) == ["COW"]
    page.touchscreen.tap(*point(page, 3, 3))
    page.touchscreen.tap(*point(page, 3, 4))
    page.wait_for_function("document.querySelectorAll('.bank .found').length > 1")
    assert found(page) == ["COW", "UP"]
    send("touchStart", point(page, 1, 3))
    send("touchMove", point(page, 1, 2))
    send("touchCancel")
    page.wait_for_function("document.querySelectorAll('.mark-line').length === 2")
    assert found(page) == ["COW", "UP"]


def test_what_was_found_is_there_after_a_reload(play: Open) -> None:
    page = play(SEARCH)
    drag(page, (1, 3), (1, 1))
    drag(page, (3, 3), (3, 4))
    reload(page)
    assert (found(page), status(page)) == (["CAT", "UP"], "Words found: 2 of 3.")
    page.locator("#undo").click()
    assert found(page) == ["CAT"]
    page.keyboard.press("Control+z")
    assert found(page) == []
    reload(page)
    assert (found(page), status(page)) == ([], "")


def test_everything_can_be_cleared(play: Open) -> None:
    page = play(SEARCH)
    drag(page, (1, 3), (1, 1))
    answers = iter((False, True))
    page.on("dialog", lambda dialog: dialog.accept() if next(answers) else dialog.dismiss())
    page.locator("#clear").click()
    assert found(page) == ["CAT"]
    page.locator("#clear").click()
    assert (found(page), status(page)) == ([], "Words found: 0 of 3.")


def test_what_was_stored_by_something_else_is_ignored(play: Open) -> None:
    page = play(SEARCH)
    key = page.evaluate("JSON.parse(document.getElementById('puzzle').textContent).key")
    for stored, left in (
        ("nonsense", []),
        ('{"version": 2, "found": [0]}', []),
        ('{"version": 1, "found": 3}', []),
        ('{"version": 1, "found": [1, 7, -1, "0", 0.5, null, 1]}', ["COW"]),
    ):
        page.evaluate("([key, value]) => localStorage.setItem(key, value)", [key, stored])
        reload(page)
        assert found(page) == left


def test_a_browser_that_stores_nothing(play: Open) -> None:
    script = "Storage.prototype.setItem = () => { throw new Error('full'); };"
    page = play(SEARCH, script=script)
    drag(page, (1, 3), (1, 1))
    assert found(page) == ["CAT"]


def test_a_word_that_is_hidden_twice_is_listed_once(play: Open) -> None:
    grid = "CATX\nXOYZ\nCATY\nZYXZ\n\nextra: 1,1 1,2 1,3\nextra: 3,1 3,2 3,3"
    page = play(Puzzle.from_filled(grid, kind="word-search"))
    drag(page, (1, 1), (1, 3))
    assert (found(page), status(page)) == (["CAT"], "CAT. Words found: 1 of 2.")
    drag(page, (3, 1), (3, 3))
    assert status(page) == "CAT. Words found: 2 of 2."
    page.locator("#undo").click()
    assert found(page) == ["CAT"]
    page.locator("#undo").click()
    assert found(page) == []


def test_hebrew_is_counted_from_the_right(play: Open) -> None:
    search = Puzzle.from_filled("שלום\nאבגד\n\nextra: 1,1 1,2 1,3 1,4", kind="word-search")
    page = play(search, sheet_language="en")
    press(page, "End", "Enter", "Home", "Enter")
    assert found(page) == ["שלום"]
    press(page, "End")
    assert status(page) == "ש, row 1, column 1"


def test_it_is_named_for_those_who_do_not_see_it(play: Open) -> None:
    nodes = tree(play(SEARCH))
    focusable = [(node["role"], node["name"]) for node in nodes if node.get("focusable")]
    assert [pair for pair in focusable if pair[0] != "RootWebArea"] == [
        ("button", "Undo"),
        ("button", "Clear"),
        ("button", "Print"),
        ("application", "Word search; rows: 4, columns: 4, hidden words: 3."),
        ("DisclosureTriangle", "Solution"),
    ]
    assert [node["name"] for node in nodes if node["role"] == "status"] == [""]
    assert any("Enter marks each end" in node["name"] for node in nodes)


def test_all_buttons_have_the_same_size_of_text(play: Open) -> None:
    page = play(SEARCH)
    looks = page.eval_on_selector_all(
        ".tools button",
        "all => all.map(one => getComputedStyle(one)).map(s => [s.fontSize, s.paddingLeft].join())",
    )
    assert len(looks) > 1
    assert len(set(looks)) == 1
