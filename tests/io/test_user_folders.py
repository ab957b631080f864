"""Where settings, secrets and caches are on each system; a secret is made once, stays, and is closed to others."""

import os
import sys
from multiprocessing import get_context
from pathlib import Path

import pytest

from pnp.build.cache import user_cache
from pnp.io.user_folders import SECRET_SIZE, get_secret, user_folder


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {}, "home/.cache/pnp"),
        ("linux", {"XDG_CACHE_HOME": "/xdg"}, "/xdg/pnp"),
        ("linux", {"XDG_CACHE_HOME": "relative"}, "home/.cache/pnp"),
        ("linux", {"XDG_CACHE_HOME": "relative", "PNP_CACHE": ""}, "home/.cache/pnp"),
        ("linux", {"PNP_CACHE": "~/mine", "XDG_CACHE_HOME": "/xdg"}, "home/mine"),
        ("darwin", {"XDG_CACHE_HOME": "/xdg"}, "home/Library/Caches/pnp"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/pnp/cache"),
        ("win32", {}, "home/AppData/Local/pnp/cache"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="paths of another system")
def test_where_caches_are(
    platform: str, environment: dict[str, str], folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PNP_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": str(tmp_path / "home"), **environment}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert user_folder("cache") == tmp_path / folder


@pytest.mark.skipif(sys.platform == "win32", reason="homes of another system")
def test_a_home_that_nobody_has_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PNP_CACHE", "~nobody-of-this-name/mine")
    cache = user_cache("templates")
    cache.write("name", b"data")
    assert cache.read("name") == b""


def test_a_relative_folder_is_meant_from_where_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PNP_CACHE", "mine")
    assert user_folder("cache") == tmp_path / "mine"


def test_without_a_home_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.delenv("PNP_CACHE")
    monkeypatch.setattr(Path, "home", homeless)
    cache = user_cache("templates")
    cache.write("name", b"data")
    assert cache.read("name") == b""


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {}, "home/.local/state/pnp"),
        ("linux", {"XDG_STATE_HOME": "/xdg"}, "/xdg/pnp"),
        ("linux", {"PNP_STATE": "~/mine", "XDG_STATE_HOME": "/xdg"}, "home/mine"),
        ("darwin", {"XDG_STATE_HOME": "/xdg"}, "home/Library/Application Support/pnp/state"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/pnp/state"),
        ("win32", {}, "home/AppData/Local/pnp/state"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="paths of another system")
def test_where_secrets_are(
    platform: str, environment: dict[str, str], folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PNP_STATE", "XDG_STATE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": str(tmp_path / "home"), **environment}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert user_folder("state") == tmp_path / folder


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {}, "home/.config/pnp"),
        ("linux", {"XDG_CONFIG_HOME": "/xdg"}, "/xdg/pnp"),
        ("linux", {"XDG_CONFIG_HOME": "relative"}, "home/.config/pnp"),
        ("linux", {"PNP_CONFIG": "~/mine", "XDG_CONFIG_HOME": "/xdg"}, "home/mine"),
        ("linux", {"PNP_CONFIG": ""}, "home/.config/pnp"),
        ("darwin", {"XDG_CONFIG_HOME": "/xdg"}, "home/Library/Application Support/pnp"),
        ("win32", {"APPDATA": "/roaming"}, "/roaming/pnp"),
        ("win32", {}, "home/AppData/Roaming/pnp"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="paths of another system")
def test_where_settings_are(
    platform: str, environment: dict[str, str], folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PNP_CONFIG", "XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": str(tmp_path / "home"), **environment}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert user_folder("config") == tmp_path / folder


needs_posix = pytest.mark.skipif(os.name != "posix", reason="rights and links of POSIX")


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PNP_STATE", str(tmp_path / "state"))
    return tmp_path / "state"


def test_a_secret_stays_and_differs_by_name() -> None:
    one, other = get_secret("one"), get_secret("other")
    assert one and other and len(one) == len(other) == SECRET_SIZE
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
    (tmp_path / "elsewhere").write_bytes(b"x" * SECRET_SIZE)
    (state / "linked").symlink_to(tmp_path / "elsewhere")
    assert get_secret("linked") is None


def test_there_is_none_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PNP_STATE", "~nobody-of-this-name/state")
    assert get_secret("one") is None


def test_processes_that_begin_at_once_share_one() -> None:
    with get_context("spawn").Pool(4) as pool:
        found = pool.map(get_secret, ["one"] * 16, chunksize=1)
    assert set(found) == {get_secret("one")}


def test_the_secret_of_a_process_that_was_faster_is_used(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new secret appears whole, so no other process ever takes it for one that is cut short."""
    link = os.link

    def link_second(begun: Path, path: Path) -> None:
        assert len(begun.read_bytes()) == SECRET_SIZE
        path.write_bytes(b"x" * SECRET_SIZE)
        path.chmod(0o600)
        link(begun, path)

    monkeypatch.setattr(os, "link", link_second)
    assert get_secret("one") == b"x" * SECRET_SIZE
    assert [path.name for path in state.iterdir()] == ["one"]


def test_without_links_a_secret_is_renamed(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Path) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refuse)
    assert get_secret("one") == (state / "one").read_bytes()
    assert [path.name for path in state.iterdir()] == ["one"]
