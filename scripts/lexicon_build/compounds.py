"""Find the words inside words that are written in one: SEA and WEED in SEAWEED.

A word that falls into two others is mostly no compound (CAR and PET make no CARPET). It is one
where WordNet explains it by one of the two (or calls it one: AIRSPEED, a speed), or where somebody
writes the two apart. Where nothing is said of a word, its parts speak for it if they make enough
others: AIR- and -PORT do.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from typing import NamedTuple

from lexicon_build import brands
from lexicon_build.affixes import is_part
from lexicon_build.sources import Sources

MIN_WORD, MIN_PART = 5, 3
# Two words are seen together by more than chance (a power of ten), and not by mistake: so many
# times for each time that they are written in one.
COHESION, SHARE = 1.0, 0.02
# How surely two parts must speak for a word of which nothing else is known, by the letters of the
# shorter one: long ones are not there by chance.
MIN_ODDS = {2: 0.0, 3: 0.0, 4: -0.75}
MIN_ODDS_OF_LONG = -1.5
# The same for a word that is confirmed, but begins with one of two letters.
MIN_ODDS_BEHIND_SMALL = -0.5
# The same for a name, which may only look as if it was made of two; old ones do, brands seldom.
MIN_ODDS_OF_NAME, MIN_ODDS_OF_LONG_NAME, MIN_ODDS_OF_OLD_NAME = 1.0, -1.0, 1.1
# How many words parts are held to make before any is counted.
PRIOR = 1.5
# The share of the words with a part that is explained by it, without which it is but an ending:
# SHIP in FRIENDSHIP. It is reckoned as if this many more words had that share.
OWN_SHARE, EXPECTED_SHARE, EXPECTED = 0.08, 0.15, 5


class Split(NamedTuple):
    """A word as two, and which of them something confirms."""

    first: str
    second: str
    has_first: bool
    has_second: bool
    is_whole: bool
    """Whether they are both in it: one of them is meant, or they are written apart."""


class Compounds:
    """The words inside others."""

    def __init__(
        self,
        sources: Sources,
        root: Callable[[str], str],
        small: Container[str],
        inflected: Container[str],
        names: Iterable[str] = (),
    ) -> None:
        self._sources, self._root, self._small = sources, root, small
        self._written = {headword.text.lower() for headword in sources.headwords}
        self._plain = brands.plain_words(sources)
        self._splits = {
            word: splits
            for word in sorted(self._plain)
            if len(word) >= MIN_WORD and word.isalpha() and word not in inflected
            if (splits := [*self._ways(word)])
        }
        self._names = frozenset(name for name in names if len(name) >= MIN_WORD)
        self._count()

    def parts(self, word: str) -> tuple[str, ...]:
        """Return the words that are inside a word, none if it is no compound."""
        if word in self._names:
            return self._parts_of_name(word)
        splits = self._splits.get(word, ())
        best = max(splits, key=self._rank, default=None)
        if best is None or not (self._is_likely(best) or self._is_sure(best)):
            return ()
        return self._own_parts(best)

    def _parts_of_name(self, name: str) -> tuple[str, ...]:
        """Return the two common words that a name is made of, if any."""
        splits = [
            split
            for split in self._ways(name)
            if {split.first, split.second} <= self._plain
            and self._odds(split) >= self._least_odds_of_name(name, split)
        ]
        return self._own_parts(max(splits, key=self._odds)) if splits else ()

    def _least_odds_of_name(self, name: str, split: Split) -> float:
        """Return how surely parts must speak for a name; those that WordNet has are mostly old."""
        is_long = min(len(split.first), len(split.second)) > MIN_PART
        if name in self._sources.wordnet and not split.is_whole:
            return MIN_ODDS_OF_OLD_NAME if is_long else math.inf
        return MIN_ODDS_OF_LONG_NAME if is_long else MIN_ODDS_OF_NAME

    def _own_parts(self, best: Split) -> tuple[str, ...]:
        """Return the parts of a compound that mean themselves."""
        firsts = best.has_first or self._is_own(best.first, self._own_firsts, self._firsts)
        seconds = best.has_second or self._is_own(best.second, self._own_seconds, self._seconds)
        return (best.first,) * firsts + (best.second,) * seconds

    def _rank(self, split: Split) -> tuple[bool, bool, float]:
        return (split.is_whole, split.has_first and split.has_second, self._odds(split))

    # -- what is said of a word -----------------------------------------------------------------

    def _ways(self, word: str) -> Iterator[Split]:
        """Yield every way to make two known words of one."""
        for at in range(2, len(word) - 1):
            first, second = word[:at], word[at:]
            if self._may_be_part(first) and self._may_be_part(second):
                yield self._confirmed(word, first, second)

    def _may_be_part(self, part: str) -> bool:
        long_enough = len(part) >= MIN_PART or part in self._small
        return long_enough and is_part(part, self._sources)

    def _confirmed(self, word: str, first: str, second: str) -> Split:
        if self._is_written_apart(word, first, second):
            return Split(first, second, True, True, True)
        has_first, has_second = self._explains(first, word), self._explains(second, word)
        kinds = self._sources.kinds.get(word, ())
        has_second |= second in kinds or self._root(second) in kinds
        return Split(first, second, has_first, has_second, has_first or has_second)

    def _explains(self, part: str, word: str) -> bool:
        """Return whether WordNet explains a word by a part of it, in any form."""
        glosses = self._sources.glosses.get(word, ())
        return part not in self._small and (
            part in glosses or self._root(part) in map(self._root, glosses)
        )

    def _is_written_apart(self, word: str, first: str, second: str) -> bool:
        pair = f"{first} {second}"
        if {pair, f"{first}-{second}"} & self._written or pair in self._sources.wordnet:
            return True
        if first in self._small and f"{second} {first}" in self._written:  # INPUT: put in
            return True
        together = self._sources.bigrams.get(pair, 0.0)
        return (
            together > SHARE * self._sources.unigrams.get(word, 0.0)
            and self._sources.cohesion(first, second) >= COHESION
        )

    # -- what parts say of words ----------------------------------------------------------------

    def _count(self) -> None:
        """Count how many words each part seems to make, and how many of them are confirmed."""
        self._firsts: Counter[str] = Counter()
        self._seconds: Counter[str] = Counter()
        self._whole_firsts: Counter[str] = Counter()
        self._whole_seconds: Counter[str] = Counter()
        self._own_firsts: Counter[str] = Counter()
        self._own_seconds: Counter[str] = Counter()
        for splits in self._splits.values():
            for split in splits:
                self._firsts[split.first] += 1
                self._seconds[split.second] += 1
                self._whole_firsts[split.first] += split.is_whole
                self._whole_seconds[split.second] += split.is_whole
                self._own_firsts[split.first] += split.has_first
                self._own_seconds[split.second] += split.has_second
        self._share = self._whole_firsts.total() / max(1, self._firsts.total())

    def _odds(self, split: Split) -> float:
        """Return the logarithm of the odds that a word is made of two, from all words with one."""
        if not 0 < self._share < 1:
            return -math.inf
        first = self._smooth(self._whole_firsts[split.first], self._firsts[split.first])
        second = self._smooth(self._whole_seconds[split.second], self._seconds[split.second])
        return logit(first) + logit(second) - logit(self._share)

    def _is_sure(self, split: Split) -> bool:
        """Return whether a word is confirmed: INLINE, by "in line"; DRAGON is not by "drag on"."""
        return split.is_whole and (
            min(len(split.first), len(split.second)) >= MIN_PART
            or (len(split.second) > MIN_PART and self._odds(split) >= MIN_ODDS_BEHIND_SMALL)
        )

    def _is_likely(self, split: Split) -> bool:
        shorter = min(len(split.first), len(split.second))
        return self._odds(split) >= MIN_ODDS.get(shorter, MIN_ODDS_OF_LONG)

    def _smooth(self, whole: int, all_of_them: int) -> float:
        return (whole + PRIOR * self._share) / (all_of_them + PRIOR)

    def _is_own(self, part: str, own: Counter[str], all_of_them: Counter[str]) -> bool:
        """Return whether a part means itself in other words, too."""
        expected = own[part] + EXPECTED_SHARE * EXPECTED
        return expected >= OWN_SHARE * (all_of_them[part] + EXPECTED)


def logit(share: float) -> float:
    return math.log(share / (1 - share))
