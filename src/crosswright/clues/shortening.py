"""Shorter versions of a definition: one alternative of several, and what is only added left out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from crosswright.clues.grammar import (
    DETERMINERS,
    PARTICIPLES,
    PARTICLES,
    PREPOSITIONS,
    RELATIVES,
    bare,
    is_adjective,
    is_plural,
    share,
)
from crosswright.clues.inflection import word_set
from crosswright.clues.phrasing import without_addition
from crosswright.clues.wholeness import is_cut_short

CUT_ADDITION = 0.2
ONE_ALTERNATIVE = 0.3
FIRST_OF_SEVERAL = 1.0
WITHOUT_END = 1.8
ENOUGH = 50  # characters; a definition that is no longer keeps its end, which tells it from others
SHORT_LIST = 32  # characters; in what is no longer, both things joined by "and" stay
MIN_WORDS = 3  # that must be left of it

ADVERBS = re.compile(
    r"(?: and)?,? (?:usually|often|typically|generally|sometimes|especially|primarily|mainly|"
    r"chiefly|normally|relatively)\b,?(?= (?!to )[a-z])"
)
COMPASS = re.compile(
    r"\b(?:in|of) (?:the )?((?:(?:north|south|east|west|northern|southern|eastern|western|central|"
    r"extreme|[a-z]+-central|(?:north|south)(?:east|west)(?:ern)?) )+)(?:part of )?"
    r"(?=[A-Z](?!nited))"
)
"""Where a town is in its country, which no solver needs; in a name it would have a capital."""
LIST = re.compile(r"\b([\w'-]+)(?:, [\w'-]+)+,? (?:or|and) [\w'-]+")
ESPECIALLY = re.compile(
    r" \((?:especially|formerly|as|usually)? ?((?:of|in|by) [A-Z][a-z]+)[^()]*\)"
)
MYTH = re.compile(r"^\((?:in )?(?:ancient )?([A-Z][a-z]+) mythology\) (?:the |an? )?(?=[a-z])")
INFINITIVE = re.compile(r"^to (?!an? |the )")
TAXON = re.compile(r" (?:of|in) the (?:genus|family|order|class) [A-Z][a-z]+")
NO_PAIR = word_set("between both either whether more less neither")


def with_details(definition: str) -> str:
    """Return a definition with what its brackets say that identifies a thing: whose it is.

    >>> with_details("(Norse mythology) god of thunder")
    'Norse god of thunder'
    >>> with_details("a male monarch (especially of Russia prior to 1917)")
    'a male monarch of Russia'
    """
    definition = TAXON.sub("", definition)
    return COMPASS.sub("in ", ESPECIALLY.sub(r" \1", MYTH.sub(r"\1 ", definition)))


def shorter(text: str) -> Iterator[tuple[str, float]]:
    """Yield a definition and its shorter versions, with what speaks against each.

    >>> [text for text, _ in shorter("look suggestively or obliquely")]
    ['look suggestively or obliquely', 'look suggestively']
    """
    text = INFINITIVE.sub("", text)
    found = {text: 0.0}
    cost = 0.0
    steps = ((lean, CUT_ADDITION), (one_alternative, ONE_ALTERNATIVE), (first_of, FIRST_OF_SEVERAL))
    for step, price in steps:
        changed = step(text)
        if changed != text and not is_cut_short(changed):
            cost += price
            text = changed
            found.setdefault(text, cost)
    while len(text) > ENOUGH and (rest := without_end(text)) != text:
        cost += WITHOUT_END
        text = rest
        found.setdefault(text, cost)
    yield from found.items()


def lean(text: str) -> str:
    """Leave out additions, and adverbs that limit.

    >>> lean("give money, usually for services"), lean("a fermented and often effervescent drink")
    ('give money', 'a fermented effervescent drink')
    """
    return ADVERBS.sub("", without_addition(text) or text)


def one_alternative(text: str) -> str:
    """Leave out what comes after an "or", and the rest of a list."""
    return without_others(LIST.sub(first_of_list, text), "or")


def first_of_list(found: re.Match[str]) -> str:
    """Return the first thing of a list; all of what only looks like one: "in form, playful and"."""
    first, last = found[1], found[0].rpartition(" ")[2]
    following = found.string[found.end() :].lstrip().partition(" ")[0]
    if following in PARTICLES:  # "end, or take out"
        return found[0]
    is_list = last not in PARTICIPLES | PREPOSITIONS | DETERMINERS | RELATIVES
    return first if is_list and kind_of(first) & kind_of(last) else found[0]


def first_of(text: str) -> str:
    """Leave out what comes after an "and", if that is long."""
    return without_others(text, "and") if len(text) > SHORT_LIST else text


def without_others(text: str, joint: str) -> str:
    """Leave out one word like that before the joint, or all that follows it if that is alike.

    >>> without_others("animal hunted or trapped for food", "or")
    'animal hunted for food'
    >>> without_others("wander from a direct course or at random", "or")
    'wander from a direct course'
    >>> without_others("fill or place a load on", "or")
    'fill or place a load on'
    """
    words = text.split(" ")
    at = 1
    while at < len(words) - 1:
        if words[at] == joint and NO_PAIR.isdisjoint(words[:at]):
            end = end_of_other(words, at)
            if end:
                comma = "," if words[end - 1].endswith(",") else ""
                words[at - 1] = words[at - 1].rstrip(",") + comma
                words[at:end] = []
                continue
        at += 1
    return " ".join(words)


def end_of_other(words: list[str], at: int) -> int:
    """Return where the alternative after a joint ends; 0 if that is not certain."""
    before, other = words[at - 1], words[at + 1]
    after = words[at + 2] if at + 2 < len(words) else ""
    is_last = not after
    stranded = words[-1] in PREPOSITIONS
    if before.endswith(","):
        return 0
    if is_last and at > 1 and words[at] == "or":
        return at + 2
    alike = kind_of(before) & kind_of(other)
    if after[:1].isupper() and other[:1].isupper():  # "Old and New Worlds"
        return 0
    if before[:1].isupper() != other[:1].isupper():  # "wife of Jacob and mother of Joseph"
        alike = frozenset()
    if not (is_last or is_adjective(before) or after in ENDS | PREPOSITIONS | RELATIVES):
        alike -= {"noun"}  # the second may go with the noun after it
    if at > 2 or not (is_last or after in DETERMINERS or after.endswith("ly")):
        alike -= {"verb"}  # what follows may go with the second alone
    if alike and (is_last or (after != "to" and not stranded)):
        return at + 2
    rest = words[at + 1 :]
    if joined_phrase(words[:at], rest):
        return len(words)
    return 0


ENDS = word_set("and or")


def joined_phrase(before: list[str], rest: list[str]) -> bool:
    """Return whether two phrases are joined, the second of which runs to the end."""
    if len(rest) < 2 or not {"or", "and"}.isdisjoint(rest) or rest[-1] in PREPOSITIONS:
        return False
    if before[-1] in PREPOSITIONS or "other" in rest:
        return False
    if rest[0] in PREPOSITIONS:
        return rest[0] in before or (len(before) > 2 and not PREPOSITIONS.isdisjoint(before[1:]))
    if rest[0] in DETERMINERS:
        is_whole = before[0] in DETERMINERS  # "the largest city and the capital"
        is_object = not DETERMINERS.isdisjoint(before) and PREPOSITIONS.isdisjoint(rest)
        return len(before) > 2 and (is_whole or is_object)
    return len(before) > 1 and share(rest[0], "verb") > 0.6 and share(before[0], "verb") > 0.4


def kind_of(word: str) -> frozenset[str]:
    """Return what parts of speech a word may be, by use and by the look of it."""
    for ending in ("ly", "ing", "ed"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return frozenset({ending, "noun"} if share(word, "noun") > 0.4 else {ending})
    if word in PREPOSITIONS:
        return frozenset({"preposition"})
    parts = {part for part in ("noun", "verb", "adj", "adv") if share(word, part) > 0.4}
    return frozenset(parts | ({"noun"} if is_plural(word) else set()))


LOOSE = word_set(
    "to if unless when while in on at from for by with near along during under over through into "
    "around"
)


def without_end(text: str) -> str:
    """Leave out the last phrase that begins with a preposition; a text without one stays.

    >>> without_end("weapon that discharges a missile at high velocity")
    'weapon that discharges a missile'
    """
    words = text.split(" ")
    first = MIN_WORDS + len(text.split(" ")) - len(bare(text).split(" "))
    for at in range(len(words) - 2, first - 1, -1):
        is_loose = words[at] in LOOSE and (words[at] != "to" or share(words[at + 1], "verb") > 0.5)
        if (
            is_loose
            and is_end(words[:at], words[at + 1 :])
            and not is_cut_short(" ".join(words[:at]))
        ):
            return " ".join(words[:at]).rstrip(",")
    return text


NO_END = word_set("consisting containing or and between made")


def is_end(before: list[str], rest: list[str]) -> bool:
    """Return whether a phrase may end after some words, so that the rest can be left out.

    >>> is_end(["science"], ["numbers"]), is_end(["science", "dealing"], ["numbers"])
    (True, False)
    """
    last = before[-1]
    if last.endswith("ing"):  # "dealing with"
        return False
    may_be_verb = last.endswith("s") and not RELATIVES.isdisjoint(before)  # "rock that issues"
    is_noun = share(last, "noun") > 0.6 or (is_plural(last) and not may_be_verb)
    return is_noun and RELATIVES.isdisjoint(rest) and NO_END.isdisjoint(before[-5:])
