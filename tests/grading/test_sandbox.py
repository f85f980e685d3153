"""Submissions that misbehave: each gets a clear line, and leaves nothing behind."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.planted_faults import SUBMISSIONS

from crosswright.errors import GradingError
from crosswright.grading import sandbox
from crosswright.grading.cases import by_hand
from crosswright.grading.grade import Grade, grade
from crosswright.grading.sandbox import Sandbox

pytestmark = pytest.mark.endurance

PLAIN = (SUBMISSIONS / "plain.py").read_text("utf-8")
REVISE = "    def revise(self, x, y):\n"
posix = pytest.mark.skipif(os.name != "posix", reason="limits of POSIX systems")


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder where temporary files go."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def graded(source: str | bytes, folder: Path, seconds: float = 5) -> Grade:
    """Return the grade of a submission, for `revise` alone."""
    path = folder / "generate.py"
    path.write_bytes(source.encode("utf-8") if isinstance(source, str) else source)
    return grade(path, functions=["revise"], seconds=seconds)


def lines(result: Grade) -> list[str]:
    return [failure.title for failure in result.failures]


def doing(*statements: str) -> str:
    """Return a solution whose `revise` does something else first."""
    body = "".join(f"        {statement}\n" for statement in statements)
    return PLAIN.replace(REVISE, REVISE + body)


IMPORT_FAILURES = {
    "is not Python": (
        "this is an essay about crosswords",
        "is not Python: invalid syntax (line 1)",
    ),
    "is binary": (b"\x00\x01\x02\xff" * 50, "is not Python:"),
    "is in another encoding": ("# é\nx = 1".encode("utf-16"), "is not Python:"),
    "is empty": ("", "should have a class CrosswordCreator with the eight functions"),
    "raises": ("x = 1\n\nx / 0\n", "raises ZeroDivisionError: division by zero (line 3)"),
    "needs a package": ("import nowhere_to_be_found", "No module named 'nowhere_to_be_found'"),
    "exits": ("import sys\nsys.exit(1)", 'only if __name__ == "__main__"'),
    "ends the process": ("import os\nos._exit(0)", "but ends the whole process"),
    "asks": ("name = input('name? ')", "raises EOFError"),
    "loops": ("while True:\n    pass", "is still running after 0.2 s (line"),
    "raises oddly": (
        "class Odd(Exception):\n    def __str__(self):\n        raise self\n\nraise Odd",
        "raises Odd (line 5)",
    ),
    "lacks functions": (
        "class CrosswordCreator:\n    def revise(self, x, y): ...",
        "lacks enforce_node_consistency, ac3",
    ),
}


@pytest.mark.parametrize("name", IMPORT_FAILURES)
def test_a_file_that_cannot_be_imported_gets_a_line(name: str, tmp_path: Path) -> None:
    source, line = IMPORT_FAILURES[name]
    result = graded(source, tmp_path, seconds=0.2)
    assert line in lines(result)[0]
    assert "Traceback" not in str(result.to_json())
    assert not result.passed


MISDEEDS = {
    "loops": (["while True: pass"], "is still running after 0.2 s (line 23)"),
    "catches everything": (
        ["while True:", "    try:", "        x = 1", "    except BaseException: pass"],
        "is still running after 0.2 s",
    ),
    "exits": (["raise SystemExit"], "calls exit() (line 23)"),
    "ends the process": (["__import__('os')._exit(3)"], "ends the whole process"),
    "kills itself": (["__import__('signal').raise_signal(9)"], "crashes Python (SIGKILL)"),
    "raises": (["raise KeyError('x')"], "raises KeyError: 'x' (line 23)"),
    "recurses": (["return self.revise(x, y)"], "raises RecursionError"),
    "is not written": (["raise NotImplementedError"], "is not written yet"),
}


@posix
@pytest.mark.parametrize("name", MISDEEDS)
def test_a_function_that_does_not_return_gets_a_line(name: str, tmp_path: Path) -> None:
    statements, line = MISDEEDS[name]
    result = graded(doing(*statements), tmp_path, seconds=0.2)
    assert lines(result)[0].startswith("revise should run to its end, but ")
    assert line in lines(result)[0]


@posix
def test_a_function_that_waits_for_ever_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "WALL_EXTRA", 0.0)
    result = graded(doing("__import__('threading').Event().wait()"), tmp_path, seconds=0.1)
    assert "is still running after 0.1 s" in lines(result)[0]


@posix
@pytest.mark.parametrize(
    "statements",
    [["x = [0]", "while True: x += x"], ["return bytearray(10 ** 11)"]],
    ids=["by and by", "at once"],
)
def test_memory_is_limited(
    statements: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "MEMORY", 192 * 2**20)  # which is used up sooner
    result = graded(doing(*statements), tmp_path)
    assert "uses more than 512 MB of memory" in lines(result)[0]


REFUSED = {
    "writes a file": ("open('out.txt', 'w')", "write the file out.txt"),
    "appends to a file": ("open('out.txt', 'ab')", "write the file out.txt"),
    "writes by descriptor": ("os.open('out.txt', os.O_CREAT | os.O_WRONLY)", "write the file"),
    "removes a file": ("os.remove(__file__)", "change files (os.remove)"),
    "makes a folder": ("os.mkdir('folder')", "change files (os.mkdir)"),
    "forks": ("os.fork()", "start or end other processes (os.fork)"),
    "runs a program": ("subprocess.run(['true'])", "start or end other processes"),
    "asks the shell": ("os.system('true')", "start or end other processes (os.system)"),
    "becomes a program": ("os.execv('/bin/true', ['true'])", "start or end other processes"),
    "kills": ("os.kill(os.getppid(), 9)", "start or end other processes (os.kill)"),
    "calls home": ("socket.create_connection(('localhost', 9))", "use the network"),
}


@posix
@pytest.mark.parametrize("name", REFUSED)
def test_what_a_submission_has_no_reason_to_do_is_refused_and_named(
    name: str, tmp_path: Path
) -> None:
    attempt, line = REFUSED[name]
    result = graded(f"import os, socket, subprocess\n{attempt}\n", tmp_path)
    assert any(f"tries to {line}" in failure for failure in lines(result))
    assert [path.name for path in tmp_path.iterdir()] == ["generate.py"]


@posix
def test_what_is_refused_is_named_even_if_the_submission_does_not_mind(tmp_path: Path) -> None:
    source = doing("try: open('out.txt', 'w')", "except OSError: pass")
    assert lines(graded(source, tmp_path)) == [
        "the file should write no files, start no processes and use no network, "
        "but tries to write the file out.txt in revise; refused"
    ]


@pytest.mark.parametrize(
    "source",
    [
        f"print('hello')\n{PLAIN}",
        doing("print('hello', '!' * 10**6)"),
        doing("import sys; sys.stderr.write('hello')"),
        doing("import sys; sys.__stdout__.write('hi'); print('hello'); sys.stdout.flush()"),
    ],
    ids=["on import", "at length", "errors", "elsewhere"],
)
def test_printing_is_remarked_on_and_does_no_harm(source: str, tmp_path: Path) -> None:
    result = graded(source, tmp_path)
    assert lines(result) == []
    assert "prints " in result.remarks[0]
    assert "hello" in result.remarks[0]


@pytest.mark.parametrize(
    "value", ["object()", "float('nan')", "[1, 'A', None]", "{1: 2}", "self", "type"]
)
def test_a_function_may_return_anything(value: str, tmp_path: Path) -> None:
    result = graded(doing(f"return {value}"), tmp_path)
    assert not result.passed
    assert {failure.function for failure in result.failures} == {"revise"}


@pytest.mark.parametrize("domains", ["None", "[]", "dict.fromkeys(crossword.variables)", "{1: 2}"])
def test_domains_may_be_anything(domains: str, tmp_path: Path) -> None:
    source = PLAIN.replace("{var: self.crossword.words.copy() for", "{var: None for").replace(
        "        self.domains = {", f"        self.domains = {domains}\n        unused = {{"
    )
    result = graded(source, tmp_path)
    assert not result.passed
    assert all(failure.function in ("revise", "file") for failure in result.failures)


def test_a_dictionary_will_do_for_a_domain(tmp_path: Path) -> None:
    source = PLAIN.replace("self.crossword.words.copy()", "dict.fromkeys(self.crossword.words)")
    result = graded(source.replace("].remove(", "].pop("), tmp_path)
    assert lines(result) == []


def test_a_creator_without_domains_is_named(tmp_path: Path) -> None:
    source = PLAIN.replace("        self.domains = {", "        domains = {")
    assert lines(graded(source, tmp_path)) == [
        "revise should run to its end, but CrosswordCreator has no dictionary `domains`"
    ]


def test_what_python_warns_about_is_not_taken_for_printing(tmp_path: Path) -> None:
    result = graded(doing(r"'\d'", "self.crossword is 1"), tmp_path)
    assert result.remarks == ()


def test_the_crossword_beside_a_submission_is_used(tmp_path: Path) -> None:
    (tmp_path / "crossword.py").write_text("raise ValueError('mine')", "utf-8")
    assert "raises ValueError: mine" in lines(graded(PLAIN, tmp_path))[0]


def test_any_crossword_that_keeps_to_the_contract_will_do(tmp_path: Path) -> None:
    substitute = Path(__file__).parents[1] / "course" / "substitute" / "crossword.py"
    shutil.copy(substitute, tmp_path)
    for name in ("plain", "copies"):
        shutil.copy(SUBMISSIONS / f"{name}.py", tmp_path)
        result = grade(tmp_path / f"{name}.py")
        assert (result.points, lines(result)) == (result.total, [])


def test_a_crossword_that_is_not_the_courses_is_named(tmp_path: Path) -> None:
    shipped = (Path(sandbox.__file__).parent / "crossword.py").read_text("utf-8")
    changed = shipped.replace("if after - before > 2:", "if after - before > 3:")
    (tmp_path / "crossword.py").write_text(changed, "utf-8")
    assert "the crossword.py beside it finds other variables" in lines(graded(PLAIN, tmp_path))[0]


@posix
@pytest.mark.parametrize("statement", ["pass", "while True: pass", "raise SystemExit"])
def test_no_process_and_no_file_is_left(statement: str, tmp_path: Path, temporary: Path) -> None:
    path = tmp_path / "generate.py"
    path.write_text(doing(statement), "utf-8")
    with Sandbox(path, 0.2) as box:
        box.load()
        assert box._process is not None
        worker = box._process.pid
        assert [*temporary.iterdir()]
        box.run(by_hand("revise"))
    assert [*temporary.iterdir()] == []
    with pytest.raises(ProcessLookupError):
        os.killpg(worker, 0)


WATCHED = """
import sys
from crosswright.grading.sandbox import Sandbox
box = Sandbox(sys.argv[1], 1000).__enter__()
box.load()
print(box._process.pid, flush=True)
sys.stdin.readline()
"""


@posix
def test_a_worker_ends_when_the_grader_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "generate.py"
    path.write_text(PLAIN, "utf-8")
    with subprocess.Popen(
        [sys.executable, "-c", WATCHED, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        text=True,
    ) as grader:
        assert grader.stdout is not None
        worker = int(grader.stdout.readline())
        reading = os.pidfd_open(worker) if hasattr(os, "pidfd_open") else None
        grader.send_signal(signal.SIGKILL)
    if reading is None:
        pytest.skip("no way to wait for a process of somebody else")
    import select

    ended, _, _ = select.select([reading], [], [], 30)
    os.close(reading)
    assert ended


@pytest.mark.parametrize("name", ["folder", "missing.py", "large.py"])
def test_what_cannot_be_a_submission_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "large.py").write_bytes(b"#" * 2_000_000)
    with pytest.raises((GradingError, OSError), match=name):
        grade(tmp_path / name)


@posix
def test_a_pipe_is_refused_rather_than_read_for_ever(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "generate.py")
    with pytest.raises(GradingError, match="not a file"):
        grade(tmp_path / "generate.py")


def test_the_shipped_crossword_is_the_courses() -> None:
    shipped = Path(sandbox.__file__).parent / "crossword.py"
    root = Path(__file__).parents[2] / "crossword.py"
    assert shipped.read_bytes() == root.read_bytes(), "copy crossword.py to the package"


def test_problems_are_written_byte_by_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a flag of its own, Windows would make two bytes of the end of a line."""
    flags = []

    def note(path: str, flag: int, mode: int, open: Callable[..., int] = os.open) -> int:
        flags.append(flag)
        return open(path, flag & ~0x8000_0000, mode)

    monkeypatch.setattr(sandbox, "BINARY", 0x8000_0000)
    monkeypatch.setattr(os, "open", note)
    sandbox._rewrite(str(tmp_path / "structure.txt"), "#_\n__")
    assert (tmp_path / "structure.txt").read_bytes() == b"#_\n__"
    assert flags[0] & 0x8000_0000
