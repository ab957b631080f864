"""A file name that an author wrote → the path it means, as long as that stays inside its folder."""

import os
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path

from pnp.model.problem import code
from pnp.model.regex import regex

OUTSIDE = code("PNP002", says="a link leads out of the project")

PDF = ".pdf"
_PAGE = "#page="
_DRIVE = regex(r"[A-Za-z]:[\\/]")
_DEVICES = frozenset(("con", "prn", "aux", "nul", *(f"{kind}{n}" for kind in ("com", "lpt") for n in range(10))))


def path_inside(folder: Path, name: str) -> Path | None:
    """`folder / name`; None where the name is absolute, climbs out with `..`, or follows a link to somewhere else."""
    if "\\" in name or "\0" in name or ":" in name or name.startswith("/") or ".." in name.split("/"):
        return None
    root = _real(folder)
    if os.name != "posix" or _leads_over_link(root, name):
        real = os.path.realpath(os.path.join(root, name))  # noqa: PTH118 - ten times as fast as Path, and there are many
        return folder / name if _is_below(real, root) else None
    return folder / name


def _leads_over_link(path: str, name: str) -> bool:
    for part in name.split("/"):
        path = f"{path}/{part}"
        if os.path.islink(path):  # noqa: PTH114 - the same
            return True
    return False


def page_named(name: str) -> tuple[str, int]:
    """`deck.pdf#page=3` → the file, and which of its pages is meant: the first, where it says none. Of other files
    the whole name is the file's."""
    file, _, number = name.partition(_PAGE)
    is_page = file.lower().endswith(PDF) and (number.isdecimal() and len(number) < 7 if number else file == name)
    return (file, int(number or 1)) if is_page else (name, 1)


def why_outside(name: str, within: str) -> tuple[str, str]:
    """Why `path_inside` has none for this name, as a message says it behind the name; and a hint."""
    if _DRIVE.match(name):
        return f"leads out of {within}", "copy the file into it"
    if "\\" in name and ".." not in name:
        return "has a backslash", f"folders are parted by /: {name.replace(chr(92), '/')}"
    return f"leads out of {within}", ""


def leads_out(path: Path, folder: Path) -> bool:
    """Whether a path, which needn't be there yet, is outside of the folder when all its links are followed."""
    try:
        return not _is_below(os.path.realpath(path), _real(folder))
    except (OSError, ValueError):
        return True


def is_link_out(folder: Path, name: str) -> bool:
    """Whether there is such a file, but one that only a link leads to, out of the folder."""
    named = ".." not in name.split("/") and not name.startswith("/") and is_file(folder / name)
    return named and leads_out(folder / name, folder)


def is_file(path: Path) -> bool:
    """Whether there is such a file; False, too, for names that the system refuses."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def matches(pattern: str, name: str) -> bool:
    """Whether a pattern means a file; a star doesn't lead into folders."""
    parts, named = pattern.split("/"), name.split("/")
    return len(parts) == len(named) and all(map(fnmatchcase, named, parts))


def is_device(name: str) -> bool:
    """Whether Windows keeps that name for a device, so that no file there can have it."""
    return name.partition(".")[0].lower() in _DEVICES


def _real(folder: Path) -> str:
    return _really(os.path.abspath(folder))  # noqa: PTH100 - a relative one is meant from where one stands now


@lru_cache(64)
def _really(folder: str) -> str:
    return os.path.realpath(folder)


def _is_below(real: str, root: str) -> bool:
    return real == root or real.startswith(root.rstrip(os.sep) + os.sep)
