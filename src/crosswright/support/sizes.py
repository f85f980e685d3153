"""The largest things that word lists, engines and files agree on."""

from __future__ import annotations

from crosswright.support.hints import Final

MAX_LENGTH: Final = 64
"""The longest word, and the longest slot that can be filled, in cells."""

MAX_TOKENS: Final = 64
"""The largest alphabet: the letters allowed in a cell are the bits of one machine word."""

MAX_SCORE: Final = 1_000_000
"""The highest score, and its negative the lowest: sums over any puzzle stay far below 2**31."""
