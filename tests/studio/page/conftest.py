"""A running studio, and pages on it that complain of nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.studio import running_studio
from helpers.studio_page import PATIENCE, Desk, watch

DESKTOP = {"width": 1440, "height": 900}

Sit = Callable[..., Desk]


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
        name, _, value = server.cookie.partition("=")
        context.add_cookies([{"name": name, "value": value, "url": server.origin}])
        return context.new_page()

    return open_page


@pytest.fixture
def sit(enter: Callable[..., Any], server: Any) -> Iterator[Sit]:
    """A function that opens a page that nobody has used."""
    desks = []

    def open_desk(**options: Any) -> Desk:
        page = enter(**options)
        desks.append(Desk(page, server, watch(page, server.origin)))
        return desks[-1]

    yield open_desk
    for desk in desks:
        desk.page.context.close()
    for desk in desks:
        assert desk.problems == []


@pytest.fixture(scope="session")
def wide(enter: Callable[..., Any], server: Any) -> Desk:
    """A page that most tests share: a new one costs more than the test."""
    page = enter()
    return Desk(page, server, watch(page, server.origin))


@pytest.fixture
def desk(wide: Desk) -> Iterator[Desk]:
    """A page on a wide screen."""
    yield wide
    wide.leave()
    problems = [*wide.problems]
    wide.problems.clear()
    assert problems == []
