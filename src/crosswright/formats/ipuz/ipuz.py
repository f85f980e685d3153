"""ipuz version 2: JSON that keeps every key it came with."""

from __future__ import annotations

from crosswright.formats.content import is_ipuz
from crosswright.formats.format import FEATURES, Format
from crosswright.formats.ipuz.reading import details, read
from crosswright.formats.ipuz.writing import write

IPUZ = Format(
    "ipuz",
    "ipuz",
    (".ipuz",),
    frozenset(FEATURES),
    read,
    write,
    sniff=is_ipuz,
    details=details,
    keeps=True,
)
