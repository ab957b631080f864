"""Where settings are, and what saves time is kept, on each system."""

import sys
from pathlib import Path

import pytest

from pnp.build.cache import user_cache
from pnp.io.user_folders import caches_folder, config_folder, state_folder


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
    assert caches_folder() == tmp_path / folder


@pytest.mark.skipif(sys.platform == "win32", reason="homes of another system")
def test_a_home_that_nobody_has_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PNP_CACHE", "~nobody-of-this-name/mine")
    cache = user_cache("templates")
    cache.write("name", b"data")
    assert cache.read("name") == b""


def test_a_relative_folder_is_meant_from_where_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PNP_CACHE", "mine")
    assert caches_folder() == tmp_path / "mine"


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
    assert state_folder() == tmp_path / folder


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
    assert config_folder() == tmp_path / folder
