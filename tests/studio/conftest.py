"""A studio on a folder of its own, with a short word list and a personal list of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.studio import StudioClient, running_studio

WORDS = "CAT;90\nCUT;80\nCOT;75\nTIE;70\nTEE;60\nTOE;55\nTOT;30\nTAT;20\n"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a word list."""
    monkeypatch.setenv("CROSSWRIGHT_CONFIG", str(tmp_path / "config"))
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / "words.dict").write_text(WORDS)
    return folder


@pytest.fixture
def studio(root: Path) -> Iterator[StudioClient]:
    """Run a studio."""
    with running_studio(root) as client:
        yield client
