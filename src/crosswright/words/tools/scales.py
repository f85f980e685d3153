"""Scores of one list on the scale of another: 5 to 60 onto 0 to 100.

There are two ways: a straight line from a list's range to 0 to 100, or a line learnt from the words
that two lists share.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median

from crosswright.errors import WordListError
from crosswright.support.wording import quote
from crosswright.words.wordlist import WordList

RANGE = re.compile(r"\s*(-?\d+)\s*(?:-|\.\.|–)\s*(-?\d+)\s*")
NEWSPAPER = (5, 60)  # a scale common among constructors: 60 the best, 50 good, 25 so-so, 5 junk
HUNDRED = (0, 100)
MIN_SHARED = 30  # words that two lists share; with fewer a calibration means nothing


@dataclass(frozen=True)
class Scale:
    """A rising, piecewise straight line through (their score, our score) points."""

    points: tuple[tuple[float, float], ...]

    def __call__(self, score: float) -> int:
        """Return our score for one of theirs; beyond the ends, that of the end."""
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
        raise WordListError(f"a scale from {low} to {high} does not rise; write, for example, 5-60")
    return Scale(((low, HUNDRED[0]), (high, HUNDRED[1])))


def read_scale(text: str) -> Scale | None:
    """Read a scale such as 5-60; 0-100 is ours and needs no change (None)."""
    ends = RANGE.fullmatch(text)
    if not ends:
        raise WordListError(
            f"{quote(text)} is not a scale; write a range (5-60), auto, match or none"
        )
    low, high = int(ends[1]), int(ends[2])
    return None if (low, high) == HUNDRED else linear(low, high)


def guess(words: WordList) -> Scale | None:
    """Guess a list's scale from the range of its scores; None when it needs no change.

    A list with one score for all words and one within 0 to 100 that goes beyond 60 stay as they
    are; a top of exactly 60 suggests 5 to 60; any other range is stretched to 0 to 100.
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
    """Learn a scale from shared words: each score becomes the median of what its words have here.

    The line must rise, so medians that fall are pooled (isotonic regression by pooling adjacent
    violators). None when too few words are shared, or all of them have one score.
    """
    ours: dict[int, list[int]] = {}  # by their score
    for word, score in words:
        if word in reference:
            ours.setdefault(score, []).append(reference[word])
    if sum(map(len, ours.values())) < MIN_SHARED or len(ours) < 2:
        return None
    pools: list[tuple[list[int], list[int]]] = []  # (their scores, our scores)
    for score in sorted(ours):
        pools.append(([score], ours[score]))
        while len(pools) > 1 and median(pools[-2][1]) >= median(pools[-1][1]):
            falling = pools.pop()
            pools[-1] = (pools[-1][0] + falling[0], pools[-1][1] + falling[1])
    points = [(x, float(median(values))) for scores, values in pools for x in ends_of(scores)]
    return Scale(tuple(points))


def ends_of(scores: list[int]) -> list[int]:
    """Return the first and the last of ascending scores, one if they are the same."""
    return scores[:1] if len(scores) == 1 else [scores[0], scores[-1]]
