"""Journals: what was written is there again, whatever happens to the process or the disk."""

from __future__ import annotations

import errno
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from helpers.studio import edit, letters, op

from crosswright.studio import journal as journals
from crosswright.studio.document import PuzzleDocument
from crosswright.studio.journal import JOURNAL, SNAPSHOT, Journal
from crosswright.studio.refusals import Refusal
from crosswright.studio.state import copy, empty_state


def create(folder: Path) -> tuple[Journal, PuzzleDocument]:
    return Journal.create(folder / "d", empty_state(3, 3))


def reopened(folder: Path) -> tuple[Journal, PuzzleDocument]:
    return Journal.open(folder / "d")


def test_a_journal_is_read_again(tmp_path: Path) -> None:
    journal, document = create(tmp_path)
    edit(document, letters("CAT"), gesture="g")
    edit(document, letters("DOG"), gesture="g")
    document.undo(2)
    state, timeline = copy(document.state), document.timeline.as_json()
    journal.close()
    journal, document = reopened(tmp_path)
    assert (document.revision, document.state) == (3, state)
    assert document.timeline.as_json() == timeline
    assert document.redo(3) is not None
    assert document.state["cells"]["0,0"] == {"letter": "D"}
    journal.close()


def test_a_batch_is_known_after_a_restart(tmp_path: Path) -> None:
    journal, document = create(tmp_path)
    grow = op("resize", height=4, width=3, top=1)
    document.edit(0, [grow], batch="once")
    journal.close()
    journal, document = reopened(tmp_path)
    assert document.edit(0, [grow], batch="once") is not None
    assert document.state["size"]["height"] == 4
    journal.close()


@pytest.mark.parametrize("cut", [1, 5, 40])
def test_a_last_line_that_is_cut_short_is_taken_off(tmp_path: Path, cut: int) -> None:
    journal, document = create(tmp_path)
    edit(document, letters("CAT"))
    before = copy(document.state)
    edit(document, letters("DOG"))
    journal.close()
    path = tmp_path / "d" / JOURNAL
    path.write_bytes(path.read_bytes()[:-cut])
    journal, document = reopened(tmp_path)
    assert (document.revision, document.state) == (1, before)
    edit(document, letters("OWL"))
    journal.close()
    journal, document = reopened(tmp_path)
    assert document.revision == 2
    journal.close()
    assert not [*(tmp_path / "d").glob("damaged*")]


def test_damage_further_up_is_put_aside(tmp_path: Path) -> None:
    journal, document = create(tmp_path)
    for word in ("CAT", "DOG", "OWL"):
        edit(document, letters(word))
    journal.close()
    path = tmp_path / "d" / JOURNAL
    lines = path.read_bytes().splitlines(keepends=True)
    lines[2] = b"\x00" * 20 + b"\n"
    path.write_bytes(b"".join(lines))
    journal, document = reopened(tmp_path)
    assert document.revision == 1
    journal.close()
    (damaged,) = (tmp_path / "d").glob("damaged*")
    assert b"OWL" in damaged.read_bytes()


def test_a_snapshot_saves_reading_but_nothing_depends_on_it(tmp_path: Path) -> None:
    journal, document = create(tmp_path)
    edit(document, letters("CAT"))
    journal.snapshot(document)
    edit(document, letters("DOG"))
    state = copy(document.state)
    journal.close()
    path = tmp_path / "d" / SNAPSHOT
    good = json.loads(path.read_bytes())
    for content in (
        json.dumps(good),
        "",
        "[]",
        json.dumps({**good, "end": 10**9}),
        json.dumps({**good, "revision": 0, "offsets": [0]}),
        json.dumps({**good, "state": {}}),
    ):
        path.write_text(content)
        journal, document = reopened(tmp_path)
        assert (document.revision, document.state) == (2, state), content
        assert [entry.revision for entry in journal.entries(1, 2)] == [1, 2]
        journal.close()


def test_a_snapshot_is_wanted_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journals, "SNAPSHOT_EVERY", 3)
    journal, document = create(tmp_path)
    wanted = []
    for letter in "ABCD":
        edit(document, letters(letter))
        wanted.append(journal.wants_snapshot)
        if journal.wants_snapshot:
            journal.snapshot(document)
    assert wanted == [False, False, True, False]
    journal.close()


def test_only_one_process_writes(tmp_path: Path) -> None:
    journal, _ = create(tmp_path)
    with pytest.raises(Refusal) as refusal:
        reopened(tmp_path)
    assert refusal.value.code == "in_use"
    journal.close()
    reopened(tmp_path)[0].close()


def test_a_full_disk_leaves_everything_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, document = create(tmp_path)
    edit(document, letters("CAT"))
    before = copy(document.state)
    write = os.write

    def full(descriptor: int, data: bytes) -> int:
        write(descriptor, data[:10])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(Refusal) as refusal:
        edit(document, letters("DOG"))
    assert refusal.value.code == "disk_full"
    assert (document.revision, document.state) == (1, before)
    monkeypatch.undo()
    edit(document, letters("OWL"))
    journal.close()
    journal, document = reopened(tmp_path)
    assert document.revision == 2
    journal.close()


def test_a_file_that_is_no_journal_is_refused(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / JOURNAL).write_text("hello\n")
    with pytest.raises(Refusal, match="damaged"):
        reopened(tmp_path)
    with pytest.raises(Refusal) as refusal:
        Journal.open(tmp_path / "nowhere")
    assert refusal.value.code == "not_found"


KILLED = """
import os, signal, sys
from pathlib import Path
from crosswright.studio.journal import Journal
from crosswright.studio.state import empty_state
journal, document = Journal.create(Path(sys.argv[1]) / "d", empty_state(3, 3))
for letter in "ABCDEFGH":
    operation = {"op": "set_cells", "cells": [[0, 0, letter]]}
    document.edit(document.revision, [operation])
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_killed_process_loses_nothing(tmp_path: Path) -> None:
    process = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], check=False)
    assert process.returncode == -9
    journal, document = reopened(tmp_path)
    assert document.revision == 8
    assert document.state["cells"]["0,0"] == {"letter": "H"}
    while document.undo(document.revision):
        pass
    assert document.state == empty_state(3, 3)
    journal.close()


def test_lines_are_json_and_name_their_revision(tmp_path: Path) -> None:
    journal, document = create(tmp_path)
    edit(document, letters("ÑAÏ"))
    document.undo(1)
    journal.close()
    lines: list[dict[str, Any]] = [
        json.loads(line) for line in (tmp_path / "d" / JOURNAL).read_bytes().splitlines()
    ]
    assert [line["revision"] for line in lines] == [0, 1, 2]
    assert [line.get("kind") for line in lines] == [None, "edit", "undo"]


@pytest.mark.parametrize("tail", [b"\0" * 4096, b"\xff" * 10, b"[" * 100_000 + b"\n", b"null\n"])
def test_a_tail_of_anything_is_taken_off(tmp_path: Path, tail: bytes) -> None:
    journal, document = create(tmp_path)
    edit(document, letters("CAT"))
    journal.close()
    with (tmp_path / "d" / JOURNAL).open("ab") as file:
        file.write(tail)
    journal, document = reopened(tmp_path)
    assert document.revision == 1
    edit(document, letters("DOG"))
    journal.close()
    journal, document = reopened(tmp_path)
    assert document.revision == 2
    journal.close()


def test_damage_before_a_snapshot_is_the_end_of_undo_alone(tmp_path: Path) -> None:
    journal, document = create(tmp_path)
    for word in ("CAT", "DOG", "OWL"):
        edit(document, letters(word))
    journal.snapshot(document)
    start = journal._offsets[2]
    journal.close()
    data = bytearray((tmp_path / "d" / JOURNAL).read_bytes())
    data[start : start + 20] = bytes(20)
    (tmp_path / "d" / JOURNAL).write_bytes(data)
    journal, document = reopened(tmp_path)
    assert document.undo(3) is not None
    state = copy(document.state)
    assert document.label(document.timeline.to_undo) == "Damaged"
    assert [step["revision"] for step in document.history(None, 9)[0]] == [3, 1]
    for action in (document.undo, lambda _: document.state_at(1)):
        with pytest.raises(Refusal, match="damaged at revision 2"):
            action(4)
    assert document.state == state
    edit(document, letters("EMU"))
    journal.close()


def test_a_snapshot_that_does_not_fit_never_will(tmp_path: Path) -> None:
    journal, document = create(tmp_path)
    for letter in "ABC":
        edit(document, letters(letter))
    journal.snapshot(document)
    second = journal._offsets[2]
    journal.close()
    os.truncate(tmp_path / "d" / JOURNAL, second)  # the disk has lost the end
    journal, document = reopened(tmp_path)
    for letter in "XYZ":  # lines of the same lengths
        edit(document, letters(letter))
    state = copy(document.state)
    journal.close()
    journal, document = reopened(tmp_path)
    assert document.state == state
    journal.close()


def test_damage_that_cannot_be_put_aside_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, document = create(tmp_path)
    edit(document, letters("CAT"))
    journal.close()
    path = tmp_path / "d" / JOURNAL
    damaged = path.read_bytes() + b"x\ny\nz\n"
    path.write_bytes(damaged)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        with pytest.raises(Refusal) as refusal:
            reopened(tmp_path)
    assert refusal.value.code == "disk_full"
    assert path.read_bytes() == damaged
    reopened(tmp_path)[0].close()


def test_damage_that_is_still_json_is_refused(tmp_path: Path) -> None:
    journal, document = create(tmp_path)
    edit(document, op("toggle_block", cells=[[0, 0]], to="block", symmetry="none"))
    journal.close()
    path = tmp_path / "d" / JOURNAL
    path.write_bytes(path.read_bytes().replace(b'"0,0"', b'"0,x"'))
    with pytest.raises(Refusal, match="damaged"):
        reopened(tmp_path)


def test_a_journal_with_a_grid_of_half_a_column_is_refused(tmp_path: Path) -> None:
    create(tmp_path)[0].close()
    path = tmp_path / "d" / JOURNAL
    whole = path.read_bytes()
    path.write_bytes(re.sub(rb'"width":\d+', b'"width":0.5', whole))
    with pytest.raises(Refusal, match="damaged"):
        reopened(tmp_path)


def test_half_a_character_survives_a_snapshot(tmp_path: Path) -> None:
    create(tmp_path)[0].close()
    path = tmp_path / "d" / JOURNAL
    path.write_bytes(path.read_bytes().replace(b'"meta":{}', b'"meta":{"title":"\\ud800"}'))
    journal, document = reopened(tmp_path)
    assert document.state["meta"]["title"] == "\ud800"
    journal.snapshot(document)
    journal.close()
    journal, again = reopened(tmp_path)
    journal.close()
    assert again.state == document.state


def test_an_edit_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journals, "MAX_LINE", 500)
    journal, document = create(tmp_path)
    edit(document, op("mark", cells=[[0, 0]], note="x" * 200))
    with pytest.raises(Refusal) as refusal:
        edit(document, op("mark", cells=[[0, 0], [0, 1], [0, 2]], note="y" * 200))
    assert (refusal.value.code, document.revision) == ("too_large", 1)
    document.undo(1)
    assert document.state == empty_state(3, 3)
    journal.close()


def test_a_newer_journal_is_refused_and_left_alone(tmp_path: Path) -> None:
    journal, document = create(tmp_path)
    edit(document, letters("CAT"))
    journal.snapshot(document)
    journal.close()
    path = tmp_path / "d" / JOURNAL
    newer = path.read_bytes().replace(b'{"version":1,', b'{"version":2,', 1)
    path.write_bytes(newer)
    with pytest.raises(Refusal, match=r"journal\.jsonl: made by a newer Crosswright") as refusal:
        reopened(tmp_path)
    assert (refusal.value.code, refusal.value.status) == ("newer", 422)
    assert path.read_bytes() == newer
    assert (tmp_path / "d" / SNAPSHOT).exists()


def test_a_journal_from_before_there_were_versions_is_read(tmp_path: Path) -> None:
    journal, document = create(tmp_path)
    edit(document, letters("CAT"))
    journal.snapshot(document)
    state = copy(document.state)
    journal.close()
    path, snapshot = tmp_path / "d" / JOURNAL, tmp_path / "d" / SNAPSHOT
    path.write_bytes(path.read_bytes().replace(b'"version":1,', b"", 1))
    value = json.loads(snapshot.read_bytes())
    del value["version"]  # its offsets are of the journal as it was, too
    snapshot.write_text(json.dumps(value))
    journal, document = reopened(tmp_path)
    assert (document.revision, document.state) == (1, state)
    edit(document, letters("DOG"))
    journal.close()
    journal, document = reopened(tmp_path)
    assert document.revision == 2
    journal.close()
