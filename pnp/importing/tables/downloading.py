"""Download what stands at an address, within bounds of size, time, type and redirects. Nothing else asks the network.

A name is resolved once, and the connection is made to one of the addresses that came of it: a name that means something
else a moment later leads nowhere. Proxies of the environment aren't used, since they resolve names themselves.
"""

import socket
import ssl
import string
from collections.abc import Mapping
from contextlib import closing
from email.message import Message
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from ipaddress import IPv6Address, IPv6Network, ip_address
from pathlib import PurePosixPath
from threading import Thread
from typing import Any, NamedTuple
from urllib.parse import SplitResult, parse_qs, quote, urljoin, urlsplit

from pnp import __version__
from pnp.io.project import TABLES
from pnp.load import limits
from pnp.load.data_files import address_fault
from pnp.model.problem import FileError

_SECONDS = 60.0  # for all of it
_SILENCE = 20.0  # seconds without a byte
_REDIRECTS = 5
_REDIRECTING = (301, 302, 303, 307, 308)
_HEADERS = {"User-Agent": f"pnp/{__version__}", "Accept-Encoding": "identity", "Connection": "close"}
_NAT64 = IPv6Network("64:ff9b::/96")
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


class Unfetchable(Exception):
    """Why there is nothing, as a message says it behind the address."""


def download(address: str, seconds: float = _SECONDS, *, private: bool = False) -> Downloaded:
    """Download a table; `private` also from addresses that aren't on the public internet. Raises FileError."""
    found: list[Downloaded | Exception] = []
    thread = Thread(target=_into, args=(address, private, found), daemon=True)  # nothing else ends an endless answer
    thread.start()
    thread.join(seconds)
    result = found[0] if found else Unfetchable(f"takes longer than {seconds:g} seconds")
    if isinstance(result, Downloaded):
        return result
    raise FileError(f"{named(address)}: {_why(result)}")


def named(address: str) -> str:
    """Return an address as messages show it: short, and without what may be secret in it."""
    scheme, separator, rest = address.partition("://")
    host, slash, path = rest.partition("?")[0].partition("#")[0].partition("/")
    whole = f"{scheme}{separator}{host.rpartition('@')[2]}{slash}{path}"
    return whole if len(whole) <= 80 else f"{whole[:52]}…{whole[-24:]}"


def _into(address: str, private: bool, found: list[Downloaded | Exception]) -> None:
    try:
        found.append(_downloaded(address, private))
    except (OSError, HTTPException, ValueError, Unfetchable) as error:
        found.append(error)


def _downloaded(address: str, private: bool) -> Downloaded:
    here, route = address, ""
    for _ in range(_REDIRECTS + 1):
        if fault := address_fault(here):
            raise Unfetchable(route + fault)
        parts = urlsplit(here)
        host, port = str(parts.hostname), parts.port or (443 if parts.scheme == "https" else 80)
        places = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        inside = next((str(place[4][0]) for place in places if not is_public(str(place[4][0]))), "")
        if inside and not private:
            hint = "" if route else " (pnp fetch --private fetches it all the same)"
            raise Unfetchable(f"{route}is at {inside}, which isn't on the public internet{hint}")
        private = private and bool(inside)  # nothing on the internet leads into a private network
        with closing(_connection(parts, host, port, places)) as connection:
            target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("GET", quote(target, safe=string.punctuation), headers=_HEADERS)
            response = connection.getresponse()
            leads_to = response.getheader("Location") if response.status in _REDIRECTING else None
            if leads_to is None:
                return _read(response, address, here)
        here = urljoin(here, quote(leads_to, safe=string.punctuation, encoding="latin-1"))
        route = f"redirects to {named(here)}, which "
    raise Unfetchable(f"redirects more than {_REDIRECTS} times")


def _connection(parts: SplitResult, host: str, port: int, places: list[Any]) -> HTTPConnection:
    """Connect to the first of these places that answers, and never to what the name means by now."""
    refused: OSError | None = None
    for family, kind, protocol, _, place in places:
        connected = socket.socket(family, kind, protocol)
        try:
            connected.settimeout(_SILENCE)
            connected.connect(place)
            connection = HTTPConnection(host, port)
            if parts.scheme == "https":
                connected = ssl.create_default_context().wrap_socket(connected, server_hostname=host)
                connection = HTTPSConnection(host, port)
        except OSError as error:
            connected.close()
            refused = error
        else:
            connection.sock = connected
            return connection
    raise refused or Unfetchable("has no address")


def is_public(number: str) -> bool:
    """Whether an IP address is one of the public internet, also one of IPv4 that is written as one of IPv6."""
    found = ip_address(number.partition("%")[0])
    if isinstance(found, IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour
        found = ip_address(int(found) & 0xFFFFFFFF) if found in _NAT64 else inner or found
    is_local = isinstance(found, IPv6Address) and found.is_site_local
    return found.is_global and not (found.is_multicast or found.is_reserved or is_local)


def _read(response: HTTPResponse, *addresses: str) -> Downloaded:
    if not 200 <= response.status < 300:
        closed = " (is it published for everybody?)" if response.status in (401, 403) else ""
        raise Unfetchable(f"the server answers {response.status} {response.reason}{closed}")
    suffix = _suffix(response.headers, *addresses)
    data = response.read(limits.FILE_BYTES + 1)
    if len(data) > limits.FILE_BYTES:
        raise Unfetchable(f"has more than {limits.FILE_BYTES >> 20} MB")
    return Downloaded(data, suffix)


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
    if isinstance(error, socket.gaierror):
        return "there is no such host, or no network"
    if isinstance(error, TimeoutError):
        return f"the server is silent for {_SILENCE:g} seconds"
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return f"can't be fetched: {text}"
