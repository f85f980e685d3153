"""The install that people get: with a C compiler, and without one."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.scripts import script

import crosswright

release = script("release")
pytestmark = pytest.mark.endurance

ROOT = Path(__file__).resolve().parents[1]
PROBE = """
import sys
from crosswright import engine, fill, grade
print(engine.__file__)
print(engine.name)
print(fill("...", ["CAT"]).answers)
print(grade(sys.argv[1]).points)
"""


def test_the_package_installs_and_fills_without_a_compiler(tmp_path: Path) -> None:
    pytest.importorskip("Cython", reason="building the package needs Cython")
    source, target = tmp_path / "source", tmp_path / "target"
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", source / "src", ignore=ignored)
    shutil.copytree(ROOT / "man", source / "man")
    (source / "docs").mkdir()
    for name in ("pyproject.toml", "setup.py", "docs/package.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    install += ["--no-deps", "--no-build-isolation", "--no-index", "--no-compile"]
    missing = str(tmp_path / "no-such-compiler")
    installed = subprocess.run(
        [*install, "--target", str(target), str(source)],
        env={
            **os.environ,
            **dict.fromkeys(("CC", "CXX", "LDSHARED"), missing),
            "PYTHONDONTWRITEBYTECODE": "1",  # most of the package is not even imported
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert installed.returncode == 0, installed.stderr
    assert (target / release.MAN_PAGE).read_bytes() == (ROOT / "man" / "crosswright.1").read_bytes()
    assert_complete(
        target,
        [path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()],
    )
    environment = {**os.environ, "PYTHONPATH": str(target)}
    environment.pop("CROSSWRIGHT_ENGINE", None)
    probe = subprocess.run(
        [sys.executable, "-c", PROBE, str(ROOT / "docs" / "course" / "generate.py")],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    path, name, answers, points = probe.stdout.splitlines()
    assert Path(path).is_relative_to(target)
    assert name == "python"
    assert answers == "{'1A': 'CAT'}"
    assert points == "3"  # the starter of the assignment, with the crossword.py that is shipped


def assert_complete(target: Path, sources: list[str]) -> None:
    """Assert that an install has what a wheel should have, and no compiled module."""
    tracked = [name for name in sources if not name.endswith(".c") and ".egg-info" not in name]
    expected = release.wheel_files(tracked, crosswright.__version__)
    data = f"crosswright-{crosswright.__version__}.data/data/"  # which pip unpacks
    expected = {name.removeprefix(data) for name in expected}
    files = {path.relative_to(target).as_posix() for path in target.rglob("*") if path.is_file()}
    by_pip = (*("INSTALLER", "REQUESTED", "direct_url.json"), "bin/crosswright")
    assert [*release.differences(expected, {f for f in files if not f.endswith(by_pip)})] == []


PROJECT = """
[project]
name = "package"
version = "1"

[tool.setuptools]
packages = ["package"]
package-dir = { "" = "src" }
"""

WATCHED_BUILD = """
import json, runpy, sys
changed = []

def watch(event, arguments):
    if event == "open" and arguments[1] is not None and "r" not in arguments[1]:
        changed.append((event, str(arguments[0])))
    elif event in ("os.remove", "os.truncate"):
        changed.append((event, str(arguments[0])))
    elif event == "os.rename":
        changed.append((event, str(arguments[1])))

sys.addaudithook(watch)
sys.argv[1:] = ["-q", "build_ext", "--inplace"]
runpy.run_path("setup.py", run_name="__main__")
changed = [(event, path) for event, path in changed if path.startswith("src")]
print(json.dumps([(event, path) for event, path in changed if path.endswith((".so", ".pyd"))]))
"""

HOLDING = """
import sys
sys.path.insert(0, "src")
from package import compiled
print(compiled.answer(), flush=True)
sys.stdin.readline()
print(compiled.answer(), compiled.other(), flush=True)
"""


@pytest.mark.skipif(not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="no C compiler here")
def test_a_module_is_replaced_by_renaming_and_a_process_that_has_it_loaded_lives(
    tmp_path: Path,
) -> None:
    """Overwritten in place, a module that is loaded takes its process with it."""
    pytest.importorskip("Cython", reason="building a module needs Cython")
    package = tmp_path / "src" / "package"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    shutil.copy(ROOT / "setup.py", tmp_path)
    (tmp_path / "pyproject.toml").write_text(PROJECT, "utf-8")

    def answering(answer: int) -> None:
        source = f"def answer(): return {answer}\ndef other(): return {answer}\n"
        (package / "compiled.pyx").write_text(source, "utf-8")

    def build() -> list[list[str]]:
        watched = subprocess.run(
            [sys.executable, "-c", WATCHED_BUILD],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        changes: list[list[str]] = json.loads(watched.stdout.splitlines()[-1])
        return changes

    answering(1)
    build()
    [module] = [*package.glob("*.so"), *package.glob("*.pyd")]
    first = module.stat()
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDING],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "1\n"
    answering(2)
    assert build() == [["os.rename", str(module.relative_to(tmp_path))]]
    assert module.stat().st_ino != first.st_ino
    assert module.stat().st_mode == first.st_mode
    assert holder.communicate("\n")[0] == "1 1\n"
    assert holder.returncode == 0
    assert build() == []
    assert not [*package.glob("*.tmp")]
    anew = subprocess.run(
        [sys.executable, "-c", HOLDING],
        cwd=tmp_path,
        input="\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert anew.stdout == "2\n2 2\n"


def test_the_compiled_engine_is_used_where_it_can_be_built() -> None:
    if not any(map(shutil.which, ("cc", "gcc", "clang", "cl"))):
        pytest.skip("no C compiler here, so there is no compiled engine")
    from crosswright.engine import compiled

    assert compiled.NAME == "compiled"
