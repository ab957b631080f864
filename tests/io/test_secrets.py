"""A secret is made once, stays, and is nobody else's to read."""

import os
from multiprocessing import get_context
from pathlib import Path

import pytest

from pnp.io.secrets import SIZE, get_secret

needs_posix = pytest.mark.skipif(os.name != "posix", reason="rights and links of POSIX")


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PNP_STATE", str(tmp_path / "state"))
    return tmp_path / "state"


def test_a_secret_stays_and_differs_by_name() -> None:
    one, other = get_secret("one"), get_secret("other")
    assert one and other and len(one) == len(other) == SIZE
    assert one != other
    assert (get_secret("one"), get_secret("other")) == (one, other)


@needs_posix
def test_only_its_user_can_read_it(state: Path) -> None:
    get_secret("one")
    assert [path.stat().st_mode & 0o777 for path in (state, state / "one")] == [0o700, 0o600]


@needs_posix
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620])
def test_one_that_others_could_read_or_write_is_made_anew(state: Path, mode: int) -> None:
    before = get_secret("one")
    (state / "one").chmod(mode)
    after = get_secret("one")
    assert after and after != before
    assert (state / "one").stat().st_mode & 0o777 == 0o600


def test_one_that_is_cut_short_is_made_anew(state: Path) -> None:
    get_secret("one")
    (state / "one").write_bytes(b"short")
    assert get_secret("one") == (state / "one").read_bytes() != b"short"


@needs_posix
def test_none_is_kept_where_others_can_write(state: Path, tmp_path: Path) -> None:
    get_secret("one")
    state.chmod(0o777)
    assert get_secret("one") is None
    state.chmod(0o700)
    (tmp_path / "elsewhere").write_bytes(b"x" * SIZE)
    (state / "linked").symlink_to(tmp_path / "elsewhere")
    assert get_secret("linked") is None


def test_there_is_none_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PNP_STATE", "~nobody-of-this-name/state")
    assert get_secret("one") is None


def test_processes_that_begin_at_once_share_one() -> None:
    with get_context("spawn").Pool(4) as pool:
        found = pool.map(get_secret, ["one"] * 16, chunksize=1)
    assert set(found) == {get_secret("one")}
