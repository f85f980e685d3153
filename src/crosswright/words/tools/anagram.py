"""Anagrams: the words that some letters make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from crosswright.errors import WordListError
from crosswright.support.wording import quote
from crosswright.words.spelling import Unusable
from crosswright.words.wordlist import WordList

BLANKS = ".?"
NO_CODE = 255  # of a letter that the list's alphabet lacks: no word has it


def anagrams(
    letters: str, words: WordList, *, min_score: int = 0, min_length: int | None = None
) -> list[tuple[str, int]]:
    """Return the words made of these letters, all of them or at least `min_length`; best first.

    `?` or `.` is any letter. The letters themselves, if a word, are not an anagram. With
    `min_length` the longest words come first.
    """
    blanks = sum(letters.count(blank) for blank in BLANKS)
    codes = codes_of(letters, words)
    total = len(codes) + blanks
    supply = Counter(codes)
    shortest = total if min_length is None else min_length
    matches = [
        (word, score)
        for length in words.lengths
        if shortest <= length <= total
        for word, score in words_made_of(supply, blanks, length, words)
        if score >= min_score and (blanks or words.codes(word) != codes)
    ]
    return sorted(matches, key=lambda pair: (-len(pair[0]), -pair[1], pair[0]))


def codes_of(letters: str, words: WordList) -> bytes:
    """Return the codes of the letters, without the blanks."""
    plain = "".join(c for c in letters if c not in BLANKS)
    if not plain:
        return b""
    try:
        tokens = words.normaliser(plain)
    except Unusable as reason:
        raise WordListError(f"{quote(letters)} cannot be rearranged: it has {reason}") from None
    return bytes(words.alphabet.code(t) if t in words.alphabet else NO_CODE for t in tokens)


def words_made_of(
    supply: Counter[int], blanks: int, length: int, words: WordList
) -> Iterator[tuple[str, int]]:
    """Yield the words of a length that the letters and blanks can make."""
    table = words.table(length)
    codes = bytes(table.codes)
    exact = bytes(sorted(supply.elements())) if not blanks and supply.total() == length else None
    for row in range(table.size):
        word = codes[row * length : (row + 1) * length]
        if exact is not None:
            fits = bytes(sorted(word)) == exact
        else:
            fits = (Counter(word) - supply).total() <= blanks
        if fits:
            yield table.word(row), table.scores[row]
