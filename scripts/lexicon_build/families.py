"""Find which entries are forms of one word, or have one inside: RED, REDDENED, RED ALERT.

A word belongs to the family of what it is an inflection of, a spelling variant of, or derived from.
Endings alone do not show that one word is derived from another (CORNER is not from CORN): WordNet
must relate the two, or explain the one by the other ("redden: turn red").
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from crosswright.grids.letters import latin_letters
from lexicon_build import spelling
from lexicon_build.sources import Sources

# What endings turn into when they are taken off, the longest first.
ENDINGS = (
    "ations", "ation", "ities", "ments", "nesses", "ition", "ness", "less", "ment", "ship",
    "hood", "able", "ible", "like", "ward", "wise", "some", "ions", "ance", "ence", "ancy",
    "ency", "ical", "ion", "ity", "ing", "ful", "ism", "ist", "ize", "ise", "ify", "ive", "ous",
    "ish", "dom", "ess", "ant", "ent", "ery", "ary", "ory", "ian", "age", "ate", "al", "ic",
    "ly", "en", "er", "or", "ed", "th", "cy", "an", "ee", "y",
)  # fmt: skip
BEGINNINGS = ("counter", "inter", "super", "under", "anti", "fore", "over", "self", "dis", "mis",
              "non", "out", "pre", "de", "en", "in", "im", "re", "un")  # fmt: skip
MIN_ROOT = 3

# What is both a word by itself and a form of another that is ten times as rare is not felt to be
# that form (RENT, of REND), nor is what merely ends like a comparative.
MUCH_RARER = 1.0
COMPARISON = ("er", "ers", "est")

# Two of these in one grid are nobody's concern, unless one of them is an answer by itself.
SMALL_WORDS = frozenset({
    "a", "about", "an", "and", "are", "as", "at", "away", "back", "be", "by", "can", "do",
    "down", "for", "from", "get", "go", "had", "has", "have", "he", "her", "him", "his", "how",
    "i", "if", "in", "into", "is", "it", "its", "let", "me", "my", "no", "not", "of", "off",
    "on", "or", "our", "out", "over", "she", "so", "than", "that", "the", "their", "them",
    "then", "there", "they", "this", "to", "too", "under", "up", "upon", "us", "was", "we",
    "were", "what", "when", "where", "who", "why", "will", "with", "you", "your",
})  # fmt: skip


class Families:
    """The families of words, by their letters."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._variants = dict(spelling.pairs(sources)) | self._spelled_alike()
        self._roots: dict[str, str] = {}

    def root(self, word: str) -> str:
        """Return the word, in lower case, that a family is named after."""
        if word not in self._roots:
            seen = [word]
            while (parent := self._parent(seen[-1])) and parent not in seen:
                seen.append(parent)
            root = min(seen[seen.index(parent) :]) if parent else seen[-1]
            self._roots |= dict.fromkeys(seen, root)
        return self._roots[word]

    def _parent(self, word: str) -> str:
        variant = self._variants.get(word, "")
        if variant and not variant.endswith("*"):
            return variant
        return self._inflected.get(word) or next(
            (base for base in shorter(word) if self._is_derived(word, base)), ""
        )

    @cached_property
    def _inflected(self) -> dict[str, str]:
        """Map inflections to what they are forms of, the commonest of several."""
        commonness = self._sources.commonness
        inflected: dict[str, str] = {}
        for headword in self._sources.headwords:
            word = headword.text.lower()
            bases = [base.lower() for base in headword.bases if base.lower() != word]
            if not headword.is_inflection:  # also a word by itself: FOUND, but also NUMBER, BUTTER
                bases = [
                    base
                    for base in bases
                    if commonness(base) >= commonness(word) - MUCH_RARER
                    and (not is_comparison(word, base) or self._is_related(word, base))
                ]
            if bases and word not in inflected:
                inflected[word] = max(bases, key=lambda base: (commonness(base), base))
        return inflected

    def _is_derived(self, word: str, base: str) -> bool:
        return base in self._sources.wordnet and (
            self._is_related(word, base)
            or any(
                base in (other, self._inflected.get(other))
                for other in self._sources.glosses.get(word, ())
            )
        )

    def _is_related(self, word: str, base: str) -> bool:
        return base in self._sources.related.get(word, ())

    def _spelled_alike(self) -> dict[str, str]:
        """Map words to the commonest of their synonyms that differ in a letter or two."""
        alike: dict[str, str] = {}
        for synonyms in self._sources.synonyms:
            singles = [word for word in synonyms if word.isalpha()]
            singles.sort(key=lambda word: (-self._sources.commonness(word), word))
            for number, word in enumerate(singles):
                for other in singles[:number]:
                    if is_variant(word, other):
                        alike.setdefault(word, other)
        return alike


def is_comparison(word: str, base: str) -> bool:
    """Return whether a word may be a regular comparative or an agent: BETTER is not, of GOOD."""
    return word.endswith(COMPARISON) and word[:2] == base[:2]


def is_variant(word: str, other: str) -> bool:
    """Return whether two synonyms are one word in two spellings: SAREE and SARI, GREY and GRAY."""
    if word[:2] != other[:2] or (min(len(word), len(other)) < 4 and word[0] != other[0]):
        return False
    return distance(word, other) <= (1 if min(len(word), len(other)) < 6 else 2) or (
        skeleton(word) == skeleton(other)
    )


def skeleton(word: str) -> str:
    """Return the consonants of a word, none of them doubled."""
    return re.sub(r"(.)\1", r"\1", re.sub(r"[aeiouy]", "", word))


def distance(one: str, other: str) -> int:
    """Return how many letters must be changed, added or dropped."""
    row = list(range(len(other) + 1))
    for number, letter in enumerate(one, 1):
        last, row[0] = row[0], number
        for at, character in enumerate(other, 1):
            last, row[at] = row[at], min(row[at] + 1, row[at - 1] + 1, last + (letter != character))
    return row[-1]


def shorter(word: str) -> Iterator[str]:
    """Yield what a word may be derived from."""
    for ending in ENDINGS:
        if word.endswith(ending):
            yield from before(word[: -len(ending)])
    for beginning in BEGINNINGS:
        if word.startswith(beginning) and len(word) - len(beginning) >= MIN_ROOT:
            yield word[len(beginning) :]


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


def parts_of(text: str) -> list[str]:
    """Return the words of an entry as written, in lower case."""
    return [part for part in re.split(r"[^\w'’.]+", text.lower()) if part]


def is_small(part: str) -> bool:
    """Return whether a part of a phrase is a small word, also if it is cut short: it's, I'm."""
    return part.replace("’", "'").split("'")[0] in SMALL_WORDS


def shared_keys(texts: Mapping[str, str], families: Families) -> dict[str, list[int]]:
    """Number what answers share, given as they are written: the keys of each answer.

    A small word inside phrases has a key for each of them, shared with the word alone: ITS must not
    meet IT'S ME, but two phrases may both have it.
    """
    sharing: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for answer, text in texts.items():
        parts = parts_of(text)
        for part in parts:
            letters = latin_letters(part)
            root = latin_letters(families.root(part))
            if len(parts) == 1 or not (is_small(part) or len(letters) == 1):
                sharing[root, ""].add(answer)
            if len(parts) > 1 and letters in texts:
                sharing[letters, answer] |= {letters, answer}
    groups = sorted(sorted(group) for group in sharing.values() if len(group) > 1)
    keys: defaultdict[str, list[int]] = defaultdict(list)
    for key, group in enumerate(without_contained(groups)):
        for answer in group:
            keys[answer].append(key)
    return dict(keys)


def without_contained(groups: Iterable[list[str]]) -> Iterator[list[str]]:
    """Yield groups, but of pairs only those that no larger group has."""
    groups = list(groups)
    larger: defaultdict[str, list[int]] = defaultdict(list)
    for number, group in enumerate(groups):
        if len(group) > 2:
            for answer in group:
                larger[answer].append(number)
    seen: set[tuple[str, ...]] = set()
    for group in groups:
        if tuple(group) in seen:
            continue
        seen.add(tuple(group))
        if len(group) > 2 or not set(larger[group[0]]) & set(larger[group[1]]):
            yield group
