"""Columns of clues: nothing lost, nothing too wide, headings kept, columns balanced."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from crosswright.rendering.columns import Column, Flow, Paragraph, PlacedLines, Setting
from crosswright.rendering.lines import Word

INDENT = 1.5


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


@given(PARAGRAPHS, st.floats(6, 14))
def test_all_paragraphs_are_placed_in_order_inside_their_columns(
    paragraphs: list[Paragraph], size: float
) -> None:
    placed = Flow(paragraphs, INDENT).place(empty(40), Setting(size))
    assert placed is not None
    assert [part.paragraph for part in placed if part.first] == paragraphs
    for part in placed:
        last = part.baseline + (len(part.lines) - 1) * 1.18 * size
        assert part.column.top < part.baseline <= last <= part.column.bottom


def test_too_little_room() -> None:
    flow = Flow([paragraph([3]) for _ in range(100)], INDENT)
    assert flow.place(empty(1), Setting(10)) is None
    assert flow.largest(empty(1), (7, 12)) is None


def test_the_largest_size_that_fits() -> None:
    flow = Flow([paragraph([5, 5, 5]) for _ in range(40)], INDENT)
    size = flow.largest(empty(4), (5, 12))
    assert size is not None and 5 < size < 12
    assert flow.place(empty(4), Setting(size)) is not None
    assert flow.place(empty(4), Setting(size + 0.1)) is None


def test_air_fills_what_is_left() -> None:
    flow = Flow([paragraph([3]) for _ in range(24)], INDENT)
    tight, airy = Setting(10), flow.airiest(empty(2), 10)
    assert 0 < airy.air < 1
    ends = [max(bottoms(flow.place(empty(2), each) or [])) for each in (tight, airy)]
    assert ends[0] < ends[1] <= 200


def test_a_column_for_each_heading() -> None:
    paragraphs = [
        paragraph([4], "", True),
        paragraph([3]),
        paragraph([4], "", True),
        paragraph([3]),
    ]
    placed = Flow(paragraphs, INDENT).place(empty(3), Setting(10), grouped=True) or []
    assert [part.column.x for part in placed] == [0, 0, 110, 110]


def test_a_note_goes_on_in_the_next_column() -> None:
    paragraphs = [*(paragraph([3]) for _ in range(11)), paragraph([10] * 10, "")]
    placed = Flow(paragraphs, INDENT).place(empty(2), Setting(10)) or []
    assert [part.column.x for part in placed[-2:]] == [0, 110]
    assert [part.first for part in placed[-2:]] == [True, False]


def test_a_long_label_pushes_its_first_line_only() -> None:
    words = tuple(Word("x" * 4, "", 2.0) for _ in range(8))
    flow = Flow([Paragraph(words, "14,15dn", label_width=4.0), Paragraph(words, "1")], INDENT)
    long, short = flow.lines(10.0)
    assert len(long[0]) < len(short[0])
    assert len(long[1]) == len(short[0])


def test_a_heading_goes_with_the_clues_below_it() -> None:
    for before in range(10, 14):  # clues in the first column, which has room for 14 lines
        clues = [paragraph([3]) for _ in range(before)]
        paragraphs = [*clues, paragraph([4], "", True), *clues[:3]]
        placed = Flow(paragraphs, INDENT).place(empty(3, 230), Setting(12)) or []
        heading, first, second, _ = placed[before:]
        assert heading.paragraph.heading
        assert heading.column == first.column == second.column
    assert heading.column.x > 0


def test_a_clue_longer_than_a_column_is_split() -> None:
    placed = Flow([paragraph([10] * 60)], INDENT).place(empty(5), Setting(10)) or []
    assert len(placed) > 1
    assert [part.first for part in placed] == [True] + [False] * (len(placed) - 1)


def bottoms(placed: list[PlacedLines]) -> list[float]:
    columns = {part.column.x for part in placed}
    return [max(part.baseline for part in placed if part.column.x == x) for x in columns]


def test_columns_are_balanced() -> None:
    paragraphs = [paragraph([3]) for _ in range(17)]
    flow = Flow(paragraphs, INDENT)
    loose = flow.place(empty(4), Setting(10)) or []
    even = flow.balance(empty(4), Setting(10))
    assert [part.paragraph for part in even] == [part.paragraph for part in loose]
    assert len(bottoms(even)) == 4
    assert max(bottoms(even)) - min(bottoms(even)) <= 2 * (1.18 + 0.2) * 10


def test_only_the_last_page_is_balanced() -> None:
    paragraphs = [paragraph([3]) for _ in range(40)]
    even = Flow(paragraphs, INDENT).balance(empty(2, pages=3), Setting(10))
    by_page = [[part for part in even if part.column.page == page] for page in (0, 1)]
    assert len(by_page[0]) == 28
    assert len(by_page[1]) == 12
    assert len(set(bottoms(by_page[1]))) == 1
