"""The textbook's solver, to be watched: AC-3 and backtracking with a choice of heuristics.

The names are those of the chapter on constraint satisfaction in Russell and Norvig, "Artificial
Intelligence: A Modern Approach". This is the algorithm of the course edition on a grid of the
package, and every step is reported to a listener. To fill grids, use `filling.fill`.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from crosswright.errors import RuleError
from crosswright.grids.grid import Grid, SlotIndex
from crosswright.limits import Budget, Limit, Status
from crosswright.support.bits import bits
from crosswright.tracing.events import SAMPLE, Event, Listener
from crosswright.words.table import WordRow
from crosswright.words.wordlist import WordList

Arc = tuple[SlotIndex, SlotIndex]
"""Two crossing slots, the first to be made consistent with the second."""

Assignment = dict[SlotIndex, WordRow]

VARIABLES = ("mrv", "degree", "fixed")
"""Which slot is next: fewest words (then highest degree), highest degree, or grid order."""

VALUES = ("lcv", "alphabetical", "random")
"""Which word is first: the least constraining, the first in the alphabet, or any."""


@dataclass(frozen=True)
class Variant:
    """One way to search: with or without inference, and the two heuristics."""

    inference: bool = True
    variable: str = "mrv"
    value: str = "lcv"

    def __str__(self) -> str:
        return f"{'inference' if self.inference else 'no inference'}, {self.variable}, {self.value}"


@dataclass
class Counters:
    """What a search did; a budget reads it in the engine's terms."""

    assignments: int = 0
    """Words given to slots, including those taken back."""
    backtracks: int = 0
    """Words taken back."""
    revisions: int = 0
    """Arcs revised, whether or not a word had to go."""
    removed: int = 0
    """Words removed by revisions, counted each time: backtracking brings them back."""

    @property
    def nodes(self) -> int:
        return self.assignments

    @property
    def failures(self) -> int:
        return self.backtracks

    @property
    def restarts(self) -> int:
        return 0

    @property
    def propagations(self) -> int:
        return self.revisions


class LimitReached(Exception):
    """The limit has been reached, or somebody stopped the search."""


class Textbook:
    """A crossword as a constraint problem: slots are variables, rows of a word table values."""

    def __init__(
        self,
        grid: Grid,
        words: WordList,
        variant: Variant | None = None,
        *,
        seed: int = 0,
        listener: Listener | None = None,
        limit: Limit | Budget | None = None,
    ) -> None:
        if grid.extra:
            raise RuleError("the textbook's solver takes slots across and down, not extra ones")
        self.grid, self.words = grid, words
        self.variant = variant or Variant()
        self.counters = Counters()
        self._random = random.Random(seed)
        self._listener = listener
        self._budget = Budget.of(limit)
        self._max_assignments = self._budget.nodes_left()
        self._max_backtracks = self._budget.failures_left()
        self._slots = range(len(grid.slots))
        self._tables = [words.table(len(slot)) for slot in grid.slots]
        self._codes = [bytes(table.codes) for table in self._tables]
        self._lengths = [len(slot) for slot in grid.slots]
        self._overlaps: list[dict[SlotIndex, tuple[int, int]]] = [{} for _ in self._slots]
        for crossing in grid.crossings:
            x, y = crossing.first, crossing.second
            i, j = crossing.first_position, crossing.second_position
            self._overlaps[x][y] = (i, j)
            self._overlaps[y][x] = (j, i)
        self.domains: list[set[WordRow]] = [set() for _ in self._slots]
        self._trail: list[tuple[SlotIndex, set[WordRow]]] = []

    def _report(self, event: str, **facts: Any) -> None:
        if self._listener is not None:
            self._listener({"event": event, **facts})

    def _letter(self, slot: SlotIndex, row: WordRow, position: int) -> int:
        return self._codes[slot][row * self._lengths[slot] + position]

    def word(self, slot: SlotIndex, row: WordRow) -> str:
        """Return the word of a row in a slot's table."""
        return self._tables[slot].word(row)

    def run(self) -> Status:
        """Search to the end or to the limit, and return how it ended."""
        try:
            return Status.IMPOSSIBLE if self.solve() is None else Status.FILLED
        except LimitReached:
            return Status.CANCELLED if self._budget.is_stopped else Status.LIMIT
        finally:
            self._budget.add(self.counters)

    # -- consistency ------------------------------------------------------------------------------

    def solve(self) -> Assignment | None:
        """Return the row of each slot's word, None if there is no fill.

        Raise LimitReached if the limit comes first.
        """
        self.enforce_node_consistency()
        if not self.ac3():
            return None
        return self.backtrack()

    def enforce_node_consistency(self) -> None:
        """Drop the words of the wrong length and those that contradict a given letter."""
        alphabet = self.words.alphabet
        for slot in self._slots:
            table, pattern = self._tables[slot], self.grid.pattern(self.grid.slots[slot])
            given = [(i, token) for i, token in enumerate(pattern) if token is not None]
            rows = (1 << table.size) - 1
            for position, token in given:
                rows &= table.bits(position, alphabet.code(token)) if token in alphabet else 0
            self.domains[slot] = set(bits(rows)) if given else set(range(table.size))
            left = len(self.domains[slot])
            removed = len(self.words) - left
            self._report("node", slot=slot, given=given, removed=removed, left=left)

    def revise(self, x: SlotIndex, y: SlotIndex) -> list[int]:
        """Make x arc consistent with y; return the letters at the crossing that x lost."""
        i, j = self._overlaps[x][y]
        letters = {self._letter(y, row, j) for row in self.domains[y]}
        kept = {row for row in self.domains[x] if self._letter(x, row, i) in letters}
        removed = self.domains[x] - kept
        self.counters.revisions += 1
        self.counters.removed += len(removed)
        if removed:
            self._replace_domain(x, kept)
        return sorted({self._letter(x, row, i) for row in removed})

    def ac3(self, arcs: list[Arc] | None = None, assigned: SlotIndex | None = None) -> bool:
        """Make the arcs consistent, and all that follows; False as soon as a domain is empty.

        Without arcs it begins with all of them; with some, after a slot was assigned.
        """
        if arcs is None:
            arcs = [(x, y) for x in self._slots for y in self._overlaps[x]]
            self._report("ac3", arcs=arcs)
        else:
            self._report("inference", slot=assigned, arcs=arcs)
        empty = next((slot for slot in self._slots if not self.domains[slot]), None)
        if empty is not None:
            self._report("wipeout", slot=empty)
            return False
        queue = deque(arcs)
        waiting = set(queue)
        while queue:
            self._check_limit()
            x, y = queue.popleft()
            waiting.discard((x, y))
            before = self.domains[x]
            lost = self.revise(x, y)
            wake = [(z, x) for z in self._overlaps[x] if z != y and (z, x) not in waiting]
            woken = wake if lost and self.domains[x] else []
            self._report_revision(x, y, before, lost, woken)
            if not self.domains[x]:
                self._report("wipeout", slot=x)
                return False
            queue.extend(woken)
            waiting.update(woken)
        return True

    def _report_revision(
        self,
        x: SlotIndex,
        y: SlotIndex,
        before: set[WordRow],
        lost: list[int],
        woken: list[Arc],
    ) -> None:
        if self._listener is None:
            return
        removed = before - self.domains[x]
        facts: Event = {"slot": x, "with": y, "removed": len(removed), "left": len(self.domains[x])}
        if lost:
            facts["position"] = self._overlaps[x][y][0]
            facts["lost"] = [self.words.alphabet.tokens[code] for code in lost]
            facts["words"] = [self.word(x, row) for row in sorted(removed)[:SAMPLE]]
            facts["wake"] = woken
        self._report("revise", **facts)

    # -- search -----------------------------------------------------------------------------------

    def backtrack(self) -> Assignment | None:
        """Search depth first.

        A stack stands in for recursion: a grid may have more slots than Python allows calls. It
        holds, for each slot assigned, its untried words and the trail's length before.
        """
        if not self._enough_words():
            return None
        assignment: Assignment = {}
        stack: list[tuple[SlotIndex, Iterator[WordRow], int]] = []
        while len(assignment) < len(self._slots):
            slot = self.select_unassigned_variable(assignment)
            values = iter(self.order_domain_values(slot, assignment))
            stack.append((slot, values, len(self._trail)))
            while not self._assign_next(*stack[-1], assignment):
                stack.pop()
                if not stack:
                    return None
                self._undo(*stack[-1], assignment)
        answers = {self.grid.slots[s].label: self.word(s, row) for s, row in assignment.items()}
        self._report("solution", answers=answers)
        return assignment

    def _enough_words(self) -> bool:
        """Return whether the slots of each length have enough words, as all must differ."""
        domains = defaultdict(list)
        for slot in self._slots:
            domains[self._lengths[slot]].append(self.domains[slot])
        for length, same in sorted(domains.items()):
            left = len(set().union(*same))
            if left < len(same):
                self._report("shortage", length=length, needed=len(same), left=left)
                return False
        return True

    def _assign_next(
        self, slot: SlotIndex, values: Iterator[WordRow], mark: int, assignment: Assignment
    ) -> bool:
        """Give a slot the next of its words that works."""
        used = {(self._lengths[s], row) for s, row in assignment.items()}
        for row in values:
            self._check_limit()
            if (self._lengths[slot], row) in used or not self._fits(slot, row, assignment):
                continue
            self.counters.assignments += 1
            assignment[slot] = row
            depth = len(assignment)
            self._report("assign", slot=slot, row=row, word=self.word(slot, row), depth=depth)
            if self._infer(slot, row):
                return True
            self._undo(slot, values, mark, assignment)
        return False

    def _undo(
        self, slot: SlotIndex, values: Iterator[WordRow], mark: int, assignment: Assignment
    ) -> None:
        """Take a slot's word back, with all that followed from it."""
        row = assignment.pop(slot)
        while len(self._trail) > mark:
            changed, domain = self._trail.pop()
            self.domains[changed] = domain
        self.counters.backtracks += 1
        depth = len(assignment) + 1
        self._report("backtrack", slot=slot, row=row, word=self.word(slot, row), depth=depth)

    def _infer(self, slot: SlotIndex, row: WordRow) -> bool:
        """Maintain arc consistency after an assignment; False if a domain becomes empty."""
        if not self.variant.inference:
            return True
        self._replace_domain(slot, {row})
        return self.ac3([(other, slot) for other in self._overlaps[slot]], slot)

    def _fits(self, slot: SlotIndex, row: WordRow, assignment: Assignment) -> bool:
        """Return whether a word agrees with the assigned neighbours."""
        return all(
            self._letter(slot, row, i) == self._letter(other, assignment[other], j)
            for other, (i, j) in self._overlaps[slot].items()
            if other in assignment
        )

    def select_unassigned_variable(self, assignment: Assignment) -> SlotIndex:
        """Return the next slot by the variant's heuristic; ties go to the first in the grid."""
        keys: dict[str, Callable[[SlotIndex], Any]] = {
            "mrv": lambda slot: (len(self.domains[slot]), -len(self._overlaps[slot])),
            "degree": lambda slot: -len(self._overlaps[slot]),
            "fixed": lambda slot: 0,
        }
        key = keys[self.variant.variable]
        return min(
            (slot for slot in self._slots if slot not in assignment),
            key=lambda slot: (key(slot), self._grid_order(slot)),
        )

    def _grid_order(self, slot: SlotIndex) -> tuple[int, int, str]:
        return (*self.grid.slots[slot].cells[0], self.grid.slots[slot].direction)

    def order_domain_values(self, slot: SlotIndex, assignment: Assignment) -> list[WordRow]:
        """Return a slot's words in the variant's order; rows are in alphabetical order."""
        rows = sorted(self.domains[slot])
        if self.variant.value == "random":
            self._random.shuffle(rows)
        if self.variant.value != "lcv":
            return rows
        ruled_out = Counter[int]()
        for other, (i, j) in self._overlaps[slot].items():
            if other not in assignment:
                letters = Counter(self._letter(other, row, j) for row in self.domains[other])
                for row in rows:
                    ruled_out[row] += len(self.domains[other]) - letters[self._letter(slot, row, i)]
        return sorted(rows, key=lambda row: (ruled_out[row], row))

    # -- the trail and the limit ------------------------------------------------------------------

    def _replace_domain(self, slot: SlotIndex, domain: set[WordRow]) -> None:
        self._trail.append((slot, self.domains[slot]))
        self.domains[slot] = domain

    def _check_limit(self) -> None:
        """Raise LimitReached if the search has done or taken what it may."""
        counters, budget = self.counters, self._budget
        if (
            counters.assignments >= self._max_assignments
            or counters.backtracks >= self._max_backtracks
            or budget.is_stopped
            or budget.seconds_left() == 0
            or budget.cpu_seconds_left() == 0
        ):
            raise LimitReached
