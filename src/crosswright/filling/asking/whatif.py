"""What if: every candidate of a slot tried by search, the most promising first."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from crosswright.errors import RuleError
from crosswright.filling.asking.inquiry import Inquiry, Question, Viability
from crosswright.filling.asking.living import FloorClimb
from crosswright.filling.asking.memory import Witness
from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Limit, Run, Statistics
from crosswright.words.table import WordRow

FIRST_FAILURES = 30
"""Failures of the first search for a candidate."""

GROWTH = 8
"""How many times more failures the next search for the same candidate may meet."""

ROUNDS_BEFORE_FLOORS = 2
"""Searches for each undecided candidate before the floors of the others have their turn."""

FLOOR_TRIES = 6
"""Searches for a higher floor with one candidate before the next candidate has its turn."""


@dataclass(frozen=True)
class WordVerdict:
    """What comes of one word in a slot."""

    word: str
    """The word as the list spells it."""
    score: int
    viability: Viability = Viability.UNDECIDED
    """Whether the grid can be filled with it, at the floor of the session."""
    floor: int | None = None
    """The best floor of a fill with it that is known; None if that fill chose no words."""
    bound: int | None = None
    """A floor that no fill with it exceeds, once that has been looked at."""
    fill: Callable[[], Grid] | None = field(default=None, repr=False, compare=False)
    """What makes the grid of a fill with it, the one with that floor."""

    @property
    def grid(self) -> Grid | None:
        """A fill with it, the one with that floor."""
        return None if self.fill is None else self.fill()

    @property
    def is_proved(self) -> bool:
        """Whether the floor is proved to be the best; there is none if the fill chose no words."""
        if self.floor is None:
            return self.viability is Viability.FILLS
        return self.floor == self.bound


@dataclass(frozen=True)
class WhatIf:
    """The verdicts on the candidates of a slot."""

    slot: str
    revision: int
    """The session's revision that it is for."""
    verdicts: Mapping[str, WordVerdict]
    """By word, in order of promise."""
    statistics: Statistics

    def of(self, viability: Viability) -> list[str]:
        """Return the words with a verdict."""
        return [word for word, its in self.verdicts.items() if its.viability is viability]


class WhatIfRun(Run[WordVerdict, WhatIf]):
    """Candidates being tried: iterate the verdicts, `stop()` it, take its `result()`.

    Each candidate first gets its verdict at the floor of the session; then come the floors that can
    be reached with it, and the bounds on them. A verdict comes again when more is known. It all
    ends at the limit, when nothing is left to find out, or when the assumptions change.
    """

    def __init__(
        self,
        inquiry: Inquiry,
        label: str,
        words: Iterable[str] | None,
        count: int,
        *,
        floors: bool,
        limit: Limit | Budget | None,
    ) -> None:
        super().__init__(limit)
        self._inquiry = inquiry
        self.revision = inquiry.revision
        self._slot = inquiry.kept.slot_index(label)
        self.slot = inquiry.model.slots[self._slot].label
        self._chosen = None if words is None else [self._row(word) for word in words]
        self._count = count
        self._floors = floors
        self._verdicts: dict[WordRow, WordVerdict] = {}

    def _row(self, word: str) -> WordRow:
        row = self._inquiry.kept.row_of(self._slot, word)
        if row is None:
            raise RuleError(f"{word} is not a word that {self.slot} could have")
        return row

    # -- the work -------------------------------------------------------------------------------

    def _work(self) -> Generator[WordVerdict, None, None]:
        with self._inquiry.turn:
            rows = self._begin()
        yield from (self._verdicts[row] for row in rows if self._is_decided(row))
        failures = FIRST_FAILURES
        for _ in range(ROUNDS_BEFORE_FLOORS):
            yield from self._round(failures)
            failures *= GROWTH
        if self._floors:
            yield from self._climb()
        while self._goes_on() and not all(map(self._is_decided, self._verdicts)):
            yield from self._round(failures)
            failures *= GROWTH

    def _begin(self) -> list[WordRow]:
        """List the candidates; what is known of them, or proved by propagation, is settled."""
        inquiry, table = self._inquiry, self._inquiry.model.table_of(self._slot)
        chosen = dict.fromkeys(self._chosen or ())
        if not (self._goes_on() and inquiry.set_up(self.budget)):
            self._verdicts = {
                row: WordVerdict(table.word(row), int(table.scores[row])) for row in chosen
            }
            return []
        possible = inquiry.ready()
        if self._chosen is not None:
            rows = list(chosen)
        else:
            rows = inquiry.solver.promising(self._slot, self._count) if possible else []
        live = inquiry.solver.live(self._slot) if possible else bytes(table.blocks * 8)
        for row in rows:
            is_dead = not live[row >> 3] >> (row & 7) & 1
            viability = Viability.DEAD if is_dead else Viability.UNDECIDED
            score = int(table.scores[row])
            self._verdicts[row] = WordVerdict(table.word(row), score, viability)
        for witness in inquiry.memory.witnesses(inquiry.situation) if possible else ():
            row = witness.rows[self._slot]
            if row in self._verdicts and not self._is_decided(row):
                self._fills(row, witness)
        return rows

    def _goes_on(self) -> bool:
        return self._inquiry.goes_on(self, self.revision)

    def _is_decided(self, row: WordRow) -> bool:
        return self._verdicts[row].viability is not Viability.UNDECIDED

    def _round(self, failures: int) -> Iterator[WordVerdict]:
        """Search for a fill with each undecided candidate."""
        for row in [row for row in self._verdicts if not self._is_decided(row)]:
            with self._inquiry.turn:
                if not self._goes_on():
                    return
                self._try(row, failures)
            if self._is_decided(row) or failures == FIRST_FAILURES:
                yield self._verdicts[row]

    def _try(self, row: WordRow, failures: int) -> None:
        question = Question(word=(self._slot, row))
        viability, witness = self._inquiry.ask(question, self.budget, failures)
        if witness is not None:
            self._fills(row, witness)
        else:
            self._verdicts[row] = replace(self._verdicts[row], viability=viability)

    def _fills(self, row: WordRow, witness: Witness) -> None:
        """Note a fill with a candidate."""
        self._verdicts[row] = replace(
            self._verdicts[row],
            viability=Viability.FILLS,
            floor=self._inquiry.floor_of(witness),
            fill=partial(self._inquiry.grid_of, witness, self._inquiry.situation),
        )

    def _climb(self) -> Iterator[WordVerdict]:
        """Look for higher floors with each candidate that fills, a few tries at a time."""
        climbs: dict[WordRow, FloorClimb] = {}
        waiting = [row for row, its in self._verdicts.items() if its.viability is Viability.FILLS]
        while waiting:
            for row in list(waiting):
                with self._inquiry.turn:
                    if not self._goes_on():
                        return
                    settled = self._raise(row, climbs)
                if settled:
                    waiting.remove(row)
                yield self._verdicts[row]

    def _raise(self, row: WordRow, climbs: dict[WordRow, FloorClimb]) -> bool:
        """Try higher floors with a candidate; return whether there is nothing left to try."""
        if row not in climbs:
            climbs[row] = FloorClimb(self._inquiry, (self._slot, row))
            climbs[row].probe(self.budget)
        climb = climbs[row]
        for _ in range(FLOOR_TRIES):
            if climb.is_settled or self.budget.spent():
                break
            climb.step(self.budget)
        if climb.best is not None:
            self._fills(row, climb.best)
            self._verdicts[row] = replace(self._verdicts[row], bound=climb.bound)
        return climb.is_settled

    # -- the result -----------------------------------------------------------------------------

    def _outcome(self) -> WhatIf:
        verdicts = {verdict.word: verdict for verdict in self._verdicts.values()}
        return WhatIf(self.slot, self.revision, verdicts, self.budget.report())
