"""The assistant: one thread that looks at documents after every edit, newest revision only.

It works for documents that somebody is looking at. A revision that comes while it is at work on an
earlier one is taken next, and what it says always names the revision that it is about.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Final

from crosswright.errors import CrosswrightError
from crosswright.studio.document import JournalEntry
from crosswright.studio.insight import Insight
from crosswright.studio.opened import OpenDocument
from crosswright.studio.refusals import Refusal
from crosswright.studio.review import review

PAUSE: Final = 0.15
"""Seconds without an edit before the checks of a document, which nobody needs between two keys."""

MAX_DELAY: Final = 1.0
"""Seconds that checks let the previews of other documents go before them."""


class Assistant:
    """Publishes a preview and a check of documents after every edit."""

    def __init__(self, insight: Insight, log: logging.Logger) -> None:
        self._insight = insight
        self._log = log
        self._to_preview: dict[str, OpenDocument] = {}
        self._to_check: dict[str, tuple[OpenDocument, float]] = {}
        """Documents to check, and when: the one that was edited last comes last."""
        self._changed = threading.Condition()
        self._is_ended = False
        self._thread = threading.Thread(target=self._work, name="studio-assistant", daemon=True)
        self._thread.start()

    def edited(self, document: OpenDocument, entry: JournalEntry | None = None) -> None:
        """Look at a document soon, if anybody is looking at it."""
        if not document.channel.has_streams:
            return
        with self._changed:
            self._to_preview[document.identity] = document
            self._to_check.pop(document.identity, None)
            self._to_check[document.identity] = document, time.monotonic() + PAUSE
            self._changed.notify()

    def end(self) -> None:
        """End the thread."""
        with self._changed:
            self._is_ended = True
            self._changed.notify()
        self._thread.join()

    def _work(self) -> None:
        while (task := self._next()) is not None:
            look, document = task
            try:
                look(document)
            except CrosswrightError as error:
                code = error.code if isinstance(error, Refusal) else "impossible"
                document.channel.publish("trouble", {"code": code, "message": str(error)})
            except Exception:
                self._log.exception("the assistant failed")

    def _next(self) -> tuple[Callable[[OpenDocument], None], OpenDocument] | None:
        """Wait for something to look at, and return how; None at the end."""
        with self._changed:
            while not self._is_ended:
                wait = None
                if self._to_check:
                    wait = next(iter(self._to_check.values()))[1] - time.monotonic()
                if wait is not None and wait <= (-MAX_DELAY if self._to_preview else 0):
                    return self._check, self._to_check.pop(next(iter(self._to_check)))[0]
                if self._to_preview:
                    return self._preview, self._to_preview.pop(next(iter(self._to_preview)))
                self._changed.wait(wait)
        return None

    def _preview(self, document: OpenDocument) -> None:
        revision, state = document.state()
        self._publish(document, revision, "preview", self._insight.preview(revision, state))

    def _check(self, document: OpenDocument) -> None:
        revision, state = document.state()
        words = self._insight.words(state)
        words.stem_count()  # reads them when a puzzle is opened, not when its first word is full
        report = review(state, words)
        self._publish(document, revision, "check", {"revision": revision, **report})

    def _publish(self, document: OpenDocument, revision: int, name: str, data: object) -> None:
        """Tell everybody, unless there has been another edit meanwhile."""
        with document.lock:
            if document.document.revision == revision:
                document.channel.publish(name, data)
