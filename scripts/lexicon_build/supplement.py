"""Entries written by hand: names, brands and things people say, which dictionaries leave out.

`supplement.txt` holds, under a heading `# score`, entries separated by commas. An entry has at
least that score; under a heading below 50 it has no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lexicon_build.scores import Candidate, kind_of

ENTRIES = Path(__file__).with_name("supplement.txt")


def entries() -> Iterator[tuple[str, int]]:
    """Yield each entry of the file with its score."""
    for section in ENTRIES.read_text(encoding="utf-8").split("# ")[1:]:
        heading, _, body = section.partition("\n")
        for text in " ".join(body.split()).split(","):
            if text.strip():
                yield text.strip(), int(heading.split()[0])


def read() -> list[Candidate]:
    """Return the entries as candidates."""
    return [Candidate(text, score, kind_of(text), by_hand=True) for text, score in entries()]
