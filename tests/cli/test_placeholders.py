"""{n} and {date} in titles and in the names of files."""

from __future__ import annotations

import click
import pytest

from crosswright.cli.placeholders import check_placeholders, fill_in, has_number


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("plain", "plain"),
        ("{n}", "7"),
        ("No. {n:3}/{n:03}", "No. 007/007"),
        ("{date} {{n}} }}", "May Day {n} }"),
    ],
)
def test_values_are_filled_in(text: str, result: str) -> None:
    check_placeholders(text)
    assert fill_in(text, 7, "May Day") == result


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "{x}",
            "unknown placeholder {x}; choose from {n} and {date}, or write {{ for a brace",
        ),
        ("{}", "unknown placeholder {}; choose"),
        ("{n!r}", "unknown placeholder {n!r}"),
        ("{n.real}", "unknown placeholder {n.real}"),
        ("{n", "a brace without its other half; write {{ or }} for a brace"),
        ("n}", "a brace without its other half"),
        ("{n:x}", "{n:x} is not possible; only {n} takes a number of digits, as in {n:03}"),
        ("{n:{n}}", "{n:{n}} is not possible"),
        ("{date:9}", "{date:9} is not possible"),
    ],
)
def test_others_are_refused(text: str, message: str) -> None:
    with pytest.raises(click.UsageError) as caught:
        check_placeholders(text)
    assert message in caught.value.message


def test_which_texts_have_a_number() -> None:
    assert has_number("a {n:02}") and not has_number("a {{n}} {date}")
