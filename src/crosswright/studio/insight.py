"""What the engine says about a document: words left in slots, letters left in cells, candidates.

A solver is kept for each of the last few patterns, so that an edit of letters builds nothing anew.
"""

from __future__ import annotations

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from crosswright.errors import CrosswrightError
from crosswright.filling.asking.propagation import Propagation
from crosswright.filling.asking.session import Session
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid, Slot
from crosswright.grids.letters import split_letters
from crosswright.grids.notation import Cell
from crosswright.studio.opened import OpenDocument
from crosswright.studio.refusals import Refusal
from crosswright.studio.slots import grid_of, keys_by_label, slot_key
from crosswright.studio.state import State, cell_key
from crosswright.studio.wordlists import WordLists
from crosswright.support.sizes import MAX_SCORE
from crosswright.words.wordlist import WordList

KEPT_SESSIONS: Final = 3
"""Solvers that are kept; each takes some megabytes."""

MAX_CANDIDATES: Final = 1000
"""Candidates in one answer."""

_PATTERN_SIGNS: Final = frozenset(".?*[")


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
                kept.propagation = kept.session.propagate(0)
                kept.letters = grid.letters
            return grid, kept.propagation

    def preview(self, revision: int, state: State) -> dict[str, Any]:
        """Return how many words each slot has left, and which letters each empty cell."""
        started = time.perf_counter()
        grid, left = self._propagation(state, self.words(state))
        letters = {}
        for cell, tokens in left.letters.items():
            if cell not in grid.letters:
                is_plain = all(len(token) == 1 for token in tokens)
                letters[cell_key(cell)] = "".join(tokens) if is_plain else [*tokens]
        return {
            "revision": revision,
            "possible": left.possible,
            "counts": left.counts,
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
        banned = {words.spell(word) for word in rules.banned}
        scored = [
            (word, score)
            for word, score in _matching(grid.pattern(slot), words)
            if (lowest is None or score >= lowest) and word not in banned
        ]
        dead = _dead(left, grid, slot, words, is_distinct=rules.distinct)
        live = {word for word, _ in scored if not dead(word)}
        chosen = _filtered(scored, text, words)

        def order(pair: tuple[str, int]) -> tuple[Any, ...]:
            word, score = pair
            return word not in live, word if by_alphabet else -score, word

        chosen.sort(key=order)
        return {
            "revision": revision,
            "slot": slot.label,
            "key": slot_key(slot),
            "pattern": grid.pattern_text(slot),
            "total": len(scored),
            "fitting": len(live),
            "matching": len(chosen),
            "words": [
                {"word": word, "score": score, "fits": word in live}
                for word, score in chosen[offset : offset + limit]
            ],
        }


def _without_plain_letters(grid: Grid, words: WordList) -> Grid:
    """Return a grid with the letters that a solver must know from the start: rebus, digits."""
    letters = grid.letters.items()
    return grid.without_letters(
        cell for cell, text in letters if len(words.codes(text) or b"") == 1
    )


def _matching(pattern: Sequence[str | None], words: WordList) -> list[tuple[str, int]]:
    """Return the words that fit the cells of a slot, with their scores."""
    if all(token is None or (len(token) == 1 and token.isalpha()) for token in pattern):
        text = "".join("." if token is None else token for token in pattern)
        return words.match(text, min_score=-MAX_SCORE)
    scored = ((word, words.score(word)) for word in words.match_cells(pattern))
    return [(word, score) for word, score in scored if score is not None]


def _dead(
    left: Propagation, grid: Grid, slot: Slot, words: WordList, *, is_distinct: bool
) -> Callable[[str], bool]:
    """Return what says whether propagation proves that a word cannot be in a slot.

    It leaves a word if and only if it leaves each of its letters, apart from words used elsewhere.
    """
    if not left.possible:
        return lambda word: True
    allowed = [frozenset(left.letters.get(cell, ())) for cell in slot.cells]
    used = set()
    if is_distinct:
        others = (grid.word(other) for other in grid.slots if other != slot)
        used = {words.spell(word) for word in others if word is not None}

    def dead(word: str) -> bool:
        if word in used:
            return True
        tokens = split_letters(word)
        if len(tokens) != len(allowed):
            return False  # it is cut otherwise, around a rebus or a digraph
        return any(token not in letters for token, letters in zip(tokens, allowed, strict=True))

    return dead


def _filtered(scored: list[tuple[str, int]], text: str, words: WordList) -> list[tuple[str, int]]:
    """Return the words that match a pattern, or contain a text."""
    if not text:
        return [*scored]
    if _PATTERN_SIGNS.isdisjoint(text):
        part = words.spell(text)
        return [pair for pair in scored if part in pair[0]]
    matches = {word for word, _ in words.match(text, min_score=-MAX_SCORE)}
    return [pair for pair in scored if pair[0] in matches]
