"""Who is let in, and what every answer says that browsers must not do."""

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from pnp.proof.guarding import LARGEST, PageGuard, is_loopback

HERE = "http://127.0.0.1:8740"
JSON = {"Content-Type": "application/json", "Origin": HERE}


async def said(request: Request) -> Response:
    return PlainTextResponse(f"yes, {len(await request.body())}")


def client(host: str = "127.0.0.1", token: str = "", base: str = HERE) -> TestClient:
    app = Starlette(routes=[Route("/", said, methods=["GET", "POST"]), Route("/api", said)])
    return TestClient(PageGuard(app, host, 8740, token), base_url=base, follow_redirects=False)


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


def test_every_answer_says_what_must_not_be() -> None:
    for answer in (client().get("/"), client().get("/", headers={"Host": "evil.example"}), client().get("/nothing")):
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; ")
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_strangers_need_the_token() -> None:
    base = "http://192.168.0.7:8740"
    asking = client("0.0.0.0", "secret", base)
    assert asking.get("/").status_code == 403
    assert asking.get("/?token=wrong").status_code == 403
    assert asking.get("/api?token=secret").status_code == 403
    let_in = asking.get("/?token=secret")
    assert (let_in.status_code, let_in.headers["location"]) == (303, "/")
    assert "HttpOnly; SameSite=Strict" in let_in.headers["set-cookie"]
    assert asking.get("/api").status_code == 200  # the client keeps cookies


def test_a_name_that_somebody_made_mean_this_machine_is_refused_in_spite_of_the_token() -> None:
    answer = client("0.0.0.0", "secret").get("/?token=secret", headers={"Host": "evil.example:8740"})
    assert answer.status_code == 403


@pytest.mark.parametrize(
    ("host", "expected"), [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("a.b", False)]
)
def test_what_only_this_machine_reaches(host: str, expected: bool) -> None:
    assert is_loopback(host) is expected
