"""XML as puzzle files have it: no document type, not too deep, namespaces left out."""

from __future__ import annotations

from typing import Final
from xml.etree import ElementTree as ET
from xml.parsers import expat

from crosswright.errors import FormatError

MAX_DEPTH: Final = 50
MAX_ELEMENTS: Final = 300_000  # more than the cells, words and clues of the largest grid


def parse_xml(data: bytes) -> ET.Element:
    """Parse XML that has no document type, and hence no entities of its own."""
    builder = ET.TreeBuilder()
    parser = expat.ParserCreate(namespace_separator="}")
    depth = count = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth, count
        depth, count = depth + 1, count + 1
        if depth > MAX_DEPTH or count > MAX_ELEMENTS:
            raise FormatError("its XML is nested too deeply or has too many elements")
        local = {key.rpartition("}")[2]: value for key, value in attributes.items()}
        builder.start(name.rpartition("}")[2], local)

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(name.rpartition("}")[2])

    def doctype(*_: object) -> None:
        raise FormatError("its XML has a document type, which puzzles do not need")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise FormatError(
            f"line {error.lineno} is not XML: {expat.ErrorString(error.code)}"
        ) from None
    except (LookupError, ValueError) as error:  # an unknown encoding
        if isinstance(error, FormatError):
            raise
        raise FormatError(f"not readable as XML: {error}") from None
    return builder.close()
