"""Lines of words: nothing lost, nothing too wide, glued parts together."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from crosswright.rendering.lines import Word, break_lines, even_lines, line_width


def words(lengths: list[int]) -> list[Word]:
    return [Word("x" * length, "", 0.5 * length) for length in lengths]


@given(st.lists(st.integers(1, 40), min_size=1, max_size=30), st.floats(2, 30))
def test_lines_keep_to_their_width_and_lose_nothing(lengths: list[int], width: float) -> None:
    lines = break_lines(words(lengths), width)
    joined = "".join(word.text for line in lines for word in line)
    assert joined == "x" * sum(lengths)
    for line in lines:
        assert line_width(line) <= width + 1e-6


def test_glued_parts_stay_on_one_line() -> None:
    parts = [*words([8]), *words([3]), Word("2", "_", 0.5, glued=True), *words([2])]
    assert [[word.text for word in line] for line in break_lines(parts, 4.5)] == [
        ["xxxxxxxx"],
        ["xxx", "2", "xx"],
    ]


def test_the_first_line_may_be_shorter() -> None:
    lengths = [4, 4, 4]
    assert len(break_lines(words(lengths), 7)) == 1
    first, second = break_lines(words(lengths), 7, inset=2)
    assert (len(first), len(second)) == (2, 1)


@given(st.lists(st.integers(1, 12), min_size=1, max_size=40), st.floats(8, 30))
def test_even_lines_are_as_few_as_possible(lengths: list[int], width: float) -> None:
    even, greedy = even_lines(words(lengths), width), break_lines(words(lengths), width)
    assert len(even) == len(greedy)
    assert max(map(line_width, even)) <= max(map(line_width, greedy)) + 1e-6


def test_no_word_is_left_alone_on_the_last_line() -> None:
    assert [len(line) for line in even_lines(words([4] * 10), 21)] == [5, 5]
