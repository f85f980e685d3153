"""The compiled engine and word index, beside their plain twins: the same answers to anything.

Inputs are problems and calls, drawn from bytes; most are sound, some have a number out of bounds.
Both twins must return the same, or raise the same error with the same message.
"""

from __future__ import annotations

import importlib
from array import array
from collections.abc import Callable, Sequence
from functools import partial
from types import ModuleType
from typing import Any, NamedTuple

from crosswright.engine import Exclusions, Problem, Tables
from crosswright.words import index
from fuzz.draw import Draw
from fuzz.target import FindingError, Target, kind_of, shown

REFUSALS = (ValueError, TypeError, IndexError, OverflowError, RuntimeError, AttributeError)
"""What a twin may raise for arguments that make no sense."""


def twins_of(package: str) -> tuple[ModuleType, ...]:
    """Return the plain twin, and the compiled one where it was built."""
    names = ("plain", "compiled")
    found = []
    for name in names:
        try:
            found.append(importlib.import_module(f"{package}.{name}"))
        except ModuleNotFoundError:
            continue
    return tuple(found)


def outcome(call: Callable[[], Any]) -> tuple[str, Any]:
    """Return what a call returns, or how it refuses."""
    try:
        return "returned", call()
    except REFUSALS as error:
        return type(error).__name__, str(error)


def same_outcome(calls: Sequence[Callable[[], Any]], what: str) -> tuple[str, Any]:
    """Make the same call of each twin; FindingError unless the outcomes are equal."""
    first, *others = map(outcome, calls)
    for other in others:
        if other != first:
            raise FindingError(f"{what}: plain {shown(first)}, compiled {shown(other)}")
    return first


def random_seeds(count: int = 24) -> list[bytes]:
    """Return inputs to begin with: a few bytes each, and what follows from them."""
    return [bytes([n, 255 - n, n * 7 % 256, n]) * (1 + n % 5) for n in range(count)]


# -- the engine -----------------------------------------------------------------------------------

ENGINES = twins_of("crosswright.engine")
MAX_NODES = 60


class DrawnTable(NamedTuple):
    """A table of words as the engine reads it."""

    length: int
    size: int
    blocks: int
    alphabet_size: int
    codes: bytes
    scores: bytes
    support: bytes


def table(draw: Draw, length: int, tokens: int, is_sound: bool) -> DrawnTable:
    """Draw a table; one that is not sound may contradict itself."""
    count = draw.pick((1, 2, 5, 20, 63, 64, 65, 130))
    words = {bytes(draw.whole(0, tokens - 1) for _ in range(length)) for _ in range(count)}
    codes = b"".join(sorted(words))
    scores = array("i", [draw.pick((0, 1, 50, 99, -5, 2**31 - 1, -(2**31))) for _ in words])
    support = bytes(index.support(codes, length, tokens))
    if not is_sound and draw.chance(50):
        support = draw.bytes(len(support))
    if not is_sound and draw.chance(50):
        codes = draw.bytes(len(codes))
    size = draw.odd_whole(len(words), len(words)) if draw.chance(4) else len(words)
    return DrawnTable(
        length, size, (len(words) + 63) // 64, tokens, codes, scores.tobytes(), support
    )


def slots_of(draw: Draw, width: int, height: int) -> list[tuple[int, tuple[int, ...]]]:
    """Draw the slots of a rectangle, some of them missing, odd or out of bounds."""
    slots = [(0, tuple(range(row * width, row * width + width))) for row in range(height)]
    slots += [(1, tuple(range(column, height * width, width))) for column in range(width)]
    if draw.chance(20):
        slots = [slot for slot in slots if draw.chance(80)] or slots[:1]
    if draw.chance(10):
        cells = tuple(draw.odd_whole(0, width * height - 1) for _ in range(width))
        slots.append((draw.odd_whole(0, 1), cells))
    return slots


def problem(draw: Draw, is_sound: bool) -> Problem:
    """Draw a problem, with any rules; ValueError and the like if it is refused."""
    width, height, tokens = draw.whole(1, 4), draw.whole(1, 4), draw.pick((1, 2, 3, 5, 26, 64))
    tables = [table(draw, length, tokens, is_sound) for length in (width, height)]
    checked = Tables(tables)  # before anything is made as large as they say they are
    slots = slots_of(draw, width, height)
    masks = [(1 << tokens) - 1] * (width * height)
    options: dict[str, Any] = {"score_range": (draw.odd_whole(-5, 50), draw.odd_whole(51, 99))}
    if draw.chance(60):
        masks = [mask & draw.odd_whole(0, (1 << tokens) - 1) or mask for mask in masks]
        options["goals"] = [draw.chance(90) for _ in slots]
        options["distinct"] = draw.chance(60)
        options["live"] = [_live(draw, tables[min(max(number, 0), 1)]) for number, _ in slots]
        options["required"] = [[_row(draw, tables)] for _ in range(draw.whole(0, 2))]
        groups = [[_row(draw, tables) for _ in range(3)] for _ in range(draw.whole(0, 6))]
        options["exclusions"] = Exclusions(checked.sizes, groups)
    return Problem(checked, masks, slots, **options)


def _live(draw: Draw, of: DrawnTable) -> bytes | None:
    size = of.blocks * 8 + (1 if draw.chance(1) else 0)
    return draw.bytes(size) if draw.chance(20) else None


def _row(draw: Draw, tables: Sequence[DrawnTable]) -> tuple[int, int]:
    number = draw.whole(0, 1)
    return number, draw.odd_whole(0, max(tables[number].size, 1) - 1)


SOLVER_CALLS = ("run", "run", "run", "rows", "counts", "live", "masks", "weights", "nodes")
KEPT_CALLS = (
    *SOLVER_CALLS,
    *("push", "push", "pop", "narrow", "restrict", "place", "exclude", "propagate", "propagate"),
    *("begin", "best", "promising", "reset", "levels"),
)


def arguments(draw: Draw, name: str, drawn: Problem) -> tuple[Any, ...]:
    """Draw the arguments of a call."""
    slot = draw.odd_whole(0, len(drawn.slots) - 1)
    words = drawn.tables.words[drawn.slots[slot][0]] if 0 <= slot < len(drawn.slots) else None
    size, blocks = (words.size, words.blocks) if words else (1, 1)
    match name:
        case "run":
            return draw.odd_whole(0, MAX_NODES) % 10_000, draw.odd_whole(1, MAX_NODES) % 10_000
        case "live":
            return (slot,)
        case "narrow":
            return draw.odd_whole(0, len(drawn.masks) - 1), draw.odd_whole(0, (1 << 26) - 1)
        case "restrict":
            return slot, draw.bytes(blocks * 8 + draw.chance(2))
        case "place" | "exclude":
            return slot, draw.odd_whole(0, size - 1)
        case "begin":
            return draw.whole(0, 9), (draw.odd_whole(0, 5), draw.odd_whole(6, 99))
        case "best" | "promising":
            return slot, draw.odd_whole(0, 9)
        case "reset":
            chosen = [draw.odd_whole(0, len(drawn.slots) - 1) for _ in range(draw.whole(0, 2))]
            return chosen, [draw.whole(0, 2)]
    return ()


def called(solver: Any, name: str, values: tuple[Any, ...]) -> Any:
    """Call a method, or read a counter."""
    attribute = getattr(solver, name)
    return attribute(*values) if callable(attribute) else attribute


def run_engine(data: bytes) -> str:
    """Solve a problem with both engines, call by call."""
    draw = Draw(data)
    is_sound = draw.chance(90)
    try:
        drawn = problem(draw, is_sound)
    except REFUSALS as error:
        return f"refused: {kind_of(str(error))}"
    is_kept = draw.chance(50)
    options: dict[str, Any] = {}
    if not is_kept:
        options = {name: draw.chance(50) for name in ("letters", "log_sizes", "parts", "restarts")}
        options |= {"seed": draw.odd_whole(0, 9), "noise": draw.odd_whole(0, 100)}
    makers = [
        partial(engine.KeptSolver if is_kept else engine.Solver, drawn, **options)
        for engine in ENGINES
    ]
    kind, message = same_outcome([partial(_made, make) for make in makers], "a solver")
    if kind != "returned":
        return f"{kind}: {kind_of(message)}"
    solvers = [make() for make in makers]
    seen = []
    for _ in range(draw.whole(1, 12)):
        name = draw.pick(KEPT_CALLS if is_kept else SOLVER_CALLS)
        values = arguments(draw, name, drawn)
        calls = [partial(called, solver, name, values) for solver in solvers]
        # Tables that contradict themselves make wrong fills, never wrong memory.
        kind, value = same_outcome(calls if is_sound else calls[-1:], f"{name}{values}")
        seen.append(f"{name} {value if name == 'run' else kind}")
    return " ".join(seen[:3])


def _made(make: Callable[[], object]) -> bool:
    return make() is not None


# -- the word index -------------------------------------------------------------------------------

INDEXES = twins_of("crosswright.words.index")
TEXTS = (
    b"OBOE;50\n",
    b"ice cream,7\n",
    b"# no\n",
    b"L'\xc3\x89T\xc3\x89\n",
    b"A" * 70,
    b"\r\n",
    b";",
)


def _scan(draw: Draw) -> tuple[str, tuple[Any, ...]]:
    text = b"".join(draw.pick(TEXTS) for _ in range(draw.whole(0, 5))) + draw.bytes(
        draw.whole(0, 9)
    )
    return "scan", (text, draw.odd_whole(0, 99))


def _codes(draw: Draw, length: int, tokens: int) -> tuple[bytes, int]:
    """Draw rows of codes; sometimes a piece of one too many."""
    count = draw.pick((0, 1, 2, 3, 64, 65, 100))
    rows = [bytes(draw.whole(0, tokens - 1) for _ in range(length)) for _ in range(count)]
    if draw.chance(50):
        rows = sorted({*rows})
    return b"".join(rows) + (draw.bytes(1) if draw.chance(4) else b""), len(rows)


def _numbers(draw: Draw, count: int, low: int, high: int) -> array[int]:
    """Draw numbers of 32 bits."""
    limits = -(2**31), 2**31 - 1
    return array(
        "i", [min(max(draw.odd_whole(low, high), limits[0]), limits[1]) for _ in range(count)]
    )


def _arranging(draw: Draw) -> tuple[str, tuple[Any, ...]]:
    length, tokens = draw.whole(1, 5), draw.pick((1, 2, 26, 64, 200))
    codes, count = _codes(draw, length, tokens)
    scores = _numbers(draw, max(count - draw.chance(3), 0), -99, 99)
    length = draw.odd_whole(length, length)
    name = draw.pick(("arrange", "select", "is_arranged", "support", "by_score"))
    last = {"select": (draw.odd_whole(-50, 50),), "is_arranged": (draw.odd_whole(1, tokens),)}
    if name == "support":
        return name, (codes, length, draw.odd_whole(1, tokens))
    if name == "by_score":
        return name, (scores,)
    return name, (codes, scores, length, *last.get(name, ()))


def _starts(draw: Draw, rows: int) -> tuple[array[int], array[int]]:
    """Draw the keys of rows, and where those of each begin; seldom wrong."""
    counts = [draw.whole(0, 2) for _ in range(rows)]
    starts = array("i", [sum(counts[:row]) for row in range(rows + 1)])
    if draw.chance(5):
        starts = _numbers(draw, rows + 1, 0, 5)
    return starts, _numbers(draw, sum(counts), 0, 9)


def _keys(draw: Draw) -> tuple[str, tuple[Any, ...]]:
    length = draw.whole(1, 3)
    known, count = _codes(draw, length, 3)
    codes, _ = _codes(draw, length, 3)
    return "keys_of", (codes, draw.odd_whole(length, length), known, *_starts(draw, count))


def _members(draw: Draw) -> tuple[str, tuple[Any, ...]]:
    rows = draw.pick((0, 1, 7, 8, 9, 70))
    if draw.chance(20):
        return "keys_below", (*_starts(draw, rows), draw.odd_whole(0, 9))
    if draw.chance(50):
        return "rows_having", (*_starts(draw, rows), _numbers(draw, draw.whole(0, 3), 0, 9))
    live = draw.bytes(draw.whole(0, (rows + 7) // 8 + 1)) if draw.chance(60) else None
    return "members", (*_starts(draw, rows), live)


def _owners(draw: Draw) -> tuple[str, tuple[Any, ...]]:
    sizes = _numbers(draw, draw.whole(0, 3), 0, 6)
    sizes = array("i", [min(size, 1000) for size in sizes])
    count = draw.whole(0, 12)
    parts = [_numbers(draw, count - draw.chance(2) if count else 0, 0, top) for top in (5, 2, 5)]
    return "owners", (*parts, sizes, draw.odd_whole(0, 3))


def _owners_of_rows(draw: Draw) -> tuple[str, tuple[Any, ...]]:
    counts = [draw.pick((0, 1, 7, 9)) for _ in range(draw.whole(0, 3))]
    sizes = array("i", [max(0, count - draw.chance(2)) for count in counts])
    tables = []
    for number, rows in enumerate(counts):
        live = draw.bytes(draw.whole(0, rows // 8 + 1)) if draw.chance(60) else None
        tables.append((draw.odd_whole(number, number), *_starts(draw, rows), live))
    return "owners_of_rows", (tables, sizes, draw.odd_whole(0, 3))


def run_index(data: bytes) -> str:
    """Call a function of both indexes."""
    draw = Draw(data)
    name, values = draw.pick(
        (_scan, _arranging, _arranging, _keys, _members, _owners, _owners_of_rows)
    )(draw)
    calls = [partial(getattr(twin, name), *values) for twin in INDEXES]
    kind, value = same_outcome(calls, f"{name}{shown(values)}")
    return f"{name} {kind} {kind_of(str(value))[:30]}"


TARGETS = (
    Target("engine", "the engines, call by call", run_engine, random_seeds, (), 20),
    Target("index", "the word indexes, function by function", run_index, random_seeds, (), 120),
)
