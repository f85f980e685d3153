"""The list to work with: files, a built-in list, or both, under the personal list."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike

from crosswright.support.folders import may_exist, personal_list
from crosswright.support.log import is_logged, log
from crosswright.words.spelling import Fold
from crosswright.words.wordlist import WordList


def load_lists(
    lists: Sequence[str | PathLike[str] | WordList] = (),
    *,
    language: str | None = None,
    own: bool = True,
    min_score: int | None = None,
    taste: str = "newspaper",
) -> WordList:
    """Load lists, given as files or as they are, into one; without any, the built-in English one.

    The built-in list of a `language` comes last, and files are read as it spells: in German, Ä is
    AE. Each list takes precedence over those after it, and with `own` the personal list over all
    of them. `taste` is for the built-in list: "family", "newspaper" or "any".
    """
    # What is not needed is not imported: with one list to load, a fill starts sooner.
    fold = fold_for(language)
    loaded = [
        words if isinstance(words, WordList) else WordList.load(words, fold=fold) for words in lists
    ]
    if language is not None or not loaded:
        from crosswright.words import lexicon

        loaded.append(lexicon.load(language or "en", taste=taste))
    for words in loaded if is_logged() else ():  # to count them, all words are read
        log(f"list {words.name or 'without a name'}: {len(words):,} words")
    words = loaded[0]
    if len(loaded) > 1:
        from crosswright.words.tools.merge import join

        words = join(loaded)
    if own and may_exist(personal_list()):
        from crosswright.words.tools import personal

        words = personal.apply(words)
        log(f"personal list {personal_list()}: {len(words):,} words with it")
    return words if min_score is None else words.filter(min_score=min_score)


def fold_for(language: str | None) -> Fold:
    """Return how to fold the words of files that go with the built-in list of a language."""
    if language is None:
        return "strip"
    from crosswright.words import lexicon

    return lexicon.fold_of(language)


def why_empty(words: WordList) -> str:
    """Say why a list has no words, and what it should have."""
    if not words.skipped_count:
        return "no words in it; write one per line, as in OBOE;50"
    line, reason = words.skipped[0]
    return f"no word in it that a grid can use; line {line}: {reason}"
