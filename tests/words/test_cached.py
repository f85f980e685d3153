"""Word lists in the cache: they come back as they were, or are made anew."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crosswright.support import cache
from crosswright.words import index, listfile
from crosswright.words import wordlist as words
from crosswright.words.wordlist import WordList

TWINS = [
    import_module(f"crosswright.words.index.{name}")
    for name in ("plain", "compiled")
    if find_spec(f"crosswright.words.index.{name}")
]
TEXT = "\n".join(
    f"{a}{b}{c};{(ord(a) * ord(c)) % 100}" for a in "ABCDE" for b in "XYZ" for c in "OPQ"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CROSSWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(words, "MIN_CACHED_BYTES", 0)
    monkeypatch.setattr(cache, "SETTLED", -60)  # whatever the clocks of file systems say
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


def test_a_file_that_keeps_its_size_is_read_anew(folder: Path, list_file: Path) -> None:
    list_file.write_text("OBOE")
    before = list_file.stat()
    assert list(WordList.load(list_file)) == [("OBOE", 50)]
    list_file.write_text("TUBA")
    os.utime(list_file, ns=(before.st_atime_ns, before.st_mtime_ns + 1))
    assert list(WordList.load(list_file)) == [("TUBA", 50)]
    assert len(kept(folder)) == 2


def test_a_file_that_has_just_changed_is_not_cached(
    folder: Path, list_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its next change might leave the same times."""
    monkeypatch.setattr(cache, "SETTLED", 600)
    assert len(WordList.load(list_file)) == 46
    assert not folder.exists()


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
    path.write_bytes(data)
    assert contents(WordList.load(list_file)) == expected
    assert contents(WordList.load(list_file)) == expected


def test_a_file_that_is_something_else_is_replaced(folder: Path, list_file: Path) -> None:
    expected = contents(WordList.load(list_file))
    (path,) = kept(folder)
    for junk in (b"", b"junk", b"CWCACHE\0" + bytes(100), b"CWCACHE\0" * 40):
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

    monkeypatch.setattr(cache, "pack", full)
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
        "from crosswright.support import cache\n"
        "from crosswright.words import wordlist as words\n"
        "cache.SETTLED, words.MIN_CACHED_BYTES = -60, 0\n"
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


def test_a_file_that_shrinks_meanwhile_does_no_harm(folder: Path, list_file: Path) -> None:
    """A mapped file that is cut short in place kills whoever looks at it."""
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from crosswright.support import cache\n"
        "from crosswright.words import wordlist as words\n"
        "cache.SETTLED, words.MIN_CACHED_BYTES = -60, 0\n"
        "words.WordList.load(sys.argv[1])\n"
        "loaded = words.WordList.load(sys.argv[1])\n"
        "Path(sys.argv[2]).write_bytes(b'')\n"
        "print(len(loaded.match('...')), loaded.score('AXO'), loaded.table(3).size)"
    )
    WordList.load(list_file)
    done = subprocess.run(
        [sys.executable, "-c", code, str(list_file), str(kept(folder)[0])],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.split()) == (0, ["45", "35", "45"])


# -- a right checksum, and content that makes no sense -----------------------------------------


def stored(folder: Path, list_file: Path) -> tuple[str, dict[str, bytes]]:
    """Return the key and the sections of a list in the cache."""
    WordList.load(list_file)
    (path,) = kept(folder)
    cached = cache.fetch(path.stem)
    assert cached is not None
    return path.stem, {name: bytes(section) for name, section in cached.sections.items()}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    key=st.sampled_from(["alphabet", "skipped", "skipped count", "digest"]),
    odd=st.binary(max_size=9) | st.text("0123 \0A", max_size=9).map(str.encode),
)
def test_odd_facts_about_a_list(folder: Path, list_file: Path, key: str, odd: bytes) -> None:
    name, sections = stored(folder, list_file)
    expected = contents(WordList.parse(list_file.read_bytes()))
    assert cache.store(name, {**sections, key: odd}.items())
    # What was left out cannot be told from the words; some other number or list may well be right.
    loaded = contents(WordList.load(list_file))
    assert loaded == expected or (key.startswith("skipped") and loaded[0] == expected[0])


def zero_ended(texts: Iterable[str]) -> bytes:
    return "".join(text + "\0" for text in texts).encode()


@pytest.mark.parametrize(
    ("key", "odd"),
    [
        ("alphabet", b""),
        ("alphabet", zero_ended("ABCDEFGHIJKLMNOPQRSTUVWXYZ")[:-1]),
        ("alphabet", zero_ended("ABCDEFGHIJKLMNOPQRSTUVWXY")),
        ("alphabet", zero_ended("BACDEFGHIJKLMNOPQRSTUVWXYZ")),
        ("alphabet", zero_ended([*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", *map(chr, range(192, 260))])),
        ("alphabet", zero_ended(["", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ"])),
        ("alphabet", b"\xff\0"),
        ("codes 7", b""),
        ("codes 0", b""),
        ("codes 3.0", b""),
        ("codes 03", b""),
        ("codes 1" + "0" * 30, b""),
        ("something", b"else"),
        ("skipped", b"1 reason"),
        ("skipped", b"one reason\0"),
        ("skipped count", b"-1"),
        ("skipped count", b"0"),
        ("skipped count", b"many"),
        ("digest", b"../../etc/passwd"),
    ],
)
def test_facts_that_are_wrong(folder: Path, list_file: Path, key: str, odd: bytes) -> None:
    name, sections = stored(folder, list_file)
    assert cache.store(name, {**sections, key: odd}.items())
    expected = contents(WordList.parse(list_file.read_bytes()))
    assert contents(WordList.load(list_file)) == expected
    assert stored(folder, list_file) == (name, sections)


def swapped(codes: bytes) -> bytes:
    return codes[3:6] + codes[:3] + codes[6:]


ODD_SECTIONS: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "codes that are missing": ("codes 3", lambda codes: b""),
    "codes that are too few": ("codes 3", lambda codes: codes[:-3]),
    "scores that are too few": ("scores 3", lambda scores: scores[:-4]),
    "half a score": ("scores 3", lambda scores: scores[:-2]),
    "half of both": ("codes 5", lambda codes: codes[:2]),
    "a token beyond the alphabet": ("codes 3", lambda codes: codes[:-1] + b"\x1a"),
    "a token beyond all alphabets": ("codes 3", lambda codes: codes[:-1] + b"\xff"),
    "rows that are not sorted": ("codes 3", swapped),
    "a row that appears twice": ("codes 3", lambda codes: codes[:3] + codes[:-3]),
    "a score beyond all bounds": ("scores 3", lambda scores: scores[:-4] + b"\xff\xff\xff\x7f"),
}


@pytest.mark.parametrize("what", ODD_SECTIONS)
@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: twin.__name__)
def test_sections_that_make_no_sense(
    folder: Path,
    list_file: Path,
    monkeypatch: pytest.MonkeyPatch,
    what: str,
    twin: ModuleType,
) -> None:
    monkeypatch.setattr(index, "is_arranged", twin.is_arranged)
    name, sections = stored(folder, list_file)
    section, change = ODD_SECTIONS[what]
    odd = {**sections, section: change(sections[section])}
    assert odd != sections
    assert cache.store(name, odd.items())
    expected = contents(WordList.parse(list_file.read_bytes()))
    assert contents(WordList.load(list_file)) == expected
    assert stored(folder, list_file) == (name, sections)


def test_sections_that_are_missing(folder: Path, list_file: Path) -> None:
    name, sections = stored(folder, list_file)
    expected = contents(WordList.parse(list_file.read_bytes()))
    for missing in sections:
        kept_sections = {name: data for name, data in sections.items() if name != missing}
        assert cache.store(name, kept_sections.items())
        assert contents(WordList.load(list_file)) == expected
