"""What kind of word a word of a definition is: by lists of small words, and by how it is used."""

from __future__ import annotations

import re
from functools import cache

from crosswright.clues import wordnet
from crosswright.clues.inflection import Form, inflect, word_set
from crosswright.grids.letters import latin_letters
from crosswright.words.lexicon import builtin

ARTICLE = re.compile(r"^(?:a|an|the|to) ", re.IGNORECASE)

PREPOSITIONS = word_set(
    "of in on at to for from with without by into onto upon over under above below between among "
    "through during before after about against as like near along across behind beside beyond "
    "inside outside around within than toward towards per via off except"
)
RELATIVES = word_set("that which who whom whose where when while because whereby how")
PARTICIPLES = word_set(
    "having containing consisting characterized used designed made bearing involving resembling "
    "producing located including equal responsible similar capable able worn held given living "
    "due"
)
"""What begins an addition to the noun before it, whatever follows."""
DETERMINERS = word_set("a an the his her its their one's some any no this each every")
NUMBERS = word_set("two three four five six seven eight nine ten twelve both several")
OBJECTS = word_set("it them him her itself themselves oneself")
PARTICLES = word_set("up out off down away back over in on around apart")
AUXILIARIES = word_set("is are was were be has have can may must will could might should would")
NOUNS_IN_ING = word_set(
    "thing king ring string wing spring being building painting meeting drawing dwelling ceiling "
    "covering clothing feeling opening setting marking saying railing wedding sibling stocking "
    "housing evening morning ending offspring earring engraving carving molding coating lining "
    "dressing topping landing crossing gathering hearing reading writing rating lightning pudding"
)
"""What names a thing rather than what the noun before it does."""


def bare(text: str) -> str:
    """Return a clause without the article, or the "to", with which it begins."""
    return ARTICLE.sub("", text)


def is_adjective(word: str) -> bool:
    """Return whether a word is hardly ever a noun: "crepuscular or nocturnal insect"."""
    return share(word.strip(","), "adj") > 0.5 and share(word.strip(","), "noun") < 0.2


def base_verb(word: str) -> str | None:
    """Return the verb of which a word is the third person; another form of a verb as it is."""
    letters = latin_letters(word)
    if not word.endswith("s") or word.endswith("ss"):
        return word if share(word, "verb") > 0 or word in ("can", "may", "will", "must") else None
    base = builtin.bases().get(letters) or ""
    return base.lower() if share(base.lower(), "verb") > 0 else None


def is_plural(word: str) -> bool:
    """Return whether a noun is in the plural, by the look of it and by the list."""
    base = builtin.bases().get(latin_letters(word)) or ""
    is_noun = bool(base) and share(base.lower(), "noun") > 0  # "whatever happens"
    return is_noun and inflect(base.lower(), "noun", Form.PLURAL) == word


@cache
def share(word: str, part: str) -> float:
    """Return how much of the use of a word is as one part of speech, between 0 and 1.

    >>> share("instrument", "noun") > 0.9, share("of", "noun")
    (True, 0.0)
    """
    uses = wordnet.uses_by_part(latin_letters(word.rpartition("-")[2]))
    return uses.get(part, 0) / sum(uses.values()) if uses else 0.0
