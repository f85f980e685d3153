"""What the tests of the player share: where the solver is, and what the grid shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

PATIENCE = 30_000  # milliseconds, for a busy machine; nothing waits that long otherwise

Open = Callable[..., Any]


def letters(page: Any) -> str:
    """Return the letters of all fields in order, with a dot for an empty one."""
    texts = page.locator(".cell .letter").all_text_contents()
    return "".join(text or "." for text in texts)


def here(page: Any) -> str:
    """Return what the field at the cursor is called."""
    return str(page.locator(".cell.here input").get_attribute("aria-label"))


def clue(page: Any) -> str:
    """Return the current clue, after its name."""
    return " ".join(page.locator("#clue").inner_text().split())


def marked(page: Any, kind: str) -> list[int]:
    """Return the fields whose cells are of a kind: "word", "wrong", "referred"."""
    cells = page.locator(".cell").all()
    return [n for n, cell in enumerate(cells) if kind in str(cell.get_attribute("class")).split()]


def status(page: Any) -> str:
    """Return the message below the grid."""
    return str(page.locator("#status").inner_text())


def reload(page: Any) -> None:
    """Load the page anew, and again while the browser has yet to hand over what was stored."""
    stored = page.evaluate("localStorage.length")
    page.reload()
    for _ in range(10):
        if page.evaluate("localStorage.length") >= stored:
            return
        page.reload()
