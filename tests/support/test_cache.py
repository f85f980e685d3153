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


@given(
    st.dictionaries(
        st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=5),
        st.binary(max_size=300) | st.integers(5000, 9000).map(bytes),
        max_size=5,
    )
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_parts_come_back_as_they_were(folder: Path, sections: dict[str, bytes]) -> None:
    assert cache.store("key", sections.items(), in_parts=True)
    for in_parts in (True, False):
        cached = cache.fetch("key", in_parts=in_parts)
        assert cached is not None
        assert {name: bytes(section) for name, section in cached.sections.items()} == sections


def test_only_the_parts_that_are_read_need_to_be_right(folder: Path) -> None:
    assert cache.store("key", SECTIONS.items(), in_parts=True)
    data = (folder / "key.cwc").read_bytes()
    (folder / "key.cwc").write_bytes(data.replace(b"1" * 45, b"1" * 44 + b"2"))
    cached = cache.fetch("key", in_parts=True)
    assert cached is not None and len(cached.sections) == 3
    assert bytes(cached.sections["two"]) == bytes(32)
    with pytest.raises(ValueError, match="one"):
        cached.sections["one"]
    with pytest.raises(KeyError):
        cached.sections["four"]
    assert cache.fetch("key") is None


@pytest.mark.parametrize("size", [0, 15, 16, 60, 100, -1])
def test_a_file_in_parts_that_was_cut_short(folder: Path, size: int) -> None:
    assert cache.store("key", SECTIONS.items(), in_parts=True)
    data = (folder / "key.cwc").read_bytes()
    (folder / "key.cwc").write_bytes(data[:size])
    assert cache.fetch("key", in_parts=True) is None
    assert kept(folder) == []


def test_any_other_bit_in_a_file_in_parts_is_noticed(folder: Path) -> None:
    assert cache.store("key", SECTIONS.items(), in_parts=True)
    path = folder / "key.cwc"
    data = path.read_bytes()
    for at in range(len(data)):
        path.write_bytes(data[:at] + bytes([data[at] ^ 4]) + data[at + 1 :])
        cached = cache.fetch("key", in_parts=True)
        try:
            found = cached and {name: bytes(part) for name, part in cached.sections.items()}
        except ValueError:
            continue
        assert found in (None, SECTIONS)


def test_a_part_of_a_file_that_is_gone(folder: Path) -> None:
    sections = {**SECTIONS, "large": bytes(cache.HEAD_BYTES)}
    assert cache.store("key", sections.items(), in_parts=True)
    cached = cache.fetch("key", in_parts=True)
    assert cached is not None
    cached.discard()
    assert bytes(cached.sections["one"]) == SECTIONS["one"]  # read with the index
    with pytest.raises(ValueError):
        cached.sections["large"]


def test_what_was_not_stored_in_parts_is_not_read_so(folder: Path) -> None:
    assert cache.store("key", SECTIONS.items())
    assert cache.fetch("key", in_parts=True) is None
    assert kept(folder) == []  # so that it is made anew


def test_keys_depend_on_every_part_and_its_bounds() -> None:
    keys = {cache.key("ab", "c"), cache.key("a", "bc"), cache.key("abc"), cache.key(b"ab", "")}
    assert len(keys) == 4


# -- a right checksum, and content that makes no sense -----------------------------------------


def with_index(path: Path, change: Callable[[bytes], bytes]) -> None:
    """Give a file another index, with a checksum that is right."""
    data = path.read_bytes()
    _, size, _ = cache.read_header(data)
    rest = data[cache.HEADER_SIZE :]
    index = change(rest[:size])
    body = index + rest[size:]
    path.write_bytes(cache.header(len(index), zlib.crc32(body)) + body)


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
    body = path.read_bytes()[cache.HEADER_SIZE :]
    for size in (len(body) + 1, 2**32 - 1, 0):
        path.write_bytes(cache.header(size, zlib.crc32(body)) + body)
        assert cache.fetch("key") is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_what_is_not_a_file_is_not_waited_for(folder: Path) -> None:
    folder.mkdir()
    os.mkfifo(folder / "pipe.cwc")
    (folder / "folder.cwc").mkdir()
    assert cache.fetch("pipe") is None
    assert cache.fetch("folder") is None
    assert not cache.store("folder", [])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_a_part_is_not_waited_for_either(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "HEAD_BYTES", 128)
    assert cache.store("key", SECTIONS.items(), in_parts=True)
    file = cache.fetch("key", in_parts=True)
    assert file is not None
    path = folder / "key.cwc"
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(ValueError):
        file.sections["two"]


def test_a_file_in_parts_has_a_size_that_can_be_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cache.store("key", SECTIONS.items(), in_parts=True)
    size = (folder / "key.cwc").stat().st_size
    monkeypatch.setattr(cache, "MAX_BYTES", size)
    assert cache.fetch("key", in_parts=True) is not None
    monkeypatch.setattr(cache, "MAX_BYTES", size - 1)
    assert cache.fetch("key", in_parts=True) is None
    assert not (folder / "key.cwc").exists()
