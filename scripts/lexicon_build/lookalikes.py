"""Find which entries merely look as if they had a word in common: COUNTER and COUNTRY.

Evidence does not find every family. An editor still frowns at ARAB beside ARABIA, so a fill keeps
such entries apart as well. That costs it next to nothing where the likeness means nothing, but
nobody is to be told that CARTEL is a form of CART: these keys are not for `check`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import pairwise

from crosswright.grids.letters import latin_letters
from lexicon_build import affixes

# Letters with which both words begin, and those of a word that begins another, behind which few
# may follow if it is a short one: RADIAL and RADIATE, ARAB and ARABIA.
COMMON, WHOLE, MAX_BEHIND_SHORT = 5, 4, 6
# What is put before many words says nothing unless more letters are the same.
BEGINNINGS = frozenset({*affixes.BEGINNINGS, *affixes.SURE_BEGINNINGS} - {"a"})
LONG_BEGINNINGS = frozenset(head for head in BEGINNINGS if len(head) >= WHOLE)
BEHIND_A_BEGINNING = 4
# Letters of a word behind a beginning that may not be one: LONG in BELONG.
BEHIND = 4
# Entries with a word inside them that another one looks like; if there are more, only the word
# itself is kept apart from that one: groups of hundreds would make the list a fifth larger.
MAX_PHRASES = 50
# Small words that are noticed in two phrases all the same: ME TOO, TOO BAD.
NOTICED = frozenset({
    "about", "away", "back", "can", "down", "how", "into", "over", "then", "there", "too", "under",
    "upon", "what", "when", "where", "who", "why",
})  # fmt: skip

# Verbs that two phrases may have, but not a phrase and what is made of the verb: CAN DO, REDO.
SMALL_VERBS = frozenset({"do", "get", "go", "let"})

Group = tuple[str, ...]
"""Answers of which a grid should have one at most."""


def groups(
    parts: Mapping[str, list[str]],
    is_small: Callable[[str], bool],
    base_of: Callable[[str], str] = str,
    changed_within: Mapping[str, Collection[str]] | None = None,
) -> Iterator[Group]:
    """Yield answers that look alike, given the words of each as they are written.

    Words are looked at in their base form: what looks like ARAB looks like ARABS. Those that are
    `changed_within` are told: LIFE and LIVE.
    """
    changed = changed_within or {}
    containing: defaultdict[str, list[str]] = defaultdict(list)
    forms: defaultdict[str, list[str]] = defaultdict(list)
    for answer, words in parts.items():
        large = {latin_letters(base_of(word)).lower() for word in words if not is_small(word)}
        for word in large:
            containing[word].append(answer)
            if len(words) == 1:
                forms[word].append(answer)
    beginnings: defaultdict[str, list[str]] = defaultdict(list)
    for word, answers in containing.items():
        if start := beginning(word, containing.keys()):
            beginnings[start].extend(answers)
        bases = set(inside(word, forms))
        bases.update(*(inside(base, forms) for base in set(bases)))
        bases.update(other for other in changed.get(word, ()) if other in forms and other < word)
        for base in bases - {word}:
            others = containing[base]
            yield *(others if len(others) <= MAX_PHRASES else forms[base]), *answers
    yield from map(tuple, beginnings.values())
    yield from map(tuple, in_phrases(parts).values())
    yield from with_small_verbs(parts, base_of)


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


def inside(word: str, known: Collection[str]) -> Iterator[str]:
    """Yield known words that a word begins with, or that it looks to be derived from."""
    for size in range(WHOLE, len(word)):
        is_near = size > WHOLE or len(word) <= size + MAX_BEHIND_SHORT
        if is_near and word[:size] in known and word[:size] not in LONG_BEGINNINGS:
            yield word[:size]
    for base in affixes.shorter(word):
        if base in known and (len(base) >= BEHIND or word.startswith(base)):
            yield base


def in_phrases(parts: Mapping[str, list[str]]) -> dict[tuple[str, ...], list[str]]:
    """Map two words in a row, and small ones that are noticed, to the phrases with them."""
    phrases: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for answer, words in parts.items():
        if len(words) > 1:
            for key in {*pairwise(words), *((word,) for word in words if word in NOTICED)}:
                phrases[key].append(answer)
    return phrases


def with_small_verbs(
    parts: Mapping[str, list[str]], base_of: Callable[[str], str]
) -> Iterator[Group]:
    """Yield phrases that have a small verb with each word that is a beginning and this verb."""
    made_of: defaultdict[str, list[str]] = defaultdict(list)
    for answer, words in parts.items():
        base = base_of(words[0])
        for verb in SMALL_VERBS if len(words) == 1 else ():
            if base.endswith(verb) and base.removesuffix(verb) in BEGINNINGS:
                made_of[verb].append(answer)
    for answer, words in parts.items():
        for verb in {base_of(word) for word in words} & made_of.keys() if len(words) > 1 else ():
            yield from ((word, answer) for word in made_of[verb])
