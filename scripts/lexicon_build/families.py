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
from lexicon_build import affixes, brands, kinship, sounds, spelling
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
# But two phrases with one of these verbs, in any form, are noticed: GO IT ALONE, GOES AT IT.
SMALL_VERBS = frozenset({"get", "go", "let"})
# Nor are the beginnings of words, some of which are words: SUPER, ANTI.
SMALL_PARTS = SMALL_WORDS.union(affixes.SURE_BEGINNINGS)


class Families:
    """The families of words, by their letters."""

    def __init__(self, sources: Sources, spellings: Iterable[str] = ()) -> None:
        self._sources = sources
        texts = {headword.text for headword in sources.headwords}.union(spellings)
        self._written = brands.tokens(texts)
        self._variants = dict(spelling.pairs(sources)) | self._spelled_alike()
        self._lineages: dict[str, list[str]] = {}
        self._names: dict[str, frozenset[str]] = {}

    def root(self, word: str) -> str:
        """Return the word, in lower case, that a family is named after."""
        return self._lineage(word)[-1]

    def names(self, word: str) -> frozenset[str]:
        """Return the names of all families that a word belongs to: its own, and its parts'."""
        if word not in self._names:
            own = {self.root(word), *map(self.root, self.bases(word)), *self._kin_names(word)}
            self._names[word] = frozenset(own)  # in case it comes back to itself
            large = (part for part in self._parts(word) if part not in SMALL_PARTS)
            self._names[word] |= {name for part in large for name in self.names(part)}
        return self._names[word]

    def elders(self, word: str) -> frozenset[str]:
        """Return a word, what it comes from or is kin to, the words inside, and all their roots."""
        lines = (self._lineage(start) for start in (word, *self.bases(word)))
        return self.names(word).union(self._parts(word), *lines)

    def _kin_names(self, word: str) -> Iterator[str]:
        """Yield the names of what a word, or what it comes from, is kin to: OBEY of OBEDIENCE."""
        for start in (word, *self.bases(word)):
            for elder in self._lineage(start):
                yield from self._kin.get(elder, ())
                if elder in self._with_kin:
                    yield elder

    @cached_property
    def _kin(self) -> dict[str, set[str]]:
        """Map words to those that they are kin to, beyond what comes from the same root."""
        kin = kinship.kin_of(self._sources.links, self._explains)
        for short, long in kinship.shortened(self._sources.alike):
            if long in self._sources.sizes:
                kin.setdefault(self._inflected.get(long, long), set()).add(short)
        for word, other in sounds.sounding_alike(self._sources.alike):
            kin.setdefault(word, set()).add(other)
        for word, others in [(word, [*others]) for word, others in kin.items()]:
            for other in others:
                for one, child in ((word, other), (other, word)):
                    parent = self._parent(child)
                    is_like = kinship.common_start(one, parent) >= kinship.MIN_OF_A_PARENT
                    if is_like and kinship.MIN_PARENT <= len(parent) < len(child):  # ROTARY, ROTATE
                        kin.setdefault(one, set()).add(parent)
        return {
            word: {other for other in others if self.root(other) != self.root(word)}
            for word, others in kin.items()
        }

    @cached_property
    def _with_kin(self) -> frozenset[str]:
        return frozenset().union(*self._kin.values())

    def _explains(self, part: str, word: str) -> bool:
        return self.root(part) in map(self.root, self._sources.glosses.get(word, ()))

    def is_seen_as_noun(self, small: str, words: Iterable[str]) -> bool:
        """Return whether a small word may have a plural and can be seen in one of these: OUTS.

        ARE, of BE, has none, and IN is not seen in ENCASE.
        """
        return not self.bases(small) and any(small in word for word in words)

    def is_name(self, word: str) -> bool:
        """Return whether a word may be a name: ANNA, which is a coin, too."""
        return word in self._capitalised

    @cached_property
    def _capitalised(self) -> frozenset[str]:
        texts = (headword.text for headword in self._sources.headwords if not headword.bases)
        return frozenset(text.lower() for text in texts if text.istitle())

    @cached_property
    def changed_within(self) -> dict[str, set[str]]:
        """Words with those that explain them, or are derived from them, and sound much like them.

        That is LIFE and LIVE, GIFT and GIVE; but also MALE and MULE, so it proves no family.
        """
        pairs = {
            (word, other)
            for word, parts in self._sources.glosses.items()
            for part in parts
            for other in (part, self.base(part))
            if sounds.is_told(word) and sounds.is_told(other)
        }
        pairs |= {
            (link.one, link.other)
            for link in self._sources.links
            if link.places <= kinship.COMMON_SENSES
        }
        like: defaultdict[str, set[str]] = defaultdict(set)
        for word, other in pairs:
            if not (is_small(word) or is_small(other)) and sounds.is_heard_in(word, other):
                like[word].add(other)
                like[other].add(word)
        return dict(like)

    def glosses(self, word: str) -> set[str]:
        """Return the words that WordNet explains a word with."""
        return self._sources.glosses.get(word, set())

    def synonyms(self, word: str) -> set[str]:
        """Return what a word means the same as, in its commonest senses."""
        return self._sources.alike.get(word, set())

    def base(self, word: str) -> str:
        """Return the word that a word is commonly an inflection of, or itself."""
        return self._inflected.get(word, word)

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
            yield from sorted(self._marked.get(elder, ()))
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
        names = brands.names(self._written, self._sources)
        return Compounds(self._sources, self.root, SMALL_PARTS, self._inflected, names)

    @cached_property
    def _marked(self) -> dict[str, set[str]]:
        return brands.marked(self._written, self._sources)

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
                    if is_variant(word, other) and self._is_same_thing(word, other):
                        alike.setdefault(word, other)
        return alike

    def _is_same_thing(self, word: str, other: str) -> bool:
        """Return whether two synonyms commonly are; hardly ever is CAST another word for CAT."""
        alike = self._sources.alike
        short, long = sorted((word, other), key=len)
        return (
            (word in alike.get(other, ()) and other in alike.get(word, ()))
            or sounds.plainly(word) == sounds.plainly(other)
            or (long.startswith(short) and len(short) >= MIN_CLIPPED_IN_FRONT)
        )


def is_by_chance(word: str, base: str) -> bool:
    """Return whether a word by itself may just look like a form: NUMBER, WEED; BETTER does not."""
    return (word.endswith(COMPARISON) and word[:2] == base[:2]) or (
        word.endswith("eed") and word == base + "d"
    )


def is_variant(word: str, other: str) -> bool:
    """Return whether two synonyms are one word in two spellings: SAREE and SARI, GREY and GRAY."""
    if sounds.plainly(word) == sounds.plainly(other):
        return True
    if word[:2] != other[:2]:
        return False
    if kinship.consonants(word) == kinship.consonants(other):
        return True
    short, long = sorted((word, other), key=len)
    return distance(word, other) <= (1 if len(short) < 6 else 2) and is_within(short, long)


def is_within(short: str, long: str) -> bool:
    """Return whether letters put into one word make another: MACINTOSH, MACKINTOSH."""
    letters = iter(long)
    return all(letter in letters for letter in short)


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
    return bare(part) in SMALL_WORDS


def bare(part: str) -> str:
    """Return a part of a phrase without what is behind its apostrophe."""
    return part.replace("’", "'").split("'")[0]


def shared_keys(
    texts: Mapping[str, str], families: Families, alike: Iterable[Iterable[str]] = ()
) -> tuple[dict[str, list[int]], int]:
    """Number what answers share: the keys of each answer, and how many of these are families.

    The keys from there on are of groups that merely look `alike`.
    """
    known = list(without_contained(family_groups(texts, families)))
    members = [*known, *without_contained(sorted(sorted({*group}) for group in alike), known)]
    keys: defaultdict[str, list[int]] = defaultdict(list)
    for key, group in enumerate(members):
        for answer in group:
            keys[answer].append(key)
    return dict(keys), len(known)


def family_groups(texts: Mapping[str, str], families: Families) -> list[list[str]]:
    """Return the answers that share a word, given as they are written.

    A small word inside others has a key for each of them, shared with the word alone: ITS must not
    meet IT'S ME, nor OVER OVERDUE, but two phrases may both have it. Nor may a form of it: GETS,
    GOT and GET SET are kept apart, and OVERS and OVERDUE.
    """
    sharing: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    forms = forms_of_small_words(texts, families)
    for answer, text in texts.items():
        parts = parts_of(text)
        small = {part for part in parts if is_small(part) or len(latin_letters(part)) == 1}
        if len(parts) > 1:
            for part in small & forms.keys():
                sharing[latin_letters(part), answer] |= {*forms[part], answer}
            for verb in SMALL_VERBS.intersection(map(bare, small)):
                sharing[latin_letters(verb), ""].add(answer)
        for part in parts if len(parts) == 1 else set(parts) - small:
            for name in families.names(part):
                sharing[latin_letters(name), ""].add(answer)
            small |= families.small_parts(part)
        whole = {*parts, *map(bare, small)} if len(parts) > 1 else set()  # THAT in THAT'S NICE
        for letters in map(latin_letters, small | whole):
            if letters in texts and letters != answer:
                sharing[letters, answer] |= {letters, answer}
        for part in (part for part in small if families.is_seen_as_noun(part, parts)):
            plural = latin_letters(f"{part}s")
            if plural in texts and plural != answer and part in families.bases(f"{part}s"):
                sharing[latin_letters(part), answer] |= {plural, answer}  # OVERS in OVERDUE
    return sorted(sorted(group) for group in sharing.values())


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


def without_contained(
    groups: Iterable[list[str]], others: Iterable[list[str]] = ()
) -> Iterator[list[str]]:
    """Yield groups of two and more, but none that another one, or one of `others`, has whole."""
    known = dict.fromkeys(map(tuple, others))
    members = dict.fromkeys(tuple(group) for group in groups if len(group) > 1)
    sets = [frozenset(group) for group in (*known, *members)]
    numbers: defaultdict[str, list[int]] = defaultdict(list)
    for number, group in enumerate(sets):
        for answer in group:
            numbers[answer].append(number)
    for number, group in enumerate(members, len(known)):
        fewest = min((numbers[answer] for answer in group), key=len)
        if group not in known and not any(sets[number] < sets[other] for other in fewest):
            yield list(group)
