"""The on-disk cache: kept whole or not at all, and never trusted."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crosswright.support import cache
from crosswright.support.files import replacing

SECTIONS = {"one": b"1" * 45, "two": bytes(32), "three": b""}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CROSSWRIGHT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def kept(folder: Path) -> list[Path]:
    return sorted(folder.glob("*" + cache.SUFFIX))


def test_the_least_recently_used_are_removed_first(folder: Path) -> None:
    for number, name in enumerate("abcd"):
        assert cache.store(name, [("data", bytes(1000))])
        os.utime(folder / f"{name}.cwc", (number, number))
    assert cache.fetch("a") is not None  # used just now
    cache.evict(folder, max_bytes=3000)
    assert [path.name for path in kept(folder)] == ["a.cwc", "d.cwc"]
    assert time.time() - (folder / "a.cwc").stat().st_mtime < 3600


def test_what_killed_writers_left_is_removed(folder: Path) -> None:
    code = (
        "import os; from crosswright.support import cache\n"
        "cache.pack = lambda *_: os._exit(7)\n"
        "cache.store('a', [])"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 7
    (left,) = folder.iterdir()
    os.utime(left, (0, 0))
    with replacing(folder / "c.cwc") as file:
        os.utime(file.name, (0, 0))
        assert cache.store("b", [])
        assert not left.exists()
        assert Path(file.name).exists()
    assert [path.name for path in kept(folder)] == ["b.cwc", "c.cwc"]


@given(
    st.dictionaries(
        st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=5),
        st.binary(max_size=300),
        max_size=5,
    )
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_sections_come_back_as_they_were(folder: Path, sections: dict[str, bytes]) -> None:
    assert cache.store("key", sections.items())
    cached = cache.fetch("key")
    assert cached is not None
    assert {name: bytes(section) for name, section in cached.sections.items()} == sections


def test_keys_depend_on_every_part_and_its_bounds() -> None:
    keys = {cache.key("ab", "c"), cache.key("a", "bc"), cache.key("abc"), cache.key(b"ab", "")}
    assert len(keys) == 4


# -- a right checksum, and content that makes no sense -----------------------------------------


def with_index(path: Path, change: Callable[[bytes], bytes]) -> None:
    """Give a file another index, with a checksum that is right."""
    data = path.read_bytes()
    _, size, _ = cache.HEADER.unpack(data[: cache.HEADER.size])
    rest = data[cache.HEADER.size :]
    index = change(rest[:size])
    body = index + rest[size:]
    path.write_bytes(cache.HEADER.pack(cache.MAGIC, len(index), zlib.crc32(body)) + body)


def test_another_index_can_make_sense(folder: Path) -> None:
    assert cache.store("key", SECTIONS.items())
    with_index(folder / "key.cwc", lambda index: index.replace(b"three", b"third"))
    cached = cache.fetch("key")
    assert cached is not None
    assert {*cached.sections} == {"one", "two", "third"}


@pytest.mark.parametrize(
    "change",
    [
        lambda index: b"",
        lambda index: b"\n",
        lambda index: b"no number\n" + index,
        lambda index: b"\xff",
        lambda index: b"9" * 100_000,
        lambda index: index + b"1 more\n",
        lambda index: index + b"-1 more\n",
        lambda index: index + b"%d more\n" % 2**62,
        lambda index: index + b"0 one\n",
        lambda index: index.replace(b"45", b"-1"),
        lambda index: index.replace(b"45", b"29"),
        lambda index: index.replace(b"45", b"45.0"),
        lambda index: index.replace(b"45 ", b" "),
        lambda index: index.replace(b"45 one\n", b""),
    ],
)
def test_an_index_that_makes_no_sense(folder: Path, change: Callable[[bytes], bytes]) -> None:
    assert cache.store("key", SECTIONS.items())
    with_index(folder / "key.cwc", change)
    assert cache.fetch("key") is None
    assert kept(folder) == []  # so that it is made anew


def test_an_index_that_ends_beyond_the_file(folder: Path) -> None:
    assert cache.store("key", SECTIONS.items())
    path = folder / "key.cwc"
    body = path.read_bytes()[cache.HEADER.size :]
    for size in (len(body) + 1, 2**32 - 1, 0):
        path.write_bytes(cache.HEADER.pack(cache.MAGIC, size, zlib.crc32(body)) + body)
        assert cache.fetch("key") is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_what_is_not_a_file_is_not_waited_for(folder: Path) -> None:
    folder.mkdir()
    os.mkfifo(folder / "pipe.cwc")
    (folder / "folder.cwc").mkdir()
    assert cache.fetch("pipe") is None
    assert cache.fetch("folder") is None
    assert not cache.store("folder", [])
