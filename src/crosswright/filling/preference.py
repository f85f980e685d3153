"""What a fill prefers beyond scores: lively words, and other words with every seed.

A word is worth its score up to what an editor is glad of, more if it is lively, and a little more
or less by chance. The worth of words decides which of two fills is better; floors go by scores.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from operator import add

from crosswright import engine
from crosswright.errors import RuleError
from crosswright.support.bits import both
from crosswright.support.hints import Final, TypedDict
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
"""What the command line and the studio prefer by themselves, with a built-in list."""


class Preferences(TypedDict):
    """How much lively words and chance count, as keywords of a fill."""

    lively: int
    variety: int


def preferences(
    words: WordList, lively: int | None = None, variety: int | None = None
) -> Preferences:
    """Return what is asked for; in place of None, what is usual with the list."""
    usual_lively, usual_variety = (LIVELY, VARIETY) if words.knows_families else (0, 0)
    return {
        "lively": usual_lively if lively is None else lively,
        "variety": usual_variety if variety is None else variety,
    }


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
        enough = engine.rows_at_least(read_only(array("i", [*lively])), LIVELY_ENOUGH)
        return both(enough, engine.rows_at_least(table.scores, GOOD_FLOOR))

    def worth(self, table: Table, words: WordList) -> memoryview:
        """Return what the words of a table are worth."""
        size, scores = table.size, array("i", table.scores)
        share = LENGTHS.get(table.length, 100 * (table.length > max(LENGTHS)))
        lively = words.liveliness(table.length) if self.lively else None
        if lively is not None:
            gains = bytes(min(255, self.lively * share * n // 5_000) for n in range(256))
            lacking = GLAD_OF_SHORT if table.length < SHORT else GOOD_FLOOR
            plain = {score: min(score, GLAD, 3 * score - 2 * lacking) for score in {*scores}}
            gained = bytes(lively).translate(gains)
            scores = array("i", map(add, map(plain.__getitem__, scores), gained))
        if self.variety:
            from random import Random  # here: it takes a while to import, and few fills need it

            chances = bytes(self.variety * n // 255 for n in range(256))
            noise = Random(f"{self.seed} {table.length}").randbytes(size).translate(chances)
            scores = array("i", map(add, scores, noise))
        return read_only(scores)


def lively_words(answers: Iterable[str], words: WordList) -> set[str]:
    """Return the answers that are long and lively, as far as the list knows."""
    long = {word for word in answers if len(word) >= COUNTED_LENGTH and word in words}
    known = {length: words.liveliness(length) or b"" for length in {*map(len, long)}}
    rows = {word: words.table(len(word)).row(word) for word in long if known[len(word)]}
    return {
        word
        for word, row in rows.items()
        if row is not None and known[len(word)][row] >= LIVELY_ENOUGH
    }


class Worths:
    """What single words of a list are worth, whatever the seed."""

    def __init__(self, words: WordList, lively: int) -> None:
        self._words = words
        self._preference = Preference(lively)
        self._tables: dict[int, memoryview] = {}

    def of(self, word: str) -> int | None:
        """Return what a word is worth; None if the list lacks it."""
        codes = self._words.codes(word)
        if not codes:  # it has letters that no word of the list has
            return None
        table = self._words.table(len(codes))
        row = table.row(codes)
        if row is None:
            return None
        if table.length not in self._tables:
            self._tables[table.length] = self._preference.worth(table, self._words)
        return self._tables[table.length][row]
