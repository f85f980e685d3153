"""`crosswright studio` as a process: its link, its port, its end, and what it does not say."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from helpers.processes import COMMAND, PATIENCE, started
from helpers.studio import letters

from crosswright import Puzzle, write


def studio(*options: str) -> list[str]:
    return [*COMMAND, "studio", "--no-browser", "--port", "0", *options]


def link(process: subprocess.Popen[bytes]) -> tuple[int, str, str]:
    """Return the port, the path and the token of the link that is printed."""
    assert process.stdout is not None
    url = process.stdout.readline().decode().strip()
    address, _, token = url.removeprefix("http://127.0.0.1:").partition("?token=")
    port, _, path = address.partition("/")
    return int(port), f"/{path}", token


def ask(
    port: int, method: str, path: str, body: Any = None, cookie: str = ""
) -> tuple[int, Any, bytes]:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    headers = {
        "Cookie": cookie,
        "Sec-Fetch-Site": "same-origin",
        "Content-Type": "application/json",
    }
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    response = connection.getresponse()
    answer = response.status, response.headers, response.read()
    connection.close()
    return answer


def entered(port: int, path: str, token: str) -> str:
    """Exchange the token; return the cookie."""
    headers = ask(port, "GET", f"{path}?token={token}")[1]
    return str(headers["set-cookie"]).partition(";")[0]


def test_ctrl_c_ends_it_with_a_job_running(tmp_path: Path) -> None:
    words = "".join(f"{a}{b}{c}{d}\n" for a in "ABCD" for b in "AEIO" for c in "LMN" for d in "XYZ")
    (tmp_path / "w.dict").write_text(words)
    with started(studio("--root", str(tmp_path))) as process:
        port, path, token = link(process)
        cookie = entered(port, path, token)
        body = {"kind": "blank", "height": 4, "width": 4}
        made = json.loads(ask(port, "POST", "/api/documents", body, cookie)[2])
        document = f"/api/documents/{made['id']}"
        lists = {"op": "set_lists", "stack": [{"path": "w.dict"}], "own": False}
        edit = {"base": 0, "ops": [lists, letters("A")]}
        assert ask(port, "POST", f"{document}/ops", edit, cookie)[0] == 200
        job = {"kind": "fill", "base": 1, "seconds": 300}
        assert ask(port, "POST", f"{document}/jobs", job, cookie)[0] == 201
        stream = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        stream.request("GET", f"{document}/events", headers={"Cookie": cookie})
        assert stream.getresponse().status == 200
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
        stream.close()
    assert (process.returncode, errors) == (0, b"")
    with started(studio("--root", str(tmp_path))) as process:
        port, path, token = link(process)
        cookie = entered(port, path, token)
        state = json.loads(ask(port, "GET", document, cookie=cookie)[2])["state"]
        assert state["cells"]["0,0"] == {"letter": "A"}
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_killed_studio_loses_nothing(tmp_path: Path) -> None:
    with started(studio("--root", str(tmp_path))) as process:
        port, path, token = link(process)
        cookie = entered(port, path, token)
        body = {"kind": "blank", "height": 3, "width": 3}
        made = json.loads(ask(port, "POST", "/api/documents", body, cookie)[2])
        document = f"/api/documents/{made['id']}"
        for base, word in enumerate(("CAT", "DOG")):
            edit = {"base": base, "ops": [letters(word)]}
            assert ask(port, "POST", f"{document}/ops", edit, cookie)[0] == 200
        process.kill()
        process.wait(PATIENCE)
    with started(studio("--root", str(tmp_path))) as process:
        port, path, token = link(process)
        cookie = entered(port, path, token)
        snapshot = json.loads(ask(port, "GET", document, cookie=cookie)[2])
        assert (snapshot["revision"], snapshot["undo"]) == (2, "Ink 1A DOG")
        undone = json.loads(ask(port, "POST", f"{document}/undo", {"base": 2}, cookie)[2])
        assert undone["undo"] == "Ink 1A CAT"


def test_a_file_opens_on_its_page_and_nothing_says_the_token(tmp_path: Path) -> None:
    write(Puzzle.from_filled("CAT"), tmp_path / "a.ipuz")
    with started(studio(str(tmp_path / "a.ipuz"))) as process:
        port, path, token = link(process)
        assert path.startswith("/documents/")
        cookie = entered(port, path, token)
        assert ask(port, "GET", f"/api{path}", cookie=cookie)[0] == 200
        assert ask(port, "GET", f"/?token={token}")[0] == 401
        assert ask(port, "GET", "/api/nothing?token=" + token, cookie=cookie)[0] == 404
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
    assert errors == b""
    kept = b"".join(each.read_bytes() for each in tmp_path.rglob("*") if each.is_file())
    assert token.encode() not in kept
    assert cookie.partition("=")[2].encode() not in kept


def failure(*options: str) -> str:
    """Return the one line with which a studio does not start."""
    command = [*COMMAND, "studio", "--no-browser", *options]
    done = subprocess.run(command, capture_output=True, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (2, b"")
    (line,) = done.stderr.decode().splitlines()
    return line


def test_a_port_that_is_taken_is_one_line(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        line = failure("--port", str(port), "--root", str(tmp_path))
    assert f"port {port}" in line
    assert "--port 0" in line


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--host", "0.0.0.0"), "--allow-remote"),
        (("--host", "::"), "--allow-remote"),
        (("--host", "", "--allow-remote"), "is empty"),
        (("--root", "nowhere"), "not a folder"),
        (("nothing.ipuz",), "no such file"),
    ],
)
def test_what_keeps_it_from_starting(options: tuple[str, ...], message: str) -> None:
    assert message in failure(*options)


def test_the_demo_opens_on_an_example_and_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    variables = {"TMPDIR": str(tmp_path), "CROSSWRIGHT_CONFIG": str(tmp_path / "config")}
    with started(studio("--demo"), cwd=tmp_path, env={**os.environ, **variables}) as process:
        port, path, token = link(process)
        [folder] = tmp_path.glob("crosswright-demo-*")
        cookie = entered(port, path, token)
        example = json.loads(ask(port, "GET", "/api/about", cookie=cookie)[2])["demo"]
        assert path == f"/documents/{example['document']}"
        banned = ask(port, "POST", "/api/words/ban", {"word": "MARINE"}, cookie)
        assert banned[0] == 200
        assert [each for each in folder.rglob("*") if each.name == "personal.txt"]
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert str(folder) in errors.decode()
    assert [each.name for each in tmp_path.iterdir()] == ["config"]
    assert not [*(tmp_path / "config").iterdir()]


def test_the_demo_takes_no_file_and_no_folder(tmp_path: Path) -> None:
    for options in (["--root", str(tmp_path)], ["puzzle.ipuz"]):
        command = studio("--demo", *options)
        done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
        assert done.returncode == 2
        assert b"a folder of its own" in done.stderr
