"""Show what each feature of the scores of another language moves, among entries held out.

    python scripts/language_effects.py de

Entries are split in two by a hash of their letters, and those that readers saw can be left out
(--seen FILE, a word per line). What hurts good entries there goes.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from unittest.mock import patch

from lexicon_effects import is_held_out, show

from crosswright.support.records import replace
from crosswright.words.lexicon import evidence, forms, grading
from crosswright.words.lexicon.evidence import Evidence
from crosswright.words.lexicon.forms import WordForm
from crosswright.words.lexicon.packages import dictionary

FEATURES = ("is_alien", "outweighs_base", "is_doubtful_base", "is_scrap", "is_subjunctive")
"""The functions of `grading` that can be switched off: each says whether a word is of a class."""


def scores(known: Iterable[Evidence], language: str) -> dict[str, int]:
    """Return the score of every entry: that of its best spelling."""
    best: dict[str, int] = {}
    for one in known:
        best[one.word] = max(best.get(one.word, 0), grading.score_of(one, language))
    return best


def without(known: list[Evidence], feature: str, language: str) -> dict[str, int]:
    """Return the score of every entry when a feature is switched off."""
    if feature in FEATURES:
        with patch.object(grading, feature, return_value=False):
            return scores(known, language)
    if feature == "stump":
        return scores((replace(one, stump=False) for one in known), language)
    if feature == "lost mark":
        return scores((replace(one, marked=0.0) for one in known), language)
    words = dictionary(language)
    datives = {one.written for one in known if forms.is_dative_plural(one.written, one.base, words)}
    usual = (
        replace(one, form=WordForm.INFLECTED)
        if one.form is WordForm.STIFF and one.written in datives
        else one
        for one in known
    )
    return scores(usual, language)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("language")
    parser.add_argument("--seen", type=Path, help="entries that readers saw, to leave out")
    options = parser.parse_args()
    seen = set(options.seen.read_text("utf-8").split()) if options.seen else set()
    known = list(evidence.gather(options.language))
    after = scores(known, options.language)
    features = [*FEATURES, "stump", "lost mark"] + ["dative"] * (options.language == "de")
    for feature in features:
        before = without(known, feature, options.language)
        held = {w: s for w, s in before.items() if is_held_out(w) and w not in seen}
        show(feature, held, after)


if __name__ == "__main__":
    main()
