"""Show what each feature of the scores of other languages moves, among entries held out.

    python scripts/language_effects.py de fr
    python scripts/language_effects.py --table

Entries are split in two by a hash of their letters, and those that readers saw can be left out
(--seen FILE, a word per line). What hurts good entries there goes. --table prints how many each
feature moves in each language, instead of samples to read.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from pathlib import Path

from lexicon_effects import effects, is_held_out, show

from crosswright.words.lexicon import evidence, grading
from crosswright.words.lexicon.evidence import Evidence
from crosswright.words.lexicon.forms import WordForm, is_dative_plural
from crosswright.words.lexicon.packages import dictionary

LANGUAGES = ("fr", "de", "es", "it", "nl", "pt", "sv", "pl")
"""Those that were read."""


def unlike(feature: str) -> Callable[[Evidence, str], int]:
    """Return what scores a word as if a function of `grading` never said yes."""
    original = getattr(grading, feature)

    def score(one: Evidence, language: str) -> int:
        setattr(grading, feature, lambda *_: False)
        try:
            return grading.score_of(one, language)
        finally:
            setattr(grading, feature, original)

    return score


def without_stump(one: Evidence, language: str) -> int:
    return grading.score_of(one._replace(stump=False), language)


def without_lost_mark(one: Evidence, language: str) -> int:
    return grading.score_of(one._replace(marked=0.0), language)


class Datives:
    """Score German words as if the plural in the dative were any form."""

    def __init__(self) -> None:
        self._words = dictionary("de")

    def __call__(self, one: Evidence, language: str) -> int:
        if one.form is WordForm.STIFF and is_dative_plural(one.written, one.base, self._words):
            one = one._replace(form=WordForm.INFLECTED)
        return grading.score_of(one, language)


FEATURES: dict[str, Callable[[Evidence, str], int]] = {
    "alien": unlike("is_alien"),
    "outweighs its base": unlike("outweighs_base"),
    "doubtful base": unlike("is_doubtful_base"),
    "scrap": unlike("is_scrap"),
    "subjunctive": unlike("is_subjunctive"),
    "stump": without_stump,
    "lost mark": without_lost_mark,
}
"""What scores a word without one of the features."""


def scores(
    known: Iterable[Evidence], language: str, score_of: Callable[[Evidence, str], int]
) -> dict[str, int]:
    """Return the score of every entry: that of its best spelling."""
    best: dict[str, int] = {}
    for one in known:
        best[one.word] = max(best.get(one.word, 0), score_of(one, language))
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("languages", nargs="*", help="of these languages, or of all that were read")
    parser.add_argument("--seen", type=Path, help="entries that readers saw, to leave out")
    parser.add_argument("--table", action="store_true", help="print figures alone")
    options = parser.parse_args()
    seen = set(options.seen.read_text("utf-8").split()) if options.seen else set()
    for language in options.languages or LANGUAGES:
        known = list(evidence.gather(language))
        after = scores(known, language, grading.score_of)
        features = FEATURES | ({"dative plural": Datives()} if language == "de" else {})
        print(f"== {language}", flush=True)
        for name, without in features.items():
            before = scores(known, language, without)
            held = {w: s for w, s in before.items() if is_held_out(w) and w not in seen}
            if options.table:
                print(f"{name}: {effects(held, after)}", flush=True)
            else:
                show(name, held, after)


if __name__ == "__main__":
    main()
