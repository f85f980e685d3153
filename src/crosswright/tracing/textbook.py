"""The textbook's solver, to be watched: AC-3 and backtracking with a choice of heuristics.

The names are those of the constraint satisfaction chapter in Russell and Norvig, "Artificial
Intelligence: A Modern Approach". It is the algorithm of the course edition, on a grid of the
package, with every step told to a listener; `filling.fill` is the one to fill grids with.
"""

from __future__ import annotations

import random
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from crosswright.errors import RuleError
from crosswright.grids.grid import Grid
from crosswright.support.bits import bits
from crosswright.words.wordlist import WordList

Event = dict[str, Any]
Listener = Callable[[Event], None]
Arc = tuple[int, int]

VARIABLES = ("mrv", "degree", "fixed")
"""Which slot is next: fewest words (then highest degree), highest degree, or grid order."""

VALUES = ("lcv", "alphabetical", "random")
"""Which word is first: the least constraining one, the alphabet's first, or any."""

SAMPLE = 5
"""Removed words that a revision names; the letters it lost say which the others are."""


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
    """What a search did."""

    assignments: int = 0
    backtracks: int = 0
    revisions: int = 0
    removed: int = 0


class OutOfTime(Exception):
    """The limit is reached."""


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
        seconds: float | None = None,
    ) -> None:
        if grid.extra:
            raise RuleError("the textbook's solver knows slots across and down, no extra ones")
        self.grid, self.words = grid, words
        self.variant = variant or Variant()
        self.counters = Counters()
        self._random = random.Random(seed)
        self._listener = listener
        self._deadline = None if seconds is None else time.perf_counter() + seconds
        self._slots = range(len(grid.slots))
        self._tables = [words.table(len(slot)) for slot in grid.slots]
        self._codes = [bytes(table.codes) for table in self._tables]
        self._lengths = [len(slot) for slot in grid.slots]
        self._overlaps: list[dict[int, tuple[int, int]]] = [{} for _ in self._slots]
        for crossing in grid.crossings:
            x, y = crossing.first, crossing.second
            i, j = crossing.first_position, crossing.second_position
            self._overlaps[x][y] = (i, j)
            self._overlaps[y][x] = (j, i)
        self.domains: list[set[int]] = [set() for _ in self._slots]
        self._trail: list[tuple[int, set[int]]] = []

    def _tell(self, event: str, **facts: Any) -> None:
        if self._listener is not None:
            self._listener({"event": event, **facts})

    def _letter(self, slot: int, row: int, position: int) -> int:
        return self._codes[slot][row * self._lengths[slot] + position]

    def word(self, slot: int, row: int) -> str:
        """Return the word of a row in a slot's table."""
        return self._tables[slot].word(row)

    # -- consistency ------------------------------------------------------------------------------

    def solve(self) -> dict[int, int] | None:
        """Return the row of each slot's word, None when there is no fill.

        Raise OutOfTime when the limit comes first.
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
            given = [(place, token) for place, token in enumerate(pattern) if token is not None]
            rows = (1 << table.size) - 1
            for place, token in given:
                rows &= table.bits(place, alphabet.code(token)) if token in alphabet else 0
            self.domains[slot] = set(bits(rows)) if given else set(range(table.size))
            left = len(self.domains[slot])
            removed = len(self.words) - left
            self._tell("node", slot=slot, given=given, removed=removed, left=left)

    def revise(self, x: int, y: int) -> list[int]:
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

    def ac3(self, arcs: list[Arc] | None = None, because: int | None = None) -> bool:
        """Make the arcs consistent, and all that follows; False as soon as a domain is empty."""
        if arcs is None:
            arcs = [(x, y) for x in self._slots for y in self._overlaps[x]]
            self._tell("ac3", arcs=arcs)
        else:
            self._tell("inference", slot=because, arcs=arcs)
        empty = next((slot for slot in self._slots if not self.domains[slot]), None)
        if empty is not None:
            self._tell("wipeout", slot=empty)
            return False
        queue = deque(arcs)
        waiting = set(queue)
        while queue:
            self._check_time()
            x, y = queue.popleft()
            waiting.discard((x, y))
            before = self.domains[x]
            lost = self.revise(x, y)
            wake = [(z, x) for z in self._overlaps[x] if z != y and (z, x) not in waiting]
            woken = wake if lost and self.domains[x] else []
            self._tell_revise(x, y, before, lost, woken)
            if not self.domains[x]:
                self._tell("wipeout", slot=x)
                return False
            queue.extend(woken)
            waiting.update(woken)
        return True

    def _tell_revise(
        self, x: int, y: int, before: set[int], lost: list[int], woken: list[Arc]
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
        self._tell("revise", **facts)

    # -- search -----------------------------------------------------------------------------------

    def backtrack(self) -> dict[int, int] | None:
        """Search depth first; an entry of the stack is a slot, its untried words, and the trail."""
        if not self._enough_words():
            return None
        assignment: dict[int, int] = {}
        stack: list[tuple[int, Iterator[int], int]] = []
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
        self._tell("solution", answers=answers)
        return assignment

    def _enough_words(self) -> bool:
        """Say whether the slots of each length have as many words between them: all must differ."""
        domains = defaultdict(list)
        for slot in self._slots:
            domains[self._lengths[slot]].append(self.domains[slot])
        for length, same in sorted(domains.items()):
            left = len(set().union(*same))
            if left < len(same):
                self._tell("shortage", length=length, needed=len(same), left=left)
                return False
        return True

    def _assign_next(
        self, slot: int, values: Iterator[int], mark: int, assignment: dict[int, int]
    ) -> bool:
        """Give a slot the next of its words that works."""
        used = {(self._lengths[s], row) for s, row in assignment.items()}
        for row in values:
            self._check_time()
            if (self._lengths[slot], row) in used or not self._fits(slot, row, assignment):
                continue
            self.counters.assignments += 1
            assignment[slot] = row
            depth = len(assignment)
            self._tell("assign", slot=slot, row=row, word=self.word(slot, row), depth=depth)
            if self._infer(slot, row):
                return True
            self._undo(slot, values, mark, assignment)
        return False

    def _undo(
        self, slot: int, values: Iterator[int], mark: int, assignment: dict[int, int]
    ) -> None:
        """Take a slot's word back, with all that followed from it."""
        row = assignment.pop(slot)
        while len(self._trail) > mark:
            changed, domain = self._trail.pop()
            self.domains[changed] = domain
        self.counters.backtracks += 1
        depth = len(assignment) + 1
        self._tell("backtrack", slot=slot, row=row, word=self.word(slot, row), depth=depth)

    def _infer(self, slot: int, row: int) -> bool:
        """Maintain arc consistency after an assignment; False if a domain is empty."""
        if not self.variant.inference:
            return True
        self._replace_domain(slot, {row})
        return self.ac3([(other, slot) for other in self._overlaps[slot]], slot)

    def _fits(self, slot: int, row: int, assignment: dict[int, int]) -> bool:
        """Say whether a word agrees with the assigned neighbours."""
        return all(
            self._letter(slot, row, i) == self._letter(other, assignment[other], j)
            for other, (i, j) in self._overlaps[slot].items()
            if other in assignment
        )

    def select_unassigned_variable(self, assignment: dict[int, int]) -> int:
        """Return the next slot by the variant's heuristic; equals go by their place in the grid."""
        keys: dict[str, Callable[[int], Any]] = {
            "mrv": lambda slot: (len(self.domains[slot]), -len(self._overlaps[slot])),
            "degree": lambda slot: -len(self._overlaps[slot]),
            "fixed": lambda slot: 0,
        }
        key = keys[self.variant.variable]
        return min(
            (slot for slot in self._slots if slot not in assignment),
            key=lambda slot: (key(slot), self._place(slot)),
        )

    def _place(self, slot: int) -> tuple[int, int, str]:
        return (*self.grid.slots[slot].cells[0], self.grid.slots[slot].direction)

    def order_domain_values(self, slot: int, assignment: dict[int, int]) -> list[int]:
        """Return a slot's words in the variant's order; rows are in the order of the alphabet."""
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

    # -- the trail --------------------------------------------------------------------------------

    def _replace_domain(self, slot: int, domain: set[int]) -> None:
        self._trail.append((slot, self.domains[slot]))
        self.domains[slot] = domain

    def _check_time(self) -> None:
        if self._deadline is not None and time.perf_counter() >= self._deadline:
            raise OutOfTime
