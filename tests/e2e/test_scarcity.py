"""Memory that runs out: every allocation of the compiled modules fails once, nothing crashes."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.endurance,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc's malloc is replaced"),
]

HELPERS = Path(__file__).resolve().parents[1] / "helpers"


def starve(whose: str, **variables: str) -> int:
    """Let allocations fail in a process of its own; return how many of them were noticed."""
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", str(HELPERS / "scarcity.py"), whose],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


def test_every_allocation_of_the_modules_may_fail(tmp_path: Path) -> None:
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler is None:
        pytest.skip("there is no C compiler")
    library = tmp_path / "failing.so"
    source = str(HELPERS / "failing.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", source, "-o", str(library)], check=True)
    assert starve("modules", LD_PRELOAD=str(library)) > 100


GENERATORS = """
import _testcapi
for number in range(300):
    _testcapi.set_nomemory(number, number + 1)
    try:
        tuple(tuple(map(int, row)) for row in [[1, 2, 3]] * 9)
    except MemoryError:
        pass
    finally:
        _testcapi.remove_mem_hooks()
"""
"""Nothing of ours, and yet it crashes CPython 3.12.1 and 3.13.0."""


def test_allocations_of_python_may_fail() -> None:
    """A list that could not grow freed what was to be its next item twice (Cython 3.3)."""
    if importlib.util.find_spec("_testcapi") is None:
        pytest.skip("this Python lacks _testcapi")
    environment = {**os.environ, "PYTHONMALLOC": "pymalloc"}
    probe = [sys.executable, "-c", GENERATORS]
    if subprocess.run(probe, env=environment, capture_output=True, check=False).returncode < 0:
        pytest.skip("this Python itself crashes when there is no memory for a generator")
    assert starve("python", PYTHONMALLOC="pymalloc") > 100


GRID, WORDS = (
    "....\n....\n....\n....\n",
    "".join(
        f"{a}{b}{c}{d};50\n" for a in "BCDLMPRST" for b in "AEIO" for c in "LMNRST" for d in "AEST"
    ),
)


@pytest.mark.parametrize("mebibytes", [20, 40, 60, 80, 100, 140])
def test_a_fill_without_memory_ends_in_words(tmp_path: Path, mebibytes: int) -> None:
    """However little memory there is, a command ends with a status and without a traceback."""
    resource = pytest.importorskip("resource", reason="there are no limits on this system")
    (tmp_path / "grid.txt").write_text(GRID)
    (tmp_path / "words.txt").write_text(WORDS)
    limit = mebibytes << 20

    def limit_memory() -> None:
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))

    done = subprocess.run(
        [sys.executable, "-m", "crosswright", "fill", "grid.txt", "-w", "words.txt", "--quiet"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        preexec_fn=limit_memory,
        check=False,
    )
    assert done.returncode >= 0, done.stderr
