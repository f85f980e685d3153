"""Who may ask the studio anything: a loopback port alone keeps nobody out.

Other pages in the same browser can send requests to it, and a name that suddenly points to
127.0.0.1 even makes them its own (DNS rebinding). So every request must name a host that is ours,
with the port, and have the cookie that only the link in the terminal gives; whatever changes
something must come from our own page, as JSON.
"""

from __future__ import annotations

import hmac
import json
import secrets
import threading
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, Final
from urllib.parse import quote, unquote_plus

from crosswright.studio.refusals import Refusal

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

SAFE_METHODS: Final = ("GET", "HEAD")
LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")

POLICY: Final = (
    "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
"""What the page may load: our own files, and nothing inline."""

HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)
"""What every response says, unless it says otherwise itself."""

_WELCOME: Final = (
    "This is the studio of Crosswright. Open it by the link that was printed in the terminal; a "
    "link works once.\n"
)


class Keys:
    """The token that opens the studio once, and the cookie that it is exchanged for."""

    def __init__(self, port: int) -> None:
        self.token = secrets.token_urlsafe(32)
        self.cookie_name = f"crosswright-studio-{port}"
        self._cookie = secrets.token_urlsafe(32)
        self._is_used = False
        self._lock = threading.Lock()

    def exchange(self, token: str) -> str | None:
        """Return the header that sets the cookie, for the right token the first time."""
        with self._lock:
            if self._is_used or not hmac.compare_digest(token.encode(), self.token.encode()):
                return None
            self._is_used = True
        return f"{self.cookie_name}={self._cookie}; HttpOnly; SameSite=Strict; Path=/"

    def opens(self, cookies: str) -> bool:
        """Return whether a Cookie header has the cookie."""
        # Cookies know no ports: whatever else runs on this machine adds its own, odd ones too.
        pairs = (cookie.strip().partition("=") for cookie in cookies.split(";"))
        values = [value for name, _, value in pairs if name == self.cookie_name]
        return any(hmac.compare_digest(value.encode(), self._cookie.encode()) for value in values)


class Gate:
    """An application that lets only requests of its own page through to another."""

    def __init__(
        self, application: Application, keys: Keys, port: int, hosts: Iterable[str] = LOOPBACK
    ) -> None:
        self._application = application
        self._keys = keys
        self._hosts = {f"{host}:{port}" for host in hosts}
        if port == 80:
            self._hosts.update(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        if scope["type"] == "lifespan":
            await self._application(scope, receive, send)
            return
        if scope["type"] != "http":  # there are no web sockets here
            await send({"type": "websocket.close", "code": 1008})
            return
        guarded = _with_headers(send)
        try:
            if not await self._exchanged(scope, guarded):
                self._check(scope)
                await self._application(scope, receive, guarded)
        except Refusal as refusal:
            await _refuse(scope, guarded, refusal)

    async def _exchanged(self, scope: Scope, send: Send) -> bool:
        """Exchange the token in the address for the cookie, if there is one."""
        token = _taken_token(scope)
        self._check_host(scope)
        if scope["method"] not in SAFE_METHODS or scope["path"].startswith(("/api/", "/static/")):
            return False
        if token is None:
            return False
        cookie = self._keys.exchange(token)
        if cookie is None and not self._keys.opens(_header(scope, b"cookie")):
            raise Refusal("no_session", _WELCOME.strip())
        # One slash: two would lead to another host.
        headers = [(b"location", f"/{quote(scope['path'].lstrip('/'))}".encode())]
        if cookie is not None:
            headers.append((b"set-cookie", cookie.encode()))
        await _respond(send, 303, b"", headers)
        return True

    def _check(self, scope: Scope) -> None:
        if not self._keys.opens(_header(scope, b"cookie")):
            raise Refusal("no_session", _WELCOME.strip())
        site = _header(scope, b"sec-fetch-site")
        if scope["method"] in SAFE_METHODS:
            if site not in ("", "same-origin", "none"):
                raise Refusal("forbidden", "only the studio's own page may ask for this")
            return
        origin = _header(scope, b"origin")
        if origin and origin != f"http://{_header(scope, b'host')}":
            raise Refusal("forbidden", "only the studio's own page may do this")
        if site != "same-origin" and (site or not origin):
            raise Refusal("forbidden", "only the studio's own page may do this")
        kind = _header(scope, b"content-type").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise Refusal("not_json", "send application/json")

    def _check_host(self, scope: Scope) -> None:
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        own = {*self._hosts, _address(scope)}
        if len(hosts) != 1 or hosts[0].decode("latin-1").lower() not in own:
            raise Refusal("forbidden", "this is not a name of the studio")


def _taken_token(scope: Scope) -> str | None:
    """Take the token out of an address, so that nobody who sees it later can tell; return it."""
    fields = scope["query_string"].split(b"&")
    tokens = [unquote_plus(field[6:].decode("latin-1")) for field in fields if _is_token(field)]
    if not tokens:
        return None
    scope["query_string"] = b"&".join(field for field in fields if not _is_token(field))
    return tokens[0]


def _is_token(field: bytes) -> bool:
    return field.startswith(b"token=")


def _address(scope: Scope) -> str:
    """Return the address that a request came to: no name, so nothing that somebody can rebind."""
    address, port = scope.get("server") or ("", 0)
    address = address.removeprefix("::ffff:")  # an IPv4 address on a socket of both kinds
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


def _header(scope: Scope, name: bytes) -> str:
    """Return a header; all of its lines if it comes several times."""
    values = [value for key, value in scope["headers"] if key == name]
    return b"; ".join(values).decode("latin-1")


def _with_headers(send: Send) -> Send:
    """Return a `send` that adds the headers of every response."""

    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [*message.get("headers", ())]
            present = {name.lower() for name, _ in headers}
            headers += [(name, value) for name, value in HEADERS if name not in present]
            message = {**message, "headers": headers}
        await send(message)

    return guarded


async def _refuse(scope: Scope, send: Send, refusal: Refusal) -> None:
    if scope["path"].startswith("/api/"):
        body, kind = json.dumps(refusal.as_json()).encode(), b"application/json"
    else:
        body, kind = f"{refusal}\n".encode(), b"text/plain; charset=utf-8"
    await _respond(send, refusal.status, body, [(b"content-type", kind)])


async def _respond(
    send: Send, status: int, body: bytes, headers: list[tuple[bytes, bytes]]
) -> None:
    headers = [*headers, (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
