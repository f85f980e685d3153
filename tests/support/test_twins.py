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

PACKAGES = (
    "crosswright.engine",
    "crosswright.words.index",
    "crosswright.layouts.core",
    "crosswright.layouts.proving",
)
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


# -- a compiled module that was built and does not load ------------------------------------------


@pytest.fixture
def broken(package: str, tmp_path: Path) -> str:
    """Give the package a compiled module that cannot be loaded."""
    (tmp_path / "lonely/compiled.py").write_text("raise ImportError('undefined symbol: x')")
    return package


def test_a_compiled_module_that_does_not_load_is_not_passed_over_silently(broken: str) -> None:
    with pytest.warns(
        RuntimeWarning,
        match=r"lonely\.compiled does not load \(undefined symbol: x\): plain Python .* slower",
    ):
        module, name = pick(broken)
    assert (module.__name__, name) == ("lonely.plain", "python")


def test_what_a_compiled_module_misses_is_not_mistaken_for_it(package: str, tmp_path: Path) -> None:
    (tmp_path / "lonely/compiled.py").write_text("import missing_part_of_it")
    with pytest.warns(RuntimeWarning, match="missing_part_of_it"):
        pick(package)


def test_a_compiled_module_that_does_not_load_cannot_be_forced(
    broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROSSWRIGHT_ENGINE", "compiled")
    with pytest.raises(CrosswrightError, match=r"does not load: undefined symbol: x"):
        pick(broken)


def test_nobody_minds_where_plain_python_was_asked_for(
    broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROSSWRIGHT_ENGINE", "python")
    assert pick(broken)[1] == "python"


SUB_INTERPRETER = """
import sys
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
import crosswright.engine as engine
print(engine.name, flush=True)
code = "from crosswright import engine; print(engine.name, flush=True)"
second = interpreters.create()
failure = interpreters.run_string(second, code)
interpreters.destroy(second)
if failure:
    sys.exit(str(failure))
"""


@needs_both
@pytest.mark.skipif(
    not (find_spec("_interpreters") or find_spec("_xxsubinterpreters")),
    reason="this Python has no sub-interpreters",
)
@pytest.mark.parametrize("choice", ["", "python"])
def test_a_second_interpreter_says_that_it_goes_without(choice: str) -> None:
    """Each compiled module belongs to the interpreter that loads it first."""
    done = subprocess.run(
        [sys.executable, "-c", SUB_INTERPRETER],
        env={**os.environ, "CROSSWRIGHT_ENGINE": choice},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    if choice:
        assert (done.stdout.split(), done.stderr) == (["python", "python"], "")
    else:
        assert done.stdout.split() == ["compiled", "python"]
        assert "RuntimeWarning: crosswright.engine.compiled does not load" in done.stderr
