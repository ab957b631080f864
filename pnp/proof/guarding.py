"""Who may ask what: every request passes here before any route sees it.

A page of somebody else's, open in the same browser, can send requests to this one; a name can be made to mean this
machine. So the Host must be ours, a request that changes something must come from our own page, and whoever isn't on
this machine needs the token.
"""

import ipaddress
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from hmac import compare_digest
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LARGEST = 1 << 18  # bytes of what a page sends
COOKIE = "pnp-proof"  # with the port behind it, since cookies know none
_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_READING = ("GET", "HEAD")
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
    """Around an application."""

    def __init__(self, app: App, host: str, port: int, token: str = "") -> None:
        """`token`: "" where nobody but this machine can ask."""
        self._app, self._host, self._port, self._token = app, host, port, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        guarded = _guarded(send)
        if refused := self._refusal(scope, headers):
            await _say(guarded, 403, refused)
        elif self._token and not self._knows(headers):
            await self._let_in(scope, guarded)
        elif scope["method"] not in _READING and not headers.get("content-type", "").startswith("application/json"):
            await _say(guarded, 415, "this takes JSON alone")
        else:
            body = await _body(receive) if scope["method"] not in _READING else None
            if body is None and scope["method"] not in _READING:
                await _say(guarded, 413, "that is more than anybody types")
            else:
                await self._app(scope, receive if body is None else _again(body, receive), guarded)

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> str:
        """Why it isn't answered; "" where it is."""
        host = headers.get("host", "")
        if not self._is_ours(host):
            return "this page is only here under its own address"
        origin, site = headers.get("origin"), headers.get("sec-fetch-site", "")
        if scope["method"] not in _READING:
            return (
                "" if origin in (f"http://{host}", f"https://{host}") else "only the page itself may change something"
            )
        if site in ("cross-site", "same-site") and scope["path"] != "/":
            return "other pages may not look in here"
        return ""

    def _is_ours(self, host: str) -> bool:
        name, port = _parted(host)
        if port != str(self._port):
            return False
        if name in (*_LOOPBACK, self._host):
            return True
        return bool(self._token) and _is_address(name)  # of any of this machine's networks: there the token counts

    def _knows(self, headers: dict[str, str]) -> bool:
        try:
            found = SimpleCookie(headers.get("cookie", "")).get(f"{COOKIE}-{self._port}")
        except CookieError:
            return False
        return found is not None and compare_digest(found.value.encode(), self._token.encode())

    async def _let_in(self, scope: Scope, send: Send) -> None:
        """Whoever opens the address with the token gets a cookie, and the address without it."""
        given = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [""])[0]
        if scope["path"] != "/" or not compare_digest(given.encode(), self._token.encode()):
            await _say(send, 403, "the address that pnp proof said has a token, which is missing here")
            return
        cookie = f"{COOKIE}-{self._port}={self._token}; HttpOnly; SameSite=Strict; Path=/"
        await _say(send, 303, "", ((b"location", b"/"), (b"set-cookie", cookie.encode())))


def is_loopback(host: str) -> bool:
    """Whether nobody but this machine can reach it."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _parted(host: str) -> tuple[str, str]:
    """`[::1]:8740` → ::1, 8740; without a port, the one that is meant then."""
    name, colon, port = host.rpartition(":")
    if not colon or port.endswith("]"):
        name, port = host, "80"
    return name.strip("[]").lower(), port


def _guarded(send: Send) -> Send:
    """Says what browsers must not do with any answer."""

    async def guarded(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *_HEADERS]
        await send(message)

    return guarded


async def _body(receive: Receive) -> bytes | None:
    """None where it is too large."""
    found, more = b"", True
    while more:
        message = await receive()
        found += message.get("body", b"")
        more = message.get("more_body", False)
        if len(found) > LARGEST:
            return None
    return found


def _again(body: bytes, receive: Receive) -> Receive:
    left = [body]

    async def again() -> MutableMapping[str, Any]:
        if left:
            return {"type": "http.request", "body": left.pop(), "more_body": False}
        return await receive()

    return again


async def _say(send: Send, status: int, text: str, headers: Iterable[tuple[bytes, bytes]] = ()) -> None:
    data = text.encode()
    told = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"%d" % len(data)), *headers]
    await send({"type": "http.response.start", "status": status, "headers": told})
    await send({"type": "http.response.body", "body": data})
