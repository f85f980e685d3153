"""What the engine says about a document: words left in slots, letters left in cells, candidates.

A solver is kept for each of the last few patterns, so that an edit of letters builds nothing anew.
"""

from __future__ import annotations

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from crosswright.errors import CrosswrightError
from crosswright.filling.asking.propagation import Propagation
from crosswright.filling.asking.session import Session
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.limits import Run
from crosswright.studio.candidates import Ranks, SlotWords
from crosswright.studio.opened import OpenDocument
from crosswright.studio.refusals import Refusal
from crosswright.studio.slots import grid_of, keys_by_label, slot_key
from crosswright.studio.state import State, cell_key
from crosswright.studio.uses import Uses
from crosswright.studio.wordlists import WordLists
from crosswright.words.wordlist import WordList

if TYPE_CHECKING:
    from crosswright.studio.thinking.task import RevisionTask

Progress = TypeVar("Progress")

KEPT_SESSIONS: Final = 3
"""Solvers that are kept; each takes some megabytes."""

SORTS: Final = ("score", "alphabet", "freshness")
"""What candidates are sorted by."""

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
        no_shared_stem=rules.get("no_shared_stem"),
    )


class _Kept:
    """A solver for one pattern, and what was last asked of it."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.lock = threading.Lock()
        """Held while the session is asked something, for a step at a time."""
        self._letters: Mapping[Cell, str] | None = None
        self._last: tuple[Mapping[Cell, str], Propagation] | None = None

    def follow(self, grid: Grid) -> None:
        """Let the session assume the letters of a grid; the lock is held meanwhile."""
        if self._letters != grid.letters:
            self._letters = None
            self.session.follow(grid)
            self._letters = grid.letters

    def set_up(self, until: Callable[[], bool]) -> None:
        """Prepare for searches, for as long as nothing else is wanted."""
        slices = self.session.set_up()
        is_over = False
        while not is_over and not until():
            with self.lock:
                is_over = next(slices, self) is self

    def propagation(self, grid: Grid) -> Propagation:
        """Return what propagation leaves of a grid; what is known need not wait for a search."""
        last = self._last
        if last is None or last[0] != grid.letters:
            with self.lock:
                self.follow(grid)
                last = self._last = grid.letters, self.session.propagate(1)
        return last[1]


class Insight:
    """Answers by the engine."""

    def __init__(self, words: WordLists, uses: Uses | None = None) -> None:
        self._words = words
        self._uses = uses
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
        return grid, self._session(state, grid, words).propagation(grid)

    def preview(self, revision: int, state: State) -> dict[str, Any]:
        """Return how many words each slot has left, and which letters each empty cell."""
        started = time.perf_counter()
        words = self.words(state)
        grid, left = self._propagation(state, words)
        texts = {tokens: letters_text(tokens) for tokens in {*left.letters.values()}}
        letters = {
            cell_key(cell): texts[tokens]
            for cell, tokens in left.letters.items()
            if cell not in grid.letters
        }
        return {
            "revision": revision,
            "possible": left.possible,
            "counts": left.counts,
            "best": best_scores(left, grid, words),
            "letters": letters,
            "ms": round((time.perf_counter() - started) * 1000, 1),
        }

    def slots(self, task: RevisionTask) -> list[str]:
        """Return the labels of the slots that the engine can be asked about."""
        grid = grid_of(task.state, pencil=False)
        return self._session(task.state, grid, self.words(task.state)).session.slots

    def left(self, state: State) -> tuple[Grid, Propagation]:
        """Return the grid with its letters in ink, and what propagation leaves of it."""
        return self._propagation(state, self.words(state))

    def asking(
        self,
        task: RevisionTask,
        begin: Callable[[Session], Run[Progress, Any]],
        *,
        has_floor: bool = True,
    ) -> Generator[Progress]:
        """Yield the progress of a run on the session of a task, until it ends or is cancelled.

        `begin` makes the run. It is begun anew if the session had to follow another document of
        the same pattern meanwhile; what was found out by then is known to the session. Without
        `has_floor`, it is a session that has no lowest score.
        """
        grid, state = grid_of(task.state, pencil=False), task.state
        if not has_floor:
            rules = {name: rule for name, rule in state["rules"].items() if name != "min_score"}
            state = {**state, "rules": rules}
        kept = self._session(state, grid, self.words(state))
        kept.set_up(until=lambda: task.is_cancelled)
        is_over = False
        while not is_over and not task.is_cancelled:
            with kept.lock:
                kept.follow(grid)
                revision, run = kept.session.revision, begin(kept.session)
            with task.stopping(run):
                while not is_over and not task.is_cancelled:
                    with kept.lock:
                        if kept.session.revision != revision:
                            break
                        try:
                            progress = next(run)
                        except StopIteration:
                            is_over = True
                    if not is_over:
                        yield progress

    # -- candidates -------------------------------------------------------------------------------

    def candidates(
        self,
        document: OpenDocument,
        label: str,
        *,
        text: str = "",
        sort: str = "score",
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
        order: Sequence[int] = (
            range(table.size) if sort == "alphabet" else self._ranks.of(words, table)
        )
        uses = self._uses.last(document.identity) if self._uses and sort == "freshness" else {}
        if uses:
            order = slot_words.by_freshness(order, uses)
        return {
            "revision": revision,
            "slot": slot.label,
            "key": slot_key(slot),
            "pattern": grid.pattern_text(slot),
            "total": slot_words.rows.bit_count(),
            "fitting": live.bit_count(),
            "matching": rows.bit_count(),
            "words": slot_words.listed(order, rows, live, slice(offset, offset + limit), uses),
        }


def letters_text(tokens: Sequence[str]) -> str | list[str]:
    """Return letters as one text, or as a list if some are not one character."""
    return "".join(tokens) if all(len(token) == 1 for token in tokens) else [*tokens]


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
