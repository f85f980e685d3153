"""Work done in steps, taken to its end."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

Result = TypeVar("Result")


def result_of(steps: Generator[None, None, Result]) -> Result:
    """Take steps to their end and return what comes of them."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
