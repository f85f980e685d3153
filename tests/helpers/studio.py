"""Documents of the studio, operations on them, and a server to ask."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from email.message import Message
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import strategies as st

from crosswright.grids.symmetry import NO_SYMMETRY, SYMMETRIES
from crosswright.studio.document import JournalEntry, PuzzleDocument
from crosswright.studio.operations import SHADES
from crosswright.studio.server import StudioServer, listen
from crosswright.studio.studio import Studio

PATIENCE = 300  # seconds that a test waits at most, on a machine that is busy


class MemoryRecorder:
    """Keeps the entries of a document in a list."""

    def __init__(self) -> None:
        self.list: list[JournalEntry] = []

    def append(self, entry: JournalEntry) -> None:
        self.list.append(entry)

    def entry(self, revision: int) -> JournalEntry:
        return self.list[revision - 1]

    def entries(self, first: int, last: int) -> Iterable[JournalEntry]:
        return self.list[first - 1 : last]


def op(name: str, **fields: Any) -> dict[str, Any]:
    """Return an operation."""
    return {"op": name, **fields}


def letters(text: str, row: int = 0, column: int = 0, **fields: Any) -> dict[str, Any]:
    """Return the operation that types a text across."""
    cells = [[row, column + n, letter] for n, letter in enumerate(text)]
    return op("set_cells", cells=cells, **fields)


def block(*cells: tuple[int, int], to: str = "block", **fields: Any) -> dict[str, Any]:
    """Return the operation that makes blocks."""
    return op("toggle_block", cells=[list(cell) for cell in cells], to=to, **fields)


def edit(
    document: PuzzleDocument, *operations: Mapping[str, Any], **options: Any
) -> JournalEntry | None:
    """Carry out operations at the newest revision."""
    return document.edit(document.revision, operations, **options)


# -- random operations ----------------------------------------------------------------------------

_CELL = st.tuples(st.integers(0, 3), st.integers(0, 3)).map(list)
_CELLS = st.lists(_CELL, min_size=1, max_size=4)
_LETTERS = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 3), st.sampled_from(["", "a", "B", "HEART", "Ñ"])),
    min_size=1,
    max_size=4,
).map(lambda cells: [list(cell) for cell in cells])
_TEXT = st.sampled_from(["", "Pet", "ß – ¿", "Two\nlines"])
_SLOT = st.sampled_from(["1A", "1D", "2D", "3A", "4D", "across 0,0 3", "down 0,0 3"])
_FLAG = st.booleans()
_SIDE = st.sampled_from(["right", "below"])
_SYMMETRY = st.sampled_from([NO_SYMMETRY, *SYMMETRIES])
_SHIFT = st.integers(-1, 1)


def _operation(name: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"op": st.just(name), **fields})


RANDOM_OPERATIONS = st.one_of(
    _operation("set_cells", cells=_LETTERS, pencil=_FLAG),
    _operation("toggle_block", cells=_CELLS, to=st.sampled_from(["block", "void", "open"])),
    _operation("toggle_block", cells=_CELLS, to=st.just("block"), symmetry=_SYMMETRY),
    _operation(
        "toggle_bar", bars=_CELLS.map(lambda cells: [[*cell, "right"] for cell in cells]), on=_FLAG
    ),
    _operation("toggle_bar", bars=st.tuples(_CELL, _SIDE).map(lambda b: [[*b[0], b[1]]]), on=_FLAG),
    _operation(
        "resize", height=st.integers(2, 4), width=st.integers(2, 4), top=_SHIFT, left=_SHIFT
    ),
    _operation("mark", cells=_CELLS, circle=_FLAG, shade=st.sampled_from([None, *SHADES])),
    _operation("mark", cells=_CELLS, note=_TEXT),
    _operation("mark", cells=_CELLS, given=_FLAG),
    _operation("set_clue", slot=_SLOT, text=_TEXT, draft=_FLAG),
    _operation("set_clue", slot=_SLOT, enumeration=_TEXT),
    _operation("set_theme", slot=_SLOT, on=_FLAG),
    _operation("set_meta", title=_TEXT, author=_TEXT),
    _operation("set_rules", min_score=st.sampled_from([None, 0, 1, 50]), distinct=_FLAG),
    _operation("set_settings", symmetry=_SYMMETRY),
    _operation("set_lists", own=_FLAG),
    _operation("accept", cells=_CELLS),
    _operation("erase_pencil", cells=_CELLS),
    _operation("apply_fill", cells=_LETTERS),
    st.sampled_from([op("accept"), op("erase_pencil"), op("clear_letters")]),
)
"""Operations on a grid of 2 to 4 rows and columns, some of them outside of it."""


# -- a server -------------------------------------------------------------------------------------


class StudioClient:
    """A server in a thread, and a browser's way of asking it."""

    def __init__(self, root: Path) -> None:
        self.server = StudioServer(root, listen("127.0.0.1", 0))
        self.port = self.server.port
        self.url = self.server.url()
        self.origin = f"http://127.0.0.1:{self.port}"
        self.cookie = ""
        self._thread = self.server.start()

    @property
    def studio(self) -> Studio:
        """What is behind the server."""
        return self.server.studio

    def enter(self) -> None:
        """Exchange the token for the cookie."""
        _, headers, _ = self.request("GET", self.url.removeprefix(self.origin))
        self.cookie = headers["set-cookie"].partition(";")[0]

    def request(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        headers: Mapping[str, str] | None = None,
        raw: bytes | None = None,
    ) -> tuple[int, Message, bytes]:
        """Send a request as the page would; return the status, the headers and the body."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        sent = {"Cookie": self.cookie} if self.cookie else {}
        data = raw
        if method not in ("GET", "HEAD"):
            sent |= {"Content-Type": "application/json", "Sec-Fetch-Site": "same-origin"}
            sent["Origin"] = self.origin
            data = json.dumps({} if body is None else body).encode() if raw is None else raw
        sent |= headers or {}
        try:
            connection.request(method, path, data, {k: v for k, v in sent.items() if v})
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        finally:
            connection.close()

    def get(self, path: str) -> Any:
        """Return the JSON of an answer, which must be a success."""
        return self._json("GET", path)

    def post(self, path: str, body: object = None) -> Any:
        """Return the JSON of an answer, which must be a success."""
        return self._json("POST", path, body)

    def delete(self, path: str) -> Any:
        """Return the JSON of an answer, which must be a success."""
        return self._json("DELETE", path)

    def _json(self, method: str, path: str, body: object = None) -> Any:
        status, _, data = self.request(method, path, body)
        assert status < 300, (status, data)
        return json.loads(data)

    def refused(self, method: str, path: str, body: object = None, **options: Any) -> Any:
        """Return the error of an answer, with its status, which must not be a success."""
        status, _, data = self.request(method, path, body, **options)
        assert status >= 400, (status, data)
        error = json.loads(data)["error"]
        return {**error, "status": status}

    def blank(self, height: int = 5, width: int = 5, **fields: Any) -> str:
        """Make an empty document; return its identity."""
        made = self.post(
            "/api/documents", {"kind": "blank", "height": height, "width": width, **fields}
        )
        identity: str = made["id"]
        return identity

    def edit(self, identity: str, *operations: dict[str, Any], **fields: Any) -> Any:
        """Carry out operations at the newest revision."""
        base = self.get(f"/api/documents/{identity}")["revision"]
        body = {"base": base, "ops": [*operations], **fields}
        return self.post(f"/api/documents/{identity}/ops", body)

    @contextmanager
    def events(self, path: str, last_id: str = "") -> Iterator[Iterator[Event]]:
        """Open a stream of events."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"Cookie": self.cookie, **({"Last-Event-ID": last_id} if last_id else {})}
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        assert response.status == 200, response.read()
        try:
            yield read_events(response)
        finally:
            response.close()
            connection.close()

    def stop(self) -> None:
        """End the server."""
        self.server.stop()
        self._thread.join(60)
        assert not self._thread.is_alive()


class Event(NamedTuple):
    """A server-sent event."""

    name: str
    data: Any
    id: str


def read_events(lines: Iterable[bytes]) -> Iterator[Event]:
    """Read server-sent events as they come."""
    fields: dict[str, str] = {}
    for line in lines:
        text = line.decode().rstrip("\n")
        if text.startswith(":"):
            continue
        if text:
            name, _, value = text.partition(": ")
            fields[name] = value
        elif fields:
            yield Event(fields["event"], json.loads(fields["data"]), fields.get("id", ""))
            fields = {}


def until(events: Iterable[Event], name: str) -> Event:
    """Return the next event of a name."""
    return next(event for event in events if event.name == name)


@contextmanager
def running_studio(root: Path, *, enter: bool = True) -> Iterator[StudioClient]:
    """Run a studio on a folder; `enter` exchanges its token, so that `url` is used up."""
    client = StudioClient(root)
    try:
        if enter:
            client.enter()
        yield client
    finally:
        client.stop()


def small_document(studio: StudioClient) -> str:
    """Make a 3×3 document with a block in its centre, filled from `words.dict`."""
    made = studio.post("/api/documents", {"kind": "rows", "rows": ["...", ".#.", "..."]})
    stack = [{"path": "words.dict"}]
    studio.edit(made["id"], op("set_lists", stack=stack), op("set_settings", style="free"))
    identity: str = made["id"]
    return identity
