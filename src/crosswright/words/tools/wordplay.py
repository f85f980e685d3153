"""Wordplay for cryptic clues: how an answer can be made of other words, the most familiar first.

Every way names its parts, so that a clue can be written for each. The parts are entries of a list,
with its scores, and the short forms of `abbreviations.py`, which are those of English clues.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import permutations
from typing import Final

from crosswright.errors import WordListError
from crosswright.support.records import Record
from crosswright.support.wording import quote
from crosswright.words.spelling import Unusable
from crosswright.words.stems import Families
from crosswright.words.tools.abbreviations import abbreviations
from crosswright.words.tools.homophones import homophones
from crosswright.words.wordlist import WordList, WordsLike

MIN_SCORE: Final = 50
MIN_LETTERS: Final = 3  # of a part that is a word; shorter ones are often junk
MAX_LETTERS: Final = 21
LONG: Final = 6
"""Letters of an answer that is hardly inside a word by chance: ORCHESTRA in ORCHESTRAL."""
SHORT_FORM: Final = 72
"""The score of a short form: known to those who solve cryptics."""
PER_PART: Final = 6
"""What every part beyond the second costs."""
PER_SHORT: Final = 8
"""What every short form beyond the first costs."""
PER_WORD: Final = 8
"""What every word of an anagram beyond the first costs."""
PER_LETTER: Final = 1.5
"""What every letter beyond the fifth of a word costs in which something is hidden."""
MAX_WORDS_OF_ANAGRAM: Final = 3
MAX_FIRST_WORDS: Final = 120
"""Words, the most familiar, that are tried as the first and the second of three."""
MAX_PER_SPLIT: Final = 4
"""Words on either side of a hidden answer."""
MAX_HIDING: Final = 9
"""Letters of a word that hides a part of an answer."""


class WordplayPart(Record):
    """A part of a way to make an answer: its letters, score, and what it is."""

    letters: str
    score: int
    role: str = "word"
    meanings: tuple[str, ...] = ()
    """What stands for a short form in clues."""


class Wordplay(Record):
    """A way to make an answer of its parts, and how familiar they are."""

    kind: str
    parts: tuple[WordplayPart, ...]
    notation: str
    score: float


class Dissection:
    """An answer, and the words that its parts may be."""

    def __init__(
        self, answer: str, words: WordList, min_score: int, *, short_forms: bool = True
    ) -> None:
        self.answer = answer
        self._short_forms = abbreviations() if short_forms else {}
        self.words = words
        self._bases = words.bases
        self.scores = {word: s for word, s in words if s >= min_score and word != answer}
        self._kin = frozenset(self._families(answer))

    def _families(self, word: str) -> Iterable[int]:
        return (self._bases.keys(word) or ()) if isinstance(self._bases, Families) else ()

    def is_kin(self, part: str) -> bool:
        """Return whether a part is of the same family as the answer."""
        return not self._kin.isdisjoint(self._families(part))

    def part(self, letters: str, role: str = "word") -> WordplayPart | None:
        """Return letters as a part, if they are a word; None otherwise."""
        score = self.scores.get(letters)
        if score is None or len(letters) < MIN_LETTERS:
            return None
        return WordplayPart(letters, score, role)

    def part_or_short(self, letters: str) -> WordplayPart | None:
        """Return letters as a word or a short form; None if they are neither."""
        meanings = self._short_forms.get(letters, ())
        if meanings:
            return WordplayPart(letters, SHORT_FORM, "short form", meanings)
        return self.part(letters)

    def way(
        self, kind: str, parts: Iterable[WordplayPart | None], notation: str, cost: float = 0
    ) -> Iterator[Wordplay]:
        """Yield a way with its score, unless a part is missing or of the answer's own family."""
        whole = [*parts]
        found = tuple(part for part in whole if part is not None)
        if len(found) < len(whole) or any(self.is_kin(part.letters) for part in found):
            return
        short = sum(part.role == "short form" for part in found)
        mean = sum(part.score for part in found) / len(found)
        more = PER_PART * max(0, len(found) - 2) + PER_SHORT * max(0, short - 1)
        yield Wordplay(kind, found, notation, round(mean - more - cost, 1))


# -- the kinds ------------------------------------------------------------------------------------


def whole_anagrams(shop: Dissection) -> Iterator[Wordplay]:
    """Yield the words, and the two or three words, that are made of all the letters."""
    supply = Counter(shop.answer)
    letters = frozenset(shop.answer)
    made: dict[str, list[str]] = defaultdict(list)
    for word in shop.scores:
        fits = MIN_LETTERS <= len(word) <= len(shop.answer) and letters.issuperset(word)
        if fits and not Counter(word) - supply:
            made["".join(sorted(word))].append(word)
    for found in combinations_of(shop, supply, made):
        cost = PER_WORD * (len(found) - 1)
        note = f"anagram of {' + '.join(found)}"
        yield from shop.way("anagram", map(shop.part, found), note, cost)


def combinations_of(
    shop: Dissection, supply: Counter[str], made: dict[str, list[str]]
) -> Iterator[tuple[str, ...]]:
    """Yield the words and groups of words that use up the letters, each group once."""
    yield from ((word,) for word in made.get("".join(sorted(supply.elements())), ()))
    best = sorted((w for group in made.values() for w in group), key=lambda w: -shop.scores[w])
    for one in best:
        for other in made.get(rest_of(supply, one), ()):
            if one <= other and shop.answer not in (one + other, other + one):
                yield one, other
    first = best[:MAX_FIRST_WORDS] if MAX_WORDS_OF_ANAGRAM >= 3 else ()
    rank = {word: place for place, word in enumerate(best)}
    for place, one in enumerate(first):
        left = supply - Counter(one)
        for other in first[place:]:
            if not Counter(other) - left:
                for third in made.get(rest_of(left, other), ()):
                    group = (one, other, third)
                    in_order = rank[third] >= rank[other]
                    if in_order and shop.answer not in map("".join, permutations(group)):
                        yield group


def rest_of(supply: Counter[str], word: str) -> str:
    """Return the letters that a word leaves, sorted."""
    return "".join(sorted((supply - Counter(word)).elements()))


def hidden(shop: Dissection) -> Iterator[Wordplay]:
    """Yield the words, and the pairs of them, in which the answer is hidden, also backwards."""
    for text, label in ((shop.answer, "hidden"), (shop.answer[::-1], "hidden backwards")):
        if text == shop.answer and label != "hidden":
            continue
        for word in shop.scores if len(text) < LONG else ():
            at = word.find(text)
            if 0 < at < len(word) - len(text):
                note = f"{label} in {shown(word, at, len(text))}"
                yield from shop.way("hidden", [shop.part(word)], note)
        yield from hidden_across(shop, text, label)


def hidden_across(shop: Dissection, text: str, label: str) -> Iterator[Wordplay]:
    """Yield pairs of words: the first ends as a text begins, the second begins as it ends."""
    starts, ends = split_ends(shop, text)
    for cut in range(1, len(text)):
        for one, other in zip(ends[text[:cut]], starts[text[cut:]], strict=False):
            left = shown(one, len(one) - cut, cut)
            right = shown(other, 0, len(text) - cut)
            cost = PER_LETTER * (max(0, len(one) - 5) + max(0, len(other) - 5))
            parts = [shop.part(one), shop.part(other)]
            yield from shop.way("hidden", parts, f"{label} in {left} {right}", cost)


def split_ends(shop: Dissection, text: str) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return the best words that begin with an end of a text, and that end with a beginning."""
    starts: dict[str, list[str]] = {text[cut:]: [] for cut in range(1, len(text))}
    ends: dict[str, list[str]] = {text[:cut]: [] for cut in range(1, len(text))}
    heads, tails = (*ends,), (*starts,)
    for word in shop.scores:
        if MIN_LETTERS <= len(word) <= MAX_HIDING:
            if word.startswith(tails):
                for tail in tails:
                    if len(word) > len(tail) and word.startswith(tail):
                        starts[tail].append(word)
            if word.endswith(heads):
                for head in heads:
                    if len(word) > len(head) and word.endswith(head):
                        ends[head].append(word)
    for group in (*starts.values(), *ends.values()):
        group.sort(key=lambda word: (PER_LETTER * max(5, len(word)) - shop.scores[word], word))
        group[:] = [w for w in group[: 3 * MAX_PER_SPLIT] if not shop.is_kin(w)][:MAX_PER_SPLIT]
    return starts, ends


def shown(word: str, at: int, length: int) -> str:
    """Return a word in small letters but for those that count."""
    end = at + length
    return word[:at].lower() + word[at:end] + word[end:].lower()


def containers(shop: Dissection) -> Iterator[Wordplay]:
    """Yield a word around another one, or around a short form."""
    answer = shop.answer
    for start in range(1, len(answer) - 1):
        for end in range(start + 1, len(answer)):
            outer = shop.part_or_short(answer[:start] + answer[end:])
            inner = answer[start:end]
            if outer is None or len(outer.letters) < 2:
                continue
            for text, turned in ((inner, ""), (inner[::-1], " backwards")):
                part = shop.part_or_short(text)
                if not (turned and text == inner) and part is not None:
                    around = f"{answer[:start]}({inner}){answer[end:]}"
                    note = f"{around}: {part.letters}{turned} in {outer.letters}"
                    yield from shop.way("container", [outer, part], note, 5 * bool(turned))


def reversals(shop: Dissection) -> Iterator[Wordplay]:
    """Yield the word that the answer is backwards."""
    word = shop.answer[::-1]
    yield from shop.way("reversal", [shop.part(word)], f"{word} backwards")


def charades(shop: Dissection) -> Iterator[Wordplay]:
    """Yield two to four parts one after another, one of them perhaps backwards."""
    for parts in pieces(shop, shop.answer, 4):
        if len(parts) > 1 and any(len(part.letters) > 1 for part, _ in parts):
            turned = sum(is_turned for _, is_turned in parts)
            note = " + ".join(
                f"{part.letters} backwards" if is_turned else part.letters
                for part, is_turned in parts
            )
            yield from shop.way("charade", [part for part, _ in parts], note, 5 * turned)


Pieces = tuple[tuple[WordplayPart, bool], ...]


def pieces(shop: Dissection, text: str, most: int) -> Iterator[Pieces]:
    """Yield the ways to cut a text into parts, each with whether it is backwards: one at most."""
    whole = shop.part_or_short(text)
    if whole is not None and text != shop.answer:
        yield ((whole, False),)
    backwards = shop.part(text[::-1])
    if backwards is not None and text != text[::-1] and text != shop.answer:
        yield ((backwards, True),)
    if most == 1:
        return
    for cut in range(1, len(text)):
        part = shop.part_or_short(text[:cut])
        turned = shop.part(text[:cut][::-1])
        for first in ((part, False), (turned, True)):
            if first[0] is None or (first[1] and text[:cut] == text[:cut][::-1]):
                continue
            for rest in pieces(shop, text[cut:], most - 1):
                if first[1] + sum(is_turned for _, is_turned in rest) <= 1:
                    yield ((first[0], first[1]), *rest)


def deletions(shop: Dissection) -> Iterator[Wordplay]:
    """Yield the words that become the answer when they lose their first, last, … letter."""
    answer, letters = shop.answer, shop.words.alphabet.tokens
    for place in range(len(answer) + 1):
        where = {0: "its first letter", len(answer): "its last letter"}.get(place, "")
        if place == len(answer) >= LONG:
            continue
        for letter in letters:
            word = answer[:place] + letter + answer[place:]
            note = f"{word} without {where or letter}"
            yield from shop.way("deletion", [shop.part(word)], note, 0 if where else 8)
    for one in letters:
        for other in letters:
            word = one + answer + other
            yield from shop.way("deletion", [shop.part(word)], f"{word} without its ends")


def alternates(shop: Dissection) -> Iterator[Wordplay]:
    """Yield the words and phrases of which every other letter spells the answer."""
    size = 2 * len(shop.answer)
    for word in shop.scores:
        if size - 1 <= len(word) <= size + 1:
            for start, name in ((0, "odd"), (1, "even")):
                if word[start::2] == shop.answer:
                    letters = (c if n % 2 == start else c.lower() for n, c in enumerate(word))
                    note = f"the {name} letters of {''.join(letters)}"
                    yield from shop.way("alternate", [shop.part(word)], note)


def sound_alikes(shop: Dissection) -> Iterator[Wordplay]:
    """Yield the words that sound like the answer; none without the extra `sounds`."""
    for words in homophones(shop.answer) or ():
        note = f"sounds like {' + '.join(words)}"
        yield from shop.way("homophone", map(shop.part, words), note)


KINDS: Final[dict[str, Callable[[Dissection], Iterator[Wordplay]]]] = {
    "anagram": whole_anagrams,
    "hidden": hidden,
    "container": containers,
    "reversal": reversals,
    "charade": charades,
    "deletion": deletions,
    "alternate": alternates,
    "homophone": sound_alikes,
}
"""The kinds of wordplay, and what finds them."""


def wordplay(
    answer: str,
    words: WordsLike | None = None,
    *,
    kinds: Collection[str] = (*KINDS,),
    min_score: int = MIN_SCORE,
    limit: int = 10,
    short_forms: bool = True,
) -> list[Wordplay]:
    """Return ways to make an answer of other words: of each kind up to `limit`, the best first.

    Parts come from the list, by default the built-in one without its offensive words, and have at
    least `min_score`; those of English clues (ST for "saint") can be left out with `short_forms`.
    Homophones need the extra `sounds`.
    """
    chosen = list_or_english(words)
    unknown = [kind for kind in kinds if kind not in KINDS]
    if unknown:
        choices = ", ".join(KINDS)
        raise WordListError(f"unknown kind {quote(unknown[0])}; choose from {choices}")
    letters = letters_of(answer, chosen)
    shop = Dissection(letters, chosen, min_score, short_forms=short_forms)
    ways = []
    for kind in KINDS:
        if kind in kinds:
            once = {way.notation: way for way in KINDS[kind](shop)}
            ways += sorted(once.values(), key=lambda way: (-way.score, way.notation))[:limit]
    return ways


def list_or_english(words: WordsLike | None) -> WordList:
    """Return a list of words, the built-in one if none is given."""
    if words is not None:
        return WordList.of(words)
    from crosswright.words.lexicon.builtin import english

    return english()


def letters_of(answer: str, words: WordList) -> str:
    """Return the letters of an answer as the list spells them; WordListError if it cannot."""
    try:
        letters = "".join(words.normaliser(answer))
    except Unusable as reason:
        raise WordListError(f"{quote(answer)} cannot be taken apart: it has {reason}") from None
    if not 2 <= len(letters) <= MAX_LETTERS:
        raise WordListError(
            f"{quote(answer)}: an answer for wordplay has 2 to {MAX_LETTERS} letters"
        )
    return letters
