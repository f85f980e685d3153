"""The page of the player: what is in it, and that no text of a puzzle can break out of it."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser

import pytest

from crosswright.grids.grid import Grid
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering.html import draw
from crosswright.rendering.options import RenderOptions
from crosswright.rendering.render import render

NASTY = "</script><script>alert(1)</script><!-- \" ' & \u2028 {title}"


class Page(HTMLParser):
    """Collects the start tags of a page and the text of its scripts and styles."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.raw: dict[str, list[str]] = {"script": [], "style": []}
        self.text = ""
        self.feed(data.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.cdata_elem in self.raw:
            self.raw[self.cdata_elem].append(data)
        else:
            self.text += data

    def count(self, name: str) -> int:
        return sum(name in (attrs.get("class") or "").split() for _, attrs in self.tags)

    def attribute(self, tag: str, name: str) -> list[str | None]:
        return [attrs[name] for kind, attrs in self.tags if kind == tag and name in attrs]

    @property
    def data(self) -> dict[str, object]:
        loaded: dict[str, object] = json.loads(self.raw["script"][0])
        return loaded


def test_the_grid_is_an_aria_grid(odd: Puzzle) -> None:
    page = Page(render(odd, "html"))
    roles = [attrs.get("role") for _, attrs in page.tags]
    assert (roles.count("grid"), roles.count("row"), roles.count("gridcell")) == (1, 4, 16)
    assert (page.count("cell"), page.count("block"), page.count("void")) == (14, 1, 1)
    assert (page.count("circle"), page.count("bar-end"), page.count("bar-below")) == (2, 1, 1)
    labels = page.attribute("input", "aria-label")
    assert labels[0] == "1, row 1, column 1, circled"
    assert len(labels) == 14


def test_the_data_of_the_player(odd: Puzzle) -> None:
    data = Page(render(odd, "html")).data
    slots = data["slots"]
    assert isinstance(slots, list)
    assert [slot["label"] for slot in slots][-1] == "X1"
    assert slots[-1]["cells"] == [0, 5]
    assert data["solution"] == [*"ABCDEF", "HEART", *"IJKLMNO"]
    assert data["given"] == [None, None, None, "D"] + [None] * 10


def test_nothing_is_fetched_and_only_its_own_script_runs(daily: Puzzle) -> None:
    data = render(daily, "html")
    page = Page(data)
    assert re.findall(rb"(?:src|href|action)=[^ >]*", data) == [b'href="data:,"']
    calls = rb"https?:|url\(|@import|import\(|fetch\(|XMLHttp|sendBeacon|WebSocket|EventSource"
    assert re.findall(calls, data) == []
    (policy,) = page.attribute("meta", "content")[:1]
    assert policy is not None and policy.startswith("default-src 'none'; img-src data:; ")
    for kind in ("script", "style"):
        digest = base64.b64encode(sha256(page.raw[kind][-1].encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy
    assert not [attrs for _, attrs in page.tags if "style" in attrs or "onclick" in attrs]


def test_no_text_breaks_out() -> None:
    grid = Grid.parse("AB\nC#").with_letters({(0, 0): "</SCRIPT>"})
    puzzle = Puzzle.from_filled(
        grid,
        {"1A": NASTY, "1D": Clue(NASTY, draft=True)},
        title=NASTY,
        author=NASTY,
        copyright=NASTY,
        notes=NASTY,
    )
    for solution in (False, True):
        page = Page(render(puzzle, "html", solution=solution, word_bank=True))
        tags = [tag for tag, _ in page.tags]
        assert tags.count("script") == (0 if solution else 2)
        assert " ".join(page.text.split()).count(" ".join(NASTY.split())) == 7


def test_a_worksheet(tiny: Puzzle) -> None:
    page = render(tiny, "html", worksheet=True, word_bank=True).decode()
    assert '<div class="student"><span class="line-name">Name</span>' in page
    assert "one letter in each square. All the words are in the word bank.</p>" in page
    solved = render(tiny, "html", worksheet=True, solution=True).decode()
    assert 'class="student"' not in solved and "one letter in each square" not in solved
    own = Page(render(tiny, "html", instructions=NASTY))
    assert " ".join(own.text.split()).count(" ".join(NASTY.split())) == 1


def test_drafts_are_marked(tiny: Puzzle) -> None:
    text = render(tiny, "html").decode()
    assert text.count('<em class="draft">[draft]</em>') == 1


def test_a_key_has_letters_and_no_player(tiny: Puzzle) -> None:
    page = Page(render(tiny, "html", solution=True))
    assert page.raw["script"] == []
    assert not page.attribute("input", "type")
    assert "<span>C</span>" in render(tiny, "html", solution=True).decode()
    assert "<span>C</span>" not in render(tiny, "html").decode()


def test_right_to_left(hebrew: Puzzle) -> None:
    page = Page(render(hebrew, "html", sheet_language="he"))
    assert page.attribute("html", "dir") == ["rtl"]
    assert page.attribute("html", "lang") == ["he"]
    assert page.data["rtl"] is True


@pytest.mark.parametrize("change", ["clue", "title", "grid"])
def test_every_puzzle_has_a_key_of_its_own(tiny: Puzzle, change: str) -> None:
    others = {
        "clue": tiny.with_clues({"1A": "Mouser"}),
        "title": Puzzle(tiny.grid, tiny.solution, tiny.clues, title="Other"),
        "grid": Puzzle(
            tiny.grid.with_circles([(0, 0)]), tiny.solution, tiny.clues, title=tiny.title
        ),
    }
    assert (
        Page(render(tiny, "html")).data["key"] != Page(render(others[change], "html")).data["key"]
    )
    assert Page(render(tiny, "html")).data["key"] == Page(render(tiny, "html")).data["key"]


def test_enumerations_are_in_one_piece(tiny: Puzzle) -> None:
    assert 'class="enumeration">(3)</span>' in render(tiny, "html", enumerations=True).decode()
    assert 'class="enumeration">' not in render(tiny, "html").decode()


def test_clues_in_another_language_than_the_page_say_so(tiny: Puzzle) -> None:
    danish = replace(tiny, language="da-DK")
    assert set(Page(render(danish, "html", sheet_language="en")).attribute("span", "lang")) == {
        "da-DK"
    }
    page = Page(render(danish, "html"))
    assert page.attribute("html", "lang") == ["da-DK"]
    assert page.attribute("span", "lang") == []


def test_links_to_other_pages(tiny: Puzzle) -> None:
    page = draw(tiny, RenderOptions(), [("All <puzzles>", 'a".html')]).decode()
    nav = '<nav class="links"><a href="a&quot;.html">All &lt;puzzles&gt;</a></nav>'
    assert page.index(nav) < page.index("<header")
    assert 'class="links"' not in render(tiny, "html").decode()
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)
    assert style and ".links" in style[1]
    digest = base64.b64encode(sha256(style[1].encode()).digest()).decode()
    assert f"sha256-{digest}" in page
