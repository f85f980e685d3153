"""The on-disk cache: kept whole or not at all, and never trusted."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crosswright.support import cache
from crosswright.words import listfile
from crosswright.words import wordlist as words
from crosswright.words.wordlist import WordList

TEXT = "\n".join(
    f"{a}{b}{c};{(ord(a) * ord(c)) % 100}" for a in "ABCDE" for b in "XYZ" for c in "OPQ"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CROSSWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(words, "MIN_CACHED_BYTES", 0)
    return tmp_path / "cache"


@pytest.fixture
def list_file(tmp_path: Path) -> Path:
    path = tmp_path / "list.txt"
    path.write_text(TEXT + "\nR2D2\nÉTUDE;3\n", encoding="utf-8")
    return path


def kept(folder: Path) -> list[Path]:
    return sorted(folder.glob("*" + cache.SUFFIX))


def contents(words: WordList) -> tuple[object, ...]:
    tables = [words.table(length) for length in words.lengths]
    return list(words), words.skipped, words.digest, [bytes(table.support) for table in tables]


def test_a_list_comes_back_from_the_cache_as_it_was(
    folder: Path, list_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = WordList.load(list_file)
    assert len(kept(folder)) == 1

    def not_again(*_: object) -> None:
        raise AssertionError("parsed again")

    monkeypatch.setattr(listfile, "parse", not_again)
    second = WordList.load(list_file)
    assert contents(second) == contents(first)
    assert contents(second) == contents(WordList.from_cache(kept(folder)[0].stem) or second)
    assert second.name == "list"
    assert [p for p in folder.iterdir() if p.suffix != cache.SUFFIX] == []


def test_what_the_list_depends_on_makes_another_file(folder: Path, list_file: Path) -> None:
    WordList.load(list_file)
    WordList.load(list_file, min_score=50)
    WordList.load(list_file, default_score=1)
    WordList.load(list_file, fold="keep")
    WordList.load(list_file, fold={"É": "E"})
    WordList.load(list_file, digraphs=["AX"])
    WordList.load(list_file, fold=str)  # a function has no key
    assert len(kept(folder)) == 6
    list_file.write_text("OBOE")
    assert list(WordList.load(list_file)) == [("OBOE", 50)]


def test_small_files_are_not_cached(
    folder: Path, list_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "MIN_CACHED_BYTES", 1_000_000)
    WordList.load(list_file)
    assert not folder.exists()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(share=st.floats(0, 1, exclude_max=True), flip=st.integers(1, 255), cut=st.booleans())
def test_a_damaged_file_is_built_again(
    folder: Path, list_file: Path, share: float, flip: int, cut: bool
) -> None:
    expected = contents(WordList.parse(list_file.read_bytes()))
    WordList.load(list_file)
    (path,) = kept(folder)
    data = bytearray(path.read_bytes())
    at = int(share * len(data))
    if cut:
        del data[at:]
    else:
        data[at] ^= flip
    path.unlink()  # the old pages may still be mapped: put a new file in its place
    path.write_bytes(data)
    assert contents(WordList.load(list_file)) == expected
    assert contents(WordList.load(list_file)) == expected


def test_a_file_that_is_something_else_is_replaced(folder: Path, list_file: Path) -> None:
    expected = contents(WordList.load(list_file))
    (path,) = kept(folder)
    for junk in (b"", b"junk", b"CWCACHE\0" + bytes(100), b"CWCACHE\0" * 40):
        path.unlink()
        path.write_bytes(junk)
        assert contents(WordList.load(list_file)) == expected
        assert path.stat().st_size > len(junk)


@pytest.mark.parametrize("kind", ["off", "file", "below-a-file"])
def test_without_a_writable_directory_lists_load_all_the_same(
    tmp_path: Path, list_file: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(words, "MIN_CACHED_BYTES", 0)
    (tmp_path / "file").write_text("not a directory")
    folder = {"off": "off", "file": tmp_path / "file", "below-a-file": tmp_path / "file/cache"}
    monkeypatch.setenv("CROSSWRIGHT_CACHE", str(folder[kind]))
    assert len(WordList.load(list_file)) == 46
    assert not Path("off").exists()


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is read-only to root"
)
def test_a_read_only_directory(folder: Path, list_file: Path) -> None:
    folder.mkdir()
    folder.chmod(0o500)
    assert len(WordList.load(list_file)) == 46
    assert kept(folder) == []


def test_a_full_disk_leaves_nothing_behind(
    folder: Path, list_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(cache, "write", full)
    assert len(WordList.load(list_file)) == 46
    assert list(folder.iterdir()) == []


def test_many_writers_at_once(folder: Path, list_file: Path) -> None:
    expected = contents(WordList.parse(list_file.read_bytes()))
    with ThreadPoolExecutor(8) as pool:
        loaded = list(pool.map(lambda _: contents(WordList.load(list_file)), range(40)))
    assert all(each == expected for each in loaded)
    assert [path.suffix for path in folder.iterdir()] == [cache.SUFFIX]


def test_several_processes_at_once(folder: Path, list_file: Path) -> None:
    code = (
        "import sys\n"
        "from crosswright.words import wordlist as words\n"
        "words.MIN_CACHED_BYTES = 0\n"
        "for _ in range(20): loaded = words.WordList.load(sys.argv[1])\n"
        "print(loaded.digest, loaded.table(3).size)"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", code, str(list_file)], stdout=subprocess.PIPE)
        for _ in range(2)
    ]
    outputs = {process.communicate()[0] for process in running}
    assert outputs == {f"{WordList.load(list_file).digest} 45{os.linesep}".encode()}


def test_a_list_outlives_its_cached_file(folder: Path, list_file: Path) -> None:
    WordList.load(list_file)
    loaded = WordList.load(list_file)
    if os.name != "nt":
        kept(folder)[0].unlink()
    assert loaded.match("AX.") == WordList.parse(TEXT).match("AX.")


def test_the_least_recently_used_are_removed_first(folder: Path) -> None:
    for number, name in enumerate("abcd"):
        assert cache.store(name, {}, [("data", bytes(1000))])
        os.utime(folder / f"{name}.cwc", (number, number))
    abandoned = folder / "writer.tmp"
    abandoned.write_bytes(b"half")
    os.utime(abandoned, (0, 0))
    busy = folder / "busy.tmp"
    busy.write_bytes(b"half")
    assert cache.fetch("a") is not None  # used just now
    cache.evict(folder, max_bytes=3000)
    assert [path.name for path in kept(folder)] == ["a.cwc", "d.cwc"]
    assert busy.exists()
    assert not abandoned.exists()
    assert time.time() - (folder / "a.cwc").stat().st_mtime < 3600


@given(st.dictionaries(st.text(max_size=5), st.binary(max_size=300), max_size=5))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_sections_come_back_as_they_were(folder: Path, sections: dict[str, bytes]) -> None:
    assert cache.store("key", {"n": 1}, sections.items())
    cached = cache.fetch("key")
    assert cached is not None
    assert cached.meta == {"n": 1}
    assert {name: bytes(cached.section(name) or b"") for name in sections} == sections
    assert cached.section("another name") is None


def test_keys_depend_on_every_part_and_its_bounds() -> None:
    keys = {cache.key("ab", "c"), cache.key("a", "bc"), cache.key("abc"), cache.key(b"ab", "")}
    assert len(keys) == 4


@pytest.mark.parametrize(
    ("platform", "variable", "path"),
    [
        ("linux", "XDG_CACHE_HOME", "{}/crosswright"),
        ("win32", "LOCALAPPDATA", "{}/crosswright/Cache"),
    ],
)
def test_the_platforms_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, variable: str, path: str
) -> None:
    monkeypatch.delenv("CROSSWRIGHT_CACHE")
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv(variable, str(tmp_path))
    assert cache.directory() == Path(path.format(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cache.directory() == Path.home() / "Library/Caches/crosswright"


def test_lists_made_of_a_cached_one_have_their_own_tables(folder: Path, list_file: Path) -> None:
    WordList.load(list_file)
    cached = WordList.load(list_file)
    for derived in (
        cached.with_scores({"AXO": 99}),
        cached.with_scores({"AXO": 99, "NEW": 1, "OBOE": 2}),
        cached.with_scores({"МАЙ": 5}),
        cached.without(["AXO"]),
        cached.filter(min_score=50),
        cached.filter(lengths=[3]),
    ):
        fresh = WordList.from_words(derived, fold="keep")
        assert fresh.digest == derived.digest
        for length in derived.lengths:
            assert bytes(fresh.table(length).support) == bytes(derived.table(length).support)


def test_sections_of_the_wrong_size_are_not_trusted(folder: Path, list_file: Path) -> None:
    expected = contents(WordList.load(list_file))
    (path,) = kept(folder)
    cached = cache.fetch(path.stem)
    assert cached is not None
    for changed in ("codes 3", "scores 3", "support 3"):
        sections = {
            name: bytes(cached.section(name) or b"")[: 8 if name == changed else None]
            for name in ("codes 3", "scores 3", "support 3", "codes 5", "scores 5", "support 5")
        }
        assert cache.store(path.stem, cached.meta, sections.items())
        assert contents(WordList.load(list_file)) == expected
