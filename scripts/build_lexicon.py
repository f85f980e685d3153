"""Derive the built-in English list from pinned packages; --check rebuilds it and compares.

pip install --editable . --requirement scripts/lexicon-requirements.txt
npm pack moby@1.1.2 cuss@2.2.0 --pack-destination .lexicon
python scripts/build_lexicon.py
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from lexicon_build import (
    evidence,
    families,
    features,
    liveliness,
    lookalikes,
    offensive,
    scores,
    sources,
    spelling,
    supplement,
    taste,
)

from crosswright.grids.letters import latin_letters
from crosswright.words.lexicon import packing

DATA = Path(__file__).resolve().parent.parent / "src/crosswright/words/lexicon/english.xz"
LENGTHS = range(2, 22)
# Phrases that only WordNet has and nobody writes (Latin beetles) are not worth their bytes.
MIN_WORDNET_SCORE = 30
# Nobody asks how lively the entries below this score are.
MIN_LIVELY = 40
# Nor which of the entries below this one look alike.
MIN_ALIKE = 50


def candidates(data: sources.Sources, known: evidence.Evidence) -> Iterator[scores.Candidate]:
    """Collect the scored entries of all sources, with what the features make of them."""
    for candidate in unjudged(data):
        yield features.with_features(candidate, known)


def unjudged(data: sources.Sources) -> Iterator[scores.Candidate]:
    """Collect the scored entries of all sources."""
    dictionary = scores.dictionary_candidates(data)
    beyond = scores.wordnet_phrases(data)
    by_hand = supplement.read()
    phrases = [c for c in [*dictionary, *beyond, *by_hand] if c.kind is scores.Kind.PHRASE]
    yield from dictionary
    yield from (c for c in beyond if c.score >= MIN_WORDNET_SCORE)
    yield from by_hand
    yield from (c for c in scores.phrase_inflections(phrases, data) if c.score >= MIN_WORDNET_SCORE)


def choose(candidates: Iterable[scores.Candidate]) -> dict[str, scores.Candidate]:
    """Keep one candidate of those with the same letters."""
    best: dict[str, scores.Candidate] = {}
    for candidate in candidates:
        answer = candidate.answer
        if len(answer) in LENGTHS and (answer not in best or candidate.beats(best[answer])):
            best[answer] = candidate
    return best


def keys_of(
    best: dict[str, scores.Candidate], known_families: families.Families
) -> tuple[dict[str, list[int]], int]:
    """Number what entries share: the keys of each, and how many of these are of families."""
    texts = {answer: candidate.text for answer, candidate in best.items()}
    good = {
        answer: families.parts_of(candidate.text)
        for answer, candidate in sorted(best.items())
        if candidate.final >= MIN_ALIKE
    }
    alike = lookalikes.groups(good, known_families)
    return families.shared_keys(texts, known_families, alike)


def build() -> packing.WordColumns:
    """Derive all columns, sorted by length and letters."""
    data = sources.read()
    known = evidence.read(data)
    everything = list(candidates(data, known))
    known_families = families.Families(data, (candidate.text for candidate in everything))
    blocked = offensive.BlockList(data, offensive.BLOCKED, known_families)
    words = spelling.varieties(data)
    british = spelling.answers(words.british, (candidate.text for candidate in everything))
    american = spelling.answers(words.american, ())
    bad = {
        candidate.answer
        for candidate in everything
        if blocked.blocks(candidate.text) or taste.is_murderous(candidate.text, known)
    }
    best = choose(everything)
    keys, family_count = keys_of(best, known_families)
    risque = offensive.BlockList(data, offensive.RISQUE, known_families)
    rows = []
    for answer in sorted(best, key=lambda answer: (len(answer), answer)):
        candidate = best[answer]
        flags = packing.BRITISH * (answer in british) | packing.AMERICAN * (answer in american)
        flags |= packing.OFFENSIVE * (answer in bad)
        is_risque = risque.blocks(candidate.text) or taste.is_risque(candidate.text, known)
        is_bodily = is_risque and taste.is_bodily(candidate.text, known)
        flags |= packing.COARSE * (is_bodily or taste.is_coarse(candidate.text, known))
        flags |= packing.RISQUE * is_risque
        base = latin_letters(candidate.base)
        lively = liveliness.liveliness(candidate, known) if candidate.final >= MIN_LIVELY else 0
        rows.append((answer, candidate.final, flags, base if base in best else answer, lively))
    return packing.WordColumns.from_rows(rows, keys, family_count)


def report(columns: packing.WordColumns) -> None:
    """Print how many entries there are, and how many of each length score 50 or more."""
    good = Counter(
        len(word) for word, score in zip(columns.words, columns.scores, strict=True) if score >= 50
    )
    print(f"{len(columns.words):,} entries, {sum(good.values()):,} of them with 50 or more:")
    print("  ".join(f"{length}: {good[length]:,}" for length in LENGTHS))


def main() -> int:
    """Build the list, or compare a fresh build with the one that is shipped."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    parser.add_argument(
        "--hash",
        nargs=2,
        metavar=("RULE", "WORD"),
        help="print a line for a block-list",
    )
    options = parser.parse_args()
    if options.hash:
        print(options.hash[0], offensive.digest(options.hash[1]))
        return 0
    columns = build()
    report(columns)
    if options.check:
        same = packing.unpack(DATA.read_bytes()) == columns
        print("The shipped list equals a fresh build." if same else "The lists differ.")
        return 0 if same else 1
    DATA.write_bytes(packing.pack(columns))
    print(f"{DATA.name}: {DATA.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
