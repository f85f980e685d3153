"""What the site is made of: the pages that docs/README.md lists, in its order, and a few more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from posixpath import join, normpath

INDEX = "docs/README.md"
FRONT = {"README.md": "Overview", INDEX: "All pages"}
BACK = {
    "CONTRIBUTING.md": "Contributing",
    "SECURITY.md": "Security",
    "CHANGELOG.md": "Changes",
    "LICENSE": "Licence",
}
BACK_GROUP = "The project"
ENTRY = re.compile(r"^## (?P<group>.+)$|\[(?P<label>[^]]+)\]\((?P<path>[^)#:]+)\)", re.MULTILINE)
PAGES = (".md", ".ipynb")


class SiteError(Exception):
    """What keeps the site from being built, in one line."""


@dataclass(frozen=True)
class Source:
    """A file, or a folder/, that becomes a page: its path in the repository, and in which group."""

    path: str
    label: str
    group: str = ""

    @property
    def url(self) -> str:
        """The path of the page in the site, which is that of the file with another ending."""
        folder, slash, name = self.path.rpartition("/")
        stem = "index" if name in ("README.md", "") else name.rpartition(".")[0] or name
        return f"{folder}{slash}{stem}.html"


def reading_order(root: Path) -> list[Source]:
    """Return all pages in the order of the index, the README before them, the project after."""
    sources = {path: Source(path, label) for path, label in FRONT.items()}
    for source in _listed((root / INDEX).read_text("utf-8")):
        sources.setdefault(source.path, source)
    for path, label in BACK.items():
        if (root / path).exists():
            sources.setdefault(path, Source(path, label, BACK_GROUP))
    for path in sources:
        if not (root / path).is_file():
            raise SiteError(f"{INDEX}: there is no {path}")
    return [*sources.values()]


def _listed(index: str) -> Iterator[Source]:
    """Yield the pages that the index links to, under the headings that they are listed under."""
    group = ""
    for found in ENTRY.finditer(index):
        if found["group"]:
            group = found["group"]
        elif found["path"].endswith(PAGES):
            path = normpath(join("docs", found["path"]))
            yield Source(path, found["label"][0].upper() + found["label"][1:], group)
