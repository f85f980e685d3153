"""Forms of English words: what an answer is a form of, and the same form of another word.

A form of a word is only made if the built-in list knows it as such, so that there are no FURNITURES
and no RUNNED.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache

from crosswright.clues import wordnet
from crosswright.grids.letters import latin_letters
from crosswright.words.lexicon import builtin


class Form(Enum):
    """How a word is inflected."""

    BASE = ""
    PLURAL = "plural"
    THIRD = "third person"
    PAST = "past tense"
    PARTICIPLE = "past participle"
    ING = "-ing form"
    MORE = "comparative"
    MOST = "superlative"


FORMS_OF_PART = {
    "noun": (Form.PLURAL,),
    "verb": (Form.THIRD, Form.PAST, Form.PARTICIPLE, Form.ING),
    "adj": (Form.MORE, Form.MOST),
    "adv": (Form.MORE, Form.MOST),
}


@dataclass(frozen=True, slots=True)
class Origin:
    """What an answer may be a form of; `form` is None where only the list knows that it is one."""

    base: str
    part: str = ""
    form: Form | None = Form.BASE


# The part of speech, the form, its ending, and that of the base.
ENDINGS: tuple[tuple[str, Form, str, str], ...] = (
    ("noun", Form.PLURAL, "S", ""),
    ("noun", Form.PLURAL, "ES", ""),
    ("noun", Form.PLURAL, "IES", "Y"),
    ("noun", Form.PLURAL, "MEN", "MAN"),
    ("verb", Form.THIRD, "S", ""),
    ("verb", Form.THIRD, "ES", ""),
    ("verb", Form.THIRD, "IES", "Y"),
    ("verb", Form.PAST, "ED", ""),
    ("verb", Form.PAST, "ED", "E"),
    ("verb", Form.PAST, "IED", "Y"),
    ("verb", Form.ING, "ING", ""),
    ("verb", Form.ING, "ING", "E"),
    ("adj", Form.MORE, "ER", ""),
    ("adj", Form.MORE, "ER", "E"),
    ("adj", Form.MORE, "IER", "Y"),
    ("adj", Form.MOST, "EST", ""),
    ("adj", Form.MOST, "EST", "E"),
    ("adj", Form.MOST, "IEST", "Y"),
)
DOUBLED = re.compile(r"([BDFGKLMNPRTVZ])\1$")


def word_set(words: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(words.split())


VERBS = """
arise arose arisen, awake awoke awoken, be was been, bear bore borne, beat beat beaten, become
became become, begin began begun, bend bent, bet bet, bid bid, bind bound, bite bit bitten, bleed
bled, blow blew blown, break broke broken, breed bred, bring brought, build built, burst burst,
buy bought, cast cast, catch caught, choose chose chosen, cling clung, come came come, cost cost,
creep crept, cut cut, deal dealt, dig dug, do did done, draw drew drawn, drink drank drunk, drive
drove driven, eat ate eaten, fall fell fallen, feed fed, feel felt, fight fought, find found, flee
fled, fling flung, fly flew flown, forbid forbade forbidden, forecast forecast, forget forgot
forgotten, forgive forgave forgiven, forsake forsook forsaken, freeze froze frozen, get got
gotten, give gave given, go went gone, grind ground, grow grew grown, hang hung, have had, hear
heard, hide hid hidden, hit hit, hold held, hurt hurt, keep kept, kneel knelt, know knew known,
lay laid, lead led, leave left, lend lent, let let, lie lay lain, light lit, lose lost, make made,
mean meant, meet met, mislead misled, mistake mistook mistaken, mow mowed mown, outdo outdid
outdone, overcome overcame overcome, overtake overtook overtaken, overthrow overthrew overthrown,
pay paid, put put, quit quit, read read, rend rent, ride rode ridden, ring rang rung, rise rose
risen, run ran run, saw sawed sawn, say said, see saw seen, seek sought, sell sold, send sent, set
set, sew sewed sewn, shake shook shaken, shed shed, shine shone, shoot shot, show showed shown,
shrink shrank shrunk, shut shut, sing sang sung, sink sank sunk, sit sat, slay slew slain, sleep
slept, slide slid, sling slung, slit slit, sow sowed sown, speak spoke spoken, speed sped, spend
spent, spin spun, spit spat, split split, spread spread, spring sprang sprung, stand stood, steal
stole stolen, stick stuck, sting stung, stink stank stunk, stride strode stridden, strike struck,
string strung, strive strove striven, swear swore sworn, sweep swept, swell swelled swollen, swim
swam swum, swing swung, take took taken, teach taught, tear tore torn, tell told, think thought,
throw threw thrown, thrust thrust, tread trod trodden, undergo underwent undergone, understand
understood, undertake undertook undertaken, undo undid undone, uphold upheld, upset upset, wake
woke woken, wear wore worn, weave wove woven, weep wept, win won, wind wound, withdraw withdrew
withdrawn, withhold withheld, withstand withstood, wring wrung, write wrote written
"""
IRREGULAR = {
    verb: (past, (*participle, past)[0])
    for verb, past, *participle in (entry.split() for entry in VERBS.split(","))
}
THIRD = {"be": "is", "have": "has", "do": "does", "go": "goes"}
COMPARED = {
    "good": ("better", "best"),
    "well": ("better", "best"),
    "bad": ("worse", "worst"),
    "much": ("more", "most"),
    "little": ("less", "least"),
    "far": ("farther", "farthest"),
}
# What may follow the verb, or come after the noun, without being the word that is inflected.
AFTER_NOUN = word_set("of in on at to for from with without by and or under over de des du la")
UNCOUNTABLE_NOUNS = word_set(
    "advice ammunition apparel armor artillery attire baggage bravery bread cash cavalry clothing "
    "conduct consumption cookware cutlery education employment entertainment equipment evidence "
    "fiction flesh foliage footwear furniture garb garbage gear glassware gossip headgear "
    "homework housing ice infantry information intelligence jewelry knowledge laughter leather "
    "legislation lingerie literature livestock luck luggage lumber machinery mail merchandise "
    "milk money morality music neckwear news nonsense nourishment nutriment plumage poetry "
    "pottery poultry progress prose psychology punctuation radiation research rubbish scenery "
    "silverware slang stationery stuff traffic training trash underwear vegetation wealth weather "
    "wildlife worship"
)
"""Nouns whose plurals are in the list, but not in what people write of several such things."""
SAME_IN_PLURAL = word_set(
    "offspring aircraft spacecraft watercraft hovercraft deer sheep moose bison salmon trout "
    "swine waterfowl shellfish grouse series species"
)
PERSONS = {"person": "people", "someone": "people", "somebody": "people", "one": "ones"}


def origins(answer: str) -> list[Origin]:
    """List the answer itself and everything that it may be an inflection of."""
    listed = [Origin(answer)]
    for base, parts in wordnet.irregular_bases(answer).items():
        listed += [Origin(base, part, irregular_form(answer, base, part)) for part in sorted(parts)]
    for part, form, ending, instead in ENDINGS:
        if answer.endswith(ending) and len(answer) - len(ending) >= 2:
            stem = answer[: len(answer) - len(ending)]
            if ending == "ES" and not stem.endswith(("S", "X", "Z", "H", "O")):
                continue  # RETIREES is of RETIREE alone
            listed.append(Origin(stem + instead, part, form))
            if part != "noun" and not instead and DOUBLED.search(stem):
                listed.append(Origin(stem[:-1], part, form))
    kept = [o for o in listed if o.form is Form.BASE or is_form_of(answer, o.base)]
    base = builtin.bases().get(answer) or answer
    if base not in {origin.base for origin in kept}:
        kept.append(Origin(base, "", None))
    if len(kept) == 1 and not wordnet.senses(answer):
        kept += phrase_origins(answer)
    return list(dict.fromkeys(origin for origin in kept if origin.base))


def phrase_origins(answer: str) -> Iterator[Origin]:
    """Yield the verbs of several words that begin with a form that an answer begins with: GAVE IN.

    Which form that is, if it is one at all, depends on how the whole is written.
    """
    bases = builtin.bases()
    for end in range(2, len(answer) - 1):
        first, rest = answer[:end], answer[end:]
        verbs = {*wordnet.irregular_bases(first), bases.get(first) or first} - {first}
        yield from (Origin(verb + rest, "verb", None) for verb in sorted(verbs))


def irregular_form(answer: str, base: str, part: str) -> Form:
    """Return what an irregular form is: MICE, RAN, BETTER."""
    if part == "noun":
        return Form.PLURAL
    if part != "verb":
        return Form.MOST if answer.endswith("ST") else Form.MORE
    if answer.endswith("ING"):
        return Form.ING
    if answer.endswith("S") and not base.endswith("S"):
        return Form.THIRD
    past, participle = IRREGULAR.get(base.lower(), ("", ""))
    is_participle = answer == participle.upper() and answer != past.upper()
    return Form.PARTICIPLE if is_participle else Form.PAST


def is_form_of(answer: str, base: str) -> bool:
    """Return whether the list thinks that an answer can be a form of a word, or knows neither."""
    families = builtin.EnglishBases()
    keys, others = families.keys(answer), families.keys(base)
    return keys is None or (others is not None and not set(keys).isdisjoint(others))


def form_of_phrase(answer: str, lemma: str, part: str) -> Form | None:
    """Return which form of a phrase an answer is; None if it is none of them."""
    for form in FORMS_OF_PART.get(part, ()):
        inflected = inflect_phrase(lemma, part, form)
        if inflected is not None and latin_letters(inflected) == answer:
            return form
    return None


# -- one word -------------------------------------------------------------------------------------


@cache
def inflect(word: str, part: str, form: Form) -> str | None:
    """Return a form of a word; None if there is none that the list knows.

    >>> inflect("mouse", "noun", Form.PLURAL), inflect("stop", "verb", Form.PAST)
    ('mice', 'stopped')
    """
    if form is Form.BASE:
        return word
    head, hyphen, last = word.rpartition("-")
    if form is Form.PLURAL and last in UNCOUNTABLE_NOUNS:
        return None
    known = irregular(last, part, form)
    found = known or best_known(regular(last, form), last)
    return None if found is None else head + hyphen + found


def irregular(word: str, part: str, form: Form) -> str | None:
    """Return an irregular form of a word; None if there is none."""
    if form in (Form.PAST, Form.PARTICIPLE) and word in IRREGULAR:
        return IRREGULAR[word][form is Form.PARTICIPLE]
    if form is Form.THIRD:
        return THIRD.get(word)
    if form in (Form.MORE, Form.MOST) and word in COMPARED:
        return COMPARED[word][form is Form.MOST]
    if form is Form.PLURAL:
        if word in PERSONS:
            return PERSONS[word]
        if word in SAME_IN_PLURAL:
            return word
        forms = [form.lower() for form in wordnet.irregular_forms(latin_letters(word), part)]
        forms = [form for form in forms if not form.endswith(("ing", "ings"))]  # "crying", of "cry"
        return max((form for form in forms if score(form) >= MIN_SCORE), key=score, default=None)
    return None


def regular(word: str, form: Form) -> Iterator[str]:
    """Yield the spellings that a regular form may have."""
    endings = {
        Form.PLURAL: ("s", "es", "ies"),
        Form.THIRD: ("s", "es", "ies"),
        Form.PAST: ("ed", "ed", "ied"),
        Form.PARTICIPLE: ("ed", "ed", "ied"),
        Form.ING: ("ing", "ing", "ying"),
        Form.MORE: ("er", "er", "ier"),
        Form.MOST: ("est", "est", "iest"),
    }
    plain, other, after_y = endings[form]
    yield word + plain
    if plain == "s":
        yield word + other
    else:
        yield word + word[-1:] + plain
        yield word.removesuffix("e") + plain
    if word.endswith("y"):
        yield word[:-1] + after_y
    if form is Form.ING and word.endswith("ie"):
        yield word[:-2] + "ying"
    if form is Form.PLURAL and word.endswith("man"):
        yield word[:-2] + "en"


def best_known(spellings: Iterator[str], base: str) -> str | None:
    """Return the best of the spellings that the list knows as forms of a word."""
    bases, letters = builtin.bases(), latin_letters(base)
    own = (letters, letters.removesuffix("E"))  # the list thinks that BREATHED is of BREATH
    known = (each for each in spellings if bases.get(latin_letters(each)) in own)
    return max((each for each in known if score(each) >= MIN_SCORE), key=score, default=None)


@lru_cache(maxsize=16384)
def score(word: str) -> int:
    """Return the score of a word in the list, 0 without one."""
    return builtin.english().score(latin_letters(word)) or 0


MIN_SCORE = 30
"""Of a form that a clue may use: those below are theoretical."""


# -- several words --------------------------------------------------------------------------------


def inflect_phrase(text: str, part: str, form: Form) -> str | None:
    """Return a form of a short phrase (no definition): of its verb, its noun or its adjective.

    >>> inflect_phrase("part of speech", "noun", Form.PLURAL)
    'parts of speech'
    >>> inflect_phrase("let go", "verb", Form.ING)
    'letting go'
    """
    if form is Form.BASE:
        return text
    words = text.split(" ")
    if part == "verb":
        at = 0
    elif part == "noun":
        at = place_of_noun(words)
    elif len(words) > 1 or inflect(text, part, form) is None:
        return None
    else:
        at = 0
    inflected = inflect(words[at], part, form)
    return None if inflected is None else " ".join([*words[:at], inflected, *words[at + 1 :]])


def place_of_noun(words: list[str]) -> int:
    """Return the place of the noun in a short phrase that is inflected with it."""
    return next((n for n, word in enumerate(words) if word in AFTER_NOUN and n), len(words)) - 1


def has_no_plural(phrase: str) -> bool:
    """Return whether the noun of a short phrase cannot be counted, such as "electronic equipment".

    >>> has_no_plural("electronic equipment"), has_no_plural("electronic device")
    (True, False)
    """
    words = phrase.split(" ")
    return words[place_of_noun(words)] in UNCOUNTABLE_NOUNS
