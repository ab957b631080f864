"""Only regular files inside of a folder are opened."""

import os
from pathlib import Path

import pytest

from pnp.io.opening import OutsideError, is_outside, open_input, path_inside, read_beginning, read_input

needs_posix = pytest.mark.skipif(os.name != "posix", reason="links, pipes and devices of POSIX")


def test_a_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"data")
    assert read_input(tmp_path / "a", 100) == b"data"


def test_one_byte_more_than_wanted_tells_that_there_is_more(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"data" * 100)
    assert read_input(tmp_path / "a", 5) == b"datada"


def refusal(path: Path, within: Path | None = None) -> str:
    with pytest.raises(OSError) as caught:
        read_input(path, 100, within)
    return str(caught.value.strerror)


def test_what_is_no_file_is_said(tmp_path: Path) -> None:
    assert refusal(tmp_path) == "Is a directory"
    assert refusal(tmp_path / "gone") == "No such file or directory"
    assert refusal(Path("a\0b")) == "no name of a file"


@needs_posix
def test_pipes_and_devices_are_no_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path / "pipe") == refusal(Path("/dev/zero")) == "is no ordinary file"


@needs_posix
def test_links_are_followed_as_long_as_they_stay_inside(tmp_path: Path) -> None:
    inside, secret = tmp_path / "mine", tmp_path / "secret"
    inside.mkdir()
    secret.write_bytes(b"secret")
    (inside / "a").write_bytes(b"data")
    (inside / "to-a").symlink_to("a")
    (inside / "out").symlink_to(secret)
    (inside / "up").symlink_to(tmp_path)
    assert read_input(inside / "to-a", 100, inside) == b"data"
    assert read_input(inside / "out", 100) == b"secret"
    for name in ("out", "up/secret", "../secret"):
        with pytest.raises(OutsideError):
            open_input(inside / name, inside)


def test_beginnings_are_text_whatever_stands_there(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\xef\xbb\xbfgr\xfcn" + b"x" * 100)
    assert read_beginning(tmp_path / "a", 7) == "gr\ufffdn"
    assert read_beginning(tmp_path / "gone", 7) == ""


def test_a_relative_folder_is_meant_from_where_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("one", "two"):
        (tmp_path / name / "out").mkdir(parents=True)
        monkeypatch.chdir(tmp_path / name)
        assert not is_outside(Path("out/a.pdf"), Path("out"))
        assert path_inside(Path("out"), "a.pdf") == Path("out/a.pdf")


def test_links_and_names_that_lead_out(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "link").symlink_to(tmp_path)
    assert is_outside(inner / "link" / "a", inner)
    assert [path_inside(inner, name) for name in ("../a", "/a", "a\\b", "link/a")] == [None] * 4
    assert path_inside(inner, "a/b") == inner / "a/b"
