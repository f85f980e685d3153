"""XML as simple files have it: no document type, not too deep, namespaces out of the way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final
from xml.etree import ElementTree as ET
from xml.parsers import expat

from crosswright.errors import FormatError
from crosswright.support.wording import shorten

MAX_REASON: Final = 100  # characters of what the parser says, which names the encoding

MAX_DEPTH: Final = 50
MAX_ELEMENTS: Final = 300_000  # more than the cells, words and clues of the largest grid

_SPACE: Final = "xmlns"


@dataclass
class XmlDocument:
    """A whole XML file; elements go by their local names, and `xmlns` is an attribute."""

    root: ET.Element
    before: list[ET.Element[Any]] = field(default_factory=list)
    """The comments and processing instructions before the root."""
    after: list[ET.Element[Any]] = field(default_factory=list)

    def to_bytes(self) -> bytes:
        """Return the file in UTF-8."""
        parts = [
            ET.tostring(element, encoding="unicode")
            for element in (*self.before, self.root, *self.after)
        ]
        return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', *parts, ""]).encode()


def child_of(parent: ET.Element, tag: str) -> ET.Element:
    """Return the first child of this name, made if it is missing."""
    found = parent.find(tag)
    return append_child(parent, tag) if found is None else found


def append_child(
    parent: ET.Element, tag: str, attributes: dict[str, str] | None = None
) -> ET.Element:
    """Add a child after all others, laid out as they are."""
    tail = parent[-1].tail if len(parent) else None
    child = ET.SubElement(parent, tag, attributes or {})
    child.tail = tail
    return child


def parse_xml(data: bytes) -> ET.Element:
    """Return the root of an XML file without namespaces, comments and processing instructions."""
    builder = _Builder(comments=False)
    builder.feed(data)
    return builder.close()


def parse_document(data: bytes) -> XmlDocument:
    """Return an XML file with all that is in it."""
    builder = _Builder(comments=True)
    builder.feed(data)
    return XmlDocument(builder.close(), builder.before, builder.after)


class _Builder:
    """A tree while it is read; a document type, and hence an entity of its own, is refused."""

    def __init__(self, *, comments: bool) -> None:
        self._tree = ET.TreeBuilder(insert_comments=True, insert_pis=True)
        self._whole = comments
        self._depth = self._count = 0
        self._has_root = False
        # The prefixes that each open element declares, and the default namespace in which each is
        # written. They are looked up one by one, for nobody may make us copy thousands.
        self._spaces: list[dict[str, str]] = [{"": ""}]
        self._written = [""]
        self.before: list[ET.Element[Any]] = []
        self.after: list[ET.Element[Any]] = []

    def feed(self, data: bytes) -> None:
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._tree.data
        parser.StartDoctypeDeclHandler = _refuse_doctype
        if self._whole:
            parser.CommentHandler = self._comment
            parser.ProcessingInstructionHandler = self._instruction
        try:
            parser.Parse(data, True)
        except expat.ExpatError as error:
            raise FormatError(
                f"line {error.lineno} is not XML: {expat.ErrorString(error.code)}"
            ) from None
        except (LookupError, ValueError) as error:  # an unknown encoding
            if isinstance(error, FormatError):
                raise
            raise FormatError(f"not readable as XML: {shorten(str(error), MAX_REASON)}") from None

    def close(self) -> ET.Element:
        return self._tree.close()

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        self._has_root = True
        self._count_one()
        if self._depth > MAX_DEPTH:
            raise FormatError("its XML is nested too deeply or has too many elements")
        self._spaces.append(
            {
                key.partition(":")[2]: value
                for key, value in attributes.items()
                if key.partition(":")[0] == _SPACE
            }
        )
        prefix, _, local = name.rpartition(":")
        space = next((each[prefix] for each in reversed(self._spaces) if prefix in each), None)
        if space is None:
            raise FormatError(f"its XML has an element {name[:40]} without a namespace")
        self._tree.start(local, self._attributes(attributes, space))
        self._written.append(space)

    def _attributes(self, attributes: dict[str, str], space: str) -> dict[str, str]:
        if not self._whole:
            return {
                key.rpartition(":")[2]: value
                for key, value in attributes.items()
                if key.partition(":")[0] != _SPACE
            }
        kept = {key: value for key, value in attributes.items() if key != _SPACE}
        return kept if space == self._written[-1] else {_SPACE: space, **kept}

    def _end(self, name: str) -> None:
        self._depth -= 1
        self._spaces.pop()
        self._written.pop()
        self._tree.end(name.rpartition(":")[2])

    def _comment(self, text: str) -> None:
        self._add(ET.Comment(text), lambda: self._tree.comment(text))

    def _instruction(self, target: str, text: str) -> None:
        self._add(ET.ProcessingInstruction(target, text), lambda: self._tree.pi(target, text))

    def _add(self, element: ET.Element[Any], insert: Callable[[], object]) -> None:
        self._count_one()
        if self._depth:
            insert()
        else:
            (self.after if self._has_root else self.before).append(element)

    def _count_one(self) -> None:
        self._count += 1
        if self._count > MAX_ELEMENTS:
            raise FormatError("its XML is nested too deeply or has too many elements")


def _refuse_doctype(*_: object) -> None:
    raise FormatError("its XML has a document type, which is not needed here")
