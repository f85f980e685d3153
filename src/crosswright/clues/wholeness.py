"""Whether a definition that was cut still says something whole."""

from __future__ import annotations

import re

from crosswright.clues.grammar import (
    AUXILIARIES,
    NOUNS_IN_ING,
    RELATIVES,
    bare,
    base_verb,
    is_plural,
    share,
)
from crosswright.clues.inflection import word_set
from crosswright.grids.letters import latin_letters
from crosswright.words.lexicon import builtin

CUT_SHORT = re.compile(
    r"\b(?:used|consists?|consisting|composed|comprising|made|based|"
    r"(?<!human )(?<!living )(?<!well-)being|having|containing|known|called|"
    r"in whole|to be|regarded|considered|designed|intended|"
    r"involving|dealing|characterized|marked|including|resembling|according|due|able|capable|similar|"
    r"equal|[0-9]+)$"
    r"|^(?:quality|state|condition|act|process|property) of [a-z]+ing$"
)
"""How a definition ends that says nothing without what follows."""
PREPOSITION_WHICH = re.compile(
    r"\b(?:in|on|for|by|to|from|of|with|at|through|under|upon) (?:which|whom) (.*)"
)
NEED_MORE = word_set(
    "take takes took taken taking have has had having make makes made making give gives gave given "
    "giving put puts act acts serve serves enable enables cause causes allow allows become becomes "
    "consider considers do does hold holds keep keeps play plays"
)
"""Verbs whose objects say little without what follows: "people who take a position"."""
NO_NOUNS = word_set("or and at it as in no be being a i")
"""Small words that are nouns only in a dictionary: "easily broken or damaged"."""


def is_cut_short(text: str) -> bool:
    """Return whether what is left of a definition lacks what one of its words needs.

    >>> is_cut_short("wrongdoing for which an action"), is_cut_short("people who think")
    (True, True)
    >>> is_cut_short("reddish brown dye used"), is_cut_short("weapon that discharges a missile")
    (True, False)
    """
    text = bare(text)
    if CUT_SHORT.search(text):
        return True
    if (found := PREPOSITION_WHICH.search(text)) and not has_verb(found[1].split(" ")):
        return True
    words = text.split(" ")
    if ends_in_participle(words):
        return True
    clause = next((at for at in reversed(range(len(words))) if words[at] in RELATIVES), None)
    if clause is None:
        return False
    after = words[clause + 1 :]
    return len(after) < 2 or (after[0] in NEED_MORE and len(after) < 4)


def ends_in_participle(words: list[str]) -> bool:
    """Return whether the last word says what the noun before it does, to something left out.

    >>> ends_in_participle("branch of medicine dealing".split(" "))
    True
    """
    last = words[-1]
    is_participle = last.endswith(("ing", "ed")) and last not in NOUNS_IN_ING
    is_verb = share((builtin.bases().get(latin_letters(last)) or "").lower(), "verb") > 0
    noun = words[-2] if len(words) > 2 and words[-2] not in NO_NOUNS else ""
    is_noun = bool(noun) and (share(noun, "noun") > 0.6 or is_plural(noun))
    return is_participle and is_verb and is_noun


def has_verb(words: list[str]) -> bool:
    """Return whether a clause seems to have a verb behind its subject."""
    return any(
        word in AUXILIARIES
        or word.endswith("ed")
        or share(word, "verb") > 0.3
        or (word.endswith("s") and share(base_verb(word) or "", "verb") > 0.4)
        for word in words[1:]
    )
