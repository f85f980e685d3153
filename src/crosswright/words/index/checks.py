"""What the word index takes: both twins check it here, so that they refuse the same.

Whoever calls may keep a buffer and write to it while it is read, which happens without the GIL. So
a buffer is copied, unless it is a view of `bytes`, which nobody can write to: what is checked is
what is read.
"""

from __future__ import annotations

from operator import index

from crosswright.support.sizes import MAX_LENGTH, MAX_TOKENS

MAX_KEY = 1 << 24
"""What words share is numbered up to here."""

MIN_SCORE, MAX_SCORE = -(1 << 31), (1 << 31) - 1


def fixed_codes(buffer: object, name: str = "codes") -> memoryview:
    """View the bytes of a buffer, in memory that nobody writes to."""
    view = memoryview(buffer)  # type: ignore[arg-type]
    if view.format != "B" or view.ndim != 1:
        raise TypeError(f"{name} must be bytes, not items of format {view.format!r}")
    is_fixed = type(view.obj) is bytes and view.c_contiguous
    return view if is_fixed else memoryview(view.tobytes())


def fixed_scores(buffer: object, name: str = "scores") -> memoryview:
    """View the scores in a buffer, in memory that nobody writes to."""
    view = memoryview(buffer)  # type: ignore[arg-type]
    if view.format != "i" or view.ndim != 1:
        raise TypeError(f"{name} must be 32-bit integers, not items of format {view.format!r}")
    is_fixed = type(view.obj) is bytes and view.c_contiguous
    return view if is_fixed else memoryview(view.tobytes()).cast("i")


def checked_length(length: int) -> int:
    """Return the length of words, if words can be as long."""
    number = index(length)
    if not 1 <= number <= MAX_LENGTH:
        raise ValueError(f"a length of {number} is not within 1 to {MAX_LENGTH}")
    return number


def checked_tokens(tokens: int) -> int:
    """Return the size of an alphabet, if there can be one."""
    number = index(tokens)
    if not 1 <= number <= MAX_TOKENS:
        raise ValueError(f"an alphabet of {number} tokens is not within 1 to {MAX_TOKENS}")
    return number


def checked_score(score: int) -> int:
    """Return a score, if it fits where scores are kept."""
    number = index(score)
    if not MIN_SCORE <= number <= MAX_SCORE:
        raise ValueError(f"a score of {number} does not fit in 32 bits")
    return number


def nearest_floor(floor: int) -> int:
    """Return a floor that lets the same scores pass and is hardly beyond them all."""
    return min(max(index(floor), MIN_SCORE), MAX_SCORE + 1)


def no_such_row(table: int, row: int) -> ValueError:
    """Return the error for a word that its table does not have."""
    return ValueError(f"there is no row {row} in table {table}")


def no_such_key(key: int) -> ValueError:
    """Return the error for a key that is not one."""
    return ValueError(f"a key of {key} is not within 0 to {MAX_KEY}")
