"""Run a submission: load it, call its functions as requested, report what they did.

This is the program of a process of its own, started by `sandbox`. It uses the standard library
alone and is never imported by the package. Requests and replies are lines of JSON on what were
its standard streams; whatever the submission prints goes nowhere.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import io
import json
import os
import queue
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType, ModuleType
from typing import Any, TextIO

OUT_OF_TIME = 97
"""The exit status for a submission that will not be interrupted."""

MAX_INTERRUPTIONS = 5
"""How often a submission may catch the exception that ends its time."""

MAX_TEXT = 200
"""Characters of a message or of a strange value."""

FILE_EVENTS = {
    *("os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink"),
    *("os.truncate", "os.chmod", "os.chown", "os.utime"),
}
PROCESS_EVENTS = {
    *("os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.system", "os.exec"),
    *("os.startfile", "os.kill", "os.killpg", "subprocess.Popen", "pty.spawn"),
}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class TimeUp(BaseException):
    """The time for a call is over."""


class Printed(io.TextIOBase):
    """A place for what a submission prints: the first line is kept, the rest forgotten."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> int:
        if len(self.text) < MAX_TEXT:
            self.text += str(text)[:MAX_TEXT]
        return len(text)

    def writable(self) -> bool:
        return True

    def take(self) -> str:
        """Return the first line that is not empty, and forget it."""
        lines, self.text = self.text.split("\n"), ""
        return next((line.strip() for line in lines if line.strip()), "")


class Guard:
    """Refuses what a submission has no reason to do, and remembers it."""

    def __init__(self) -> None:
        self.refused: list[str] = []

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        attempt = ""
        if event == "open":
            path, mode, flags = arguments
            writes = any(mark in (mode or "") for mark in "wax+") or (flags or 0) & WRITING
            if writes and isinstance(path, str | bytes) and os.fsdecode(path) != os.devnull:
                attempt = f"write the file {os.path.basename(os.fsdecode(path))}"
        elif event in FILE_EVENTS:
            attempt = f"change files (os.{event[3:]})"
        elif event in PROCESS_EVENTS:
            attempt = f"start or end other processes ({event})"
        elif event in ("socket.connect", "socket.bind", "socket.getaddrinfo"):
            attempt = "use the network"
        if attempt:
            if attempt not in self.refused and len(self.refused) < 5:
                self.refused.append(attempt)
            raise PermissionError(f"the grader does not let a submission {attempt}")

    def take(self) -> list[str]:
        """Return what was refused, and forget it."""
        refused, self.refused = self.refused, []
        return refused


def limit_resources(seconds: float, memory: int) -> None:
    """Ask the system for limits, where it has them."""
    if sys.platform == "win32":
        return
    import resource

    limits = {
        resource.RLIMIT_AS: memory,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_NOFILE: 64,
        resource.RLIMIT_CPU: int(100 * seconds) + 100,  # for all calls together
    }
    for kind, limit in limits.items():
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (limit, limit))


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TimeUp in the submission when it has used this much processor time."""
    if sys.platform == "win32":  # the grader ends the process
        yield
        return
    interruptions = 0

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal interruptions
        interruptions += 1
        if interruptions > MAX_INTERRUPTIONS:
            os._exit(OUT_OF_TIME)
        raise TimeUp

    signal.signal(signal.SIGPROF, interrupt)
    signal.setitimer(signal.ITIMER_PROF, seconds, 0.1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


class Submission:
    """A student's file, loaded."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.module: ModuleType | None = None
        self.container: Any = None

    def load(self, crossword_folder: str) -> dict[str, Any]:
        """Import the file with the crossword.py beside it, or else with the one given."""
        sys.path[:0] = [os.path.dirname(self.path)]
        sys.path.append(crossword_folder)
        loader = importlib.machinery.SourceFileLoader("generate", self.path)  # whatever its suffix
        spec = importlib.util.spec_from_file_location("generate", self.path, loader=loader)
        assert spec is not None
        self.module = sys.modules["generate"] = importlib.util.module_from_spec(spec)
        loader.exec_module(self.module)
        creator = getattr(self.module, "CrosswordCreator", None)
        if not isinstance(creator, type):
            return {"missing": ["CrosswordCreator"]}
        import crossword  # type: ignore[import-not-found, unused-ignore]

        used = os.path.dirname(os.path.abspath(str(crossword.__file__)))
        return {
            "missing": [],
            "functions": [name for name in dir(creator) if callable(getattr(creator, name, None))],
            "own_crossword": used != os.path.abspath(crossword_folder),
        }

    def perform(self, request: dict[str, Any]) -> dict[str, Any]:
        """Make the call that a request describes."""
        import crossword

        assert self.module is not None
        problem = crossword.Crossword(request["structure"], request["words"])
        variables = {identity(var): var for var in problem.variables}
        expected = {tuple(var) for var in request["expected"]}
        if set(variables) != expected:
            return {"trouble": "other variables", "kind": "crossword"}
        creator = self.module.CrosswordCreator(problem)
        if not isinstance(getattr(creator, "domains", None), dict):
            return {"trouble": "CrosswordCreator has no dictionary `domains`", "kind": "domains"}
        if request["domains"] is not None:
            container = self.container or self.find_container(problem)
            for var, words in request["domains"]:
                creator.domains[variables[tuple(var)]] = container(words)
        assignment = {variables[tuple(var)]: word for var, word in request["assignment"]}
        arguments: list[Any] = [variables[tuple(var)] for var in request["variables"]]
        function = request["function"]
        if function == "ac3":
            if request["arcs"] is not None:
                arguments.append(
                    [tuple(variables[tuple(var)] for var in arc) for arc in request["arcs"]]
                )
        elif function not in ("enforce_node_consistency", "revise", "solve"):
            arguments.append(assignment)
        if function == "solve" and not hasattr(creator, "solve"):  # not one of the eight
            creator.enforce_node_consistency()
            result = creator.backtrack({}) if creator.ac3() else None
        else:
            result = getattr(creator, function)(*arguments)
        return {
            "result": encoded(result),
            "is_callers": result is assignment,
            "domains": [
                [list(identity(var)), [str(word) for word in words]]
                for var, words in creator.domains.items()
            ],
            "assignment": pairs(assignment),
        }

    def find_container(self, problem: Any) -> Any:
        """Return what makes a domain as it is after node consistency: some prefer lists."""
        assert self.module is not None
        creator = self.module.CrosswordCreator(problem)
        self.container = maker(next(iter(creator.domains.values()), set()))
        with suppress(Exception):
            creator.enforce_node_consistency()
            container = maker(next(iter(creator.domains.values())))
            container(["A"])
            self.container = container
        return self.container


def maker(domain: Any) -> Any:
    """Return what makes another domain of the same type from words."""
    return dict.fromkeys if isinstance(domain, dict) else type(domain)


def identity(var: Any) -> tuple[Any, ...]:
    """Return what makes a variable."""
    return (var.i, var.j, var.direction, var.length)


def pairs(assignment: dict[Any, Any]) -> list[list[Any]]:
    """Return an assignment as pairs of variables and words."""
    return [
        [list(identity(var)), word if isinstance(word, str) else shown(word)]
        for var, word in assignment.items()
    ]


def encoded(value: Any) -> dict[str, Any]:
    """Return what a function returned, as JSON."""
    if value is None or isinstance(value, bool):
        return {"plain": value}
    if isinstance(value, dict):
        with suppress(AttributeError):
            return {"assignment": pairs(value)}
    if all(hasattr(value, name) for name in ("i", "j", "direction", "length")):
        return {"variable": list(identity(value))}
    if not isinstance(value, str | bytes):
        with suppress(TypeError):
            return {"words": [word if isinstance(word, str) else shown(word) for word in value]}
    return {"other": [shown(value), is_true(value)]}


def is_true(value: object) -> bool:
    """Return whether a value counts as true; one that will not say so does."""
    try:
        return bool(value)
    except Exception:
        return True


def shown(value: object) -> str:
    """Return a value as text, whatever it is."""
    try:
        return repr(value)[:MAX_TEXT]
    except Exception:
        return f"a {type(value).__name__}"


def trouble(error: BaseException, path: str) -> dict[str, Any]:
    """Return what went wrong, in a line, and where in the submission."""
    line, step = 0, error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == path:
            line = step.tb_lineno
        step = step.tb_next
    kind, text = "raised", type(error).__name__
    if isinstance(error, SyntaxError):
        kind, line = "syntax", error.lineno if error.filename == path and error.lineno else line
        text = error.msg
    elif isinstance(error, TimeUp):
        kind = "time"
    elif isinstance(error, MemoryError):
        kind = "memory"
    elif isinstance(error, SystemExit):
        kind = "exit"
    else:
        with suppress(Exception):
            text += f": {error}" if str(error) else ""
    return {"trouble": " ".join(text.split())[:MAX_TEXT], "kind": kind, "line": line}


def main() -> None:
    """Answer requests until there are no more."""
    settings = json.loads(sys.argv[1])
    requests: queue.Queue[dict[str, Any]] = queue.Queue()
    incoming = os.fdopen(os.dup(0), encoding="utf-8")
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    printed = Printed()
    sys.stdout = sys.stderr = printed
    limit_resources(settings["seconds"], settings["memory"])
    threading.Thread(target=read_requests, args=(incoming, requests), daemon=True).start()
    guard = Guard()
    sys.addaudithook(guard)
    submission = Submission(settings["submission"])
    while True:
        request = requests.get()
        try:
            with time_limit(request["seconds"]):
                if request["function"] == "load":
                    reply = submission.load(settings["crossword"])
                else:
                    reply = submission.perform(request)
        except BaseException as error:
            reply = trouble(error, submission.path)
        reply["refused"], reply["printed"] = guard.take(), printed.take()
        replies.write(json.dumps(reply) + "\n")
        replies.flush()


def read_requests(incoming: TextIO, requests: queue.Queue[dict[str, Any]]) -> None:
    """Pass requests on; when the grader is gone, end the process, whatever it is doing."""
    for line in incoming:
        requests.put(json.loads(line))
    os._exit(0)


if __name__ == "__main__":
    main()
