"""Futures of executors of any kind."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import TypeVar

Result = TypeVar("Result")


def done_within(seconds: float, futures: Iterable[Future[Result]]) -> list[Future[Result]]:
    """Wait until a future is done, at most this long, and return all that are.

    Those that the shutdown of an executor has cancelled are, too; `wait` alone leaves them out.
    """
    waiting = [*futures]
    wait(waiting, seconds, FIRST_COMPLETED)
    return [future for future in waiting if future.done()]
