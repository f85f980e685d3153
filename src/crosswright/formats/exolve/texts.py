"""Text from HTML as a browser shows it, and HTML that is read back as the text it was."""

from __future__ import annotations

import html
import re
from typing import Final

from crosswright.puzzles.markup import Markup, from_html, plain, to_html

_COMMENT_SIGN: Final = re.compile(r"#(?= |$)")
_MARKER: Final = re.compile(r"(^|<br/?>)exolve-")
_SPACE: Final = re.compile(r"(?<= ) |(?<=<br>) |(?<=<br/>) | (?=<br/?>)")
_BREAKING_TAG: Final = re.compile(r"<(?:br|p|div|li|ul|ol|hr|tr|h[1-6])\b[^<>]*>", re.I)
_LINE_BREAK: Final = re.compile(r"</?(?:br|p)\s*/?>", re.I)
_ANY_TAG: Final = re.compile(r"</?[a-zA-Z][^<>]*>")
_STYLED: Final = re.compile(r"</?(?:i|em|cite|b|strong|u|s|strike|del|sub|sup|a|br)\b", re.I)


def shown_text(html: str) -> str:
    """Return the text of HTML as a browser shows it: white space counts only as <br> does."""
    lines = re.sub(" ?<br> ?", "<br>", _BREAKING_TAG.sub("<br>", " ".join(html.split())))
    return plain(from_html(without_other_tags(lines)))


def has_tags(html: str) -> bool:
    """Return whether HTML has more than text in lines."""
    return bool(_ANY_TAG.search(_LINE_BREAK.sub("", html)))


def without_other_tags(html: str) -> str:
    """Return HTML with only those tags that a clue can keep."""
    return _ANY_TAG.sub(lambda tag: tag[0] if _STYLED.match(tag[0]) else "", html)


def write_text(text: str) -> str:
    """Return plain text as HTML on one line."""
    return _protected(html.escape(text, quote=False).replace("\n", "<br>"))


def write_markup(markup: Markup) -> str:
    """Return formatted text as HTML on one line."""
    return _protected(to_html(markup))


def _protected(text: str) -> str:
    """Return HTML with entities for what would be a comment, a section or one space of many."""
    text = _COMMENT_SIGN.sub("&#35;", text.replace("\t", "&#9;"))
    return _SPACE.sub("&#32;", _MARKER.sub(r"\1&#101;xolve-", text))
