"""HTML as a browser takes it: what a page loads, where it links to, and what it is called."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

LOADING = {"src", "srcset", "poster", "data", "background", "action", "formaction", "manifest"}
"""Attributes whose address the browser goes to by itself, or sends something to."""
NAMESPACES = ("http://www.w3.org/",)
"""Names that look like addresses; nothing is ever loaded from them."""

IN_STYLE = re.compile(r"""(?:url\(|@import)\s*['"]?([^'")\s;]+)""")
IN_SCRIPT = re.compile(r"""['"`]((?:https?:|wss?:)?//[^'"`\s]+)""")
ELSEWHERE = re.compile(r"(?:https?:|wss?:|ftp:)?//", re.IGNORECASE)


@dataclass
class Page(HTMLParser):
    """What is in a page; `loads` are addresses it needs, `links` those it merely names."""

    text: str
    title: str = ""
    ids: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    elements: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self._inside = ""
        self.feed(self.text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.elements.append((tag, given))
        self._inside = tag
        self.ids += [given["id"]] if "id" in given else []
        for name, value in given.items():
            bare = name.removeprefix("xlink:")
            if bare == "href" and tag == "a":
                self.links.append(value)
            elif bare == "href" or name in LOADING:
                self.loads.append(value)
            elif name == "style":
                self.loads += IN_STYLE.findall(value)

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside == "title":
            self.title = self.title or data
        elif self._inside == "style":
            self.loads += IN_STYLE.findall(data)
        elif self._inside == "script":
            self.loads += IN_SCRIPT.findall(data)

    def named(self, tag: str) -> list[dict[str, str]]:
        """Return the attributes of all elements of a name."""
        return [given for name, given in self.elements if name == tag]


def loaded_from_elsewhere(text: str, suffix: str) -> list[str]:
    """Return the addresses on other hosts that a file would have a browser load."""
    if suffix in (".html", ".svg"):
        loads = Page(text).loads
    elif suffix == ".css":
        loads = IN_STYLE.findall(text)
    else:
        loads = IN_SCRIPT.findall(text)
    return [url for url in loads if ELSEWHERE.match(url) and not url.startswith(NAMESPACES)]
