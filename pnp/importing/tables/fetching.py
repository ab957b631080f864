"""A game whose `data:` names addresses → the tables that are downloaded and kept, and the changes in each of them.

Downloads have bounds of size, time, type and redirects, and nothing else asks the network. A name is resolved once, and
the connection is made to one of the addresses that came of it: a name that means something else a moment later leads
nowhere. Proxies of the environment aren't used, since they resolve names themselves.
"""

import socket
import ssl
import string
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from email.message import Message
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import IPv6Address, IPv6Network, ip_address
from pathlib import Path, PurePosixPath
from threading import Thread
from typing import Any, NamedTuple
from urllib.parse import SplitResult, parse_qs, quote, urljoin, urlsplit

from pnp import __version__
from pnp.io.opening import read_input
from pnp.io.project import FETCHED, TABLES, Project, game_folder
from pnp.io.writing import write_atomically
from pnp.load import files, limits
from pnp.load.game_file import GAME
from pnp.load.sink import Sink, quote_value
from pnp.load.table_files import OpenedTable, parse_table
from pnp.load.table_rows import Cell, TableRows
from pnp.load.yaml_nodes import open_yaml
from pnp.model.problem import FileError, Problem, UsageError
from pnp.model.span import Span
from pnp.model.values import Unreadable, attempt

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


_KEYS = ("id", "name", "title")  # headings of columns that mostly tell rows apart


class Download(NamedTuple):
    data: bytes
    suffix: str  # of a file that holds it


class DownloadError(Exception):
    """Why there is nothing, as a message says it behind the address."""


def download(address: str, seconds: float = _SECONDS, *, private: bool = False) -> Download:
    """Download a table; `private` also from addresses that aren't on the public internet. Raises FileError."""
    found: list[Download | Exception] = []

    def follow() -> None:
        try:
            found.append(_follow(address, private))
        except (OSError, HTTPException, ValueError, DownloadError) as error:
            found.append(error)

    thread = Thread(target=follow, daemon=True)  # ends an endless answer
    thread.start()
    thread.join(seconds)
    result = found[0] if found else DownloadError(f"takes longer than {seconds:g} seconds")
    if isinstance(result, Download):
        return result
    if isinstance(result, DownloadError):
        why = str(result)
    elif isinstance(result, socket.gaierror):
        why = "there is no such host, or no network"
    elif isinstance(result, TimeoutError):
        why = f"the server is silent for {_SILENCE:g} seconds"
    else:
        why = f"can't be fetched: {getattr(result, 'strerror', None) or str(result) or type(result).__name__}"
    raise FileError(f"{short_address(address)}: {why}")


def short_address(address: str) -> str:
    """Return an address as messages show it: short, and without what may be secret in it."""
    scheme, separator, rest = address.partition("://")
    host, slash, path = rest.partition("?")[0].partition("#")[0].partition("/")
    whole = f"{scheme}{separator}{host.rpartition('@')[2]}{slash}{path}"
    return whole if len(whole) <= 80 else f"{whole[:52]}…{whole[-24:]}"


def _follow(address: str, private: bool) -> Download:
    """Follow redirects to a table."""
    here, route = address, ""
    for _ in range(_REDIRECTS + 1):
        if fault := files.address_fault(here):
            raise DownloadError(route + fault)
        parts = urlsplit(here)
        host, port = str(parts.hostname), parts.port or (443 if parts.scheme == "https" else 80)
        places = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        inside = next((str(place[4][0]) for place in places if not is_public(str(place[4][0]))), "")
        if inside and not private:
            hint = "" if route else " (pnp fetch --private fetches it all the same)"
            raise DownloadError(f"{route}is at {inside}, which isn't on the public internet{hint}")
        private = private and bool(inside)  # nothing on the internet leads into a private network
        with closing(_connect(parts, host, port, places)) as connection:
            target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("GET", quote(target, safe=string.punctuation), headers=_HEADERS)
            response = connection.getresponse()
            leads_to = response.getheader("Location") if response.status in _REDIRECTING else None
            if leads_to is None:
                if not 200 <= response.status < 300:
                    closed = " (is it published for everybody?)" if response.status in (401, 403) else ""
                    raise DownloadError(f"the server answers {response.status} {response.reason}{closed}")
                suffix = _suffix(response.headers, address, here)
                data = response.read(limits.FILE_BYTES + 1)
                if len(data) > limits.FILE_BYTES:
                    raise DownloadError(f"has more than {limits.FILE_BYTES >> 20} MB")
                return Download(data, suffix)
        here = urljoin(here, quote(leads_to, safe=string.punctuation, encoding="latin-1"))
        route = f"redirects to {short_address(here)}, which "
    raise DownloadError(f"redirects more than {_REDIRECTS} times")


def _connect(parts: SplitResult, host: str, port: int, places: list[Any]) -> HTTPConnection:
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
    raise refused or DownloadError("has no address")


def is_public(number: str) -> bool:
    """Tell whether an IP address is one of the public internet, also one of IPv4 that is written as one of IPv6."""
    found = ip_address(number.partition("%")[0])
    if isinstance(found, IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour
        found = ip_address(int(found) & 0xFFFFFFFF) if found in _NAT64 else inner or found
    is_local = isinstance(found, IPv6Address) and found.is_site_local
    return found.is_global and not (found.is_multicast or found.is_reserved or is_local)


def _suffix(headers: Message, *addresses: str) -> str:
    """Return what the name of a file with this kind of table ends in. Raises DownloadError."""
    if (packed := headers.get("Content-Encoding", "identity")) != "identity":
        raise DownloadError(f"comes packed as {packed}, which wasn't asked for")
    type = headers.get_content_type() if "Content-Type" in headers else ""
    if suffix := _TYPES.get(type):
        return suffix
    if type in _UNSAID:
        for address in addresses:  # `…/heroes.csv`, `…?output=csv`
            parts = urlsplit(address)
            query = parse_qs(parts.query)
            endings = [f".{each}" for key in ("output", "format") for each in query.get(key, ())]
            for ending in (PurePosixPath(parts.path).suffix, *endings):
                if ending.casefold() in TABLES:
                    return ending.casefold()
        if type == "text/plain":
            return ".csv"
    if type in ("text/html", "application/xhtml+xml"):
        raise DownloadError(f"{_PAGE} ({_PUBLISH})")
    raise DownloadError(f"is no table: its type is {type or 'not said'}")


@dataclass(slots=True)
class Address:
    """Where the first component takes pieces from, and which sheets of it are read; "" is the first."""

    address: str
    component: str
    key: str = ""  # the heading of the ids, where game.yaml says it
    problem: Problem | None = None  # what is wrong with it
    sheets: list[str] = field(default_factory=list)


class FetchResult(NamedTuple):
    """What came of an address; with problems nothing is kept of it."""

    address: Address
    path: Path
    size: int = 0
    is_new: bool = False
    is_same: bool = False
    rows: int = 0
    changes: tuple[Sequence[str], ...] = ()  # of each sheet, in lines
    problems: tuple[Problem, ...] = ()
    failed: str = ""  # in a line


def addresses_of(project: Project, game_id: str) -> list[Address]:
    """Return the addresses that a game.yaml names, if it can be read. Raises UsageError, FileError, LimitError."""
    folder = game_folder(project, game_id)
    if not folder.is_relative_to(project.root / "card_data"):
        raise UsageError(f"{game_id} is no game of this project: copy it with pnp new, and fetch for the copy", game_id)
    problems: list[Problem] = []
    try:
        path = files.find_file(folder, "game.yaml", Span(project.display(folder / "game.yaml")), problems)
        file = open_yaml(project, path, [])
    except Unreadable:
        return []
    sink = Sink(file.sink.file, [])
    found: dict[str, Address] = {}
    for component, key, name, span in _data_files(GAME.read(file.root, "", sink) or {}, sink):
        if files.is_address(name):
            bare, sheet = files.split_sheet(name)
            sheets = found.setdefault(bare, Address(bare, component, key, files.address_problem(bare, span))).sheets
            sheets += [sheet] if sheet not in sheets else []
    return list(found.values())


def _data_files(raw: Mapping[str, Any], sink: Sink) -> Iterator[tuple[str, str, str, Span]]:
    """Yield each file's component, the heading of its ids, its name and where that stands."""
    for component, entry in (raw.get("components") or {}).items():
        if entry:
            key = (entry["columns"] or {}).get("id") or ""
            names = files.list_names(entry["data"], f"components.{component}.data", sink)
            yield from ((component, key, *each) for each in names)
    for id, module in (raw.get("modules") or {}).items():
        further = ((module or {}).get("when-with") or {}).items()
        for path, patch in ((id, module), *((f"{id}.when-with.{other}", each) for other, each in further)):
            for part in ("add", "replace"):
                for component, data in ((patch or {}).get(part) or {}).items():
                    names = files.list_names(data, f"modules.{path}.{part}.{component}", sink)
                    yield from ((component, "", *each) for each in names)


def fetch(
    project: Project, game_id: str, wanted: Sequence[Address], get: Callable[[str], Download] = download
) -> Iterator[FetchResult]:
    """Fetch one address of a game after the other. Raises FileError, LimitError."""
    folder = game_folder(project, game_id)
    there = files.read_index(folder) or {}
    kept = {each.address: there[each.address] for each in wanted if each.address in there}
    has_failed = False
    for each in wanted:
        found = FetchResult(each, folder / FETCHED, problems=(each.problem,) if each.problem else ())
        try:
            found = found if each.problem else _keep(project, folder, each, get(each.address), kept)
        except FileError as error:
            found = found._replace(failed=str(error))
        has_failed = has_failed or bool(found.failed or found.problems)
        yield found
    if has_failed:  # perhaps by a slip in an address, whose table is still there under the right one
        return
    for file in {each.file for each in there.values()} - {each.file for each in kept.values()}:
        path = folder / FETCHED / Path(file).name  # our own file, which no address needs any more
        if project.has(path):
            path.unlink(missing_ok=True)
    if there or kept:
        write_atomically(folder / FETCHED / files.INDEX, files.index_text(kept).encode(), project.root)


def _keep(
    project: Project, folder: Path, address: Address, found: Download, kept: dict[str, files.Kept]
) -> FetchResult:
    """Write a table, unless it can't be read, and note it in the index at once, whatever happens to the next."""
    before = kept.get(address.address)
    taken = {each.file for other, each in kept.items() if other != address.address}
    if before and before.file.endswith(found.suffix) and before.file not in taken:
        name = before.file
    else:  # the component's, with a number where another address has that
        numbered = [f"{address.component}{number}{found.suffix}" for number in ("", *[f"-{n}" for n in range(2, 999)])]
        name = next(each for each in numbered if each not in taken)
    path = folder / FETCHED / name
    old, was = b"", folder / FETCHED / (before.file if before else name)
    with suppress(OSError):
        old = read_input(was, limits.FILE_BYTES, project.bounds(was)) if before else b""
    tables, problems = _tables(project, path, found.data, address)
    if problems:
        return FetchResult(address, path, len(found.data), problems=tuple(problems))
    pairs = zip(_tables(project, was, old, address)[0] if old else (), tables, strict=False)
    changes = tuple([changes_between(was.table, now.table, address.key) for was, now in pairs])
    is_same = old == found.data
    if not is_same or before is None or before.file != name:
        write_atomically(path, found.data, project.root)
    kept[address.address] = files.Kept(name, files.digest_of(found.data))
    index = files.index_text({**(files.read_index(folder) or {}), **kept})
    write_atomically(folder / FETCHED / files.INDEX, index.encode(), project.root)
    rows = sum(len(each.table.rows) for each in tables)
    return FetchResult(address, path, len(found.data), not old, is_same, rows, changes)


def _tables(project: Project, path: Path, data: bytes, address: Address) -> tuple[list[OpenedTable], list[Problem]]:
    problems: list[Problem] = []
    opened = [attempt(parse_table, data, project.display(path), sheet, problems) for sheet in address.sheets]
    return [each for each in opened if isinstance(each, OpenedTable)], problems


def changes_between(old: TableRows, new: TableRows, key: str = "") -> list[str]:
    """Return a line a column or row that came, went or changed; `key` is the heading of what tells rows apart."""
    before, now = [cell.text for cell in old.header], [cell.text for cell in new.header]
    columns = [f"- column {quote_value(each)}" for each in before if each not in now]
    columns += [f"+ column {quote_value(each)}" for each in now if each not in before]
    by = next((each for each in (key, *_KEYS, *now) if _tells_rows(each, old) and _tells_rows(each, new)), "")
    return [*columns, *_row_changes(old, new, by)]


def _tells_rows(heading: str, table: TableRows) -> bool:
    """Tell whether every row says something else in this column."""
    headings = [cell.text for cell in table.header]
    if not heading or headings.count(heading) != 1:
        return False
    at = headings.index(heading)
    values = [row[at].text if at < len(row) else "" for row in table.rows]
    return all(values) and len(set(values)) == len(values)


def _row_changes(old: TableRows, new: TableRows, key: str) -> Iterator[str]:
    """Yield a line a row that came, went or changed; without a key a changed row is one that went and one that came."""
    if not key:
        went, came = Counter(map(_texts, old.rows)), Counter(map(_texts, new.rows))
        yield from (f"+ {_list_texts(row)}" for row in (came - went).elements())
        yield from (f"- {_list_texts(row)}" for row in (went - came).elements())
        return
    before, now = dict[str, dict[str, str]](), dict[str, dict[str, str]]()
    for table, rows in ((old, before), (new, now)):
        names = [cell.text for cell in table.header]
        for row in table.rows:
            cells = dict(zip(names, _texts(row), strict=False))
            rows[cells[key]] = cells
    headings = [cell.text for cell in new.header]
    both = [each for each in headings if each in {cell.text for cell in old.header}]
    for name, cells in now.items():
        if name not in before:
            texts = _list_texts([cells.get(each, "") for each in headings if each != key])
            yield f"+ {quote_value(name)} {texts}".rstrip()
            continue
        pairs = [(each, before[name].get(each, ""), cells.get(each, "")) for each in both]
        if changed := [f"{each}: {quote_value(one)} → {quote_value(two)}" for each, one, two in pairs if one != two]:
            yield f"~ {quote_value(name)} {', '.join(changed)}"
    yield from (f"- {quote_value(name)}" for name in before if name not in now)


def _texts(row: Sequence[Cell]) -> tuple[str, ...]:
    texts = [cell.text for cell in row]
    while texts and not texts[-1]:
        texts.pop()
    return tuple(texts)


def _list_texts(texts: Sequence[str]) -> str:
    some = [quote_value(text).strip('"') for text in texts if text]
    return ", ".join(some[:4]) + (", …" if len(some) > 4 else "")
