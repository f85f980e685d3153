"""The site, built once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from helpers.pages import Page

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "scripts"))


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site as people do; return its folder."""
    folder = tmp_path_factory.mktemp("documentation") / "site"
    command = [sys.executable, str(ROOT / "scripts" / "build_site.py"), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return folder


@pytest.fixture(scope="session")
def pages(site: Path) -> dict[str, Page]:
    """Return all pages of the site by their paths."""
    return {
        path.relative_to(site).as_posix(): Page(path.read_text("utf-8"))
        for path in sorted(site.rglob("*.html"))
    }
