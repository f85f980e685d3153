"""The whole site, written at once: what was there before stays until everything is ready."""

from __future__ import annotations

import runpy
import shutil
import tempfile
from collections.abc import Iterable
from functools import partial
from html import escape
from pathlib import Path
from string import Template

from site_build import search
from site_build.document import Document, from_markdown, from_notebook, from_text
from site_build.layout import STATIC, Layout
from site_build.links import Links
from site_build.sources import SiteError, Source, reading_order

TEMPLATE = "page.html"
GENERATOR = '<meta name="generator" content="scripts/build_site.py">'


def build(root: Path, folder: Path) -> int:
    """Build the site of the project at `root`; return the number of pages."""
    refuse_strangers(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as name:
        fresh = Path(name) / "site"
        fresh.mkdir()
        count = write(root, fresh)
        if folder.exists():
            folder.rename(Path(name) / "before")
        fresh.rename(folder)
    return count


def refuse_strangers(folder: Path) -> None:
    """Refuse to replace what is not a site of ours."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    front = folder / "index.html"
    if not front.is_file() or GENERATOR not in front.read_text("utf-8", errors="replace"):
        raise SiteError(f"{folder}: holds something other than a site; name another folder")


def write(root: Path, folder: Path) -> int:
    """Write all files of the site into an empty folder; return the number of pages."""
    order = reading_order(root)
    links = Links(root, order)
    pages = [(source, read(root, source, links)) for source in order]
    listings = [listing(root, path, links) for path in sorted(links.folders)]
    template = Template((STATIC / TEMPLATE).read_text("utf-8"))
    layout = Layout(template, order, version(root))
    for source, document in (*pages, *listings):
        target = folder / source.url
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(layout.page(source, document), "utf-8")
    (folder / "search-index.js").write_text(search.index(pages), "utf-8")
    copy(STATIC, {path.name for path in STATIC.iterdir()} - {TEMPLATE}, folder)
    copy(root / "src/crosswright/studio/static", ["favicon.svg"], folder)
    copy(root, links.files, folder)
    return len(pages) + len(listings)


def read(root: Path, source: Source, links: Links) -> Document:
    """Read a page in whatever it is written in."""
    text = (root / source.path).read_text("utf-8")
    resolve = partial(links.target, source)
    if source.path.endswith(".md"):
        return from_markdown(text, resolve)
    if source.path.endswith(".ipynb"):
        links.files.add(source.path)
        return from_notebook(text, source.path.rpartition("/")[2], resolve)
    return from_text(source.label, text)


def listing(root: Path, path: str, links: Links) -> tuple[Source, Document]:
    """Make a page of the files of a folder."""
    names = sorted(each.name for each in (root / path).iterdir() if each.is_file())
    links.files.update(f"{path}/{name}" for name in names)
    items = "".join(f'<li><a href="{escape(name)}">{escape(name)}</a></li>\n' for name in names)
    document = from_markdown(f"# Files in {path}\n", str)
    document.body += f"<ul>\n{items}</ul>\n"
    return Source(f"{path}/", path), document


def copy(root: Path, paths: Iterable[str], folder: Path) -> None:
    """Copy files to the same paths in the site."""
    for path in paths:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / path, target)


def version(root: Path) -> str:
    """Return the version, without importing the package."""
    return str(runpy.run_path(str(root / "src" / "crosswright" / "_version.py"))["__version__"])
