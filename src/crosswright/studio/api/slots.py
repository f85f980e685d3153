"""What there is to know about a document: candidates of a slot, findings, statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from crosswright.errors import CrosswrightError
from crosswright.studio.api.documents import MAX_REVISION, opened
from crosswright.studio.api.request import Ask
from crosswright.studio.fields import Fields
from crosswright.studio.insight import MAX_CANDIDATES, SORTS
from crosswright.studio.refusals import Refusal
from crosswright.studio.review import review
from crosswright.studio.slots import letters_of
from crosswright.studio.thinking.task import Look
from crosswright.studio.thinking.verdicts import Verdicts, VerdictStage, verdict_json
from crosswright.support.sizes import MAX_LENGTH, MAX_SCORE

if TYPE_CHECKING:
    from crosswright.studio.opened import OpenDocument
    from crosswright.studio.studio import Studio

MAX_LOOKED_AT: Final = 16
"""Slots, and other things, that a page looks at."""

MAX_ROWS: Final = 200
"""Candidates of a slot that a page looks at."""


def candidates(studio: Studio, ask: Ask) -> Any:
    """Return the words for a slot, or only the newest revision when another one is asked about."""
    document = opened(studio, ask)
    revision = ask.whole("revision", 0, MAX_REVISION)
    try:
        if revision in (None, document.state()[0]):
            return _candidates(studio, ask, document)
    except Refusal:
        if revision in (None, document.state()[0]):
            raise
    return {"revision": document.state()[0], "stale": True}


def _candidates(studio: Studio, ask: Ask, document: OpenDocument) -> Any:
    sort = ask.text("sort", "score", most=20)
    if sort not in SORTS:
        raise Refusal("invalid", f"sort: choose from {', '.join(SORTS)}", where="sort")
    return studio.insight.candidates(
        document,
        ask.path["label"],
        text=ask.pattern("filter", most=200),
        sort=sort,
        floor=ask.whole("floor", -MAX_SCORE, MAX_SCORE),
        offset=ask.whole("offset", 0, 10**6, 0) or 0,
        limit=ask.whole("limit", 1, MAX_CANDIDATES, 200) or 200,
    )


def look(studio: Studio, ask: Ask) -> Any:
    """Take down what a page shows, so that the assistant thinks about that first."""
    document, body = opened(studio, ask), ask.body
    revision = body.whole("revision", 0, MAX_REVISION)
    rows = [_rows(fields) for fields in body.objects("slots", most=MAX_LOOKED_AT)]
    wants = frozenset(body.texts("wants", [], most=MAX_LOOKED_AT, longest=20))
    body.done()
    with document.lock:
        newest, grid = document.document.revision, document.document.structure
        if revision != newest:
            return {"revision": newest, "stale": True}
        try:
            slots = tuple((grid.slot(label).label, tuple(words)) for label, words in rows)
        except CrosswrightError as error:
            raise Refusal("not_found", str(error)) from None
        studio.assistant.looked(document, Look(revision, slots, wants))
    return {"revision": revision}


def _rows(fields: Fields) -> tuple[str, list[str]]:
    label = fields.text("slot", most=5000)
    words = fields.texts("words", [], most=MAX_ROWS, longest=MAX_LENGTH)
    fields.done()
    return label, words


def witness(studio: Studio, ask: Ask) -> Any:
    """Return the letters of a fill with a word in a slot, if one is known."""
    document = opened(studio, ask)
    revision = ask.whole("revision", 0, MAX_REVISION, document.document.revision) or 0
    word, label = ask.text("word", most=MAX_LENGTH), ask.path["label"]
    verdicts: Verdicts = studio.assistant.results(document, revision, VerdictStage.name) or {}
    verdict = verdicts.get(label, {}).get(word)
    grid = None if verdict is None else verdict.grid
    if verdict is None or grid is None:
        return {"revision": document.document.revision, "cells": None}
    ink = letters_of(document.state()[1], pencil=False)
    cells = [[*cell, letter] for cell, letter in grid.letters.items() if cell not in ink]
    return {"revision": revision, "cells": cells, **verdict_json(verdict)}


def preview(studio: Studio, ask: Ask) -> Any:
    """Return what propagation leaves of the grid."""
    return studio.insight.preview(*opened(studio, ask).state())


def check(studio: Studio, ask: Ask) -> Any:
    """Return findings, statistics and answers."""
    revision, state = opened(studio, ask).state()
    return {"revision": revision, **review(state, studio.insight.words(state))}
