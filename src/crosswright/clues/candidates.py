"""Everything that may be a clue for an answer, with what speaks against it as a number.

A definition, a synonym, an opposite, an example with a blank in it, the kind of thing that it is,
things of that kind, a known phrase with a blank: each in the form that the answer has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from math import log2

from crosswright.clues import wordnet
from crosswright.clues.blanks import blanks, example_texts, name_texts
from crosswright.clues.costs import (
    ACTS_OF,
    ALTERNATIVE,
    AS_VERB,
    BARE,
    COMMON_WORD,
    COSTS,
    CUT,
    DATE,
    DATED,
    EXPANDED,
    FAR_LEMMA,
    FIRST_LEMMAS,
    FORMER,
    HAS_SENSES,
    HINT,
    KNOWN_FORM,
    KNOWN_MEMBER,
    KNOWN_SYNONYM,
    KNOWN_WORD,
    LATER,
    LOST_NAME,
    MAX_LATER,
    MAX_RARE,
    MAX_SENSES,
    MIN_FIT,
    MISFIT,
    NARROW_KIND,
    NO_ADJECTIVE,
    OF_TWO,
    OWN,
    RARE_SENSE,
    RARER_SYNONYM,
    UNCOUNTABLE,
    UNSAVOURY,
    VAGUE_TEXT,
    WIDE_KIND,
    WITH_IT,
    WITH_MORE,
    WITH_ONE,
    ClueCandidate,
    Text,
    is_unsavoury,
    length_cost,
)
from crosswright.clues.fairness import SMALL_WORDS, is_coarse, related, stem
from crosswright.clues.grammar import PREPOSITIONS, bare, is_plural, share
from crosswright.clues.inflection import (
    Form,
    Origin,
    has_no_plural,
    inflect_phrase,
    origins,
    score,
    word_set,
)
from crosswright.clues.own import own_clues
from crosswright.clues.phrasing import (
    NUMBER,
    UNFIT,
    about_it,
    clauses,
    head_word,
    in_form,
    is_about_no_thing,
    numbered_texts,
    short_phrases,
    without_hints,
)
from crosswright.clues.senses import (
    circular,
    fit,
    is_compared_adverb,
    is_uncountable,
    likelihoods,
    own_lemma,
    senses_of,
)
from crosswright.clues.shortening import shorter, with_details
from crosswright.clues.spellings import are_spellings
from crosswright.clues.wordnet import Sense
from crosswright.grids.letters import latin_letters

ARTICLES = word_set("a an the of in to")
LATIN_NAME = re.compile(r"(?:genus )?[A-Z][a-z]+ [a-z]+|(?:genus|family|order|class) .*")
VAGUE = word_set(
    "abstraction act attribute be change entity event have make matter move object person state "
    "thing unit whole group artifact cause get do give take put communicate action activity "
    "quality property condition relation travel use think interact cognition concept content part "
    "case instance happening belief idea compound process substance material implement recipient "
    "remove structure device instrumentality"
) | {"physical entity", "psychological feature"}


def candidates(answer: str, room: int) -> Iterator[ClueCandidate]:
    """Yield everything that may be a clue for an answer."""
    own = own_clues().get(answer, ())
    for place, text in enumerate(own):
        yield ClueCandidate(text, "own", COSTS["own"] + place, source=OWN)
    # The senses that a dictionary has for IN or AS (indium, arsenic) come last.
    penalty = MAX_RARE if own else 0.0
    meanings = senses_of(answer)[:MAX_SENSES]
    weights = likelihoods(meanings)
    for place, (origin, form, sense) in enumerate(meanings):
        rarity = min(MAX_RARE, RARE_SENSE * log2(weights[0] / weights[place]))
        cost = penalty + rarity + LATER * min(place, MAX_LATER)
        cost += UNCOUNTABLE * (form is Form.PLURAL and is_uncountable(sense))
        for text, kind, more in from_sense(answer, origin, form, sense, room):
            total = cost + COSTS[kind] + more + length_cost(text) + UNSAVOURY * is_unsavoury(text)
            yield ClueCandidate(text, kind, total, origin.base, sense.synset)
    yield from derived(answer, {form for _, form, _ in meanings})
    if not meanings:
        yield from with_particle(answer)
    yield from blanks(answer, penalty / 2, COMMON_WORD * bool(meanings))


def from_sense(answer: str, origin: Origin, form: Form, sense: Sense, room: int) -> Iterator[Text]:
    """Yield what may be a clue for one sense, without the small words of a phrase."""
    own = telling_words(own_lemma(sense, origin.base))
    relatives = {
        stem(word) for word in (*circular(origin.base, sense), *spellings(origin.base, sense))
    }
    initials = expansion(sense, answer)
    is_short = bool(initials) or is_short_form(sense, origin.base)
    for text, kind, more in texts_of(answer, origin, form, sense, room):
        words = text.split(" ")
        if kind != "synonym":
            more += EXPANDED * len(initials.intersection(words))
        if relatives and any(stem(latin_letters(word)) in relatives for word in words):
            continue
        if len(own) < 2 or own.isdisjoint(words):
            is_noted = is_short and kind in ("definition", "synonym", "kind")
            note = ", for short" if is_noted and "," not in text else ""
            yield text + note, kind, more


def telling_words(lemma: str) -> set[str]:
    """Return the words of a phrase that its clues must not have: IN ON has no others."""
    words = set(lemma.split(" "))
    return words if all(word.upper() in SMALL_WORDS for word in words) else words - ARTICLES


def spellings(base: str, sense: Sense) -> Iterator[str]:
    """Yield other spellings of a word that are used in a sense: "shish kebab" gives KABOB away."""
    letters = map(latin_letters, sense.lemmas)
    return (word for word in letters if word != base and are_spellings(word, base))


MAX_SHORT = 5
DERIVED = ("NESS", "ISM", "ING", "SHIP", "HOOD", "FUL", "WARD", "ER")
MAX_PART = 5  # letters of what a compound may end with: "artwork"


def is_short_form(sense: Sense, base: str) -> bool:
    """Return whether a word is short for another one of its meaning: LAB, but not ART.

    >>> lab = Sense(1, "noun", "a workplace", ("lab", "laboratory"), (), 0)
    >>> art = Sense(2, "noun", "creative works", ("art", "artwork"), (), 0)
    >>> is_short_form(lab, "LAB"), is_short_form(art, "ART")
    (True, False)
    """
    if sense.part != "noun" or len(base) > MAX_SHORT:
        return False
    longer = (latin_letters(lemma) for lemma in sense.lemmas if " " not in lemma)
    rests = (word.removeprefix(base) for word in longer if word.startswith(base))
    return any(
        len(rest) > 2
        and not rest.endswith(DERIVED)
        and not (len(rest) <= MAX_PART and score(rest) >= KNOWN_FORM)
        for rest in rests
    )


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
    if sense.part == "adv" and form is Form.BASE and not is_compared_adverb(sense):
        yield from manner_texts(sense, origin.base)


def definition_texts(sense: Sense, form: Form, base: str, room: int) -> Iterator[Text]:
    """Yield the clauses of the definition, and shorter versions of them."""
    definition = with_details(sense.definition)
    if sense.part == "noun" and is_plural(base.lower()) and is_plural(head_word(bare(definition))):
        form = Form.PLURAL  # "women's stockings", for NYLONS
    for place, whole in numbered_texts(definition):
        for text, cut in shorter(whole):
            if place == 0 and DOMAIN.match(definition):
                continue
            if UNFIT.search(text) or (place and sense.part == "noun" and text == bare(text)):
                continue  # a remark on the thing, not another definition of it
            inflected = in_form(text, sense.part, form) or as_it_is(text, sense, form)
            if not inflected:
                continue
            more = cut + (4.0 if sense.is_name else 2.0) * place + against(inflected, form)
            more -= VAGUE_TEXT * (" " not in inflected and TWO_WORDS.fullmatch(whole) is not None)
            more += LOST_NAME * loses_name(whole, inflected)
            yield inflected, "definition", more
            fairer = without_hints(inflected, partial(is_hint, base))
            if fairer:
                yield fairer, "definition", more + HINT
            if sense.part == "noun" and not sense.is_name:
                yield from (
                    (it, "definition", more + (WITH_IT if it[:2] in ("it", "th") else WITH_ONE))
                    for it in about_it(inflected, form)
                )
    if sense.part == "noun":
        yield from beginnings(definition, form, room)


def beginnings(definition: str, form: Form, room: int) -> Iterator[Text]:
    """Yield the beginnings of the definition of a thing that may say enough by themselves."""
    whole = definition.partition(";")[0]
    for text in short_phrases(definition, room):
        inflected = in_form(text, "noun", form)
        if inflected and not UNFIT.search(inflected):
            words = inflected.split(" ")
            bareness = max(0, 4 - len(words)) if PREPOSITIONS.isdisjoint(words) else 0
            more = CUT + BARE * bareness + LOST_NAME * loses_name(whole, inflected)
            yield inflected, "definition", more + against(inflected, form)


DOMAIN = re.compile(r"of [a-z]+(?: (?:or|and) [a-z]+)?;")
"""What an adjective is used of, before what it means: "of textiles; having a rough surface"."""
CAPITAL = re.compile(r"\b[A-Z][a-z]+")
TWO_WORDS = re.compile(r"(?:an? )?[a-z-]+ or [a-z-]+")
"""A definition of which each half says as much as the whole: "a groove or furrow"."""
ACTS = re.compile(r"(?:acts|states|processes|qualities|activities) of ")
TWO_WAYS = re.compile(r"\b(?:of|in|on|by|with|to|for|being|having) or\b")
GERUND = re.compile(r"[a-z]+ing (?!of\b)")


def loses_name(whole: str, text: str) -> bool:
    """Return whether a shorter definition lacks the names that the whole one has."""
    return CAPITAL.search(whole) is not None and CAPITAL.search(text) is None


def against(text: str, form: Form) -> float:
    """Return what speaks against a definition besides its sense: it says little, or what was."""
    words = text.split(" ")
    cost = VAGUE_TEXT * is_vague(text) + FORMER * (not DATED.isdisjoint(words))
    cost += ALTERNATIVE * words.count("or") + OF_TWO * bool(TWO_WAYS.search(text))
    cost += DATE * bool(NUMBER.search(text)) + ACTS_OF * bool(ACTS.match(text))
    return cost + AS_VERB * (form is Form.BASE and GERUND.match(text) is not None)


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
        if letters == base or LATIN_NAME.fullmatch(lemma) or are_spellings(letters, base):
            continue
        text = inflected_lemma(lemma, sense.part, form)
        if not text or score(lemma) < KNOWN_SYNONYM or misleads(text, form):
            continue
        if text != lemma and " " not in text and score(text) < KNOWN_FORM:
            continue  # "unities", "uncommoner"
        share_of_sense = fit(letters, sense.synset)
        if share_of_sense >= MIN_FIT:
            rarer = max(0, score(base) - score(lemma)) / RARER_SYNONYM
            more = (95 - score(lemma)) / 9 + rarer + MISFIT * log2(1 / share_of_sense)
            more += WITH_MORE * text.startswith(("more ", "most "))
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


DEGREES = {Form.MORE: "less", Form.MOST: "least"}


def opposite_texts(sense: Sense, form: Form, base: str) -> Iterator[Text]:
    """Yield what says that the answer is the opposite of something: "less fast", for SLOWER."""
    for lemma in wordnet.links(base, sense.synset, "opposite"):
        text = inflected_lemma(lemma, sense.part, form)
        is_known = text and min(score(lemma), score(text.split(" ")[-1])) >= KNOWN_SYNONYM
        of_part = share(lemma, sense.part)
        if is_known and text and of_part >= MIN_FIT and text.count(" ") == lemma.count(" "):
            more = 0.0 if sense.part in ("adj", "adv") else NO_ADJECTIVE
            more += NO_ADJECTIVE * (sense.part == "verb" and form is not Form.BASE)
            degree = DEGREES.get(form)
            opposite = f"{degree} {lemma}" if degree else f"opposite of {text}"
            yield opposite, "opposite", more + log2(1 / of_part)


def kind_texts(sense: Sense, form: Form) -> Iterator[Text]:
    """Yield what kind of thing the answer is, the nearest one that solvers know."""
    if sense.part not in ("noun", "verb"):
        return
    for height, kind in enumerate(sense.kinds):
        if kind in VAGUE:
            return
        is_stuff = form is Form.PLURAL and has_no_plural(kind)
        text = kind if is_stuff else inflect_phrase(kind, sense.part, form)
        if text and is_known(kind) and (" " in kind or share(kind, sense.part) > 0.4):
            patterns = {"verb": "{}, in a way", "noun": "kind of {}"}
            several = "some {}" if is_stuff else "certain {}"
            pattern = several if form is Form.PLURAL else patterns[sense.part]
            yield (
                (text if sense.is_name else pattern.format(text)),
                "kind",
                2.0 * height
                + 2.0 * (sense.part == "verb")
                + WIDE_KIND * log2(1 + sense.widths[height] / NARROW_KIND),
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


def derived(answer: str, forms: set[Form]) -> Iterator[ClueCandidate]:
    """Yield clues for a word by the one from which it is derived: best if it has no other forms."""
    penalty = HAS_SENSES * bool(forms)
    for start, end, instead, part, wanted, pattern in AFFIXES:
        if not (answer.startswith(start) and answer.endswith(end)):
            continue
        if end == "ER" and Form.MORE in forms:  # SLOWER is less fast, rarely one who slows
            continue
        rest = answer[len(start) : len(answer) - len(end)] + instead
        for origin, form, sense in senses_of(rest)[:3] if len(rest) > 2 else ():
            if sense.part == part and (wanted is None or form is Form.BASE):
                for text, _, more in synonym_texts(sense, wanted or form, origin.base):
                    cost = COSTS["derived"] + more + penalty
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
