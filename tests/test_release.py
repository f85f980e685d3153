"""What is in the packages, what they say about themselves, and how that is checked."""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.parser import HeaderParser
from pathlib import Path

import pytest
from helpers.scripts import SCRIPTS, script

import crosswright

ROOT = SCRIPTS.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
release = script("release")
smoke = script("smoke")

TRACKED = [
    *("LICENSE", "README.md", "pyproject.toml", "setup.py", "tests/test_a.py", "data/words0.txt"),
    *(f"src/crosswright/{name}" for name in release.REQUIRED),
    *("src/crosswright/engine/compiled.pyx", "src/crosswright/engine/plain.py"),
]
MODULE = "crosswright/engine/compiled.cpython-311-x86_64-linux-gnu.so"
ABOUT = "\n".join(
    f"{name}: {value}" for name, values in release.METADATA.items() for value in values
)


def wheel(folder: Path, *, without: str = "", extra: str = "", about: str = ABOUT) -> Path:
    path = folder / "crosswright-1.2.3-cp311-cp311-linux_x86_64.whl"
    names = release.wheel_files(TRACKED, "1.2.3") | {MODULE, extra} - {""}
    with zipfile.ZipFile(path, "w") as archive:
        for name in names - {without}:
            is_about = name.endswith("/METADATA")
            archive.writestr(name, f"{about}\nVersion: 1.2.3\n\nText\n" if is_about else "")
    return path


def test_a_wheel_as_expected_has_no_problems(tmp_path: Path) -> None:
    assert list(release.wheel_problems(wheel(tmp_path), TRACKED, "1.2.3")) == []


@pytest.mark.parametrize(
    "settings, problem",
    [
        ({"without": MODULE}, "crosswright/engine/compiled is missing"),
        ({"without": "crosswright/py.typed"}, "crosswright/py.typed is missing"),
        (
            {"without": f"crosswright-1.2.3.dist-info/licenses/{release.NOTICE}"},
            f"crosswright-1.2.3.dist-info/licenses/{release.NOTICE} is missing",
        ),
        (
            {"extra": "crosswright/engine/compiled.pyx"},
            "crosswright/engine/compiled.pyx should not be there",
        ),
        ({"extra": "tests/test_a.py"}, "tests/test_a.py should not be there"),
        (
            {"about": ABOUT.replace(" AND CC-BY-SA-4.0", "")},
            "License-Expression is ['MIT'], not ['MIT AND CC-BY-SA-4.0']",
        ),
    ],
)
def test_what_is_wrong_with_a_wheel(tmp_path: Path, settings: dict[str, str], problem: str) -> None:
    assert problem in list(release.wheel_problems(wheel(tmp_path, **settings), TRACKED, "1.2.3"))


def test_what_is_wrong_with_an_sdist(tmp_path: Path) -> None:
    path = tmp_path / "crosswright-1.2.3.tar.gz"
    names = {*release.sdist_files(TRACKED), "PKG-INFO", "src/crosswright.egg-info/SOURCES.txt"}
    with tarfile.open(path, "w:gz") as archive:
        for name in sorted(names - {"setup.py"} | {"tests/test_a.py"}):
            archive.addfile(tarfile.TarInfo(f"crosswright-1.2.3/{name}"), io.BytesIO())
    problems = list(release.sdist_problems(path, TRACKED))
    assert problems == ["setup.py is missing", "tests/test_a.py should not be there"]


def test_metadata_of_another_version() -> None:
    about = HeaderParser().parsestr(f"{ABOUT}\nVersion: 1.2.4\n")
    assert [*release.metadata_problems(about, "1.2.3")] == ["Version is ['1.2.4'], not ['1.2.3']"]


def test_every_file_of_the_package_is_named_as_data() -> None:
    """A wheel has what pyproject.toml names, and nothing else: a new kind of file must be added."""
    package = ROOT / "src" / "crosswright"
    named = {
        path
        for pattern in PROJECT["tool"]["setuptools"]["package-data"]["crosswright"]
        for path in package.glob(pattern)
    }
    known = (".py", ".pyx", ".pxd", ".c", ".so", ".pyd", ".pyc", ".tmp")
    files = {path for path in package.rglob("*") if path.is_file() and path.suffix not in known}
    assert files - named == set()


def test_the_text_for_the_package_index_stands_alone() -> None:
    """There are no pictures and no pages beside it."""
    page = ROOT / PROJECT["project"]["readme"]
    assert "](" not in page.read_text("utf-8")
    assert "<img" not in page.read_text("utf-8")


def test_every_python_that_is_claimed_gets_wheels() -> None:
    claimed = [text.rpartition(":: ")[2] for text in PROJECT["project"]["classifiers"]]
    versions = [text.replace(".", "") for text in claimed if text.startswith("3.")]
    assert PROJECT["tool"]["cibuildwheel"]["build"] == " ".join(f"cp{text}-*" for text in versions)
    assert versions[0] == "311"


def test_every_wheel_is_tried_as_the_release_is() -> None:
    command = PROJECT["tool"]["cibuildwheel"]["test-command"]
    assert command == "python {project}/scripts/smoke.py --compiled"


def test_a_package_that_is_not_installed_does_not_pass() -> None:
    """These tests run in an environment that uses the repository in place."""
    if not Path(crosswright.__file__).is_relative_to(ROOT):
        pytest.skip("here the package is installed")
    done = subprocess.run(
        [sys.executable, str(SCRIPTS / "smoke.py")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "is not installed, but part of the repository" in done.stderr


@pytest.mark.parametrize(
    "step, failure",
    [
        (smoke.Step("--help"), ""),
        (smoke.Step("fill nowhere.txt"), "exit status 2: .*nowhere.txt"),
        (smoke.Step("--help", 0, ("first.ipuz",)), "first.ipuz was not written"),
    ],
)
def test_a_command_that_does_not_work_is_found(
    step: object, failure: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if failure:
        with pytest.raises(smoke.Failure, match=failure):
            smoke.take(step)
    else:
        smoke.take(step)


@pytest.mark.parametrize("name", ["audit", "lock", "release", "smoke"])
def test_help_does_nothing_else(name: str) -> None:
    command = [sys.executable, str(SCRIPTS / f"{name}.py"), "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == (script(name).__doc__ or "").strip()
