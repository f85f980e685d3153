"""Whole numbers that callers give: a seed, a count, a size."""

from __future__ import annotations

from operator import index

from crosswright.errors import CrosswrightError
from crosswright.support.wording import quote_value


def whole_number(name: str, value: object, lowest: int | None = None) -> int:
    """Return an argument as an int; TypeError if it is not a whole number.

    >>> whole_number("seed", 7)
    7
    >>> whole_number("repairs", -1, lowest=0)
    Traceback (most recent call last):
    crosswright.errors.CrosswrightError: repairs is -1; it must be 0 or more
    """
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} takes a whole number, not {quote_value(value)}") from None
    if lowest is not None and number < lowest:
        raise CrosswrightError(f"{name} is {number}; it must be {lowest} or more")
    return number
