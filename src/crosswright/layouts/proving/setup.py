"""What a proof starts with: limits on crossings, and the cycles that it grows layouts from.

Layouts are searched from their cycles of crossing words, because a crossing more than a tree of
words has closes a cycle, and cycles are rare. A layout has a cycle of four words, or else of six,
or else none shorter than eight; each kind is searched by itself (see `cycles_of`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from operator import index
from typing import Final, NamedTuple

from crosswright.layouts.core.setup import PlacedWord, Word, WordIndex

MAX_WORDS: Final = 16  # an index of a word takes four bits
MAX_LENGTH: Final = 60  # of a word: differences of positions fit in seven bits
MAX_LETTERS: Final = 240  # of all words together
MAX_JOINS: Final = 60_000  # ways in which a word crosses two others: they take a second to look at
SCALE: Final = 16  # costs are in sixteenths of a cell

FOURS, SIXES, LONGER = range(3)
"""The kinds of layouts: with a cycle of four words; else with one of six; else with neither."""

MAX_NODES: Final = 1 << 60
"""More than any search gets to."""

ANY_FOUR: Final = 1 << 62
"""A number above that of every cycle of four."""

MAX_CROSSINGS: Final = (
    # A word across and a word down cross once at most.
    (0, 0, 1, 2, 4, 6, 9, 12, 16, 20, 25, 30, 36, 42, 49, 56, 64),
    # Bipartite graphs without a cycle of four: Zarankiewicz's numbers.
    (0, 0, 1, 2, 3, 4, 6, 7, 9, 10, 12, 14, 16, 18, 21, 22, 24),
    # Without one of four or six: by Alon, Hoory and Linial's Moore bound, or (13) by hand.
    (0, 0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 18, 19),
)
"""The most crossings that a layout can have, by its kind and its number of words."""

Root = tuple[tuple[PlacedWord, ...], int, int]
"""Words of a cycle, the number of a cycle of four (else ANY_FOUR), and the kind of layout."""

Joins = dict[tuple[WordIndex, WordIndex, int, int], list[tuple[WordIndex, int, int]]]
"""By two parallel words and the offset of the second: the words through both, each with its column
and its first row, from the beginning of the first."""


class ProofSetup(NamedTuple):
    """The words, the box, and all that bounds a layout of them; checked."""

    words: tuple[Word, ...]
    limits: tuple[int, int]
    worth: int
    spread: tuple[tuple[int, ...], ...]

    @classmethod
    def of(
        cls,
        words: Sequence[Word],
        limits: tuple[int, int],
        worth: int,
        spread: Sequence[Sequence[int]],
    ) -> ProofSetup:
        """Copy and check what a search is given."""
        height, width = map(index, limits)
        setup = cls(
            tuple(tuple(map(index, word)) for word in words),
            (height, width),
            index(worth),
            tuple(tuple(map(index, row)) for row in spread),
        )
        setup._check()
        return setup

    def _check(self) -> None:
        lengths = [*map(len, self.words)]
        if not 1 <= len(lengths) <= MAX_WORDS:
            raise ValueError(f"a proof needs 1 to {MAX_WORDS} words, not {len(lengths)}")
        if min(lengths) < 2 or max(lengths) > MAX_LENGTH or sum(lengths) > MAX_LETTERS:
            raise ValueError(
                f"words must have 2 to {MAX_LENGTH} letters, and {MAX_LETTERS} together at most"
            )
        if min(map(min, self.words)) < 1 or max(map(max, self.words)) > MAX_LETTERS:
            raise ValueError(f"the code of a letter must be from 1 to {MAX_LETTERS}")
        height, width = self.limits
        if not (1 <= height <= MAX_LETTERS and 1 <= width <= MAX_LETTERS):
            raise ValueError(f"a box of {height}×{width}; its sides must be 1 to {MAX_LETTERS}")
        if len(self.spread) != height + 1 or {*map(len, self.spread)} != {width + 1}:
            raise ValueError(f"a box of {height}×{width} needs {height + 1}×{width + 1} costs")
        numbers = [self.worth, *(cost for row in self.spread for cost in row)]
        if min(numbers) < 0 or max(numbers) > 1 << 40:
            raise ValueError("costs and the worth of a crossing must be from 0 to 2**40")

    @property
    def letters(self) -> int:
        """The number of letters of all words."""
        return sum(map(len, self.words))

    def linked(self, one: WordIndex, other: WordIndex) -> bool:
        """Return whether two words can cross."""
        return not set(self.words[one]).isdisjoint(self.words[other])

    def pairs(self) -> dict[tuple[int, int], int]:
        """Return the words that have two letters in a row, as bits, by the letters."""
        pairs: dict[tuple[int, int], int] = defaultdict(int)
        for n, word in enumerate(self.words):
            for letters in pairwise(word):
                pairs[letters] |= 1 << n
        return dict(pairs)


def checked_root(
    root: Sequence[PlacedWord], number: int, kind: int, count: int
) -> tuple[tuple[PlacedWord, ...], int, int]:
    """Return a root, if its numbers are possible and its first word begins in cell 0, 0.

    Whether the words fit together is for the search to find out, but a cell beyond every box would
    lead it out of its memory.
    """
    words: list[PlacedWord] = []
    for placed in root:
        word, direction, row, column = map(index, placed)
        if not (0 <= word < count and 0 <= direction <= 1):
            raise ValueError(f"there is no word {word} in direction {direction}")
        if not (abs(row) <= MAX_LETTERS and abs(column) <= MAX_LETTERS):
            raise ValueError(f"a word in row {row}, column {column} is in no box")
        words.append((word, direction, row, column))
    if not words or words[0][2:] != (0, 0):
        raise ValueError("the first word of a root begins in cell 0, 0")
    if not 0 <= index(number) <= ANY_FOUR:
        raise ValueError(f"there is no cycle {number}")
    if not FOURS <= index(kind) <= LONGER:
        raise ValueError(f"there is no layout of kind {kind}")
    return tuple(words), index(number), index(kind)


def bounded_nodes(nodes: int) -> int:
    """Return a number of nodes that the search can count."""
    return min(max(index(nodes), 0), MAX_NODES)


def crossings_within(setup: ProofSetup) -> list[int]:
    """Return the most crossings that any words can have among themselves, by their bits.

    Of few words they are counted; of more, each crossing is in all but two of the sets that lack
    one of them.
    """
    joins = joins_of(setup.words)
    fours, fives = _meshes(joins)
    sixes = _dominoes(joins)
    count = len(setup.words)
    most = [0] * (1 << count)
    for words in sorted(range(1 << count), key=int.bit_count):
        members = [n for n in range(count) if words >> n & 1]
        size = len(members)
        if size < 2:
            continue
        if size == 2:
            most[words] = int(setup.linked(*members))
            continue
        total = sum(most[words & ~(1 << n)] for n in members) // (size - 2)
        cap = MAX_CROSSINGS[FOURS][size]
        if size == 4 and words not in fours:
            cap = 3
        if size == 5 and words not in fives:
            cap = 5
        if size == 6 and words not in sixes and all(most[words & ~(1 << n)] < 6 for n in members):
            cap = 6
        most[words] = min(total, cap)
    return most


@lru_cache(maxsize=1)
def joins_of(words: tuple[Word, ...]) -> Joins:
    """Return the words that can cross two others, by those two and how they lie."""
    joins: Joins = defaultdict(list)
    for through in range(len(words)):
        for (one, i, k), (other, j, m) in combinations(_meets(words, through), 2):
            if one != other and k != m:
                joins[one, other, m - k, i - j].append((through, i, -k))
    return dict(joins)


def has_few_joins(words: Sequence[Word]) -> bool:
    """Return whether words have few enough letters in common to look at all cycles of them."""
    letters = [Counter(word) for word in words]
    total = 0
    for n, own in enumerate(letters):
        others = sum((other for m, other in enumerate(letters) if m != n), Counter[int]())
        total += sum(own[letter] * others[letter] for letter in own) ** 2 // 2
    return total <= MAX_JOINS


def _meets(words: Sequence[Word], through: WordIndex) -> list[tuple[WordIndex, int, int]]:
    """Return the letters that a word shares: the other word, the index in it, and in the word."""
    return [
        (n, at, own)
        for n, word in enumerate(words)
        if n != through
        for at, code in enumerate(word)
        for own, other in enumerate(words[through])
        if code == other
    ]


def _meshes(joins: Joins) -> tuple[set[int], set[int]]:
    """Return the sets of four words, and of five, of which two can cross all the others."""
    fours, fives = set[int](), set[int]()
    for (one, other, *_), crossing in joins.items():
        columns: dict[WordIndex, set[int]] = defaultdict(set)
        for word, column, _ in crossing:
            columns[word].add(column)
        pair = 1 << one | 1 << other
        for count, found in ((2, fours), (3, fives)):
            for words in combinations(columns, count):
                if _can_differ([columns[word] for word in words]):
                    found.add(pair | sum(1 << word for word in words))
    return fours, fives


def _can_differ(columns: Sequence[set[int]]) -> bool:
    """Return whether words can each have a column of its own, by Hall's theorem."""
    return all(
        len(set[int]().union(*some)) >= count
        for count in range(2, len(columns) + 1)
        for some in combinations(columns, count)
    )


def _dominoes(joins: Joins) -> set[int]:
    """Return the sets of six words that may be two cycles of four with a crossing in common.

    Six words with seven crossings are that, or five of them have six crossings.
    """
    rests: dict[tuple[WordIndex, int, WordIndex, int], set[int]] = defaultdict(set)
    for (one, other, rows, columns), crossing in joins.items():
        for (first, x, y), (second, z, t) in combinations(crossing, 2):
            if first == second or x == z:
                continue
            for word, at, opposite in ((one, 0, other), (other, 1, one)):
                for through, row, column, last in ((first, y, x, second), (second, t, z, first)):
                    corner = word, column - columns * at, through, rows * at - row
                    rests[corner].add(1 << opposite | 1 << last)
                    rests[corner[2:] + corner[:2]].add(1 << opposite | 1 << last)
    return {
        1 << corner[0] | 1 << corner[2] | one | other
        for corner, ends in rests.items()
        for one, other in combinations(ends, 2)
        if not one & other
    }


def cycles_of(setup: ProofSetup) -> Iterator[Root | None]:
    """Yield cycles of words, so that every layout grows from one that is in it, or from a word.

    A layout with several cycles of four is left to the one with the lowest number. Now and then it
    yields nothing, for whoever wants to look at the clock.
    """
    is_square = setup.limits[0] == setup.limits[1]
    joins = joins_of(setup.words)
    fours = {number_of(root): root for root in _fours(joins)}
    for number, root in sorted(fours.items()):
        yield from ((turned, number, FOURS) for turned in _turns(root, is_square))
    for six in _sixes(joins, len(setup.words)):
        if six is None:
            yield None
            continue
        yield from ((turned, ANY_FOUR, SIXES) for turned in _turns(six, is_square))
    for root in _turns(((0, 0, 0, 0),), is_square):
        yield root, ANY_FOUR, LONGER


def _fours(joins: Joins) -> Iterator[tuple[PlacedWord, ...]]:
    for (one, other, rows, columns), crossing in joins.items():
        for (first, x, y), (second, z, t) in combinations(crossing, 2):
            if first != second and x != z:
                yield (one, 0, 0, 0), (first, 1, y, x), (other, 0, rows, columns), (second, 1, t, z)


def _sixes(joins: Joins, count: int) -> Iterator[tuple[PlacedWord, ...] | None]:
    """Yield three words and the three that join them; the first across is the lowest of all."""
    by_pair: dict[tuple[int, int], list[tuple[int, int, WordIndex, int, int]]] = defaultdict(list)
    for (one, other, rows, columns), crossing in joins.items():
        by_pair[one, other] += [(rows, columns, *word) for word in crossing]
    for a, b, c in combinations(range(count), 3):
        for rows, columns, first, x, y in by_pair[a, b]:
            yield None
            for more_rows, more_columns, second, z, t in by_pair[b, c]:
                if second == first or second in (a, b, c) or first == c:
                    continue
                end = rows + more_rows, columns + more_columns
                for third, u, v in joins.get((a, c, *end), ()):
                    if third not in (first, second, b) and min(first, second, third) > a:
                        yield (
                            (a, 0, 0, 0),
                            (first, 1, y, x),
                            (b, 0, rows, columns),
                            (second, 1, rows + t, columns + z),
                            (c, 0, *end),
                            (third, 1, v, u),
                        )


def _turns(root: tuple[PlacedWord, ...], is_square: bool) -> Iterator[tuple[PlacedWord, ...]]:
    """Yield a cycle; in a box that is not square also with rows and columns exchanged."""
    yield root
    if not is_square:
        yield tuple((word, 1 - direction, x, y) for word, direction, y, x in root)


def number_of(four: Sequence[PlacedWord]) -> int:
    """Return a number for four words, wherever they lie, and whichever way they are turned."""
    (base, direction, row, column), *others = sorted(four)
    number = base
    for word, *_ in others:
        number = number << 4 | word
    for _, other, y, x in others:
        offset = (y - row, x - column) if direction == 0 else (x - column, y - row)
        number = number << 15 | (other == direction) << 14 | (offset[0] + 64) << 7 | offset[1] + 64
    return number
