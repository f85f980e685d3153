"""Words of one length read from the cache when they are needed, and made anew if that fails."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from pathlib import Path

import pytest

from crosswright.support import cache
from crosswright.words.cached import ByLength
from crosswright.words.lexicon.families import FamilyRows
from crosswright.words.stems import KeyRows
from crosswright.words.wordlist import WordList

WORDS = WordList.from_words({"OBOE": 90, "ODOR": 40, "CAT": 60, "ELEPHANT": 70})
FAMILIES = FamilyRows(
    {
        3: KeyRows(array("i", [0, 1]), array("i", [5]), ()),
        4: KeyRows(array("i", [0, 1, 3]), array("i", [1, 2, 3]), ()),
        8: KeyRows(array("i", [0, 0]), array("i"), ()),
    },
    6,
    6,
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CROSSWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "HEAD_BYTES", 512)  # of a short list, all would be read at once
    return tmp_path / "cache"


def never() -> WordList:
    pytest.fail("made anew")


def contents(families: FamilyRows) -> dict[int, list[list[int]]]:
    return {n: [[*own.starts], [*own.keys]] for n, own in families.rows.items()}


def damage(path: Path) -> None:
    """Change the last byte but for those that only fill up."""
    data = path.read_bytes()
    end = len(data.rstrip(b"\0")) - 1
    path.write_bytes(data[:end] + bytes([data[end] ^ 1]) + data[end + 1 :])


def test_a_list_is_read_length_by_length() -> None:
    assert WORDS.to_cache("key")
    words = WordList.from_cache("key", make=never)
    assert words is not None
    assert words.lengths == WORDS.lengths
    assert words.codes_of(4) is words.codes_of(4)
    assert [*words] == [*WORDS]
    assert words.digest == WORDS.digest


@pytest.mark.parametrize("is_gone", [True, False])
def test_what_cannot_be_read_is_made_anew(folder: Path, is_gone: bool) -> None:
    long = "A" * 21
    known = WORDS.with_scores({long[:-1] + chr(65 + n): 50 for n in range(26)})
    assert known.to_cache("key")
    words = WordList.from_cache("key", make=lambda: known)
    assert words is not None
    codes = words.codes_of(4)
    path = folder / "key.cwc"
    if is_gone:
        path.unlink()
    else:
        damage(path)
    assert words.score(long) == 50
    assert not path.exists()  # so that it is made anew
    assert words.codes_of(4) is codes  # whoever has it keeps it
    assert [*words] == [*known]


def test_families_are_read_length_by_length(folder: Path) -> None:
    assert cache.store("key", FAMILIES.sections(), in_parts=True)
    file = cache.fetch("key", in_parts=True)
    assert file is not None
    families = FamilyRows.from_cache(file, WORDS, lambda: pytest.fail("made anew"))
    assert contents(families) == contents(FAMILIES)
    assert families.size == 6


def test_families_that_do_not_fit_the_list_are_made_anew(folder: Path) -> None:
    assert cache.store("key", FAMILIES.sections(), in_parts=True)
    file = cache.fetch("key", in_parts=True)
    assert file is not None
    more = WORDS.with_scores({"DOG": 50})
    made = {**FAMILIES.rows, 3: KeyRows(array("i", [0, 1, 1]), array("i", [5]), ())}
    families = FamilyRows.from_cache(file, more, lambda: FamilyRows(made, 6, 6))
    assert [*families.rows[3].starts] == [0, 1, 1]
    assert not (folder / "key.cwc").exists()


@pytest.mark.parametrize(
    ("name", "odd"),
    [
        ("starts 4", array("i", [0, 9, 3]).tobytes()),
        ("starts 4", array("i", [1, 1, 3]).tobytes()),
        ("starts 4", array("i", [0, -1, 3]).tobytes()),
        ("size", b"99999999999999"),
        ("family count", b"7"),
        ("family count", b"-1"),
    ],
)
def test_families_that_make_no_sense_are_refused(folder: Path, name: str, odd: bytes) -> None:
    assert cache.store("key", {**dict(FAMILIES.sections()), name: odd}.items())
    file = cache.fetch("key")
    assert file is not None
    with pytest.raises(ValueError):
        FamilyRows.from_cache(file, WORDS)


def test_what_cannot_be_read_just_now_is_not_removed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = KeyRows(array("i", [0, 400]), array("i", range(400)), ())  # beyond the head
    known = FamilyRows({**FAMILIES.rows, 8: many}, 400, 400)
    assert cache.store("key", known.sections(), in_parts=True)
    file = cache.fetch("key", in_parts=True)
    assert file is not None
    asked: list[int] = []

    def fail(path: str, *_: object, **__: object) -> None:
        asked.append(1)
        raise OSError("too many open files")

    monkeypatch.setattr("builtins.open", fail)
    families = FamilyRows.from_cache(file, WORDS, lambda: known)
    assert contents(families) == contents(known)
    assert asked == [1]
    assert (folder / "key.cwc").exists()


def test_every_length_is_read_once_and_no_other_exists() -> None:
    asked: list[int] = []

    def read(length: int) -> str:
        asked.append(length)
        return "read"

    def make() -> Mapping[int, str]:
        pytest.fail("made anew")

    kept = ByLength(cache.CacheFile("nowhere", {}), (2, 5), read, make, "nothing")
    assert len(kept) == 2
    assert [*kept] == [2, 5]
    assert kept[5] == kept[5] == "read"
    assert kept.get(3) is None
    assert 2 in kept and 3 not in kept
    assert asked == [5]


def test_a_length_that_only_the_file_has_has_nothing(folder: Path) -> None:
    def read(length: int) -> str:
        raise ValueError

    assert cache.store("key", [])
    file = cache.CacheFile(str(folder / "key.cwc"), {})
    kept = ByLength(file, (2, 5), read, lambda: {2: "made"}, "nothing")
    assert (kept[5], kept[2]) == ("nothing", "made")
    assert not (folder / "key.cwc").exists()
