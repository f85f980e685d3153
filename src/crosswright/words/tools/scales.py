"""Scores of one list in the scale of another: 5 to 60 against 0 to 100.

Two ways: a straight line from a list's range onto 0 to 100, or what the words that two lists share
tell about how the one scores what the other scores.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median

from crosswright.errors import WordListError
from crosswright.words.wordlist import WordList

RANGE = re.compile(r"\s*(-?\d+)\s*(?:-|\.\.|–)\s*(-?\d+)\s*")
NEWSPAPER = (5, 60)  # a scale common among constructors: 60 the best, 50 good, 25 so-so, 5 junk
HUNDRED = (0, 100)
ENOUGH = 30  # shared words that a calibration needs before it means anything


@dataclass(frozen=True)
class Scale:
    """A rising, piecewise straight line through (score there, score here) points."""

    points: tuple[tuple[float, float], ...]

    def __call__(self, score: float) -> int:
        """Return the score here of a score there; beyond the ends the end counts."""
        xs = [x for x, _ in self.points]
        at = bisect_left(xs, score)
        if at == 0:
            return round(self.points[0][1])
        if at == len(xs):
            return round(self.points[-1][1])
        (x0, y0), (x1, y1) = self.points[at - 1 : at + 1]
        return round(y0 + (score - x0) * (y1 - y0) / (x1 - x0))

    def __str__(self) -> str:
        first, last = self.points[0], self.points[-1]
        return f"{first[0]:g}-{last[0]:g} onto {first[1]:g}-{last[1]:g}"


def linear(low: int, high: int) -> Scale:
    """Map a range onto 0 to 100."""
    if low >= high:
        raise WordListError(f"a scale from {low} to {high} does not rise; write, say, 5-60")
    return Scale(((low, HUNDRED[0]), (high, HUNDRED[1])))


def read_scale(text: str) -> Scale | None:
    """Read a scale such as 5-60; 0-100 is ours and needs no change (None)."""
    found = RANGE.fullmatch(text)
    if not found:
        raise WordListError(f"{text!r} is not a scale; write, say, 5-60, or auto, match or none")
    low, high = int(found[1]), int(found[2])
    return None if (low, high) == HUNDRED else linear(low, high)


def guess(words: WordList) -> Scale | None:
    """Guess a list's scale from the range of its scores; None when it needs no change.

    A list without grades (one score for all) and one within 0 to 100 that goes beyond 60 stay as
    they are; a top of exactly 60 speaks for 5 to 60; another range is stretched onto 0 to 100.
    """
    scores = {score for _, score in words}
    if len(scores) < 2:
        return None
    low, high = min(scores), max(scores)
    if high == NEWSPAPER[1] and low >= 0:
        return linear(*NEWSPAPER)
    if low >= HUNDRED[0] and NEWSPAPER[1] < high <= HUNDRED[1]:
        return None
    return linear(min(low, 0), high) if high > 0 else linear(low, high)


def match(words: WordList, reference: Mapping[str, int]) -> Scale | None:
    """Learn a scale from shared words: to each score the median of what they have elsewhere.

    The line must rise, so medians that fall are pooled (isotonic regression by pooling adjacent
    violators). None when too few words are shared, or all of them have one score.
    """
    found: dict[int, list[int]] = {}
    for word, score in words:
        if word in reference:
            found.setdefault(score, []).append(reference[word])
    if sum(map(len, found.values())) < ENOUGH or len(found) < 2:
        return None
    pools: list[tuple[list[int], list[int]]] = []  # (scores there, scores here)
    for score in sorted(found):
        pools.append(([score], found[score]))
        while len(pools) > 1 and median(pools[-2][1]) >= median(pools[-1][1]):
            there, here = pools.pop()
            pools[-1] = (pools[-1][0] + there, pools[-1][1] + here)
    points = [(x, float(median(here))) for there, here in pools for x in ends(there)]
    return Scale(tuple(points))


def ends(scores: list[int]) -> list[int]:
    """Return the first and the last of ascending scores, once if they are one."""
    return scores[:1] if len(scores) == 1 else [scores[0], scores[-1]]
