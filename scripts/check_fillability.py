"""Draw 15×15 patterns without filling them, and count how many the built-in list fills.

They are American: symmetric, every letter checked, 74 to 78 words. Run it in the project's
environment; the exit status is 0 when at least 19 in 20 fill.
"""

from __future__ import annotations

import argparse
import sys

from crosswright.filling.fill import fill
from crosswright.limits import Limit, Status
from crosswright.patterns.pattern import pattern
from crosswright.words import lexicon

WORDS = (74, 78)
MIN_SHARE = 19 / 20


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--patterns", type=int, default=20)
    parser.add_argument("--min-score", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=10.0, help="for each fill")
    options = parser.parse_args()
    words = lexicon.english()
    filled = 0
    for seed in range(options.patterns):
        drawn = pattern(15, word_count=WORDS, seed=seed, verify=False).grid
        assert drawn is not None
        limit = Limit(seconds=options.seconds)
        result = fill(drawn, words, min_score=options.min_score, seed=seed, limit=limit)
        filled += result.status is Status.FILLED
        mean = "" if result.mean_score is None else f", mean score {result.mean_score:.0f}"
        print(
            f"seed {seed}: {len(drawn.slots)} words, {len(drawn.blocks)} blocks: "
            f"{result.status} in {result.statistics.seconds:.2f} s{mean}"
        )
    print(
        f"{filled} of {options.patterns} patterns fill with scores of {options.min_score} or more"
    )
    return 0 if filled >= MIN_SHARE * options.patterns else 1


if __name__ == "__main__":
    sys.exit(main())
