"""Who is let in: one link, one cookie, our own hosts, our own page, JSON, within bounds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.studio import StudioClient, running_studio

from crosswright.studio.app import ANSWERS
from crosswright.studio.security import POLICY, Gate, Keys
from crosswright.studio.server import StudioServer, listen


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StudioClient]:
    with running_studio(tmp_path_factory.mktemp("root")) as client:
        yield client


# -- the token and the cookie ---------------------------------------------------------------------


def test_the_link_works_once(tmp_path: Path) -> None:
    with running_studio(tmp_path, enter=False) as client:
        path = client.url.removeprefix(client.origin)
        status, headers, _ = client.request("GET", path)
        assert (status, headers["location"]) == (303, "/")
        cookie = headers["set-cookie"]
        assert cookie.startswith(f"crosswright-studio-{client.port}=")
        assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= {*cookie.split("; ")}
        assert client.request("GET", path)[0] == 401
        client.cookie = cookie.partition(";")[0]
        again, headers, _ = client.request("GET", path)
        assert (again, headers["location"], headers["set-cookie"]) == (303, "/", None)


def test_the_link_of_a_document_leads_to_its_page(tmp_path: Path) -> None:
    with running_studio(tmp_path, enter=False) as client:
        path = client.server.url("/documents/0123").removeprefix(client.origin)
        assert client.request("GET", path)[1]["location"] == "/documents/0123"


def test_a_link_leads_to_no_other_host(tmp_path: Path) -> None:
    with running_studio(tmp_path, enter=False) as client:
        path = client.server.url("//evil.example/x").removeprefix(client.origin)
        assert client.request("GET", path)[1]["location"] == "/evil.example/x"


def test_a_wrong_token_does_not_spend_the_right_one() -> None:
    keys = Keys(1)
    for token in ("", "x", keys.token[:-1], keys.token + "x", "ÿ"):
        assert keys.exchange(token) is None
    assert keys.exchange(keys.token) is not None
    assert len(keys.token) >= 43  # 256 bits


@pytest.mark.parametrize("cookie", ["", "x=y", "crosswright-studio-{}=", "crosswright-studio-{}=x"])
def test_without_the_cookie_nothing_is_answered(studio: StudioClient, cookie: str) -> None:
    headers = {"Cookie": cookie.format(studio.port)}
    for path in ("/", "/api/about", "/static/index.html", "/api/events", "/documents/x"):
        assert studio.request("GET", path, headers=headers)[0] == 401


def test_every_route_needs_the_cookie(studio: StudioClient) -> None:
    for method, path, _, _ in ANSWERS:
        real = path.replace("{id}", "0" * 16).replace("{label}", "1A").replace("{job}", "x")
        real = real.replace("{revision}", "1")
        assert studio.request(method, real, headers={"Cookie": ""})[0] == 401, path


@pytest.mark.parametrize(
    "others",
    ["a=b c; {}", "foo[bar]=1; {}", '{{"a":1}}; {}', 'a="unclosed; {}', "x; {}", "=v; {}",
     "path=/; {}", "{}; crosswright-studio-{port}=x", "crosswright-studio-{port}=x; {}"],
)  # fmt: skip
def test_cookies_of_other_servers_do_no_harm(studio: StudioClient, others: str) -> None:
    headers = {"Cookie": others.format(studio.cookie, port=studio.port)}
    assert studio.request("GET", "/api/about", headers=headers)[0] == 200


def test_a_long_query_is_no_mistake(studio: StudioClient) -> None:
    query = "&".join(f"a{n}=1" for n in range(100))
    assert studio.request("GET", f"/?{query}")[0] == 200
    assert studio.request("GET", f"/?{query}&token=x", headers={"Cookie": ""})[0] == 401


# -- hosts and origins ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:{}", "127.0.0.1", "127.0.0.1:1", "localhost", "", "[::1]"],
)
def test_other_hosts_are_refused_even_with_the_cookie(studio: StudioClient, host: str) -> None:
    headers = {"Host": host.format(studio.port) or "x"}
    assert studio.request("GET", "/api/about", headers=headers)[0] == 403
    assert studio.request("GET", "/", headers=headers)[0] == 403
    assert studio.request("GET", "/?token=x", headers=headers)[0] == 403


@pytest.mark.parametrize("host", ["127.0.0.1:{}", "localhost:{}", "LocalHost:{}", "[::1]:{}"])
def test_our_own_hosts_are_welcome(studio: StudioClient, host: str) -> None:
    headers = {"Host": host.format(studio.port)}
    assert studio.request("GET", "/api/about", headers=headers)[0] == 200


@pytest.mark.parametrize(
    ("address", "host", "expected"),
    [
        ("192.168.1.5", "192.168.1.5:9000", 401),
        ("::ffff:192.168.1.5", "192.168.1.5:9000", 401),
        ("fe80::1", "[fe80::1]:9000", 401),
        ("192.168.1.5", "192.168.1.6:9000", 403),
        ("192.168.1.5", "evil.example:9000", 403),
        ("192.168.1.5", "192.168.1.5", 403),
    ],
)
def test_the_address_that_a_request_came_to_is_our_own(
    address: str, host: str, expected: int
) -> None:
    sent: list[Any] = []

    async def unused(*_: Any) -> Any:
        raise AssertionError

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "GET",
        "path": "/",
        "query_string": b"",
        "headers": [(b"host", host.encode())],
        "server": (address, 9000),
    }
    coroutine = Gate(unused, Keys(9000), 9000)(scope, unused, send)
    with pytest.raises(StopIteration):
        coroutine.send(None)  # type: ignore[attr-defined]
    assert sent[0]["status"] == expected


def test_a_studio_for_all_addresses_has_a_link_that_works(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as listening:
        server = StudioServer(tmp_path, listening, "0.0.0.0")
        assert server.url().startswith(f"http://127.0.0.1:{server.port}/?token=")
        server.studio.close()


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://evil.example"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "none"},
        {"Sec-Fetch-Site": "", "Origin": ""},
        {"Sec-Fetch-Site": "", "Origin": "null"},
        {"Sec-Fetch-Site": "", "Origin": "http://127.0.0.1"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost:1"},
    ],
)
def test_other_pages_change_nothing(studio: StudioClient, headers: dict[str, str]) -> None:
    body = {"kind": "blank", "height": 3, "width": 3}
    before = len(studio.get("/api/library")["documents"])
    error = studio.refused("POST", "/api/documents", body, headers=headers)
    assert (error["status"], error["code"]) == (403, "forbidden")
    assert len(studio.get("/api/library")["documents"]) == before


def test_other_pages_read_nothing(studio: StudioClient) -> None:
    for site in ("cross-site", "same-site"):
        headers = {"Sec-Fetch-Site": site}
        assert studio.request("GET", "/api/library", headers=headers)[0] == 403


def test_an_old_browser_says_its_origin(studio: StudioClient) -> None:
    body = {"kind": "blank", "height": 3, "width": 3}
    assert studio.request("POST", "/api/documents", body, headers={"Sec-Fetch-Site": ""})[0] == 201


@pytest.mark.parametrize(
    "kind", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]
)
def test_only_json_is_taken(studio: StudioClient, kind: str) -> None:
    error = studio.refused("POST", "/api/documents", {}, headers={"Content-Type": kind or "x/y"})
    assert (error["status"], error["code"]) == (415, "not_json")


def test_nobody_else_is_told_anything(studio: StudioClient) -> None:
    for method, path in (("GET", "/"), ("GET", "/api/about"), ("OPTIONS", "/api/about")):
        headers = studio.request(method, path, headers={"Origin": "http://evil.example"})[1]
        assert not [name for name in headers if name.lower().startswith("access-control")]


# -- headers --------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/api/about", "/static/index.html", "/nowhere", "/api/no"])
def test_every_response_is_guarded(studio: StudioClient, path: str) -> None:
    headers = studio.request("GET", path)[1]
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "unsafe" not in POLICY
    assert "server" not in headers


def test_the_player_runs_its_own_script_and_cannot_ask(studio: StudioClient) -> None:
    identity = studio.blank()
    headers = studio.request("GET", f"/api/documents/{identity}/play")[1]
    policy = headers["content-security-policy"]
    assert "sandbox allow-scripts" in policy
    assert "allow-same-origin" not in policy
    script = next(part for part in policy.split("; ") if part.startswith("script-src"))
    assert "unsafe" not in script
    assert "sha256-" in script


# -- bounds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "raw",
    [b"", b"{", b"[]", b"7", b"null", b'{"a": NaN}', b"\xff\xfe", b'{"x": ' + b"9" * 5000 + b"}"],
)
def test_what_is_not_a_json_object_is_refused(studio: StudioClient, raw: bytes) -> None:
    assert studio.refused("POST", "/api/documents", raw=raw)["code"] == "invalid"


@pytest.mark.parametrize("depth", [40, 5000, 200_000])
def test_deep_json_is_refused(studio: StudioClient, depth: int) -> None:
    raw = b'{"kind": ' + b"[" * depth + b"]" * depth + b"}"
    assert studio.refused("POST", "/api/documents", raw=raw)["code"] == "invalid"


def test_bodies_have_a_limit(studio: StudioClient) -> None:
    identity = studio.blank()
    path = f"/api/documents/{identity}/ops"
    large = {"base": 0, "ops": [], "gesture": "x" * (1 << 20)}
    assert studio.refused("POST", path, large)["status"] == 413
    headers = {"Content-Length": str(1 << 40)}
    assert studio.refused("POST", path, raw=b"{}", headers=headers)["status"] == 413


def test_paths_do_not_lead_out_of_the_assets(studio: StudioClient) -> None:
    for path in (
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static//etc/passwd",
        "/static/../../../../../../etc/passwd",
        "/static/",
        "/static/%00.js",
        "/static/js",
    ):
        assert studio.request("GET", path)[0] == 404, path


def test_errors_are_objects(studio: StudioClient) -> None:
    for method, path in (("GET", "/api/no"), ("POST", "/api/about"), ("GET", "/api/jobs/x")):
        status, _, data = studio.request(method, path)
        assert status in (404, 405)
        assert json.loads(data)["error"]["code"] in ("not_found", "not_allowed")


# -- the log --------------------------------------------------------------------------------------


def test_a_mistake_is_logged_without_token_and_cookie(
    studio: StudioClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("a mistake of ours")

    monkeypatch.setattr(studio.studio.library, "cards", fail)
    caplog.set_level(0)
    path = f"/api/library?token={studio.server.keys.token}"
    error = studio.refused("GET", path)
    assert (error["status"], error["code"]) == (500, "internal")
    assert "mistake of ours" not in error["message"]
    assert "a mistake of ours" in caplog.text
    assert studio.server.keys.token not in caplog.text
    assert studio.cookie.partition("=")[2] not in caplog.text
