"""The sections at the end of a .puz file, each as it is, also those that puzpy would merge.

puzpy keeps one section per code, drops empty ones, and takes any eight bytes after the puzzle for
the head of a section.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from crosswright.formats.content import PUZ_MAGIC

_HEAD: Final = struct.Struct("<4sHH")
_CODE: Final = re.compile(rb"[A-Z][A-Z0-9]{3}")
_SIZE: Final = slice(0x2C, 0x30)  # width, height and the number of clues
_HEADER: Final = 0x34  # bytes
_TEXTS: Final = 4  # title, author, copyright and notes


class PuzSection(NamedTuple):
    """A section: its code, its checksum as written, what it says, and the byte that ends it."""

    code: bytes
    checksum: int
    content: bytes
    end: bytes = b"\0"

    @classmethod
    def of(cls, code: bytes, content: bytes) -> PuzSection:
        """Make a section with the right checksum."""
        import puz  # type: ignore[import-untyped]

        return cls(code, puz.data_cksum(content), content)

    def __bytes__(self) -> bytes:
        return _HEAD.pack(self.code, len(self.content), self.checksum) + self.content + self.end


def split(data: bytes) -> tuple[bytes, list[PuzSection], bytes]:
    """Return the puzzle itself, its sections, and what follows them."""
    at = _end_of_puzzle(data)
    puzzle, sections = data[:at], []
    while len(data) - at >= _HEAD.size:
        code, length, checksum = _HEAD.unpack_from(data, at)
        end = at + _HEAD.size + length
        if not _CODE.fullmatch(code) or end > len(data):
            break
        content = data[at + _HEAD.size : end]
        sections.append(PuzSection(code, checksum, content, data[end : end + 1]))
        at = end + 1
    return puzzle, sections, data[at:]


def _end_of_puzzle(data: bytes) -> int:
    """Return where the notes end, or the end of a file that has no notes."""
    start = data.index(PUZ_MAGIC) - 2
    size = data[start : start + _HEADER][_SIZE]
    if start < 0 or len(size) < 4:
        return len(data)
    width, height, clues = map(int, struct.unpack("<BBH", size))
    at: int = start + _HEADER + 2 * width * height
    for _ in range(_TEXTS + clues):
        at = data.find(b"\0", at) + 1
        if not at:
            return len(data)
    return at


def counting(sections: Iterable[PuzSection]) -> Iterator[PuzSection]:
    """Yield the sections that count: the last of each code."""
    yield from {section.code: section for section in sections}.values()


def updated(sections: list[PuzSection], contents: Mapping[bytes, bytes]) -> Iterator[PuzSection]:
    """Yield sections with new contents, in their order; new ones come last.

    Those of a code that has no content any more are left out. Only the last of each code changes.
    """
    last = {section.code: index for index, section in enumerate(sections)}
    for index, section in enumerate(sections):
        content = contents.get(section.code)
        if content is None:
            continue
        changed = index == last[section.code] and content != section.content
        yield PuzSection.of(section.code, content) if changed else section
    for code, content in contents.items():
        if code not in last:
            yield PuzSection.of(code, content)
