"""A session: a solver that is built once for a grid, a list and rules, and then asked and asked.

>>> from crosswright import Session
>>> session = Session("...\\n.#.\\n...", ["CAT", "COT", "CUT", "TIE", "TEE", "TOE"])
>>> session.assume(letters={(0, 1): "A"})
>>> session.propagate().letters[1, 0]
('O', 'U')
>>> session.truth_map().result().viable(1, 0)
('O', 'U')
>>> session.retract(letters=[(0, 1)])
>>> print(session.solve().status)
FILLED
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar, Unpack

from crosswright import engine
from crosswright.errors import RuleError
from crosswright.filling.asking.assumptions import Assumptions
from crosswright.filling.asking.inquiry import Inquiry
from crosswright.filling.asking.kept import KeptModel
from crosswright.filling.asking.living import BestFloor, FloorRun, known_floor
from crosswright.filling.asking.memory import Witness
from crosswright.filling.asking.propagation import Propagation, propagation
from crosswright.filling.asking.truth import TruthRun
from crosswright.filling.asking.whatif import WhatIfRun
from crosswright.filling.result import FillResult
from crosswright.filling.rules import RuleFields, Rules, as_score, check_dict, check_list
from crosswright.filling.search import Search
from crosswright.grids.grid import Grid, GridLike
from crosswright.grids.notation import Cell, where
from crosswright.limits import Budget, Limit, Status
from crosswright.support.numbers import whole_number
from crosswright.words.table import WordRow
from crosswright.words.wordlist import WordList, WordsLike

Key = TypeVar("Key")
Value = TypeVar("Value")

FIRST_CANDIDATES = 10
"""Candidates of each slot that `propagate` names unless another number is asked for."""

MAX_TRIED = 100
"""Words that `what_if` tries unless they are named, or another number is asked for."""


class Session:
    """A grid that is being edited, and a solver that is kept for it.

    `assume` and `retract` say what to search under; nothing is built again for it. The grid's own
    letters, and the words, bans and floors of the rules, are assumed at first and can be taken back
    like all others. What is found out stays known for as long as edits leave it valid.

    A session is for one thread at a time: a second one that comes while it is at work gets a
    RuntimeError. The work itself can be stopped from any thread.
    """

    def __init__(
        self,
        grid: GridLike,
        words: WordsLike,
        rules: Rules | None = None,
        *,
        seed: int = 0,
        **rule_options: Unpack[RuleFields],
    ) -> None:
        """Take a grid, a list and rules; further keywords are fields of `Rules`."""
        rules = Rules.combined(rules, rule_options, Session)
        grid = Grid.of(grid)
        self._kept = KeptModel(grid, WordList.of(words), rules)
        self._inquiry = Inquiry(self._kept, whole_number("seed", seed))
        own = self._kept.rules
        letters = self._kept.letters_given_by(own.without_region(grid))
        self._change(
            Assumptions(
                letters,
                {slot: word for slot, word in own.fixed.items() if self._kept.has_slot(slot)},
                frozenset(map(self._kept.words.spell, own.banned)),
                own.min_score,
                {slot: s for slot, s in own.slot_scores.items() if self._kept.has_slot(slot)},
            )
        )

    # -- what is assumed --------------------------------------------------------------------------

    @property
    def assumptions(self) -> Assumptions:
        """What is assumed now."""
        return self._inquiry.situation.assumptions

    @property
    def revision(self) -> int:
        """How often the assumptions have changed; whatever is under way ends when they do."""
        return self._inquiry.revision

    @property
    def seed(self) -> int:
        """The seed of all searches."""
        return self._inquiry.seed

    @property
    def words(self) -> WordList:
        """The word list that the session was built for."""
        return self._kept.listed

    @property
    def rules(self) -> Rules:
        """The rules as they are assumed now; the letters and words are in the `grid`."""
        now = self.assumptions
        return replace(
            self._kept.rules,
            fixed={},
            banned=sorted(now.banned),
            min_score=now.min_score,
            slot_scores=now.slot_scores,
            keeps_letters=True,
        )

    @property
    def slots(self) -> list[str]:
        """The labels of the slots that there are words for: those in the region."""
        return [slot.label for slot in self._kept.model.slots]

    @property
    def grid(self) -> Grid:
        """The grid with all letters that are assumed."""
        return self._kept.model.grid.with_letters(self._inquiry.situation.texts)

    def assume(
        self,
        *,
        letters: Mapping[Cell, str] | None = None,
        words: Mapping[str, str] | None = None,
        banned: Iterable[str] = (),
        min_score: int | None = None,
        slot_scores: Mapping[str, int] | None = None,
    ) -> None:
        """Assume letters in cells, words in slots, bans and floors; RuleError if they cannot be.

        A letter, a word or a floor takes the place of the one that was there. A slot with all its
        letters is taken as it is, whether the list has its word or not.
        """
        letters = as_dict("letters", letters, "cell")
        words = as_dict("words", words)
        slot_scores = as_dict("slot_scores", slot_scores)
        kept = self._kept
        new_letters = {
            kept.model.cells[kept.cell_index(cell)]: kept.letter(cell, text)
            for cell, text in letters.items()
        }
        spelled = {kept.words.spell(word) for word in as_list("banned", banned)}
        self._check_bans(spelled)
        new_words = {kept.label(slot): word for slot, word in words.items()}
        new_scores = {kept.label(slot): as_score(score) for slot, score in slot_scores.items()}
        with self._inquiry.turn:
            now = self.assumptions
            self._change(
                replace(
                    now,
                    letters={**now.letters, **new_letters},
                    words={**now.words, **new_words},
                    banned=now.banned | spelled,
                    min_score=now.min_score if min_score is None else as_score(min_score),
                    slot_scores={**now.slot_scores, **new_scores},
                )
            )

    def retract(
        self,
        *,
        letters: Iterable[Cell] = (),
        words: Iterable[str] = (),
        banned: Iterable[str] = (),
        min_score: bool = False,
        slot_scores: Iterable[str] = (),
    ) -> None:
        """Take back what was assumed; RuleError for anything that was not.

        A cell that two words share keeps its letter as long as one of them is assumed.
        """
        spell, label = self._kept.words.spell, self._kept.label
        cells, bans = as_list("letters", letters), [*map(spell, as_list("banned", banned))]
        of_words = [*map(label, as_list("words", words))]
        of_scores = [*map(label, as_list("slot_scores", slot_scores))]
        with self._inquiry.turn:
            now = self.assumptions
            self._change(
                replace(
                    now,
                    letters=_without("letter", now.letters, cells),
                    words=_without("word", now.words, of_words),
                    banned=now.banned.difference(_known("ban", now.banned, bans)),
                    min_score=self._min_score_without(min_score),
                    slot_scores=_without("floor", now.slot_scores, of_scores),
                )
            )

    def _min_score_without(self, is_retracted: bool) -> int | None:
        """Return the general floor, or None if it is taken back."""
        if not isinstance(is_retracted, bool):
            raise TypeError(f"min_score is True to take the floor back, not {is_retracted!r}")
        if is_retracted and self.assumptions.min_score is None:
            raise RuleError("no floor is assumed for all slots")
        return None if is_retracted else self.assumptions.min_score

    def follow(self, grid: GridLike) -> None:
        """Assume exactly the letters of a grid of the same shape, in place of letters and words."""
        grid = Grid.of(grid)
        mine = self._kept.model.grid
        if grid.open_cells != mine.open_cells or grid.slots != mine.slots:
            raise RuleError("the grid has another shape; a session is for a single shape")
        own = mine.letters
        if any(grid.letters.get(cell) != letter for cell, letter in own.items()):
            raise RuleError("the grid has other letters in cells that are part of the shape")
        letters = {c: self._kept.letter(c, t) for c, t in grid.letters.items() if c not in own}
        with self._inquiry.turn:
            self._change(replace(self.assumptions, letters=letters, words={}))

    def _change(self, assumptions: Assumptions) -> None:
        self._inquiry.change(assumptions, self._texts(assumptions))

    def _texts(self, assumptions: Assumptions) -> dict[Cell, str]:
        """Return all letters that are assumed; RuleError where they contradict each other."""
        texts = dict(assumptions.letters)
        spell = self._kept.words.spell
        for label, word in assumptions.words.items():
            for cell, letter in self._kept.letters_of(label, word).items():
                before = texts.setdefault(cell, letter)
                if before != letter and spell(before) != spell(letter):
                    raise RuleError(
                        f"{label}: {word} has {letter} at {where(cell)}, where {before} is assumed"
                    )
        return texts

    def _check_bans(self, words: Collection[str]) -> None:
        required = {self._kept.words.spell(word) for word in self._kept.rules.required}
        for word in sorted(required.intersection(words)):
            raise RuleError(f"{word} is both required and banned")

    # -- questions --------------------------------------------------------------------------------

    def set_up(self) -> Iterator[None]:
        """Prepare for the first search, in slices; else it does so itself, which takes a while."""
        slices = self._kept.set_up()
        is_over = False
        while not is_over:
            with self._inquiry.turn:
                is_over = next(slices, self) is self
            if not is_over:
                yield

    def propagate(self, candidates: int = FIRST_CANDIDATES) -> Propagation:
        """Return what propagation alone leaves: letters, and candidates with the first by score."""
        candidates = whole_number("candidates", candidates, lowest=0)
        with self._inquiry.turn:
            return propagation(self._inquiry, candidates)

    def solve(self, limit: Limit | Budget | None = None, *, seed: int | None = None) -> FillResult:
        """Fill the grid under the assumptions, by one search; `fill` has more for hard grids."""
        budget = Budget.of(limit)
        budget.statistics.engine = engine.name
        seed = self._inquiry.seed if seed is None else whole_number("seed", seed)
        with self._inquiry.turn, budget.working():
            return self._solve(seed, budget)

    def _solve(self, seed: int, budget: Budget) -> FillResult:
        inquiry = self._inquiry
        rows: list[WordRow] | None = None
        masks: list[int] | None = None
        if not inquiry.set_up(budget):
            status = budget.spent() or Status.CANCELLED
        elif inquiry.propagate():
            solver = inquiry.solver
            solver.push()
            solver.begin(seed, self._kept.score_range(self.assumptions.min_score))
            search = Search.of(solver, budget)
            for _ in search.steps():
                pass
            status = search.status
            if status is not Status.IMPOSSIBLE:
                rows, masks = solver.rows(), solver.masks()
            if status is Status.FILLED:
                inquiry.memory.add(Witness.of(solver.rows(), solver.masks(), inquiry.situation))
            solver.pop()
        else:
            status = Status.IMPOSSIBLE
        return inquiry.result(status, rows, masks, seed, budget)

    def truth_map(self, limit: Limit | Budget | None = None) -> TruthRun:
        """Begin to decide every letter of every cell: by fills that have it, or by proof."""
        with self._inquiry.turn:
            return TruthRun(self._inquiry, limit)

    def what_if(
        self,
        slot: str,
        words: Iterable[str] | None = None,
        *,
        count: int = MAX_TRIED,
        floors: bool = True,
        limit: Limit | Budget | None = None,
    ) -> WhatIfRun:
        """Begin to try words in a slot: those named, or the most promising ones.

        With `floors`, the floors that can be reached with each word follow the verdicts.
        """
        chosen = None if words is None else as_list("words", words)
        count = whole_number("count", count, lowest=0)
        with self._inquiry.turn:
            return WhatIfRun(self._inquiry, slot, chosen, count, floors=floors, limit=limit)

    def best_floor(self, limit: Limit | Budget | None = None) -> FloorRun:
        """Begin to look for the highest floor that fills, and to prove that none is higher."""
        with self._inquiry.turn:
            return FloorRun(self._inquiry, limit)

    def known_floor(self) -> BestFloor:
        """Return what is known of the best floor now, by fills and proofs that still hold."""
        with self._inquiry.turn:
            return known_floor(self._inquiry)


def as_dict(
    name: str, items: Mapping[Key, Value] | None, keys: str = "label"
) -> Mapping[Key, Value]:
    """Return a dict as it is, an empty one for None."""
    if items is None:
        return {}
    check_dict(name, items, keys)
    return items


def as_list(name: str, items: Iterable[Key]) -> list[Key]:
    """Return what is iterated over as a list; one word alone is refused."""
    check_list(name, items)
    return list(items)


def _without(kind: str, items: Mapping[Key, Value], gone: Iterable[Key]) -> dict[Key, Value]:
    """Return items without some of them, all of which must be there."""
    keys = _known(kind, items, gone)
    return {key: value for key, value in items.items() if key not in keys}


def _known(kind: str, items: Collection[Key], keys: Iterable[Key]) -> list[Key]:
    """Return keys that are all among some items."""
    known = list(keys)
    for key in known:
        try:
            is_known = key in items
        except TypeError:  # a list in place of a cell
            is_known = False
        if not is_known:
            raise RuleError(f"no {kind} is assumed for {key}")
    return known
