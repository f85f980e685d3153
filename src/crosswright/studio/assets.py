"""The files of the page, kept in memory, under addresses that change whenever a file does.

A browser may keep what such an address gave it for ever, so that a reload asks for the page alone.
"""

from __future__ import annotations

import hashlib
import mimetypes
import threading
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from crosswright.support.records import Record

STATIC: Final = Path(__file__).parent / "static"
SUFFIXES: Final = frozenset(
    {".html", ".js", ".css", ".svg", ".woff2", ".json", ".png", ".ico", ".webmanifest"}
)
MEDIA_TYPES: Final = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}

PREFIX: Final = "/static/"
FOREVER: Final = "private, max-age=31536000, immutable"
ASK_AGAIN: Final = "private, no-cache"


class Asset(Record):
    """The content of a file, as it was when it had a stamp."""

    data: bytes
    media_type: str
    tag: str
    stamp: tuple[int, int]


class Assets:
    """The files of a folder; those that change are read again."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._folder = folder.resolve()
        self._assets: dict[str, Asset] = {}
        self._version = ""
        """The version that pages were last told."""
        self._lock = threading.Lock()

    def page(self, request: Request) -> Response:
        """Return the page, which names the other files by the version of all of them."""
        asset = self._read("index.html")
        if asset is None:
            return Response(status_code=404)
        new = f"{PREFIX}{self.version()}/"
        data = asset.data.replace(f'"{PREFIX}'.encode(), f'"{new}'.encode())
        return _response(request, data, asset.media_type, _tag(data), ASK_AGAIN)

    def file(self, request: Request, name: str) -> Response | None:
        """Return a file, for good if it is asked for by the version there is; None for no file."""
        version, _, rest = name.partition("/")
        is_versioned = version.startswith("v-") and bool(rest)
        asset = self._read(rest if is_versioned else name)
        if asset is None:
            return None
        caching = FOREVER if is_versioned and version == self._version else ASK_AGAIN
        return _response(request, asset.data, asset.media_type, asset.tag, caching)

    def version(self) -> str:
        """Look at all files, and return what changes whenever one of them does."""
        tags = []
        for path in sorted(self._folder.rglob("*")):
            asset = self._read(path.relative_to(self._folder).as_posix())
            tags.append(asset.tag if asset is not None else "")
        self._version = f"v-{_tag(' '.join(tags).encode())}"
        return self._version

    def _read(self, name: str) -> Asset | None:
        try:
            path = self._folder.joinpath(name).resolve()
            if not path.is_relative_to(self._folder) or path.suffix not in SUFFIXES:
                return None
            status = path.stat()
            stamp = status.st_mtime_ns, status.st_size
            with self._lock:
                asset = self._assets.get(name)
                if asset is None or asset.stamp != stamp:
                    data = path.read_bytes()
                    asset = Asset(data, _media_type(path), _tag(data), stamp)
                    self._assets[path.relative_to(self._folder).as_posix()] = asset
                return asset
        except (OSError, ValueError):  # a NUL in the name
            return None


def _media_type(path: Path) -> str:
    guessed = MEDIA_TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    return guessed or "application/octet-stream"


def _tag(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _response(request: Request, data: bytes, media_type: str, tag: str, caching: str) -> Response:
    headers = {"ETag": f'"{tag}"', "Cache-Control": caching}
    known = request.headers.get("if-none-match", "")
    if f'"{tag}"' in known.replace("W/", "").replace(" ", "").split(","):
        return Response(status_code=304, headers=headers)
    return Response(data, media_type=media_type, headers=headers)
