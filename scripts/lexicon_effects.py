"""Show what each feature of the lexicon's scores moves, among entries held out from its making.

Entries are split in two by a hash of their letters. Features are thought up by looking at one half
(--open), and judged by what they do to the other: how many entries they move, and fifty of those,
to be read. What hurts good entries there goes.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import textwrap
from collections.abc import Iterable

from build_lexicon import choose, unjudged
from lexicon_build import evidence, features, sources
from lexicon_build.scores import ACCEPTABLE, Candidate

SAMPLE, SEED = 50, 18


def is_held_out(answer: str) -> bool:
    """Return whether an entry belongs to the half that features are judged by."""
    return bool(hashlib.blake2b(answer.encode(), digest_size=1).digest()[0] % 2)


def finals(candidates: Iterable[Candidate]) -> dict[str, int]:
    """Return the scores of entries as the list would have them."""
    return {answer: candidate.final for answer, candidate in choose(candidates).items()}


Row = tuple[str, int, int]
"""An entry, its score before and after."""


def moved(before: dict[str, int], after: dict[str, int]) -> dict[str, list[Row]]:
    """Return what has been moved down and up, of entries that an editor would accept once."""
    rows = [(word, score, after[word]) for word, score in before.items() if score != after[word]]
    worth = [row for row in rows if max(row[1:]) >= ACCEPTABLE]
    return {
        "down": [row for row in worth if row[1] > row[2]],
        "up": [row for row in worth if row[1] < row[2]],
    }


def effects(before: dict[str, int], after: dict[str, int]) -> str:
    """Return how many entries have been moved, in words."""
    return ", ".join(
        f"{len(rows):,} {direction} ({len(across(rows)):,} across {ACCEPTABLE})"
        for direction, rows in moved(before, after).items()
    )


def across(rows: Iterable[Row]) -> list[Row]:
    """Return what has become acceptable, or ceased to be so."""
    return [row for row in rows if min(row[1:]) < ACCEPTABLE]


def show(name: str, before: dict[str, int], after: dict[str, int]) -> None:
    """Print what a feature has moved, among some entries."""
    for direction, rows in moved(before, after).items():
        print(f"{name}, {direction}: {len(rows):,} moved, {len(across(rows)):,} of them across 50")
        sample = sorted(random.Random(SEED).sample(rows, min(SAMPLE, len(rows))))
        print(textwrap.fill("  ".join(f"{w} {a}>{b}" for w, a, b in sample), 98), end="\n\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("features", nargs="*", help="of these features, or of all")
    parser.add_argument("--open", action="store_true", help="look at the other half instead")
    options = parser.parse_args()
    data = sources.read()
    known = evidence.read(data)
    everything = list(unjudged(data))
    before = finals(everything)
    half = {word: s for word, s in before.items() if is_held_out(word) != options.open}
    for name in options.features or features.FEATURES:
        feature = features.FEATURES[name]
        show(name, half, finals(features.with_feature(c, feature, known) for c in everything))


if __name__ == "__main__":
    main()
