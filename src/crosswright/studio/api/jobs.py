"""Work that takes a while, started, paused and stopped from the browser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from crosswright.clues.bank import ClueBank
from crosswright.clues.drafts import DraftSources
from crosswright.errors import CrosswrightError
from crosswright.filling.asking.whatif import WordVerdict
from crosswright.grids.notation import MAX_SIDE
from crosswright.studio.api.documents import MAX_REVISION, opened
from crosswright.studio.api.request import Ask
from crosswright.studio.api.shelf import has_dictionary
from crosswright.studio.events import Channel
from crosswright.studio.fields import Fields
from crosswright.studio.filling import FILL_SECONDS, DocumentDrafts, DocumentFill
from crosswright.studio.insight import rules_of
from crosswright.studio.jobs import DocumentJob, StudioJob
from crosswright.studio.making import FOR_DOCUMENTS, JOBS, MAX_SECONDS, Workshop
from crosswright.studio.opened import OpenDocument
from crosswright.studio.refusals import Refusal
from crosswright.studio.slots import grid_of
from crosswright.studio.state import State, empty_state
from crosswright.studio.thinking.verdicts import VerdictStage
from crosswright.studio.whynot import DocumentExplanation
from crosswright.support.records import replace
from crosswright.support.sizes import MAX_LENGTH, MAX_SCORE

if TYPE_CHECKING:
    from crosswright.studio.studio import Studio


def _started(job: StudioJob) -> Any:
    return {"job": job.identity, "kind": job.kind, "revision": job.revision}


def start_for_document(studio: Studio, ask: Ask) -> Any:
    """Start a fill, the drafting of clues, an explanation, or a search for puzzles to take over."""
    document, body = opened(studio, ask), ask.body
    kind = body.choice("kind", ("fill", "drafts", "explain", *FOR_DOCUMENTS))
    if kind in FOR_DOCUMENTS:  # which goes on while the document is edited: nothing lands by itself
        _, state = document.state()
        return _make(studio, kind, body, state, document.channel)
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
    if kind == "explain":
        return _explanation(studio, document, base, body)
    body.done()
    if not has_dictionary() and not ClueBank().exists:
        raise Refusal("impossible", "draft clues need: pip install crosswright[clues]")
    sources = DraftSources(
        lambda answer: studio.library.earlier_clues(answer, document.identity), has_dictionary()
    )
    return DocumentDrafts(document, base, sources)


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


def _explanation(
    studio: Studio, document: OpenDocument, base: int, body: Fields
) -> DocumentExplanation:
    """Explain a word in a slot, a letter in a cell, or the whole grid."""
    word = letter = None
    others: Mapping[str, WordVerdict] = {}
    if "word" in body:
        label = body.text("slot", most=5000)
        word = label, body.text("word", most=MAX_LENGTH)
        verdicts = studio.assistant.results(document, base, VerdictStage.name) or {}
        others = dict(verdicts.get(label, {}))
    elif "letter" in body:
        side = MAX_SIDE - 1
        cell = body.whole("row", 0, side), body.whole("column", 0, side)
        letter = cell, body.text("letter", most=20)
    body.done()
    return DocumentExplanation(
        document, studio.insight, base, word=word, letter=letter, others=others
    )


def start_for_library(studio: Studio, ask: Ask) -> Any:
    """Start a search for a pattern, a construction or a layout."""
    kind = ask.body.choice("kind", JOBS)
    return _make(studio, kind, ask.body, empty_state(1, 1), studio.library.channel)


def _make(studio: Studio, kind: str, body: Fields, state: State, channel: Channel) -> Any:
    """Start a search for puzzles, with the words and rules of a document, or of a new one."""
    rules = replace(rules_of(state, grid_of(state)), slot_scores={})
    lively = state["settings"].get("lively")
    workshop = Workshop(channel, lambda: studio.insight.words(state), rules, lively)
    job = JOBS[kind](workshop, body)
    body.done()
    return _started(studio.jobs.start(job))


def show(studio: Studio, ask: Ask) -> Any:
    """Return the last that a job has said."""
    return studio.jobs.get(ask.path["job"]).last_event


def pause(studio: Studio, ask: Ask) -> Any:
    """Let a job rest."""
    ask.body.done()
    job = studio.jobs.get(ask.path["job"])
    job.pause()
    studio.assistant.wake()  # the engine is free
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
