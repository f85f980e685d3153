"""Draft clues: short definitions for an answer, which an editor replaces or rewrites.

The definitions come from WordNet, which the extra `clues` installs. No draft contains its answer, a
part of it or a word of the same stem; a draft for an inflected answer says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from crosswright.clues import wordnet
from crosswright.clues.wordnet import Sense
from crosswright.grids.letters import latin_letters
from crosswright.puzzles.puzzle import Puzzle, require_puzzle
from crosswright.words.lexicon import builtin, packing

MAX_DRAFT = 70  # characters, with the mark of an inflection
MIN_DRAFT = 4
# A cut that leaves less of a definition than this has cut its sense away.
MIN_CUT = 18


@dataclass(frozen=True, slots=True)
class DraftClue:
    """A suggestion for a clue, and where it comes from."""

    text: str
    source: str


@dataclass(frozen=True, slots=True)
class Definition:
    """One meaning of an answer, or of what it is a form of, in the words of the source."""

    word: str
    part: str
    text: str
    form: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """What an answer may be a form of, and what to write after a clue for that."""

    base: str
    part: str = ""
    mark: str = ""


# Endings by part of speech: that of the form, that of its base, and how a clue marks the form.
ENDINGS: tuple[tuple[str, str, str, str], ...] = (
    ("noun", "S", "", "plural"),
    ("noun", "ES", "", "plural"),
    ("noun", "IES", "Y", "plural"),
    ("noun", "MEN", "MAN", "plural"),
    ("verb", "S", "", "third person"),
    ("verb", "ES", "", "third person"),
    ("verb", "IES", "Y", "third person"),
    ("verb", "ED", "", "past tense"),
    ("verb", "ED", "E", "past tense"),
    ("verb", "IED", "Y", "past tense"),
    ("verb", "ING", "", "-ing form"),
    ("verb", "ING", "E", "-ing form"),
    ("adj", "ER", "", "comparative"),
    ("adj", "ER", "E", "comparative"),
    ("adj", "IER", "Y", "comparative"),
    ("adj", "EST", "", "superlative"),
    ("adj", "EST", "E", "superlative"),
    ("adj", "IEST", "Y", "superlative"),
)
DOUBLED = re.compile(r"([BDFGKLMNPRTVZ])\1$")

SMALL = (
    "A AN THE OF IN ON AT TO FOR BY WITH FROM AND OR BUT AS IS ARE BE BEEN WAS IT ITS THAT THIS "
    "WHICH WHO WHOM NOT NO SO IF INTO ONTO OFF OUT UP DOWN OVER ONE ONES USED HAVING HAS HAVE "
    "DO DOES SOME ANY ALL SUCH THAN THEN THEIR HIS HER YOU YOUR KIND WAY "
)
SMALL_WORDS = frozenset(SMALL.split())


def draft_clues(word: str, limit: int = 3) -> list[DraftClue]:
    """Return up to `limit` draft clues for an answer, the likeliest first; [] when there are none.

    Raise ClueError if the extra `clues` is not installed.
    """
    answer = latin_letters(word)
    wordnet.folder()
    texts: list[str] = []
    for form in forms(answer):
        senses = [s for s in wordnet.senses(form.base) if form.part in ("", s.part)]
        for text in candidates(senses, form, answer):
            if text.casefold() not in map(str.casefold, texts):
                texts.append(text)
    return [DraftClue(text, wordnet.SOURCE) for text in texts[:limit]]


def with_drafts(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with draft clues where it has none.

    Raise ClueError if the extra `clues` is not installed.
    """
    require_puzzle(puzzle)
    bare = [entry for entry in puzzle.entries if entry.answer and not entry.text]
    drafts = {entry.label: draft_clues(entry.answer or "", 1) for entry in bare}
    return puzzle.with_clues(
        {
            label: replace(puzzle.clue(label), text=texts[0].text, draft=True)
            for label, texts in drafts.items()
            if texts
        }
    )


def definitions(word: str, limit: int = 5) -> list[Definition]:
    """Return up to `limit` meanings of a word, the commonest first; [] when there are none.

    They may contain the word itself, which drafts never do. Raise ClueError if the extra `clues` is
    not installed.
    """
    wordnet.folder()
    meanings = [
        Definition(form.base, sense.part, sense.gloss.split('; "')[0].strip(), form.mark)
        for form in forms(latin_letters(word))
        for sense in wordnet.senses(form.base)
        if form.part in ("", sense.part)
    ]
    once = {(meaning.part, meaning.text): meaning for meaning in reversed(meanings)}
    return list(once.values())[::-1][:limit]


# ---------------------------------------------------------------------- what an answer is a form of


def forms(answer: str) -> list[Form]:
    """List the answer itself and everything that it may be an inflection of."""
    listed = [Form(answer)]
    for base, parts in wordnet.irregular_bases(answer).items():
        listed += [Form(base, part, irregular_mark(answer, part)) for part in sorted(parts)]
    for part, ending, instead, mark in ENDINGS:
        if answer.endswith(ending) and len(answer) - len(ending) >= 2:
            stem = answer[: len(answer) - len(ending)]
            listed.append(Form(stem + instead, part, mark))
            if part != "noun" and not instead and DOUBLED.search(stem):
                listed.append(Form(stem[:-1], part, mark))
    base = builtin.bases().get(answer, answer)
    if base not in {form.base for form in listed}:
        listed.append(Form(base, "", "inflected"))
    return list(dict.fromkeys(form for form in listed if form.base))


def irregular_mark(answer: str, part: str) -> str:
    """Return what an irregular form is: MICE, RAN, BETTER."""
    if part == "noun":
        return "plural"
    if part == "verb":
        return "-ing form" if answer.endswith("ING") else "past form"
    return "superlative" if answer.endswith("ST") else "comparative"


# ---------------------------------------------------------------------- from senses to clues


def candidates(senses: list[Sense], form: Form, answer: str) -> Iterator[str]:
    """Yield clues that pass: first one per sense (its definition if possible), then the rest."""
    room = MAX_DRAFT - (len(form.mark) + 3 if form.mark else 0)
    rest: list[str] = []
    for sense in senses:
        passed = [
            (text[0].upper() + text[1:]) + (f" ({form.mark})" if form.mark else "")
            for text in drafts(sense, form.base, room)
            if MIN_DRAFT <= len(text) <= room
            and not gives_away(text, answer, form.base)
            and not is_rude(text)
        ]
        # A rare sense without a definition waits until all those with one have had their turn.
        first = 1 if sense.uses or shorten(sense.gloss, room) else 0
        yield from passed[:first]
        rest += passed[first:]
    yield from rest


def drafts(sense: Sense, base: str, room: int) -> Iterator[str]:
    """Yield what may be a clue for a sense: its definition, synonyms, its kind."""
    yield shorten(sense.gloss, room)
    for lemma in sense.lemmas:
        if latin_letters(lemma) != base and not LATIN_NAME.fullmatch(lemma):
            yield lemma
    kind = sense.kind.replace("_", " ")
    if kind and kind not in VAGUE:
        yield f"{kind}, in a way" if sense.part == "verb" else f"kind of {kind}"


LATIN_NAME = re.compile(r"(?:genus )?[A-Z][a-z]+ [a-z]+|genus .*")
VAGUE = frozenset(
    {"abstraction", "act", "attribute", "be", "change", "entity", "event", "have", "make", "matter"}
    | {"move", "object", "person", "state", "thing", "unit", "whole", "group", "artifact", "cause"}
)


def shorten(gloss: str, room: int) -> str:
    """Make a clue of a definition: its first clause, without article and brackets, cut to fit.

    >>> shorten('a slender double-reed instrument; "she plays it"', 70)
    'slender double-reed instrument'
    """
    text = re.sub(r"\([^)]*\)", "", gloss.split(";")[0].split(' "')[0])
    text = " ".join(text.split()).strip(" ,.:")
    text = re.sub(r"^(?:a|an|the) ", "", text, flags=re.IGNORECASE).replace(" ,", ",")
    while len(text) > room:
        cut = max(
            (match.start() for match in re.finditer(CLAUSE, text) if match.start() <= room),
            default=0,
        )
        if cut < MIN_CUT or cut >= len(text):
            return ""
        text = DANGLING.sub("", text[:cut].rstrip(" ,:"))
    return "" if UNFIT.search(text) else text


CLAUSE = (
    r", |: | -- | (?:that|which|who|whose|where|because|while|so as|such as|and|or|but|"
    r"in which|on which|for which|by means|consisting|having|with|without|during) "
)
# Words that a cut may leave at the end, and definitions that rely on the word itself.
DANGLING = re.compile(r"(?: (?:and|or|but|of|to|in|by|the|a|an|with|as|is|are|for|usually))+$")
UNFIT = re.compile(
    r"`|\b(?:sometimes placed|comparative of|superlative of|plural of|past tense of)\b"
)


# ---------------------------------------------------------------------- what must not be in a clue


def gives_away(text: str, *answers: str) -> bool:
    """Return whether a clue contains its answer, a part of it, or a word of the same stem."""
    words = [latin_letters(word) for word in re.findall(r"[^\W\d_]+", text)]
    joined = "".join(words)
    return any(
        answer in joined or any(related(word, answer) for word in words if word not in SMALL_WORDS)
        for answer in answers
    )


def related(word: str, answer: str) -> bool:
    """Return whether two words share a stem, or one is a part of the other."""
    if word == answer or (len(word) >= 4 and word in answer):
        return True
    one, other = stem(word), stem(answer)
    if one == other or (len(other) >= 3 and word.startswith(other)):
        return True
    if (len(one) >= 3 and answer.startswith(one)) or (len(one) >= 4 and one in answer):
        return True
    if len(trimmed(word)) >= 4 and trimmed(word) in answer:
        return True
    shortest = min(len(word), len(answer))
    endings = common(trimmed(word)[::-1], trimmed(answer)[::-1])
    shared = max(common(word, answer), endings)
    return shared >= 4 and shared >= 0.6 * shortest


def common(one: str, other: str) -> int:
    """Return how many letters two words begin with in common."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


STEM_ENDINGS = (
    "ATIONS", "ATION", "NESSES", "NESS", "MENTS", "MENT", "INGS", "INGLY", "EDLY", "ABLE",
    "IBLE", "IEST", "IERS", "IER", "IES", "IED", "ING", "EST", "ERS", "ORS", "ISM", "IST",
    "ITY", "OUS", "IVE", "FUL", "ILY", "ION", "ER", "OR", "ED", "ES", "LY", "AL", "IC", "Y",
    "E", "S",
)  # fmt: skip


def trimmed(word: str) -> str:
    """Cut one ending off a word."""
    for ending in STEM_ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: len(word) - len(ending)]
    return word


def stem(word: str) -> str:
    """Return a rough stem; it errs on the safe side.

    >>> stem("RUNNING"), stem("RUNS"), stem("BAKER")
    ('RUN', 'RUN', 'BAK')
    """
    return DOUBLED.sub(r"\1", trimmed(word))


@cache
def rude_words() -> frozenset[str]:
    """Return what the built-in list marks as offensive."""
    columns = builtin.columns()
    marked = zip(columns.words, columns.flags, strict=True)
    return frozenset(word for word, flags in marked if flags & packing.OFFENSIVE)


def is_rude(text: str) -> bool:
    """Return whether a clue contains a word that the built-in list marks as offensive."""
    return any(latin_letters(word) in rude_words() for word in re.findall(r"[^\W\d_]+", text))
