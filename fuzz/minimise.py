"""A finding made small: the shortest input that still fails in the same way."""

from __future__ import annotations

import time
from collections.abc import Callable

MAX_SECONDS = 20.0


def minimised(data: bytes, fails: Callable[[bytes], bool], attempts: int = 600) -> bytes:
    """Remove pieces of an input, large ones first, as long as it still fails."""
    end = time.monotonic() + MAX_SECONDS
    size = max(len(data) // 2, 1)
    while size and data:
        start, removed = 0, False
        while start < len(data):
            shorter = data[:start] + data[start + size :]
            attempts -= 1
            if attempts < 0 or time.monotonic() > end:
                return data
            if fails(shorter):
                data, removed = shorter, True
            else:
                start += size
        if not (removed and size == 1):
            size //= 2
    return data
