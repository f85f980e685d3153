"""Print a hundred entries of each band of the built-in list, always the same ones, for reading."""

from __future__ import annotations

import random
import textwrap

from crosswright.words import lexicon

BANDS = ((90, 99), (80, 89), (70, 79), (60, 69), (50, 59), (40, 49), (30, 39), (20, 29), (1, 19))
SEED = 4


def main() -> None:
    entries = sorted(lexicon.english())
    for low, high in BANDS:
        band = [word for word, score in entries if low <= score <= high]
        sample = sorted(random.Random(f"{SEED} {low}").sample(band, 100))
        print(f"{low}-{high}: {len(band):,} entries")
        print(textwrap.fill(" ".join(sample), 98), end="\n\n")


if __name__ == "__main__":
    import environment

    environment.show_help(__doc__)
    main()
