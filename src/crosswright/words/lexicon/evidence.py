"""What the packages of the extra `languages` know about each word of a language.

Frequencies come from the corpora (wordfreq), base forms and capitals from the morphological
dictionaries (simplemma). Neither alone will do: corpora are full of names, foreign words and slips,
dictionaries full of words that nobody has met. What they say about a word is gathered here; what
that is worth in a grid, `grading` decides.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from enum import Enum
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from crosswright.support import cache as disk
from crosswright.words.lexicon import folding
from crosswright.words.lexicon.forms import WordForm, form_of, has_clitic
from crosswright.words.lexicon.packages import dictionary, frequencies, versions

LENGTHS = range(2, 22)
MIN_ZIPF = 1.5  # below, even words that a dictionary knows are mostly slips
ABOUT_AS_OFTEN = 1.0  # at most ten times less
ABROAD = ("en", "de", "fr", "es", "it", "nl", "pt", "sv", "pl")
"""The languages whose corpora tell a foreign word, or a name, from one of the language."""

NAMES_FROM = ("cs", "da", "en", "sl", "sv")
"""The dictionaries that have many names, and write nothing else with a capital."""

CAPITAL_NOUNS = ("de",)
COMPOUNDING = ("de", "nl", "sv")
LINKS = ("", "s", "n", "es", "en")  # what may stand between the parts of a compound
MIN_PART = 3  # letters
MAX_ENDING, ENDINGS_PER_FIRST = 4, 8
MIN_STUMP_COMPOUNDS = 4
ROUNDING = 1e-6
# A word that the dictionary lacks is adopted if it is common here, and far rarer abroad; less far
# if it is very common; or if it is a common word in most of the dictionaries that have names.
ADOPTED_ZIPF, ADOPTED_SHORT_ZIPF, SHORT, ADOPTED_MARGIN = 3.3, 4.0, 3, 2.0
VERY_COMMON, VERY_COMMON_MARGIN = 4.5, 1.0
INTERNATIONAL, INTERNATIONAL_ZIPF = 4, 3.0
ADOPTING = ("fr", "it", "nl", "pt")  # the dictionaries of the others have such words

Progress = Callable[[str], None]


class WordCase(Enum):
    """How the dictionary writes a word: in lower case, or only with a capital.

    A noun is what a language that writes all nouns with a capital has only with one. Words that
    never change are missing from some dictionaries (NEZ, CITTÀ): they are adopted.
    """

    COMMON = "common"
    NOUN = "noun"
    NAME = "name"
    ADOPTED = "adopted"


class Evidence(NamedTuple):
    """What is known about a written word."""

    written: str
    word: str
    """As it is in a grid."""
    base: str
    """Its base form, as written, in lower case."""
    form: WordForm
    case: WordCase
    capitals: bool
    """Whether the dictionary has it in capitals, too."""
    zipf: float
    """How often the corpora have it: the decimal logarithm of its count in a billion words."""
    others: float
    """The same for all other forms of its base together; 0 for none."""
    support: float
    """The same without the form in -s of a noun, which names have too."""
    abroad: float
    """The highest of the same in another language."""
    shared: int
    """How many other languages use it about as often."""
    votes: int
    """How many dictionaries of other languages have it as a name."""
    compounds: int | None
    """How many compounds have it for a part; None in languages without them."""
    stump: bool
    """Whether it is what is left of another noun at the beginning of compounds: ERD, of Erde."""
    rival: float
    """How often the corpora have the commonest word that differs from it only by its marks."""
    native: float
    """Like `others`, without forms that are as common abroad, or careless spellings themselves."""
    international: bool
    """Whether most of the dictionaries of other languages have it as a common word."""
    marked: float
    """How often the corpora have it with an apostrophe inside: P'TIT."""
    bases: tuple[str, ...]
    """All base forms that the dictionary has for it: TAT is a noun, and a form of tun."""


@lru_cache(maxsize=4096)  # the corpora have a few hundred different ones
def zipf_of(share: float) -> float:
    """Return the Zipf frequency of a share: 0 once in a billion words, 6 once in a thousand."""
    return max(0.0, math.log10(share) + 9) if share > 0 else 0.0


def gather(language: str, progress: Progress = lambda step: None) -> Iterator[Evidence]:
    """Yield what is known about every word that both packages have."""
    return _Gathering(language, progress).all()


class _Gathering:
    """What the packages have on one language."""

    def __init__(self, language: str, progress: Progress) -> None:
        self.language, self.progress = language, progress
        latin = language not in folding.SCRIPTS
        progress("looking up names")
        self.votes = name_votes(language) if latin else {}
        progress("reading the dictionary")
        self.bases = dictionary(language)
        progress("counting words")
        self.shares = {
            written: share
            for written, share in frequencies(language).items()
            if written.isalpha() and len(written) <= LENGTHS.stop
        }
        others = ABROAD if latin else ()
        self.abroad = zipfs_abroad(self.shares, (other for other in others if other != language))
        self.readings = dict(self._readings())
        self.rivals = rival_shares(self.readings, self.shares, language)
        self.marked = marked_shares(frequencies(language), language)
        self.totals: defaultdict[str, float] = defaultdict(float)
        self.native: defaultdict[str, float] = defaultdict(float)
        for written, (base, _, _) in self.readings.items():
            self.totals[base] += self.shares[written]
            if self._is_native(written):
                self.native[base] += self.shares[written]

    def _is_native(self, written: str) -> bool:
        """Return whether a spelling is rarer in all other languages, and not a careless one."""
        share = self.shares[written]
        return self.rivals.get(written, 0.0) <= share and (
            written not in self.abroad or max(self.abroad[written]) < zipf_of(share)
        )

    def _readings(self) -> Iterator[tuple[str, Reading]]:
        for written in self.shares:
            reading = reading_of(written, self.bases, self.language)
            if reading is None and self.language in ADOPTING and self._is_adopted(written):
                reading = (written, WordForm.BASE, WordCase.ADOPTED)
            if reading is not None:
                yield written, reading

    def _is_adopted(self, written: str) -> bool:
        """Return whether a word counts though the dictionary does not know it."""
        as_name, as_common = self.votes.get(written, (0, 0))
        zipf = zipf_of(self.shares[written])
        if as_name or has_clitic(written, self.bases, self.language):
            return False
        if as_common >= INTERNATIONAL and zipf >= INTERNATIONAL_ZIPF:
            return True
        margin = zipf - max(self.abroad.get(written, (0.0,)))
        least = ADOPTED_SHORT_ZIPF if len(written) <= SHORT else ADOPTED_ZIPF
        wide = VERY_COMMON_MARGIN if zipf >= VERY_COMMON else ADOPTED_MARGIN
        return zipf >= least and margin >= wide

    def all(self) -> Iterator[Evidence]:
        """Yield what is known about every word that a grid can have."""
        self.progress("taking compounds apart")
        compounding = self.language in COMPOUNDING
        compounds, self.firsts = None, Counter[str]()
        if compounding:
            compounds, self.firsts = compound_parts(self.bases, self.shares)
        normaliser = folding.rules_of(self.language).normaliser()
        letters = folding.letters_of(self.language)
        self.progress("scoring words")
        for written in self.readings:
            word = normaliser.letters(written)
            if (
                zipf_of(self.shares[written]) >= MIN_ZIPF
                and len(word) in LENGTHS
                and letters.issuperset(word)
            ):
                yield self._evidence(written, word, compounds)

    def _evidence(self, written: str, word: str, compounds: Counter[str] | None) -> Evidence:
        (base, form, case), share = self.readings[written], self.shares[written]
        rest = self.totals[base] - share
        rest = rest if rest > share * ROUNDING else 0.0
        native = self.native[base] - (share if self._is_native(written) else 0.0)
        as_name, as_common = self.votes.get(written, (0, 0))
        genitive = self.shares.get(written + "s", 0.0) if case is WordCase.NOUN else 0.0
        zipf = zipf_of(share)
        elsewhere = self.abroad.get(written, ())
        return Evidence(
            written=written,
            word=word,
            base=base,
            form=form,
            case=case,
            capitals=self.bases.get(written.upper()) is not None,
            zipf=zipf,
            others=zipf_of(rest),
            support=zipf_of(rest - genitive),
            abroad=max(elsewhere, default=0.0),
            shared=sum(other >= zipf - ABOUT_AS_OFTEN for other in elsewhere),
            votes=as_name,
            compounds=None if compounds is None else compounds[written],
            stump=compounds is not None and self._is_stump(written, compounds[written]),
            rival=zipf_of(self.rivals.get(written, 0.0)),
            native=zipf_of(native if native > share * ROUNDING else 0.0),
            international=as_common >= INTERNATIONAL,
            marked=zipf_of(self.marked.get(written, 0.0)),
            bases=self._all_bases(written, base),
        )

    def _is_stump(self, written: str, compounds: int) -> bool:
        """Return whether only compounds begin with a word, and it lacks the last E of a noun."""
        whole = (written + "e").capitalize()
        return (
            compounds >= MIN_STUMP_COMPOUNDS
            and compounds - self.firsts[written] <= 1
            and self.bases.get(whole) == whole
            and self.shares.get(written + "e", 0.0) > self.shares[written]
        )

    def _all_bases(self, written: str, base: str) -> tuple[str, ...]:
        """Return all base forms of a word, in lower case, the likeliest first."""
        others = [self.bases.get(written)]
        if self.language in CAPITAL_NOUNS:
            others.append(self.bases.get(written.capitalize()))
        return tuple(dict.fromkeys((base, *(other.lower() for other in others if other))))


Reading = tuple[str, WordForm, WordCase]
"""The base form of a word, in lower case, which form of it the word is, and its case."""


def reading_of(written: str, bases: Mapping[str, str], language: str) -> Reading | None:
    """Return base, form and case of a word by the dictionary; None when it does not know it."""
    own, as_name = bases.get(written), None
    if own is None or language in CAPITAL_NOUNS:
        as_name = bases.get(written.capitalize())
    if own is None and as_name is None:
        return (written, WordForm.BASE, WordCase.NAME) if written.upper() in bases else None
    with_capital = WordCase.NOUN if language in CAPITAL_NOUNS else WordCase.NAME
    case = WordCase.COMMON if own is not None else with_capital
    if as_name is not None and as_name.lower() == written + "n":
        as_name = written  # a noun, KURBEL, not a form of what is done with it
    candidates = [base.lower() for base in (own, as_name) if base is not None]
    base = written if written in candidates else candidates[0]
    form = form_of(written, base, bases, language)
    if form is not WordForm.BASE and base == written and own is not None:
        base = own.lower()
    return base, form, case


def zipfs_abroad(words: Mapping[str, float], languages: Iterable[str]) -> dict[str, list[float]]:
    """Return how often other languages use a word, for the words that any of them has."""
    zipfs: defaultdict[str, list[float]] = defaultdict(list)
    for language in languages:
        shares = frequencies(language)
        for word in words.keys() & shares.keys():
            zipfs[word].append(zipf_of(shares[word]))
    return dict(zipfs)


def name_votes(language: str) -> dict[str, tuple[int, int]]:
    """Return how many dictionaries have a word as a name, and how many as a common word.

    Words that none has as a name, and less than most as a common one, are left out. The
    dictionaries are read once, and the result is cached.
    """
    key = disk.key("names", versions(language), " ".join(NAMES_FROM))
    if (file := disk.fetch(key)) is not None:
        try:
            lines = bytes(file.sections["names"]).decode().split("\n")
            return {line[2:]: (int(line[0]), int(line[1])) for line in lines}
        except (LookupError, ValueError):
            file.discard()
    dictionaries = [{*dictionary(source)} for source in NAMES_FROM]
    names = Counter(name for words in dictionaries for name in names_in(words))
    dictionaries.sort(key=len)
    most = (set.intersection(*some) for some in combinations(dictionaries, INTERNATIONAL))
    international = {word for words in most for word in words if word.islower()}
    votes = {
        word: (names[word], sum(word in words for words in dictionaries))
        for word in international.union(names)
    }
    text = "\n".join(f"{as_name}{as_common}{word}" for word, (as_name, as_common) in votes.items())
    disk.store(key, [("names", text.encode())])
    return votes


def names_in(words: Collection[str]) -> set[str]:
    """Return the words that a dictionary has only with a capital, in lower case."""
    return {
        lower
        for word in words
        if word[:1].isupper() and word[1:].islower() and word.isalpha()
        if (lower := word.lower()) not in words
    }


def compound_parts(
    bases: Mapping[str, str], words: Collection[str]
) -> tuple[Counter[str], Counter[str]]:
    """Count the compounds that have a word for one of their two parts, and for the first.

    A short word that far more of them end in than begin with is an ending: ERN.
    """
    nouns = {word.lower() for word in bases if word[:1].isupper()}
    firsts = nouns if 2 * len(nouns) > len(bases) else {word.lower() for word in bases}
    counts, first_counts = Counter[str](), Counter[str]()
    for compound, base in bases.items():
        if compound != base or len(compound) < 2 * MIN_PART:
            continue
        compound = compound.lower()
        for at in range(MIN_PART, len(compound) - MIN_PART + 1):
            first, second = compound[:at], compound[at:]
            if len(second) == MIN_PART == len(first):
                continue  # as a rule by chance
            if second in words and is_first_part(first, firsts):
                counts[second] += 1
                if first in words:
                    first_counts[first] += 1
    for word, count in counts.items():
        if len(word) <= MAX_ENDING and count > ENDINGS_PER_FIRST * first_counts[word]:
            counts[word] = 0
    return counts + first_counts, first_counts


def is_first_part(text: str, words: Collection[str]) -> bool:
    """Return whether a text is a word, with or without what links it to the next one."""
    for link in LINKS:  # noqa: SIM110 - any() would take twice as long, and there are millions
        if text.endswith(link) and text[: len(text) - len(link)] in words:
            return True
    return False


ELIDED = {"fr": "cdjlmnst"}
"""The letters that small words come down to before a vowel: S'IL."""
ELIDED_BEFORE = 3e-3  # the share of words that they are joined with day in, day out
ELIDED_SHARE = 1e-3  # of these that somebody writes without the mark


def marked_shares(shares: Mapping[str, float], language: str) -> dict[str, float]:
    """Return the shares of words that should have an apostrophe inside, without it."""
    marked = {word.replace("'", ""): share for word, share in shares.items() if "'" in word}
    for word, share in shares.items():
        if share >= ELIDED_BEFORE and word[0] in "aeiouy":
            for letter in ELIDED.get(language, ""):
                marked[letter + word] = share * ELIDED_SHARE
    return marked


def rival_shares(
    written: Collection[str], shares: Mapping[str, float], language: str
) -> dict[str, float]:
    """Return, for a word, the share of the commonest that differs from it by marks alone.

    Only where a language keeps its marks in the grid: where it drops them, both are one entry.
    """
    if not any(len(letter) == 1 for letter in folding.rules_of(language).fold.values()):
        return {}
    plain = folding.accent_folding("en").letters
    best: dict[str, tuple[float, str]] = {}
    for word in written:
        if not word.isascii():
            folded, entry = plain(word).lower(), (shares[word], word)
            best[folded] = max(best.get(folded, entry), entry)
    return {word: best[word][0] for word in written if word in best}
