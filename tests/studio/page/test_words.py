"""Words: lists and their order, own scores and bans, looking up."""

from __future__ import annotations

from pathlib import Path

from helpers.studio_page import Desk


def test_look_up_by_pattern_and_anagram(desk: Desk) -> None:
    desk.start(view="words")
    box = desk.page.locator(".view.words .lookup")
    box.get_by_role("searchbox").fill("E?E*ANT")
    box.get_by_text("ELEPHANT").wait_for()
    box.get_by_role("button", name="Anagram").click()
    assert box.get_by_role("searchbox").input_value() == "EEANT"
    box.get_by_role("searchbox").fill("listen")
    box.get_by_text("SILENT").wait_for()


def test_own_scores_and_bans(desk: Desk) -> None:
    desk.start(view="words")
    form = desk.page.locator(".own-form")
    form.get_by_label("Word").fill("zebra")
    form.get_by_label("Score").fill("7")
    form.get_by_role("button", name="Score").click()
    scores = desk.page.get_by_role("list", name="Scores")
    scores.get_by_text("ZEBRA").wait_for()
    form.get_by_label("Word").fill("esne")
    form.get_by_role("button", name="Ban").click()
    bans = desk.page.get_by_role("list", name="Bans")
    bans.get_by_text("ESNE").wait_for()
    assert desk.server.get("/api/words/personal")["scores"]["ZEBRA"] == 7
    bans.get_by_role("button", name="Forget ESNE").click()
    bans.get_by_text("ESNE").wait_for(state="detached")
    scores.get_by_role("button", name="Forget ZEBRA").click()
    scores.get_by_text("ZEBRA").wait_for(state="detached")


def test_a_list_of_the_folder_takes_precedence(desk: Desk, folder: Path) -> None:
    (folder / "mine.txt").write_text("crosswrightish;80\ncat;1\n", "utf-8")
    document = desk.start(["...", "...", "..."], view="words")
    adding = desk.page.get_by_label("Add a list")
    adding.locator("option", has_text="mine.txt").wait_for(state="attached")
    adding.select_option(label="mine.txt")
    stack = desk.page.locator(".list-stack li")
    desk.page.locator(".list-stack li:nth-child(1)", has_text="mine.txt").wait_for()
    assert desk.state(document)["lists"]["stack"][0] == {"path": "mine.txt"}
    stack.first.get_by_role("button", name="Move mine.txt down").click()
    desk.page.locator(".list-stack li:nth-child(2)", has_text="mine.txt").wait_for()


def test_lists_added_in_haste_are_all_added(desk: Desk, folder: Path) -> None:
    names = ("one.txt", "two.txt")
    for name in names:
        (folder / name).write_text("CAT;11\n", "utf-8")
    document = desk.start(["...", "...", "..."], view="words")
    adding = desk.page.get_by_label("Add a list")
    for name in names:
        adding.locator("option", has_text=name).wait_for(state="attached")
    for name in names:
        adding.select_option(label=name)
    stack = desk.state(document)["lists"]["stack"]
    assert stack == [{"path": "two.txt"}, {"path": "one.txt"}, {"language": "en"}]


def test_several_lists_are_put_in_order_by_keyboard(desk: Desk, folder: Path) -> None:
    (folder / "first.txt").write_text("CAT;11\nCAB;12\n", "utf-8")
    (folder / "second.txt").write_text("CAT;22\n", "utf-8")
    document = desk.start(["CA.", "...", "..."], view="words")
    adding = desk.page.get_by_label("Add a list")
    for name in ("first.txt", "second.txt"):
        adding.locator("option", has_text=name).wait_for(state="attached")
        adding.select_option(label=name)
        desk.page.locator(".list-stack li:first-child", has_text=name).wait_for()
    desk.page.get_by_role("button", name="Take english out").click()
    desk.page.locator(".list-stack li:nth-child(3)").wait_for(state="detached")
    assert score(desk, document, "CAT") == 22
    desk.page.get_by_role("button", name="Move second.txt down").focus()
    desk.press("Enter")
    desk.page.locator(".list-stack li:first-child", has_text="first.txt").wait_for()
    assert score(desk, document, "CAT") == 11
    desk.until("document.activeElement.ariaLabel === 'Move second.txt up'")  # it is the last now
    desk.page.get_by_label("Use first.txt").focus()
    desk.press("Space")
    desk.page.locator(".list-stack li.off", has_text="first.txt").wait_for()
    assert score(desk, document, "CAT") == 22
    desk.page.get_by_role("button", name="Take first.txt out").focus()
    desk.press("Enter")
    desk.page.locator(".list-stack li", has_text="first.txt").wait_for(state="detached")
    stack = desk.state(document)["lists"]["stack"]
    assert stack == [{"path": "second.txt"}]


def score(desk: Desk, document: str, word: str) -> int:
    """Return the score of a word in the lists of a document."""
    desk.settled()
    found = desk.server.get(f"/api/words/match?pattern={word}&document={document}")["words"]
    return int(found[0]["score"])


def test_a_refused_word_comes_back_into_its_field(desk: Desk) -> None:
    desk.start(view="words")
    form = desk.page.locator(".own-form")
    form.get_by_label("Word").fill("zebra")
    form.get_by_label("Score").fill("70.5")
    form.get_by_role("button", name="Score").click()
    desk.page.locator(".view.words .error-text").wait_for()
    desk.until("document.querySelector('.own-form [name=word]').value === 'zebra'")
    desk.problems[:] = [problem for problem in desk.problems if "400" not in problem]


def test_taste_is_a_setting_of_the_document(desk: Desk) -> None:
    document = desk.start(["...", "...", "..."], view="words")
    taste = desk.page.get_by_label("Taste", exact=True)
    taste.wait_for()
    assert taste.input_value() == "newspaper"
    taste.select_option("family")
    desk.page.locator(".taste", has_text="Nothing coarse.").wait_for()
    assert desk.state(document)["lists"]["taste"] == "family"
    desk.page.locator(".view.words h2").first.click()
    desk.press("Control+z")
    desk.until("document.querySelector('.view.words select[aria-label=Taste]').value !== 'family'")
    assert "taste" not in desk.state(document)["lists"]
