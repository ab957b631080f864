"""A path → the content of a regular file. Nothing else in pnp opens an input.

Opening never waits, as it would for a named pipe; devices, which may never end, are refused; and who reads says how
much may be read, and which folder links must not lead out of.
"""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

from pnp.io.inside import leads_out

_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


class LeadsOut(OSError):
    """A link leads out of the folder that the file must be in."""


def open_input(path: Path, within: Path | None = None) -> BinaryIO:
    """Raises OSError, whose `strerror` says why it can't be read; LeadsOut where it isn't `within` that folder."""
    if within is not None and leads_out(path, within):
        raise LeadsOut(errno.EACCES, "a link leads out of the project", str(path))
    try:
        descriptor = os.open(path, _FLAGS)
    except ValueError:
        raise OSError(errno.EINVAL, "no name of a file") from None
    if (wrong := _not_regular(os.fstat(descriptor))) is not None:
        os.close(descriptor)
        raise wrong
    return os.fdopen(descriptor, "rb")


def read_input(path: Path, most: int, within: Path | None = None) -> bytes:
    """The content, or its first `most` + 1 bytes: enough to see that it is too long. Raises like `open_input`."""
    with open_input(path, within) as file:
        return file.read(most + 1)


def beginning(path: Path, most: int, within: Path | None = None) -> str:
    """The first bytes as text, for whoever only looks for something in it; nothing where it can't be read."""
    try:
        return read_input(path, most, within)[:most].decode("utf-8-sig", "replace")
    except OSError:
        return ""


def _not_regular(about: os.stat_result) -> OSError | None:
    if stat.S_ISREG(about.st_mode):
        return None
    if stat.S_ISDIR(about.st_mode):
        return IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    return OSError(errno.EINVAL, "is no ordinary file")
