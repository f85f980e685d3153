"""What is in a word list: counts by length and score, letters, and what it can fill."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log10

from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.support.wording import plural
from crosswright.words.wordlist import WordList

BANDS = (90, 70, 50, 30, 0)  # the lowest score of each band; one more has what is below
BAND_NAMES = ("90+", "70-89", "50-69", "30-49", "0-29", "below 0")
BAR_WIDTH = 30  # characters of the longest bar
FLOORS = (70, 50, 30, 0)
MAX_SQUARE = 10  # cells on a side

# A pattern like those of daily newspapers: 78 words, every cell checked.
DAILY = Grid.parse("""\
...#.....##....
...#.....#.....
...#.....#.....
...##...#...###
#.....#........
.....#....#....
...........#...
...#...#...#...
...#...........
....#....#.....
........#.....#
###...#...##...
.....#.....#...
.....#.....#...
....##.....#...""")

Shares = Sequence[Sequence[float]]  # by position and token code


@dataclass(frozen=True)
class Fillability:
    """What the words of a score or more are good for, by the expected number of fills."""

    min_score: int
    words: int
    square: int  # side of the largest open square with at least one fill to be expected
    daily: float  # log10 of the fills to be expected of a daily 15x15; -inf if a length is missing


@dataclass(frozen=True)
class ListInfo:
    """A word list in figures."""

    name: str
    words: int
    digest: str
    lengths: dict[int, tuple[int, ...]]  # a count for each band, the best first
    scores: tuple[int, int, int]  # lowest, median, highest
    letters: dict[str, float]  # the share of each token among all
    fillability: list[Fillability]


def describe(words: WordList) -> ListInfo:
    """Count a list's words, and estimate what it can fill."""
    scores: Counter[int] = Counter()
    letters: Counter[str] = Counter()
    lengths = {}
    for length in words.lengths:
        table = words.table(length)
        table_scores = Counter(table.scores)
        scores.update(table_scores)
        lengths[length] = by_band(table_scores)
        codes = bytes(table.codes)
        letters.update(
            {token: codes.count(code) for code, token in enumerate(words.alphabet.tokens)}
        )
    total = letters.total() or 1
    shares = {token: count / total for token, count in letters.most_common() if count}
    # Of floors that leave the same words, the highest; none that leaves no word.
    counts = {sum(n for s, n in scores.items() if s >= floor): floor for floor in FLOORS[::-1]}
    floors = sorted((floor for count, floor in counts.items() if count), reverse=True)
    return ListInfo(
        words.name,
        len(words),
        words.digest,
        lengths,
        spread(scores),
        shares,
        [fillability(words, floor) for floor in floors],
    )


def by_band(counts: Counter[int]) -> tuple[int, ...]:
    """Count scores by band."""
    bands = [0] * (len(BANDS) + 1)
    for score, count in counts.items():
        bands[next((n for n, low in enumerate(BANDS) if score >= low), len(BANDS))] += count
    return tuple(bands)


def spread(scores: Counter[int]) -> tuple[int, int, int]:
    """Return the lowest, the median and the highest score."""
    if not scores:
        return 0, 0, 0
    half = (scores.total() + 1) // 2
    seen = 0
    ordered = sorted(scores)
    for score in ordered:
        seen += scores[score]
        if seen >= half:
            return ordered[0], score, ordered[-1]
    raise AssertionError("unreachable: the counts add up to their total")


def fillability(words: WordList, min_score: int) -> Fillability:
    """Estimate what the words of a score or more can fill."""
    kept = words.filter(min_score=min_score)
    shares = {length: letter_shares(kept, length) for length in kept.lengths}
    square = 0
    for side in range(2, MAX_SQUARE + 1):
        if expected_fills(Grid.empty(side, side), kept, shares) >= 0:
            square = side
    return Fillability(min_score, len(kept), square, expected_fills(DAILY, kept, shares))


def expected_fills(grid: Grid, words: WordList, shares: dict[int, Shares] | None = None) -> float:
    """Return log10 of the number of fills to expect if letters were independent of each other.

    Every slot takes any word of its length; the slots through a cell then agree with the
    probability that they have the same letter there. Crude, but it orders lists and grids well:
    below 0 a fill would be luck.
    """
    if shares is None:
        shares = {n: letter_shares(words, n) for n in {len(slot) for slot in grid.slots}}
    total = 0.0
    columns_of: dict[Cell, list[Sequence[float]]] = {}
    for slot in grid.slots:
        size = words.size(len(slot))
        if not size:
            return -inf
        total += log10(size)
        for position, cell in enumerate(slot.cells):
            columns_of.setdefault(cell, []).append(shares[len(slot)][position])
    for cell, columns in columns_of.items():
        agreeing = agreement(columns, code_of(words, grid.letters.get(cell)))
        if not agreeing:
            return -inf
        total += log10(agreeing)
    return total


def code_of(words: WordList, letter: str | None) -> int | None:
    """Return the code of a given letter; -1 if no word has it."""
    if letter is None:
        return None
    return words.alphabet.code(letter) if letter in words.alphabet else -1


def agreement(columns: Sequence[Sequence[float]], given: int | None) -> float:
    """Return the probability that all slots through a cell have the same, or the given, letter."""
    if given == -1:
        return 0.0
    codes = range(len(columns[0])) if given is None else (given,)
    total = 0.0
    for code in codes:
        product = 1.0
        for column in columns:
            product *= column[code]
        total += product
    return total


def letter_shares(words: WordList, length: int) -> Shares:
    """Return for each position the share of words that have each token there."""
    table = words.table(length)
    codes = bytes(table.codes)
    return [
        [
            codes[position::length].count(code) / (table.size or 1)
            for code in range(len(words.alphabet))
        ]
        for position in range(length)
    ]


def chart(info: ListInfo) -> str:
    """Draw the counts as a small text chart."""
    lines = [f"{info.name or 'word list'}: {plural(info.words, 'word')}"]
    if not info.words:
        return lines[0]
    low, middle, high = info.scores
    lines += [f"scores {low} to {high}, half of them {middle} or less", ""]
    used = [n for n in range(len(BAND_NAMES)) if any(row[n] for row in info.lengths.values())]
    head = "".join(f"{BAND_NAMES[n]:>9}" for n in used)
    lines.append(f"letters{'words':>9}{head}")
    most = max(map(sum, info.lengths.values()))
    for length, row in info.lengths.items():
        counts = "".join(f"{row[n] or '·':>9}" for n in used)
        bar = "█" * round(BAR_WIDTH * sum(row) / most) or "▏"
        lines.append(f"{length:>7}{sum(row):>9}{counts}  {bar}")
    letters = [f"{token} {share:.1%}" for token, share in info.letters.items()]
    lines += ["", "letters: " + ", ".join(letters[:12]) + (", …" if len(letters) > 12 else "")]
    lines += ["", *map(verdict, info.fillability)]
    return "\n".join(lines)


def verdict(estimate: Fillability) -> str:
    """Say in a line what the words of a score or more can fill."""
    start = f"{estimate.min_score} or more: {plural(estimate.words, 'word')}, "
    square = f"open squares up to {estimate.square}×{estimate.square}, " if estimate.square else ""
    if estimate.daily == -inf:
        return start + square + "too few lengths for a daily 15×15"
    if estimate.daily < 0:
        return start + square + f"hardly a daily 15×15 (10^{estimate.daily:.0f} fills expected)"
    return start + square + f"a daily 15×15 (10^{estimate.daily:.0f} fills expected)"
