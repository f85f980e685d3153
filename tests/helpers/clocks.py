"""A clock on which time flies, so that whatever it decides is decided otherwise."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def a_slow_machine() -> Iterator[None]:
    """Let every look at the clock be half a minute after the last one."""
    ticks = itertools.count(time.perf_counter(), 30.0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "perf_counter", lambda: next(ticks))
        yield
