"""A cache that can't be used costs time and nothing else: no word, no other result."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from nightly import every
from running import Run

BUILT = "output/tiny/en/tiny-low-a4.pdf: 2 pages on 2 sheets, 4 pieces, 6 cuts\n"
needs_posix = pytest.mark.skipif(os.name != "posix", reason="devices, pipes and rights of POSIX")


def a_file(path: Path) -> None:
    path.write_text("mine")


def a_link_to_nothing(path: Path) -> None:
    path.symlink_to(path.with_name("nowhere") / "at-all")


def a_folder_of_others(path: Path) -> None:
    path.mkdir()
    path.chmod(0o777)
    for name in ("passed", "faces"):
        os.mkfifo(path / name)


@needs_posix
@pytest.mark.parametrize("prepare", every(3, [a_file, a_link_to_nothing, a_folder_of_others]))
def test_a_place_where_no_cache_can_be(prepare: Callable[[Path], None], tiny: Path, run_apart: Run) -> None:
    prepare(tiny / "cache")
    for _ in range(2):
        assert run_apart("build", "tiny", env={"PNP_CACHE": str(tiny / "cache")}) == (0, BUILT, "")


@needs_posix
@pytest.mark.parametrize("home", ["/dev/null", "/proc/nowhere"])
def test_a_home_that_is_none(home: str, tiny: Path, run_apart: Run) -> None:
    environment = {"HOME": home} | dict.fromkeys(("PNP_CACHE", "PNP_STATE", "XDG_CACHE_HOME", "XDG_STATE_HOME"), "")
    assert run_apart("build", "tiny", env=environment) == (0, BUILT, "")


def test_a_user_who_is_not_there(tiny: Path, run_apart: Run) -> None:
    assert run_apart("build", "tiny", env={"PNP_CACHE": "~nobody-of-this-name/cache"}) == (0, BUILT, "")


@needs_posix
@pytest.mark.parametrize("prepare", every(3, [a_file, a_link_to_nothing, a_folder_of_others]))
def test_a_place_where_no_key_can_be(prepare: Callable[[Path], None], tiny: Path, run_apart: Run) -> None:
    prepare(tiny / "state")
    environment = {"PNP_CACHE": str(tiny / "cache"), "PNP_STATE": str(tiny / "state")}
    for _ in range(2):
        assert run_apart("build", "tiny", env=environment) == (0, BUILT, "")
    assert not cached_files(tiny / "cache")


def cached_files(cache: Path) -> list[Path]:
    return [path for path in cache.rglob("*") if path.is_file()]


@needs_posix
def test_pipes_in_the_place_of_what_was_kept(tiny: Path, run_apart: Run) -> None:
    environment = {"PNP_CACHE": str(tiny / "cache")}
    run_apart("build", "tiny", env=environment)
    assert cached_files(tiny / "cache")
    for file in cached_files(tiny / "cache"):
        file.unlink()
        os.mkfifo(file)
    assert run_apart("build", "tiny", env=environment) == (0, BUILT, "")


@needs_posix
def test_links_to_devices_in_the_place_of_what_was_kept(tiny: Path, run_apart: Run) -> None:
    environment = {"PNP_CACHE": str(tiny / "cache")}
    run_apart("build", "tiny", env=environment)
    for file in cached_files(tiny / "cache"):
        file.unlink()
        file.symlink_to("/dev/zero")
    assert run_apart("build", "tiny", env=environment) == (0, BUILT, "")
    assert not any(stat.S_ISLNK(file.lstat().st_mode) for file in (tiny / "cache").glob("passed-*/*"))
