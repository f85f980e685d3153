"""Questions from a browser, and how functions that answer them become routes.

An answer is a function of the studio and an `Ask`, and returns what is sent as JSON, or a response.
It runs in a thread of its own; whatever it refuses is told by code and message.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from crosswright.errors import CrosswrightError
from crosswright.studio.fields import Fields
from crosswright.studio.journal import refusal_of
from crosswright.studio.refusals import Refusal

if TYPE_CHECKING:
    from crosswright.studio.opened import OpenDocument
    from crosswright.studio.studio import Studio

MAX_BODY: Final = 1 << 20
MAX_IMPORT: Final = 12 << 20
"""Bytes of a request; an import may have more."""

MAX_STARS: Final = 2
"""Signs in a pattern for any number of letters."""

MAX_NESTING: Final = 32
"""Lists and objects inside one another."""


class Ask:
    """A question: what is in its path, in its query and in its body."""

    def __init__(self, path: Mapping[str, str], query: Mapping[str, str], body: Fields) -> None:
        self.path = path
        self.query = query
        self.body = body
        self.held: list[OpenDocument] = []
        """Documents that stay open until it is answered."""

    def text(self, name: str, default: str = "", *, most: int = 1000) -> str:
        """Return a text of the query."""
        value = self.query.get(name, default)
        if len(value) > most:
            raise Refusal("invalid", f"{name}: longer than {most} characters", where=name)
        if "\0" in value:
            raise Refusal("invalid", f"{name}: has a character that is not text", where=name)
        return value

    def pattern(self, name: str, *, most: int) -> str:
        """Return a pattern of the query; every * doubles the work, so there are few."""
        value = self.text(name, most=most)
        if value.count("*") > MAX_STARS:
            raise Refusal("invalid", f"{name}: at most {MAX_STARS} *", where=name)
        return value

    def whole(self, name: str, low: int, high: int, default: int | None = None) -> int | None:
        """Return a whole number of the query."""
        text = self.text(name, most=20)
        if not text:
            return default
        try:
            value = int(text)
        except ValueError:
            value = high + 1
        if not low <= value <= high:
            raise Refusal("invalid", f"{name}: must be from {low} to {high}", where=name)
        return value

    def flag(self, name: str, default: bool | None = None) -> bool | None:
        """Return a flag of the query: 1 or 0."""
        text = self.text(name, most=5)
        if text not in ("", "0", "1"):
            raise Refusal("invalid", f"{name}: must be 0 or 1", where=name)
        return text == "1" if text else default


Answer = Callable[["Studio", Ask], Any]


def json_response(value: Any, status: int = 200) -> Response:
    """Return a response with JSON."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Response(text.encode("utf-8", "surrogatepass"), status, media_type="application/json")


def route(studio: Studio, method: str, path: str, answer: Answer, *, status: int = 200) -> Route:
    """Return the route on which a function answers."""
    most = MAX_IMPORT if (method, path) == ("POST", "/api/documents") else MAX_BODY

    async def endpoint(request: Request) -> Response:
        try:
            body = Fields({}) if method == "GET" else Fields(await read_json(request, most))
            ask = Ask(request.path_params, request.query_params, body)
            value = await run_in_threadpool(_answered, answer, studio, ask)
            body.done()
        except ClientDisconnect:  # nobody is left to be told
            return Response(status_code=400)
        except Exception as error:
            refusal = refused(error)
            if refusal.code == "internal":
                studio.log.exception("%s %s failed", method, path)
            return json_response(refusal.as_json(), refusal.status)
        return value if isinstance(value, Response) else json_response(value, status)

    return Route(path, endpoint, methods=[method])


def _answered(answer: Answer, studio: Studio, ask: Ask) -> Any:
    try:
        return answer(studio, ask)
    finally:
        for document in ask.held:
            studio.library.release(document)


def refused(error: Exception) -> Refusal:
    """Return what to tell the browser about an error."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, CrosswrightError):
        return Refusal("impossible", str(error))
    if isinstance(error, OSError):
        return refusal_of(error, "a file")
    return Refusal("internal", "the studio has made a mistake; the terminal says more")


async def read_json(request: Request, most: int) -> Any:
    """Read the body of a request, within bounds."""
    length = request.headers.get("content-length", "0")
    if length.isascii() and length.isdecimal() and int(length) > most:
        raise Refusal("too_large", f"more than {most >> 20} MiB")
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            raise Refusal("too_large", f"more than {most >> 20} MiB")
    return parse_json(bytes(data))


def parse_json(data: bytes) -> Any:
    """Read JSON that is not nested too deeply."""
    try:
        value = json.loads(data, parse_constant=_no_constant)
    except RecursionError:
        raise Refusal("invalid", "the JSON is nested too deeply") from None
    except ValueError:
        raise Refusal("invalid", "the body is not JSON") from None
    level, depth = [value], 0
    while level:
        depth += 1
        if depth > MAX_NESTING:
            raise Refusal("invalid", "the JSON is nested too deeply")
        nested = [each for each in level if isinstance(each, dict | list)]
        level = [
            child
            for each in nested
            for child in (each.values() if isinstance(each, dict) else each)
        ]
    return value


def _no_constant(text: str) -> float:
    raise ValueError(f"{text} is not JSON")
