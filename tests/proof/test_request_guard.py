"""Who is let in, and what every answer says that browsers must not do."""

import asyncio
from collections.abc import MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from pnp.proof.request_guard import LARGEST, PageGuard, is_loopback

HERE = "http://127.0.0.1:8740"
JSON = {"Content-Type": "application/json", "Origin": HERE}


async def answer(request: Request) -> Response:
    return PlainTextResponse(f"yes, {len(await request.body())}")


def stranger(host: str = "127.0.0.1", base: str = HERE, once: str = "") -> TestClient:
    """Return a client without the token."""
    app = Starlette(routes=[Route("/", answer, methods=["GET", "POST"]), Route("/api", answer)])
    return TestClient(PageGuard(app, host, 8740, "secret", once), base_url=base, follow_redirects=False)


def client() -> TestClient:
    """Return a client that was let in: it keeps the cookie."""
    found = stranger()
    assert found.get("/?token=secret").status_code == 303
    return found


@pytest.mark.parametrize("host", ["127.0.0.1:8740", "localhost:8740", "[::1]:8740"])
def test_our_own_names_are_let_in(host: str) -> None:
    assert client().get("/", headers={"Host": host}).text == "yes, 0"


@pytest.mark.parametrize("host", ["evil.example:8740", "127.0.0.1", "127.0.0.1:80", "localhost.evil.example:8740", ""])
def test_a_foreign_host_is_refused(host: str) -> None:
    assert client().get("/", headers={"Host": host}).status_code == 403


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:8741", f"{HERE}.evil.example", None]
)
def test_only_the_page_itself_changes_something(origin: str | None) -> None:
    headers = {"Content-Type": "application/json", **({"Origin": origin} if origin else {})}
    assert client().post("/", content="{}", headers=headers).status_code == 403
    assert client().post("/", content="{}", headers=JSON).status_code == 200


def test_other_pages_may_lead_here_but_not_look_in() -> None:
    headers = {"Sec-Fetch-Site": "cross-site"}
    assert client().get("/", headers=headers).status_code == 200
    assert client().get("/api", headers=headers).status_code == 403


def test_forms_are_no_json() -> None:
    headers = {**JSON, "Content-Type": "application/x-www-form-urlencoded"}
    assert client().post("/", content="a=b", headers=headers).status_code == 415


def test_a_huge_body_is_not_read() -> None:
    assert client().post("/", content="x" * LARGEST, headers=JSON).text == f"yes, {LARGEST}"
    assert client().post("/", content="x" * (LARGEST + 1), headers=JSON).status_code == 413


def test_a_body_that_breaks_off_changes_nothing() -> None:
    """Whose first half could be a text of its own."""
    asked, name, token = [], *next(iter(client().cookies.items()))
    headers = {**JSON, "Host": "127.0.0.1:8740", "Cookie": f"{name}={token}"}
    scope = {"type": "http", "method": "POST", "path": "/"}
    scope["headers"] = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    messages = iter([{"type": "http.request", "body": b"1", "more_body": True}, {"type": "http.disconnect"}])

    async def app(*_: object) -> None:
        asked.append(1)

    async def receive() -> MutableMapping[str, Any]:
        return next(messages)

    async def send(_: MutableMapping[str, Any]) -> None:
        pass

    with ThreadPoolExecutor(1) as thread:  # where no browser of other tests has a loop
        thread.submit(asyncio.run, PageGuard(app, "127.0.0.1", 8740, "secret")(scope, receive, send)).result()
    assert next(messages, None) is None and not asked


def test_every_answer_says_what_must_not_be() -> None:
    for answer in (client().get("/"), client().get("/", headers={"Host": "evil.example"}), client().get("/nothing")):
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; ")
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(("host", "base"), [("127.0.0.1", HERE), ("0.0.0.0", "http://192.168.0.7:8740")])
def test_nobody_is_let_in_without_the_token(host: str, base: str) -> None:
    asking = stranger(host, base)
    refused = "Open the address that `pnp proof` printed in the terminal: it has a token, which is missing here."
    for path in ("/", "/api", "/?token=", "/?token=wrong", "/api?token=secret", "/nothing"):
        answer = asking.get(path)
        assert (answer.status_code, answer.text) == (403, refused), path
        assert "set-cookie" not in answer.headers
    assert asking.post("/", content="{}", headers={**JSON, "Origin": base}).status_code == 403
    assert asking.post("/?token=secret", content="{}", headers={**JSON, "Origin": "http://x"}).status_code == 403
    let_in = asking.get("/?token=secret")
    assert (let_in.status_code, let_in.headers["location"]) == (303, "/")
    assert "; HttpOnly; SameSite=Strict; Path=/" in let_in.headers["set-cookie"]
    assert ("Max-Age" in let_in.headers["set-cookie"]) is (host == "127.0.0.1"), "kept where the token is"
    assert asking.get("/api").status_code == 200  # the client keeps cookies
    assert asking.post("/", content="{}", headers={**JSON, "Origin": base}).status_code == 200
    assert asking.get("/?token=wrong").headers["location"] == "/", "an old address leads whoever is in to the page"


def test_a_token_to_start_a_browser_with_lets_one_in() -> None:
    asking = stranger(once="first")
    assert asking.get("/?token=first").status_code == 303
    assert asking.get("/api").status_code == 200
    asking.cookies.clear()
    assert asking.get("/?token=first").status_code == 403
    assert asking.get("/?token=secret").status_code == 303


def test_it_is_used_up_by_whoever_has_the_cookie_too() -> None:
    asking = stranger(once="first")
    asking.get("/?token=secret")
    assert asking.get("/?token=first").headers["location"] == "/"
    asking.cookies.clear()
    assert asking.get("/?token=first").status_code == 403


@pytest.mark.parametrize("others", ['a={"x": [1]}', "no name", "=;;=", "pnp-proof-8740=x", "ü=ü"])
def test_cookies_of_other_programs_change_nothing(others: str) -> None:
    """They come, too, since cookies know no ports."""
    name, token = next(iter(client().cookies.items()))
    asking = stranger()
    for cookies, status in ((f"{others}; {name}={token}; {others}", 200), (others, 403), (f"{name}=", 403)):
        assert asking.get("/api", headers={"Cookie": cookies.encode()}).status_code == status


def test_a_link_on_another_site_leads_to_the_page_alone() -> None:
    """Without the cookie, which browsers hold back; what the page asks next is its own."""
    headers = {"Sec-Fetch-Site": "cross-site"}
    assert stranger().get("/", headers=headers).status_code == 200
    assert stranger().get("/api", headers=headers).status_code == 403
    assert stranger().get("/", headers={"Sec-Fetch-Site": "same-site"}).status_code == 403


def test_addresses_of_networks_are_none_of_loopback() -> None:
    assert client().get("/", headers={"Host": "192.168.0.7:8740"}).status_code == 403


def test_a_name_that_somebody_made_mean_this_machine_is_refused_in_spite_of_the_token() -> None:
    answer = stranger("0.0.0.0").get("/?token=secret", headers={"Host": "evil.example:8740"})
    assert answer.status_code == 403


@pytest.mark.parametrize(
    ("host", "expected"), [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("a.b", False)]
)
def test_what_only_this_machine_reaches(host: str, expected: bool) -> None:
    assert is_loopback(host) is expected
