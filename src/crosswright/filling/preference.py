"""What a fill prefers beyond scores: lively words, and other words with every seed.

A word is worth its score up to what an editor is glad of, more if it is lively, and a little more
or less by chance. The worth of words decides which of two fills is better; floors go by scores.
"""

from __future__ import annotations

from array import array
from operator import add

from crosswright import engine
from crosswright.errors import RuleError
from crosswright.support.hints import Final
from crosswright.support.numbers import whole_number
from crosswright.support.records import Record
from crosswright.words.table import Table, read_only
from crosswright.words.wordlist import WordList

GLAD: Final = 82
"""The score above which words are worth no more, where lively ones are preferred: everybody knows
them, and they are plain."""

SHORT, GLAD_OF_SHORT = 7, 80
"""The letters of a long word, and what shorter ones should score: what they lack of it counts three
times, as what long ones lack of the floor does. They are many, and not there to be lively."""

GOOD_FLOOR: Final = 66
"""The lowest score that lively words may have, once the grid can be filled so well: names and
sayings that people know begin here."""

SHORT_FLOOR: Final = 72
"""The same for short words: most of their names and abbreviations stay out."""

LENGTHS: Final = {5: 20, 6: 45, 7: 75}
"""How much of its liveliness counts for a word of few letters, in hundredths; none of it for
shorter words, and all of it for longer ones."""

COUNTED_LENGTH, LIVELY_ENOUGH = 8, 45
"""The letters of the words that are to be lively, and how lively they are to be."""

MOST: Final = 100
"""The highest preference."""

LIVELY, VARIETY = 70, 10
"""What the command line prefers by itself, with a list that knows lively words."""


class Preference(Record):
    """How much lively words count, at 50 as much as their liveliness, and how much chance does."""

    lively: int = 0
    variety: int = 0
    seed: int = 0

    @classmethod
    def of(cls, lively: int, variety: int, seed: int) -> Preference | None:
        """Return a preference; None where there is none."""
        for name, value in (("lively", lively), ("variety", variety)):
            if not 0 <= whole_number(name, value) <= MOST:
                raise RuleError(f"{name}={value}: choose from 0 to {MOST}")
        return cls(lively, variety, seed) if lively or variety else None

    def floor_for(self, words: WordList, length: int) -> int | None:
        """Return the lowest score of preferred words; None where the list has no lively ones."""
        if not self.lively or not words.knows_liveliness:
            return None
        return SHORT_FLOOR if length < SHORT else GOOD_FLOOR

    def lively_rows(self, table: Table, words: WordList) -> bytes | None:
        """Return which words of a table are lively and good, as bits; None if that is not known."""
        lively = words.liveliness(table.length) if self.lively else None
        if lively is None or len(lively) != table.size:
            return None
        good = (n if s >= GOOD_FLOOR else 0 for n, s in zip(lively, table.scores, strict=True))
        return engine.rows_at_least(read_only(array("i", good)), LIVELY_ENOUGH)

    def worth(self, table: Table, words: WordList) -> memoryview:
        """Return what the words of a table are worth."""
        size, scores = table.size, array("i", table.scores)
        share = LENGTHS.get(table.length, 100 * (table.length > max(LENGTHS)))
        lively = words.liveliness(table.length) if self.lively else None
        if lively is not None:
            gains = bytes(min(255, self.lively * share * n // 5_000) for n in range(256))
            lacking = GLAD_OF_SHORT if table.length < SHORT else GOOD_FLOOR
            plain = [min(score, GLAD, score - 2 * (lacking - score)) for score in scores]
            scores = array("i", plain)
            scores = array("i", map(add, scores, bytes(lively).translate(gains)))
        if self.variety:
            from random import Random  # here: it takes a while to import, and few fills need it

            chances = bytes(self.variety * n // 255 for n in range(256))
            noise = Random(f"{self.seed} {table.length}").randbytes(size).translate(chances)
            scores = array("i", map(add, scores, noise))
        return read_only(scores)
