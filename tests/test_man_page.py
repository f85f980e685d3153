"""The man page: up to date, whole, and without a complaint from those who show it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from helpers.cli import all_commands

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "man" / "crosswright.1"


def test_it_is_up_to_date() -> None:
    script = ROOT / "scripts" / "build_man_page.py"
    done = subprocess.run([sys.executable, script, "--check"], check=False)
    assert done.returncode == 0, "run python scripts/build_man_page.py in the environment"


def test_it_is_installed() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert settings["tool"]["setuptools"]["data-files"] == {
        "share/man/man1": [PAGE.relative_to(ROOT).as_posix()]
    }


@pytest.mark.skipif(shutil.which("man") is None, reason="no man here (Debian: apt install man-db)")
def test_it_can_be_read() -> None:
    done = subprocess.run(
        ["man", "--warnings", "--local-file", PAGE],
        capture_output=True,
        text=True,
        check=True,
        env={"PATH": "/usr/bin:/bin", "MANWIDTH": "200", "LC_ALL": "C.UTF-8"},
    )
    assert done.stderr == ""
    for path, command in all_commands():
        assert f"crosswright {' '.join(path)} [OPTIONS]" in done.stdout
        for option in command.params:
            assert all(name in done.stdout for name in option.opts if name.startswith("--"))
    for heading in ("NAME", "EXIT STATUS", "FILES", "ENVIRONMENT"):
        assert f"\n{heading}\n" in done.stdout
