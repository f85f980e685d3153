"""The personal list: scores and bans that take precedence over every list."""

from __future__ import annotations

import itertools
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from crosswright.errors import WordListError
from crosswright.words.tools import personal
from crosswright.words.tools.personal import PersonalList
from crosswright.words.wordlist import WordList


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CROSSWRIGHT_CONFIG", str(tmp_path / "config"))
    return tmp_path / "config"


def test_personal_scores_and_bans_take_precedence(config: Path) -> None:
    words = WordList.parse("OBOE;90\nODOR;40\nEMU;50")
    assert personal.apply(words) is words
    mine = PersonalList.load()
    assert mine.score("odor", 70) == "ODOR"
    assert mine.ban("Emu") == "EMU"
    mine.score("ice cream", 80)
    mine.score("май", 80)
    assert dict(personal.apply(words)) == {"OBOE": 90, "ODOR": 70, "ICECREAM": 80}
    assert len(PersonalList.load()) == 4


def test_the_last_word_counts_and_can_be_taken_back(config: Path) -> None:
    mine = PersonalList.load()
    mine.ban("OBOE")
    mine.score("OBOE", 20)
    assert (mine.scores, mine.banned) == ({"OBOE": 20}, set())
    mine.ban("OBOE")
    assert (mine.scores, mine.banned) == ({}, {"OBOE"})
    assert mine.forget("oboe")
    assert not mine.forget("oboe")
    assert len(PersonalList.load()) == 0


def test_comments_stay(config: Path) -> None:
    config.mkdir()
    path = config / "personal.txt"
    path.write_text("# mine\nODOR;40\n\nOBOE;90  # a favourite\n", encoding="utf-8")
    PersonalList.load().score("ODOR", 41)
    assert path.read_text(encoding="utf-8") == ("# mine\n\nOBOE;90  # a favourite\nODOR;41\n")


@pytest.mark.parametrize("line", ["OBOE;high", "OBOE", "R2D2;50"])
def test_a_bad_line_of_the_personal_list_is_named(config: Path, line: str) -> None:
    config.mkdir()
    (config / "personal.txt").write_text(f"# mine\n{line}\n")
    with pytest.raises(WordListError, match=r"personal\.txt, line 2: "):
        PersonalList.load()


def test_a_word_or_place_that_cannot_be_is_named(tmp_path: Path, config: Path) -> None:
    with pytest.raises(WordListError, match="R2D2"):
        PersonalList.load().ban("R2D2")
    config.write_text("not a directory")
    with pytest.raises(WordListError, match=r"personal\.txt: "):
        PersonalList.load().ban("OBOE")


def test_changes_from_elsewhere_are_kept(config: Path) -> None:
    first, second = PersonalList.load(), PersonalList.load()
    first.score("OBOE", 1)
    second.score("ODOR", 2)
    assert second.scores == {"OBOE": 1, "ODOR": 2}


def test_writers_at_once_leave_a_whole_file(config: Path) -> None:
    words = ["".join(letters) for letters in itertools.product("AB", repeat=4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda word: PersonalList.load().score(word, 5), words))
    assert set(PersonalList.load().scores) <= set(words)
    assert [path.name for path in config.iterdir()] == ["personal.txt"]


def test_the_platforms_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CROSSWRIGHT_CONFIG", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("APPDATA", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    assert personal.directory() == tmp_path / "crosswright"
    monkeypatch.setattr(sys, "platform", "win32")
    assert personal.directory() == tmp_path / "crosswright"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert personal.directory() == Path.home() / "Library/Application Support/crosswright"


def test_a_link_to_the_file_stays_one(config: Path, tmp_path: Path) -> None:
    config.mkdir()
    (tmp_path / "dotfiles.txt").write_text("OBOE;90\n")
    try:
        (config / "personal.txt").symlink_to(tmp_path / "dotfiles.txt")
    except OSError:
        pytest.skip("no links here")
    PersonalList.load().ban("EMU")
    assert (config / "personal.txt").is_symlink()
    assert (tmp_path / "dotfiles.txt").read_text() == "OBOE;90\nEMU;ban\n"
