"""Questions to a kept solver: each is a search of its own, and its answer is remembered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from crosswright import engine
from crosswright.engine import EXHAUSTED, SOLUTION
from crosswright.engine.heuristics import NO_SCORE
from crosswright.engine.problem import CellIndex, SlotRow, TableIndex
from crosswright.filling.asking.assumptions import Assumptions, Situation
from crosswright.filling.asking.kept import KeptModel
from crosswright.filling.asking.memory import OPEN_CELL, Memory, Witness, codes
from crosswright.filling.result import FillResult
from crosswright.filling.search import Search
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.limits import UNLIMITED, Budget, Run, Status
from crosswright.support.turns import Turn
from crosswright.words.table import WordRow


class Viability(Enum):
    """Whether something still allows the whole grid to be filled."""

    FILLS = "fills"
    DEAD = "dead"
    UNDECIDED = "undecided"

    def __str__(self) -> str:
        return self.value


VIABILITIES = {SOLUTION: Viability.FILLS, EXHAUSTED: Viability.DEAD}
"""What the end of a search says."""


FIRST_SLICE_NODES, SLICE_SECONDS = 4, 0.002
"""Nodes of the first slice of a question, and how long the next ones may take: somebody who edits
meanwhile waits for the slice, and nodes are not alike."""


@dataclass(frozen=True)
class SlotAlone:
    """What a slot has left as long as no other slot is minded."""

    rows: int
    """Its words, as bits."""
    masks: tuple[int, ...]
    """The letters of each of its cells."""


@dataclass(frozen=True)
class Question:
    """What is assumed for one search, on top of everything else."""

    letter: tuple[CellIndex, int] | None = None
    """A cell and the code of a letter in it."""
    word: SlotRow | None = None
    """A word in a slot."""
    floor: int | None = None
    """A higher floor than the situation has."""


class Inquiry:
    """The situation that a session is in, and what can be asked about it."""

    def __init__(self, kept: KeptModel, seed: int) -> None:
        self.kept = kept
        self.model = kept.model
        self.seed = seed
        self.memory = Memory(kept.model.goals)
        self.turn = Turn("asking this session")
        self.revision = 0
        """How often the assumptions have changed."""
        self.situation = kept.situation(Assumptions(), {})
        self._ready_for: Situation | None = None
        self._is_possible = False
        self._on_solver: Question | None = None
        """The question under way, if nothing else has used the solver since it was put there."""
        self._floors: dict[Witness, int | None] = {}
        self.alone: dict[tuple[TableIndex, bytes | None, tuple[int, ...]], SlotAlone] = {}
        """What slots have left by themselves: by table, by rows left to it, by letters."""

    def change(self, assumptions: Assumptions, texts: Mapping[Cell, str]) -> None:
        """Take other assumptions, with the letters that they come to.

        The revision goes first: should this be interrupted, what is under way ends all the same.
        """
        situation = self.kept.situation(assumptions, texts)
        self.revision += 1
        self._floors.clear()
        self.situation = situation

    def goes_on(self, run: Run[Any, Any], revision: int) -> bool:
        """Return whether a run for a revision is to go on; other assumptions stop it.

        To be asked once it is the run's turn: another thread may have changed them before.
        """
        if revision != self.revision:
            run.stop()
        return run.budget.spent() is None

    @property
    def solver(self) -> engine.KeptSolver:
        """The solver, once it is known that there is one."""
        assert self.kept.solver is not None
        return self.kept.solver

    def set_up(self, budget: Budget) -> bool:
        """Do in slices what comes before the first search; False if the budget is spent."""
        return not any(budget.spent() for _ in self.kept.set_up())

    def propagate(self) -> bool:
        """Let the solver have drawn the conclusions of the assumptions alone."""
        self._ready_for = self._on_solver = None
        return self.kept.apply(self.situation)

    def propagated(self) -> engine.KeptSolver | None:
        """Return a solver that has drawn the conclusions of the assumptions; None if none is left.

        It is to be read at once, and not to be changed.
        """
        is_known, solver = self.kept.glance(self.situation)
        if is_known:
            return solver
        return self.solver if self.propagate() else None

    def ready(self) -> bool:
        """Let the solver also know what was found out; False if nothing can be filled."""
        situation = self.situation
        if self._ready_for is not situation:
            self._is_possible = self.propagate()
            if self._is_possible:
                self.solver.push()
                for findings in self.memory.dead(situation):
                    for cell, mask in findings.letters.items():
                        self.solver.narrow(cell, ~mask)
                    for slot_index, rows in findings.words.items():
                        for row in rows:
                            self.solver.exclude(slot_index, row)
                self._is_possible = self._bound_allows() and self.solver.propagate()
            self._ready_for = situation
        return self._is_possible

    def _bound_allows(self) -> bool:
        """Return whether no bound on floors rules out the floor of the situation."""
        bound = self.bound()
        return bound is None or bound >= _lowest_floor(self.situation)

    def bound(self, word: SlotRow | None = None) -> int | None:
        """Return the lowest bound on floors that is known, with a word in a slot or any."""
        bounds = self.memory.bounds(self.situation)
        known = [bounds[key] for key in {word, None} if key in bounds]
        return min(known, default=None)

    def ask(
        self, question: Question, budget: Budget, failures: int = UNLIMITED
    ) -> tuple[Viability, Witness | None]:
        """Search for a fill, and remember what comes of it."""
        if not self.ready():
            return Viability.DEAD, None
        situation = self.situation
        # What interrupts this may raise, edit or ask: then the question is not to be counted on.
        self._ready_for = None
        self._on_solver = question
        solver, witness = self.solver, None
        solver.push()
        self._assume(question, situation)
        viability = self._search(budget, failures)
        if self._on_solver is not question:
            self._ready_for = None
            return Viability.UNDECIDED, None
        if viability is Viability.FILLS:
            witness = Witness.of(solver.rows(), solver.masks(), situation)
            self.memory.add(witness)
        solver.pop()
        if viability is Viability.DEAD:
            self._remember_dead(question, situation)
        self._ready_for = situation
        return viability, witness

    def _assume(self, question: Question, situation: Situation) -> None:
        """Put a question onto the solver, and begin its search."""
        solver, floor = self.solver, question.floor
        if question.letter is not None:
            cell, code = question.letter
            solver.narrow(cell, 1 << code)
        if question.word is not None:
            solver.place(*question.word)
        if floor is None:
            floor = situation.assumptions.min_score
        else:
            self.kept.raise_floor(floor, situation)
        solver.begin(self.seed, self.kept.score_range(floor))

    def _search(self, budget: Budget, failures: int) -> Viability:
        if not self.solver.propagate():
            return Viability.DEAD
        search = Search.of(self.solver, budget, FIRST_SLICE_NODES, SLICE_SECONDS)
        outcome = search.decide(failures)
        return VIABILITIES.get(outcome, Viability.UNDECIDED)

    def _remember_dead(self, question: Question, situation: Situation) -> None:
        """Keep what was proved, and let the solver know it too."""
        findings = self.memory.findings(situation)
        if question.floor is not None:
            if question.letter is None:
                before = findings.bounds.get(question.word, question.floor - 1)
                findings.bounds[question.word] = min(before, question.floor - 1)
        elif question.letter is not None:
            cell, code = question.letter
            findings.letters[cell] |= 1 << code
            self.solver.narrow(cell, ~(1 << code))
        elif question.word is not None:
            slot_index, row = question.word
            if not self.model.goals[slot_index]:
                return  # an open slot may still leave room for it
            findings.words[slot_index].add(row)
            self.solver.exclude(slot_index, row)
        else:
            findings.bounds[None] = _lowest_floor(situation) - 1
            self._is_possible = False
            return
        self._is_possible = self._is_possible and self.solver.propagate()

    # -- fills ------------------------------------------------------------------------------------

    def floor_of(self, witness: Witness) -> int | None:
        """Return the lowest score of the words that a fill chose under the general floor.

        None if there are no such words.
        """
        if witness not in self._floors:
            self._floors[witness] = min(self._chosen_scores(witness), default=None)
        return self._floors[witness]

    def exceeds(self, witness: Witness, floor: int) -> bool:
        """Return whether the floor of a fill is above another; most are not, which is soon seen.

        A fill that chose no words under the general floor is above any.
        """
        return all(score > floor for score in self._chosen_scores(witness))

    def _chosen_scores(self, witness: Witness) -> Iterator[int]:
        """Yield the scores of the words that a fill chose under the general floor."""
        exempt, model = self.model.rows.exempt, self.model
        for slot_index in self.kept.under_floor(self.situation):
            row, table_index = witness.rows[slot_index], model.table_index(slot_index)
            if not exempt.get(table_index, 0) >> row & 1:
                yield int(model.table_of(slot_index).scores[row])

    def grid_of(self, witness: Witness, situation: Situation) -> Grid:
        """Return the grid of a situation as a fill has it."""
        return self._filled(witness.codes, situation)

    def _filled(self, codes: Iterable[int], situation: Situation) -> Grid:
        """Return the grid with codes in the cells to be filled; assumed letters stay as given."""
        letters = {
            cell: self.model.tokens[code]
            for cell, code in zip(self.model.cells, codes, strict=True)
            if cell in self.model.to_fill and code != OPEN_CELL
        }
        return self.model.grid.with_letters({**letters, **situation.texts})

    def result(
        self,
        status: Status,
        rows: Sequence[WordRow] | None,
        masks: Iterable[int] | None,
        seed: int,
        budget: Budget,
    ) -> FillResult:
        """Return the outcome of a fill: what slots and cells are down to, and how it ended."""
        nothing = [OPEN_CELL] * len(self.model.cells)
        grid = self._filled(nothing if masks is None else codes(masks), self.situation)
        slots = enumerate(self.model.slots) if rows is not None else ()
        answers = {
            slot.label: word
            for slot_index, slot in slots
            if self.model.goals[slot_index] and (word := grid.word(slot)) is not None
        }
        scores = {label: self.model.words.score(word) for label, word in answers.items()}
        floor, statistics = self.situation.assumptions.min_score, budget.report()
        return FillResult(status, grid, answers, scores, seed, floor, statistics)


def _lowest_floor(situation: Situation) -> int:
    """Return the floor of a situation, or one that every word reaches."""
    floor = situation.assumptions.min_score
    return NO_SCORE if floor is None else floor
