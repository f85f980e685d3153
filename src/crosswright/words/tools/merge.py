"""Several word lists into one: who decides a score, what never comes in, and where a word is from.

The rules: sources are asked in the order of their priority. Blocked words are left out; allowed
ones come in whatever the block-list and the floor say, even when no source has them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import NamedTuple

from crosswright.errors import WordListError
from crosswright.words.stems import Bases, JoinedBases, Lookup
from crosswright.words.tokens import Normaliser
from crosswright.words.tools import scales
from crosswright.words.tools.scales import Scale
from crosswright.words.wordlist import WordList

RULES = ("priority", "highest", "lowest", "mean")
DISAGREEMENT = 25  # points between two sources from which on a word is reported as a conflict


@dataclass(frozen=True)
class Source:
    """A list to merge: its `scale` is "none", "auto", "match", or a range such as "5-60"."""

    words: WordList
    name: str = ""
    priority: int = 0
    scale: str = "none"

    @property
    def label(self) -> str:
        return self.name or self.words.name or "list"


class Origin(NamedTuple):
    """What one source says of a word: its own score, and that score in our scale."""

    source: str
    original: int
    score: int


@dataclass(frozen=True)
class Conflict:
    """A word on which sources disagree, and the score that was chosen."""

    word: str
    chosen: int
    origins: tuple[Origin, ...]

    @property
    def spread(self) -> int:
        return spread(self.origins)


@dataclass
class Merge:
    """The merged list, with the origins of every entry and a report."""

    words: WordList
    origins: dict[str, tuple[Origin, ...]]
    scales: dict[str, Scale | None]
    conflicts: list[Conflict] = field(default_factory=list)
    blocked: list[str] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)
    below: int = 0

    def provenance(self, word: str) -> tuple[Origin, ...]:
        """Return what each source says of a word, the decisive one first under "priority"."""
        return self.origins.get(word, ())


def merge(
    sources: Sequence[Source],
    *,
    rule: str = "priority",
    block: Iterable[str] = (),
    allow: Iterable[str | tuple[str, int]] = (),
    min_score: int | None = None,
    disagreement: int = DISAGREEMENT,
    name: str = "merged",
) -> Merge:
    """Merge lists; of equal priorities the earlier one goes first.

    `rule` says whose score counts: "priority" (the first source's that has the word), "highest",
    "lowest" or "mean". Allowed words that no source has get the score given with them.
    """
    if rule not in RULES:
        raise WordListError(f"{rule!r} is not a rule of merging; choose {', '.join(RULES)}")
    if not sources:
        raise WordListError("there is no list to merge")
    ranked = sorted(named_apart(sources), key=lambda source: -source.priority)
    normaliser = ranked[0].words.normaliser
    origins, used = gather(ranked, normaliser)
    allowed = dict(WordList.from_words(allow, fold=normaliser.fold, digraphs=normaliser.digraphs))
    barred = dict(WordList.from_words(block, fold=normaliser.fold, digraphs=normaliser.digraphs))
    made = Merge(WordList.parse("", name=name), {}, used)
    scores: dict[str, int] = {word: s for word, s in allowed.items() if word not in origins}
    made.allowed = sorted(scores)
    for word, found in origins.items():
        score = decide(rule, found)
        if word in barred and word not in allowed:
            made.blocked.append(word)
        elif min_score is not None and score < min_score and word not in allowed:
            made.below += 1
        else:
            scores[word] = score
            made.origins[word] = found
    made.words = WordList.from_words(
        scores.items(),
        fold=normaliser.fold,
        digraphs=normaliser.digraphs,
        name=name,
        bases=joined_bases([source.words for source in ranked], scores),
    )
    made.conflicts = find_conflicts(scores, made.origins, disagreement)
    return made


def join(lists: Sequence[WordList]) -> WordList:
    """Make one list of several; of a word that several have, the first one's score counts."""
    if len(lists) == 1:
        return lists[0]
    normaliser = lists[0].normaliser
    scores: dict[str, int] = {}
    for words in reversed(lists):
        scores.update(spelled(words, normaliser))
    return WordList.from_words(
        scores.items(),
        fold=normaliser.fold,
        digraphs=normaliser.digraphs,
        name=" + ".join(filter(None, (words.name for words in lists))),
        bases=joined_bases(lists, scores),
    )


def joined_bases(lists: Sequence[WordList], merged: Iterable[str]) -> Bases | None:
    """Return the base forms of words merged from lists; None when no list has any."""
    lookups: list[Lookup] = []
    unlisted = set(merged)
    for words in lists:
        if words.bases is None:
            continue
        listed = {word for word, _ in spelled(words, lists[0].normaliser)}
        if isinstance(words.bases, JoinedBases):
            lookups += words.bases.lookups
            listed -= words.bases.unlisted
        else:
            lookups.append(words.bases)
        unlisted -= listed
    return JoinedBases(tuple(lookups), frozenset(unlisted)) if lookups else None


def named_apart(sources: Sequence[Source]) -> list[Source]:
    """Number the sources that share a name."""
    labels = [source.label for source in sources]
    seen: Counter[str] = Counter()
    named = []
    for source, label in zip(sources, labels, strict=True):
        seen[label] += 1
        name = f"{label} ({seen[label]})" if labels.count(label) > 1 else label
        named.append(replace(source, name=name))
    return named


def gather(
    ranked: Sequence[Source], normaliser: Normaliser
) -> tuple[dict[str, tuple[Origin, ...]], dict[str, Scale | None]]:
    """Collect what every source says of every word, in the order of priority."""
    origins: dict[str, tuple[Origin, ...]] = {}
    reference: dict[str, int] = {}
    used: dict[str, Scale | None] = {}
    for source in ranked:
        scale = used[source.name] = scale_of(source, reference)
        said: dict[int, Origin] = {}  # one for all words of a score
        for word, original in spelled(source.words, normaliser):
            origin = said.get(original)
            if origin is None:
                score = scale(original) if scale else original
                origin = said[original] = Origin(source.name, original, score)
            origins[word] = (*origins.get(word, ()), origin)
            reference.setdefault(word, origin.score)
    return origins, used


def spelled(words: WordList, normaliser: Normaliser) -> Iterable[tuple[str, int]]:
    """Return a list's entries as the first source would write them."""
    if words.normaliser.key == normaliser.key is not None:
        return words
    return WordList.from_words(words, fold=normaliser.fold, digraphs=normaliser.digraphs)


def scale_of(source: Source, reference: Mapping[str, int]) -> Scale | None:
    """Find out how to rescale a source; `reference` is what went before it."""
    if source.scale == "none":
        return None
    if source.scale == "auto":
        return scales.guess(source.words)
    if source.scale == "match":
        return scales.match(source.words, reference) or scales.guess(source.words)
    return scales.read_scale(source.scale)


def decide(rule: str, origins: Sequence[Origin]) -> int:
    """Choose a word's score among those of its sources."""
    if rule == "priority":
        return origins[0].score
    scores = [origin.score for origin in origins]
    if rule == "mean":
        return round(fmean(scores))
    return max(scores) if rule == "highest" else min(scores)


def spread(origins: Sequence[Origin]) -> int:
    """Return how many points the sources of a word are apart."""
    scores = [origin.score for origin in origins]
    return max(scores) - min(scores)


def find_conflicts(
    scores: Mapping[str, int], origins: Mapping[str, tuple[Origin, ...]], disagreement: int
) -> list[Conflict]:
    """List the words on which sources differ by so many points, the widest apart first."""
    wide = [
        Conflict(word, scores[word], found)
        for word, found in origins.items()
        if len(found) > 1 and spread(found) >= disagreement
    ]
    return sorted(wide, key=lambda conflict: (-conflict.spread, conflict.word))
