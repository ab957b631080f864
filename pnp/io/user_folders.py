"""Find the user's folders for settings, secrets and caches, and keep secrets: random bytes that others can't read.

Folders come from the environment, or are as is customary on the system. RuntimeError is raised if there is no home.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path

from pnp.io.opening import open_input

SECRET_SIZE = 32  # bytes
# Windows' variable, its usual folder in AppData, what is below; in macOS' Library; XDG's variable, its usual folder.
_FOLDERS = {
    "config": ("APPDATA", "Roaming", "pnp", "Application Support/pnp", "XDG_CONFIG_HOME", ".config"),
    "state": ("LOCALAPPDATA", "Local", "pnp/state", "Application Support/pnp/state", "XDG_STATE_HOME", ".local/state"),
    "cache": ("LOCALAPPDATA", "Local", "pnp/cache", "Caches/pnp", "XDG_CACHE_HOME", ".cache"),
}
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def user_folder(kind: str) -> Path:
    """Return the folder for "config", "state" or "cache": $PNP_CONFIG and so on, or the customary one."""
    if own := os.environ.get(f"PNP_{kind.upper()}"):
        return Path(own).expanduser().absolute()  # a relative one is meant from the current folder
    home, env = Path.home(), os.environ
    variable, app_data, below, library, xdg, usual = _FOLDERS[kind]
    if sys.platform == "win32":
        return Path(env.get(variable) or home / "AppData" / app_data, below)
    if sys.platform == "darwin":
        return home / "Library" / library
    base = Path(env.get(xdg) or "")  # a relative one counts for nothing
    return (base if base.is_absolute() else home / usual) / "pnp"


def get_secret(name: str) -> bytes | None:
    """Return the secret of that name, made on first use; None if no file of the user's own can be kept."""
    with suppress(RuntimeError, OSError):  # no home, a read-only one, another user's
        path = user_folder("state") / name
        if not path.is_absolute():
            return None
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if secret := _read_secret(path):
            return secret
        begun = path.with_name(f".{name}-{os.urandom(8).hex()}")
        try:
            with os.fdopen(os.open(begun, _WRITE, 0o600), "wb") as file:
                file.write(os.urandom(SECRET_SIZE))
            try:
                os.link(begun, path)  # whole at once, unless another process was faster
            except FileExistsError:
                pass
            except OSError:  # a file system without links
                begun.rename(path)
        finally:
            begun.unlink(missing_ok=True)
        return _read_secret(path)
    return None


def _read_secret(path: Path) -> bytes | None:
    """Return a secret. Remove a file that is cut short or that others can read, so that a new one is made."""
    if path.is_symlink() or not is_private(path.parent.lstat()):
        raise PermissionError
    try:
        with open_input(path) as file:
            about, secret = os.fstat(file.fileno()), file.read(SECRET_SIZE + 1)
    except FileNotFoundError:
        return None
    if len(secret) == SECRET_SIZE and is_private(about, reading=True):
        return secret
    path.unlink()
    return None


def is_private(about: os.stat_result, *, reading: bool = False) -> bool:
    """Tell whether only this user can write the file or, with `reading`, even read it."""
    closed = 0o077 if reading else 0o022  # on Windows a user's folders are closed to others as a whole
    return os.name != "posix" or (about.st_uid == os.geteuid() and not about.st_mode & closed)
