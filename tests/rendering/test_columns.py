"""Columns of clues: nothing lost, nothing too wide, headings kept, columns balanced."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from crosswright.rendering.columns import (
    SPACE,
    Column,
    Paragraph,
    PlacedLines,
    Word,
    balance,
    break_lines,
    fit,
    place,
)


def paragraph(lengths: list[int], label: str = "1", heading: bool = False) -> Paragraph:
    words = tuple(Word("x" * length, "", 0.5 * length) for length in lengths)
    return Paragraph(words, label, heading)


def empty(count: int, height: float = 200.0, pages: int = 1) -> list[Column]:
    return [Column(p, 110.0 * n, 0.0, 100.0, height) for p in range(pages) for n in range(count)]


PARAGRAPHS = st.lists(
    st.builds(paragraph, st.lists(st.integers(1, 12), min_size=1, max_size=20)),
    min_size=1,
    max_size=30,
)


@given(st.lists(st.integers(1, 40), min_size=1, max_size=30), st.floats(2, 30))
def test_lines_keep_to_their_width_and_lose_nothing(lengths: list[int], width: float) -> None:
    words = paragraph(lengths).words
    lines = break_lines(words, width)
    joined = "".join(word.text for line in lines for word in line)
    assert joined == "".join(word.text for word in words)
    for line in lines:
        used = sum(word.width for word in line) + SPACE * (len(line) - 1)
        assert used <= width + 1e-6


@given(PARAGRAPHS, st.floats(6, 14))
def test_all_paragraphs_are_placed_in_order_inside_their_columns(
    paragraphs: list[Paragraph], size: float
) -> None:
    placed = place(paragraphs, empty(40), size, 1.5)
    assert placed is not None
    assert [part.paragraph for part in placed if part.first] == paragraphs
    for part in placed:
        last = part.baseline + (len(part.lines) - 1) * 1.18 * size
        assert part.column.top < part.baseline <= last <= part.column.bottom


def test_too_little_room() -> None:
    paragraphs = [paragraph([3]) for _ in range(100)]
    assert place(paragraphs, empty(1), 10, 1.5) is None
    assert fit(paragraphs, empty(1), (7, 12), 1.5) is None


def test_the_largest_size_that_fits() -> None:
    paragraphs = [paragraph([5, 5, 5]) for _ in range(40)]
    size = fit(paragraphs, empty(4), (5, 12), 1.5)
    assert size is not None and 5 < size < 12
    assert place(paragraphs, empty(4), size, 1.5) is not None
    assert place(paragraphs, empty(4), size + 0.1, 1.5) is None


def test_a_heading_goes_with_the_clue_below_it() -> None:
    paragraphs = [*(paragraph([3]) for _ in range(13)), paragraph([4], "", True), paragraph([3])]
    placed = place(paragraphs, empty(3), 12, 1.5) or []
    heading, clue = placed[-2:]
    assert heading.paragraph.heading
    assert heading.column == clue.column
    assert heading.column.x > 0


def test_a_clue_longer_than_a_column_is_split() -> None:
    placed = place([paragraph([10] * 60)], empty(5), 10, 1.5) or []
    assert len(placed) > 1
    assert [part.first for part in placed] == [True] + [False] * (len(placed) - 1)


def bottoms(placed: list[PlacedLines]) -> list[float]:
    columns = {part.column.x for part in placed}
    return [max(part.baseline for part in placed if part.column.x == x) for x in columns]


def test_columns_are_balanced() -> None:
    paragraphs = [paragraph([3]) for _ in range(17)]
    loose = place(paragraphs, empty(4), 10, 1.5) or []
    even = balance(paragraphs, empty(4), 10, 1.5)
    assert [part.paragraph for part in even] == [part.paragraph for part in loose]
    assert len(bottoms(even)) == 4
    assert max(bottoms(even)) - min(bottoms(even)) <= 2 * (1.18 + 0.2) * 10


def test_only_the_last_page_is_balanced() -> None:
    paragraphs = [paragraph([3]) for _ in range(40)]
    even = balance(paragraphs, empty(2, pages=3), 10, 1.5)
    by_page = [[part for part in even if part.column.page == page] for page in (0, 1)]
    assert len(by_page[0]) == 28
    assert len(by_page[1]) == 12
    assert len(set(bottoms(by_page[1]))) == 1
