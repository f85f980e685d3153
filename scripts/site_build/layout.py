"""What is around the content of a page: head, navigation, contents, neighbours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path
from string import Template

from site_build.document import Document, Heading
from site_build.links import relative
from site_build.sources import Source

STATIC = Path(__file__).parent / "static"
CONTENTS_LEVELS = (2, 3)
OPENER = '<button class="button opener" popovertarget="contents">On this page</button>\n'


@dataclass(frozen=True)
class Layout:
    """The frame of all pages: the template, the pages in order, and the version."""

    template: Template
    order: Sequence[Source]
    version: str

    def page(self, source: Source, document: Document) -> str:
        """Return a whole page."""
        return self.template.substitute(
            title=escape(heading_of_window(document.title)),
            description=escape(document.description or document.title, quote=True),
            root=relative(".", source.url),
            navigation=self._navigation(source),
            contents=contents(document.headings),
            opener=OPENER if has_contents(document.headings) else "",
            body=document.body,
            neighbours=self._neighbours(source),
            version=escape(self.version),
            made_from=escape(source.path),
            **{name: relative(f"{name}.html", source.url) for name in ("index", "LICENSE")},
        )

    def _navigation(self, current: Source) -> str:
        """Return the list of all pages, by group."""
        parts = []
        for group, sources in groupby(self.order, key=lambda source: source.group):
            parts.append(f"<h2>{escape(group)}</h2>\n" if group else "")
            items = (f"<li>{link_to(source, current)}</li>\n" for source in sources)
            parts.append(f"<ul>\n{''.join(items)}</ul>\n")
        return "".join(parts)

    def _neighbours(self, current: Source) -> str:
        """Return links to the pages before and after, in reading order."""
        if current not in self.order:
            return ""
        at = self.order.index(current)
        around = {
            "prev": self.order[at - 1 : at] if at else [],
            "next": self.order[at + 1 : at + 2],
        }
        names = {"prev": "Previous", "next": "Next"}
        links = (
            f'<a rel="{kind}" href="{relative(source.url, current.url)}">'
            f"<small>{names[kind]}</small> {escape(source.label)}</a>\n"
            for kind, sources in around.items()
            for source in sources
        )
        return f'<nav class="neighbours" aria-label="Reading order">\n{"".join(links)}</nav>\n'


def heading_of_window(title: str) -> str:
    """Return what the window is called."""
    return title if title == "Crosswright" else f"{title} · Crosswright"


def link_to(source: Source, current: Source) -> str:
    """Return a link of the navigation."""
    mark = ' aria-current="page"' if source == current else ""
    return f'<a href="{relative(source.url, current.url)}"{mark}>{escape(source.label)}</a>'


def has_contents(headings: Iterable[Heading]) -> bool:
    """Return whether a page has parts enough to list."""
    return sum(heading.level in CONTENTS_LEVELS for heading in headings) > 1


def contents(headings: Sequence[Heading]) -> str:
    """Return the table of contents of a page; a page of one piece has none."""
    if not has_contents(headings):
        return ""
    items = (
        f'<li class="level{heading.level}"><a href="#{heading.anchor}">{escape(heading.text)}</a>'
        "</li>\n"
        for heading in headings
        if heading.level in CONTENTS_LEVELS
    )
    return (
        '<nav id="contents" class="contents" popover aria-labelledby="contents-title">\n'
        f'<h2 id="contents-title">On this page</h2>\n<ul>\n{"".join(items)}</ul>\n</nav>\n'
    )
