"""Compiled modules and their plain twins: one way to pick, for all packages that have both."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from crosswright.errors import CrosswrightError
from crosswright.support.twins import pick

PACKAGES = ("crosswright.engine", "crosswright.words.index", "crosswright.layouts.core")
BUILT = all(find_spec(f"{package}.compiled") for package in PACKAGES)

needs_both = pytest.mark.skipif(not BUILT, reason="the compiled modules are not built")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Make a package with a plain module alone."""
    (tmp_path / "lonely").mkdir()
    (tmp_path / "lonely/plain.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delenv("CROSSWRIGHT_ENGINE", raising=False)
    return "lonely"


def names(choice: str) -> list[str]:
    """Return which twins a new process picks under a value of the variable."""
    imports = "; ".join(f"import {package}" for package in PACKAGES)
    done = subprocess.run(
        [sys.executable, "-c", f"{imports}; print({', '.join(f'{p}.name' for p in PACKAGES)})"],
        env={**os.environ, "CROSSWRIGHT_ENGINE": choice},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


@pytest.mark.parametrize(
    ("choice", "name"),
    [
        ("python", "python"),
        pytest.param("compiled", "compiled", marks=needs_both),
        pytest.param("", "compiled", marks=needs_both),
    ],
)
def test_one_variable_chooses_for_all_packages(choice: str, name: str) -> None:
    assert names(choice) == [name] * len(PACKAGES)


def test_without_a_compiled_module_the_plain_one_serves(package: str) -> None:
    module, name = pick(package)
    assert (module.__name__, name) == ("lonely.plain", "python")


def test_a_compiled_module_that_was_not_built_cannot_be_forced(
    package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROSSWRIGHT_ENGINE", "compiled")
    with pytest.raises(CrosswrightError, match=r"lonely\.compiled was not built"):
        pick(package)


def test_an_unknown_choice_is_refused(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROSSWRIGHT_ENGINE", "fortran")
    with pytest.raises(CrosswrightError, match="'fortran'; choose python or compiled"):
        pick(package)
