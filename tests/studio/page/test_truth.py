"""What search knows, on the page: letters, the certificate, and ways to a higher floor."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers.studio_page import Desk

RING = ["...", ".#.", "..."]
WORDS = {
    "AAE": 11,
    "ACA": 58,
    "ADD": 97,
    "BAD": 37,
    "BEA": 64,
    "CAD": 13,
    "CBE": 77,
    "DDD": 38,
    "EAD": 66,
}
"""Words of which propagation claims too much in a ring: D and E never fill its first square."""


pytestmark = pytest.mark.usefixtures("planted")


@pytest.fixture(scope="module")
def planted(folder: Path) -> None:
    """Put the words into a list."""
    lines = [f"{word};{score}\n" for word, score in WORDS.items()]
    (folder / "planted.dict").write_text("".join(lines))


def start(desk: Desk, rows: list[str]) -> str:
    """Show a document with the planted words, and wait until it was thought about."""
    document = desk.create(rows)
    desk.server.edit(
        document, {"op": "set_lists", "stack": [{"path": "planted.dict"}], "own": False}
    )
    desk.open(document)
    desk.page.locator("body[data-letter][data-certificate]").wait_for()
    return document


def letters_mode(desk: Desk) -> None:
    desk.page.get_by_role("button", name="Letters", exact=True).click()
    desk.page.locator(".board .square[data-heat]").first.wait_for()


def heat(desk: Desk, row: int, column: int) -> str:
    return str(desk.square(row, column).locator(".heat").inner_text())


def test_letters_are_those_that_fill(desk: Desk) -> None:
    start(desk, RING)
    letters_mode(desk)
    figures = [heat(desk, 0, column) for column in range(3)]
    assert figures == ["3", "5", "3"]
    forced = desk.square(2, 2)
    assert forced.locator(".token").inner_text() == "D"
    assert "pencil" in forced.get_attribute("class")
    assert "3 letters possible" in desk.square(0, 0).locator("input").get_attribute("aria-label")
    desk.square(0, 0).hover()
    tip = desk.page.locator(".letter-tip")
    assert tip.inner_text().split() == ["A", "B", "C", "D", "E"]
    assert tip.locator("s").inner_text().split() == ["D", "E"]
    # the letters of the cursor's square are buttons: each shows the fill that proves it
    desk.page.get_by_role("button", name="B fills").focus()
    desk.until("document.querySelectorAll('.board .pencil').length === 8")
    assert desk.rows()[0][0] == "b"
    assert {desk.rows()[0].upper(), desk.rows()[2].upper()} <= WORDS.keys()
    desk.press("Enter")
    desk.until("document.querySelector('.board .square .token').textContent === 'B'")
    assert desk.rows()[0][0] == "B"


def test_a_switch_says_how_often_propagation_lies(desk: Desk) -> None:
    start(desk, RING)
    letters_mode(desk)
    switch = desk.page.get_by_label("As propagation sees it")
    switch.check()
    assert heat(desk, 0, 0).split() == ["5", "−2"]
    assert heat(desk, 2, 2).split() == ["3", "−2"]
    sentence = desk.page.locator(".claim").inner_text()
    assert sentence == "It leaves 30 letters; 6 of them are dead (20 %)."
    switch.uncheck()
    assert heat(desk, 0, 0) == "3"


def test_a_few_lies_are_not_none(desk: Desk) -> None:
    document = start(desk, RING)
    letters_mode(desk)
    desk.page.get_by_label("As propagation sees it").check()
    opened = desk.server.studio.library.open(document)
    told = {"alive": 999, "dead": 1, "open": 0, "left": 1000, "done": True, "cells": {}}
    opened.channel.publish("letter", {"revision": opened.document.revision, **told})
    sentence = "It leaves 1,000 letters; 1 of them is dead (under 1 %)."
    desk.page.locator(".claim", has_text=sentence).wait_for()
    desk.page.get_by_label("As propagation sees it").uncheck()


def test_undecided_letters_are_hatched_and_stale_ones_never_shown(desk: Desk) -> None:
    document = start(desk, RING)
    letters_mode(desk)
    studio = desk.server.studio
    opened = studio.library.open(document)
    revision = opened.document.revision
    told = {"alive": 1, "dead": 0, "open": 4, "left": 5, "done": False}
    opened.channel.publish(
        "letter", {"revision": revision, "cells": {"0,0": ["A", "", "BCDE"]}, **told}
    )
    desk.page.locator(".board .square.undecided").wait_for()
    assert heat(desk, 0, 0) == "1+"
    desk.page.locator("li", has_text="not all decided").wait_for()
    # an answer that comes after an edit is about what was there before
    desk.go(0, 1)
    desk.press("A")
    desk.settled()
    desk.page.locator(f"body[data-certificate='{revision + 1}'][data-letter]").wait_for()
    for event, data in (
        ("letter", {"cells": {"0,0": ["VWXYZ", "", ""]}, **told}),
        ("certificate", {"status": "filled", "floor": 99, "bound": 99, "proved": True}),
        ("lifts", {"ways": [], "done": True}),
    ):
        opened.channel.publish(event, {"revision": revision, **data})
    opened.channel.publish("certificate", {**certificate(desk, document), "floor": 12, "bound": 13})
    desk.page.locator("#status .certificate", has_text="12–13").wait_for()
    assert heat(desk, 0, 0) != "5"
    assert "99" not in desk.page.locator("#status").inner_text()


def certificate(desk: Desk, document: str) -> dict[str, Any]:
    """Return a certificate of the newest revision that is not proved."""
    revision = desk.server.get(f"/api/documents/{document}")["revision"]
    return {"revision": revision, "status": "filled", "proved": False, "done": False}


def test_the_certificate_has_a_seal_and_a_fill(desk: Desk) -> None:
    desk.library()  # which has a status bar of its own
    start(desk, RING)
    seal = desk.page.locator("#status .certificate")
    desk.page.locator("#status .certificate.proved svg").wait_for()
    assert seal.inner_text() == "best floor 37 · proved"
    assert "your own may score less" in seal.get_attribute("title")
    seal.hover()
    desk.until("document.querySelectorAll('.board .pencil').length === 8")
    rows = desk.rows()
    desk.page.mouse.move(5, 5)
    desk.until("!document.querySelector('.board .pencil')")
    seal.click()
    desk.until("document.querySelectorAll('.board .pencil').length === 8")
    assert desk.rows() == rows
    assert min(WORDS[row.upper()] for row in rows if "#" not in row) >= 37
    desk.press("Control+z")
    desk.until("!document.querySelector('.board .pencil')")


def test_a_way_to_a_higher_floor_is_shown_made_and_undone(desk: Desk) -> None:
    start(desk, ["CBE", ".#.", "..."])
    desk.page.locator("body[data-lifts]").wait_for()
    link = desk.page.locator("#status .best-way")
    assert link.inner_text() == "BEA for CBE at 1-Across would allow 37"
    way = desk.page.locator(".way")
    assert way.count() == 1
    assert "13 → 37" in way.inner_text()
    assert "filled and proved" in way.inner_text()
    way.hover()
    desk.until("document.querySelectorAll('.board .pencil').length === 8")
    assert desk.rows()[0] == "bea"
    way.get_by_role("button").click()
    desk.page.locator("body[data-certificate='2']").wait_for()
    assert desk.rows()[0] == "BEA"
    desk.page.locator("#status .certificate", has_text="best floor 37 · proved").wait_for()
    assert link.count() == 0
    desk.press("Control+z")
    desk.until("document.querySelector('.board .square .token').textContent === 'C'")
    assert desk.rows()[0] == "CBE"


TOPS = """() => {
    window.tops = new Set();
    const look = () => {
        tops.add(document.getElementById("autofill").getBoundingClientRect().top);
        window.frame = requestAnimationFrame(look);
    };
    look();
}"""


def test_nothing_moves_while_the_engine_reports(desk: Desk) -> None:
    start(desk, RING)
    desk.page.locator("#status .certificate.proved svg").wait_for()
    desk.page.evaluate(TOPS)
    desk.go(0, 0)
    desk.press("B")
    desk.page.locator("body[data-certificate='2']").wait_for()
    assert desk.page.evaluate("cancelAnimationFrame(frame), tops.size") == 1


def test_the_certificate_is_below_the_title_of_a_phone(phone: Desk) -> None:
    start(phone, RING)
    phone.page.locator(".top .certificate", has_text="best floor 37 · proved").wait_for()
    phone.page.locator("[data-action=heat]").click()
    phone.until("document.querySelectorAll('.board .square[data-heat]').length === 7")
    assert phone.page.locator(".letters button").first.is_visible()


def test_a_phone_has_every_kind_of_heat(phone: Desk) -> None:
    start(phone, ["...", "...", "..."])
    button = phone.page.locator(".thumb-bar [data-action=heat]")
    for label in ("Letters", "Candidates", "Score", "Heat"):
        button.tap()
        button.locator("span", has_text=label).wait_for()
    assert button.get_attribute("aria-label") == "Heat: off"
