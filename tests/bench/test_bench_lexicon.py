"""The benchmark of the built-in list: what it times has every word of the list."""

from pathlib import Path

import pytest

from bench import lexicon as bench
from crosswright.words import lexicon


def test_both_programs_load_all_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "REPEATS", 1)
    scores, entries, first, cached, _, ratios = bench.row(98, tmp_path)
    assert (scores, entries) == ("98 or more", f"{len(lexicon.english(min_score=98)):,}")
    assert "300)" in first
    assert "30)" in cached
    assert ratios.count("×") == 2


def test_a_process_that_misses_words_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        bench.seconds("print(0.1, 5)", str(tmp_path), 6)


def test_a_language_is_timed_beside_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "LATER_REPEATS", 1)
    language, first, english, later, cached = bench.language_row("el", tmp_path)
    assert language == "Greek"
    assert "s" in first and "1000)" in later
    assert english.count("×") == cached.count("×") == 1


def test_limits() -> None:
    assert bench.within(0.02, bench.MAX_CACHED) == "within 30"
    assert bench.within(0.4, bench.MAX_FIRST) == "beyond 300"
