"""The truth map: every letter of every cell decided by search, not by propagation.

Each fill that is found is a witness for all its letters; only what no fill has settled is searched
for by itself, for ever longer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field

from crosswright.engine.problem import CellIndex
from crosswright.errors import GridError, RuleError
from crosswright.filling.asking.assumptions import Situation
from crosswright.filling.asking.inquiry import Inquiry, Question, Viability
from crosswright.filling.asking.memory import OPEN_CELL, Witness
from crosswright.grids.grid import Grid
from crosswright.grids.letters import check_word, normalise_token
from crosswright.grids.notation import Cell, where
from crosswright.limits import Budget, Limit, Run, Statistics, Status
from crosswright.support.bits import bits
from crosswright.support.numbers import whole_number

FIRST_FAILURES = 30
"""Failures of the first search for a letter."""

GROWTH = 8
"""How many times more failures the next search for the same letter may meet."""


def _cell(row: int, column: int) -> Cell:
    return whole_number("row", row), whole_number("column", column)


@dataclass(frozen=True, eq=False)
class TruthMap:
    """For every cell to be filled, which letters still allow the whole grid to be filled."""

    status: Status
    """FILLED if there is a fill, IMPOSSIBLE if there is none; otherwise what ended the search."""
    revision: int
    """The session's revision that it is for."""
    letters: Mapping[Cell, Mapping[str, Viability]]
    """The verdict on every letter of the alphabet in every cell to be filled."""
    statistics: Statistics
    _witness: Callable[[int, int, str], Grid | None] = field(repr=False)

    def _of(self, row: int, column: int, viability: Viability) -> tuple[str, ...]:
        letters = self.letters[self._known(row, column)]
        return tuple(letter for letter, its in letters.items() if its is viability)

    def _known(self, row: int, column: int) -> Cell:
        cell = _cell(row, column)
        if cell not in self.letters:
            raise GridError(f"{where(cell)} is not a cell to be filled")
        return cell

    def viable(self, row: int, column: int) -> tuple[str, ...]:
        """Return the letters of a cell for which there is a fill."""
        return self._of(row, column, Viability.FILLS)

    def dead(self, row: int, column: int) -> tuple[str, ...]:
        """Return the letters of a cell for which there is proved to be none."""
        return self._of(row, column, Viability.DEAD)

    def undecided(self, row: int, column: int) -> tuple[str, ...]:
        """Return the letters of a cell that were not decided."""
        return self._of(row, column, Viability.UNDECIDED)

    @property
    def is_complete(self) -> bool:
        """Whether everything is decided."""
        return not any(
            viability is Viability.UNDECIDED
            for letters in self.letters.values()
            for viability in letters.values()
        )

    def witness(self, row: int, column: int, letter: str) -> Grid | None:
        """Return a fill that has a letter in a cell, None if none is known."""
        cell = self._known(row, column)
        check_word(letter)
        token = normalise_token(letter)
        if token not in self.letters[cell]:
            raise RuleError(f"{letter!r} is not one letter of the word list's alphabet")
        return self._witness(*cell, token)


@dataclass(frozen=True)
class _Witnesses:
    """The fills that are known, by cell and code; the map has them without its run."""

    inquiry: Inquiry
    situation: Situation
    found: dict[tuple[CellIndex, int], Witness] = field(default_factory=dict)

    def grid(self, row: int, column: int, letter: str) -> Grid | None:
        model, cell = self.inquiry.model, _cell(row, column)
        if cell not in model.cells or letter not in model.tokens:
            return None
        found = self.found.get((model.cells.index(cell), model.tokens.index(letter)))
        return None if found is None else self.inquiry.grid_of(found, self.situation)


@dataclass(frozen=True)
class TruthStep:
    """What one search has settled: letters, each with its verdict, and how many are left."""

    settled: tuple[tuple[Cell, str, Viability], ...]
    undecided: int


class TruthRun(Run[TruthStep, TruthMap]):
    """A truth map under way: iterate what is settled, `stop()` it, take its `result()`.

    It ends when everything is decided, at its limit, or when the assumptions change; the result is
    what is known by then.
    """

    def __init__(self, inquiry: Inquiry, limit: Limit | Budget | None) -> None:
        super().__init__(limit)
        self._inquiry = inquiry
        self.revision = inquiry.revision
        model = inquiry.model
        self._cells = [
            index
            for index, cell in enumerate(model.cells)
            if cell in model.to_fill and index not in inquiry.situation.given
        ]
        self._open = dict.fromkeys(self._cells, (1 << len(model.words.alphabet)) - 1)
        self._viable = dict.fromkeys(self._cells, 0)
        self._witnesses = _Witnesses(inquiry, inquiry.situation)
        self._status: Status | None = None

    # -- the work -------------------------------------------------------------------------------

    def _work(self) -> Generator[TruthStep, None, None]:
        with self._inquiry.turn:
            step = self._begin()
        yield step
        failures = FIRST_FAILURES
        while any(self._open.values()):
            for cell, code in self._targets():
                with self._inquiry.turn:
                    if not self._goes_on():
                        return
                    step = self._try(cell, code, failures)
                yield step
            failures *= GROWTH

    def _goes_on(self) -> bool:
        return self._inquiry.goes_on(self, self.revision)

    def _begin(self) -> TruthStep:
        """Settle what is known already, and what propagation settles."""
        inquiry = self._inquiry
        if not (self._goes_on() and inquiry.set_up(self.budget)):
            return TruthStep((), self._undecided)
        if not inquiry.ready():
            return self._nothing_left()
        settled = [*self._settle_dead()]
        for known in inquiry.memory.witnesses(self._witnesses.situation):
            settled += self._settle_viable(known)
        if self._status is None:
            viability, found = inquiry.ask(Question(), self.budget)
            if viability is Viability.DEAD:
                return self._nothing_left()
            settled += self._settle_viable(found)
        return TruthStep(tuple(settled), self._undecided)

    def _nothing_left(self) -> TruthStep:
        self._status = Status.IMPOSSIBLE
        settled = [(cell, code) for cell in self._cells for code in bits(self._open[cell])]
        self._open = dict.fromkeys(self._cells, 0)
        return TruthStep(tuple(self._named(settled, Viability.DEAD)), 0)

    def _targets(self) -> Iterator[tuple[CellIndex, int]]:
        """Yield what is still open once it is looked at."""
        for cell in self._cells:
            for code in bits(self._open[cell]):
                if self._open[cell] >> code & 1:
                    yield cell, code

    def _try(self, cell: CellIndex, code: int, failures: int) -> TruthStep:
        """Search for a fill with a letter."""
        question = Question(letter=(cell, code))
        viability, witness = self._inquiry.ask(question, self.budget, failures)
        settled = [*self._settle_viable(witness)]
        if viability is Viability.DEAD:
            if not self._inquiry.ready():
                return self._nothing_left()
            settled += self._settle_dead()
        return TruthStep(tuple(settled), self._undecided)

    def _settle_viable(self, witness: Witness | None) -> Iterator[tuple[Cell, str, Viability]]:
        """Settle the letters of a fill that are still open."""
        if witness is None:
            return
        self._status = Status.FILLED
        settled = []
        for cell in self._cells:
            code = witness.codes[cell]
            if code != OPEN_CELL and self._open[cell] >> code & 1:
                self._open[cell] ^= 1 << code
                self._viable[cell] |= 1 << code
                self._witnesses.found[cell, code] = witness
                settled.append((cell, code))
        yield from self._named(settled, Viability.FILLS)

    def _settle_dead(self) -> Iterator[tuple[Cell, str, Viability]]:
        """Settle the open letters that the solver has ruled out."""
        masks = self._inquiry.solver.masks()
        settled = []
        for cell in self._cells:
            gone = self._open[cell] & ~masks[cell]
            if gone:
                self._open[cell] ^= gone
                settled += [(cell, code) for code in bits(gone)]
        yield from self._named(settled, Viability.DEAD)

    def _named(
        self, settled: list[tuple[CellIndex, int]], viability: Viability
    ) -> Iterator[tuple[Cell, str, Viability]]:
        cells, tokens = self._inquiry.model.cells, self._inquiry.model.tokens
        for cell, code in settled:
            yield cells[cell], tokens[code], viability

    def witness(self, row: int, column: int, letter: str) -> Grid | None:
        """Return a fill that has a letter in a cell, None if none is known so far."""
        return self._witnesses.grid(row, column, letter)

    @property
    def _undecided(self) -> int:
        return sum(mask.bit_count() for mask in self._open.values())

    # -- the result -----------------------------------------------------------------------------

    def _outcome(self) -> TruthMap:
        status = self._status or self.budget.spent() or Status.CANCELLED
        cells = self._inquiry.model.cells
        verdicts: dict[tuple[int, int], Mapping[str, Viability]] = {}
        letters: dict[Cell, Mapping[str, Viability]] = {}
        for cell in self._cells:
            key = self._open[cell], self._viable[cell]  # few: most cells are decided alike
            if key not in verdicts:
                verdicts[key] = self._verdicts(*key)
            letters[cells[cell]] = verdicts[key]
        return TruthMap(status, self.revision, letters, self.budget.report(), self._witnesses.grid)

    def _verdicts(self, undecided: int, viable: int) -> Mapping[str, Viability]:
        """Return the verdicts on all letters of a cell."""
        return {
            token: Viability.UNDECIDED
            if undecided >> code & 1
            else Viability.FILLS
            if viable >> code & 1
            else Viability.DEAD
            for code, token in enumerate(self._inquiry.model.words.alphabet.tokens)
        }
