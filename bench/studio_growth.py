"""Measure whether a studio grows: 200 documents, 50 event streams, 20,000 edits.

    python3 scripts/bench.py studio_growth [--write] [--documents N] [--streams N] [--edits N]

Starts `crosswright studio` as a process, asks it as a browser would, and prints its memory and its
threads every thousand edits. Exits with status 1 if it grows by more than `MAX_GROWTH` after the
first `WARM_UP` edits, or starts threads after them. --write puts the figures into
docs/benchmarks-studio.md. Needs Linux, for /proc.
"""

import argparse
import json
import random
import selectors
import subprocess
import sys
import threading
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.commits import measured_on  # noqa: E402
from bench.text import table, write_figures  # noqa: E402

DOCUMENT = ROOT / "docs" / "benchmarks-studio.md"
RECORDED = (1000, 2000, 5000, 10_000, 15_000, 20_000)
WARM_UP = 2000
MAX_GROWTH = 5 * 1024  # kilobytes
REPORT_EVERY = 1000
LOOK_EVERY = 3
"""Edits between two after which a page looks at candidates."""

ROWS = ["...#...", ".......", ".......", "#.....#", ".......", ".......", "...#..."]
WORDS = 400  # in the list of the documents, which is short: the studio is measured, not the engine


class Client:
    """A connection that is kept, and the cookie."""

    def __init__(self, url: str) -> None:
        address, _, token = url.removeprefix("http://").partition("/?token=")
        self.host, _, port = address.partition(":")
        self.port = int(port)
        self._connection = HTTPConnection(self.host, self.port, timeout=120)
        self._connection.request("GET", f"/?token={token}")
        response = self._connection.getresponse()
        response.read()
        self.cookie = (response.headers["set-cookie"] or "").partition(";")[0]

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """Send JSON and return JSON."""
        return self._ask("POST", path, json.dumps(body))

    def get(self, path: str) -> Any:
        """Return JSON."""
        return self._ask("GET", path)

    def delete(self, path: str) -> Any:
        """Delete something and return JSON."""
        return self._ask("DELETE", path, "{}")

    def _ask(self, method: str, path: str, body: str | None = None) -> Any:
        headers = {
            "Cookie": self.cookie,
            "Content-Type": "application/json",
            "Sec-Fetch-Site": "same-origin",
        }
        self._connection.request(method, path, body, headers)
        response = self._connection.getresponse()
        data = response.read()
        if response.status >= 300:
            raise SystemExit(f"{path}: {response.status} {data[:300]!r}")
        return json.loads(data)

    def stream(self, path: str) -> HTTPConnection:
        """Open a stream of events."""
        connection = HTTPConnection(self.host, self.port, timeout=120)
        connection.request("GET", path, headers={"Cookie": self.cookie})
        return connection


class Readers(threading.Thread):
    """Reads all streams, and throws away what comes."""

    def __init__(self, connections: list[HTTPConnection]) -> None:
        super().__init__(daemon=True)
        self._selector = selectors.DefaultSelector()
        for connection in connections:
            self._selector.register(connection.sock, selectors.EVENT_READ)
        self.bytes = 0

    def run(self) -> None:
        while self._selector.get_map():
            for key, _ in self._selector.select():
                data = key.fileobj.recv(1 << 16)  # type: ignore[union-attr]
                self.bytes += len(data)
                if not data:
                    self._selector.unregister(key.fileobj)


def status_of(process: subprocess.Popen[str]) -> tuple[int, int]:
    """Return the memory of a process in kilobytes, and the number of its threads."""
    lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
    values = dict(line.partition(":")[::2] for line in lines)
    return int(values["VmRSS"].split()[0]), int(values["Threads"])


def word_list(chance: random.Random) -> str:
    """Return a short list of made-up words."""
    lengths = (3, 5, 7)
    words = {
        "".join(chance.choice("AEIOURSTLN") for _ in range(chance.choice(lengths)))
        for _ in range(WORDS)
    }
    return "".join(f"{word};50\n" for word in sorted(words))


def random_edit(chance: random.Random) -> dict[str, Any]:
    """Return an operation that people use often."""
    row, column = chance.choice([1, 2, 4, 5]), chance.randrange(7)
    kind = chance.randrange(10)
    if kind == 0:
        return {"op": "toggle_block", "cells": [[3, 2]], "to": chance.choice(["block", "open"])}
    if kind == 1:
        return {"op": "set_clue", "slot": "1D", "text": f"Clue {chance.randrange(99)}"}
    if kind == 2:
        return {"op": "mark", "cells": [[row, column]], "circle": chance.random() < 0.5}
    return {"op": "set_cells", "cells": [[row, column, chance.choice("ABCDEFG")]]}


def load_built_in_list(client: Client) -> None:
    """Have the studio read the built-in list and its stems, to which an undo may lead any time."""
    made = client.post("/api/documents", {"kind": "rows", "rows": ["CAT"]})
    for look in ("preview", "check"):
        client.get(f"/api/documents/{made['id']}/{look}")


def look(client: Client, path: str) -> None:
    """Look at the candidates of a slot, as the page does, so that they are tried by search."""
    answer = client.get(f"{path}/slots/1D/candidates")
    rows = {"slot": "1D", "words": [each["word"] for each in answer["words"]]}
    client.post(f"{path}/look", {"revision": answer["revision"], "slots": [rows]})


def measure(process: subprocess.Popen[str], url: str, options: argparse.Namespace) -> int:
    """Edit documents, and watch the process."""
    chance = random.Random(1)
    client = Client(url)
    lists = {"op": "set_lists", "stack": [{"path": "words.dict"}], "own": False}
    revisions: dict[str, int] = {}
    for _ in range(options.documents):
        made = client.post("/api/documents", {"kind": "rows", "rows": ROWS})
        path = f"/api/documents/{made['id']}"
        revisions[path] = client.post(f"{path}/ops", {"base": 0, "ops": [lists]})["revision"]
    load_built_in_list(client)
    paths = [*revisions]
    watched = paths[: options.streams]
    readers = Readers([client.stream(f"{path}/events") for path in watched])
    readers.start()
    first: tuple[int, int] | None = None
    rows: list[list[str]] = []
    memory, threads = status_of(process)
    for number in range(1, options.edits + 1):
        path = chance.choice(paths)
        action = "ops"
        body: dict[str, Any] = {"base": revisions[path]}
        if chance.random() < 0.1:
            action = chance.choice(["undo", "redo"])
        else:
            body["ops"] = [random_edit(chance)]
        revisions[path] = client.post(f"{path}/{action}", body)["revision"]
        if path in watched and number % LOOK_EVERY == 0:
            look(client, path)
        if number % REPORT_EVERY == 0 or number == options.edits:
            memory, threads = status_of(process)
            print(f"{number:>6} edits  {memory:>7} kB  {threads:>3} threads", flush=True)
            if number in RECORDED:
                rows.append([f"{number:,}", f"{memory / 1024:.1f} MB", str(threads)])
            if first is None and number >= min(WARM_UP, options.edits // 2):
                first = memory, threads
    if first is None:
        return 0
    print(f"grown by {memory - first[0]} kB; {readers.bytes / 1e6:.1f} MB of events were read")
    if options.write:
        figures = table(["edits", "memory", "threads"], rows) + measured_on()
        write_figures(DOCUMENT, figures, "growth")
    return int(memory - first[0] > MAX_GROWTH or threads > first[1])


def main() -> int:
    """Start a studio, measure it and end it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="record the figures in the docs")
    parser.add_argument("--documents", type=int, default=200)
    parser.add_argument("--streams", type=int, default=50)
    parser.add_argument("--edits", type=int, default=20_000)
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        Path(folder, "words.dict").write_text(word_list(random.Random(2)))
        command = [sys.executable, "-m", "crosswright", "studio", "--no-browser", "--port", "0"]
        process = subprocess.Popen([*command, "--root", folder], stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            return measure(process, process.stdout.readline().strip(), options)
        finally:
            process.terminate()  # a shell may have it ignore Ctrl-C
            process.wait(60)


if __name__ == "__main__":
    sys.exit(main())
