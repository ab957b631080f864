"""What is fetched has bounds: of size, time, type and redirections; and an address is http or https."""

import contextlib
import re
import socket
import ssl
import time
from collections.abc import Iterator
from typing import Any

import pytest
from publishing import CSV, Published

from pnp.importing.tables import fetching
from pnp.importing.tables.fetching import download, is_public, short_address
from pnp.load import limits
from pnp.load.files import address_fault
from pnp.model.problem import FileError


def refused(address: str, seconds: float = 10) -> str:
    with pytest.raises(FileError) as caught:
        download(address, seconds, private=True)
    return re.sub(r"127\.0\.0\.1:\d+", "HOST", str(caught.value))


def test_a_table(pages: Published) -> None:
    pages["/cards.csv"] = "id\nowl\n"
    found = download(pages.address("/cards.csv"), private=True)
    assert found == (b"id\nowl\n", ".csv")


@pytest.mark.parametrize(
    ("type", "path", "suffix"),
    [
        ("text/csv", "/x", ".csv"),
        ("text/tab-separated-values", "/x", ".tsv"),
        ("application/json; charset=utf-8", "/x", ".json"),
        ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "/x.csv", ".xlsx"),
        ("application/vnd.oasis.opendocument.spreadsheet", "/x", ".ods"),
        ("text/plain", "/x", ".csv"),
        ("text/plain", "/x.json", ".json"),
        ("application/octet-stream", "/CARDS.XLSX", ".xlsx"),
        ("application/octet-stream", "/pub?gid=0&output=ods", ".ods"),
        ("", "/x.csv", ".csv"),
    ],
)
def test_its_type_says_what_it_is(type: str, path: str, suffix: str, pages: Published) -> None:
    pages.pages[path] = (200, {"Content-Type": type} if type else {}, "id\n")
    assert download(pages.address(path), private=True).suffix == suffix


@pytest.mark.parametrize(
    ("headers", "path", "why"),
    [
        ({"Content-Type": "image/png"}, "/x.csv", "is no table: its type is image/png"),
        ({"Content-Type": "application/octet-stream"}, "/x", "is no table: its type is application/octet-stream"),
        ({"Content-Type": "application/octet-stream"}, "/x.yaml", "is no table: its type is application/octet-stream"),
        ({}, "/x", "is no table: its type is not said"),
        ({"Content-Type": CSV, "Content-Encoding": "gzip"}, "/x", "comes packed as gzip, which wasn't asked for"),
        (
            {"Content-Type": "text/html"},
            "/x",
            "is a web page, not a table (in Google Sheets: File, Share, Publish to web, choose CSV, take that address)",
        ),
    ],
)
def test_what_is_no_table(headers: dict[str, str], path: str, why: str, pages: Published) -> None:
    pages.pages[path] = (200, headers, "id\n")
    assert refused(pages.address(path)) == f"http://HOST{path}: {why}"


@pytest.mark.parametrize(
    ("status", "why"),
    [
        (404, "the server answers 404 Not Found"),
        (403, "the server answers 403 Forbidden (is it published for everybody?)"),
        (500, "the server answers 500 Internal Server Error"),
    ],
)
def test_what_the_server_refuses(status: int, why: str, pages: Published) -> None:
    pages.pages["/x"] = (status, {}, "")
    assert refused(pages.address("/x?key=secret")).startswith("http://HOST/x: the server answers 404")
    assert refused(pages.address("/x")) == f"http://HOST/x: {why}"


def test_too_much(pages: Published, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FILE_BYTES", 1 << 20)

    def endless(out: Any) -> None:
        with contextlib.suppress(OSError):
            while True:
                out.write(b"a,b\n" * 10_000)

    pages.pages["/x"] = (200, {"Content-Type": CSV}, endless)
    assert refused(pages.address("/x")) == "http://HOST/x: has more than 1 MB"


def test_too_slow(pages: Published) -> None:
    def drip(out: Any) -> None:
        with contextlib.suppress(OSError):
            for _ in range(100):
                out.write(b"a")
                time.sleep(0.02)

    pages.pages["/x"] = (200, {"Content-Type": CSV}, drip)
    assert refused(pages.address("/x"), seconds=0.3) == "http://HOST/x: takes longer than 0.3 seconds"


def test_silent(pages: Published, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "_SILENCE", 0.2)
    pages.pages["/x"] = (200, {"Content-Type": CSV}, lambda out: time.sleep(1))
    assert refused(pages.address("/x")) == "http://HOST/x: the server is silent for 0.2 seconds"


def test_nobody_there(pages: Published) -> None:
    address = pages.address("/x").replace("127.0.0.1", "127.0.0.1").replace(str(pages.port), "1")
    assert refused(address) == "http://HOST/x: can't be fetched: Connection refused"


def test_redirections(pages: Published) -> None:
    pages["/last"] = "id\n"
    for number in range(5):
        pages.redirect(f"/{number}", f"/{number + 1}" if number < 4 else "/last")
    assert download(pages.address("/0"), private=True).data == b"id\n"
    pages.redirect("/more", "/0")
    assert refused(pages.address("/more")) == "http://HOST/more: redirects more than 5 times"
    pages.redirect("/round", "/round")
    assert refused(pages.address("/round")) == "http://HOST/round: redirects more than 5 times"


@pytest.mark.parametrize(
    ("to", "why"),
    [
        ("file:///etc/passwd", "redirects to file:///etc/passwd, which isn't an http or https address"),
        ("ftp://127.0.0.1/x", "redirects to ftp://127.0.0.1/x, which isn't an http or https address"),
        ("data:text/csv,id", "redirects to data:text/csv,id, which isn't an http or https address"),
        (
            "http://a:b@127.0.0.1/x",
            "redirects to http://127.0.0.1/x, which has a user name, which everybody who has the game could read",
        ),
        ("http://[::1/x", "can't be fetched: Invalid IPv6 URL"),
        (
            "http://127.0.0.1:port/x",
            "redirects to http://127.0.0.1:port/x, which has a port that isn't a number from 1 to 65535",
        ),
    ],
)
def test_redirections_to_elsewhere(to: str, why: str, pages: Published) -> None:
    pages.redirect("/x", to)
    assert refused(pages.address("/x")) == f"http://HOST/x: {why}"
    assert pages.asked == ["/x"]


PUBLIC = "93.184.215.14"


@pytest.fixture
def names(pages: Published, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, list[str]]]:
    """Host → what it is resolved to, one answer after the other; what connects to PUBLIC comes to `pages`."""
    found: dict[str, list[str]] = {}
    real, connect = socket.getaddrinfo, socket.socket.connect

    def getaddrinfo(host: str, port: int, *rest: Any, **more: Any) -> Any:
        return real(found[host].pop(0) if host in found else host, port, *rest, **more)

    def connect_here(self: socket.socket, place: Any) -> None:
        connect(self, ("127.0.0.1", pages.port) if place[0] == PUBLIC else place)

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    monkeypatch.setattr(socket.socket, "connect", connect_here)
    yield found
    assert not any(found.values()), "each answer is asked for, and none twice"


def test_a_name_is_resolved_once_and_what_came_of_it_is_asked(pages: Published, names: dict[str, list[str]]) -> None:
    """A second answer, of whoever owns the name, would lead to this computer: another look-up fails here."""
    names["rebinding.example"] = [PUBLIC]
    pages["/x"] = "id\n"
    assert download("http://rebinding.example/x").data == b"id\n"
    assert pages.hosts == ["rebinding.example"]


def test_every_redirect_is_looked_at_in_the_same_way(pages: Published, names: dict[str, list[str]]) -> None:
    """Also with --private: what is on the internet doesn't lead into a private network."""
    pages["/secret"] = "id\n"
    pages.redirect("/x", pages.address("/secret"))
    pages.redirect("/y", "http://inside.example/secret")
    said = "http://open.example{}: redirects to {}, which is at {}, which isn't on the public internet"
    for private in (False, True):
        names["open.example"], names["inside.example"] = [PUBLIC, PUBLIC], ["10.0.0.1"]
        for path, there, number in (
            ("/x", pages.address("/secret"), "127.0.0.1"),
            ("/y", "http://inside.example/secret", "10.0.0.1"),
        ):
            with pytest.raises(FileError) as caught:
                download(f"http://open.example{path}", private=private)
            assert str(caught.value) == said.format(path, there, number)
    assert pages.asked == ["/x", "/y"] * 2


def test_a_private_address_may_lead_on_with_private(pages: Published, names: dict[str, list[str]]) -> None:
    names["open.example"] = [PUBLIC]
    pages["/z"] = "id\n"
    pages.redirect("/y", "http://open.example/z")
    pages.redirect("/x", "/y")
    assert download(pages.address("/x"), private=True).data == b"id\n"


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "0", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "[::ffff:127.0.0.1]"]
)
def test_this_computer_is_not_asked(host: str, pages: Published) -> None:
    with pytest.raises(FileError, match="which isn't on the public internet"):
        download(f"http://{host}:{pages.port}/x")
    assert pages.asked == []


def test_one_private_address_of_several_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    places = [(2, 1, 6, "", (PUBLIC, 80)), (2, 1, 6, "", ("192.168.0.1", 80))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: places)
    with pytest.raises(FileError, match=r"is at 192\.168\.0\.1"):
        download("http://both.example/x")


@pytest.mark.parametrize(
    "number",
    [
        "127.0.0.1",
        "0.0.0.0",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "192.0.2.1",
        "198.18.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1",
        "fe80::1%lo",
        "fc00::1",
        "fec0::1",
        "ff02::1",
        "2001:db8::1",
        "::ffff:127.0.0.1",
        "::ffff:192.168.0.1",
        "::127.0.0.1",
        "64:ff9b::127.0.0.1",
        "64:ff9b:1::1",
        "2002:7f00:1::",
    ],
)
def test_what_is_not_on_the_public_internet(number: str) -> None:
    assert not is_public(number)


@pytest.mark.parametrize(
    "number", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::"]
)
def test_what_is_on_the_public_internet(number: str) -> None:
    assert is_public(number)


def test_proxies_of_the_environment_are_not_asked(pages: Published, monkeypatch: pytest.MonkeyPatch) -> None:
    pages["/x"] = "id\n"
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    assert download(pages.address("/x"), private=True).data == b"id\n"


def test_letters_that_are_not_ascii_are_written_as_browsers_do(pages: Published) -> None:
    pages["/Stra%C3%9Fe?a=%C3%BC%25"] = "id\n"
    pages.pages["/x"] = (302, {"Location": "/Straße?a=ü%25".encode().decode("latin-1")}, "")
    assert download(pages.address("/Straße?a=ü%25"), private=True).data == b"id\n"
    assert download(pages.address("/x"), private=True).data == b"id\n"


def test_https_is_asked_by_its_name_and_refused_without_its_certificate(
    pages: Published, names: dict[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection goes to the address that was resolved; the certificate must be that of the name."""
    names["open.example"] = [PUBLIC, PUBLIC]
    asked: list[str] = []

    def wrap(self: ssl.SSLContext, connected: socket.socket, server_hostname: str) -> socket.socket:
        assert self.verify_mode is ssl.CERT_REQUIRED and self.check_hostname
        asked.append(server_hostname)
        return connected  # as if it were encrypted

    pages["/x"] = "id\n"
    assert refused("https://open.example/x").startswith("https://open.example/x: can't be fetched: ")
    with monkeypatch.context() as patch:
        patch.setattr(ssl.SSLContext, "wrap_socket", wrap)
        assert download("https://open.example/x").data == b"id\n"
    assert asked == pages.hosts == ["open.example"]


@pytest.mark.parametrize(
    ("address", "fault"),
    [
        ("http://[::1/x.csv", "has a host that can't be read"),
        ("http://a..b/x.csv", "has a host that can't be read"),
        (f"http://{'a' * 64}.example/x.csv", "has a host that can't be read"),
        ("http:///x.csv", "has no host"),
        ("http://", "has no host"),
        ("http://:80/x.csv", "has no host"),
        ("http://example.org:port/x.csv", "has a port that isn't a number from 1 to 65535"),
        ("http://example.org:65536/x.csv", "has a port that isn't a number from 1 to 65535"),
        ("http://example.org:0/x.csv", "has a port that isn't a number from 1 to 65535"),
        ("http://example.org/my cards.csv", "has a blank or a control character"),
        ("http://example.org/x\n.csv", "has a blank or a control character"),
        ("http://example.org/x\x1b.csv", "has a blank or a control character"),
        ("http://me@example.org/x.csv", "has a user name, which everybody who has the game could read"),
        ("ftp://example.org/x.csv", "isn't an http or https address"),
        ("data:text/csv,id", "isn't an http or https address"),
        ("HTTPS://EXAMPLE.ORG:8443/x.csv?a=b", ""),
        ("http://[2001:db8::1]:80/x.csv", ""),
        ("http://bücher.example/Straße.csv", ""),
    ],
)
def test_addresses_that_are_none(address: str, fault: str) -> None:
    assert address_fault(address) == fault


def test_how_an_address_is_called() -> None:
    assert short_address("https://user:word@example.org/a.csv?key=secret#x") == "https://example.org/a.csv"
    long = short_address(f"https://docs.google.com/spreadsheets/d/e/{'x' * 90}/pub?output=csv")
    assert long == f"https://docs.google.com/spreadsheets/d/e/{'x' * 11}…{'x' * 20}/pub"
