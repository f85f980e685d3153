"""Files that fail while they are read or written: short reads, EIO, ENOSPC; injected and real."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from crosswright import Puzzle, WordList, read, write
from crosswright.cli.exits import Exit
from crosswright.clues.tables import read_table
from crosswright.errors import CrosswrightError
from crosswright.formats.files import to_bytes
from crosswright.series.planfile import read_plan
from crosswright.studio.journal import Journal
from crosswright.studio.refusals import Refusal
from crosswright.studio.state import empty_state
from crosswright.support import files, regular
from crosswright.words.tools.history import History
from crosswright.words.tools.personal import PersonalList

PUZZLE = Puzzle.from_filled("CAT\nA#O\nRUN", {"1A": "Feline"})
COMMAND = [sys.executable, "-m", "crosswright"]
BROKEN = Path("/proc/self/mem")
"""A file of which no byte can be read: its first page is not there, so that reading is EIO."""

Read = Callable[[Path], object]
READERS: dict[str, tuple[str, bytes, Read]] = {
    "puz": ("a.puz", to_bytes(PUZZLE, "puz")[0], read),
    "ipuz": ("a.ipuz", to_bytes(PUZZLE, "ipuz")[0], read),
    "jpz": ("a.jpz", to_bytes(PUZZLE, "jpz")[0], read),
    "text": ("a.txt", to_bytes(PUZZLE, "text")[0], read),
    "words": ("words.dict", b"OBOE;50\nICE;7\n", lambda path: [*WordList.load(path)]),
    "table": ("a.csv", b"word,clue\noak,Acorns\n", read_table),
    "plan": (
        "a.toml",
        b"version = 1\n[calendar]\nstart = 2027-01-04\npuzzles = 7\n",
        lambda path: read_plan(path).digest,
    ),
    "personal": ("a.txt", b"OBOE;50\n", lambda path: PersonalList.load(path).scores),
    "history": ("a.txt", b"", lambda path: History(path.with_suffix(".x")).changes()),
}
readers = pytest.mark.parametrize(("name", "data", "read_file"), READERS.values(), ids=READERS)


class Faulty:
    """A file that passes everything on, but for what fails."""

    def __init__(self, file: Any, **replaced: Callable[..., Any]) -> None:
        self._file = file
        self._replaced = replaced

    def __getattr__(self, name: str) -> Any:
        return self._replaced.get(name) or getattr(self._file, name)

    def __enter__(self) -> Faulty:
        self._file.__enter__()
        return self

    def __exit__(self, *details: Any) -> None:
        self._file.__exit__(*details)


def failing(number: int) -> Callable[..., Any]:
    def fail(*_: object) -> Any:
        raise OSError(number, os.strerror(number))

    return fail


def inject(monkeypatch: pytest.MonkeyPatch, **replaced: Callable[..., Any]) -> None:
    """Let every file that rooms open through `support` be one with some methods replaced."""

    def open_faulty(*arguments: Any, **options: Any) -> Faulty:
        return Faulty(open(*arguments, **options), **replaced)  # noqa: PTH123

    for module in (files, regular):
        monkeypatch.setattr(module, "open", open_faulty, raising=False)


# -- reading ----------------------------------------------------------------------------------


@readers
def test_a_disk_that_fails_while_a_file_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, data: bytes, read_file: Read
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    (tmp_path / "a.history").write_bytes(b"{}\n")
    inject(monkeypatch, read=failing(errno.EIO))
    with pytest.raises(CrosswrightError) as caught:
        read_file(path)
    message = str(caught.value)
    assert str(tmp_path) in message and "Input/output error" in message
    assert "\n" not in message


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
@readers
def test_a_pipe_that_hands_out_byte_by_byte(
    tmp_path: Path, name: str, data: bytes, read_file: Read
) -> None:
    if read_file in (READERS["personal"][2], READERS["history"][2]):
        pytest.skip("what the user has not named is not read from a pipe")
    (tmp_path / "whole").mkdir()
    whole, pipe = tmp_path / "whole" / name, tmp_path / name
    whole.write_bytes(data)
    os.mkfifo(pipe)

    def dribble() -> None:
        with pipe.open("wb", buffering=0) as file:
            for byte in data:
                file.write(bytes([byte]))

    thread = threading.Thread(target=dribble)
    thread.start()
    try:
        assert read_file(pipe) == read_file(whole)
    finally:
        thread.join()


@pytest.mark.skipif(not BROKEN.exists(), reason="there is no such file here")
@pytest.mark.parametrize(
    "line", ["info FILE", "fill FILE", "fill -w FILE", "layout FILE", "series check FILE"]
)
def test_a_file_that_cannot_be_read_is_named_in_one_line(line: str) -> None:
    arguments = line.replace("FILE", str(BROKEN)).split()
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == Exit.BAD_INPUT
    assert done.stderr.startswith(f"crosswright: {BROKEN}: cannot be read: Input/output error")
    assert done.stderr.count("\n") == 1


def test_a_journal_is_read_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal, document = Journal.create(tmp_path / "d", empty_state(3, 3))
    for letter in "CAT":
        document.edit(document.revision, [{"op": "set_cells", "cells": [[0, 0, letter]]}])
    whole = os.read
    monkeypatch.setattr(os, "read", lambda descriptor, size: whole(descriptor, min(size, 3)))
    assert [entry.revision for entry in journal.entries(1, 3)] == [1, 2, 3]
    journal.close()


def test_a_journal_on_a_disk_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal, document = Journal.create(tmp_path / "d", empty_state(3, 3))
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", failing(errno.EIO))
        with pytest.raises(Refusal, match="Input/output error"):
            document.edit(0, [{"op": "set_cells", "cells": [[0, 0, "A"]]}])
    assert document.edit(0, [{"op": "set_cells", "cells": [[0, 0, "B"]]}]) is not None
    journal.close()
    journal, again = Journal.open(tmp_path / "d")
    assert again.state["cells"]["0,0"]["letter"] == "B"
    journal.close()


# -- writing ----------------------------------------------------------------------------------

WRITERS: dict[str, Callable[[Path], object]] = {
    "puzzle": lambda path: write(PUZZLE, path),
    "personal": lambda path: PersonalList.load(path).score("OBOE", 9),
    "bytes": lambda path: files.write_atomically(path, b"new" * 1000),
}


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EDQUOT])
@pytest.mark.parametrize("step", ["write", "flush"])
@pytest.mark.parametrize("save", WRITERS.values(), ids=WRITERS)
def test_a_disk_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, save: Any, step: str, number: int
) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"OBOE;5\n")
    inject(monkeypatch, **{step: failing(number)})
    with pytest.raises((CrosswrightError, OSError), match=os.strerror(number)):
        save(path)
    assert path.read_bytes() == b"OBOE;5\n"
    assert not [*tmp_path.glob(".*.tmp")]


def test_a_write_that_takes_only_a_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The journal is written with `os.write`, which may write less than it is given."""
    whole = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: whole(descriptor, data[:5]))
    journal, document = Journal.create(tmp_path / "d", empty_state(3, 3))
    document.edit(0, [{"op": "set_cells", "cells": [[0, 0, "A"]]}])
    journal.close()
    journal, again = Journal.open(tmp_path / "d")
    assert again.state == document.state
    journal.close()


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """Mount a small file system in memory, where that is allowed."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    try:
        done = subprocess.run(mount, capture_output=True, check=False)
    except FileNotFoundError:
        pytest.skip("there is no mount here")
    if done.returncode:
        pytest.skip("mounting a file system is not allowed here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "16k") as disk:
        path = disk / "a.txt"
        path.write_bytes(b"OBOE;5\n")
        with pytest.raises(OSError, match="No space left"):
            files.write_atomically(path, b"x" * 50_000)
        assert path.read_bytes() == b"OBOE;5\n"
        assert [each.name for each in disk.iterdir()] == ["a.txt"]
        journal, document = Journal.create(disk / "d", empty_state(3, 3))
        with pytest.raises(Refusal) as refused:
            while True:
                note = {"op": "mark", "cells": [[0, 0]], "note": f"{document.revision}" * 400}
                document.edit(document.revision, [note])
        assert refused.value.code == "disk_full"
        revision = document.revision
        journal.close()
        journal, again = Journal.open(disk / "d")
        assert (again.revision, again.state) == (revision, document.state)
        journal.close()
