"""The candidates of the slot and of its crossing."""

from __future__ import annotations

import re

from helpers.studio_page import Desk

ROWS = ["CA.", "...", "..."]


def words(desk: Desk, kind: str = "slot") -> list[str]:
    """Return the words of a list, once they are there."""
    desk.page.locator(f".candidates.{kind} .rows:not(.old) .row").first.wait_for()
    return desk.page.locator(f".candidates.{kind} .rows:not(.old) .row .answer").all_inner_texts()


def test_words_of_the_slot_and_of_its_crossing(desk: Desk) -> None:
    desk.start(["CA.", "...", "..P"])
    assert desk.here() == (0, 2)  # the first gap
    assert all(word.startswith("CA") and len(word) == 3 for word in words(desk))
    assert all(word.endswith("P") and len(word) == 3 for word in words(desk, "crossing"))


def test_a_click_writes_the_word_in_ink(desk: Desk) -> None:
    document = desk.start(ROWS)
    words(desk)
    row = desk.page.locator(".candidates.slot .row").first
    word = row.locator(".answer").inner_text()
    row.locator(".take").click()
    assert desk.rows()[0] == word
    assert desk.page.evaluate("document.activeElement.closest('#grid') !== null")
    assert "pencil" not in desk.state(document)["cells"]["0,2"]
    desk.press("Control+z")
    desk.settled()
    assert desk.rows()[0] == "CA."


def test_a_candidate_shows_in_pencil_while_looked_at(desk: Desk) -> None:
    document = desk.start(ROWS)
    word = words(desk)[0]
    desk.press("F4")
    desk.until("document.activeElement.matches('.take')")
    assert desk.rows()[0] == word[:2] + word[2].lower()
    desk.press("Escape")
    assert desk.rows()[0] == "CA."
    assert "0,2" not in desk.state(document)["cells"]


def test_the_filter_takes_patterns_and_letters(desk: Desk) -> None:
    desk.start(["...", "...", "..."])
    words(desk)
    field = desk.page.locator(".candidates.slot input[type=search]")
    field.fill("c?t")
    desk.until(
        "[...document.querySelectorAll('.candidates.slot .row .answer')]"
        ".every((one) => /^C.T$/.test(one.textContent))"
    )
    assert "CAT" in words(desk)
    field.fill("zz")
    desk.page.locator(".candidates.slot .divider", has_text="No word matches").or_(
        desk.page.locator(".candidates.slot .row", has_text="ZZ").first
    ).first.wait_for()


def test_another_slot_starts_without_a_filter(desk: Desk) -> None:
    desk.start(["...", "...", "..."])
    field = desk.page.locator(".candidates.slot input[type=search]")
    field.fill("c?t")
    desk.square(1, 1).click()
    desk.until("document.querySelector('.candidates.slot input[type=search]').value === ''")


def test_sorting_by_alphabet(desk: Desk) -> None:
    desk.start(ROWS)
    words(desk)
    desk.page.locator(".candidates.slot select").select_option("alphabet")
    desk.until(
        """(() => {
            const found = document.querySelectorAll(".candidates.slot .row:not(.out) .answer");
            const rows = [...found].map((one) => one.textContent);
            return rows.length > 1 && rows.every((word, at) => !at || rows[at - 1] <= word);
        })()"""
    )


def test_words_ruled_out_come_last(desk: Desk) -> None:
    desk.start(["C..", "..Q", "..."])
    desk.page.locator(".candidates.slot .row.out").first.wait_for()
    order = desk.page.locator(".candidates.slot .row").evaluate_all(
        "all => all.map((row) => row.classList.contains('out'))"
    )
    assert order == sorted(order)


def test_banning_and_rescoring_from_the_row(desk: Desk) -> None:
    desk.start(ROWS)
    word = words(desk)[0]
    row = desk.page.locator(f".candidates.slot .row[data-word={word}]")
    row.hover()
    row.get_by_role("button", name=f"Rescore {word}").click()
    desk.page.get_by_label(f"Score of {word}").fill("3")
    desk.press("Enter")
    score = row.locator(".figure", has_text=re.compile("^3$"))
    score.wait_for()
    assert desk.server.get("/api/words/personal")["scores"][word] == 3
    row.hover()
    row.get_by_role("button", name=f"Ban {word}").click()
    row.wait_for(state="detached")
    assert word in desk.server.get("/api/words/personal")["banned"]
    desk.server.post("/api/words/forget", {"word": word})


def test_a_long_word_has_its_pattern_drawn(desk: Desk) -> None:
    desk.start(["." * 21] * 3)
    assert desk.page.locator(".candidates.slot .pattern i").count() == 21
    head = desk.page.locator(".candidates.slot .headline").bounding_box()
    assert head["width"] <= 320


def test_keys_keep_the_focus_while_the_list_becomes_another_one(desk: Desk) -> None:
    desk.start(["...", "...", "..."])
    words(desk)
    desk.press("F4")
    desk.until("document.activeElement.matches('.take')")
    desk.page.keyboard.type("cat")  # letters go to the filter
    desk.until("document.querySelectorAll('.candidates.slot .row').length === 1")
    desk.press("ArrowDown")
    desk.until("document.activeElement.matches('.take')")
    desk.press("Delete")  # bans the only one: nothing of the list is left to hold the focus
    desk.page.locator(".candidates.slot .divider", has_text="No word matches").wait_for()
    assert desk.page.evaluate("document.activeElement.matches('input[type=search]')")
    desk.server.post("/api/words/forget", {"word": "CAT"})
