"""A clock that goes by the looks at it: time may fly, and does not depend on the machine."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def a_slow_machine(seconds: float = 30.0) -> Iterator[None]:
    """Let every look at the clock be this long after the last one, on any machine."""
    ticks = itertools.count(time.perf_counter(), seconds)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "perf_counter", lambda: next(ticks))
        yield
