"""Inputs out of other inputs: bytes, lines, numbers, characters, JSON and pieces of each other."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

MAX_SIZE = 1 << 16
"""Bytes of an input; what only happens to larger ones is for tests of their own."""

MAX_MORE = 4000
"""Bytes that a repetition adds at most, so that most inputs stay quick."""

NUMBERS = (
    *(b"0", b"-1", b"1", b"2", b"9", b"99", b"255", b"256", b"1000", b"65536", b"2147483647"),
    *(b"2147483648", b"-2147483649", b"9223372036854775808", b"1e9", b"1e400", b"0.5", b"-0"),
    *(b"NaN", b"Infinity", b"1_000", "٣".encode(), "½".encode(), b"9" * 400),
)
CHARACTERS = (
    *("\0", "\r", "\t", "\x1b", "\x7f", "\x85", "\u2028", "\u202e", "\ufeff", "\ufffd", "\u0301"),
    *("ß", "ẞ", "İ", "ı", "ŉ", "ﬃ", "Ǆ", "א", "각", "🀄", "\U0010ffff", "e\u0301", "a" * 300),
    *("<", ">", "&", "&amp;", "&#0;", "'", '"', "\\", "/", "%", "#", ";", "{", "}", "[", "]", "="),
)
BYTES = (b"\xff", b"\xfe\xff", b"\xff\xfe", b"\xed\xa0\x80", b"\xc0\x80", b"\xf5", b"\x80", b"\0\0")
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 300, 2**63, -(2**63), 2**70, 0.5, 1e308, "", "#", "A", "0"),
    *(
        ":",
        "\ud800",
        "\0",
        "circle",
        [],
        {},
        [[]],
        [[0, 0]],
        {"a": 1},
        "1A",
        "x" * 500,
        [None] * 20,
    ),
)
_NUMBER = re.compile(rb"-?\d+")

Mutation = Callable[[bytes, random.Random, Sequence[bytes], Sequence[bytes]], bytes]


def mutated(
    data: bytes, rng: random.Random, pool: Sequence[bytes], words: Sequence[bytes]
) -> bytes:
    """Change an input in a few places; `pool` has others to take pieces from."""
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 5, 8))):
        data = rng.choice(MUTATIONS)(data, rng, pool, words)[:MAX_SIZE]
    return data


def _span(data: bytes, rng: random.Random) -> tuple[int, int]:
    """Return where a piece begins and ends; most pieces are short."""
    start = rng.randrange(len(data) + 1)
    return start, min(len(data), start + rng.choice((0, 1, 1, 2, 4, 8, 20, 100, 1000)))


def _put(data: bytes, rng: random.Random, piece: bytes) -> bytes:
    """Put a piece in, in place of something or of nothing."""
    start, end = _span(data, rng)
    return data[:start] + piece + data[end if rng.random() < 0.5 else start :]


def _flip(data: bytes, rng: random.Random, *_: Sequence[bytes]) -> bytes:
    if not data:
        return b"\0"
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


def _noise(data: bytes, rng: random.Random, *_: Sequence[bytes]) -> bytes:
    return _put(data, rng, rng.randbytes(rng.choice((1, 1, 2, 4, 8, 32))))


def _cut(data: bytes, rng: random.Random, *_: Sequence[bytes]) -> bytes:
    start, end = _span(data, rng)
    return data[:start] + data[end:]


def _end(data: bytes, rng: random.Random, *_: Sequence[bytes]) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _repeat(data: bytes, rng: random.Random, *_: Sequence[bytes]) -> bytes:
    start, end = _span(data, rng)
    times = min(rng.choice((1, 1, 2, 5, 50, 500)), 1 + MAX_MORE // (end - start + 1))
    return data[:end] + data[start:end] * times + data[end:]


def _splice(data: bytes, rng: random.Random, pool: Sequence[bytes], _: Sequence[bytes]) -> bytes:
    other = rng.choice(pool)
    start, end = _span(other, rng)
    return _put(data, rng, other[start:end] if rng.random() < 0.8 else other)


def _word(data: bytes, rng: random.Random, pool: Sequence[bytes], words: Sequence[bytes]) -> bytes:
    return _put(data, rng, rng.choice(words)) if words else _noise(data, rng, pool, words)


def _character(data: bytes, rng: random.Random, *_: Sequence[bytes]) -> bytes:
    return _put(
        data, rng, rng.choice(CHARACTERS).encode() if rng.random() < 0.8 else rng.choice(BYTES)
    )


def _number(data: bytes, rng: random.Random, *_: Sequence[bytes]) -> bytes:
    found = [*_NUMBER.finditer(data)]
    if not found:
        return _put(data, rng, rng.choice(NUMBERS))
    match = rng.choice(found)
    number = rng.choice(NUMBERS)
    if rng.random() < 0.4 and len(match[0]) < 9:
        number = b"%d" % (int(match[0]) + rng.choice((-2, -1, 1, 2, 10)))
    return data[: match.start()] + number + data[match.end() :]


def _lines(data: bytes, rng: random.Random, *_: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    action = rng.randrange(4)
    if action == 0:
        del lines[one]
    elif action == 1:
        lines.insert(other, lines[one])
    elif action == 2:
        lines[one], lines[other] = lines[other], lines[one]
    else:
        lines = [line + b"\r" for line in lines]
    return b"\n".join(lines)


def _json(data: bytes, rng: random.Random, *_: Sequence[bytes]) -> bytes:
    """Change a value somewhere in JSON, be it a line of several, or behind other text."""
    start = data.find(b"{") if rng.random() < 0.5 else data.rfind(b"\n{") + 1
    head, text = data[: max(start, 0)], data[max(start, 0) :]
    line, newline, rest = text.partition(b"\n") if rng.random() < 0.5 else (text, b"", b"")
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return _number(data, rng)
    return (
        head
        + json.dumps(_changed(value, rng, 0), ensure_ascii=rng.random() < 0.7).encode(
            "utf-8", "surrogatepass"
        )
        + newline
        + rest
    )


def _changed(value: Any, rng: random.Random, depth: int) -> Any:
    """Return a value with something replaced, removed, moved or added in it."""
    if not isinstance(value, list | dict) or not value or rng.random() < 0.12 or depth > 20:
        return rng.choice(VALUES)
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = rng.choice(keys)
    action = rng.random()
    if action < 0.1:
        del value[key]
    elif action < 0.2:
        value[key] = value[rng.choice(keys)]
    elif action < 0.25 and isinstance(value, dict):
        value[str(rng.choice(VALUES))] = value[key]
    elif action < 0.3 and isinstance(value, list):
        value *= rng.choice((2, 3, 20))
    else:
        value[key] = _changed(value[key], rng, depth + 1)
    return value


MUTATIONS: tuple[Mutation, ...] = (
    *(_flip, _noise, _cut, _end, _repeat, _splice, _splice, _word, _word, _character, _character),
    *(_number, _number, _lines, _json, _json),
)
