"""The install that people get: with a C compiler, and without one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PROBE = """
from crosswright import engine, fill
print(engine.__file__)
print(engine.name)
print(fill("...", ["CAT"]).answers)
"""


def test_the_package_installs_and_fills_without_a_compiler(tmp_path: Path) -> None:
    pytest.importorskip("Cython", reason="building the package needs Cython")
    source, target = tmp_path / "source", tmp_path / "target"
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "*.c", "__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", source / "src", ignore=ignored)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    install += ["--no-deps", "--no-build-isolation", "--no-index"]
    missing = str(tmp_path / "no-such-compiler")
    installed = subprocess.run(
        [*install, "--target", str(target), str(source)],
        env={**os.environ, "CC": missing, "CXX": missing, "LDSHARED": missing},
        capture_output=True,
        text=True,
        check=False,
    )
    assert installed.returncode == 0, installed.stderr
    assert not [*target.rglob("*.so"), *target.rglob("*.pyd")]
    environment = {**os.environ, "PYTHONPATH": str(target)}
    environment.pop("CROSSWRIGHT_ENGINE", None)
    probe = subprocess.run(
        [sys.executable, "-c", PROBE], env=environment, capture_output=True, text=True, check=True
    )
    path, name, answers = probe.stdout.splitlines()
    assert Path(path).is_relative_to(target)
    assert name == "python"
    assert answers == "{'1A': 'CAT'}"


def test_the_compiled_engine_is_used_where_it_can_be_built() -> None:
    if not any(map(shutil.which, ("cc", "gcc", "clang", "cl"))):
        pytest.skip("no C compiler here, so there is no compiled engine")
    from crosswright.engine import compiled

    assert compiled.NAME == "compiled"
