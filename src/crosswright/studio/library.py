"""All documents below a folder: made, opened, listed, saved, put in the trash and taken out.

Documents live in the hidden folder `.crosswright` of the root, each with its journal in a folder of
its own; the puzzle files that people see are written on save.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import shutil
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from crosswright.clues.bank import ClueBank, EarlierClue, distinct, is_alone
from crosswright.errors import CrosswrightError
from crosswright.formats.format import MAX_BYTES
from crosswright.formats.registry import all_formats
from crosswright.grids.letters import normalise_answer
from crosswright.puzzles.puzzle import Puzzle
from crosswright.series.ledger import LEDGER
from crosswright.studio import savefile
from crosswright.studio.conversion import state_of
from crosswright.studio.document import JournalEntry
from crosswright.studio.events import Channel
from crosswright.studio.journal import is_in_use, refusal_of
from crosswright.studio.opened import ORIGIN, About, Listing, OpenDocument, digest_of, read_listing
from crosswright.studio.paths import Root, file_name
from crosswright.studio.refusals import Refusal
from crosswright.studio.seasons import SeasonPuzzle, season_above
from crosswright.studio.state import State, differences
from crosswright.support.files import read_regular, write_atomically

HIDDEN: Final = ".crosswright"
MAX_OPEN: Final = 64
"""Documents that are kept open; the one that was not used for longest makes room."""

SYNC_SECONDS: Final = 1.0
"""Time after which the disk has every edit."""

LISTED: Final = frozenset({".ipuz", ".puz", ".jpz", ".xd", ".exolve", ".cfp", ".across", ".grid"})
"""Suffixes of the files that the library offers to open; other formats are imported by name."""

_IDENTITY: Final = re.compile(r"[0-9a-f]{16}")


class Library:
    """The documents of a root."""

    def __init__(self, folder: Path) -> None:
        self.root = Root(folder)
        self.channel = Channel()
        self._documents = self.root.folder / HIDDEN / "documents"
        self._trash = self.root.folder / HIDDEN / "trash"
        self._open: OrderedDict[str, OpenDocument] = OrderedDict()
        self._lock = threading.RLock()
        self._saving = threading.Lock()
        """One save at a time: two documents may choose the same new name."""
        self._ended = threading.Event()
        self._syncing = threading.Thread(target=self._sync, name="studio-sync", daemon=True)
        self._syncing.start()
        self.listeners: list[Any] = []
        """What is called, with the document and the entry, after every revision."""

    # -- one document -----------------------------------------------------------------------------

    def open(self, identity: str) -> OpenDocument:
        """Return a document; a Refusal if there is none of this identity."""
        if not _IDENTITY.fullmatch(identity):
            raise Refusal("not_found", "there is no such document")
        with self._lock:
            document = self._open.get(identity)
            if document is None:
                folder = self._documents / identity
                _require_own(folder)
                document = OpenDocument.open(folder, self._changed)
                self._keep(document)
            self._open.move_to_end(identity)
            return document

    def hold(self, identity: str) -> OpenDocument:
        """Return a document that stays open until `release`."""
        with self._lock:
            document = self.open(identity)
            document.holders += 1
            return document

    def release(self, document: OpenDocument) -> None:
        """Let a document be closed when there are too many."""
        with self._lock:
            document.holders -= 1

    def opened(self) -> list[OpenDocument]:
        """Return the documents that are open."""
        with self._lock:
            return [*self._open.values()]

    def _keep(self, document: OpenDocument) -> None:
        """Keep a document open, and close those that were not used for longest."""
        self._open[document.identity] = document
        idle = [
            each
            for each in self._open.values()
            if each is not document and not each.holders and not each.channel.has_streams
        ]
        for each in idle[: max(0, len(self._open) - MAX_OPEN)]:
            del self._open[each.identity]
            each.close()

    def _changed(self, document: OpenDocument, entry: JournalEntry) -> None:
        for listener in self.listeners:
            listener(document, entry)
        self.channel.publish("library", {"id": document.identity, "revision": entry.revision})

    def create(
        self,
        state: State,
        *,
        name: str = "Untitled",
        about: Mapping[str, Any] | None = None,
        origin: bytes | None = None,
    ) -> OpenDocument:
        """Make a document."""
        with self._lock:
            folder = self._documents / secrets.token_hex(8)
            _require_own(folder)
            document = OpenDocument.create(
                folder, state, About(name, **(about or {})), self._changed, origin
            )
            self._keep(document)
        self.channel.publish("library", {"id": document.identity, "revision": 0})
        return document

    def copy(self, identity: str) -> OpenDocument:
        """Make another document of a document as it is now; it has no file."""
        document = self.open(identity)
        _, state = document.state()
        origin = None
        with contextlib.suppress(OSError):
            origin = (document.journal.folder / ORIGIN).read_bytes()
        about = {"format": document.about.format if origin else None}
        return self.create(state, name=f"{document.name} copy", about=about, origin=origin)

    # -- files ------------------------------------------------------------------------------------

    def import_puzzle(self, puzzle: Puzzle, name: str) -> OpenDocument:
        """Make a document of a puzzle."""
        return self.create(state_of(puzzle), name=name)

    def import_data(self, data: bytes, name: str) -> tuple[OpenDocument, list[str]]:
        """Make a document of the content of a file; return it with what was odd about that."""
        if len(data) > MAX_BYTES:
            raise Refusal("too_large", f"larger than {MAX_BYTES >> 20} MiB, which no puzzle is")
        state, format, notes = _read(data, name)
        about = {"format": format}
        return self.create(
            state, name=Path(name).stem or "Untitled", about=about, origin=data
        ), notes

    def open_file(self, text: str) -> tuple[OpenDocument, list[str], bool]:
        """Open a puzzle file below the root; return its document, notes, and whether it is new."""
        path = self.root.path(text)
        name = self.root.name(path)
        with self._lock:
            for card in self.cards():
                if card["path"] == name:
                    return self.open(card["id"]), [], False
            data = _content(path, name)
            state, format, notes = _read(data, path.name)
            about: dict[str, Any] = {"format": format}
            if format == "ipuz":  # the only format that a save can write over
                about |= {"path": name, "digest": digest_of(data), "saved": 0}
                about["saved_at"] = round(path.stat().st_mtime, 3)
            return self.create(state, name=path.stem, about=about, origin=data), notes, True

    def open_season_puzzle(self, chosen: SeasonPuzzle) -> tuple[OpenDocument, list[str], bool]:
        """Open the copy of a season's puzzle; return its document, notes, and whether it is new.

        A copy has no file, so that saving it leaves those of the season as their ledger knows them.
        """
        with self._lock:
            for card in self.cards():
                if card.get("season") == chosen.key:
                    return self.open(card["id"]), [], False
            notes, about = [*chosen.notes], {"season": chosen.key}
            state, format = state_of(chosen.puzzle), None
            if chosen.data is not None:
                try:
                    state, format, more = _read(chosen.data, chosen.file)
                    notes += more
                except CrosswrightError:
                    notes.append(f"{chosen.file} cannot be read; this is what the ledger has.")
            if format is not None:
                about["format"] = format
            origin = chosen.data if format is not None else None
            return self.create(state, name=chosen.name, about=about, origin=origin), notes, True

    def save(
        self, document: OpenDocument, path: str | None = None, choice: str | None = None
    ) -> dict[str, Any]:
        """Write a document to its file, or to another; a Refusal asks before anything is lost."""
        with self._saving, document.lock:
            document.require_open()
            target = self._target(document, path, choice)
            name = self.root.name(target)
            if choice is None and (season := season_above(self.root, target)) is not None:
                raise Refusal(
                    "in_season",
                    f"{name} belongs to the season in {season}, whose ledger has its digest: "
                    "saved over, it fails `series verify`, and `series resume` replaces it",
                    path=name,
                    choices=["copy", "overwrite"],
                )
            if name == document.about.path:
                if choice == "reload":
                    return self._reload(document, target)
                if choice != "overwrite":
                    _require_unchanged(target, name, document.about.digest)
            elif target.exists() and choice != "overwrite":
                raise Refusal("exists", f"there is a file {name} already", path=name,
                              choices=["overwrite"])  # fmt: skip
            if target.exists() and not target.is_file():  # a pipe would keep us waiting for ever
                raise Refusal("impossible", f"{name} is not a file")
            data, losses = savefile.to_ipuz(document.document.state, document.extras())
            try:
                target.parent.mkdir(parents=True, exist_ok=True)
                write_atomically(target, data)
                saved = {
                    "path": name,
                    "saved": document.document.revision,
                    "saved_at": round(time.time(), 3),
                }
                document.set_about(digest=digest_of(data), **saved)
            except OSError as error:
                raise refusal_of(error, name) from None
            answer = {"path": name, "revision": saved["saved"], "saved_at": saved["saved_at"]}
            document.channel.publish("saved", answer)
            return {**answer, "losses": [str(loss) for loss in losses]}

    def _target(self, document: OpenDocument, path: str | None, choice: str | None) -> Path:
        if path is None and document.about.path is not None and choice != "copy":
            return self.root.path(document.about.path)
        if path is not None:
            target = self.root.path(path)
            if target.suffix.lower() != ".ipuz":
                raise Refusal(
                    "invalid", "a document is saved as .ipuz; export it for other formats"
                )
            return target
        stem = file_name(document.name)
        names = (f"{stem}{'' if number == 1 else f'-{number}'}.ipuz" for number in range(1, 10_000))
        return next(target for name in names if not (target := self.root.path(name)).exists())

    def _reload(self, document: OpenDocument, target: Path) -> dict[str, Any]:
        """Take over what the file has now, as an edit."""
        name = self.root.name(target)
        data = _content(target, name)
        state, format, _ = _read(data, target.name)
        changes = differences(document.document.state, state)
        answer = document.change(document.document.revision, changes, f"Reload {name}")
        try:
            write_atomically(document.journal.folder / ORIGIN, data)
            document.set_about(
                digest=digest_of(data), saved=document.document.revision, format=format
            )
        except OSError as error:
            raise refusal_of(error, "the library") from None
        return {**answer, "path": name, "saved_at": document.about.saved_at, "losses": []}

    # -- all documents ----------------------------------------------------------------------------

    def identities(self) -> list[str]:
        """Return the identities of all documents."""
        with contextlib.suppress(OSError):
            folders = [each.name for each in self._documents.iterdir()]
            return [name for name in folders if _IDENTITY.fullmatch(name)]
        return []

    def cards(self, find: str = "") -> list[dict[str, Any]]:
        """Return what to show of all documents, the last edited first."""
        wanted = find.casefold()
        listings = (self.listing(identity, bool(wanted)) for identity in self.identities())
        cards = [each.card for each in listings if each is not None and wanted in each.search]
        return sorted(cards, key=lambda card: -float(card["edited"]))

    def listing(self, identity: str, whole: bool = True) -> Listing | None:
        """Return what is known of a document; None if it is open elsewhere, or damaged."""
        try:
            with self._lock:
                document = self._open.get(identity)
                if document is None:
                    _require_own(self._documents / identity)
                    listing = read_listing(self._documents / identity)
                    if listing is not None:
                        return listing
                    document = self.open(identity)
                return document.listing() if whole else Listing(document.card(), "", [], [])
        except (CrosswrightError, OSError, ValueError, LookupError, TypeError):
            return None

    def clues_for(self, answer: str, besides: str = "") -> list[dict[str, Any]]:
        """Return the clues that an answer has in the documents, the last edited first.

        `besides` is the document that asks, whose own clue is known.
        """
        wanted = normalise_answer(answer)
        clues: list[dict[str, Any]] = []
        listings = [self.listing(each) for each in self.identities() if each != besides]
        found = [each for each in listings if each is not None]
        for listing in sorted(found, key=lambda each: -float(each.card["edited"])):
            card = listing.card
            for word, label, text, is_draft in listing.used:
                if normalise_answer(word) == wanted:
                    clue = {
                        "text": text,
                        **({"draft": True} if is_draft else {}),
                        "document": card["id"],
                        "title": card["name"],
                        "slot": label,
                        "edited": card["edited"],
                    }
                    clues.append(clue)
        return distinct(clues, lambda clue: str(clue["text"]))

    def earlier_clues(self, answer: str, besides: str = "") -> list[EarlierClue]:
        """Return the clues of other documents that may be used again, and then the clue bank's."""
        own = [
            EarlierClue(answer, clue["text"], clue["slot"], clue["title"])
            for clue in self.clues_for(answer, besides)
            if "draft" not in clue and is_alone(clue["text"])
        ]
        return distinct([*own, *ClueBank().suggestions(answer)], lambda clue: clue.text)

    def files(self) -> list[dict[str, Any]]:
        """Return the puzzle files below the root that no document stands for yet."""
        known = {card["path"] for card in self.cards()}
        files = []
        for path in self.root.files(LISTED, unless=LEDGER):  # a season has a view of its own
            name = self.root.name(path)
            if name not in known:
                with contextlib.suppress(OSError):
                    status = path.stat()
                    files.append(
                        {
                            "path": name,
                            "format": path.suffix.lower().removeprefix("."),
                            "size": status.st_size,
                            "modified": round(status.st_mtime, 3),
                        }
                    )
        return files

    # -- the trash --------------------------------------------------------------------------------

    def remove(self, identity: str) -> None:
        """Put a document in the trash."""
        self._move(identity, self._documents, self._trash)

    def recover(self, identity: str) -> OpenDocument:
        """Take a document out of the trash."""
        self._move(identity, self._trash, self._documents)
        return self.open(identity)

    def _move(self, identity: str, source: Path, target: Path) -> None:
        with self._lock:
            if not _IDENTITY.fullmatch(identity) or not (source / identity).is_dir():
                raise Refusal("not_found", "there is no such document")
            _require_own(target / identity)
            document = self._open.pop(identity, None)
            if document is not None:
                document.close()
            elif is_in_use(source / identity):
                raise Refusal("in_use", "this puzzle is open in another studio")
            try:
                target.mkdir(parents=True, exist_ok=True)
                shutil.move(source / identity, target / identity)
            except OSError as error:
                raise refusal_of(error, "the library") from None
        self.channel.publish("library", {"id": identity, "revision": 0})

    # -- the end ----------------------------------------------------------------------------------

    def _sync(self) -> None:
        while not self._ended.wait(SYNC_SECONDS):
            for document in self.opened():
                with document.lock:
                    if not document.is_closed:
                        document.journal.sync()

    def close(self) -> None:
        """Close everything."""
        self._ended.set()
        self._syncing.join()
        with self._lock:
            for document in self._open.values():
                document.close()
            self._open.clear()
        self.channel.close()


def _require_own(folder: Path) -> None:
    """Refuse a document that links lead to, or out of: a folder may come from anybody."""
    try:
        with (
            contextlib.suppress(FileNotFoundError, NotADirectoryError),
            os.scandir(folder) as files,
        ):
            if not all(file.is_file(follow_symlinks=False) for file in files):
                raise Refusal("outside_root", "this document is not made of plain files")
        is_own = folder.resolve() == folder
    except (OSError, RuntimeError):
        is_own = True  # whoever opens it says best what is wrong
    if not is_own:
        raise Refusal("outside_root", "the folder .crosswright is not inside the one opened")


def readable_suffixes() -> list[str]:
    """Return the suffixes of all formats."""
    return [suffix for format in all_formats() for suffix in format.suffixes]


def _content(path: Path, name: str) -> bytes:
    """Read a file of at most the size that a puzzle can have."""
    try:
        if not path.is_file():
            raise Refusal("not_found", f"there is no file {name}")
        return read_regular(path, MAX_BYTES)
    except OSError as error:
        raise Refusal("impossible", f"{name} cannot be read: {error.strerror or error}") from None


def _read(data: bytes, name: str) -> tuple[State, str, list[str]]:
    """Read the content of a file; return the state, its format, and what was odd."""
    with savefile.notes_of_reading() as notes:
        state, _, format = savefile.read_document(data, name)
    return state, format, notes


def _require_unchanged(target: Path, name: str, digest: str | None) -> None:
    """Refuse to write over a file that somebody else has changed."""
    try:
        now = digest_of(read_regular(target, MAX_BYTES))
    except FileNotFoundError:
        return
    except OSError as error:
        raise Refusal("impossible", f"{name} cannot be read: {error.strerror or error}") from None
    if now != digest:
        raise Refusal(
            "changed_on_disk",
            f"{name} was changed by another program since it was last saved here",
            path=name,
            choices=["overwrite", "reload"],
        )
