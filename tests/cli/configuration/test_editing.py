"""Setting and unsetting keys leaves everything else as it is."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crosswright.cli.configuration.editing import literal, with_key, without_key
from crosswright.cli.configuration.file import Configuration
from crosswright.errors import ConfigError

OLD = """\
# mine
taste = "family"  # for school
words = [
    "a.txt",
]

# the fills
[fill]
time = 3
"""


def configuration(text: str) -> Configuration:
    return Configuration.parse(text, "config.toml")


@pytest.mark.parametrize(
    "path, value, old, new",
    [
        (("taste",), "any", 'taste = "family"  # for school\n', 'taste = "any"\n'),
        (("words",), ["b"], 'words = [\n    "a.txt",\n]\n', 'words = ["b"]\n'),
        (("page",), "a4", "]\n\n", ']\npage = "a4"\n\n'),
        (("fill", "time"), 5, "time = 3\n", "time = 5\n"),
        (("fill", "count"), 2, "time = 3\n", "time = 3\ncount = 2\n"),
    ],
)
def test_one_place_changes(path: tuple[str, ...], value: object, old: str, new: str) -> None:
    assert with_key(configuration(OLD), path, value).text == OLD.replace(old, new)


def test_a_new_table_comes_last() -> None:
    text = with_key(configuration(OLD), ("render", "page"), "letter").text
    assert text == OLD + '\n[render]\npage = "letter"\n'


def test_a_key_at_the_top_stays_above_the_tables() -> None:
    text = with_key(configuration("[fill]\ntime = 3\n"), ("taste",), "any").text
    assert text == 'taste = "any"\n[fill]\ntime = 3\n'


def test_unset() -> None:
    changed = without_key(configuration(OLD), ("words",))
    assert changed is not None
    assert changed.text == OLD.replace('words = [\n    "a.txt",\n]\n', "")
    assert without_key(configuration(OLD), ("page",)) is None
    assert without_key(configuration(OLD), ("fill",)) is None


@pytest.mark.parametrize("text", ["fill = {time = 3}\n", "fill.time = 3\nfill.count = 2\n"])
def test_what_it_cannot_change_safely_is_left_to_people(text: str) -> None:
    """An inline table holds several keys on one line; dotted keys are found one by one."""
    try:
        changed = with_key(configuration(text), ("fill", "time"), 5)
    except ConfigError as error:
        assert "crosswright config edit opens it" in str(error)
    else:
        assert changed.values["fill"]["time"] == 5


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
def test_every_text_comes_back(text: str) -> None:
    new = with_key(configuration(OLD), ("author",), text)
    assert new.values["author"] == text
    assert tomllib.loads(f"a = {literal(text)}") == {"a": text}


@given(
    st.lists(
        st.tuples(
            st.sampled_from([("taste",), ("page",), ("fill", "time"), ("words-match", "limit")]),
            st.one_of(st.none(), st.text('ab"\\\n#[', max_size=4), st.integers(0, 9)),
        ),
        max_size=8,
    )
)
def test_any_sequence_of_changes_is_a_dictionary(
    changes: list[tuple[tuple[str, ...], str | int | None]],
) -> None:
    current, wanted = configuration("# mine\n"), {}
    for path, value in changes:
        if value is None:
            current = without_key(current, path) or current
            wanted.pop(path, None)
        else:
            current = with_key(current, path, value)
            wanted[path] = value
    found = {}
    for path in [path for path, _ in changes]:
        values = current.values
        for part in path[:-1]:
            values = values.get(part, {})
        if path[-1] in values:
            found[path] = values[path[-1]]
    assert found == wanted
    assert current.text.startswith("# mine\n")
