"""Files are written whole or not at all, whatever happens in between."""

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from crosswright.support import files, locks
from crosswright.support.files import read_regular, replacing, write_atomically


def names(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


def test_writes_and_replaces(tmp_path: Path) -> None:
    path = tmp_path / "a.bin"
    write_atomically(path, b"one")
    assert path.read_bytes() == b"one"
    write_atomically(str(path), b"two")
    assert path.read_bytes() == b"two"
    assert names(tmp_path) == ["a.bin"]


def test_a_folder_that_is_missing_is_reported_with_the_file_that_was_named(tmp_path: Path) -> None:
    target = tmp_path / "absent" / "new.txt"
    with pytest.raises(FileNotFoundError) as caught:
        write_atomically(target, b"")
    assert caught.value.filename == str(target)


def test_text_is_written_as_it_is_in_utf_8(tmp_path: Path) -> None:
    write_atomically(tmp_path / "a.txt", "é\n")
    assert (tmp_path / "a.txt").read_bytes() == b"\xc3\xa9\n"


@pytest.mark.skipif(os.name == "nt", reason="modes and links are POSIX's")
def test_keeps_mode_and_link(tmp_path: Path) -> None:
    path, link = tmp_path / "a", tmp_path / "link"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.skipif(os.name == "nt", reason="the mask is POSIX's")
def test_new_files_follow_the_mask(tmp_path: Path) -> None:
    write_atomically(tmp_path / "a", b"")
    (tmp_path / "b").write_bytes(b"")
    assert (tmp_path / "a").stat().st_mode == (tmp_path / "b").stat().st_mode


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="there are no devices here")
def test_devices_are_written_to_and_stay() -> None:
    write_atomically("/dev/null", b"gone")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    if Path("/dev/full").exists():
        with pytest.raises(OSError, match="No space left"):
            write_atomically("/dev/full", b"x")


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize(
    "failure",
    [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt(), MemoryError()],
)
def test_a_failure_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, failure: BaseException
) -> None:
    def fail(*_: object) -> None:
        raise failure

    path = tmp_path / "a"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, step, fail)
    with pytest.raises(type(failure)):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["a"]


def test_a_file_takes_its_place_only_when_it_is_finished(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    with replacing(path) as file:
        file.write(b"new")
        assert path.read_bytes() == b"old"
        assert len(names(tmp_path)) == 2
    assert path.read_bytes() == b"new"
    with pytest.raises(ZeroDivisionError), replacing(path) as file:
        raise ZeroDivisionError
    assert path.read_bytes() == b"new"
    assert names(tmp_path) == ["a"]


def run(code: str, path: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False
    )


def test_a_crash_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    code = (
        "import os, sys; from crosswright.support.files import write_atomically\n"
        "os.fsync = lambda fd: os._exit(7)\n"
        "write_atomically(sys.argv[1], b'new')"
    )
    assert run(code, path).returncode == 7
    assert path.read_bytes() == b"old"


@pytest.mark.skipif(os.name == "nt", reason="limits of size are POSIX's")
def test_a_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    code = (
        "import resource, signal, sys; from crosswright.support.files import write_atomically\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "write_atomically(sys.argv[1], b'new' * 1000)"
    )
    result = run(code, path)
    assert "File too large" in result.stderr
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["a"]


# -- read-only files ------------------------------------------------------------------------------


def test_a_read_only_file_is_not_replaced(tmp_path: Path) -> None:
    """Root may write to any file, so it is the mode that counts."""
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(0o444)
    with pytest.raises(PermissionError, match="the file is read-only"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["a"]


def test_a_file_of_somebody_else_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    with pytest.raises(PermissionError, match="the file is read-only"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"


# -- temporary files ------------------------------------------------------------------------------


def leave_temporary(path: Path) -> Path:
    """Be killed while writing a file; return what is left of it."""
    code = (
        "import os, sys; from crosswright.support.files import write_atomically\n"
        "os.fsync = lambda fd: os._exit(7)\n"
        "write_atomically(sys.argv[1], b'half')"
    )
    before = names(path.parent)
    assert run(code, path).returncode == 7
    (left,) = set(names(path.parent)).difference(before)
    return path.parent / left


@pytest.mark.skipif(os.name == "nt", reason="Windows goes by the age of a file")
def test_what_a_killed_writer_left_is_removed_by_the_next(tmp_path: Path) -> None:
    path = tmp_path / ("a" * 100 + ".pdf")
    left = leave_temporary(path)
    other = leave_temporary(tmp_path / "b")
    write_atomically(path, b"new")
    assert names(tmp_path) == sorted([path.name, other.name])
    assert not left.exists()


def test_what_another_writer_is_writing_stays(tmp_path: Path) -> None:
    path = tmp_path / "a"
    code = (
        "import sys; from crosswright.support.files import write_atomically\n"
        "write_atomically(sys.argv[1], b'other')"
    )
    with replacing(path) as file:
        file.write(b"slow")
        os.utime(file.name, (0, 0))
        assert run(code, path).returncode == 0
        write_atomically(path, b"quick")
        assert path.read_bytes() == b"quick"
    assert path.read_bytes() == b"slow"
    assert names(tmp_path) == ["a"]


@pytest.mark.skipif(os.name == "nt", reason="Windows goes by the age of a file")
def test_a_writer_notices_when_its_new_file_is_taken_for_abandoned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock, taken = locks.try_lock, []

    def late(descriptor: int) -> bool:
        if not taken:  # somebody else is quicker
            taken.extend(names(tmp_path))
            (tmp_path / taken[0]).unlink()
        return lock(descriptor)

    monkeypatch.setattr(locks, "try_lock", late)
    write_atomically(tmp_path / "a", b"new")
    assert len(taken) == 1
    assert names(tmp_path) == ["a"]
    assert (tmp_path / "a").read_bytes() == b"new"


@pytest.mark.skipif(os.name == "nt", reason="Windows goes by the age of a file")
def test_where_nothing_can_be_locked_files_are_written_and_nothing_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = leave_temporary(tmp_path / "a")

    def fail(descriptor: int) -> bool:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(locks, "try_lock", fail)
    write_atomically(tmp_path / "a", b"new")
    assert names(tmp_path) == sorted(["a", left.name])


def test_only_temporary_files_of_ours_are_removed(tmp_path: Path) -> None:
    kept = {".a.tmp", "a.0123456789ab.tmp", ".a.0123456789AB.tmp", ".a.0123456789ab.tmp.txt"}
    for name in kept:
        (tmp_path / name).touch()
    (tmp_path / ".a.000000000000.tmp").mkdir()
    if os.name != "nt":
        (tmp_path / ".a.111111111111.tmp").symlink_to(tmp_path / ".a.tmp")
    before = set(names(tmp_path))
    write_atomically(tmp_path / "a", b"")
    assert set(names(tmp_path)) == before | {"a"}


def test_only_regular_files_are_read_where_nobody_named_them(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    (tmp_path / "link").symlink_to(path)
    assert read_regular(path, 5) == read_regular(tmp_path / "link", 5) == b"12345"
    assert len(read_regular(path, 3)) == 4
    with pytest.raises(FileNotFoundError):
        read_regular(tmp_path / "none", 5)
    if os.name != "nt":
        with pytest.raises(OSError, match="not a regular file"):
            read_regular(os.devnull, 5)


class OnWindows:
    """The module `os` as Windows has it: a file that somebody reads is not replaced."""

    name = "nt"

    def __init__(self, refusals: int) -> None:
        self.refusals = refusals

    def __getattr__(self, name: str) -> object:
        return getattr(os, name)

    def replace(self, source: str, target: str) -> None:
        if self.refusals:
            self.refusals -= 1
            raise PermissionError(errno.EACCES, "used by another process", source, None, target)
        Path(source).replace(target)


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the pauses that are made from now on, without making them."""
    made: list[float] = []
    monkeypatch.setattr(files.time, "sleep", made.append)
    return made


@pytest.mark.parametrize("refusals", [0, 1, len(files.RENAMING_PAUSES)])
def test_a_file_that_is_being_read_on_windows_is_replaced_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pauses: list[float], refusals: int
) -> None:
    (tmp_path / "a").write_bytes(b"old")
    monkeypatch.setattr(files, "os", OnWindows(refusals))
    write_atomically(tmp_path / "a", b"new")
    assert (tmp_path / "a").read_bytes() == b"new"
    assert names(tmp_path) == ["a"]
    assert pauses == [*files.RENAMING_PAUSES[:refusals]]


def test_a_file_that_stays_open_on_windows_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pauses: list[float]
) -> None:
    (tmp_path / "a").write_bytes(b"old")
    monkeypatch.setattr(files, "os", OnWindows(1000))
    with pytest.raises(PermissionError, match="used by another process"):
        write_atomically(tmp_path / "a", b"new")
    assert (tmp_path / "a").read_bytes() == b"old"
    assert names(tmp_path) == ["a"]
    assert sum(pauses) < 2
