"""What the page is answered."""

from collections.abc import Iterator

import pytest
from changing import change
from starlette.testclient import TestClient

from pnp.io.project import Project
from pnp.model.options import Options
from pnp.proof.request_guard import PageGuard
from pnp.proof.session import ProofSession
from pnp.proof.web_app import ProofServer

HERE = "http://127.0.0.1:8740"


@pytest.fixture
def client(session: ProofSession) -> Iterator[TestClient]:
    with TestClient(ProofServer(session).app(), base_url="http://127.0.0.1:8740") as found:
        yield found


def test_the_page_needs_nothing_from_elsewhere(client: TestClient) -> None:
    page = client.get("/").text
    assert '<script type="module" src="/page/app.js"></script>' in page
    assert "http:" not in page and "https:" not in page and "style=" not in page
    assert client.get("/page/app.js").headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize("name", ["../serving.py", "..%2fserving.py", "%2e%2e/serving.py", "/etc/passwd", "x.js", "."])
def test_no_name_leads_to_other_files(client: TestClient, name: str) -> None:
    assert client.get(f"/page/{name}").status_code == 404


def test_every_route_needs_the_token(session: ProofSession) -> None:
    """Pictures, events and the page's own files, too."""
    server = ProofServer(session)
    routes = [path for each in server.app().routes if isinstance(path := getattr(each, "path", None), str)]
    assert {"/", "/events", "/page/{name}", "/face/{digest}.png", "/api/wall", "/api/save"} <= set(routes)
    with TestClient(PageGuard(server.app(), "127.0.0.1", 8740, "secret"), base_url=HERE) as asking:
        json = {"Origin": HERE, "Content-Type": "application/json"}
        for path in routes:
            path = path.format(name="app.js", digest="0")
            assert asking.get(path).status_code == asking.post(path, content="{}", headers=json).status_code == 403, (
                path
            )
        assert asking.get("/?token=secret").text.startswith("<!doctype html>")
        assert asking.get("/api/wall").status_code == 200


def test_a_wall_and_what_is_new_since(client: TestClient, session: ProofSession, project: Project) -> None:
    first = client.get("/api/wall").json()
    assert list(first["pieces"]) == ["guests/smith", "guests/widow", "rooms/red", "rooms/blue"]
    assert first["order"]["rooms"] == ["rooms/red", "rooms/blue"]
    change(project, "rooms.csv", "Blue", "Green")
    session.refresh()
    news = client.get("/api/wall", params={"since": first["revision"]}).json()
    assert list(news["pieces"]) == ["rooms/blue"]
    assert "order" not in news


def test_a_face_is_a_picture_that_never_changes(client: TestClient) -> None:
    digest = client.get("/api/wall").json()["pieces"]["rooms/red"]["leaves"][0]["front"]["digest"]
    answer = client.get(f"/face/{digest}.png?w=100")
    assert answer.content.startswith(b"\x89PNG")
    assert "immutable" in answer.headers["cache-control"]
    assert client.get("/face/000.png").status_code == 404


def test_a_piece_with_its_places_and_languages(client: TestClient) -> None:
    found = client.get("/api/piece", params={"label": "guests/smith", "lang": "de"}).json()
    name = next(each for each in found["data"] if each["path"] == "name")
    assert (name["value"], name["source"], name["isTranslated"]) == ("Der Schmied", "The Smith", True)
    assert name["place"].startswith("card_data/inn/locale/de.po:9")
    assert name["sourcePlace"] == "card_data/inn/guests.yaml:3:9"
    assert [each["language"] for each in found["languages"]] == ["de", "en"]
    assert found["languages"][1]["texts"]["rule"]["says"] == "Take a coin."


def test_a_piece_names_the_files_that_draw_it(client: TestClient) -> None:
    found = client.get("/api/piece", params={"label": "guests/smith"}).json()
    assert found["templates"] == ["layouts/inn/guest.xml.j2", "layouts/inn/back.xml.j2"]


def test_what_is_not_there_is_refused_in_a_sentence(client: TestClient) -> None:
    assert client.get("/api/piece", params={"label": "guests/nobody"}).status_code == 404
    answer = client.get("/api/wall", params={"lang": "xx"})
    assert answer.status_code == 409
    assert "is not available in xx" in answer.json()["refused"]


def test_a_page_of_an_earlier_server_saves_into_no_other_language(project: Project) -> None:
    """A page that is still open names no language, and the new server begins with another one."""
    before = {path: path.read_bytes() for path in project.root.rglob("*") if path.is_file()}
    with TestClient(ProofServer(ProofSession(project, Options("inn", jobs=1))).app(), base_url=HERE) as client:
        found = client.get("/api/piece", params={"label": "guests/smith"}).json()
    (address,) = [each["address"] for each in found["data"] if each["path"] == "name"]
    with TestClient(
        ProofServer(ProofSession(project, Options("inn", language="de", jobs=1))).app(), base_url=HERE
    ) as client:
        for seen in ("The Smith", "Der Schmied"):
            refused = client.post("/api/save", json={**address, "seen": seen, "new": "x"}).json()["refused"]
            assert refused.startswith("this text stands in card_data/inn/locale/de.po now, not in card_data/inn/guests")
        assert "saved" in client.post("/api/save?lang=en", json={**address, "seen": "The Smith", "new": "x"}).json()
        assert "undone" in client.post("/api/undo").json()
    assert {path: path.read_bytes() for path in before} == before


def test_nothing_is_written_for_an_audience(session: ProofSession, project: Project) -> None:
    before = (project.root / "card_data/inn/guests.yaml").read_bytes()
    asked = {"label": "guests/smith", "path": "name", "seen": "The Smith", "new": "x"}
    with TestClient(ProofServer(session, read_only=True).app(), base_url="http://127.0.0.1:8740") as client:
        for path in ("/api/save", "/api/undo", "/api/redo"):
            assert client.post(path, json=asked).status_code == 403
        assert client.get("/api/wall").json()["readOnly"]
    assert (project.root / "card_data/inn/guests.yaml").read_bytes() == before


@pytest.mark.parametrize("path", ["/api/save", "/api/preview"])
@pytest.mark.parametrize("said", ["", "[]", "{}", '{"seen": 1}', "[" * 100_000, '"x"'])
def test_what_is_no_text_is_refused(client: TestClient, path: str, said: str) -> None:
    answer = client.post(path, content=said, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400 and answer.json()["refused"]


@pytest.mark.parametrize("view", ["translate", "progress", "statistics", "ink", "rules", "sheets"])
def test_every_view_is_answered(client: TestClient, view: str) -> None:
    answer = client.get(f"/api/{view}", params={"lang": "de"})
    assert answer.status_code == 200 and isinstance(answer.json(), dict)


def test_a_piece_in_another_language(client: TestClient) -> None:
    found = client.get("/api/language", params={"label": "guests/smith", "of": "de"}).json()
    assert found["texts"]["name"]["says"] == "Der Schmied"
    assert client.get("/api/language", params={"label": "guests/smith", "of": "xx"}).json()["refused"]
