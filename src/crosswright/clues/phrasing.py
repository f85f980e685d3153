"""Clues made of definitions: whole clauses, in the form that the answer has.

What cannot be put into that form with certainty is left out; there are other ways to clue a word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from crosswright.clues.grammar import (
    AUXILIARIES,
    DETERMINERS,
    NOUNS_IN_ING,
    NUMBERS,
    OBJECTS,
    PARTICIPLES,
    PARTICLES,
    PREPOSITIONS,
    RELATIVES,
    bare,
    base_verb,
    is_adjective,
    is_plural,
    share,
)
from crosswright.clues.inflection import (
    Form,
    inflect,
    score,
    word_set,
)
from crosswright.clues.wholeness import is_cut_short
from crosswright.grids.letters import latin_letters
from crosswright.words.lexicon import builtin

BRACKETS = re.compile(r" *\([^()]*\)")
# What follows one of these after a comma is an addition; without it, the rest is whole.
ADDITION = re.compile(
    r"(?:, (?:especially|usually|often|typically|generally|sometimes|such as|as in|including|"
    r"particularly|chiefly|mainly|formerly|originally|either|as|e\.g\.|for example|used|made|"
    r"consisting|which|whose|where)\b|: | -- | as (?:by|in|with|when|if|for) | such as |"
    r" especially )"
)
MIN_CUT = 8  # characters that an addition must leave
UNFIT = re.compile(
    r"`|[()\[\]]|--|^(?:used (?:of|as|to|in|especially|with|for)|extended|especially|usually|often|"
    r"and|or|but|also|primarily|preceded|followed|related|various|e\.g|i\.e|as|an? expression|"
    r"marked by or|relating to or)\b|"
    r"\b(?:sometimes placed|terms?$|comparative of|superlative of|plural of|past tense of|acronym|"
    r"(?:with|against) (?:for|in|by|to|from|usually)|etc|to but|e\.g|i\.e|"
    r"[A-Z][a-z]+(?:idae|aceae))\b|"
    r"\b(?:and|or|of|to|in|by|the|a|an|with|as|is|are|for|who|that|which|where|when|than|"
    r"whose|its|their|his|one's|often|usually|used)$"
)
GOD = re.compile(r"\b(of|from|to|by|with|in) god\b")
LOST_ARTICLE = re.compile(r"\b(of|from|on|by|to) (?=animal(?:,|$))")
"""Before what the dictionary forgot an article: "sit and travel on the back of animal"."""
RELATING = re.compile(
    r"^(?:(?:of|in|by|on|belonging to|characteristic of|concerned with|involving) or )*"
    r"(?:relating|pertaining) to "
)
TERM = re.compile(
    r"^(?:an? |the )?(?:(?P<tone>informal|slang|colloquial|affectionate|alliterative|"
    r"uncomplimentary|humorous|familiar|short|general|common|popular|British|usual|generic|"
    r"street) )?"
    r"(?:and [a-z]+ )?(?:terms?|names?|abbreviations?|words?) (?:for|of) (?=[a-z])"
)
TONES = {"British": ", in Britain", "short": ", for short", "general": "", "common": ""}
TONES |= {"popular": "", "usual": "", "generic": "", "alliterative": ", informally"}
REMARK = re.compile(
    r"^(?:(?!\b(?:that|which|who|whom|whose|where|when|what|how|because|whether|if|than)\b).)*"
    r" (?:is|are|was|were|has|have|may be) "
)
"""A sentence about the thing, not a definition of it: "economy is dominated by oil"."""
NUMBER = re.compile(r"\b[0-9]{3,}")

AGREEMENT = {"is": "are", "was": "were", "has": "have", "does": "do"}
REMARKS = word_set("native similar common related important capable typical characteristic close")
PRONOUNS = word_set("it he she him itself himself herself")
SPEAKERS = word_set("it he she they you we")
"""What a clause without "that" begins with: "time it takes"."""
SEVERAL = re.compile(
    r"^(?:any of|one of|any) (?:(?:the|a) )?(?:(?:various|several|numerous|many|number of|"
    r"group of) )*(?:(?:kinds?|types?|species) of )?"
)


def clauses(definition: str, room: int) -> Iterator[str]:
    """Yield the parts of a definition that can be clues by themselves, cut only where it is safe.

    >>> [*clauses("a slender double-reed instrument; a woodwind with a conical bore", 70)]
    ['a slender double-reed instrument', 'a woodwind with a conical bore']
    """
    for _, text in numbered_texts(definition):
        for option in (text, without_addition(text)):
            if option and len(bare(option)) <= room and not UNFIT.search(option):
                yield option
                break


def numbered_texts(definition: str) -> Iterator[tuple[int, str]]:
    """Yield the parts of a definition with their places in it, from 0."""
    for place, part in enumerate(re.split("[;:]", BRACKETS.sub("", definition))):
        text = " ".join(part.replace(",", ", ").split()).strip(" ,.:").replace(" ,", ",")
        text = LOST_ARTICLE.sub(r"\1 an ", text)
        yield place, about_what(GOD.sub(r"\1 God", america(text)))


def america(text: str) -> str:
    """Return a text with the short name of a country that is in many definitions."""
    return text.replace("United States of America", "US").replace("United States", "US")


def about_what(text: str) -> str:
    """Return a definition without the words about words before it.

    >>> about_what("of or relating to the sea"), about_what("informal term for a tax collector")
    ('of the sea', 'a tax collector, informally')
    """
    if found := RELATING.match(text):
        rest = text[found.end() :]
        other = rest.removeprefix("or ") if rest.startswith("or ") else ""
        return other or f"of {rest}"
    if (found := TERM.match(text)) and found["tone"]:
        return text[found.end() :] + TONES.get(found["tone"], ", informally")
    return text


def without_addition(text: str) -> str:
    """Return a text up to what is only added to it; "" if that leaves too little, or a list."""
    found = ADDITION.search(text)
    if found is None or found.start() < MIN_CUT or re.search(r", (?:and|or) ", text):
        return ""
    rest = text[: found.start()].rstrip(" ,:")
    return "" if is_cut_short(rest) else rest


STARTS = re.compile(
    r" (?:that|which|who|whose|where|in which|on which|having|consisting|containing|used|designed|"
    r"characterized|bearing|with|involving|so that|responsible|located|made|equal|resembling|"
    r"between|forming|extending|obtained|found|living|caused|presented|native|serving|played|"
    r"covered|attached|growing|grown|performed|consumed|directed|concerned|inhabiting|distinguished|"
    r"marked|similar|related|worn|given|intended|capable|noted|known|usually|especially|often|said|"
    r"typically|generally|formed|bordering|situated|flowing|reaching|available|arranged|bound|produced|added|including)\b"
)
"""What begins an addition to a noun; the phrase before it is whole."""


def short_phrases(definition: str, room: int) -> Iterator[str]:
    """Yield the beginnings of a definition that are phrases by themselves, the longest first.

    >>> [*short_phrases("a gliding joint of the foot that " + "is " * 30, 70)]
    ['a gliding joint of the foot']
    """
    text = BRACKETS.sub("", re.split("[;:]", definition)[0]).strip()
    text = OFTEN.sub("", america(text))
    cuts = [m.start() for m in STARTS.finditer(text) if m.start() <= room]
    for cut in reversed(cuts):
        phrase = text[:cut].rstrip(" ,")
        last = phrase.rpartition(" ")[2]
        is_whole = bare(phrase).count(" ") and "," not in phrase
        is_whole = is_whole and (share(last, "noun") > 0.5 or is_plural(last))
        is_whole = is_whole and last not in PREPOSITIONS
        is_whole = is_whole and not UNFIT.search(phrase) and not is_cut_short(phrase)
        if is_whole and not says_nothing(bare(phrase)):
            yield phrase


OFTEN = re.compile(r"\b(?:usually|often|typically|generally|sometimes) (?=[a-z]+)")
GENERAL = word_set(
    "person someone somebody something thing one object act substance material structure device "
    "part group region place area plant animal organism member unit form kind type set piece "
    "state quality condition process event action activity way manner instrument people "
    "mammal tree shrub herb compound work body amount system means point time surface "
    "covering disease contrivance being"
)


NOBODY = re.compile(
    r"(?:member|kind|type|form|part|act|state|unit|group|amount) of (?:an? |the )?[a-z]+"
)


def says_nothing(phrase: str) -> bool:
    """Return whether a phrase names something so general that an adjective is not enough.

    >>> says_nothing("small device"), says_nothing("small boat"), says_nothing("top of the foot")
    (True, False, False)
    """
    phrase = SEVERAL.sub("", phrase)
    words = phrase.split(" ")
    if NOBODY.fullmatch(phrase):
        return True
    joined = 2 * sum(word in ("and", "or") for word in words)
    last = words[-1]
    noun = (builtin.bases().get(latin_letters(last)) or "").lower() if is_plural(last) else last
    return noun in GENERAL and len(words) < 3 + joined and PREPOSITIONS.isdisjoint(words)


NO_NOUNS = PREPOSITIONS | RELATIVES | {"or", "and"}


def without_hints(text: str, is_hint: Callable[[str], bool]) -> str | None:
    """Return a definition without one word before a noun that would give the answer away, or None.

    >>> without_hints("building with a surface for ice skating", "ice".__eq__)
    'building with a surface for skating'
    """
    words = text.split(" ")
    hints = [at for at, word in enumerate(words) if is_hint(word.strip(","))]
    if len(hints) != 1 or hints[0] + 1 >= len(words) or words[hints[0]].endswith(","):
        return None
    at = hints[0]
    before, after = words[at - 1] if at else "", words[at + 1].strip(",")
    hint = words[at]
    is_plain = share(hint, "noun") + share(hint, "adj") > 0.6 and not hint.endswith(("ing", "ed"))
    is_free = before not in RELATIVES | {"and", "or", "a", "an", "the", "to"}
    has_noun = share(after, "noun") >= 0.5 and after not in NO_NOUNS | GENERAL
    if after.endswith("ing") and words[at + 2 : at + 3] and words[at + 2] in DETERMINERS:
        return None  # "membrane enclosing the cell"
    if hint[:1].isupper() or not (is_plain and is_free and has_noun):
        return None
    rest = " ".join(words[:at] + words[at + 1 :])
    is_whole = len(words) > 3 and not is_cut_short(rest) and rest.split(" ")[0] not in SPEAKERS
    return rest if is_whole else None


ABOUT_WORDS = word_set("name term word expression title")
SUBJECTS = word_set("that which who")


def may_be_verb(word: str) -> bool:
    """Return whether a word may be the verb after "that", or an adverb before it."""
    return word in AUXILIARIES or word.endswith("ly") or base_verb(word) is not None


def about_it(text: str, form: Form) -> Iterator[str]:
    """Yield a definition of a thing with "it" or "one" for its noun, which the answer may contain.

    >>> [*about_it("meter that shows mileage traversed", Form.BASE)]
    ['it shows mileage traversed', 'one that shows mileage traversed']
    """
    words = text.split(" ")
    at = head(words)
    if at is None or at + 2 >= len(words) or share(words[at], "noun") < 0.5:
        return
    if not all(map(is_adjective, words[:at])):  # "street one", "100 one"
        return
    if words[at].rstrip("s") in ABOUT_WORDS or (
        words[at + 1] in SUBJECTS and not may_be_verb(words[at + 2])
    ):
        return
    is_plural_form = form is Form.PLURAL
    if at == 0 and words[1] in ("that", "which"):
        yield " ".join(["they" if is_plural_form else "it", *words[2:]])
    if words[at + 1] in RELATIVES | PARTICIPLES | {"with", "for", "without"}:
        yield " ".join(["ones" if is_plural_form else "one", *words[at + 1 :]])


def in_form(clause: str, part: str, form: Form) -> str | None:
    """Return a clause of a definition in the form of the answer; None if that is not certain.

    >>> in_form("move fast by using one's feet", "verb", Form.PAST)
    "moved fast by using one's feet"
    >>> in_form("a slender double-reed instrument", "noun", Form.PLURAL)
    'slender double-reed instruments'
    """
    text = bare(clause)
    if part == "verb":
        return verb_in_form(text, form)
    if part == "noun":
        if form is Form.PLURAL and UNIQUE.match(clause):  # there is only one of these
            return None
        is_thing = text != clause or not is_about_no_thing(text)
        is_thing = is_thing and text.partition(" ")[0] not in PRONOUNS  # "it takes for a process"
        if form is Form.PLURAL and text == clause and is_about_doing(text):
            return None
        return noun_in_form(text, form) if is_thing and not REMARK.match(text) else None
    if clause.startswith("to "):  # "to some extent"
        text = clause
    return text if form is Form.BASE else None


UNIQUE = re.compile(
    r"the (?!act|process|quality|state|practice|branch|part|basic|top|bottom|front)"
)
"""The beginning of what defines one thing alone, such as a capital or a planet."""


# -- verbs ----------------------------------------------------------------------------------------


def verb_in_form(text: str, form: Form) -> str | None:
    """Inflect the verb, or the verbs, with which a definition begins."""
    if form is Form.BASE:
        return text
    words = text.split(" ")
    at = 1 if words[0].endswith("ly") and len(words) > 1 else 0
    heads = [at]
    after = at + 1 + (len(words) > at + 1 and words[at + 1] in PARTICLES)
    if len(words) > after + 1 and words[after] in ("or", "and"):
        if share(words[after + 1], "verb") <= 0.3:
            return None
        heads.append(after + 1)
    for place in heads:
        verb = words[place].rstrip(",")
        inflected = inflect(verb, "verb", form) if share(verb, "verb") > 0 else None
        if inflected is None:
            return None
        words[place] = inflected + words[place][len(verb) :]
    rest = words[heads[-1] :]  # with the last of them: "show, make visible"
    return None if has_second_verb(rest) else " ".join(words)


def has_second_verb(words: list[str]) -> bool:
    """Return whether a verb seems to be joined to the first by "and" or "or" further on."""
    for at, (one, two) in enumerate(pairwise(words)):
        if one in ("and", "or", "then") or one.endswith(","):
            after = words[at + 2].strip(",") if at + 2 < len(words) else ""
            has_object = after in DETERMINERS | OBJECTS | PARTICLES
            is_verb = has_object or (at > 0 and words[at - 1] in PREPOSITIONS)  # "enter into and"
            if share(two.strip(","), "verb") > (0.0 if is_verb else 0.6):
                return True
    return False


def is_about_no_thing(text: str) -> bool:
    """Return whether a clause is not about a thing: "reproduce by spores", "in mythology"."""
    first, _, rest = text.partition(" ")
    if first in PREPOSITIONS or REMARK.match(text):
        return True
    if not rest or first.endswith("ing"):
        return False
    follower = rest.partition(" ")[0]
    if first in REMARKS and follower in PREPOSITIONS:  # "native to Asia"
        return True
    is_participle = first.endswith("ed") and follower in PREPOSITIONS | {"especially"}
    verb = (
        (builtin.bases().get(latin_letters(first)) or "").lower() if first.endswith("s") else first
    )
    return is_participle or share(verb, "verb") > 0.6


# -- nouns ----------------------------------------------------------------------------------------


def noun_in_form(text: str, form: Form) -> str | None:
    """Put a definition of a thing into the plural, or "any of various things" into the singular."""
    several = SEVERAL.match(text)
    body = text[several.end() :] if several else text
    if several and several.end() and not body:
        return None
    if several and is_plural(head_word(body)):
        return body if form is Form.PLURAL else singular_of(body)
    if form is not Form.BASE:
        return text if is_plural(head_word(text)) else plural_of(text)
    if text.startswith(("any of ", "one of ")):
        return None
    if is_plural(head_word(text)):
        return singular_of(text)
    return None if has_wrong_verb(text.split(" ")) else text.removeprefix("any ")


def has_wrong_verb(words: list[str]) -> bool:
    """Return whether the verb after the noun of a definition is in the plural, by mistake.

    >>> has_wrong_verb("musician who play the viol".split(" "))
    True
    """
    at = next((at for at, word in enumerate(words) if word == "who"), len(words))
    verb = words[at + 1] if at + 1 < len(words) else ""
    is_base = share(verb, "verb") > 0.5 and inflect(verb, "verb", Form.THIRD) is not None
    is_past = inflect(verb, "verb", Form.PAST) == verb or verb in AUXILIARIES
    return at == 1 and is_base and not is_past and base_verb(verb) == verb


def is_about_doing(text: str) -> bool:
    """Return whether a definition begins with what is done to a thing: "obtaining funds"."""
    first, second, *_ = *text.split(" "), ""
    has_object = second in DETERMINERS or second in PREPOSITIONS - {"of"} or is_plural(second)
    return first.endswith("ing") and first not in NOUNS_IN_ING and has_object


def head_word(text: str) -> str:
    """Return the noun that a definition is about; "" if it is not clear."""
    at = head(text.split(" "))
    return "" if at is None else text.split(" ")[at].strip(",")


def head(words: list[str]) -> int | None:
    """Return the place of the noun that a definition is about; None if it is not clear."""
    for at, word in enumerate(words):
        plain = word.strip(",")
        if at and plain in ("and", "or") and is_adjective(words[at - 1]):
            continue
        if at and plain in ("and", "or") and are_names(words[at - 1 : at + 2]):
            continue  # "Asiatic and African snakes"
        if at and (plain in PREPOSITIONS or plain in RELATIVES or plain in ("and", "or")):
            return at - 1
        if word.endswith(","):
            if at + 1 < len(words) and is_adjective(plain):
                continue
            return at
        if at and plain in PARTICIPLES | SPEAKERS:
            return at - 1
        if at and plain.endswith("ing") and plain not in NOUNS_IN_ING:
            following = words[at + 1] if at + 1 < len(words) else "of"
            is_noun_before = share(words[at - 1], "noun") > 0.4 and not is_adjective(words[at - 1])
            if is_noun_before and share(plain, "noun") >= 0.5:  # "statute regulating work"
                is_clear = following in PREPOSITIONS - {"of"} or following in DETERMINERS
                return at - 1 if is_clear else None
        is_participle = plain.endswith(("ed", "ing", "en")) and share(plain, "noun") < 0.5
        if at and is_participle and share(words[at - 1], "noun") > 0.4:
            following = words[at + 1] if at + 1 < len(words) else "of"
            if following in PREPOSITIONS or following in DETERMINERS or following.endswith("ly"):
                return at - 1
            if plain.endswith("ing") and share(plain, "noun") < 0.5:
                return None
    return len(words) - 1


def are_names(words: list[str]) -> bool:
    """Return whether the first and last of some words have a capital."""
    return words[0][:1].isupper() and words[-1][:1].isupper()


def plural_of(text: str) -> str | None:
    """Put the noun of a definition into the plural, and the verbs that go with it."""
    words = text.split(" ")
    at = head(words)
    if at is None:
        return None
    if words[at] == "one" and words[at + 1 : at + 2] == ["who"]:
        plural: str | None = "those"
    else:
        plural = plural_noun(words[at].strip(","))
    if plural is None:
        return None
    comma = "," if words[at].endswith(",") else ""
    rest = agreeing(words[at + 1 :])
    if rest is None:
        return None
    before = words[:at]
    if before and before[0] in DETERMINERS | {"one"}:
        return None
    return " ".join([*before, plural + comma, *rest])


def plural_noun(word: str) -> str | None:
    """Return the plural of a noun; None if it has none that people use."""
    if word in ("something", "anything"):
        return "things"
    if share(word, "noun") < 0.3 and word not in ("someone", "somebody"):
        return None
    plural = inflect(word, "noun", Form.PLURAL)
    if plural is None or (plural != word and score(plural) < MIN_PLURAL):
        return None
    return plural


MIN_PLURAL = 50
"""The score of a plural that people use: there are few FURNITURES."""


def agreeing(words: list[str]) -> list[str] | None:
    """Let what follows a noun agree with its plural; None if that is not certain."""
    if not words:
        return []
    if words[0] in ("and", "or"):  # another noun, which would have to be put into the plural too
        return None
    if any(word.strip(",") in PRONOUNS for word in words):
        return None
    changed = ["their" if word == "its" else word for word in words]
    for at, word in enumerate(words):
        if word in ("that", "which", "who") and at + 1 < len(words):
            if at and words[at - 1] in PREPOSITIONS:
                continue
            verb = words[at + 1]
            if at and not is_near(words, at):
                return None
            plural = AGREEMENT.get(verb) or base_verb(verb)
            if plural is None or has_later_verb(words[at + 2 :]):
                return None
            changed[at + 1] = plural
            if verb in COPULAS and words[at + 2 : at + 3] in (["a"], ["an"]):
                several = plural_of(" ".join(words[at + 3 :]))
                return None if several is None else [*changed[: at + 2], several]
    return changed


COPULAS = word_set("is was becomes became")
"""What follows one of these is the same thing: men who are fools."""


def is_near(words: list[str], at: int) -> bool:
    """Return whether a relative clause follows its noun, and not another one."""
    return not any(word in PREPOSITIONS or word in DETERMINERS for word in words[:at])


def has_later_verb(words: list[str]) -> bool:
    """Return whether a verb in the third person seems to follow further on."""
    joined = pairwise(words)
    return any(
        one in ("and", "or", "but") and two.endswith("s") and base_verb(two.strip(",")) is not None
        for one, two in joined
    )


def singular_of(text: str) -> str | None:
    """Put the noun of a definition into the singular; None if more would have to change."""
    words = text.split(" ")
    at = head(words)
    if (
        at is None
        or words[0] in NUMBERS
        or any(word.isdigit() for word in words[:at])
        or not set(words[at + 1 :]).isdisjoint(RELATIVES | {"and", "or", "their", "are"})
    ):
        return None
    base = builtin.bases().get(latin_letters(words[at].strip(","))) or ""
    comma = "," if words[at].endswith(",") else ""
    return " ".join([*words[:at], base.lower() + comma, *words[at + 1 :]]) if base else None
