"""A free port, an address, and what is said where packages are missing."""

import socket
import sys

import pytest

from pnp.model.problem import FileError, UsageError
from pnp.proof.running import address, needs_packages, new_token, opened_socket, reachable


def test_a_port_that_is_taken_leads_to_the_next_one() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with opened_socket("127.0.0.1", port) as found:
            assert port < found.getsockname()[1] <= port + 20


def test_an_address_that_is_not_ours_is_refused() -> None:
    with pytest.raises(FileError, match=r"192\.0\.2\.1"):
        opened_socket("192.0.2.1", 8740)


def test_only_strangers_need_a_token() -> None:
    assert new_token("127.0.0.1") == ""
    token = new_token("0.0.0.0")
    assert len(token) >= 32 and token != new_token("0.0.0.0")
    assert address("0.0.0.0", 8740, token) == f"http://0.0.0.0:8740/?token={token}"
    assert reachable("192.168.0.7") == "192.168.0.7"
    assert reachable("0.0.0.0") != "0.0.0.0"
    assert address("::1", 8741, "") == "http://[::1]:8741/"


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    needs_packages()
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    with pytest.raises(UsageError, match=r"pip install 'pnp\[proof\]'"):
        needs_packages()
