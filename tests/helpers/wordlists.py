"""Random entries for word lists, and what a list must make of them."""

from __future__ import annotations

from hypothesis import strategies as st

WORDS = st.lists(
    st.tuples(st.text(alphabet="ABC", min_size=1, max_size=4), st.integers(-10, 100)), max_size=40
)


def best_of(entries: list[tuple[str, int]]) -> dict[str, int]:
    """Return the highest score of each word."""
    best: dict[str, int] = {}
    for word, score in entries:
        best[word] = max(score, best.get(word, score))
    return best
