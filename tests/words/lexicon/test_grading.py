"""What a word of another language scores, feature by feature."""

from typing import Any

import pytest

from crosswright.words.lexicon import grading
from crosswright.words.lexicon.evidence import Evidence, WordCase
from crosswright.words.lexicon.forms import WordForm
from crosswright.words.lexicon.grading import score_of

HUND = Evidence(
    written="hund",
    word="HUND",
    base="hund",
    form=WordForm.BASE,
    case=WordCase.NOUN,
    capitals=False,
    zipf=4.0,
    others=3.9,
    support=3.8,
    abroad=1.5,
    shared=0,
    votes=0,
    compounds=30,
    stump=False,
    rival=0.0,
    native=3.8,
    international=False,
    marked=0.0,
    bases=("hund",),
)


def evidence(**changed: Any) -> Evidence:
    """Return what is known of an ordinary noun, with some of it changed."""
    return HUND._replace(**changed)


def scores(*cases: Evidence, language: str = "de") -> list[int]:
    return [score_of(case, language) for case in cases]


def test_an_ordinary_noun_is_welcome_and_a_rarer_one_less() -> None:
    common, rare, rarest = scores(
        HUND, evidence(zipf=2.8, others=2.5, support=2.5), evidence(zipf=1.5, others=0, support=0)
    )
    assert common > 85 > rare > 50 > rarest


def test_scores_stay_between_1_and_99() -> None:
    assert scores(
        evidence(zipf=7.5, others=7.5), evidence(form=WordForm.STIFF, zipf=0.0, abroad=7.0)
    ) == [
        99,
        1,
    ]


def test_base_forms_come_before_inflected_and_these_before_stiff_ones() -> None:
    base, form, stiff = scores(
        HUND,
        evidence(form=WordForm.INFLECTED, base="hunden"),
        evidence(form=WordForm.STIFF, base="hun"),
    )
    assert base > form > 50 > stiff
    assert score_of(evidence(zipf=6.0, form=WordForm.STIFF), "de") <= grading.STIFF_LIMIT


def test_a_form_much_rarer_than_its_base_loses_more() -> None:
    usual, rare = (
        evidence(form=WordForm.INFLECTED, others=4.2),
        evidence(form=WordForm.INFLECTED, others=7),
    )
    assert grading.form_cost(rare, "fr") > grading.form_cost(usual, "fr") + 10
    assert scores(rare) < scores(usual)


@pytest.mark.parametrize("language", ["pl", "ru"])
def test_some_languages_mind_inflected_forms_more(language: str) -> None:
    form = evidence(form=WordForm.INFLECTED)
    assert score_of(form, language) < score_of(form, "fr")


def test_a_word_used_abroad_needs_forms_of_its_own() -> None:
    foreign = evidence(written="water", abroad=5.5, shared=8, others=0.0, support=0.0, compounds=0)
    adopted = evidence(written="sport", abroad=5.5, shared=8, others=3.5, support=3.5)
    assert score_of(foreign, "de") < 30
    assert score_of(adopted, "de") > 75
    # Neighbours share their small words.
    shared = evidence(case=WordCase.COMMON, zipf=6.5, others=0.0, support=0.0, abroad=6.8, shared=1)
    assert score_of(shared, "es") > 90


def test_a_foreign_word_that_happens_to_be_a_form_is_not_as_common_as_it_looks() -> None:
    own = evidence(form=WordForm.INFLECTED, base="nier", case=WordCase.COMMON)
    both = evidence(form=WordForm.INFLECTED, base="nier", case=WordCase.COMMON, abroad=7.0)
    assert score_of(both, "fr") < score_of(own, "fr") - 20


def test_a_word_without_its_marks_does_not_inherit_their_frequency() -> None:
    careless = evidence(case=WordCase.COMMON, rival=5.0, others=3.8, support=1.0, native=1.0)
    assert score_of(careless, "pl") < 50 < score_of(evidence(case=WordCase.COMMON, rival=5.0), "pl")


def test_names_stay_below_what_an_editor_accepts_unless_everybody_knows_them() -> None:
    own_dictionary = evidence(case=WordCase.NAME)
    others = evidence(written="peter", votes=3, zipf=5.0, others=4.0, support=1.0)
    lonely = evidence(written="dyck", others=0.0, support=0.0, compounds=0)
    assert all(score <= grading.NAME_LIMIT for score in scores(own_dictionary, others, lonely))
    known = evidence(word="KANADA", case=WordCase.NAME, zipf=5.0, votes=4)
    assert grading.NAME_LIMIT < score_of(known, "sv") <= grading.KNOWN_NAME_LIMIT
    milk = evidence(written="milch", others=0.0, support=0.0, compounds=40)
    assert score_of(milk, "de") > 75


def test_abbreviations_are_junk() -> None:
    capitals = evidence(capitals=True, others=0.0, support=0.0)
    assert all(s <= grading.ABBREVIATION_LIMIT for s in scores(capitals, evidence(word="GMBH")))
    assert score_of(evidence(capitals=True), "pl") > 50  # a word that is also one: LOT
    assert score_of(evidence(capitals=True, zipf=6.9, others=0.0), "de") > 90  # MIT


def test_adopted_words_are_trusted_less() -> None:
    adopted = evidence(case=WordCase.ADOPTED)
    assert 50 <= score_of(adopted, "it") <= grading.ADOPTED_LIMIT < score_of(HUND, "it")


def test_long_words_gain_a_little() -> None:
    long, short = scores(evidence(word="HUNDESTEUER", zipf=2.5), evidence(zipf=2.5))
    assert 0 < long - short <= grading.MAX_LONG_BONUS


HEAD = evidence(written="head", word="HEAD", zipf=3.8, abroad=5.5, shared=8, native=0.0)


@pytest.mark.parametrize(
    "own",
    [
        {"native": 4.0},  # forms that only this language has
        {"international": True},
        {"shared": 3},  # neighbours
        {"abroad": 4.0},
        {"zipf": 4.9, "others": 4.5},
        {"word": "HEADLINE"},
    ],
)
def test_a_short_word_of_most_languages_is_of_none(own: dict[str, Any]) -> None:
    head = HEAD._replace(others=3.5, support=3.5)
    assert score_of(head, "de") <= grading.ALIEN_LIMIT < score_of(head._replace(**own), "de")


def test_three_letters_need_less_proof_of_being_foreign() -> None:
    tai = HEAD._replace(written="tai", word="TAI", zipf=3.4, abroad=3.6, case=WordCase.COMMON)
    assert score_of(tai, "es") <= grading.ALIEN_LIMIT
    assert score_of(tai._replace(word="TAIS"), "es") > grading.ALIEN_LIMIT


def test_a_form_that_outweighs_its_base_is_another_word() -> None:
    line = HEAD._replace(word="LINE", form=WordForm.INFLECTED, case=WordCase.COMMON, abroad=4.1)
    assert score_of(line, "pt") <= grading.ALIEN_LIMIT
    assert score_of(line._replace(native=4.5), "pt") > grading.ALIEN_LIMIT


def test_a_base_far_rarer_than_its_forms_and_common_abroad_is_in_doubt() -> None:
    doubtful = evidence(word="VARGAVARG", zipf=2.7, others=4.5, shared=8, abroad=2.6)
    assert score_of(doubtful, "sv") < score_of(doubtful._replace(shared=0), "sv") - 10
    assert score_of(doubtful._replace(others=3.5), "sv") > score_of(doubtful, "sv")


def test_short_words_that_stand_alone_are_scraps() -> None:
    scrap = evidence(word="AUSM", case=WordCase.COMMON, zipf=3.7, others=0.0, compounds=0)
    cost = grading.SCRAP_COST
    assert score_of(scrap._replace(bases=("hund", "hunden")), "de") == score_of(scrap, "de") + cost
    assert score_of(scrap._replace(compounds=30), "de") == score_of(scrap, "de") + cost
    assert not grading.is_scrap(scrap._replace(zipf=4.5), "de")
    assert not grading.is_scrap(scrap, "fr")


def test_a_word_commoner_with_its_apostrophe_has_lost_it() -> None:
    assert score_of(evidence(marked=4.5), "fr") <= grading.LOST_MARK_LIMIT
    assert score_of(evidence(marked=3.5), "fr") == score_of(HUND, "fr")


def test_subjunctives_cost_more_than_other_forms() -> None:
    falem = evidence(written="falem", base="falar", form=WordForm.INFLECTED)
    falam = falem._replace(written="falam")
    assert score_of(falam, "pt") == score_of(falem, "pt") + grading.SUBJUNCTIVE_COST


def test_stumps_of_compounds_are_no_words() -> None:
    assert score_of(evidence(stump=True), "de") <= grading.ALIEN_LIMIT < score_of(HUND, "de")
