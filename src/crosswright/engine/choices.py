"""The plain engine's choices: which slot is next, which word for it, and which letter of that."""

from __future__ import annotations

from crosswright.engine.bitrows import select
from crosswright.engine.heuristics import (
    FIRST_CANDIDATES,
    SplitMix64,
    checked_weight,
    log2_fixed,
)
from crosswright.engine.problem import Problem, SlotIndex
from crosswright.engine.propagation import ArcConsistency
from crosswright.support.bits import bits
from crosswright.words.table import WordRow


class Choices(ArcConsistency):
    """What a search tries next, by conflict weights, words left, scores and chance."""

    def __init__(
        self, problem: Problem, seed: int, score_weight: int, noise: int, log_sizes: bool
    ) -> None:
        super().__init__(problem)
        self._random = SplitMix64(seed)
        self._score_weight = checked_weight("score_weight", score_weight)
        self._candidates = FIRST_CANDIDATES
        self._noise = checked_weight("noise", noise)
        self._log_sizes = bool(log_sizes)
        self._worst = problem.score_range[0]
        self._range = problem.score_range[1] - self._worst
        self._parts: list[int] = []  # by slot, where there are several
        self._token_counts: dict[tuple[SlotIndex, int, int], tuple[int, int]] = {}

    def _choose_slot(self, part: int = -1) -> SlotIndex:
        """Return the slot with the fewest words for its weight, -1 when every slot has its word.

        With a part, only its slots are looked at.
        """
        best, best_size, best_weight = -1, 0, 1
        masks, counts = self._state.masks, self._state.counts
        for slot in self._slots:
            count = counts[slot]
            if count == 1 or not self._goals[slot] or (part >= 0 and self._parts[slot] != part):
                continue
            weight = self._weights[slot]
            for cell in self._cells[slot]:
                mask = masks[cell]
                if mask & (mask - 1):
                    for other, _ in self._slots_through[cell]:
                        if other != slot:
                            weight += self._weights[other]
            size = log2_fixed(count) if self._log_sizes else count
            if best < 0 or size * best_weight < best_size * weight:
                best, best_size, best_weight = slot, size, weight
        return best

    def _choose_word(self, slot: SlotIndex) -> WordRow:
        """Return the word, of some candidates, that leaves the most to the crossing slots."""
        table = self._tables[self._table_of[slot]]
        count, live = self._state.counts[slot], self._state.live[slot]
        if count <= self._candidates:
            candidates = list(bits(live))
        else:
            ranks = [
                (stratum * count + self._random.below(count)) // self._candidates
                for stratum in range(self._candidates)
            ]
            candidates = select(live, ranks, table.size)
        candidates = self._without_taken(slot, candidates)
        ranks = self._ranks(slot, candidates)
        return candidates[ranks.index(max(ranks))]

    def _without_taken(self, slot: SlotIndex, rows: list[WordRow]) -> list[WordRow]:
        """Return some words without those that others exclude; if all are, as they are.

        Of slots with few words, they have been struck off already.
        """
        if self._few_words is None or self._state.counts[slot] <= self._few_words:
            return rows
        return [row for row in rows if not self._is_taken(slot, row)] or rows

    def _ranks(self, slot: SlotIndex, rows: list[WordRow]) -> list[int]:
        """Return how much is to be said for each of some words of a slot."""
        table = self._tables[self._table_of[slot]]
        crossings = [
            (position, other, other_position)
            for position, cell in enumerate(self._cells[slot])
            if self._state.masks[cell] & (self._state.masks[cell] - 1)
            for other, other_position in self._slots_through[cell]
            if other != slot
        ]
        ranks = []
        for row in rows:
            rank = self._random.below(self._noise) if self._noise else 0
            if self._range:
                above = max(table.scores[row] - self._worst, 0)
                rank += above * self._score_weight // self._range
            for position, other, other_position in crossings:
                token = table.codes[row * table.length + position]
                rank += log2_fixed(self._words_with(other, other_position, token))
            ranks.append(rank)
        return ranks

    def _words_with(self, slot: SlotIndex, position: int, token: int) -> int:
        """Count a slot's words that have a token at a position."""
        live = self._state.live[slot]
        counted, count = self._token_counts.get((slot, position, token), (-1, 0))
        if counted is not live:
            rows = self._tables[self._table_of[slot]].rows(position, token)
            count = (live & rows).bit_count()
            self._token_counts[slot, position, token] = (live, count)
        return count

    def _choose_position(self, slot: SlotIndex, row: WordRow) -> int:
        """Return the position of the letter that leaves the fewest words to a crossing slot.

        It is -1 if no cell is open: only a table that contradicts itself has several words then.
        """
        open_positions = [
            position
            for position, cell in enumerate(self._cells[slot])
            if self._state.masks[cell] & (self._state.masks[cell] - 1)
            and self._state.masks[cell] >> self._token_of(slot, row, position) & 1
        ]
        best, fewest = -1, 0
        for position in open_positions:
            token = self._token_of(slot, row, position)
            for other, other_position in self._slots_through[self._cells[slot][position]]:
                if other != slot:
                    count = self._words_with(other, other_position, token)
                    if best < 0 or count < fewest:
                        best, fewest = position, count
        return open_positions[0] if best < 0 and open_positions else best

    def _separate_parts(self) -> list[int]:
        """Return the part of every slot: slots that share open cells are in the same part.

        The list is empty if there is only one part, or if words are required, which belong to none.
        """
        parts, last = [-1] * len(self._slots), -1
        for first in self._slots if not self._required else ():
            if parts[first] >= 0 or self._state.counts[first] == 1 or not self._goals[first]:
                continue
            last += 1
            parts[first], waiting = last, [first]
            while waiting:
                for cell in self._cells[waiting.pop()]:
                    mask = self._state.masks[cell]
                    for other, _ in self._slots_through[cell] if mask & (mask - 1) else ():
                        if parts[other] < 0:
                            parts[other] = last
                            waiting.append(other)
        return parts if last > 0 else []
