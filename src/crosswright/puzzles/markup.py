"""Formatted text as a small safe tree, and its form in HTML.

>>> markup = from_html("The <i>Iliad</i> &amp; <blink>more</blink>")
>>> markup
('The ', Span('italic', ('Iliad',)), ' & <blink>more</blink>')
>>> plain(markup)
'The Iliad & <blink>more</blink>'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final, NoReturn, TypeAlias

from crosswright.errors import PuzzleError
from crosswright.support.decoding import without_controls
from crosswright.support.wording import quote

TAGS: Final = {
    "italic": "i",
    "bold": "b",
    "underline": "u",
    "strike": "s",
    "sub": "sub",
    "sup": "sup",
    "link": "a",
}
"""The tag of each style in HTML."""

STYLES: Final = tuple(TAGS)
"""What a span can be. None contains a span of its own style, so nesting has an end."""

_STYLES_OF_TAGS: Final = {
    **{tag: style for style, tag in TAGS.items()},
    **dict.fromkeys(("em", "cite"), "italic"),
    "strong": "bold",
    **dict.fromkeys(("strike", "del"), "strike"),
}
_BREAKS: Final = ("br", "p", "div")
_IGNORED: Final = ("span", "font", "small", "big", "center")


@cache
def _pattern(source: str) -> re.Pattern[str]:
    """Compile a pattern when it is first needed: few fills ever see formatted text."""
    return re.compile(source, re.I)


_TAG: Final = rf"<(/?)({'|'.join((*_STYLES_OF_TAGS, *_BREAKS, *_IGNORED))})(\s[^<>]*)?/?>"
_LOOKS_LIKE_TAG: Final = r"<[a-z/!?]"  # to a browser, whether it is a known tag or not
_ENTITY: Final = r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});"
_HREF: Final = r"""\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))"""
_SAFE_TARGET: Final = r"(?:https?://|mailto:)[^\s<>\"'\x00-\x20\x7f]+"


class Span:
    """A part of a text in one of the `STYLES`; a link has a target."""

    __slots__ = ("children", "style", "target")

    style: str
    children: Markup
    target: str

    def __init__(self, style: str, children: Markup | str, target: str = "") -> None:
        if style not in STYLES:
            raise PuzzleError(f"unknown style {quote(style)}; choose from {', '.join(STYLES)}")
        if style == "link" and not is_safe_target(target):
            raise PuzzleError(f"a link must lead to http, https or mailto, not {quote(target)}")
        if style != "link" and target:
            raise PuzzleError(f"only links have targets, not {style} text")
        nodes = (children,) if isinstance(children, str) else tuple(children)
        for name, value in (("style", style), ("children", nodes), ("target", target)):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a Span never changes")

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Span) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Any, ...]:
        return self.style, self.children, self.target

    def __reduce__(self) -> tuple[object, ...]:
        return Span, self._key()

    def __repr__(self) -> str:
        target = f", {self.target!r}" if self.target else ""
        return f"Span({self.style!r}, {self.children!r}{target})"


Markup: TypeAlias = tuple[str | Span, ...]
"""Formatted text: strings and spans in order."""


def plain(markup: Markup) -> str:
    """Return the text alone."""
    return "".join(node if isinstance(node, str) else plain(node.children) for node in markup)


def is_formatted(markup: Markup) -> bool:
    """Return whether any part of the text has a style."""
    return any(isinstance(node, Span) for node in markup)


def is_safe_target(target: str) -> bool:
    """Return whether a link may lead here: a web page or an e-mail address."""
    return bool(_pattern(_SAFE_TARGET).fullmatch(target))


def tidy(markup: Iterable[str | Span]) -> Markup:
    """Return the normal form: neighbouring strings joined, nothing empty, no style in itself."""
    return tuple(_tidy(markup, ()))


def _tidy(nodes: Iterable[str | Span], outside: tuple[str, ...]) -> Iterator[str | Span]:
    text = ""
    for node in _unnested(nodes, outside):
        if isinstance(node, str):
            text += node
            continue
        children = tuple(_tidy(node.children, (*outside, node.style)))
        if children:
            if text:
                yield text
            text = ""
            yield Span(node.style, children, node.target)
    if text:
        yield text


def _unnested(nodes: Iterable[str | Span], outside: tuple[str, ...]) -> Iterator[str | Span]:
    for node in nodes:
        if isinstance(node, Span) and node.style in outside:
            yield from _unnested(node.children, outside)
        else:
            yield node


def stripped(markup: Markup) -> Markup:
    """Return formatted text without white space at its ends, in normal form."""
    return tidy(_strip_end(_strip_start(markup)))


def _strip_start(markup: Markup) -> Markup:
    for index, node in enumerate(markup):
        rest: str | Markup = node.lstrip() if isinstance(node, str) else _strip_start(node.children)
        if rest:
            return _with_content(node, rest), *markup[index + 1 :]
    return ()


def _strip_end(markup: Markup) -> Markup:
    for index, node in reversed([*enumerate(markup)]):
        rest: str | Markup = node.rstrip() if isinstance(node, str) else _strip_end(node.children)
        if rest:
            return *markup[:index], _with_content(node, rest)
    return ()


def _with_content(node: str | Span, content: str | Markup) -> str | Span:
    if isinstance(content, str) or isinstance(node, str):
        return str(content)
    return Span(node.style, content, node.target)


# -- HTML ---------------------------------------------------------------------------------------


def style_of_tag(tag: str) -> str | None:
    """Return the style that a tag stands for; "break", "" for one that changes nothing, or None."""
    name = tag.lower()
    if name in _BREAKS:
        return "break"
    return _STYLES_OF_TAGS.get(name, "" if name in _IGNORED else None)


def tag_of_style(style: str) -> str:
    """Return the tag of a style."""
    return TAGS[style]


def from_html(text: str) -> Markup:
    """Read formatted text from simple HTML; what is not a known tag is text like any other."""
    if "<" not in text and "&" not in text:
        return stripped((without_controls(text),))
    tree = _Tree()
    at = 0
    for match in _pattern(_TAG).finditer(text):
        tree.add(_decoded(text[at : match.start()]))
        at = match.end()
        closing, tag, attributes = bool(match[1]), match[2].lower(), match[3] or ""
        if tag in _BREAKS:
            tree.add("" if closing else "\n")
        elif tag in _STYLES_OF_TAGS and closing:
            tree.close(_STYLES_OF_TAGS[tag])
        elif tag in _STYLES_OF_TAGS:
            tree.open(_STYLES_OF_TAGS[tag], _target(attributes))
    tree.add(_decoded(text[at:]))
    return stripped(tree.markup())


def leaves_out(text: str) -> bool:
    """Return whether reading HTML leaves something out: attributes, or links that are not safe.

    >>> leaves_out('<i>safe</i>'), leaves_out('<font color="red">not black</font>')
    (False, True)
    """
    return any(
        not is_safe_target(_target(match[3] or ""))
        if match[2].lower() == TAGS["link"]
        else bool((match[3] or "").strip(" /"))
        for match in _pattern(_TAG).finditer(text)
        if not match[1]
    )


def _decoded(text: str) -> str:
    if "&" in text:
        import html

        text = _pattern(_ENTITY).sub(lambda match: html.unescape(match[0]), text)
    return without_controls(text)


def _target(attributes: str) -> str:
    match = _pattern(_HREF).search(attributes)
    return _decoded(match[1] or match[2] or match[3] or "").strip() if match else ""


class _Tree:
    """Spans under construction: the open ones, each with its style, target and children."""

    def __init__(self) -> None:
        self._open: list[tuple[str, str, list[str | Span]]] = [("", "", [])]
        self._counts = dict.fromkeys(STYLES, 0)

    def add(self, text: str) -> None:
        if text:
            self._open[-1][2].append(text)

    def open(self, style: str, target: str) -> None:
        same = self._counts[style] > 0 or (style == "link" and not is_safe_target(target))
        self._counts[style] += 1
        # A span that changes nothing shares the children of the one around it.
        self._open.append((style, target, self._open[-1][2] if same else []))

    def close(self, style: str) -> None:
        while self._counts[style] and self._pop() != style:
            pass

    def _pop(self) -> str:
        style, target, children = self._open.pop()
        self._counts[style] -= 1
        around = self._open[-1][2]
        if children is not around and children:
            around.append(Span(style, tuple(children), target if style == "link" else ""))
        return style

    def markup(self) -> Markup:
        while len(self._open) > 1:
            self._pop()
        return tuple(self._open[0][2])


def to_html(markup: Markup) -> str:
    """Write formatted text as HTML, escaped only where reading it back would change it."""
    return "".join(_escaped(node) if isinstance(node, str) else _html(node) for node in markup)


def _html(span: Span) -> str:
    tag = TAGS[span.style]
    target = f' href="{span.target.replace("&", "&amp;")}"' if span.target else ""
    return f"<{tag}{target}>{to_html(span.children)}</{tag}>"


def _escaped(text: str) -> str:
    if _pattern(_LOOKS_LIKE_TAG).search(text) or _pattern(_ENTITY).search(text):
        import html

        text = html.escape(text, quote=False)
    return text.replace("\n", "<br/>")
