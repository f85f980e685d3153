"""A document: looking at it, editing it, its history and its file."""

from __future__ import annotations

import base64
import binascii
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crosswright.grids.grid import Grid
from crosswright.grids.notation import MAX_SIDE
from crosswright.grids.symmetry import NO_SYMMETRY, SQUARE_ONLY, SYMMETRIES
from crosswright.patterns import builtin
from crosswright.puzzles.puzzle import Puzzle
from crosswright.studio import choices
from crosswright.studio.api.request import Ask, json_response
from crosswright.studio.choices import MadePuzzle
from crosswright.studio.fields import Fields
from crosswright.studio.opened import OpenDocument
from crosswright.studio.operations import MAX_OPERATIONS
from crosswright.studio.refusals import Refusal
from crosswright.studio.state import differences, empty_state
from crosswright.support.records import replace

if TYPE_CHECKING:
    from crosswright.studio.studio import Studio

MAX_REVISION = 2**53

COPY = "A copy: saving writes a file of its own, and the season stays as its ledger knows it."
"""What is said when a puzzle of a season is opened."""


def opened(studio: Studio, ask: Ask) -> OpenDocument:
    """Return the document that a path names; it stays open until the question is answered."""
    document = studio.library.hold(ask.path["id"])
    ask.held.append(document)
    return document


def show(studio: Studio, ask: Ask) -> Any:
    """Return the whole document."""
    return opened(studio, ask).snapshot()


# -- editing --------------------------------------------------------------------------------------


def _base(body: Fields) -> int:
    base: int = body.whole("base", 0, MAX_REVISION)
    return base


def _only_base(body: Fields) -> int:
    base = _base(body)
    body.done()
    return base


def edit(studio: Studio, ask: Ask) -> Any:
    """Carry out operations."""
    body = ask.body
    base = _base(body)
    operations = body.items("ops", most=MAX_OPERATIONS)
    gesture = body.text("gesture", None, most=64)
    batch = body.text("batch", None, most=64)
    body.done()
    return opened(studio, ask).edit(base, operations, gesture=gesture, batch=batch)


def undo(studio: Studio, ask: Ask) -> Any:
    """Take back the last step."""
    return opened(studio, ask).undo(_only_base(ask.body))


def redo(studio: Studio, ask: Ask) -> Any:
    """Make the step again that was undone last."""
    return opened(studio, ask).redo(_only_base(ask.body))


def take(studio: Studio, ask: Ask) -> Any:
    """Take over what a job has found."""
    document, base, choice = opened(studio, ask), _base(ask.body), _choice(studio, ask.body)
    ask.body.done()
    return choices.take(document, base, choice)


# -- history --------------------------------------------------------------------------------------


def history(studio: Studio, ask: Ask) -> Any:
    """Return the steps, newest first."""
    document = opened(studio, ask)
    limit = ask.whole("limit", 1, 500, 50)
    with document.lock:
        steps, more = document.document.history(ask.whole("before", 0, MAX_REVISION), limit or 50)
        return {"revision": document.document.revision, "entries": steps, "more": more}


def past(studio: Studio, ask: Ask) -> Any:
    """Return the state as it was at a revision."""
    document = opened(studio, ask)
    text = ask.path["revision"]
    if not re.fullmatch(r"[0-9]{1,16}", text):
        raise Refusal("not_found", f"there is no revision {text[:40]}")
    revision = int(text)
    with document.lock:
        return {"revision": revision, "state": document.document.state_at(revision)}


def restore(studio: Studio, ask: Ask) -> Any:
    """Make the state again what it was at a revision, as an edit."""
    document = opened(studio, ask)
    base, revision = _base(ask.body), ask.body.whole("revision", 0, MAX_REVISION)
    ask.body.done()
    with document.lock:
        past_state = document.document.state_at(revision)
        changes = differences(document.document.state, past_state)
        return document.change(base, changes, f"Restore revision {revision}")


# -- making and keeping ---------------------------------------------------------------------------


def create(studio: Studio, ask: Ask) -> Any:
    """Make a document: empty, of a pattern, of a file, of what a job has found."""
    kinds = {
        "blank": _blank,
        "pattern": _pattern,
        "rows": _rows,
        "job": _job,
        "file": _file,
        "season": _season,
        "import": _import,
        "copy": _copy,
    }
    body = ask.body
    title = _title(body)
    kind = body.choice("kind", kinds)
    document, notes, status = kinds[kind](studio, body)
    body.done()
    if title and document.state()[1]["meta"].get("title") != title:
        document.edit(document.document.revision, [{"op": "set_meta", "title": title}])
    return json_response({**document.card(), "warnings": notes}, status)


_Made = tuple[OpenDocument, list[str], int]


def _blank(studio: Studio, body: Fields) -> _Made:
    height, width = (body.whole(name, 1, MAX_SIDE) for name in ("height", "width"))
    symmetry = body.choice("symmetry", (NO_SYMMETRY, *SYMMETRIES), "180")
    if symmetry in SQUARE_ONLY and height != width:
        raise body.wrong("symmetry", "needs a square grid")
    body.done()
    state = empty_state(height, width, symmetry=symmetry)
    if title := _title(body):
        state["meta"]["title"] = title
    return studio.library.create(state), [], 201


def _title(body: Fields) -> str:
    """Return the title of a new document: it is there from the first, and no undo takes it."""
    title: str = body.text("title", "", most=1000)
    return title


def _titled(studio: Studio, puzzle: Puzzle, body: Fields) -> OpenDocument:
    """Return a new document of a puzzle, with the title that was given."""
    if title := _title(body):
        puzzle = replace(puzzle, title=title)
    return studio.library.import_puzzle(puzzle, "Untitled")


def _pattern(studio: Studio, body: Fields) -> _Made:
    style = body.choice("style", tuple(dict(builtin.SETS)), builtin.USUAL_STYLE)
    patterns = builtin.patterns(body.whole("size", 1, MAX_SIDE, builtin.USUAL_SIZE), style)
    grid = patterns[body.whole("index", 0, len(patterns) - 1)]
    body.done()
    return _titled(studio, Puzzle(grid), body), [], 201


def _rows(studio: Studio, body: Fields) -> _Made:
    rows = body.texts("rows", most=MAX_SIDE, longest=16 * MAX_SIDE)
    body.done()
    return _titled(studio, Puzzle.from_filled(Grid.from_rows(rows)), body), [], 201


def _job(studio: Studio, body: Fields) -> _Made:
    state = _choice(studio, body).state()
    body.done()
    if title := _title(body):
        state["meta"]["title"] = title
    return studio.library.create(state), [], 201


def _choice(studio: Studio, body: Fields) -> MadePuzzle:
    return studio.jobs.choice(body.text("job", most=64), body.whole("choice", 0, 999))


def _file(studio: Studio, body: Fields) -> _Made:
    path = body.text("path", most=1000)
    body.done()
    document, notes, is_new = studio.library.open_file(path)
    return document, notes, 201 if is_new else 200


def _season(studio: Studio, body: Fields) -> _Made:
    path, number = body.text("path", most=1000), body.whole("number", 1, 10**6)
    body.done()
    chosen = studio.seasons.puzzle(path, number)
    document, notes, is_new = studio.library.open_season_puzzle(chosen)
    return document, [COPY, *notes], 201 if is_new else 200


def _import(studio: Studio, body: Fields) -> _Made:
    name, text = body.text("name", most=255), body.raw("data")
    body.done()
    if not isinstance(text, str):
        raise body.wrong("data", "expected base64")
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise body.wrong("data", "is not base64") from None
    document, notes = studio.library.import_data(data, Path(name.replace("\\", "/")).name)
    return document, notes, 201


def _copy(studio: Studio, body: Fields) -> _Made:
    identity = body.text("id", most=64)
    body.done()
    return studio.library.copy(identity), [], 201


def save(studio: Studio, ask: Ask) -> Any:
    """Write the document to its file."""
    path = ask.body.text("path", None, most=1000)
    choice = ask.body.choice("choice", ("overwrite", "reload", "copy"), None)
    ask.body.done()
    return studio.library.save(opened(studio, ask), path, choice)


def remove(studio: Studio, ask: Ask) -> Any:
    """Put the document in the trash."""
    ask.body.done()
    studio.jobs.stop_for(ask.path["id"])
    studio.library.remove(ask.path["id"])
    return {"id": ask.path["id"]}


def recover(studio: Studio, ask: Ask) -> Any:
    """Take the document out of the trash."""
    ask.body.done()
    return studio.library.recover(ask.path["id"]).card()
