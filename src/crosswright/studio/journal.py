"""The journal of a document on disk: every edit as a line of JSON, written before it is made.

A line goes to the system in one write, so that a process that is killed loses nothing; once per
second the disk is asked to keep it (`Journal.sync`). A last line that is cut short, by a full disk
or a crash, is taken off when the journal is opened; what is damaged further up is put aside in a
file of its own. Every so often a snapshot saves reading the whole journal again.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import time
from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from crosswright.errors import CrosswrightError
from crosswright.studio.document import JournalEntry, PuzzleDocument
from crosswright.studio.refusals import Refusal
from crosswright.studio.state import PARTS, State, state_from_json
from crosswright.studio.timeline import Revision, Timeline
from crosswright.support.files import BINARY, write_atomically
from crosswright.support.locks import try_lock
from crosswright.support.versions import problem_with

VERSION: Final = 1
JOURNAL: Final = "journal.jsonl"
SNAPSHOT: Final = "snapshot.json"
LOCK: Final = "lock"
SNAPSHOT_EVERY: Final = 500
"""Revisions between two snapshots."""

MIN_SAVED: Final = 100
"""Revisions that a last snapshot must save reading."""

MAX_LINE: Final = 16 << 20
"""Bytes of an edit; a resize of the largest grid, with letters and marks everywhere, has half."""

_HEAD: Final = 64
_FIRST_VERSION: Final = re.compile(rb'\{"version":(\d+),')
"""What a journal begins with."""

_READ_ONLY: Final = (errno.EACCES, errno.EPERM, errno.EROFS)
_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def refusal_of(error: OSError, what: str) -> Refusal:
    """Return what to tell somebody whose file could not be written."""
    if error.errno in _READ_ONLY:
        return Refusal("read_only", f"{what} cannot be written: {error.strerror}")
    if error.errno in _FULL:
        return Refusal("disk_full", f"{what} cannot be written: {error.strerror}")
    return Refusal("impossible", f"{what} cannot be written: {error.strerror or error}")


def is_in_use(folder: Path) -> bool:
    """Return whether another process has the journal of a folder open."""
    try:
        lock = os.open(folder / LOCK, os.O_RDWR)
        try:
            return not try_lock(lock)
        finally:
            os.close(lock)
    except OSError:
        return False


class Journal:
    """The journal of one document, open for writing and locked against other processes.

    It is for one thread at a time.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._path = folder / JOURNAL
        self._descriptor = self._open()
        self._offsets = array("q")
        """Where the line of each revision begins; that of 0 has the first state."""
        self._end = 0
        self._snapshot_at = 0
        self._is_dirty = False

    def _open(self) -> int:
        flags = os.O_RDWR | os.O_CREAT | BINARY
        try:
            self._lock = os.open(self.folder / LOCK, flags, 0o600)
            try:
                return self._locked(flags)
            except BaseException:
                os.close(self._lock)
                raise
        except OSError as error:
            raise refusal_of(error, "the journal") from None

    def _locked(self, flags: int) -> int:
        try:
            is_ours = try_lock(self._lock)
        except OSError:  # no locks here: nobody else can tell either
            is_ours = True
        if not is_ours:
            raise Refusal("in_use", "this puzzle is open in another studio")
        return os.open(self._path, flags, 0o600)

    def _read(self, start: int, end: int) -> bytes:
        """Return a part of the file."""
        os.lseek(self._descriptor, start, os.SEEK_SET)
        data = b""
        while len(data) < end - start:
            more = os.read(self._descriptor, end - start - len(data))
            if not more:
                break
            data += more
        return data

    @classmethod
    def create(cls, folder: Path, state: State) -> tuple[Journal, PuzzleDocument]:
        """Begin a journal with a first state."""
        try:
            folder.mkdir(parents=True)
        except OSError as error:
            raise refusal_of(error, "the library") from None
        journal = cls(folder)
        line = {"version": VERSION, "revision": 0, "at": round(time.time(), 3), "state": state}
        try:
            journal._write(_encoded(line))
        except BaseException:
            journal.close()
            raise
        journal.sync()
        return journal, PuzzleDocument({part: dict(state[part]) for part in PARTS}, journal)

    @classmethod
    def open(cls, folder: Path) -> tuple[Journal, PuzzleDocument]:
        """Read a journal, from its snapshot if there is a good one."""
        if not (folder / JOURNAL).is_file():
            raise Refusal("not_found", "there is no such document")
        journal = cls(folder)
        try:
            journal._check_first_line()
            document = journal._from_snapshot()
            if document is None:
                (folder / SNAPSHOT).unlink(missing_ok=True)  # lest it seems to fit later on
                document = journal._from_start()
            journal._replay(document)
            _ = document.structure
        except OSError as error:
            journal.close()
            raise refusal_of(error, "the journal") from None
        except (CrosswrightError, ValueError, LookupError, TypeError) as error:
            journal.close()
            if isinstance(error, Refusal):
                raise
            raise Refusal("impossible", "the journal is damaged: it has no grid") from None
        except BaseException:
            journal.close()
            raise
        return journal, document

    # -- reading ----------------------------------------------------------------------------------

    def _from_start(self) -> PuzzleDocument:
        del self._offsets[:]
        self._end = 0
        try:
            line = next(self._lines(0), b"")
            first = json.loads(line)
            state = state_from_json(first["state"])
        except (ValueError, LookupError, TypeError, RecursionError):
            raise Refusal("impossible", "the journal is damaged at its beginning") from None
        self._offsets.append(0)
        self._end = len(line)
        return PuzzleDocument(state, self)

    def _check_first_line(self) -> None:
        """Refuse the journal of a newer studio; what makes no sense is for the reader to say.

        Journals from before there were versions say none, and are otherwise of format 1.
        """
        match = _FIRST_VERSION.match(self._read(0, _HEAD))
        version = int(match[1][:18]) if match else 0
        if problem := problem_with(version, VERSION, self._path):
            raise Refusal("newer", problem)

    def _from_snapshot(self) -> PuzzleDocument | None:
        """Return the document at the last snapshot, unless that does not fit the journal."""
        try:
            value = json.loads((self.folder / SNAPSHOT).read_bytes())
            offsets, end = array("q", value["offsets"]), value["end"]
            state = state_from_json(value["state"])
            timeline = Timeline.from_json(value["timeline"])
            revision = value["revision"]
            if value["version"] != VERSION:
                return None
            if len(offsets) != revision + 1 or end > os.fstat(self._descriptor).st_size:
                return None
            last = json.loads(self._read(offsets[-1], end))
            if last["revision"] != revision:
                return None
        except (OSError, ValueError, LookupError, TypeError, ArithmeticError, RecursionError):
            return None
        self._offsets, self._end, self._snapshot_at = offsets, end, revision
        return PuzzleDocument(state, self, revision, timeline)

    def _replay(self, document: PuzzleDocument) -> None:
        """Carry out what the journal has beyond a document; what cannot be read is put aside."""
        for line in self._lines(self._end):
            try:
                entry = JournalEntry.from_json(json.loads(line))
                if entry.revision != document.revision + 1 or not line.endswith(b"\n"):
                    raise ValueError(entry.revision)
                document.replay(entry)
            except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
                self._put_aside()
                return
            self._offsets.append(self._end)
            self._end += len(line)

    def _lines(self, offset: int) -> Iterator[bytes]:
        with self._path.open("rb") as file:
            file.seek(offset)
            yield from file

    def _put_aside(self) -> None:
        """Cut off what cannot be read; keep it in another file if it is more than a last line."""
        size = os.fstat(self._descriptor).st_size
        rest = self._read(self._end, size)
        if rest.count(b"\n") > 1:
            (self.folder / f"damaged-{time.time_ns()}.jsonl").write_bytes(rest)
        os.ftruncate(self._descriptor, self._end)

    def entry(self, revision: Revision) -> JournalEntry:
        """Return the entry of a revision, from 1."""
        start = self._offsets[revision]
        is_last = revision == len(self._offsets) - 1
        end = self._end if is_last else self._offsets[revision + 1]
        try:
            return JournalEntry.from_json(json.loads(self._read(start, end)))
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            raise Refusal("impossible", f"the journal is damaged at revision {revision}") from None

    def entries(self, first: Revision, last: Revision) -> Iterable[JournalEntry]:
        """Return the entries of some revisions in order."""
        return map(self.entry, range(first, last + 1))

    @property
    def last_time(self) -> float:
        """When the document was last changed, or made."""
        start = self._offsets[-1]
        at: float = json.loads(self._read(start, self._end))["at"]
        return at

    @property
    def size(self) -> int:
        """The bytes of the journal."""
        return self._end

    # -- writing ----------------------------------------------------------------------------------

    def append(self, entry: JournalEntry) -> None:
        """Write an entry; if the disk is full, nothing is left of it, and a Refusal is raised."""
        line = _encoded(entry.as_json())
        if len(line) > MAX_LINE and entry.kind == "edit":
            raise Refusal("too_large", f"an edit of more than {MAX_LINE >> 20} MiB")
        self._write(line)

    def _write(self, line: bytes) -> None:
        written = 0
        try:
            os.lseek(self._descriptor, self._end, os.SEEK_SET)
            while written < len(line):
                written += os.write(self._descriptor, line[written:])
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, self._end)
            raise refusal_of(error, "the journal") from None
        self._offsets.append(self._end)
        self._end += len(line)
        self._is_dirty = True

    def sync(self) -> None:
        """Have the disk keep what was written."""
        if self._is_dirty:
            self._is_dirty = False
            with contextlib.suppress(OSError):
                os.fsync(self._descriptor)

    @property
    def wants_snapshot(self) -> bool:
        """Whether reading the journal would take a while."""
        return self._beyond_snapshot >= SNAPSHOT_EVERY

    @property
    def wants_last_snapshot(self) -> bool:
        """Whether a snapshot is worth it before the journal is closed."""
        return self._beyond_snapshot >= MIN_SAVED

    @property
    def _beyond_snapshot(self) -> int:
        return len(self._offsets) - 1 - self._snapshot_at

    def snapshot(self, document: PuzzleDocument) -> None:
        """Write a snapshot; without one, the journal takes a little longer to read."""
        value = {
            "version": VERSION,
            "revision": document.revision,
            "end": self._end,
            "offsets": self._offsets.tolist(),
            "timeline": document.timeline.as_json(),
            "state": document.state,
        }
        with contextlib.suppress(OSError):
            write_atomically(self.folder / SNAPSHOT, _encoded(value))
        self._snapshot_at = document.revision  # if it failed, not at every edit from now on

    def close(self) -> None:
        """Let go of the file."""
        self.sync()
        os.close(self._descriptor)
        os.close(self._lock)


def _encoded(value: Any) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass") + b"\n"  # as `json.loads` decodes it
