"""Find which entries are forms of one word, or have one inside: RED, REDDENED, RED ALERT.

A word belongs to the family of what it is an inflection of, a spelling variant of, short for, or
derived from, and to those of the words inside it. Most endings do not show that one word is derived
from another (CORNER is not from CORN): WordNet must relate the two, or explain the one by the other
("redden: turn red").
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise

from crosswright.grids.letters import latin_letters
from lexicon_build import affixes, spelling
from lexicon_build.compounds import Compounds
from lexicon_build.sources import Sources

# What is both a word by itself and a form of another that is ten times as rare is not felt to be
# that form (RENT, of REND), nor is what merely ends like a comparative or a past tense.
MUCH_RARER = 1.0
COMPARISON = ("er", "ers", "est")

# Letters left of a word that is cut short behind (LAB) or in front (PHONE).
MIN_CLIPPED, MIN_CLIPPED_IN_FRONT = 3, 4

# Two of these in one grid are nobody's concern, unless one of them is an answer by itself.
SMALL_WORDS = frozenset({
    "a", "about", "an", "and", "are", "as", "at", "away", "back", "be", "by", "can", "do",
    "down", "for", "from", "get", "go", "had", "has", "have", "he", "her", "him", "his", "how",
    "i", "if", "in", "into", "is", "it", "its", "let", "me", "my", "no", "not", "of", "off",
    "on", "or", "our", "out", "over", "she", "so", "than", "that", "the", "their", "them",
    "then", "there", "they", "this", "to", "too", "under", "up", "upon", "us", "was", "we",
    "were", "what", "when", "where", "who", "why", "will", "with", "you", "your",
})  # fmt: skip
# Nor are the beginnings of words, some of which are words: SUPER, ANTI.
SMALL_PARTS = SMALL_WORDS.union(affixes.SURE_BEGINNINGS)


class Families:
    """The families of words, by their letters."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._variants = dict(spelling.pairs(sources)) | self._spelled_alike()
        self._lineages: dict[str, list[str]] = {}
        self._names: dict[str, frozenset[str]] = {}

    def root(self, word: str) -> str:
        """Return the word, in lower case, that a family is named after."""
        return self._lineage(word)[-1]

    def names(self, word: str) -> frozenset[str]:
        """Return the names of all families that a word belongs to: its own, and its parts'."""
        if word not in self._names:
            own = {self.root(word), *map(self.root, self.bases(word))}
            self._names[word] = frozenset(own)  # in case it comes back to itself
            large = (part for part in self._parts(word) if part not in SMALL_PARTS)
            self._names[word] |= {name for part in large for name in self.names(part)}
        return self._names[word]

    def bases(self, word: str) -> list[str]:
        """Return all words that a word is an inflection of: AXES is one of AXE and of AXIS."""
        return self._bases.get(word, [])

    def verbs(self, word: str) -> list[str]:
        """Return the verbs that a word is, or is a form of."""
        wordnet = self._sources.wordnet
        return [base for base in (word, *self.bases(word)) if "verb" in wordnet.get(base, ())]

    def small_parts(self, word: str) -> frozenset[str]:
        """Return the small words that are parts of a word: OVER in OVERDUE."""
        return SMALL_PARTS.intersection(self._parts(word))

    def _parts(self, word: str) -> Iterator[str]:
        """Yield the parts of a word and of what it comes from."""
        lineage = self._lineage(word)
        for elder in lineage:
            yield from self._compounds.parts(elder)
        for younger, elder in pairwise(lineage):
            if (beginning := younger.removesuffix(elder)) in affixes.SURE_BEGINNINGS:
                yield beginning
            if (ending := younger.removeprefix(elder)) in affixes.WORDS_AS_ENDINGS:
                yield ending

    def _lineage(self, word: str) -> list[str]:
        """Return a word, what it comes from, and so on, to what its family is named after."""
        if word not in self._lineages:
            seen = [word]
            while (parent := self._parent(seen[-1])) and parent not in seen:
                seen.append(parent)
            if parent:
                ring = seen[seen.index(parent) :]
                seen = [*(one for one in seen if one != min(ring)), min(ring)]
            self._lineages[word] = seen
        return self._lineages[word]

    def _parent(self, word: str) -> str:
        return self._sure_parent(word) or self._as_synonym(word)

    def _sure_parent(self, word: str) -> str:
        variant = self._variants.get(word, "")
        if variant and not variant.endswith("*"):
            return variant
        return (
            self._inflected.get(word)
            or next((base for base in affixes.shorter(word) if self._is_derived(word, base)), "")
            or affixes.surely_from(word, self._sources)
            or self._clipped(word)
        )

    def _clipped(self, word: str) -> str:
        """Return the longest synonym that a word begins or ends with."""
        short = [
            other
            for other in self._sources.alike.get(word, ())
            if (word.startswith(other) and len(other) >= MIN_CLIPPED)
            or (word.endswith(other) and len(other) >= MIN_CLIPPED_IN_FRONT)
        ]
        return max(short, key=lambda other: (len(other), other), default="")

    def _as_synonym(self, word: str) -> str:
        """Return what a word may be derived from, where a synonym is: IRATE of IRE, as IREFUL."""
        synonyms = self._sources.alike.get(word, ())
        for base in affixes.shorter(word):
            likely = base != word and base in self._sources.wordnet
            if not likely or not affixes.is_base(base, word, self._sources):
                continue
            if any(self._is_or_comes_from(other, base) for other in synonyms):
                return base
        return ""

    def _is_or_comes_from(self, word: str, base: str) -> bool:
        return word.startswith(base[:MIN_CLIPPED]) and base in (word, self._sure_parent(word))

    @cached_property
    def _compounds(self) -> Compounds:
        return Compounds(self._sources, self.root, SMALL_PARTS, self._inflected)

    @cached_property
    def _inflected(self) -> dict[str, str]:
        """Map inflections to what they are forms of, the commonest of several."""
        commonness = self._sources.commonness
        return {
            word: max(bases, key=lambda base: (commonness(base), base))
            for word, bases in self._bases.items()
        }

    @cached_property
    def _bases(self) -> dict[str, list[str]]:
        """Map inflections to all that they are forms of."""
        commonness = self._sources.commonness
        inflected: dict[str, list[str]] = {}
        for headword in self._sources.headwords:
            word = headword.text.lower()
            bases = [base.lower() for base in headword.bases if base.lower() != word]
            if not headword.is_inflection:  # also a word by itself: FOUND, but also NUMBER, BUTTER
                bases = [
                    base
                    for base in bases
                    if commonness(base) >= commonness(word) - MUCH_RARER
                    and (not is_by_chance(word, base) or self._is_related(word, base))
                ]
            if bases:
                inflected.setdefault(word, bases)
        return inflected

    def _is_derived(self, word: str, base: str) -> bool:
        return (
            base != word
            and base in self._sources.wordnet
            and (
                self._is_related(word, base)
                or any(
                    base in (other, self._inflected.get(other))
                    for other in self._sources.glosses.get(word, ())
                )
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


def is_by_chance(word: str, base: str) -> bool:
    """Return whether a word by itself may just look like a form: NUMBER, WEED; BETTER does not."""
    return (word.endswith(COMPARISON) and word[:2] == base[:2]) or (
        word.endswith("eed") and word == base + "d"
    )


def is_variant(word: str, other: str) -> bool:
    """Return whether two synonyms are one word in two spellings: SAREE and SARI, GREY and GRAY."""
    if plainly(word) == plainly(other):
        return True
    if word[:2] != other[:2]:
        return False
    if skeleton(word) == skeleton(other):
        return True
    short, long = sorted((word, other), key=len)
    return distance(word, other) <= (1 if len(short) < 6 else 2) and is_within(short, long)


def is_within(short: str, long: str) -> bool:
    """Return whether letters put into one word make another: MACINTOSH, MACKINTOSH."""
    letters = iter(long)
    return all(letter in letters for letter in short)


# Letters that are written for one another, and which of them stands for all.
LETTERS = (
    (r"[ao]e(?=.{2})|^[ao]e", "e"), ("ph", "f"), ("c(?=[eiy])|z", "s"), ("ck|[ckq]", "k"),
    ("y", "i"), (r"^e(?=[mn])", "i"), (r"(.)\1", r"\1"), ("our", "or"), ("re(s?)$", r"er\1"),
    ("ue(s?)$", r"\1"), ("^[kt]s|^ds", "ts"),
)  # fmt: skip


def plainly(word: str) -> str:
    """Return a word with one letter for those that are written for one another: EON for AEON."""
    for pattern, letter in LETTERS:
        word = re.sub(pattern, letter, word)
    return word


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


def parts_of(text: str) -> list[str]:
    """Return the words of an entry as written, in lower case."""
    return [part for part in re.split(r"[^\w'’.]+", text.lower()) if part]


def is_small(part: str) -> bool:
    """Return whether a part of a phrase is a small word, also if it is cut short: it's, I'm."""
    return part.replace("’", "'").split("'")[0] in SMALL_WORDS


def shared_keys(texts: Mapping[str, str], families: Families) -> dict[str, list[int]]:
    """Number what answers share, given as they are written: the keys of each answer.

    A small word inside others has a key for each of them, shared with the word alone: ITS must not
    meet IT'S ME, nor OVER OVERDUE, but two phrases may both have it. Nor may a form of it: GETS,
    GOT and GET SET are kept apart.
    """
    sharing: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    forms = forms_of_small_words(texts, families)
    for answer, text in texts.items():
        parts = parts_of(text)
        small = {part for part in parts if is_small(part) or len(latin_letters(part)) == 1}
        if len(parts) > 1:
            for part in small & forms.keys():
                sharing[latin_letters(part), answer] |= {*forms[part], answer}
        for part in parts if len(parts) == 1 else set(parts) - small:
            for name in families.names(part):
                sharing[latin_letters(name), ""].add(answer)
            small |= families.small_parts(part)
        for letters in map(latin_letters, small.union(parts if len(parts) > 1 else ())):
            if letters in texts and letters != answer:
                sharing[letters, answer] |= {letters, answer}
    groups = sorted(sorted(group) for group in sharing.values() if len(group) > 1)
    keys: defaultdict[str, list[int]] = defaultdict(list)
    for key, group in enumerate(without_contained(groups)):
        for answer in group:
            keys[answer].append(key)
    return dict(keys)


def forms_of_small_words(texts: Mapping[str, str], families: Families) -> dict[str, set[str]]:
    """Map small words to the answers that are forms of them, or of the same verb: GETS, GOT."""
    small_by_verb: defaultdict[str, set[str]] = defaultdict(set)
    for small in SMALL_WORDS:
        for verb in families.verbs(small):
            small_by_verb[verb].add(small)
    forms: defaultdict[str, set[str]] = defaultdict(set)
    for answer, text in texts.items():
        word = text.lower()
        plain = {base for base in families.bases(word) if word.startswith(base[:2])}
        for small in (plain & SMALL_WORDS).union(
            *(small_by_verb[verb] for verb in families.verbs(word) if verb in small_by_verb)
        ):
            forms[small].add(answer)
    return dict(forms)


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
