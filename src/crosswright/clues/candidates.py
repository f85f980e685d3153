"""Everything that may be a clue for an answer, with what speaks against it as a number.

A definition, a synonym, an opposite, an example with a blank in it, the kind of thing that it is,
things of that kind, a known phrase with a blank: each in the form that the answer has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from math import log2
from typing import NamedTuple

from crosswright.clues import wordnet
from crosswright.clues.fairness import SMALL_WORDS, has_one_letter_off, is_coarse, related, stem
from crosswright.clues.inflection import (
    Form,
    Origin,
    inflect_phrase,
    origins,
    score,
    word_set,
)
from crosswright.clues.own import own_clues
from crosswright.clues.phrasing import (
    NUMBER,
    PREPOSITIONS,
    about_it,
    bare,
    clauses,
    in_form,
    is_about_no_thing,
    numbered_clauses,
    share,
    short_phrases,
    without_hints,
)
from crosswright.clues.senses import (
    circular,
    fit,
    is_uncountable,
    own_lemma,
    senses_of,
    weight,
)
from crosswright.clues.wordnet import Sense
from crosswright.grids.letters import latin_letters

BLANK = "___"
STOP = re.compile(r"(?<=\w\w)\.$")  # at the end of a sentence, not of "9 a.m."
OWN = "Crosswright"
"""The source of the clues in our own table."""

COSTS = {
    "own": 0.0,
    "synonym": 1.0,
    "definition": 3.0,
    "opposite": 3.5,
    "members": 6.0,
    "manner": 5.0,
    "name": 5.0,
    "example": 9.0,
    "phrase": 8.0,
    "kind": 9.0,
    "derived": 9.0,
}
"""What each kind of clue costs to begin with."""

RARE_SENSE = 2.5  # for every time that a sense is half as common as the commonest
MAX_RARE = 14.0
MIN_FIT = 0.02  # the share of its uses that a synonym must have in the sense
MISFIT = 1.5  # for every time that a synonym has half its uses in another sense
FIRST_LEMMAS = 3  # of a sense: its usual words
FAR_LEMMA = 0.2  # for each lemma after them
RARER_SYNONYM = 9  # points by which a synonym may be rarer than its answer, for a cost of 1
LATER = 1.5  # for every sense before it
MAX_LATER = 6
UNCOUNTABLE = 8.0  # a plural of what has none in this sense: AIRS, GOSSIPS
FORMER = 4.0  # what a thing was rather than what it is
CUT = 3.0  # a definition without its end
BARE = 1.7  # for each word less than four that a phrase of adjectives and a noun has
HINT = 1.5  # one without a word that would give the answer away
FREE_LENGTH = 32  # characters; more of them cost
PER_LETTER = 0.1
KNOWN_SYNONYM = 58  # the score of a word that solvers know
KNOWN_WORD = 75  # of one that is a part of a phrase
KNOWN_PHRASE = 62
KNOWN_MEMBER = 66
NARROW_KIND = 40  # things of a kind that says enough, such as a hawk or a dress
WIDE_KIND = 1.5  # for every doubling of the things of a kind beyond that
MAX_EXAMPLE = 56
EXPANDED = 4.0  # for each word that a letter of an abbreviation stands for
COMMON_WORD = 5.0  # a name that has a word in it which has senses of its own
MIN_TELLING = 2  # words of an example that are not small ones
MAX_PHRASE = 36
MIN_QUOTED = 4  # letters of an answer that is looked for in the examples for other words

ARTICLES = word_set("a an the of in to")
LATIN_NAME = re.compile(r"(?:genus )?[A-Z][a-z]+ [a-z]+|(?:genus|family|order|class) .*")
VAGUE = word_set(
    "abstraction act attribute be change entity event have make matter move object person state "
    "thing unit whole group artifact cause get do give take put communicate action activity "
    "quality property condition relation travel use think interact cognition concept content part "
    "case instance happening belief idea compound process substance material implement recipient "
    "remove structure device instrumentality"
) | {"physical entity", "psychological feature"}


class ClueCandidate(NamedTuple):
    """A text that may be a clue; `base` is the word that it is made for, `sense` its meaning."""

    text: str
    kind: str
    cost: float
    base: str = ""
    sense: int = 0
    source: str = wordnet.SOURCE

    @property
    def clue(self) -> str:
        """The text as a clue begins: with a capital."""
        return self.text[:1].upper() + self.text[1:]

    @property
    def is_own(self) -> bool:
        """Whether a person wrote it for this answer."""
        return self.kind == "own"


def candidates(answer: str, room: int) -> Iterator[ClueCandidate]:
    """Yield everything that may be a clue for an answer."""
    own = own_clues().get(answer, ())
    for place, text in enumerate(own):
        yield ClueCandidate(text, "own", COSTS["own"] + place, source=OWN)
    # The senses that a dictionary has for IN or AS (indium, arsenic) come last.
    penalty = MAX_RARE if own else 0.0
    meanings = senses_of(answer)
    weights = [weight(sense, origin.base) for origin, _, sense in meanings]
    for place, (origin, form, sense) in enumerate(meanings):
        rarity = min(MAX_RARE, RARE_SENSE * log2(weights[0] / weights[place]))
        cost = penalty + rarity + LATER * min(place, MAX_LATER)
        cost += UNCOUNTABLE * (form is Form.PLURAL and is_uncountable(sense))
        for text, kind, more in from_sense(answer, origin, form, sense, room):
            total = cost + COSTS[kind] + more + PER_LETTER * max(0, len(text) - FREE_LENGTH)
            yield ClueCandidate(text, kind, total, origin.base, sense.synset)
    yield from derived(answer)
    if not meanings:
        yield from with_particle(answer)
    yield from blanks(answer, penalty / 2, COMMON_WORD * bool(meanings))


Text = tuple[str, str, float]
"""A text, its kind, and what speaks against it besides."""


def from_sense(answer: str, origin: Origin, form: Form, sense: Sense, room: int) -> Iterator[Text]:
    """Yield what may be a clue for one sense, without the small words of a phrase."""
    own = set(own_lemma(sense, origin.base).split(" ")) - ARTICLES
    relatives = {stem(word) for word in circular(origin.base, sense)}
    initials = expansion(sense, answer)
    for text, kind, more in texts_of(answer, origin, form, sense, room):
        words = text.split(" ")
        if kind != "synonym":
            more += EXPANDED * len(initials.intersection(words))
        if relatives and any(stem(latin_letters(word)) in relatives for word in words):
            continue
        if len(own) < 2 or own.isdisjoint(words):
            note = ", for short" if initials and kind in ("definition", "synonym", "kind") else ""
            yield text + note, kind, more


def expansion(sense: Sense, answer: str) -> frozenset[str]:
    """Return the words for which the letters of an abbreviation stand; none for other answers."""
    if sense.is_name or not any(
        lemma.isupper() and latin_letters(lemma) in answer for lemma in sense.lemmas
    ):
        return frozenset()
    names = (re.split("[ -]", lemma) for lemma in sense.lemmas if not lemma.isupper())
    initials = answer.removesuffix("S")
    for words in names:
        if len(words) > 1 and "".join(word[0].upper() for word in words) in (answer, initials):
            return frozenset(words)
    return frozenset()


def texts_of(answer: str, origin: Origin, form: Form, sense: Sense, room: int) -> Iterator[Text]:
    """Yield everything that may be a clue for one sense."""
    yield from definition_texts(sense, form, origin.base, room)
    yield from synonym_texts(sense, form, origin.base)
    yield from opposite_texts(sense, form, origin.base)
    yield from example_texts(sense, answer)
    if sense.is_name:
        yield from name_texts(sense, answer)
    yield from kind_texts(sense, form)
    if not sense.is_name:
        yield from member_texts(sense, form)
    if sense.part == "adj" and form is Form.BASE:
        yield from about_noun(sense, origin.base, room)
    if sense.part == "adv" and form is Form.BASE:
        yield from manner_texts(sense, origin.base)


def definition_texts(sense: Sense, form: Form, base: str, room: int) -> Iterator[Text]:
    """Yield the clauses of the definition."""
    for place, text in numbered_clauses(sense.definition, room):
        if place and sense.part == "noun" and text == bare(text):
            continue  # a remark on the thing, not another definition of it
        inflected = in_form(text, sense.part, form) or as_it_is(text, sense, form)
        if inflected:
            more = (4.0 if sense.is_name else 2.0) * place + 3.0 * bool(NUMBER.search(text))
            more += 6.0 * is_vague(inflected) + FORMER * ("former" in text.split(" "))
            yield inflected, "definition", more
            fairer = without_hints(inflected, partial(is_hint, base))
            if fairer:
                yield fairer, "definition", more + HINT
            if sense.part == "noun" and not sense.is_name:
                yield from (
                    (it, "definition", 2.0 * place + 4.0) for it in about_it(inflected, form)
                )
    if sense.part == "noun":
        for text in short_phrases(sense.definition, room):
            inflected = in_form(text, sense.part, form)
            if inflected:
                words = inflected.split(" ")
                bareness = max(0, 4 - len(words)) if PREPOSITIONS.isdisjoint(words) else 0
                yield inflected, "definition", CUT + BARE * bareness


def is_hint(base: str, word: str) -> bool:
    """Return whether a word of a definition gives an answer away."""
    letters = latin_letters(word)
    return letters not in SMALL_WORDS and (related(letters, base) or letters in base)


MADE = re.compile(r"[a-z]+ed (?:by|from|in|of|with) ")
SEVERAL_FOODS = word_set("dish nutriment food")


def as_it_is(text: str, sense: Sense, form: Form) -> str | None:
    """Return a definition of one thing that does not begin with a noun in the singular, or None.

    A dish may be "vegetables dipped in batter", and an ester is one "formed by a reaction".
    """
    if form is not Form.BASE or sense.part != "noun":
        return None
    if MADE.match(text):
        return f"one {text}"
    is_food = not SEVERAL_FOODS.isdisjoint(sense.kinds[:1])
    return text if is_food and not is_about_no_thing(text) else None


def is_vague(text: str) -> bool:
    """Return whether a definition says next to nothing: one word, or small ones alone."""
    words = text.split(" ")
    return len(words) == 1 or all(
        word in PREPOSITIONS or word.upper() in SMALL_WORDS for word in words
    )


def synonym_texts(sense: Sense, form: Form, base: str) -> Iterator[Text]:
    """Yield words of the same meaning that solvers know."""
    for place, lemma in enumerate(sense.lemmas):
        letters = latin_letters(lemma)
        if letters == base or LATIN_NAME.fullmatch(lemma) or has_one_letter_off(letters, base):
            continue  # EMIR, AMIR
        text = inflected_lemma(lemma, sense.part, form)
        if not text or score(lemma) < KNOWN_SYNONYM or misleads(text, form):
            continue
        share_of_sense = fit(letters, sense.synset)
        if share_of_sense >= MIN_FIT:
            rarer = max(0, score(base) - score(lemma)) / RARER_SYNONYM
            more = (95 - score(lemma)) / 9 + rarer + MISFIT * log2(1 / share_of_sense)
            yield text, "synonym", more + FAR_LEMMA * max(0, place - FIRST_LEMMAS)


OTHER_WORDS = PREPOSITIONS | word_set("despite but save past since till until mine hers will can")
"""Words that are rarely the noun or verb that a dictionary says they may be."""


def misleads(text: str, form: Form) -> bool:
    """Return whether a synonym is coarse, or known as another word: "despite", "optics"."""
    is_other = form is Form.PLURAL and bool(wordnet.senses(latin_letters(text)))
    return is_other or text in OTHER_WORDS or is_coarse(text)


def inflected_lemma(lemma: str, part: str, form: Form) -> str | None:
    """Return a lemma in a form; an adjective that has none with "more" or "most"."""
    text = inflect_phrase(lemma, part, form)
    if form in (Form.MORE, Form.MOST) and text and share(text, "noun") > 0:  # "liver" than ever
        return None
    if text is None and part in ("adj", "adv") and form in (Form.MORE, Form.MOST):
        return f"{'more' if form is Form.MORE else 'most'} {lemma}"
    return text


def opposite_texts(sense: Sense, form: Form, base: str) -> Iterator[Text]:
    """Yield what says that the answer is the opposite of something."""
    for lemma in wordnet.links(base, sense.synset, "opposite"):
        text = inflected_lemma(lemma, sense.part, form)
        is_known = text and min(score(lemma), score(text.split(" ")[-1])) >= KNOWN_SYNONYM
        of_part = share(lemma, sense.part)
        if is_known and of_part >= MIN_FIT:
            yield f"opposite of {text}", "opposite", log2(1 / of_part)


def example_texts(sense: Sense, answer: str) -> Iterator[Text]:
    """Yield the examples that have the answer in just this form, with a blank in its place."""
    for example in sense.examples:
        text = blanked(example.strip(" ."), answer)
        if text and len(text) <= MAX_EXAMPLE and "--" not in text and is_telling(text):
            yield text, "example", 0.0


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
    what = bare(next(clauses(sense.definition, MAX_PHRASE), ""))
    if is_about_no_thing(what) or "former" in what.split(" "):
        return
    for lemma in sense.lemmas:
        text = blanked(lemma, answer) if " " in lemma else None
        if text and what and "." not in text:
            yield f"{text}, {what}", "name", 0.0


def kind_texts(sense: Sense, form: Form) -> Iterator[Text]:
    """Yield what kind of thing the answer is, the nearest one that solvers know."""
    if sense.part not in ("noun", "verb"):
        return
    for height, kind in enumerate(sense.kinds):
        if kind in VAGUE:
            return
        text = inflect_phrase(kind, sense.part, form)
        if text and is_known(kind):
            patterns = {"verb": "{}, in a way", "noun": "kind of {}"}
            pattern = "certain {}" if form is Form.PLURAL else patterns[sense.part]
            yield (
                (text if sense.is_name else pattern.format(text)),
                "kind",
                2.0 * height + WIDE_KIND * log2(1 + sense.widths[height] / NARROW_KIND),
            )


def is_known(kind: str) -> bool:
    """Return whether solvers know the name of a kind: "bird", and also "electrical device"."""
    words = kind.split(" ")
    return score(kind) >= KNOWN_SYNONYM or (len(words) > 1 and min(map(score, words)) >= KNOWN_WORD)


def member_texts(sense: Sense, form: Form) -> Iterator[Text]:
    """Yield two things of the kind that the answer is, if people think of them as such."""
    if sense.part != "noun":
        return
    known = [
        text
        for lemma in sense.members
        if score(lemma) >= KNOWN_MEMBER
        and is_mainly(lemma, sense)
        and (text := inflect_phrase(lemma, sense.part, form))
    ]
    known = [*dict.fromkeys(known)]
    if len(known) >= 2:
        yield f"{known[0]} or {known[1]}, for example", "members", 0.0


def is_mainly(lemma: str, kind: Sense) -> bool:
    """Return whether the commonest sense of a word is of a kind."""
    senses = wordnet.senses(latin_letters(lemma))[:1]
    return any(set(sense.kinds[:1]) & set(kind.lemmas) for sense in senses)


def manner_texts(sense: Sense, base: str) -> Iterator[Text]:
    """Yield what says how something is done, by an adjective like that of the adverb."""
    for adjective in wordnet.links(base, sense.synset, "from"):
        for other in wordnet.senses(latin_letters(adjective))[:2]:
            for text, _, more in synonym_texts(other, Form.BASE, latin_letters(adjective)):
                if other.part == "adj" and share(text, "adj") > 0.5:
                    yield f"in a{'n' * (text[0] in 'aeiou')} {text} way", "manner", more


AFFIXES: tuple[tuple[str, str, str, str, Form | None, str], ...] = (
    ("RE", "", "", "verb", None, "{} again"),
    ("UN", "", "", "adj", Form.BASE, "not {}"),
    ("", "ER", "", "verb", Form.THIRD, "one who {}"),
    ("", "ER", "E", "verb", Form.THIRD, "one who {}"),
    ("", "OR", "E", "verb", Form.THIRD, "one that {}"),
    ("", "ABLE", "", "verb", Form.PARTICIPLE, "able to be {}"),
    ("", "NESS", "", "adj", Form.BASE, "quality of being {}"),
    ("", "INESS", "Y", "adj", Form.BASE, "quality of being {}"),
)
"""Beginning and ending, what stands for the ending in the other word, that word's part of speech,
the form of a synonym (None: that of the answer), and what is said with it."""


def derived(answer: str) -> Iterator[ClueCandidate]:
    """Yield clues for a word that the dictionary lacks, by the word from which it is derived."""
    for start, end, instead, part, wanted, pattern in AFFIXES:
        if not (answer.startswith(start) and answer.endswith(end)):
            continue
        rest = answer[len(start) : len(answer) - len(end)] + instead
        for origin, form, sense in senses_of(rest)[:3] if len(rest) > 2 else ():
            if sense.part == part and (wanted is None or form is Form.BASE):
                for text, _, more in synonym_texts(sense, wanted or form, origin.base):
                    cost = COSTS["derived"] + more
                    yield ClueCandidate(pattern.format(text), "derived", cost, origin.base)


PARTICLE_VERB = re.compile(r"([a-z]+) (out|up|off|down|in|on|away|over|back)")


def with_particle(answer: str) -> Iterator[ClueCandidate]:
    """Yield synonyms for a verb that only comes with a particle: Apportioned, with "out"."""
    for origin in origins(answer):
        for phrase in wordnet.phrases_with(origin.base):
            verb = PARTICLE_VERB.fullmatch(phrase)
            if verb is None or latin_letters(verb[1]) != origin.base or origin.part == "noun":
                continue
            for sense in wordnet.senses(latin_letters(phrase))[:2]:
                form = origin.form or Form.BASE
                for text, kind, more in synonym_texts(sense, form, latin_letters(phrase)):
                    cost = COSTS["derived"] + more
                    if verb[2] not in text.split(" "):
                        note = f'{text}, with "{verb[2]}"'
                        yield ClueCandidate(note, kind, cost, origin.base, sense.synset)


CONCERNING = "relating to "


def about_noun(sense: Sense, base: str, room: int) -> Iterator[Text]:
    """Yield what an adjective is about, by the definition of its noun, where its own has that."""
    for noun in wordnet.links(base, sense.synset, "from"):
        for other in wordnet.senses(latin_letters(noun))[:1]:
            if other.part == "noun" and not other.is_name:
                for text in clauses(other.definition, room - len(CONCERNING)):
                    if not is_about_no_thing(bare(text)):
                        yield CONCERNING + text, "derived", 0.0


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
            is_whole = "--" not in text and "`" not in text and is_phrase(text)
            if count == 1 and is_whole:
                cost = COSTS["example"] + PER_LETTER * len(text)
                yield ClueCandidate(text, "example", cost, answer)


def is_phrase(text: str) -> bool:
    """Return whether a quotation is a phrase by itself: "All hands ___", but not "A fixed ___"."""
    return is_telling(text) or (text.count(" ") >= 2 and bare(text) == text)


def named(phrase: str, text: str, answer: str, more: float) -> Iterator[ClueCandidate]:
    """Yield the name of a person or place with a blank, and what it names."""
    for sense in wordnet.senses(latin_letters(phrase))[:1]:
        what = bare(next(clauses(sense.definition, MAX_PHRASE), ""))
        if sense.is_name and what and not is_about_no_thing(what):
            cost = COSTS["name"] + 6.0 + more + RARE_SENSE * (sense.uses == 0)
            yield ClueCandidate(f"{text}, {what}", "name", cost, answer, sense.synset)
