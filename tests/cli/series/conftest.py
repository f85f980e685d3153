"""What the tests of series share: a season to look at."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.seasons import season_on_disk


@pytest.fixture
def season(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a season, in the current folder with its plan."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CROSSWRIGHT_CONFIG", str(tmp_path / "config"))
    season_on_disk(tmp_path)
    return Path("season")
