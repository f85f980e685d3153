"""The markup of clues in xd."""

import pytest
from helpers.puzzles import MARKUP
from hypothesis import given, settings

from crosswright.formats.xd.xdown import from_xdown, to_xdown
from crosswright.puzzles.markup import Markup, Span, plain


@settings(max_examples=200)
@given(MARKUP)
def test_formatted_text_comes_back(markup: Markup) -> None:
    assert from_xdown(to_xdown(markup)) == (markup, True)


@pytest.mark.parametrize(
    "text, markup",
    {
        "{/a/} {*b*} {_c_} {-d-} {~e~} {^f^}": (
            *(Span("italic", "a"), " ", Span("bold", "b"), " ", Span("underline", "c"), " "),
            *(Span("strike", "d"), " ", Span("sub", "e"), " ", Span("sup", "f")),
        ),
        "{/a {*b {/c/}*}/}": (Span("italic", ("a ", Span("bold", "b c"))),),
        "{/never closed": ("{/never closed",),
        "{/a {*b/}*}": (Span("italic", "a {*b"), "*}"),
        "{@a|https://a.org@}": (Span("link", "a", "https://a.org"),),
        "{@{*a*} | href: 'https://a.org'@}": (Span("link", (Span("bold", "a"),), "https://a.org"),),
        "{@open | and no more": ("{@open | and no more",),
        "one\\two {\\\\} three": ("one\ntwo \n three",),
        "{\\{/\\}a/} {\\~\\}": ("{/a/} ~",),
        "{\\never closed": ("{\nnever closed",),
        "{x}": ("{x}",),
        "{//}": (),
    }.items(),
)
def test_what_is_read(text: str, markup: Markup) -> None:
    assert from_xdown(text) == (markup, True)


@pytest.mark.parametrize(
    "text, shown",
    {
        "{=Small=}": "Small",
        "{!A cat | src: https://a.org/cat.png!}": "A cat",
        "{!| src: https://a.org/cat.png!}": "[image]",
        "{#red|#f00|#800#}": "red",
        "{@a|javascript:alert(1)@}": "a",
        "{@a@}": "a",
    }.items(),
)
def test_what_is_more_than_text_is_said_to_be(text: str, shown: str) -> None:
    markup, understood = from_xdown(text)
    assert plain(markup) == shown
    assert not understood


@pytest.mark.parametrize("part", ["{/", "{/{*", "/}", "{\\", "{@a|", "{/a*}"])
def test_endless_markup_ends(part: str) -> None:
    markup, _ = from_xdown(part * 20_000)
    assert plain(markup)
