"""What is kept is found again; what this user didn't write isn't; and nothing raises."""

import os
from pathlib import Path

import pytest

from pnp.build import cache as cache_module
from pnp.build.cache import Cache

needs_posix = pytest.mark.skipif(os.name != "posix", reason="rights, links and pipes of POSIX")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "home" / "cache"


def test_what_is_kept_is_found_again(folder: Path) -> None:
    Cache(folder).write("one", b"data")
    assert Cache(folder).read("one") == b"data"
    assert [path.name for path in folder.iterdir()] == ["one"]


@pytest.fixture
def stored_file(folder: Path) -> bytes:
    Cache(folder).write("one", b"data")
    return (folder / "one").read_bytes()


@pytest.mark.parametrize("at", range(36))
def test_what_was_changed_in_any_byte_is_not_read(folder: Path, stored_file: bytes, at: int) -> None:
    assert len(stored_file) == 36
    (folder / "one").write_bytes(stored_file[:at] + bytes([stored_file[at] ^ 1]) + stored_file[at + 1 :])
    assert Cache(folder).read("one") == b""


@pytest.mark.parametrize("length", [0, 4, 31, 32, 35])
def test_what_is_cut_short_is_not_read(folder: Path, stored_file: bytes, length: int) -> None:
    (folder / "one").write_bytes(stored_file[:length])
    assert Cache(folder).read("one") == b""


def test_what_was_kept_under_another_key_is_not_read(
    folder: Path, stored_file: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_STATE", str(tmp_path / "of-another-machine"))
    assert Cache(folder).read("one") == b""


def test_an_entry_under_another_name_or_of_another_kind_is_not_read(folder: Path, stored_file: bytes) -> None:
    (folder / "two").write_bytes(stored_file)
    (folder.parent / "kind").mkdir(mode=0o700)
    (folder.parent / "kind" / "one").write_bytes(stored_file)
    assert (Cache(folder).read("two"), Cache(folder.parent / "kind").read("one")) == (b"", b"")
    assert Cache(folder).read("one") == b"data"


def test_what_is_not_there_is_nothing(folder: Path) -> None:
    assert Cache(folder).read("one") == b""
    assert Cache(None).read("one") == b""
    Cache(None).write("one", b"data")


@needs_posix
def test_what_is_larger_than_anything_kept_is_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Cache(folder).write("one", b"data")
    monkeypatch.setattr(cache_module, "LARGEST", 3)
    assert Cache(folder).read("one") == b""


@needs_posix
@pytest.mark.parametrize("mode", [0o666, 0o620])
def test_what_others_can_write_to_is_not_read(folder: Path, mode: int) -> None:
    Cache(folder).write("one", b"data")
    (folder / "one").chmod(mode)
    assert Cache(folder).read("one") == b""


@needs_posix
def test_nothing_is_read_or_written_in_a_folder_that_others_can_write_to(folder: Path) -> None:
    Cache(folder).write("one", b"data")
    folder.chmod(0o777)
    assert Cache(folder).read("one") == b""
    Cache(folder).write("two", b"data")
    assert [path.name for path in folder.iterdir()] == ["one"]


@needs_posix
def test_what_belongs_to_another_user_is_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Cache(folder).write("one", b"data")
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    assert Cache(folder).read("one") == b""


@needs_posix
def test_no_link_is_followed_and_no_pipe_is_waited_for(folder: Path, tmp_path: Path) -> None:
    Cache(folder).write("one", b"data")
    (folder / "one").rename(tmp_path / "elsewhere")
    (folder / "one").symlink_to(tmp_path / "elsewhere")
    os.mkfifo(folder / "two")
    assert (Cache(folder).read("one"), Cache(folder).read("two")) == (b"", b"")


def test_a_folder_in_a_files_place_leaves_nothing_beside_it(folder: Path) -> None:
    (folder / "one").mkdir(parents=True, mode=0o700)
    folder.chmod(0o700)
    Cache(folder).write("one", b"data")
    assert Cache(folder).read("one") == b""
    assert [path.name for path in folder.iterdir()] == ["one"]


def test_of_very_many_the_older_half_goes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_module, "MANY", 3)
    for number in range(4):
        Cache(folder).write(str(number), b"data")
        os.utime(folder / str(number), (number, number))
    assert sorted(path.name for path in folder.iterdir()) == ["2", "3"]


def test_of_very_much_the_oldest_go_but_never_the_newest(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_module, "MUCH", 80)  # two of them with their MACs
    for number, data in enumerate((b"four", b"four", b"four", b"more than all together")):
        Cache(folder).write(str(number), data)
        os.utime(folder / str(number), (number, number))
        if number == 2:
            assert sorted(path.name for path in folder.iterdir()) == ["1", "2"]
    assert [path.name for path in folder.iterdir()] == ["3"]


@needs_posix
def test_what_a_killed_process_left_goes_with_the_next_write(folder: Path) -> None:
    """But not what another one is writing."""
    import fcntl

    folder.mkdir(mode=0o700, parents=True)
    for name in (".pnp-left.tmp", ".pnp-written.tmp"):
        (folder / name).touch()
    with (folder / ".pnp-written.tmp").open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        Cache(folder).write("one", b"data")
    assert sorted(path.name for path in folder.iterdir()) == [".pnp-written.tmp", "one"]
