"""Verdicts at the candidates, and why-not, on a planted case; nothing stale ever shows."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from helpers.studio import letters, op
from helpers.studio_page import PATIENCE, Desk

from crosswright.studio.thinking.task import RevisionTask

RING = ["C..", ".#.", "..."]
WORDS = "CAT;90\nCOT;75\nCOB;80\nTIE;70\nTOE;55\nBOY;60\n"
"""CAT and COT fill, with floor 55; COB would need itself twice, which only a search finds out."""


@pytest.fixture(autouse=True)
def planted(folder: Path) -> None:
    (folder / "planted.dict").write_text(WORDS)


def start(desk: Desk) -> str:
    """Show a ring with the planted words."""
    document = desk.create(RING)
    desk.server.edit(document, op("set_lists", stack=[{"path": "planted.dict"}], own=False))
    desk.open(document)
    return document


def row(desk: Desk, word: str, verdict: str, kind: str = "slot") -> Any:
    """Wait for a verdict, and return its row."""
    rows = f".candidates.{kind} .rows:not(.old)"
    found = desk.page.locator(f"{rows} .row[data-word={word}][data-verdict={verdict}]")
    found.wait_for()
    return found


def verdict_text(desk: Desk, word: str) -> str:
    return str(desk.page.locator(f".candidates.slot .row[data-word={word}] .verdict").inner_text())


def test_verdicts_appear_and_are_right(desk: Desk) -> None:
    start(desk)
    desk.go(0, 0)
    for kind in ("slot", "crossing"):
        for word, verdict in (("CAT", "fills"), ("COT", "fills"), ("COB", "dead")):
            row(desk, word, verdict, kind)
    desk.until("document.querySelector('.candidates.slot .count-of').textContent === '2 of 3 fill'")
    desk.until("document.querySelector('.row[data-word=CAT] .verdict').textContent.includes('✓55')")
    desk.page.locator(".candidates.slot .divider", has_text="1 dead").wait_for()
    order = desk.page.locator(".candidates.slot .row .answer").all_inner_texts()
    assert order == ["CAT", "COT", "COB"]


def test_the_fill_behind_a_verdict_shows_in_pencil(desk: Desk) -> None:
    document = start(desk)
    row(desk, "CAT", "fills")
    desk.press("F4")
    desk.until("document.querySelectorAll('.square.pencil').length === 7")
    rows = desk.rows()
    assert rows[0] == "Cat" and [rows[1][0], rows[2][0]] == ["o", "t"]
    desk.press("Escape")
    assert desk.rows() == RING
    row(desk, "COT", "fills").hover()
    desk.until("document.querySelectorAll('.square.pencil').length === 7")
    assert desk.rows()[0] == "Cot"
    desk.page.mouse.move(0, 0)
    assert desk.rows() == RING
    assert "0,1" not in desk.state(document)["cells"]


def test_no_verdict_of_an_older_revision_shows(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, edited, late = threading.Event(), threading.Event(), threading.Event()

    def publish(task: RevisionTask, name: str, data: Any) -> bool:
        """Be late with verdicts, and tell them though they are stale."""
        if name == "candidate" and task.revision == 1:
            asked.set()
            assert edited.wait(PATIENCE / 1000)
            task.document.channel.publish(name, {"revision": task.revision, **data})
            late.set()
            return True
        return whole(task, name, data)

    whole = RevisionTask.publish
    monkeypatch.setattr(RevisionTask, "publish", publish)
    document = start(desk)
    desk.page.locator(".candidates.slot .row").first.wait_for()
    desk.page.evaluate(
        """() => {
            window.seen = new Set();
            const look = () => {
                if (document.body.dataset.revision === "2") {
                    for (const one of document.querySelectorAll(".row[data-word=COB]")) {
                        seen.add(one.dataset.verdict);
                    }
                }
            };
            new MutationObserver(look).observe(document.body, {
                subtree: true, childList: true, attributes: true, attributeFilter: ["data-verdict"],
            });
        }"""
    )
    assert asked.wait(PATIENCE / 1000)
    desk.server.edit(document, op("set_rules", distinct=False))  # now COB fills
    desk.page.locator("body[data-revision='2']").wait_for()
    edited.set()
    assert late.wait(PATIENCE / 1000)
    row(desk, "COB", "fills")
    assert "dead" not in desk.page.evaluate("[...window.seen]")


def test_what_the_crossings_ruled_out_is_open_again_after_an_edit(desk: Desk) -> None:
    document = start(desk)
    desk.server.edit(document, letters("T", 2, 0))  # COB would need a word from T to Y
    row(desk, "COB", "dead")
    held: list[Any] = []
    is_held = True
    desk.page.route(
        "**/candidates?*", lambda route: held.append(route) if is_held else route.continue_()
    )
    desk.server.edit(document, op("clear_letters", cells=[[2, 0]]))
    desk.page.locator("body[data-revision='3'][data-pending=false]").wait_for()
    row(desk, "COB", "computing")
    assert not desk.page.locator(".candidates.slot .divider").is_visible()
    assert desk.page.locator(".candidates.slot .count-of").inner_text() == "…"
    is_held = False  # taking the route away would let the requests go, in a race with this
    for route in held:
        route.continue_()
    row(desk, "COB", "dead")
    desk.page.locator(".candidates.slot .divider", has_text="1 dead").wait_for()
    desk.page.unroute("**/candidates?*")


def test_a_pattern_without_words_of_its_lengths_says_why(desk: Desk) -> None:
    document = desk.create(["....", "....", "....", "...."])
    desk.server.edit(document, op("set_lists", stack=[{"path": "planted.dict"}], own=False))
    desk.open(document)
    desk.page.locator("#status .dead", has_text="no fill exists").wait_for()
    desk.page.locator("#status").get_by_role("button", name="Why?").click()
    desk.page.locator(".whynot .sentence", has_text="no four-letter word").wait_for()


def test_rows_do_not_move_under_the_pointer(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    pointed = threading.Event()

    def publish(task: RevisionTask, name: str, data: Any) -> bool:
        """Be late with verdicts."""
        if name == "candidate":
            pointed.wait(PATIENCE / 1000)
        return whole(task, name, data)

    whole = RevisionTask.publish
    monkeypatch.setattr(RevisionTask, "publish", publish)
    start(desk)
    desk.page.locator(".candidates.slot .row[data-word=COB]").hover()
    pointed.set()
    row(desk, "COB", "dead")
    desk.page.wait_for_timeout(1200)
    names = desk.page.locator(".candidates.slot .row .answer")
    assert names.all_inner_texts() == ["CAT", "COB", "COT"]
    desk.page.mouse.move(0, 0)
    desk.until(
        "document.querySelector('.candidates.slot .row:last-child .answer').textContent === 'COB'"
    )


def test_sorting_by_floor_and_freshness(desk: Desk) -> None:
    other = desk.create(["CAT"])
    desk.server.edit(other, op("set_meta", title="Last week"))
    document = start(desk)
    desk.server.edit(document, op("set_rules", distinct=False))
    row(desk, "COB", "fills")
    rows = "[...document.querySelectorAll('.candidates.slot .row')]"
    names = f"{rows}.map((one) => one.dataset.word).join()"
    choice = desk.page.locator(".candidates.slot select")
    choice.select_option("freshness")
    desk.until(f"{names} === 'COB,COT,CAT'")
    title = desk.page.locator(".candidates.slot .row[data-word=CAT]").get_attribute("title")
    assert str(title).startswith("Used in Last week")
    choice.select_option("floor")  # COB, COB, BOY, BOY: 60; CAT, CAT, TIE, TIE: 70
    desk.until(f"{names} === 'CAT,COT,COB'")


def test_a_dead_word_opens_its_conflict_and_a_repair_is_one_click(desk: Desk) -> None:
    document = start(desk)
    row(desk, "COB", "dead").locator(".take").click()
    panel = desk.page.locator(".whynot")
    panel.get_by_role("heading", name="Why not COB?").wait_for()
    repair = panel.locator(".repair", has_text="appear twice")
    repair.wait_for()
    assert panel.locator(".sentence").inner_text().startswith("With COB at 1-Across, ")
    assert desk.page.locator(".board .square.lit").count() > 3
    assert desk.rows()[0] == "Cob"
    repair.focus()
    desk.until("document.querySelectorAll('.square.pencil').length === 7")
    desk.press("Enter")
    panel.wait_for(state="hidden")
    state = desk.state(document)
    assert state["rules"]["distinct"] is False and state["cells"]["0,2"]["letter"] == "B"
    assert desk.page.locator(".board .square.lit").count() == 0
    desk.press("Control+z")
    desk.settled()
    desk.until("document.body.dataset.pending === 'false'")
    state = desk.state(document)
    assert "distinct" not in state["rules"] and "0,2" not in state["cells"]


def test_escape_closes_the_conflict(desk: Desk) -> None:
    start(desk)
    row(desk, "COB", "dead").locator(".take").focus()
    desk.press("Enter")
    desk.page.locator(".board .square.lit").first.wait_for()
    desk.press("Escape")
    desk.page.locator(".whynot").wait_for(state="hidden")
    assert desk.page.locator(".board .square.lit").count() == 0
    assert desk.rows()[1:] == RING[1:]
    assert desk.page.evaluate("document.activeElement.closest('.row')?.dataset.word") == "COB"


def test_an_impossible_grid_says_why(desk: Desk) -> None:
    document = start(desk)
    desk.server.edit(document, letters("X", 2, 2))
    desk.page.get_by_role("button", name="Why?").click()
    panel = desk.page.locator(".whynot")
    panel.locator(".repair").first.wait_for()
    assert "needs a word" in panel.locator(".sentence").inner_text()
    desk.press("Escape")


PARITY = [".X.", "W#V", ".Y."]
"""Each slot has its words, and each crossing its letters, and yet there is no fill."""


def no_fill_by_search(desk: Desk, folder: Path) -> None:
    """Show a grid that only a search proves impossible."""
    (folder / "parity.dict").write_text("AXB\nBXA\nAWB\nBWA\nAVB\nBVA\nAYA\nBYB\n")
    document = desk.create(PARITY)
    desk.server.edit(document, op("set_lists", stack=[{"path": "parity.dict"}], own=False))
    desk.open(document)


def test_a_grid_that_only_search_proves_impossible_says_why(desk: Desk, folder: Path) -> None:
    no_fill_by_search(desk, folder)
    status = desk.page.locator("#status")
    status.get_by_role("button", name="Why?").click()
    desk.page.locator(".whynot .repair").first.wait_for()
    assert status.inner_text().count("no fill") == 1
    desk.press("Escape")


def test_a_phone_says_why_a_grid_is_impossible(phone: Desk, folder: Path) -> None:
    no_fill_by_search(phone, folder)
    phone.page.get_by_role("button", name="no fill exists: why?").tap()
    phone.page.locator(".whynot .repair").first.wait_for()
    phone.page.get_by_role("button", name="Close").tap()


def test_a_finger_that_stays_sees_the_fill_and_takes_nothing(phone: Desk) -> None:
    start(phone)
    phone.go(0, 0)
    take = row(phone, "CAT", "fills").locator(".take")
    phone.until("document.querySelector('.row[data-word=CAT] .verdict').textContent.includes('✓')")
    take.dispatch_event("touchstart")
    phone.until("document.querySelectorAll('.board .square.pencil').length === 7")
    take.dispatch_event("touchend")
    phone.until("document.querySelectorAll('.board .square.pencil').length === 0")
    assert phone.rows() == RING


def test_why_not_on_a_phone(phone: Desk) -> None:
    start(phone)
    row(phone, "COB", "dead").locator(".take").tap()
    panel = phone.page.locator(".whynot")
    panel.locator(".repair").first.wait_for()
    assert panel.bounding_box()["width"] <= 390
    panel.get_by_role("button", name="Close").tap()
    phone.page.locator(".candidates.slot .row").first.wait_for()
