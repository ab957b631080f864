"""What is fetched has bounds: of size, time, type and redirections; and an address is http or https."""

import contextlib
import re
import time
from typing import Any

import pytest
from publishing import CSV, Published

from pnp.load import limits
from pnp.model.problem import FileError
from pnp.tables import downloading
from pnp.tables.downloading import download, named


def refused(address: str, seconds: float = 10) -> str:
    with pytest.raises(FileError) as caught:
        download(address, seconds)
    return re.sub(r"127\.0\.0\.1:\d+", "HOST", str(caught.value))


def test_a_table(pages: Published) -> None:
    pages["/cards.csv"] = "id\nowl\n"
    found = download(pages.address("/cards.csv"))
    assert found == (b"id\nowl\n", ".csv", "127.0.0.1")


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
    assert download(pages.address(path)).suffix == suffix


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
    monkeypatch.setattr(downloading, "_SILENCE", 0.2)
    pages.pages["/x"] = (200, {"Content-Type": CSV}, lambda out: time.sleep(1))
    assert refused(pages.address("/x")) == "http://HOST/x: the server is silent for 0.2 seconds"


def test_nobody_there(pages: Published) -> None:
    address = pages.address("/x").replace("127.0.0.1", "127.0.0.1").replace(str(pages.port), "1")
    assert refused(address) == "http://HOST/x: can't be fetched: Connection refused"


def test_redirections(pages: Published) -> None:
    pages["/last"] = "id\n"
    for number in range(5):
        pages.redirect(f"/{number}", f"/{number + 1}" if number < 4 else "/last")
    assert download(pages.address("/0")).data == b"id\n"
    pages.redirect("/more", "/0")
    assert refused(pages.address("/more")) == "http://HOST/more: leads on and on"
    pages.redirect("/round", "/round")
    assert refused(pages.address("/round")) == "http://HOST/round: leads on and on"


@pytest.mark.parametrize(
    ("to", "why"),
    [
        ("file:///etc/passwd", "leads on to what isn't on the web"),
        ("ftp://127.0.0.1/x", "leads on to ftp, and only http and https are fetched"),
        ("http://a:b@127.0.0.1/x", "has a user name in it: an address is read by everybody who has the game"),
    ],
)
def test_redirections_to_elsewhere(to: str, why: str, pages: Published) -> None:
    pages.redirect("/x", to)
    assert refused(pages.address("/x")) == f"http://HOST/x: {why}"
    assert pages.asked == ["/x"]


def test_none_leads_from_the_internet_into_ones_own_network(pages: Published, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if 127.0.0.1 by that name were somewhere else."""
    pages["/secret"] = "id\n"
    pages.redirect("/x", pages.address("/secret"))
    numbers = iter([[(0, 0, 0, "", ("93.184.216.34", 0))]])
    real = downloading.socket.getaddrinfo

    def lookup(host: str, *rest: Any, **more: Any) -> Any:
        return next(numbers, None) or real(host, *rest, **more)

    monkeypatch.setattr(downloading.socket, "getaddrinfo", lookup)
    assert refused(pages.address("/x")) == "http://HOST/x: leads on to 127.0.0.1, an address in your own network"
    assert pages.asked == ["/x"]


@pytest.mark.parametrize("address", ["file:///etc/passwd", "ftp://127.0.0.1/x", "http:///x", "data:text/csv,id"])
def test_addresses_that_are_none(address: str) -> None:
    assert "and only http and https are fetched" in refused(address)


def test_how_an_address_is_called() -> None:
    assert named("https://user:word@example.org/a.csv?key=secret#x") == "https://example.org/a.csv"
    long = named(f"https://docs.google.com/spreadsheets/d/e/{'x' * 90}/pub?output=csv")
    assert long == f"https://docs.google.com/spreadsheets/d/e/{'x' * 11}…{'x' * 20}/pub"
