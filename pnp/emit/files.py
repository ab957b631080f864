"""Bytes → a file that is there as a whole or not at all."""

import errno
import os
import secrets
from pathlib import Path

from pnp.model.problem import FileError

_REASONS = {
    errno.EEXIST: "a file is in the way of its folder",
    errno.ENOTDIR: "a file is in the way of its folder",
    errno.EISDIR: "a folder has that name",
}


def write_atomically(target: Path, data: bytes) -> None:
    """Write beside the target, then rename: a reader sees the old file or the new one, whatever happens between.

    Folders are made. A link in the target's place is replaced, not followed.
    """
    temporary = target.parent / f".pnp-{secrets.token_hex(8)}.tmp"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            _write_synced(temporary, data)
            temporary.replace(target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        _sync_folder(target.parent)
    except OSError as error:
        raise FileError(f"{shown(target)}: cannot be written: {reason(error)}") from None


def _write_synced(path: Path, data: bytes) -> None:
    # O_EXCL doesn't follow a link that somebody put there, and 0o666 leaves the mode to the umask
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags, 0o666), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Make the new name survive a power cut, where the system lets a folder be opened at all."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def shown(path: Path) -> str:
    """How messages name a file: from here, if it is below."""
    here = Path.cwd()
    return (path.relative_to(here) if path.is_relative_to(here) else path).as_posix()


def reason(error: OSError) -> str:
    """What went wrong, in a few words."""
    text = _REASONS.get(error.errno or 0) or error.strerror or str(error).partition("\n")[0]
    return text[:1].lower() + text[1:]
