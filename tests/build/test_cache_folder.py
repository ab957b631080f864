"""Where what saves time is kept, on each system."""

import sys
from pathlib import Path

import pytest

from pnp import __version__
from pnp.build.cache import cache_folder


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
    assert cache_folder("templates") == tmp_path / folder / f"templates-{__version__}"


@pytest.mark.skipif(sys.platform == "win32", reason="homes of another system")
def test_a_home_that_nobody_has_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PNP_CACHE", "~nobody-of-this-name/mine")
    assert cache_folder("templates") is None


def test_a_relative_folder_is_meant_from_where_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PNP_CACHE", "mine")
    assert cache_folder("templates") == tmp_path / "mine" / f"templates-{__version__}"


def test_without_a_home_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.delenv("PNP_CACHE")
    monkeypatch.setattr(Path, "home", homeless)
    assert cache_folder("templates") is None
