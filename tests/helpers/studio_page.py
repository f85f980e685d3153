"""What the tests of the studio's page share: a page at work, what it shows, what the server has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

PATIENCE = 60_000  # milliseconds, for a busy machine; nothing waits that long otherwise

MINI = ["...#.", ".....", ".....", ".....", ".#..."]
"""A small pattern for quick tests."""

_ROWS = """() => {
    const rows = [];
    for (const row of document.querySelectorAll(".board-row")) {
        rows.push([...row.children].map((square) => {
            if (square.classList.contains("block")) return "#";
            if (square.classList.contains("void")) return "~";
            const text = square.querySelector(".token").textContent || ".";
            const first = [...text][0];
            return square.classList.contains("pencil") ? first.toLowerCase() : first;
        }).join(""));
    }
    return rows;
}"""

_UNTIL = f"""() => new Promise((done, fail) => {{
    const end = Date.now() + {PATIENCE};
    const look = () => {{
        if (CONDITION) done();
        else if (Date.now() > end) fail(new Error("waited too long"));
        else setTimeout(look, 20);
    }};
    look();
}})"""

_GO = """(path) => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
}"""

# Choose again what is chosen at first; return whether anything else would outlast the document.
_TIDY = """() => {
    const all = (names) => [...document.querySelectorAll(names)];
    const tab = matchMedia("(max-width: 760px)").matches ? "slot" : "fill";
    const firsts = all(".segments, .chips").map((box) => box.firstElementChild);
    for (const first of firsts) if (first.getAttribute("aria-pressed") === "false") first.click();
    for (const other of all(`#tab-${tab}[aria-selected=false]`)) other.click();
    for (const close of all("#drawer:not([hidden]) header button")) close.click();
    return localStorage.length > 0
        || all(".filter option:checked:not(:first-child)").length > 0
        || all("input[type=search]").some((input) => input.value);
}"""

_HERE = """() => {
    const squares = [...document.querySelectorAll(".square")];
    const width = document.querySelectorAll(".board-row:first-child .square").length;
    const at = squares.findIndex((square) => square.classList.contains("here"));
    return [Math.floor(at / width), at % width];
}"""


class Desk:
    """A page of the studio, with the server behind it."""

    def __init__(self, page: Any, server: Any, problems: list[str]) -> None:
        self.page = page
        self.server = server
        self.problems = problems
        self._is_new = True  # the page has to be loaded, not only shown something else

    # -- documents --------------------------------------------------------------------------------

    def create(self, rows: Sequence[str] = MINI, **fields: Any) -> str:
        """Make a document of rows, and return its id."""
        card = self.server.post("/api/documents", {"kind": "rows", "rows": list(rows), **fields})
        return str(card["id"])

    def library(self) -> None:
        """Show the library."""
        self._go("/")
        self.page.locator("body[data-view=library]:not([data-document])").wait_for()

    def open(self, document: str, view: str = "") -> None:
        """Show a view of a document."""
        self._go(f"/documents/{document}{view and '/' + view}")
        self.page.locator(
            f"body[data-document='{document}'][data-view={view or 'editor'}][data-pending=false]"
        ).wait_for()

    def _go(self, path: str) -> None:
        """Go to another view as the page's own links do, which loads nothing again."""
        if self._is_new:
            self.page.goto(self.server.origin + path)
            self._is_new = False
        else:
            self.page.evaluate(_GO, path)

    def start(self, rows: Sequence[str] = MINI, view: str = "", **fields: Any) -> str:
        """Make a document of rows, show it, and return its id."""
        document = self.create(rows, **fields)
        self.open(document, view)
        return document

    def leave(self) -> None:
        """Leave the page as new, or have it loaded again for the next test."""
        self.page.mouse.move(0, 0)
        if self._is_new or self.page.evaluate(_TIDY):
            self.page.goto(self.server.origin + "/favicon.ico")  # another site is another process
            self.page.evaluate("localStorage.clear()")
            self._is_new = True

    def ready(self) -> None:
        """Wait until a document is shown and the server has all of it."""
        self.page.locator("body[data-pending]").wait_for()
        self.page.locator(".view:not([hidden])").wait_for()
        self.settled()

    def settled(self) -> None:
        """Wait until the server has every edit."""
        self.page.locator("body[data-pending=false]").wait_for()

    def until(self, condition: str) -> None:
        """Wait until an expression holds in the page, which allows no other way to evaluate one."""
        self.page.evaluate(_UNTIL.replace("CONDITION", condition))

    def state(self, document: str) -> dict[str, Any]:
        """Return the state that the server has, once it has everything."""
        self.settled()
        state: dict[str, Any] = self.server.get(f"/api/documents/{document}")["state"]
        return state

    # -- what is shown ----------------------------------------------------------------------------

    def rows(self) -> list[str]:
        """Return the grid as shown: # for a block, . for an empty square, small for pencil."""
        rows: list[str] = self.page.evaluate(_ROWS)
        return rows

    def here(self) -> tuple[int, int]:
        """Return the square of the cursor."""
        row, column = self.page.evaluate(_HERE)
        return row, column

    def slot(self) -> str:
        """Return the name of the slot that the clue bar shows."""
        self.painted()
        return str(self.page.locator("#clue-name").inner_text())

    def painted(self) -> None:
        """Wait for what the next frame draws."""
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")

    def said(self) -> str:
        """Return what the live region says."""
        return str(self.page.locator("#live").inner_text())

    def square(self, row: int, column: int) -> Any:
        """Return a square of the grid."""
        return self.page.locator(".board-row").nth(row).locator(".square").nth(column)

    # -- hands ------------------------------------------------------------------------------------

    def press(self, *keys: str) -> None:
        """Press keys one after another."""
        for key in keys:
            self.page.keyboard.press(key)

    def go(self, row: int, column: int) -> None:
        """Click a square that is not the cursor's."""
        if self.here() == (row, column):
            self.page.locator(".square.here input").focus()
        else:
            self.square(row, column).click()


def watch(page: Any, origin: str) -> list[str]:
    """Return a list to which every complaint of the page is added, and every foreign request."""
    problems: list[str] = []

    def on_console(message: Any) -> None:
        if message.type in ("error", "warning"):
            problems.append(f"{message.type}: {message.text} ({message.location['url']})")

    def on_request(request: Any) -> None:
        if not request.url.startswith((origin + "/", "chrome")):  # its viewer of PDFs
            problems.append(request.url)

    page.on("console", on_console)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("request", on_request)
    return problems
