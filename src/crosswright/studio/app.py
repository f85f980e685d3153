"""The routes of the studio: pages, assets, answers and streams."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from crosswright.studio.api import documents, jobs, seasons, sheets, shelf, slots, truth, words
from crosswright.studio.api.request import Answer, json_response, refused, route
from crosswright.studio.assets import Assets
from crosswright.studio.events import Channel
from crosswright.studio.refusals import Refusal
from crosswright.studio.studio import Studio

Endpoint = Callable[[Request], Awaitable[Response]]

PAGES: Final = ("", "/clues", "/words", "/play", "/export")
"""What the page shows of a document, by the end of its address."""

_DOCUMENT: Final = "/api/documents/{id}"

ANSWERS: Final[tuple[tuple[str, str, Answer, int], ...]] = (
    ("GET", "/api/about", shelf.about, 200),
    ("GET", "/api/library", shelf.library, 200),
    ("GET", "/api/patterns", shelf.patterns, 200),
    ("GET", "/api/seasons", seasons.listing, 200),
    ("GET", "/api/season", seasons.season, 200),
    ("GET", "/api/documents", shelf.library, 200),
    ("POST", "/api/documents", documents.create, 201),
    ("GET", _DOCUMENT, documents.show, 200),
    ("DELETE", _DOCUMENT, documents.remove, 200),
    ("POST", f"{_DOCUMENT}/recover", documents.recover, 200),
    ("POST", f"{_DOCUMENT}/ops", documents.edit, 200),
    ("POST", f"{_DOCUMENT}/undo", documents.undo, 200),
    ("POST", f"{_DOCUMENT}/redo", documents.redo, 200),
    ("POST", f"{_DOCUMENT}/save", documents.save, 200),
    ("POST", f"{_DOCUMENT}/restore", documents.restore, 200),
    ("POST", f"{_DOCUMENT}/take", documents.take, 200),
    ("GET", f"{_DOCUMENT}/history", documents.history, 200),
    ("GET", f"{_DOCUMENT}/history/{{revision}}", documents.past, 200),
    ("GET", f"{_DOCUMENT}/slots/{{label}}/candidates", slots.candidates, 200),
    ("GET", f"{_DOCUMENT}/slots/{{label}}/witness", slots.witness, 200),
    ("POST", f"{_DOCUMENT}/look", slots.look, 200),
    ("GET", f"{_DOCUMENT}/preview", slots.preview, 200),
    ("GET", f"{_DOCUMENT}/check", slots.check, 200),
    ("GET", f"{_DOCUMENT}/letters", truth.letters, 200),
    ("GET", f"{_DOCUMENT}/letter", truth.letter, 200),
    ("GET", f"{_DOCUMENT}/certificate", truth.certificate, 200),
    ("GET", f"{_DOCUMENT}/lifts/{{lift}}", truth.lift, 200),
    ("GET", f"{_DOCUMENT}/formats", sheets.formats, 200),
    ("GET", f"{_DOCUMENT}/export", sheets.export, 200),
    ("GET", f"{_DOCUMENT}/render", sheets.draw, 200),
    ("GET", f"{_DOCUMENT}/play", sheets.play, 200),
    ("POST", f"{_DOCUMENT}/jobs", jobs.start_for_document, 201),
    ("POST", "/api/jobs", jobs.start_for_library, 201),
    ("GET", "/api/jobs/{job}", jobs.show, 200),
    ("DELETE", "/api/jobs/{job}", jobs.stop, 200),
    ("POST", "/api/jobs/{job}/pause", jobs.pause, 200),
    ("POST", "/api/jobs/{job}/resume", jobs.resume, 200),
    ("GET", "/api/words/match", words.match, 200),
    ("GET", "/api/words/anagram", words.anagram, 200),
    ("GET", "/api/words/lists", words.lists, 200),
    ("GET", "/api/words/personal", words.personal, 200),
    ("GET", "/api/words/look", words.look, 200),
    ("GET", "/api/words/clues", words.clues, 200),
    ("POST", "/api/words/score", words.score, 200),
    ("POST", "/api/words/ban", words.ban, 200),
    ("POST", "/api/words/forget", words.forget, 200),
    ("POST", "/api/words/undo", words.undo, 200),
)
"""All answers: method, path, function, and the status of success."""


def application(studio: Studio) -> Starlette:
    """Return the application, without the checks of `security.Gate`."""
    routes: list[BaseRoute] = [
        route(studio, method, path, answer, status=status)
        for method, path, answer, status in ANSWERS
    ]
    routes += [
        Route("/api/events", _library_events(studio)),
        Route(f"{_DOCUMENT}/events", _document_events(studio)),
        *_pages(Assets()),
    ]
    return Starlette(routes=routes, exception_handlers={HTTPException: _http_error})


async def _http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    code = {404: "not_found", 405: "not_allowed"}.get(status, "invalid")
    refusal = Refusal(code, "there is nothing here" if status == 404 else "not that way")
    return json_response(refusal.as_json(), refusal.status)


# -- pages and assets -----------------------------------------------------------------------------


def _pages(assets: Assets) -> list[BaseRoute]:
    async def page(request: Request) -> Response:
        return await run_in_threadpool(assets.page, request)

    async def file(request: Request) -> Response:
        name = request.path_params.get("path", "favicon.svg")
        response = await run_in_threadpool(assets.file, request, name)
        if response is None:
            raise HTTPException(404)
        return response

    return [
        Route("/", page),
        Route("/series", page),
        *(Route(f"/documents/{{id}}{view}", page) for view in PAGES),
        Route("/static/{path:path}", file),
        Route("/favicon.ico", file),
    ]


# -- streams --------------------------------------------------------------------------------------


def _library_events(studio: Studio) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        return _stream(studio, studio.library.channel, request)

    return endpoint


def _document_events(studio: Studio) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        try:
            document = await run_in_threadpool(studio.library.open, request.path_params["id"])
        except Exception as error:
            refusal = refused(error)
            return json_response(refusal.as_json(), refusal.status)
        response = _stream(studio, document.channel, request)
        studio.assistant.edited(document)
        return response

    return endpoint


def _stream(studio: Studio, channel: Channel, request: Request) -> Response:
    try:
        stream = studio.streams.open(channel, request.headers.get("last-event-id"))
    except Refusal as refusal:
        return json_response(refusal.as_json(), refusal.status)

    async def events() -> AsyncIterator[bytes]:
        try:
            async for event in stream.read(channel.reset):
                yield event
        finally:
            studio.streams.close(channel, stream)

    return StreamingResponse(events(), media_type="text/event-stream")
