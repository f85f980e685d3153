"""The list to work with: files and built-in lists in their order, under the personal list."""

from __future__ import annotations

from pathlib import Path

import pytest

from crosswright.errors import WordListError
from crosswright.words import lexicon
from crosswright.words.lexicon import english
from crosswright.words.tools.lists import load_lists
from crosswright.words.tools.personal import PersonalList
from crosswright.words.wordlist import WordList


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROSSWRIGHT_CONFIG", str(tmp_path / "config"))


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.txt"
    path.write_text("OBOE;10\nZZYZX;20\n")
    return path


def test_without_a_list_the_built_in_one_serves() -> None:
    assert load_lists() is english()
    assert load_lists(language="en-GB") is english(british=True)


def test_the_first_list_takes_precedence(mine: Path) -> None:
    second = WordList.parse("OBOE;90\nODOR;40")
    assert dict(load_lists([mine, second])) == {"OBOE": 10, "ODOR": 40, "ZZYZX": 20}
    assert dict(load_lists([second, mine])) == {"OBOE": 90, "ODOR": 40, "ZZYZX": 20}


def test_a_language_adds_its_list(mine: Path) -> None:
    words = load_lists([mine], language="en")
    assert (words.score("oboe"), words.score("ZZYZX")) == (10, 20)
    assert len(words) == len(english()) + 1
    with pytest.raises(WordListError, match="klingon"):
        load_lists([mine], language="klingon")


def test_files_are_spelled_as_the_language_spells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def german(code: str, **options: object) -> WordList:
        return WordList.parse("UEBEN;60", fold=lexicon.fold_of(code))

    monkeypatch.setattr("crosswright.words.lexicon.foreign.load", german)
    path = tmp_path / "mine.txt"
    path.write_text("Größe;50\nüben;70\n", "utf-8")
    for language in ("de", "German"):
        assert dict(load_lists([path], language=language)) == {"UEBEN": 70, "GROESSE": 50}
    assert dict(load_lists([path])) == {"UBEN": 70, "GROSSE": 50}


def test_the_personal_list_and_the_floor_come_last(mine: Path) -> None:
    PersonalList.load().score("OBOE", 70)
    assert dict(load_lists([mine])) == {"OBOE": 70, "ZZYZX": 20}
    assert dict(load_lists([mine], min_score=15)) == {"OBOE": 70, "ZZYZX": 20}
    assert dict(load_lists([mine], own=False)) == {"OBOE": 10, "ZZYZX": 20}
    assert dict(load_lists([mine], own=False, min_score=15)) == {"ZZYZX": 20}


def test_a_joined_list_spells_as_the_first() -> None:
    keeping = WordList.parse("ÉTÉ;5", fold="keep")
    assert dict(load_lists([keeping, WordList.parse("ODOR")], own=False)) == {"ÉTÉ": 5, "ODOR": 50}
    assert dict(load_lists([WordList.parse("ODOR"), keeping], own=False)) == {"ETE": 5, "ODOR": 50}


def test_a_joined_list_knows_the_base_forms_of_its_parts(mine: Path) -> None:
    mine.write_text("GEESE;50\nZZYZXES;50\nZZYZX;50")
    words = load_lists([mine], language="en")
    assert words.base("GEESE") == "GOOSE"
    assert words.base("ZZYZXES") == "ZZYZX"
