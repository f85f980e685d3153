"""Lists of other languages: their names, and what happens without the extra."""

import importlib.util
from pathlib import Path

import pytest

from crosswright.errors import WordListError
from crosswright.support import cache
from crosswright.words import lexicon
from crosswright.words.lexicon import folding, foreign

INSTALLED = all(importlib.util.find_spec(name) for name in ("wordfreq", "simplemma"))
needs_packages = pytest.mark.skipif(not INSTALLED, reason="the extra `languages` is not installed")


def test_languages_and_their_names() -> None:
    codes = lexicon.languages()
    assert codes[0] == "en"
    assert {"fr", "de", "es", "it", "nl", "pt", "sv", "pl", "el", "ru"} <= set(codes)
    assert lexicon.load("English") is lexicon.english()
    assert lexicon.load("en-GB") is lexicon.load("British") is lexicon.english(british=True)
    assert (lexicon.load("en-GB").score("COLOUR") or 0) > (lexicon.load().score("COLOUR") or 0)
    assert lexicon.is_english("en-gb") and not lexicon.is_english("de")
    with pytest.raises(WordListError, match=r"'tlh'.*choose from en, en-GB, fr"):
        lexicon.load("tlh")


def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(foreign, "import_module", missing)
    foreign.load.cache_clear()
    with pytest.raises(WordListError, match=r"French.*pip install crosswright\[languages\]"):
        lexicon.load("French")


def test_scores_follow_frequency() -> None:
    shares = [10**-9, 10**-7.5, 10**-6.5, 10**-5, 0.05]
    scores = [foreign.score_of(share) for share in shares]
    assert scores == sorted(scores)
    assert scores[0] == 1
    assert scores[-1] == 99


def test_every_language_has_a_block_list() -> None:
    assert all(len(foreign.blocked(code)) >= 20 for code in folding.LANGUAGES)


@needs_packages
def test_a_list_of_words_that_both_packages_know() -> None:
    words = lexicon.load("it")
    assert words.score("perché") is not None
    assert words.score("XQZ") is None
    assert words.base("CITTA") == "CITTA"
    assert not foreign.blocked("it") & {foreign.digest(word) for word, _ in words}


@pytest.mark.parametrize("odd", [b"HUNDE", b"\xff\nHUND", None])
def test_base_forms_in_the_cache_that_make_no_sense_are_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, odd: bytes | None
) -> None:
    monkeypatch.setenv("CROSSWRIGHT_CACHE", str(tmp_path))
    monkeypatch.setattr(foreign, "packages", lambda language: (None, None, "1 2"))
    known = (("HUND", 60, "HUND"), ("HUNDE", 50, "HUND"))
    monkeypatch.setattr(foreign, "entries", lambda language: known)
    read = foreign.bases.__wrapped__
    assert read("de") == {"HUNDE": "HUND"}
    (path,) = tmp_path.iterdir()
    assert cache.store(path.stem, [] if odd is None else [("bases", odd)])
    assert read("de") == {"HUNDE": "HUND"}
    cached = cache.fetch(path.stem)
    assert cached is not None
    assert bytes(cached.sections["bases"]) == b"HUNDE\nHUND"
