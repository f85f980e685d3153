"""The lines of the keys in a TOML file."""

from __future__ import annotations

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from crosswright.cli.configuration.statements import MAX_LINES, line_of, statements

TEXT = '''\
# words = "in a comment"
taste = "family"
words = [
    "a = 1",  # [fill]
    "b",
]

[fill]
time = 3
title = """
taste = "of nothing"
"""
[words.match]
limit = 5
info.own = true
'''


def test_every_key_has_its_line() -> None:
    lines = {
        ("taste",): 2,
        ("words",): 3,
        ("fill",): 8,
        ("fill", "time"): 9,
        ("fill", "title"): 10,
        ("words", "match", "limit"): 14,
        ("words", "match", "info", "own"): 15,
        ("words", "match"): 13,
        ("nothing",): None,
    }
    text = TEXT.replace("words = [", "lists = [")
    assert {path: line_of(text, path) for path in lines} == lines | {("words",): 13}
    assert line_of(text, ("lists",)) == 3
    assert [each.end - each.first for each in statements(text)] == [1, 4, 1, 1, 3, 1, 1, 1]


def test_a_value_that_never_ends_costs_little() -> None:
    text = "a = 1\nb = [\n" + "1,\n" * 10 * MAX_LINES + "]\nc = 2\n"
    assert line_of(text, ("a",)) == 1
    assert line_of(text, ("c",)) is None


names = st.text("abc-_", min_size=1, max_size=4)
values = st.one_of(
    st.integers(-5, 5).map(str),
    st.booleans().map(lambda value: str(value).lower()),
    st.sampled_from(['"x"', '"""\n[a]\n"""', "[1,\n 2]", "'''\n\n'''", "[]"]),
)


@given(st.dictionaries(names, values, max_size=5), st.dictionaries(names, values, max_size=5))
def test_the_statements_are_the_whole_file(top: dict[str, str], table: dict[str, str]) -> None:
    text = "".join(f"{key} = {value}\n" for key, value in top.items())
    text += "[T]\n" + "".join(f"{key} = {value}\n" for key, value in table.items())
    tomllib.loads(text)
    lines = text.split("\n")
    for key in top:
        assert lines[(line_of(text, (key,)) or 0) - 1].startswith(f"{key} = ")
    for key in table:
        assert lines[(line_of(text, ("T", key)) or 0) - 1].startswith(f"{key} = ")
