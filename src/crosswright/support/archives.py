"""The files of a zip, unpacked one by one and only up to a limit, whatever it says about them."""

from __future__ import annotations

import io
from typing import Final

from crosswright.errors import FormatError
from crosswright.support.wording import quote

ZIP_START: Final = b"PK"

_ENTRY: Final = b"PK\x01\x02"  # how the entry of every file in the directory of a zip begins


class Archive:
    """A zip in memory. FormatError for a damaged one, and for more files than `max_files`."""

    def __init__(self, data: bytes, *, max_files: int, max_bytes: int) -> None:
        import zipfile

        if data.count(_ENTRY) > max_files:  # before zipfile makes an object of each
            raise FormatError(f"its zip has more than {max_files} files")
        self._max_bytes = max_bytes
        self._methods = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except Exception as error:  # what zipfile raises for a damaged file is not documented
            raise _damaged(error) from None
        self._files = {
            info.filename: info
            for info in reversed(self._zip.infolist())  # of two with one name, the first counts
            if not info.filename.endswith("/")
        }

    @property
    def names(self) -> list[str]:
        """The names of the files in order."""
        return [*reversed(self._files)]

    def read(self, name: str) -> bytes:
        """Unpack a file; FormatError if it is longer than `max_bytes`, whatever its stated size.

        Only what is stored or deflated is unpacked step by step: of other methods, zipfile would
        unpack everything before the first byte is read.
        """
        info = self._files[name]
        if info.compress_type not in self._methods:
            raise FormatError("its zip is not stored or deflated; zip it anew")
        try:
            with self._zip.open(info) as member:
                data = member.read(self._max_bytes + 1)
        except Exception as error:
            raise _damaged(error) from None
        if len(data) > self._max_bytes:
            raise FormatError(f"unpacks to more than {self._max_bytes >> 20} MiB")
        return data


def _damaged(error: Exception) -> FormatError:
    return FormatError(f"its zip cannot be read: {quote(str(error), 80)}; save it again")
