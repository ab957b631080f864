"""Bytes → a file that is there as a whole or not at all."""

import errno
import os
import shutil
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from time import time
from typing import BinaryIO

from pnp.io.opening import OUTSIDE, is_outside, read_input
from pnp.model.problem import FileError
from pnp.model.span import Span

if sys.platform != "win32":
    import fcntl

LINK_ON_ITS_WAY = OUTSIDE.also("a link on its way leads out of {folder}")

_BEGUN, _TEMPORARY = ".pnp-", ".tmp"  # how the names of files begin and end that aren't whole yet
_OLD = 3600 if os.name == "posix" else 60  # seconds without a change, after which nobody is writing

_IN_USE = (5, 32, 33)  # Windows' codes for a file that is to be replaced and that another program reads
_REASONS = {
    errno.EEXIST: "a file is in the way of its folder",
    errno.ENOTDIR: "a file is in the way of its folder",
    errno.EISDIR: "a folder has that name",
}

_unfinished: dict[Path, int] = {}  # temporary files, and the process that writes each

Write = Callable[[Callable[[bytes], object]], None]


def write_atomically(target: Path, data: bytes | Write, within: Path, mode: int | None = None) -> None:
    """Write beside the target, then rename: a reader sees the old file or the new one, whatever happens between.

    Folders are made. A link in the target's place is replaced, not followed; one on the way to it may not lead out of
    the folder `within` which everything is written. `data` may be a function that writes part after part. `mode`: the
    file's rights, unless the system's default.
    """
    if is_outside(target.parent, within):
        here = display_path(within)
        folder = "the project" if here == "." else here
        raise FileError(str(LINK_ON_ITS_WAY.at(Span(display_path(target)), folder=folder)))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        replace_file(target, data, mode)
        if os.name == "posix":  # make the new name survive a power cut
            descriptor = os.open(target.parent, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
    except OSError as error:
        raise FileError(f"{display_path(target)}: cannot be written: {reason(error)}") from None


def replace_file(target: Path, data: bytes | Write, mode: int | None = None, *, syncs: bool = True) -> None:
    """Write beside the target, then rename; `syncs`: also where the power fails meanwhile. Raises OSError."""
    _remove_left_over(target.parent)
    with _temporary_file(target.parent, 0o666 if mode is None else 0o600) as (temporary, file):
        if isinstance(data, bytes):
            file.write(data)
        else:
            data(file.write)
        file.flush()
        if syncs:
            os.fsync(file.fileno())
        if os.name != "posix":
            file.close()  # Windows renames nothing that is open
        if mode is not None:
            temporary.chmod(mode)
        temporary.replace(target)


def write_changed(target: Path, data: bytes, within: Path) -> bool:
    """Write a file unless it has this content; return whether it was written."""
    if is_written(target, data):
        return False
    write_atomically(target, data, within)
    return True


def write_temporary(target: Path, parts: Iterable[bytes]) -> None:
    """Write a new file into a folder that only this process knows, with no regard to power cuts. Raises OSError."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("xb") as file:
        file.writelines(parts)


def is_written(target: Path, data: bytes) -> bool:
    """Tell whether the file is there and has just this content."""
    try:
        return not target.is_symlink() and read_input(target, len(data)) == data
    except OSError:
        return False


def remove_unfinished() -> None:
    """Remove what this process is writing at the moment: it is about to end."""
    for path, writer in list(_unfinished.items()):
        if writer == os.getpid():  # not the one that it is a copy of
            _remove(path)


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Make a folder that is closed to other users, and remove it at the end."""
    from tempfile import gettempdir, mkdtemp

    parent = Path(gettempdir()).resolve()
    _remove_left_over(parent)
    while True:
        path = Path(mkdtemp(_TEMPORARY, _BEGUN, parent))
        _unfinished[path] = os.getpid()
        try:
            with ExitStack() as until_then:
                try:
                    until_then.enter_context(_lock(path, waits=True))
                    path.lstat()
                except FileNotFoundError:  # it was removed before it was locked
                    continue
                yield path
                return
        finally:
            _remove(path)
            del _unfinished[path]


@lru_cache(256)
def _remove_left_over(folder: Path) -> None:
    """Remove what killed processes began to write. Once is enough for all files of a build.

    A process that writes holds a lock, which the system lets go of in any case. Without locks, what hasn't changed for
    long is removed; Windows removes nothing that is open.
    """
    for path in folder.glob(f"{_BEGUN}*{_TEMPORARY}"):
        with suppress(OSError), _lock(path):
            _remove(path)


def _remove(path: Path) -> None:
    with suppress(OSError):
        if stat.S_ISDIR(path.lstat().st_mode):
            shutil.rmtree(path)
        else:
            path.unlink()


@contextmanager
def _lock(path: Path, *, waits: bool = False) -> Iterator[None]:
    """Hold a lock. Raises OSError where another process holds it, or may be writing without one."""
    may_be_written = not waits and path.lstat().st_mtime > time() - _OLD
    if sys.platform == "win32":
        if may_be_written:
            raise BlockingIOError
        yield
        return
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
        except OSError as error:
            if may_be_written or isinstance(error, BlockingIOError):
                raise
        yield
    finally:
        os.close(descriptor)


@contextmanager
def _temporary_file(folder: Path, mode: int) -> Iterator[tuple[Path, BinaryIO]]:
    """Open a new file that no other process removes, and remove it unless it gets another name."""
    # O_EXCL doesn't follow a link that was put there, and 0o666 leaves the mode to the umask
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    while True:
        path = folder / f"{_BEGUN}{os.urandom(8).hex()}{_TEMPORARY}"
        _unfinished[path] = os.getpid()
        try:
            with os.fdopen(os.open(path, flags, mode), "wb") as file:
                if sys.platform != "win32":
                    with suppress(OSError):  # a file system without locks
                        fcntl.flock(file, fcntl.LOCK_EX)
                if os.name != "posix" or os.fstat(file.fileno()).st_nlink:  # else it was removed before it was locked
                    yield path, file
                    return
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        finally:
            del _unfinished[path]


def display_path(path: Path) -> str:
    """Return a path as messages have it: from the current folder, if it is below."""
    here = Path.cwd()
    return (path.relative_to(here) if path.is_relative_to(here) else path).as_posix()


def reason(error: OSError) -> str:
    """Return what went wrong, in a few words."""
    if getattr(error, "winerror", 0) in _IN_USE:
        return "another program has it open: close it there, and once more"
    text = _REASONS.get(error.errno or 0) or error.strerror or str(error).partition("\n")[0]
    return text[:1].lower() + text[1:]
