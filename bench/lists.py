"""The word lists of the benchmarks, written as files once and kept under build/bench.

`wf` holds the A-Z words of three letters and more that wordfreq knows in English, with ten times
their Zipf frequency, rounded, as score; `wf20`, `wf25`… hold those from that score up. `syn10000`
and the like are made up from random letters with English frequencies, for growth beyond what
wordfreq has. `english` is the built-in list.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "bench"
SHORTEST = 3

Entry = tuple[str, int]


def scored(name: str) -> Path:
    """Return the file of a list as WORD;SCORE lines."""
    return _written(f"{name}.dict", name, lambda word, score: f"{word};{score}")


def bare(name: str) -> Path:
    """Return the file of a list as words alone."""
    return _written(f"{name}.txt", name, lambda word, score: word)


@cache
def words(name: str) -> frozenset[str]:
    """Return the words of a list."""
    return frozenset(bare(name).read_text("ascii").split())


def _written(file: str, name: str, line) -> Path:
    target = WORK / "lists" / file
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text("".join(f"{line(*entry)}\n" for entry in entries(name)), "ascii")
    return target


def entries(name: str) -> Iterable[Entry]:
    """Make a list by its name."""
    if name == "english":
        return _english()
    if name.startswith("syn"):
        return _synthetic(int(name.removeprefix("syn")))
    floor = int(name.removeprefix("wf") or 0)
    return [entry for entry in _wordfreq() if entry[1] >= floor]


@cache
def _wordfreq() -> list[Entry]:
    from wordfreq import freq_to_zipf, get_frequency_dict

    return sorted(
        (word.upper(), round(10 * freq_to_zipf(frequency)))
        for word, frequency in get_frequency_dict("en", wordlist="best").items()
        if word.isascii() and word.isalpha() and len(word) >= SHORTEST
    )


def _english() -> Iterable[Entry]:
    from crosswright.words.lexicon import english

    return [
        (word, score)
        for word, score in english()
        if word.isascii() and word.isalpha() and len(word) >= SHORTEST
    ]


def _synthetic(size: int) -> list[Entry]:
    """Take real words, all of them when there is room, and fill up with made-up ones.

    These follow the pairs of letters in the real words, and their lengths.
    """
    real = _wordfreq()
    rng = random.Random(size)
    if size <= len(real):
        return sorted(rng.sample(real, size))
    pairs: dict[str, list[str]] = {}
    for word, _ in real[::20]:
        for before, after in zip(f" {word}", word, strict=False):
            pairs.setdefault(before, []).append(after)
    made = dict(real)
    while len(made) < size:
        letter, word = " ", ""
        for _ in range(len(rng.choice(real)[0])):
            letter = rng.choice(pairs.get(letter) or pairs[" "])
            word += letter
        made.setdefault(word, 10)
    return sorted(made.items())
