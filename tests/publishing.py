"""A server on this computer that publishes what a test wants: the only one that tests ask. `pages`: what it has."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

CSV = "text/csv; charset=utf-8"


class Published:
    """`pages`: path → status, headers, content. Content may be a function that writes to the socket itself."""

    def __init__(self) -> None:
        self.pages: dict[str, tuple[int, dict[str, str], Any]] = {}
        self.asked: list[str] = []
        self.hosts: list[str] = []  # as each request named it
        self.port = 0

    def __setitem__(self, path: str, content: str | bytes) -> None:
        self.pages[path] = (200, {"Content-Type": CSV}, content)

    def redirect(self, path: str, to: str) -> None:
        self.pages[path] = (302, {"Location": to}, "")

    def address(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"


@contextmanager
def published() -> Iterator[Published]:
    pages = Published()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            pages.asked.append(self.path)
            pages.hosts.append(self.headers["Host"])
            status, headers, content = pages.pages.get(self.path, (404, {}, ""))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            if callable(content):
                content(self.wfile)
            else:
                self.wfile.write(content.encode() if isinstance(content, str) else content)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    pages.port = server.server_port
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield pages
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> Iterator[Published]:
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with published() as found:
        yield found
