"""Grids and words to fill them with: one of a usual kind, and small ones made at random."""

from __future__ import annotations

import random
from pathlib import Path

from crosswright.grids.grid import Grid
from crosswright.words.wordlist import WordList

COMMON = Path(__file__).resolve().parents[2] / "data" / "words2.txt"
SPELLINGS = sorted({line.strip().upper() for line in COMMON.read_text().splitlines()})
WORDS = WordList.from_words((word, 10 + sum(map(ord, word)) % 90) for word in SPELLINGS)
GRID = Grid.parse(".....\n.#.#.\n.....\n.#.#.\n.....")


def random_case(seed: int, *, letters: bool = True) -> tuple[Grid, list[str]]:
    """Make a small grid with some letters and a small vocabulary over few letters."""
    rng = random.Random(seed)
    height, width = rng.randrange(1, 5), rng.randrange(1, 5)
    signs = "...." + "#" * rng.randrange(3) + ("A" if letters else "")
    rows = ["".join(rng.choice(signs) for _ in range(width)) for _ in range(height)]
    alphabet = "ABC"[: rng.randrange(1, 4)]
    words = {
        "".join(rng.choice(alphabet) for _ in range(rng.randrange(2, 5)))
        for _ in range(rng.randrange(0, 16))
    }
    return Grid.parse("\n".join(rows)), sorted(words)


def random_words(seed: int, letters: str, length: int, count: int) -> list[str]:
    """Make words of one length; those that come twice count once."""
    rng = random.Random(seed)
    return sorted({"".join(rng.choices(letters, k=length)) for _ in range(count)})


HARD = Grid.empty(7, 7)
HARD_WORDS = random_words(7, "ABCDEFGH", 7, 1500)
"""Words that fill a 7×7 square about once on average: the hardest to decide."""
HARD_LIST = WordList.from_words((word, sum(map(ord, word)) % 100) for word in HARD_WORDS)
