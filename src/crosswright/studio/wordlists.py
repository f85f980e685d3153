"""The word lists of documents: loaded once for all that share a stack, anew when they change."""

from __future__ import annotations

import json
import os
import threading
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from crosswright.errors import CrosswrightError
from crosswright.studio.paths import Root
from crosswright.studio.refusals import Refusal
from crosswright.support.folders import personal_list
from crosswright.words import lexicon
from crosswright.words.lexicon.tastes import NEWSPAPER
from crosswright.words.tools.lists import load_lists
from crosswright.words.wordlist import WordList

KEPT: Final = 3
"""Stacks that are kept in memory."""

LIST_SUFFIXES: Final = frozenset({".txt", ".dict"})


class WordLists:
    """Loads the stacks of documents."""

    def __init__(self, root: Root) -> None:
        self._root = root
        self._kept: OrderedDict[str, WordList] = OrderedDict()
        self._lock = threading.Lock()

    def load(self, lists: Mapping[str, Any]) -> WordList:
        """Return the words of a stack; a Refusal if a list of it cannot be read."""
        stack = [entry for entry in lists.get("stack", ()) if not entry.get("off")]
        is_own, taste = bool(lists.get("own", True)), str(lists.get("taste", NEWSPAPER))
        with self._lock:
            key = self._key(stack, is_own, taste)
            words = self._kept.get(key)
            if words is None:
                words = self._kept[key] = self._load(stack, is_own, taste)
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(key)
            return words

    def _load(self, stack: list[dict[str, Any]], is_own: bool, taste: str) -> WordList:
        try:
            lists = [
                self._file(entry["path"])
                if "path" in entry
                else lexicon.load(entry["language"], taste=taste)
                for entry in stack
            ]
            return load_lists(lists or [WordList.from_words([])], own=is_own)
        except Refusal:
            raise
        except (CrosswrightError, OSError) as error:
            raise Refusal("impossible", str(error)) from None

    def _file(self, text: str) -> Path:
        path = self._root.path(text)
        if not path.is_file():  # a pipe would keep us waiting for ever
            raise Refusal("impossible", f"{text}: there is no such file")
        return path

    def _key(self, stack: list[dict[str, Any]], is_own: bool, taste: str) -> str:
        """Return what changes whenever a list does."""
        paths = [str(self._root.path(entry["path"])) for entry in stack if "path" in entry]
        own = personal_list() if is_own else None
        stamps = [_stamp(path) for path in (*paths, *([own] if own else []))]
        return json.dumps([stack, is_own, taste, stamps])

    def available(self) -> list[dict[str, Any]]:
        """Return the lists that a stack can have."""
        files = [
            {"path": self._root.name(path), "size": path.stat().st_size}
            for path in self._root.files(LIST_SUFFIXES)
        ]
        return [*({"language": code} for code in lexicon.languages()), *files]


def _stamp(path: str) -> list[int]:
    try:
        status = os.stat(path)  # noqa: PTH116 - once for every question
    except OSError:
        return []
    return [status.st_mtime_ns, status.st_size, status.st_ino]
