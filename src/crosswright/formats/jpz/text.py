"""Text inside XML elements: read with its formatting, and written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from crosswright.formats.cleaning import clean_text
from crosswright.formats.format import Loss
from crosswright.puzzles.markup import (
    Markup,
    Span,
    is_formatted,
    is_safe_target,
    plain,
    stripped,
    style_of_tag,
    tag_of_style,
)
from crosswright.support.decoding import without_controls

# -- reading ------------------------------------------------------------------------------------


def text_of(element: ET.Element | None) -> str:
    """Return the text inside an element on one line."""
    return " ".join(plain(markup_of(element)[0]).split()) if element is not None else ""


def markup_of(element: ET.Element) -> tuple[Markup, bool]:
    """Return the formatted text inside an element, and whether all of it was understood."""
    nodes, understood = _nodes(element, ())
    return stripped(_without_spaces_at_breaks(nodes)), understood


def _nodes(element: ET.Element, outside: tuple[str, ...]) -> tuple[list[str | Span], bool]:
    nodes: list[str | Span] = [_spaced(element.text)]
    understood = True
    for child in element:
        if isinstance(child.tag, str):
            inner, known = _child(child, outside)
            nodes += inner
            understood &= known
        nodes.append(_spaced(child.tail))
    return nodes, understood


def _child(child: ET.Element, outside: tuple[str, ...]) -> tuple[list[str | Span], bool]:
    style = style_of_tag(child.tag)
    inner, understood = _nodes(child, (*outside, style or ""))
    if style == "break":
        return ["\n", *inner], understood
    target = (child.get("href") or "").strip()
    if not style or style in outside:
        known = style is not None and not child.attrib.keys() - {"href"}
        return inner, understood and known
    if style == "link" and not is_safe_target(target):
        return inner, False
    return [Span(style, tuple(inner), target if style == "link" else "")], understood


def _spaced(text: str | None) -> str:
    """Return text with its white space, which only lays the XML out, as single spaces."""
    return re.sub(r"\s+", " ", without_controls(text or ""))


def _without_spaces_at_breaks(nodes: list[str | Span]) -> Markup:
    """Return nodes in which no line begins or ends with a space."""
    kept: list[str | Span] = []
    for index, node in enumerate(nodes):
        if isinstance(node, str) and node != "\n":
            if index and nodes[index - 1] == "\n":
                node = node.lstrip(" ")
            if index + 1 < len(nodes) and nodes[index + 1] == "\n":
                node = node.rstrip(" ")
        kept.append(node)
    return tuple(kept)


def lines_of(element: ET.Element | None) -> str:
    """Return the text inside an element with its line breaks."""
    if element is None:
        return ""
    return clean_text("".join(_in_order(element)))


def _in_order(element: ET.Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if isinstance(child.tag, str):
            yield "\n" if child.tag == "br" else ""
            yield from _in_order(child)
        yield child.tail or ""


def line_of(element: ET.Element, name: str) -> str:
    """Return the text of an attribute on one line."""
    return " ".join(clean_text(element.get(name) or "").split())


# -- writing ------------------------------------------------------------------------------------


def xml_text(text: str, what: str, losses: list[Loss]) -> str:
    """Return what XML can have of a text; report a loss when that changes it."""
    kept = allowed(clean_text(text))
    if kept != text:
        losses.append(Loss("control characters and spaces around the text", what))
    return kept


def allowed(text: str) -> str:
    """Return text without the two characters that XML cannot have."""
    return "".join(c for c in text if c not in "\ufffe\uffff")


def set_markup(element: ET.Element, markup: Markup, what: str, losses: list[Loss]) -> None:
    """Write formatted text into an element; report a loss when it is read back differently."""
    element.text, element[:] = None, []
    _add_nodes(element, markup)
    if markup_of(element)[0] != markup:
        losses.append(Loss("repeated spaces and control characters", what))


def _add_nodes(element: ET.Element, markup: Markup) -> None:
    """Write formatted text; beside other elements, text gets one too, as programs expect."""
    formatted = is_formatted(markup)
    for node in markup:
        if isinstance(node, str):
            parent = ET.SubElement(element, "span") if formatted else element
            first, *rest = allowed(without_controls(node)).split("\n")
            parent.text = first
            for line in rest:
                ET.SubElement(parent, "br").tail = line
        else:
            target = {"href": node.target} if node.target else {}
            _add_nodes(ET.SubElement(element, tag_of_style(node.style), target), node.children)
