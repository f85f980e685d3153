"""Measure patterns and constructions: how many seeds succeed, and in what time.

    python3 scripts/bench.py pattern [--write]

Prints tables; --write puts them into docs/benchmarks-pattern.md. Times are processor time, as
multiples of that of a 15×15 American pattern: seconds would only tell about the machine.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from crosswright.constructing.construct import construct
from crosswright.filling.fill import fill
from crosswright.filling.rules import Rules
from crosswright.grids.styles import faults
from crosswright.limits import Limit, Status
from crosswright.patterns.pattern import Pattern, pattern
from crosswright.words import lexicon

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.text import write_figures  # noqa: E402

DOCUMENT = ROOT / "docs" / "benchmarks-pattern.md"
THEMES = ROOT / "tests" / "known" / "themes" / "sets.txt"

KINDS: list[tuple[str, int, dict[str, Any]]] = [
    ("American 15×15, 72 to 78 words", 20, {"height": 15, "word_count": (72, 78)}),
    ("American 15×15, 66 to 70 words", 10, {"height": 15, "word_count": (66, 70)}),
    ("American 21×21, up to 140 words", 10, {"height": 21}),
    ("American 15×15, left-right", 10, {"height": 15, "symmetry": "left-right"}),
    ("American 15×15, 90", 10, {"height": 15, "symmetry": "90"}),
    ("American 9×9", 10, {"height": 9}),
    ("British 15×15", 10, {"height": 15, "style": "british"}),
    ("British 13×13", 10, {"height": 13, "style": "british"}),
    ("barred 12×12", 10, {"height": 12, "style": "barred"}),
    ("free 11×11", 10, {"height": 11, "style": "free"}),
]


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """Return what a piece of work returns, and its processor time."""
    began = time.process_time()
    result = work()
    return result, time.process_time() - began


def patterns() -> tuple[list[str], float]:
    """Return the table of patterns, and the time that all ratios refer to."""
    words = lexicon.english()
    rules = Rules(min_score=50)
    lines = ["| pattern | seeds | verified | drawings, mean | time, median | longest |"]
    lines.append("|---|---|---|---|---|---|")
    unit = 0.0
    for name, count, options in KINDS:
        results: list[Pattern] = []
        times = []
        for seed in range(count):
            result, seconds = timed(
                lambda seed=seed, options=options: pattern(
                    **options, words=words, rules=rules, seed=seed, limit=Limit(seconds=60)
                )
            )
            results.append(result)
            times.append(seconds)
        verified = [result for result in results if result.is_verified]
        style, symmetry = options.get("style", "american"), options.get("symmetry")
        assert not any(faults(each.grid, style, symmetry) for each in verified if each.grid)
        unit = unit or statistics.median(times)
        drawings = statistics.mean(result.attempts for result in results)
        lines.append(
            f"| {name} | {count} | {len(verified)} | {drawings:.1f} | "
            f"{statistics.median(times) / unit:.1f} | {max(times) / unit:.1f} |"
        )
    return lines, unit


def fillability() -> str:
    """Return how many patterns can be filled that were drawn without trying to."""
    words = lexicon.english()
    filled = 0
    for seed in range(20):
        grid = pattern(15, word_count=(74, 78), seed=seed, verify=False).grid
        assert grid is not None
        result = fill(grid, words, min_score=50, seed=seed, limit=Limit(seconds=10))
        filled += result.status is Status.FILLED
    return f"Drawn without filling, 15×15 of 74 to 78 words: {filled} of 20 fill at floor 50."


def themes(unit: float) -> list[str]:
    """Return the table of themes."""
    lines = [
        "| theme | outcome | drawings | time | floor | mean score |",
        "|---|---|---|---|---|---|",
    ]
    for line in THEMES.read_text("utf-8").splitlines()[1:]:
        entries = [entry.strip() for entry in line.partition("|")[2].split(",")]
        result, seconds = timed(
            lambda entries=entries: construct(
                entries, seed=1, limit=Limit(seconds=60), candidates=1, objective="any"
            )
        )
        works = ", ".join(result.subset).lower()
        outcome = "constructed" if result.status is Status.FILLED else f"refused; works: {works}"
        best = result.best
        lines.append(
            f"| {', '.join(entries)} | {outcome} | {result.attempts} | {seconds / unit:.1f} | "
            f"{best.fill.min_score} | {best.score:.0f} |"
        )
    return lines


def main() -> None:
    table, unit = patterns()
    text = "\n".join([*table, "", fillability(), "", *themes(unit)]) + "\n"
    print(text)
    if "--write" in sys.argv:
        write_figures(DOCUMENT, text)


if __name__ == "__main__":
    main()
