"""Clues: in the bar, in the panel, in the table; drafts, shared words, enumerations."""

from __future__ import annotations

from helpers.studio_page import Desk
from playwright.sync_api import Locator

from crosswright.clues.bank import BankedPuzzle, ClueBank

FILLED = ["CAT", "ARE", "TEN"]


def clue_field(desk: Desk) -> Locator:
    """Return the field that is shown for 1A: the panel beside the grid keeps its own, hidden."""
    return desk.page.get_by_role("textbox", name="Clue of 1A")


def test_a_clue_written_in_the_bar(desk: Desk) -> None:
    document = desk.start(FILLED)
    desk.press("F2")
    desk.page.keyboard.type("Pet")
    desk.press("Enter")
    assert desk.state(document)["clues"] == {"across 0,0 3": {"text": "Pet"}}
    assert desk.page.evaluate("document.querySelector('.board').contains(document.activeElement)")


def test_escape_leaves_a_clue_as_it_was(desk: Desk) -> None:
    document = desk.start(FILLED)
    desk.press("F2")
    desk.page.keyboard.type("Pet")
    desk.press("Escape")
    assert desk.state(document)["clues"] == {}


def test_the_table_goes_on_by_enter(desk: Desk) -> None:
    document = desk.start(FILLED, view="clues")
    field = clue_field(desk)
    field.click()
    desk.page.keyboard.type("Pet")
    desk.press("Enter")
    desk.page.keyboard.type("Exist, for you")
    desk.press("Enter")
    clues = desk.state(document)["clues"]
    assert clues == {"across 0,0 3": {"text": "Pet"}, "across 1,0 3": {"text": "Exist, for you"}}
    desk.page.locator(".chips button", has_text="Empty 4").wait_for()


def test_the_table_is_ready_to_type_in_and_has_enumerations_by_keyboard(desk: Desk) -> None:
    document = desk.start(FILLED)
    desk.page.get_by_role("link", name="Clues").click()
    desk.page.locator(".clue-field:focus").wait_for()
    desk.page.keyboard.type("Pet")
    desk.press("Tab")
    desk.page.keyboard.type("1,2")
    desk.press("Enter")
    desk.page.keyboard.type("Exist, for you")
    desk.press("Enter")
    clues = desk.state(document)["clues"]
    assert clues == {
        "across 0,0 3": {"text": "Pet", "enumeration": "1,2"},
        "across 1,0 3": {"text": "Exist, for you"},
    }


def test_drafts_are_marked_and_accepted_by_key(desk: Desk) -> None:
    document = desk.create(FILLED)
    draft = {"op": "set_clue", "slot": "1A", "text": "Feline", "draft": True}
    base = desk.server.get(f"/api/documents/{document}")["revision"]
    desk.server.post(f"/api/documents/{document}/ops", {"base": base, "ops": [draft]})
    desk.open(document, "clues")
    desk.page.locator(".clue-line .state-mark.draft").wait_for()
    desk.page.locator(".chips button", has_text="Drafts 1").click()
    assert desk.page.locator(".clue-line:visible").count() == 1
    clue_field(desk).focus()
    desk.press("Control+Enter")
    assert desk.state(document)["clues"] == {"across 0,0 3": {"text": "Feline"}}


def test_words_shared_by_clue_and_answer_are_flagged(desk: Desk) -> None:
    desk.start(["CATS", "OREO", "DENT"], view="clues")
    clue_field(desk).fill("More than one cat")
    desk.press("Enter")
    desk.page.locator(".clue-line .pill", has_text="shares").wait_for()
    desk.page.locator(".chips button", has_text="Shared words 1").wait_for()


def test_an_answer_that_is_there_twice_is_flagged(desk: Desk) -> None:
    desk.start(["CAT", "ARE", "TEN"], view="clues")
    desk.page.locator(".clue-line .pill", has_text="same as 1D").wait_for()
    desk.page.locator(".clue-line .pill", has_text="same as 1A").wait_for()


def test_the_panel_beside_the_grid(desk: Desk) -> None:
    document = desk.start(FILLED)
    desk.page.get_by_role("tab", name="Clues").click()
    desk.page.locator("#panel-clues").get_by_label("Clue of 4A").fill("Exist")
    desk.press("Enter")
    assert desk.slot() == "5 Across"
    assert desk.state(document)["clues"] == {"across 1,0 3": {"text": "Exist"}}


def test_finding_an_answer(desk: Desk) -> None:
    desk.start(FILLED, view="clues")
    desk.page.get_by_label("Find an answer or clue").fill("are")
    desk.painted()
    assert desk.page.locator(".clue-line:visible .answer").all_inner_texts() == ["ARE", "ARE"]


def test_markup_in_a_clue_is_text(desk: Desk) -> None:
    document = desk.start(FILLED, title="<img src=x onerror=alert(1)>")
    desk.press("F2")
    desk.page.keyboard.type("<b>bold</b><script>alert(1)</script>")
    desk.press("Enter")
    desk.settled()
    for view in ("", "clues", "words", "export"):
        desk.open(document, view)
        assert desk.page.locator("main img[src=x], header img").count() == 0
    desk.open(document, "clues")
    value = clue_field(desk).input_value()
    assert value == "<b>bold</b><script>alert(1)</script>"


def test_a_clue_is_kept_in_its_puzzle_when_another_one_is_opened(desk: Desk) -> None:
    other = desk.create(["....", "....", "...."])
    document = desk.start(FILLED, view="clues")
    clue_field(desk).click()
    desk.page.keyboard.type("Pet")
    desk.open(other)
    assert desk.state(other)["clues"] == {}
    desk.open(document)
    assert desk.state(document)["clues"] == {"across 0,0 3": {"text": "Pet"}}
    desk.press("F2")
    desk.page.keyboard.type("Feline")
    desk.open(other, "clues")
    assert desk.state(other)["clues"] == {}
    desk.open(document)
    assert desk.state(document)["clues"] == {"across 0,0 3": {"text": "Feline"}}


def test_an_enumeration_of_its_own(desk: Desk) -> None:
    document = desk.start(["RAINCHECK"] + ["........."] * 2, view="clues")
    field = desk.page.get_by_label("Enumeration of 1A")
    desk.until("document.querySelector('[aria-label=\"Enumeration of 1A\"]').placeholder === '9'")
    field.fill("4,5")
    desk.press("Tab")
    assert desk.state(document)["clues"] == {"across 0,0 9": {"text": "", "enumeration": "4,5"}}
    field.fill("")
    desk.press("Tab")
    assert desk.state(document)["clues"] == {}


def test_clues_used_before_can_be_taken_over(desk: Desk) -> None:
    earlier = desk.create(["QUOKKA", "......"], title="Marsupials")
    desk.server.edit(earlier, {"op": "set_clue", "slot": "1A", "text": "Smiling hopper"})
    document = desk.start(["QUOKKA", "......", "......"], view="clues")
    used = desk.page.get_by_role("region", name="Used before")
    row = used.get_by_role("listitem").filter(has_text="Marsupials")
    row.get_by_role("button", name="Smiling hopper").click()
    assert desk.state(document)["clues"] == {"across 0,0 6": {"text": "Smiling hopper"}}
    assert clue_field(desk).input_value() == "Smiling hopper"


def test_clues_of_the_bank_follow_those_of_the_library(desk: Desk) -> None:
    clues = (("NUMBAT", "7D", "Striped termite eater"),)
    bank = ClueBank()
    bank.put([BankedPuzzle("/p/old.puz", 1, 2, "x", "Outback", "Me", "2021-05-01", clues)])
    desk.start(["NUMBAT", "......", "......"], view="clues")
    used = desk.page.get_by_role("region", name="Used before")
    row = used.get_by_role("listitem").filter(has_text="Striped termite eater")
    assert "Outback" in row.inner_text()
    assert "2021" in row.inner_text()
    row.get_by_role("button", name="Striped termite eater").click()
    assert clue_field(desk).input_value() == "Striped termite eater"
    bank.forget()


def test_all_drafts_are_accepted_at_once(desk: Desk) -> None:
    document = desk.create(FILLED)
    drafts = [
        {"op": "set_clue", "slot": slot, "text": slot, "draft": True} for slot in ("1A", "2D")
    ]
    desk.server.edit(document, *drafts)
    desk.open(document, "clues")
    desk.page.get_by_role("button", name="Accept all drafts").click()
    assert not any("draft" in clue for clue in desk.state(document)["clues"].values())
    desk.press("Control+z")
    assert all(clue["draft"] for clue in desk.state(document)["clues"].values())
