"""Base forms, looked up in rows of letters."""

from __future__ import annotations

from pathlib import Path

import pytest

from crosswright.support import cache
from crosswright.words.lexicon import builtin, packing
from crosswright.words.lexicon.bases import BaseForms

ROWS = [
    ("AT", 50, 0, "AT", 0),
    ("ATE", 90, 0, "EAT", 3),
    ("EAT", 91, 0, "EAT", 0),
    ("SAW", 91, 0, "SEE", 0),
    ("CARRIED", 80, 0, "CARRY", 99),
]
FORMS = BaseForms.of(packing.WordColumns.from_rows(ROWS, {}, 0))


def kept(forms: BaseForms) -> dict[str, memoryview]:
    return {name: memoryview(bytes(section)) for name, section in forms.sections()}


@pytest.mark.parametrize("forms", [FORMS, BaseForms.from_cache(kept(FORMS))])
def test_a_form_has_a_base_and_other_words_have_none(forms: BaseForms) -> None:
    assert {word: forms.get(word) for word, *_ in ROWS} == {
        "AT": None,
        "ATE": "EAT",
        "EAT": None,
        "SAW": "SEE",
        "CARRIED": "CARRY",
    }
    assert [forms.get(odd) for odd in ("", "Á", "ÁTE", "ATÉ", "ZZZ", "A" * 99)] == [None] * 6


def test_what_is_odd_in_the_cache_is_refused() -> None:
    for name, section in (
        ("letters 3", b"ATESA"),
        ("numbers 3", b"\xff\xff\0\0"),
        ("numbers 3", b"\0"),
        ("lengths", b"3 4"),
        ("lengths", b"three"),
        ("edits", b"\xff"),
    ):
        with pytest.raises((ValueError, TypeError, LookupError)):
            BaseForms.from_cache({**kept(FORMS), name: memoryview(section)})


def test_the_built_in_forms_are_those_of_the_columns() -> None:
    every = builtin.columns()
    bases, forms = every.bases(), builtin.bases()
    assert [forms.get(word) for word in every.words] == [bases.get(word) for word in every.words]


def test_they_come_from_the_cache_the_second_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROSSWRIGHT_CACHE", str(tmp_path))
    read = builtin.bases.__wrapped__
    read()
    monkeypatch.setattr(builtin, "columns", lambda: pytest.fail("the shipped file was read"))
    assert read().get("OBOES") == "OBOE"


def test_what_does_not_make_sense_is_read_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROSSWRIGHT_CACHE", str(tmp_path))
    read = builtin.bases.__wrapped__
    monkeypatch.setattr(
        builtin.disk, "fetch", lambda key: cache.CacheFile("nowhere", {"edits": memoryview(b"")})
    )
    assert read().get("OBOES") == "OBOE"
