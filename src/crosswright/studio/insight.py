"""What the engine says about a document: words left in slots, letters left in cells, candidates.

A solver is kept for each of the last few patterns, so that an edit of letters builds nothing anew.
"""

from __future__ import annotations

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, Final

from crosswright.errors import CrosswrightError
from crosswright.filling.asking.propagation import Propagation
from crosswright.filling.asking.session import Session
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.studio.candidates import Ranks, SlotWords
from crosswright.studio.opened import OpenDocument
from crosswright.studio.refusals import Refusal
from crosswright.studio.slots import grid_of, keys_by_label, slot_key
from crosswright.studio.state import State, cell_key
from crosswright.studio.wordlists import WordLists
from crosswright.words.wordlist import WordList

KEPT_SESSIONS: Final = 3
"""Solvers that are kept; each takes some megabytes."""

MAX_CANDIDATES: Final = 1000
"""Candidates in one answer."""


def rules_of(state: State, grid: Grid, floor: int | None = None) -> Rules:
    """Return the rules of a document; `floor` takes the place of the lowest score."""
    rules = state["rules"]
    labels = {key: label for label, key in keys_by_label(grid).items()}
    scores = rules.get("slot_scores", {})
    return Rules(
        min_score=rules.get("min_score") if floor is None else floor,
        slot_scores={labels[key]: score for key, score in scores.items() if key in labels},
        required=rules.get("required", ()),
        banned=rules.get("banned", ()),
        distinct=rules.get("distinct", True),
        no_shared_letters=rules.get("no_shared_letters"),
        no_shared_stem=rules.get("no_shared_stem", False),
    )


class _Kept:
    """A solver for one pattern, and what was last asked of it."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.lock = threading.Lock()
        self.letters: Mapping[Cell, str] | None = None
        self.propagation: Propagation | None = None


class Insight:
    """Answers by the engine."""

    def __init__(self, words: WordLists) -> None:
        self._words = words
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._lock = threading.Lock()
        self._ranks = Ranks()

    def words(self, state: State) -> WordList:
        """Return the words of a document."""
        return self._words.load(state["lists"])

    def _session(self, state: State, grid: Grid, words: WordList) -> _Kept:
        bare = _without_plain_letters(grid, words).with_circles(())
        key = json.dumps([str(bare), state["rules"], id(words)])
        with self._lock:
            kept = self._kept.get(key)
            if kept is None or kept.session.words is not words:
                kept = _Kept(Session(bare, words, rules_of(state, bare)))
                self._kept[key] = kept
                while len(self._kept) > KEPT_SESSIONS:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(key)
            return kept

    def _propagation(self, state: State, words: WordList) -> tuple[Grid, Propagation]:
        """Return what propagation leaves under the letters in ink."""
        grid = grid_of(state, pencil=False)
        kept = self._session(state, grid, words)
        with kept.lock:
            if kept.propagation is None or kept.letters != grid.letters:
                kept.session.follow(grid)
                kept.propagation = kept.session.propagate(1)
                kept.letters = grid.letters
            return grid, kept.propagation

    def preview(self, revision: int, state: State) -> dict[str, Any]:
        """Return how many words each slot has left, and which letters each empty cell."""
        started = time.perf_counter()
        words = self.words(state)
        grid, left = self._propagation(state, words)
        letters = {}
        for cell, tokens in left.letters.items():
            if cell not in grid.letters:
                is_plain = all(len(token) == 1 for token in tokens)
                letters[cell_key(cell)] = "".join(tokens) if is_plain else [*tokens]
        return {
            "revision": revision,
            "possible": left.possible,
            "counts": left.counts,
            "best": best_scores(left, grid, words),
            "letters": letters,
            "ms": round((time.perf_counter() - started) * 1000, 1),
        }

    # -- candidates -------------------------------------------------------------------------------

    def candidates(
        self,
        document: OpenDocument,
        label: str,
        *,
        text: str = "",
        by_alphabet: bool = False,
        floor: int | None = None,
        offset: int = 0,
        limit: int = 200,
    ) -> dict[str, Any]:
        """Return the words for a slot: those that propagation leaves first, then the dead ones."""
        revision, state = document.state()
        words = self.words(state)
        grid, left = self._propagation(state, words)
        try:
            slot = grid.slot(label)
        except CrosswrightError as error:
            raise Refusal("not_found", str(error)) from None
        rules = rules_of(state, grid, floor)
        lowest = rules.slot_scores.get(slot.label, rules.min_score)
        slot_words = SlotWords(words, grid, slot, floor=lowest, banned=rules.banned)
        live = slot_words.left_by(left, is_distinct=rules.distinct)
        rows = slot_words.filtered(text)
        table = slot_words.table
        order = range(table.size) if by_alphabet else self._ranks.of(words, table)
        return {
            "revision": revision,
            "slot": slot.label,
            "key": slot_key(slot),
            "pattern": grid.pattern_text(slot),
            "total": slot_words.rows.bit_count(),
            "fitting": live.bit_count(),
            "matching": rows.bit_count(),
            "words": slot_words.listed(order, rows, live, offset, limit),
        }


def best_scores(left: Propagation, grid: Grid, words: WordList) -> dict[str, int | None]:
    """Return the highest score that each slot has left; that of its word if it has one."""
    best: dict[str, int | None] = {}
    for label, candidates in left.candidates.items():
        word = grid.word(label)
        if word is not None:
            best[label] = words.score(word)
        else:
            best[label] = candidates.first[0][1] if candidates.first else None
    return best


def _without_plain_letters(grid: Grid, words: WordList) -> Grid:
    """Return a grid with the letters that a solver must know from the start: rebus, digits."""
    letters = grid.letters.items()
    return grid.without_letters(
        cell for cell, text in letters if len(words.codes(text) or b"") == 1
    )
