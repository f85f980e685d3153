"""A running studio, and pages on it that complain of nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.studio import running_studio
from helpers.studio_page import PATIENCE, Desk, watch

# The browser's viewer of PDFs costs more than most tests: only those that ask for it get it.
NO_VIEWER = """Object.defineProperty(Navigator.prototype, "pdfViewerEnabled", {
    get: () => sessionStorage.getItem("viewer") === "on",
});"""

DESKTOP = {"width": 1440, "height": 900}

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the studio works in."""
    return tmp_path_factory.mktemp("studio")


@pytest.fixture(scope="session")
def server(folder: Path) -> Iterator[Any]:
    """A studio that runs for all tests."""
    with running_studio(folder) as studio:
        yield studio


@pytest.fixture(autouse=True)
def own_scores(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep scores and bans of the tests out of the user's own list."""
    monkeypatch.setenv("CROSSWRIGHT_CONFIG", str(tmp_path_factory.getbasetemp() / "config"))


@pytest.fixture(scope="session")
def enter(browser: Any, server: Any) -> Callable[..., Any]:
    """A function that opens a page of a context of its own, already let in."""

    def open_page(**options: Any) -> Any:
        context = browser.new_context(
            **{"viewport": DESKTOP, "reduced_motion": "reduce", **options}
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script(NO_VIEWER)
        name, _, value = server.cookie.partition("=")
        context.add_cookies([{"name": name, "value": value, "url": server.origin}])
        return context.new_page()

    return open_page


@pytest.fixture
def new_desk(enter: Callable[..., Any], server: Any) -> Iterator[Desk]:
    """A page of a browser that has never seen the studio."""
    page = enter()
    desk = Desk(page, server, watch(page, server.origin))
    yield desk
    page.context.close()
    assert desk.problems == []


@pytest.fixture
def other_tab(desk: Desk) -> Iterator[Desk]:
    """Another tab of the browser of `desk`."""
    page = desk.page.context.new_page()
    other = Desk(page, desk.server, watch(page, desk.server.origin))
    yield other
    page.close()
    assert other.problems == []


@pytest.fixture(scope="session")
def wide(enter: Callable[..., Any], server: Any) -> Desk:
    """A page that most tests share: a new one costs more than the test."""
    page = enter()
    return Desk(page, server, watch(page, server.origin))


@pytest.fixture(scope="session")
def narrow(enter: Callable[..., Any], server: Any) -> Desk:
    """A page on a narrow screen that tests share."""
    page = enter(**PHONE)
    return Desk(page, server, watch(page, server.origin))


@pytest.fixture
def desk(wide: Desk) -> Iterator[Desk]:
    """A page on a wide screen."""
    yield from _visit(wide)


@pytest.fixture
def phone(narrow: Desk) -> Iterator[Desk]:
    """A page on a narrow screen, by touch."""
    yield from _visit(narrow)


def _visit(desk: Desk) -> Iterator[Desk]:
    yield desk
    desk.leave()
    problems = [*desk.problems]
    desk.problems.clear()
    assert problems == []
