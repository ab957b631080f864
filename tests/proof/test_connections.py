"""Connections that send half a request, or nothing, keep nobody from being answered."""

import asyncio
import socket
import time
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import ExitStack, suppress
from threading import Thread
from typing import Any

import pytest

from pnp.proof import web_server
from pnp.proof.web_server import BoundedServer, open_socket

SECONDS = 1.0
WHOLE = b"GET /quick HTTP/1.1\r\nHost: x\r\n\r\n"
HALVES = {
    "nothing": b"",
    "a line": b"GET / HTT",
    "a head": b"GET / HTTP/1.1\r\nHost: x\r\n",
    "a body": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx",
    "a second request": WHOLE + b"GET /",
}
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


async def app(scope: Message, receive: Receive, send: Send) -> None:
    """Answer nine letters: /slow later than a request may take, /events in three times as long."""
    if scope["type"] != "http":
        return
    while (await receive()).get("more_body"):
        pass
    await asyncio.sleep(1.5 * SECONDS if scope["path"] == "/slow" else 0)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"9")]})
    for _ in range(9):
        await asyncio.sleep(SECONDS / 3 if scope["path"] == "/events" else 0)
        await send({"type": "http.response.body", "body": b"x", "more_body": True})
    await send({"type": "http.response.body", "body": b""})


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[BoundedServer]:
    monkeypatch.setattr(web_server, "SECONDS", SECONDS)
    found = BoundedServer(app)
    with open_socket("127.0.0.1", 18800) as listening:
        thread = Thread(target=found.run, kwargs={"sockets": [listening]})
        thread.start()
        while not found.started:
            time.sleep(0.01)
        yield found
        found.should_exit = True
        thread.join()


@pytest.fixture
def port(server: BoundedServer) -> int:
    return int(server.servers[0].sockets[0].getsockname()[1])


def connected(port: int, sends: bytes = b"") -> socket.socket:
    found = socket.create_connection(("127.0.0.1", port), 5 * SECONDS)
    found.sendall(sends)
    return found


def read_response(asking: socket.socket, *, until_closed: bool = False) -> bytes:
    """Read until nine times the letter x, or until the connection is closed."""
    found = b""
    with suppress(ConnectionResetError):
        while (until_closed or not found.endswith(b"x" * 9)) and (more := asking.recv(1000)):
            found += more
    return found


def is_answered(port: int, path: str = "/quick") -> bool:
    with connected(port, WHOLE.replace(b"/quick", path.encode())) as asking:
        return read_response(asking).endswith(b"x" * 9)


@pytest.mark.parametrize("half", HALVES.values(), ids=HALVES)
def test_three_hundred_half_requests_keep_nobody_out(server: BoundedServer, port: int, half: bytes) -> None:
    with ExitStack() as stack:
        halves = [stack.enter_context(connected(port, half)) for _ in range(300)]
        opened = time.perf_counter()
        for _ in range(3):
            began = time.perf_counter()
            assert is_answered(port)
            assert time.perf_counter() - began < 2
        assert len(server.server_state.connections) <= web_server.MANY + 1, "the last one may not be gone yet"
        for each in halves:
            read_response(each, until_closed=True)
        assert time.perf_counter() - opened < SECONDS + 4


def test_a_request_that_comes_byte_by_byte_has_no_more_time(port: int) -> None:
    began = time.perf_counter()
    with connected(port) as asking, suppress(OSError):
        for _ in range(300):
            asking.sendall(b"G")
            time.sleep(SECONDS / 30)
    assert 0.9 * SECONDS < time.perf_counter() - began < 3 * SECONDS


@pytest.mark.parametrize("path", ["/slow", "/events"])
def test_an_answer_may_take_longer_than_a_request(path: str, port: int) -> None:
    assert is_answered(port, path)


def test_several_requests_of_one_connection(port: int) -> None:
    """Longer than one request may take, in all."""
    with connected(port) as asking:
        for _ in range(4):
            asking.sendall(WHOLE)
            assert read_response(asking).endswith(b"x" * 9)
            time.sleep(SECONDS / 2)


def test_where_all_are_answered_the_newest_is_closed(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody who listens is cut off; of those that wait, the oldest goes."""
    monkeypatch.setattr(web_server, "MANY", 3)
    events = WHOLE.replace(b"/quick", b"/events")
    with connected(port, events) as one, connected(port, events) as two:
        assert one.recv(1) == two.recv(1) == b"H"
        with connected(port) as idle:
            time.sleep(SECONDS / 10)
            assert is_answered(port)
            began = time.perf_counter()
            assert read_response(idle) == b""
            assert time.perf_counter() - began < SECONDS / 2, "not only when its time is over"
        with connected(port, events) as three:
            assert three.recv(1) == b"H"
            assert not is_answered(port)
            assert [read_response(each).endswith(b"x" * 9) for each in (one, two, three)] == [True] * 3
    assert is_answered(port)
