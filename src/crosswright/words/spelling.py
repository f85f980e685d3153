"""Words as a list spells them: its alphabet, and the settings that turn text into tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from crosswright.errors import WordListError
from crosswright.grids.letters import (
    check_word,
    normalise_answer,
    normalise_token,
    split_letters,
    strip_accent,
    token_pattern,
)
from crosswright.support.hints import TYPE_CHECKING
from crosswright.support.sizes import MAX_LENGTH, MAX_TOKENS
from crosswright.support.wording import quote

if TYPE_CHECKING:
    import re

LATIN = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")

Fold = str | Mapping[str, str] | Callable[[str], str]

# Signs inside an entry that the grid leaves out: ICE-CREAM, D'ACCORD, MR. T.
LETTER_LIKE = "ʼ"  # an apostrophe that Unicode counts among the letters
RUN_TOGETHER = r"[\s\-‐‑‒–—'’‘ʼ´`.·\u00ad\u200b\u2060\ufeff]+"


class Alphabet:
    """At most 64 tokens: A to Z are codes 0 to 25, the others follow in sorted order."""

    __slots__ = ("_codes", "tokens")

    def __init__(self, tokens: Iterable[str] = ()) -> None:
        extra = sorted(set(tokens).difference(LATIN))
        self.tokens: tuple[str, ...] = (*LATIN, *extra)
        if len(self.tokens) > MAX_TOKENS:
            raise WordListError(
                f"an alphabet of {len(self.tokens)} letters is too large "
                f"(A to Z and {MAX_TOKENS - 26} others at most): fold the accents, "
                f"or split the list; the others are {' '.join(extra)}"
            )
        self._codes = {token: code for code, token in enumerate(self.tokens)}

    def __len__(self) -> int:
        return len(self.tokens)

    def __contains__(self, token: object) -> bool:
        return token in self._codes

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Alphabet) and self.tokens == other.tokens

    def __hash__(self) -> int:
        return hash(self.tokens)

    def __repr__(self) -> str:
        extra = " ".join(self.tokens[26:])
        return f"<Alphabet A-Z{' ' + extra if extra else ''}>"

    def code(self, token: str) -> int:
        """Return a token's code; KeyError when the alphabet lacks it."""
        return self._codes[token]

    def encode(self, tokens: Iterable[str]) -> bytes | None:
        """Return the codes of tokens, or None when the alphabet lacks one."""
        try:
            return bytes(map(self._codes.__getitem__, tokens))
        except KeyError:
            return None

    def decode(self, codes: Iterable[int]) -> str:
        """Write codes out as a word."""
        return "".join(map(self.tokens.__getitem__, codes))


def run_together(text: str) -> str:
    """Return a text without spaces, hyphens, apostrophes and the like."""
    if text.isalpha() and LETTER_LIKE not in text:
        return text
    import re  # here: a fill needs none

    return re.sub(RUN_TOGETHER, "", text)


class Unusable(ValueError):
    """An entry that no grid can hold; the message is the reason."""


class Normaliser:
    """A list's settings for spelling: turn an entry as people write it into tokens for cells.

    `fold` is "strip" (accents are dropped: É becomes E; Cyrillic Й stays a letter of its own),
    "keep" (accented letters are letters of their own), a mapping such as {"Ä": "AE", "Ñ": "Ñ"}
    that takes precedence over "strip", or a function from the upper-case entry to its letters.
    Each of the `digraphs` takes one cell.
    """

    def __init__(self, fold: Fold = "strip", digraphs: Sequence[str] = ()) -> None:
        if isinstance(fold, str) and fold not in ("strip", "keep"):
            raise WordListError(f"fold={fold!r} is neither 'strip' nor 'keep' nor a mapping")
        self.fold = fold
        self.digraphs = tuple(
            sorted({normalise_token(d) for d in digraphs}, key=lambda d: (-len(d), d))
        )
        if any(len(digraph) < 2 for digraph in self.digraphs):
            raise WordListError(f"a digraph has at least two letters, not {self.digraphs[-1]!r}")
        self._folds = _Folds(fold if isinstance(fold, Mapping) else {})
        self._ascii_as_is = not callable(fold) and not any(code < 128 for code in self._folds)

    @cached_property
    def _tokens(self) -> re.Pattern[str]:
        return token_pattern(self.digraphs)

    @property
    def plain(self) -> bool:
        """Whether each of the letters A to Z simply means itself."""
        return self._ascii_as_is and not self.digraphs

    @property
    def key(self) -> str | None:
        """Name these settings for a cache; None where a function is part of them."""
        if callable(self.fold):
            return None
        fold = self.fold if isinstance(self.fold, str) else sorted(self.fold.items())
        return repr((fold, self.digraphs))

    def __call__(self, entry: str) -> tuple[str, ...]:
        """Return an entry's tokens; Unusable when no grid can hold it."""
        letters = self.letters(entry)
        if not letters:
            raise Unusable("no letters")
        if not letters.isalpha():
            odd = next(c for c in letters if not c.isalpha())
            raise Unusable("a digit" if odd.isdigit() else f"the character {odd!r}")
        tokens = tuple(self._tokens.findall(letters)) if self.digraphs else tuple(letters)
        if len(tokens) > MAX_LENGTH:
            raise Unusable(f"more than {MAX_LENGTH} letters")
        return tokens

    def answer(self, word: str) -> tuple[str, ...]:
        """Return a word's tokens; WordListError when no grid can hold it."""
        try:
            return self(word)
        except Unusable as reason:
            raise WordListError(f"{quote(word)} cannot be an answer: it has {reason}") from None

    def spell(self, text: str) -> tuple[str, ...]:
        """Return the tokens of any text: where no entry could have it (R2D2), as a grid would."""
        try:
            return self(text)
        except Unusable:
            letters = split_letters(normalise_answer(text))
            return tuple(token for letter in letters for token in self._spell_letter(letter))

    def _spell_letter(self, letter: str) -> tuple[str, ...]:
        try:
            return self(letter)
        except Unusable:
            return (letter,)

    def letters(self, entry: str) -> str:
        """Return an entry in upper case, folded and run together."""
        check_word(entry)
        if self._ascii_as_is and entry.isascii():
            return run_together(entry.upper())
        upper = run_together(normalise_token(entry))
        if callable(self.fold):
            return run_together(self.fold(upper))
        if self.fold == "keep":
            return upper
        return upper.translate(self._folds)


class _Folds(dict[int, str]):
    """What characters are folded to, by their codes; those not given lose their accents."""

    def __init__(self, given: Mapping[str, str]) -> None:
        super().__init__((ord(letter), own) for letter, own in given.items() if len(letter) == 1)

    def __missing__(self, code: int) -> str:
        self[code] = folded = strip_accent(chr(code))
        return folded
