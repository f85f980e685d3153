"""Proofs of the best layout of few words: how many lists get one, how long it takes, what it shows.

Part of bench/layout.py. The lists are drawn from five themes as a class might have them, and from
common English words; the search was not tuned on them.
"""

import random
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from bench.text import ms, table
from crosswright.layouts import core, proving
from crosswright.layouts.layout import layout
from crosswright.limits import Limit

WORDS = Path(__file__).resolve().parent.parent / "data/words2.txt"
SIZE = 10
BOUND_SIZES = (10, 12, 14)  # of which the most crossings can be proved
SECONDS = 10.0
WORTH = 1 << 30  # of a crossing: more than any box costs
NODES = 60_000_000  # to find the most crossings: about a minute

THEMES = {
    "animals": "badger beaver camel cheetah donkey elephant ferret giraffe hamster hedgehog jaguar "
    "kangaroo leopard lizard monkey otter panther penguin rabbit raccoon squirrel tortoise walrus "
    "weasel zebra",
    "school": "algebra biology blackboard chemistry classroom dictionary drawing eraser essay "
    "geography grammar history homework language library lesson music notebook paragraph pencil "
    "physics pupil ruler science spelling teacher",
    "kitchen": "basil butter carrot cheese cinnamon cucumber flour garlic ginger honey kettle "
    "ladle lemon mustard noodle onion oven parsley pepper potato recipe saucepan spatula sugar "
    "tomato vinegar",
    "geography": "capital canyon climate continent desert equator estuary forest glacier harbour "
    "island jungle lagoon latitude meridian mountain ocean peninsula plateau prairie river savanna "
    "tundra valley volcano waterfall",
    "space": "asteroid astronaut comet constellation crater eclipse galaxy gravity jupiter mercury "
    "meteor moon nebula neptune orbit planet pulsar rocket satellite saturn star sunspot telescope "
    "uranus venus",
}


def lists(count: int) -> Iterator[tuple[str, list[str]]]:
    """Yield themes, each with this many lists of ten words; always the same ones."""
    pools = {**THEMES, "common words": WORDS.read_text("utf-8")}
    for theme, text in pools.items():
        words = text.upper().split()
        for number in range(count):
            yield theme, random.Random(f"proof {theme} {number}").sample(words, SIZE)


def most_crossings(words: list[str], known: int) -> int | None:
    """Return the most crossings of any layout, whatever its size; None if that takes too long."""
    alphabet = sorted({*"".join(words)})
    coded = [tuple(alphabet.index(letter) + 1 for letter in word) for word in sorted(words)]
    left = NODES

    def spend(nodes: int) -> int:
        nonlocal left
        left = max(0, left - nodes)
        return left

    # Any layout with one crossing more has a higher score, whatever its box costs.
    proof = proving.prove(coded, (255, 255), WORTH, core.spread, (len(words), WORTH * known), spend)
    if not proof.is_complete:
        return None
    if not proof.placed:
        return known
    cells = {
        (row + n * direction, column + n * (1 - direction))
        for word, direction, row, column in proof.placed
        for n in range(len(coded[word]))
    }
    return sum(map(len, words)) - len(cells)


def figures(count: int) -> str:
    """Prove lists of every theme; return a table of how that went."""
    results: dict[str, list[tuple[bool, bool, float]]] = {}
    for theme, words in lists(count):
        start = time.process_time()
        by_default = layout(words).proved
        seconds = time.process_time() - start
        within = by_default or layout(words, limit=Limit(cpu_seconds=SECONDS)).proved
        results.setdefault(theme, []).append((by_default, within, seconds))
    results["all"] = [result for theme in results.values() for result in theme]
    rows = []
    for theme, results_of_theme in results.items():
        defaults, withins, times = zip(*results_of_theme, strict=True)
        total = len(times)
        rows.append(
            [
                theme,
                f"{sum(defaults)} of {total}",
                f"{sum(withins)} of {total}",
                f"{ms(statistics.median(times))} ({ms(min(times))}–{ms(max(times))})",
            ]
        )
    head = ["ten words about", "proved by default", "proved in 10 s", "time by default"]
    return table(head, rows)
