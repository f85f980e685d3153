"""The assistant: previews at once, checks after a pause, and no document keeps others waiting."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.studio import PATIENCE, letters, op

from crosswright.studio import assistant as assistants
from crosswright.studio.assistant import Assistant
from crosswright.studio.insight import Insight
from crosswright.studio.library import Library
from crosswright.studio.opened import OpenDocument
from crosswright.studio.state import empty_state
from crosswright.studio.wordlists import WordLists


class Looks:
    """What the assistant has looked at, in order."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.list: list[tuple[str, str]] = []
        self._changed = threading.Condition()
        for name in ("_preview", "_check"):
            monkeypatch.setattr(Assistant, name, self._noting(name.removeprefix("_")))

    def _noting(self, name: str) -> Any:
        def look(assistant: Assistant, document: OpenDocument) -> None:
            with self._changed:
                self.list.append((name, document.identity))
                self._changed.notify_all()

        return look

    def wait_for(self, *looks: tuple[str, str]) -> None:
        """Wait until the assistant has looked at something."""
        with self._changed:
            assert self._changed.wait_for(lambda: set(looks) <= set(self.list), PATIENCE)


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Looks:
    return Looks(monkeypatch)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    (tmp_path / "words.dict").write_text("CAT\n")
    library = Library(tmp_path)
    yield library
    library.close()


@pytest.fixture
def assistant(library: Library) -> Iterator[Assistant]:
    assistant = Assistant(Insight(WordLists(library.root)), logging.getLogger())
    yield assistant
    assistant.end()


def watched(library: Library) -> OpenDocument:
    """Make a document that somebody is looking at."""
    document = library.create(empty_state(3, 3))
    document.edit(0, [op("set_lists", stack=[{"path": "words.dict"}], own=False), letters("C")])
    loop = asyncio.new_event_loop()
    loop.close()  # nobody reads what comes
    document.channel.subscribe(loop, None)
    return document


def test_previews_come_at_once_and_checks_after_a_pause(
    library: Library, assistant: Assistant, looks: Looks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assistants, "PAUSE", 1e6)
    document = watched(library)
    for _ in range(3):
        assistant.edited(document)
        looks.wait_for(("preview", document.identity))
    assert "check" not in dict(looks.list)
    monkeypatch.setattr(assistants, "PAUSE", 0.0)
    assistant.edited(document)
    looks.wait_for(("check", document.identity))
    assert looks.list[-2:] == [("preview", document.identity), ("check", document.identity)]


def test_a_document_that_is_edited_on_and_on_keeps_no_other_waiting(
    library: Library, assistant: Assistant, looks: Looks, monkeypatch: pytest.MonkeyPatch
) -> None:
    quiet, busy = watched(library), watched(library)
    monkeypatch.setattr(assistants, "PAUSE", 0.0)
    assistant.edited(quiet)
    monkeypatch.setattr(assistants, "PAUSE", 1e6)
    is_over = threading.Event()

    def edit() -> None:
        while not is_over.is_set():
            assistant.edited(busy)

    thread = threading.Thread(target=edit)
    thread.start()
    looks.wait_for(("check", quiet.identity), ("preview", busy.identity))
    is_over.set()
    thread.join()
    assert ("check", busy.identity) not in looks.list


def test_nobody_looks_at_what_nobody_sees(
    library: Library, assistant: Assistant, looks: Looks
) -> None:
    unseen, seen = library.create(empty_state(3, 3)), watched(library)
    assistant.edited(unseen)
    assistant.edited(seen)
    looks.wait_for(("preview", seen.identity))
    assert unseen.identity not in [identity for _, identity in looks.list]
