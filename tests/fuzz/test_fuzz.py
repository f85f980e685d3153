"""The attack as routine: every target takes its own corpus, and the means of attack work."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from crosswright.errors import CrosswrightError
from fuzz.catalogue import TARGETS
from fuzz.draw import Draw
from fuzz.guard import GreedyError, Guard, SlowError, noted, peak_memory, present_memory
from fuzz.loop import CORPUS, attempt, corpus_of, run
from fuzz.minimise import minimised
from fuzz.mutation import MAX_SIZE, MUTATIONS, mutated
from fuzz.readers.words import folder
from fuzz.target import FindingError, Target, answer, kind_of

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def folders_of_the_targets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let targets have the folders of the user for themselves, and no test after them."""
    names = ("CROSSWRIGHT_CACHE", "CROSSWRIGHT_CONFIG")
    for name in names:
        monkeypatch.setenv(name, "")  # notes what is to be put back: the first call sets both
    place = str(folder())
    for name in names:
        monkeypatch.setenv(name, place)


def failing_target(data: bytes) -> str:
    if b"AB" in data:
        raise KeyError(data)
    return "fine"


FAILING = Target("failing", "fails", failing_target, lambda: [b"xAxBx", b"A"], (b"AB",))


@pytest.mark.endurance
@pytest.mark.parametrize("name", TARGETS)
def test_a_target_takes_its_seeds_and_its_corpus(name: str) -> None:
    target = TARGETS[name]
    for data in (*target.seeds(), *corpus_of(target), b"", b"\xff\0\n"):
        assert target.run(data)


def test_the_corpus_is_small_and_every_folder_is_a_target() -> None:
    kept = [path for path in CORPUS.rglob("*") if path.is_file()]
    assert {path.parent.name for path in kept} <= {*TARGETS}
    assert max(path.stat().st_size for path in kept) <= 2000


@pytest.mark.endurance
@pytest.mark.parametrize("name", TARGETS)
def test_a_few_hundred_inputs_find_nothing(name: str, tmp_path: Path) -> None:
    outcome = run(TARGETS[name], Guard(tmp_path / "note"), seed=7, most=100, seconds=20)
    assert not outcome.findings


def test_the_same_seed_gives_the_same_inputs(tmp_path: Path) -> None:
    tried: list[bytes] = []
    for _ in range(2):
        target = Target("t", "", lambda data: tried.append(data) or "x", lambda: [b"one", b"two"])
        run(target, Guard(tmp_path / "note"), seed=3, most=50, seconds=None)
    assert tried[:50] == tried[50:]
    assert len({*tried}) > 20


def test_findings_with_one_cause_count_once(tmp_path: Path) -> None:
    outcome = run(FAILING, Guard(tmp_path / "note"), seed=1, most=500, seconds=None)
    assert outcome.inputs == 500
    assert [finding.message[:8] for finding in outcome.findings] == ["KeyError"]


def test_a_finding_is_made_small() -> None:
    assert minimised(b"xx" * 50 + b"AB" + b"y" * 31, lambda data: b"AB" in data) == b"AB"
    assert minimised(b"", lambda data: True) == b""


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
def test_mutations_take_anything(mutation: object) -> None:
    rng = random.Random(1)
    for data in (b"", b"\0", b'{"a": [1, {"b": null}]}', b"\n\n", b"7" * 300, bytes(range(256))):
        for _ in range(20):
            assert isinstance(mutation(data, rng, [b"", data], [b"w"]), bytes)


def test_mutations_stay_within_bounds() -> None:
    rng, data = random.Random(2), b"x" * MAX_SIZE
    assert all(len(mutated(data, rng, [data], ())) <= MAX_SIZE for _ in range(100))


def test_draws_are_within_bounds_and_depend_on_the_bytes() -> None:
    for data in (b"", b"\xff" * 9, bytes(range(99))):
        draw = Draw(data)
        assert all(-3 <= draw.whole(-3, 300) <= 300 for _ in range(200))
        assert Draw(data).bytes(20) == Draw(data).bytes(20)
    assert Draw(b"a").bytes(9) != Draw(b"b").bytes(9)


def test_refusals_must_be_one_line() -> None:
    def refuse(message: str) -> str:
        raise CrosswrightError(message)

    assert (
        answer(lambda: refuse("x.txt, line 3: 'A' is not a grid"))
        == "CrosswrightError: txt line is not grid"
    )
    for message in ("two\nlines", "", "long" * 300):
        with pytest.raises(FindingError):
            answer(lambda message=message: refuse(message))
    with pytest.raises(ZeroDivisionError):
        answer(lambda: str(1 // 0))
    assert kind_of("row 3: 'a b' and 17") == kind_of("row 4: 'c' and 18")


def test_the_guard_notices_time_and_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    guard = Guard(tmp_path / "note")
    monkeypatch.setattr("fuzz.guard.MAX_SECONDS", -1.0)
    _, finding = attempt(FAILING, b"slow", guard)
    assert finding is not None and finding.message.startswith(SlowError.__name__)
    monkeypatch.setattr("fuzz.guard.MAX_SECONDS", 60.0)
    monkeypatch.setattr("fuzz.guard.peak_memory", lambda: 1 << 50)
    _, finding = attempt(FAILING, b"greedy", guard)
    assert finding is not None and finding.message.startswith(GreedyError.__name__)
    assert noted(tmp_path / "note") == b"greedy"


DEADLY = """
import sys, ctypes, time
sys.path.insert(0, {root!r})
from pathlib import Path
from fuzz import guard
guard.PATIENCE = 0.2
watch = guard.Guard(Path(sys.argv[1]))
with watch.watching(b"the input"):
    {deed}
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX's")
@pytest.mark.parametrize(
    ("deed", "number", "report"),
    [
        ("ctypes.string_at(0)", signal.SIGSEGV, "Fatal Python error: Segmentation fault"),
        ("threading = __import__('threading'); threading.Lock().acquire() and "
         "threading.Event().wait()", signal.SIGALRM, "most recent call first"),
    ],
)  # fmt: skip
def test_an_input_that_ends_the_process_is_noted(
    tmp_path: Path, deed: str, number: signal.Signals, report: str
) -> None:
    code = DEADLY.format(root=str(ROOT), deed=deed)
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "note")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == -number
    assert report in done.stderr
    assert noted(tmp_path / "note") == b"the input"


def fuzz(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "fuzz", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_command_lists_runs_and_replays(tmp_path: Path) -> None:
    assert [line.split()[0] for line in fuzz().stdout.splitlines()] == [*TARGETS]
    done = fuzz("grid", "--inputs", "40", "--plain", "--seed", "9")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "no findings")
    (tmp_path / "input").write_bytes(b"CAT")
    done = fuzz("grid", "--replay", str(tmp_path / "input"))
    assert (done.returncode, done.stdout) == (0, "It passes.\n")
    assert "unknown target griid" in fuzz("griid").stderr


def test_the_requests_of_the_studio_are_answered() -> None:
    """Most seeds must be what the page would send, or nothing beyond the gate is attacked."""
    kinds = [TARGETS["studio"].run(data) for data in TARGETS["studio"].seeds()]
    assert sum(" 20" in kind for kind in kinds) > len(kinds) // 2, json.dumps(kinds, indent=1)


def test_memory_says_nothing_under_a_sanitizer(monkeypatch: pytest.MonkeyPatch) -> None:
    """It keeps what was freed, so an input that takes 35 MiB seems to take 380."""
    monkeypatch.delenv("LD_PRELOAD", raising=False)
    assert present_memory() > 0
    monkeypatch.setenv("LD_PRELOAD", "libasan.so")
    assert peak_memory() == present_memory() == 0
