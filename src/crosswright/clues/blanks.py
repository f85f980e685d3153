"""Draft clues with a blank to fill in: examples, known phrases, full names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from crosswright.clues import wordnet
from crosswright.clues.costs import (
    COSTS,
    KNOWN_PHRASE,
    MAX_EXAMPLE,
    MAX_PHRASE,
    MAX_WHAT,
    MIN_QUOTED,
    MIN_TELLING,
    PER_LETTER,
    RARE_SENSE,
    ClueCandidate,
    Text,
)
from crosswright.clues.fairness import SMALL_WORDS
from crosswright.clues.grammar import bare
from crosswright.clues.inflection import score
from crosswright.clues.phrasing import UNFIT, is_about_no_thing, numbered_texts
from crosswright.clues.shortening import shorter, with_details
from crosswright.clues.wordnet import Sense
from crosswright.grids.letters import latin_letters

BLANK = "___"
ENDS_EARLY = re.compile(r" (?:a|an|the)$")  # no phrase: "car a", from "his car a good polishing"
SPEECH = re.compile(r"^`([^`']+[,.!?])'(?= |$)")
STOP = re.compile(r"(?<=\w\w)\.$")  # at the end of a sentence, not of "9 a.m."


def example_texts(sense: Sense, answer: str) -> Iterator[Text]:
    """Yield the examples that have the answer in just this form, with a blank in its place."""
    for example in sense.examples:
        text = blanked(SPEECH.sub(r'"\1"', example.strip(" .")), answer)
        if not text or has_quotes(text):
            continue
        if len(text) <= MAX_EXAMPLE and "--" not in text and is_telling(text):
            yield text, "example", 0.0


def has_quotes(text: str) -> bool:
    """Return whether a text has quotation marks of a printer, or of somebody who speaks on.

    >>> has_quotes("`Come when you can,' he said"), has_quotes("the boys' room")
    (True, False)
    """
    return (
        "`" in text or re.search(r"(?:^|\s)'|[,.!?]'", text) is not None or text.count('"') % 2 > 0
    )


def is_telling(example: str) -> bool:
    """Return whether an example has enough words besides the answer to tell what it is."""
    words = [latin_letters(word) for word in example.split(" ")]
    return sum(bool(word) and word not in SMALL_WORDS for word in words) >= MIN_TELLING


def blanked(text: str, answer: str) -> str | None:
    """Return a text with a blank for an answer that is one word of it; None if it is not."""
    places = list(re.finditer(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", text))
    own = [m for m in places if latin_letters(m[0]) == answer]
    if len(own) != 1:
        return None
    return text[: own[0].start()] + BLANK + text[own[0].end() :]


def name_texts(sense: Sense, answer: str) -> Iterator[Text]:
    """Yield the rest of a full name with a blank, and what its bearer was."""
    what = what_it_is(sense)
    if "former" in what.split(" "):
        return
    for lemma in sense.lemmas:
        text = blanked(lemma, answer) if " " in lemma else None
        if text and what and "." not in text:
            yield f"{text}, {what}", "name", 0.0


def what_it_is(sense: Sense) -> str:
    """Return in a few words what has a name; "" if that takes many, or is not clear."""
    _, whole = next(numbered_texts(with_details(sense.definition)))
    for text, _ in reversed([*shorter(bare(whole))]):
        for option in (text, text.partition(" of ")[0], text.partition(" who ")[0]):
            if len(option) <= MAX_WHAT and " " in option and not UNFIT.search(option):
                return "" if is_about_no_thing(option) else option
    return ""


def blanks(answer: str, penalty: float, more: float) -> Iterator[ClueCandidate]:
    """Yield known phrases, and names of famous people, with a blank for the answer."""
    for phrase in wordnet.phrases_with(answer):
        text = blanked(phrase, answer)
        if text is None or len(text) > MAX_PHRASE or "." in text:
            continue
        if all(latin_letters(word) in SMALL_WORDS | {""} for word in text.split(" ")):
            continue
        if phrase[0].isupper() and phrase[-1].islower() and " " in phrase:
            yield from named(phrase, text, answer, more)
        if score(phrase) >= KNOWN_PHRASE:
            yield ClueCandidate(
                text, "phrase", COSTS["phrase"] + (95 - score(phrase)) / 8 - penalty
            )


def quotations(answer: str) -> Iterator[ClueCandidate]:
    """Yield examples for other words that have a phrase in them, with a blank for it.

    They are for phrases that the dictionary lacks; finding them takes about a tenth of a second.
    """
    if len(answer) < MIN_QUOTED:
        return
    phrase = re.compile(r"(?<![\w'-])" + "[ ']?".join(answer) + r"(?![\w'-])", re.IGNORECASE)
    for gloss in wordnet.glosses_with(answer):
        for example in wordnet.examples_in(gloss):
            text, count = phrase.subn(BLANK, STOP.sub("", example.strip()))
            is_whole = "--" not in text and not has_quotes(text) and is_phrase(text)
            found = phrase.search(example)
            if count == 1 and is_whole and found and not ENDS_EARLY.search(found[0]):
                cost = COSTS["example"] + PER_LETTER * len(text)
                yield ClueCandidate(text, "example", cost, answer)


def is_phrase(text: str) -> bool:
    """Return whether a quotation is a phrase by itself: "All hands ___", but not "A fixed ___"."""
    return is_telling(text) or (text.count(" ") >= 2 and bare(text) == text)


def named(phrase: str, text: str, answer: str, more: float) -> Iterator[ClueCandidate]:
    """Yield the name of a person or place with a blank, and what it names."""
    for sense in wordnet.senses(latin_letters(phrase))[:1]:
        what = what_it_is(sense)
        if sense.is_name and what:
            cost = COSTS["name"] + 6.0 + more + RARE_SENSE * (sense.uses == 0)
            yield ClueCandidate(f"{text}, {what}", "name", cost, answer, sense.synset)
