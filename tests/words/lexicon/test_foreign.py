"""Lists of other languages: their names, and what happens without the extra."""

from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

import pytest

from crosswright.errors import WordListError
from crosswright.support import cache
from crosswright.words import lexicon
from crosswright.words.lexicon import evidence, folding, foreign, packages
from crosswright.words.lexicon.relations import Entry
from crosswright.words.lexicon.tastes import TASTES
from crosswright.words.tools.merge import join
from crosswright.words.wordlist import WordList


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


@pytest.mark.parametrize(
    ("language", "tag"),
    [
        ("pt-BR", "pt-BR"),
        ("PT_br", "pt-BR"),
        ("de-at", "de-AT"),
        ("fr_CA", "fr-CA"),
        ("es-MX", "es-MX"),
        ("German", "de"),
        ("en_us", "en-US"),
        ("british", "en-GB"),
    ],
)
def test_tags_with_a_country(language: str, tag: str) -> None:
    assert lexicon.tag_of(language) == tag
    assert lexicon.fold_of(language) == lexicon.fold_of(tag[:2])


def test_english_of_other_countries() -> None:
    assert lexicon.load("en-AU") is lexicon.load("en_gb")
    assert lexicon.load("en-US") is lexicon.load("en")


@pytest.mark.parametrize(
    ("language", "choices"),
    [("pt-XX", "pt, pt-AO, pt-BR"), ("en-XX", "en, en-US, en-GB"), ("xx-BR", "en, en-GB, fr")],
)
def test_an_unknown_country_is_refused_with_the_choices(language: str, choices: str) -> None:
    with pytest.raises(WordListError, match=f"language '{language}'; choose from {choices}"):
        lexicon.load(language)


def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(packages.metadata, "version", missing)
    packages.versions.cache_clear()
    foreign.read.cache_clear()
    try:
        with pytest.raises(WordListError, match=r"French.*pip install crosswright\[languages\]"):
            lexicon.load("French")
    finally:
        packages.versions.cache_clear()


def test_every_language_has_a_block_list() -> None:
    for code in folding.LANGUAGES:
        offensive, coarse = foreign.blocked(code), foreign.blocked(code, foreign.COARSE)
        assert len(offensive) >= 50 and len(coarse) >= 10 and offensive.isdisjoint(coarse)


KNOWN = (
    ("BADS", 80, ("BAD",)),
    ("RUDE", 70, ("RUDE",)),
    ("RUDER", 30, ("RUDE", "RUDER")),
    ("BIJS", 65, ("BIJS", "BAD")),
    ("FINE", 60, ("FINE", "BAD")),
)


def forget() -> None:
    """Forget all lists, but for those in the cache."""
    foreign.read.cache_clear()
    foreign.marks.cache_clear()
    foreign.bases.cache_clear()


@pytest.fixture
def builds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Let every language have some known words, and note each time that they are gathered."""
    levels = {"": frozenset({foreign.digest("BAD")}), "coarse": frozenset({foreign.digest("RUDE")})}
    gathered: list[str] = []

    def gather(language: str, progress: object) -> tuple[Entry, ...]:
        gathered.append(language)
        return KNOWN

    monkeypatch.setenv("CROSSWRIGHT_CACHE", str(tmp_path))
    monkeypatch.setattr(foreign, "versions", lambda language: "1 2")
    monkeypatch.setattr(foreign, "blocked", lambda language, level="": levels[level])
    monkeypatch.setattr(foreign, "_entries", gather)
    monkeypatch.setattr(foreign, "_LAST", {})
    forget()
    yield gathered
    forget()


@pytest.mark.parametrize("first", TASTES)
def test_every_taste_is_made_of_what_was_gathered_once(first: str, builds: list[str]) -> None:
    expected = {
        "any": {"BADS": 80, "RUDE": 70, "RUDER": 30, "BIJS": 65, "FINE": 60},
        "newspaper": {"RUDE": foreign.LAST_RESORT, "RUDER": 30, "BIJS": 65, "FINE": 60},
        "family": {"BIJS": 65, "FINE": 60},
    }
    assert dict(lexicon.load("nl", taste=first)) == expected[first]
    assert foreign.is_cached("nl")
    for taste in (*TASTES, *TASTES):  # made first, and then from the cache
        forget()
        foreign._LAST.clear()  # as in a new process
        words = lexicon.load("nl", taste=taste)
        assert dict(words) == expected[taste]
        assert (words.name, words.base("BADS")) == ("Dutch", "BAD")
        high = lexicon.load("nl", taste=taste, min_score=65)
        assert dict(high) == {w: score for w, score in expected[taste].items() if score >= 65}
        ligature = lexicon.load("nl", taste=taste, digraphs=True)
        assert dict(ligature) == expected[taste] and ligature.tokens("BIJS") == ("B", "IJ", "S")
        assert ligature.size(3) == 1
    assert builds == ["nl"]


def test_a_list_depends_on_the_block_list(
    builds: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "RUDE" in lexicon.load("nl")
    forget()
    foreign._LAST.clear()
    monkeypatch.setattr(foreign, "block_list", lambda: "another")
    monkeypatch.setattr(foreign, "blocked", lambda language, level="": {foreign.digest("RUDE")})
    assert "RUDE" not in lexicon.load("nl")
    assert builds == ["nl", "nl"]


@pytest.mark.parametrize("odd", [b"RUDE", b"\xff\0", None])
def test_marks_in_the_cache_that_make_no_sense_are_made_anew(
    odd: bytes | None, builds: list[str]
) -> None:
    made = foreign.marks("nl")
    assert made == foreign.Marks(["BADS"], ["RUDE", "RUDER"])
    sections = [] if odd is None else [("offensive", b""), (foreign.COARSE, odd)]
    assert cache.store(foreign.cache_key("marks", "nl"), sections)
    forget()
    assert foreign.marks("nl") == made


def test_a_taste_from_the_cache_is_the_list_made_directly() -> None:
    rules = folding.rules_of("el")
    offensive, coarse = foreign.blocked("el"), foreign.blocked("el", foreign.COARSE)
    direct: dict[str, dict[str, int]] = {taste: {} for taste in TASTES}
    for word, score, bases in foreign.entries("el"):
        hashes = {foreign.digest(word), foreign.digest(bases[0])}
        direct["any"][word] = score
        if not hashes & (offensive | coarse):
            direct["newspaper"][word] = direct["family"][word] = score
        elif not hashes & offensive:
            direct["newspaper"][word] = min(score, foreign.LAST_RESORT)
    assert len(direct["any"]) > len(direct["newspaper"]) > len(direct["family"])
    for taste in TASTES:
        for _ in range(2):
            forget()
            words = lexicon.load("el", taste=taste)
            assert dict(words) == direct[taste]
            assert words.digest == WordList.from_words(direct[taste], fold=rules.fold).digest
            assert words.skipped_count == 0


def test_the_greek_list() -> None:
    words = lexicon.load("el")
    assert (words.score("θάλασσα") or 0) > 70
    assert words.score("XQZ") is None
    assert (words.score("χρόνος") or 0) > 70  # the corpora write σ at the end
    assert words.base("ΘΑΛΑΣΣΑΣ") == "ΘΑΛΑΣΣΑ"
    assert words.shared_stem("ΧΡΟΝΟΣ", "ΧΡΟΝΙΑ") == "ΧΡΟΝΟΣ"
    assert not words.shared_stem("ΘΑΛΑΣΣΑ", "ΓΑΤΑ")
    hashes = {foreign.digest(word) for word, _ in words}
    assert foreign.blocked("el").isdisjoint(hashes)


def test_the_rows_of_another_alphabet_have_no_families() -> None:
    words = lexicon.load("el")
    assert words.stem_rows(5) is not None
    assert words.filter(min_score=60).stem_rows(5) is not None
    other = join([WordList.from_words({"ÉTÉ": 50}, fold="keep"), words])
    assert other.alphabet != words.alphabet and other.stem_rows(5) is None
    assert other.stem_keys("ΘΑΛΑΣΣΑ") == words.stem_keys("ΘΑΛΑΣΣΑ")


def test_families_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    foreign.families.cache_clear()  # a test with a cache of its own may have been the first to ask
    made = foreign.families("el", False)
    foreign.families.cache_clear()
    monkeypatch.setattr(foreign, "entries", lambda language: pytest.fail("made anew"))
    kept = foreign.families("el", False)
    assert kept.size == made.size
    assert [*kept.rows[5].keys] == [*made.rows[5].keys]


def test_words_are_looked_up_as_the_corpora_spell_them(monkeypatch: pytest.MonkeyPatch) -> None:
    class Dictionaries:
        def __init__(self, cache_max_size: int) -> None: ...

        def get_dictionary(self, language: str) -> dict[str, str]:
            return {"Füße": "Fuß", "λόγος": "λόγος"}

    module = SimpleNamespace(DefaultDictionaryFactory=Dictionaries)
    monkeypatch.setattr(packages, "import_module", lambda name: module)
    assert packages.dictionary("de") == {"Füsse": "Fuss", "λόγος": "λόγος"}
    assert packages.dictionary("el") == {"Füße": "Fuß", "λόγοσ": "λόγοσ"}


@pytest.mark.endurance
def test_a_latin_list_of_the_real_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROSSWRIGHT_CACHE", str(tmp_path))
    monkeypatch.setattr(evidence, "NAMES_FROM", ("sl",))  # fewer, to be sooner done
    monkeypatch.setattr(evidence, "ABROAD", ("en",))
    words = dict(foreign.whole("it"))
    assert min(words["CANE"], words["CITTA"], words["PERCHE"], words["CRISI"]) >= 50
    assert words["CANDELA"] > words["CANDELE"] > words.get("DIRMI", 0)
    assert "XQZ" not in words


@pytest.mark.parametrize("odd", [b"HUNDE", b"\xff\nHUND", None])
def test_base_forms_in_the_cache_that_make_no_sense_are_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, odd: bytes | None
) -> None:
    monkeypatch.setenv("CROSSWRIGHT_CACHE", str(tmp_path))
    monkeypatch.setattr(foreign, "versions", lambda language: "1 2")
    known = (("HUND", 60, ("HUND",)), ("HUNDE", 50, ("HUND", "HUNDE")))
    monkeypatch.setattr(foreign, "entries", lambda language: known)
    read = foreign.bases.__wrapped__
    assert read("de") == {"HUNDE": "HUND"}
    (path,) = tmp_path.iterdir()
    assert cache.store(path.stem, [] if odd is None else [("bases", odd)])
    assert read("de") == {"HUNDE": "HUND"}
    cached = cache.fetch(path.stem)
    assert cached is not None
    assert bytes(cached.sections["bases"]) == b"HUNDE\nHUND"
