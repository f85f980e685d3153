"""The history of the personal list: bounded, and never trusted."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crosswright.errors import WordListError
from crosswright.words.tools import history
from crosswright.words.tools.history import (
    Change,
    History,
    ReplacedList,
    WordChange,
    digest_of,
    read_change,
)

BAN = WordChange("ban", "OBOE", ((3, "OBOE;90  # a favourite"),), "OBOE;ban")
MERGE = ReplacedList("/lists/\udcff.txt", digest_of(b"old"), digest_of(b"new"))


@pytest.fixture
def notes(tmp_path: Path) -> History:
    return History(tmp_path / "personal.txt")


def test_changes_come_back_in_their_order(notes: History) -> None:
    assert notes.changes() == []
    for change in (BAN, MERGE, BAN):
        notes.add(change)
    assert notes.changes() == [BAN, MERGE, BAN]
    notes.drop_last()
    assert notes.changes() == [BAN, MERGE]


def test_old_changes_are_forgotten(notes: History, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "MAX_CHANGES", 8)
    changes: list[Change] = [WordChange("ban", str(number), (), None) for number in range(12)]
    for change in changes:
        notes.add(change)
    assert notes.changes() == changes[-8:]


def test_few_lists_that_were_replaced_are_kept(notes: History) -> None:
    kept = [notes.keep(f"{number}".encode()) for number in range(9)]
    for digest in kept:
        notes.add(ReplacedList("a", digest, digest_of(b"new")))
    assert [change.before for change in notes.changes()] == kept[-history.MAX_REPLACED :]
    assert {path.stem for path in notes.folder.iterdir()} == set(kept[-history.MAX_REPLACED :])
    assert notes.backup(kept[-1]).read_bytes() == b"8"


def test_a_list_that_is_replaced_again_and_again_is_noted_each_time(notes: History) -> None:
    """Two lists take turns: the same two changes, which are not the same as none."""
    there = ReplacedList("a", digest_of(b"old"), digest_of(b"new"))
    back = ReplacedList("a", digest_of(b"new"), digest_of(b"old"))
    for change in [there, BAN, back, there, back, there, back, there]:
        notes.add(change)
    assert notes.changes() == [BAN, there, back, there, back, there]


def test_a_change_that_does_not_fit_its_kind_is_passed_over(notes: History) -> None:
    notes.add(BAN)
    good = notes.path.read_text()
    notes.path.write_bytes(b'\xff\n[]\n{}\n"path"\n' + good.encode() + b'{"command": 1\n')
    assert notes.changes() == [BAN]


def test_a_history_may_be_as_large_as_the_limit(
    notes: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes.add(BAN)
    notes.add(MERGE)
    monkeypatch.setattr(history, "MAX_BYTES", notes.path.stat().st_size)
    assert notes.changes() == [BAN, MERGE]


def test_a_larger_history_is_refused_and_kept(
    notes: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its beginning would be read without the last changes, and those lost by the next one."""
    notes.add(BAN)
    notes.add(MERGE)
    data = notes.path.read_bytes()
    monkeypatch.setattr(history, "MAX_BYTES", len(data) - 1)
    for use in (notes.changes, notes.drop_last, lambda: notes.add(BAN)):
        with pytest.raises(WordListError, match=r"personal\.history: too large for a history"):
            use()
    assert notes.path.read_bytes() == data


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_a_list_is_not_kept_in_a_pipe(notes: History) -> None:
    notes.folder.mkdir()
    os.mkfifo(notes.backup(digest_of(b"old")))
    with pytest.raises(WordListError, match="not a regular file"):
        notes.keep(b"old")


@pytest.mark.parametrize("change", [BAN, MERGE])
def test_every_field_counts(change: Change) -> None:
    fields = asdict(change)
    assert read_change(json.dumps(fields)) == change
    for name in fields:
        for odd in (1, True, [[1]], [["1", "OBOE;1"]], [[-1, "A;1"]], [[1, 1]], {}, ["A;1"]):
            assert read_change(json.dumps({**fields, name: odd})) is None
        missing = {key: value for key, value in fields.items() if key != name}
        assert read_change(json.dumps(missing)) is None
    assert read_change(json.dumps({**fields, "more": 1})) is None


def test_a_digest_is_not_a_path() -> None:
    for odd in ("../../personal", "", "g" * 40):
        assert read_change(json.dumps({**asdict(MERGE), "before": odd})) is None


@given(st.text() | st.recursive(st.none() | st.text(), st.lists, max_leaves=5).map(json.dumps))
def test_any_line_is_read_or_passed_over(line: str) -> None:
    read_change(line)
    read_change("[" * 100_000)
