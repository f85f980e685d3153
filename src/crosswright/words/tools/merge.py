"""Several word lists into one: whose score counts, what is left out, and where a word comes from.

Sources are asked in the order of their priority. Blocked words are left out; allowed ones come in
whatever the block-list and the lowest score say, even when no source has them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import NamedTuple

from crosswright.errors import WordListError
from crosswright.words.spelling import Normaliser
from crosswright.words.stems import Bases, JoinedBases, Lookup
from crosswright.words.tools import scales
from crosswright.words.tools.scales import Scale
from crosswright.words.wordlist import WordList, WordsLike

RULES = ("priority", "highest", "lowest", "mean")
DISAGREEMENT = 25  # sources this many points apart, or more, are in conflict over a word


@dataclass(frozen=True)
class ListSource:
    """A list to merge: its `scale` is "none", "auto", "match", or a range such as "5-60"."""

    words: WordList
    name: str = ""
    priority: int = 0
    scale: str = "none"

    @property
    def label(self) -> str:
        """The name, of the source or of its list."""
        return self.name or self.words.name or "list"


class WordOrigin(NamedTuple):
    """What one source says of a word: its own score, and that score on our scale."""

    source: str
    original: int
    score: int


@dataclass(frozen=True)
class ScoreConflict:
    """A word on which sources disagree, and the score that was chosen."""

    word: str
    chosen: int
    origins: tuple[WordOrigin, ...]

    @property
    def spread(self) -> int:
        """How many points the sources are apart."""
        return spread(self.origins)


@dataclass
class Merge:
    """The merged list, with the origins of every entry and a report."""

    words: WordList
    origins: dict[str, tuple[WordOrigin, ...]]
    scales: dict[str, Scale | None]
    conflicts: list[ScoreConflict] = field(default_factory=list)
    blocked: list[str] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)
    below: int = 0

    def provenance(self, word: str) -> tuple[WordOrigin, ...]:
        """Return what each source says of a word; under "priority" the first one decides."""
        return self.origins.get(word, ())


def merge(
    sources: Sequence[ListSource | WordsLike],
    *,
    rule: str = "priority",
    block: Iterable[str | tuple[str, int]] = (),
    allow: Iterable[str | tuple[str, int]] = (),
    min_score: int | None = None,
    disagreement: int = DISAGREEMENT,
    name: str = "merged",
) -> Merge:
    """Merge lists; of equal priorities the earlier takes precedence.

    `rule` says whose score counts: "priority" (that of the first source with the word), "highest",
    "lowest" or "mean". Allowed words that no source has get the score given with them.
    """
    if rule not in RULES:
        raise WordListError(f"unknown merging rule {rule!r}; choose from {', '.join(RULES)}")
    if isinstance(sources, str | WordList):
        raise WordListError("merge takes a list of word lists")
    if not sources:
        raise WordListError("there are no lists to merge")
    listed = [s if isinstance(s, ListSource) else ListSource(WordList.of(s)) for s in sources]
    ranked = sorted(named_apart(listed), key=lambda source: -source.priority)
    normaliser = ranked[0].words.normaliser
    origins, used_scales = gather(ranked, normaliser)
    allowed, blocked = dict(spelled(allow, normaliser)), dict(spelled(block, normaliser))
    result = Merge(WordList.of([]), {}, used_scales)
    scores: dict[str, int] = {word: s for word, s in allowed.items() if word not in origins}
    result.allowed = sorted(scores)
    for word, word_origins in origins.items():
        score = decide(rule, word_origins)
        if word in blocked and word not in allowed:
            result.blocked.append(word)
        elif min_score is not None and score < min_score and word not in allowed:
            result.below += 1
        else:
            scores[word] = score
            result.origins[word] = word_origins
    result.words = merged(scores, [source.words for source in ranked], name)
    result.conflicts = find_conflicts(scores, result.origins, disagreement)
    return result


def join(lists: Sequence[WordList]) -> WordList:
    """Make one list of several; of a word that several have, the first one's score counts."""
    if len(lists) == 1:
        return lists[0]
    scores: dict[str, int] = {}
    for words in reversed(lists):
        scores.update(spelled(words, lists[0].normaliser))
    return merged(scores, lists, " + ".join(filter(None, (words.name for words in lists))))


def merged(scores: Mapping[str, int], lists: Sequence[WordList], name: str) -> WordList:
    """Make a list of words merged from lists, spelled as the first, with the base forms of all."""
    normaliser = lists[0].normaliser
    return WordList.from_words(
        scores.items(),
        fold=normaliser.fold,
        digraphs=normaliser.digraphs,
        name=name,
        bases=joined_bases(lists, scores),
    )


def joined_bases(lists: Sequence[WordList], words: Iterable[str]) -> Bases | None:
    """Return the base forms of words merged from lists; None when no list has any."""
    lookups: list[Lookup] = []
    unlisted = set(words)
    for source in lists:
        if source.bases is None:
            continue
        listed = {word for word, _ in spelled(source, lists[0].normaliser)}
        if isinstance(source.bases, JoinedBases):
            lookups += source.bases.lookups
            listed -= source.bases.unlisted
        else:
            lookups.append(source.bases)
        unlisted -= listed
    return JoinedBases(tuple(lookups), frozenset(unlisted)) if lookups else None


def named_apart(sources: Sequence[ListSource]) -> list[ListSource]:
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
    ranked: Sequence[ListSource], normaliser: Normaliser
) -> tuple[dict[str, tuple[WordOrigin, ...]], dict[str, Scale | None]]:
    """Collect what every source says of every word, in the order of priority, and their scales."""
    origins: dict[str, tuple[WordOrigin, ...]] = {}
    reference: dict[str, int] = {}
    used_scales: dict[str, Scale | None] = {}
    for source in ranked:
        scale = used_scales[source.name] = scale_of(source, reference)
        by_score: dict[int, WordOrigin] = {}  # one for all words of a score
        for word, original in spelled(source.words, normaliser):
            origin = by_score.get(original)
            if origin is None:
                score = scale(original) if scale else original
                origin = by_score[original] = WordOrigin(source.name, original, score)
            origins[word] = (*origins.get(word, ()), origin)
            reference.setdefault(word, origin.score)
    return origins, used_scales


def spelled(words: Iterable[str | tuple[str, int]], normaliser: Normaliser) -> WordList:
    """Return a list of these words as a normaliser spells them."""
    if isinstance(words, WordList) and words.normaliser.key == normaliser.key is not None:
        return words
    return WordList.from_words(words, fold=normaliser.fold, digraphs=normaliser.digraphs)


def scale_of(source: ListSource, reference: Mapping[str, int]) -> Scale | None:
    """Find out how to rescale a source; `reference` has the scores of those before it."""
    if source.scale == "none":
        return None
    if source.scale == "auto":
        return scales.guess(source.words)
    if source.scale == "match":
        return scales.match(source.words, reference) or scales.guess(source.words)
    return scales.read_scale(source.scale)


def decide(rule: str, origins: Sequence[WordOrigin]) -> int:
    """Choose a word's score among those of its sources."""
    if rule == "priority":
        return origins[0].score
    scores = [origin.score for origin in origins]
    if rule == "mean":
        return round(fmean(scores))
    return max(scores) if rule == "highest" else min(scores)


def spread(origins: Sequence[WordOrigin]) -> int:
    """Return how many points the sources of a word are apart."""
    scores = [origin.score for origin in origins]
    return max(scores) - min(scores)


def find_conflicts(
    scores: Mapping[str, int], origins: Mapping[str, tuple[WordOrigin, ...]], disagreement: int
) -> list[ScoreConflict]:
    """List the words whose sources are this many points apart, the widest apart first."""
    conflicts = [
        ScoreConflict(word, scores[word], word_origins)
        for word, word_origins in origins.items()
        if len(word_origins) > 1 and spread(word_origins) >= disagreement
    ]
    return sorted(conflicts, key=lambda conflict: (-conflict.spread, conflict.word))
