"""What there is to know about a document: candidates of a slot, findings, statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crosswright.studio.api.documents import MAX_REVISION, opened
from crosswright.studio.api.request import Ask
from crosswright.studio.insight import MAX_CANDIDATES
from crosswright.studio.refusals import Refusal
from crosswright.studio.review import review
from crosswright.support.sizes import MAX_SCORE

if TYPE_CHECKING:
    from crosswright.studio.opened import OpenDocument
    from crosswright.studio.studio import Studio


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
    if sort not in ("score", "alphabet"):
        raise Refusal("invalid", "sort: choose from score, alphabet", where="sort")
    return studio.insight.candidates(
        document,
        ask.path["label"],
        text=ask.pattern("filter", most=200),
        by_alphabet=sort == "alphabet",
        floor=ask.whole("floor", -MAX_SCORE, MAX_SCORE),
        offset=ask.whole("offset", 0, 10**6, 0) or 0,
        limit=ask.whole("limit", 1, MAX_CANDIDATES, 200) or 200,
    )


def preview(studio: Studio, ask: Ask) -> Any:
    """Return what propagation leaves of the grid."""
    return studio.insight.preview(*opened(studio, ask).state())


def check(studio: Studio, ask: Ask) -> Any:
    """Return findings, statistics and answers."""
    revision, state = opened(studio, ask).state()
    return {"revision": revision, **review(state, studio.insight.words(state))}
