"""The studio: its library, its word lists, its jobs and its assistant, put together."""

from __future__ import annotations

import logging
from pathlib import Path

from crosswright.studio.assistant import Assistant
from crosswright.studio.document import JournalEntry
from crosswright.studio.events import StreamCount
from crosswright.studio.insight import Insight
from crosswright.studio.jobs import Jobs
from crosswright.studio.library import Library
from crosswright.studio.opened import OpenDocument
from crosswright.studio.wordlists import WordLists


class Studio:
    """Everything behind the server."""

    def __init__(self, root: Path) -> None:
        self.log = logging.getLogger("crosswright.studio")
        self.library = Library(root)
        self.wordlists = WordLists(self.library.root)
        self.insight = Insight(self.wordlists)
        self.jobs = Jobs(self.library, self.log)
        self.assistant = Assistant(self.insight, self.log)
        self.streams = StreamCount()
        self.library.listeners.append(self._edited)

    def _edited(self, document: OpenDocument, entry: JournalEntry) -> None:
        self.jobs.edited(document, entry)
        self.assistant.edited(document)

    def words_changed(self, word: str) -> None:
        """Tell everybody that scores have changed, and look at all documents again."""
        for document in self.library.opened():
            document.channel.publish(
                "words", {"revision": document.document.revision, "word": word}
            )
            self.assistant.edited(document)

    def close(self) -> None:
        """Stop all work, and write down what is left to write."""
        self.streams.close_all()
        self.jobs.end()
        self.assistant.end()
        self.library.close()
