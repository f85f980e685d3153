"""The compiled searches for layouts, and for proofs of them, beside their plain twins."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import Any

from crosswright.layouts import core
from crosswright.layouts.core.setup import Tuning
from crosswright.layouts.proving.setup import ProofSetup, cycles_of, has_few_joins
from fuzz.draw import Draw
from fuzz.modules import random_seeds, same_outcome, twins_of
from fuzz.target import Target, kind_of

CORES = twins_of("crosswright.layouts.core")
PROOFS = twins_of("crosswright.layouts.proving")

MAX_STEPS = 12
MAX_ROOTS = 12
MAX_NODES = 200
"""What a search does at most for one input: the plain twin is a hundred times slower."""

Words = tuple[tuple[int, ...], ...]


def words(draw: Draw, count: int, longest: int) -> Words:
    """Draw words of a few letters, so that they cross often."""
    letters = draw.pick((1, 2, 3, 6))
    return tuple(
        tuple(draw.odd_whole(1, letters) for _ in range(draw.odd_whole(2, longest) % 20))
        for _ in range(draw.whole(1, count))
    )


def tuning(draw: Draw) -> Tuning:
    """Draw the numbers that steer a search, mostly the usual ones."""
    if draw.chance(70):
        return core.TUNING
    return Tuning(*(draw.odd_whole(0, high) for high in (9999, 9999, 99, 1024, 50, 50, 99, 20)))


def board(draw: Draw) -> dict[str, Any]:
    """Draw what a search for a layout starts with."""
    chosen = words(draw, 7, 5)
    height, width = draw.whole(1, 9), draw.whole(1, 9)
    return {
        "words": chosen,
        "side": draw.odd_whole(14, 16) % 2000,
        "limits": (height, width),
        "spread": [[core.spread(y, x) for x in range(width + 1)] for y in range(height + 1)],
        "hazard": core.HAZARD if draw.chance(90) else [draw.odd_whole(0, 9999) for _ in range(7)],
        "tuning": tuning(draw),
        "seed": draw.odd_whole(0, 99),
    }


def step(draw: Draw, count: int) -> tuple[str, tuple[int, ...]]:
    """Draw a call on a board."""
    tries = (draw.whole(1, 9),) if draw.chance(50) else ()
    match draw.pick(("construct", "advance", "advance", "resume", "settle", "best", "reset_best")):
        case "construct":
            return "construct", (draw.odd_whole(0, count - 1), *tries)
        case "advance":
            return "advance", (draw.odd_whole(0, 9) % 64, draw.odd_whole(0, 999), *tries)
        case "resume":
            return "resume", tries
        case name:
            return name, ()


def run_layout(data: bytes) -> str:
    """Lay words out with both searches, step by step."""
    draw = Draw(data)
    setup = board(draw)
    kind, message = same_outcome([partial(_made, twin, setup) for twin in CORES], "a board")
    if kind != "returned":
        return f"{kind}: {kind_of(message)}"
    boards = [twin.Core(**setup) for twin in CORES]
    seen = []
    for _ in range(draw.whole(1, MAX_STEPS)):
        name, values = step(draw, len(setup["words"]))
        calls = [partial(_after, board, name, values) for board in boards]
        kind, _ = same_outcome(calls, f"{name}{values}")
        seen.append(f"{name} {kind}")
    return " ".join(seen[:3])


def _made(twin: Any, setup: dict[str, Any]) -> bool:
    return twin.Core(**setup) is not None


def _after(board: Any, name: str, values: tuple[int, ...]) -> Any:
    """Return what a call returns, and what can be seen of the board afterwards."""
    value = getattr(board, name)(*values)
    counters = board.best_cost, board.best_missing, board.steps_left, board.is_under_way
    return value, counters, board.best()


# -- proofs ---------------------------------------------------------------------------------------


def run_proof(data: bytes) -> str:
    """Search for the best layout with both searches, root by root, some of them made up."""
    draw = Draw(data)
    chosen = words(draw, 5, 4)
    height, width, worth = draw.odd_whole(1, 9) % 80, draw.whole(1, 9), draw.odd_whole(0, 2000)
    spread = [[core.spread(y, x) for x in range(width + 1)] for y in range(height + 1)]
    values = (chosen, (height, width), worth, spread)
    best = draw.pick((-(1 << 60), 0, 100))
    kind, message = same_outcome([partial(ProofSetup.of, *values)], "a proof")
    if kind != "returned":
        return f"{kind}: {kind_of(message)}"
    if not has_few_joins(chosen):  # nobody asks for such a proof; see `is_provable`
        return "too many joins"
    searches = [twin.ProofSearch(*values, best) for twin in PROOFS]
    cycles = (root for root in cycles_of(ProofSetup.of(*values)) if root is not None)
    roots = [*islice(cycles, MAX_ROOTS)]
    for root in roots if draw.chance(60) else [_root(draw, len(chosen)) for _ in range(3)]:
        calls = [partial(_grown, search, root) for search in searches]
        kind, value = same_outcome(calls, f"root {root}")
    return f"{kind} {kind_of(str(value))[:40]}" if roots else "no roots"


def _root(draw: Draw, count: int) -> tuple[Any, ...]:
    """Draw a root that is perhaps none."""
    first = (draw.odd_whole(0, count - 1), draw.whole(0, 1), 0, 0)
    others = [
        (
            draw.odd_whole(0, count - 1),
            draw.odd_whole(0, 1),
            draw.odd_whole(-4, 4),
            draw.whole(-4, 4),
        )
        for _ in range(draw.whole(0, 3))
    ]
    return (first, *others), draw.pick((0, 5, 1 << 62)), draw.odd_whole(0, 2)


def _grown(search: Any, root: tuple[Any, ...]) -> Any:
    """Return what has come of a search after a root and some nodes."""
    search.begin(*root)
    search.advance(MAX_NODES)
    return search.layout(), search.best, search.nodes, search.is_under_way


TARGETS = (
    Target("layout", "the searches for layouts, step by step", run_layout, random_seeds, (), 14),
    Target("proof", "the proofs of layouts, root by root", run_proof, random_seeds, (), 2),
)
