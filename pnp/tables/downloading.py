"""An address → what stands there, within bounds of size, time, type and redirections. Nothing else asks the network."""

import socket
from collections.abc import Mapping
from email.message import Message
from http.client import HTTPException
from ipaddress import ip_address
from pathlib import PurePosixPath
from threading import Thread
from typing import Any, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import parse_qs, urlsplit, urlunsplit
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
)

from pnp import __version__
from pnp.files.project import TABLES
from pnp.load import limits
from pnp.model.problem import FileError

SCHEMES = ("http", "https")
_SECONDS = 60.0  # for all of it
_SILENCE = 20.0  # seconds without a byte
_REDIRECTIONS = 5
_SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_TYPES: Mapping[str, str] = {
    "text/csv": ".csv",
    "application/csv": ".csv",
    "text/comma-separated-values": ".csv",
    "text/tab-separated-values": ".tsv",
    "application/json": ".json",
    _SHEET: ".xlsx",
    "application/vnd.oasis.opendocument.spreadsheet": ".ods",
}
_UNSAID = ("", "text/plain", "application/octet-stream", "binary/octet-stream")  # where the name tells more
_PAGE = "is a web page, not a table"
_PUBLISH = "in Google Sheets: File, Share, Publish to web, choose CSV, take that address"


class Downloaded(NamedTuple):
    data: bytes
    suffix: str  # of a file that holds it
    private: str  # where it came from, if that isn't the open internet: "127.0.0.1"


class Unfetchable(Exception):
    """Why there is nothing, as a message says it behind the address."""


def download(address: str, seconds: float = _SECONDS) -> Downloaded:
    """Raises FileError."""
    found: list[Downloaded | Exception] = []
    thread = Thread(target=_into, args=(address, found), daemon=True)  # nothing else ends a server that never does
    thread.start()
    thread.join(seconds)
    result = found[0] if found else Unfetchable(f"takes longer than {seconds:g} seconds")
    if isinstance(result, Downloaded):
        return result
    raise FileError(f"{named(address)}: {_why(result)}")


def named(address: str) -> str:
    """As messages call it: without what may be secret in it, and not endless."""
    parts = urlsplit(address)
    whole = urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
    return whole if len(whole) <= 80 else f"{whole[:52]}…{whole[-24:]}"


def _into(address: str, found: list[Downloaded | Exception]) -> None:
    try:
        found.append(_downloaded(address))
    except (OSError, HTTPException, ValueError, Unfetchable) as error:
        found.append(error)


def _downloaded(address: str) -> Downloaded:
    private = _private(address)
    redirections = _Redirections(private)
    headers = {"User-Agent": f"pnp/{__version__}", "Accept-Encoding": "identity"}
    with _opener(redirections).open(Request(address, headers=headers), timeout=_SILENCE) as response:
        suffix = _suffix(response.headers, address, response.url)
        data: bytes = response.read(limits.FILE_BYTES + 1)
    if len(data) > limits.FILE_BYTES:
        raise Unfetchable(f"has more than {limits.FILE_BYTES >> 20} MB")
    return Downloaded(data, suffix, private)


def _opener(redirections: "_Redirections") -> OpenerDirector:
    """Without what reads files and FTP."""
    opener = OpenerDirector()
    for handler in (ProxyHandler(), HTTPHandler(), HTTPSHandler(), HTTPDefaultErrorHandler(), HTTPErrorProcessor()):
        opener.add_handler(handler)
    opener.add_handler(redirections)
    return opener


class _Redirections(HTTPRedirectHandler):
    """Few of them, and none that leads from the open internet into somebody's own network."""

    max_repeats = max_redirections = _REDIRECTIONS

    def __init__(self, private: str) -> None:
        self._private = private

    def redirect_request(self, req: Request, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Request | None:
        there = _private(newurl)
        if there and not self._private:
            raise Unfetchable(f"leads on to {there}, an address in your own network")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _private(address: str) -> str:
    """The number of a host that only this computer, or its network, knows. Raises Unfetchable, OSError."""
    parts = urlsplit(address)
    if parts.scheme not in SCHEMES or not parts.hostname:
        raise Unfetchable(f"leads on to {parts.scheme or 'nowhere'}, and only http and https are fetched")
    if parts.username is not None:
        raise Unfetchable("has a user name in it: an address is read by everybody who has the game")
    try:
        numbers = [str(info[4][0]) for info in socket.getaddrinfo(parts.hostname, parts.port or 443)]
    except socket.gaierror:  # a proxy may know it; else it is told when it is asked
        return ""
    return next((number for number in numbers if not ip_address(number.partition("%")[0]).is_global), "")


def _suffix(headers: Message, *addresses: str) -> str:
    """What kind of table it is. Raises Unfetchable."""
    if (packed := headers.get("Content-Encoding", "identity")) != "identity":
        raise Unfetchable(f"comes packed as {packed}, which wasn't asked for")
    said = headers.get_content_type() if "Content-Type" in headers else ""
    if suffix := _TYPES.get(said):
        return suffix
    if said in _UNSAID:
        named = next((suffix for address in addresses if (suffix := _named_suffix(address))), "")
        if named or said == "text/plain":
            return named or ".csv"
    if said in ("text/html", "application/xhtml+xml"):
        raise Unfetchable(f"{_PAGE} ({_PUBLISH})")
    raise Unfetchable(f"is no table: its type is {said or 'not said'}")


def _named_suffix(address: str) -> str:
    """`…/heroes.csv`, `…?output=csv` → .csv"""
    parts = urlsplit(address)
    query = parse_qs(parts.query)
    said = [
        PurePosixPath(parts.path).suffix,
        *(f".{each}" for key in ("output", "format") for each in query.get(key, ())),
    ]
    return next((each.casefold() for each in said if each.casefold() in TABLES), "")


def _why(error: Exception) -> str:
    if isinstance(error, Unfetchable):
        return str(error)
    if isinstance(error, HTTPError):
        if error.code in (301, 302, 303, 307, 308):
            return "leads on and on" if "infinite loop" in str(error.reason) else "leads on to what isn't on the web"
        closed = " (is it published for everybody?)" if error.code in (401, 403) else ""
        return f"the server answers {error.code} {error.reason}{closed}"
    reason = error.reason if isinstance(error, URLError) else error
    if isinstance(reason, socket.gaierror):
        return "there is no such host, or no network"
    if isinstance(reason, TimeoutError):
        return f"the server is silent for {_SILENCE:g} seconds"
    text = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
    return f"can't be fetched: {text}"
