"""What a session has found out, kept for as long as edits leave it valid."""

from __future__ import annotations

from array import array
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from crosswright.engine.problem import CellIndex, SlotIndex, SlotRow
from crosswright.filling.asking.assumptions import Situation
from crosswright.words.table import WordRow

MAX_WITNESSES = 1000
"""Fills that are kept as witnesses; the oldest are forgotten first."""

MAX_FINDINGS = 50
"""Situations of which it is kept what is impossible there."""

OPEN_CELL = 255
"""In place of a code: the cell may hold more than one letter."""


@dataclass(frozen=True, eq=False)
class Witness:
    """A fill that was found: it proves that each of its letters and words is possible."""

    rows: Sequence[WordRow]
    """The row of each slot, -1 where the slot held something else or nothing."""
    codes: bytes
    """The code in each cell, or `OPEN_CELL`."""
    found_in: Situation

    @classmethod
    def of(cls, rows: Iterable[WordRow], masks: Iterable[int], found_in: Situation) -> Witness:
        """Make a witness of what slots and cells are down to."""
        return cls(array("i", rows), bytes(codes(masks)), found_in)

    def holds_in(self, situation: Situation, goals: Sequence[bool]) -> bool:
        """Return whether it is a fill of a situation, given which slots must have a word."""
        codes = self.codes
        if any(codes[cell] != code for cell, code in situation.given.items()):
            return False
        before = self.found_in
        if situation.restrictions is before.restrictions and situation.full == before.full:
            return True
        if not all(goals):
            return False  # whether something fits the other slots would have to be seen
        return all(
            slot in situation.full or (row >= 0 and situation.accepts(slot, row))
            for slot, row in enumerate(self.rows)
        )


def codes(masks: Iterable[int]) -> list[int]:
    """Return the code in each cell, or `OPEN_CELL`."""
    return [OPEN_CELL if mask & (mask - 1) else mask.bit_length() - 1 for mask in masks]


@dataclass(frozen=True, eq=False)
class Findings:
    """What was proved impossible in one situation."""

    situation: Situation
    letters: dict[CellIndex, int] = field(default_factory=lambda: defaultdict(int))
    """Letters that cells cannot have, as bits."""
    words: dict[SlotIndex, set[WordRow]] = field(default_factory=lambda: defaultdict(set))
    """Words that slots cannot have."""
    bounds: dict[SlotRow | None, int] = field(default_factory=dict)
    """Floors that no fill exceeds, with a word in a slot or with any."""


class Memory:
    """Witnesses and findings; each is used wherever it holds."""

    def __init__(self, goals: Sequence[bool]) -> None:
        self._goals = goals
        self._open_slots = [slot for slot, is_goal in enumerate(goals) if not is_goal]
        self._witnesses: deque[Witness] = deque(maxlen=MAX_WITNESSES)
        self._findings: deque[Findings] = deque(maxlen=MAX_FINDINGS)
        self._holding: tuple[Situation, list[Witness]] | None = None

    def add(self, witness: Witness) -> None:
        """Keep a witness."""
        self._witnesses.append(witness)
        if self._holding is not None and self._holding[0] is witness.found_in:
            self._holding[1].append(witness)

    def witnesses(self, situation: Situation) -> list[Witness]:
        """Return the witnesses that are fills of a situation, looked through once."""
        if self._holding is None or self._holding[0] is not situation:
            holding = [w for w in self._witnesses if w.holds_in(situation, self._goals)]
            self._holding = situation, holding
        return self._holding[1]

    def findings(self, situation: Situation) -> Findings:
        """Return what is known of a situation itself, to be added to."""
        for findings in self._findings:
            if findings.situation is situation:
                return findings
        self._findings.append(Findings(situation))
        return self._findings[-1]

    def dead(self, situation: Situation) -> Iterator[Findings]:
        """Yield what is impossible in situations that this one tightens."""
        for findings in self._findings:
            if situation.tightens(findings.situation):
                yield findings

    def bounds(self, situation: Situation) -> Mapping[SlotRow | None, int]:
        """Return the lowest bounds on floors that hold in a situation, whatever its own floor."""
        bounds: dict[SlotRow | None, int] = {}
        for findings in self._findings:
            for word, bound in findings.bounds.items():
                if situation.tightens_above(findings.situation, bound + 1, self._open_slots):
                    bounds[word] = min(bound, bounds.get(word, bound))
        return bounds
