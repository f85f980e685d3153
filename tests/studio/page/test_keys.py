"""One table of keys: the sheet shows it, and keys can be changed."""

from __future__ import annotations

from helpers.studio_page import Desk

SPECIFIED = {
    *("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Space", "Tab", "Shift+Tab", "!"),
    *("Backspace", "Delete", ".", ",", "Escape", "Insert", "`", "~", "Enter", "Shift+Enter"),
    *("Shift+ArrowLeft", "Shift+ArrowRight", "Shift+ArrowUp", "Shift+ArrowDown"),
    *("Ctrl+Z", "Ctrl+Shift+Z", "Ctrl+Y", "Ctrl+S", "?"),
}


def test_the_table_has_every_specified_key_and_ids_are_unique(desk: Desk) -> None:
    desk.start()
    keys, ids = desk.page.evaluate(
        """async () => {
            const { COMMANDS } = await import("/static/js/keys.js");
            return [COMMANDS.flatMap((command) => command.keys), COMMANDS.map(({ id }) => id)];
        }"""
    )
    assert set(keys) >= SPECIFIED
    assert len(ids) == len(set(ids))


def test_the_sheet_lists_every_command(desk: Desk) -> None:
    desk.start()
    desk.press("?")
    sheet = desk.page.locator(".drawer")
    sheet.get_by_role("heading", name="Keys").wait_for()
    commands = desk.page.evaluate(
        "async () => (await import('/static/js/keys.js')).COMMANDS.map(({ label }) => label)"
    )
    shown = sheet.locator(".key-row > span").all_inner_texts()
    assert sorted(shown) == sorted(commands)
    desk.press("Escape")
    assert sheet.is_hidden()
    assert desk.page.evaluate("document.querySelector('.board').contains(document.activeElement)")


def test_a_key_can_be_changed_and_stays_changed(desk: Desk) -> None:
    desk.start()
    desk.press("?")
    desk.page.locator(".drawer [data-command=block]").click()
    desk.press("#")
    desk.page.get_by_text("is now #").wait_for()
    desk.press("Escape")
    desk.go(2, 2)
    desk.press("#")
    assert desk.rows()[2][2] == "#"
    assert desk.page.locator(".drawing-tools [data-command=block] kbd").inner_text() == "#"
    desk.page.reload()
    desk.ready()
    desk.press("#")
    desk.press(".")
    assert desk.rows()[0][0] == "#"  # the old key does nothing but type a full stop into a block
    desk.press("?")
    desk.page.get_by_role("button", name="Reset all keys").click()
    assert desk.page.evaluate("localStorage.getItem('crosswright.keys')") is None


def test_a_taken_key_is_refused(desk: Desk) -> None:
    desk.start()
    desk.press("?")
    desk.page.locator(".drawer [data-command=block]").click()
    desk.press(",")
    desk.page.get_by_text("is already").wait_for()
    assert desk.page.locator(".drawer [data-command=block] kbd").inner_text() == "."


def test_the_tightest_slot(desk: Desk) -> None:
    desk.start(["Q..", "...", "..."])
    desk.until("document.body.dataset.preview === document.body.dataset.revision")
    desk.press("!")
    assert desk.slot() in ("1 Across", "1 Down")


def test_save_by_key(desk: Desk) -> None:
    document = desk.start(title="By key")
    desk.press("c", "Control+s")
    desk.page.locator("#saved", has_text="saved").wait_for()
    desk.until("document.querySelector('#saved').textContent.startsWith('saved')")
    snapshot = desk.server.get(f"/api/documents/{document}")
    assert snapshot["saved"] == snapshot["revision"]
    assert snapshot["path"].endswith(".ipuz")


def test_views_by_key(desk: Desk) -> None:
    desk.start()
    for key, view in (
        ("Alt+2", "clues"),
        ("Alt+3", "words"),
        ("Alt+4", "play"),
        ("Alt+5", "export"),
        ("Alt+1", "editor"),
    ):
        desk.press(key)
        desk.page.locator(f"body[data-view={view}]").wait_for()


def test_views_by_key_from_inside_the_player(desk: Desk) -> None:
    desk.start(view="play")
    desk.page.frame_locator(".view.play iframe").locator("input").first.focus()
    desk.press("Alt+5")
    desk.page.locator("body[data-view=export]").wait_for()


def test_the_whole_grid_is_selected_by_key(desk: Desk) -> None:
    desk.start()
    desk.press("Control+a")
    assert desk.page.locator(".square.selected").count() == 25


def test_a_fill_by_key_of_the_slot_alone(desk: Desk) -> None:
    desk.start(["CA.", "...", "..."])
    desk.page.get_by_role("button", name="Slot", exact=True).focus()
    desk.press("Enter", "Escape", "Control+Enter")
    desk.until("document.querySelectorAll('.square.pencil').length === 1")
    desk.page.locator(".result-text", has_text="in pencil").wait_for()
    assert "".join(desk.rows()[1:]) == "......"
    desk.press("Enter")
    assert desk.rows()[0].isupper()
