"""The markup of clues in xd: {/italic/}, {*bold*}, {_underlined_} and so on, which may nest.

>>> from_xdown("{/The {*Iliad*}/} by whom?")[0]
(Span('italic', ('The ', Span('bold', ('Iliad',)))), ' by whom?')
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from crosswright.puzzles.markup import Markup, Span, is_safe_target, stripped, tidy
from crosswright.support.decoding import without_controls

_STYLES: Final = {
    "/": "italic",
    "*": "bold",
    "_": "underline",
    "-": "strike",
    "~": "sub",
    "^": "sup",
    "@": "link",
}
_MARKS: Final = {style: mark for mark, style in _STYLES.items()}
_LITERAL: Final = "{\\", "\\}"  # nothing between these is markup
_TOKEN: Final = re.compile(r"\{[/*_\-~^@=!#\\]|[/*_\-~^@=!#]\}|[|\\]")
_DEEPEST: Final = 20  # more spans are open at once in no clue; what would open another is text
_HREF: Final = re.compile(r"\s*href\s*:\s*(?:'([^']*)'|\"([^\"]*)\"|([^;\s]*))")
_OPENING: Final = re.compile(r"\{(?=[/*_\-~^@=!#\\]|$)|\\")
_CLOSING: Final = re.compile(r"[/*_\-~^@=!#](?=\})|\|")


@dataclass
class _Frame:
    """A span that is still open: its mark, its children, and where its attributes begin."""

    mark: str = ""
    children: list[str | Span] = field(default_factory=list)
    attributes: int = -1


class _Reading:
    """Markup while it is read, in one pass; a span that is never closed turns out to be text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.frames = [_Frame()]
        self.understood = True

    def markup(self) -> Markup:
        at = 0
        literals = True  # whether one may still begin
        while token := _TOKEN.search(self.text, at):
            self._add(self.text[at : token.start()])
            at = token.end()
            if token[0] == _LITERAL[0] and literals:
                end = self.text.find(_LITERAL[1], at)
                literals = end >= 0
                if literals:
                    self._add(self.text[at:end] or "\n")
                    at = end + 2
                    continue
            self._take(token[0], token.start(), at)
        self._add(self.text[at:])
        while len(self.frames) > 1:
            self._give_up(len(self.text))
        return tuple(self.frames[0].children)

    def _add(self, text: str) -> None:
        if text and self.frames[-1].attributes < 0:
            self.frames[-1].children.append(text)

    def _take(self, token: str, start: int, end: int) -> None:
        top = self.frames[-1]
        if token == "\\" or token == _LITERAL[0]:
            self._add(token.replace("\\", "\n"))
        elif token == "|":
            if top.mark and top.mark in "@!#" and top.attributes < 0:
                top.attributes = end
                last = top.children[-1] if top.children else None
                if isinstance(last, str):  # the space before the bar sets it off from the text
                    top.children[-1:] = filter(None, [last.removesuffix(" ")])
            else:
                self._add(token)
        elif token[0] == "{" and len(self.frames) <= _DEEPEST:
            self.frames.append(_Frame(token[1]))
        elif any(frame.mark == token[0] for frame in self.frames):
            while self.frames[-1].mark != token[0]:
                self._give_up(start)
            self._close(start)
        else:
            self._add(token)

    def _close(self, end: int) -> None:
        frame = self.frames.pop()
        style = _STYLES.get(frame.mark)
        target = _target(self.text[frame.attributes : end]) if frame.attributes >= 0 else ""
        children = frame.children
        # Of small capitals, pictures and colours, the text is all that is read.
        if style is None or (style == "link" and not is_safe_target(target)):
            self.understood = False
            children = children or (["[image]"] if frame.mark == "!" else [])
        elif any(outside.mark == frame.mark for outside in self.frames):
            pass  # a style within itself changes nothing
        elif children:
            children = [Span(style, tidy(children), target if style == "link" else "")]
        self.frames[-1].children += children

    def _give_up(self, end: int) -> None:
        """Turn the innermost open span into text."""
        frame = self.frames.pop()
        self._add(f"{{{frame.mark}")
        self.frames[-1].children += frame.children
        if frame.attributes >= 0:
            bar = frame.attributes - 1
            self._add(self.text[bar - (self.text[bar - 1] == " ") : end])


def _target(attributes: str) -> str:
    """Return where a link leads: {@text | href: target@}, or {@text|target@}."""
    match = _HREF.match(attributes)
    return (match[1] or match[2] or match[3] or "") if match else attributes.strip()


def from_xdown(text: str) -> tuple[Markup, bool]:
    """Return a formatted text, and whether all of its markup was understood."""
    if "{" not in text and "\\" not in text:
        return stripped((without_controls(text),)), True
    reading = _Reading(without_controls(text))
    markup = stripped(reading.markup())
    return markup, reading.understood


def to_xdown(markup: Markup, inside: bool = False) -> str:
    """Write a formatted text, with literals for what would be read as markup."""
    parts = []
    for node in markup:
        if isinstance(node, str):
            text = _OPENING.sub(lambda match: match[0].join(_LITERAL), node)
            if inside:
                text = _CLOSING.sub(lambda match: match[0].join(_LITERAL), text)
            parts.append(text.replace("\n", "\\"))
            continue
        mark = _MARKS[node.style]
        target = f" | href: {node.target}" if node.target else ""
        parts.append(f"{{{mark}{to_xdown(node.children, inside=True)}{target}{mark}}}")
    return "".join(parts)
