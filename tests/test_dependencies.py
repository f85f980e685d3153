"""Every dependency is documented, with its licence and the reason."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
OURS, BROUGHT = (ROOT / "docs" / "dependencies.md").read_text("utf-8").split("## What these bring")


def rows(text: str) -> list[list[str]]:
    """Return the cells of all tables of a text."""
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


ROWS = rows(OURS)


def required() -> set[str]:
    """Return the names of all packages that pyproject.toml and the scripts ask for."""
    project = PROJECT["project"]
    requirements = [*PROJECT["build-system"]["requires"], *project["dependencies"]]
    for extra in project["optional-dependencies"].values():
        requirements += extra
    requirements += PROJECT["dependency-groups"]["release"]
    pinned = (ROOT / "scripts" / "lexicon-requirements.txt").read_text("utf-8").splitlines()
    pinned += (ROOT / "scripts" / "lexicon-packages.txt").read_text("utf-8").splitlines()
    requirements += [line for line in pinned if line and not line.startswith("#")]
    return {re.match(r"[\w.-]+", text)[0] for text in requirements} - {project["name"]}


@pytest.mark.parametrize("name", sorted(required()))
def test_is_documented(name: str) -> None:
    own = [row for row in ROWS if name in (cell.split()[0] for cell in row[:2])]
    assert own, f"docs/dependencies.md does not name {name}"
    assert all(len(row) >= 4 and all(row) for row in own)


def test_nothing_else_is_documented() -> None:
    names = [row[1] if row[0].startswith("`") else row[0] for row in ROWS]
    assert {name.split()[0] for name in names} - {"name", "extra"} == required()


def test_the_tests_of_every_extra_are_run() -> None:
    """What `.ci/run` installs has all extras but those of benchmarks, so no test is skipped."""
    extras = PROJECT["project"]["optional-dependencies"]
    installed = re.search(r"\[(.*)\]", extras["dev"][0])[1].split(",")
    assert {*installed} == {name for name in extras if not name.startswith(("bench", "dev"))}


def test_what_dependencies_bring_is_what_is_locked() -> None:
    text = (ROOT / "requirements" / "dev.txt").read_text("utf-8")
    locked = {*re.findall(r"^([\w.-]+)==", text, re.MULTILINE)}
    brought = {row[0] for row in rows(BROUGHT)} - {"name"}
    assert brought == locked - {name.lower() for name in required()}
    assert all(len(row) == 3 and all(row) for row in rows(BROUGHT))
