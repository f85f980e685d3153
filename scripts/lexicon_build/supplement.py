"""Entries written by hand: names, brands and things people say, which dictionaries leave out.

`supplement.txt` holds, under a heading `# score`, entries separated by commas. An entry keeps that
score whatever the dictionaries say.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lexicon_build.scores import Candidate, kind_of
from lexicon_build.sources import Sources

ENTRIES = Path(__file__).with_name("supplement.txt")


def entries() -> Iterator[tuple[str, int]]:
    """Yield each entry of the file with its score."""
    score = 0
    for line in ENTRIES.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            score = int(line[1:].split()[0])
            continue
        for text in line.split(","):
            if text.strip():
                yield text.strip(), score


def read(sources: Sources) -> list[Candidate]:
    """Return the entries as candidates that overrule all others."""
    return [Candidate(text, score, kind_of(text), by_hand=True) for text, score in entries()]
