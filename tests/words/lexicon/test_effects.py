"""The scripts that show what features of the scores move: each is switched off alone."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "scripts"))

import language_effects  # noqa: E402
import lexicon_effects  # noqa: E402

from crosswright.words.lexicon import grading  # noqa: E402
from crosswright.words.lexicon.evidence import Evidence, WordCase  # noqa: E402
from crosswright.words.lexicon.forms import WordForm  # noqa: E402

HEAD = Evidence(
    written="head",
    word="HEAD",
    base="head",
    form=WordForm.BASE,
    case=WordCase.NOUN,
    capitals=False,
    zipf=3.8,
    others=4.4,
    support=4.4,
    abroad=5.5,
    shared=8,
    votes=0,
    compounds=30,
    stump=False,
    rival=0.0,
    native=0.0,
    international=False,
    marked=0.0,
    bases=("head",),
)


def test_a_feature_is_switched_off_for_one_word_and_on_again() -> None:
    assert grading.score_of(HEAD, "de") == grading.ALIEN_LIMIT
    assert language_effects.FEATURES["alien"](HEAD, "de") > grading.ALIEN_LIMIT
    assert grading.score_of(HEAD, "de") == grading.ALIEN_LIMIT


@pytest.mark.parametrize(
    ("feature", "changed"), [("stump", {"stump": True}), ("lost mark", {"marked": 5.0})]
)
def test_what_is_known_of_a_word_is_forgotten(feature: str, changed: dict[str, object]) -> None:
    word = HEAD._replace(shared=0, abroad=0.0)
    low = word._replace(**changed)  # type: ignore[arg-type]
    assert grading.score_of(low, "de") < grading.score_of(word, "de")
    assert language_effects.FEATURES[feature](low, "de") == grading.score_of(word, "de")


def test_an_entry_has_the_score_of_its_best_spelling() -> None:
    rare = HEAD._replace(zipf=1.6)
    best = language_effects.scores([rare, HEAD, rare], "de", grading.score_of)
    assert best == {"HEAD": grading.score_of(HEAD, "de")}


def test_what_was_moved_is_counted_if_it_was_or_is_acceptable() -> None:
    before = {"ONE": 60, "TWO": 60, "THREE": 40, "FOUR": 45, "FIVE": 70}
    after = {"ONE": 55, "TWO": 40, "THREE": 30, "FOUR": 50, "FIVE": 70}
    assert lexicon_effects.effects(before, after) == "2 down (1 across 50), 1 up (1 across 50)"
