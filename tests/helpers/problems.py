"""Small problems for the engines, some of them random."""

from __future__ import annotations

import random
from array import array
from dataclasses import dataclass
from typing import Any

from crosswright.engine import Exclusions, Problem, Tables
from crosswright.words import index


@dataclass
class Table:
    length: int
    size: int
    blocks: int
    alphabet_size: int
    codes: bytes
    scores: bytes
    support: bytes


def make_table(length: int, tokens: int, words: set[bytes], scores: random.Random) -> Table:
    codes = b"".join(sorted(words))
    return Table(
        length,
        len(words),
        (len(words) + 63) // 64,
        tokens,
        codes,
        array("i", [scores.randrange(100) for _ in words]).tobytes(),
        bytes(index.support(codes, length, tokens)),
    )


def random_problem(seed: int, *, side: int, words: int, tokens: int, rules: bool) -> Problem:
    """Make a rectangle of slots, with random rules if asked for."""
    rng = random.Random(seed)
    width, height = rng.randrange(2, side + 1), rng.randrange(2, side + 1)
    tables = []
    for length in (width, height):
        rows = {bytes(rng.randrange(tokens) for _ in range(length)) for _ in range(words)}
        tables.append(make_table(length, tokens, rows, rng))
    slots = [(0, tuple(range(row * width, row * width + width))) for row in range(height)]
    slots += [(1, tuple(range(column, height * width, width))) for column in range(width)]
    masks = [(1 << tokens) - 1] * (width * height)
    live: list[bytes | None] = [None] * len(slots)
    required, exclusions = [], None
    if rules:
        masks[rng.randrange(len(masks))] = 1 << rng.randrange(tokens)
        slot = rng.randrange(len(slots))
        live[slot] = rng.randbytes(tables[slots[slot][0]].blocks * 8)
        for _ in range(rng.randrange(3)):
            table = rng.randrange(2)
            required.append([(table, rng.randrange(tables[table].size))])
        groups = [
            [(table, rng.randrange(tables[table].size)) for table in (0, 0, 1, 1)]
            for _ in range(rng.randrange(40))
        ]
        exclusions = Exclusions([table.size for table in tables], groups)
    return Problem(
        Tables(tables),
        masks,
        slots,
        live,
        [rng.random() < 0.9 or not rules for _ in slots],
        rng.random() < 0.7,
        exclusions,
        required,
        (rng.randrange(50), 99),
    )


PAIRS = make_table(2, 3, {b"\0\1", b"\1\2"}, random.Random(0))
"""Two words that share a token: the last of one is the first of the other."""


def problem_with(**changes: Any) -> Problem:
    """Return two slots that share a cell and have one solution, with some parts changed."""
    parts: dict[str, Any] = {
        "tables": Tables([PAIRS]),
        "masks": [7, 7, 7],
        "slots": [(0, (0, 1)), (0, (1, 2))],
    }
    return Problem(**{**parts, **changes})
