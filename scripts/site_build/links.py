"""Where links lead in the site: to pages, to copies of files, or to another place altogether."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from posixpath import dirname, join, normpath, relpath

from site_build.sources import SiteError, Source

SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)


class Links:
    """The links of all pages; what they lead to besides pages is collected."""

    def __init__(self, root: Path, sources: Iterable[Source]) -> None:
        self._root = root
        self._urls = {source.path: source.url for source in sources}
        self.files: set[str] = set()
        self.folders: set[str] = set()

    def target(self, source: Source, link: str) -> str:
        """Return what a link of a page becomes; take note of files that must be there for it."""
        if SCHEME.match(link) or link.startswith("#"):
            return link
        path, hash_sign, anchor = link.partition("#")
        full = normpath(join(dirname(source.path), path))
        return relative(self._url(source, full, link), source.url) + hash_sign + anchor

    def _url(self, source: Source, path: str, link: str) -> str:
        for page in (path, f"{path}/README.md"):
            if page in self._urls:
                return self._urls[page]
        if (self._root / path).is_file() and not path.startswith(".."):
            self.files.add(path)
            return path
        if (self._root / path).is_dir() and not path.startswith(".."):
            self.folders.add(path)
            return f"{path}/index.html"
        raise SiteError(f"{source.path}: the link to {link} leads nowhere")


def relative(url: str, base: str) -> str:
    """Return how a page of the site refers to another, wherever the site is."""
    return relpath(url, dirname(base) or ".")
