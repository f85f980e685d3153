"""Cases: the parts that a problem is split into, and what is known about each of them."""

from __future__ import annotations

from collections.abc import Iterator

from crosswright.engine.problem import SlotIndex, SlotRow
from crosswright.filling.schedule.tasks import CaseLevel, Report
from crosswright.support.bits import bits
from crosswright.words.table import WordRow


class Case:
    """The problem, or the part of another case in which a slot has a certain word.

    A case that was split is refuted when all its parts are. What was found out about a case, the
    words refuted in it and the letters that it rules out, holds in all its parts.
    """

    def __init__(self, whole: Case | None = None, word: SlotRow | None = None) -> None:
        self.whole = whole
        self.word = word
        self.is_refuted = False
        self.spent = 0
        """Failures met in searches of this case, or its share of those met before it was split."""
        self.runs = 0
        self.sizes: list[int] = []
        """How many words each slot has left, as far as known."""
        self.weights: list[int] = []
        """How often each slot ran out of words, in all searches of the case together."""
        self.split_on: SlotIndex | None = None
        self.total = 0
        """The words of the slot that it was split on."""
        self.parts: dict[WordRow, Case] = {}
        """The parts that are not refuted, by their words."""
        self._rows: dict[SlotIndex, bytes] = {}

    def levels(self) -> tuple[CaseLevel, ...]:
        """Return what is assumed and known in this case, from the whole problem down."""
        above = () if self.whole is None else self.whole.levels()
        return (*above, CaseLevel(self.word, tuple(self._rows.items())))

    def learn(self, report: Report) -> None:
        """Take up what a task has found out about this case.

        Words that it ruled out are kept for the whole problem alone: for each of a thousand parts
        they would take more memory than they are worth.
        """
        if report.weights:
            before = self.weights or [0] * len(report.weights)
            pairs = zip(before, report.weights, strict=True)
            self.weights = [old + new - 1 for old, new in pairs]
        self.sizes = report.sizes or self.sizes
        if self.whole is None:
            for slot, rows in report.kept.items():
                self.keep(slot, rows)

    def keep(self, slot: SlotIndex, rows: bytes) -> None:
        """Leave only some rows to a slot; parts with other words are refuted."""
        known = self._rows.get(slot)
        self._rows[slot] = rows = rows if known is None else _both(known, rows)
        if slot == self.split_on:
            for row in [row for row in self.parts if not rows[row >> 3] >> (row & 7) & 1]:
                self.parts[row].refute()

    def split(self, slot: SlotIndex, rows: bytes, share: int) -> None:
        """Split the case by the words left to a slot; each part has a share of what was spent."""
        self.keep(slot, rows)
        self.split_on, self.total = slot, self.sizes[slot]
        for row in bits(int.from_bytes(self._rows[slot], "little")):
            self.parts[row] = part = Case(self, (slot, row))
            part.spent = share
        if not self.parts:
            self.refute()

    def refute(self) -> None:
        """Rule this case out, and each case above it that has no other part left."""
        self.is_refuted = True
        whole, word = self.whole, self.word
        if whole is None or word is None:
            return
        whole.parts.pop(word[1], None)
        whole._without(word)
        if not whole.parts and not whole.is_refuted:
            whole.refute()

    def _without(self, word: SlotRow) -> None:
        slot, row = word
        rows = bytearray(self._rows[slot])
        rows[row >> 3] &= ~(1 << (row & 7))
        self._rows[slot] = bytes(rows)

    @property
    def is_open(self) -> bool:
        """Whether neither this case nor one that it is part of has been refuted."""
        return not self.is_refuted and (self.whole is None or self.whole.is_open)

    def path(self) -> Iterator[Case]:
        """Yield the cases that this one is part of, from the whole problem down to itself."""
        if self.whole is not None:
            yield from self.whole.path()
        yield self


def _both(rows: bytes, others: bytes) -> bytes:
    """Return the rows in two bitsets."""
    both = int.from_bytes(rows, "little") & int.from_bytes(others, "little")
    return both.to_bytes(len(rows), "little")
