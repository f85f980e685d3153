"""The word lists of the benchmarks, written to files once and kept under build/bench.

`wf` holds the English words in wordfreq that have three or more letters, all of them A to Z; the
score is ten times the Zipf frequency, rounded. `de` and `fr` are the same for German and French.
`english` is the built-in list. A number means a floor: `wf20` holds the words of `wf` with a score
of 20 or more. `wf30+GRID` also has the words of the fill that is kept for a hard grid. `syn10000`
and the like have that many words, the last of them made up where wordfreq runs out.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from bench.grids import slots

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "bench"
FILLS = ROOT / "bench" / "hard" / "fills"
MIN_LENGTH = 3
LANGUAGES = {"wf": "en", "de": "de", "fr": "fr"}
"""The lists from wordfreq, with the languages of their words."""

Entry = tuple[str, int]


def scored(name: str) -> Path:
    """Return the file of a list, as lines of WORD;SCORE."""
    return _written(f"{name}.dict", name, lambda word, score: f"{word};{score}")


def bare(name: str) -> Path:
    """Return the file of a list, as words alone."""
    return _written(f"{name}.txt", name, lambda word, score: word)


@cache
def words(name: str) -> frozenset[str]:
    """Return the words of a list."""
    return frozenset(bare(name).read_text("ascii").split())


def _written(file_name: str, name: str, line: Callable[[str, int], str]) -> Path:
    target = WORK / "lists" / file_name
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text("".join(f"{line(*entry)}\n" for entry in entries(name)), "ascii")
    return target


def entries(name: str) -> Iterable[Entry]:
    """Return the words of a list, with their scores."""
    base, floor, planted = _parsed(name)
    if base == "syn":
        return _synthetic(floor)
    kept = planted_words(planted)
    whole = _english() if base == "english" else _wordfreq(LANGUAGES[base])
    return [entry for entry in whole if entry[1] >= floor or entry[0] in kept]


def _parsed(name: str) -> tuple[str, int, str]:
    """Split a list's name: the base, the floor, and the grid whose fill is added."""
    match = re.fullmatch(r"([a-z]+)(\d*)(?:\+(\w+))?", name)
    if match is None:
        raise ValueError(f"unknown list {name!r}")
    base, floor, planted = match.groups()
    return base, int(floor or 0), planted or ""


def planted_words(grid: str) -> frozenset[str]:
    """Return the words of the fill that is kept for a hard grid."""
    if not grid:
        return frozenset()
    rows = (FILLS / f"{grid}.txt").read_text("ascii").split()
    return frozenset("".join(rows[i][j] for i, j in cells) for cells in slots(rows))


@cache
def _wordfreq(language: str = "en") -> list[Entry]:
    from wordfreq import freq_to_zipf, get_frequency_dict

    return sorted(
        (word.upper(), round(10 * freq_to_zipf(frequency)))
        for word, frequency in get_frequency_dict(language, wordlist="best").items()
        if word.isascii() and word.isalpha() and len(word) >= MIN_LENGTH
    )


def _english() -> Iterable[Entry]:
    from crosswright.words.lexicon import english

    return [
        (word, score)
        for word, score in english()
        if word.isascii() and word.isalpha() and len(word) >= MIN_LENGTH
    ]


def _synthetic(size: int) -> list[Entry]:
    """Take a sample of real words, or all of them, filled up with words that are made up.

    These have the lengths of real words and follow their pairs of letters.
    """
    real = _wordfreq()
    rng = random.Random(size)
    if size <= len(real):
        return sorted(rng.sample(real, size))
    pairs: dict[str, list[str]] = {}
    for word, _ in real[::20]:
        for before, after in zip(f" {word}", word, strict=False):
            pairs.setdefault(before, []).append(after)
    words = dict(real)
    while len(words) < size:
        letter, word = " ", ""
        for _ in range(len(rng.choice(real)[0])):
            letter = rng.choice(pairs.get(letter) or pairs[" "])
            word += letter
        words.setdefault(word, 10)
    return sorted(words.items())
