"""A free port, an address."""

import socket
import webbrowser
from collections.abc import Callable
from pathlib import Path

import pytest
from saying import Run

from pnp.io.project import Project
from pnp.model.problem import FileError
from pnp.proof.web_server import choose_token, open_socket, page_address, reachable_host


def test_a_port_that_is_taken_leads_to_the_next_one() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with open_socket("127.0.0.1", port) as found:
            assert port < found.getsockname()[1] <= port + 20


def test_an_address_that_is_not_ours_is_refused() -> None:
    with pytest.raises(FileError, match=r"192\.0\.2\.1"):
        open_socket("192.0.2.1", 8740)


def test_a_token_stays_the_same_for_a_project_and_a_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PNP_STATE", str(tmp_path / "state"))
    token = choose_token("127.0.0.1", tmp_path / "one")
    assert len(token) >= 32
    assert token == choose_token("localhost", tmp_path / "two/../one")
    assert token != choose_token("127.0.0.1", tmp_path / "two")
    monkeypatch.setenv("PNP_STATE", str(tmp_path / "of another user"))
    assert token != choose_token("127.0.0.1", tmp_path / "one")
    assert not (tmp_path / "one").exists(), "nothing is kept in the project"


@pytest.mark.parametrize(("host", "state"), [("0.0.0.0", "state"), ("127.0.0.1", "~nobody-of-this-name/state")])
def test_a_token_is_new_for_others_and_where_none_can_be_kept(
    host: str, state: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_STATE", state if state[0] == "~" else str(tmp_path / state))
    token = choose_token(host, tmp_path)
    assert len(token) >= 32 and token != choose_token(host, tmp_path)


def test_addresses() -> None:
    assert page_address("0.0.0.0", 8740, "x") == "http://0.0.0.0:8740/?token=x"
    assert page_address("::1", 8741, "x") == "http://[::1]:8741/?token=x"
    assert reachable_host("192.168.0.7") == "192.168.0.7"
    assert reachable_host("0.0.0.0") != "0.0.0.0"


def test_a_browser_is_started_with_an_address_that_opens_once(
    project: Project, monkeypatch: pytest.MonkeyPatch, run_whole: Run
) -> None:
    """All users of a machine can see with what it is started; the printed address isn't among it."""
    opened: list[str] = []
    tokens: list[str] = []

    def begin(_: object, listening: socket.socket, host: str, token: str, once: str, begun: Callable[[], None]) -> None:
        with listening:
            begun()
        tokens.extend((token, once))

    monkeypatch.setattr(webbrowser, "open_new_tab", opened.append)
    monkeypatch.setattr("pnp.proof.web_server.run", begin)
    shown = run_whole("proof", "inn", "--project", str(project.root)).out
    token, once = tokens
    assert f"?token={token} (stop with Ctrl+C)" in shown
    assert once not in shown
    assert [address.partition("?token=")[2] for address in opened] == [once]
