"""The exact versions in requirements/: for all systems, with hashes, and free of places."""

from __future__ import annotations

import re
import tomllib

import pytest
from helpers.scripts import SCRIPTS, script
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = SCRIPTS.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
lock = script("lock")


def locked(name: str) -> dict[str, str]:
    """Return the versions in a file."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    return dict(re.findall(r"^([\w.-]+)==([^\s;]+)", text, re.MULTILINE))


def wanted(name: str) -> list[Requirement]:
    """Return what pyproject.toml asks for."""
    project = PROJECT["project"]
    if name == "release":
        return [Requirement(text) for text in PROJECT["dependency-groups"]["release"]]
    own, *texts = project["optional-dependencies"][name]
    texts += [*project["dependencies"], *PROJECT["build-system"]["requires"]]
    for extra in Requirement(own).extras:
        texts += project["optional-dependencies"][extra]
    return [Requirement(text) for text in texts]


@pytest.mark.parametrize("name", lock.FILES)
def test_the_versions_are_those_that_the_project_asks_for(name: str) -> None:
    versions = locked(name)
    for requirement in wanted(name):
        version = versions.get(canonicalize_name(requirement.name))
        assert version is not None, f"run scripts/lock.py: no version of {requirement.name}"
        assert requirement.specifier.contains(version), f"run scripts/lock.py: {requirement}"


@pytest.mark.parametrize("name", lock.FILES)
def test_every_version_has_hashes_and_no_place_is_named(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    assert text.startswith(lock.HEADER)
    assert lock.problem(text) == ""


def test_files_for_all_systems_are_covered() -> None:
    """A compiled package has many files; one hash each would do for this machine alone."""
    text = (ROOT / "requirements" / "dev.txt").read_text("utf-8")
    [block] = re.findall(r"^pillow==(?:.*\n)(?: .*\n)+", text, re.MULTILINE)
    assert block.count("--hash=") > 20
    assert re.search(r"^colorama==\S+ ; sys_platform == 'win32'", text, re.MULTILINE)


@pytest.mark.parametrize(
    "text, problem",
    [
        ("a==1 \\\n    --hash=sha256:00\n", ""),
        ("a==1\n", "no hashes for a"),
        ("a==1 \\\n    --hash=sha256:00\nb==2 ; os_name == 'nt'\n", "no hashes for b"),
        ("", "names no version"),
        ("--index-url https://a.example/\na==1 \\\n    --hash=sha256:00\n", "names a place"),
        ("a @ file:///tmp/a.whl\n", "names a place"),
        ("--find-links wheels\na==1 \\\n    --hash=sha256:00\n", "names a place"),
    ],
)
def test_what_is_wrong_with_a_file(text: str, problem: str) -> None:
    assert lock.problem(text).startswith(problem)
    assert bool(lock.problem(text)) is bool(problem)


def test_unknown_options_are_refused() -> None:
    with pytest.raises(SystemExit, match="unknown option --all; choose from --upgrade and --check"):
        lock.main(["--all"])
