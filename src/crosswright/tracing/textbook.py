"""The textbook's solver, to be watched: AC-3 and backtracking with a choice of heuristics.

The names are those of the chapter on constraint satisfaction in Russell and Norvig, "Artificial
Intelligence: A Modern Approach". This is the algorithm of the course edition on a grid of the
package, and every step is reported to a listener. To fill grids, use `filling.fill`.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from crosswright.errors import RuleError
from crosswright.grids.grid import Grid, SlotIndex
from crosswright.limits import Budget, Limit, Status
from crosswright.support.bits import bits
from crosswright.tracing import causes
from crosswright.tracing.events import CHOICES, SAMPLE, Event, Listener
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


@dataclass
class _Level:
    """A slot of the stack, the words still to try there, and what became of the others."""

    slot: SlotIndex
    values: Iterator[WordRow]
    ruled_out: Counter[WordRow]
    """The words of the crossing slots that each word rules out; empty unless words go by it."""
    mark: int
    """The length of the trail before the slot was assigned."""
    failed: list[WordRow] = field(default_factory=list)
    """Words that were tried and taken back."""
    used: list[tuple[WordRow, SlotIndex]] = field(default_factory=list)
    """Words that another slot has, with that slot."""
    unfit: int = 0
    """Words that contradict an assigned neighbour."""

    @property
    def passed(self) -> int:
        """The words that were not tried."""
        return len(self.used) + self.unfit


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
            self._report("wipeout", slot=empty, cause=self._cause_at_the_start(empty))
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
                self._report("wipeout", slot=x, **{"with": y}, cause=self._cause_of_wipeout(x, y))
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

    def _cause_at_the_start(self, slot: SlotIndex) -> str:
        """Say why a slot has no word to begin with."""
        return causes.no_word_fits(self._label(slot), self.grid.pattern(self.grid.slots[slot]))

    def _cause_of_wipeout(self, x: SlotIndex, y: SlotIndex) -> str:
        """Say why a slot lost its last word to a crossing one."""
        i, j = self._overlaps[x][y]
        letters = sorted({self._letter(y, row, j) for row in self.domains[y]})
        tokens = [self.words.alphabet.tokens[code] for code in letters]
        return causes.no_word_agrees(self._label(x), self._label(y), i, tokens)

    def _label(self, slot: SlotIndex) -> str:
        return self.grid.slots[slot].label

    # -- search -----------------------------------------------------------------------------------

    def backtrack(self) -> Assignment | None:
        """Search depth first.

        A stack stands in for recursion: a grid may have more slots than Python allows calls.
        """
        if not self._enough_words():
            return None
        assignment: Assignment = {}
        stack: list[_Level] = []
        while len(assignment) < len(self._slots):
            stack.append(self._next_level(assignment))
            while not self._assign_next(stack[-1], assignment):
                self._report_exhausted(stack.pop(), assignment)
                if not stack:
                    return None
                self._undo(stack[-1], assignment)
        answers = {self._label(s): self.word(s, row) for s, row in assignment.items()}
        self._report("solution", answers=answers)
        return assignment

    def _next_level(self, assignment: Assignment) -> _Level:
        """Choose a slot, and the order in which its words are tried."""
        slot = self.select_unassigned_variable(assignment)
        ruled_out = Counter[WordRow]()
        if self.variant.value == "lcv":
            ruled_out = self.count_ruled_out(slot, assignment)
        values = self.order_domain_values(slot, ruled_out)
        if self._listener is not None:
            by_choice = sorted(
                (other for other in self._slots if other not in assignment), key=self._choice_key
            )
            degrees = [
                (other, len(self.domains[other]), len(self._overlaps[other]))
                for other in by_choice[:CHOICES]
            ]
            words = [(row, ruled_out.get(row)) for row in values[:CHOICES]]
            depth = len(assignment) + 1
            self._report("select", slot=slot, depth=depth, open=degrees, values=words)
        return _Level(slot, iter(values), ruled_out, len(self._trail))

    def _report_exhausted(self, level: _Level, assignment: Assignment) -> None:
        """Report that a slot has no word left to try, and why."""
        if self._listener is None:
            return
        slot, placed = (
            level.slot,
            [other for other in self._overlaps[level.slot] if other in assignment],
        )
        cause = causes.no_word_works(
            self._label(slot),
            failed=[self.word(slot, row) for row in level.failed],
            used=[(self.word(slot, row), self._label(other)) for row, other in level.used],
            unfit=level.unfit,
            crossing=[self._label(other) for other in placed],
        )
        facts = {"failed": len(level.failed), "used": level.used, "unfit": level.unfit}
        self._report("exhausted", slot=slot, **facts, cause=cause)

    def _enough_words(self) -> bool:
        """Return whether the slots of each length have enough words, as all must differ."""
        domains = defaultdict(list)
        for slot in self._slots:
            domains[self._lengths[slot]].append(self.domains[slot])
        for length, same in sorted(domains.items()):
            left = len(set().union(*same))
            if left < len(same):
                facts = {"length": length, "needed": len(same), "left": left}
                self._report("shortage", **facts, cause=causes.too_few_words(**facts))
                return False
        return True

    def _assign_next(self, level: _Level, assignment: Assignment) -> bool:
        """Give a slot the next of its words that works."""
        slot, passed = level.slot, level.passed
        used = {(self._lengths[other], row): other for other, row in assignment.items()}
        for row in level.values:
            self._check_limit()
            holder = used.get((self._lengths[slot], row))
            if holder is not None:
                level.used.append((row, holder))
            elif not self._fits(slot, row, assignment):
                level.unfit += 1
            else:
                self._assign(level, row, level.passed - passed, assignment)
                if self._infer(slot, row):
                    return True
                self._undo(level, assignment)
                passed = level.passed
        return False

    def _assign(self, level: _Level, row: WordRow, passed: int, assignment: Assignment) -> None:
        """Give a slot a word, having passed over this many."""
        slot = level.slot
        self.counters.assignments += 1
        assignment[slot] = row
        facts: Event = {"depth": len(assignment), "passed": passed}
        if level.ruled_out:
            facts["ruled_out"] = level.ruled_out[row]
        self._report("assign", slot=slot, row=row, word=self.word(slot, row), **facts)

    def _undo(self, level: _Level, assignment: Assignment) -> None:
        """Take a slot's word back, with all that followed from it."""
        slot = level.slot
        row = assignment.pop(slot)
        while len(self._trail) > level.mark:
            changed, domain = self._trail.pop()
            self.domains[changed] = domain
        level.failed.append(row)
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
        return min((slot for slot in self._slots if slot not in assignment), key=self._choice_key)

    def _choice_key(self, slot: SlotIndex) -> tuple[int, ...]:
        """Return what slots are chosen by: the lowest is next."""
        left, degree = len(self.domains[slot]), len(self._overlaps[slot])
        keys = {"mrv": (left, -degree), "degree": (-degree, 0), "fixed": (0, 0)}
        return (*keys[self.variant.variable], *self._grid_order(slot))

    def _grid_order(self, slot: SlotIndex) -> tuple[int, int, int]:
        return (*self.grid.slots[slot].cells[0], self.grid.slots[slot].direction != "across")

    def order_domain_values(self, slot: SlotIndex, ruled_out: Counter[WordRow]) -> list[WordRow]:
        """Return a slot's words in the variant's order; rows are in alphabetical order."""
        rows = sorted(self.domains[slot])
        if self.variant.value == "random":
            self._random.shuffle(rows)
        if self.variant.value != "lcv":
            return rows
        return sorted(rows, key=lambda row: (ruled_out[row], row))

    def count_ruled_out(self, slot: SlotIndex, assignment: Assignment) -> Counter[WordRow]:
        """Return how many words of the unassigned neighbours each word of a slot rules out."""
        ruled_out = Counter[WordRow](dict.fromkeys(self.domains[slot], 0))
        for other, (i, j) in self._overlaps[slot].items():
            if other not in assignment:
                letters = Counter(self._letter(other, row, j) for row in self.domains[other])
                for row in ruled_out:
                    ruled_out[row] += len(self.domains[other]) - letters[self._letter(slot, row, i)]
        return ruled_out

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
