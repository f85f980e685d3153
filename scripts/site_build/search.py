"""The index of the search: every section of every page, with its text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from site_build.document import Document
from site_build.sources import INDEX, Source

SPACE = re.compile(r"\s+")


def index(pages: Iterable[tuple[Source, Document]]) -> str:
    """Return a script that hands over the index: this works for files as it does for a server.

    The list of all pages is left out, as it would be found for everything.
    """
    listed = [(source, document) for source, document in pages if source.path != INDEX]
    titles = [[source.url, document.title] for source, document in listed]
    sections = [
        [number, section.heading.anchor, section.heading.text, one_line(section.text)]
        for number, (_, document) in enumerate(listed)
        for section in document.sections
    ]
    data = {"pages": titles, "sections": sections}
    return f"addIndex({json.dumps(data, ensure_ascii=False, separators=(',', ':'))});\n"


def one_line(texts: Iterable[str]) -> str:
    """Join the texts of a section, the heading left out, which comes first."""
    _, *rest = texts
    return SPACE.sub(" ", " ".join(rest)).strip()
