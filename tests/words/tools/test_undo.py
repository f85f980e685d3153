"""Undoing changes of the personal list, and merges that replaced a list."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crosswright.errors import WordListError
from crosswright.words.tools import history
from crosswright.words.tools.history import History, ReplacedList, WordChange
from crosswright.words.tools.personal import FORMAT_LINE, HEADING, PersonalList
from crosswright.words.tools.undo import Outdated, Undone, keep_replaced, undo

MINE = f"{FORMAT_LINE}\n# mine\nODOR;40\n\nOBOE;90  # a favourite\noboe;80\nEMU;ban\n"


@pytest.fixture
def personal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CROSSWRIGHT_CONFIG", str(tmp_path / "config"))
    (tmp_path / "config").mkdir()
    (tmp_path / "config/personal.txt").write_text(MINE)
    return tmp_path / "config/personal.txt"


def command_of(undone: Undone | None) -> str:
    assert undone is not None
    assert isinstance(undone.change, WordChange)
    return f"{undone.change.command} {undone.change.word}"


STEPS = st.lists(
    st.tuples(st.sampled_from(["ban", "forget", "score"]), st.sampled_from(["OBOE", "EMU", "GNU"])),
    max_size=8,
)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(STEPS)
def test_every_step_can_be_undone(personal: Path, steps: list[tuple[str, str]]) -> None:
    personal.with_suffix(".history").unlink(missing_ok=True)
    personal.write_text(MINE)
    states = [MINE]
    for command, word in steps:
        mine = PersonalList.load()
        if command == "score":
            mine.score(word, 5)
        else:
            getattr(mine, command)(word)
        if personal.read_text() != states[-1]:
            states.append(personal.read_text())
    for left, state in reversed([*enumerate(states[:-1])]):
        undone = undo()
        assert undone is not None
        assert undone.left == left
        assert personal.read_text() == state
    assert undo() is None


def test_the_first_change_ever(personal: Path) -> None:
    personal.unlink()
    assert undo() is None
    PersonalList.load().ban("OBOE")
    assert command_of(undo()) == "ban OBOE"
    assert personal.read_text() == f"{FORMAT_LINE}\n{HEADING}\n"


def test_what_was_edited_elsewhere_in_the_list_stays(personal: Path) -> None:
    PersonalList.load().forget("OBOE")
    edited = f"{FORMAT_LINE}\nGNU;5\n# mine\nODOR;41\n"
    personal.write_text(edited)
    assert command_of(undo()) == "forget OBOE"
    assert personal.read_text() == f"{edited}OBOE;90  # a favourite\noboe;80\n"


def test_what_was_edited_since_stays_and_undoing_goes_on_before_it(personal: Path) -> None:
    PersonalList.load().score("GNU", 5)
    PersonalList.load().ban("EMU")
    PersonalList.load().score("EMU", 10)
    edited = personal.read_text().replace("EMU;10", "EMU;11")
    personal.write_text(edited)
    with pytest.raises(Outdated, match="EMU has been edited since `words score`, and stays"):
        undo()
    assert personal.read_text() == edited
    assert command_of(undo()) == "score GNU"


def test_a_change_that_was_noted_and_never_made_is_passed_over(personal: Path) -> None:
    PersonalList.load().score("GNU", 5)
    code = (
        "import os; from crosswright.words.tools import personal\n"
        "personal.write_atomically = lambda path, data: os._exit(7)\n"
        "personal.PersonalList.load().ban('OBOE')"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 7
    assert len(History(personal).changes()) == 2
    assert command_of(undo()) == "score GNU"
    assert personal.read_text() == MINE
    assert undo() is None


def test_an_undoing_that_was_cut_short_is_not_repeated(personal: Path) -> None:
    PersonalList.load().score("GNU", 5)
    PersonalList.load().ban("TAPIR")
    code = (
        "import os; from crosswright.words.tools import history, undo\n"
        "history.History.drop_last = lambda self: os._exit(7)\n"
        "undo.undo()"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 7
    assert "TAPIR" not in personal.read_text()
    assert command_of(undo()) == "score GNU"


def test_nothing_is_undone_from_a_history_that_is_too_large(
    personal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its last changes would not be seen, and one before them be undone."""
    PersonalList.load().ban("GNU")
    PersonalList.load().ban("TAPIR")
    changed = personal.read_text()
    monkeypatch.setattr(history, "MAX_BYTES", personal.with_suffix(".history").stat().st_size - 1)
    for use in (undo, lambda: PersonalList.load().ban("YAK")):
        with pytest.raises(WordListError, match=r"personal\.history: too large"):
            use()
    assert personal.read_text() == changed


# -- lists that a merge replaced ------------------------------------------------------------------


@pytest.fixture
def merged(personal: Path, tmp_path: Path) -> Path:
    """Replace a list by another one."""
    path = tmp_path / "merged.txt"
    path.write_text("OLD;1\n")
    keep_replaced(path, b"NEW;1\n")
    path.write_text("NEW;1\n")
    return path


def test_a_list_that_was_replaced_comes_back(personal: Path, merged: Path) -> None:
    PersonalList.load().ban("GNU")
    assert command_of(undo()) == "ban GNU"
    undone = undo()
    assert undone is not None
    assert isinstance(undone.change, ReplacedList)
    assert undone.change.path == str(merged)
    assert merged.read_text() == "OLD;1\n"
    assert undo() is None


def test_a_list_that_was_removed_since_comes_back(merged: Path) -> None:
    merged.unlink()
    assert undo() is not None
    assert merged.read_text() == "OLD;1\n"


def test_a_list_that_was_changed_since_stays(personal: Path, merged: Path) -> None:
    merged.write_text("EDITED;1\n")
    with pytest.raises(
        Outdated, match=r"changed since the merge; the list that it replaced is "
    ) as e:
        undo()
    assert merged.read_text() == "EDITED;1\n"
    assert Path(str(e.value).rpartition(" is ")[2]).read_text() == "OLD;1\n"
    assert undo() is None


def test_a_merge_that_never_happened_is_passed_over(personal: Path, tmp_path: Path) -> None:
    PersonalList.load().ban("GNU")
    (tmp_path / "list.txt").write_text("OLD;1\n")
    keep_replaced(tmp_path / "list.txt", b"NEW;1\n")
    assert command_of(undo()) == "ban GNU"


def test_a_backup_that_is_gone_is_named(personal: Path, merged: Path) -> None:
    for backup in personal.with_suffix(".replaced").iterdir():
        backup.unlink()
    with pytest.raises(Outdated, match=r"merged\.txt: .* is no longer kept"):
        undo()
    assert undo() is None


def test_a_list_that_cannot_be_put_back_can_be_later(merged: Path) -> None:
    merged.chmod(0o444)
    with pytest.raises(WordListError, match=r"merged\.txt: the file is read-only"):
        undo()
    merged.chmod(0o644)
    assert undo() is not None
    assert merged.read_text() == "OLD;1\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_a_pipe_in_the_place_of_a_list_is_not_waited_for(merged: Path) -> None:
    merged.unlink()
    os.mkfifo(merged)
    with pytest.raises(WordListError, match=r"merged\.txt: not a regular file"):
        undo()


def test_nothing_is_kept_where_nothing_is_replaced(personal: Path, tmp_path: Path) -> None:
    keep_replaced(tmp_path / "new.txt", b"NEW;1\n")
    (tmp_path / "same.txt").write_bytes(b"NEW;1\n")
    keep_replaced(tmp_path / "same.txt", b"NEW;1\n")
    if os.name != "nt":
        keep_replaced(os.devnull, b"NEW;1\n")
    assert undo() is None
