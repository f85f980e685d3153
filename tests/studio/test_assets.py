"""The files of the page: read once, kept by the browser for good, new as soon as one changes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.studio import StudioClient
from starlette.requests import Request

from crosswright.studio.assets import Assets


def test_the_page_names_files_that_can_be_kept_for_good(studio: StudioClient) -> None:
    _, headers, page = studio.request("GET", "/")
    assert headers["cache-control"] == "private, no-cache"
    addresses = re.findall(r'(?:href|src)="(/static/[^"]+)"', page.decode())
    assert addresses
    for address in addresses:
        status, headers, data = studio.request("GET", address)
        assert (status, headers["cache-control"].split(", ")[-1]) == (200, "immutable"), address
        assert data


def test_every_page_is_the_same_page(studio: StudioClient) -> None:
    pages = ("", "documents/x", "documents/x/clues", "documents/x/export")
    assert len({studio.request("GET", f"/{path}")[2] for path in pages}) == 1


def test_a_browser_that_has_a_file_is_told_so(studio: StudioClient) -> None:
    for path in ("/", "/static/js/main.js", "/static/v-old/js/main.js", "/favicon.ico"):
        status, headers, data = studio.request("GET", path)
        assert (status, headers["cache-control"]) == (200, "private, no-cache"), path
        for known in (headers["etag"], f'"x", W/{headers["etag"]}'):
            status, headers, data = studio.request("GET", path, headers={"If-None-Match": known})
            assert (status, data) == (304, b"")
            assert headers["x-content-type-options"] == "nosniff"
        assert studio.request("GET", path, headers={"If-None-Match": '"x"'})[0] == 200


@pytest.mark.parametrize(
    "path", ["v-1/../../app.py", "v-1/", "v-1", "v-1/v-1/js/main.js", "x/a.js"]
)
def test_what_is_no_file_of_the_page(studio: StudioClient, path: str) -> None:
    assert studio.request("GET", f"/static/{path}")[0] == 404


def request(**headers: str) -> Request:
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "headers": raw})


def test_a_file_that_changes_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<script src="/static/a.js">')
    (tmp_path / "a.js").write_text("1")
    (tmp_path / "secret.txt").write_text("2")
    assets = Assets(tmp_path)
    version = assets.version()
    assert f'"/static/{version}/a.js"'.encode() in assets.page(request()).body
    (tmp_path / "a.js").write_text("new")
    assert assets.version() != version
    stale = assets.file(request(), f"{version}/a.js")
    assert stale is not None
    assert (stale.body, stale.headers["cache-control"]) == (b"new", "private, no-cache")
    assert assets.file(request(), "secret.txt") is None


def test_a_link_out_of_the_folder_is_no_file(tmp_path: Path) -> None:
    folder = tmp_path / "static"
    folder.mkdir()
    (tmp_path / "outside.js").write_text("1")
    (folder / "link.js").symlink_to(tmp_path / "outside.js")
    assert Assets(folder).file(request(), "link.js") is None
