"""A document that is open: its journal, its channel, its file, and one lock around them."""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from crosswright.errors import CrosswrightError
from crosswright.formats.files import from_bytes
from crosswright.grids.notation import symbol
from crosswright.studio import state as states
from crosswright.studio.document import JournalEntry, PuzzleDocument
from crosswright.studio.events import Channel
from crosswright.studio.journal import JOURNAL, Journal, refusal_of
from crosswright.studio.refusals import Refusal
from crosswright.studio.savefile import notes_of_reading
from crosswright.studio.slots import slot_key
from crosswright.studio.state import Change, State, cell_key
from crosswright.support.files import write_atomically
from crosswright.support.records import Record, replace

ABOUT: Final = "about.json"
CARD: Final = "card.json"
ORIGIN: Final = "origin"

Listener = Callable[["OpenDocument", JournalEntry], None]
"""What is called after every revision."""


class About(Record):
    """What the library knows of a document besides its state."""

    name: str
    """What it is called while it has neither a title nor a file."""
    path: str | None = None
    """Its file, below the root."""
    digest: str | None = None
    """What that file was when it was last read or written."""
    saved: int | None = None
    """The revision that is in it."""
    saved_at: float | None = None
    format: str | None = None
    """The format of the file that it came from, which is kept."""
    season: str | None = None
    """The puzzle of a season that it is a copy of."""


UsedClue = tuple[str, str, str, bool]
"""An answer, the label of its slot, its clue, and whether that is a draft."""


class Listing(Record):
    """What the library shows of a document, and finds it by."""

    card: dict[str, Any]
    search: str
    used: list[UsedClue]
    answers: list[str]
    """The words in ink."""


class OpenDocument:
    """A document with everything around it, safe to use from any thread."""

    def __init__(
        self,
        identity: str,
        journal: Journal,
        document: PuzzleDocument,
        about: About,
        listener: Listener,
    ) -> None:
        self.identity = identity
        self.journal = journal
        self.document = document
        self.about = about
        self.lock = threading.RLock()
        self.channel = Channel(lambda: document.revision)
        self._listener = listener
        self._card: tuple[tuple[Any, ...], dict[str, Any]] | None = None
        self._card_on_disk: tuple[int, About] | None = None
        """The size of the journal, and what was known, when the card was written."""
        self.is_closed = False
        self.holders = 0
        """Requests and jobs that need it open."""

    # -- making and opening -----------------------------------------------------------------------

    @classmethod
    def create(
        cls, folder: Path, state: State, about: About, listener: Listener, origin: bytes | None
    ) -> OpenDocument:
        """Make a document in a folder of its own."""
        try:
            journal, document = Journal.create(folder, state)
            opened = cls(folder.name, journal, document, about, listener)
            try:
                if origin is not None:
                    write_atomically(folder / ORIGIN, origin)
                opened.set_about()
            except BaseException:
                journal.close()
                raise
        except BaseException as error:
            shutil.rmtree(folder, ignore_errors=True)
            if isinstance(error, OSError):
                raise refusal_of(error, "the library") from None
            raise
        return opened

    @classmethod
    def open(cls, folder: Path, listener: Listener) -> OpenDocument:
        """Open a document."""
        journal, document = Journal.open(folder)
        try:
            value = json.loads((folder / ABOUT).read_bytes())
            about = About(**{name: value[name] for name in value if name in About._fields})
        except (OSError, ValueError, TypeError, AttributeError):
            about = About("Untitled")
        opened = cls(folder.name, journal, document, about, listener)
        if read_listing(folder) is not None:
            opened._card_on_disk = journal.size, about
        return opened

    def set_about(self, **changes: Any) -> None:
        """Change what the library knows of it."""
        self.about = replace(self.about, **changes)
        (self.journal.folder / CARD).unlink(missing_ok=True)  # it says otherwise
        write_atomically(self.journal.folder / ABOUT, json.dumps(vars(self.about)))

    def close(self) -> None:
        """Write down what saves time later, and let go of the files."""
        with self.lock:
            if self.is_closed:
                return
            self.is_closed = True
            if self.journal.wants_last_snapshot:
                self.journal.snapshot(self.document)
            if self._card_on_disk != (self.journal.size, self.about):
                self._write_card()
            self.journal.close()
            self.channel.close()

    # -- editing ----------------------------------------------------------------------------------

    def edit(
        self,
        base: int,
        operations: Sequence[Mapping[str, Any]],
        *,
        gesture: str | None = None,
        batch: str | None = None,
        label: str | None = None,
        job: str | None = None,
    ) -> dict[str, Any]:
        """Carry out operations, and tell everybody."""
        return self._made(
            lambda: self.document.edit(
                base, operations, gesture=gesture, batch=batch, label=label, job=job
            ),
            base,
        )

    def change(self, base: int, changes: Sequence[Change], label: str) -> dict[str, Any]:
        """Make changes as an edit, and tell everybody."""

        def change() -> JournalEntry | None:
            self.document.require_newest(base)
            return self.document.change(changes, label)

        return self._made(change, base)

    def undo(self, base: int) -> dict[str, Any]:
        """Take back the last step, and tell everybody."""
        return self._made(lambda: self.document.undo(base), base)

    def redo(self, base: int) -> dict[str, Any]:
        """Make the step again that was undone last, and tell everybody."""
        return self._made(lambda: self.document.redo(base), base)

    def _made(self, make: Callable[[], JournalEntry | None], base: int) -> dict[str, Any]:
        with self.lock:
            self.require_open()
            before = self.document.revision
            try:
                entry = make()
            except Refusal as refusal:
                if refusal.code == "stale":
                    refusal.details["document"] = self.snapshot()
                raise
            if entry is not None and entry.revision > before:
                self._tell(entry, before)
            revision = self.document.revision if entry is None else entry.revision
            return {
                "revision": revision,
                "changes": self._changes_since(base, revision, entry),
                **self._steps(),
                "batch": None if entry is None else entry.batch,
            }

    def _changes_since(
        self, base: int, revision: int, entry: JournalEntry | None
    ) -> Sequence[Change]:
        """Return all that a browser must change that knows the document as it was at `base`."""
        if entry is not None and revision <= base + 1:
            return entry.changes
        return self.document.changes_since(base, revision)

    def _tell(self, entry: JournalEntry, before: int) -> None:
        event = {
            "revision": entry.revision,
            "base": before,
            "changes": entry.changes,
            **self._steps(),
            "label": entry.label,
            "batch": entry.batch,
        }
        self.channel.publish("rev", {**event, "job": entry.job} if entry.job else event)
        if self.journal.wants_snapshot:
            self.journal.snapshot(self.document)
        self._listener(self, entry)

    def require_open(self) -> None:
        """Refuse to go on with a document that was closed."""
        if self.is_closed:
            raise Refusal("not_found", "the document has been closed; open it again")

    def _steps(self) -> dict[str, str | None]:
        document = self.document
        return {
            "undo": document.label(document.timeline.to_undo),
            "redo": document.label(document.timeline.to_redo),
        }

    # -- looking ----------------------------------------------------------------------------------

    def state(self) -> tuple[int, State]:
        """Return the revision, and a state of its own to work with."""
        with self.lock:
            return self.document.revision, states.copy(self.document.state)

    def snapshot(self) -> dict[str, Any]:
        """Return all that a browser needs to show it."""
        with self.lock:
            self.require_open()
            return {
                "id": self.identity,
                "path": self.about.path,
                "name": self.name,
                "revision": self.document.revision,
                "saved": self.about.saved,
                "saved_at": self.about.saved_at,
                **self._steps(),
                "state": states.copy(self.document.state),
            }

    @property
    def name(self) -> str:
        """What it is called in lists: its title, or its file's name."""
        title = self.document.state["meta"].get("title")
        return title or (Path(self.about.path).stem if self.about.path else self.about.name)

    def extras(self) -> dict[str, Any]:
        """Return what only the format knows that it came from."""
        if self.about.format is None:
            return {}
        with contextlib.suppress(OSError, CrosswrightError), notes_of_reading():
            data = (self.journal.folder / ORIGIN).read_bytes()
            return dict(from_bytes(data, self.about.format).extras)
        return {}

    def card(self) -> dict[str, Any]:
        """Return what the library shows of it."""
        with self.lock:
            key = (self.document.revision, self.about)
            if self._card is None or self._card[0] != key:
                self._card = key, self._make_card()
            return self._card[1]

    def _make_card(self) -> dict[str, Any]:
        state, grid = self.document.state, self.document.structure
        cells = state["cells"]
        letters = sum("letter" in cell for cell in cells.values())
        clues = [state["clues"].get(slot_key(slot), {}) for slot in grid.slots]
        edited = self.journal.last_time
        return {
            "id": self.identity,
            "title": state["meta"].get("title", ""),
            "author": state["meta"].get("author", ""),
            "name": self.name,
            "path": self.about.path,
            "season": self.about.season,
            "kind": state["settings"].get("kind", "crossword"),
            **state["size"],
            "words": len(grid.slots),
            "slots": len(grid.slots),
            "blocks": len(grid.blocks),
            "revision": self.document.revision,
            "unsaved": self.about.saved != self.document.revision,
            "edited": edited,
            "filled": round(letters / max(1, len(grid.open_cells)), 3),
            "clues": sum(bool(clue.get("text")) and "draft" not in clue for clue in clues),
            "drafts": sum("draft" in clue for clue in clues),
            "rows": picture_rows(state),
        }

    def answers(self, *, pencil: bool = True) -> dict[str, str]:
        """Return the words of all slots that are full, by key; all letters in ink if told so."""
        cells, answers = self.document.state["cells"], {}
        for slot in self.document.structure.slots:
            there = [cells.get(cell_key(cell), {}) for cell in slot.cells]
            letters = [cell.get("letter") for cell in there if pencil or "pencil" not in cell]
            if None not in letters and len(letters) == len(there):
                answers[slot_key(slot)] = "".join(map(str, letters))
        return answers

    def used_clues(self) -> list[UsedClue]:
        """Return the clues of all slots that are full."""
        with self.lock:
            labels = {slot_key(slot): slot.label for slot in self.document.structure.slots}
            clues = self.document.state["clues"]
            return [
                (answer, labels[key], clues[key]["text"], "draft" in clues[key])
                for key, answer in self.answers().items()
                if clues.get(key, {}).get("text")
            ]

    def search_text(self) -> str:
        """Return everything that the library finds it by."""
        state, words = self.document.state, self.answers().values()
        clues = [clue["text"] for clue in state["clues"].values()]
        return "\n".join([*state["meta"].values(), self.name, *words, *clues]).casefold()

    def listing(self) -> Listing:
        """Return all that the library knows about it while it is closed."""
        with self.lock:
            inked = [*self.answers(pencil=False).values()]
            return Listing(self.card(), self.search_text(), self.used_clues(), inked)

    def _write_card(self) -> None:
        value = {"size": self.journal.size, **vars(self.listing())}
        with contextlib.suppress(OSError):
            write_atomically(self.journal.folder / CARD, json.dumps(value, ensure_ascii=False))


def read_listing(folder: Path) -> Listing | None:
    """Return what the library knows about a document; None if that is not up to date."""
    try:
        value = json.loads((folder / CARD).read_bytes())
        card = value["card"]
        is_whole = card["id"] == folder.name and isinstance(card["edited"], float | int)
        if value["size"] == (folder / JOURNAL).stat().st_size and is_whole and "path" in card:
            used = [(answer, label, text, draft) for answer, label, text, draft in value["used"]]
            return Listing(card, str(value["search"]), used, [*map(str, value["answers"])])
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        pass
    return None


def picture_rows(state: State) -> list[str]:
    """Return the rows of a small picture."""
    size, cells = state["size"], state["cells"]
    return [
        "".join(_sign(cells.get(cell_key((row, column)), {})) for column in range(size["width"]))
        for row in range(size["height"])
    ]


def _sign(cell: Mapping[str, Any]) -> str:
    if "block" in cell:
        return "#"
    if "void" in cell:
        return "~"
    if "letter" not in cell:
        return "."
    first = symbol(cell["letter"])[0]
    return first.lower() if "pencil" in cell else first


def digest_of(data: bytes) -> str:
    """Return what tells one content of a file from another."""
    return hashlib.sha256(data).hexdigest()
