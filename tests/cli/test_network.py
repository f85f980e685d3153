"""No command uses the network: each does its work while every way to another host is refused."""

from __future__ import annotations

import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from itertools import pairwise
from pathlib import Path

import click
import pytest
from helpers.cli import all_commands
from helpers.forks import ForkServer
from helpers.pages import loaded_from_elsewhere
from helpers.processes import COMMAND, PATIENCE, started
from helpers.seasons import season_on_disk
from helpers.small_plans import write_plan

pytestmark = pytest.mark.endurance

ROOT = Path(__file__).resolve().parents[2]
GUARD = ROOT / "tests" / "helpers" / "network_guard.py"
PACKAGE = ROOT / "src" / "crosswright"
PROGRAM = f"""
import runpy
runpy.run_path({str(GUARD)!r})
if __name__ == "__main__":  # and not in the workers of a series, which load this as well
    from crosswright.__main__ import main
    main()
"""
SHIPPED = (".html", ".css", ".js", ".svg")

INVOCATIONS = {
    "fill": "fill grid.txt -w my.dict --objective any -o filled.ipuz -o filled.html -o filled.pdf",
    "explain": "explain grid.txt -w my.dict --preview -o heat.svg",
    "trace": "trace grid.txt my.dict --run textbook -o search.html",
    "compare": "compare grid.txt my.dict -o chart.svg",
    "construct": "construct CUT --grid grid.txt -w my.dict --time 60 --seed 1 -o new.html",
    "pattern": "pattern --size 5 --style free --seed 1 --no-verify -o pattern.svg",
    "layout": "layout words.csv --worksheet -o sheet.pdf -o sheet.html",
    "check": "check puzzle.ipuz",
    "info": "info puzzle.ipuz",
    "render": "render puzzle.ipuz -o puzzle.html -o puzzle.svg -o puzzle.png -o puzzle.pdf",
    "convert": "convert puzzle.ipuz puzzle.puz -o puzzle.jpz",
    "series new": "series new other.toml",
    "series check": "series check plan.toml",
    "series run": "series run plan.toml --workers 2",
    "series resume": "series run plan.toml --workers 1; series resume season",
    "series status": "series status season",
    "series verify": "series verify season",
    "series report": "series report season",
    "series site": "series site season",
    "grade": f"grade {shlex.quote(str(ROOT / 'generate.py'))} --function revise",
    "words match": "words match C.T -w my.dict",
    "words anagram": "words anagram ACT -w my.dict",
    "words wordplay": "words wordplay CAT -w my.dict",
    "words define": "words define cat",
    "words info": "words info -w my.dict",
    "words export": "words export -w my.dict -o copy.dict",
    "words merge": "words merge my.dict big.txt -o merged.dict",
    "words check": "words check my.dict",
    "words score": "words score CAT 70",
    "words ban": "words ban CAT",
    "words forget": "words ban CAT; words forget CAT",
    "words undo": "words ban CAT; words undo",
    "words personal": "words personal",
    "clues import": "clues import puzzle.ipuz",
    "clues find": "clues import puzzle.ipuz; clues find BOARD",
    "clues info": "clues info",
    "clues forget": "clues import puzzle.ipuz; clues forget puzzle.ipuz",
    "config set": "config set taste family",
    "config get": "config set taste family; config get taste",
    "config unset": "config set taste family; config unset taste",
    "config show": "config show fill",
    "config edit": "config edit",
    "config path": "config path",
    "cache show": "cache show",
    "cache clear": "cache clear --dry-run",
    "doctor": "doctor",
    "completion": "completion bash",
}
"""A real piece of work for every command; the studio, which does not end, has a test of its own."""
SEASONS = {"series status", "series verify", "series report", "series site"}

PLANS = {"series check", "series run", "series resume"}


@pytest.fixture(scope="module")
def forks() -> Iterator[ForkServer]:
    """Start a process that commands are forked from."""
    server = ForkServer()
    yield server
    server.stop()


@pytest.fixture
def attempts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Set the guard up for every Python that is started; return the file with what it refused."""
    start = folder / "guard"
    start.mkdir()
    (start / "sitecustomize.py").write_text(f"import runpy\nrunpy.run_path({str(GUARD)!r})\n")
    (start / "program.py").write_text(PROGRAM)
    log = start / "attempts.txt"
    log.touch()
    monkeypatch.setenv("CROSSWRIGHT_NETWORK_LOG", str(log))
    monkeypatch.setenv("PYTHONPATH", str(start))
    monkeypatch.setenv("VISUAL", "true")  # the editor of config edit
    return log


def python(code: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, check=False, timeout=PATIENCE)


def test_every_command_is_tried() -> None:
    commands = {
        " ".join(path) for path, command in all_commands() if not isinstance(command, click.Group)
    }
    assert commands == {*INVOCATIONS, "studio"}, "add something that a new command does"


@pytest.mark.parametrize("name", INVOCATIONS)
def test_a_command_works_without_a_network(
    name: str, folder: Path, attempts: Path, forks: ForkServer
) -> None:
    if name in SEASONS:
        season_on_disk(folder)
    elif name in PLANS:
        write_plan(folder, 2)
    for command in INVOCATIONS[name].split("; "):
        program = str(attempts.with_name("program.py"))
        done = forks.run([program, *shlex.split(command)], folder)
        assert (done.returncode, attempts.read_text()) == (0, ""), (command, done.stderr.decode())
    for path in folder.rglob("*"):
        if path.suffix in SHIPPED:
            assert loaded_from_elsewhere(path.read_text("utf-8"), path.suffix) == [], path


def test_the_studio_uses_the_machine_itself_alone(
    folder: Path, attempts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROSSWRIGHT_LOOPBACK", "1")
    with started([*COMMAND, "studio", "--no-browser", "--port", "0", "puzzle.ipuz"]) as process:
        assert process.stdout is not None
        address = process.stdout.readline().decode().strip().removeprefix("http://")
        host, _, path = address.partition("/")
        connection = HTTPConnection(host, timeout=PATIENCE)
        connection.request("GET", f"/{path}")
        response = connection.getresponse()
        assert response.status in (200, 303), response.read()
        connection.close()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors, attempts.read_text()) == (0, b"", "")


def test_the_course_edition_needs_no_network(folder: Path, attempts: Path) -> None:
    data = [str(ROOT / "data" / name) for name in ("structure1.txt", "words1.txt")]
    command = [sys.executable, str(ROOT / "generate.py"), *data, "output.png"]
    subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
    assert Path("output.png").exists() and attempts.read_text() == ""


def test_importing_any_module_uses_no_network(attempts: Path) -> None:
    done = python(
        "import importlib, pkgutil, crosswright\n"
        "for found in pkgutil.walk_packages(crosswright.__path__, 'crosswright.'):\n"
        "    if not found.name.endswith(('__main__', 'grading.worker')):\n"
        "        importlib.import_module(found.name)\n"
    )
    assert (done.returncode, done.stderr, attempts.read_text()) == (0, b"", "")


REFUSED = (
    "socket.create_connection(('192.0.2.1', 80), 1)",
    "socket.getaddrinfo('example.org', 80)",
    "socket.gethostbyname('example.org')",
    "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 53))",
    "urllib.request.urlopen('http://192.0.2.1/')",
)
REFUSED_WITHOUT_LOOPBACK = (
    "socket.socket(socket.AF_INET6)",
    "socket.create_server(('127.0.0.1', 0))",
    "subprocess.run([sys.executable, '-c', 'import socket; socket.socket()'], check=True)",
)
ALLOWED = ("socket.socketpair()", "multiprocessing.Pipe()")


@pytest.mark.parametrize("loopback", ["", "1"])
def test_the_guard_refuses_what_it_should_even_if_nobody_minds(
    loopback: str, attempts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROSSWRIGHT_LOOPBACK", loopback)
    lines = ["import multiprocessing, os, socket, subprocess, sys, urllib.request"]
    for attempt in (*REFUSED, *REFUSED_WITHOUT_LOOPBACK, *ALLOWED):
        lines += ["try:", f"    {attempt}", "except Exception: pass"]
        lines += [f"print(os.path.getsize({str(attempts)!r}))"]
    done = python("\n".join(lines))
    sizes = [0, *map(int, done.stdout.split())]
    grown = [after > before for before, after in pairwise(sizes)]
    refused = [True] * len(REFUSED) + [not loopback] * len(REFUSED_WITHOUT_LOOPBACK)
    assert (grown, done.returncode) == ([*refused, *[False] * len(ALLOWED)], 0)


def test_no_page_that_is_shipped_loads_anything_from_another_host() -> None:
    shipped = [path for path in PACKAGE.rglob("*") if path.suffix in SHIPPED]
    assert len(shipped) > 40
    for path in shipped:
        assert loaded_from_elsewhere(path.read_text("utf-8"), path.suffix) == [], path


@pytest.mark.parametrize(
    "text, suffix",
    [
        ('<img src="https://example.org/a.png">', ".html"),
        ('<link rel="stylesheet" href="//example.org/a.css">', ".html"),
        ("<style>@import 'http://example.org/a.css';</style>", ".html"),
        ('<p style="background: url(https://example.org/a.png)">', ".html"),
        ("<script>fetch('https://example.org/')</script>", ".html"),
        ('<form action="https://example.org/">', ".html"),
        ('<svg><image xlink:href="http://example.org/a.png"/></svg>', ".svg"),
        ("@font-face { src: url('https://example.org/a.woff2') }", ".css"),
        ("import 'https://example.org/a.js';", ".js"),
        ("new WebSocket(`wss://example.org/`)", ".js"),
    ],
)
def test_what_counts_as_loading(text: str, suffix: str) -> None:
    assert len(loaded_from_elsewhere(text, suffix)) == 1


def test_what_does_not_count_as_loading() -> None:
    link = '<a href="https://example.org/">A</a><svg xmlns="http://www.w3.org/2000/svg"/>'
    assert loaded_from_elsewhere(link, ".html") == []
    assert loaded_from_elsewhere("const SVG = 'http://www.w3.org/2000/svg'; // a", ".js") == []
