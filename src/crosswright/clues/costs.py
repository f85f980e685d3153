"""What speaks against a draft clue, as numbers: the least of them comes first."""

from __future__ import annotations

import re
from typing import NamedTuple

from crosswright.clues import wordnet

OWN = "Crosswright"
"""The source of the clues in our own table."""

COSTS = {
    "own": 0.0,
    "synonym": 1.0,
    "definition": 3.0,
    "opposite": 3.0,
    "members": 6.5,
    "manner": 5.0,
    "name": 5.0,
    "example": 10.0,
    "phrase": 5.0,
    "kind": 15.0,
    "derived": 9.0,
}
"""What each kind of clue costs to begin with."""

RARE_SENSE = 2.5  # for every time that a sense is half as common as the commonest
MAX_RARE = 14.0
MAX_SENSES = 16  # those after them would never come first
MIN_FIT = 0.02  # the share of its uses that a synonym must have in the sense
MISFIT = 1.5  # for every time that a synonym has half its uses in another sense
FIRST_LEMMAS = 3  # of a sense: its usual words
FAR_LEMMA = 0.2  # for each lemma after them
RARER_SYNONYM = 9  # points by which a synonym may be rarer than its answer, for a cost of 1
WITH_MORE = 1.5  # "more flying", where another adjective has a form of its own
LATER = 1.5  # for every sense before it
MAX_LATER = 6
UNCOUNTABLE = 8.0  # a plural of what has none in this sense: AIRS, GOSSIPS
FORMER = 4.0  # what a thing was rather than what it is
CUT = 3.0  # a definition without its end
BARE = 2.1  # for each word less than four that a phrase of adjectives and a noun has
HINT = 1.5  # one without a word that would give the answer away
FREE_LENGTH = 28  # characters; more of them cost
PER_LETTER = 0.1
LONG = 42  # characters; more of them cost more
PER_LETTER_MORE = 0.25
FREE_WORDS = 5
PER_WORD = 0.4
ALTERNATIVE = 0.9  # for every "or"
LOST_NAME = 3.0  # a definition without the name in it, such as that of a country
VAGUE_TEXT = 6.0  # a definition of one word, or of small ones alone
DATE = 3.0  # one with a year or another large number
OF_TWO = 3.0  # "of or in the abdomen"
WITH_ONE = 7.0  # "one with flippers"
WITH_IT = 4.0  # "it shows mileage"
HAS_SENSES = 6.0  # a word taken apart that the dictionary has
NO_ADJECTIVE = 2.0  # the opposite of a thing, or of what somebody did
ACTS_OF = 5.0  # "acts of adding notes"
AS_VERB = 2.0  # "disclosing information" for what is not one of the forms of a verb
UNSAVOURY = 9.0  # not what to read at breakfast
DATED = frozenset({"former", "formerly", "until"})
UNSAVOURY_WORDS = re.compile(
    r"\b(?:bowels?|feces|fecal|excrement|defecate|urin\w+|vomit\w*|pus|mucus|tumou?rs?|diseased?|"
    r"diseases|cancer\w*|sexually|lust\w*|corpses?|infection|infected|discharge|bodily|suicide)\b"
)
KNOWN_SYNONYM = 58  # the score of a word that solvers know
KNOWN_FORM = 50  # the score of a form of it that people use
KNOWN_WORD = 75  # of one that is a part of a phrase
KNOWN_PHRASE = 62
KNOWN_MEMBER = 72
NARROW_KIND = 40  # things of a kind that says enough, such as a hawk or a dress
WIDE_KIND = 1.5  # for every doubling of the things of a kind beyond that
MAX_EXAMPLE = 56
EXPANDED = 4.0  # for each word that a letter of an abbreviation stands for
COMMON_WORD = 5.0  # a name that has a word in it which has senses of its own
MIN_TELLING = 2  # words of an example that are not small ones
MAX_PHRASE = 36
MAX_WHAT = 26  # what somebody with a name is
MIN_QUOTED = 4  # letters of an answer that is looked for in the examples for other words


class ClueCandidate(NamedTuple):
    """A text that may be a clue; `base` is the word that it is made for, `sense` its meaning."""

    text: str
    kind: str
    cost: float
    base: str = ""
    sense: int = 0
    source: str = wordnet.SOURCE

    @property
    def clue(self) -> str:
        """The text as a clue begins: with a capital."""
        return self.text[:1].upper() + self.text[1:]

    @property
    def is_own(self) -> bool:
        """Whether a person wrote it for this answer."""
        return self.kind == "own"


Text = tuple[str, str, float]
"""A text, its kind, and what speaks against it besides."""


def length_cost(text: str) -> float:
    """Return what the length of a clue costs: more for every letter, and for every word."""
    letters = PER_LETTER * max(0, len(text) - FREE_LENGTH)
    letters += PER_LETTER_MORE * max(0, len(text) - LONG)
    return letters + PER_WORD * max(0, text.count(" ") + 1 - FREE_WORDS)


def is_unsavoury(text: str) -> bool:
    """Return whether a clue speaks of what nobody wants to read at breakfast."""
    return UNSAVOURY_WORDS.search(text) is not None
