"""A file is written as a whole or not at all, and what goes wrong is said in one line."""

import os
import subprocess
import sys
from pathlib import Path
from time import time

import pytest
from facts import facts

from pnp.io import writing
from pnp.io.writing import temporary_folder, write_atomically, write_changed
from pnp.model.problem import FileError


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_writes_into_folders_that_it_makes(tmp_path):
    target = tmp_path / "output" / "wolves" / "en" / "cards.pdf"
    write_atomically(target, b"%PDF", tmp_path)
    assert target.read_bytes() == b"%PDF"
    assert names(target.parent) == ["cards.pdf"]


def test_replaces_what_was_there(tmp_path):
    target = tmp_path / "cards.pdf"
    target.write_bytes(b"old" * 1000)
    write_atomically(target, b"new", tmp_path)
    assert target.read_bytes() == b"new"


@pytest.mark.skipif(os.name != "posix", reason="modes and links of POSIX")
def test_a_link_is_replaced_and_not_followed(tmp_path):
    elsewhere, target = tmp_path / "elsewhere", tmp_path / "cards.pdf"
    elsewhere.write_bytes(b"mine")
    target.symlink_to(elsewhere)
    write_atomically(target, b"new", tmp_path)
    assert (target.is_symlink(), target.read_bytes(), elsewhere.read_bytes()) == (False, b"new", b"mine")


@pytest.mark.skipif(os.name != "posix", reason="modes and links of POSIX")
@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_the_mode_is_what_the_umask_leaves(umask, mode, tmp_path):
    before = os.umask(umask)
    try:
        write_atomically(tmp_path / "cards.pdf", b"x", tmp_path)
    finally:
        os.umask(before)
    assert (tmp_path / "cards.pdf").stat().st_mode & 0o777 == mode


def failure(target):
    with pytest.raises(FileError) as failed:
        write_atomically(target, b"x", Path(target.anchor))
    return str(failed.value)


def test_a_folder_in_the_way(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "output" / "cards.pdf").mkdir(parents=True)
    assert failure(tmp_path / "output" / "cards.pdf") == "output/cards.pdf: cannot be written: a folder has that name"
    assert names(tmp_path / "output") == ["cards.pdf"]


@pytest.mark.parametrize("below", ["cards.pdf", "en/cards.pdf"])
def test_a_file_in_the_way(below, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "output").write_text("")
    said = f"output/{below}: cannot be written: a file is in the way of its folder"
    assert failure(tmp_path / "output" / below) == said


def test_no_permission(tmp_path, monkeypatch):
    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "open", refuse)
    assert failure(tmp_path / "output" / "x.pdf") == "output/x.pdf: cannot be written: permission denied"


def test_a_pdf_that_is_open_in_a_reader_of_windows(tmp_path, monkeypatch):
    (target := tmp_path / "cards.pdf").write_bytes(b"old")
    denied = PermissionError(13, "Access is denied")
    denied.winerror = 5

    def replace(*_):
        raise denied

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(FileError) as raised:
        write_atomically(target, b"new", tmp_path)
    said = "cards.pdf: cannot be written: another program has it open: close it there, and once more"
    assert str(raised.value) == said and names(tmp_path) == ["cards.pdf"] and target.read_bytes() == b"old"


def test_a_full_disk_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    def full(_):
        raise OSError(28, "No space left on device")

    target = tmp_path / "x.pdf"
    target.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", full)
    assert failure(target) == f"{target}: cannot be written: no space left on device"
    assert (target.read_bytes(), names(tmp_path)) == (b"old", ["x.pdf"])


def test_an_interruption_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    def interrupt(_):
        raise KeyboardInterrupt

    target = tmp_path / "x.pdf"
    target.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(target, b"new", tmp_path)
    assert (target.read_bytes(), names(tmp_path)) == (b"old", ["x.pdf"])


def test_a_name_may_be_as_long_as_the_system_allows(tmp_path):
    target = tmp_path / ("x" * 251 + ".pdf")
    write_atomically(target, b"x", tmp_path)
    assert target.exists()


@pytest.mark.skipif(os.name != "posix", reason="links of POSIX")
def test_a_link_on_the_way_may_not_lead_out(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("inside", "mine/there"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "mine/out").symlink_to(tmp_path / "inside")
    (tmp_path / "mine/in").symlink_to(tmp_path / "mine/there")
    write_atomically(tmp_path / "mine/in/x.pdf", b"x", tmp_path / "mine")
    with pytest.raises(FileError) as raised:
        write_atomically(tmp_path / "mine/out/x.pdf", b"x", tmp_path / "mine")
    assert facts(str(raised.value)) == "mine/out/x.pdf PNP002 folder=mine"
    assert (names(tmp_path / "mine/there"), names(tmp_path / "inside")) == (["x.pdf"], [])


def test_what_is_there_already_is_not_written_again(tmp_path):
    target = tmp_path / "x.json"
    assert [write_changed(target, data, tmp_path) for data in (b"one", b"one", b"on", b"one")] == [
        True,
        False,
        True,
        True,
    ]
    assert target.read_bytes() == b"one"


def test_a_temporary_that_another_process_removed_before_it_was_locked(tmp_path, monkeypatch):
    fcntl = pytest.importorskip("fcntl")
    ordinary, removed = fcntl.flock, []

    def flock(file, how):
        if not removed:
            removed.extend(tmp_path.glob(".pnp-*"))
            removed[0].unlink()
        ordinary(file, how)

    monkeypatch.setattr(fcntl, "flock", flock)
    write_atomically(tmp_path / "x.pdf", b"x", tmp_path)
    assert len(removed) == 1 and names(tmp_path) == ["x.pdf"]


def test_a_file_system_without_locks(tmp_path, monkeypatch):
    """What is left there is removed an hour later."""
    fcntl = pytest.importorskip("fcntl")

    def refuse(*_):
        raise OSError(37, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    for name, age in ((".pnp-old.tmp", 10_000), (".pnp-young.tmp", 0)):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (time() - age,) * 2)
    write_atomically(tmp_path / "x.pdf", b"x", tmp_path)
    assert names(tmp_path) == [".pnp-young.tmp", "x.pdf"]


def test_many_processes_that_write_beside_each_other(tmp_path):
    """None removes what another one is writing, however often it looks."""
    program = f"""
from pathlib import Path
from pnp.io import writing
for number in range(200):
    writing._remove_left_over.cache_clear()
    writing.write_atomically(Path({str(tmp_path)!r}, "x.pdf"), b"%d" % number, Path({str(tmp_path)!r}))
"""
    run = [subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.PIPE) for _ in range(3)]
    assert [process.communicate(timeout=60)[1] for process in run] == [b"", b"", b""]
    assert (names(tmp_path), (tmp_path / "x.pdf").read_bytes()) == (["x.pdf"], b"199")


@pytest.fixture
def temporary_files(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    writing._remove_left_over.cache_clear()
    return tmp_path


def test_a_temporary_folder_is_gone_at_the_end(temporary_files):
    with pytest.raises(FileNotFoundError, match="of mine"), temporary_folder() as folder:
        (folder / "x").mkdir()
        assert folder.parent == temporary_files and folder.stat().st_mode & 0o77 == 0
        raise FileNotFoundError("of mine")
    assert names(temporary_files) == []


@pytest.mark.skipif(os.name != "posix", reason="Windows keeps it for a minute")
def test_temporary_folders_of_killed_processes_are_removed_and_no_others(temporary_files):
    (temporary_files / ".pnp-left.tmp/x").mkdir(parents=True)
    (temporary_files / "pnp-mine").mkdir()
    with temporary_folder() as mine:
        writing._remove_left_over.cache_clear()
        with temporary_folder() as another:
            assert names(temporary_files) == sorted([mine.name, another.name, "pnp-mine"])


def test_a_temporary_folder_that_was_removed_before_it_was_locked(temporary_files, monkeypatch):
    fcntl = pytest.importorskip("fcntl")
    ordinary, removed = fcntl.flock, []

    def flock(file, how):
        if not removed:
            removed.extend(temporary_files.iterdir())
            removed[0].rmdir()
        ordinary(file, how)

    monkeypatch.setattr(fcntl, "flock", flock)
    with temporary_folder() as folder:
        assert removed != [folder] and folder.is_dir()
    assert names(temporary_files) == []
