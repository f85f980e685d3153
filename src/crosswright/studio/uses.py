"""When each word was last used in the user's own puzzles: how fresh it would be in another one.

A puzzle uses the words that are in it in ink. It counts as of its last edit.
"""

from __future__ import annotations

import threading
from typing import NamedTuple

from crosswright.grids.letters import normalise_answer
from crosswright.studio.document import JournalEntry
from crosswright.studio.library import Library
from crosswright.studio.opened import OpenDocument


class Use(NamedTuple):
    """The last use of a word."""

    edited: float
    """When the puzzle was last edited, in seconds since 1970."""
    title: str


class Uses:
    """The uses of words; each document is looked through once after it has changed."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._known: dict[str, tuple[Use, frozenset[str]] | None] = {}
        self._lock = threading.Lock()
        library.listeners.append(self._forget)

    def _forget(self, document: OpenDocument, entry: JournalEntry) -> None:
        self._known.pop(document.identity, None)

    def last(self, besides: str) -> dict[str, Use]:
        """Return the last use of every word in all documents but one."""
        uses: dict[str, Use] = {}
        with self._lock:
            identities = self._library.identities()
            for identity in self._known.keys() - identities:
                self._known.pop(identity, None)
            for identity in identities:
                known = self._of(identity) if identity != besides else None
                if known is not None:
                    use, words = known
                    for word in words:
                        uses[word] = max(use, uses.get(word, use))
        return uses

    def _of(self, identity: str) -> tuple[Use, frozenset[str]] | None:
        """Return when a document was last edited, and its words."""
        if identity not in self._known:
            listing = self._library.listing(identity)
            if listing is None:
                return None
            use = Use(float(listing.card["edited"]), listing.card["name"])
            self._known[identity] = use, frozenset(map(normalise_answer, listing.answers))
        return self._known[identity]
