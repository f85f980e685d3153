"""What search has found out about a document: letters, the best floor, ways to a higher one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crosswright.explaining.lifting import Lift
from crosswright.filling.asking.living import BestFloor
from crosswright.grids.grid import Grid
from crosswright.studio.api.documents import MAX_REVISION, opened
from crosswright.studio.api.request import Ask
from crosswright.studio.slots import letters_of
from crosswright.studio.thinking.certificate import CertificateStage, certificate_json
from crosswright.studio.thinking.letters import LetterMap, LetterStage
from crosswright.studio.thinking.lifts import LiftId, LiftStage

if TYPE_CHECKING:
    from crosswright.studio.opened import OpenDocument
    from crosswright.studio.studio import Studio

MAX_TOKEN = 24
"""Characters of a letter in a request."""


def _found(studio: Studio, ask: Ask, name: str) -> tuple[OpenDocument, int, Any]:
    """Return a document, a revision of it, and what a stage knows about that."""
    document = opened(studio, ask)
    revision = ask.whole("revision", 0, MAX_REVISION, document.document.revision) or 0
    return document, revision, studio.assistant.results(document, revision, name)


def _fill(document: OpenDocument, revision: int, grid: Grid | None, **fields: Any) -> Any:
    """Return the letters of a fill that are not in ink; none if there is no fill."""
    newest, state = document.state()
    if grid is None or newest != revision:
        return {"revision": newest, "cells": None}
    ink = letters_of(state, pencil=False)
    cells = [[*cell, letter] for cell, letter in grid.letters.items() if ink.get(cell) != letter]
    return {"revision": revision, "cells": cells, **fields}


def letters(studio: Studio, ask: Ask) -> Any:
    """Return the truth map as far as it is known."""
    _, revision, found = _found(studio, ask, LetterStage.name)
    known: LetterMap | None = found
    return {"revision": revision, **(known.everything() if known is not None else {"cells": None})}


def letter(studio: Studio, ask: Ask) -> Any:
    """Return a fill with a letter in a cell, if one is known."""
    document, revision, found = _found(studio, ask, LetterStage.name)
    known: LetterMap | None = found
    cell = ask.whole("row", 0, 1000, 0) or 0, ask.whole("column", 0, 1000, 0) or 0
    text = ask.text("letter", most=MAX_TOKEN)
    return _fill(document, revision, None if known is None else known.witness(cell, text))


def certificate(studio: Studio, ask: Ask) -> Any:
    """Return the best floor with a fill that has it."""
    document, revision, found = _found(studio, ask, CertificateStage.name)
    best: BestFloor | None = found
    if best is None:
        return _fill(document, revision, None)
    return _fill(document, revision, best.grid, **certificate_json(best, is_done=best.is_proved))


def lift(studio: Studio, ask: Ask) -> Any:
    """Return a fill of the grid as a way to a higher floor would have it."""
    document, revision, found = _found(studio, ask, LiftStage.name)
    ways: dict[LiftId, Lift] = found or {}
    way = ways.get(ask.path["lift"])
    if way is None:
        return _fill(document, revision, None)
    changed = {
        "closed": [list(cell) for cell in way.change.cells if not way.grid.is_open(cell)],
        "opened": [list(cell) for cell in way.change.opened],
    }
    return _fill(document, revision, way.fill, **changed)
