"""Which runs of letters a solver notices in two answers: words, not endings or mere chance."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from crosswright.words.wordlist import WordList

NOTICED_SCORE = 50
"""The lowest score of a word that is noticed inside two answers."""

MIN_REST = 4
"""Letters of the shortest word beside such a word: RANSACKING is not RAN and SACKING."""

COMMON_SHARE, MIN_COMMON = 1 / 2000, 20
"""A run at one end of more than this share of the list, and of this many words, is an affix."""


class Affixed(NamedTuple):
    """How many words of a list have a run at their beginning or end, whichever is more."""

    all: int
    strangers: int
    """Those of them that have nothing to do with the run as a word."""


class NoticedRuns:
    """The words of a list that are noticed inside answers.

    >>> words = WordList.from_words(["water", "fall", "under"])
    >>> NoticedRuns(words).in_both("WATER", ("WATERFALL", "UNDERWATER"))
    True
    """

    def __init__(self, words: WordList) -> None:
        self._words = words
        self._max_affixed = max(MIN_COMMON, COMMON_SHARE * len(words))
        self._affixed = cache(self._count_affixed)

    def in_both(self, run: str, answers: tuple[str, str]) -> bool:
        """Return whether a run is a word that is noticed in each of the answers.

        They share no stem: if both are related to the run, then by different words.
        """
        if not self._is_word(run) or all(self._are_related(run, answer) for answer in answers):
            return False
        return all(self._is_in(run, answer) for answer in answers)

    def _is_word(self, text: str) -> bool:
        return (self._words.score(text) or 0) >= NOTICED_SCORE

    def _is_in(self, run: str, answer: str) -> bool:
        if self._are_related(run, answer):
            return True
        if answer not in self._words:  # a phrase that nobody has taken apart
            return self._affixed(run).strangers <= self._max_affixed
        return self._is_part(run, answer) and self._affixed(run).all <= self._max_affixed

    def _are_related(self, run: str, answer: str) -> bool:
        return not {*self._words.stem_keys(run)}.isdisjoint(self._words.stem_keys(answer))

    def _is_part(self, run: str, answer: str) -> bool:
        """Return whether an answer is made of a run and other words."""
        starts = (at for at in range(len(answer)) if answer.startswith(run, at))
        return any(
            self._is_made_of_words(answer[:at]) and self._is_made_of_words(answer[at + len(run) :])
            for at in starts
        )

    def _is_made_of_words(self, text: str) -> bool:
        """Return whether a text is one word or several, or empty."""
        ends = [0]  # where words may end
        for end in range(MIN_REST, len(text) + 1):
            if any(end - at >= MIN_REST and self._is_word(text[at:end]) for at in ends):
                ends.append(end)
        return ends[-1] == len(text)

    def _count_affixed(self, run: str) -> Affixed:
        words = self._words
        rests = range(1, max(words.lengths, default=0))
        ends: list[list[str]] = [[], []]
        for rest in rests:
            ends[0] += words.match_cells([run, *[None] * rest])
            ends[1] += words.match_cells([*[None] * rest, run])
        strangers = [sum(not self._are_related(run, word) for word in end) for end in ends]
        return Affixed(max(map(len, ends)), max(strangers))
