"""Bound what connections to the page may hold: how many there are, and how long a request may be on its way.

uvicorn waits for ever for the rest of a request, and its own limit refuses everybody while others hold connections.
"""

import asyncio
import socket
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    from pnp.proof.guarding import App

# Each connection needs a file, of which macOS gives a process 256; where none is left, asyncio logs without end.
MANY = 100
_AT_ONCE = 16  # connections that asyncio accepts before it looks at any
_QUEUE = 256  # connections that the system keeps meanwhile
SECONDS = 10.0  # from when a request could begin until all of it is there


class BoundedProtocol(H11Protocol):
    """Close a connection on which no whole request came in time; of too many, the one that has waited longest.

    Answers may take as long as they like, such as the events that a page listens to.
    """

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
    """Serve an application over bounded connections; `let_go` ends answers that would go on for ever."""

    def __init__(self, app: "App", let_go: Callable[[], None] = lambda: None) -> None:
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
