"""The cache folder: every kind of file that is kept there, and clearing it while others use it."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from crosswright.clues import wordnet
from crosswright.support import cache, cachefolder
from crosswright.support.cachefolder import clear, items
from crosswright.support.files import replacing
from crosswright.words.lexicon import builtin
from crosswright.words.wordlist import WordList


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CROSSWRIGHT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def kinds(folder: Path) -> list[str]:
    return sorted({item.kind for item in items(str(folder))})


def test_every_kind_is_known(folder: Path) -> None:
    assert items(str(folder)) == []
    WordList.parse("CAT;50").to_cache(cache.key("a list"))
    assert kinds(folder) == [cachefolder.LISTS]
    cache.store(cache.key("families"), builtin.families().sections())
    cache.store(cache.key("liveliness"), [("3", b"abc"), ("4", b"d")])
    cache.store(cache.key("bases"), [("bases", b"a\nb")])
    cache.store(cache.key("names"), [("names", b"10a")])
    path = wordnet.database_path()
    assert path is not None
    path.write_bytes(b"")
    (folder / f"{'0' * 40}.cwc").write_bytes(b"CWCACHE\x05" + bytes(20))
    (folder / f"{'1' * 40}.cwc").write_bytes(b"what?")
    (folder / f"{'2' * 40}.cwc").write_bytes(bytes(100))
    (folder / ".a.cwc.0123456789ab.tmp").touch()
    assert kinds(folder) == sorted(
        [
            cachefolder.LISTS,
            cachefolder.FAMILIES,
            cachefolder.LIVELINESS,
            cachefolder.BASES,
            cachefolder.NAMES,
            cachefolder.DICTIONARY,
            cachefolder.OTHERS,
            cachefolder.UNFINISHED,
            cachefolder.DAMAGED,
        ]
    )
    assert all(not reason for _, reason in clear(str(folder)))
    assert [*folder.iterdir()] == []


def test_what_is_not_ours_stays(folder: Path) -> None:
    folder.mkdir()
    for name in ("notes.txt", "a.cwc", "list.sqlite", ".hidden.tmp"):
        (folder / name).write_text("mine")
    (folder / f"{'0' * 40}.cwc").mkdir()
    (folder / f"{'1' * 40}.cwc").symlink_to(folder / "notes.txt")
    assert [*clear(str(folder))] == []
    assert len([*folder.iterdir()]) == 6


def test_the_cache_of_another_version_is_left_alone_by_readers(folder: Path) -> None:
    """A newer or older format has other keys: it is neither read nor removed, but made anew."""
    name = cache.key("a list")
    cache.store(name, [("a", b"1")])
    path = folder / f"{name}{cache.SUFFIX}"
    other = folder / f"{'0' * 40}{cache.SUFFIX}"
    other.write_bytes(path.read_bytes().replace(cache.MAGIC, b"CWCACHE\xff"))
    assert cache.fetch(name) is not None
    assert cache.fetch("f" * 40) is None
    assert kinds(folder) == sorted([cachefolder.OTHERS, cachefolder.DAMAGED])
    assert other.exists()


@pytest.mark.skipif(os.name == "nt", reason="what is open there cannot be removed")
def test_clearing_takes_nothing_from_those_who_use_it(folder: Path) -> None:
    name = cache.key("a list")
    cache.store(name, [("a", b"123")])
    file = cache.fetch(name)
    path = folder / "wordnet-0123456789abcdef.sqlite"
    database = sqlite3.connect(path)
    database.executescript("CREATE TABLE t (a); INSERT INTO t VALUES (7)")
    with replacing(folder / f"{'3' * 40}.cwc") as unfinished:
        unfinished.write(b"half")
        unfinished.flush()
        left = {item.kind: reason for item, reason in clear(str(folder)) if reason}
        assert left == {cachefolder.UNFINISHED: "another process is writing it"}
    assert (folder / f"{'3' * 40}.cwc").read_bytes() == b"half"
    assert file is not None and bytes(file.sections["a"]) == b"123"
    file.discard()  # gone already
    assert database.execute("SELECT a FROM t").fetchall() == [(7,)]
    database.close()
    assert cache.fetch(name) is None
