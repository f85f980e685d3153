"""Work that takes a while, started, paused and stopped from the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crosswright.errors import CrosswrightError
from crosswright.studio.api.documents import MAX_REVISION, opened
from crosswright.studio.api.request import Ask
from crosswright.studio.api.shelf import has_dictionary
from crosswright.studio.fields import Fields
from crosswright.studio.filling import FILL_SECONDS, DocumentDrafts, DocumentFill
from crosswright.studio.jobs import DocumentJob, StudioJob
from crosswright.studio.making import JOBS, MAX_SECONDS
from crosswright.studio.opened import OpenDocument
from crosswright.studio.refusals import Refusal
from crosswright.support.sizes import MAX_SCORE

if TYPE_CHECKING:
    from crosswright.studio.studio import Studio


def _started(job: StudioJob) -> Any:
    return {"job": job.identity, "kind": job.kind, "revision": job.revision}


def start_for_document(studio: Studio, ask: Ask) -> Any:
    """Start a fill, or the drafting of clues."""
    document, body = opened(studio, ask), ask.body
    kind = body.choice("kind", ("fill", "drafts"))
    base = body.whole("base", 0, MAX_REVISION)
    try:
        return _started(
            studio.jobs.start_on(document, lambda: _job(studio, document, kind, base, body))
        )
    except Refusal as refusal:
        if refusal.code == "stale":
            refusal.details["document"] = document.snapshot()
        raise


def _job(studio: Studio, document: OpenDocument, kind: str, base: int, body: Fields) -> DocumentJob:
    if kind == "fill":
        return _fill(studio, document, base, body)
    body.done()
    if not has_dictionary():
        raise Refusal("impossible", "draft clues need: pip install crosswright[clues]")
    return DocumentDrafts(document, base)


def _fill(studio: Studio, document: OpenDocument, base: int, body: Fields) -> DocumentFill:
    scope = body.choice("scope", ("all", "region", "slot"), "all")
    region = None
    if scope == "region":
        region = body.cells("cells")
    elif scope == "slot":
        label = body.text("slot", most=5000)
        try:
            region = [*document.document.structure.slot(label).cells]
        except CrosswrightError as error:
            raise Refusal("not_found", str(error)) from None
    floor = body.whole("floor", -MAX_SCORE, MAX_SCORE, None)
    seconds = body.number("seconds", 0.1, MAX_SECONDS, FILL_SECONDS)
    seed = body.whole("seed", 0, 2**53 - 1, None)
    body.done()
    return DocumentFill(
        document,
        studio.insight,
        base=base,
        region=region,
        floor=floor,
        seconds=seconds,
        seed=seed,
    )


def start_for_library(studio: Studio, ask: Ask) -> Any:
    """Start a search for a pattern, a construction or a layout."""
    kind = ask.body.choice("kind", JOBS)
    job = JOBS[kind](studio.library.channel, ask.body)
    ask.body.done()
    return _started(studio.jobs.start(job))


def show(studio: Studio, ask: Ask) -> Any:
    """Return the last that a job has said."""
    return studio.jobs.get(ask.path["job"]).last_event


def pause(studio: Studio, ask: Ask) -> Any:
    """Let a job rest."""
    ask.body.done()
    job = studio.jobs.get(ask.path["job"])
    job.pause()
    return {"job": job.identity, "state": job.state}


def resume(studio: Studio, ask: Ask) -> Any:
    """Let a job go on."""
    ask.body.done()
    job = studio.jobs.get(ask.path["job"])
    job.resume()
    return {"job": job.identity, "state": job.state}


def stop(studio: Studio, ask: Ask) -> Any:
    """End a job; what has landed stays."""
    ask.body.done()
    job = studio.jobs.get(ask.path["job"])
    job.stop()
    return {"job": job.identity, "state": job.state}
