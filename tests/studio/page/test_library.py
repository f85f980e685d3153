"""The library: new puzzles of every kind, opening, dropping, removing, history."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from pathlib import Path

import pytest
from helpers.studio_page import Desk

from crosswright.formats.files import from_bytes, to_bytes
from crosswright.formats.registry import all_formats, by_name

XD = """Title: Dropped
Author: Somebody


CAT
ARE
TEN


A1. Pet ~ CAT
A4. You ___ here ~ ARE
A5. Ten ~ TEN

D1. Pet ~ CAT
D2. You ___ here ~ ARE
D3. Ten ~ TEN
"""


CROSSFIRE = b"""<?xml version="1.0" encoding="utf-8" standalone="no"?>
<CROSSFIRE>
<VERSION>1</VERSION>
<TITLE>Dropped</TITLE>
<GRID width="3">
CAT
ARE
TEN
</GRID>
<WORDS>
<WORD dir="ACROSS" id="0" isTheme="false" num="1">Pet</WORD>
</WORDS>
</CROSSFIRE>
"""


def drop(desk: Desk, name: str, data: bytes) -> None:
    """Drop a file on the page."""
    drop_all(desk, {name: data})


def drop_all(desk: Desk, files: Mapping[str, bytes]) -> None:
    """Drop files on the page, all at once."""
    desk.page.evaluate(
        """(files) => {
            const transfer = new DataTransfer();
            for (const [name, data] of files) {
                const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
                transfer.items.add(new File([bytes], name));
            }
            for (const type of ["dragenter", "dragover", "drop"]) {
                const options = { dataTransfer: transfer, bubbles: true, cancelable: true };
                document.body.dispatchEvent(new DragEvent(type, options));
            }
        }""",
        [[name, base64.b64encode(data).decode()] for name, data in files.items()],
    )


def edited(desk: Desk) -> None:
    """Wait for the editor."""
    desk.page.locator("body[data-view=editor]").wait_for()
    desk.ready()


def test_a_new_empty_grid(desk: Desk) -> None:
    desk.library()
    desk.page.get_by_role("button", name="Empty grid").click()
    form = desk.page.locator(".drawer form")
    form.locator("[name=title]").fill("Fresh")
    form.locator("[name=height]").fill("7")
    form.locator("[name=width]").fill("9")
    form.get_by_role("button", name="Create").click()
    edited(desk)
    assert desk.rows() == ["." * 9] * 7
    assert desk.page.locator("#title").inner_text() == "Fresh"


def test_a_built_in_pattern(desk: Desk) -> None:
    desk.library()
    desk.page.get_by_role("button", name="Pattern").click()
    desk.page.get_by_role("button", name="Pattern 1", exact=True).click()
    edited(desk)
    rows = desk.rows()
    assert len(rows) == 15
    assert any("#" in row for row in rows)


def test_a_drawn_pattern(desk: Desk) -> None:
    desk.library()
    desk.page.get_by_role("button", name="Pattern").click()
    form = desk.page.locator(".drawer form")
    form.locator("[name=height]").fill("9")
    form.get_by_role("button", name="Draw patterns").click()
    desk.page.locator(".ranked .choice").first.click()
    edited(desk)
    assert len(desk.rows()) == 9


def test_a_theme_is_placed_and_filled(desk: Desk) -> None:
    desk.library()
    desk.page.get_by_role("button", name="Theme").click()
    desk.page.locator("[name=theme]").fill("rain check\ncloud nine")
    desk.page.locator(".drawer [name=height]").fill("9")
    desk.page.get_by_role("button", name="Place and fill").click()
    desk.page.locator(".ranked .choice").first.click()
    edited(desk)
    rows = desk.rows()
    lines = [*rows, *map("".join, zip(*rows, strict=True))]  # the theme may be across or down
    assert {"RAINCHECK", "CLOUDNINE"} <= {line.upper() for line in lines}
    theme = [line for line in lines if line.upper() in ("RAINCHECK", "CLOUDNINE")]
    assert all(line.isupper() for line in theme)  # ink: somebody chose them
    assert desk.page.locator(".square.theme").count() == 18


def test_a_criss_cross(desk: Desk) -> None:
    desk.library()
    desk.page.get_by_role("button", name="Criss-cross").click()
    desk.page.locator("[name=words]").fill("OAK: Acorns grow on it\nELM\nLARCH\nMAPLE")
    desk.page.get_by_role("button", name="Interlock", exact=True).click()
    desk.page.locator(".drawer > .content > .choices .choice").first.click()
    edited(desk)
    assert any("~" in row or "#" in row for row in desk.rows())
    assert "LARCH" in "".join(desk.rows()) or any("L" in row for row in desk.rows())


def test_recent_puzzles_open_by_key(desk: Desk) -> None:
    document = desk.create(title="Recent one")
    desk.library()
    card = desk.page.get_by_role("button", name="Recent one,")
    card.focus()
    desk.page.locator(".side h2", has_text="Recent one").wait_for()
    desk.press("Enter")
    edited(desk)
    assert document in desk.page.url
    desk.page.locator("#status", has_text="revision").wait_for()  # the library's bar is gone


def test_find_by_title(desk: Desk) -> None:
    desk.create(title="Needle in the hay")
    desk.create(title="Something else")
    desk.library()
    desk.page.locator(".puzzle", has_text="Something else").wait_for()
    desk.page.get_by_label("Find by title, answer or clue").fill("needle")
    desk.page.locator(".puzzle", has_text="Something else").wait_for(state="detached")
    assert desk.page.locator(".puzzle", has_text="Needle in the hay").count() == 1


def test_a_dropped_file_opens(desk: Desk) -> None:
    desk.library()
    drop(desk, "dropped.xd", XD.encode())
    edited(desk)
    assert desk.rows() == ["CAT", "ARE", "TEN"]
    assert desk.page.locator("#title").inner_text() == "Dropped"


@pytest.mark.parametrize("format", [each.name for each in all_formats() if each.read])
def test_every_format_that_can_be_read_can_be_dropped(desk: Desk, format: str) -> None:
    chosen = by_name(format)
    data = CROSSFIRE if chosen.write is None else to_bytes(from_bytes(XD.encode(), "xd"), format)[0]
    desk.library()
    drop(desk, f"dropped{chosen.suffixes[0]}", data)
    if format in ("csv", "tsv"):  # words without a grid: they are interlocked
        words = desk.page.locator(".drawer [name=words]")
        words.wait_for()
        assert words.input_value().splitlines() == ["CAT: Pet", "ARE: You ___ here", "TEN: Ten"]
        return
    edited(desk)
    letters = "".join(desk.rows())
    if format == "structure":  # which knows blocks only
        assert letters == "." * 9
    else:
        assert sorted(letters.strip("~#")) >= sorted("CATARETEN")
    if "title" in desk.state(desk.page.url.rpartition("/")[2])["meta"]:
        assert desk.page.locator("#title").inner_text() == "Dropped"


def test_a_file_dropped_in_the_editor_opens_beside_the_puzzle(desk: Desk) -> None:
    document = desk.start()
    desk.press("c", "a", "t")
    drop(desk, "dropped.xd", XD.encode())
    desk.page.locator("#title", has_text="Dropped").wait_for()
    assert desk.server.get(f"/api/documents/{document}")["state"]["cells"]["0,2"] == {"letter": "T"}


def test_several_files_come_into_the_library_and_what_is_no_puzzle_is_named(desk: Desk) -> None:
    desk.start(["..."])
    files = {f"{title}.xd": XD.replace("Dropped", title).encode() for title in ("Red", "Blue")}
    drop_all(desk, {**files, "photo.puz": b"\x00\x01 not a puzzle", "empty.xd": b""})
    complaint = desk.page.locator("#status .problem-text")
    complaint.wait_for()
    assert "photo.puz: " in complaint.inner_text()
    assert "empty.xd: " in complaint.inner_text()
    for title in ("Red", "Blue"):
        desk.page.locator(".puzzle", has_text=title).first.wait_for()
    assert desk.page.locator("body").get_attribute("data-view") == "library"
    desk.problems[:] = [problem for problem in desk.problems if "422" not in problem]


def test_a_dropped_file_that_is_no_puzzle_is_explained(desk: Desk) -> None:
    desk.library()
    drop(desk, "photo.puz", b"\x00\x01 not a puzzle")
    complaint = desk.page.locator("#status .problem-text", has_text="photo.puz")
    complaint.wait_for()
    desk.page.evaluate(
        """body => fetch("/api/documents", {method: "POST", body,
                                           headers: {"Content-Type": "application/json"}})""",
        '{"kind": "blank", "height": 3, "width": 3, "title": "Meanwhile"}',
    )
    desk.page.locator(".puzzle", has_text="Meanwhile").wait_for()
    assert complaint.is_visible()
    assert desk.page.locator("body").get_attribute("data-view") == "library"
    desk.problems[:] = [problem for problem in desk.problems if "422" not in problem]


def test_a_file_of_the_folder_opens(desk: Desk, folder: Path) -> None:
    path = folder / "shelf.xd"
    path.write_text(XD, "utf-8")
    desk.library()
    desk.page.locator(".file-list button", has_text="shelf.xd").click()
    edited(desk)
    assert desk.rows() == ["CAT", "ARE", "TEN"]


def test_removing_and_bringing_back(desk: Desk) -> None:
    desk.create(title="Short-lived")
    desk.library()
    desk.page.get_by_role("button", name="Short-lived,").click()
    desk.page.locator(".side").get_by_role("button", name="Remove").click()
    desk.page.locator(".puzzle", has_text="Short-lived").wait_for(state="detached")
    desk.page.get_by_role("button", name="Bring it back").click()
    desk.page.locator(".puzzle", has_text="Short-lived").wait_for()


def test_history_shows_and_restores(desk: Desk) -> None:
    document = desk.start()
    desk.press("c", "a", "t")
    desk.settled()
    desk.go(2, 0)
    desk.press("d", "o")
    desk.settled()
    desk.page.get_by_role("button", name="History").click()
    entries = desk.page.locator(".drawer .history button")
    entries.nth(1).click()
    desk.page.get_by_role("button", name="Restore this state").click()
    desk.until("!document.querySelectorAll('.token')[10].textContent")
    assert (desk.rows()[0], desk.rows()[2]) == ("CAT#.", ".....")
    desk.press("Control+z")
    desk.settled()
    assert desk.state(document)["cells"]["2,0"] == {"letter": "D"}


def test_the_library_restores_from_the_history_of_a_card(desk: Desk) -> None:
    document = desk.create(title="Twice written")
    for letter in ("A", "B"):
        desk.server.edit(document, {"op": "set_cells", "cells": [[0, 0, letter]]})
    desk.library()
    desk.page.get_by_role("button", name="Twice written,").click()
    desk.page.locator(".side h2", has_text="Twice written").wait_for()
    desk.page.locator(".side .history button").nth(1).click()
    desk.page.locator(".side").get_by_role("button", name="Restore this state").click()
    edited(desk)
    assert desk.rows()[0][0] == "A"


def test_several_unfinished_puzzles_stay_apart(desk: Desk) -> None:
    one, other = desk.create(title="One"), desk.create(title="Other")
    desk.open(one)
    desk.press("c", "a", "t")
    desk.settled()
    desk.open(other)
    assert desk.rows()[0] == "...#."
    desk.page.go_back()
    desk.page.locator("#title", has_text="One").wait_for()
    desk.ready()
    assert desk.rows()[0] == "CAT#."


def test_a_puzzle_that_is_not_there(desk: Desk) -> None:
    desk.page.goto(desk.server.origin + "/documents/0000000000000000")
    desk.page.get_by_text("not in the library").wait_for()
    desk.page.get_by_role("link", name="To the library").click()
    desk.page.locator("body[data-view=library]").wait_for()
    desk.problems[:] = [problem for problem in desk.problems if "404" not in problem]
