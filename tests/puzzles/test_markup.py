"""Formatted text: a small safe tree, read from HTML and written back."""

import pickle

import pytest
from helpers.puzzles import MARKUP, NASTY_TEXT
from hypothesis import given
from hypothesis import strategies as st

from crosswright.errors import PuzzleError
from crosswright.puzzles.markup import (
    STYLES,
    Markup,
    Span,
    from_html,
    is_formatted,
    plain,
    stripped,
    tidy,
    to_html,
)


@pytest.mark.parametrize(
    ("html", "markup"),
    [
        ("", ()),
        ("plain", ("plain",)),
        ("<i>Emma</i>", (Span("italic", "Emma"),)),
        ("<EM>a</EM><strong>b</strong>", (Span("italic", "a"), Span("bold", "b"))),
        ("H<sub>2</sub>O, x<sup>2</sup>", ("H", Span("sub", "2"), "O, x", Span("sup", "2"))),
        ("<b>a <i>b</i></b>", (Span("bold", ("a ", Span("italic", "b"))),)),
        ("<del>a</del><u>b</u>", (Span("strike", "a"), Span("underline", "b"))),
        ("one<br>two<br/>three", ("one\ntwo\nthree",)),
        ("<span class='x'>a</span> <font color=red>b</font>", ("a b",)),
        ("R&amp;B &lt;i&gt; &hearts;", ("R&B <i> ♥",)),
        ("R&B, AT&T; 1 < 2 > 0 <3 <heart>", ("R&B, AT&T; 1 < 2 > 0 <3 <heart>",)),
        ("<script>alert(1)</script>", ("<script>alert(1)</script>",)),
        (
            "<a href='https://example.org/?a=1&amp;b=2'>here</a>",
            (Span("link", "here", "https://example.org/?a=1&b=2"),),
        ),
        ("<a href=mailto:me@example.org>me</a>", (Span("link", "me", "mailto:me@example.org"),)),
        ("<a href='javascript:alert(1)'>here</a>", ("here",)),
        ("<a href='java\tscript:x'>here</a>", ("here",)),
        ("<a>here</a>", ("here",)),
        # What is not closed, closed twice, nested in itself, or closed in the wrong order.
        ("<i>a", (Span("italic", "a"),)),
        ("a</i>b", ("ab",)),
        ("<i>a<i>b</i>c</i>d", (Span("italic", "abc"), "d")),
        ("<b>a<i>b</b>c</i>", (Span("bold", ("a", Span("italic", "b"))), "c")),
        ("<i></i>", ()),
        (" <i> a </i> ", (Span("italic", "a"),)),
        ("\x07a\ud800b\r\nc", ("ab\nc",)),
    ],
)
def test_from_html(html: str, markup: Markup) -> None:
    assert from_html(html) == markup


@given(MARKUP)
def test_html_gives_back_every_text(markup: Markup) -> None:
    assert from_html(to_html(markup)) == stripped(markup)


@given(NASTY_TEXT)
def test_plain_text_survives_html(text: str) -> None:
    assert plain(from_html(to_html((text,)))) == plain(stripped((text,)))


@given(st.text("<>/ibasup &;#ampltx \n=\"'hrefhttp:", max_size=60))
def test_any_html_becomes_a_tree_in_normal_form(html: str) -> None:
    markup = from_html(html)
    assert tidy(markup) == markup
    assert from_html(to_html(markup)) == markup


def test_text_is_escaped_only_where_it_must_be() -> None:
    assert to_html(("R&B <3",)) == "R&B <3"
    assert to_html(("<i> & &amp;",)) == "&lt;i&gt; &amp; &amp;amp;"
    assert to_html((Span("link", "x", "https://example.org/?a&b"),)) == (
        '<a href="https://example.org/?a&amp;b">x</a>'
    )


def test_normal_form() -> None:
    nested = Span("italic", ("a", Span("italic", ("b", Span("bold", ("",)))), ""))
    assert tidy(("x", "", nested, Span("bold", ()), "y")) == ("x", Span("italic", ("ab",)), "y")
    assert is_formatted((nested,))
    assert not is_formatted(("text",))


def test_long_input_takes_no_more_than_its_share() -> None:
    for html in ("<i>" * 50_000 + "</b>" * 50_000, "<i> </i><b> </b>" * 50_000, "<a " * 100_000):
        assert plain(from_html(html)) in ("", ("<a " * 100_000).strip())


def test_spans_never_change_and_travel() -> None:
    span = Span("link", ("x",), "https://example.org")
    assert pickle.loads(pickle.dumps(span)) == span
    assert len({span, Span("link", "x", "https://example.org"), Span("bold", "x")}) == 2
    assert eval(repr(span), {"Span": Span}) == span
    with pytest.raises(AttributeError, match="never changes"):
        span.style = "bold"


def test_what_is_not_safe_is_refused() -> None:
    with pytest.raises(PuzzleError, match=f"unknown style 'blink'; choose from {STYLES[0]}"):
        Span("blink", "x")
    with pytest.raises(PuzzleError, match=r"http, https or mailto, not 'javascript:alert\(1\)'"):
        Span("link", "x", "javascript:alert(1)")
    with pytest.raises(PuzzleError, match="only links have targets, not bold text"):
        Span("bold", "x", "https://example.org")
