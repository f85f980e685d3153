"""The documentation as a site: all pages, in reading order, and no link that leads nowhere."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote

import pytest
from helpers.pages import Page, loaded_from_elsewhere
from site_build.document import Document, from_markdown, from_notebook
from site_build.site import build
from site_build.sources import SiteError, reading_order

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
SCRIPT = ROOT / "scripts" / "build_site.py"
ABSOLUTE = re.compile(r"[a-z][a-z0-9+.-]*:")


def follow(page: str, link: str) -> tuple[str, str]:
    """Return the file that a link of a page leads to, and the anchor in it."""
    path, _, anchor = link.partition("#")
    return normpath(join(dirname(page), unquote(path))) if path else page, anchor


def test_every_page_of_the_docs_is_there(pages: dict[str, Page]) -> None:
    written = {path.relative_to(ROOT) for path in (*DOCS.rglob("*.md"), *DOCS.rglob("*.ipynb"))}
    written |= {path.relative_to(ROOT) for path in ROOT.glob("*.md")}
    expected = {
        path.with_name("index.html" if path.name == "README.md" else f"{path.stem}.html").as_posix()
        for path in written
    }
    assert expected <= set(pages)


def test_every_link_leads_somewhere(site: Path, pages: dict[str, Page]) -> None:
    broken = []
    for name, page in pages.items():
        for link in {*page.links, *page.loads}:
            if ABSOLUTE.match(link):
                continue
            target, anchor = follow(name, link)
            is_inside = (site / target).is_file() and not target.startswith("..")
            if not is_inside or (anchor and anchor not in pages[target].ids):
                broken.append((name, link))
    assert not broken


def test_nothing_in_the_folder_is_left_over(site: Path, pages: dict[str, Page]) -> None:
    used = {"search-index.js"}
    for name, page in pages.items():
        used |= {follow(name, link)[0] for link in (*page.links, *page.loads)}
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert files <= used


def test_nothing_is_loaded_from_another_host(site: Path) -> None:
    for path in {*site.rglob("*")} - {site / "search-index.js"}:  # which is text, and no program
        if path.suffix in (".html", ".css", ".js", ".svg"):
            assert loaded_from_elsewhere(path.read_text("utf-8"), path.suffix) == [], path


def test_next_leads_through_all_pages_in_the_order_of_the_index(pages: dict[str, Page]) -> None:
    name, walked = "index.html", ["index.html"]
    while following := [a["href"] for a in pages[name].named("a") if a.get("rel") == "next"]:
        before, name = name, follow(name, following[0])[0]
        [previous] = [a["href"] for a in pages[name].named("a") if a.get("rel") == "prev"]
        assert follow(name, previous)[0] == before
        walked.append(name)
    assert walked == [source.url for source in reading_order(ROOT)]
    listed = re.findall(r"\]\(([\w/-]+)\.(?:md|ipynb)\)", (DOCS / "README.md").read_text("utf-8"))
    urls = [f"docs/{re.sub('README$', 'index', path)}.html" for path in listed]
    assert walked[2 : 2 + len(urls)] == urls


def test_the_navigation_is_the_same_everywhere_and_marks_the_page(pages: dict[str, Page]) -> None:
    order = [source.url for source in reading_order(ROOT)]
    for name, page in pages.items():
        text = page.text.partition('<nav id="pages"')[2].partition("</nav>")[0]
        navigation = Page(text)
        assert [follow(name, link)[0] for link in navigation.links] == order
        current = [a["href"] for a in navigation.named("a") if "aria-current" in a]
        assert [follow(name, link)[0] for link in current] == [name] * (name in order)


def test_every_page_is_accessible_in_the_simple_ways(pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        assert page.named("html")[0]["lang"] == "en-GB"
        assert page.named("a")[0] == {"class": "skip", "href": "#content"}, name
        assert "content" in page.ids
        assert len(page.named("h1")) == 1, name
        assert len(page.ids) == len({*page.ids}), name
        assert all(image.get("alt") is not None for image in page.named("img")), name
        labels = {label["for"] for label in page.named("label")}
        assert all(field["id"] in labels for field in page.named("input")), name


def test_every_page_says_what_it_is(pages: dict[str, Page]) -> None:
    titles = [page.title for page in pages.values()]
    assert len(titles) == len({*titles}), "two pages have the same title"
    for name, page in pages.items():
        [description] = [m["content"] for m in page.named("meta") if m.get("name") == "description"]
        assert 5 < len(description) <= 165, name
    assert pages["docs/fill.html"].title == "Filling a grid from Python · Crosswright"


def test_the_index_of_the_search_has_every_section(site: Path, pages: dict[str, Page]) -> None:
    text = (site / "search-index.js").read_text("utf-8")
    index = json.loads(text.removeprefix("addIndex(").removesuffix(");\n"))
    for number, anchor, heading, _ in index["sections"]:
        assert heading and anchor in pages[index["pages"][number][0]].ids
    found = {(index["pages"][number][0], anchor) for number, anchor, *_ in index["sections"]}
    for name in ("docs/api.html", "docs/cli.html", "docs/course/csp.html", "CHANGELOG.html"):
        article = pages[name].text.partition("<article>")[2].partition("</article>")[0]
        headings = re.findall(r'<h[1-6] id="([^"]+)"', article)
        assert {(name, anchor) for anchor in headings} <= found
    [grid] = [section for section in index["sections"] if section[1] == "grid"]
    assert ".with_letters(letters)" in grid[3]


# --- How pages are written ---


def written(text: str) -> Document:
    return from_markdown(text, lambda link: f"resolved/{link}")


def test_headings_have_the_anchors_of_code_hosts() -> None:
    document = written("# A\n## Why *not* `x_y`?\n## why not x_y\n### Bars, & blocks\n")
    anchors = [heading.anchor for heading in document.headings]
    assert anchors == ["a", "why-not-x_y", "why-not-x_y-1", "bars--blocks"]
    assert '<h2 id="why-not-x_y">' in document.body


def test_blocks_of_a_grid_are_not_taken_for_prompts() -> None:
    body = written("```console\n$ crosswright fill\n##\n#A & B\n```\n").body
    assert '<span class="gp">$ </span>' in body
    assert body.endswith("\n##\n#A &amp; B\n</code></pre>\n")


def test_links_and_pictures_are_pointed_at_the_site_wherever_they_are_written() -> None:
    body = written('# A\n[b](b.md)\n![c](c.png)\n\n<img src="d.png" alt="">\n\n| a |\n|-|\n').body
    page = Page(body)
    assert page.loads == ["resolved/c.png", "resolved/d.png"]
    assert page.links == ["resolved/b.md", "resolved/c.png", "resolved/d.png"]
    assert '<div class="table"><table>' in body


def test_an_option_is_not_broken_at_its_hyphens() -> None:
    body = written("`fill --min-score <N> a-b`\n").body
    assert body == "<p><code>fill <span>--min-score</span> &lt;N&gt; a-b</code></p>\n"


def test_an_unknown_language_stays_plain() -> None:
    assert "<code>a &lt; b\n</code>" in written("```nonsense\na < b\n```\n").body


def test_a_notebook_shows_what_its_cells_show() -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Title\n", "Text."]},
        {
            "cell_type": "code",
            "source": ["print(1 < 2)"],
            "outputs": [
                {"output_type": "stream", "text": ["1 < 2\n"]},
                {"data": {"image/svg+xml": ["<svg/>"], "text/plain": ["<Grid>"]}},
            ],
        },
    ]
    document = from_notebook(json.dumps({"cells": cells}), "a.ipynb", str)
    assert document.title == "Title" and document.description == "Text."
    assert '<pre class="output"><code>1 &lt; 2\n</code></pre>' in document.body
    assert 'src="data:image/svg+xml;base64,PHN2Zy8+" alt="&lt;Grid&gt;"' in document.body
    assert document.body.startswith('<h1 id="title">Title</h1>\n<p><a href="a.ipynb" download>')


# --- How the folder is written ---


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Make a small project to build sites of."""
    root = tmp_path / "project"
    for path, text in {
        "README.md": "# Small\n[docs](docs/README.md), [files](docs/files)\n",
        "LICENSE": "Do <as> you like.\n",
        "docs/README.md": "# Pages\n## Group\n- [one](one.md)\n",
        "docs/one.md": "# One\nText.\n",
        "docs/files/a.txt": "A\n",
        "src/crosswright/_version.py": '__version__ = "1.2.3"\n',
        "src/crosswright/studio/static/favicon.svg": "<svg/>",
    }.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    return root


def test_a_site_is_replaced_and_keeps_nothing_of_the_one_before(
    project: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "new" / "site"
    assert build(project, folder) == 5
    assert (folder / "docs" / "files" / "a.txt").read_text() == "A\n"
    listing = (folder / "docs" / "files" / "index.html").read_text("utf-8")
    assert '<a href="a.txt">a.txt</a>' in listing and "<code>docs/files/</code>" in listing
    assert "Do &lt;as&gt; you like." in (folder / "LICENSE.html").read_text("utf-8")
    assert "Crosswright 1.2.3" in (folder / "index.html").read_text("utf-8")
    (folder / "stale.html").touch()
    build(project, folder)
    assert not (folder / "stale.html").exists()
    assert [*folder.parent.iterdir()] == [folder]


def test_a_link_to_a_folder_with_a_page_leads_to_the_page(project: Path, tmp_path: Path) -> None:
    (project / "README.md").write_text("# Small\n[docs](docs/), [licence](LICENSE)\n", "utf-8")
    build(project, tmp_path / "site")
    front = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert '<a href="docs/index.html">docs</a>, <a href="LICENSE.html">licence</a>' in front


def test_a_link_to_nowhere_is_named_and_the_earlier_site_stays(
    project: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "site"
    build(project, folder)
    (project / "docs" / "one.md").write_text("# One\n[two](two.md)\n", "utf-8")
    with pytest.raises(SiteError, match=r"^docs/one\.md: the link to two\.md leads nowhere$"):
        build(project, folder)
    assert "Text." in (folder / "docs" / "one.html").read_text("utf-8")
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".site")]


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").touch()
    command = [sys.executable, str(SCRIPT), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"build_site: {tmp_path}: holds something other than a site; name another folder\n"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize(
    "arguments, status", [(["--help"], 0), (["a", "b"], 2), (["--output=a"], 2)]
)
def test_help_and_wrong_arguments(arguments: list[str], status: int, tmp_path: Path) -> None:
    command = [sys.executable, str(SCRIPT), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == status
    assert "python3 scripts/build_site.py [FOLDER]" in done.stdout + done.stderr
    assert not [*tmp_path.iterdir()]
