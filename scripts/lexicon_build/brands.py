"""Find the words inside names: PAY and PAL in PAYPAL, PHONE in IPHONE, FACE and BOOK in FACEBOOK.

Many names say themselves where they are to be cut, by capitals or by a hyphen that somebody puts
there. Of the others, some are plainly two common words; that is for `compounds.py` to weigh, which
knows what words are made from.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lexicon_build.affixes import is_part
from lexicon_build.sources import Sources

MIN_PART = 3
# PayPal, YouTube, iPhone; and e-mail, Wal-Mart, but not re-sign, nor B-road, which is not broad.
HUMPED = re.compile(r"\w*[a-z][A-Z]\w*")
HYPHENED = re.compile(r"\w-\w+|[A-Z]\w*-\w+")
PIECES = re.compile(r"[A-Z]?[a-z]+")


def plain_words(sources: Sources) -> set[str]:
    """Return the words that the dictionary has in small letters."""
    return {headword.text for headword in sources.headwords if headword.text.islower()}


def tokens(spellings: Iterable[str]) -> set[str]:
    """Return all words of entries as they are written."""
    return {token for text in spellings for token in text.split()}


def marked(written: Iterable[str], sources: Sources) -> dict[str, set[str]]:
    """Map words, in lower case, to the known words that capitals or a hyphen mark inside them."""
    parts: dict[str, set[str]] = {}
    plain = plain_words(sources)
    for token in written:
        word = token.replace("-", "").lower()
        is_another = token[0].isupper() and word in plain
        if not is_another and (HUMPED.fullmatch(token) or HYPHENED.fullmatch(token)):
            pieces = {piece.lower() for piece in PIECES.findall(token)}
            known = {p for p in pieces if len(p) >= MIN_PART and is_part(p, sources)}
            if known:
                parts.setdefault(word, set()).update(known)
    return parts


def names(written: Iterable[str], sources: Sources) -> Iterator[str]:
    """Yield the words, in lower case, that are written with a capital, and only so."""
    plain = plain_words(sources)
    for token in written:
        if token.isalpha() and token.istitle() and token.lower() not in plain:
            yield token.lower()
