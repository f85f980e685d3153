"""Markdown and notebooks as HTML, with their headings, and their text for the search."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters.html import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

LINK_OF_HTML = re.compile(r'\b(src|href)="([^"]+)"')
IMAGE_ALONE = re.compile(r'(<img src="([^"]+)"[^>]*>)')
OPTION = re.compile(r"(?<!\S)-[\w-]+")
NOT_IN_ANCHORS = re.compile(r"[^\w\- ]")
DESCRIPTION_LENGTH = 160  # characters; search engines and link previews cut there
FORMATTER = HtmlFormatter(nowrap=True)

Resolve = Callable[[str], str]


@dataclass(frozen=True)
class Heading:
    """A heading: its level from 1 to 6, its text, and its anchor."""

    level: int
    text: str
    anchor: str


@dataclass
class Section:
    """The text below a heading, up to the next one."""

    heading: Heading
    text: list[str] = field(default_factory=list)


@dataclass
class Document:
    """A page's content: its HTML, and its sections in order."""

    body: str = ""
    sections: list[Section] = field(default_factory=list)
    description: str = ""

    @property
    def title(self) -> str:
        """The first heading."""
        return self.sections[0].heading.text

    @property
    def headings(self) -> list[Heading]:
        """All headings in order."""
        return [section.heading for section in self.sections]


class Writer:
    """Writes one document, from as many pieces of Markdown as there are."""

    def __init__(self, resolve: Resolve) -> None:
        self._resolve = resolve
        self._anchors: set[str] = set()
        self._markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
        for kind, rule in RULES.items():
            self._markdown.add_render_rule(kind, rule)
        self.document = Document()

    def add(self, text: str) -> None:
        """Add Markdown."""
        tokens = self._markdown.parse(text)
        for index, token in enumerate(tokens):
            if token.type == "heading_open":
                self._heading(token, tokens[index + 1])
            elif token.type == "inline":
                self._inline(token)
                if not self.document.description and tokens[index - 1].type == "paragraph_open":
                    self.document.description = shortened(plain(token))
            elif token.type in ("fence", "code_block"):
                self._note(token.content)
            elif token.type == "html_block":
                token.content = self._html(token.content)
        self.document.body += self._markdown.renderer.render(tokens, self._markdown.options, {})

    def add_code(self, text: str, language: str) -> None:
        """Add a block of code."""
        self._note(text)
        self.document.body += code_block(text, language)

    def add_html(self, html: str) -> None:
        """Add HTML that is ready."""
        self.document.body += html

    def _heading(self, opening: Token, inline: Token) -> None:
        """Give a heading its anchor, as code hosts do, and a link to it."""
        text = plain(inline)
        anchor = base = NOT_IN_ANCHORS.sub("", text.lower()).replace(" ", "-")
        count = 0
        while anchor in self._anchors:
            count += 1
            anchor = f"{base}-{count}"
        self._anchors.add(anchor)
        opening.attrSet("id", anchor)
        level = int(opening.tag[1])
        self.document.sections.append(Section(Heading(level, text, anchor)))
        if level > 1:
            link = Token("html_inline", "", 0)
            label = escape(f"Link to “{text}”", quote=True)
            link.content = f' <a class="anchor" href="#{anchor}" aria-label="{label}">#</a>'
            (inline.children or []).append(link)

    def _inline(self, token: Token) -> None:
        """Point links and pictures at the site, and note the text."""
        for child in token.children or []:
            if child.type == "link_open":
                child.attrSet("href", self._resolve(str(child.attrGet("href"))))
            elif child.type == "image":
                child.attrSet("src", self._resolve(str(child.attrGet("src"))))
            elif child.type == "html_inline" and 'class="anchor"' not in child.content:
                child.content = self._html(child.content)
        self._note(plain(token))

    def _html(self, text: str) -> str:
        """Point the links of raw HTML at the site; let pictures be opened by themselves."""
        resolved = LINK_OF_HTML.sub(lambda m: f'{m[1]}="{self._resolve(m[2])}"', text)
        return IMAGE_ALONE.sub(r'<a class="picture" href="\2">\1</a>', resolved)

    def _note(self, text: str) -> None:
        if self.document.sections:
            self.document.sections[-1].text.append(text)


def plain(inline: Token) -> str:
    """Return the text of an inline token, without marks."""
    parts = []
    for child in inline.children or []:
        if child.type in ("text", "code_inline"):
            parts.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            parts.append(" ")
        elif child.type == "image":
            parts.append(child.content)
    return "".join(parts)


def shortened(text: str) -> str:
    """Return as many whole words as a description has room for."""
    if len(text) <= DESCRIPTION_LENGTH:
        return text
    return text[:DESCRIPTION_LENGTH].rpartition(" ")[0].rstrip(",;:.") + " …"


def code_block(text: str, language: str = "") -> str:
    """Return code with its parts marked, if the language is known."""
    name = "pycon" if text.startswith(">>> ") else language or "text"
    shown = console(text) if name == "console" else highlighted(text.rstrip() + "\n", name)
    return f'<pre data-language="{escape(name, quote=True)}"><code>{shown}</code></pre>\n'


def highlighted(text: str, language: str) -> str:
    """Return code as HTML; what is in an unknown language stays plain."""
    try:
        lexer = get_lexer_by_name(language, stripnl=False)
    except ClassNotFound:
        lexer = get_lexer_by_name("text", stripnl=False)
    return str(highlight(text, lexer, FORMATTER))


def console(text: str) -> str:
    """Return commands after `$` with their output, in which a `#` is a block and not a prompt."""
    return "".join(
        f'<span class="gp">$ </span>{highlighted(line[2:], "sh")}'
        if line.startswith("$ ")
        else escape(line)
        for line in text.splitlines(keepends=True)
    )


def _fence(_: Any, tokens: Sequence[Token], index: int, *__: Any) -> str:
    return code_block(tokens[index].content, tokens[index].info.strip())


def _image(_: Any, tokens: Sequence[Token], index: int, *__: Any) -> str:
    """A picture that can be opened by itself, as it may be shown small."""
    source = escape(str(tokens[index].attrGet("src")), quote=True)
    text = escape(tokens[index].content, quote=True)
    return f'<a class="picture" href="{source}"><img src="{source}" alt="{text}"></a>'


def _code(_: Any, tokens: Sequence[Token], index: int, *__: Any) -> str:
    """Code in a line, whose options are not broken at their hyphens."""
    text = OPTION.sub(r"<span>\g<0></span>", escape(tokens[index].content))
    return f"<code>{text}</code>"


RULES: dict[str, Callable[..., str]] = {
    "table_open": lambda *_: '<div class="table"><table>\n',
    "table_close": lambda *_: "</table></div>\n",
    "code_inline": _code,
    "fence": _fence,
    "image": _image,
}


def from_markdown(text: str, resolve: Resolve) -> Document:
    """Read a page of Markdown."""
    writer = Writer(resolve)
    writer.add(text)
    return writer.document


def from_text(title: str, text: str) -> Document:
    """Make a page of a plain text."""
    writer = Writer(str)
    writer.add(f"# {title}\n")
    writer.add_code(text, "text")
    return writer.document


def from_notebook(text: str, download: str, resolve: Resolve) -> Document:
    """Read a notebook, with what its cells show; a line under the title offers it for download."""
    writer = Writer(resolve)
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            writer.add(source)
        else:
            writer.add_code(source, "python")
            writer.add_html("".join(map(_output, cell["outputs"])))
    offer = f'<p><a href="{download}" download>Download the notebook</a> to run it.</p>'
    title, end, rest = writer.document.body.partition("</h1>\n")
    writer.document.body = f"{title}{end}{offer}\n{rest}"
    return writer.document


def _output(output: dict[str, Any]) -> str:
    """Return what a cell shows: a picture if there is one, otherwise text."""
    data: dict[str, Iterable[str]] = output.get("data", {"text/plain": output.get("text", ())})
    text = "".join(data["text/plain"])
    if "image/svg+xml" not in data:
        return f'<pre class="output"><code>{escape(text)}</code></pre>\n'
    encoded = base64.b64encode("".join(data["image/svg+xml"]).encode()).decode()
    source = f"data:image/svg+xml;base64,{encoded}"
    return f'<p class="output"><img src="{source}" alt="{escape(text, quote=True)}"></p>\n'
