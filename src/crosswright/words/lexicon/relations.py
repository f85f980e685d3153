"""Which words of a list are forms of one another, or have one another inside.

Base forms come from the dictionary. Participles that it lists on their own are put with their verb,
women's names of trades with the men's, and compounds with their parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

Entry = tuple[str, int, str]
"""A word, its score and its base form, as they are in a grid."""

MIN_PART = 4  # letters; shorter parts of a compound are mostly there by chance
PART_SCORE = 50  # a part that is less known is not one that a reader sees

# An ending, and what it may replace in the word that it comes from.
DERIVED: Mapping[str, tuple[tuple[str, str], ...]] = {
    "de": (("IN", ""), ("IN", "E"), ("END", "EN"), ("UNG", "EN"), ("T", "EN"), ("ER", "EN")),
    "es": (("ADO", "AR"), ("IDO", "ER"), ("IDO", "IR"), ("ADA", "AR"), ("IDA", "IR")),
    "fr": (("E", "ER"), ("I", "IR"), ("EE", "ER"), ("ANT", "ER")),
    "it": (("ATO", "ARE"), ("ITO", "IRE"), ("UTO", "ERE"), ("ATA", "ARE"), ("ANTE", "ARE")),
    "nl": (("D", "EN"), ("T", "EN"), ("END", "EN"), ("ING", "EN")),
    "pt": (("ADO", "AR"), ("IDO", "ER"), ("IDO", "IR"), ("ADA", "AR"), ("IDA", "IR")),
    "sv": (("AD", "A"), ("D", "A"), ("T", "A"), ("ANDE", "A"), ("NING", "A"), ("ANDE", "")),
}
MIN_STEM = 3  # letters that a word and what is derived from it have in common

COMPOUNDING = {"de": ("", "S", "N", "EN", "ES"), "nl": ("", "S", "EN", "E"), "sv": ("", "S")}
"""What may stand between the parts of a compound."""

VERB_PREFIXES = {
    "de": "AB AN AUF AUS BE BEI DURCH EIN ENT ER HER HIN LOS MIT NACH UEBER UM UNTER VER VOR WEG "
    "ZER ZU",
    "nl": "AAN AF BE BIJ DOOR IN MEE NA OM ONDER ONT OP OVER TOE UIT VER VOOR WEG",
}
MIN_VERB = 5


def families_of(entries: Iterable[Entry], language: str) -> dict[str, list[int]]:
    """Return the numbers of the families that each word belongs to."""
    entries = list(entries)
    scores = {word: score for word, score, _ in entries}
    own = {word: base for word, _, base in entries}
    numbers: dict[str, int] = {}
    heads = {base: head_of(base, own, language) for base in {*own.values()}}
    parts = {
        base: [heads.get(own[part], own[part]) for part in parts_of(base, scores, language)]
        for base in {*heads.values(), *own.values()}
    }
    return {
        word: sorted(
            {
                numbers.setdefault(name, len(numbers))
                for name in (heads[base], *parts[heads[base]], *parts[base])
            }
        )
        for word, _, base in entries
    }


def head_of(base: str, bases: Mapping[str, str], language: str) -> str:
    """Return the word that a base form is derived from, or itself."""
    for ending, original in DERIVED.get(language, ()):
        stem = base.removesuffix(ending)
        if stem != base and len(stem) >= MIN_STEM and bases.get(stem + original) == stem + original:
            return stem + original
    return base


def parts_of(base: str, scores: Mapping[str, int], language: str) -> Iterator[str]:
    """Yield the words that a base form is put together from."""
    verbs = VERB_PREFIXES.get(language, "").split()
    for prefix in verbs if base.endswith("EN") else ():
        verb = base.removeprefix(prefix)
        if verb != base and len(verb) >= MIN_VERB and verb in scores:
            yield verb
            return
    best: tuple[int, tuple[str, str]] | None = None
    for at in range(MIN_PART, len(base) - MIN_PART + 1):
        second = base[at:]
        if scores.get(second, 0) >= PART_SCORE:
            for first in first_parts(base[:at], language):
                if scores.get(first, 0) >= PART_SCORE:
                    found = (min(scores[first], scores[second]), (first, second))
                    best = found if best is None else max(best, found)
    if best is not None:
        yield from best[1]


def first_parts(text: str, language: str) -> Iterator[str]:
    """Yield what the first part of a compound may be, without what links it to the second."""
    for link in COMPOUNDING.get(language, ()):
        first = text[: len(text) - len(link)]
        if text.endswith(link) and len(first) >= MIN_PART:
            yield first
