"""Why a grid cannot be filled: a minimal conflict, and repairs that are known to work.

>>> from crosswright import explain
>>> explanation = explain("C.Q", ["CAT", "COT", "CUE"])
>>> print(explanation.status)
IMPOSSIBLE
>>> print(explanation.text().split(". ")[0])
1-Across C_Q needs a word, but none of the 3 three-letter words fits
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Unpack

from crosswright import engine
from crosswright.errors import RuleError
from crosswright.explaining.demands import Conflict, Demands, Kind, Verdict
from crosswright.explaining.facts import fitting_when_freed, slot_facts, words_without_slot
from crosswright.explaining.minimise import Minimiser
from crosswright.explaining.patience import Patience, Steps, spent
from crosswright.explaining.repairs import FIRST_TRY, RepairSearch
from crosswright.explaining.report import Explanation
from crosswright.filling.model import cut_to_cells
from crosswright.filling.rules import RuleFields, Rules, check_dict
from crosswright.filling.search import Search
from crosswright.grids.grid import Grid, GridLike
from crosswright.grids.notation import Cell, where
from crosswright.limits import Budget, Limit, Run, Statistics, Status
from crosswright.support.numbers import whole_number
from crosswright.support.wording import quote
from crosswright.words.wordlist import WordList, WordsLike

DEFAULT_LIMIT = Limit(seconds=10)

MAX_REPAIRS = 6
"""Repairs that are looked for unless another number is asked for."""

CONFLICT_SHARE = 0.65
"""The part of what is left that making a conflict small may take if repairs are wanted too."""

REPAIR_NODES = 100_000
"""Nodes for the search for repairs if there is no limit at all."""

NO_WORK = Patience(seconds=0.0, nodes=0)
"""What a refutation took that did not matter: the least patience will do."""

STATUSES: Mapping[Verdict, Status] = {True: Status.FILLED, False: Status.IMPOSSIBLE}
"""What a verdict on everything proves."""

HOTTEST_SLOTS = 6
"""Slots named as those that fail most often, if nothing was proved."""


class ExplainStage(StrEnum):
    """What an explanation is doing."""

    FILLING = "filling"
    MINIMISING = "minimising"
    REPAIRING = "repairing"


@dataclass(frozen=True)
class ExplainProgress:
    """How far an explanation has got."""

    stage: ExplainStage
    verdicts: int
    """Selections of demands that were tested for a contradiction."""
    repairs: int
    """Repairs found."""
    statistics: Statistics


class ExplainRun(Run[ExplainProgress, Explanation]):
    """An explanation under way: iterate its progress, `stop()` it, take its `result()`.

    If it is stopped after the grid was proved impossible, the result is IMPOSSIBLE all the same,
    with the conflict and the repairs as far as they were found.
    """

    def __init__(
        self,
        grid: Grid,
        words: WordList,
        rules: Rules,
        *,
        seed: int,
        limit: Limit | Budget | None,
        repairs: int,
        assumed: Mapping[str, str] | None = None,
        assumed_letters: Mapping[Cell, str] | None = None,
    ) -> None:
        """Take what to explain, and what is assumed and so not in question.

        That is words in slots, and letters in cells that are empty.
        """
        super().__init__(limit)
        self.seed = seed = whole_number("seed", seed)
        self.budget.statistics.engine = engine.name
        if assumed is not None:
            check_dict("assumed", assumed)
        self._assumed = dict(assumed or {})
        self._assumed_letters = dict(assumed_letters or {})
        of_words = _letters_of(self._assumed, grid, words, rules)
        self._demands = Demands(
            grid,
            words,
            rules,
            self.budget,
            seed,
            assumed={**of_words, **self._assumed_letters},
        )
        self._max_repairs = whole_number("repairs", repairs, lowest=0)
        self._stage = ExplainStage.FILLING
        self._status: Status | None = None
        self._by_propagation = False
        self._hottest: tuple[str, ...] = ()
        self._minimiser: Minimiser | None = None
        self._conflict: Conflict | None = None
        self._repair_search: RepairSearch | None = None

    # -- the work -------------------------------------------------------------------------------

    def _work(self) -> Generator[ExplainProgress, None, None]:
        for _ in self._explain():
            yield self._progress()

    def _progress(self) -> ExplainProgress:
        minimiser, search = self._minimiser, self._repair_search
        return ExplainProgress(
            self._stage,
            0 if minimiser is None else minimiser.demands.verdicts,
            0 if search is None else search.count,
            self.budget.report(),
        )

    def _explain(self) -> Steps[None]:
        """Try to fill the grid; if that is impossible, find a conflict and then repairs."""
        verdict, search = yield from self._demands.search(self._demands.everything())
        self._status = STATUSES.get(verdict)
        self._by_propagation = search is None or not search.solver.nodes
        weights = _weights(self._demands, search)
        if self._status is None:
            self._hottest = tuple(_hottest(self._demands, weights))
        if self._status is not Status.IMPOSSIBLE:
            return
        self._stage = ExplainStage.MINIMISING
        budget = self.budget.share(CONFLICT_SHARE) if self._max_repairs else self.budget.part()
        refutation = spent(self.budget)
        self._minimiser = Minimiser(self._demands.within(budget), weights, refutation)
        self._conflict = yield from self._minimiser.conflict()
        if self._max_repairs and not self.budget.spent():
            self._stage = ExplainStage.REPAIRING
            self._repair_search = self._new_repair_search()
            yield from self._repair_search.steps(self._conflict)

    def _new_repair_search(self) -> RepairSearch:
        demands = self._demands
        unlimited = self.budget.left() == Limit()
        budget = self.budget.part(nodes=REPAIR_NODES if unlimited else None)

        def conflict_in(grid: Grid, rules: Rules) -> Steps[Conflict | None]:
            changed = Demands(
                grid,
                demands.listed,
                rules,
                budget,
                demands.seed,
                assumed=demands.assumed,
            )
            verdict, search = yield from changed.search(changed.everything(), FIRST_TRY)
            if verdict is not False:
                return None
            weights = _weights(changed, search)
            return (yield from Minimiser(changed, weights, NO_WORK).conflict())

        return RepairSearch(
            demands.fixed_grid,
            demands.listed,
            demands.rules,
            conflict_in=conflict_in,
            budget=budget,
            max_repairs=self._max_repairs,
            seed=demands.seed,
            assumed=demands.assumed,
            held=[c for label in self._assumed for c in demands.fixed_grid.slot(label).cells],
        )

    # -- the result -----------------------------------------------------------------------------

    def so_far(self) -> Explanation:
        """Return what is known by now; between two steps."""
        return self._outcome()

    def _outcome(self) -> Explanation:
        """Return what is known, wherever the work ended."""
        status = self._status or self.budget.spent() or Status.CANCELLED
        explanation = Explanation(
            status,
            self._demands.fixed_grid,
            by_propagation=self._by_propagation,
            hottest=self._hottest,
            seed=self.seed,
            assumed=self._assumed,
            assumed_letters=self._assumed_letters,
        )
        if status is Status.IMPOSSIBLE:
            explanation = self._impossible(explanation)
        return replace(explanation, statistics=self.budget.report())

    def _impossible(self, explanation: Explanation) -> Explanation:
        """Add why the grid cannot be filled, and what would help."""
        demands, conflict, search = self._demands, self._conflict, self._repair_search
        cut_short_by = self.budget.spent()
        if conflict is None:  # it was left before there was anything smaller
            everything = tuple(demands.everything())
            conflict = Conflict(everything, everything)
        return replace(
            explanation,
            conflict=conflict,
            slots={label: slot_facts(demands, conflict, label) for label in conflict.slots()},
            fitting_when_freed=fitting_when_freed(demands, conflict),
            without_slot=words_without_slot(
                demands.fixed_grid,
                demands.listed,
                [str(demand.value) for demand in conflict.of(Kind.REQUIRED)],
            ),
            repairs=() if search is None else tuple(search.repairs),
            repairs_sought=search is not None,
            cut_short_by=cut_short_by,
        )


def _weights(demands: Demands, search: Search | None) -> list[int]:
    return [1] * len(demands.model.slots) if search is None else search.solver.weights()


def _hottest(demands: Demands, weights: list[int]) -> Iterator[str]:
    """Yield the labels of the slots that ran out of words most often."""
    indices = sorted(range(len(weights)), key=lambda slot_index: -weights[slot_index])
    for slot_index in indices[:HOTTEST_SLOTS]:
        if weights[slot_index] > 1:
            yield demands.model.slots[slot_index].label


def _letters_of(
    assumed: Mapping[str, str], grid: Grid, words: WordList, rules: Rules
) -> dict[Cell, str]:
    """Return the letters of words in slots.

    RuleError where they contradict each other, a rebus or, in a slot that is not to be filled, what
    it holds. What else is given may contradict them: that is for the explanation to say.
    """
    rules = rules.for_grid(grid)
    region, grid = rules.region_cells(grid), rules.without_region(grid)
    letters: dict[Cell, str] = {}
    for label, word in assumed.items():
        slot = grid.slot(label)
        parts = cut_to_cells(word, grid.pattern(slot), words)
        if len(parts) != len(slot):
            text = word or quote(word)
            raise RuleError(f"{slot.label} has {len(slot)} cells, {text} needs {len(parts)}")
        for cell, part in zip(slot.cells, parts, strict=True):
            before, given = letters.get(cell, part), grid.letters.get(cell, part)
            if region.isdisjoint(slot.cells) or len(words.codes(given) or b"") != 1:
                before = given  # it is not in question
            if words.spell(before) != words.spell(part):
                raise RuleError(f"{slot.label}: {word} has {part} at {where(cell)}, not {before}")
            if len(words.codes(part) or b"") == 1:
                letters[cell] = part
    return letters


def start(
    grid: GridLike,
    words: WordsLike,
    rules: Rules | None = None,
    *,
    seed: int = 0,
    limit: Limit | Budget | None = DEFAULT_LIMIT,
    repairs: int = MAX_REPAIRS,
    assumed: Mapping[str, str] | None = None,
    **rule_options: Unpack[RuleFields],
) -> ExplainRun:
    """Begin an explanation; the arguments are those of `explain`."""
    rules = Rules.combined(rules, rule_options, start)
    grid, words = Grid.of(grid), WordList.of(words)
    return ExplainRun(grid, words, rules, seed=seed, limit=limit, repairs=repairs, assumed=assumed)


def explain(
    grid: GridLike,
    words: WordsLike,
    rules: Rules | None = None,
    *,
    seed: int = 0,
    limit: Limit | Budget | None = DEFAULT_LIMIT,
    repairs: int = MAX_REPAIRS,
    assumed: Mapping[str, str] | None = None,
    **rule_options: Unpack[RuleFields],
) -> Explanation:
    """Explain why a grid cannot be filled; further keywords are fields of `Rules`.

    The status is IMPOSSIBLE, with a conflict and up to `repairs` repairs, FILLED if the grid can
    be filled after all, or LIMIT if that was not decided within the limit. `assumed` has words for
    slots, by label: the explanation says why they do not go with the rest, and repairs leave them.
    """
    rules = Rules.combined(rules, rule_options, explain)
    with start(grid, words, rules, seed=seed, limit=limit, repairs=repairs, assumed=assumed) as run:
        return run.result()
