"""Read the pinned packages: only their data files, never the code of a GPL package."""

from __future__ import annotations

import gzip
import math
import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

PACKAGES = {"lexitron": "5.1.0", "wordfreq": "3.1.1", "wordsegment": "1.3.1", "wn": "0.0.23"}

# Class 85 comes under one more copyright notice and has nothing for a crossword.
MAX_CLASS = 80


def data_file(package: str, path: str) -> Path:
    """Locate a data file of an installed package without importing the package."""
    version = PACKAGES[package]
    try:
        distribution = metadata.distribution(package)
    except metadata.PackageNotFoundError:
        raise SystemExit(
            f"{package} is missing: pip install -r scripts/lexicon-requirements.txt"
        ) from None
    if distribution.version != version:
        raise SystemExit(f"{package} {version} is needed, not {distribution.version}.")
    return Path(str(distribution.locate_file(path)))


@dataclass(frozen=True, slots=True)
class Headword:
    """One entry of the dictionary: as written, its size class, and what it is a form of."""

    text: str
    size: int
    base_size: int | None
    bases: tuple[str, ...]

    @property
    def is_inflection(self) -> bool:
        return bool(self.bases) and (self.base_size is None or self.base_size > 60)


class Link(NamedTuple):
    """Two words that WordNet relates by form."""

    one: str
    other: str
    pertains: bool
    """Whether one is an adjective or adverb about the other, which need not look like it."""
    places: int
    """How far down the lists of senses the two are, together."""
    share: float
    """How often the one that is less often of this part of speech is so, where words were read."""
    sense_share: float
    """How often the longer one is meant so."""


@dataclass
class Sources:
    """Everything the scores are computed from."""

    headwords: list[Headword]
    zipf: dict[str, float]
    unigrams: dict[str, float]
    bigrams: dict[str, float]
    wordnet: dict[str, set[str]]
    related: dict[str, set[str]]
    """Words that WordNet derives from each other, by either."""
    glosses: dict[str, set[str]]
    """The words that WordNet explains a word with."""
    synonyms: list[list[str]]
    alike: dict[str, set[str]] = field(default_factory=dict)
    """The synonyms of a word in its commonest senses."""
    kinds: dict[str, set[str]] = field(default_factory=dict)
    """What a word is a kind of, in its commonest senses: the last words of its hypernyms."""
    links: list[Link] = field(default_factory=list)
    """Pairs of words that WordNet relates by form, in any sense."""
    inflections: dict[str, list[str]] = field(init=False)

    def __post_init__(self) -> None:
        self.inflections = defaultdict(list)
        for headword in self.headwords:
            for base in headword.bases:
                self.inflections[base].append(headword.text)

    @cached_property
    def sizes(self) -> dict[str, int]:
        """Map each spelling, in lower case, to its smallest size class."""
        sizes: dict[str, int] = {}
        for headword in self.headwords:
            key = headword.text.lower()
            sizes[key] = min(headword.size, sizes.get(key, 99))
        return sizes

    @cached_property
    def forms_of_verbs(self) -> frozenset[str]:
        """The inflections of verbs, participles among them: SEEN."""
        verbs = (word for word, parts in self.wordnet.items() if "verb" in parts)
        return frozenset(form for verb in verbs for form in self.inflections.get(verb, ()))

    @cached_property
    def total(self) -> float:
        return sum(self.unigrams.values())

    def commonness(self, word: str) -> float:
        """Return the Zipf frequency of one written word; 0 if the corpora do not know it."""
        return self.zipf.get(word.lower(), 0.0)

    def cohesion(self, first: str, second: str) -> float:
        """Return how much more often than by chance two words meet, as a power of ten."""
        together = self.bigrams.get(f"{first} {second}", 0.0)
        apart = self.unigrams.get(first, 0.0) * self.unigrams.get(second, 0.0)
        return math.log10(together * self.total / apart) if together and apart else 0.0

    def togetherness(self, first: str, second: str) -> float:
        """Return the power of ten of the number of times two words were seen together."""
        return math.log10(self.bigrams.get(f"{first} {second}", 1.0))


def read_headwords() -> list[Headword]:
    """Read the dictionary with its size classes."""
    headwords = []
    path = data_file("lexitron", "lexitron/words.tsv.gz")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("#"):
                continue
            text, size, base_size, bases = line.rstrip("\n").split("\t")
            if int(size) <= MAX_CLASS:
                headwords.append(
                    Headword(
                        text,
                        int(size),
                        None if base_size == "-" else int(base_size),
                        tuple(bases.split(",")) if bases else (),
                    )
                )
    return headwords


def read_zipf() -> dict[str, float]:
    """Read corpus frequencies: the logarithm of how often a word appears in a billion words."""
    data_file("wordfreq", "wordfreq")
    from wordfreq import get_frequency_dict

    table = get_frequency_dict("en", "large")
    return {word: round(math.log10(share) + 9, 2) for word, share in table.items()}


def read_counts(name: str) -> dict[str, float]:
    """Read the counts of single words or of pairs; spellings that differ in case are added up."""
    counts: dict[str, float] = defaultdict(float)
    path = data_file("wordsegment", f"wordsegment/{name}.txt")
    for line in path.read_text(encoding="utf-8").splitlines():
        text, count = line.split("\t")
        counts[text.lower()] += float(count)
    return dict(counts)


@dataclass(frozen=True)
class Synset:
    """What one line of WordNet has: words for one thing, as written, and how it is explained."""

    part: str
    words: tuple[str, ...]
    pointers: tuple[tuple[str, str, str], ...]
    """A kind, the key of the synset pointed at, and the numbers of the two words."""
    gloss: str


WORDNET_PARTS = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}


def read_synsets() -> dict[str, Synset]:
    """Read WordNet: each set of synonyms by its part of speech and number."""
    synsets = {}
    for letter, part in WORDNET_PARTS.items():
        path = data_file("wn", f"wn/data/wordnet-3.0/data.{part}")
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("  "):
                continue
            head, _, gloss = line.partition("|")
            fields = head.split()
            size = int(fields[3], 16)
            words = tuple(
                field.split("(")[0].replace("_", " ") for field in fields[4 : 4 + 2 * size : 2]
            )
            rest = fields[4 + 2 * size :]
            pointers = tuple(
                (
                    rest[at],
                    ("a" if rest[at + 2] == "s" else rest[at + 2]) + rest[at + 1],
                    rest[at + 3],
                )
                for at in range(1, 1 + 4 * int(rest[0]), 4)
            )
            synsets[letter + fields[0]] = Synset(part, words, pointers, gloss)
    return synsets


def lemmas_of(synsets: Iterable[Synset]) -> dict[str, set[str]]:
    """Map every lemma of WordNet to its parts of speech; `name` marks proper names."""
    lemmas: dict[str, set[str]] = defaultdict(set)
    for synset in synsets:
        for lemma in synset.words:
            lemmas[lemma.lower()].add(synset.part)
            if lemma[0].isupper():
                lemmas[lemma.lower()].add("name")
    return dict(lemmas)


FIRST_SENSES = 2
"""Senses of a word, in each part of speech, that are common enough to say what it comes from."""


def keys_of_senses() -> Iterator[tuple[str, list[str]]]:
    """Yield every lemma of a part of speech with the keys of its senses, the commonest first."""
    for letter, part in WORDNET_PARTS.items():
        path = data_file("wn", f"wn/data/wordnet-3.0/index.{part}")
        for line in path.read_text(encoding="utf-8").splitlines():
            if not line.startswith("  "):
                fields = line.split()
                numbers = fields[-int(fields[2]) :]
                yield fields[0].replace("_", " "), [letter + number for number in numbers]


def read_tags() -> dict[tuple[str, str], int]:
    """Read how often senses were found, by lemma and the number of their synset."""
    tags: dict[tuple[str, str], int] = {}
    path = data_file("wn", "wn/data/wordnet-3.0/index.sense")
    for line in path.read_text(encoding="utf-8").splitlines():
        key, offset, _, count = line.split()
        lemma, _, rest = key.partition("%")
        letter = "nvara"[int(rest[0]) - 1]
        tags[lemma.replace("_", " "), letter + offset] = int(count)
    return tags


def first_senses() -> dict[str, set[str]]:
    """Map every lemma to the keys of its commonest senses: a LETTER is hardly one who lets."""
    senses: dict[str, set[str]] = defaultdict(set)
    for lemma, keys in keys_of_senses():
        senses[lemma] |= set(keys[:FIRST_SENSES])
    return dict(senses)


DERIVATIONS = frozenset({"+", "\\", "<", "!"})
"""Kinds of pointers: derivationally related, of an adjective or adverb, a participle, opposites."""
KIND_OF, LEVELS = frozenset({"@", "@i"}), 2
"""Kinds of pointers from a word to what it is a kind of, and how many are followed."""


def related_in(
    synsets: Mapping[str, Synset], senses: Mapping[str, set[str]]
) -> dict[str, set[str]]:
    """Map every word to those that WordNet says are related to it by form, in common senses."""
    related: dict[str, set[str]] = defaultdict(set)
    for key, synset in synsets.items():
        for kind, other, numbers in synset.pointers:
            if kind in DERIVATIONS and numbers != "0000":
                source = synset.words[int(numbers[:2], 16) - 1].lower()
                if key in senses.get(source, ()):
                    related[source].add(synsets[other].words[int(numbers[2:], 16) - 1].lower())
    return dict(related)


DERIVED, PERTAINING = frozenset({"+", "<"}), frozenset({"\\"})


def links_in(synsets: Mapping[str, Synset], places: Mapping[tuple[str, str], int]) -> list[Link]:
    """Return all pairs of words that are related by form, once for each pair of senses."""
    tagged: Counter[tuple[str, str]] = Counter()
    for (lemma, key), count in read_tags().items():
        for part in (key, key[0], ""):
            tagged[lemma, part] += count

    def share(lemma: str, part: str) -> float:
        return (tagged[lemma, part] + 0.5) / (tagged[lemma, ""] + 1)

    links = []
    for key, synset in synsets.items():
        for kind, other_key, numbers in synset.pointers:
            if kind in DERIVED | PERTAINING and numbers != "0000":
                one = synset.words[int(numbers[:2], 16) - 1].lower()
                other = synsets[other_key].words[int(numbers[2:], 16) - 1].lower()
                if one != other and one.isalpha() and other.isalpha():
                    place = places[one, key] + places[other, other_key]
                    least = min(share(one, key[0]), share(other, other_key[0]))
                    longer = (one, key) if len(one) > len(other) else (other, other_key)
                    links.append(Link(one, other, kind in PERTAINING, place, least, share(*longer)))
    return links


def explained(synsets: Mapping[str, Synset], senses: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Map every word to those that define its common senses, examples not counted."""
    glosses: dict[str, set[str]] = defaultdict(set)
    for word, keys in senses.items():
        for key in keys:
            definition = synsets[key].gloss.split('"')[0].lower()
            glosses[word] |= {other.strip("'") for other in re.findall(r"[a-z']+", definition)}
    return dict(glosses)


def synonyms_in(
    synsets: Mapping[str, Synset], senses: Mapping[str, set[str]], small: Container[str]
) -> dict[str, set[str]]:
    """Map every word to its synonyms in its common senses."""
    return {
        word: {other for key in keys for other in synonyms_of(synsets[key], small)} - {word}
        for word, keys in senses.items()
    }


def synonyms_of(synset: Synset, small: Container[str]) -> list[str]:
    """Return words for one thing, without names that have the letters of a word: Mar, for March."""
    return [word.lower() for word in synset.words if word.islower() or word.lower() not in small]


def kinds_in(synsets: Mapping[str, Synset], senses: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Map every word to the last words of its synonyms and of what it is a kind of."""
    kinds: dict[str, set[str]] = {}
    for word, keys in senses.items():
        found = level = set(keys)
        for _ in range(LEVELS):
            level = {o for key in level for kind, o, _ in synsets[key].pointers if kind in KIND_OF}
            found = found | level
        names = {name.lower() for key in found for name in synsets[key].words}
        kinds[word] = {name.rpartition(" ")[2] for name in names} - {word}
    return kinds


def read() -> Sources:
    """Read all four packages."""
    synsets, senses = read_synsets(), first_senses()
    places = {
        (lemma, key): place for lemma, keys in keys_of_senses() for place, key in enumerate(keys)
    }
    small = {word for synset in synsets.values() for word in synset.words if word.islower()}
    return Sources(
        read_headwords(),
        read_zipf(),
        read_counts("unigrams"),
        read_counts("bigrams"),
        lemmas_of(synsets.values()),
        related_in(synsets, senses),
        explained(synsets, senses),
        [synonyms_of(synset, small) for synset in synsets.values()],
        synonyms_in(synsets, senses, small),
        kinds_in(synsets, senses),
        links_in(synsets, places),
    )
