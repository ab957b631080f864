"""Decide which requests are answered: every one passes here before any route sees it.

Another page that is open in the same browser can send requests to this one; a name can be made to mean this machine;
other users of this machine reach its ports. So the Host must be ours, a request that changes something must come from
our own page, and every request needs the token, which a browser keeps as a cookie.
"""

import ipaddress
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from hashlib import sha256
from hmac import compare_digest
from typing import Any
from urllib.parse import parse_qs

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LARGEST = 1 << 18  # bytes of what a page sends
_KEPT = 365 * 24 * 3600  # seconds that a browser keeps the cookie of a project's own token
_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_SAFE_METHODS = ("GET", "HEAD")
_NO_TOKEN = "Open the address that `pnp proof` printed in the terminal: it has a token, which is missing here."
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class PageGuard:
    """Guards an application with a token; `once` is another for the address that all users may see."""

    def __init__(self, app: App, host: str, port: int, token: str, once: str = "") -> None:
        self._app, self._host, self._port, self._token, self._once = app, host, port, token, once
        # cookies know no ports: a name for each token, so that no other page's takes its place
        self._cookie = f"pnp-proof-{sha256(token.encode()).hexdigest()[:16]}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        guarded, is_safe = _add_headers(send), scope["method"] in _SAFE_METHODS
        given = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [""])[0]
        # A link on another site leads here: browsers hold the cookie back until our own page asks. Only the page is
        # answered then, which is the same for everyone; its own requests need the cookie.
        is_followed_link = scope["path"] == "/" and headers.get("sec-fetch-site") == "cross-site"
        if refused := self._refusal(scope, headers):
            await _respond(guarded, 403, refused)
        elif given and scope["path"] == "/":
            await self._let_in(given, headers, guarded)
        elif not self._has_cookie(headers) and not is_followed_link:
            await _respond(guarded, 403, _NO_TOKEN)
        elif not is_safe and not headers.get("content-type", "").startswith("application/json"):
            await _respond(guarded, 415, "this takes JSON alone")
        else:
            body = None if is_safe else await _read_body(receive)
            if body is None and not is_safe:
                await _respond(guarded, 413, "that is more than anybody types")
            else:
                await self._app(scope, receive if body is None else _replay(body, receive), guarded)

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> str:
        """Return why a request isn't answered; "" for one that is."""
        host = headers.get("host", "")
        if not self._is_ours(host):
            return "this page is only here under its own address"
        origin, site = headers.get("origin"), headers.get("sec-fetch-site", "")
        if scope["method"] not in _SAFE_METHODS:
            is_own = origin in (f"http://{host}", f"https://{host}")
            return "" if is_own else "only the page itself may change something"
        if site in ("cross-site", "same-site") and scope["path"] != "/":
            return "other pages may not look in here"
        return ""

    def _is_ours(self, host: str) -> bool:
        # `[::1]:8740` → ::1, 8740; without a port it is 80
        name, colon, port = host.rpartition(":")
        if not colon or port.endswith("]"):
            name, port = host, "80"
        name = name.strip("[]").lower()
        if port != str(self._port):
            return False
        if name in (*_LOOPBACK, self._host):
            return True
        return not is_loopback(self._host) and _is_address(name)  # of any of this machine's networks

    def _has_cookie(self, headers: dict[str, str]) -> bool:
        """Return whether our cookie is among them; `http.cookies` gives up at the first malformed one."""
        pairs = [each.strip().partition("=") for each in headers.get("cookie", "").split(";")]
        return any(name == self._cookie and _is_same(value, self._token) for name, _, value in pairs)

    async def _let_in(self, given: str, headers: dict[str, str], send: Send) -> None:
        """Answer an address that has a token by a cookie and a redirect; browsers keep what follows `#`."""
        cookies: list[tuple[bytes, bytes]] = []
        is_first = bool(self._once) and _is_same(given, self._once)
        if is_first or _is_same(given, self._token):
            self._once = "" if is_first else self._once
            kept = f"; Max-Age={_KEPT}" if is_loopback(self._host) else ""
            cookie = f"{self._cookie}={self._token}; HttpOnly; SameSite=Strict; Path=/{kept}"
            cookies.append((b"set-cookie", cookie.encode()))
        elif not self._has_cookie(headers):
            await _respond(send, 403, _NO_TOKEN)
            return
        await _respond(send, 303, "", ((b"location", b"/"), *cookies))


def _is_same(given: str, token: str) -> bool:
    return compare_digest(given.encode(), token.encode())


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach a host."""
    return host == "localhost" or (_is_address(host) and ipaddress.ip_address(host).is_loopback)


def _is_address(name: str) -> bool:
    try:
        return bool(ipaddress.ip_address(name))
    except ValueError:
        return False


def _add_headers(send: Send) -> Send:
    """Return `send` with headers that say what browsers must not do with any answer."""

    async def guarded(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *_HEADERS]
        await send(message)

    return guarded


async def _read_body(receive: Receive) -> bytes | None:
    """Return what a page sends; None if that is too large, or breaks off."""
    found, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        found += message.get("body", b"")
        more = message.get("more_body", False)
        if len(found) > LARGEST:
            return None
    return found


def _replay(body: bytes, receive: Receive) -> Receive:
    left = [body]

    async def replay() -> MutableMapping[str, Any]:
        if left:
            return {"type": "http.request", "body": left.pop(), "more_body": False}
        return await receive()

    return replay


async def _respond(send: Send, status: int, text: str, headers: Iterable[tuple[bytes, bytes]] = ()) -> None:
    data = text.encode()
    fields = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"%d" % len(data)), *headers]
    await send({"type": "http.response.start", "status": status, "headers": fields})
    await send({"type": "http.response.body", "body": data})
