"""Columns of clues: nothing lost, nothing too wide, headings kept, columns balanced."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from crosswright.rendering.flow import (
    SPACE,
    Frame,
    Item,
    Placed,
    Word,
    balance,
    break_lines,
    fit,
    place,
)


def item(lengths: list[int], label: str = "1", heading: bool = False) -> Item:
    words = tuple(Word("x" * length, "", 0.5 * length) for length in lengths)
    return Item(words, label, heading)


def frames(count: int, height: float = 200.0, pages: int = 1) -> list[Frame]:
    return [Frame(p, 110.0 * n, 0.0, 100.0, height) for p in range(pages) for n in range(count)]


ITEMS = st.lists(
    st.builds(item, st.lists(st.integers(1, 12), min_size=1, max_size=20)), min_size=1, max_size=30
)


@given(st.lists(st.integers(1, 40), min_size=1, max_size=30), st.floats(2, 30))
def test_lines_keep_to_their_width_and_lose_nothing(lengths: list[int], width: float) -> None:
    words = item(lengths).words
    lines = break_lines(words, width)
    joined = "".join(word.text for line in lines for word in line)
    assert joined == "".join(word.text for word in words)
    for line in lines:
        used = sum(word.width for word in line) + SPACE * (len(line) - 1)
        assert used <= width + 1e-6


@given(ITEMS, st.floats(6, 14))
def test_all_items_are_placed_in_order_inside_their_columns(items: list[Item], size: float) -> None:
    placed = place(items, frames(40), size, 1.5)
    assert placed is not None
    assert [part.item for part in placed if part.first] == items
    for part in placed:
        last = part.baseline + (len(part.lines) - 1) * 1.18 * size
        assert part.frame.top < part.baseline <= last <= part.frame.bottom


def test_too_little_room() -> None:
    items = [item([3]) for _ in range(100)]
    assert place(items, frames(1), 10, 1.5) is None
    assert fit(items, frames(1), (7, 12), 1.5) is None


def test_the_largest_size_that_fits() -> None:
    items = [item([5, 5, 5]) for _ in range(40)]
    size = fit(items, frames(4), (5, 12), 1.5)
    assert size is not None and 5 < size < 12
    assert place(items, frames(4), size, 1.5) is not None
    assert place(items, frames(4), size + 0.1, 1.5) is None


def test_a_heading_goes_with_the_clue_below_it() -> None:
    items = [*(item([3]) for _ in range(13)), item([4], "", True), item([3])]
    placed = place(items, frames(3), 12, 1.5) or []
    heading, clue = placed[-2:]
    assert heading.item.heading
    assert heading.frame == clue.frame
    assert heading.frame.x > 0


def test_a_clue_longer_than_a_column_is_split() -> None:
    placed = place([item([10] * 60)], frames(5), 10, 1.5) or []
    assert len(placed) > 1
    assert [part.first for part in placed] == [True] + [False] * (len(placed) - 1)


def bottoms(placed: list[Placed]) -> list[float]:
    columns = {part.frame.x for part in placed}
    return [max(part.baseline for part in placed if part.frame.x == x) for x in columns]


def test_columns_are_balanced() -> None:
    items = [item([3]) for _ in range(17)]
    loose = place(items, frames(4), 10, 1.5) or []
    even = balance(items, frames(4), 10, 1.5)
    assert [part.item for part in even] == [part.item for part in loose]
    assert len(bottoms(even)) == 4
    assert max(bottoms(even)) - min(bottoms(even)) <= 2 * (1.18 + 0.2) * 10


def test_only_the_last_page_is_balanced() -> None:
    items = [item([3]) for _ in range(40)]
    even = balance(items, frames(2, pages=3), 10, 1.5)
    by_page = [[part for part in even if part.frame.page == page] for page in (0, 1)]
    assert len(by_page[0]) == 28
    assert len(by_page[1]) == 12
    assert len(set(bottoms(by_page[1]))) == 1
