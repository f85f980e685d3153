"""Play, export and print."""

from __future__ import annotations

import pytest
from helpers.studio_page import Desk

FILLED = ["CAT", "ARE", "TEN"]


def test_the_player_plays(desk: Desk) -> None:
    desk.start(FILLED, view="play")
    player = desk.page.frame_locator(".play iframe")
    player.locator(".cell input").first.wait_for()
    assert player.locator(".cell").count() == 9
    player.locator(".cell input").first.press("c")
    player.locator(".cell .letter", has_text="C").first.wait_for()


def test_every_format_with_its_losses(desk: Desk) -> None:
    desk.start(FILLED, view="export")
    items = desk.page.locator(".format-list li")
    items.first.wait_for()
    text = desk.page.locator(".format-list").inner_text()
    for suffix in (".ipuz", ".puz", ".jpz", ".xd"):
        assert suffix in text


def test_losses_are_shown_before_anything_is_written(desk: Desk) -> None:
    document = desk.create(FILLED)
    bar = {"op": "toggle_bar", "bars": [[0, 0, "right"]], "on": True, "symmetry": "none"}
    desk.server.edit(document, bar)
    asked: list[str] = []
    desk.page.on("request", lambda request: asked.append(request.url))
    desk.open(document, "export")
    puz = desk.page.locator(".format-list li", has_text=".puz")
    puz.get_by_text("Leaves out: bars").wait_for()
    desk.page.locator(".format-list li", has_text=".ipuz").get_by_text("Nothing is lost").wait_for()
    assert not any("/export?" in url for url in asked)


def test_pencil_is_announced_before_export(desk: Desk) -> None:
    document = desk.create(FILLED)
    base = desk.server.get(f"/api/documents/{document}")["revision"]
    pencil = {"op": "set_cells", "cells": [[0, 0, "B"]], "pencil": True}
    desk.server.post(f"/api/documents/{document}/ops", {"base": base, "ops": [pencil]})
    desk.open(document, "export")
    desk.page.locator(".notices", has_text="pencil").wait_for()


def test_a_file_is_downloaded(desk: Desk) -> None:
    desk.start(FILLED, view="export", title="Little")
    with desk.page.expect_download() as download:
        desk.page.locator(".format-list li", has_text=".ipuz").get_by_role("link").click()
    path = download.value.path()
    assert b"ipuz.org" in path.read_bytes()


@pytest.mark.parametrize(
    ("label", "kind"), [("Puzzle", "sheet"), ("Solution", "key"), ("Submission", "submission")]
)
def test_the_preview_is_the_sheet_that_will_be_printed(desk: Desk, label: str, kind: str) -> None:
    desk.start(FILLED, title="Little")
    desk.page.evaluate("sessionStorage.setItem('viewer', 'on')")
    desk.press("Alt+5")
    desk.page.locator(".print-options").get_by_role("button", name=label).click()
    desk.page.locator("[name=enumerations]").check()
    frame = desk.page.locator(f".sheet-preview[src*='kind={kind}'][src*='enumerations=1']")
    frame.wait_for()
    address = str(frame.get_attribute("src")).partition("#")[0]
    save = desk.page.get_by_role("link", name="Save PDF").get_attribute("href")
    assert parameters(save) == parameters(address)
    status, headers, data = desk.server.request("GET", address)
    assert (status, data[:5]) == (200, b"%PDF-")
    desk.page.evaluate("sessionStorage.clear()")
    # a policy that allows nothing would keep the browser's viewer from showing the sheet
    assert headers["content-security-policy"] == "frame-ancestors 'self'"


def parameters(address: str) -> set[str]:
    """Return what a sheet is asked to be, however it is asked for."""
    query = address.partition("?")[2].split("&")
    return {each for each in query if not each.startswith(("revision=", "download="))}


def test_a_pdf_is_saved(desk: Desk) -> None:
    desk.start(FILLED, view="export", title="Little")
    for label, kind, name in (("Puzzle", "sheet", ""), ("Solution", "key", "-solution")):
        desk.page.locator(".print-options").get_by_role("button", name=label).click()
        with desk.page.expect_download() as download:
            desk.page.locator(f"a[href*='kind={kind}']", has_text="Save PDF").click()
        assert download.value.suggested_filename == f"little{name}.pdf"
        assert download.value.path().read_bytes().startswith(b"%PDF")


def test_a_browser_without_a_viewer_says_where_the_sheet_is(desk: Desk) -> None:
    desk.start(FILLED, view="export")
    desk.page.get_by_text("in a tab of their own").wait_for()
    assert (
        desk.page.get_by_role("link", name="Open PDF to print").get_attribute("target") == "_blank"
    )
