"""A name that an author wrote → its path, if that stays inside of a folder; a path → the content of a regular file.

Nothing else in pnp opens an input. Opening never waits, as it would for a named pipe; devices, which may never end, are
refused; and each caller says how much may be read, and which folder links must not lead out of.
"""

import errno
import os
import stat
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

from pnp.model.problem import code
from pnp.model.regex import regex

OUTSIDE = code("PNP002", says="a link leads out of the project")

PDF = ".pdf"
_DRIVE = regex(r"[A-Za-z]:[\\/]")
_DEVICES = frozenset(("con", "prn", "aux", "nul", *(f"{kind}{n}" for kind in ("com", "lpt") for n in range(10))))
_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


class OutsideError(OSError):
    """A link leads out of the folder that the file must be in."""


def open_input(path: Path, within: Path | None = None) -> BinaryIO:
    """Open a regular file. Raises OSError, whose `strerror` says why; OutsideError if links lead out of `within`."""
    if within is not None and is_outside(path, within):
        raise OutsideError(errno.EACCES, "a link leads out of the project", str(path))
    try:
        descriptor = os.open(path, _FLAGS)
    except ValueError:
        raise OSError(errno.EINVAL, "no name of a file") from None
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return os.fdopen(descriptor, "rb")
    os.close(descriptor)
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    raise OSError(errno.EINVAL, "is no ordinary file")


def read_input(path: Path, most: int, within: Path | None = None) -> bytes:
    """Return the content, or its first `most` + 1 bytes, enough to see that it is too long. Raises as `open_input`."""
    with open_input(path, within) as file:
        return file.read(most + 1)


def read_beginning(path: Path, most: int, within: Path | None = None) -> str:
    """Return the first bytes as text, to look for something in it; nothing if the file can't be read."""
    try:
        return read_input(path, most, within)[:most].decode("utf-8-sig", "replace")
    except OSError:
        return ""


def path_inside(folder: Path, name: str) -> Path | None:
    """Return `folder / name`; None if the name is absolute, climbs out with `..`, or follows a link to elsewhere."""
    if "\\" in name or "\0" in name or ":" in name or name.startswith("/") or ".." in name.split("/"):
        return None
    root = part = _real_folder(folder)
    is_linked = os.name != "posix"
    for each in () if is_linked else name.split("/"):
        part = f"{part}/{each}"
        if os.path.islink(part):  # noqa: PTH114 - ten times as fast as Path, and there are many
            is_linked = True
            break
    if is_linked and not _is_below(os.path.realpath(os.path.join(root, name)), root):  # noqa: PTH118 - the same
        return None
    return folder / name


def split_page(name: str) -> tuple[str, int]:
    """Return the file of `deck.pdf#page=3` and its page: the first, if it names none, and of files that are no PDF."""
    file, _, number = name.partition("#page=")
    is_page = file.lower().endswith(PDF) and (number.isdecimal() and len(number) < 7 if number else file == name)
    return (file, int(number or 1)) if is_page else (name, 1)


def explain_outside(name: str, within: str) -> tuple[str, str]:
    """Return why `path_inside` has none for this name, as a message says it behind the name; and a hint."""
    if _DRIVE.match(name):
        return f"leads out of {within}", "copy the file into it"
    if "\\" in name and ".." not in name:
        return "has a backslash", f"folders are parted by /: {name.replace(chr(92), '/')}"
    return f"leads out of {within}", ""


def is_outside(path: Path, folder: Path) -> bool:
    """Tell whether a path, which needn't be there yet, is outside of the folder when all its links are followed."""
    try:
        return not _is_below(os.path.realpath(path), _real_folder(folder))
    except (OSError, ValueError):
        return True


def is_link_out(folder: Path, name: str) -> bool:
    """Tell whether there is such a file, but one that only a link leads to, out of the folder."""
    is_named = ".." not in name.split("/") and not name.startswith("/") and is_file(folder / name)
    return is_named and is_outside(folder / name, folder)


def is_file(path: Path) -> bool:
    """Tell whether there is such a file; False, too, for names that the system refuses."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def is_match(pattern: str, name: str) -> bool:
    """Tell whether a pattern means a file; a star doesn't lead into folders."""
    parts, named = pattern.split("/"), name.split("/")
    return len(parts) == len(named) and all(map(fnmatchcase, named, parts))


def is_device(name: str) -> bool:
    """Tell whether Windows keeps that name for a device, so that no file there can have it."""
    return name.partition(".")[0].lower() in _DEVICES


def _real_folder(folder: Path) -> str:
    return _real_path(os.path.abspath(folder))  # noqa: PTH100 - a relative one is meant from the current folder


@lru_cache(64)
def _real_path(folder: str) -> str:
    return os.path.realpath(folder)


def _is_below(real: str, root: str) -> bool:
    return real == root or real.startswith(root.rstrip(os.sep) + os.sep)
