"""Keep random bytes that only this user can read, outside of projects, outputs and caches."""

import os
from contextlib import suppress
from pathlib import Path

from pnp.io.opening import open_input
from pnp.io.user_folders import state_folder

SIZE = 32  # bytes of a secret
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def get_secret(name: str) -> bytes | None:
    """Return the secret of that name, made on first use; None where no file of the user's own can be kept."""
    with suppress(RuntimeError, OSError):  # no home, a read-only one, somebody else's
        path = state_folder() / name
        if not path.is_absolute():
            return None
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not (secret := _read_secret(path)):
            with suppress(FileExistsError), os.fdopen(os.open(path, _WRITE, 0o600), "wb") as file:
                file.write(os.urandom(SIZE))
            secret = _read_secret(path)  # which another process may have made meanwhile
        return secret
    return None


def _read_secret(path: Path) -> bytes | None:
    """Remove a file that is cut short or that others can read, so that a new one is made."""
    if path.is_symlink() or not is_private(path.parent.lstat()):
        raise PermissionError
    try:
        with open_input(path) as file:
            about, secret = os.fstat(file.fileno()), file.read(SIZE + 1)
    except FileNotFoundError:
        return None
    if len(secret) == SIZE and is_private(about, reading=True):
        return secret
    path.unlink()
    return None


def is_private(about: os.stat_result, *, reading: bool = False) -> bool:
    """Whether nobody but this user can write the file, or `reading` it either.

    On Windows a user's folders are closed to others as a whole.
    """
    closed = 0o077 if reading else 0o022
    return os.name != "posix" or (about.st_uid == os.geteuid() and not about.st_mode & closed)
