"""Which words of a list are forms of one another, or have one another inside.

A dictionary names one base form for each word, and a word often has several: ASAS is of ASA, a
wing, and of ASAR, to roast. So a word belongs to the families of all that it may come from: the
bases that the dictionary has for it, those that the endings of other words lead to, the verb that a
participle or a bare stem is of, and the parts of a compound. In doubt two words are related: a grid
can do without one of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

Entry = tuple[str, int, tuple[str, ...]]
"""A word, its score and its base forms, the likeliest first, as they are in a grid."""

PART_SCORE = 50  # a part that is less known is not one that a reader sees
MIN_PART, SHORT_PART_SCORE = 3, 75  # letters of a part; one of three must be well known
LONG_PART = 4

# Endings are learnt from pairs of a word and its base: the common ones, in so many letters.
MIN_ENDING_SHARE, MIN_ENDING_COUNT, MAX_ENDING = 0.002, 5, 5
MIN_ROOT, MIN_VERB_ROOT = 3, 2  # letters that a word has in common with its base, or a verb: OSE
RELATED_SCORE = 35  # below, the dictionary's word has to do
MAX_STEPS = 3  # GOSTOSAS, of GOSTOSO, of GOSTO, of GOSTAR

# An ending, and what it may replace in the word that it comes from.
DERIVED: Mapping[str, str] = {
    "de": "IN: IN:E END:EN UNG:EN T:EN ER:EN E:EN :EN IG: IG:E LICH: ISCH: HEIT: KEIT: LOS: BAR:EN",
    "es": "ADO:AR IDO:ER IDO:IR ADA:AR IDA:IR IDA:ER ADOR:AR EDOR:ER IDOR:IR ACION:AR ANTE:AR "
    "OSO:O OSO:A E:AR O:AR A:AR EADA:A ISTA:O ERO:A ERO:O",
    "fr": "E:ER I:IR EE:ER ANT:ER EMENT:ER EMENT: EUR:ER AGE:ER ATION:ER IN:E ORIAL: IEL: EUX:E "
    "AL:E IER: IER:E ISTE: IQUE:IE",
    "it": "ATO:ARE ITO:IRE UTO:ERE ATA:ARE ANTE:ARE ATORE:ARE ATIVO:ARE AZIONE:ARE O:ARE A:ARE "
    "ICO:IA OSO:O OSO:A ERTO:RIRE ISTA:O ISTA:E",
    "nl": "D:EN T:EN END:EN ING:EN ER:EN :EN IG: LIJK: E: E:EN HEID: STER:EN",
    "pl": "NIE:Ć NY:Ć NA:Ć ANY:AĆ ENIE:IĆ ANI:AĆ ATKA:A KA:A KO:O EK: IK: NY: NIK:",
    "pt": "ADO:AR IDO:ER IDO:IR ADA:AR IDA:IR IDA:ER ADOR:AR EDOR:ER IDOR:IR ACAO:AR ANTE:AR OSO:O "
    "OSO:A E:AR O:AR A:AR O:IR ISTA:O EIRO:A EIRO:O",
    "sv": "AD:A D:A T:A ANDE:A NING:A ANDE: ARE:A :A ISK:IK ISK: IG: AL:A LIG: NT:NNA HET:",
}
VERB_ENDINGS = {
    "de": ("EN",),
    "es": ("AR", "ER", "IR"),
    "fr": ("ER", "IR", "RE"),
    "it": ("ARE", "ERE", "IRE"),
    "nl": ("EN",),
    "pl": ("Ć",),
    "pt": ("AR", "ER", "IR"),
    "sv": ("A",),
}

COMPOUNDING = {"de": ("", "S", "N", "EN", "ES"), "nl": ("", "S", "EN", "E"), "sv": ("", "S")}
"""What may stand between the parts of a compound."""

VERB_PREFIXES = {
    "de": "AB AN AUF AUS BE BEI DURCH EIN ENT ER HER HIN LOS MIT NACH UEBER UM UNTER VER VOR WEG "
    "ZER ZU",
    "es": "A DES EN EM RE PRE",
    "fr": "A DE DES E EN EM PRE R RE",
    "it": "A DIS IN RI S",
    "nl": "AAN AF BE BIJ DOOR IN MEE NA OM ONDER ONT OP OVER TOE UIT VER VOOR WEG",
    "pl": "DO NA O OD PO POD PRZE PRZY ROZ S U W WY Z ZA",
    "pt": "A DES EN EM RE PRE",
    "sv": "AN AV BE FÖR IN OM PÅ TILL UNDAN UPP UT VID ÅTER ÖVER",
}
MIN_VERB, SURE_PREFIX, MIN_VERB_WITH_SURE_PREFIX = 5, ("RE", "VER"), 3


def families_of(entries: Iterable[Entry], language: str) -> dict[str, list[int]]:
    """Return the numbers of the families that each word belongs to, the same in every process."""
    known = _Relations(list(entries), language)
    numbers: dict[str, int] = {}
    return {
        word: sorted(
            numbers.setdefault(name, len(numbers))
            for name in sorted(known.names(word, score, bases))
        )
        for word, score, bases in known.entries
    }


class _Relations:
    """What the words of a list may come from."""

    def __init__(self, entries: list[Entry], language: str) -> None:
        self.entries, self.language = entries, language
        self.scores = {word: score for word, score, _ in entries}
        self.bases = {word: bases for word, _, bases in entries}
        self.roots = {base for bases in self.bases.values() for base in bases}
        self.endings = endings_of(self.bases)
        self.derived = defaultdict(list)
        for pair in DERIVED.get(language, "").split():
            ending, original = pair.split(":")
            self.derived[ending].append(original)
        self.origins: dict[str, tuple[str, ...]] = {}

    def names(self, word: str, score: int, bases: tuple[str, ...]) -> set[str]:
        """Return the words that a word may come from, by which its families are known."""
        found = {*bases}
        if word in self.roots:
            found.add(word)
        if score < RELATED_SCORE:
            return found
        found.update(self.by_endings(word))
        for base in bases:
            for part in compound_parts(base, self.scores, self.language):
                found.update((part, *self.bases[part]))
        step = {*found}
        for _ in range(MAX_STEPS):
            step = {origin for base in step for origin in self.origins_of(base)} - found
            if not step:
                break
            found |= step
        return found

    def origins_of(self, base: str) -> tuple[str, ...]:
        """Return the words that a base form is made of, or of which it is another form."""
        if base not in self.origins:
            own = {*self.by_derivation(base), *verb_inside(base, self.scores, self.language)}
            own.update(self.bases.get(base, ()))
            self.origins[base] = tuple(sorted(own - {base}))
        return self.origins[base]

    def by_endings(self, word: str) -> Iterator[str]:
        """Yield the bases that a word may be a form of, as others with its ending are."""
        return self.origins_by(self.endings, word)

    def by_derivation(self, base: str) -> Iterator[str]:
        """Yield the words that a base form may be derived from."""
        return self.origins_by(self.derived, base)

    def origins_by(self, endings: Mapping[str, list[str]], word: str) -> Iterator[str]:
        """Yield the base forms that a word leads to by another ending."""
        verbal = VERB_ENDINGS.get(self.language, ("-",))
        for at in range(max(MIN_VERB_ROOT, len(word) - MAX_ENDING), len(word) + 1):
            for original in endings.get(word[at:], ()):
                origin = word[:at] + original
                if (at >= MIN_ROOT or origin.endswith(verbal)) and self.is_base(origin):
                    yield origin

    def is_base(self, word: str) -> bool:
        """Return whether a word is a base form that people know."""
        return word in self.roots and self.scores.get(word, 0) >= RELATED_SCORE


def endings_of(bases: Mapping[str, tuple[str, ...]]) -> dict[str, list[str]]:
    """Return the endings that words have, and those that their bases have instead."""
    counts = Counter(
        (word[at:], base[at:])
        for word, own in bases.items()
        for base in own[:1]
        if base != word and (at := shared_letters(word, base)) >= MIN_VERB_ROOT
    )
    least = max(MIN_ENDING_COUNT, MIN_ENDING_SHARE * counts.total())
    endings = defaultdict(list)
    for (ending, original), count in counts.items():
        if count >= least and len(ending) <= MAX_ENDING:
            endings[ending].append(original)
    return dict(endings)


def shared_letters(one: str, other: str) -> int:
    """Return how many letters two words have in common from the beginning."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def verb_inside(base: str, scores: Mapping[str, int], language: str) -> Iterator[str]:
    """Yield the verb that another one is made of by a prefix."""
    if not base.endswith(VERB_ENDINGS.get(language, ())):
        return
    for prefix in VERB_PREFIXES.get(language, "").split():
        verb = base.removeprefix(prefix)
        least = MIN_VERB_WITH_SURE_PREFIX if prefix in SURE_PREFIX else MIN_VERB
        if verb != base and len(verb) >= least and scores.get(verb, 0) >= PART_SCORE:
            yield verb


def compound_parts(base: str, scores: Mapping[str, int], language: str) -> tuple[str, ...]:
    """Return the two words that a base form is put together from, if it is."""
    if language not in COMPOUNDING:
        return ()
    # Verbs end as words of three letters do: PARKERA is not of ERA.
    shortest = LONG_PART if base.endswith(VERB_ENDINGS[language]) else MIN_PART
    best: tuple[int, tuple[str, ...]] = (0, ())
    for at in range(shortest, len(base) - shortest + 1):
        second = base[at:]
        for first in first_parts(base[:at], language) if is_part(second, scores) else ():
            if is_part(first, scores):
                best = max(best, (min(scores[first], scores[second]), (first, second)))
    return best[1]


def is_part(text: str, scores: Mapping[str, int]) -> bool:
    """Return whether a reader sees a word in a part of another."""
    least = PART_SCORE if len(text) >= LONG_PART else SHORT_PART_SCORE
    return scores.get(text, 0) >= least


def first_parts(text: str, language: str) -> Iterator[str]:
    """Yield what the first part of a compound may be, without what links it to the second."""
    prefixes = VERB_PREFIXES[language].split()
    for link in COMPOUNDING[language]:
        first = text[: len(text) - len(link)]
        if text.endswith(link) and len(first) >= (LONG_PART if first in prefixes else MIN_PART):
            yield first
