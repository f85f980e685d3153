"""Commands that are killed, interrupted or run twice at once lose nothing and leave nothing behind.

Every command that writes is killed at random moments (kill -9); after each, a file is there whole
or not at all. A storm of signals ends a command soon, without a traceback. Two processes may work
on the same things at the same time.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.processes import COMMAND, changed, wait_for_line

from crosswright import read
from crosswright.support.files import remove_abandoned
from crosswright.words.tools.personal import PersonalList

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs" / "examples"
KILLS = 3
"""Times that each command is killed."""

LONGEST = 120
"""Seconds after which a process that should have ended is called stuck."""

pytestmark = [
    pytest.mark.endurance,
    pytest.mark.skipif(os.name == "nt", reason="processes are killed as Unix does it"),
]

WRITING = {
    "fill": "fill grid.txt -w my.dict --objective any --seed 1 -o out.ipuz -o out.puz",
    "pattern": "pattern --size 5 --no-verify --seed 1 -o out.ipuz",
    "construct": "construct --grid grid.txt -w my.dict --no-draft-clues -o out.ipuz -o out.html",
    "layout": "layout words.csv --seed 1 -o out.ipuz -o out.html",
    "render": "render puzzle.ipuz -o out.svg -o out.png -o out.pdf",
    "convert": "convert puzzle.ipuz out.puz -o out.jpz -o out.xd",
    "trace": "trace grid.txt -w my.dict -o out.html -o out.jsonl",
    "compare": "compare grid.txt my.dict --time 60 -o out.svg -o out.json",
    "explain": "explain grid.txt -w my.dict --preview -o out.svg -o out.json",
    "words export": "words export -w my.dict -o out.txt",
    "words merge": "words merge mine.txt big.txt -o out.txt",
    "words score": "words score oboe 70",
    "words ban": "words ban tsetse",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the examples, where settings and cache are kept too."""
    shutil.copytree(EXAMPLES, tmp_path, dirs_exist_ok=True)
    return tmp_path


def start(folder: Path, command: str) -> subprocess.Popen[bytes]:
    return launch(folder, [*COMMAND, *command.split()])


def launch(folder: Path, command: list[str]) -> subprocess.Popen[bytes]:
    environment = {
        **os.environ,
        "CROSSWRIGHT_CONFIG": str(folder / "config"),
        "CROSSWRIGHT_CACHE": str(folder / "cache"),
    }
    return subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def finished(process: subprocess.Popen[bytes]) -> tuple[int, str]:
    """Return how a process ended and what it said."""
    try:
        _, said = process.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        pytest.fail(f"{process.args} did not end")
    return process.returncode, said.decode("utf-8", "replace")


def outputs(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("out.*"))}


def leftovers(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.name.endswith(".tmp")]


def moments(seconds: float) -> Iterator[float]:
    """Yield moments of a run, the later half of it more often: that is when files are written."""
    chance = random.Random(seconds)
    for _ in range(KILLS):
        yield seconds * chance.triangular(0.2, 1.05, 0.9)


@pytest.mark.parametrize("name", WRITING)
def test_a_killed_command_leaves_whole_files_or_none(folder: Path, name: str) -> None:
    command = WRITING[name]
    begun = time.monotonic()
    status, said = finished(start(folder, command))
    taken = time.monotonic() - begun
    assert status == 0, said
    whole = outputs(folder)
    for moment in moments(taken):
        for path in folder.glob("out.*"):
            path.unlink()
        with start(folder, command) as process:
            time.sleep(moment)
            process.kill()
        found = outputs(folder)
        for file, data in found.items():
            assert is_whole(folder / file, data, whole[file]), f"{file} after {moment:.3f} s"
        personal = PersonalList.load(folder / "config" / "personal.txt")
        assert name not in ("words score", "words ban") or len(personal) == 1
    assert finished(start(folder, command))[0] == 0
    assert outputs(folder).keys() == whole.keys()


def is_whole(path: Path, data: bytes, before: bytes) -> bool:
    """Return whether a file is as a run leaves it, but for what changes from run to run."""
    if path.suffix in (".ipuz", ".puz", ".jpz", ".xd"):
        read(path)
    return data[-8:] == before[-8:] and len(data) >= 0.9 * len(before)


LOADING = """
class Watching:
    def find_spec(self, name, *_):
        if name == "crosswright.cli.app":
            say("ready")

sys.meta_path.insert(0, Watching())
"""
WORKING = """
from contextlib import contextmanager
from crosswright.cli import interrupts
interruptible = interrupts.interruptible

@contextmanager
def saying(stop):
    with interruptible(stop) as interruption:
        say("ready")
        yield interruption

interrupts.interruptible = saying
"""


@pytest.mark.parametrize(
    "command",
    [
        "fill --seed 1 --time 600",
        "layout words.csv --time 600",
        "construct --size 9 --time 600 --no-draft-clues",
    ],
)
@pytest.mark.parametrize("moment", [LOADING, WORKING], ids=["loading", "working"])
def test_a_storm_of_signals_ends_a_command(folder: Path, command: str, moment: str) -> None:
    process = launch(folder, changed(moment, *command.split()))
    wait_for_line(process, b"ready")
    until = time.monotonic() + LONGEST
    while process.poll() is None and time.monotonic() < until:
        process.send_signal(random.choice([signal.SIGINT, signal.SIGTERM]))
        time.sleep(0.01)
    status, said = finished(process)
    assert status in (130, 143, -signal.SIGINT, -signal.SIGTERM), said
    assert "Traceback" not in said
    assert "bug in crosswright" not in said
    # A third signal ends the process at once, even while it tidies up: what it left is unlocked.
    for path in leftovers(folder):
        remove_abandoned(path.parent)
    assert leftovers(folder) == []


def test_no_update_of_the_personal_list_is_lost(folder: Path) -> None:
    code = (
        "import sys\n"
        "from crosswright.words.tools.personal import PersonalList\n"
        "for letter in 'ABCDEFGHIJ':\n"
        "    PersonalList.load().score(sys.argv[1] + letter, 50)\n"
    )
    environment = {**os.environ, "CROSSWRIGHT_CONFIG": str(folder / "config")}
    running = [
        subprocess.Popen([sys.executable, "-c", code, letters], env=environment)
        for letters in ("WA", "WB", "WC", "WD")
    ]
    assert [process.wait(LONGEST) for process in running] == [0] * 4
    assert len(PersonalList.load(folder / "config" / "personal.txt")) == 40


def test_two_commands_may_write_the_same_file(folder: Path) -> None:
    for _ in range(3):
        running = [start(folder, WRITING["layout"]) for _ in range(2)]
        assert [finished(process)[0] for process in running] == [0, 0]
        read(folder / "out.ipuz")
    assert leftovers(folder) == []


def test_two_commands_may_fill_an_empty_cache(folder: Path) -> None:
    running = [start(folder, "words match OBOE") for _ in range(3)]
    assert [finished(process)[0] for process in running] == [0, 0, 0]
    assert leftovers(folder) == []
