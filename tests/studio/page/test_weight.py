"""What the page weighs, and what it must never do."""

from __future__ import annotations

from pathlib import Path

from helpers.studio_page import Desk

import crosswright

MAX_WEIGHT = 200_000  # bytes that opening the editor loads
LATE = ("verdicts.js", "certificate.js", "heat.js", "truth.css")  # when the engine first reports
STATIC = Path(crosswright.__file__).parent / "studio" / "static"


def test_opening_the_editor_is_light(new_desk: Desk) -> None:
    desk = new_desk
    document = desk.create()
    loaded: list[tuple[str, int]] = []
    desk.page.on(
        "response",
        lambda response: (
            loaded.append((response.url, len(response.body())))
            if "/static/" in response.url or response.request.is_navigation_request()
            else None
        ),
    )
    desk.open(document)
    first = [(size, url) for url, size in loaded if not url.endswith(LATE)]
    assert sum(size for size, _ in first) < MAX_WEIGHT, sorted(first)


def test_no_markup_is_made_of_text() -> None:
    for path in STATIC.rglob("*.js"):
        source = path.read_text("utf-8")
        for danger in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
            assert danger not in source, f"{path.name} has {danger}"


def test_no_address_of_another_host() -> None:
    for path in STATIC.rglob("*.*"):
        source = path.read_text("utf-8").replace("http://www.w3.org/", "")
        assert "http://" not in source, path.name
        assert "https://" not in source, path.name


def test_no_inline_script_or_style() -> None:
    page = (STATIC / "index.html").read_text("utf-8")
    assert "style=" not in page
    assert "<style" not in page
    assert page.count("<script") == page.count('<script type="module" src=')
