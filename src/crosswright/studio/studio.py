"""The studio: its library, its word lists, its jobs and its assistant, put together."""

from __future__ import annotations

import logging
from pathlib import Path

from crosswright.studio.assistant import Assistant
from crosswright.studio.demo import Demo
from crosswright.studio.document import JournalEntry
from crosswright.studio.events import StreamCount
from crosswright.studio.insight import Insight
from crosswright.studio.jobs import Jobs
from crosswright.studio.library import Library
from crosswright.studio.opened import OpenDocument
from crosswright.studio.seasons import Seasons
from crosswright.studio.thinking.certificate import CertificateStage, ProofStage
from crosswright.studio.thinking.first import CheckStage, PreviewStage
from crosswright.studio.thinking.letters import LetterStage
from crosswright.studio.thinking.lifts import LiftStage
from crosswright.studio.thinking.verdicts import FloorStage, VerdictStage
from crosswright.studio.uses import Uses
from crosswright.studio.wordlists import WordLists


class Studio:
    """Everything behind the server."""

    def __init__(self, root: Path) -> None:
        self.log = logging.getLogger("crosswright.studio")
        self.library = Library(root)
        self.seasons = Seasons(self.library.root)
        self.wordlists = WordLists(self.library.root)
        self.insight = Insight(self.wordlists, Uses(self.library))
        self.jobs = Jobs(self.library, self.log)
        stages = [
            PreviewStage(self.insight),
            CheckStage(self.insight),
            VerdictStage(self.insight),
            CertificateStage(self.insight),
            LetterStage(self.insight),
            FloorStage(self.insight),
            ProofStage(self.insight),
            LiftStage(self.insight),
        ]
        self.assistant = Assistant(stages, self.log, lambda: self.jobs.are_running)
        self.jobs.listeners.append(self.assistant.wake)
        self.streams = StreamCount()
        self.demo: Demo | None = None
        self.library.listeners.append(self._edited)

    def _edited(self, document: OpenDocument, entry: JournalEntry) -> None:
        self.jobs.edited(document, entry)
        self.assistant.edited(document)

    def words_changed(self, word: str) -> None:
        """Tell everybody that scores have changed, and look at all documents again."""
        for document in self.library.opened():
            with document.lock:  # nothing that was thought before is told after it
                revision = document.document.revision
                document.channel.publish("words", {"revision": revision, "word": word})
                self.assistant.edited(document)

    def close(self) -> None:
        """Stop all work, and write down what is left to write."""
        self.streams.close_all()
        self.jobs.end()
        self.assistant.end()
        self.library.close()
