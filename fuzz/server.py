"""The studio's API: requests through the application in this process, without a socket.

An input is one request or several, separated by lines of equals signs: a line with the method and
the address, further lines with headers, an empty line, and the body. `{id}` stands for a small
document that each input finds as new.
"""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import tempfile
import threading
from collections.abc import Coroutine
from functools import cache
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote_to_bytes

from crosswright.studio.app import ANSWERS, application
from crosswright.studio.refusals import STATUSES
from crosswright.studio.security import Gate, Keys
from crosswright.studio.studio import Studio
from fuzz.readers import puzzles, words
from fuzz.target import FindingError, Target, kind_of

T = TypeVar("T")

PORT = 8017
SEPARATOR = b"\n=====\n"
MAX_REQUESTS = 4
RENEWED_EVERY = 500
"""Inputs after which the studio gets a new folder, lest what they leave behind slows it down."""

STREAMS = b"/events"
"""Addresses of streams, which have no end."""

WORD_LIST = "".join(f"{a}{b}{c};{50 + ord(a) % 40}\n" for a in "CBT" for b in "AEO" for c in "TNR")


class Faults(logging.Handler):
    """Whatever the studio logs as its own mistake, in any thread."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep what was logged, with its traceback."""
        self.records.append(logging.Formatter().format(record))


class Bench:
    """A studio on a temporary folder, and a way to ask it."""

    def __init__(self) -> None:
        words.folder()  # the user's lists and banks are elsewhere
        self._place = tempfile.TemporaryDirectory(prefix="crosswright-fuzz-")
        root = Path(self._place.name)
        (root / "words.dict").write_text(WORD_LIST)
        (root / "small.ipuz").write_bytes(puzzles.seeds("ipuz")[1])
        self.studio = Studio(root)
        self.faults = Faults()
        self.studio.log.addHandler(self.faults)
        self.studio.log.propagate = False
        keys = Keys(PORT)
        cookie = keys.exchange(keys.token) or ""
        self._gate = Gate(application(self.studio), keys, PORT)
        self._headers = {
            b"host": b"127.0.0.1:%d" % PORT,
            b"cookie": cookie.partition(";")[0].encode(),
            b"content-type": b"application/json",
            b"sec-fetch-site": b"same-origin",
        }
        self._loop = asyncio.new_event_loop()
        self.inputs = 0

    def close(self) -> None:
        """End the studio and remove its folder."""
        self.studio.close()
        self.studio.log.removeHandler(self.faults)
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()
        self._place.cleanup()

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """Do what takes several requests, all of them in one thread beside this one."""
        return self._loop.run_until_complete(work)

    async def new_document(self) -> str:
        """Make a small document with the small list; return its identity."""
        rows = {"kind": "rows", "rows": ["...", ".#.", "..."]}
        made = json.loads((await self.ask(b"POST", b"/api/documents", b"", _encoded(rows)))[1])
        stack = {"op": "set_lists", "stack": [{"path": "words.dict"}]}
        edit = _encoded({"base": 0, "ops": [stack, {"op": "set_settings", "style": "free"}]})
        await self.ask(b"POST", f"/api/documents/{made['id']}/ops".encode(), b"", edit)
        return str(made["id"])

    async def forget(self, documents: list[str]) -> None:
        """Stop what runs and remove documents, so that the next input finds none of it."""
        self.studio.jobs.end()
        for identity in documents:
            await self.ask(b"DELETE", f"/api/documents/{identity}".encode(), b"", b"{}")

    async def ask(
        self, method: bytes, address: bytes, headers: bytes, body: bytes
    ) -> tuple[int, bytes]:
        """Send a request through everything but the socket; return the status and the body."""
        path, _, query = address.partition(b"?")
        fields = {**self._headers, **_headers(headers)}
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http",
            "method": method.decode("latin-1"),
            "path": unquote_to_bytes(path).decode("utf-8", "replace"),
            "raw_path": path,
            "query_string": query,
            "root_path": "",
            "headers": [*fields.items()],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", PORT),
        }
        sent: list[Any] = []
        waiting = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Any:
            return waiting.pop() if waiting else {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        await self._gate(scope, receive, send)
        data = b"".join(message.get("body", b"") for message in sent[1:])
        return int(sent[0]["status"]), data


def _encoded(value: object) -> bytes:
    return json.dumps(value).encode()


def _headers(lines: bytes) -> dict[bytes, bytes]:
    pairs = (line.partition(b":") for line in lines.split(b"\n") if b":" in line)
    return {name.strip().lower(): value.strip() for name, _, value in pairs}


@cache
def _bench(number: int) -> Bench:
    return Bench()


_NUMBER = [0]


def bench() -> Bench:
    """Return the studio in use, a new one every so often."""
    current = _bench(_NUMBER[0])
    current.inputs += 1
    if current.inputs > RENEWED_EVERY:
        current.close()
        _NUMBER[0] += 1
        return bench()
    return current


def run(data: bytes) -> str:
    """Send requests, and check every answer."""
    studio = bench()
    kinds = studio.wait(_conversation(studio, data))
    if studio.faults.records:
        faults = studio.faults.records[:]
        studio.faults.records.clear()
        raise FindingError(f"the studio has made a mistake: {faults[0]}")
    return " | ".join(kinds)


async def _conversation(studio: Bench, data: bytes) -> list[str]:
    identity = await studio.new_document()
    made = [identity]
    try:
        return [
            await _asked(studio, request.replace(b"{id}", identity.encode()), made)
            for request in data.split(SEPARATOR)[:MAX_REQUESTS]
        ]
    finally:
        await studio.forget(made)


async def _asked(studio: Bench, request: bytes, made: list[str]) -> str:
    head, _, body = request.partition(b"\n\n")
    first, _, headers = head.partition(b"\n")
    method, _, address = first.partition(b" ")
    if STREAMS in unquote_to_bytes(address) or not address.startswith(b"/"):
        return "not asked"
    method = method.upper() if method.isalpha() and method.isascii() else b"POST"
    status, answered = await studio.ask(method, address, headers, body)
    return f"{method.decode()} {_checked(status, answered, address, made)}"


def _checked(status: int, data: bytes, address: bytes, made: list[str]) -> str:
    """Return the kind of an answer; FindingError if it is none that the page can use."""
    if status >= 500 and status != STATUSES["disk_full"]:
        raise FindingError(f"{address!r}: status {status}: {data[:300]!r}")
    if not address.startswith(b"/api/"):
        return f"{status}"
    if status < 400:
        if address.split(b"?")[0] == b"/api/documents" and data[:1] == b"{":
            value = json.loads(data)
            made += [value["id"]] if isinstance(value.get("id"), str) else []
        return f"{status}"
    error = json.loads(data)["error"]
    if STATUSES[error["code"]] != status or "\n" in error["message"]:
        raise FindingError(f"{address!r}: not a refusal: {status} {error}")
    return f"{status} {error['code']} {kind_of(error['message'])[:40]}"


# -- what there is to ask -------------------------------------------------------------------------

QUERIES = {
    "preview": "?revision=1",
    "check": "?revision=1",
    "letters": "?revision=1",
    "letter": "?revision=1&cell=0,0&letter=A",
    "certificate": "?revision=1",
    "export": "?format=puz",
    "render": "?format=svg&size=9",
    "candidates": "?limit=5&sort=score",
    "match": "?pattern=C.T&limit=5",
    "anagram": "?letters=CAT",
    "look": "?word=CAT",
    "clues": "?answer=CAT",
    "season": "?path=x",
}
BODIES: dict[str, list[Any]] = {
    "/api/documents": [
        {"kind": "blank", "height": 3, "width": 4, "title": "T"},
        {"kind": "rows", "rows": ["..", ".."]},
        {"kind": "file", "path": "small.ipuz"},
        {"kind": "upload", "name": "a.ipuz", "data": "{small}"},
        {"kind": "copy", "id": "{id}"},
        {"kind": "pattern", "name": "american15-1"},
    ],
    "/ops": [
        {"base": 1, "ops": [{"op": "set_cells", "cells": [[0, 0, "C"], [0, 1, "A"]]}]},
        {"base": 1, "ops": [{"op": "toggle_block", "cells": [[0, 2]], "to": "block"}]},
        {"base": 1, "ops": [{"op": "toggle_bar", "bars": [[0, 0, "right"]], "on": True}]},
        {"base": 1, "ops": [{"op": "resize", "height": 4, "width": 4, "top": 1, "left": 0}]},
        {"base": 1, "ops": [{"op": "mark", "cells": [[0, 0]], "circle": True, "shade": "red"}]},
        {"base": 1, "ops": [{"op": "set_clue", "slot": "1A", "text": "Pet", "draft": True}]},
        {"base": 1, "ops": [{"op": "set_theme", "slot": "1A", "on": True}]},
        {"base": 1, "ops": [{"op": "set_meta", "title": "T", "author": "A"}]},
        {"base": 1, "ops": [{"op": "set_rules", "min_score": 5, "distinct": True}]},
        {"base": 1, "ops": [{"op": "apply_fill", "cells": [[0, 0, "A"]]}, {"op": "accept"}]},
    ],
    "/undo": [{"base": 1}],
    "/redo": [{"base": 1}],
    "/save": [{"path": "saved.ipuz"}, {"path": "../x.ipuz", "force": True}],
    "/restore": [{"base": 1, "revision": 0}],
    "/take": [{"base": 1, "job": "x", "choice": 0}],
    "/look": [{"slots": ["1A"]}],
    "/jobs": [{"base": 1, "kind": "fill", "seconds": 1}, {"base": 1, "kind": "explain"}],
    "/score": [{"word": "CAT", "score": 5}],
    "/ban": [{"word": "CAT"}],
    "/forget": [{"word": "CAT"}],
}


@cache
def seeds() -> list[bytes]:
    """Return a sound request, or several, for every address."""
    requests = []
    for method, path, _, _ in ANSWERS:
        address = path.replace("{label}", "1A").replace("{revision}", "1").replace("{lift}", "0")
        query = QUERIES.get(address.rpartition("/")[2], "") if method == "GET" else ""
        line = f"{method} {address.replace('{job}', 'x')}{query}\n\n".encode()
        bodies = next((BODIES[end] for end in BODIES if path.endswith(end)), [{}])
        if method == "GET":
            requests.append(line)
        else:
            requests += [line + _encoded(body) for body in bodies]
    for request in requests:  # once outside of any clock: the first look at a list loads it
        studio = bench()
        studio.wait(_asked(studio, request, []))
    small = base64.b64encode(puzzles.seeds("ipuz")[1])
    return [request.replace(b"{small}", small) for request in requests]


WORDS = (
    *(
        SEPARATOR,
        b"{id}",
        b"/api/documents/{id}",
        b"%00",
        b"%2e%2e/",
        b"?",
        b"&",
        b"\n\n",
        b'"base":1',
    ),
    *(
        b'"ops":[',
        b'"op":"',
        b"1A",
        b"across 0,0 3",
        b"GET ",
        b"POST ",
        b"DELETE ",
        b"content-type: x",
    ),
    *(b"host: evil", b"cookie: x", b"origin: http://x", b"sec-fetch-site: cross-site", b"\n"),
)

TARGETS = (Target("studio", "the studio's API, in process", run, seeds, WORDS, 8),)

threading.excepthook = lambda details: _bench(_NUMBER[0]).faults.records.append(
    f"a thread failed: {details.exc_type.__name__}: {details.exc_value}"
)
