"""The routes of the studio: pages, assets, answers and streams."""

from __future__ import annotations

import mimetypes
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from crosswright.studio.api import documents, jobs, sheets, shelf, slots, words
from crosswright.studio.api.request import Answer, json_response, refused, route
from crosswright.studio.events import Channel
from crosswright.studio.refusals import Refusal
from crosswright.studio.studio import Studio

Endpoint = Callable[[Request], Awaitable[Response]]

STATIC: Final = Path(__file__).parent / "static"
SUFFIXES: Final = frozenset(
    {".html", ".js", ".css", ".svg", ".woff2", ".json", ".png", ".ico", ".webmanifest"}
)
MEDIA_TYPES: Final = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}

PAGES: Final = ("", "/clues", "/words", "/play", "/export")
"""What the page shows of a document, by the end of its address."""

_DOCUMENT: Final = "/api/documents/{id}"

ANSWERS: Final[tuple[tuple[str, str, Answer, int], ...]] = (
    ("GET", "/api/about", shelf.about, 200),
    ("GET", "/api/library", shelf.library, 200),
    ("GET", "/api/patterns", shelf.patterns, 200),
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
    ("GET", f"{_DOCUMENT}/history", documents.history, 200),
    ("GET", f"{_DOCUMENT}/history/{{revision:int}}", documents.past, 200),
    ("GET", f"{_DOCUMENT}/slots/{{label}}/candidates", slots.candidates, 200),
    ("GET", f"{_DOCUMENT}/preview", slots.preview, 200),
    ("GET", f"{_DOCUMENT}/check", slots.check, 200),
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
        Route("/", _page),
        *(Route(f"/documents/{{id}}{page}", _page) for page in PAGES),
        Route("/static/{path:path}", _asset),
        Route("/favicon.ico", _icon),
    ]
    return Starlette(routes=routes, exception_handlers={HTTPException: _http_error})


async def _http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    code = {404: "not_found", 405: "not_allowed"}.get(status, "invalid")
    refusal = Refusal(code, "there is nothing here" if status == 404 else "not that way")
    return json_response(refusal.as_json(), refusal.status)


# -- pages and assets -----------------------------------------------------------------------------


async def _page(request: Request) -> Response:
    return await run_in_threadpool(_static, "index.html")


async def _icon(request: Request) -> Response:
    return await run_in_threadpool(_static, "favicon.svg")


async def _asset(request: Request) -> Response:
    return await run_in_threadpool(_static, request.path_params["path"])


def _static(name: str) -> Response:
    """Return one of our own files."""
    try:
        path = STATIC.joinpath(name).resolve()
        if not path.is_relative_to(STATIC.resolve()) or path.suffix not in SUFFIXES:
            raise HTTPException(404)
        data = path.read_bytes()
    except (OSError, ValueError):  # a NUL in the name
        raise HTTPException(404) from None
    media_type = MEDIA_TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    return Response(data, media_type=media_type, headers={"Cache-Control": "no-cache"})


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
