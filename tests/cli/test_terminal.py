"""What a terminal shows: no control character that the command line did not put there itself."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from helpers.cli import GRID
from helpers.processes import COMMAND, OnTerminal, run_changed

from crosswright.cli import terminal
from crosswright.cli.terminal import MAX_LINE, one_line, visible

pytest.importorskip("pty", reason="there are no pseudo-terminals on this system")

RED, TITLE, CSI = "\x1b[31m", "\x1b]0;owned\x07", "\x9b31m"
BAD = f"A{RED}B{TITLE}C{CSI}D\x7f\u202eE"
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")

BAD_NAME = f"a{RED}b{CSI}.txt"


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current folder, with escapes in the names and the content of its files."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CROSSWRIGHT_CONFIG", str(tmp_path / "config"))
    Path("grid.txt").write_text(GRID)
    Path(BAD_NAME).write_text(f"CAT;1\n{RED};x\n")
    Path("words.csv").write_text(f"CAT,{BAD}\nTEE,x\ty\n", encoding="utf-8")
    bad = {"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/crossword#1"], BAD: 1}
    size = {"dimensions": {"width": 1, "height": 1}, "puzzle": [[1]], "title": BAD}
    Path("bad.ipuz").write_text(json.dumps({**bad, **size, "clues": {BAD: [[1, BAD]]}}))
    return tmp_path


COMMANDS = [
    [RED],
    ["info", f"no{BAD}"],
    ["info", "grid.txt", f"--no-words{RED}"],
    ["info", "bad.ipuz", "--no-words"],
    ["check", "bad.ipuz", "--no-words"],
    ["convert", "bad.ipuz", "-", "--to", "xd"],
    ["convert", "bad.ipuz", f"{BAD}.xd"],
    ["convert", "bad.ipuz", "-", "--to", RED],
    ["render", "bad.ipuz", "--highlight", RED],
    ["layout", "words.csv"],
    ["layout", "words.csv", "--title", BAD],
    ["layout", "words.csv", "-o", "-", "--to", "csv"],
    ["layout", "words.csv", "-o", f"{BAD}.txt"],
    ["layout", "words.csv", "--json"],
    ["fill", "grid.txt", "--fix", f"1A={BAD}"],
    ["fill", "grid.txt", "-w", BAD_NAME],
    ["words", "check", BAD_NAME],
    ["words", "match", f"[{RED}"],
    ["words", "anagram", BAD],
    ["words", "merge", BAD_NAME, "--scale", f"{BAD}=1-2"],
    ["words", "score", BAD, "50"],
    ["words", "export", "--length", BAD],
]


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: " ".join(arguments[:2]))
def test_no_escape_reaches_the_terminal(hostile: Path, arguments: list[str]) -> None:
    _, _, shown = OnTerminal(*arguments, stdout=True).end()
    own = shown.replace("\r\x1b[K", "").replace("\r\n", "\n")
    assert not CONTROL.search(own), own
    assert own.strip()


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: " ".join(arguments[:2]))
def test_no_escape_reaches_standard_error(hostile: Path, arguments: list[str]) -> None:
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, check=False)
    assert not CONTROL.search(done.stderr.decode().replace("\n", ""))


def test_a_pipe_gets_the_data_as_they_are(hostile: Path) -> None:
    Path(f"{BAD}.dict").write_text("CAT;1\n")
    arguments = ["words", "merge", f"{BAD}.dict", "--provenance"]
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, check=False)
    assert done.stdout.decode() == f"CAT;1;{BAD}=1\n"


def test_json_on_a_terminal_means_the_same(hostile: Path) -> None:
    _, _, shown = OnTerminal("layout", "words.csv", "--json", "--quiet", stdout=True).end()
    assert CSI in json.loads(shown)["clues"]["1D"]


def test_a_warning_is_a_line_like_others(hostile: Path) -> None:
    code = f"""
import importlib.metadata

class Broken:
    name = value = {RED!r}

importlib.metadata.entry_points = lambda **_: [Broken()]
"""
    done = run_changed(code, "convert", "grid.txt", "out.frob", cwd=hostile)
    warning, error = done.stderr.decode().splitlines()
    assert re.fullmatch(r"crosswright: format \\x1b\[31m of .* does not load: .*", warning)
    assert error.startswith("crosswright: out.frob: unknown suffix")


# -- texts ----------------------------------------------------------------------------------------


def test_control_characters_become_visible() -> None:
    assert visible("a\x1b[1m\tb\r\nc\rd\x9b\u2028e\udcff") == (
        "a\\x1b[1m\tb\r\nc\\rd\\x9b\\u2028e\\udcff"
    )
    assert visible("שלום, Ω, 日本\u200d") == "שלום, Ω, 日本\u200d"


def test_a_message_is_one_line() -> None:
    assert one_line("a\nb\tc\x07") == "a\\nb\\tc\\x07"
    assert len(one_line("\x1b " * 1000)) == MAX_LINE


def test_all_texts_are_printed_in_one_place() -> None:
    package = Path(terminal.__file__).parent
    printing = re.compile(r"\bprint\(|click\.echo|std(?:out|err)\.write|write_stderr\(")
    found = [path.name for path in package.rglob("*.py") if printing.search(path.read_text())]
    assert sorted(found) == ["console.py", "terminal.py"]  # the live line has escapes of its own
