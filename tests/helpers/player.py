"""What the tests of pages share: a page that is watched, where the solver is, what it shows."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

PATIENCE = 60_000  # milliseconds, for a busy machine; nothing waits that long otherwise

STORED = "({...localStorage})"
STORE = "(kept) => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(key, value))"

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


def watch(page: Any) -> list[str]:
    """Return a list to which everything is added that the page complains of or requests."""
    problems: list[str] = []

    def request(request: Any) -> None:
        if not (request.is_navigation_request() or request.url == "data:,"):
            problems.append(request.url)

    page.on("console", lambda message: problems.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("request", request)
    return problems


def stop_clock(page: Any) -> None:
    """Let time pass in a page only when it is told to, by `page.clock.run_for`."""
    page.clock.install(time=0)
    page.clock.pause_at(1)


def tap(target: Any) -> None:
    """Tap, and wait for the click that the browser makes of it some time later."""
    target.page.evaluate(
        """() => {
            window.clicked = false;
            window.addEventListener("click", () => { window.clicked = true; }, {once: true});
        }"""
    )
    target.tap()
    target.page.wait_for_function("window.clicked")


def tree(page: Any) -> list[dict[str, Any]]:
    """Return the nodes of the accessibility tree that are not ignored."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    return [
        {
            "role": node.get("role", {}).get("value"),
            "name": node.get("name", {}).get("value", ""),
            **{each["name"]: each["value"].get("value") for each in node.get("properties", ())},
        }
        for node in nodes
        if not node["ignored"]
    ]


A_TURN = """new Promise((done) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = done;
    channel.port2.postMessage(0);
})"""


def reload(page: Any) -> None:
    """Load the page anew, and again until the browser has handed over what was stored.

    Of a browser that gets little of a busy machine, a page may find its storage empty until it is
    loaded once more, and what it stores meanwhile leads nowhere. So that is stored again. What is
    handed over after the page has read it comes with an event.
    """
    page.evaluate("dispatchEvent(new Event('pagehide'))")  # store now what is stored on leaving
    stored = page.evaluate(STORED)
    page.reload()
    end = time.monotonic() + PATIENCE / 1000
    while page.evaluate(STORED) != stored:
        assert time.monotonic() < end, "what was stored is lost"
        page.evaluate(STORE, stored)
        page.reload()
    page.evaluate(A_TURN)
