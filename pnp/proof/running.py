"""A free port → a server that runs until it is interrupted."""

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

from pnp.io.user_folders import get_secret
from pnp.model.problem import FileError
from pnp.proof.guarding import is_loopback
from pnp.proof.serving import ProofServer, guarded_app

_ARENAS, _TRIM, _APART = -8, -1, -3  # of mallopt: how many arenas; from how many bytes on they are given back
_BLOCK = 128 << 10  # bytes: else this grows with what was freed, and nothing is given back any more
_TRIED = 20  # ports, one after the other


def opened_socket(host: str, port: int) -> socket.socket:
    """At this port, or at the next one that is free. Raises FileError."""
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
    """Return the token that lets a browser in.

    On this machine alone it is the user's own and always the same for a project, so that bookmarks stay; whom `--host`
    lets in is let in until the server stops.
    """
    secret = get_secret("proof.key") if is_loopback(host) else None
    if not secret:
        return new_token()
    return urlsafe_b64encode(hmac.digest(secret, os.fsencode(project.resolve()), "sha256")[:24]).decode()


def new_token() -> str:
    return secrets.token_urlsafe(24)


def reachable(host: str) -> str:
    """The address by which others reach this machine, where it listens on all of its own."""
    if host not in ("0.0.0.0", "::"):
        return host
    family, somewhere = (socket.AF_INET6, "2001:db8::1") if host == "::" else (socket.AF_INET, "192.0.2.1")
    with socket.socket(family, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect((somewhere, 9))  # which sends nothing: the system only looks up the way there
        except OSError:
            return "::1" if host == "::" else "127.0.0.1"
        return str(asked.getsockname()[0])


def address(host: str, port: int, token: str) -> str:
    named = f"[{host}]" if ":" in host else host
    return f"http://{named}:{port}/?token={token}"


def run(
    server: ProofServer, listening: socket.socket, host: str, token: str, once: str, begun: Callable[[], None]
) -> None:
    """Until it is interrupted; `begun` is called when pages are answered."""
    from pnp.proof.connections import BoundedServer

    # Among threads: the C library gives each memory of its own, which a long session never gives back.
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):  # another C library
            mallopt = ctypes.CDLL(None).mallopt
            mallopt(_ARENAS, 1)
            mallopt(_TRIM, _BLOCK)
            mallopt(_APART, _BLOCK)
    app = guarded_app(server, host, listening.getsockname()[1], token, once)
    begun()
    BoundedServer(app, server.stop).run(sockets=[listening])
