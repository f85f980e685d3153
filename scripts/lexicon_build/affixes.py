"""What is put before and behind words to make others of them: UNLIKELIHOOD, from LIKE.

Most endings prove nothing (CORNER is not from CORN). Those of `SURE_ENDINGS` and `SURE_BEGINNINGS`
are taken at their word where the parts of speech fit and the word inside is about as common.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from lexicon_build.sources import Sources

# What endings turn into when they are taken off, the longest first.
ENDINGS = (
    "ations", "ation", "ities", "ments", "nesses", "ition", "ness", "less", "ment", "ship",
    "hood", "able", "ible", "like", "ward", "wise", "some", "ions", "ance", "ence", "ancy",
    "ency", "ical", "ion", "ity", "ing", "ful", "ism", "ist", "ize", "ise", "ify", "ive", "ous",
    "ish", "dom", "ess", "ant", "ent", "ery", "ary", "ory", "ian", "age", "ate", "al", "ic",
    "ly", "en", "er", "or", "ed", "th", "cy", "an", "ee", "y",
)  # fmt: skip
BEGINNINGS = (
    "counter", "inter", "super", "under", "micro", "multi", "trans", "anti", "fore", "mega",
    "mini", "over", "post", "self", "semi", "dis", "mal", "mid", "mis", "non", "out", "pre",
    "sub", "be", "co", "de", "en", "il", "im", "in", "ir", "re", "un", "up", "a",
)  # fmt: skip
MIN_ROOT = 3


class Ending(NamedTuple):
    """What a word with this ending is, and what it is made from."""

    makes: frozenset[str]
    of: frozenset[str]
    shortest: int
    """Letters that the word inside has at least."""
    drops_e: bool = False


def ending(makes: str, of: str, shortest: int = 4, drops_e: bool = False) -> Ending:
    return Ending(frozenset(makes.split()), frozenset(of.split()), shortest, drops_e)


SURE_ENDINGS = {
    "woman": ending("noun", "noun", 3),
    "wards": ending("adv adj", "noun adj adv", 3),
    "worthy": ending("adj", "noun verb", 3),
    "proof": ending("adj verb", "noun", 3),
    "ally": ending("adv", "adj noun"),
    "ness": ending("noun", "adj", 3),
    "less": ending("adj", "noun verb", 3),
    "ship": ending("noun", "noun", 3),
    "hood": ending("noun", "noun adj", 3),
    "like": ending("adj", "noun", 3),
    "wise": ending("adv adj", "noun", 3),
    "ward": ending("adv adj", "noun adj adv", 3),
    "most": ending("adj adv", "adj noun adv", 3),
    "ment": ending("noun", "verb"),
    "able": ending("adj", "verb", drops_e=True),
    "man": ending("noun", "noun", 3),
    "ful": ending("adj noun", "noun", 3),
    "dom": ending("noun", "noun"),
    "ism": ending("noun", "noun adj", drops_e=True),
    "ist": ending("noun adj", "noun adj", drops_e=True),
    "ize": ending("verb", "noun adj"),
    "ise": ending("verb", "noun adj"),
    "iste": ending("noun", "noun", 3),
    "ity": ending("noun", "adj", drops_e=True),
    "ish": ending("adj", "noun adj"),
    "ly": ending("adv", "adj", 3),
}

# Those that are words and mean themselves, unlike LESS in HOPELESS.
WORDS_AS_ENDINGS = frozenset({"woman", "man", "proof", "like", "worthy"})

# What may be put before words without changing what they are, and the letters that these have.
SURE_BEGINNINGS = {
    "counter": 4, "under": 4, "super": 4, "hyper": 4, "ultra": 4, "anti": 4, "fore": 4, "over": 4,
    "out": 4, "mis": 4, "non": 4, "un": 4, "micro": 5, "multi": 5, "semi": 5,
}  # fmt: skip
# Before adjectives only: INAUDIBLE; and before verbs that mean "again".
NOT, NOT_SHORTEST = ("in", "im", "il", "ir"), 6
AGAIN, AGAIN_SHORTEST = frozenset({"again", "anew"}), 4
# Letters of the word behind an A- that makes an adverb of it, and before an -EN that makes a verb.
STATED_SHORTEST, MADE_SO_SHORTEST = 4, 4
# Zipf frequency by which a word that others are made from may be rarer than they are.
RARER = 0.45
# Nobody makes words from words that are this rare, or that only large dictionaries have.
PART_ZIPF, PART_SIZE = 2.5, 60


def shorter(word: str) -> Iterator[str]:
    """Yield what a word may be derived from."""
    for tail in ENDINGS:
        if word.endswith(tail):
            yield from before(word[: -len(tail)])
    for head in BEGINNINGS:
        if word.startswith(head) and len(word) - len(head) >= MIN_ROOT:
            yield word[len(head) :]


def before(stem: str) -> Iterator[str]:
    """Yield the words that a stem before an ending may be: REDD, HAPPI, NOTIC."""
    if len(stem) < 2:
        return
    stems = [stem, stem + "e", stem + "y"]
    if stem[-1] == stem[-2]:
        stems.append(stem[:-1])
    if stem[-1] == "i":
        stems.append(stem[:-1] + "y")
    if stem[-1] == "t":
        stems += [stem[:-1] + "de", stem[:-1] + "d"]
    yield from (stem for stem in stems if len(stem) >= MIN_ROOT)


def is_part(word: str, sources: Sources) -> bool:
    """Return whether others are made from a word: it must be known to everybody."""
    return sources.sizes.get(word, 99) <= PART_SIZE and sources.commonness(word) >= PART_ZIPF


def surely_from(word: str, sources: Sources) -> str:
    """Return the word that another is made from by what is before or behind it, if any."""
    kinds = sources.wordnet.get(word, set())
    for tail, rule in SURE_ENDINGS.items():
        if word.endswith(tail) and (not kinds or kinds & rule.makes):
            for base in bare(word[: -len(tail)], rule.drops_e):
                if len(base) >= rule.shortest and fits(word, base, rule.of, sources):
                    return base
    for head, shortest in SURE_BEGINNINGS.items():
        base = word.removeprefix(head)
        if base != word and (len(base) >= shortest or inflects_alike(word, base, sources)):
            same = kinds or sources.wordnet.get(base, set())
            if fits(word, base, frozenset(same), sources) or (
                "adj" in same and base in sources.forms_of_verbs and is_base(base, word, sources)
            ):  # UNSEEN
                return base
    return (
        negated_or_repeated(word, kinds, sources)
        or stated(word, kinds, sources)
        or made_so(word, kinds, sources)
    )


def made_so(word: str, kinds: set[str], sources: Sources) -> str:
    """Return the adjective inside DEADEN; FAST is also a verb, so that FASTEN is none of these."""
    base = word.removesuffix("en")
    is_one = word.endswith("en") and "verb" in kinds and len(base) >= MADE_SO_SHORTEST
    is_plain = "verb" not in sources.wordnet.get(base, ())
    return base if is_one and is_plain and fits(word, base, frozenset({"adj"}), sources) else ""


def stated(word: str, kinds: set[str], sources: Sources) -> str:
    """Return the word inside APIECE or AGLOW: adverbs, or adjectives without derived words."""
    base = word[1:]
    if not word.startswith("a") or len(base) < STATED_SHORTEST or kinds - {"adj", "adv"}:
        return ""
    is_one = "adv" in kinds or ("adj" in kinds and word not in sources.related)
    parts = frozenset({"noun", "verb", "adj"})
    return base if is_one and fits(word, base, parts, sources) else ""


def negated_or_repeated(word: str, kinds: set[str], sources: Sources) -> str:
    """Return the word inside INAUDIBLE or REDRAW."""
    base = word[2:]
    if word.startswith(NOT) and len(base) >= NOT_SHORTEST and "adj" in kinds:
        return base if fits(word, base, frozenset({"adj"}), sources) else ""
    is_again = not AGAIN.union({base}).isdisjoint(sources.glosses.get(word, ()))
    long_enough = len(base) >= AGAIN_SHORTEST or inflects_alike(word, base, sources)
    if word.startswith("re") and is_again and long_enough:
        return base if fits(word, base, frozenset({"verb"}), sources) else ""
    return ""


def inflects_alike(word: str, base: str, sources: Sources) -> bool:
    """Return whether a word has irregular forms as the one that it ends in: REDID, as DID."""
    head = word.removesuffix(base)
    own = sources.inflections.get(word, ())
    return any(
        head + form in own
        for form in sources.inflections.get(base, ())
        if not form.startswith(
            (base, base.removesuffix("y") + "ie", base.removesuffix("e") + "ing")
        )
    )


def bare(stem: str, drops_e: bool) -> Iterator[str]:
    """Yield the words before an ending that leaves them as they are, but for a last Y or E."""
    yield stem
    if stem.endswith("i"):
        yield stem[:-1] + "y"
    if drops_e:
        yield stem + "e"


def fits(word: str, base: str, kinds: frozenset[str], sources: Sources) -> bool:
    """Return whether a word may be made from another: of the right kind, and about as common."""
    return not kinds.isdisjoint(sources.wordnet.get(base, ())) and is_base(base, word, sources)


def is_base(base: str, word: str, sources: Sources) -> bool:
    """Return whether a word is well known, and about as common as another made from it."""
    rarer = sources.commonness(word) - sources.commonness(base)
    return is_part(base, sources) and rarer <= RARER
