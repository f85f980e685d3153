"""Draw the built-in patterns, select good ones, and write them to src/crosswright/patterns.

    .venv/bin/python scripts/build_patterns.py [SET]...          replace patterns that will not do
    .venv/bin/python scripts/build_patterns.py --fresh [SET]...  draw all of them anew
    .venv/bin/python scripts/build_patterns.py --check [SET]...  test what is written

A SET is a style and a size, such as american15; without one, all are done. Seeds are fixed and
limits are counted, so that the same package and files give the same files on every machine. After
a change of the built-in list, patterns that it still fills stay, and with them what seeds choose.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from crosswright.filling.fill import fill
from crosswright.filling.rules import Rules
from crosswright.grids import styles
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.grids.symmetry import SYMMETRIES, image
from crosswright.limits import Limit, Status
from crosswright.patterns import builtin
from crosswright.patterns.pattern import pattern
from crosswright.words import lexicon

FOLDER = Path(builtin.__file__).parent

FLOOR = 60
"""Every pattern can be filled with words that score this or more."""

DRAWN_FLOOR = 63
"""What new patterns are tested with: a list whose scores change a little still fills them."""

DRAWN_FAILURES = 5_000
CHECK_FAILURES = 100_000
"""Dead ends that the fill of a new pattern, and of one that is checked, may take."""

REPLACEMENT_SEED = 10_000
"""The first seed of patterns that replace others."""

MAX_DRAWINGS = 100
"""Drawings for each pattern of a set before the script gives up."""

LONG = 8
"""Letters from which on a word is long."""


@dataclass(frozen=True)
class PatternSet:
    """What the patterns of a set have in common."""

    style: str
    size: int
    count: int
    words: tuple[int, int]
    max_threes: int
    """Three-letter words in a pattern."""
    max_cheaters: int
    """Blocks that do not change the number of words."""
    min_long: int
    """Words of `LONG` letters or more."""
    min_lengths: int
    """Different lengths of words."""
    min_difference: int
    """Cells in which a pattern differs from every other one, however it is turned or mirrored."""

    @property
    def name(self) -> str:
        return f"{self.style}{self.size}"

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.txt"


SETS = {
    kind.name: kind
    for kind in (
        PatternSet("american", 15, 100, (72, 78), 20, 4, 6, 6, 24),
        PatternSet("american", 21, 20, (136, 140), 28, 8, 12, 8, 60),
        PatternSet("british", 15, 20, (26, 34), 2, 99, 8, 5, 16),
        PatternSet("american", 13, 20, (54, 62), 16, 4, 2, 5, 18),
        PatternSet("american", 11, 20, (36, 46), 12, 4, 0, 4, 8),
    )
}


# -- judging --------------------------------------------------------------------------------------


def objections(grid: Grid, kind: PatternSet) -> Iterator[str]:
    """Yield what is wrong with a pattern by itself."""
    lengths = Counter(map(len, grid.slots))
    low, high = kind.words
    yield from map(str, styles.faults(grid, kind.style, "180"))
    if not low <= len(grid.slots) <= high:
        yield f"{len(grid.slots)} words"
    if lengths[3] > kind.max_threes:
        yield f"{lengths[3]} three-letter words"
    if len(lengths) < kind.min_lengths:
        yield f"only {len(lengths)} lengths of words"
    if sum(count for length, count in lengths.items() if length >= LONG) < kind.min_long:
        yield "few long words"
    if (cheaters := count_cheaters(grid)) > kind.max_cheaters:
        yield f"{cheaters} blocks that change no number of words"


def count_cheaters(grid: Grid) -> int:
    """Return how many blocks could be letters without changing the number of words."""
    return sum(
        len(Grid(grid.height, grid.width, blocks=grid.blocks - {block}).slots) == len(grid.slots)
        for block in grid.blocks
    )


def pictures(grid: Grid) -> list[frozenset[Cell]]:
    """Return the blocks of a pattern as they are, turned and mirrored."""
    size = grid.height
    turned = [frozenset(image(b, "90", size, size) for b in grid.blocks), grid.blocks]
    mirrors = [kind for kind in SYMMETRIES if kind not in ("90", "180")]
    mirrored = [frozenset(image(b, kind, size, size) for b in grid.blocks) for kind in mirrors]
    return [*turned, *mirrored]  # turned by 180°, it is itself


def difference(grid: Grid, others: Sequence[Grid]) -> int:
    """Return in how many cells a pattern differs from the one most like it."""
    views = pictures(grid)
    size = grid.height * grid.width
    return min((len(view ^ other.blocks) for view in views for other in others), default=size)


def fills(grid: Grid, floor: int, failures: int) -> bool:
    """Return whether the built-in list fills a pattern, with no two forms of one word."""
    rules = Rules(min_score=floor, no_shared_stem=True)
    result = fill(grid, lexicon.english(), rules, limit=Limit(failures=failures))
    return result.status is Status.FILLED


# -- selecting ------------------------------------------------------------------------------------


def select(kind: PatternSet, kept: list[Grid]) -> list[Grid]:
    """Draw patterns from one seed after another, and keep the good ones, after those there are."""
    first = REPLACEMENT_SEED if kept else 0
    for seed in range(first, first + kind.count * MAX_DRAWINGS):
        if len(kept) == kind.count:
            break
        drawing = pattern(
            kind.size, style=kind.style, word_count=kind.words, seed=seed, verify=False
        )
        grid = drawing.grid
        if (
            grid is not None
            and difference(grid, kept) >= kind.min_difference
            and not any(objections(grid, kind))
            and fills(grid, DRAWN_FLOOR, DRAWN_FAILURES)
        ):
            kept.append(grid)
            print(f"{kind.name}: {len(kept)} of {kind.count}, seed {seed}", file=sys.stderr)
    if len(kept) == kind.count:
        return kept
    raise SystemExit(f"{kind.name}: only {len(kept)} of {kind.count} patterns")


def write(kind: PatternSet, grids: Sequence[Grid]) -> None:
    """Write the rows of each pattern down to the middle one."""
    halves = ("\n".join(grid.rows()[: kind.size // 2 + 1]) for grid in grids)
    kind.path.write_text("\n\n".join(halves) + "\n", "ascii", newline="\n")


def faults_of(grid: Grid, before: Sequence[Grid], kind: PatternSet) -> list[str]:
    """Return what is wrong with a pattern that is written, after some others."""
    faults = [*objections(grid, kind)]
    if difference(grid, before) < kind.min_difference:
        faults.append("much like another one")
    if not fills(grid, FLOOR, CHECK_FAILURES):
        faults.append(f"no fill with words that score {FLOOR} or more")
    return faults


def still_good(kind: PatternSet) -> list[Grid]:
    """Return the patterns that are written and have no faults."""
    kept: list[Grid] = []
    for grid in builtin.patterns(kind.size, kind.style):
        if not faults_of(grid, kept, kind):
            kept.append(grid)
    return kept


def check(kind: PatternSet) -> list[str]:
    """Return what is wrong with the patterns that are written."""
    grids = builtin.patterns(kind.size, kind.style)
    wrong = [] if len(grids) == kind.count else [f"{kind.name}: {len(grids)} patterns"]
    for index, grid in enumerate(grids):
        faults = faults_of(grid, grids[:index], kind)
        wrong += [f"{kind.name}, pattern {index + 1}: {fault}" for fault in faults]
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"of {', '.join(SETS)}")
    parser.add_argument("--fresh", action="store_true", help="draw all of them anew")
    parser.add_argument("--check", action="store_true", help="test what is written")
    options = parser.parse_args()
    wrong = [f"unknown set {name}" for name in options.sets if name not in SETS]
    for kind in () if wrong else [SETS[name] for name in options.sets or SETS]:
        if not options.check:
            write(kind, select(kind, [] if options.fresh else still_good(kind)))
        elif faults := check(kind):
            wrong += faults
        else:
            print(f"{kind.name}: all {kind.count} patterns are as they should be")
    print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
