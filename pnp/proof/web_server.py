"""A free port → a server of the page that runs until it is interrupted, and what its connections may hold.

uvicorn waits for ever for the rest of a request, and its own limit refuses everyone while others hold connections: so
connections are bounded in number, and requests in time.
"""

import asyncio
import ctypes
import errno
import hmac
import os
import secrets
import socket
import sys
from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from pnp.io.user_folders import get_secret
from pnp.model.problem import FileError
from pnp.proof.request_guard import App, PageGuard, is_loopback
from pnp.proof.web_app import ProofServer

_ARENAS, _TRIM, _APART = -8, -1, -3  # of mallopt: how many arenas; from how many bytes on they are given back
_BLOCK = 128 << 10  # bytes; otherwise this grows with what was freed, and no more memory is given back
_TRIED = 20  # ports, one after the other

# Each connection needs a file, of which macOS gives a process 256; where none is left, asyncio logs without end.
MANY = 100
_AT_ONCE = 16  # connections that asyncio accepts before it looks at any
_QUEUE = 256  # connections that the system keeps meanwhile
SECONDS = 10.0  # from when a request could begin until all of it is there


class BoundedProtocol(H11Protocol):
    """Closes a connection without a whole request in time, and of too many the one that has waited longest."""

    _deadline: asyncio.TimerHandle | None = None  # only while a request is to come

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()
        if len(self.connections) > MANY:
            waiting = [each for each in self.connections if isinstance(each, BoundedProtocol) and each._deadline]
            min(waiting, key=lambda each: each._deadline.when() if each._deadline else 0.0, default=self)._drop()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_watching()

    def _watch(self) -> None:
        if self.transport.is_closing() or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._stop_watching()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(SECONDS, self._drop)

    def _drop(self) -> None:
        self._stop_watching()  # at once: it counts until the loop has closed it, and isn't chosen again
        self.transport.abort()

    def _stop_watching(self) -> None:
        if self._deadline:
            self._deadline.cancel()
        self._deadline = None


class BoundedServer(uvicorn.Server):
    """Serves an application over bounded connections; `let_go` ends answers that would go on for ever."""

    def __init__(self, app: App, let_go: Callable[[], None] = lambda: None) -> None:
        config = uvicorn.Config(
            app,
            http=BoundedProtocol,
            ws="none",
            backlog=_AT_ONCE,
            timeout_graceful_shutdown=1,
            log_config=None,
            log_level="critical",
            access_log=False,
        )
        super().__init__(config)
        self._let_go = let_go

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._let_go()
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for each in sockets or ():
            each.listen(_QUEUE)


def open_socket(host: str, port: int) -> socket.socket:
    """Return a socket at a port, or at the next one that is free. Raises FileError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for tried in range(port, min(port + _TRIED, 65536)):
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((host, tried))
            found.listen(64)
        except OSError as error:
            found.close()
            if error.errno in (errno.EADDRINUSE, errno.EACCES):
                continue
            raise FileError(f"{host}: {error.strerror or 'cannot be listened at'}") from None
        else:
            return found
    raise FileError(f"the ports from {port} on are taken: choose another one with --port")


def choose_token(host: str, project: Path) -> str:
    """Return the token that lets a browser in: the user's own for a project, or with `--host` a new one."""
    secret = get_secret("proof.key") if is_loopback(host) else None
    if not secret:
        return new_token()
    return urlsafe_b64encode(hmac.digest(secret, os.fsencode(project.resolve()), "sha256")[:24]).decode()


def new_token() -> str:
    return secrets.token_urlsafe(24)


def reachable_host(host: str) -> str:
    """Return the address by which others reach this machine, where it listens at all of its own."""
    if host not in ("0.0.0.0", "::"):
        return host
    family, somewhere = (socket.AF_INET6, "2001:db8::1") if host == "::" else (socket.AF_INET, "192.0.2.1")
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((somewhere, 9))  # which sends nothing: the system only looks up the way there
        except OSError:
            return "::1" if host == "::" else "127.0.0.1"
        return str(probe.getsockname()[0])


def page_address(host: str, port: int, token: str) -> str:
    named = f"[{host}]" if ":" in host else host
    return f"http://{named}:{port}/?token={token}"


def run(
    server: ProofServer, listening: socket.socket, host: str, token: str, once: str, announce: Callable[[], None]
) -> None:
    """Serve the page until interrupted; `announce` is called when requests are answered."""
    # the C library gives each thread memory of its own, which a long session never gives back
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):  # another C library
            mallopt = ctypes.CDLL(None).mallopt
            mallopt(_ARENAS, 1)
            mallopt(_TRIM, _BLOCK)
            mallopt(_APART, _BLOCK)
    app = PageGuard(server.app(), host, listening.getsockname()[1], token, once)
    announce()
    BoundedServer(app, server.stop).run(sockets=[listening])
