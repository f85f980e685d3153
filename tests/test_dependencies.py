"""Every dependency is documented, with its licence and the reason."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (ROOT / "docs" / "dependencies.md").read_text("utf-8").splitlines()
    if line.startswith("| ")
]


def required() -> set[str]:
    """Return the names of all packages that pyproject.toml and the scripts ask for."""
    project = PROJECT["project"]
    requirements = [*PROJECT["build-system"]["requires"], *project["dependencies"]]
    for extra in project["optional-dependencies"].values():
        requirements += extra
    pinned = (ROOT / "scripts" / "lexicon-requirements.txt").read_text("utf-8").splitlines()
    pinned += (ROOT / "scripts" / "lexicon-packages.txt").read_text("utf-8").splitlines()
    requirements += [line for line in pinned if line and not line.startswith("#")]
    return {re.match(r"[\w.-]+", text)[0] for text in requirements} - {project["name"]}


@pytest.mark.parametrize("name", sorted(required()))
def test_is_documented(name: str) -> None:
    rows = [row for row in ROWS if name in (cell.split()[0] for cell in row[:2])]
    assert rows, f"docs/dependencies.md does not name {name}"
    assert all(len(row) >= 4 and all(row) for row in rows)


def test_nothing_else_is_documented() -> None:
    names = [row[1] if row[0].startswith("`") else row[0] for row in ROWS]
    assert {name.split()[0] for name in names} - {"name", "extra"} == required()


def test_the_tests_of_every_extra_are_run() -> None:
    """What `.ci/run` installs has all extras but those of benchmarks, so no test is skipped."""
    extras = PROJECT["project"]["optional-dependencies"]
    installed = re.search(r"\[(.*)\]", extras["dev"][0])[1].split(",")
    assert {*installed} == {name for name in extras if not name.startswith(("bench", "dev"))}
