"""The personal list: scores and bans that take precedence over every list."""

from __future__ import annotations

import errno
import itertools
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from crosswright.errors import WordListError
from crosswright.support import locks
from crosswright.words import listfile
from crosswright.words.tools import personal
from crosswright.words.tools.personal import FORMAT_LINE, PersonalList
from crosswright.words.tools.undo import undo
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
    heading = f"{FORMAT_LINE}\n# mine\n"
    path.write_text(f"{heading}ODOR;40\n\nOBOE;90  # a favourite\n", encoding="utf-8")
    PersonalList.load().score("ODOR", 41)
    assert path.read_text(encoding="utf-8") == f"{heading}\nOBOE;90  # a favourite\nODOR;41\n"


def test_an_older_list_is_migrated_and_can_still_be_undone(config: Path) -> None:
    """Format 0 is the one without a line that says so."""
    config.mkdir()
    path, history = config / "personal.txt", config / "personal.history"
    old = "# mine\nODOR;40\n\nOBOE;90  # a favourite\nEMU;ban\n"
    path.write_text(old, encoding="utf-8")
    change = {"command": "forget", "word": "GNU", "before": [[2, "GNU;10"]], "after": None}
    history.write_text(json.dumps(change) + "\n", encoding="utf-8")
    mine = PersonalList.load()
    assert (mine.format, mine.scores, mine.banned) == (0, {"ODOR": 40, "OBOE": 90}, {"EMU"})
    assert path.read_text(encoding="utf-8") == old, "reading changes nothing"
    assert not mine.forget("YAK")
    assert path.read_text(encoding="utf-8") == f"{FORMAT_LINE}\n{old}"
    assert not PersonalList.load().forget("YAK")
    assert undo() is not None
    restored = old.replace("\n\n", "\nGNU;10\n\n")
    assert path.read_text(encoding="utf-8") == f"{FORMAT_LINE}\n{restored}"


@pytest.mark.parametrize("number", ["2", "9" * 500])
def test_a_newer_list_is_refused_and_left_alone(config: Path, number: str) -> None:
    config.mkdir()
    path = config / "personal.txt"
    path.write_text(f"# Crosswright personal list, format {number}\nODOR\t40\t?\n", "utf-8")
    before = path.read_bytes()
    for change in (PersonalList.load, lambda: PersonalList(path).ban("EMU"), undo):
        with pytest.raises(WordListError, match=r"personal\.txt: made by a newer Crosswright"):
            change()
    assert path.read_bytes() == before


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


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_threads_lose_no_changes(config: Path) -> None:
    words = ["".join(letters) for letters in itertools.product("AB", repeat=4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda word: PersonalList.load().score(word, 5), words))
    assert PersonalList.load().scores == dict.fromkeys(words, 5)
    assert names(config) == ["personal.history", "personal.lock", "personal.txt"]


def test_processes_lose_no_changes(config: Path) -> None:
    code = (
        "import sys; from crosswright.words.tools.personal import PersonalList\n"
        "for letter in 'ABCDEFGHIJKLMNOPQRST': PersonalList.load().ban(sys.argv[1] + letter)"
    )
    running = [subprocess.Popen([sys.executable, "-c", code, letter]) for letter in "ABCD"]
    assert [process.wait() for process in running] == [0] * 4
    expected = {a + b for a in "ABCD" for b in "ABCDEFGHIJKLMNOPQRST"}
    assert PersonalList.load().banned == expected


def test_a_full_disk_changes_nothing_and_leaves_nothing(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    PersonalList.load().ban("OBOE")
    before = names(config)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(WordListError, match=r"personal\.\w+: No space left on device$"):
            PersonalList.load().ban("EMU")
    assert names(config) == before
    assert PersonalList.load().banned == {"OBOE"}


def test_what_a_killed_process_left_is_removed(config: Path) -> None:
    code = (
        "import os; from crosswright.words.tools.personal import PersonalList\n"
        "os.fsync = lambda descriptor: os._exit(7)\n"
        "PersonalList.load().ban('EMU')"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 7
    assert [name for name in names(config) if name.endswith(".tmp")]
    PersonalList.load().ban("OBOE")
    assert not [name for name in names(config) if name.endswith(".tmp")]
    assert PersonalList.load().banned == {"OBOE"}


def test_a_read_only_list_is_left_alone(config: Path) -> None:
    config.mkdir()
    (config / "personal.txt").write_text("OBOE;90\n")
    (config / "personal.txt").chmod(0o444)
    with pytest.raises(WordListError, match=r"personal\.txt: the file is read-only$"):
        PersonalList.load().ban("EMU")
    assert PersonalList.load().scores == {"OBOE": 90}


def test_somebody_who_keeps_the_lock_is_named(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "PATIENCE", 0)
    config.mkdir()
    with (
        locks.locked(config / "personal.lock"),
        pytest.raises(WordListError, match=r"personal\.txt: another process keeps it locked$"),
    ):
        PersonalList.load().ban("EMU")


# -- where there is no list, and can be none ------------------------------------------------------


def test_below_a_file_there_is_no_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with HOME=/dev/null, which some services have."""
    (tmp_path / "null").touch()
    monkeypatch.setenv("CROSSWRIGHT_CONFIG", str(tmp_path / "null/.config"))
    words = WordList.parse("OBOE;90")
    assert personal.apply(words) is words
    with pytest.raises(WordListError, match=r"personal\.txt: Not a directory$"):
        PersonalList.load().ban("OBOE")


def test_without_a_home_there_is_no_list(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CROSSWRIGHT_CONFIG", "XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)  # as for a user without one
    words = WordList.parse("OBOE;90")
    assert personal.apply(words) is words
    with pytest.raises(WordListError, match=r"no home folder.*set CROSSWRIGHT_CONFIG"):
        PersonalList.load().ban("OBOE")


def test_a_folder_that_cannot_be_entered_has_no_list(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> str:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(personal, "read_regular", refuse)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    words = WordList.parse("OBOE;90")
    assert personal.apply(words) is words
    monkeypatch.setattr(os, "access", lambda path, mode: True)
    with pytest.raises(WordListError, match=r"personal\.txt: Permission denied$"):
        personal.apply(words)


def test_a_list_that_is_too_large_is_refused(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    PersonalList.load().ban("OBOE")
    monkeypatch.setattr(listfile, "MAX_BYTES", 10)
    with pytest.raises(WordListError, match="which no word list is"):
        PersonalList.load()


def test_a_link_to_the_file_stays_one(config: Path, tmp_path: Path) -> None:
    config.mkdir()
    (tmp_path / "dotfiles.txt").write_text("OBOE;90\n")
    try:
        (config / "personal.txt").symlink_to(tmp_path / "dotfiles.txt")
    except OSError:
        pytest.skip("no links here")
    PersonalList.load().ban("EMU")
    assert (config / "personal.txt").is_symlink()
    assert (tmp_path / "dotfiles.txt").read_text() == f"{FORMAT_LINE}\nOBOE;90\nEMU;ban\n"
