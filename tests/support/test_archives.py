"""Zips: what is inside, and what a hostile one may cost."""

from __future__ import annotations

import io
import zipfile

import pytest

from crosswright.errors import FormatError
from crosswright.support.archives import Archive


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def opened(data: bytes) -> Archive:
    return Archive(data, max_files=3, max_bytes=1 << 20)


def test_files_by_name_and_in_order() -> None:
    archive = opened(zipped({"b.xml": b"<b/>", "folder/": b"", "a.xml": b"<a/>"}))
    assert archive.names == ["b.xml", "a.xml"]
    assert archive.read("a.xml") == b"<a/>"


def test_too_many_files_are_refused() -> None:
    with pytest.raises(FormatError, match="its zip has more than 3 files"):
        opened(zipped({str(number): b"" for number in range(4)}))


def test_a_file_that_unpacks_to_too_much_is_refused() -> None:
    archive = opened(zipped({"a": b"0" * (1 << 20), "b": b"0" * ((1 << 20) + 1)}))
    assert len(archive.read("a")) == 1 << 20
    with pytest.raises(FormatError, match="unpacks to more than 1 MiB"):
        archive.read("b")


def test_other_methods_are_refused() -> None:
    with pytest.raises(FormatError, match="not stored or deflated"):
        opened(zipped({"a": b"0"}, zipfile.ZIP_BZIP2)).read("a")


def test_damaged_zips_are_refused_in_a_line() -> None:
    whole = zipped({"a": b"some words " * 50})
    for data in (b"PK", whole[:-10], whole[:30] + bytes(20) + whole[50:]):
        with pytest.raises(FormatError, match=r"^its zip cannot be read: [^\n]+$"):
            opened(data).read("a")
