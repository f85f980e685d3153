"""Find which entries merely look as if they had a word in common: COUNTER and COUNTRY.

Evidence does not find every family. An editor still frowns at ARAB beside ARABIA, so a fill keeps
such entries apart as well. That costs it little where the likeness means nothing, but nobody is to
be told that CARTEL is a form of CART: these keys are not for `check`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import Protocol

from crosswright.grids.letters import latin_letters
from lexicon_build import affixes, families, sounds

# Letters with which both words begin, and those of a word that begins another, behind which few
# may follow if it is a short one: RADIAL and RADIATE, ARAB and ARABIA.
COMMON, WHOLE, MAX_BEHIND_SHORT = 5, 4, 6
# What is put before many words says nothing unless more letters are the same.
BEGINNINGS = frozenset({*affixes.BEGINNINGS, *affixes.SURE_BEGINNINGS} - {"a"})
LONG_BEGINNINGS = frozenset(head for head in BEGINNINGS if len(head) >= WHOLE)
BEHIND_A_BEGINNING = 4
# Letters of a word behind a beginning that may not be one: LONG in BELONG.
BEHIND = 4
# Words are seen behind these as well, short ones in several words at once: SET, RESET, BESET.
BEFORE_SHORT = BEGINNINGS | {"a", "ab", "ad", "al", "at", "em"}
# What many words begin or end with says nothing, whether it is a word or not: NESS, ION; nor does
# what more words than these have: CON.
AFFIXES = frozenset({*BEGINNINGS, *affixes.ENDINGS, *affixes.SURE_ENDINGS})
MAX_MADE = 60
# Endings that make words look derived, too: ERRATIC, OLDIE, MIDST, KIDDO, SIRE.
MORE_ENDINGS = ("atic", "ie", "st", "do", "e")
# Vowels that make a short word of a shorter one: NAN and NANA, MEM and MEMO.
VOWELS_BEHIND = ("A", "O")
# Two words that another one may be made of: HEAD and STRONG, but not LAND and SCAPE.
SHORT_PART, LONG_PART = 3, 4
# Letters of a word that another one ends in: ANGLE in ENTANGLE.
ENDING = 5
# Letters that an answer has beyond the one that it begins with: LAPS, LAPSED.
MAX_MORE = 3
# Letters with which a word and what explains it begin, and those of shorter ones, if the one has
# all consonants of the other: MOTEL and MOTOR, ONCE and ONE.
EXPLAINED, EXPLAINED_SHORT = 3, 2
# What WordNet calls a number.
NUMBER = "cardinal"
# Small words that are noticed in two phrases all the same: ME TOO, TOO BAD.
NOTICED = frozenset({
    "about", "away", "back", "can", "down", "how", "into", "over", "then", "there", "too", "under",
    "upon", "what", "when", "where", "who", "why",
})  # fmt: skip

# Verbs that two phrases may have, but not a phrase and what is made of the verb: CAN DO, REDO.
SMALL_VERBS = families.SMALL_VERBS | {"do"}
BEHIND_VERBS = ("er", "in")  # DOER, DOIN
# What is cut short behind an apostrophe: ARE in WE'RE HERE.
CUT_SHORT = {"'re": "ARE", "n't": "NOT", "'ll": "WILL", "'ve": "HAVE"}

Group = Iterable[str]
"""Answers of which a grid should have one at most."""


class Relations(Protocol):
    """What is known of words: `families.Families` knows it."""

    @property
    def changed_within(self) -> Mapping[str, Collection[str]]:
        """Words with others that explain them and sound much like them: LIFE and LIVE."""

    def base(self, word: str) -> str:
        """Return the word that a word is commonly an inflection of, or itself."""

    def names(self, word: str) -> frozenset[str]:
        """Return the names of all families that a word belongs to."""

    def glosses(self, word: str) -> Collection[str]:
        """Return the words that explain a word."""

    def synonyms(self, word: str) -> Collection[str]:
        """Return what a word means the same as, in its commonest senses."""

    def is_name(self, word: str) -> bool:
        """Return whether a word may be a name: ANNA, which is a coin, too."""


class Entries:
    """The entries that are to be told apart, by the words inside them.

    Words are looked at in their base form: what looks like ARAB looks like ARABS.
    """

    def __init__(self, parts: Mapping[str, list[str]], known: Relations) -> None:
        self.parts, self.known = parts, known
        self.containing: defaultdict[str, list[str]] = defaultdict(list)
        self.forms: defaultdict[str, list[str]] = defaultdict(list)
        self._family: defaultdict[str, set[str]] = defaultdict(set)
        for answer, words in parts.items():
            large = [word for word in words if len(words) == 1 or not families.is_small(word)]
            for word in {latin_letters(known.base(word)).lower() for word in large}:
                self.containing[word].append(answer)
                if len(words) == 1:
                    self.forms[word].append(answer)
            for name in {name for word in large for name in known.names(word)}:
                self._family[name].add(answer)

    def members(self, words: Iterable[str]) -> list[str]:
        """Return the entries with any of these words inside them."""
        return [answer for word in words for answer in self.containing[word]]

    def family(self, words: Iterable[str]) -> list[str]:
        """Return the entries that are of the family of any of these words."""
        return [answer for word in words for answer in self._family.get(word, ())]

    def is_inside(self, part: str, word: str) -> bool:
        """Return whether it is known already that a word has another inside."""
        return self.known.names(part) <= self.known.names(word)


def groups(parts: Mapping[str, list[str]], known: Relations) -> Iterator[Group]:
    """Yield answers that look alike, given the words of each as they are written."""
    entries = Entries(parts, known)
    for rule in RULES:
        yield from rule(entries)


# -- words that begin alike ------------------------------------------------------------------------


def beginning_alike(entries: Entries) -> Iterator[Group]:
    """Yield answers with words that begin with the same letters."""
    beginnings: defaultdict[str, list[str]] = defaultdict(list)
    for word, answers in entries.containing.items():
        if start := beginning(word, entries.containing.keys()):
            beginnings[start].extend(answers)
    yield from beginnings.values()


def beginning(word: str, known: Collection[str]) -> str:
    """Return the letters that another word must not begin with; "" if it has too few."""
    heads = (
        head
        for head in BEGINNINGS
        if word.startswith(head)
        and (word[len(head) :] in known or (head in LONG_BEGINNINGS and head != word))
    )
    size = max((len(head) + BEHIND_A_BEGINNING for head in heads), default=COMMON)
    return word[:size] if len(word) >= size else ""


def continued(entries: Entries) -> Iterator[Group]:
    """Yield words with those that go on a little, as they are written: LAPS and LAPSED."""
    words = {answer for answer, words in entries.parts.items() if len(words) == 1}
    for word in words:
        for size in range(max(WHOLE, len(word) - MAX_MORE), len(word)):
            if word[:size] in words:
                yield word[:size], word
        if len(word) == WHOLE and word.endswith(VOWELS_BEHIND) and word[:-1] in words:
            yield word[:-1], word


def names_alike(entries: Entries) -> Iterator[Group]:
    """Yield names that only differ in their last letter: ANNA and ANNE, LEO and LEON."""
    names: defaultdict[str, list[str]] = defaultdict(list)
    for answer, words in entries.parts.items():
        word = words[0]
        if len(words) == 1 and entries.known.is_name(word):
            for start in (word, word[:-1]):
                if len(start) >= SHORT_PART:
                    names[start].append(answer)
    yield from names.values()


# -- words inside others ---------------------------------------------------------------------------


def looking_derived(entries: Entries) -> Iterator[Group]:
    """Yield a word with those that begin with it, or look to be derived from it."""
    derived: defaultdict[str, list[str]] = defaultdict(list)
    for word in entries.containing:
        bases = set(inside(word, entries.forms))
        bases.update(*(inside(base, entries.forms) for base in set(bases)))
        for base in bases - {word}:
            derived[base].append(word)
    for base, words in derived.items():
        yield *entries.family([base]), *entries.members([base, *words])


def inside(word: str, known: Collection[str]) -> Iterator[str]:
    """Yield known words that a word begins with, or that it looks to be derived from."""
    for size in range(WHOLE, len(word)):
        is_near = size > WHOLE or len(word) <= size + MAX_BEHIND_SHORT
        if is_near and word[:size] in known and word[:size] not in LONG_BEGINNINGS:
            yield word[:size]
    for base in affixes.shorter(word):
        if base in known and len(base) >= BEHIND:
            yield base
    for base in shortened(word):
        if base in known:
            yield base


def shortened(word: str) -> Iterator[str]:
    """Yield what is left of a word without an ending, or, if that is short, a beginning."""
    for whole in {word, word.removesuffix("s")}:  # PLIERS
        bases = affixes.shorter(whole)
        yield from (base for base in bases if word.startswith((base, with_i(base))))
    stems = (word.removesuffix(tail) for tail in MORE_ENDINGS if word.endswith(tail))
    yield from (stem for stem in stems if len(stem) >= SHORT_PART)
    heads = (head for head in BEFORE_SHORT if word.startswith(head))
    tails = (word[len(head) :] for head in heads)
    yield from (tail for tail in tails if len(tail) >= SHORT_PART)


def with_i(word: str) -> str:
    """Return a word as it is before an ending: PLI for PLY, in PLIER."""
    return word[:-1] + "i" if word.endswith("y") else word


def behind_small_words(entries: Entries) -> Iterator[Group]:
    """Yield small words, each with every word that begins with it: OVER and OVERSEAS."""
    for word, answers in entries.containing.items():
        for size in range(WHOLE, len(word)):
            if families.is_small(word[:size]):
                for small in entries.forms.get(word[:size], ()):
                    yield from ((small, answer) for answer in answers)


def looking_compound(entries: Entries) -> Iterator[Group]:
    """Yield a word with those that may be made of it and something else: STRONG, HEADSTRONG.

    Two words with the same ending are another matter: FATNESS may meet ILLNESS, but NESS neither.
    """
    made: defaultdict[str, list[str]] = defaultdict(list)
    for word in entries.containing:
        for part in {*two_words(word, entries.forms), *long_endings(word, entries.forms)}:
            if not families.is_small(part):
                made[part].append(word)
    for part, words in made.items():
        unknown = [word for word in words if not entries.is_inside(part, word)]
        if part in AFFIXES or len(words) > MAX_MADE:
            yield from ((*entries.forms[part], *entries.containing[word]) for word in unknown)
        elif unknown:
            yield *entries.family([part]), *entries.members([part, *words])


def two_words(word: str, known: Collection[str]) -> Iterator[str]:
    """Yield the two known words that a word falls into, in every way."""
    for at in range(SHORT_PART, len(word) - SHORT_PART + 1):
        parts = word[:at], word[at:]
        if max(map(len, parts)) >= LONG_PART and all(part in known for part in parts):
            yield from parts


def long_endings(word: str, known: Collection[str]) -> Iterator[str]:
    """Yield known words that a word ends in, if they are long enough to be seen there."""
    yield from (word[at:] for at in range(1, len(word) - ENDING + 1) if word[at:] in known)


# -- words that are much like what explains them ---------------------------------------------------


def explained(entries: Entries) -> Iterator[Group]:
    """Yield the families of words that look or sound like what explains them: MOTEL and MOTOR.

    What merely sounds like it is joined to all that looks like it: DIE to DEATH, and so to DEAD.
    """
    like: defaultdict[str, set[str]] = defaultdict(set)
    for word in entries.containing:
        for gloss in entries.known.glosses(word):
            other = entries.known.base(gloss)
            is_known = other != word and other in entries.containing
            if is_known and not families.is_small(other) and begins_as(word, other):
                yield entries.family([word, other])
                if word[:EXPLAINED] == other[:EXPLAINED]:
                    like[word].add(other)
                    like[other].add(word)
    for word, others in entries.known.changed_within.items():
        for other in others:
            if word < other:
                yield entries.family({word, other} | like[word] | like[other])


def begins_as(word: str, other: str) -> bool:
    """Return whether a word begins visibly as what explains it."""
    if word[:EXPLAINED] == other[:EXPLAINED]:
        return True
    short, long = sorted(map(sounds.consonants_heard, (word, other)), key=len)
    is_heard = bool(short) and long.startswith(short)
    return is_heard and word[:EXPLAINED_SHORT] == other[:EXPLAINED_SHORT]


def synonymous(entries: Entries) -> Iterator[Group]:
    """Yield the families of synonyms that begin alike: TREASON and TREACHERY."""
    for word in entries.containing:
        for synonym in entries.known.synonyms(word):
            other = entries.known.base(synonym)
            is_known = other != word and other in entries.containing
            if is_known and not families.is_small(other) and word[:EXPLAINED] == other[:EXPLAINED]:
                yield entries.family([word, other])


def numbers(entries: Entries) -> Iterator[Group]:
    """Yield numbers that begin alike: TWO, TWELVE and TWENTY."""
    starts: defaultdict[str, list[str]] = defaultdict(list)
    for word in entries.containing:
        if NUMBER in entries.known.glosses(word):
            starts[word[:EXPLAINED_SHORT]].append(word)
    for words in starts.values():
        yield entries.members(words)


def softened(entries: Entries) -> Iterator[Group]:
    """Yield words with a V where others have an F: SAFE and SAVE, THEFT and THIEVE."""
    hard: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for word in filter(sounds.is_told, entries.containing):
        if "f" in word[1:] and "v" not in word:
            hard[word[0], sounds.consonants_heard(word)].append(word)
    for word in filter(sounds.is_told, entries.containing):
        consonants = sounds.consonants_heard(word) if "v" in word[1:] else ""
        for heard in (consonants, consonants + "t") if consonants else ():
            for other in hard.get((word[0], heard), ()):
                yield entries.family([word, other])


# -- phrases ---------------------------------------------------------------------------------------


def in_phrases(entries: Entries) -> Iterator[Group]:
    """Yield phrases that have the same two words in a row, or a small one that is noticed."""
    phrases: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for answer, words in entries.parts.items():
        if len(words) > 1:
            for key in {*pairwise(words), *((word,) for word in words if word in NOTICED)}:
                phrases[key].append(answer)
    yield from phrases.values()


def at_one_end(entries: Entries) -> Iterator[Group]:
    """Yield phrases that begin or end with the same small word: AT EASE, AT SEA."""
    ends: defaultdict[tuple[str, int], list[str]] = defaultdict(list)
    for answer, words in entries.parts.items():
        for end in (0, -1) if len(words) > 1 else ():
            if families.is_small(words[end]):
                ends[families.bare(words[end]), end].append(answer)
    yield from ends.values()


def with_small_verbs(entries: Entries) -> Iterator[Group]:
    """Yield phrases that have a small verb with each word made of it: SURE DO with ADO and DOER."""
    base_of = entries.known.base
    made_of: defaultdict[str, list[str]] = defaultdict(list)
    for answer, words in entries.parts.items():
        base = base_of(words[0])
        for verb in SMALL_VERBS if len(words) == 1 else ():
            if base in made_of_verb(verb):
                made_of[verb].append(answer)
    for answer, words in entries.parts.items():
        for verb in (
            {base_of(families.bare(word)) for word in words} & made_of.keys()
            if len(words) > 1
            else ()
        ):
            yield from ((word, answer) for word in made_of[verb])


@cache
def made_of_verb(verb: str) -> frozenset[str]:
    """Return what may be made of a small verb: ADO, REDO, DOER."""
    before = (head + verb for head in BEFORE_SHORT)
    return frozenset({*before, *(verb + tail for tail in BEHIND_VERBS)})


def cut_short(entries: Entries) -> Iterator[Group]:
    """Yield small words with the phrases in which they are cut short: ARE and WE'RE HERE."""
    for answer, words in entries.parts.items():
        for word in words:
            for end, small in CUT_SHORT.items():
                if word.replace("’", "'").endswith(end) and small in entries.parts:
                    yield small, answer


Rule = Callable[[Entries], Iterator[Group]]

RULES: tuple[Rule, ...] = (
    beginning_alike,
    continued,
    names_alike,
    looking_derived,
    behind_small_words,
    looking_compound,
    explained,
    synonymous,
    numbers,
    softened,
    in_phrases,
    at_one_end,
    with_small_verbs,
    cut_short,
)
